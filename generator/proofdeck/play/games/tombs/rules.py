"""The rules of Tombs, in the order of its page."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Self

from proofdeck.ground.problems import counted, for_each
from proofdeck.play.engine.kit import (
    COUNTS,
    NOBODY,
    OWNER,
    Rules,
    Table,
    fact,
    internal,
    pile,
    refusal,
    spots,
    track,
    zone,
)
from proofdeck.play.engine.kit.actions import Axis, action, held, one_of
from proofdeck.play.engine.score_sheet import Criterion, Item, ScoreSheet
from proofdeck.play.engine.state import OVER
from proofdeck.play.games.tombs import clauses
from proofdeck.play.games.tombs.board import (
    ACTIVATE,
    AROUND,
    AROUND_ANY,
    BESIDE,
    BLADE,
    BOARD,
    CENTRE,
    CLASSES,
    DIAGONALS,
    DISCARD,
    GROUND,
    MAGUS,
    NEXT_DIAGONALS,
    NOWHERE,
    OMBRA,
    PICTURES_OF_ZONES,
    PLACING,
    THORN,
    TILES,
    TILES_OF,
    reach_of,
)
from proofdeck.source.cards import Card
from proofdeck.source.rules.sides import Sides

TEAMS = Sides(((0, 2), (1, 3)))
"""Those who sit opposite each other."""
MOST_STONES = 12
"""Spaces of the longest kill track."""


class TombsState(Table):
    """A table of Tombs.

    board: for each class the tiles of its units; units: the same for each player; everyone: for all of them. gone:
    cards out of the game. spares: whether partners spare each other. stuck: how many players in a row could not play.
    missed: bits of the classes that a player did not have when stuck; fresh: cards that player has drawn since.

    Whether somebody who was stuck plays a card held then or one drawn since, nobody knows: the first is assumed if it
    can be. A table that is read from its notation forgets who was stuck.
    """

    rules: Tombs
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS)
    board: list[int] = zone(tiles=GROUND)
    gone: list[int] = zone(form=COUNTS)
    stock: list[int] = pile(NOBODY)
    units: list[int] = spots(GROUND, piece="marker", each=True)
    everyone: int = internal(0)
    tombs: int = spots(GROUND, piece="tombstone")
    spares: bool = internal(False)
    peace: int = internal(0)
    kills: list[int] = track("track", lambda rules: rules.stones, piece="marker", each=True)
    stuck: int = fact(0)
    missed: list[int] = internal(0, each=True, decides=False)
    fresh: list[int] = internal(0, each=True, decides=False)

    def deal(self, cards: list[int]) -> None:
        size = self.rules.values.number("hand") if self.on & clauses.DEAL else 0
        self.stock = self.deal_out("hand", cards, size)[::-1]
        self.fired = self.on & (clauses.DECK | clauses.DEAL)
        self.spares = self.rules.teams[self.players] == clauses.FRIENDLY
        self.peace = self.rules.values.number(f"peace.{self.players}") if self.on & clauses.PEACE else 0
        self._begin_turn(0)

    def enemies(self) -> int:
        """The tiles of the units that the current player does not spare."""
        if not self.on & clauses.OWN:
            return self.everyone
        spared = self.units[self.player]
        if self.spares:
            spared |= self.units[self.player ^ 2]
        return self.everyone & ~spared

    def threat(self, units: int) -> int:
        """The tiles that those units threaten."""
        reach, kinds = self.rules.reach, self.board
        return reach[BLADE][units & kinds[BLADE]] | reach[MAGUS][units & kinds[MAGUS]]

    # -- what is done --------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player = player
        self.turns += 1
        if self.stock and (rule := self.on & clauses.DRAW):
            self.fired |= rule
            self.hand[player][self.stock.pop()] += 1
            self.fresh[player] += self.missed[player] > 0

    @action("{unit} on {tile}", unit=held("hand", clauses.PLAY), tile=one_of(*TILES))
    def place(self, kind: int, tile: int) -> None:
        spot = 1 << tile
        if self.everyone & spot:
            self._lift(spot)
            self.fired |= self.on & clauses.OMBRA_REPLACE
        elif kind < OMBRA and (hit := self.rules.zones[kind][tile] & self.everyone):
            hit &= self.enemies()
            if hit and (rule := self.on & (clauses.BLADE_KILL, clauses.MAGUS_KILL)[kind]):
                self.fired |= rule
                self._lift(hit)
                self.tombs |= hit
                self.kills[self.player] += hit.bit_count()
        self._put(kind, spot)

    @action(
        "{thorn} on tombstone {tile} removes {target}",
        thorn=Axis(lambda rules: [rules.names[THORN]]),
        tile=one_of(*TILES),
        target=one_of(*TILES),
    )
    def activate(self, _: int, tile: int, target: int) -> None:
        self._lift(1 << target)
        self.tombs &= ~(1 << tile)
        self.fired |= self.on & clauses.THORN_ACTIVATE
        self._put(THORN, 1 << tile)

    @action("Discard {unit}", unit=held("hand", clauses.PLAY))
    def discard(self, kind: int) -> None:
        self.stuck += 1
        self.missed[self.player], self.fresh[self.player] = self._playable(), 0
        self.hand[self.player][kind] -= 1
        self.gone[kind] += 1
        self.fired |= self.on & clauses.STUCK
        self._end_turn()

    def _put(self, kind: int, spot: int) -> None:
        """Put a unit from the hand on the board, which ends the turn."""
        player = self.player
        self.stuck = 0
        self.hand[player][kind] -= 1
        if self.missed[player]:
            self.fresh[player] -= self.missed[player] >> kind & 1
            if self.fresh[player] >= sum(self.hand[player]):
                self.missed[player] = self.fresh[player] = 0
        self.units[player] |= spot
        self.board[kind] |= spot
        self.everyone |= spot
        self.fired |= self.on & clauses.PLAY
        self._end_turn()

    def _playable(self) -> int:
        """Bits of the classes that the current player, who is stuck, would be able to play."""
        other = self.clone()
        other.hand[self.player] = [1, 1, 1, 1]
        played = [action for action in other._generate() if action < DISCARD]
        return sum(1 << kind for kind in {min(action // len(TILES), THORN) for action in played})

    def _lift(self, spots: int) -> None:
        """Remove those units from the game."""
        kinds, units = self.board, self.units
        for kind in range(4):
            if lifted := kinds[kind] & spots:
                kinds[kind] ^= lifted
                self.gone[kind] += lifted.bit_count()
        for player in range(self.players):
            units[player] &= ~spots
        self.everyone &= ~spots

    # -- what is forbidden ---------------------------------------------------------------------------------------------

    @place.bar(clauses.EMPTY)
    def something_lies_there(self, kind: int, tile: int) -> str | None:
        spot = 1 << tile
        if self.tombs & spot:
            return f"there is a tombstone on {TILES[tile]}"
        replaces = kind == OMBRA and self.enemies() & spot
        return f"there is a unit on {TILES[tile]}" if self.everyone & spot and not replaces else None

    @place.permit(clauses.OMBRA_REPLACE)
    def nobody_is_replaced(self, _: int, tile: int) -> str | None:
        return f"there is a unit on {TILES[tile]}" if self.everyone >> tile & 1 else None

    @place.bar(clauses.OMBRA_OMBRA)
    def an_ombra_lies_there(self, _: int, tile: int) -> str | None:
        return f"there is an enemy Ombra on {TILES[tile]}" if self.board[OMBRA] >> tile & 1 else None

    @place.bar(clauses.FIRST)
    def nobody_begins_in_the_middle(self, _: int, tile: int) -> str | None:
        begins = self.turns == 1 and 1 << tile == CENTRE
        return "the first unit may not go on the middle tile" if begins else None

    @place.bar(clauses.THREAT)
    def the_tile_is_threatened(self, _: int, tile: int) -> str | None:
        return f"an enemy threatens {TILES[tile]}" if self.threat(self.enemies()) >> tile & 1 else None

    @place.bar(clauses.PEACE)
    def somebody_would_be_hit(self, kind: int, tile: int) -> str | None:
        hit = self.rules.zones[kind][tile] & self.enemies() if kind < OMBRA else self.everyone >> tile & 1
        return self._peaceful() if hit else None

    @activate.bar(clauses.PLAY)
    def there_is_no_thorn(self) -> str | None:
        return None if self.hand[self.player][THORN] else f"{self.rules.names[THORN]} is not in the hand"

    @activate.bar(clauses.THORN_ACTIVATE)
    def there_is_no_tombstone(self, _: int, tile: int, __: int) -> str | None:
        return None if self.tombs >> tile & 1 else f"there is no tombstone on {TILES[tile]}"

    @activate.bar(clauses.THORN_THORN)
    def a_thorn_keeps_it(self, _: int, tile: int, __: int) -> str | None:
        thorns = AROUND[tile] & self.enemies() & self.board[THORN]
        return f"there is an enemy Thorn around {TILES[tile]}" if thorns else None

    @activate.bar(clauses.THORN_ACTIVATE)
    def nobody_is_there_to_remove(self, _: int, tile: int, target: int) -> str | None:
        found = AROUND[tile] & self.enemies() & 1 << target
        return None if found else f"there is no enemy on {TILES[target]}, around {TILES[tile]}"

    activate.needs(clauses.THORN_ACTIVATE, "Thorns cannot be put on tombstones")

    @activate.bar(clauses.THREAT)
    def it_would_still_be_threatened(self, _: int, tile: int, target: int) -> str | None:
        others = self.enemies() & ~(1 << target)
        return f"an enemy would still threaten {TILES[tile]}" if self.threat(others) >> tile & 1 else None

    @activate.bar(clauses.PEACE)
    def somebody_would_be_removed(self, _: int, __: int, ___: int) -> str | None:
        return self._peaceful()

    @discard.bar(clauses.STUCK)
    def a_card_can_be_played(self, _: int) -> str | None:
        return "a card can be played, so none may be discarded" if self.legal_actions()[0] < DISCARD else None

    def _peaceful(self) -> str | None:
        why = f"nothing is killed or removed in the first {self.peace} turns"
        return why if self.turns <= self.peace else None

    # -- what can be done, for speed -----------------------------------------------------------------------------------

    def _generate(self) -> list[int]:
        on, tombs, enemy = self.on, self.tombs, self.enemies()
        reach_of_blade, reach_of_magus = self.rules.reach
        enemy_blades, enemy_magi = enemy & self.board[BLADE], enemy & self.board[MAGUS]
        threat = reach_of_blade[enemy_blades] | reach_of_magus[enemy_magi]
        free = BOARD & ~(self.everyone | tombs)
        fired = on & clauses.EMPTY if free != BOARD else 0
        if not self.fired & clauses.OWN and self.threat(self.everyone & ~enemy) & free:
            fired |= on & clauses.OWN
        if free & threat:
            fired |= on & ((reach_of_blade[enemy_blades] & free and clauses.BLADE_ZONE) | clauses.THREAT)
            fired |= on & clauses.MAGUS_ZONE if reach_of_magus[enemy_magi] & free else 0
            if on & clauses.THREAT:
                free &= ~threat
        if self.turns == 1 and (rule := on & clauses.FIRST):
            fired |= rule
            free &= ~CENTRE
        self.fired |= fired
        return self._with_hand(enemy, threat, free)

    def _with_hand(self, enemy: int, threat: int, free: int) -> list[int]:
        """What the cards of the current player can do."""
        hand = self.hand[self.player]
        blades, magi, ombras, thorns = hand
        peaceful = self.turns <= self.peace
        legal: list[int] = []
        if blades:
            legal += PLACING[BLADE][self._without_kills(BLADE, enemy, free) if peaceful else free]
        if magi:
            legal += PLACING[MAGUS][self._without_kills(MAGUS, enemy, free) if peaceful else free]
        if ombras:
            legal += PLACING[OMBRA][free | self._replaceable(enemy, threat, peaceful)]
        if thorns:
            legal += PLACING[THORN][free]
            if self.tombs and enemy & AROUND_ANY[self.tombs]:
                legal += self._activations(enemy, peaceful)
        return legal or [DISCARD + kind for kind in range(4) if hand[kind]]

    def _without_kills(self, kind: int, enemy: int, free: int) -> int:
        """The tiles where a new unit of that class would kill nobody."""
        deadly = free & self.rules.reach[kind][enemy]
        if deadly:
            self.fired |= clauses.PEACE
        return free & ~deadly

    def _replaceable(self, enemy: int, threat: int, peaceful: bool) -> int:
        """The enemy units that an Ombra may replace. No unit threatens its own tile, so any of them may leave."""
        if not (rule := self.on & clauses.OMBRA_REPLACE):
            return 0
        targets = enemy
        if targets & self.board[OMBRA] and (forbids := self.on & clauses.OMBRA_OMBRA):
            self.fired |= forbids
            targets &= ~self.board[OMBRA]
        if targets & threat and (forbids := self.on & clauses.THREAT):
            self.fired |= forbids
            targets &= ~threat
        if targets and peaceful:
            self.fired |= clauses.PEACE
            return 0
        self.fired |= rule if targets else 0
        return targets

    def _activations(self, enemy: int, peaceful: bool) -> list[int]:
        """A Thorn on a tombstone that removes one enemy around it."""
        on, thorns = self.on, enemy & self.board[THORN]
        if not on & clauses.THORN_ACTIVATE:
            return []
        legal: list[int] = []
        for tile in TILES_OF[self.tombs]:
            if AROUND[tile] & thorns and (forbids := on & clauses.THORN_THORN):
                self.fired |= forbids
                continue
            for target in TILES_OF[AROUND[tile] & enemy]:
                if self.threat(enemy & ~(1 << target)) >> tile & 1 and (forbids := on & clauses.THREAT):
                    self.fired |= forbids
                elif peaceful:
                    self.fired |= clauses.PEACE
                else:
                    legal.append(ACTIVATE + 9 * tile + target)
        return legal

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        player, players = self.player, self.players
        following = (player + 1) % players
        if self.kills[player] >= self.rules.goals[players] and (rule := self.on & clauses.KILL_GOAL):
            self._finish(rule)
        elif self.turns >= self.rules.sizes[players]:
            self._finish(self.on & clauses.UNIT_COUNT)
        elif self.stuck == players - 1 and (rule := self.on & clauses.FIELD_LOCK):
            self._finish(rule)
            self.stuck = players + following
        else:
            self._begin_turn(following)

    def _finish(self, rule: int) -> None:
        self.fired |= rule | self.rules.teams[self.players]
        self.ended_by = rule
        self.player = OVER
        if rule == clauses.UNIT_COUNT and (decided := self.ranking().decided_by):
            self.fired |= clauses.POINTS.bit(decided.clause)

    def deciding(self) -> list[Criterion]:
        """Partners both have the counts of the better one, comparing all rows."""
        rows: list[tuple[int, str, Sequence[float]]]
        if self.ended_by == clauses.FIELD_LOCK:
            locked = [float(seat == self.stuck - self.players) for seat in range(self.players)]
            rows = [(clauses.FIELD_LOCK, "field lock", locked)]
        elif self.ended_by == clauses.KILL_GOAL:
            reached = [float(kills >= self.rules.goals[self.players]) for kills in self.kills]
            rows = [(clauses.KILL_GOAL, "kill goal reached", reached)]
        else:
            units = [units.bit_count() for units in self.units]
            rows = [(clauses.UNIT_COUNT, "units on the board", units), (clauses.UNIT_TIE, "kills", self.kills)]
        sides = self.sides()
        teams = [sides.seats[sides.of(seat)] for seat in range(self.players)]
        better = [max(team, key=lambda mate: [values[mate] for *_, values in rows]) for team in teams]
        return [self.by(clause, label, [values[mate] for mate in better]) for clause, label, values in rows]

    def score_sheets(self) -> list[ScoreSheet]:
        names, kinds = self.rules.names, list(enumerate(self.board))
        found = [
            [f"{names[kind]} {TILES[tile]}" for kind, tiles in kinds for tile in TILES_OF[tiles & units]]
            for units in self.units
        ]
        return list(map(sheet, found, self.kills))

    def weights(self) -> list[float]:
        return [1.0 + units.bit_count() + 2 * kills for units, kills in zip(self.units, self.kills, strict=True)]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def resample(self, player: int, random: Random) -> Self:
        """Whoever was stuck had nothing to play: hands that could not be are dealt again."""
        while True:
            copy = super().resample(player, random)
            others = [seat for seat in range(self.players) if seat != player and self.missed[seat]]
            if all(random.random() < copy._fits(seat) for seat in others):
                return copy

    def _fits(self, seat: int) -> float:
        """How likely all cards of a hand that were missed before are among those that were drawn since."""
        hand, fresh = self.hand[seat], self.fresh[seat]
        found = sum(count for kind, count in enumerate(hand) if self.missed[seat] >> kind & 1)
        if found > fresh:
            return 0.0
        return comb(sum(hand) - found, fresh - found) / comb(sum(hand), fresh)


def sheet(units: Sequence[str], kills: int) -> ScoreSheet:
    """One point per unit on the board. Kills do not score: they win outright, or break a tie."""
    clause, label = clauses.POINTS.id(clauses.UNIT_COUNT), f"{counted(len(units), 'unit')} on the board"
    return ScoreSheet((Item(clause, label, len(units), tuple(units)),), {"kills": kills})


class Tombs(Rules[TombsState]):
    """Tombs for one deck and one set of parameters. A card is its class."""

    name = "tombs"
    min_players, max_players = 2, 4
    points = clauses.POINTS
    parameters = clauses.PARAMETERS
    table = TombsState
    reshuffles = False
    checks_pieces = False  # there is a piece for each tile, and kills beyond the end of the track are right

    def in_order(self, cards: list[Card]) -> list[Card]:
        """Raises ProofdeckError if the spreadsheet has unknown units, or lacks one."""
        units = {card.id: card for card in cards if card.kind == "unit"}
        if set(units) != set(CLASSES):
            strange = next((card for name, card in units.items() if name not in CLASSES), None)
            message = "the engine of Tombs needs exactly one row for each of blade, magus, ombra and thorn"
            raise refusal(strange, "id", message, "Use these ids.")

        def check(name: str) -> Card:
            picture = PICTURES_OF_ZONES.get(name, "")
            if " ".join(units[name].fields.get("threat", "").split()) not in ("", picture):
                message = f"the picture on {units[name].name} marks other tiles than the engine plays"
                raise refusal(units[name], "threat", message, f"Write '{picture}'.")
            return units[name]

        return for_each(CLASSES, check)

    def prepare(self) -> None:
        values, on = self.values, self.on
        self.copies = {n: [card.copies(n) for card in self.cards] for n in range(2, 5)}
        self.sizes = {n: sum(self.copies[n]) for n in range(2, 5)}
        self.goals = {n: values.number(f"goal.{n}") for n in range(2, 5)}
        self.stones = min(max(self.goals.values()), MOST_STONES)
        diagonals = NEXT_DIAGONALS if values.flag("magus-adjacent") else DIAGONALS
        self.zones = (BESIDE if on & clauses.BLADE_ZONE else NOWHERE, diagonals if on & clauses.MAGUS_ZONE else NOWHERE)
        self.reach = (reach_of(self.zones[BLADE]), reach_of(self.zones[MAGUS]))
        teams = on & {"friendly": clauses.FRIENDLY, "rival": clauses.RIVALS}.get(values.word("teams"), 0)
        self.teams = {n: teams if n == self.max_players else 0 for n in range(2, 5)}
        """The bit of the clause by which those who sit opposite each other are a team; 0 if nobody is."""

    def sides(self, players: int) -> Sides:
        return TEAMS if self.teams.get(players) else super().sides(players)

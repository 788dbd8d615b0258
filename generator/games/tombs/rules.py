"""The rules of Tombs, in the order of its page."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from generator.cards import Deck
from generator.engine.piles import shuffled
from generator.engine.score_sheet import Criterion, ScoreSheet
from generator.engine.state import OVER, Action, Game, IllegalAction, State
from generator.games.tombs import views
from generator.games.tombs.board import (
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
    END_OF_ACTIONS,
    MAGUS,
    NEXT_DIAGONALS,
    NOWHERE,
    OMBRA,
    PLACING,
    THORN,
    TILES_OF,
    in_words,
    reach_of,
)
from generator.games.tombs.clauses import (
    BLADE_KILL,
    BLADE_ZONE,
    DEAL,
    DECK,
    DRAW,
    EMPTY,
    FIELD_LOCK,
    FIRST,
    KILL_GOAL,
    MAGUS_KILL,
    MAGUS_ZONE,
    OMBRA_OMBRA,
    OMBRA_REPLACE,
    OWN,
    PEACE,
    PLAY,
    POINTS,
    STUCK,
    TEAMS,
    THORN_ACTIVATE,
    THORN_THORN,
    THREAT,
    UNIT_COUNT,
    UNIT_TIE,
)
from generator.games.tombs.refusals import refusal
from generator.games.tombs.scoring import MOST_KILLS, criteria, sheet
from generator.problems import Problem, ProofdeckError
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints


class Tombs(Game):
    """Tombs for one deck and one set of parameters."""

    name: ClassVar[str] = "tombs"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 4
    points: ClassVar[RulePoints] = POINTS

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError when the spreadsheet has units that no rule knows, or lacks one."""
        super().__init__(values, on)
        units = {card.id: card for card in deck if card.kind == "unit"}
        if set(units) != set(CLASSES):
            strange = next((card.place("id") for name, card in units.items() if name not in CLASSES), None)
            message = "the engine of Tombs plays the units blade, magus, ombra and thorn, each of them once"
            file, line, column = (strange.file, strange.line, strange.column) if strange else (None, None, None)
            raise ProofdeckError(Problem("E610", message, file, line, column, "id", "Name the units so."))
        self.names = [units[name].name for name in CLASSES]
        self.copies = {n: [units[name].copies(n) for name in CLASSES] for n in range(2, 5)}
        self.stacks = {n: [kind for kind in range(4) for _ in range(self.copies[n][kind])] for n in range(2, 5)}
        self.goals = {n: values.number(f"goal.{n}") for n in range(2, 5)}
        diagonals = NEXT_DIAGONALS if values.flag("magus-adjacent") else DIAGONALS
        self.zones = (BESIDE if on & BLADE_ZONE else NOWHERE, diagonals if on & MAGUS_ZONE else NOWHERE)
        self.reach = (reach_of(self.zones[BLADE]), reach_of(self.zones[MAGUS]))

    def has_teams(self, players: int) -> bool:
        return players == self.max_players and bool(self.on & TEAMS) and self.values.flag("friendly-teams")

    def new_initial_state(self, players: int, seed: int) -> TombsState:
        self._check_players(players)
        return TombsState.dealt(self, players, seed)

    def actions(self) -> Iterable[Action]:
        return range(END_OF_ACTIONS)

    def action_to_string(self, action: Action) -> str:
        return in_words(action, self.names)


class TombsState(State):
    """A table of Tombs.

    units: for each player the tiles of his units; everyone: those of all; kinds: for each class the tiles of its units,
    whoever owns them. hands: 4 counts a player, flat. gone: how many of each class have left the game. stock: the
    shuffled deck, of which the first `drawn` cards have been dealt. teams: whether partners spare each other. stuck:
    how many players in a row could not play; won_by: the clause that ended the game.
    """

    __slots__ = (
        "drawn",
        "everyone",
        "game",
        "gone",
        "hands",
        "kills",
        "kinds",
        "on",
        "peace",
        "stock",
        "stuck",
        "teams",
        "tombs",
        "units",
        "won_by",
    )

    game: Tombs
    on: int
    teams: bool
    units: list[int]
    everyone: int
    kinds: list[int]
    hands: list[int]
    kills: list[int]
    gone: list[int]
    stock: list[int]
    drawn: int
    tombs: int
    peace: int
    stuck: int
    won_by: int

    @classmethod
    def dealt(cls, game: Tombs, players: int, seed: int) -> Self:
        state = cls()
        state.game, state.players, state.on = game, players, game.on
        state.teams = game.has_teams(players)
        state.stock = shuffled(game.stacks[players], seed, 0)
        state.fired = game.on & (DECK | DEAL)
        hand = game.values.number("hand") if game.on & DEAL else 0
        state.hands = [0] * (4 * players)
        state.drawn = min(hand * players, len(state.stock))
        for place in range(state.drawn):
            state.hands[4 * (place // hand) + state.stock[place]] += 1
        state.units, state.kinds, state.kills, state.gone = [0] * players, [0] * 4, [0] * players, [0] * 4
        state.everyone = state.tombs = state.stuck = state.turns = 0
        state.peace = game.values.number(f"peace.{players}") if game.on & PEACE else 0
        state.won_by = 0
        state._legal = None
        state._begin_turn(0)
        return state

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on, copy.teams = self.game, self.players, self.on, self.teams
        copy.stock, copy.peace = self.stock, self.peace
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.hands, copy.units, copy.everyone, copy.kinds = self.hands[:], self.units[:], self.everyone, self.kinds[:]
        copy.kills, copy.gone, copy.tombs = self.kills[:], self.gone[:], self.tombs
        copy.drawn, copy.stuck, copy.won_by = self.drawn, self.stuck, self.won_by
        return copy

    # -- what can be done ----------------------------------------------------------------------------------------------

    def enemies(self) -> int:
        """The tiles of the units that the current player does not spare."""
        if not self.on & OWN:
            return self.everyone
        spared = self.units[self.player]
        if self.teams:
            spared |= self.units[self.player ^ 2]
        return self.everyone & ~spared

    def threat(self, units: int) -> int:
        """The tiles that those units threaten."""
        reach, kinds = self.game.reach, self.kinds
        return reach[BLADE][units & kinds[BLADE]] | reach[MAGUS][units & kinds[MAGUS]]

    def _generate(self) -> list[Action]:
        on, tombs, enemy = self.on, self.tombs, self.enemies()
        reach_of_blade, reach_of_magus = self.game.reach
        enemy_blades, enemy_magi = enemy & self.kinds[BLADE], enemy & self.kinds[MAGUS]
        threat = reach_of_blade[enemy_blades] | reach_of_magus[enemy_magi]
        free = BOARD & ~(self.everyone | tombs)
        fired = on & EMPTY if free != BOARD else 0
        if self.threat(self.everyone & ~enemy) & free:
            fired |= on & OWN
        if free & threat:
            fired |= on & ((reach_of_blade[enemy_blades] & free and BLADE_ZONE) | THREAT)
            fired |= on & MAGUS_ZONE if reach_of_magus[enemy_magi] & free else 0
            if on & THREAT:
                free &= ~threat
        if self.turns == 1 and (rule := on & FIRST):
            fired |= rule
            free &= ~CENTRE
        self.fired |= fired
        return self._with_hand(enemy, threat, free)

    def _with_hand(self, enemy: int, threat: int, free: int) -> list[Action]:
        """What the cards of the current player can do."""
        held = 4 * self.player
        blades, magi, ombras, thorns = self.hands[held : held + 4]
        peaceful = self.turns <= self.peace
        legal: list[Action] = []
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
        return legal or [DISCARD + kind for kind in range(4) if self.hands[held + kind]]

    def _without_kills(self, kind: int, enemy: int, free: int) -> int:
        """The tiles from which a unit of that class would kill nobody."""
        deadly = free & self.game.reach[kind][enemy]
        if deadly:
            self.fired |= PEACE
        return free & ~deadly

    def _replaceable(self, enemy: int, threat: int, peaceful: bool) -> int:
        """The enemy units on which an Ombra may be put. No unit threatens its own tile, so who leaves is no matter."""
        if not (rule := self.on & OMBRA_REPLACE):
            return 0
        targets = enemy
        if targets & self.kinds[OMBRA] and (forbids := self.on & OMBRA_OMBRA):
            self.fired |= forbids
            targets &= ~self.kinds[OMBRA]
        if targets & threat and (forbids := self.on & THREAT):
            self.fired |= forbids
            targets &= ~threat
        if targets and peaceful:
            self.fired |= PEACE
            return 0
        self.fired |= rule if targets else 0
        return targets

    def _activations(self, enemy: int, peaceful: bool) -> list[Action]:
        """A Thorn on a tombstone that removes one enemy around it."""
        on, thorns = self.on, enemy & self.kinds[THORN]
        if not on & THORN_ACTIVATE:
            return []
        legal: list[Action] = []
        for tile in TILES_OF[self.tombs]:
            if AROUND[tile] & thorns and (forbids := on & THORN_THORN):
                self.fired |= forbids
                continue
            for target in TILES_OF[AROUND[tile] & enemy]:
                if self.threat(enemy & ~(1 << target)) >> tile & 1 and (forbids := on & THREAT):
                    self.fired |= forbids
                elif peaceful:
                    self.fired |= PEACE
                else:
                    legal.append(ACTIVATE + 9 * tile + target)
        return legal

    def _refuse(self, action: Action) -> IllegalAction:
        return refusal(self, action)

    # -- what is done --------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player = player
        self.turns += 1
        drawn = self.drawn
        if drawn < len(self.stock) and (rule := self.on & DRAW):
            self.fired |= rule
            self.hands[4 * player + self.stock[drawn]] += 1
            self.drawn = drawn + 1

    def _play(self, action: Action) -> None:
        if action < ACTIVATE:
            self.stuck = 0
            self._place(*divmod(action, 9))
        elif action < DISCARD:
            self.stuck = 0
            tile, target = divmod(action - ACTIVATE, 9)
            self._lift(1 << target)
            self.tombs &= ~(1 << tile)
            self._put(THORN, 1 << tile)
            self.fired |= self.on & THORN_ACTIVATE
        else:
            self.stuck += 1
            self.hands[4 * self.player + action - DISCARD] -= 1
            self.gone[action - DISCARD] += 1
            self.fired |= self.on & STUCK
        self._end_turn()

    def _place(self, kind: int, tile: int) -> None:
        spot = 1 << tile
        if self.everyone & spot:
            self._lift(spot)
            self.fired |= self.on & OMBRA_REPLACE
        elif kind < OMBRA and (hit := self.game.zones[kind][tile] & self.everyone):
            hit &= self.enemies()
            if hit and (rule := self.on & (BLADE_KILL, MAGUS_KILL)[kind]):
                self.fired |= rule
                self._lift(hit)
                self.tombs |= hit
                self.kills[self.player] += hit.bit_count()
        self._put(kind, spot)

    def _put(self, kind: int, spot: int) -> None:
        player = self.player
        self.hands[4 * player + kind] -= 1
        self.units[player] |= spot
        self.kinds[kind] |= spot
        self.everyone |= spot
        self.fired |= self.on & PLAY

    def _lift(self, spots: int) -> None:
        """Those units leave the game."""
        kinds, units = self.kinds, self.units
        for kind in range(4):
            if lifted := kinds[kind] & spots:
                kinds[kind] ^= lifted
                self.gone[kind] += lifted.bit_count()
        for player in range(self.players):
            units[player] &= ~spots
        self.everyone &= ~spots

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        player, players = self.player, self.players
        following = (player + 1) % players
        if self.kills[player] >= self.game.goals[players] and (rule := self.on & KILL_GOAL):
            self._finish(rule)
        elif self.turns >= len(self.stock):
            self._finish(self.on & UNIT_COUNT)
        elif self.stuck == players - 1 and (rule := self.on & FIELD_LOCK):
            self._finish(rule)
            self.stuck = players + following
        else:
            self._begin_turn(following)

    def _finish(self, rule: int) -> None:
        self.fired |= rule | (TEAMS if self.teams else 0)
        self.won_by = rule
        self.player = OVER
        if rule == UNIT_COUNT:
            decided_by = self.ranking().decided_by
            if decided_by is not None and decided_by.clause == MOST_KILLS:
                self.fired |= UNIT_TIE

    def criteria(self) -> list[Criterion]:
        locked = self.stuck - self.players if self.won_by == FIELD_LOCK else None
        goal = self.game.goals[self.players] if self.won_by == KILL_GOAL else None
        found = criteria([units.bit_count() for units in self.units], self.kills, goal, locked, friends=self.teams)
        return [row for row in found if self.on & UNIT_TIE or row.clause != MOST_KILLS]

    def score_sheets(self) -> list[ScoreSheet]:
        return [sheet(views.unit_names(self, player), self.kills[player]) for player in range(self.players)]

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        weights = [1.0 + units.bit_count() + 2 * kills for units, kills in zip(self.units, self.kills, strict=True)]
        return [weight / sum(weights) for weight in weights]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def zones(self) -> dict[str, list[str]]:
        return views.zones(self)

    def key(self) -> bytes:
        return views.key(self)

    def information_state_key(self, player: int) -> bytes:
        return views.information_state_key(self, player)

    def observation(self, player: int | None) -> dict[str, Any]:
        return views.observation(self, player)

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        views.deal_anew(copy, player, random)
        if player != self.player:
            copy._legal = None
        return copy

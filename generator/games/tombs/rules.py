"""The rules of Tombs, in the order of its page.

A tile is a bit of nine and a set of tiles a whole number below 512. Zones are symmetric (one unit reaches the tile of
another exactly when the other, being of the same class, would reach its own), so `reach[class][tiles]` says both what
units of that class on those tiles reach and from where a new one would reach them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, ClassVar, Self

from generator.cards import Deck
from generator.engine.piles import shuffled
from generator.engine.score_sheet import Criterion, ScoreSheet
from generator.engine.state import OVER, UNKNOWN_ACTION, Action, Game, IllegalAction, State
from generator.games.tombs.scoring import FIELD_LOCK_WINS, KILL_GOAL_WINS, MOST_KILLS, MOST_UNITS, criteria, sheet
from generator.problems import Problem, ProofdeckError
from generator.rules.parameters import Parameter, Values, Whole, YesNo
from generator.rules.points import ALL_ON, RulePoints

CLASSES = ("blade", "magus", "ombra", "thorn")
BLADE, MAGUS, OMBRA, THORN = range(4)
TILES = tuple(f"{column}{row}" for row in "123" for column in "abc")
BOARD = 0b111_111_111
CENTRE = 1 << 4

PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 6, "the number of cards dealt to each player"),
    *(Whole(f"goal.{n}", 1, 40, f"the number of kills that wins with {n} players") for n in (2, 3, 4)),
    *(Whole(f"peace.{n}", 0, 40, f"the number of first turns without kills with {n} players") for n in (2, 3, 4)),
    YesNo("magus-adjacent", "whether a Magus threatens only the next tile of each diagonal"),
    YesNo("friendly-teams", "whether partners of a four-player game spare each other"),
)

POINTS = RulePoints()
DECK = POINTS.bind("setup.deck")
DEAL = POINTS.bind("setup.deal")
DRAW = POINTS.bind("turn.draw")
PLAY = POINTS.bind("turn.play")
STUCK = POINTS.bind("turn.stuck")
EMPTY = POINTS.bind("place.empty")
THREAT = POINTS.bind("place.threat")
OWN = POINTS.bind("place.own")
FIRST = POINTS.bind("place.first")
PEACE = POINTS.bind("place.peace")
BLADE_ZONE = POINTS.bind("blade.zone")
BLADE_KILL = POINTS.bind("blade.kill")
MAGUS_ZONE = POINTS.bind("magus.zone")
MAGUS_KILL = POINTS.bind("magus.kill")
OMBRA_REPLACE = POINTS.bind("ombra.replace")
OMBRA_OMBRA = POINTS.bind("ombra.ombra")
THORN_ACTIVATE = POINTS.bind("thorn.activate")
THORN_THORN = POINTS.bind("thorn.thorn")
KILL_GOAL = POINTS.bind(KILL_GOAL_WINS)
UNIT_COUNT = POINTS.bind(MOST_UNITS)
UNIT_TIE = POINTS.bind(MOST_KILLS)
FIELD_LOCK = POINTS.bind(FIELD_LOCK_WINS)
TEAMS = POINTS.bind("teams.friendly")

# Actions: class * 9 + tile places a card; ACTIVATE + tile * 9 + target plays a Thorn on a tombstone; DISCARD + class.
ACTIVATE = 36
DISCARD = ACTIVATE + 81
END_OF_ACTIONS = DISCARD + 4


def tiles_of(mask: int) -> list[int]:
    return [tile for tile in range(9) if mask >> tile & 1]


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


def zones_where(near: Callable[[int, int], bool]) -> list[int]:
    """For each tile, the other tiles whose distance in (columns, rows) is near."""

    def distance(a: int, b: int) -> tuple[int, int]:
        return abs(a % 3 - b % 3), abs(a // 3 - b // 3)

    return [_union(1 << b for b in range(9) if b != a and near(*distance(a, b))) for a in range(9)]


def _reach(zones: list[int]) -> list[int]:
    """For each set of tiles, the union of their zones."""
    return [_union(zones[tile] for tile in tiles_of(mask)) for mask in range(512)]


AROUND = zones_where(lambda columns, rows: max(columns, rows) == 1)
BESIDE = zones_where(lambda columns, rows: columns + rows == 1)
DIAGONALS = zones_where(lambda columns, rows: columns == rows)
NEXT_DIAGONALS = zones_where(lambda columns, rows: columns == rows == 1)
NOWHERE = [0] * 9
PLACING = [[[kind * 9 + tile for tile in tiles_of(mask)] for mask in range(512)] for kind in range(4)]
"""PLACING[class][tiles]: the actions that place that class on one of those tiles."""


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
        adjacent = values.flag("magus-adjacent")
        diagonals = NEXT_DIAGONALS if adjacent else DIAGONALS
        self.zones = (BESIDE if on & BLADE_ZONE else NOWHERE, diagonals if on & MAGUS_ZONE else NOWHERE)
        self.reach = (_reach(self.zones[BLADE]), _reach(self.zones[MAGUS]))
        self.around = _reach(AROUND)

    def new_initial_state(self, players: int, seed: int) -> TombsState:
        self._check_players(players)
        return TombsState.dealt(self, players, seed)

    def actions(self) -> Iterable[Action]:
        return range(END_OF_ACTIONS)

    def action_to_string(self, action: Action) -> str:
        if action < ACTIVATE:
            return f"{self.names[action // 9]} on {TILES[action % 9]}"
        if action < DISCARD:
            tile, target = divmod(action - ACTIVATE, 9)
            return f"{self.names[THORN]} on tombstone {TILES[tile]} removes {TILES[target]}"
        return f"Discard {self.names[action - DISCARD]}"


class TombsState(State):
    """A table of Tombs.

    units: for each player the tiles of his units; kinds: for each class the tiles of its units, whoever owns them.
    hands: 4 counts a player, flat. gone: how many of each class have left the game. stock: the shuffled deck, of which
    the first `drawn` cards have been dealt.
    """

    __slots__ = (
        "drawn",
        "game",
        "gone",
        "hands",
        "kills",
        "kinds",
        "on",
        "peace",
        "stock",
        "stuck",
        "tombs",
        "units",
        "won_by",
    )

    game: Tombs
    on: int
    units: list[int]
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
        state.stock = shuffled(game.stacks[players], seed, 0)
        state.fired = game.on & (DECK | DEAL)
        hand = game.values.number("hand") if game.on & DEAL else 0
        state.hands = [0] * (4 * players)
        state.drawn = min(hand * players, len(state.stock))
        for place in range(state.drawn):
            state.hands[4 * (place // hand) + state.stock[place]] += 1
        state.units, state.kinds, state.kills, state.gone = [0] * players, [0] * 4, [0] * players, [0] * 4
        state.tombs = state.stuck = state.turns = 0
        state.peace = game.values.number(f"peace.{players}")
        state.won_by = 0
        state._legal = None
        state._begin_turn(0)
        return state

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on = self.game, self.players, self.on
        copy.stock, copy.peace = self.stock, self.peace
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.hands, copy.units, copy.kinds = self.hands[:], self.units[:], self.kinds[:]
        copy.kills, copy.gone, copy.tombs = self.kills[:], self.gone[:], self.tombs
        copy.drawn, copy.stuck, copy.won_by = self.drawn, self.stuck, self.won_by
        return copy

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player = player
        self.turns += 1
        if self.drawn < len(self.stock) and (rule := self.on & DRAW):
            self.fired |= rule
            self.hands[4 * player + self.stock[self.drawn]] += 1
            self.drawn += 1

    def _generate(self) -> list[Action]:
        game, on, held = self.game, self.on, 4 * self.player
        enemy, everyone = self._enemies()
        blades, magi = self.kinds[BLADE], self.kinds[MAGUS]
        free = BOARD & ~everyone & ~self.tombs
        threat = game.reach[BLADE][enemy & blades] | game.reach[MAGUS][enemy & magi]
        fired = self._note_zones(free, enemy, everyone)
        if free & threat and (rule := on & THREAT):
            fired |= rule
            free &= ~threat
        if self.turns == 1 and (rule := on & FIRST):
            fired |= rule
            free &= ~CENTRE
        peaceful = self.turns <= self.peace and on & PEACE
        legal: list[Action] = []
        for kind in (BLADE, MAGUS):
            if self.hands[held + kind]:
                kind_free = free
                if peaceful and free & game.reach[kind][enemy]:
                    fired |= peaceful
                    kind_free = free & ~game.reach[kind][enemy]
                legal += PLACING[kind][kind_free]
        if self.hands[held + OMBRA]:
            legal += PLACING[OMBRA][free | self._replaceable(enemy, threat, peaceful)]
        if self.hands[held + THORN]:
            legal += PLACING[THORN][free]
            if self.tombs and enemy & self.game.around[self.tombs]:
                legal += self._activations(enemy, peaceful)
        self.fired |= fired
        if legal:
            return legal
        return [DISCARD + kind for kind in range(4) if self.hands[held + kind]]

    def _enemies(self) -> tuple[int, int]:
        """The tiles of enemy units, and of all units."""
        units, player, players = self.units, self.player, self.players
        everyone = 0
        for mask in units:
            everyone |= mask
        own = units[player]
        if players == 4 and (rule := self.on & TEAMS) and self.game.values.flag("friendly-teams"):
            self.fired |= rule
            own |= units[player ^ 2]
        return everyone & ~own if self.on & OWN else everyone, everyone

    def _note_zones(self, free: int, enemy: int, everyone: int) -> int:
        """The clauses that matter on this board: whose zone closes an empty tile, and whose own zone does not."""
        reach, blades, magi = self.game.reach, self.kinds[BLADE], self.kinds[MAGUS]
        fired = 0
        if everyone | self.tombs:
            fired = EMPTY
        if reach[BLADE][enemy & blades] & free:
            fired |= BLADE_ZONE
        if reach[MAGUS][enemy & magi] & free:
            fired |= MAGUS_ZONE
        own = everyone & ~enemy
        if (reach[BLADE][own & blades] | reach[MAGUS][own & magi]) & free:
            fired |= OWN
        return fired & self.on

    def _replaceable(self, enemy: int, threat: int, peaceful: int) -> int:
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
            self.fired |= peaceful
            return 0
        self.fired |= rule if targets else 0
        return targets

    def _activations(self, enemy: int, peaceful: int) -> list[Action]:
        """A Thorn on a tombstone that removes one enemy around it."""
        game, on, kinds = self.game, self.on, self.kinds
        if not on & THORN_ACTIVATE:
            return []
        thorns = enemy & kinds[THORN]
        legal: list[Action] = []
        for tile in tiles_of(self.tombs):
            targets = AROUND[tile] & enemy
            if AROUND[tile] & thorns and (forbids := on & THORN_THORN):
                self.fired |= forbids
                continue
            for target in tiles_of(targets):
                left = enemy & ~(1 << target)
                threat = game.reach[BLADE][left & kinds[BLADE]] | game.reach[MAGUS][left & kinds[MAGUS]]
                if threat >> tile & 1 and (forbids := on & THREAT):
                    self.fired |= forbids
                elif peaceful:
                    self.fired |= peaceful
                else:
                    legal.append(ACTIVATE + 9 * tile + target)
        return legal

    def _play(self, action: Action) -> None:
        if action < ACTIVATE:
            self.stuck = 0
            self._place(*divmod(action, 9))
            self.fired |= self.on & PLAY
        elif action < DISCARD:
            self.stuck = 0
            tile, target = divmod(action - ACTIVATE, 9)
            self._lift(1 << target)
            self.tombs &= ~(1 << tile)
            self._put(THORN, 1 << tile)
            self.fired |= self.on & (THORN_ACTIVATE | PLAY)
        else:
            self.stuck += 1
            self.hands[4 * self.player + action - DISCARD] -= 1
            self.gone[action - DISCARD] += 1
            self.fired |= self.on & STUCK
        self._end_turn()

    def _place(self, kind: int, tile: int) -> None:
        spot = 1 << tile
        enemy, everyone = self._enemies()
        if everyone & spot:
            self._lift(spot)
            self.fired |= self.on & OMBRA_REPLACE
        elif kind < OMBRA:
            hit = self.game.zones[kind][tile] & enemy
            if hit and (rule := self.on & (BLADE_KILL, MAGUS_KILL)[kind]):
                self.fired |= rule
                self._lift(hit)
                self.tombs |= hit
                self.kills[self.player] += hit.bit_count()
        self._put(kind, spot)

    def _put(self, kind: int, spot: int) -> None:
        self.hands[4 * self.player + kind] -= 1
        self.units[self.player] |= spot
        self.kinds[kind] |= spot

    def _lift(self, spots: int) -> None:
        """Those units leave the game."""
        kinds, units, gone = self.kinds, self.units, self.gone
        for kind in range(4):
            if lifted := kinds[kind] & spots:
                kinds[kind] ^= lifted
                gone[kind] += lifted.bit_count()
        for player in range(self.players):
            units[player] &= ~spots

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        player, players, on = self.player, self.players, self.on
        following = (player + 1) % players
        if self.kills[player] >= self.game.values.number(f"goal.{players}") and (rule := on & KILL_GOAL):
            self._finish(rule)
        elif self.turns >= len(self.stock):
            self._finish(on & UNIT_COUNT)
        elif self.stuck == players - 1 and (rule := on & FIELD_LOCK):
            self._finish(rule)
            self.stuck = players + following
        else:
            self._begin_turn(following)

    def _finish(self, rule: int) -> None:
        self.fired |= rule
        self.won_by = rule
        self.player = OVER
        ranking = self.ranking()
        if ranking.decided_by is not None and ranking.decided_by.clause == MOST_KILLS:
            self.fired |= self.on & UNIT_TIE

    def criteria(self) -> list[Criterion]:
        locked = self.stuck - self.players if self.won_by == FIELD_LOCK else None
        goal = self.game.values.number(f"goal.{self.players}") if self.won_by == KILL_GOAL else None
        friends = self.players == 4 and self.game.values.flag("friendly-teams") and bool(self.on & TEAMS)
        found = criteria([units.bit_count() for units in self.units], self.kills, goal, locked, friends=friends)
        return [row for row in found if self.on & UNIT_TIE or row.clause != MOST_KILLS]

    def score_sheets(self) -> list[ScoreSheet]:
        return [sheet(self._unit_names(player), self.kills[player]) for player in range(self.players)]

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        weights = [1.0 + units.bit_count() + 2 * kills for units, kills in zip(self.units, self.kills, strict=True)]
        return [weight / sum(weights) for weight in weights]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def _unit_names(self, player: int) -> list[str]:
        return [
            f"{self.game.names[kind]} {TILES[tile]}"
            for kind in range(4)
            for tile in tiles_of(self.units[player] & self.kinds[kind])
        ]

    def _hand_names(self, player: int) -> list[str]:
        return [CLASSES[kind] for kind in range(4) for _ in range(self.hands[4 * player + kind])]

    def zones(self) -> dict[str, list[str]]:
        where = {f"hand {player + 1}": self._hand_names(player) for player in range(self.players)}
        where["board"] = [CLASSES[kind] for kind in range(4) for _ in tiles_of(self.kinds[kind])]
        where["gone"] = [CLASSES[kind] for kind in range(4) for _ in range(self.gone[kind])]
        where["stock"] = [CLASSES[kind] for kind in self.stock[self.drawn :]]
        return where

    def key(self) -> bytes:
        numbers = (
            self.player, self.turns, self.stuck, self.won_by, self.tombs, *self.units, *self.kinds, *self.kills,
            *self.hands, *self.gone, *self.stock[self.drawn :],
        )  # fmt: skip
        return repr(numbers).encode()

    def information_state_key(self, player: int) -> bytes:
        numbers = (
            player, self.player, self.turns, self.stuck, self.won_by, self.tombs, *self.units, *self.kinds,
            *self.kills, *self.gone, *self.hands[4 * player : 4 * player + 4],
        )  # fmt: skip
        return repr(numbers).encode()

    def observation(self, player: int | None) -> dict[str, Any]:
        seats = range(self.players)
        return {
            "player": None if player is None else player + 1,
            "turn": self.turns,
            "to move": None if self.player == OVER else self.player + 1,
            "hand": [] if player is None else self._hand_names(player),
            "cards in hand": [sum(self.hands[4 * seat : 4 * seat + 4]) for seat in seats],
            "board": [self._tile(tile) for tile in range(9)],
            "kills": list(self.kills),
            "gone": {CLASSES[kind]: count for kind, count in enumerate(self.gone)},
            "stock": len(self.stock) - self.drawn,
            "stuck in a row": self.stuck,
        }

    def _tile(self, tile: int) -> str:
        """As the notation writes it: `B1`, `X` for a tombstone, `.` for nothing."""
        spot = 1 << tile
        if self.tombs & spot:
            return "X"
        for kind, tiles in enumerate(self.kinds):
            if tiles & spot:
                owner = next(seat for seat, units in enumerate(self.units) if units & spot)
                return f"{CLASSES[kind][0].upper()}{owner + 1}"
        return "."

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        pool = copy.stock[copy.drawn :]
        others = [seat for seat in range(self.players) if seat != player]
        sizes = {seat: sum(self.hands[4 * seat : 4 * seat + 4]) for seat in others}
        for seat in others:
            pool += [kind for kind in range(4) for _ in range(self.hands[4 * seat + kind])]
        pool.sort()
        random.shuffle(pool)
        for seat in others:
            copy.hands[4 * seat : 4 * seat + 4] = [0, 0, 0, 0]
            for _ in range(sizes[seat]):
                copy.hands[4 * seat + pool.pop()] += 1
        copy.stock = copy.stock[: copy.drawn] + pool
        if player != self.player:
            copy._legal = None
        return copy

    # -- refusals ------------------------------------------------------------------------------------------------------

    def _refuse(self, action: Action) -> IllegalAction:
        if self.player == OVER:
            return IllegalAction(POINTS.id(self.won_by) if self.won_by else UNKNOWN_ACTION, "the game is over")
        if not 0 <= action < END_OF_ACTIONS:
            return IllegalAction(UNKNOWN_ACTION, f"Tombs has no action {action}")
        kind = action // 9 if action < ACTIVATE else THORN if action < DISCARD else action - DISCARD
        if not self.hands[4 * self.player + kind]:
            return IllegalAction(POINTS.id(PLAY), f"there is no {self.game.names[kind]} in the hand")
        if action >= DISCARD:
            return IllegalAction(POINTS.id(STUCK), "a card can be played, so none is discarded")
        clause, why = self._forbids_activation(action) if action >= ACTIVATE else self._forbids_placing(action)
        return IllegalAction(POINTS.id(clause), why)

    def _forbids_placing(self, action: Action) -> tuple[int, str]:
        kind, tile = divmod(action, 9)
        spot, name = 1 << tile, TILES[tile]
        enemy, everyone = self._enemies()
        if self.tombs & spot:
            return EMPTY, f"on {name} is a tombstone"
        if everyone & spot:
            if kind != OMBRA or not enemy & spot:
                return EMPTY, f"on {name} is a unit"
            if self.kinds[OMBRA] & spot:
                return OMBRA_OMBRA, f"on {name} is an enemy Ombra"
        if self.turns == 1 and tile == 4:
            return FIRST, "nobody begins on the middle tile"
        if self.threat(enemy) & spot:
            return THREAT, f"an enemy threatens {name}"
        return PEACE, f"nothing is killed or removed in the first {self.peace} turns"

    def _forbids_activation(self, action: Action) -> tuple[int, str]:
        tile, target = divmod(action - ACTIVATE, 9)
        enemy, _ = self._enemies()
        if not self.tombs >> tile & 1:
            return THORN_ACTIVATE, f"there is no tombstone on {TILES[tile]}"
        if AROUND[tile] & enemy & self.kinds[THORN]:
            return THORN_THORN, f"an enemy Thorn stands around {TILES[tile]}"
        if not AROUND[tile] & enemy & 1 << target:
            return THORN_ACTIVATE, f"on {TILES[target]} is no enemy around {TILES[tile]}"
        if self.threat(enemy & ~(1 << target)) >> tile & 1:
            return THREAT, f"an enemy would still threaten {TILES[tile]}"
        return PEACE, f"nothing is killed or removed in the first {self.peace} turns"

    def threat(self, enemy: int) -> int:
        """The tiles that those units threaten."""
        reach, kinds = self.game.reach, self.kinds
        return reach[BLADE][enemy & kinds[BLADE]] | reach[MAGUS][enemy & kinds[MAGUS]]

"""What is told to the author of an engine that is not sound, and that nothing is told of one that is."""

from __future__ import annotations

import random as chance_of_all
import time
from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

import pytest
from tables import playable

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.piles import shuffled
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.score_sheet import Criterion, Item, ScoreSheet
from proofdeck.play.engine.state import OVER, UNKNOWN_ACTION, Action, Game, IllegalAction, State
from proofdeck.play.engine.trial import conformance
from proofdeck.play.engine.trial.conformance import Effort, examine
from proofdeck.play.engine.trial.findings import TrialReport
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.points import RulePoints

POINTS = RulePoints()
HOLD, REST, MOST = map(POINTS.bind, ("play.hold", "draw.rest", "win.most"))
DRAW = 12


class Shells(Game):
    """Twelve shells, three in each hand. Lay one down, or draw unless you drew last; an empty hand ends the game."""

    name: ClassVar[str] = "shells"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 3
    points: ClassVar[RulePoints] = POINTS
    table: ClassVar[type[Table]]

    def new_initial_state(self, players: int, seed: int) -> Table:
        self._check_players(players)
        state, cards = self.table(), shuffled(range(12), seed, 0)
        state.game, state.players, state.player, state.turns, state.fired, state._legal = self, players, 0, 1, 0, None
        state.hands = [sorted(cards[3 * seat : 3 * seat + 3]) for seat in range(players)]
        state.laid = [[] for _ in range(players)]
        state.stock = cards[3 * players :]
        state.rested = [False] * players
        return state

    def actions(self) -> Iterable[Action]:
        return range(13)

    def action_to_string(self, action: Action) -> str:
        return "Draw" if action == DRAW else f"Lay shell {action}"


class Table(State):
    __slots__ = ("game", "hands", "laid", "rested", "stock")

    game: Shells
    hands: list[list[int]]
    laid: list[list[int]]
    stock: list[int]
    rested: list[bool]

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.player, copy.turns = self.game, self.players, self.player, self.turns
        copy.fired, copy._legal = self.fired, self._legal
        copy.hands, copy.laid = [hand[:] for hand in self.hands], [laid[:] for laid in self.laid]
        copy.stock, copy.rested = self.stock[:], self.rested[:]
        return copy

    def can_draw(self) -> bool:
        return bool(self.stock) and not self.rested[self.player]

    def _generate(self) -> list[Action]:
        return [*self.hands[self.player], *([DRAW] if self.can_draw() else [])]

    def _refuse(self, action: Action) -> IllegalAction:
        if action not in range(13):
            return IllegalAction(UNKNOWN_ACTION, f"there is no action {action}")
        return (
            IllegalAction("draw.rest", "you drew last") if action == DRAW else IllegalAction("play.hold", "not in hand")
        )

    def _play(self, action: Action) -> None:
        if action == DRAW:
            self.hands[self.player].append(self.stock.pop())
            self.hands[self.player].sort()
        else:
            self.hands[self.player].remove(action)
            self.laid[self.player].append(action)
            self.fired |= HOLD
        self.rested[self.player] = action == DRAW
        self.turns += 1
        self.player = (self.player + 1) % self.players if self.hands[self.player] else OVER

    def key(self) -> bytes:
        return repr((self.player, self.turns, self.hands, self.laid, self.stock, self.rested)).encode()

    def zones(self) -> dict[str, list[str]]:
        names = [("hand", self.hands), ("laid", self.laid)]
        where = {f"{name} {seat}": list(map(str, cards)) for name, all_ in names for seat, cards in enumerate(all_, 1)}
        return {**where, "stock": list(map(str, self.stock))}

    def criteria(self) -> list[Criterion]:
        return [Criterion("win.most", "shells", [sum(laid) for laid in self.laid])]

    def score_sheets(self) -> list[ScoreSheet]:
        return [ScoreSheet((Item("win.most", "shells", sum(laid)),)) for laid in self.laid]

    def standing(self) -> list[float]:
        weights = [1 + sum(laid) for laid in self.laid]
        return [weight / sum(weights) for weight in weights]

    def observation(self, player: int | None) -> dict[str, Any]:
        return {
            "hand": [] if player is None else list(self.hands[player]),
            "hands": [len(hand) for hand in self.hands],
            "laid": [list(laid) for laid in self.laid],
            "stock": len(self.stock),
            "to move": self.player,
            "rested": list(self.rested),
        }

    def information_state_key(self, player: int) -> bytes:
        return repr((player, self.turns, self.observation(player))).encode()

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        others = [seat for seat in range(self.players) if seat != player]
        pool = sorted([*self.stock, *(card for seat in others for card in self.hands[seat])])
        random.shuffle(pool)
        for seat in others:
            copy.hands[seat] = sorted(pool.pop() for _ in self.hands[seat])
        copy.stock = pool
        if player != self.player:
            copy._legal = None
        return copy


class Slow(Table):
    """Also says the slow way what is legal."""

    def allowed(self) -> list[Action]:
        return [
            action for action in range(13) if (self.can_draw() if action == DRAW else action in self.hands[self.player])
        ]


Shells.table = Table
SMALL = Effort(games=2, tables=5, deals=60)


Players = tuple[int, ...]


def examined(
    table: type[Table] = Table, game: type[Shells] = Shells, players: Players = (2, 3), effort: Effort = SMALL
) -> TrialReport:
    kind = type(game.__name__, (game,), {"table": table})
    return examine(kind(Values({})), players, effort)


def told(table: type[Table] = Table, game: type[Shells] = Shells, players: Players = (2, 3)) -> list[str]:
    return [finding.says for finding in examined(table, game, players).findings]


def test_nothing_is_told_of_a_sound_engine_in_many_games() -> None:
    found = examined(effort=Effort(games=20, tables=3, deals=60))
    assert found.findings == []
    assert found.games == 40
    assert found.moves > 40 * 6


@pytest.mark.parametrize(
    "name", ["tombs", "rummy-duel", "fantasy-contract-rummy", "toonerville-rook", "fishing-dragon", "salt-roads"]
)
def test_nothing_is_told_of_the_five_games(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By chance Toonerville Rook goes on for thousands of moves; the first are enough here."""
    monkeypatch.setattr(conformance, "LONGEST", 1_000)
    game = playable(name).game
    found = examine(game, [game.min_players], Effort(games=1, tables=4, deals=30))
    assert [finding for finding in found.findings if not finding.endless] == []
    assert found.moves > 10


# -- planted faults ----------------------------------------------------------------------------------------------------


class Loses(Table):
    def _play(self, action: Action) -> None:
        super()._play(action)
        if action == 5:
            self.laid = [[card for card in laid if card != 5] for laid in self.laid]


class SharesAList(Table):
    def clone(self) -> Self:
        copy = super().clone()
        copy.laid = self.laid[:]
        return copy


class ForgetsInAClone(Table):
    def clone(self) -> Self:
        copy = super().clone()
        copy.rested = [False] * self.players
        return copy


class Leaks(Table):
    def observation(self, player: int | None) -> dict[str, Any]:
        return {**super().observation(player), "next": self.stock[-1:]}


class LeaksInItsKey(Table):
    def information_state_key(self, player: int) -> bytes:
        return self.key()


class ImaginesOtherSizes(Table):
    def resample(self, player: int, random: Random) -> Self:
        copy = super().resample(player, random)
        if copy.stock:
            copy.hands[player - 1].append(copy.stock.pop())
        return copy


class ImaginesOtherCards(Table):
    def resample(self, player: int, random: Random) -> Self:
        copy = super().resample(player, random)
        copy.stock = [0] * len(copy.stock)
        return copy


class ImaginesALaterTurn(Table):
    """And tells nobody which turn it is."""

    def information_state_key(self, player: int) -> bytes:
        return repr((player, self.observation(player))).encode()

    def resample(self, player: int, random: Random) -> Self:
        copy = super().resample(player, random)
        copy.turns += 1
        return copy


class LosesWhatIsImagined(Table):
    is_imagined = False

    def resample(self, player: int, random: Random) -> Self:
        copy = super().resample(player, random)
        copy.is_imagined = True
        return copy

    def _play(self, action: Action) -> None:
        super()._play(action)
        if self.is_imagined:
            self.laid = [[] for _ in self.laid]


class ImaginesTheTruth(Table):
    def resample(self, player: int, random: Random) -> Self:
        return self.clone()


class ImaginesHandsButNotTheStock(Table):
    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        others = [seat for seat in range(self.players) if seat != player]
        pool = sorted(card for seat in others for card in self.hands[seat])
        random.shuffle(pool)
        for seat in others:
            copy.hands[seat] = sorted(pool.pop() for _ in self.hands[seat])
        copy._legal = None
        return copy


class NeverMovesOneCard(Table):
    """Takes the place of shell 7 from the truth and deals the others."""

    def resample(self, player: int, random: Random) -> Self:
        copy = super().resample(player, random)
        real, now = ([*state.hands, state.stock] for state in (self, copy))
        here = next((place for place, cards in enumerate(real) if 7 in cards), None)
        there = next((place for place, cards in enumerate(now) if 7 in cards), None)
        if here is not None and there is not None and here != there:
            other = next(card for card in now[here] if card not in (self.hands[player] if player == here else ()))
            now[here][now[here].index(other)], now[there][now[there].index(7)] = 7, other
            for hand in copy.hands:
                hand.sort()
        return copy


class RefusesAndChanges(Table):
    def _refuse(self, action: Action) -> IllegalAction:
        self.turns += 1
        return super()._refuse(action)


class RefusesAndFires(Table):
    def _refuse(self, action: Action) -> IllegalAction:
        self.fired |= REST
        return super()._refuse(action)


class RefusesAndForgets(Table):
    """Changes what neither a key nor a list of what is legal shows."""

    def _refuse(self, action: Action) -> IllegalAction:
        self.rested.append(True)
        return super()._refuse(action)

    def key(self) -> bytes:
        return repr((self.player, self.turns, self.hands, self.laid, self.stock, self.rested[: self.players])).encode()


class RefusesByNoRule(Table):
    def _refuse(self, action: Action) -> IllegalAction:
        return IllegalAction("play.nonsense", "no") if action == DRAW else super()._refuse(action)


class RefusesWithoutWords(Table):
    def _refuse(self, action: Action) -> IllegalAction:
        why: Any = True
        return IllegalAction("play.hold", why) if action == DRAW else super()._refuse(action)


class RefusesNothing(Table):
    def apply_action(self, action: Action) -> None:
        if action == DRAW and not self.stock:
            self.turns += 1
        else:
            super().apply_action(action)


class CannotRefuse(Table):
    def _refuse(self, action: Action) -> IllegalAction:
        return IllegalAction(["play.hold"][action // 12], "no") if action != -1 else super()._refuse(action)


class ListsWhatItRefuses(Table):
    def apply_action(self, action: Action) -> None:
        if action == 3:
            raise IllegalAction("play.hold", "shell 3 is cursed")
        super().apply_action(action)


class ListsTwice(Table):
    def _generate(self) -> list[Action]:
        legal = super()._generate()
        return [*legal, legal[-1]] if self.turns == 4 else legal


class ListsNothing(Table):
    def _generate(self) -> list[Action]:
        return super()._generate() if self.turns < 4 else []


class ListsTheUnknown(Table):
    def _generate(self) -> list[Action]:
        return [*super()._generate(), *([13] if self.turns == 4 else [])]

    def _play(self, action: Action) -> None:
        super()._play(min(action, self.hands[self.player][0]) if action == 13 else action)


class KnowsTooLittle(Table):
    def information_state_key(self, player: int) -> bytes:
        return repr((player, self.turns, self.hands[player])).encode()


class HasAKeyOfWords(Table):
    def key(self) -> Any:
        return "key"


class ListsOtherCommitments(Table):
    def macro_actions(self) -> list[tuple[Action, ...]]:
        return [(action,) for action in self.legal_actions() if action != 2]


class DisagreesWithItsRules(Slow):
    def allowed(self) -> list[Action]:
        return [action for action in super().allowed() if action != 9]


class HasAPoorKey(Table):
    def key(self) -> bytes:
        return repr((self.player, self.turns, self.hands, self.laid, len(self.stock), self.rested)).encode()


class HasAKeyThatStays(Table):
    def key(self) -> bytes:
        return repr((self.hands, self.stock)).encode() if self.turns < 3 else b"later"


class ShowsWhatJsonCannotSay(Table):
    def observation(self, player: int | None) -> dict[str, Any]:
        return {**super().observation(player), "laid": tuple(map(tuple, self.laid))}


class GuessesTooMuch(Table):
    def standing(self) -> list[float]:
        return [1.0] * self.players


class SharesOutTooMuch(Table):
    def returns(self) -> list[float]:
        return [1.0] * self.players


class NeverEnds(Table):
    def _play(self, action: Action) -> None:
        super()._play(action)
        self.player = self.turns % self.players
        for cards in self.laid:
            if len(cards) > 1:
                self.stock.append(cards.pop(0))
        if not self.hands[self.player]:
            self.hands[self.player].append(self.stock.pop(0))


class Fails(Table):
    def _play(self, action: Action) -> None:
        if self.turns == 4:
            raise KeyError("reef")
        super()._play(action)


class HopesTooMuch(Table):
    def prospect(self) -> list[float]:
        return [1.0] * self.players


class GlancesAtHiddenCards(Table):
    def glance(self, player: int) -> Self:
        return self.clone()


class FailsInAView(Table):
    def observation(self, player: int | None) -> dict[str, Any]:
        return {**super().observation(player), "top": self.laid[0][-1]}


class LooksByChance(Table):
    def standing(self) -> list[float]:
        chance_of_all.random()
        return super().standing()


class Remembers(Table):
    """Goes on in another way than the last game of the same seed."""

    met: ClassVar[list[int]] = []

    def _play(self, action: Action) -> None:
        super()._play(action)
        if action == DRAW:
            self.met.append(0)
            self.turns += len(self.met)


class DealsByChance(Shells):
    def new_initial_state(self, players: int, seed: int) -> Table:
        state = super().new_initial_state(players, seed)
        chance_of_all.shuffle(state.stock)
        return state


class DealsByTheClock(Shells):
    def new_initial_state(self, players: int, seed: int) -> Table:
        return super().new_initial_state(players, seed + time.perf_counter_ns())


class DealsToACrowd(Shells):
    def _check_players(self, players: int) -> None:
        pass


class HasNoWordsForACrowd(DealsToACrowd):
    def new_initial_state(self, players: int, seed: int) -> Table:
        return {2: super().new_initial_state, 3: super().new_initial_state}[players](players, seed)


class SaysTheSameTwice(Shells):
    def action_to_string(self, action: Action) -> str:
        return "Lay shell 3" if action == 4 else super().action_to_string(action)


class ReadsItsWordsWrongly(Shells):
    def string_to_action(self, text: str) -> Action:
        return {"draw": 12}.get(text.casefold()) or int(text.rsplit(maxsplit=1)[-1]) % 11


class ReadsOnlySmallLetters(Shells):
    def string_to_action(self, text: str) -> Action:
        found = {self.action_to_string(action): action for action in self.actions()}
        if text not in found:
            raise ValueError("there is no such action.")
        return found[text]


class ReadsAnything(Shells):
    def string_to_action(self, text: str) -> Action:
        try:
            return super().string_to_action(text)
        except ValueError:
            return DRAW


class CountsBackwards(Shells):
    def actions(self) -> Iterable[Action]:
        return reversed(range(13))


FAULTS: list[tuple[type[Table], str]] = [
    (Loses, "the move 'Lay shell 5' changes the deck: 1 lost (5) (after move "),
    (SharesAList, "playing on a clone changes zones() of its original table, because both share 'laid' ("),
    (ForgetsInAClone, "a clone differs from the table it was taken from, in observation(None) (after move "),
    (Leaks, "observation(0) differs on a table imagined by resample(0) (after the deal, 2 players, seed 1)"),
    (LeaksInItsKey, "information_state_key(0) differs on a table imagined by resample(0) (after the deal, 2"),
    (
        ImaginesOtherSizes,
        "resample(0) leaves 4 cards in the zone 'hand 2' instead of 3 (after the deal, 2 players, s",
    ),
    (ImaginesOtherCards, "resample(0) changes the deck: "),
    (ImaginesALaterTurn, "resample(0) changes whose turn it is, or its number (after the deal, 2 players, seed 1)"),
    (LosesWhatIsImagined, "playing on an imagined table changes the deck: "),
    (
        ImaginesTheTruth,
        "everything is the same on every table that a player imagines, although it",
    ),
    (
        NeverMovesOneCard,
        "the place of '7' is the same on every table that a player imagines, although it",
    ),
    (RefusesAndChanges, "'Lay shell 0' is refused, but key() changes anyway (after the deal, 2 players, seed 1)"),
    (RefusesAndFires, "'Lay shell 0' is refused, but fired changes anyway (after the deal, 2 players, seed 1)"),
    (RefusesAndForgets, "an action that is refused changes observation(None) of the table (after the deal, 2 players"),
    (RefusesByNoRule, "'Draw' is refused by the clause 'play.nonsense', which the engine does not bind (after move "),
    (RefusesWithoutWords, "'Draw' is refused with True in place of a reason (after move "),
    (RefusesNothing, "'Draw' is not legal, but apply_action() plays it (after move "),
    (CannotRefuse, "IndexError: list index out of range"),
    (ListsTwice, "legal_actions() must be ascending without duplicates: "),
    (ListsNothing, "no action is legal, but the game is not over (after move 3, 2 players, seed 1)"),
    (ListsTheUnknown, "legal_actions() lists 13, but actions() does not (after move 3, 2 players, seed 1)"),
    (ListsWhatItRefuses, "legal_actions() lists 'Lay shell 3', but it is refused: shell 3 is cursed [play.hold] ("),
    (KnowsTooLittle, "after 'Lay shell "),
    (HasAKeyOfWords, "key() returns 'key', which is not bytes (after the deal, 2 players, seed 1)"),
    (ListsOtherCommitments, "macro_actions() differs from the commitments found by playing on clones (after "),
    (DisagreesWithItsRules, "_generate() lists 'Lay shell 9', which a rule forbids (after "),
    (HasAPoorKey, "two tables with different zones() have the same key() (after "),
    (ShowsWhatJsonCannotSay, "observation(None) changes on its way through JSON: check 'laid' (after the deal, 2"),
    (GuessesTooMuch, "standing() adds up to 2, not to 1 (after the deal, 2 players, seed 1)"),
    (HopesTooMuch, "prospect() adds up to 2, not to 1 (after the deal, 2 players, seed 1)"),
    (GlancesAtHiddenCards, "glance(0) is different on tables that look the same to seat 0 (after the deal, 2 players"),
    (SharesOutTooMuch, "returns() adds up to 2, not to 1 (after move "),
    (Fails, "KeyError: 'reef'"),
    (FailsInAView, "IndexError: list index out of range"),
    (
        LooksByChance,
        "the engine calls `random`, so the same seed does not give the same game (after the deal, 2 players, s",
    ),
    (Remembers, "the same seed and the same moves lead to a different table (after move "),
]


@pytest.mark.parametrize(("table", "says"), FAULTS, ids=lambda given: getattr(given, "__name__", ""))
def test_a_planted_fault_is_the_one_thing_that_is_told(table: type[Table], says: str) -> None:
    (one,) = told(table)
    assert one.startswith(says)


def test_a_key_that_a_move_leaves_as_it_was_is_told_with_what_else_is_wrong_with_it() -> None:
    assert told(HasAKeyThatStays)[0] == "the move 'Draw' does not change key() (after move 3, 2 players, seed 1)"


def test_a_game_that_never_ends_is_told_after_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "LONGEST", 3_000)
    found = examined(NeverEnds)
    assert [finding.says for finding in found.findings] == [
        "the game has not ended after 3,000 moves in 3,001 turns (2 players, seed 1)"
    ]
    assert found.findings[0].endless
    assert (found.games, found.moves) == (1, 3_000)


def test_a_crash_is_told_with_the_move_and_the_options_that_play_its_game() -> None:
    (finding,) = examined(Fails).findings
    assert isinstance(finding.error, KeyError)
    assert finding.look.startswith("It was after move 3, 2 players, seed 1: ")
    assert finding.look.endswith(
        ": `proofdeck simulate shells --trust --bots random --players 2 --seed 1 --games 1` plays this game."
    )


def test_the_game_of_a_seed_is_the_one_that_simulate_plays() -> None:
    """So a fault that is told with a seed can be seen again in its transcript."""
    made: list[list[Action]] = []

    class Watched(Table):
        def _play(self, action: Action) -> None:
            if self.turns == 1:
                made.append([])
            made[-1].append(action)
            super()._play(action)

    examined(Watched, players=(3,), effort=Effort(games=1, tables=0, deals=0))
    examination = made[0]
    game = type("Watching", (Shells,), {"table": Watched})(Values({}))
    play_one(game, [RandomBot] * 3, 1, 0)
    assert made[-1] == examination
    assert len(examination) > 5


METHODS = (
    *("_generate", "_play", "_refuse", "clone", "key", "zones", "criteria", "score_sheets", "standing", "observation"),
    *("information_state_key", "resample", "legal_actions", "apply_action", "current_player", "returns", "ranking"),
)


def fails(*_: object) -> None:
    raise LookupError("reef")


@pytest.mark.parametrize("method", METHODS)
def test_whatever_a_method_does_is_told_and_never_raised(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "LONGEST", 100)
    for wrong in (fails, lambda *_: None):
        table = type("Wrong", (Table,), {method: wrong})
        found = examined(table, players=(2,), effort=Effort(games=1, tables=1, deals=0))
        assert found.findings != []
        if wrong is fails:
            assert any(isinstance(finding.error, LookupError) for finding in found.findings)


def test_what_is_wrong_is_told_with_the_method_that_is_concerned() -> None:
    assert [finding.methods[0] for finding in examined(SharesAList).findings] == [SharesAList.clone]
    assert [finding.methods[0] for finding in examined(Leaks).findings] == [Leaks.observation]


def test_the_chance_of_python_is_left_as_it_was() -> None:
    before = chance_of_all.getstate()
    examined(LooksByChance)
    assert chance_of_all.getstate() == before


def test_progress_is_told_from_the_beginning_to_the_end() -> None:
    told_of: list[tuple[int, int]] = []
    kind = type("Shown", (Shells,), {"table": Table})
    examine(kind(Values({})), (2, 3), SMALL, lambda done, of: told_of.append((done, of)))
    assert told_of == [(0, 4), (1, 4), (2, 4), (2, 4), (3, 4), (4, 4)]


def test_a_zone_that_nobody_imagines_otherwise_is_named() -> None:
    (one,) = told(ImaginesHandsButNotTheStock, players=(3,))
    assert one.startswith("the content of the zone 'stock' is the same on every table that a player")


GAMES: list[tuple[type[Shells], str]] = [
    (DealsByChance, "the engine calls `random`, so the same seed does not give the same game (after move "),
    (DealsByTheClock, "the same seed deals a different table (after the deal, 2 players, seed 1)"),
    (DealsToACrowd, "new_initial_state() deals to 4 players, although max_players is 3"),
    (HasNoWordsForACrowd, "new_initial_state() fails without a message for 4 players: KeyError: 4"),
    (SaysTheSameTwice, "actions 3 and 4 have the same words, 'Lay shell 3'"),
    (ReadsItsWordsWrongly, "the words of action 11, 'Lay shell 11', are read as action 0"),
    (ReadsOnlySmallLetters, "the words of action 0, 'Lay shell 0', cannot be read: there is no such action."),
    (ReadsAnything, "string_to_action() reads '??' as action 12"),
    (CountsBackwards, "actions() is not ascending: 11 follows 12"),
]


@pytest.mark.parametrize(("game", "says"), GAMES, ids=lambda given: getattr(given, "__name__", ""))
def test_a_fault_that_is_planted_in_the_game_is_the_one_thing_that_is_told(game: type[Shells], says: str) -> None:
    (one,) = told(Table, game)
    assert one.startswith(says)


def test_the_slow_list_of_what_is_legal_is_held_against_the_fast_one() -> None:
    assert told(Slow) == []

"""The bot that looks ahead: it sees beyond the greedy player, knows what its seat knows, spends what it is given."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from proofdeck.play.engine.bots import LookaheadBot, Seat
from proofdeck.play.engine.rollouts import FIRST_LAPS, Rollouts, better_half, is_ahead, still_in
from proofdeck.play.engine.state import Macro

SAFE, RISKY, SLOW = range(3)


@pytest.fixture(autouse=True)
def nothing_is_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """These games are so small that all of them would be solved and nothing played on."""
    monkeypatch.setattr("proofdeck.play.engine.rollouts.solved", lambda *_: None)


LEFT, RIGHT = range(2)


class Doors:
    """Three doors and a coin. SLOW looks like nothing now and wins at the next step; RISKY wins if the coin is heads.

    SAFE looks best now and loses. Nobody sees the coin.
    """

    players = 2

    def chapter(self) -> None: ...

    def look_ahead(self) -> int:
        return 2

    @property
    def turns(self) -> int:
        return len(self.steps)

    def __init__(self, *, heads: bool, steps: tuple[int, ...] = (), made: list[int] | None = None) -> None:
        self.heads, self.steps = heads, steps
        self.made = [] if made is None else made

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return len(self.steps) == 2

    def legal_actions(self) -> list[int]:
        return [SAFE, RISKY, SLOW] if not self.steps else [0]

    def macro_actions(self) -> list[tuple[int, ...]]:
        return [(action,) for action in self.legal_actions()]

    def random_macro(self, random: Random) -> tuple[int, ...]:
        return (random.choice(self.legal_actions()),)

    def apply_action(self, action: int) -> None:
        if not self.steps:
            self.made.append(action)
        self.steps = (*self.steps, action)

    def clone(self) -> Doors:
        return Doors(heads=self.heads, steps=self.steps, made=self.made)

    def resample(self, player: int, random: Random) -> Doors:
        return Doors(heads=random.random() < 0.5, steps=self.steps, made=self.made)

    def returns(self) -> list[float]:
        won = {SAFE: False, RISKY: self.heads, SLOW: True}[self.steps[0]]
        return [float(won), float(not won)]

    prospect = returns


def greedy(random: Random) -> LookaheadBot:
    return LookaheadBot(lambda table, _: {SAFE: 2.0, RISKY: 1.0, SLOW: 0.0}[table.steps[0]], random)


def chosen(table: Any, playouts: int = 60, seed: int = 1) -> Sequence[int]:
    return Rollouts(Random(seed), greedy, playouts).choose(Seat(table))


def test_it_sees_what_comes_after_that_which_looks_best() -> None:
    table: Any = Doors(heads=False)
    assert greedy(Random(1)).choose(Seat(table)) == (SAFE,)
    assert chosen(table) == (SLOW,)


@pytest.mark.parametrize("seed", range(20))
def test_it_does_not_know_what_its_seat_does_not_see(seed: int) -> None:
    """A few playouts are easily misled, but in the same way whatever is hidden."""
    assert chosen(Doors(heads=True), 15, seed) == chosen(Doors(heads=False), 15, seed)


@pytest.mark.parametrize("playouts", [0, 2, 3, 40, 41])
def test_it_makes_no_more_playouts_than_it_is_given_and_answers_all_the_same(playouts: int) -> None:
    table = Doors(heads=True)
    assert chosen(table, playouts) in [(SAFE,), (RISKY,), (SLOW,)]
    tries_of_the_greedy_player = 3
    assert len(table.made) - tries_of_the_greedy_player <= playouts


@pytest.mark.parametrize("laps", [0, 1, 5])
def test_it_can_be_stopped_at_any_time_and_answers_with_the_best_so_far(laps: int) -> None:
    table: Any = Doors(heads=True)
    asked = iter([False] * laps + [True] * 99)
    said = Rollouts(Random(1), greedy, 10_000, lambda: next(asked)).choose(Seat(table))
    assert said == ((SLOW,) if laps == 5 else (SAFE,)), "what looks best, unless enough tables say otherwise"
    tries_of_the_greedy_player = 3
    assert len(table.made) - tries_of_the_greedy_player <= 3 * laps


def test_it_stops_as_soon_as_only_one_choice_is_left() -> None:
    table = Doors(heads=False)
    assert chosen(table, 10_000) == (SLOW,)
    assert len(table.made) < 200


def test_a_choice_is_dropped_when_it_is_behind_the_best_on_the_same_tables() -> None:
    """What wins and loses on the same tables is compared table by table: a small lead on each of them is enough."""
    swinging = [0.1, 0.9, 0.2, 0.8, 0.1, 0.9, 0.3, 0.7]
    a_little_less = [share - 0.05 - 0.01 * (place % 2) for place, share in enumerate(swinging)]
    other_tables = list(reversed(a_little_less))
    runners: dict[Macro, list[float]] = {(1,): swinging, (2,): a_little_less, (3,): other_tables}
    assert set(still_in(runners, (1,))) == {(1,), (3,)}
    first_laps = {macro: shares[:3] for macro, shares in runners.items()}
    assert set(still_in(first_laps, (1,))) == {(1,), (2,), (3,)}


def test_what_the_greedy_player_would_do_is_dropped_later_than_other_commitments() -> None:
    swinging, a_bit_less = [0.4, 0.6, 0.4, 0.6, 0.4, 0.6], [0.2, 0.5, 0.4, 0.3, 0.4, 0.5]
    runners: dict[Macro, list[float]] = {(1,): a_bit_less, (2,): swinging}
    assert set(still_in(runners, (1,))) == {(1,), (2,)}
    assert set(still_in(runners, (2,))) == {(2,)}
    assert set(still_in(runners | {(1,): [0.0, 0.2] * 3}, (1,))) == {(2,)}


def test_what_the_greedy_player_would_do_is_left_only_for_what_is_surely_better() -> None:
    """Of doors that are all the same to the coin, chance makes one look better; that is no reason to change."""
    assert is_ahead([1.0, 0.0, 1.0, 1.0], [0.0, 0.0, 0.0, 0.0], 1.0)
    assert not is_ahead([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], 1.0)
    assert not is_ahead([0.5] * 4, [0.5] * 4, 0.0)


@pytest.mark.parametrize("laps", range(FIRST_LAPS))
def test_what_won_on_a_few_tables_only_is_not_ahead(laps: int) -> None:
    assert not is_ahead([1.0] * laps, [0.0] * laps, 1.0)


def test_the_worse_half_is_dropped_but_never_what_the_greedy_player_would_do() -> None:
    left: dict[Macro, list[float]] = {(0,): [0.0], (1,): [0.2], (2,): [0.4], (3,): [0.1], (4,): [0.3]}
    sizes = []
    for _ in range(3):
        left = better_half(left, (0,))
        sizes.append([*left])
    assert sizes == [[(0,), (2,), (4,)], [(0,), (2,)], [(0,), (2,)]]


class Booths:
    """Sixteen booths, each with a prize that varies far more from day to day than from booth to booth."""

    players, turns, booths = 2, 0, 16

    def __init__(self, worths: Sequence[float], day: int = 0, gone_to: int | None = None) -> None:
        self.worths, self.day, self.gone_to = worths, day, gone_to
        self.visits = [0] * self.booths

    def chapter(self) -> None: ...

    def look_ahead(self) -> int:
        return 0

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return self.gone_to is not None

    def legal_actions(self) -> list[int]:
        return [*range(self.booths)]

    def random_macro(self, random: Random) -> tuple[int, ...]:
        return (random.choice(self.legal_actions()),)

    def apply_action(self, action: int) -> None:
        self.gone_to = action
        self.visits[action] += 1

    def clone(self) -> Booths:
        copy = Booths(self.worths, self.day, self.gone_to)
        copy.visits = self.visits
        return copy

    def resample(self, player: int, random: Random) -> Booths:
        copy = self.clone()
        copy.day = random.getrandbits(32)
        return copy

    def prospect(self) -> list[float]:
        assert self.gone_to is not None
        luck = Random(self.day + self.gone_to).random()
        return [self.worths[self.gone_to] + luck, 0.0]


def visited(booths: Any, playouts: int, seed: int) -> Sequence[int]:
    return Rollouts(Random(seed), lambda _: First(), playouts).choose(Seat(booths))


def test_most_playouts_compare_the_few_commitments_that_are_best() -> None:
    """No booth is ever clearly behind the others, so each would get 20 of 320 playouts."""
    booths = Booths([0.01 * booth for booth in range(16)])
    visited(booths, 320, 1)
    assert min(booths.visits) < 10
    assert sum(visits >= 40 for visits in booths.visits) in (2, 3)


def test_among_commitments_that_are_all_the_same_the_greedy_choice_is_seldom_left() -> None:
    alike = [0.5] * 16
    left = sum(tuple(visited(Booths(alike), 320, seed)) != (0,) for seed in range(40))
    assert left < 10


class Road:
    """One step a turn, LEFT or RIGHT at the first. What is promised after a turn need not be what the end brings."""

    players, length = 2, 5

    def __init__(self, promised: Sequence[int], chapters: Sequence[int] = (), steps: tuple[int, ...] = ()) -> None:
        self.promised, self.chapters, self.steps = promised, chapters, steps

    def chapter(self) -> int:
        return sum(len(self.steps) >= end for end in self.chapters)

    def look_ahead(self) -> int:
        return 3

    @property
    def turns(self) -> int:
        return len(self.steps)

    def current_player(self) -> int:
        return 0

    def is_terminal(self) -> bool:
        return len(self.steps) == self.length

    def legal_actions(self) -> list[int]:
        return [0] if self.steps else [LEFT, RIGHT]

    def random_macro(self, random: Random) -> tuple[int, ...]:
        return (random.choice(self.legal_actions()),)

    def apply_action(self, action: int) -> None:
        self.steps = (*self.steps, action)

    def clone(self) -> Road:
        return Road(self.promised, self.chapters, self.steps)

    def resample(self, player: int, random: Random) -> Road:
        return self.clone()

    def prospect(self) -> list[float]:
        best = self.promised[len(self.steps) - 1] == self.steps[0]
        return [float(best), float(not best)]


class First:
    """Does the first thing that is possible."""

    def choose(self, seat: Seat) -> Sequence[int]:
        return seat.legal_actions()[:1]


@pytest.mark.parametrize(
    ("promised", "chapters", "is_right"),
    [
        ([LEFT, LEFT, RIGHT, LEFT, LEFT], (), True),
        ([RIGHT, RIGHT, LEFT, RIGHT, RIGHT], (), False),
        ([LEFT, RIGHT, LEFT, LEFT, LEFT], (2,), True),
        ([RIGHT, LEFT, RIGHT, RIGHT, RIGHT], (2,), False),
    ],
)
def test_a_playout_is_judged_after_so_many_turns_or_where_a_chapter_ends(
    promised: list[int], chapters: tuple[int, ...], *, is_right: bool
) -> None:
    road: Any = Road(promised, chapters)
    assert Rollouts(Random(1), lambda _: First(), 60).choose(Seat(road)) == (int(is_right),)

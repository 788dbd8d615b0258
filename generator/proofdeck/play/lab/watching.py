"""One game, watched: which cards each player was dealt, held, played and scored, and who was the favourite when."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from proofdeck.play.engine.playouts import Outcome, play_one
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.state import Action, Game, State
from proofdeck.source.cards import Deck

HAND = "hand"
DISCARDING = "discard"
"""What the words of an action begin with that gets rid of a card and does not play it."""


@dataclass(frozen=True)
class Designs:
    """The cards of a game. A set of them is a whole number with a bit for each."""

    ids: tuple[str, ...]
    names: tuple[str, ...]

    @classmethod
    def of(cls, deck: Deck) -> Designs:
        return cls(tuple(card.id for card in deck), tuple(card.name or card.id for card in deck))

    @cached_property
    def bits(self) -> Mapping[str, int]:
        return {name: 1 << place for place, name in enumerate(self.ids)}

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """By what score sheets call them; a name that several cards have stands for none."""
        several = Counter(self.names)
        by_name = {name: place for place, name in enumerate(self.names) if several[name] == 1}
        return {**by_name, **{name: place for place, name in enumerate(self.ids)}}

    def place_of(self, said: str) -> int | None:
        """Of the card that a score sheet means; also by `Blade a1` and `Druid as Bear`."""
        while said and said not in self._places:
            said = said.rpartition(" ")[0]
        return self._places.get(said)


class Course(NamedTuple):
    """Who was the favourite, turn by turn.

    lead_changes: how often another side became the sole favourite. settled: the share of the game after which the
    winner was the favourite to the end, 1 for a win that is shared. comeback: whether somebody else was halfway. quiet:
    the longest stretch in which no player's prospects changed, as a share of the game.
    """

    lead_changes: int
    settled: float
    comeback: bool
    quiet: float


@dataclass(frozen=True, slots=True)
class Watched:
    """A game. opening, held, played, scored: sets of designs, one for each seat; points: by the place of a design."""

    outcome: Outcome
    course: Course
    opening: tuple[int, ...]
    held: tuple[int, ...]
    played: tuple[int, ...]
    scored: tuple[int, ...]
    points: Mapping[int, float]


def watch_one(game: Game, makers: Sequence[BotMaker], seed: int, index: int, *, designs: Designs) -> Watched:
    """Play game number index of a simulation, and watch it."""
    watcher = _Watcher(game, designs, len(makers))
    return watcher.watched(play_one(game, makers, seed, index, watcher))


class _Watcher:
    """Looks at the table before each action."""

    def __init__(self, game: Game, designs: Designs, players: int) -> None:
        self._game, self._designs = game, designs
        self._hands: list[Sequence[str]] = [()] * players
        self._opening = [0] * players
        self._held, self._played = [0] * players, [0] * players
        self._before: tuple[int, Action] | None = None
        self._standings: list[list[float]] = []
        self._turn = -1
        self._state: State

    def __call__(self, state: State, action: Action) -> None:
        self._look(state)
        self._before = state.current_player(), action
        if state.turns != self._turn:
            self._turn = state.turns
            self._standings.append(state.sides().each(state.standing()))

    def watched(self, outcome: Outcome) -> Watched:
        """All that was seen, once the game is over."""
        state = self._state
        self._look(state)
        scored, points = self._scored(state)
        course = course_of(self._standings, state.sides().each(outcome.shares))
        opening, held, played = tuple(self._opening), tuple(self._held), tuple(self._played)
        return Watched(outcome, course, opening, held, played, tuple(scored), points)

    def _look(self, state: State) -> None:
        zones, bits = state.zones(), self._designs.bits
        for seat, before in enumerate(self._hands):
            now = zones.get(f"{HAND} {seat + 1}", ())
            if now == before:
                continue
            gone, come = Counter(before), Counter(now)
            for card in come - gone:
                self._held[seat] |= bits[card]
            if self._before and self._before[0] == seat and (left := gone - come) and not self._discards():
                for card in left:
                    self._played[seat] |= bits[card]
            self._hands[seat] = now
        if self._before is None:
            self._opening, self._state = [*self._held], state

    def _discards(self) -> bool:
        assert self._before is not None
        return self._game.action_to_string(self._before[1]).casefold().startswith(DISCARDING)

    def _scored(self, state: State) -> tuple[list[int], dict[int, float]]:
        """What the score sheets name; the points of an item go to its cards in equal parts."""
        sets, points = [0] * state.players, defaultdict[int, float](float)
        for seat, sheet in enumerate(state.score_sheets()):
            for item in sheet.items:
                places = [place for said in item.cards if (place := self._designs.place_of(said)) is not None]
                for place in places:
                    sets[seat] |= 1 << place
                    points[place] += item.points / len(item.cards)
        return sets, dict(points)


def course_of(standings: Sequence[Sequence[float]], shares: Sequence[float]) -> Course:
    """standings: the prospects of each side at the beginning of each turn. shares: of the win, one per side."""
    favourites = [_sole(standing) for standing in standings]
    winner = _sole(shares)
    leaders = [one for one in favourites if one is not None]
    others = sum(one != following for one, following in pairwise(leaders))
    last = next((turn for turn in range(len(favourites), 0, -1) if favourites[turn - 1] != winner), 0)
    halfway = favourites[len(favourites) // 2]
    return Course(
        others,
        1.0 if winner is None else last / len(favourites),
        winner is not None and halfway not in {None, winner},
        _longest_rest(standings) / len(standings),
    )


def _sole(shares: Sequence[float]) -> int | None:
    """Whoever has most, if nobody has as much."""
    most = max(shares)
    return list(shares).index(most) if list(shares).count(most) == 1 else None


def _longest_rest(standings: Sequence[Sequence[float]]) -> int:
    longest = now = 0
    for before, after in pairwise(standings):
        now = now + 1 if before == after else 0
        longest = max(longest, now)
    return longest

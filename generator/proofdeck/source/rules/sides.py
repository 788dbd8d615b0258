"""Who plays with whom, from the line `sides:` in the head of a page.

::

    sides: together                    # all players against the game
    sides: partners                    # those who sit opposite each other
    sides: two teams                   # every other player
    sides: {3: 1 against 2 3, 5: 1 against all}

With numbers of players that are not named, and without that line, each player is a side. Somebody who plays alone
plays against the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.source.rules.page import HeadEntry, RulesPage

SIDES = "sides"
"""The key in the head."""
AGAINST = re.compile(r"(?:^|\s+)(?:against|vs\.?|versus)(?:\s+|$)|\s*/\s*")
SEATS = re.compile(r"\s+and\s+|\s*[+&,]\s*|\s+")
ALL = "all"
SUCH_AS = (
    "Write together (all against the game), partners (those who sit opposite each other), two teams (every other "
    "player), or who plays with whom: {4: 1 3 against 2 4}."
)


@dataclass(frozen=True, slots=True)
class Sides:
    """The sides at one table: of each, its seats, counted from 0. A single side plays against the game."""

    seats: tuple[tuple[int, ...], ...]

    @staticmethod
    @lru_cache
    def each_alone(players: int) -> Sides:
        """A side for each player; a single one plays against the game."""
        return Sides(tuple((seat,) for seat in range(players)))

    @property
    def players(self) -> int:
        return sum(map(len, self.seats))

    @property
    def is_together(self) -> bool:
        """Whether all play against the game."""
        return len(self.seats) == 1

    @property
    def is_plain(self) -> bool:
        """Whether there are several sides of one player each."""
        return not self.is_together and len(self.seats) == self.players

    @property
    def has_partners(self) -> bool:
        """Whether anybody plays with somebody else."""
        return len(self.seats) < self.players

    @property
    def fair(self) -> float:
        """The share of the win that each side has if all are equally strong; an even chance against the game."""
        return 1 / max(2, len(self.seats))

    def of(self, seat: int) -> int:
        """The number of the side on which a seat is, from 0."""
        return next(number for number, seats in enumerate(self.seats) if seat in seats)

    def each(self, values: Sequence[Any]) -> list[Any]:
        """The value of each side, in which all seats have the same. values: one per seat."""
        return [values[seats[0]] for seats in self.seats]

    def sums(self, values: Iterable[Any]) -> list[Any]:
        """The sum of the values of each side, for each seat. values: one per seat."""
        each = list(values)
        if len(each) == len(self.seats):
            return each
        totals = {seat: sum(each[one] for one in seats) for seats in self.seats for seat in seats}
        return [totals[seat] for seat in range(self.players)]

    def shares(self, values: Sequence[Any]) -> list[float]:
        """The share of a win for each seat if the greatest value wins: 1 for all of a single best side, 1/k for those
        of each of k. values: one per seat, equal within a side.
        """
        best = max(values)
        winners = sum(values[seats[0]] == best for seats in self.seats)
        return [1 / winners if value == best else 0.0 for value in values]


@dataclass(frozen=True, slots=True)
class PageSides:
    """What a page says of sides. by_players: of each number of players with sides; together: of all, if the players
    always play against the game.
    """

    by_players: Mapping[int, Sides] = field(default_factory=dict)
    together: bool = False

    def of(self, players: int) -> Sides:
        """The sides at a table for so many."""
        if self.together:
            return Sides((tuple(range(players)),))
        return self.by_players.get(players) or Sides.each_alone(players)

    @property
    def kind(self) -> str:
        """`together` if all play against the game with any number of players, or `teams`."""
        everybody = self.together or all(one.is_together for one in self.by_players.values())
        return TOGETHER if everybody else "teams"

    def __bool__(self) -> bool:
        return self.together or bool(self.by_players)


NO_SIDES = PageSides()


def said_of(seats: Sequence[int]) -> str:
    """`seat 1`, or `the side of seats 1 and 3`. seats: counted from 0."""
    numbers = listed(str(seat + 1) for seat in seats)
    return f"seat {numbers}" if len(seats) == 1 else f"the side of seats {numbers}"


def _opposite(players: int) -> Iterator[tuple[int, ...]]:
    """Raises ValueError for an odd number."""
    half, odd = divmod(players, 2)
    if odd or half < 2:
        raise ValueError(f"with {players} players nobody has a partner on the other side of the table")
    yield from ((seat, seat + half) for seat in range(half))


def _every_other(players: int) -> Iterator[tuple[int, ...]]:
    """Raises ValueError for an odd number."""
    if players % 2 or players < 4:
        raise ValueError(f"{players} players cannot be two teams of the same size")
    yield from (tuple(range(first, players, 2)) for first in (0, 1))


ARRANGEMENTS: Mapping[str, Callable[[int], Iterable[tuple[int, ...]]]] = {
    "together": lambda players: [tuple(range(players))],
    "partners": _opposite,
    "two teams": _every_other,
}
TOGETHER = next(iter(ARRANGEMENTS))


def sides_in(words: str, players: int) -> Sides:
    """The sides that these words describe. Raises ValueError with a sentence."""
    said = " ".join(words.casefold().split())
    if said in ARRANGEMENTS:
        return Sides(tuple(ARRANGEMENTS[said](players)))
    if not re.search(r"\d", said):
        raise ValueError(hint_from(f"'{words}' names no sides.", did_you_mean(said, ARRANGEMENTS)))
    parts, found = AGAINST.split(said), list[tuple[int, ...]]()
    for number, part in enumerate(parts):
        if part == ALL and number == len(parts) - 1:
            taken = {seat for side in found for seat in side}
            found.append(tuple(seat for seat in range(players) if seat not in taken))
        else:
            found.append(tuple(_seat(word, players) for word in SEATS.split(part) if word))
    if not all(found):
        raise ValueError("a side has no players")
    seats = [seat for side in found for seat in side]
    if twice := sorted({seat for seat in seats if seats.count(seat) > 1}):
        raise ValueError(f"player {twice[0] + 1} is named twice, but is on one side only")
    if missing := sorted({*range(players)} - {*seats}):
        who = listed(str(seat + 1) for seat in missing)
        are = "is" if len(missing) == 1 else "are"
        raise ValueError(f"{who} {are} on no side when {players} play")
    return Sides(tuple(tuple(sorted(side)) for side in found))


def _seat(word: str, players: int) -> int:
    number = whole(word)
    if number is None:
        raise ValueError(f"'{word}' is not the number of a player")
    if not 1 <= number <= players:
        raise ValueError(f"there is no player {number} among {players}")
    return number - 1


def read_sides(page: RulesPage, players: tuple[int, int] | None, problems: Problems) -> PageSides:
    """The sides of a page. players: the fewest and the most; None if the page does not say it."""
    fewest, most = players or (1, 99)
    entry, table = page.head.get(SIDES), page.under(SIDES)
    if entry is not None:
        if str(entry.value).casefold() == TOGETHER:
            return PageSides(together=True)
        numbers = range(max(2, fewest), most + 1) if players else range(0)
        if not players and entry.value is not None:
            _refuse(entry, "it depends on the number of players, which the head does not say", problems)
        found = {number: _read(entry, number, problems) for number in numbers[:1]}
        if all(found.values()):
            found |= {number: _read(entry, number, problems) for number in numbers[1:]}
        return PageSides({number: sides for number, sides in found.items() if sides})
    found = {}
    for name, one in table.items():
        number = whole(name)
        if number is None or not fewest <= number <= most:
            _refuse(one, f"'{name}' is not a number of players of this game", problems)
        else:
            found[number] = _read(one, number, problems)
    return PageSides({number: sides for number, sides in found.items() if sides})


def _read(entry: HeadEntry, players: int, problems: Problems) -> Sides | None:
    """None after a problem."""
    if entry.value is None or isinstance(entry.value, bool):
        _refuse(entry, f"{entry.said} does not say who plays with whom", problems)
        return None
    try:
        return sides_in(str(entry.value), players)
    except ValueError as error:
        _refuse(entry, str(error), problems)
        return None


def _refuse(entry: HeadEntry, message: str, problems: Problems) -> None:
    problems.report("E506", f"{SIDES}: {message}", entry.place, field=SIDES, hint=SUCH_AS)

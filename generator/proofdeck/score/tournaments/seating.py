"""Seating: tables of the right sizes, byes, start seats, and the quality of a plan.

Players are numbers here, in the order in which they came. A plan is a list of rounds; a round is a `Seating`. This
module does not search: `movements.py` makes plans, with the help of `annealing.py` and `designs.py`.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from proofdeck.ground.problems import counted

Pair = tuple[int, int]
"""Two players, the lower number first."""
BEGINS = 8
"""The weight of start seats compared with other seats."""


class Seating(NamedTuple):
    """One round. tables: the players of each in seat order, the first of whom begins; byes: who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class Quality(NamedTuple):
    """The quality of a plan.

    repeated: meetings beyond the first of each pair, over all rounds. bound: no plan can have fewer. most: the most
    meetings of any pair. so_often: how many pairs meet that often. odd: the least and most visits of a player to tables
    of unusual size. begins: the least and most times a player sits in the first seat.
    """

    repeated: int
    bound: int
    most: int
    so_often: int
    odd: tuple[int, int]
    begins: tuple[int, int]


def table_sizes(players: int, fewest: int, most: int) -> tuple[int, ...]:
    """Sizes of the tables, largest first, each as close as possible to the middle of fewest and most.

    The sum of (size - middle)^2 is the least possible. If two solutions are equal, the one with more and smaller tables
    is used: players wait less and meet fewer opponents again. If no sizes fit, as few players as possible are left over
    and have a bye. Empty if there are too few players for one table.
    """
    for seated in range(players, fewest - 1, -1):
        ways = [_split(seated, tables) for tables in range(-(-seated // most), seated // fewest + 1)]
        if ways:
            return min(reversed(ways), key=lambda sizes: sum((2 * size - fewest - most) ** 2 for size in sizes))
    return ()


def _split(seated: int, tables: int) -> tuple[int, ...]:
    return tuple(seated // tables + (table < seated % tables) for table in range(tables))


def byes_so_far(rounds: Iterable[Seating]) -> Counter[int]:
    return Counter(player for seating in rounds for player in seating.byes)


def sitting_out(order: Sequence[int], number: int, before: Mapping[int, int]) -> tuple[int, ...]:
    """The given number of players with the fewest byes; among equals, the last in order."""
    last_first = order[::-1]
    return tuple(sorted(last_first, key=lambda player: before.get(player, 0))[:number])


# -- meetings ----------------------------------------------------------------------------------------------------------


def meetings(rounds: Iterable[Seating]) -> Counter[Pair]:
    """How often each pair meets; pairs that never do are left out."""
    return Counter(pair for seating in rounds for table in seating.tables for pair in combinations(sorted(table), 2))


def repeated_meetings(rounds: Iterable[Seating]) -> int:
    """The number of meetings beyond the first, summed over all pairs."""
    return sum(number - 1 for number in meetings(rounds).values())


def fewest_repeats(rounds: Sequence[Seating]) -> int:
    """A lower bound on the repeated meetings of any plan with tables of these sizes; it is not always reached.

    It combines two counting arguments. There may be more meetings than pairs. And the players at a table came from a
    number of tables in an earlier round: if the table has more seats than there were tables, some of them met there.
    """
    people = {player for seating in rounds for player in (*seating.byes, *sum(seating.tables, ()))}
    in_all = sum(_pairs(len(table)) for seating in rounds for table in seating.tables)
    met_before = sum(
        max((_coincidences(seating, earlier, people) for earlier in rounds[:number]), default=0)
        for number, seating in enumerate(rounds)
    )
    return max(0, in_all - _pairs(len(people)), met_before)


def fewest_of_worst_pair(met: Sequence[Sequence[int]], sizes: Sequence[int], rounds: int) -> int:
    """A lower bound on the most meetings of any pair after that many more rounds; it is not always reached.

    met: how often each player has met each other one. It combines two counting arguments. All meetings need room below
    it. And if nobody meets m + 1 times, everyone has other tables than the others in the first m + 1 rounds, of which
    there are tables ** (m + 1) lists.
    """
    pairs = sorted(times for one, row in enumerate(met) for times in row[:one])
    new, players = rounds * sum(map(_pairs, sizes)), len(met)
    apart = len(sizes) + players - sum(sizes)
    most = 0
    while sum(max(0, most - times) for times in pairs) < new or (most < rounds and apart ** (most + 1) < players):
        most += 1
    return most


def _coincidences(now: Seating, earlier: Seating, people: Collection[int]) -> int:
    """How many pairs must meet in both rounds, however players are seated."""
    tables = len(earlier.tables)
    absent = len(people) - sum(map(len, earlier.tables))
    found = 0
    for table in now.tables:
        share, more = divmod(max(0, len(table) - absent), tables)
        found += more * _pairs(share + 1) + (tables - more) * _pairs(share)
    return found


def _pairs(number: int) -> int:
    return number * (number - 1) // 2


# -- fairness ----------------------------------------------------------------------------------------------------------


def usual_size(sizes: Collection[int], fewest: int, most: int) -> int:
    """The size closest to the middle; tables of any other size are odd."""
    return min(sizes, key=lambda size: (abs(2 * size - fewest - most), size))


def times_at_odd_tables(rounds: Iterable[Seating], fewest: int, most: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for seating in rounds:
        usual = usual_size([len(table) for table in seating.tables], fewest, most)
        found.update(player for table in seating.tables if len(table) != usual for player in table)
    return found


def with_start_seats(rounds: Sequence[Seating], earlier: Sequence[Seating] = ()) -> tuple[Seating, ...]:
    """The same tables with seats assigned so that everyone has each seat, especially the first, about equally often.

    Tables of different sizes are compared by expectation: a seat at a table of five counts less than one of three.
    """
    had: Counter[tuple[int, int]] = Counter()
    due: defaultdict[int, Fraction] = defaultdict(Fraction)
    for seating in (*earlier, *rounds):
        for table in seating.tables:
            for seat, player in enumerate(table):
                had[player, seat] += 1
                due[player] += Fraction(1, len(table))
    plan = [[list(table) for table in seating.tables] for seating in rounds]
    while sum(_changed_seats(table, had, due) for seated in plan for table in seated):
        pass
    return tuple(Seating(tuple(map(tuple, seated)), seating.byes) for seated, seating in zip(plan, rounds, strict=True))


def _changed_seats(table: list[int], had: Counter[tuple[int, int]], due: Mapping[int, Fraction]) -> bool:
    """Swap seats as long as that is fairer; return whether any were swapped."""
    changed = False
    for a, b in combinations(range(len(table)), 2):
        first, second = table[a], table[b]
        gain = sum(
            (1 if seat else BEGINS) * (had[one, seat] - due[one] - had[other, seat] + due[other] - 1)
            for one, other, seat in ((first, second, a), (second, first, b))
        )
        if gain > 0:
            table[a], table[b] = second, first
            had.subtract([(first, a), (second, b)])
            had.update([(second, a), (first, b)])
            changed = True
    return changed


def quality(rounds: Sequence[Seating], fewest: int, most: int) -> Quality:
    """The quality of the plan for everyone seated in it, including latecomers."""
    people = {player for seating in rounds for table in seating.tables for player in table}
    odd = times_at_odd_tables(rounds, fewest, most)
    begins = Counter(table[0] for seating in rounds for table in seating.tables)
    times = Counter(meetings(rounds).values())
    most = max(times, default=0)
    return Quality(
        repeated_meetings(rounds),
        fewest_repeats(rounds),
        most,
        times[most],
        _range(odd[player] for player in people),
        _range(begins[player] for player in people),
    )


def _range(numbers: Iterable[int]) -> tuple[int, int]:
    found = sorted(numbers) or [0]
    return found[0], found[-1]


def in_words(found: Quality) -> list[str]:
    """The quality of the plan in sentences."""
    if not found.repeated:
        said = ["Nobody meets twice."]
    elif found.repeated == found.bound:
        said = [f"{counted(found.repeated, 'repeated meeting')}; no plan has fewer."]
    else:
        least = f"no plan has fewer than {found.bound}" if found.bound else "it is not known whether any plan has none"
        said = [f"{counted(found.repeated, 'repeated meeting')}; {least}."]
    if found.most > 2:
        who = "One pair meets" if found.so_often == 1 else f"{found.so_often} pairs meet"
        said.append(f"{who} {found.most} times.")
    if found.odd[1]:
        said.append(f"Everyone sits at tables of unusual size {_times(found.odd)}.")
    said.append(f"Everyone goes first {_times(found.begins)}.")
    return said


def _times(span: tuple[int, int]) -> str:
    least, most = span
    if span == (0, 1):
        return "at most once"
    if least == most:
        return {1: "once", 2: "twice"}.get(least, f"{least} times")
    return f"{least} to {most} times"

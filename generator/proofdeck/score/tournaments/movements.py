"""The three ways to seat a tournament: all rounds planned ahead, by standings, and up and down a ladder.

`fixed` plans all rounds at once; `swiss` and `progressive` plan the next one from those already played. Chance comes
from a seed, so the same input gives the same seating on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product, zip_longest
from random import Random
from typing import Literal

from proofdeck.score.tournaments.annealing import LUKEWARM, WARM, Known, PlanCost, SearchPlan
from proofdeck.score.tournaments.designs import design
from proofdeck.score.tournaments.seating import (
    Seating,
    byes_so_far,
    fewest_of_worst_pair,
    meetings,
    sitting_out,
    table_sizes,
    times_at_odd_tables,
    usual_size,
    with_start_seats,
)

Movement = Literal["fixed", "swiss", "progressive"]
MOVEMENTS: tuple[Movement, ...] = ("fixed", "swiss", "progressive")
BUDGET = 700_000
"""Work for one search; see `Tables.anneal`."""
SEARCHES = 3
ENOUGH, SHORT = 2, 4
"""How often a pair may meet in up to four rounds. In more rounds it is once more: with few tables, a plan in which
nobody meets three times has many more repeated meetings (13 in place of 8 for 17 players in five rounds)."""
Rounds = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class SeatingRequest:
    """The players to seat.

    players: in the order in which they came; fewest, most: at a table; earlier: the rounds already played.
    """

    players: tuple[int, ...]
    fewest: int
    most: int
    earlier: tuple[Seating, ...] = ()
    seed: int = 1

    @property
    def sizes(self) -> tuple[int, ...]:
        return table_sizes(len(self.players), self.fewest, self.most)

    def random(self) -> Random:
        """A random generator that is the same for the same input, and different for other rounds of a tournament."""
        return Random(f"{self.seed} {len(self.earlier)} {self.players}")


# -- fixed -------------------------------------------------------------------------------------------------------------


def fixed(asked: SeatingRequest, rounds: int, planned: Sequence[Seating] = ()) -> tuple[Seating, ...]:
    """Plan more rounds. planned: the plan before somebody came or left, which is kept as far as it is good.

    The best of a known design, a repaired plan and some random searches is chosen: first by how often the worst pair
    meets, down to `ENOUGH`, then by how few pairs meet again, then by how evenly odd tables are shared, then by start
    seats.
    """
    order = list(asked.players)
    random = asked.random()
    random.shuffle(order)
    byes = _byes(order, asked, rounds)
    known = _known(order, asked, rounds)
    best: tuple[int, PlanCost, Rounds] | None = None
    for plan, warm in _beginnings(order, asked, byes, planned, random):
        tables = SearchPlan(plan, known)
        if warm:
            tables.anneal(random, BUDGET, warm)
        if best is None or (tables.beyond, tables.worth) < best[:2]:
            best = tables.beyond, tables.worth, tables.plan
        if tables.is_perfect:
            break
    assert best is not None
    named = [[[order[player] for player in table] for table in tables] for tables in best[2]]
    return with_start_seats([_seating(tables, asked.players) for tables in named], asked.earlier)


def _beginnings(
    order: Sequence[int],
    asked: SeatingRequest,
    byes: Sequence[Sequence[int]],
    planned: Sequence[Seating],
    random: Random,
) -> Iterable[tuple[Rounds, float]]:
    """Plans to start from, by index of players, and the temperature of the search; 0 leaves a plan as it is."""
    if planned:
        place = {player: index for index, player in enumerate(order)}
        yield [_mended(seating, place, out, asked.sizes) for seating, out in zip(planned, byes, strict=True)], LUKEWARM
    elif not asked.earlier and (exact := design(asked.sizes, len(order), len(byes))):
        yield exact, 0
    if len(asked.sizes) == 1:
        yield [_by_chance(len(order), out, asked.sizes, random) for out in byes], 0
        return
    for _ in range(SEARCHES):
        yield [_by_chance(len(order), out, asked.sizes, random) for out in byes], WARM


def _byes(order: Sequence[int], asked: SeatingRequest, rounds: int) -> list[list[int]]:
    """Who has a bye in each round, by index: always those who have had the fewest."""
    so_far = byes_so_far(asked.earlier)
    number = len(order) - sum(asked.sizes)
    found = []
    for _ in range(rounds):
        out = sitting_out(order, number, so_far)
        so_far.update(out)
        found.append([order.index(player) for player in out])
    return found


def _known(order: Sequence[int], asked: SeatingRequest, rounds: int) -> Known:
    met = meetings(asked.earlier)
    odd = times_at_odd_tables(asked.earlier, asked.fewest, asked.most)
    usual = usual_size(asked.sizes, asked.fewest, asked.most)
    times = [[met[min(a, b), max(a, b)] for b in order] for a in order]
    enough = ENOUGH if len(asked.earlier) + rounds <= SHORT else ENOUGH + 1
    return Known(
        times,
        [odd[player] for player in order],
        [size != usual for size in asked.sizes],
        max(enough, fewest_of_worst_pair(times, asked.sizes, rounds)),
    )


def _by_chance(players: int, out: Sequence[int], sizes: Sequence[int], random: Random) -> list[list[int]]:
    seated = [player for player in range(players) if player not in out]
    random.shuffle(seated)
    return _cut(seated, sizes)


def _mended(seating: Seating, place: Mapping[int, int], out: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """The earlier tables without players who have left or have a bye, filled up with new players."""
    stay = [[place[p] for p in table if p in place and place[p] not in out] for table in seating.tables]
    stay.sort(key=len, reverse=True)
    tables = [table[:size] for table, size in zip_longest(stay[: len(sizes)], sizes, fillvalue=()) if size]
    fitted = [list(table) for table in tables]
    taken = {player for table in fitted for player in (*table, *out)} | set(out)
    waiting = [player for player in sorted(place.values()) if player not in taken]
    for table, size in zip(fitted, sizes, strict=True):
        while len(table) < size:
            table.append(waiting.pop())
    return fitted


def _cut(order: Sequence[int], sizes: Iterable[int]) -> list[list[int]]:
    players = iter(order)
    return [list(islice(players, size)) for size in sizes]


def _seating(tables: Iterable[Iterable[int]], players: Iterable[int]) -> Seating:
    placed = tuple(tuple(table) for table in tables)
    return Seating(placed, tuple(sorted(set(players).difference(*placed))))


# -- swiss -------------------------------------------------------------------------------------------------------------


def swiss(asked: SeatingRequest, standing: Sequence[int]) -> Seating:
    """The next round: players with similar standings sit together if they have not met yet.

    standing: the players from first to last; the first round is random. Players of two tables swap places as long as
    that leads to fewer repeated meetings, or to as many with players closer to their standings. Byes go to those who
    have had the fewest, lowest standing first.
    """
    order = _shuffled(asked) if not asked.earlier else list(standing)
    order = _without_byes(order, asked)
    tables = _cut(order, asked.sizes)
    met = meetings(asked.earlier)
    rank = {player: index for index, player in enumerate(order)}
    while exchange := _best_exchange(tables, met, rank):
        a, i, b, j = exchange
        tables[a][i], tables[b][j] = tables[b][j], tables[a][i]
    return _next(tables, asked)


def _best_exchange(
    tables: Sequence[Sequence[int]], met: Mapping[tuple[int, int], int], rank: Mapping[int, int]
) -> tuple[int, int, int, int] | None:
    """The most useful swap: (table, seat, table, seat); None if none is an improvement."""
    many = len(rank) ** 3
    burden: dict[int, list[int]] = {player: [] for player in rank}
    start = 0
    for table in tables:
        for player, place in rank.items():
            away = max(start - place, place - start - len(table) + 1, 0)
            again = sum(met.get((min(player, other), max(player, other)), 0) ** 2 for other in table)
            burden[player].append(many * again + away * away)
        start += len(table)
    best, found = 0, None
    for a, b in combinations(range(len(tables)), 2):
        for (i, p), (j, q) in product(enumerate(tables[a]), enumerate(tables[b])):
            stay_apart = 2 * many * met.get((p, q) if p < q else (q, p), 0) ** 2
            gain = burden[p][a] + burden[q][b] - burden[p][b] - burden[q][a] + stay_apart
            if gain > best:
                best, found = gain, (a, i, b, j)
    return found


# -- progressive -------------------------------------------------------------------------------------------------------


def progressive(asked: SeatingRequest, places: Mapping[int, int], standing: Sequence[int]) -> Seating:
    """The next round: the winner of each table moves up one table, the last player moves down one, the others stay.

    places: of the players in the previous round, counted from 1; the standings break ties. Players who had a bye or
    have just arrived start at the bottom. The first round is random.
    """
    if not asked.earlier:
        return _next(_cut(_without_byes(_shuffled(asked), asked), asked.sizes), asked)
    before = asked.earlier[-1]
    rank = {player: index for index, player in enumerate(standing)}
    wanted: dict[int, int] = {}
    for number, table in enumerate(before.tables):
        here = [player for player in table if player in asked.players]
        best_first = sorted(here, key=lambda player: (places[player], rank[player]))
        wanted |= dict.fromkeys(best_first, number)
        wanted |= dict.fromkeys(best_first[-1:], min(number + 1, len(before.tables) - 1))
        wanted |= dict.fromkeys(best_first[:1], max(number - 1, 0))
    ladder = sorted(
        asked.players, key=lambda player: (wanted.get(player, len(before.tables)), rank.get(player, len(rank)))
    )
    return _next(_cut(_without_byes(ladder, asked), asked.sizes), asked)


# -- both --------------------------------------------------------------------------------------------------------------


def _shuffled(asked: SeatingRequest) -> list[int]:
    order = list(asked.players)
    asked.random().shuffle(order)
    return order


def _without_byes(order: Sequence[int], asked: SeatingRequest) -> list[int]:
    out = sitting_out(order, len(order) - sum(asked.sizes), byes_so_far(asked.earlier))
    return [player for player in order if player not in out]


def _next(tables: Iterable[Iterable[int]], asked: SeatingRequest) -> Seating:
    (seating,) = with_start_seats([_seating(tables, asked.players)], asked.earlier)
    return seating

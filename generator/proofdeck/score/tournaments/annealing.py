"""A search for seating plans by simulated annealing: two players of a round swap tables, again and again.

It minimises the sum of (meetings - 1)^2 over all pairs and, with little weight, differences in how often players sit at
tables of unusual size. With few tables, very different plans have the same sum of squares, so a swap must also pass a
second test, of its strain: pairs that never meet, and pairs that meet more than three times, cost extra, and so do
those that meet more often than the plan aims at. Steps are counted, not timed, so a seed gives the same plan on every
machine.

For each round, player and table the search keeps how often the player has met those who sit there. So the first test of
a swap is a sum of five numbers, and only swaps that pass it cost more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

Rounds = list[list[list[int]]]

MEETING, ODD = 4, 1
"""The weights of the two aims: half of a square each."""
WARM, LUKEWARM, COLD = 0.6, 0.18, 0.06
"""Temperatures, in meetings: at first, for a plan that is only repaired, and at the end."""
AT_ONCE = 1024
"""Swaps that are considered before the temperature drops."""
TOO_OFTEN = 6
"""What the first meeting beyond the aim costs, the second twice as much; with 2, the aim is often missed."""
WORST = 8 * MEETING
"""A swap that is worse by this much is never made."""


class Known(NamedTuple):
    """The fixed part of a plan.

    met: how often each player has met each other one; odd: how often each has sat at a table of unusual size.
    is_odd: for each table of the plan, whether its size is unusual. aim: nobody shall meet more often.
    """

    met: Sequence[Sequence[int]]
    odd: Sequence[int]
    is_odd: Sequence[bool]
    aim: int = 3


class PlanCost(NamedTuple):
    """Lower is better. meetings: squares and twice the strain of all pairs; repeated: after the first; odd: squares."""

    meetings: int
    repeated: int
    odd: int


def strain(times: int) -> int:
    """What it costs that a pair meets that often, beyond the squares."""
    return max(0, times - 2) * (times - 3) if times else 1


class SearchPlan:
    """A plan during the search. Players are numbered from 0; all rounds have tables of the same sizes."""

    def __init__(self, plan: Rounds, known: Known) -> None:
        self.plan = [[list(table) for table in tables] for tables in plan]
        self._met = [list(row) for row in known.met]
        self._odd = list(known.odd)
        self._is_odd = [int(odd) for odd in known.is_odd]
        players, number = len(known.odd), len(known.is_odd)
        self._nowhere, self._aim = number, known.aim
        self._at = [[number] * players for _ in plan]
        for table_of, tables in zip(self._at, self.plan, strict=True):
            for index, table in enumerate(tables):
                for player in table:
                    table_of[player] = index
                    self._odd[player] += self._is_odd[index]
                for a, b in combinations(table, 2):
                    self._met[a][b] += 1
                    self._met[b][a] += 1
        self._with = [
            [[sum(row[other] for other in table) for table in tables] + [0] for row in self._met]
            for tables in self.plan
        ]
        longest = max(map(max, self._met)) + len(plan)
        self._once_more = [
            strain(times + 1) - strain(times) + TOO_OFTEN * max(0, times + 1 - known.aim)
            for times in range(longest + 1)
        ]
        self._unavoidable = sum(max(0, times - 1) for row in known.met for times in row) // 2
        self._repeated = sum(max(0, times - 1) for row in self._met for times in row) // 2

    @property
    def worth(self) -> PlanCost:
        pairs = [times for one, row in enumerate(self._met) for times in row[:one]]
        meetings = sum((times - 1) ** 2 + 2 * strain(times) for times in pairs)
        return PlanCost(meetings, self._repeated, sum(times * times for times in self._odd))

    @property
    def beyond(self) -> int:
        """How much more often than the aim the worst pair meets."""
        return max(0, max(map(max, self._met)) - self._aim)

    @property
    def is_perfect(self) -> bool:
        """Whether nobody meets twice, and visits to odd tables differ by less than two between players."""
        return self._repeated == self._unavoidable and max(self._odd) - min(self._odd) <= 1

    def anneal(self, random: Random, budget: int, warm: float = WARM) -> None:
        """Swap until the plan is cold or perfect. budget: work, at about a million units per second."""
        spent = 0
        while spent < budget and not self.is_perfect:
            warmth = warm * (COLD / warm) ** (spent / budget)
            spent += AT_ONCE + self._exchanges(random, warmth) * (2 * len(self.plan) + len(self._odd) // 6)

    def _exchanges(self, random: Random, warmth: float) -> int:
        """Consider some swaps, make those that chance allows, and return how many were made."""
        chance = random.random
        allowed = [round(math.exp(-worse / (MEETING * warmth)), 9) for worse in range(WORST)]
        met, odd, is_odd, at, beside = self._met, self._odd, [*self._is_odd, 0], self._at, self._with
        size = [len(table) for table in self.plan[0]] + [0]
        rounds, players, nowhere, made = len(self.plan), len(odd), self._nowhere, 0
        for _ in range(AT_ONCE):
            number, p, q = int(chance() * rounds), int(chance() * players), int(chance() * players)
            a, b = at[number][p], at[number][q]
            if a in (b, nowhere) or b == nowhere:
                continue
            of_p, of_q = beside[number][p], beside[number][q]
            worse = MEETING * (of_p[b] + of_q[a] - of_p[a] - of_q[b] - 2 * met[p][q] + size[a] + size[b] - 2)
            if is_odd[a] != is_odd[b]:
                worse += ODD * ((is_odd[b] - is_odd[a]) * (odd[p] - odd[q]) + 1)
            if worse > 0 and (worse >= WORST or chance() >= allowed[worse]):
                continue
            worse = MEETING * self._more_strain(number, p, q)
            if worse > 0 and (worse >= WORST or chance() >= allowed[worse]):
                continue
            self._exchange(number, p, q)
            made += 1
        return made

    def _more_strain(self, number: int, p: int, q: int) -> int:
        """How much more strain there is if p and q swap tables in that round."""
        at, of_p, of_q, once_more = self._at[number], self._met[p], self._met[q], self._once_more
        first, second = self.plan[number][at[p]], self.plan[number][at[q]]
        return sum(once_more[of_q[other]] - once_more[of_p[other] - 1] for other in first if other != p) + sum(
            once_more[of_p[other]] - once_more[of_q[other] - 1] for other in second if other != q
        )

    def _exchange(self, number: int, p: int, q: int) -> None:
        """Swap players p and q in that round."""
        at, beside = self._at[number], self._with[number]
        a, b = at[p], at[q]
        first, second = self.plan[number][a], self.plan[number][b]
        first.remove(p)
        second.remove(q)
        for other in first:
            self._meet(p, other, -1)
            self._meet(q, other, 1)
        for other in second:
            self._meet(q, other, -1)
            self._meet(p, other, 1)
        first.append(q)
        second.append(p)
        at[p], at[q] = b, a
        for row, times_p, times_q in zip(beside, self._met[p], self._met[q], strict=True):
            row[a] += times_q - times_p
            row[b] += times_p - times_q
        change = self._is_odd[b] - self._is_odd[a]
        self._odd[p] += change
        self._odd[q] -= change

    def _meet(self, one: int, other: int, times: int) -> None:
        """Add or remove a meeting everywhere it is stored."""
        self._repeated += self._met[one][other] > 0 if times > 0 else -(self._met[one][other] > 1)
        self._met[one][other] += times
        self._met[other][one] += times
        for at, beside in zip(self._at, self._with, strict=True):
            beside[one][at[other]] += times
            beside[other][at[one]] += times

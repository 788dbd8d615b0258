"""Plans in which nobody meets twice, from combinatorial designs: no search finds better ones.

There are three kinds: round robins for tables of two; transversal designs over a finite field, in which each table has
one player from each column; and one plan for 24 players. Columns that are not full give tables of two sizes.
Source: C. J. Colbourn, J. H. Dinitz, Handbook of Combinatorial Designs (2nd ed., 2007), parts III and IV.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

Rounds = list[list[list[int]]]
"""Round by round, table by table, the players; numbered from 0."""

FIELDS = {2: (2, 1), 3: (3, 1), 5: (5, 1), 7: (7, 1), 11: (11, 1), 13: (13, 1), 17: (17, 1), 19: (19, 1), 23: (23, 1)}
FIELDS |= {29: (29, 1), 31: (31, 1), 37: (37, 1), 4: (2, 2), 8: (2, 3), 9: (3, 2), 16: (2, 4), 25: (5, 2)}
"""Number of elements -> prime and degree."""
REDUCTION = {4: (1, 1), 8: (1, 1, 0), 9: (2, 0), 16: (1, 1, 0, 0), 25: (3, 0)}
"""The highest power, lowest term first: x^2 = x + 1 with four elements, x^2 = 2 with nine, x^2 = 3 with 25."""
SEVEN = 7


def design(sizes: Sequence[int], players: int, rounds: int) -> Rounds | None:
    """A plan for that many players and rounds, with sizes as given, largest first; None if no design is known.

    Players who are not at a table in a round have a bye.
    """
    if set(sizes) == {2} and players - sum(sizes) <= 1:
        return everyone_meets(players, rounds)
    if sum(sizes) != players or not sizes or sizes[0] - sizes[-1] > 1:
        return None
    if len(sizes) == 6 and sizes[0] == 4 and players >= 22 and rounds <= SEVEN:
        return truncated(twenty_four(rounds), players)
    return transversal(sizes, players, rounds)


def everyone_meets(players: int, rounds: int) -> Rounds:
    """Tables of two: one player stays and the others rotate; after all have met, it starts again."""
    circle = list(range(players + players % 2))
    plan = []
    for _ in range(rounds):
        half = len(circle) // 2
        pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
        plan.append([[a, b] for a, b in pairs if max(a, b) < players])
        circle[1:] = [circle[-1], *circle[1:-1]]
    return plan


def transversal(sizes: Sequence[int], players: int, rounds: int) -> Rounds | None:
    """As many tables as a field has elements: player (column, x + slope of the column * round) sits at table x.

    Two players from different columns meet in exactly one round, two from the same column never, so these can play one
    more round if table sizes divide columns evenly.
    """
    order, largest = len(sizes), sizes[0]
    if order not in FIELDS or largest > order:
        return None
    plan = [
        [
            [column * order + _sum(order, table, _product(order, column, number)) for column in range(largest)]
            for table in range(order)
        ]
        for number in range(min(rounds, order))
    ]
    if rounds > len(plan) and order % largest == 0 and players == order * largest:
        plan.append([list(range(start, start + largest)) for start in range(0, players, largest)])
    return truncated(plan, players) if len(plan) == rounds else None


def twenty_four(rounds: int) -> Rounds:
    """Up to seven rounds of six tables of four: a resolvable design with groups of three, turned by one each round.

    Players are (x modulo 7, orbit) and three that stay; the first round's tables come from two by rotating orbits.
    """
    tables = [[(None, j), (0, j), (1, j + 1), (3, j + 2)] for j in range(3)]
    tables += [[(2, j), (4, j), (5, j), (6, j + 2)] for j in range(3)]
    return [
        [
            [21 + orbit if x is None else 3 * ((x + number) % SEVEN) + orbit % 3 for x, orbit in table]
            for table in tables
        ]
        for number in range(rounds)
    ]


def truncated(plan: Rounds, players: int) -> Rounds:
    """Drop the players with the highest numbers, who never meet each other; larger tables first."""
    smaller = [[[player for player in table if player < players] for table in tables] for tables in plan]
    return [sorted(tables, key=len, reverse=True) for tables in smaller]


# -- fields ------------------------------------------------------------------------------------------------------------


def _digits(number: int, prime: int, degree: int) -> list[int]:
    return [number // prime**power % prime for power in range(degree)]


def _number(digits: Sequence[int], prime: int) -> int:
    return sum(digit % prime * prime**power for power, digit in enumerate(digits))


def _sum(order: int, a: int, b: int) -> int:
    """An element is written as a number: its coefficients are the digits to the base of the prime."""
    prime, degree = FIELDS[order]
    return _number([x + y for x, y in zip(_digits(a, prime, degree), _digits(b, prime, degree), strict=True)], prime)


def _product(order: int, a: int, b: int) -> int:
    prime, degree = FIELDS[order]
    powers = [0] * (2 * degree - 1)
    for (i, x), (j, y) in product(enumerate(_digits(a, prime, degree)), enumerate(_digits(b, prime, degree))):
        powers[i + j] += x * y
    for high in range(2 * degree - 2, degree - 1, -1):
        for low, times in enumerate(REDUCTION[order]):
            powers[high - degree + low] += powers[high] * times
    return _number(powers[:degree], prime)

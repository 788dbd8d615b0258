"""The rules of melds once more, written plainly and without the engine: lists of words, loops and sets.

A card is a word such as `Red 5` or `The Rook`. A meld is a list of pairs (card, what it stands for).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

COLOURS = ("Red", "Yellow", "Green", "Black")
ROOK = "The Rook"
Path = tuple[str, ...]
"""The words of the actions that lay one meld."""


def name(card_id: str) -> str:
    return ROOK if card_id == "rook" else card_id.replace("-", " ").title()


def colour(card: str) -> str:
    return card.partition(" ")[0]


def number(card: str) -> int:
    return int(card.partition(" ")[2])


def is_run(stands_for: Sequence[str]) -> bool:
    """Four or more of one colour, one after the other."""
    numbers = [number(card) for card in stands_for]
    in_a_row = all(after == before + 1 for before, after in pairwise(numbers))
    return len(numbers) >= 4 and len({colour(card) for card in stands_for}) == 1 and in_a_row


def runs(hand: Counter[str]) -> Iterator[tuple[tuple[int, int], Path, Counter[str]]]:
    """Every run that can be laid: where it begins, its path, its cards."""
    for shade, tint in enumerate(COLOURS):
        for first in range(1, 12):
            for last in range(first + 3, 15):
                asked = [f"{tint} {n}" for n in range(first, last + 1)]
                choices = [[card for card in (want, ROOK) if hand[card]] for want in asked]
                for laid in product(*choices):
                    used = Counter(laid)
                    if used <= hand and set(used) != {ROOK}:
                        adds = [
                            f"Add {card}" if card != ROOK else f"Add {ROOK} as {want}"
                            for card, want in zip(laid, asked, strict=True)
                        ]
                        yield (shade, first), (f"Open a run from {asked[0]}", *adds, "Close the meld"), used


def sets(hand: Counter[str]) -> Iterator[tuple[tuple[int, int], Path, Counter[str]]]:
    """Every set that can be laid."""
    for n in range(1, 15):
        kinds = [f"{tint} {n}" for tint in COLOURS] + [ROOK]
        for amounts in product(*(range(hand[kind] + 1) for kind in kinds)):
            if sum(amounts) >= 3 and sum(amounts[:4]) >= 1:
                laid = [kind for kind, amount in zip(kinds, amounts, strict=True) for _ in range(amount)]
                adds = [f"Add {card}" if card != ROOK else f"Add {ROOK} to the set" for card in laid]
                yield (4, n), (f"Open a set of {n}s", *adds, "Close the meld"), Counter(laid)


def contracts(hand: Counter[str], how_many_runs: int, how_many_sets: int, *, whole: bool) -> set[Path]:
    """Every way to lay the whole contract, runs before sets and each kind ascending, as one path."""
    found: set[Path] = set()

    def lay(left: Counter[str], need: tuple[int, int], since: tuple[int, int], path: Path) -> None:
        if need == (0, 0):
            if not whole or not +left:
                found.add(path)
            return
        melds = runs(left) if need[0] else sets(left)
        after = (need[0] - 1, need[1]) if need[0] else (0, need[1] - 1)
        for start, steps, used in list(melds):
            if start >= since:
                lay(left - used, after, start, path + steps)

    lay(hand, (how_many_runs, how_many_sets), (0, 0), ())
    return found


def next_steps(paths: set[Path], done: Path) -> set[str]:
    return {path[len(done)] for path in paths if path[: len(done)] == done and len(path) > len(done)}


# -- after the contract ------------------------------------------------------------------------------------------------


def finishing(view: dict[str, Any]) -> set[str]:
    """Lay-offs, swaps and discards for a player whose contract lies on the table, from what he sees."""
    hand = Counter(name(card) for card in view[f"hand {view['to move']}"])
    melds = [
        (row["place"], [name(c) for c in row["cards"]], [c and name(c) for c in row["as"]]) for row in view["melds"]
    ]
    owed = view["owed"]
    found = set()
    for place, laid, stands_for in melds:
        numbers = {number(card) for card in stands_for if card}
        if len(numbers) == 1:
            (only,) = numbers
            found |= {f"Lay off {card} on {place}" for card in hand if card != ROOK and number(card) == only}
            found |= {f"Lay off {ROOK} low on {place}"} if hand[ROOK] else set()
            continue
        for card in hand:
            for side, longer in (("low", _before(stands_for)), ("high", _behind(stands_for))):
                if longer and is_run(longer):
                    new = longer[0] if side == "low" else longer[-1]
                    if card == ROOK:
                        found.add(f"Lay off {ROOK} {side} on {place}")
                    elif card == new and (_places(melds) - 1 >= owed or owed == 0):
                        found.add(f"Lay off {card} on {place}")
            if card in stands_for and laid[stands_for.index(card)] == ROOK and _places(melds) >= owed + 1:
                found.add(f"Swap {card} for {ROOK} in {place}")
    return found | discards(view)


def discards(view: dict[str, Any]) -> set[str]:
    hand = Counter(name(card) for card in view[f"hand {view['to move']}"])
    if view["owed"]:
        return set()
    taken = name(view["taken"]) if view["taken"] else None
    return {f"Discard {card}" for card in hand if card != taken or hand[card] > 1} or {"Keep the last card"}


def _before(stands_for: Sequence[str]) -> list[str]:
    low = number(stands_for[0]) - 1
    return [f"{colour(stands_for[0])} {low}", *stands_for] if low >= 1 else []


def _behind(stands_for: Sequence[str]) -> list[str]:
    high = number(stands_for[-1]) + 1
    return [*stands_for, f"{colour(stands_for[0])} {high}"] if high <= 14 else []


def _places(melds: Sequence[tuple[str, list[str], list[Any]]]) -> int:
    """How many Rooks could still be put to the table, one after the other."""
    places = 0
    for _, laid, stands_for in melds:
        if len({number(card) for card in stands_for if card}) == 1:
            return 1000
        places += 14 - len(laid)
    return places

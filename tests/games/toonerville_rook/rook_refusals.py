"""Which clause of Toonerville Rook forbids an action: read from the printed rules, without the engine.

What the book says of a step forbids whatever does not belong to it: first the card is taken (turn.take), players are
asked whether they buy (buy.order), and a contract that is begun is laid (lay.contract). Otherwise it is the clause on
what is tried. What no clause names has the clause of its meld: that cards which are laid come from the hand. Melds,
and the cards of a set, are laid in one order (lay.order), so that a set begins with its natural cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

COLOURS = ("red", "yellow", "green", "black")
ROOK = "rook"
FIRST_CARDS = [f"{colour}-{number}" for colour in COLOURS for number in range(1, 12)]
"""With which runs of four can begin, in their order."""

Seen = Mapping[str, Any]
Meld = tuple[str, str]
"""What it is, and the first card of a run or the number of a set."""


def rook_forbidding(seen: Seen, said: Sequence[str], words: str) -> set[str]:
    """Why an action that is not legal is not. seen: by the player who moves; said: what has been done in this turn."""
    if seen["phase"] == "buy or not":
        return {"buy.order"}
    if seen["phase"] == "take or decline" or words in ("Take the top discard", "Decline the top discard"):
        return {"turn.take"}
    if words in ("Buy the discard", "Do not buy"):
        return {"buy.offer"}
    if seen["contract laid"][seen["to move"] - 1]:
        return _after_contract(seen, words)
    melds = [_meld(line) for line in said if line.startswith("Open")]
    closed = said.count("Close the meld")
    if words.startswith("Open"):
        return _opening(seen, melds, words) if len(melds) == closed else {"lay.contract"}
    if words.startswith(("Add", "Close")):
        return _adding(seen, melds, words) if len(melds) > closed else {"lay.contract"}
    if melds:
        return {"lay.contract"}
    if words.startswith("Lay off"):
        return {"layoff.contract"}
    return {"swap.contract"} if words.startswith("Swap") else _ending(seen, words)


def _ending(seen: Seen, words: str) -> set[str]:
    """A card is discarded (discard.one), not the one that was taken, and none while a Rook is owed."""
    owed = seen["owed"]
    if words == "Keep the last card":
        return {"swap.play"} if owed else {"discard.one"}
    if _card(words.removeprefix("Discard ")) not in seen[f"hand {seen['to move']}"]:
        return {"discard.one"}
    if owed:
        return {"swap.play"}
    return {"discard.none" if len(seen[f"hand {seen['to move']}"]) == 1 else "discard.taken"}


# -- melds on the table ------------------------------------------------------------------------------------------------


def _after_contract(seen: Seen, words: str) -> set[str]:
    if words.startswith(("Open", "Add", "Close")):
        return {"lay.contract"}  # no further melds
    if not words.startswith(("Lay off", "Swap")):
        return _ending(seen, words)
    place = re.search(r"meld \d of player \d", words)
    assert place
    meld = next((meld for meld in seen["melds"] if meld["place"] == place[0]), None)
    tried = re.fullmatch(r"(?:Lay off|Swap) (.+?)( low| high)? (?:on|for The Rook in) meld .*", words)
    assert tried
    return (_swapping if words.startswith("Swap") else _laying_off)(seen, meld, _card(tried[1]))


def _laying_off(seen: Seen, meld: dict[str, Any] | None, card: str) -> set[str]:
    """Where a Rook finds no place, another card may not take its last one."""
    if meld is None:
        return {"layoff.contract"}  # only to melds on the table
    if card == ROOK:
        return {"layoff.rook"}
    stands_for = [natural for natural in meld["as"] if natural]
    if meld["is"] == "set":
        fits = _number(card) == _number(stands_for[0])
    else:
        fits = _next(card) == stands_for[0] or _next(stands_for[-1]) == card
    if not fits or card not in seen[f"hand {seen['to move']}"]:
        return {f"layoff.{meld['is']}"}
    return {"swap.play"} if seen["owed"] else set()


def _swapping(seen: Seen, meld: dict[str, Any] | None, card: str) -> set[str]:
    if meld is None:
        return {"swap.card"}
    if meld["is"] == "set":
        return {"swap.set"}
    fits = (ROOK, card) in zip(meld["cards"], meld["as"], strict=True)
    return {"swap.play"} if fits and card in seen[f"hand {seen['to move']}"] else {"swap.card"}


# -- the contract ------------------------------------------------------------------------------------------------------


def _opening(seen: Seen, before: Sequence[Meld], words: str) -> set[str]:
    """Not named by the contract, out of order, not to be had, or not with all that the contract asks for."""
    meld, runs, sets = _meld(words), *_left(seen, before)
    if not (runs if meld[0] == "run" else sets):
        return {"lay.contract"}
    if (meld[0] == "set" and runs) or (before and before[-1][0] == meld[0] and _place(meld) < _place(before[-1])):
        return {"lay.order"}
    hand = Counter[str](seen[f"hand {seen['to move']}"])
    if not _can_lay(hand, meld, 0, 0):
        return {"meld.natural"} if _can_lay(hand, meld, 0, 0, natural=False) else {f"meld.{meld[0]}"}
    if seen["contract"]["whole hand"]:
        return {"lay.order", "lay.whole-hand"}
    in_any_order = _can_lay(hand, meld, runs - (meld[0] == "run"), sets - (meld[0] == "set"))
    return {"lay.order"} if in_any_order else {"lay.contract"}


def _adding(seen: Seen, melds: Sequence[Meld], words: str) -> set[str]:
    """What does not fit; what fits is forbidden because of what must still be laid, or because of its order."""
    (kind, first), laid = melds[-1], seen["meld under way"]
    rest = {"lay.whole-hand" if seen["contract"]["whole hand"] else "lay.contract"}
    if words == "Close the meld":
        if len(laid) < _smallest(kind):
            return {f"meld.{kind}"}
        return {"meld.natural"} if set(laid) == {ROOK} else rest
    card, _, stands_for = words.removeprefix("Add ").partition(" as ")
    card = _card(card.removesuffix(" to the set"))
    if kind == "run":
        fits = _card(stands_for or card) == _nth(first, len(laid)) and "to the set" not in words
    else:
        fits = not stands_for if card == ROOK else _number(card) == int(first)
    if not fits:
        return {"meld.rook" if card == ROOK else f"meld.{kind}"}
    if card not in seen[f"hand {seen['to move']}"]:
        return {f"meld.{kind}"}
    if kind == "run":
        return rest
    if card == ROOK and not laid:
        return {"meld.natural"}
    if seen["contract"]["whole hand"]:
        return {"lay.order", *rest}
    in_any_order = _can_lay(
        Counter[str](seen[f"hand {seen['to move']}"]) - Counter([card]), melds[-1], *_left(seen, melds), [*laid, card]
    )
    return {"lay.order"} if in_any_order else rest


def _left(seen: Seen, melds: Sequence[Meld]) -> tuple[int, int]:
    """How many runs and sets the contract asks for beside those."""
    kinds = [kind for kind, _ in melds]
    return seen["contract"]["runs"] - kinds.count("run"), seen["contract"]["sets"] - kinds.count("set")


def _can_lay(
    hand: Counter[str], meld: Meld, runs: int, sets: int, laid: Sequence[str] = (), *, natural: bool = True
) -> bool:
    """Whether the meld, so far as it is laid, can be ended, and then so many runs and sets, in any order."""
    return any(_melds_fit(rest, runs, sets, 0) for rest in _ended(hand, meld, laid, natural=natural))


def _ended(hand: Counter[str], meld: Meld, laid: Sequence[str] = (), *, natural: bool = True) -> Iterator[Counter[str]]:
    """What is left of the hand when the meld has been ended with as few cards as it takes."""
    kind, first = meld
    missing = range(len(laid), _smallest(kind))
    if kind == "run":
        if _number(first) not in range(1, 12):
            return
        wanted = [[_nth(first, place)] for place in missing]
    else:
        wanted = [[card for card in hand if card != ROOK and hand[card] and card.endswith(f"-{first}")]] * len(missing)
    for used in product(*([*cards, ROOK] for cards in wanted)):
        if Counter(used) <= hand and not (natural and {*laid, *used} == {ROOK}):
            yield hand - Counter(used)


def _melds_fit(hand: Counter[str], runs: int, sets: int, least: int) -> bool:
    """least: the place among all runs of the first that is still tried."""
    if runs:
        return any(
            _melds_fit(rest, runs - 1, sets, place)
            for place, first in enumerate(FIRST_CARDS[least:], least)
            if sum(not hand[_nth(first, n)] for n in range(4)) <= hand[ROOK]
            for rest in _ended(hand, ("run", first))
        )
    naturals = Counter[int]()
    for card in hand - Counter({ROOK: hand[ROOK]}):
        naturals[_number(card)] += hand[card]
    prices = [
        max(0, 3 * nth - count) - max(0, 3 * nth - 3 - count)
        for count in naturals.values()
        for nth in range(1, count + 1)
    ]
    return len(prices) >= sets and sum(sorted(prices)[:sets]) <= hand[ROOK]


# -- words -------------------------------------------------------------------------------------------------------------


def _meld(words: str) -> Meld:
    if words.startswith("Open a run from "):
        return "run", _card(words.removeprefix("Open a run from "))
    return "set", words.removeprefix("Open a set of ").removesuffix("s")


def _place(meld: Meld) -> tuple[int, int]:
    """Where it comes among the melds of its kind: by colour and first number, or by number."""
    kind, first = meld
    return (COLOURS.index(first.split("-")[0]), _number(first)) if kind == "run" else (0, int(first))


def _smallest(kind: str) -> int:
    return 4 if kind == "run" else 3


def _card(name: str) -> str:
    return ROOK if name == "The Rook" else name.lower().replace(" ", "-")


def _number(card: str) -> int:
    return int(card.split("-")[1])


def _nth(card: str, steps: int) -> str:
    """The card so many numbers on; after the 14 there is none, and no hand has it."""
    colour, _, number = card.partition("-")
    return f"{colour}-{int(number) + steps}"


def _next(card: str) -> str:
    return _nth(card, 1)

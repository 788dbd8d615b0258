"""The table of pieces on a page of rules, as short as the deck allows.

Pieces that differ only in their names share a row, and so do pieces that are the same in several suits.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.source.cards import Card, Deck

MARKUP = re.compile(r"([\\`*_{}\[\]<>#|])")
Piece = tuple[str, float | None]
"""What it is called, without its suit, and its value."""
WORTH_A_RANGE = 3


def components(deck: Deck, kinds: Sequence[str] = (), say: Phrases = ENGLISH) -> str:
    """Return kind, names, copies and value of each row. `kinds`: only those; all of them if left out."""
    cards = [card for card in deck if not kinds or card.kind in kinds]
    suits: dict[tuple[str, str, Piece], list[str]] = {}
    for card in cards:
        kind = card.fields.get("kind", "")  # in the words of its column, which may be in another language
        suits.setdefault((kind, _copies(card, say), _piece(card)), []).append(_suit(card))
    pieces: dict[tuple[str, str, tuple[str, ...]], list[Piece]] = {}
    for (kind, copies, piece), found in suits.items():
        pieces.setdefault((kind, copies, tuple(found)), []).append(piece)
    rows = [
        (kind, _in_suits(names, found, say), copies, value)
        for (kind, copies, found), several in pieces.items()
        for names, value in (any(found) and _as_range(several, say)) or _by_value(several, say)
    ]
    columns = [*map(say, ("kind", "pieces", "copies", *(["value"] if any(row[-1] for row in rows) else [])))]
    table = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(row[: len(columns)])} |" for row in table)


def _as_range(pieces: Sequence[Piece], say: Phrases) -> list[tuple[str, str]]:
    """Write names and values in one row, `2 to 10` worth `2 to 10`; none if the values do not go up one by one."""
    run = _as_run([value for _, value in pieces], say) if len(pieces) >= WORTH_A_RANGE else ""
    return [(_names((name for name, _ in pieces), say), run)] if run else []


def _by_value(pieces: Sequence[Piece], say: Phrases) -> list[tuple[str, str]]:
    """Write a row for each value."""
    rows: dict[float | None, list[str]] = {}
    for name, value in pieces:
        rows.setdefault(value, []).append(name)
    return [(_names(names, say), str(plain(value))) for value, names in rows.items()]


def _names(names: Iterable[str], say: Phrases) -> str:
    found = list(names)
    numbers = [float(name) for name in found if name.isascii() and name.isdigit()]
    run = _as_run(numbers, say) if len(numbers) == len(found) >= WORTH_A_RANGE else ""
    return run or say("comma").join(escaped(name) for name in found)


def _as_run(values: Sequence[float | None], say: Phrases) -> str:
    """Write `2 to 10` if each is one more than the one before, else nothing."""
    whole = [int(value) for value in values if value is not None and value == int(value)]
    ascending = all(after == before + 1 for before, after in pairwise(whole))
    return say("from_to", first=whole[0], last=whole[-1]) if len(whole) == len(values) and ascending else ""


def _in_suits(names: str, suits: Sequence[str], say: Phrases) -> str:
    return say("in_suits", names=names, suits=say.listed(map(escaped, suits))) if any(suits) else names


def _piece(card: Card) -> Piece:
    """Name a card by its rank: `Jack of Clubs` is a Jack and `Red 4` a 4 if the card has a suit and a rank."""
    if not _suit(card):
        return card.name, card.value
    name, of, _ = card.name.partition(" of ")
    return name if of else card.fields["rank"], card.value


def _suit(card: Card) -> str:
    return card.fields.get("suit", "") if card.fields.get("rank") else ""


def _copies(card: Card, say: Phrases) -> str:
    """Write `10`, or `8 with 2 players, 9 with 3, otherwise 10`."""
    if card.fills:
        return say("copies_or_more", copies=card.quantity)
    if not card.quantities:
        return str(card.quantity)
    (fewest, first), *others = sorted(card.quantities.items())
    return say("comma").join(
        [
            say("copies_for_first", copies=first or say("copies_none"), players=fewest),
            *(
                say("copies_for_players", copies=copies or say("copies_none"), players=players)
                for players, copies in others
            ),
            say("copies_else", copies=card.quantity),
        ]
    )


def plain(value: float | None) -> int | float | str:
    """Write a whole number without its decimal point, and nothing for no value."""
    if value is None:
        return ""
    return int(value) if value == int(value) else value


def escaped(words: str) -> str:
    """Write the text of a card as plain words in Markdown."""
    return MARKUP.sub(r"\\\1", words.replace("\n", " "))

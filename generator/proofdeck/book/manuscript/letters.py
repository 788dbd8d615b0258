"""Letters that no font has: a printed book names a symbol, such as `[dragon]`, and cannot do without a letter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from proofdeck.book.manuscript.plain_data import Data
from proofdeck.paper.faces.letters import INVISIBLE, is_letter, symbol_name

USUAL = range(0x250)
"""The letters of the West, which every font of a book has."""
BOX = "\N{WHITE SQUARE}"
UNPRINTED = {"id", "card", "kind", "picture", "address"}
"""Names in a book's data of what is not printed."""


def words_of(book: Data) -> str:
    """Return everything that is printed, in no order."""
    return "".join(_words(book))


def unusual(words: str) -> list[str]:
    """Return the characters that a font may lack, in order."""
    used = sorted(one for one in set(words) if ord(one) not in USUAL and ord(one) not in INVISIBLE)
    return [one for one in used if one.isprintable() and not one.isspace()]


def spelt(book: Data, lacking: Collection[str]) -> Data:
    """Return a copy that names each of those symbols, with an empty box for a letter.

    In titles, where they adorn the words, they are left out.
    """
    if not lacking:
        return book
    unseen = dict.fromkeys(INVISIBLE, "")
    named = unseen | {ord(one): BOX if is_letter(one) else symbol_name(one) for one in lacking}
    unseen |= {code: BOX if words == BOX else "" for code, words in named.items()}
    plain: Data = _mapped(book, named)
    titles = [{key: _trimmed(_mapped(one[key], unseen)) for key in ("title", "words")} for one in book["sections"]]
    sections = [one | title for one, title in zip(plain["sections"], titles, strict=True)]
    return plain | {"title": _mapped(book["title"], unseen).strip(), "sections": sections}


def _trimmed(title: Any) -> Any:
    """Take away the space that a symbol at the beginning has left."""
    if isinstance(title, str):
        return title.strip()
    place = next((place for place, one in enumerate(title) if one.get("text", "").strip()), 0)
    return [
        {**one, "text": one["text"].lstrip()} if at == place and "text" in one else one for at, one in enumerate(title)
    ]


def _words(data: object) -> Iterator[str]:
    match data:
        case str():
            yield data
        case Mapping():
            for key, inside in data.items():
                yield from _words(inside) if key not in UNPRINTED else ()
        case list() | tuple():
            for inside in data:
                yield from _words(inside)


def _mapped(data: Any, table: dict[int, str]) -> Any:
    match data:
        case str():
            return data.translate(table)
        case Mapping():
            return {key: inside if key in UNPRINTED else _mapped(inside, table) for key, inside in data.items()}
        case list() | tuple():
            return [_mapped(inside, table) for inside in data]
        case _:
            return data

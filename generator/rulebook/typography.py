"""Quotation marks, minus signs and non-breaking spaces, where an author typed plain ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from generator.phrases import Phrases
from generator.rulebook.words import Break, Emphasis, Inline, Inlines, Link, Strong, Words

NBSP, MINUS, DASH = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}", "\N{EN DASH}"
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"
BEGINS = " \t\n([{\N{EN DASH}\N{EM DASH}/" + NBSP
"""What comes before an opening quotation mark."""
SIGNS = (
    (re.compile(r"(?<![\w.,)\]-])-(?=\d)"), MINUS),
    (re.compile(r"(?<![\w.-])(\d{1,4})-(?=\d{1,4}(?![\w-]|\.\d))"), rf"\1{DASH}"),
    (re.compile(r"(?<=\d) (?=(?:mm|cm|m|g|kg|dpi|%|×)(?!\w))"), NBSP),
    (re.compile(r" (?=×\d)"), NBSP),
    (re.compile(r"(?<=×) (?=\d)"), NBSP),
)


def typographic(inlines: Inlines, say: Phrases) -> Inlines:
    """Return the words as a printer sets them. Code stays as it was typed."""
    return tuple(_set(inlines, _Quotes(say)))


def _set(inlines: Inlines, quotes: _Quotes) -> Iterator[Inline]:
    for inline in inlines:
        match inline:
            case Words(text):
                yield Words(_signs(quotes.curled(text)))
            case Strong(inside) | Emphasis(inside) | Link(_, inside):
                yield replace(inline, inside=tuple(_set(inside, quotes)))
            case _:
                quotes.pass_over(" " if isinstance(inline, Break) else "x")
                yield inline


def _signs(text: str) -> str:
    for found, sign in SIGNS:
        text = found.sub(sign, text)
    return text


class _Quotes:
    """Goes through a paragraph letter by letter, since a quotation may open before an emphasis and close after it."""

    def __init__(self, say: Phrases) -> None:
        self._double, self._single = (say(name).split() for name in ("quotes", "inner_quotes"))
        self._last, self._is_inside = " ", False

    def pass_over(self, letter: str) -> None:
        """Pass over something that has no quotation marks and ends with that letter."""
        self._last = letter

    def curled(self, text: str) -> str:
        return "".join(map(self._curled, text, [*text[1:], ""])) if text else ""

    def _curled(self, letter: str, after: str) -> str:
        opens = (self._last in BEGINS or self._last in (self._double[0], self._single[0])) and not after.isspace()
        self._last = (
            self._double[not opens] if letter == '"' else self._of_one(opens, after) if letter == "'" else letter
        )
        return self._last

    def _of_one(self, opens: bool, after: str) -> str:
        """Set a single mark: it opens, it closes, or it is an apostrophe."""
        if opens and not after.isdigit():
            self._is_inside = True
            return self._single[0]
        closes = self._is_inside and not after.isalnum()
        self._is_inside &= not closes
        return self._single[1] if closes else APOSTROPHE

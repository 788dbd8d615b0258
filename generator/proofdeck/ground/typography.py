"""Quotation marks, minus signs and non-breaking spaces in words, where an author typed plain ones."""

from __future__ import annotations

import re

from proofdeck.ground.phrases import Phrases

NBSP, MINUS, DASH = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}", "\N{EN DASH}"
EASTERN = "\N{CJK RADICAL REPEAT}"
"""The first of the letters of Chinese, Japanese and Korean, beside which words end without a blank."""
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
"""Each replaces one character by one, so words keep their length."""


def capital(words: str) -> str:
    """Capitalise the first letter and leave the others as they are."""
    return words[:1].upper() + words[1:]


class Typesetter:
    """Sets the words of one paragraph in the manner of a language.

    It remembers where it is, since a quotation may open before an emphasis and close after it.
    """

    def __init__(self, say: Phrases) -> None:
        self._double, self._single = (say(name).split() for name in ("quotes", "inner_quotes"))
        self._last, self._is_inside, self._is_open = " ", False, False
        self._has_blanks = bool(say("blank"))

    def pass_over(self, letter: str) -> None:
        """Pass over something that has no quotation marks and ends with that letter."""
        self._last = letter

    def set(self, text: str) -> str:
        """Return the next words of the paragraph, one character for each of theirs."""
        curled = text
        if '"' in text or "'" in text:
            curled = "".join(map(self._curled, text, [*text[1:], ""]))
        elif text:
            self._last = text[-1]
        for found, sign in SIGNS:
            curled = found.sub(sign, curled)
        return curled

    def _curled(self, letter: str, after: str) -> str:
        opens = (self._last in BEGINS or self._last in (self._double[0], self._single[0])) and not after.isspace()
        if letter == '"':
            opens = opens if self._has_blanks else not self._is_open
            self._is_open = opens
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

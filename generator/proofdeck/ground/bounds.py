"""Limits for files that people write, shared by all readers.

Python refuses to convert very long runs of digits to numbers, and nobody can print or check one. Readers reject such
runs, so that later code can safely convert any digits it finds.
"""

from __future__ import annotations

import json
import re
from typing import Any

MOST_DIGITS = 250
"""Digits in one number, decimal or hexadecimal: any of them can still be a floating-point number."""
DEEPEST = 40
"""Levels of nested tables and lists in a template, in the head of a rules page, or in a file that a page has saved."""
TOO_MANY_DIGITS = f"a number has more than {MOST_DIGITS:,} digits"
_LONG = re.compile(rf"(?<!\d)\d{{{MOST_DIGITS + 1}}}")


_NESTS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[{\]}]')


def parsed_json(text: str) -> Any:
    """What a JSON text says. Raises ValueError if it is none, or nests deeper than DEEPEST.

    A browser ends Python where Python itself would raise a RecursionError.
    """
    depth = 0
    for found in _NESTS.finditer(text) if text.count("[") + text.count("{") > DEEPEST else ():
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if depth > DEEPEST:
            raise ValueError(f"more than {DEEPEST} levels of brackets")
    return json.loads(text)


def whole(text: str) -> int | None:
    """The number that the digits 0 to 9 spell; None for anything else, such as `²`, which `str.isdigit` accepts.

    Also None for more than MOST_DIGITS of them.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def long_number(text: str) -> tuple[int, int] | None:
    """Line and column, counted from 1, of the first number with more than MOST_DIGITS digits.

    Such a number covers at least one of every MOST_DIGITS characters, so only those need to be checked.
    """
    for at in range(0, len(text), MOST_DIGITS):
        if text[at].isdecimal() and (found := _LONG.search(text, max(0, at - MOST_DIGITS), at + MOST_DIGITS + 1)):
            return text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
    return None

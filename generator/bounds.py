"""What no file of a person holds: limits that the readers of different files share.

Python refuses to turn very long runs of digits into numbers, and nobody can print or check one. Such a run is refused
where a file is read, so that whatever comes later may turn any digits into a number.
"""

from __future__ import annotations

import re

MOST_DIGITS = 1_000
"""In one number of any file."""
DEEPEST = 40
"""Tables within tables and lists within lists, in a template or in the head of a page of rules."""
TOO_MANY_DIGITS = f"a number has more than {MOST_DIGITS:,} digits"
_LONG = re.compile(rf"(?<!\d)\d{{{MOST_DIGITS + 1}}}")


def whole(text: str) -> int | None:
    """The number that digits from 0 to 9 spell; None for anything else, such as `²`, which `str.isdigit` takes for one.

    Also None for more than MOST_DIGITS of them.
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def long_number(text: str) -> tuple[int, int] | None:
    """Line and column, counted from 1, of the first number with more than MOST_DIGITS digits.

    Such a number covers one of every MOST_DIGITS characters, so hardly any of the text is looked at.
    """
    for at in range(0, len(text), MOST_DIGITS):
        if text[at].isdecimal() and (found := _LONG.search(text, max(0, at - MOST_DIGITS), at + MOST_DIGITS + 1)):
            return text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
    return None

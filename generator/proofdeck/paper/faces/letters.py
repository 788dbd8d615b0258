"""What to print in place of a symbol that no font has, and which letters have no ink of their own."""

from __future__ import annotations

import unicodedata

INVISIBLE = {0x200B, 0x200C, 0x200D, 0x20E3, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400), *range(0xE0000, 0xE0080)}
"""What joins or varies the symbol before it, and has no ink of its own."""


def is_letter(one: str) -> bool:
    """Whether it is part of a word and not a picture."""
    return unicodedata.category(one)[0] in "LMN"


def symbol_name(symbol: str) -> str:
    """What is printed in place of a symbol: `[dragon face]`."""
    return f"[{unicodedata.name(symbol, 'symbol').casefold()}]"

"""Which letters belong together, which of several fonts prints each, and what is printed if none has it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from proofdeck.paper.faces.face import Font

INVISIBLE = {0x200B, 0x200C, 0x200D, 0x20E3, *range(0xFE00, 0xFE10), *range(0x1F3FB, 0x1F400), *range(0xE0000, 0xE0080)}
"""What joins or varies the symbol before it, and has no ink of its own."""


def is_letter(one: str) -> bool:
    """Whether it is part of a word and not a picture."""
    return unicodedata.category(one)[0] in "LMN"


def symbol_name(symbol: str) -> str:
    """What is printed in place of a symbol: `[dragon face]`."""
    return f"[{unicodedata.name(symbol, 'symbol').casefold()}]"


def glyph_picture(font: Font, glyph: int, colour: str) -> str:
    """The name of the picture that a letter in colour is. colour: of the text, as `#rrggbb`."""
    return f"{font.file}#glyph={glyph},{colour[1:7]},{font.face}"


JOINER = "\u200d"


def clusters(text: str) -> Iterator[str]:
    """Letters with their marks, and the parts of one emoji; what one font has to print."""
    cluster = ""
    for letter in text:
        goes_on = (
            unicodedata.category(letter)[0] == "M"
            or ord(letter) in INVISIBLE
            or (cluster.endswith(JOINER) and unicodedata.category(letter) == "So")
            or (len(cluster) == 1 and _is_half_a_flag(letter) and _is_half_a_flag(cluster))
        )
        if cluster and not goes_on:
            yield cluster
            cluster = ""
        cluster += letter
    if cluster:
        yield cluster


def _is_half_a_flag(letter: str) -> bool:
    return "\U0001f1e6" <= letter <= "\U0001f1ff"


def shared(letters: Sequence[str], fonts: int, has: Callable[[int, int], bool]) -> list[int]:
    """Which of the fonts, counted from 0, prints each cluster of letters. has: whether a cluster is in a font.

    Letters are in the first font that has them. Digits, blanks and punctuation go with the letter before them, or else
    with the next one, and a closing bracket goes with the opening one, so that a font is left as rarely as can be.
    """
    found: list[int | None] = [
        next((font for font in range(fonts) if has(at, font)), 0) if unicodedata.category(one[0])[0] in "LM" else None
        for at, one in enumerate(letters)
    ]
    near = next((font for font in found if font is not None), 0)
    families: list[int] = []
    opened: list[int] = []
    for at, (one, font) in enumerate(zip(letters, found, strict=True)):
        kind = unicodedata.category(one[0])
        near = near if font is None else font
        if kind == "Ps":
            opened.append(near)
        wanted = opened.pop() if kind == "Pe" and opened else near
        families.append(next((font for font in (wanted, *range(fonts)) if has(at, font)), 0))
    return families

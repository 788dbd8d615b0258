"""The rules of writing systems: text direction, where lines may break, and where words may be hyphenated.

The libraries for this are loaded only for texts that need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar
from unicodedata import bidirectional

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_WITHOUT_BLANKS = re.compile("[\u2e80-\u9fff\ua000-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_HYPHEN = "\u00ad"
BLANKS = " \t\f\v"
Item = TypeVar("Item")
SHORTEST = 5
"""Letters in the longest word that is hyphenated."""


def runs_right_to_left(text: str) -> bool:
    """Whether a paragraph begins at the right, as its first letter with a direction decides."""
    if not _RIGHT_TO_LEFT.search(text):
        return False
    first = next((kind for letter in text if (kind := bidirectional(letter)) in {"L", "R", "AL"}), "L")
    return first != "L"


def levels(text: str) -> Sequence[int]:
    """The embedding level of each letter by the Unicode Bidirectional Algorithm (UAX #9); odd ones run leftwards."""
    if not _RIGHT_TO_LEFT.search(text):
        return [0] * len(text)
    from bidi import algorithm

    storage: dict[str, Any] = algorithm.get_empty_storage()
    base = 1 if runs_right_to_left(text) else 0
    storage.update(base_level=base, base_dir=("L", "R")[base])
    algorithm.get_embedding_levels(text, storage)
    for letter in storage["chars"]:  # the library knows no direction of a letter that Unicode has not assigned
        letter["type"] = letter["type"] or ("R" if _RIGHT_TO_LEFT.match(letter["ch"]) else "L")
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    found = [int(letter["level"]) for letter in storage["chars"]]
    return found if len(found) == len(text) else [base] * len(text)


def level_runs(text: str, of: Sequence[int]) -> Iterator[tuple[str, int]]:
    """Pieces of a text whose letters have the same direction."""
    start = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or of[index] != of[start]:
            yield text[start:index], of[start]
            start = index


def leftward(text: str) -> str:
    """Neutral characters in a leftward run, reversed and with mirrored brackets.

    Letters keep their order, because shaping turns them.
    """
    if _RIGHT_TO_LEFT.search(text):
        return text
    from bidi.mirror import MIRRORED

    return "".join(MIRRORED.get(letter, letter) for letter in reversed(text))


def visual(items: Sequence[Item], of: Sequence[int]) -> list[Item]:
    """The contents of a line from left to right (UAX #9, L2)."""
    order = list(range(len(items)))
    for level in range(max(of, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and of[order[end]] >= level:
                end += 1
            order[start:end] = reversed(order[start:end])
            start = max(end, start + 1)
    return [items[index] for index in order]


def parts(text: str) -> Iterator[tuple[int, str, bool, bool]]:
    """(start, word, whether a line may end here, whether a space follows), in reading order.

    A line may end after a hyphen inside a word; scripts without spaces are broken according to UAX #14.
    """
    if _WITHOUT_BLANKS.search(text):
        yield from _units(text)
        return
    start = 0
    for index, letter in enumerate(text):
        if letter in BLANKS:
            yield start, text[start:index], True, True
            start = index + 1
        elif letter == "-" and text[index - 1 : index].isalpha() and text[index + 1 : index + 2].isalpha():
            yield start, text[start : index + 1], True, False
            start = index + 1
    if start < len(text):
        yield start, text[start:], False, False


def _units(text: str) -> Iterator[tuple[int, str, bool, bool]]:
    from uniseg.linebreak import line_break_units

    start = 0
    for unit in line_break_units(text):
        word = unit.rstrip(BLANKS)
        blank, ends = word != unit, start + len(unit) == len(text)
        yield start, word, blank or not ends, blank
        start += len(unit)


def syllables(word: str, language: str) -> list[str]:
    """The parts of a word between hyphenation points: soft hyphens, or else those of the language."""
    if _HYPHEN in word:
        return [part for part in word.split(_HYPHEN) if part]
    divider = _divider(language) if len(word) >= SHORTEST and word.isalpha() else None
    if divider is None:
        return [word]
    at = [0, *divider.positions(word), len(word)]
    return [word[start:end] for start, end in pairwise(at)]


@lru_cache(maxsize=8)
def _divider(language: str) -> Any:
    """Hyphenation patterns; None if there are none for the language."""
    if not language:
        return None
    import pyphen

    found = pyphen.language_fallback(language.replace("-", "_"))
    return pyphen.Pyphen(lang=found) if found else None

"""The rules of writing systems: text direction, where lines may break, and where words may be hyphenated.

The libraries for this are loaded only for texts that need them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypeVar
from unicodedata import bidirectional, category

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_WITHOUT_BLANKS = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\ua9e0-\ua9ff\uaa60-\uaa7f"  # Thai, Lao, Burmese, Khmer
    "\u2e80-\u9fff\ua000-\ua4cf\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"
)
_EMBEDDING = {"LRI": "LRE", "RLI": "RLE", "PDI": "PDF"}
"""What an isolate is taken for."""
_STRONG = {"L": "L", "R": "R", "EN": "R", "AN": "R"}
"""The direction that a letter or a number gives to brackets around it."""
MOST_BRACKETS = 63
"""How deep brackets may be nested, by UAX #9."""
HYPHEN, _BREAK = "\u00ad", "\u200b"
"""A soft hyphen, and a space without width."""
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
    for at, letter in enumerate(storage["chars"]):
        letter["at"] = at
        # The library knows neither isolates nor the direction of a letter that Unicode has not assigned.
        kind = _EMBEDDING.get(letter["type"])
        if letter["type"] == "FSI":  # it goes as its first letter with a direction goes
            kind = "RLE" if runs_right_to_left(text[at:]) else "LRE"
        letter["type"] = kind or letter["type"] or ("R" if _RIGHT_TO_LEFT.match(letter["ch"]) else "L")
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    _resolve_brackets(storage)
    algorithm.resolve_neutral_types(storage, False)
    algorithm.resolve_implicit_levels(storage, False)
    known = {letter["at"]: int(letter["level"]) for letter in storage["chars"]}
    found = [base]  # a letter without a direction of its own, such as a joiner, has that of the letter before it
    for at in range(len(text)):
        found.append(known.get(at, found[-1]))
    return found[1:]


def _resolve_brackets(storage: Mapping[str, Any]) -> None:
    """Give both brackets of a pair the same direction (UAX #9, N0)."""
    for run in storage["runs"]:
        letters = storage["chars"][run["start"] : run["start"] + run["length"]]
        for start, end in sorted(_bracket_pairs(letters)):
            own = "LR"[letters[start]["level"] % 2]
            inside = {_STRONG.get(letter["type"]) for letter in letters[start + 1 : end]} - {None}
            if own not in inside and inside:
                before = (_STRONG.get(letter["type"]) for letter in reversed(letters[:start]))
                own = next((kind for kind in before if kind), run["sor"])
            if inside:
                letters[start]["type"] = letters[end]["type"] = own


def _bracket_pairs(letters: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, int]]:
    from bidi.mirror import MIRRORED

    waiting: list[tuple[str, int]] = []
    for at, letter in enumerate(letters):
        if letter["type"] != "ON" or category(letter["ch"]) not in {"Ps", "Pe"}:
            continue
        if category(letter["ch"]) == "Ps":
            waiting.append((MIRRORED.get(letter["ch"], ""), at))
        elif letter["ch"] in (closing := [one for one, _ in waiting]):
            depth = len(closing) - 1 - closing[::-1].index(letter["ch"])
            yield waiting[depth][1], at
            del waiting[depth:]
        if len(waiting) > MOST_BRACKETS:
            return


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

    A line may end after a hyphen inside a word and at a zero-width space; scripts without spaces are broken according
    to UAX #14, and Thai, Lao, Khmer and Burmese between the words of a dictionary.
    """
    if _WITHOUT_BLANKS.search(text):
        yield from _units(text)
        return
    start = 0
    for index, letter in enumerate(text):
        if letter in BLANKS or letter == _BREAK:
            yield start, text[start:index], True, letter != _BREAK
            start = index + 1
        elif letter == "-" and text[index - 1 : index].isalpha() and text[index + 1 : index + 2].isalpha():
            yield start, text[start : index + 1], True, False
            start = index + 1
    if start < len(text):
        yield start, text[start:], False, False


def _units(text: str) -> Iterator[tuple[int, str, bool, bool]]:
    from icu4py.breakers import LineBreaker

    start, unit = 0, ""
    for segment in LineBreaker(text, "en"):
        unit += segment
        ends = start + len(unit) == len(text)
        if unit.endswith(HYPHEN) and not ends:
            continue  # a soft hyphen divides a word, which is not the end of it
        word = unit.rstrip(BLANKS + _BREAK)
        blank = bool(set(unit[len(word) :]) & set(BLANKS))
        yield start, word, blank or not ends, blank
        start, unit = start + len(unit), ""


def syllables(word: str, language: str) -> list[str]:
    """The parts of a word between hyphenation points: soft hyphens, or else those of the language."""
    if HYPHEN in word:
        return [part for part in word.split(HYPHEN) if part]
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

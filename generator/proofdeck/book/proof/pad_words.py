"""What the words of a pad say: its numbers, the words that carry meaning, and what is wrong with them."""

from __future__ import annotations

import re
from dataclasses import dataclass

NUMBER = re.compile(r"(?a:(?<![\w.])[-−+]?\d+(?![\w.]\w))")
WORD = re.compile(r"[^\W\d_]{3,}")
COMMON = frozenset(
    "and are card each for from give have most more not one point score the their them they with you your".split()
)
IN_WORDS = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
TIMES = {"once": 1, "twice": 2, "half": 2, "double": 2}


@dataclass(frozen=True, slots=True)
class PadFlaw:
    """What is wrong with a pad or a card, in a sentence. table: the score sheet that shows it, line by line."""

    says: str
    table: tuple[str, ...] = ()


def words_in(text: str) -> frozenset[str]:
    """The words that carry meaning, without endings of plurals."""
    return frozenset(_stem(word) for word in WORD.findall(text.casefold())) - COMMON


def _stem(word: str) -> str:
    return word.removesuffix("s") if not word.endswith("ss") else word


def numbers_in(text: str) -> set[int]:
    """The whole numbers in a text, in figures or in words."""
    words = WORD.findall(text.casefold())
    spelled = {IN_WORDS.index(word) for word in words if word in IN_WORDS} | {
        TIMES[word] for word in words if word in TIMES
    }
    return {as_whole(found) for found in NUMBER.findall(text)} | spelled


def as_whole(words: str) -> int:
    """A number as it is printed, with its sign."""
    return int(words.replace("−", "-").replace("+", ""))

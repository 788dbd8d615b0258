"""Words of the spreadsheet that are probably misspelt: a game or a kind that nothing else in the project knows."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

NEAR = 0.7
LONGEST = 60
"""Letters of a word that is worth comparing."""


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that this one nearly is, or "". A word with another number, such as `tombs-2`, is meant so."""
    candidates = sorted(name for name in known if name != word and _letters(name) != _letters(word))
    if len(word) > LONGEST:
        return ""
    return next(iter(difflib.get_close_matches(word, candidates, n=1, cutoff=NEAR)), "")


def _letters(word: str) -> str:
    return "".join(letter for letter in word if not letter.isdigit()).strip("-_ ")

"""Words in the spreadsheet that are probably misspelt: a game or kind not mentioned anywhere else in the project."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

NEAR = 0.7
LONGEST = 60
"""Letters a word must have to be compared."""


def meant(word: str, known: Iterable[str]) -> str:
    """The known word that is almost this one, or "". A different number, as in `tombs-2`, is no misspelling."""
    candidates = sorted(name for name in known if name != word and _letters(name) != _letters(word))
    if len(word) > LONGEST:
        return ""
    return next(iter(difflib.get_close_matches(word, candidates, n=1, cutoff=NEAR)), "")


def _letters(word: str) -> str:
    return "".join(letter for letter in word if not letter.isdigit()).strip("-_ ")

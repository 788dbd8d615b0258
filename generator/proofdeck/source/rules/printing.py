"""Which editions of a book print a section, a clause or an example: `print=yes`, `print=reference` or `print=proof`."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal


class Edition(IntEnum):
    """The three books of a game, from the shortest to the longest. Each prints what the one before it prints."""

    PLAYERS = 1
    REFERENCE = 2
    PROOF = 3


EditionName = Literal["players", "reference", "proof"]

PRINTS: Final = {"yes": Edition.PLAYERS, "reference": Edition.REFERENCE, "proof": Edition.PROOF}
"""What an author writes -> the first edition in which it is printed."""

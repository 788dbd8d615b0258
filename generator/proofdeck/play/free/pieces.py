"""The pieces of a table without rules, as plain data that can be kept in a file. Lengths in mm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from proofdeck.ground.units import Box, Size

SURFACE = Size(978.0, 466.0)
"""A table on which a card of 63 mm takes a tenth of the width of a window; tables online have the same."""
TOKEN = 40.0
"""The longest edge of a piece that goes into a bag with others of its kind."""


class FreePiece(NamedTuple):
    """One physical piece. id: `ada-2` for the second copy of a card; name: for people; size: as printed.

    back: the same for all that look alike from behind, "" for nothing printed there; form: of its outline.
    """

    id: str
    card: str
    name: str
    kind: str = ""
    width: float = 63.0
    height: float = 88.0
    back: str = ""
    form: str = "rectangle"
    is_board: bool = False

    @property
    def is_card(self) -> bool:
        """Whether it is neither a board nor cut in another form."""
        return self.form == "rectangle" and not self.is_board

    @property
    def is_token(self) -> bool:
        """Whether it is neither dealt nor shuffled as cards are."""
        return self.form != "rectangle" and max(self.width, self.height) <= TOKEN


class FreePile(NamedTuple):
    """Pieces in one place, by id from the top down or from the left. x, y: of its middle.

    is_row: whether all of them are seen, side by side or, if is_column, below each other; is_bag: whether nobody sees
    what is drawn from it; stays: whether it is a place that is there without pieces too.
    """

    id: str
    label: str
    x: float
    y: float
    pieces: tuple[str, ...] = ()
    is_row: bool = False
    is_bag: bool = False
    stays: bool = False
    is_column: bool = False


class FreeDie(NamedTuple):
    """A die. value: the face that is up."""

    id: str
    label: str
    faces: int
    value: int
    x: float
    y: float


class FreeCounter(NamedTuple):
    """A number that people change. seat: from 1, or 0 for the whole table."""

    id: str
    label: str
    value: int
    low: int = 0
    high: int = 99
    seat: int = 0


class FreeStart(NamedTuple):
    """A table before the first act. scale: of all pieces; up: those that lie face up; hands: of ids, by seat.

    seats: the area before each player; turned: degrees, of pieces that are not upright; came: from which pile unseen
    pieces were taken, by its label.
    """

    pieces: tuple[FreePiece, ...]
    piles: tuple[FreePile, ...]
    scale: float
    seats: tuple[Box, ...] = ()
    up: frozenset[str] = frozenset()
    hands: tuple[tuple[str, ...], ...] = ()
    dice: tuple[FreeDie, ...] = ()
    counters: tuple[FreeCounter, ...] = ()
    turned: Mapping[str, int] = {}
    came: Mapping[str, str] = {}

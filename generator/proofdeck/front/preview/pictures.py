"""Faces and sheets as PNGs, painted on request and kept while there is room."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from threading import Lock
from typing import NamedTuple

from proofdeck.front.making.jobs import lay_sheets
from proofdeck.front.preview.showing import Drawn
from proofdeck.ground.paper import PAPERS, Ink
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.imprints import imprint_of
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.faces.face import Face
from proofdeck.paper.ink.printing import print_sheets
from proofdeck.paper.ink.raster import clear_picture, face_picture, faces_pdf, page_picture
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets.inking import inked
from proofdeck.paper.sheets.sheet import Side, contents
from proofdeck.source.project.request import Options

MOST_BYTES = 64 * 1024 * 1024
"""How many pictures and sheets are kept."""
SHEET_DPI = 75.0


class Pictures:
    """Safe for several threads, though pdfium serves only one at a time."""

    def __init__(self) -> None:
        self._painting, self._keeping = Lock(), Lock()
        self._kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
        self._size = 0

    def face(self, drawn: Drawn, dpi: float, *, bleed: bool = False, ink: Ink = "full") -> bytes:
        """A picture of one side. bleed: include the ink beyond the cut; ink: as `--ink` prints it."""

        def paint() -> bytes:
            face = inked(drawn.face, ink)
            return face_picture(face, drawn.supplies, dpi, beyond=face.bleed if bleed else 0.0)

        return self._made(("face", drawn.key, dpi, bleed, ink), paint)

    def elements(self, drawn: Drawn, dpi: float, numbers: Collection[int]) -> bytes:
        """What is painted of those elements of a side alone, on nothing; numbers: as in `Face.of_elements`."""
        return self._made(
            ("elements", drawn.key, dpi, tuple(numbers)),
            lambda: clear_picture(faces_pdf([drawn.face.of_elements(numbers)], drawn.supplies, dpi), dpi),
        )

    def part(self, face: Face, box: Box, supplies: Supplies, dpi: float) -> bytes:
        """What is painted of a face in a box, on nothing."""
        return self._made(
            ("part", face.digest, box, dpi), lambda: clear_picture(faces_pdf([face], supplies, dpi), dpi, box)
        )

    def sheet(self, made: Print, paper: str, key: str, page: int) -> bytes:
        """One page of the sheets. key: of all faces on them. Raises IndexError if there is no such page."""
        pdf = self._made(("sheets", key, paper), lambda: _sheets(made, paper))
        return self._made(("sheet", key, paper, page), lambda: page_picture(pdf, page, SHEET_DPI))

    def _made(self, key: tuple[object, ...], paint: Callable[[], bytes]) -> bytes:
        with self._keeping:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        with self._painting:
            data = paint()
        with self._keeping:
            self._size += len(data) - len(self._kept.get(key, b""))
            self._kept[key] = data
            while self._size > MOST_BYTES and len(self._kept) > 1:
                self._size -= len(self._kept.popitem(last=False)[1])
        return data


class SheetPage(NamedTuple):
    """One page of the print sheets. changed: the boxes of changed cards, in mm."""

    words: str
    paper: Size
    changed: tuple[Box, ...] = ()


def pages_of(made: Print, paper: str, changed: Collection[str] = ()) -> list[SheetPage]:
    """The first page, then fronts and backs. changed: the ids of cards to mark."""
    size = PAPERS[paper]
    made, _, how, sheets = lay_sheets(made, paper, size, Options(), Problems())
    if not sheets:
        return []
    first = [SheetPage("first page", size), *([SheetPage("its back", size)] if how.duplex != "none" else [])]
    sides = [
        SheetPage(f"sheet {number}, {name}", size, tuple(_placed(side, [item.label in changed for item in items])))
        for number, (sheet, members) in enumerate(zip(sheets, contents(made.items, sheets), strict=True), 1)
        for name, side, items in (
            ("front", sheet.front, members),
            ("back", sheet.back, [item for item in members if item.back is not None]),
        )
        if side is not None and (how.duplex != "none" or name == "front")
    ]
    return [*first, *sides]


def _placed(side: Side, marked: Sequence[bool]) -> Iterator[Box]:
    for placed, is_marked in zip(side.placed, marked, strict=True):
        if is_marked:
            yield placed.transform.box(Box(0, 0, placed.face.size.width, placed.face.size.height)).within(placed.clip)


def _sheets(made: Print, paper: str) -> bytes:
    made, _, how, sheets = lay_sheets(made, paper, PAPERS[paper], Options(), Problems())
    return print_sheets(sheets, imprint_of(made, sheets, how), made.supplies)

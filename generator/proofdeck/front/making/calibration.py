"""The test sheet of a printer: writes it, and keeps what is read on it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from proofdeck.ground.files import write_file
from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.places import shipped_root
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.workspace import Workspace
from proofdeck.paper.ink.printing import enlarging_sides, print_pages
from proofdeck.paper.ink.supplies import supplies_from
from proofdeck.paper.sheets.calibration import faces, scales
from proofdeck.source.project.printer_error import NO_ERROR, Point, PrinterError, moving
from proofdeck.source.project.printers import known_printers, remember_printer


def write_test_sheet(folder: Path, name: str, paper: str, duplex: Duplex, lang: str) -> Path:
    """Write `test-sheet-a4.pdf`, with the back where it is printed for that printer if it has been measured.

    Raises ProofdeckError if the folder cannot be written.
    """
    supplies, say = supplies_from(Workspace(shipped_root())), phrases_of(lang)
    error = known_printers().get(name, NO_ERROR)
    path = folder / f"test-sheet-{paper}.pdf"
    size = PAPERS[paper]
    sides = enlarging_sides(error.enlarging(size), error.on(size))
    write_file(path, print_pages(say("test_sheet"), faces(size, duplex, error, say, supplies), supplies, sides))
    return path


def measure(
    name: str,
    paper: Size,
    duplex: Duplex,
    crosses: tuple[Point, Point] | None = None,
    ruler: float | None = None,
) -> PrinterError:
    """Keep what a test sheet shows of a printer, added to what was known when the sheet was printed.

    crosses, ruler: what was read; None for nothing. Raises ValueError for a ruler that cannot be, and ProofdeckError if
    the user's data folder cannot be written.
    """
    found = known = known_printers().get(name, NO_ERROR)
    if crosses is not None:
        before = known.on(paper)
        one, two = (known.enlarging(paper).apply(*place) for place in scales(paper, duplex))
        to_one, to_two = (
            (x + known.larger * right, y + known.larger * down)
            for (x, y), (right, down) in zip((before.apply(*one), before.apply(*two)), crosses, strict=True)
        )
        found = replace(moving(paper, (one, two), (to_one, to_two)), larger=known.larger)
    if ruler is not None:
        found = found.measured(ruler)
    remember_printer(name, found)
    return found

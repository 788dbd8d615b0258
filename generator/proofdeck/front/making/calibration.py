"""The test sheet of a printer: writes it, and keeps what is read on it."""

from __future__ import annotations

from pathlib import Path

from proofdeck.ground.files import write_file
from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.places import shipped_root
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.workspace import Workspace
from proofdeck.paper.ink.printing import print_pages
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
    write_file(path, print_pages(say("test_sheet"), faces(PAPERS[paper], duplex, error, say, supplies), supplies))
    return path


def measure(name: str, paper: Size, duplex: Duplex, first: Point, second: Point) -> PrinterError:
    """Keep what a test sheet shows of a printer, added to what was known when the sheet was printed.

    Raises ProofdeckError if the user's data folder cannot be written.
    """
    before, straight = known_printers().get(name, NO_ERROR).on(paper), scales(paper, duplex)
    shown = [before.apply(*place) for place in straight]
    one, two = ((x + right, y + down) for (x, y), (right, down) in zip(shown, (first, second), strict=True))
    found = moving(paper, straight, (one, two))
    remember_printer(name, found)
    return found

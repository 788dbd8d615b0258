"""`export dtc`: a PDF/X-1a file for DriveThruCards, with the back and the front of each card in turn."""

from __future__ import annotations

from proofdeck.front.export.pictures import pixels_at
from proofdeck.front.export.settings import USUAL_DPI, TargetSettings
from proofdeck.front.export.shop import Product, batches_of, nearest, press_jobs
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.units import MM_PER_INCH, Size
from proofdeck.ground.workspace.outputs import Job

TRIM = Size(2.5 * MM_PER_INCH, 3.5 * MM_PER_INCH)
BLEED = MM_PER_INCH / 8
"""So that a page is 2.75 x 3.75 inches."""
SAFE = 3.175


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """The PDF, the list and the proof."""
    dpi = settings.dpi or USUAL_DPI
    poker = Product("poker", TRIM, pixels_at(TRIM.grown(BLEED), dpi), dpi, SAFE)
    batches = batches_of(goods, lambda face: nearest((poker,), face))
    return press_jobs(goods, {f"{goods.game.name}.pdf": batch for batch in batches}, BLEED, settings.icc)


TARGET = Target("dtc", "a PDF/X-1a file in four inks for DriveThruCards", ("dpi", "icc"), jobs)

"""`export dtc`: a PDF/X-1a file for DriveThruCards, with the back and the front of each card in turn."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.cache import digest, engine_digest
from generator.export.pictures import Picture, key_of, painted, pixels_at
from generator.export.settings import USUAL_DPI, Settings
from generator.export.shop import Batch, Product, batches_of, csv_job, nearest, proof_job
from generator.export.target import Goods, Target
from generator.pipeline.jobs import Job, Made
from generator.pipeline.request import Progress
from generator.problems import counted
from generator.units import MM_PER_INCH, Box, Size

TRIM = Size(2.5 * MM_PER_INCH, 3.5 * MM_PER_INCH)
BLEED = MM_PER_INCH / 8
"""So that a page is 2.75 x 3.75 inches."""
SAFE = 3.175


def jobs(goods: Goods, settings: Settings) -> list[Job]:
    """The PDF, the list and the proof."""
    dpi = settings.dpi or USUAL_DPI
    poker = Product("poker", TRIM, pixels_at(TRIM.grown(BLEED), dpi), dpi, SAFE)
    batches = batches_of(goods, lambda face: nearest((poker,), face))
    if not batches:
        return []
    return [*(_job(goods, batch) for batch in batches), _list(goods, batches), proof_job(goods, batches)]


def _job(goods: Goods, batch: Batch) -> Job:
    path = goods.folder / f"{goods.game.name}.pdf"
    sides = [*_sides(batch)]

    def make(_: Sequence[Path], progress: Progress) -> Made:
        from PIL import Image

        from generator.ink.press import Plate, plate, press_pdf

        plates: list[Plate] = []
        numbers: dict[Picture, int] = {}
        for one, png in painted(list(dict.fromkeys(sides)), goods.made.supplies):
            numbers[one] = len(plates)
            with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
                plates.append(plate(image))
            progress(f"{goods.game.name}/{path.name}", len(plates), len(set(sides)))
        trim = Box(BLEED, BLEED, TRIM.width, TRIM.height)
        yield path, press_pdf(goods.game.title, plates, [numbers[one] for one in sides], TRIM.grown(BLEED), trim)

    key = digest("dtc", engine_digest(), goods.game.title, key_of(goods, *sides))
    return Job(goods.game.name, f"{counted(batch.copies, 'card')}, PDF/X-1a:2003", {path: key}, make)


def _list(goods: Goods, batches: Sequence[Batch]) -> Job:
    """On which pages each card is."""
    rows: list[Sequence[object]] = [("product", "quantity", "first page", "last page", "id", "name")]
    first = 1
    for batch in batches:
        for one in batch.designs:
            last = first + 2 * one.copies - 1
            rows.append((batch.product.name, one.copies, first, last, one.card.id, one.card.name))
            first = last + 1
    return csv_job(goods, batches, rows)


def _sides(batch: Batch) -> Iterator[Picture]:
    """The back, then the front, of every copy."""
    for one in batch.designs:
        for _ in range(one.copies):
            yield Picture(one.back, batch.product.format(one.back))
            yield Picture(one.front, batch.product.format(one.front))


TARGET = Target("dtc", "a PDF/X-1a file in four inks for DriveThruCards", ("dpi",), jobs)

"""Orders for print shops: `export shop` for any of them, and what the shops that have a target of their own share.

An order is one folder for each product: pictures of exactly the size that the shop wants, numbered in the order of
printing; a list of how many of each; and a proof that shows where the shop cuts.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.front.export.pictures import Format, PaintedFace, key_of, paint_pictures, picture_job, pixels_at
from proofdeck.front.export.proof import ProofPage, print_proof
from proofdeck.front.export.settings import USUAL_DPI, TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import Problems, counted, listed
from proofdeck.ground.units import MM_PER_INCH, Box, Size
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Face, Outline

if TYPE_CHECKING:
    from proofdeck.paper.ink.press import Profile

LIST, PROOF = "order.csv", "proof.pdf"
BLEED, SAFE = 3.0, 3.0
"""mm: what most shops ask for."""
CLOSE = 0.03
"""By how much a card may differ from the size of a product, as a share of either side."""
ENOUGH = 0.1
"""mm of bleed that may be lacking without a word."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class Product(NamedTuple):
    """Something a shop prints. canvas: pixels with bleed; trim: mm after the cut; safe: mm inside of it."""

    name: str
    trim: Size
    canvas: tuple[int, int]
    dpi: float = USUAL_DPI
    safe: float = SAFE
    outline: Outline = "rectangle"

    def format(self, face: Face) -> Format:
        """The product, with cards that lie on their side turned."""
        wide = face.size.width > face.size.height, self.trim.width > self.trim.height
        turned = wide[0] != wide[1] and self.trim.width != self.trim.height and face.size.width != face.size.height
        return Format(self.trim, self.canvas, self.dpi, turned=turned)

    def distortion(self, face: Face) -> float:
        """How far the face is from the shape and size of this product, as a share of either side; 0 if they agree."""
        trim = self.trim.turned() if self.format(face).turned else self.trim
        return max(abs(trim.width / face.size.width - 1), abs(trim.height / face.size.height - 1))


def in_pixels(
    name: str, canvas: tuple[int, int], cut: tuple[int, int], safe: float, outline: Outline = "rectangle"
) -> Product:
    """A product as shops list it, at 300 dpi."""
    width, height = (pixels / USUAL_DPI * MM_PER_INCH for pixels in cut)
    return Product(name, Size(width, height), canvas, safe=safe, outline=outline)


def nearest(products: Sequence[Product], face: Face) -> Product | None:
    """The product for a card of that size; None if none is close."""
    alike = [product for product in products if product.outline == face.outline]
    best = min(alike, key=lambda product: product.distortion(face), default=None)
    return best if best is not None and best.distortion(face) <= CLOSE else None


@dataclass(frozen=True)
class Batch:
    """All cards of one product. designs: in printing order."""

    product: Product
    designs: tuple[Design, ...]

    @cached_property
    def fronts(self) -> list[str]:
        """The path of each front, below the folder of the target."""
        return [f"{self.product.name}/fronts/{at:03}-{one.name}.png" for at, one in enumerate(self.designs, 1)]

    @cached_property
    def backs(self) -> list[str]:
        """The path of each back. A back that several designs share is one file."""
        shared = Counter(one.back.digest for one in self.designs)
        common = [back for back, count in shared.items() if count > 1]
        return [
            f"{self.product.name}/backs/shared-{common.index(one.back.digest) + 1}-back.png"
            if one.back.digest in common
            else f"{self.product.name}/backs/{at:03}-{one.name}-back.png"
            for at, one in enumerate(self.designs, 1)
        ]

    @cached_property
    def copies(self) -> int:
        return sum(one.copies for one in self.designs)

    @property
    def says(self) -> str:
        return f"{self.product.name}: {counted(self.copies, 'piece')} of {counted(len(self.designs), 'design')}"

    def pictures(self) -> Iterator[tuple[str, PaintedFace]]:
        """The path of each file, and what it shows."""
        for front, back, one in zip(self.fronts, self.backs, self.designs, strict=True):
            yield front, PaintedFace(one.front, self.product.format(one.front))
            yield back, PaintedFace(one.back, self.product.format(one.back))


def batches_of(goods: ExportedGame, product_for: Callable[[Face], Product | None]) -> list[Batch]:
    """The designs by product. Those without one are left out, with a warning."""
    by_product: dict[Product, list[Design]] = {}
    left_out: dict[Size, list[str]] = {}
    for design in goods.designs:
        if (product := product_for(design.front)) is None:
            left_out.setdefault(design.front.size, []).append(design.card.id)
        else:
            by_product.setdefault(product, []).append(design)
    for size, ids in left_out.items():
        named = listed(ids) if len(ids) <= 3 else f"{listed(ids[:2])} and {len(ids) - 2} more"
        message = f"{named} ({size}) left out: the shop has no product of that size and shape"
        hint = "`proofdeck export shop` makes pictures of any size."
        goods.problems.report("W532", message, field="size", hint=hint)
    batches = [Batch(product, tuple(designs)) for product, designs in by_product.items()]
    for batch in batches:
        _check_bleed(batch, goods.problems)
    return batches


def _check_bleed(batch: Batch, problems: Problems) -> None:
    faces = [face for one in batch.designs for face in (one.front, one.back) if face.marks]
    lacking = max((batch.product.format(face).lacks(face) for face in faces), default=0.0)
    if lacking > ENOUGH:
        message = f"{batch.product.name}: the templates lack {lacking:.1f} mm of bleed, so the outermost pixels repeat"
        problems.report("W533", message, field="bleed", hint="Set a larger `bleed` in the templates.")


def order_jobs(goods: ExportedGame, batches: Sequence[Batch]) -> list[Job]:
    """Pictures, list and proof."""
    if not batches:
        return []
    pictures = [picture_job(goods, f"{batch.product.dpi:g} dpi", dict(batch.pictures())) for batch in batches]
    return [*pictures, list_job(batches), proof_job(goods, batches)]


def text_job(name: str, says: str, text: str) -> Job:
    """A file that is cheap to make."""
    return one_file(name, says, digest(name, text), lambda _: text.encode())


def json_job(name: str, says: str, data: object) -> Job:
    """The same for a file of JSON."""
    return text_job(name, says, f"{json.dumps(data, ensure_ascii=False, indent=1)}\n")


def list_job(batches: Sequence[Batch]) -> Job:
    """What will be ordered, as CSV."""
    head = ("product", "quantity", "front", "back", "id", "name")
    rows = [
        (batch.product.name, one.copies, front, back, one.card.id, one.card.name)
        for batch in batches
        for front, back, one in zip(batch.fronts, batch.backs, batch.designs, strict=True)
    ]
    return csv_job(batches, [head, *rows])


def csv_job(batches: Sequence[Batch], rows: Iterable[Sequence[object]]) -> Job:
    """The list of an order. rows: the first one has the names of the columns."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([_plain(cell) for cell in row] for row in rows)
    return text_job(LIST, "; ".join(batch.says for batch in batches), text.getvalue())


def _plain(cell: object) -> str:
    """A cell that no spreadsheet program takes for a formula."""
    words = str(cell)
    return f"'{words}" if words.startswith(FORMULA) else words


def proof_job(goods: ExportedGame, batches: Sequence[Batch]) -> Job:
    """A PDF of every picture with the cut and the safe area drawn in."""
    shown = [ProofPage(batch.says, tuple(_shown(batch)), batch.product.safe) for batch in batches]
    pictures = [picture for batch in batches for _, picture in batch.pictures()]
    parts = [(one.heading, one.safe, [words for words, _ in one.pictures]) for one in shown]
    key = digest(PROOF, engine_digest(), goods.game.title, parts, key_of(goods, *pictures))
    says = "where the shop cuts, and the safe area"
    return one_file(PROOF, says, key, lambda _: print_proof(goods.game.title, shown, goods.made.supplies))


def _shown(batch: Batch) -> Iterator[tuple[str, PaintedFace]]:
    seen: set[str] = set()
    for front, back, one in zip(batch.fronts, batch.backs, batch.designs, strict=True):
        yield f"{Path(front).stem} ×{one.copies}", PaintedFace(one.front, batch.product.format(one.front))
        if back not in seen:
            seen.add(back)
            yield Path(back).stem, PaintedFace(one.back, batch.product.format(one.back))


# -- in four inks ------------------------------------------------------------------------------------------------------


def press_jobs(goods: ExportedGame, files: Mapping[str, Batch], bleed: float, icc: Profile | None) -> list[Job]:
    """A PDF/X-1a for each product, by the name of its file; list and proof. icc: None to mix the inks without it."""
    if not files:
        return []
    jobs = [_press_job(goods, name, batch, bleed, icc) for name, batch in files.items()]
    batches = [*files.values()]
    rows = [row for batch in batches for row in _pages(batch)]
    head = ("product", "quantity", "first page", "last page", "id", "name")
    return [*jobs, csv_job(batches, [head, *rows]), proof_job(goods, batches)]


def _press_job(goods: ExportedGame, path: str, batch: Batch, bleed: float, icc: Profile | None) -> Job:
    sides, trim = [*_sides(batch)], batch.product.trim

    def data(progress: Progress) -> bytes:
        from PIL import Image

        from proofdeck.paper.ink import press, profiles

        plate = press.plate if icc is None else profiles.plates_through(icc)
        plates: list[press.Plate] = []
        numbers: dict[PaintedFace, int] = {}
        for one, png in paint_pictures(list(dict.fromkeys(sides)), goods.made.supplies):
            numbers[one] = len(plates)
            with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
                plates.append(plate(image))
            progress(f"{goods.game.name}/{path}", len(plates), len(set(sides)))
        cut, pages = Box(bleed, bleed, trim.width, trim.height), [numbers[one] for one in sides]
        return press.press_pdf(goods.game.title, plates, pages, trim.grown(bleed), cut, icc)

    key = digest("press", engine_digest(), goods.game.title, trim, bleed, icc, key_of(goods, *sides))
    return one_file(path, f"{counted(batch.copies, 'card')}, PDF/X-1a:2003", key, data)


def _sides(batch: Batch) -> Iterator[PaintedFace]:
    """The back, then the front, of every copy."""
    for one in batch.designs:
        for _ in range(one.copies):
            yield PaintedFace(one.back, batch.product.format(one.back))
            yield PaintedFace(one.front, batch.product.format(one.front))


def _pages(batch: Batch) -> Iterator[Sequence[object]]:
    """On which pages of its file each card is."""
    first = 1
    for one in batch.designs:
        last = first + 2 * one.copies - 1
        yield batch.product.name, one.copies, first, last, one.card.id, one.card.name
        first = last + 1


# -- any shop ----------------------------------------------------------------------------------------------------------


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """An order for a shop that is described by the settings: each size of card is a product."""
    dpi = settings.dpi or USUAL_DPI
    bleed = BLEED if settings.bleed is None else settings.bleed

    def product_for(face: Face) -> Product:
        trim = settings.size or face.size
        name = f"{trim.width:g}x{trim.height:g}mm{'' if face.outline == 'rectangle' else f'-{face.outline}'}"
        return Product(name, trim, pixels_at(trim.grown(bleed), dpi), dpi, outline=face.outline)

    batches = batches_of(goods, product_for)
    if settings.colour == "cmyk":
        return press_jobs(goods, {f"{batch.product.name}.pdf": batch for batch in batches}, bleed, settings.icc)
    if settings.icc:
        hint = "Add --colour cmyk, which makes a PDF in four inks, or leave --icc out."
        goods.problems.report("E531", "pictures in RGB take no profile of a press", field="icc", hint=hint)
        return []
    return order_jobs(goods, batches)


TARGET = Target(
    "shop",
    "an order for any print shop: pictures with bleed or a PDF in four inks, a list, a proof",
    ("size", "bleed", "dpi", "colour", "icc"),
    jobs,
)

"""`export png`: a picture of each side of each card, trimmed with round corners or with bleed; also in grids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from proofdeck.front.export.pictures import Format, PaintedFace, PictureGrid, grid_job, picture_job, trimmed, with_bleed
from proofdeck.front.export.settings import USUAL_DPI, TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.workspace.outputs import Job
from proofdeck.paper.deck.designs import names_of_shared_backs
from proofdeck.paper.faces.face import Face


def _format(face: Face, settings: TargetSettings) -> Format:
    dpi = settings.dpi or USUAL_DPI
    if settings.bleed is not None:
        return with_bleed(face, dpi, settings.size, settings.bleed)
    return trimmed(face, dpi, settings.size, settings.corner)


def _sides(goods: ExportedGame, settings: TargetSettings) -> Iterator[tuple[str, str, PaintedFace]]:
    for design in goods.designs:
        yield "fronts", design.name, PaintedFace(design.front, _format(design.front, settings))
        if design.has_back:
            yield "backs", design.name, PaintedFace(design.back, _format(design.back, settings))


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """The pictures one by one, or in grids."""
    sides = list(_sides(goods, settings))
    if settings.grid is not None:
        return list(_grids(goods, sides, PictureGrid(*settings.grid)))
    says = f"{settings.dpi or USUAL_DPI:g} dpi"
    shared = names_of_shared_backs((one.face, name) for side, name, one in sides if side == "backs")
    called = ((side, shared.get(one.face.digest, name) if side == "backs" else name, one) for side, name, one in sides)
    return [picture_job(goods, says, {f"{side}/{name}.png": one for side, name, one in called})]


def _grids(goods: ExportedGame, sides: Sequence[tuple[str, str, PaintedFace]], grid: PictureGrid) -> Iterator[Job]:
    """Files such as fronts-1.png, those of one size together."""
    groups: dict[tuple[str, Format], list[PaintedFace]] = {}
    for side, _, one in sides:
        groups.setdefault((side, one.format), []).append(one)
    numbers: dict[str, int] = {}
    most = grid.columns * grid.rows
    for (side, _), members in groups.items():
        for start in range(0, len(members), most):
            numbers[side] = numbers.get(side, 0) + 1
            yield grid_job(goods, f"{side}-{numbers[side]}.png", members[start : start + most], grid)


TARGET = Target(
    "png", "a picture of each side of each card, cut to shape", ("dpi", "size", "bleed", "corner", "grid"), jobs
)

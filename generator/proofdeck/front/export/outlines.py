"""Outlines for cutting machines, as DXF and SVG."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, dist, isclose, radians, sqrt, tan

from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Path
from proofdeck.paper.sheets.imposition import SheetPlan

FLAT = 0.002
"""mm by which a straight line may differ from the curve that it stands for."""
QUARTER = tan(radians(90 / 4))
"""What DXF calls the bulge of a quarter of a circle: the tangent of a quarter of its angle."""
COLOUR = "#ff0000"


@dataclass(frozen=True)
class SheetCut:
    """What a machine cuts out of a full sheet. sheets: those of which this is true, by number from 1."""

    name: str
    plan: SheetPlan
    outlines: tuple[Path, ...]
    sheets: Sequence[int]

    @property
    def area(self) -> Box:
        """What its files show: the whole paper if there are marks on it, or else the cards and their bleed."""
        plan = self.plan
        if plan.registration:
            return Box(0, 0, plan.frame.width, plan.frame.height)
        return Box.around([plan.slot(at).inset(-plan.bleed) for at in range(plan.per_sheet)])


def as_svg(cut: SheetCut) -> str:
    """Outlines as paths in mm, one for each card; those of nested cards begin and end at lines that are cut already."""
    area = cut.area
    paths = "\n".join(f'<path d="{" ".join(_svg(step, numbers) for step, numbers in line)}"/>' for line in cut.outlines)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{area.width:.4f}mm" height="{area.height:.4f}mm"'
        f' viewBox="{area.x:.4f} {area.y:.4f} {area.width:.4f} {area.height:.4f}">\n'
        f'<g id="cut" fill="none" stroke="{COLOUR}" stroke-width="0.1">\n{paths}\n</g>\n</svg>\n'
    )


def _svg(step: str, numbers: Sequence[float]) -> str:
    return step + ",".join(f"{number:.4f}" for number in numbers)


def as_dxf(cut: SheetCut) -> str:
    """Outlines as polylines of DXF R12, in mm with y up; quarters of circles are arcs."""
    area = cut.area
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$INSUNITS"), (70, 4), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for line in cut.outlines:
        pairs += [(0, "POLYLINE"), (8, "CUT"), (66, 1), (70, 1 if line[-1][0] == "Z" else 0)]
        for x, y, bulge in _vertices(line):
            pairs += [(0, "VERTEX"), (8, "CUT"), (10, f"{x - area.x:.4f}"), (20, f"{area.bottom - y:.4f}")]
            pairs += [(42, f"{bulge:.6f}")]
        pairs += [(0, "SEQEND"), (8, "CUT")]
    return "".join(f"{code}\n{value}\n" for code, value in [*pairs, (0, "ENDSEC"), (0, "EOF")])


def _vertices(line: Path) -> Iterator[tuple[float, float, float]]:
    """Where each straight or round part of a line begins, clockwise on paper, and where an open one ends: x, y, and its
    bulge.
    """
    begin, parts = line[0][1], [(step, numbers) for step, numbers in line[1:] if step != "Z"]
    x, y = begin
    for step, numbers in parts:
        to = numbers[-2], numbers[-1]
        if step == "L":
            yield x, y, 0.0
        elif isclose(abs(to[0] - x), abs(to[1] - y), abs_tol=1e-6):
            yield x, y, -QUARTER
        else:
            yield from ((*point, 0.0) for point in _flattened((x, y), numbers))
        x, y = to
    if dist((x, y), begin) > FLAT:
        yield x, y, 0.0


def _flattened(begin: tuple[float, float], numbers: Sequence[float]) -> Iterator[tuple[float, float]]:
    """The points of a quarter of an ellipse from its beginning, without its end."""
    (x0, y0), (x1, y1, x2, y2, x3, y3) = begin, numbers
    steps = ceil(sqrt(dist(begin, (x3, y3)) / FLAT))
    for step in range(steps):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3

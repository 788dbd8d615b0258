"""Pictures on a card: which part shows in a box, the shapes they are cut to, and nine-part frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import replace
from typing import Any

from proofdeck.ground.units import MM_PER_INCH, Box
from proofdeck.paper.faces.face import (
    MirroredPicture,
    Path,
    Picture,
    ellipse_path,
    outline_path,
    polygon_path,
    rectangle_path,
)
from proofdeck.paper.faces.paths import mapped

FRAME_DPI = 300
"""The resolution of a sliced frame if the template does not give one."""


def to_the_cut(whole: Picture, trim: Box, own: float) -> Picture:
    """The picture with its cut on that of the card, mirrored at its edges where its own bleed (mm) ends too early."""
    box = whole.box
    left, top = (inner - own * (outer < inner) for outer, inner in ((box.x, trim.x), (box.y, trim.y)))
    ends = ((box.right, trim.right), (box.bottom, trim.bottom))
    right, bottom = (inner + own * (outer > inner) for outer, inner in ends)
    place = Box(left, top, right - left, bottom - top)
    fields = {one.name: getattr(whole, one.name) for one in dataclass_fields(Picture)}
    return MirroredPicture(**{**fields, "box": place, "clip": whole.clip or rectangle_path(box)}, beyond=box)


def frame(whole: Picture, values: Mapping[str, Any], size: tuple[float, float]) -> Iterator[Picture]:
    """Nine parts of a picture: its corners keep their size, its edges and middle are stretched."""
    wide, high = size
    top, right, bottom, left = values["slice"]
    sides = values["edge"] or tuple(pixels * MM_PER_INCH / FRAME_DPI for pixels in values["slice"])
    box = whole.box
    across = [*zip(_three(wide, left, right), _three(box.width, sides[3], sides[1]), strict=True)]
    down = [*zip(_three(high, top, bottom), _three(box.height, sides[0], sides[2]), strict=True)]
    for i, j in BELOW_CORNERS:
        ((u, du), (x, dx)), ((v, dv), (y, dy)) = across[i], down[j]
        if min(du, dv) > 0 and min(dx, dy) > 0:
            wider, higher = (OVERLAP if at == 1 else 0.0 for at in (i, j))
            place = Box(box.x + x - wider, box.y + y - higher, dx + 2 * wider, dy + 2 * higher)
            part = (u / wide, v / high, du / wide, dv / high)
            yield replace(whole, box=place, fit="stretch", clip=(), part=part)


BELOW_CORNERS = ((1, 1), (1, 0), (0, 1), (2, 1), (1, 2), (0, 0), (2, 0), (0, 2), (2, 2))
"""Columns and rows of a frame in painting order."""
OVERLAP = 0.05
"""mm by which the middle extends under the edges, and the edges under the corners, to hide seams."""


def _three(whole: float, first: float, last: float) -> tuple[tuple[float, float], ...]:
    """Start and length of three parts: the ends at full size, or smaller if they do not both fit."""
    if first + last > whole:
        first, last = whole * first / (first + last), whole * last / (first + last)
    return (0.0, first), (first, whole - first - last), (whole - last, last)


MASKS: dict[str, Callable[[Box], Path]] = {
    "ellipse": ellipse_path,
    "hexagon": lambda box: outline_path("hexagon", box),
    "diamond": lambda box: mapped(DIAMOND, (box.width, box.height), (box.x, box.y)),
    "shield": lambda box: mapped(SHIELD, (box.width, box.height), (box.x, box.y)),
}
DIAMOND: Path = polygon_path(((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)))
SHIELD: Path = (
    *(("M", (0.0, 0.0)), ("L", (1.0, 0.0)), ("L", (1.0, 0.5))),
    *(("C", (1.0, 0.78, 0.74, 0.92, 0.5, 1.0)), ("C", (0.26, 0.92, 0.0, 0.78, 0.0, 0.5)), ("Z", ())),
)


def placed_in(picture: Picture, size: tuple[float, float]) -> Box:
    """The box for the whole image (of that size in its own units), so that its part fills the picture's box."""
    whole = whole_box(size, picture.box, picture.fit, picture.focus)
    u, v, wide, high = picture.part
    width, height = whole.width / wide, whole.height / high
    return Box(whole.x - u * width, whole.y - v * height, width, height)


def whole_box(size: tuple[float, float], box: Box, fit: str, focus: tuple[float, float]) -> Box:
    """The box for the whole image, so that `box` shows what fit and focus specify."""
    if fit == "stretch":
        return box
    scales = box.width / size[0], box.height / size[1]
    scale = max(scales) if fit == "cover" else min(scales)
    width, height = size[0] * scale, size[1] * scale
    x_share, y_share = focus if fit == "cover" else (0.5, 0.5)
    return Box(
        box.x - _slide(width - box.width, width, x_share),
        box.y - _slide(height - box.height, height, y_share),
        width,
        height,
    )


def _slide(spare: float, length: float, share: float) -> float:
    """How far to shift so that the point at `share` is as close to the middle as possible."""
    if spare <= 0:
        return spare / 2
    return min(max(share * length - (length - spare) / 2, 0.0), spare)

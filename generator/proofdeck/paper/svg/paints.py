"""What a fill or a stroke is painted with: a colour, or a gradient with its stops."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from math import ceil, floor, hypot
from typing import NamedTuple

from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import Box
from proofdeck.paper.faces.face import Colour, Gradient, Paint
from proofdeck.paper.svg.geometry import Viewport, inverse
from proofdeck.paper.svg.tree import Node
from proofdeck.paper.svg.values import colour, length, share, transform

NEXT = 0.0002
"""The distance between two gradient stops given the same position."""
MOST_PERIODS = 50
LONGEST_CHAIN = 20
GRADIENTS = frozenset(("linearGradient", "radialGradient"))
Stops = tuple[tuple[float, Colour], ...]


class Beyond(Exception):  # noqa: N818  not a mistake: what is painted as pixels
    """Marks cannot show this exactly. whole: nor can pixels of only that element."""

    def __init__(self, feature: str, *, whole: bool = False) -> None:
        super().__init__(feature)
        self.feature, self.whole = feature, whole


class Canvas(NamedTuple):
    """What a gradient is laid on: a shape's box in its own units, from these to those painted, and percentages."""

    around: Box | None
    matrix: Transform
    room: Viewport


def faded(found: Colour, opacity: float) -> Colour:
    """A colour with less of its opacity."""
    if opacity >= 1:
        return found
    alpha = round((int(found[7:9], 16) if len(found) == 9 else 255) * opacity)
    return f"{found[:7]}{alpha:02x}"


def solid(words: str, style: Mapping[str, str], otherwise: Colour = "#000000") -> Colour:
    """A colour in words, `currentColor` among them."""
    if words.strip().casefold() == "currentcolor":
        words = style.get("color", "black")
        words = "black" if words.strip().casefold() == "currentcolor" else words
    return colour(words) or otherwise


def gradient(
    node: Node, canvas: Canvas, opacity: float, known: Mapping[str, Node], own: Callable[[Node], Mapping[str, str]]
) -> Paint | None:
    """A gradient on a shape; None if nothing of it is seen. own: what holds for an element. Raises Beyond."""
    chain = [node]
    while len(chain) < LONGEST_CHAIN and (target := known.get(chain[-1].href[1:])) is not None and target not in chain:
        chain.append(target)
    said = {key: value for one in reversed(chain) for key, value in own(one).items()}
    rows = next((inner for one in chain if (inner := [row for row in one.nodes() if row.tag == "stop"])), [])
    stops = _stops([own(row) for row in rows], opacity)
    is_fitted = said.get("gradientUnits") != "userSpaceOnUse"
    if not stops or (is_fitted and not (canvas.around and canvas.around.width and canvas.around.height)):
        return None
    if len(rows) == 1:
        return stops[0][1]
    matrix, room = canvas.matrix, canvas.room
    if is_fitted and canvas.around:
        box, room = canvas.around, Viewport(1.0, 1.0)
        matrix = matrix.after(Transform(box.width, 0, 0, box.height, box.x, box.y))
    matrix = matrix.after(transform(said.get("gradientTransform", "")) or STAY)
    made = _linear(said, room) if node.tag == "linearGradient" else _radial(said, room)
    if made is None or not inverse(matrix):
        return stops[-1][1]
    placed = tuple(round(number, 6) for number in matrix)
    found = Gradient("linear" if node.tag == "linearGradient" else "radial", made, stops, placed)
    spread = said.get("spreadMethod", "pad")
    return found if spread not in {"reflect", "repeat"} else _repeated(found, spread == "reflect", canvas)


def _linear(said: Mapping[str, str], room: Viewport) -> tuple[float, ...] | None:
    sides = (("x1", room.width, "0%"), ("y1", room.height, "0%"), ("x2", room.width, "100%"), ("y2", room.height, "0%"))
    x1, y1, x2, y2 = (length(said.get(key, usual), whole, room.em) for key, whole, usual in sides)
    return (x1, y1, x2, y2) if (x1, y1) != (x2, y2) else None


def _radial(said: Mapping[str, str], room: Viewport) -> tuple[float, ...] | None:
    x, y = length(said.get("cx", "50%"), room.width, room.em), length(said.get("cy", "50%"), room.height, room.em)
    radius = length(said.get("r", "50%"), room.diagonal, room.em)
    fx, fy = length(said.get("fx"), room.width, room.em, x), length(said.get("fy"), room.height, room.em, y)
    begin = length(said.get("fr"), room.diagonal, room.em)
    if radius <= 0:
        return None
    if hypot(fx - x, fy - y) + begin > radius * 0.999:
        raise Beyond("a radial gradient from outside its circle")
    return (x, y, radius, fx, fy, begin) if begin else (x, y, radius, fx, fy)


def _stops(rows: Iterable[Mapping[str, str]], opacity: float) -> Stops:
    """Stops from 0 to 1, each at least slightly after the one before."""
    found: list[tuple[float, Colour]] = []
    for own in rows:
        at = max(share(own.get("offset"), 0.0), found[-1][0] + NEXT if found else 0.0)
        shown = share(own.get("stop-opacity"), 1.0) * opacity
        found.append((at, faded(solid(own.get("stop-color", "black"), own), shown)))
    if found and found[0][0] > 0:
        found.insert(0, (0.0, found[0][1]))
    if found and found[-1][0] < 1:
        found.append((1.0, found[-1][1]))
    return tuple((min(at, 1.0), one) for at, one in found)


def _repeated(found: Gradient, is_mirrored: bool, canvas: Canvas) -> Gradient:
    """The same colours as one longer gradient, as far as the shape reaches. Raises Beyond."""
    back = inverse(found.matrix)
    if back is None or canvas.around is None:
        raise Beyond("spreadMethod")
    box = canvas.around.inset(-max(canvas.around.width, canvas.around.height) / 4)
    corners = [back.apply(*canvas.matrix.apply(*corner)) for corner in box.corners]
    x0, y0, *rest = found.coords
    if found.kind == "linear":
        dx, dy = rest[0] - x0, rest[1] - y0
        along = [((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) for x, y in corners]
        first, last = floor(min(along)), ceil(max(along))
        coords: tuple[float, ...] = (x0 + first * dx, y0 + first * dy, x0 + last * dx, y0 + last * dy)
    elif (rest[1:3] or [x0, y0]) == [x0, y0] and len(rest) < 4:
        first, last = 0, ceil(max(hypot(x - x0, y - y0) for x, y in corners) / rest[0])
        coords = (x0, y0, rest[0] * last)
    else:
        raise Beyond("spreadMethod")
    if not 0 < last - first <= MOST_PERIODS:
        raise Beyond("spreadMethod")
    stops = [stop for period in range(first, last) for stop in _period(found.stops, period, is_mirrored)]
    return replace(found, coords=coords, stops=_spaced([((at - first) / (last - first), one) for at, one in stops]))


def _period(stops: Stops, period: int, is_mirrored: bool) -> Sequence[tuple[float, Colour]]:
    turned = [(1 - at, one) for at, one in reversed(stops)] if is_mirrored and period % 2 else stops
    return [(period + at, one) for at, one in turned]


def _spaced(stops: Sequence[tuple[float, Colour]]) -> Stops:
    """Each a hair after the one before."""
    found: list[tuple[float, Colour]] = []
    for at, one in stops:
        found.append((min(1.0, max(at, found[-1][0] + 1e-5 if found else 0.0)), one))
    return tuple(found)

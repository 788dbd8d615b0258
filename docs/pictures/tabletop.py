"""A table seen at an angle, with real pages, cards and boxes on it: what `gallery.py` shows first in the README.

Lengths are in mm on the table: x to the right, y away from whoever looks, z up. A picture is laid on a rectangle in
space and drawn as the camera sees it; each thing throws a soft shadow on the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

Spot = tuple[float, float, float]
Corner = tuple[float, float]
FINER = 2
"""How many times as large the picture is drawn, so that edges are smooth."""
LIGHT = (0.55, -0.35)
"""Where the shadow of something 1 mm high ends, in mm right and away."""
SHADOW = (26, 16, 10)
EDGE = 0.82
"""How light the sides of a pile are."""


@dataclass(frozen=True)
class Camera:
    """It stands `height` above the table and `back` before its middle, and looks at (0, aim). zoom: of its lens."""

    size: tuple[int, int]
    height: float = 640.0
    back: float = 600.0
    aim: float = 30.0
    zoom: float = 1.5

    def sees(self, spot: Spot) -> Corner:
        """Where a spot is in the picture, in pixels."""
        x, y, z = spot
        down = np.arctan2(self.height, self.back + self.aim)
        ahead, up = y + self.back, z - self.height
        depth = ahead * np.cos(down) - up * np.sin(down)
        rise = ahead * np.sin(down) + up * np.cos(down)
        scale = self.size[0] * self.zoom / depth
        return self.size[0] / 2 + x * scale, self.size[1] / 2 - rise * scale


@dataclass(frozen=True)
class Sheet:
    """A picture on a rectangle in space. corners: from its top left, clockwise; lift: how far its shadow is below."""

    picture: Image.Image
    corners: tuple[Spot, Spot, Spot, Spot]
    lift: float = 0.6


def flat(
    picture: Image.Image, middle: Corner, size: Corner, degrees: float = 0.0, z: float = 0.0, lift: float = 0.6
) -> Sheet:
    """A picture that lies on the table, turned to the left. size: width and height in mm."""
    turn, (x, y) = radians(degrees), middle
    corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)]
    spots = [(across * size[0] / 2, along * size[1] / 2) for across, along in corners]
    a, b, c, d = ((x + u * cos(turn) - v * sin(turn), y + u * sin(turn) + v * cos(turn), z) for u, v in spots)
    return Sheet(picture, (a, b, c, d), lift)


def pile(picture: Image.Image, middle: Corner, size: Corner, high: float, degrees: float = 0.0) -> list[Sheet]:
    """A pile of cards: edges of paper below, the picture on top."""
    top = flat(picture, middle, size, degrees, high, high)
    a, b, c, d = top.corners
    paper = _edges_of_paper()
    below = [Sheet(paper, (one, other, _down(other), _down(one)), 0) for one, other in ((d, c), (a, d), (b, c))]
    return [*below, top]


def block(panels: Sequence[Image.Image], size: Spot, middle: Corner, degrees: float) -> list[Sheet]:
    """A box that lies on its back. panels: the front, which is on top, the right side, and the bottom, towards us."""
    front, side, end = panels
    top = flat(front, middle, size[:2], degrees, size[2], size[2])
    a, b, c, d = top.corners
    right = Sheet(_shaded(side, 0.72), (b, c, _down(c), _down(b)), 0)
    near = Sheet(_shaded(end, 0.86), (d, c, _down(c), _down(d)), 0)
    left = Sheet(_shaded(side, 0.6), (a, d, _down(d), _down(a)), 0)
    return [left, right, near, top]


def _down(spot: Spot) -> Spot:
    return spot[0], spot[1], 0.0


def _shaded(picture: Image.Image, light: float) -> Image.Image:
    return picture.convert("RGB").point(lambda value: round(value * light))


def _edges_of_paper() -> Image.Image:
    lines = Image.new("RGB", (8, 64))
    for y in range(64):
        value = 214 if y % 3 else 176
        lines.paste((value, value - 4, value - 12), (0, y, 8, y + 1))
    return lines


def wood(size: tuple[int, int], seed: int = 4) -> Image.Image:
    """Boards of dark wood with their grain, seen from above."""
    chance = np.random.default_rng(seed)
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    board = 150
    number = (y // board).astype(int)
    tone = chance.uniform(-9, 9, number.max() + 2)[number]
    shift = chance.uniform(0, 400, number.max() + 2)[number]
    wave = np.sin((x + shift) / 130) * 5 + np.sin((x + 2 * shift) / 47) * 1.5
    grain = np.sin((y + wave) / 2.3) * 3 + np.sin((y + wave * 2) / 7.1) * 5
    fine = np.asarray(Image.fromarray(chance.normal(0, 6, (height, width // 24)).astype(np.float32)).resize(size))
    seam = np.where(y % board < 1.6, -26.0, 0.0)
    light = tone + grain + fine + seam
    base = np.array([74, 52, 38], dtype=np.float32)
    pixels = np.clip(base + light[..., None] * np.array([1.0, 0.86, 0.7]), 0, 255).astype(np.uint8)
    return Image.fromarray(pixels)


def photographed(things: Iterable[Sheet], size: tuple[int, int]) -> Image.Image:
    """The table and what is on it, in painting order: what is farther away or lower first."""
    camera = Camera((size[0] * FINER, size[1] * FINER))
    ground = Sheet(wood((1800, 1500)), ((-900, 1050, 0), (900, 1050, 0), (900, -450, 0), (-900, -450, 0)), 0)
    shown = Image.new("RGB", camera.size, (30, 20, 14))
    _draw(shown, ground, camera)
    for thing in things:
        if thing.lift:
            _shade(shown, thing, camera)
        _draw(shown, thing, camera)
    return _lit(shown.reduce(FINER))


def _draw(shown: Image.Image, thing: Sheet, camera: Camera) -> None:
    seen = [camera.sees(spot) for spot in thing.corners]
    left, top = (max(0, int(min(axis)) - 1) for axis in zip(*seen, strict=True))
    right, bottom = (
        min(side, int(max(axis)) + 2) for side, axis in zip(camera.size, zip(*seen, strict=True), strict=True)
    )
    if right <= left or bottom <= top:
        return
    width, height = thing.picture.size
    source = [(0, 0), (width, 0), (width, height), (0, height)]
    places = [(x - left, y - top) for x, y in seen]
    picture = thing.picture.convert("RGBA")
    area = (right - left, bottom - top)
    warped = picture.transform(
        area, Image.Transform.PERSPECTIVE, _mapping(places, source), Image.Resampling.BICUBIC, fillcolor=(0, 0, 0, 0)
    )
    shape = Image.new("L", area, 0)
    ImageDraw.Draw(shape).polygon(places, fill=255)
    shown.paste(warped.convert("RGB"), (left, top), ImageChops.multiply(warped.getchannel("A"), shape))


def _mapping(places: Sequence[Corner], source: Sequence[Corner]) -> tuple[float, ...]:
    """The eight numbers with which Pillow finds the pixel of a picture for a place in the photograph."""
    rows, wanted = [], []
    for (x, y), (u, v) in zip(places, source, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        wanted += [u, v]
    return tuple(np.linalg.solve(np.array(rows, dtype=float), np.array(wanted, dtype=float)))


def _shade(shown: Image.Image, thing: Sheet, camera: Camera) -> None:
    """A soft shadow: a dark one at the foot of the thing, and a pale one as far as it is high."""
    for reach, dark, soft in ((0.35, 120, 0.6), (1.0, 90, 1.6)):
        high = max(thing.lift, 0.8) * reach
        mask = Image.new("L", shown.size, 0)
        for share in (0.0, 0.5, 1.0):
            moved = [(x + LIGHT[0] * high * share, y + LIGHT[1] * high * share, 0.0) for x, y, _ in thing.corners]
            ImageDraw.Draw(mask).polygon([camera.sees(spot) for spot in moved], fill=dark)
        blur = (2.5 + soft * thing.lift) * camera.size[0] / 1400
        shown.paste(SHADOW, (0, 0), mask.filter(ImageFilter.GaussianBlur(blur)))


def _lit(photograph: Image.Image) -> Image.Image:
    """Light from the left above, darker corners, and a far edge that is a little out of focus."""
    width, height = photograph.size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    away = np.hypot((x - width * 0.44) / width, (y - height * 0.42) / height * 0.9)
    light = np.clip(1.1 - 0.62 * away**1.6, 0.55, 1.1)[..., None]
    pixels = np.clip(np.asarray(photograph, dtype=np.float32) * light, 0, 255).astype(np.uint8)
    sharp = Image.fromarray(pixels)
    far = Image.linear_gradient("L").resize((width, height)).point(lambda value: max(0, 150 - 4 * value))
    return Image.composite(sharp.filter(ImageFilter.GaussianBlur(2.2)), sharp, far)

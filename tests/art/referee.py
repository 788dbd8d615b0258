"""An SVG file as we print it and as resvg paints it, and the share of pixels that differ."""

from __future__ import annotations

import io

import resvg_py
from PIL import Image, ImageChops, ImageFilter
from reading import pixels

from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Icon
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.svg.drawing import SIDE, Drawing

SIDE_IN_PIXELS = 200
DPI = SIDE_IN_PIXELS / SIDE * 25.4
FAR = 40
"""Of 255: how far a pixel may be from all of its neighbours in the other picture."""
MOST, SAME = 0.03, 0.004
"""The share of its pixels by which an icon may differ, and a single feature."""


def ours(drawing: Drawing, supplies: Supplies) -> Image.Image:
    """A drawing as PDFium paints what we print, on white, with 200 pixels on the longer side."""
    face = Face(Size(drawing.width, drawing.height), 0, "rectangle", drawing.at(SIDE_IN_PIXELS / SIDE))
    return pixels(faces_pdf([face], supplies, DPI), 0, DPI).convert("RGB")


def icon_of(name: str, aspect: float, supplies: Supplies) -> Image.Image:
    """An icon in black, as large."""
    width, height = (SIDE, SIDE / aspect) if aspect > 1 else (SIDE * aspect, SIDE)
    face = Face(Size(width, height), 0, "rectangle", (Icon(name, Box(0, 0, width, height), "#000000"),))
    return pixels(faces_pdf([face], supplies, DPI), 0, DPI).convert("RGB")


def resvg(svg: bytes, size: tuple[int, int], fonts: tuple[str, ...] = ()) -> Image.Image:
    """What resvg paints, on white."""
    text = svg.decode("utf-8")
    made = resvg_py.svg_to_bytes(
        svg_string=text,
        width=size[0],
        height=size[1],
        dpi=96,
        languages=["en"],
        skip_system_fonts=True,
        font_files=list(fonts),
    )
    return on_white(Image.open(io.BytesIO(bytes(made))), size)


def on_white(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    paper = Image.new("RGB", image.size, "white")
    image = image.convert("RGBA")
    paper.paste(image, mask=image.getchannel("A"))
    return paper if paper.size == size else paper.resize(size)


def difference(one: Image.Image, two: Image.Image) -> float:
    """The share of pixels whose colour is far from each of the colours around it in the other picture."""
    far = ImageChops.lighter(_outside(one, two), _outside(two, one))
    counts = far.split()
    away = ImageChops.lighter(ImageChops.lighter(counts[0], counts[1]), counts[2]).point(
        [0] * FAR + [255] * (256 - FAR)
    )
    return away.histogram()[255] / (one.width * one.height)


def _outside(one: Image.Image, two: Image.Image) -> Image.Image:
    """How far each pixel of one picture is above or below those around it in the other."""
    above = ImageChops.subtract(one, two.filter(ImageFilter.MaxFilter(3)))
    below = ImageChops.subtract(two.filter(ImageFilter.MinFilter(3)), one)
    return ImageChops.lighter(above, below)

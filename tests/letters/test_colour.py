"""Letters in colour are printed in colour, from fonts of each kind, and a letter without ink is told."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.ttLib import newTable
from letters.small_fonts import builder, save_font
from letters.test_runs import face
from PIL import Image
from reading import pixels, text_of

from proofdeck.paper.faces.face import Picture
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.paper.sheets.low_ink import low_ink

FISH, WHALE = "🐟", "🐳"
LETTERS = {FISH: 1000, WHALE: 1000, "r": 1000, "b": 500, " ": 250}
RED, BLUE, GREEN = (255, 0, 0), (0, 0, 255), (0, 128, 0)
PALETTE = [[(1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)]]
LAYERS = [("u0072", 0), ("u0062", 1)]
SOLID = {"Format": 2, "PaletteIndex": 0, "Alpha": 1.0}
LINE = {"ColorStop": [{"StopOffset": 0, "PaletteIndex": 0}, {"StopOffset": 1, "PaletteIndex": 1}]}


def glyph(paint: dict[str, Any], letter: str = "u0072") -> dict[str, Any]:
    return {"Format": 10, "Glyph": letter, "Paint": paint}


PAINTS = {
    "layers": LAYERS,
    "solid": glyph(SOLID),
    "linear": glyph({"Format": 4, "ColorLine": LINE, "x0": 0, "y0": 0, "x1": 1000, "y1": 0, "x2": 0, "y2": 1000}),
    "radial": glyph({"Format": 6, "ColorLine": LINE, "x0": 100, "y0": 100, "r0": 0, "x1": 100, "y1": 100, "r1": 900}),
    "sweep": glyph({"Format": 8, "ColorLine": LINE, "centerX": 500, "centerY": 350, "startAngle": 0, "endAngle": 270}),
    "moved": {"Format": 14, "dx": 100, "dy": 0, "Paint": glyph(SOLID)},
    "mixed": {
        "Format": 32,
        "CompositeMode": "multiply",
        "SourcePaint": glyph({"Format": 2, "PaletteIndex": 1, "Alpha": 1.0}, "u0062"),
        "BackdropPaint": glyph(SOLID),
    },
}


def colr(path: Path, paint: Any) -> None:
    made = builder(LETTERS)
    made.font["COLR"] = buildCOLR({f"u{ord(FISH):04X}": paint}, glyphMap=made.font.getReverseGlyphMap())
    made.font["CPAL"] = buildCPAL(PALETTE)
    made.font["glyf"][f"u{ord(WHALE):04X}"] = made.font["glyf"]["u0020"]
    made.save(path)


def svg(path: Path) -> None:
    made = builder(LETTERS)
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg">'
        '<g id="glyph1"><rect x="100" y="-700" width="800" height="700" fill="#ff0000"/></g>'
        '<g id="glyph2"><rect x="100" y="-700" width="800" height="700" fill="#008000"/></g></svg>'
    )
    table = newTable("SVG ")
    table.docList = [(drawn, 1, 2)]
    made.font["SVG "] = table
    made.save(path)


def sbix(path: Path, png: bytes | None = None) -> None:
    from fontTools.ttLib.tables.sbixGlyph import Glyph
    from fontTools.ttLib.tables.sbixStrike import Strike

    made = builder(LETTERS)
    stream = io.BytesIO()
    Image.new("RGB", (40, 40), RED).save(stream, "PNG")
    strike = Strike(ppem=40, resolution=72)
    name = f"u{ord(FISH):04X}"
    strike.glyphs[name] = Glyph(name, graphicType="png ", imageData=png or stream.getvalue())
    table = newTable("sbix")
    table.strikes[40] = strike
    made.font["sbix"] = table
    made.save(path)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    save_font(tmp_path / "latin.ttf", {"a": 500, "b": 520, " ": 250, "-": 300, ".": 300})
    return tmp_path


BODY = 'body = {file = "latin.ttf"}\nother = {file = "colour.ttf"}'


def seen(root: Path, text: str = f"a {FISH} b") -> tuple[set[tuple[int, ...]], str]:
    """The bright colours of the card, and its text."""
    one, supplies, problems = face(root, BODY, text, "min_size = 12")
    assert [*problems] == []
    pdf = faces_pdf([one], supplies, 100)
    image = pixels(pdf, 0, 100)
    colours = {colour for _, colour in image.getcolors(1 << 16) or []}
    return {colour for colour in colours if isinstance(colour, tuple)}, text_of(pdf, 0)


@pytest.mark.parametrize("kind", PAINTS)
def test_layers_of_a_letter_are_painted_in_their_colours(root: Path, kind: str) -> None:
    colr(root / "colour.ttf", PAINTS[kind])
    colours, text = seen(root)
    near = [colour for colour in colours if colour[0] > 200 and max(colour[1:]) < 60]
    assert near, "red is seen"
    blue = [colour for colour in colours if colour[2] > 180 and max(colour[:2]) < 90]
    assert bool(blue) == (kind in {"layers", "linear", "radial", "sweep"})
    assert text.split() == ["a", FISH, "b"]


def test_a_letter_may_be_a_drawing_of_its_own(root: Path) -> None:
    svg(root / "colour.ttf")
    colours, text = seen(root)
    assert RED in colours
    assert GREEN not in colours, "the drawing of another letter is in the same document"
    assert text.split() == ["a", FISH, "b"]


def test_a_letter_may_be_a_picture(root: Path) -> None:
    sbix(root / "colour.ttf")
    colours, text = seen(root)
    assert any(colour[0] > 240 and max(colour[1:]) < 20 for colour in colours)
    assert text.split() == ["a", FISH, "b"]


def test_a_letter_without_ink_and_colour_is_told(root: Path) -> None:
    colr(root / "colour.ttf", LAYERS)
    _, _, problems = face(root, BODY, f"a {WHALE}")
    assert [(one.code, one.message) for one in problems] == [
        ("E302", f"text of 'words': latin.ttf has no '{WHALE}' (U+1F433)")
    ]


def test_with_low_ink_a_letter_in_colour_is_pale_and_what_is_read_in_its_place_stays_unseen(root: Path) -> None:
    colr(root / "colour.ttf", LAYERS)
    one, supplies, _ = face(root, BODY, FISH)
    pale = low_ink(one)
    assert [mark for mark in pale.leaves() if isinstance(mark, Picture)]
    assert text_of(faces_pdf([pale], supplies, 72), 0).strip() == FISH
    assert {getattr(mark, "opacity", 1.0) for mark in pale.leaves()} == {0.0, 1.0}


def test_the_colour_of_the_text_is_that_of_layers_that_have_none(root: Path) -> None:
    colr(root / "colour.ttf", [("u0072", 0xFFFF)])
    one, supplies, _ = face(root, BODY, f"<colour #008000>{FISH}</colour>")
    colours = pixels(faces_pdf([one], supplies, 100), 0, 100).getcolors(99) or []
    assert GREEN in {colour for _, colour in colours}


def test_a_damaged_picture_of_a_letter_is_told(root: Path) -> None:
    sbix(root / "colour.ttf", b"\x89PNG\r\n\x1a\nnothing")
    _, _, problems = face(root, BODY, FISH)
    assert [(one.code, one.message) for one in problems] == [
        ("E305", "font body: a picture in 'colour.ttf' is damaged")
    ]

"""The eight traps of printing with ReportLab and pdfium that were met before a line of this was written."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from materials import supplies_in
from reading import ink, pixels, text_of

from proofdeck.ground.transform import STAY
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Font, Gradient, Mark, Shape, Spot, TextRun, rectangle_path
from proofdeck.paper.ink.document import Document
from proofdeck.paper.ink.raster import faces_pdf, pixels_of, rasterise
from proofdeck.paper.ink.supplies import Supplies


@pytest.fixture
def supplies(tmp_path: Path) -> Supplies:
    return supplies_in(tmp_path)


def printed(supplies: Supplies, *marks: Mark) -> bytes:
    size = Size(60, 20)
    document = Document(supplies, "test")
    content = document.content()
    content.form(document.face(Face(size, 0, "rectangle", marks)), STAY)
    document.page(size, content)
    return document.finish()


def run(supplies: Supplies, text: str, font: Font, size: float = 6, y: float = 12) -> TextRun:
    return TextRun(font, size, 3, y, supplies.shape(text, font), "#000000")


def fonts_in(pdf: bytes) -> list[Any]:
    with pikepdf.open(io.BytesIO(pdf)) as document:
        found = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and o.get("/Type") == "/Font"]
        return [(str(font.Subtype), str(font.BaseFont), "/FontDescriptor" in font) for font in found]


def test_names_in_any_script_are_names_of_inks_and_fonts(supplies: Supplies, tmp_path: Path) -> None:
    """Both are names in a PDF, which are bytes."""
    shutil.copy(supplies.fonts.file(Font("Crimson Text")).path, tmp_path / "字体 é #1.ttf")
    box = Box(0, 0, 20, 20)
    ink = Shape(rectangle_path(box), Spot("金箔 #é/(1)", "#c9a227"))
    pdf = printed(supplies, ink, run(supplies, "Wolf", Font("", file="字体 é #1.ttf")))
    assert pixels(pdf, 0).getpixel((3, 3)) == pytest.approx((0xC9, 0xA2, 0x27), abs=3)
    assert any(name.endswith("+字体é1") for _, name, _ in fonts_in(pdf))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (form,) = document.pages[0].Resources.XObject.values()
        (inks,) = form.Resources.ColorSpace.values()
        assert str(inks[1]) == "/金箔 #é/(1)"


def test_1_forms_keep_gradients_alpha_and_spot_colours(supplies: Supplies) -> None:
    left, middle, right = Box(0, 0, 20, 20), Box(20, 0, 20, 20), Box(40, 0, 20, 20)
    pdf = printed(
        supplies,
        Shape(rectangle_path(left), Gradient("linear", (0, 0, 20, 0), ((0, "#ff0000"), (1, "#0000ff")))),
        Shape(rectangle_path(middle), "#000000", opacity=0.5),
        Shape(rectangle_path(right), Spot("Gold", "#c9a227")),
    )
    picture = pixels(pdf, 0)
    width, y = picture.width, picture.height // 2
    red, blue = picture.getpixel((3, y)), picture.getpixel((width // 3 - 4, y))
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert red[0] > 200 > 60 > red[2]
    assert blue[2] > 200 > 60 > blue[0]
    assert picture.getpixel((width // 2, y)) == pytest.approx((127, 127, 127), abs=2)
    assert picture.getpixel((width - 5, y)) == pytest.approx((0xC9, 0xA2, 0x27), abs=3)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        (form,) = document.pages[0].Resources.XObject.values()
        assert {"/Shading", "/ExtGState", "/ColorSpace"} <= set(form.Resources.keys())
        assert "/Separation" in [str(part) for part in next(iter(form.Resources.ColorSpace.values()))]


def test_2_two_weights_of_one_variable_font_come_out_as_two(supplies: Supplies) -> None:
    light, heavy = Font("Cinzel", 400), Font("Cinzel", 900)
    assert supplies.fonts.file(light).path == supplies.fonts.file(heavy).path
    pdf = printed(supplies, run(supplies, "HAMLET", light, y=9), run(supplies, "HAMLET", heavy, y=18))
    picture = pixels(pdf, 0, 200)
    above = picture.crop((0, 0, picture.width, picture.height // 2))
    below = picture.crop((0, picture.height // 2, picture.width, picture.height))
    assert ink(below) > 1.5 * ink(above) > 0
    names = {name for kind, name, _ in fonts_in(pdf) if kind == "/Type0"}
    assert len(names) == 2


def test_3_text_is_shaped_and_copies_as_it_was_written(supplies: Supplies) -> None:
    body = Font("Crimson Text")
    words = "Office waffle: AVATAR, fi ffi"
    glyphs = supplies.shape(words, body)
    assert len(glyphs) < len(words), "ligatures make fewer glyphs"
    assert sum(glyph.advance for glyph in supplies.shape("AV", body)) < sum(
        supplies.shape(letter, body)[0].advance for letter in "AV"
    ), "kerning brings A and V together"
    assert text_of(printed(supplies, run(supplies, words, body, 3)), 0) == words


def square_cff_font(path: Path) -> Path:
    """An .otf whose every letter is a black square, 0.8 em high."""
    pen = T2CharStringPen(1000, None)
    pen.moveTo((100, 0))
    for point in ((900, 0), (900, 800), (100, 800)):
        pen.lineTo(point)
    pen.closePath()
    square, empty = pen.getCharString(), T2CharStringPen(1000, None).getCharString()
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder([".notdef", "A", "B"])
    builder.setupCharacterMap({65: "A", 66: "B"})
    builder.setupCFF("Squares", {}, {".notdef": empty, "A": square, "B": square}, {})
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", "A", "B"), (1000, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Squares", "styleName": "Regular"})
    builder.setupOS2(sCapHeight=800)
    builder.setupPost()
    builder.save(path)
    return path


def test_4_cff_fonts_are_printed_and_variable_fonts_stand_where_they_are_asked_to(
    supplies: Supplies, tmp_path: Path
) -> None:
    square_cff_font(tmp_path / "squares.otf")
    squares = Font("", file="squares.otf")
    pdf = printed(supplies, run(supplies, "AB", squares, 10, 15))
    assert text_of(pdf, 0) == "AB"
    picture = pixels(pdf, 0, 254)  # ten pixels a mm
    assert picture.getpixel((80, 110)) == (0, 0, 0)
    assert picture.getpixel((180, 110)) == (0, 0, 0)
    assert picture.getpixel((130, 110)) == (255, 255, 255)
    assert picture.getpixel((80, 60)) == (255, 255, 255)
    default = supplies.fonts.file(Font("Cinzel", 400)).width(supplies.shape("M", Font("Cinzel", 400))[0].id)
    heavy = supplies.fonts.file(Font("Cinzel", 900)).width(supplies.shape("M", Font("Cinzel", 900))[0].id)
    assert heavy > default


def test_5_every_font_is_embedded_and_no_standard_font_is_declared(supplies: Supplies) -> None:
    pdf = printed(supplies, run(supplies, "Hamlet", Font("Crimson Text")))
    assert b"Helvetica" not in pdf
    for kind, name, described in fonts_in(pdf):
        assert kind in {"/Type0", "/CIDFontType2"}
        assert name[7] == "+", "a subset's name begins with a tag of six letters"
        assert described == (kind == "/CIDFontType2")
    with pikepdf.open(io.BytesIO(pdf)) as document:
        descriptors = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and "/FontName" in o]
        assert descriptors
        assert all("/FontFile2" in descriptor for descriptor in descriptors)


PRINT_ONE = """
import sys
from pathlib import Path
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.request import Options
from proofdeck.front.making.jobs import jobs_of
from proofdeck.ground.problems import Problems
from proofdeck.source.project.reading import load_project
root = Path(sys.argv[1])
project = load_project(root, Problems())
made = lay_out(project, project.games["deck"], Options(cache=False), Problems())
for job in jobs_of(made, Options(papers=("a4",)), Problems()):
    for _, data in job.make(list(job.keys), lambda *_: None):
        sys.stdout.buffer.write(data)
"""


def test_6_no_ascii85_and_the_same_input_gives_the_same_bytes(deck: Callable[[int], Path]) -> None:
    root = deck(11)
    one, two = (
        subprocess.run(
            [sys.executable, "-c", PRINT_ONE, str(root)],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    )
    assert one[:5] == b"%PDF-"
    assert one == two
    assert b"ASCII85" not in one


@pytest.mark.parametrize("dpi", [72, 97, 150, 300, 333.3])
@pytest.mark.parametrize("size", [Size(63, 88), Size(63.5, 88.9), Size(25.4, 25.4), Size(57.15, 88.9)])
def test_7_a_raster_has_the_whole_pixels_nearest_to_its_size(supplies: Supplies, size: Size, dpi: float) -> None:
    face = Face(size, 2, "rectangle", (Shape(rectangle_path(Box(0, 0, size.width, size.height).inset(-2)), "#ff0000"),))
    wanted = pixels_of(size, dpi)
    assert wanted == (round(size.width / 25.4 * dpi), round(size.height / 25.4 * dpi))
    ((_, png),) = rasterise(faces_pdf([face], supplies, dpi), [wanted], dpi)
    from PIL import Image

    picture = Image.open(io.BytesIO(png))
    assert picture.size == wanted
    corners = [(x, y) for x in (0, wanted[0] - 1) for y in (0, wanted[1] - 1)]
    assert [picture.getpixel(corner) for corner in corners] == [(255, 0, 0)] * 4, "ink to the very edge"


def test_7_pdfium_works_in_processes_and_the_pictures_come_out_the_same(supplies: Supplies) -> None:
    faces = [
        Face(Size(20, 20), 0, "rectangle", (Shape(rectangle_path(Box(0, 0, n, 20)), "#000000"),)) for n in range(1, 31)
    ]
    size = pixels_of(Size(20, 20), 72)
    pdf = faces_pdf(faces, supplies, 72)
    together = dict(rasterise(pdf, [size] * len(faces), 72))
    alone = {n: next(rasterise(faces_pdf([face], supplies, 72), [size], 72))[1] for n, face in enumerate(faces)}
    assert sorted(together) == list(range(30))
    assert together == alone


def test_8_cross_references_are_of_the_classic_kind(supplies: Supplies) -> None:
    pdf = printed(supplies, run(supplies, "Hamlet", Font("Crimson Text")))
    assert b"/ObjStm" not in pdf
    assert b"/XRef" not in pdf
    start = int(pdf.rsplit(b"startxref", 1)[1].split()[0])
    assert pdf[start : start + 4] == b"xref"

"""Fonts in files of every kind, with the styles that they have and those that they lack."""

from __future__ import annotations

import io
import re
import struct
from pathlib import Path

import pytest
from fontTools.designspaceLib import AxisDescriptor, DesignSpaceDocument, SourceDescriptor
from fontTools.ttLib import TTCollection, TTFont
from fontTools.varLib import build as variable_font
from letters.small_fonts import builder, save_font
from letters.test_runs import face
from materials import supplies_in
from PIL import Image
from reading import ink, pixels, text_of

from proofdeck.front.making.build import build
from proofdeck.front.making.check import report
from proofdeck.paper.deck.font_files import uses_of_fonts
from proofdeck.paper.faces.face import Face, Font, TextRun
from proofdeck.paper.ink.fonts import FontError, find_font
from proofdeck.paper.ink.raster import faces_pdf
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.source.project.request import Options

WHITE = (255, 255, 255)
LETTERS = {"a": 600, "b": 400, " ": 250}


def collection(path: Path) -> None:
    """Two fonts: narrow letters in the first one, wide ones in the second."""
    made = TTCollection()
    for family, width in (("Narrow", 300), ("Wide", 900)):
        stream = io.BytesIO()
        font = builder({"a": width, " ": 250}, family=family, unused=int(width > 500))
        font.setupNameTable({"familyName": family, "styleName": "Regular", "fullName": f"{family} Regular"})
        font.save(stream)
        stream.seek(0)
        made.fonts.append(TTFont(stream))
    made.save(path)


def variable(path: Path, *axes: tuple[str, float, float]) -> None:
    """A font whose letters are wider at the end of each axis. axes: tag, default and last value."""
    space = DesignSpaceDocument()
    for tag, first, last in axes:
        space.addAxis(
            AxisDescriptor(tag=tag, name=tag, minimum=min(first, last), default=first, maximum=max(first, last))
        )
    places = [{tag: first for tag, first, _ in axes}]
    places += [{**places[0], tag: last} for tag, _, last in axes]
    for number, place in enumerate(places):
        stream = io.BytesIO()
        builder({"a": 400 + 200 * number, " ": 250}).save(stream)
        stream.seek(0)
        space.addSource(SourceDescriptor(font=TTFont(stream), location=place, name=str(number)))
    font, _, _ = variable_font(space)
    font.save(path)


def width(supplies: Supplies, font: Font) -> int:
    return round(sum(glyph.advance for glyph in supplies.shape("a", font)) * 1000)


@pytest.mark.parametrize("flavour", ["woff", "woff2"])
def test_a_font_that_is_packed_for_the_web_prints_like_the_plain_one(tmp_path: Path, flavour: str) -> None:
    plain = save_font(tmp_path / "plain.ttf", LETTERS)
    font = TTFont(plain)
    font.flavor = flavour
    font.save(tmp_path / f"packed.{flavour}")
    pictures = []
    for name in ("plain.ttf", f"packed.{flavour}"):
        one, supplies, problems = face(tmp_path, f'body = {{file = "{name}"}}', "ab a")
        assert [*problems] == []
        pdf = faces_pdf([one], supplies, 100)
        assert text_of(pdf, 0).strip() == "ab a"
        pictures.append(pixels(pdf, 0, 100).tobytes())
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize(
    ("named", "wide"), [("", 300), ("0", 300), ("1", 900), ("Wide Regular", 900), ("wide", 900), ("Narrow", 300)]
)
def test_a_font_of_a_collection_is_named_or_counted(tmp_path: Path, named: str, wide: int) -> None:
    collection(tmp_path / "two.ttc")
    supplies = supplies_in(tmp_path)
    assert width(supplies, Font("", file="two.ttc", face=named)) == wide
    one, _, problems = face(tmp_path, f'body = {{file = "two.ttc", face = "{named}"}}', "a a")
    assert [*problems] == []
    assert text_of(faces_pdf([one], supplies, 100), 0).strip() == "a a"


def test_a_font_that_a_collection_does_not_have_is_told_with_those_it_has(tmp_path: Path) -> None:
    collection(tmp_path / "two.ttc")
    with pytest.raises(FontError, match=r"there is no font 'Wider' in 'two\.ttc'") as caught:
        supplies_in(tmp_path).shape("a", Font("", file="two.ttc", face="Wider"))
    assert caught.value.hint == "It has Narrow Regular and Wide Regular."


def styles(root: Path, font: str, text: str = "a **a** *a*") -> tuple[Face, Supplies, list[tuple[str, str, str]]]:
    one, supplies, problems = face(root, font, text)
    return one, supplies, [(problem.code, problem.message, problem.hint) for problem in problems]


def runs(one: Face) -> list[TextRun]:
    return [mark for mark in one.leaves() if isinstance(mark, TextRun)]


def test_a_variable_font_has_its_bold_and_its_italic_in_the_same_file(tmp_path: Path) -> None:
    variable(tmp_path / "all.ttf", ("wght", 400, 700), ("ital", 0, 1))
    one, supplies, problems = styles(tmp_path, 'body = {file = "all.ttf"}')
    assert problems == []
    widths = [round(run.glyphs[0].advance * 1000) for run in runs(one)]
    assert widths == [400, 600, 800]
    assert text_of(faces_pdf([one], supplies, 100), 0).strip() == "a a a"


def test_a_slanted_axis_serves_as_italic(tmp_path: Path) -> None:
    variable(tmp_path / "slanted.ttf", ("slnt", 0, -10))
    one, _, problems = styles(tmp_path, 'body = {file = "slanted.ttf"}', "a *a*")
    assert problems == []
    assert [round(run.glyphs[0].advance * 1000) for run in runs(one)] == [400, 600]


def test_a_style_that_a_font_does_not_have_is_told_with_its_cure(tmp_path: Path) -> None:
    save_font(tmp_path / "one.ttf", LETTERS)
    _, _, problems = styles(tmp_path, 'body = {file = "one.ttf"}')
    assert problems == [
        (
            "W321",
            f"font body: one.ttf has no {style}, so these words look like all others",
            (
                f"Name a file that has it, `body-{style} = {{file = ...}}`, "
                "or have it made: write `synthesis = true` there."
            ),
        )
        for style in ("bold", "italic")
    ]


def test_a_style_that_is_made_looks_like_one(tmp_path: Path) -> None:
    save_font(tmp_path / "one.ttf", LETTERS)
    pictures = []
    for how in ("", ", synthesis = true"):
        for text in ("a", "**a**", "*a*"):
            one, supplies, problems = styles(tmp_path, f'body = {{file = "one.ttf"{how}}}', text)
            assert bool(problems) == (not how and text != "a")
            pdf = faces_pdf([one], supplies, 200)
            assert text_of(pdf, 0).strip() == "a"
            pictures.append(pixels(pdf, 0, 200))
    plain, _, _, same, bold, italic = pictures
    assert plain.tobytes() == same.tobytes()
    assert ink(bold) > 1.04 * ink(plain)
    assert ink(italic) == pytest.approx(ink(plain), rel=0.02)
    assert slope(plain) == 0
    assert slope(italic) > 0, "higher parts are further to the right"


def slope(image: Image.Image) -> int:
    """How many pixels the left edge of the letter moves to the right, from low to high."""
    high, low = (min(x for x in range(image.width) if image.getpixel((x, y)) != WHITE) for y in (36, 50))
    return high - low


def test_files_that_name_their_styles_are_not_told(tmp_path: Path) -> None:
    for name in ("one.ttf", "bold.ttf", "italic.ttf"):
        save_font(tmp_path / name, LETTERS, family=name)
    fonts = "\n".join(
        f'{role} = {{file = "{name}.ttf"}}'
        for role, name in (("body", "one"), ("body-bold", "bold"), ("body-italic", "italic"))
    )
    one, _, problems = styles(tmp_path, fonts)
    assert problems == []
    assert [run.font.file for run in runs(one)] == ["one.ttf", "bold.ttf", "italic.ttf"]


def bomb() -> bytes:
    """A WOFF2 file of a few bytes that says it is small and is a gigabyte."""
    import brotli

    packed = brotli.compress(bytes(200_000_000), quality=1, lgwin=24)
    head = struct.pack(
        ">4s4sLHHLLHHLLLLL", b"wOF2", b"\0\1\0\0", 48 + 2 + len(packed), 1, 0, 1000, len(packed), 1, 0, *[0] * 5
    )
    return bytes(head + bytes([1, 100]) + packed)


def test_a_packed_font_that_unpacks_to_gigabytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bomb.woff2").write_bytes(bomb())
    with pytest.raises(FontError, match=r"the font file 'bomb\.woff2' is damaged"):
        supplies_in(tmp_path).shape("a", Font("", file="bomb.woff2"))


def test_check_names_each_font_with_its_use_and_says_why_others_cannot_be_read(tmp_path: Path) -> None:
    root = tmp_path / "wells"
    root.mkdir()
    (root / "cards.csv").write_text("name,text\nWell,א\n", encoding="utf-8")
    save_font(root / "fonts/alpha.ttf", {"א": 500, " ": 250})
    (root / "fonts/cut.woff2").write_bytes(b"wOF2 and no more")
    (root / "fonts/OFL.txt").write_text("A licence.", encoding="utf-8")
    found = report(root)
    assert [str(one) for one in found.problems if one.code == "W322"] == [
        "fonts/cut.woff2 W322 the font file 'fonts/cut.woff2' is damaged"
    ]
    assert [*uses_of_fonts(root, {one.title: one.fonts for one in found.games})] == [
        "fonts/alpha.ttf: on cards of Wells",
        "fonts/cut.woff2: on no card",
    ]


def test_words_in_a_drawing_follow_their_font_when_it_is_replaced(tmp_path: Path) -> None:
    root = tmp_path / "wells"
    root.mkdir()
    (root / "cards.csv").write_text("name,picture\nWell,art.svg\n", encoding="utf-8")
    words = '<text y="9" font-size="9" font-family="Small, serif">aa</text>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">{words}</svg>'
    (root / "art.svg").write_text(svg, encoding="utf-8")
    sheets = Options(papers=("a4",))
    pictures = []
    for height in (300, 700):
        save_font(root / "fonts/own.ttf", {"a": 500}, height=height)
        (made,) = [one for one in build(root, [], sheets).outputs if one.path.name == "cards-a4.pdf"]
        assert made.made
        pictures.append(drawing_in(root, "art.svg"))
    assert pictures[0] != pictures[1]
    found = report(root)
    assert [*uses_of_fonts(root, {one.title: one.fonts for one in found.games})] == ["fonts/own.ttf: on cards of Wells"]


def drawing_in(root: Path, file: str) -> bytes:
    """The pixels of the first part of a drawing that is painted as pixels."""
    supplies = supplies_in(root)
    _, found = supplies.raster(supplies.drawing(file).rasters[0], 1)
    assert found is not None
    assert found.alpha is not None
    return found.alpha


PACKAGES = {"alegreya-sans", "alfa-slab-one", "cinzel", "crimson-text", "lato"}
"""Families that are known to have a package, without `fontpkg-`."""


def test_hints_and_pages_name_only_packages_that_exist() -> None:
    root = Path(__file__).parents[2]
    files = [*(root / "docs").glob("*.md"), *(root / "generator").rglob("*.py"), *(root / "generator").rglob("*.toml")]
    named = {
        name
        for file in (*files, root / "README.md", root / "pyproject.toml")
        for name in re.findall(r"fontpkg-([a-z][a-z-]*)", file.read_text(encoding="utf-8"))
    }
    assert named <= PACKAGES


def test_a_family_that_is_not_installed_is_told_without_a_package_that_nobody_knows(tmp_path: Path) -> None:
    _, _, problems = face(tmp_path, 'body = "Arial"', "words")
    assert [(one.code, one.message) for one in problems] == [("E305", "font body: there is no font family 'Arial'")]
    assert "fontpkg" not in "".join(one.hint for one in problems)


def test_a_family_of_one_style_gets_the_others_made_where_that_is_allowed() -> None:
    found = find_font(Path(), Font("Alfa Slab One", 700, italic=True, synthesis=True))
    assert found.bold > 0
    assert found.slant > 0
    assert found.lost(Font("Alfa Slab One", 700, italic=True)) == ""
    assert find_font(Path(), Font("Alfa Slab One", 700)).lost(Font("Alfa Slab One", 700)) == "bold"
    with pytest.raises(FontError, match="has no italic style"):
        find_font(Path(), Font("Alfa Slab One", 400, italic=True))

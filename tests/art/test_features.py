"""Each feature of SVG as a small file: what we print is what resvg paints, as shapes, or as pixels that are named."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from art import referee
from materials import supplies_in

from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.rasters import word_fonts
from proofdeck.paper.svg.drawing import read_drawing, read_outline

FEATURES = tomllib.loads((Path(__file__).parent / "features.toml").read_text(encoding="utf-8"))
SHAPES, BROWSERS, PIXELS, NAMED = (FEATURES[kind] for kind in ("shapes", "browsers", "pixels", "left_out"))


def svg_of(inside: str) -> bytes:
    head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100"'
    return f'{head} width="100" height="100">\n{inside}</svg>'.encode()


def differs(inside: str, other: str, root: Path) -> float:
    supplies = supplies_in(root)
    painted = referee.ours(read_drawing(svg_of(inside), "art.svg"), supplies)
    fonts = tuple(file for file, _ in word_fonts(supplies.project, (("Cinzel",),)).files) if "<text" in other else ()
    return referee.difference(painted, referee.resvg(svg_of(other), painted.size, fonts))


@pytest.mark.parametrize("feature", SHAPES)
def test_a_feature_is_painted_as_shapes_and_as_resvg_paints_it(feature: str, tmp_path: Path) -> None:
    drawing = read_drawing(svg_of(SHAPES[feature]), "art.svg")
    assert drawing.as_pixels == drawing.unpainted == ()
    assert differs(SHAPES[feature], SHAPES[feature], tmp_path) < referee.SAME


@pytest.mark.parametrize(
    ("inside", "other"),
    [
        ("<text {at}>Rag</text>", '<text {at} font-family="Alegreya Sans">Rag</text>'),
        ("<text {at} style='font: 30px Cinzel'>Rag</text>", '<text {at} font-family="Cinzel">Rag</text>'),
        (
            "<style>text {{font: italic bold 30px/1.2 'Crimson Text', serif}}</style><text {at}>Rag</text>",
            '<text {at} font-family="Crimson Text" font-style="italic" font-weight="bold">Rag</text>',
        ),
        (
            '<g style="font-family: &quot;Cinzel&quot;"><text {at}><tspan>Rag</tspan></text></g>',
            '<text {at} font-family="Cinzel">Rag</text>',
        ),
        ('<text {at} font-family="Nowhere, serif">Rag</text>', '<text {at} font-family="Crimson Text">Rag</text>'),
    ],
    ids=["no font at all", "in one word", "in a style sheet", "around it", "a font that is not there"],
)
def test_words_are_painted_in_whatever_way_their_font_is_named(inside: str, other: str, tmp_path: Path) -> None:
    at = 'x="5" y="60" font-size="30"'
    assert differs(inside.format(at=at), other.format(at=at), tmp_path) < referee.SAME
    assert differs(other.format(at=at), '<rect width="1" height="1"/>', tmp_path) > referee.SAME


@pytest.mark.parametrize("feature", BROWSERS)
def test_what_only_browsers_know_is_painted_like_the_same_in_other_words(feature: str, tmp_path: Path) -> None:
    drawing = read_drawing(svg_of(BROWSERS[feature][0]), "art.svg")
    assert drawing.as_pixels == drawing.unpainted == ()
    assert differs(BROWSERS[feature][0], BROWSERS[feature][1], tmp_path) < referee.SAME


@pytest.mark.parametrize("feature", PIXELS)
def test_what_no_shape_can_show_is_painted_as_pixels_and_named_with_its_line(feature: str, tmp_path: Path) -> None:
    drawing = read_drawing(svg_of(PIXELS[feature]), "art.svg")
    assert [one.partition(" (line")[0] for one in drawing.as_pixels] == [feature]
    assert drawing.as_pixels[0].endswith(("(line 2)", "(line 1)"))
    assert differs(PIXELS[feature], PIXELS[feature], tmp_path) < referee.SAME


@pytest.mark.parametrize("feature", NAMED)
def test_what_is_left_out_is_named_with_its_line(feature: str) -> None:
    drawing = read_drawing(svg_of(NAMED[feature]), "art.svg")
    assert drawing.unpainted == (f"{feature} (line 2)",)


def test_other_pictures_do_differ(tmp_path: Path) -> None:
    """The referee sees a line without its round ends, and a gradient the other way round."""
    for one, other in (
        (SHAPES["round caps"], SHAPES["square caps"]),
        (SHAPES["a repeated gradient"], SHAPES["a reflected gradient"]),
        (SHAPES["dots"], SHAPES["dashes"]),
    ):
        assert differs(one, other, tmp_path) > referee.SAME


ICONS = [Path(place) for place in os.environ.get("PROOFDECK_ICONS", "").split(os.pathsep) if place]
OF_EACH = 125


@pytest.mark.thorough
@pytest.mark.parametrize("folder", ICONS, ids=str)
def test_whole_sets_of_icons_are_painted_as_resvg_paints_them_or_told(folder: Path, tmp_path: Path) -> None:
    """PROOFDECK_ICONS is a list of folders. In a set of one colour, the icons are right as icons too."""
    files = sorted(folder.rglob("*.svg"))
    wrong = []
    for path in (files[number * len(files) // OF_EACH] for number in range(min(OF_EACH, len(files)))):
        svg = path.read_bytes()
        try:
            drawing, outline = read_drawing(svg, path.name), read_outline(svg, path.name)
        except MaterialError as error:
            wrong.append(f"{path}: {error}")
            continue
        painted = referee.ours(drawing, supplies_in(tmp_path))
        expected = referee.resvg(svg, painted.size)
        told = (*drawing.as_pixels, *drawing.unpainted)
        if not told and referee.difference(painted, expected) > referee.MOST:
            wrong.append(str(path))
        if b"currentColor" in svg and not outline.unpainted:
            (tmp_path / "one.svg").write_bytes(svg)
            icon = referee.icon_of("one", outline.aspect, supplies_in(tmp_path, [tmp_path]))
            if referee.difference(icon, expected) > referee.MOST:
                wrong.append(f"{path} as an icon")
    assert len(wrong) <= 1, wrong

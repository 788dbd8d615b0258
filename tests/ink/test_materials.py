"""Fonts, icons and images: what is found, how it is shown, and what an unusable one is answered."""

from __future__ import annotations

import io
import json
import string
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from materials import supplies_in
from PIL import Image
from reading import pixels

from proofdeck.ground.transform import STAY
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Font, Picture
from proofdeck.paper.faces.paths import extent
from proofdeck.paper.faces.pictures import whole_box
from proofdeck.paper.ink.document import Document
from proofdeck.paper.ink.fonts import FontError, drawn
from proofdeck.paper.ink.images import ImageError, Way
from proofdeck.paper.svg.drawing import read_outline
from proofdeck.paper.svg.tree import SvgError

SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><path d="M0 0h50v50h-50z"/></svg>'


# -- fonts ------------------------------------------------------------------------------------------------------------


def test_the_nearest_weight_of_a_family_is_taken(tmp_path: Path) -> None:
    book = supplies_in(tmp_path).fonts
    stems = {weight: book.file(Font("Alegreya Sans", weight)).path.stem for weight in (100, 480, 700, 780, 1000)}
    assert stems == {
        100: "AlegreyaSans-Thin",
        480: "AlegreyaSans-Medium",
        700: "AlegreyaSans-Bold",
        780: "AlegreyaSans-ExtraBold",
        1000: "AlegreyaSans-Black",
    }


def test_an_italic_that_the_family_lacks_is_refused_and_not_faked(tmp_path: Path) -> None:
    with pytest.raises(FontError, match="no italic style"):
        supplies_in(tmp_path).fonts.file(Font("Cinzel", 400, italic=True))


def test_an_unknown_family_gets_an_offer(tmp_path: Path) -> None:
    with pytest.raises(FontError) as caught:
        supplies_in(tmp_path).fonts.file(Font("Crimson Txt"))
    assert "Did you mean 'Crimson Text'?" in caught.value.hint


@pytest.mark.parametrize("data", [b"", b"wOF2....", b"ttcf....", b"\0\1\0\0" + b"rubbish" * 9])
def test_a_file_that_is_no_font_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "my.ttf").write_bytes(data)
    with pytest.raises(FontError):
        supplies_in(tmp_path).fonts.file(Font("", file="my.ttf"))


def test_glyphs_carry_the_characters_that_they_stand_for(tmp_path: Path) -> None:
    glyphs = supplies_in(tmp_path).fonts.shape("office é", Font("Crimson Text"))
    assert "".join(glyph.text for glyph in glyphs) == "office é"
    assert "ffi" in [glyph.text for glyph in glyphs]


def test_the_outline_of_a_glyph_fills_its_extents_whatever_curves_it_has(tmp_path: Path) -> None:
    shaper = supplies_in(tmp_path).fonts.file(Font("Alegreya Sans")).shaper
    for letter in string.ascii_letters + string.digits:
        glyph = shaper.get_nominal_glyph(ord(letter))
        said, seen = shaper.get_glyph_extents(glyph), extent(tuple(drawn(shaper, glyph)))
        sides = (said.x_bearing, -said.y_bearing, said.width, -said.height)
        assert (seen.x, seen.y, seen.width, seen.height) == pytest.approx(sides, abs=2)


def test_all_numerals_stand_on_the_line_and_are_equally_high(tmp_path: Path) -> None:
    """Old-style figures, the default of this family, would dance: 7 below the line, 1 as low as an x."""
    file = supplies_in(tmp_path).fonts.file(Font("Alegreya Sans"))
    for glyph in supplies_in(tmp_path).fonts.shape("0123456789", Font("Alegreya Sans")):
        extents = file.shaper.get_glyph_extents(glyph.id)
        assert (extents.y_bearing + extents.height) / file.em == pytest.approx(0, abs=0.03)
        assert extents.y_bearing / file.em == pytest.approx(0.6, abs=0.03)


# -- icons ------------------------------------------------------------------------------------------------------------


def test_icons_come_from_the_game_then_the_project_then_a_set_then_rpg_awesome(tmp_path: Path) -> None:
    for folder in ("game", "project"):
        (tmp_path / folder).mkdir()
    wide = SQUARE.replace("100 50", "300 50")
    (tmp_path / "game" / "fox.svg").write_text(wide)
    (tmp_path / "project" / "fox.svg").write_text(SQUARE)
    (tmp_path / "project" / "own.svg").write_text(SQUARE)
    icons = {"fox": {"body": "<path d='M0 0h9v9z'/>"}, "set": {"body": "<path d='M0 0h9v9z'/>", "width": 48}}
    (tmp_path / "set.json").write_text(json.dumps({"prefix": "x", "icons": icons, "height": 16}))
    book = supplies_in(tmp_path, [tmp_path / "game", tmp_path / "project"], ["set.json"])
    assert [book.aspect(name) for name in ("fox", "own", "set", "wolf-head", "nobody")] == [6, 2, 3, 1, None]
    assert {"fox", "own", "set", "wolf-head"} <= set(book.icon_names())


def test_transforms_shapes_and_even_odd_holes_are_resolved() -> None:
    svg = (
        '<svg viewBox="0 0 10 10"><g transform="translate(5 0)"><rect width="5" height="10" fill-rule="evenodd"/></g>'
        '<circle cx="2" cy="2" r="2"/><path fill="none" stroke="#000" stroke-width="1" d="M0 5h5"/></svg>'
    )
    rect, circle, line = read_outline(svg.encode(), "x.svg").layers
    assert rect.path[0] == ("M", (0.5, 0.0))
    assert rect.even_odd
    assert {kind for kind, _ in circle.path} == {"M", "C", "Z"}
    assert line.stroke_width == pytest.approx(0.1)


@given(st.binary(max_size=200) | st.text(alphabet="<svg pathd=M0lz\"'/> viewBox1290", max_size=120).map(str.encode))
def test_mangled_svgs_are_refused_or_read_and_never_worse(svg: bytes) -> None:
    try:
        outline = read_outline(svg, "x.svg")
    except SvgError:
        return
    assert outline.layers


# -- images -----------------------------------------------------------------------------------------------------------


def saved(path: Path, image: Image.Image, **options: object) -> Path:
    image.save(path, **options)  # type: ignore[arg-type]
    return path


def test_a_photo_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    upright = Image.new("RGB", (30, 10), "blue")
    upright.paste("red", (0, 0, 10, 10))
    exif = Image.Exif()
    exif[0x0112] = 6  # turn clockwise
    saved(tmp_path / "a.png", upright, exif=exif)
    book = supplies_in(tmp_path)
    assert book.image_size("a.png") == (10, 30)
    turned = Image.open(io.BytesIO(book.pixels("a.png", Box(0, 0, 1, 3)).data))
    top = turned.getpixel((turned.width // 2, 1))
    assert isinstance(top, tuple)
    assert top[0] > 150 > top[2]


def test_a_large_picture_is_scaled_down_to_print_and_a_small_one_is_left_alone(tmp_path: Path) -> None:
    saved(tmp_path / "large.png", Image.new("RGB", (4000, 2000), "red"))
    saved(tmp_path / "small.png", Image.new("RGB", (40, 20), "red"))
    book = supplies_in(tmp_path)
    large, small = (book.pixels(name, Box(0, 0, 50.8, 25.4)) for name in ("large.png", "small.png"))
    assert (large.width, large.height, large.jpeg) == (600, 300, True)
    assert (small.width, small.height) == (40, 20)


def test_transparency_is_kept_and_only_where_there_is_some(tmp_path: Path) -> None:
    glass = Image.new("RGBA", (10, 10), (255, 0, 0, 128))
    opaque = Image.new("RGBA", (10, 10), (255, 0, 0, 255))
    saved(tmp_path / "glass.png", glass)
    saved(tmp_path / "opaque.png", opaque)
    book = supplies_in(tmp_path)
    assert book.pixels("glass.png", Box(0, 0, 5, 5)).alpha is not None
    assert book.pixels("opaque.png", Box(0, 0, 5, 5)).alpha is None


def test_a_glass_red_over_white_prints_as_pink(tmp_path: Path) -> None:
    saved(tmp_path / "glass.png", Image.new("RGBA", (10, 10), (255, 0, 0, 128)))
    supplies = supplies_in(tmp_path)
    document = Document(supplies, "test")
    content = document.content()
    content.form(document.face(Face(Size(20, 20), 0, "rectangle", (Picture("glass.png", Box(5, 5, 10, 10)),))), STAY)
    document.page(Size(20, 20), content)
    picture = pixels(document.finish(), 0, 25.4)
    assert picture.getpixel((10, 10)) == pytest.approx((255, 127, 127), abs=3)
    assert picture.getpixel((2, 2)) == (255, 255, 255)


def test_little_ink_makes_a_picture_light_and_grey_and_leaves_its_glass_alone(tmp_path: Path) -> None:
    saved(tmp_path / "glass.png", Image.new("RGBA", (10, 10), (200, 0, 0, 128)))
    pixels_of_it = supplies_in(tmp_path).pixels("glass.png", Box(0, 0, 5, 5), Way(grey=True))
    red, green, blue = pixels_of_it.data[:3]
    assert red == green == blue > 150
    assert pixels_of_it.alpha is not None
    assert set(pixels_of_it.alpha) == {128}


@pytest.mark.parametrize(
    ("fit", "focus", "shown"),
    [
        ("stretch", (0.5, 0.5), Box(0, 0, 10, 10)),
        ("contain", (0.5, 0.5), Box(0, 2.5, 10, 5)),
        ("cover", (0.5, 0.5), Box(-5, 0, 20, 10)),
        ("cover", (0.0, 0.5), Box(0, 0, 20, 10)),
        ("cover", (1.0, 0.5), Box(-10, 0, 20, 10)),
    ],
)
def test_how_a_wide_picture_fills_a_square(fit: str, focus: tuple[float, float], shown: Box) -> None:
    assert whole_box((200, 100), Box(0, 0, 10, 10), fit, focus) == shown


@given(st.integers(1, 500), st.integers(1, 500), st.floats(1, 99), st.floats(1, 99), st.floats(0, 1), st.floats(0, 1))
def test_cover_leaves_no_gap_and_contain_cuts_nothing(
    width: int, height: int, across: float, down: float, x: float, y: float
) -> None:
    box = Box(3, 4, across, down)
    cover = whole_box((width, height), box, "cover", (x, y))
    contain = whole_box((width, height), box, "contain", (x, y))
    for outer, inner in ((cover, box), (box, contain)):
        assert outer.x <= inner.x + 1e-6
        assert outer.y <= inner.y + 1e-6
        assert outer.right >= inner.right - 1e-6
        assert outer.bottom >= inner.bottom - 1e-6


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\nrubbish", b"\xff\xd8\xff\xe0rubbish"])
def test_a_file_that_is_no_picture_is_refused(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.png").write_bytes(data)
    with pytest.raises(ImageError):
        supplies_in(tmp_path).image_size("x.png")


def test_a_picture_that_ends_too_early_is_refused_when_it_is_checked(tmp_path: Path) -> None:
    saved(tmp_path / "x.png", Image.effect_noise((300, 300), 80).convert("RGB"))
    data = (tmp_path / "x.png").read_bytes()
    (tmp_path / "x.png").write_bytes(data[: len(data) // 2])
    with pytest.raises(ImageError):
        supplies_in(tmp_path).image_size("x.png")


def test_a_missing_picture_is_answered_with_the_one_of_nearly_that_name_in_any_folder(tmp_path: Path) -> None:
    for file in ("art/Red Fox.PNG", "Bilder/tiere/Bär.png", "output/zoo/owl.png"):
        (tmp_path / file).parent.mkdir(parents=True)
        (tmp_path / file).touch()
    if (tmp_path / "ART/red fox.png").exists():
        pytest.skip("capitals do not matter on this disk")
    fox, bear = "art/Red Fox.PNG", "Bilder/tiere/Bär.png"
    meant = {"ART/red fox.png": fox, "art/red foxes.jpg": fox, "art/bär.png": bear, "art/owl.png": ""}
    for written, near in meant.items():
        with pytest.raises(ImageError) as refused:
            supplies_in(tmp_path).image_path(written)
        assert refused.value.hint.startswith(f"Did you mean '{near}'?" if near else "Paths are")
        assert ("Capitals matter." in refused.value.hint) == (written.lower() == near.lower())

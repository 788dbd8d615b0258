"""Templates where art begins: what is painted is measured in pixels, and two viewers must see the same."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageFilter, ImageStat
from reading import pixels, text_of

from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.effects import rings
from proofdeck.paper.faces.face import Face, Shape, TextRun
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.paths import Track
from proofdeck.paper.ink.raster import contact_sheet, faces_pdf
from proofdeck.paper.sheets.enlarging import enlarged
from proofdeck.paper.sheets.low_ink import low_ink
from proofdeck.paper.svg.drawing import Drawing, read_drawing
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

GALLERY = Path(__file__).parents[1] / "faces" / "gallery"
DPI = 127.0
"""Five pixels a millimetre."""
TWO_VIEWERS = 3.0
"""Of 255: how far the mean of a card may differ between PDFium and Poppler, which smooth edges in other ways."""

Colour = tuple[int, int, int]


@pytest.fixture(scope="module")
def gallery() -> Print:
    problems = Problems()
    project = load_project(GALLERY, problems)
    made = lay_out(project, project.games["gallery"], Options(), problems)
    assert not problems
    return made


@pytest.fixture(scope="module")
def pictures(gallery: Print, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Image.Image]:
    """Each front as it is painted, by its card."""
    fronts = {item.label: item.front for item in gallery.items}
    pdf = faces_pdf(list(fronts.values()), gallery.supplies, DPI)
    return {name: pixels(pdf, page, DPI) for page, name in enumerate(fronts)}


def at(picture: Image.Image, x: float, y: float) -> Colour:
    """The colour at that place, in mm."""
    found = picture.convert("RGB").getpixel((round(x * DPI / 25.4), round(y * DPI / 25.4)))
    assert isinstance(found, tuple)
    return found[0], found[1], found[2]


def smooth(picture: Image.Image) -> Image.Image:
    """Without what two viewers do with the pixels at an edge."""
    return picture.convert("RGB").filter(ImageFilter.GaussianBlur(2))


def near(one: Colour, two: Colour, by: int = 3) -> bool:
    return all(abs(a - b) <= by for a, b in zip(one, two, strict=True))


@pytest.fixture
def painted(tmp_path: Path) -> Painter:
    return Painter(tmp_path)


class Painter:
    """One card of a template's text, as pixels."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def face(self, template: str, text: str = "") -> tuple[Face, Print]:
        (self.root / "cards.csv").write_text(f'game,id,text\ng,one,"{text}"\n', encoding="utf-8")
        folder = self.root / "templates" / "g"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "front.toml").write_text(f'[fonts]\nbody = "Crimson Text"\n{template}', encoding="utf-8")
        problems = Problems()
        project = load_project(self.root, problems)
        made = lay_out(project, project.games["g"], Options(), problems)
        assert [problem for problem in problems if problem.code != "W502"] == []
        return made.items[0].front, made

    def __call__(self, template: str, text: str = "") -> Image.Image:
        face, made = self.face(template, text)
        return pixels(faces_pdf([face], made.supplies, DPI), 0, DPI)


def ground(fill: str) -> str:
    return f'[elements.ground]\ntype = "rectangle"\nbleed = true\nfill = "{fill}"\n'


def box(name: str, settings: str) -> str:
    return f'[elements.{name}]\ntype = "rectangle"\nx = 10\ny = 10\nwidth = 40\nheight = 40\n{settings}\n'


# -- colours that show through -----------------------------------------------------------------------------------------


def test_a_scrim_goes_evenly_from_what_is_below_it_to_its_colour(painted: Painter) -> None:
    picture = painted(ground("#ff0000") + box("scrim", 'fill = "linear(90, clear, #0000ff)"'))
    for share in (0.1, 0.25, 0.5, 0.75, 0.9):
        assert near(at(picture, 30, 10 + 40 * share), (round(255 * (1 - share)), 0, round(255 * share)), 8)
    assert at(picture, 5, 30) == (255, 0, 0)


FORMULAS: dict[str, Callable[[float, float], float]] = {
    "multiply": lambda b, s: b * s,
    "screen": lambda b, s: b + s - b * s,
    "darken": min,
    "lighten": max,
    "difference": lambda b, s: abs(b - s),
    "hard-light": lambda b, s: 2 * b * s if s <= 0.5 else 1 - 2 * (1 - b) * (1 - s),
    "overlay": lambda b, s: 2 * b * s if b <= 0.5 else 1 - 2 * (1 - b) * (1 - s),
}
"""ISO 32000-1, table 136: of a backdrop and a source, each from 0 to 1."""


@pytest.mark.parametrize("blend", FORMULAS)
def test_colours_mix_as_the_standard_of_pdf_says(blend: str, painted: Painter) -> None:
    below, above = (200, 90, 30), (120, 160, 220)
    mixed = box("mixed", f'fill = "#78a0dc"\nblend = "{blend}"')
    expected = tuple(round(255 * FORMULAS[blend](b / 255, s / 255)) for b, s in zip(below, above, strict=True))
    assert near(at(painted(ground("#c85a1e") + mixed), 30, 30), (expected[0], expected[1], expected[2]))


# -- outlines, glows and shadows ---------------------------------------------------------------------------------------


@given(spread=st.floats(0, 3), blur=st.floats(0.05, 6), opacity=st.floats(0.05, 1))
def test_rings_hide_ever_more_towards_the_edge_and_in_all_as_much_as_their_colour(
    spread: float, blur: float, opacity: float
) -> None:
    stack = rings(spread, blur, opacity)
    widths = [width for width, _ in stack]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] <= 2 * (spread + blur) + 0.001
    hidden, before = 0.0, 0.0
    for _, alone in stack:
        assert 0 <= alone <= 1
        hidden = 1 - (1 - hidden) * (1 - alone)
        assert hidden >= before
        before = hidden
    assert hidden == pytest.approx(opacity, abs=0.01)


def test_an_outline_has_its_width_and_its_colour_on_all_sides(painted: Painter) -> None:
    icon = '[elements.icon]\ntype = "icon"\nicon = "square"\nx = 20\ny = 20\nwidth = 20\nheight = 20\n'
    (painted.root / "templates" / "icons").mkdir(parents=True)
    square = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0H10V10H0z"/></svg>'
    (painted.root / "templates" / "icons" / "square.svg").write_text(square)
    picture = painted(ground("white") + icon + 'outline = "2 #ff0000"\ncolour = "#0000ff"')
    for x, y in ((30, 19), (30, 41), (19, 30), (41, 30)):
        assert at(picture, x, y) == (255, 0, 0)
    for x, y in ((30, 17), (30, 43), (17, 30), (43, 30)):
        assert at(picture, x, y) == (255, 255, 255)
    assert at(picture, 30, 30) == (0, 0, 255)


def test_a_shadow_falls_where_it_is_sent_and_fades(painted: Painter) -> None:
    picture = painted(ground("white") + box("panel", 'fill = "#ffff00"\nshadow = "6 0 2 #000000"'))
    dark = [at(picture, x, 30)[0] for x in (51, 53, 55, 56.6, 57.2, 57.8, 58.6)]
    assert dark[:3] == [0, 0, 0]
    assert dark == sorted(dark)
    assert dark[-1] == 255
    assert at(picture, 30, 30) == (255, 255, 0)
    assert at(picture, 5, 30) == (255, 255, 255)


def test_words_with_outline_glow_and_shadow_are_read_once(gallery: Print) -> None:
    front = next(item.front for item in gallery.items if item.label == "letters")
    assert text_of(faces_pdf([front], gallery.supplies, 100), 0).split() == [
        "Moonlit",
        "Lake",
        "GLOW",
        "Shadow",
        "Gradient",
    ]


def test_little_ink_leaves_out_glows_and_keeps_the_words(gallery: Print) -> None:
    front = next(item.front for item in gallery.items if item.label == "letters")
    lighter = low_ink(front)
    assert lighter.text == front.text
    assert len(faces_pdf([lighter], gallery.supplies, 100)) < len(faces_pdf([front], gallery.supplies, 100))
    assert {mark.colour for mark in lighter.leaves() if isinstance(mark, TextRun)} == {"#000000"}


def test_an_enlarged_face_is_the_same_face_seen_from_nearer(gallery: Print) -> None:
    """Twice as large, with half as many dots, it has the same pixels; letters and lines are rounded a little."""
    for item in gallery.items:
        sides = [(item.front, 80), (enlarged(item.front, 2), 40)]
        near, far = (pixels(faces_pdf([face], gallery.supplies, 80), 0, dpi) for face, dpi in sides)
        assert near.size == pytest.approx(far.size, abs=1)
        difference = ImageChops.difference(near, far.resize(near.size))
        assert sum(ImageStat.Stat(difference).mean) < 6, item.label
        assert enlarged(item.front, 2).text == item.front.text


# -- pictures and drawings ---------------------------------------------------------------------------------------------


def test_a_tint_leaves_nothing_but_shades_of_its_colour(pictures: dict[str, Image.Image]) -> None:
    red, green, blue = 0x5A, 0x2A, 0x6E
    for x, y in ((15, 60), (20, 65), (17, 72)):
        found = at(pictures["portrait"], x, y)
        share = (255 - found[1]) / (255 - green)
        assert near(found, (round(255 - share * (255 - red)), found[1], round(255 - share * (255 - blue))), 6)


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_the_transparent_colour_of_a_picture_shows_what_is_below(ending: str, painted: Painter) -> None:
    """A blue square on white, on a red card: the white is gone, and light blue is not."""
    scan = Image.new("RGB", (90, 30), "white")
    scan.paste((0, 0, 255), (30, 0, 60, 30))
    scan.paste((200, 200, 255), (60, 0, 90, 30))
    scan.save(painted.root / f"scan.{ending}", quality=95)
    ground = '[elements.g]\ntype = "rectangle"\nfill = "#ff0000"\nx = 0\ny = 0\nwidth = 63\nheight = 88\n'
    where = "x = 5\ny = 5\nwidth = 45\nheight = 15\n"
    image = f'[elements.f]\ntype = "image"\nfile = "scan.{ending}"\n{where}'
    colours = {"": (255, 255, 255), 'transparent = "#fff"\n': (255, 0, 0)}
    for option, left in colours.items():
        picture = painted(ground + image + option)
        assert [near(at(picture, x, 12), shade, 8) for x, shade in
                ((10, left), (27, (0, 0, 255)), (45, (200, 200, 255)))] == [True] * 3  # fmt: skip


def test_shapes_of_a_drawing_that_have_the_transparent_colour_are_left_out_of_it_and_of_its_shadow(
    painted: Painter,
) -> None:
    """A blue square on a white one with a black line, on a red card."""
    (painted.root / "sign.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><g><rect width="40" height="40" fill="#fff"'
        ' stroke="#000" stroke-width="4"/></g><path d="M15 15h10v10H15z" fill="#00f"/></svg>',
        encoding="utf-8",
    )
    image = '[elements.f]\ntype = "image"\nfile = "sign.svg"\nx = 10\ny = 10\nwidth = 40\nheight = 40\n'
    for option, around in {"": (255, 255, 255), 'transparent = "white"\nshadow = "10 0 0 #0f0"\n': (255, 0, 0)}.items():
        picture = painted(ground("#ff0000") + image + option)
        found = [at(picture, x, 30) for x in (11, 18, 30)]
        assert found == [(0, 0, 0), around, (0, 0, 255)]
    assert at(picture, 40, 30) == (0, 255, 0), "the shadow of the blue square"
    assert at(picture, 55, 30) == (255, 0, 0), "the white square has none"
    (painted.root / "sign.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><path d="M0 0h40v40H0z" fill="#FFF"/></svg>',
        encoding="utf-8",
    )
    assert at(painted(ground("#ff0000") + image + 'transparent = "#FFFFFF"\n'), 30, 30) == (255, 0, 0)


@pytest.mark.parametrize("file", ["art/scan.png", "art\\\\scan.png"])
def test_paths_of_pictures_may_be_written_as_on_windows(file: str, painted: Painter) -> None:
    (painted.root / "art").mkdir()
    Image.new("RGB", (90, 90), "blue").save(painted.root / "art" / "scan.png")
    image = f'[elements.f]\ntype = "image"\nfile = "{file}"\nx = 5\ny = 5\nwidth = 5\nheight = 5\n'
    assert near(at(painted(image), 7, 7), (0, 0, 255), 2)


DRAWING = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 20 100 50">
  <style>.red { fill: #ff0000 } #green { fill: #00ff00; }</style>
  <defs><linearGradient id="g" gradientTransform="rotate(90)"><stop stop-color="#0000ff"/>
    <stop offset="100%" stop-color="#ff0000"/></linearGradient>
    <clipPath id="left"><rect x="10" y="20" width="25" height="50"/></clipPath>
    <rect id="square" width="10" height="10"/></defs>
  <g clip-path="url(#left)"><rect class="red" x="10" y="20" width="50" height="50"/></g>
  <rect x="60" y="20" width="25" height="50" fill="url(#g)"/>
  <g transform="translate(90 20)" opacity="0.5"><rect width="20" height="20"/><rect width="20" height="10"/></g>
  <use href="#square" id="green" transform="translate(95 50) scale(1 2)" style="fill: #00ff00"/>
</svg>
"""


def test_a_drawing_has_its_own_colours_groups_gradients_and_clip_paths(painted: Painter) -> None:
    (painted.root / "art.svg").write_text(DRAWING)
    picture = painted(
        ground("white") + '[elements.a]\ntype = "image"\nfile = "art.svg"\nx = 5\ny = 20\nwidth = 50\nheight = 25\n'
    )

    def seen(x: float, y: float) -> Colour:
        return at(picture, 5 + (x - 10) / 2, 20 + (y - 20) / 2)

    assert seen(20, 45) == (255, 0, 0)
    assert seen(45, 45) == (255, 255, 255)
    assert near(seen(72, 32.5), (64, 0, 191), 8)
    assert near(seen(72, 57.5), (191, 0, 64), 8)
    assert near(seen(100, 25), (127, 127, 127))
    assert near(seen(100, 35), (127, 127, 127))
    assert seen(100, 60) == (0, 255, 0)


SYMBOLS = """
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">
  <g style="display: none" fill="#0000ff" transform="translate(300 10)">
    <g id="flag"><rect width="20" height="10"/><rect width="10" height="10" fill="#ff0000"/></g>
    <rect width="90" height="90"/>
  </g>
  <symbol id="sign"><rect width="8" height="4" fill="#00ff00"/></symbol>
</svg>
"""


def test_one_element_of_a_drawing_is_painted_alone_and_fills_its_box_though_its_layer_is_hidden(
    painted: Painter,
) -> None:
    (painted.root / "symbols.svg").write_text(SYMBOLS)
    image = '[elements.a]\ntype = "image"\nx = 5\ny = 20\nwidth = 40\nheight = 20\n'
    flag = painted(ground("white") + image + 'file = "symbols.svg#flag"')
    assert [at(flag, x, y) for x in (7, 23, 27, 43) for y in (22, 38)] == [(255, 0, 0)] * 4 + [(0, 0, 255)] * 4
    assert at(flag, 30, 42) == at(flag, 47, 30) == (255, 255, 255)
    sign = painted(ground("white") + image + 'file = "symbols.svg#sign"')
    assert at(sign, 7, 22) == at(sign, 43, 38) == (0, 255, 0)


def test_an_element_that_a_drawing_does_not_have_is_told_with_the_nearest_id() -> None:
    with pytest.raises(MaterialError, match=r"symbols\.svg has no element with the id 'flags'") as told:
        read_drawing(SYMBOLS.encode(), "symbols.svg", "flags")
    assert "'flag'" in (told.value.hint or "")


def test_what_a_drawing_holds_and_is_no_shape_is_named_with_its_line() -> None:
    svg = DRAWING.replace("</svg>", '<text>x</text><image/><rect width="3" height="3" filter="blur(2px)"/></svg>')
    drawing = read_drawing(svg.replace("<image/>", "<foreignObject/>").encode(), "art.svg")
    assert drawing.as_pixels == ("<text> (line 12)", "filter (line 12)")
    assert drawing.unpainted == ("<foreignObject> (line 12)",)
    plain = read_drawing(DRAWING.encode(), "art.svg")
    assert plain.unpainted == plain.as_pixels == ()


NUMBERS = ["", "NaN", "inf", "1e400", "-1", "50%", "x y", "rotate(", "scale(1e300)", "matrix(0,0,0,0,0,0)", "0 0 0 0"]
NUMBERS += ["M", "M0,0 L1e308,1e308Z", "url(#g)", "url(#left)", "#square", "1mm", "1e7"]


def test_a_drawing_with_any_value_is_painted_with_numbers_or_refused() -> None:
    for match in re.finditer(r'(?<!xmlns)="([^"]*)"', DRAWING):
        for value in NUMBERS:
            try:
                drawing = read_drawing(
                    (DRAWING[: match.start(1)] + value + DRAWING[match.end(1) :]).encode(), "art.svg"
                )
            except MaterialError:
                continue
            assert re.search(r"\b(nan|inf)\b", repr(drawing)) is None, (match[0], value)


def test_an_arc_of_a_path_is_an_arc(painted: Painter) -> None:
    face, _ = painted.face('[elements.a]\ntype = "path"\nd = "M10,40 A20 20 0 0 1 50 40"\nstroke = "black"\n')
    (shape,) = (mark for mark in face.marks if isinstance(mark, Shape))
    ends = [numbers[-2:] for _, numbers in shape.path]
    assert [round(((x - 30) ** 2 + (y - 40) ** 2) ** 0.5, 3) for x, y in ends] == [20.0] * len(ends)
    track = Track(shape.path)
    assert track.at(track.length / 2)[:2] == pytest.approx((30, 20), abs=0.02)


@pytest.mark.parametrize(
    "element", ['type = "ellipse"', 'type = "polygon"\nsides = 4', 'type = "image"\nfile = "a.png"']
)
def test_what_reaches_the_cut_reaches_into_the_bleed_when_it_may(element: str, painted: Painter) -> None:
    Image.new("RGB", (8, 8), (255, 0, 0)).save(painted.root / "a.png")
    where = "x = 0\ny = 30\nwidth = 20\nheight = 20"
    face, made = painted.face(
        f"[elements.a]\n{element}\n{where}\nbleed = true\n"
        + ('fill = "red"' if "file" not in element else "")
        + '\n[colours]\nred = "#ff0000"'
    )
    picture = pixels(faces_pdf([face], made.supplies, DPI, beyond=2), 0, DPI)
    assert near(at(picture, 0.6, 42), (255, 0, 0))


# -- words -------------------------------------------------------------------------------------------------------------


def words(settings: str) -> str:
    place = "x = 5\ny = 5\nwidth = 50\nheight = 70\nsize = 12\n"
    return f'[elements.words]\ntype = "text"\ntext = "{{{{ text }}}}"\n{place}{settings}\n'


def runs(face: Face) -> list[TextRun]:
    return [mark for mark in face.leaves() if isinstance(mark, TextRun)]


def test_small_capitals_are_copied_as_they_were_typed(painted: Painter) -> None:
    face, made = painted.face(words(""), "The <sc>Ice Queen</sc> waits")
    assert text_of(faces_pdf([face], made.supplies, 100), 0).split() == ["The", "Ice", "Queen", "waits"]
    assert len({run.size for run in runs(face)}) == 2


def test_a_text_takes_no_more_lines_than_it_may(painted: Painter) -> None:
    long = "one two three four five six seven eight nine ten eleven twelve thirteen"
    for most in (1, 2, 3):
        face, _ = painted.face(words(f"lines = {most}\nmin_size = 3"), long)
        assert len({round(run.y, 3) for run in runs(face)}) == most


def test_columns_are_equally_long_and_keep_their_order(painted: Painter) -> None:
    face, _ = painted.face(words("columns = 2\ncolumn_gap = 4"), " ".join(f"word{n}" for n in range(30)))
    left = [run for run in runs(face) if run.x < 30]
    right = [run for run in runs(face) if run.x >= 30]
    assert len(left) - len(right) in {0, 1}
    assert "word0" in left[0].text
    assert "word29" in right[-1].text
    assert left[0].y == right[0].y


def test_items_hang_from_their_marks_and_columns_of_a_table_from_their_heads(painted: Painter) -> None:
    item = "- an item that is long enough to need a second line of its own"
    face, _ = painted.face(words(""), f"{item}\n| a | b |\n|:--|--:|\n| long cell | 12 |\n| x | 3 |")
    bullet = next(run for run in runs(face) if run.text == "•")
    first, second = [run for run in runs(face) if run.text.startswith(("an item", "second", "line", "need", "to"))][:2]
    assert bullet.x < first.x == second.x
    edges = [
        run.x + sum(glyph.advance for glyph in run.glyphs) * run.size
        for run in runs(face)
        if run.text in {"b", "12", "3"}
    ]
    assert max(edges) - min(edges) < 0.01
    assert sum(isinstance(mark, Shape) for mark in face.marks) == 1


def test_curved_letters_stand_on_their_circle_and_read_in_order(painted: Painter) -> None:
    face, made = painted.face(words('curve = 25\nalign = "center"').replace("y = 5", "y = 20"), "ROUND TABLE")
    centre = 30.0, 20 + 12 * 25.4 / 72 + 25
    letters = [(run.x + run.glyphs[0].advance * run.size / 2, run.y) for run in runs(face)]
    assert [round(((x - centre[0]) ** 2 + (y - centre[1]) ** 2) ** 0.5, 1) for x, y in letters] == [25.0] * len(letters)
    assert "".join(text_of(faces_pdf([face], made.supplies, 100), 0).split()).replace(" ", "") == "ROUNDTABLE"


# -- once for each card, and beside each other -------------------------------------------------------------------------


def test_each_copy_has_its_own_values_and_what_is_measured_follows(gallery: Print) -> None:
    fronts = [item.front for item in gallery.items if item.label == "placed"]
    assert [front.text.split("\n")[1] for front in fronts] == [
        "the small dragon",
        "the middling dragon",
        "the terrible dragon",
    ]
    assert [front.text.split("\n")[2] for front in fronts] == ["4", "8", "12"]
    for front in fronts:
        called = next(run for run in runs(front) if run.text.startswith("the "))
        right = called.x + sum(glyph.advance for glyph in called.glyphs) * called.size
        tag = next(mark for mark in front.marks if isinstance(mark, Shape) and mark.fill == "#b23a2e")
        assert min(x for _, numbers in tag.path for x in numbers[::2]) == pytest.approx(right + 1.5, abs=0.01)


# -- the whole gallery -------------------------------------------------------------------------------------------------


def test_two_viewers_see_the_same(gallery: Print, pictures: dict[str, Image.Image], tmp_path: Path) -> None:
    if shutil.which("pdftoppm") is None:
        pytest.skip("Poppler is not installed: `apt install poppler-utils` brings the second viewer")
    fronts = {item.label: item.front for item in gallery.items}
    (tmp_path / "all.pdf").write_bytes(faces_pdf(list(fronts.values()), gallery.supplies, DPI))
    subprocess.run(["pdftoppm", "-r", f"{DPI:g}", "-png", "all.pdf", "p"], cwd=tmp_path, check=True)
    for name, file in zip(fronts, sorted(tmp_path.glob("p-*.png")), strict=True):
        with Image.open(file) as other:
            one = pictures[name]
            two = other.convert("RGB").resize(one.size)
        difference = ImageStat.Stat(ImageChops.difference(smooth(one), smooth(two))).mean
        assert max(difference) < TWO_VIEWERS, (name, difference)


def test_a_face_without_a_ground_is_white_paper_on_the_contact_sheet(painted: Painter) -> None:
    face, made = painted.face('[elements.l]\ntype = "line"\nx = 60\ny = 80\nx2 = 61\n')
    sheet = Image.open(io.BytesIO(contact_sheet([face], made.supplies))).convert("RGB")
    assert sheet.getpixel((sheet.width // 2, sheet.height // 2)) == (255, 255, 255)
    assert sheet.getpixel((1, 1)) == (0xE9, 0xE7, 0xE2)


@pytest.mark.parametrize(
    "said",
    [
        'fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"',
        'fill="#c00" stroke="blue"',
        'style="fill-rule:evenodd;opacity:.3"',
        'opacity=".3"',
        'color="#0a0" fill="currentColor"',
        'class="red"',
        'transform="scale(0.5)"',
        'clip-path="url(#cut)"',
        'visibility="hidden"',
    ],
)
@pytest.mark.parametrize("part", ["", "hole"])
def test_what_the_outermost_element_says_holds_as_on_a_group_around_everything(said: str, part: str) -> None:
    """Lucide, Feather, Tabler and others write the look of the whole icon there."""
    inside = '<path id="hole" d="M10 10h80v80h-80zM30 30h40v40h-40z"/><path d="m12 4 8 8-8 8"/>'
    inside += '<style>.red { fill: #f00 }</style><clipPath id="cut"><circle cx="50" cy="50" r="30"/></clipPath>'
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"'
    files = (f"{head} {said}>{inside}</svg>", f"{head}><g {said}>{inside}</g></svg>")
    whole, grouped = [str(_drawn(file, part)) for file in files]
    assert whole == grouped
    assert part or whole != str(_drawn(f"{head}>{inside}</svg>"))


def _drawn(svg: str, part: str = "") -> Drawing | str:
    try:
        return read_drawing(svg.encode(), "art.svg", part)
    except MaterialError as error:
        return str(error)

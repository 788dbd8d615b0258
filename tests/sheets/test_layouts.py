"""`sheets.toml`: layouts of a project's own, their mistakes, and where cards are on the paper that is printed."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest
from reading import forms, page_count, pixels

import proofdeck
from proofdeck.ground.units import Box, Size
from proofdeck.paper.sheets.imposition import plan
from proofdeck.source.project.layouts import (
    FILE,
    READERS,
    Marks,
    Registration,
    SheetLayout,
    built_in,
    layout_of,
    own_layouts,
)

ROOT = Path(__file__).parents[2]
Writer = Callable[..., Path]
PAGE = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
OWN = PAGE.partition("### Layouts of your own")[2].partition("## The book of rules")[0]
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", OWN, re.MULTILINE | re.DOTALL)


def table_of_keys() -> set[str]:
    keys = re.findall(r"^\| (`[^|]*)\|", OWN.partition("**Die-cut paper.**")[0], re.MULTILINE)
    return {key for cell in keys for key in re.findall(r"`([^`]+)`", cell)}


def test_every_key_of_a_layout_is_documented_and_the_examples_use_most_of_them() -> None:
    assert table_of_keys() == set(READERS)
    used = {key for table in tomllib.loads(EXAMPLE).values() for key in table}
    assert used <= set(READERS)
    assert set(READERS) - used == {
        "fold",
        "mark-offset",
        "bleed",
        "registration-border",
        "imprint",
        "nested",
        "overlap",
    }


def test_the_layouts_that_come_with_the_program_are_written_in_the_same_form(write: Writer) -> None:
    text = (ROOT / "generator/proofdeck/source/project" / "layouts.toml").read_text(encoding="utf-8")
    own = own_layouts(write(FILE, text))
    assert own == dict(built_in())
    machines = ["silhouette", "silhouette-4", "cricut", "scanncut", "siser"]
    assert list(own) == ["shared", "bleed", "gutterfold", "single", *machines, *DIE_CUT]
    assert (own["shared"].gap, own["bleed"].gap, own["gutterfold"].fold, own["single"].columns) == (
        (0, 0),
        None,
        True,
        1,
    )


def test_a_layout_is_what_its_table_says(write: Writer) -> None:
    found = own_layouts(write(FILE, EXAMPLE))
    assert found["business-cards"] == SheetLayout(
        "business-cards",
        Size(210, 297),
        (13.5, 15, 13.5, 15),
        (10, 0),
        2,
        5,
        label=Size(85, 54),
        first_page=False,
        marks=Marks("none"),
    )
    assert found["trimmer"].marks == Marks("lines", width=0.1, colour="#888888")
    assert found["small"].first_page is False
    assert found["trimmer"].first_page is True
    assert found["cutter"].registration == Registration((10, 10, 10, 10), square=5, length=20, width=0.5)
    assert found["trimmer"].registration is None


@pytest.mark.parametrize(
    ("cards", "length"),
    [
        (Box(20, 12, 160, 270), 7),  # 10 from the frame at the left
        (Box(30, 12, 160, 270), 7),  # at the right
        (Box(12, 20, 186, 250), 7),  # at the top
        (Box(12, 27, 186, 250), 7),  # at the bottom
        (Box(11, 11, 188, 275), 5),  # as short as an arm can be
        (Box(60, 60, 90, 120), 20),  # as long as an arm can be
    ],
)
def test_the_arms_of_registration_marks_are_as_long_as_the_cards_leave_room_for(cards: Box, length: float) -> None:
    assert Registration((10, 10, 10, 10), length=None).beside(cards, Size(210, 297), 3) == length


def test_auto_is_no_layout_of_its_own_and_a_project_may_replace_a_built_in_one(write: Writer) -> None:
    root = write(FILE, "[shared]\ngap = 1\n")
    assert layout_of(root, "auto") is None
    shared = layout_of(root, "shared")
    assert shared is not None
    assert shared.gap == (1, 1)


MISTAKES = {
    '[x]\npaper = "a44"': "sheets.toml:2:1 E403 x: paper: 'a44' is not a paper\n    Did you mean 'a4'?",
    "[x]\ncolums = 2": "sheets.toml:2:1 E403 x: there is no key 'colums'\n    Did you mean 'columns'?",
    "[x]\ngap = -1": "sheets.toml:2:1 E403 x: gap: '-1' is not a length in mm",
    '[x]\nmarks = "cros"': "sheets.toml:2:1 E403 x: marks: 'cros' is not a style of marks\n    Did you mean",
    "[x]\nmargin = [1, 2]": "sheets.toml:2:1 E403 x: margin: '[1, 2]' is not a margin",
    "[x]\nrows = 0": "sheets.toml:2:1 E403 x: rows: '0' is not a number of cards",
    "[x]\nrows = true": "sheets.toml:2:1 E403 x: rows: 'True' is not a number of cards",
    "[x]\npositions = [[1]]": "sheets.toml:2:1 E403 x: positions: '[1]' is not a position",
    "[x]\nrows = 2\npositions = [[1, 1]]": "sheets.toml:3:1 E403 x: both positions and a grid",
    '[x]\nfold = "yes"': "sheets.toml:2:1 E403 x: fold: 'yes' is neither true nor false",
    '[x]\nlabel = "85"': "sheets.toml:2:1 E403 x: label: '85' is not a size",
    "[x]\nnested = true": "sheets.toml:2:1 E403 x: neighbours of nested hexagons share a cut\n    Write gap = 0",
    "[x]\ngap = 0\nfold = true\nnested = true": "sheets.toml:4:1 E403 x: neighbours of nested hexagons share a cut",
    "[x]\nregistration = true": "sheets.toml:2:1 E403 x: registration: 'True' is not a length in mm",
    "[x]\nregistration-width = 1": "sheets.toml:2:1 E403 x: registration-width without registration",
    '[x]\nmark-colour = "red"': "sheets.toml:2:1 E403 x: mark-colour: 'red' is not a colour",
    "x = 1": "sheets.toml:1:1 E403 'x' is not a layout",
    "[auto]\ngap = 1": "sheets.toml:1:1 E403 'auto' is not a layout",
    "[x": "sheets.toml:1:1 E403 this is not valid TOML",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_is_told_with_its_place(text: str, write: Writer) -> None:
    with pytest.raises(proofdeck.ProofdeckError) as error:
        own_layouts(write(FILE, text))
    assert str(error.value).startswith(MISTAKES[text])


def test_all_mistakes_are_told_at_once_and_an_unknown_name_with_the_nearest(write: Writer) -> None:
    with pytest.raises(proofdeck.ProofdeckError) as error:
        own_layouts(write(FILE, "[x]\nrows = 0\ngap = -1\n[y]\nfold = 1\n"))
    assert [problem.line for problem in error.value.problems] == [2, 3, 5]
    root = write(FILE, EXAMPLE)
    with pytest.raises(proofdeck.ProofdeckError, match="E402 there is no layout 'cuter'\n    Did you mean 'cutter'"):
        layout_of(root, "cuter")


# -- on paper ----------------------------------------------------------------------------------------------------------


SIDE = """
    size = {}
    bleed = 3
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "{}"
"""


@pytest.fixture
def project(write: Writer) -> Callable[[str], proofdeck.Project]:
    """Twelve cards of that size with differing fronts and backs, and the layouts of the documentation."""

    def make(size: str) -> proofdeck.Project:
        write(FILE, EXAMPLE)
        write("cards.csv", "game,id\n" + "".join(f"g,c{number:02}\n" for number in range(12)))
        write("templates/g/front.toml", SIDE.format(size, "{{ '#ff00' ~ id[1:] }}"))
        return proofdeck.open(write("templates/g/back.toml", SIDE.format(size, "{{ '#00ff' ~ id[1:] }}")))

    return make


def trims(pdf: bytes, page: int, size: Size) -> list[tuple[float, float]]:
    """The top left corner of each card on the page as it is printed, in mm, rounded to a hundredth."""
    found = []
    for form in forms(pdf, page):
        (x0, y0), (x1, y1) = form.apply(0, 0), form.apply(size.width, size.height)
        found.append((round(min(x0, x1), 2) + 0.0, round(min(y0, y1), 2) + 0.0))
    return found


def sheets(built: proofdeck.Built, name: str) -> bytes:
    (path,) = (path for path in built.files if path.name == name)
    return path.read_bytes()


def test_business_cards_are_in_the_ten_places_of_their_paper(project: Callable[[str], proofdeck.Project]) -> None:
    made = project("{width = 85, height = 54}")
    pdf = sheets(made.build(only="cards", layout="business-cards"), "cards-business-cards.pdf")
    assert page_count(pdf) == 4  # no first page; ten cards and two, with their backs
    fronts = [(15.0 + 95 * column, 13.5 + 54 * row) for row in range(5) for column in range(2)]
    assert trims(pdf, 0, Size(85, 54)) == fronts
    assert trims(pdf, 2, Size(85, 54)) == fronts[:2]
    behind = [(210 - x - 85, y) for x, y in fronts]
    assert trims(pdf, 1, Size(85, 54)) == behind
    with pikepdf.open(made.root / "output" / "g" / "cards-business-cards.pdf") as opened:
        words = [str(one.operator) for one in pikepdf.parse_content_stream(opened.pages[0])]
        assert "S" not in words  # nothing is drawn with a line


def test_a5_is_used_across_with_crosses_at_each_corner(project: Callable[[str], proofdeck.Project]) -> None:
    pdf = sheets(project('"poker"').build(only="cards", layout="small"), "cards-small.pdf")
    assert page_count(pdf) == 12  # two cards a sheet, no first page
    frame = Size(210, 148)
    left = 8 + (frame.width - 16 - 2 * 63 - 4) / 2
    top = 8 + (frame.height - 16 - 88) / 2
    # on portrait paper, what is at the left of landscape paper is at the top
    on_frame = [(left, top), (left + 67, top)]
    on_paper = [(round(148 - y - 88, 2), round(x, 2)) for x, y in on_frame]
    assert trims(pdf, 0, Size(63, 88)) == on_paper
    assert trims(pdf, 1, Size(63, 88)) == [(round(148 - x - 88, 2), y) for x, y in on_paper]
    arms = lines_on(pdf, 0)
    corners = {(round(x + dx, 1), round(y + dy, 1)) for x, y in on_paper for dx in (0, 88) for dy in (0, 63)}
    middles = {(round((x1 + x2) / 2, 1), round((y1 + y2) / 2, 1)) for x1, y1, x2, y2 in arms}
    assert middles == corners
    assert {round(abs(x2 - x1) + abs(y2 - y1), 2) for x1, y1, x2, y2 in arms} == {4.0}


def lines_on(pdf: bytes, page: int) -> list[tuple[float, float, float, float]]:
    """Every stroked line of the page itself, in mm."""
    found: list[tuple[float, float, float, float]] = []
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        start = (0.0, 0.0)
        for one in pikepdf.parse_content_stream(opened.pages[page]):
            word, numbers = str(one.operator), one.operands
            if word == "m":
                start = (float(numbers[0]), float(numbers[1]))
            elif word == "l":
                found.append((*start, float(numbers[0]), float(numbers[1])))
    return found


def test_a_trimmer_gets_cards_at_its_positions_and_lines_across_the_paper(
    project: Callable[[str], proofdeck.Project],
) -> None:
    pdf = sheets(project('"poker"').build(only="cards", layout="trimmer"), "cards-trimmer.pdf")
    first = 2  # the first page and its back
    assert page_count(pdf) == first + 6
    positions = [(20.0, 25.0), (90.0, 25.0), (20.0, 120.0), (90.0, 120.0)]
    assert trims(pdf, first, Size(63, 88)) == positions
    assert trims(pdf, first + 1, Size(63, 88)) == [(round(215.9 - x - 63, 2), y) for x, y in positions]
    drawn = lines_on(pdf, first)
    downs = {round(x1, 2) for x1, y1, x2, y2 in drawn if x1 == x2}
    acrosses = {round(y1, 2) for x1, y1, x2, y2 in drawn if y1 == y2}
    assert (downs, acrosses) == ({20, 83, 90, 153}, {25, 113, 120, 208})
    assert {round(abs(y2 - y1), 1) for x1, y1, x2, y2 in drawn if x1 == x2} == {279.4}


def test_a_cutting_machine_gets_a_square_and_two_corners_on_the_fronts_alone(
    project: Callable[[str], proofdeck.Project],
) -> None:
    """As ink on Letter: the square is filled, and the lines of the corners are half a millimetre thick."""
    pdf = sheets(project('"poker"').build(only="cards", layout="cutter"), "cards-cutter.pdf")
    first = 2  # the first page and its back
    corners = [(44.95, 51.7), (107.95, 51.7), (44.95, 139.7), (107.95, 139.7)]
    assert trims(pdf, first, Size(63, 88)) == corners
    assert trims(pdf, first + 1, Size(63, 88)) == [(round(215.9 - x - 63, 2), y) for x, y in corners]
    for page in (first, first + 2):
        black = inked_in(pdf, page, (0, 0, 0))
        assert black(12.5, 12.5)
        right, bottom = 215.9 - 10, 279.4 - 10
        outside = [(9.8, 12), (15.2, 12), (12, 9.8), (12, 15.2)]
        arms = [(right, 20), (right - 19.5, 10), (right, 29.5), (10, bottom), (29.5, bottom), (10, bottom - 19.5)]
        ends = [(right - 20.5, 10), (right, 30.5), (30.5, bottom), (10, bottom - 20.5), (right, bottom)]
        beside = [(right + 0.5, 20), (right - 0.5, 20), (20, bottom + 0.5), (20, bottom - 0.5)]
        assert all(black(x, y) for x, y in arms)
        assert not any(black(x, y) for x, y in (*outside, *ends, *beside))
    assert lines_on(pdf, first + 1) == []
    assert not inked_in(pdf, first + 1, (0, 0, 0))(12.5, 12.5)
    assert not inked_in(pdf, first + 1, (0, 0, 0))(215.9 - 12.5, 12.5)


def inked_in(pdf: bytes, page: int, colour: tuple[int, int, int]) -> Callable[[float, float], bool]:
    """Whether a place of a page, in mm, has that colour."""
    picture = pixels(pdf, page, 508)
    return lambda x, y: picture.getpixel((int(x * 20), int(y * 20))) == colour


@pytest.mark.parametrize(("margin", "fits"), [(19, True), (16, False)])
def test_no_ink_of_a_card_reaches_a_registration_mark(
    margin: float, fits: bool, project: Callable[[str], proofdeck.Project], write: Writer
) -> None:
    """Four cards fill the paper up to its margins. At 16 mm, only the bleed of the first is on the square: then there
    are fewer cards, or none if four are asked for.
    """
    made = project('"poker"')
    paper = f"{63 * 2 + 2 * margin}x{88 * 2 + 2 * margin}"
    own = f'[x]\npaper = "{paper}"\nmargin = {margin}\ngap = 0\nmarks = "none"\nregistration = 10\nfirst-page = false\n'
    write(FILE, own)
    fronts = trims(sheets(made.build(only="cards", layout="x"), "cards-x.pdf"), 0, Size(63, 88))
    assert len(fronts) == (4 if fits else 2)
    write(FILE, f"{own}columns = 2\nrows = 2\n")
    if fits:
        assert made.build(only="cards", layout="x").files != []
    else:
        with pytest.raises(
            proofdeck.ProofdeckError, match=r"E401 c00 .* would cover a registration mark as 'x' places it"
        ):
            made.build(only="cards", layout="x")


# -- die-cut paper -----------------------------------------------------------------------------------------------------

INCH = 25.4


class Labels(NamedTuple):
    """Where the labels of a paper begin, from one to the next, and columns and rows. Lengths in mm."""

    size: tuple[float, float]
    first: tuple[float, float]
    step: tuple[float, float]
    grid: tuple[int, int]

    def corners(self) -> list[tuple[float, float]]:
        """Row by row."""
        (x, y), (across, down), (columns, rows) = self.first, self.step, self.grid
        return [(x + across * column, y + down * row) for row in range(rows) for column in range(columns)]


def in_inches(labels: Labels) -> Labels:
    (width, height), (x, y), (across, down), grid = labels
    size, first, step = (width * INCH, height * INCH), (x * INCH, y * INCH), (across * INCH, down * INCH)
    return Labels(size, first, step, grid)


DIE_CUT = {
    "letter-2x5": in_inches(Labels((3.5, 2), (0.75, 0.5), (3.5, 2), (2, 5))),
    "letter-5x2": in_inches(Labels((2, 3.5), (0.5, 0.75), (2, 3.5), (5, 2))),
    "letter-3x10": in_inches(Labels((2.625, 1), (0.15625, 0.5), (2.78125, 1), (3, 10))),
    "a4-2x5": Labels((85, 54), (15, 13.5), (95, 54), (2, 5)),
    "a4-5x2": Labels((54, 85), (13.5, 15), (54, 95), (5, 2)),
    "a4-2x7": Labels((99.1, 38.1), (4.65, 15.15), (101.6, 38.1), (2, 7)),
    "a4-3x7": Labels((63.5, 38.1), (7.25, 15.15), (66, 38.1), (3, 7)),
    "a4-3x8": Labels((70, 37), (0, 0.5), (70, 37), (3, 8)),
}


def test_every_die_cut_paper_is_documented() -> None:
    rows = re.findall(r"^\| (`[^|]*)\|", OWN.partition("**Die-cut paper.**")[2], re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([^`]+)`", row)} == set(DIE_CUT)


@pytest.mark.parametrize("name", DIE_CUT)
def test_cards_are_in_the_middle_of_the_labels_of_die_cut_paper(name: str) -> None:
    """Smaller cards as well, and larger ones are refused."""
    (width, height), layout = DIE_CUT[name].size, built_in()[name]
    assert layout.paper is not None
    for less in (0.0, 3.0):
        made = plan(layout, layout.paper, Size(width - less, height - less), 3.0)
        assert made is not None
        found = [corner for slot in map(made.slot, range(made.per_sheet)) for corner in (slot.x, slot.y)]
        expected = [corner + less / 2 for corners in DIE_CUT[name].corners() for corner in corners]
        assert found == pytest.approx(expected, abs=0.01)
        assert made.turned == (name in {"letter-5x2", "a4-5x2"})
    assert plan(layout, layout.paper, Size(width + 1, height), 3.0) is None
    assert plan(layout, layout.paper, Size(width, height + 1), 3.0) is None


def test_upright_business_cards_are_in_the_places_of_wide_ones() -> None:
    for paper in ("a4", "letter"):
        boxes = []
        for name in (f"{paper}-2x5", f"{paper}-5x2"):
            layout = built_in()[name]
            assert layout.paper is not None
            assert layout.label is not None
            made = plan(layout, layout.paper, layout.label, 0.0)
            assert made is not None
            placed = [made.to_paper.box(made.slot(index)) for index in range(10)]
            boxes.append(sorted((round(box.y, 3), round(box.x, 3)) for box in placed))
        assert boxes[0] == boxes[1]


def test_a_card_that_is_larger_than_a_label_is_refused(project: Callable[[str], proofdeck.Project]) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match=r"E401 c00 .* does not fit .* as 'a4-3x8' places it"):
        project('"poker"').build(only="cards", layout="a4-3x8")


def test_bleed_ends_in_the_middle_of_a_gap(project: Callable[[str], proofdeck.Project]) -> None:
    """The gap is 4 mm and the bleed 3 mm, so neighbours show 2 mm towards each other."""
    pdf = sheets(project('"poker"').build(only="cards", layout="small"), "cards-small.pdf")
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        clips = [
            tuple(float(n) for n in one.operands)
            for one in pikepdf.parse_content_stream(opened.pages[0])
            if str(one.operator) == "re"
        ]
    assert len(clips) == 2
    (x0, y0, w0, h0), (x1, y1, w1, h1) = sorted(clips, key=lambda box: box[1])
    assert (x0, w0) == (x1, w1)
    assert h0 == pytest.approx(63 + 3 + 2, abs=0.01)
    assert h1 == pytest.approx(63 + 3 + 2, abs=0.01)
    assert y0 + h0 == pytest.approx(y1, abs=0.01)


def test_a_layout_that_does_not_fit_is_refused_and_one_that_changes_is_printed_again(
    project: Callable[[str], proofdeck.Project], write: Writer
) -> None:
    made = project('"tarot"')
    write(FILE, EXAMPLE.replace("[90, 120]]", "[190, 120]]"))
    with pytest.raises(proofdeck.ProofdeckError, match=r"E401 c00 .* as 'trimmer' places it"):
        made.build(only="cards", layout="trimmer")
    write(FILE, "[mine]\ngap = 1\n")
    assert made.build(only="cards", layout="mine", paper="a4").made != []
    assert made.build(only="cards", layout="mine", paper="a4").made == []
    write(FILE, "[mine]\ngap = 2\n")
    assert [path.name for path in made.build(only="cards", layout="mine", paper="a4").made] == ["cards-a4.pdf"]

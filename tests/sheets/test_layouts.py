"""`sheets.toml`: layouts of a project's own, their mistakes, and where cards are on the paper that is printed."""

from __future__ import annotations

import io
import re
import tomllib
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from reading import forms, page_count

import proofdeck
from generator.sheets.layouts import FILE, READERS, Layout, Marks, built_in, layout_of, own_layouts
from generator.units import Size

ROOT = Path(__file__).parents[2]
Writer = Callable[..., Path]
PAGE = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
OWN = PAGE.partition("### Layouts of your own")[2].partition("## The book of rules")[0]
(EXAMPLE,) = re.findall(r"^```toml\n(.*?)^```$", OWN, re.MULTILINE | re.DOTALL)


def table_of_keys() -> set[str]:
    keys = re.findall(r"^\| (`[^|]*)\|", OWN, re.MULTILINE)
    return {key for cell in keys for key in re.findall(r"`([^`]+)`", cell)}


def test_every_key_of_a_layout_is_documented_and_the_examples_use_most_of_them() -> None:
    assert table_of_keys() == set(READERS)
    used = {key for table in tomllib.loads(EXAMPLE).values() for key in table}
    assert used <= set(READERS)
    assert set(READERS) - used == {"fold", "mark-offset"}


def test_the_layouts_that_come_with_the_program_are_written_in_the_same_form(write: Writer) -> None:
    text = (ROOT / "generator" / "sheets" / "layouts.toml").read_text(encoding="utf-8")
    own = own_layouts(write(FILE, text))
    assert own == dict(built_in())
    assert list(own) == ["shared", "bleed", "gutterfold", "single"]
    assert (own["shared"].gap, own["bleed"].gap, own["gutterfold"].fold, own["single"].columns) == (
        (0, 0),
        None,
        True,
        1,
    )


def test_a_layout_is_what_its_table_says(write: Writer) -> None:
    found = own_layouts(write(FILE, EXAMPLE))
    assert found["business-cards"] == Layout(
        "business-cards", Size(210, 297), (13.5, 15, 13.5, 15), (10, 0), 2, 5, first_page=False, marks=Marks("none")
    )
    assert found["cutter"].marks == Marks("lines", width=0.1, colour="#888888")
    assert found["small"].first_page is False
    assert found["cutter"].first_page is True


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


def test_a_cutting_machine_gets_cards_at_its_positions_and_lines_across_the_paper(
    project: Callable[[str], proofdeck.Project],
) -> None:
    pdf = sheets(project('"poker"').build(only="cards", layout="cutter"), "cards-cutter.pdf")
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
    with pytest.raises(proofdeck.ProofdeckError, match=r"E401 c00 .* as 'cutter' places it"):
        made.build(only="cards", layout="cutter")
    write(FILE, "[mine]\ngap = 1\n")
    assert made.build(only="cards", layout="mine", paper="a4").made != []
    assert made.build(only="cards", layout="mine", paper="a4").made == []
    write(FILE, "[mine]\ngap = 2\n")
    assert [path.name for path in made.build(only="cards", layout="mine", paper="a4").made] == ["cards-a4.pdf"]

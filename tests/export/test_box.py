"""`export box`: the page read back with pikepdf and PDFium, and decks of any size."""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import forms, pixel, pixels, text_inside, text_of

import proofdeck
from proofdeck.front.export.box import placed
from proofdeck.ground.paper import MARGIN, PAPERS
from proofdeck.ground.units import MM_PER_POINT, Box, Size
from proofdeck.paper.sheets.tuck_box import TuckBox

Writer = Callable[..., Path]
SIDE = """
    size = {{width = {}, height = {}}}
    bleed = 2
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "{}"
"""


@pytest.fixture
def game(write: Writer) -> Callable[..., proofdeck.Project]:
    """So many wolves with a red back, and nine tokens with a green one."""

    def make(wolves: int, size: tuple[float, float] = (63, 88), title: str = "Wolf Moon") -> proofdeck.Project:
        write("cards.csv", f"game,id,kind,quantity\ng,wolf,,{wolves}\ng,coin,coin,9\n")
        write("rules_md/g.md", f"---\ntitle: '{title}'\n---\n")
        write("templates/g/rulebook.toml", 'accent = "#0000ff"\n')
        for side, fill in (("front", "#ffffff"), ("back", "#ff0000")):
            write(f"templates/g/{side}.toml", SIDE.format(*size, fill))
        for side, fill in (("front-coin", "#ffffff"), ("back-coin", "#008000")):
            write(f"templates/g/{side}.toml", SIDE.format(20, 20, fill))
        return proofdeck.open(write("templates/README.md", ""))

    return make


class Lines(NamedTuple):
    """The lines of a net, as its two ends, in mm on the paper."""

    solid: list[tuple[float, float, float, float]]
    dashed: list[tuple[float, float, float, float]]

    @property
    def panels(self) -> list[float]:
        """How far apart the folds are that lie across the strip of panels."""
        across = {round(x1, 2) for x1, y1, x2, y2 in self.dashed if abs(x1 - x2) < 0.01 and abs(y1 - y2) > 80}
        down = {round(y1, 2) for x1, y1, x2, y2 in self.dashed if abs(y1 - y2) < 0.01 and abs(x1 - x2) > 80}
        return [there - here for here, there in pairwise(sorted(across or down))]


def page_of(project: proofdeck.Project, **settings: float) -> bytes:
    (file,) = project.export("box", **settings).files  # type: ignore[arg-type]
    return file.read_bytes()


def lines_of(pdf: bytes) -> Lines:
    """The thin lines of the net, which is the form that is painted last."""
    net, found = forms(pdf, 0)[-1], Lines([], [])
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        operators = pikepdf.parse_content_stream(opened.pages[0].Resources.XObject[net.name])
    width, dashed, start = 0.0, False, (0.0, 0.0)
    for instruction in operators:
        operands, word = list(instruction.operands), str(instruction.operator)
        if word == "q":
            dashed = False
        elif word == "w":
            width = float(operands[0])
        elif word == "d":
            dashed = True
        elif word == "m":
            start = float(operands[0]), float(operands[1])
        elif word == "l" and width == 0.25:
            end = net.apply(float(operands[0]), float(operands[1]))
            (found.dashed if dashed else found.solid).append((*net.apply(*start), *end))
    return found


@pytest.mark.parametrize(
    ("wolves", "paper", "rotated"), [(1, "a4", 0), (54, "a4", 0), (131, "a4", 270), (200, "a3", 0), (287, "a3", 270)]
)
def test_the_page_is_the_smallest_paper_and_nothing_leaves_it(
    wolves: int, paper: str, rotated: int, game: Callable[..., proofdeck.Project]
) -> None:
    pdf = page_of(game(wolves))
    size = PAPERS[paper]
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        (page,) = opened.pages
        corners = [float(one) * MM_PER_POINT for one in page.MediaBox]
        assert corners == pytest.approx([0, 0, size.width, size.height], abs=0.01)
        assert page.get("/Rotate", 0) == rotated
    solid, dashed = lines_of(pdf)
    assert len(dashed) == 12
    for x1, y1, x2, y2 in (*solid, *dashed):
        assert all(MARGIN - 0.01 <= x <= size.width - MARGIN + 0.01 for x in (x1, x2))
        assert all(MARGIN - 0.01 <= y <= size.height - MARGIN + 0.01 for y in (y1, y2))


@pytest.mark.parametrize(("cards", "thickness"), [(54, 0.3), (131, 0.3), (54, 0.5)])
def test_the_printed_panels_are_as_wide_as_the_deck_with_2_mm_of_play_at_most(
    cards: int, thickness: float, game: Callable[..., proofdeck.Project]
) -> None:
    left, front, right = lines_of(page_of(game(cards), thickness=thickness)).panels
    assert left == pytest.approx(right, abs=0.02)
    assert cards * thickness < left <= cards * thickness + 2
    assert 63 < front <= 65


def words_of_panels(pdf: bytes, card: Size, count: int) -> list[str]:
    """What is written inside the folds of each panel with a title."""
    box = TuckBox.around(card, count * 0.3)
    found = placed(box.size)
    assert found
    panels = [found.transform.box(box.panel(name)) for name in ("front", "back", "left", "right", "top")]
    return [text_inside(pdf, 0, panel.x, panel.y, panel.right, panel.bottom) for panel in panels]


def test_the_back_of_the_largest_group_fills_the_front_and_its_ground_the_other_sides(
    game: Callable[..., proofdeck.Project], write: Writer
) -> None:
    project = game(54)
    write(
        "templates/g/back.toml",
        SIDE.format(63, 88, "#ff0000") + '[elements.spot]\ntype = "ellipse"\nx = 26\ny = 60\nwidth = 11\nheight = 11\n'
        'fill = "#ffff00"\n',
    )
    pdf = page_of(project)
    assert len(text_of(pdf, 0).split()) == 10
    assert [words.split() for words in words_of_panels(pdf, Size(63, 88), 54)] == [["Wolf", "Moon"]] * 5
    box = TuckBox.around(Size(63, 88), 54 * 0.3)
    place = placed(box.size)
    assert place
    image = pixels(pdf, 0)

    def colour(name: str, across: float, down: float) -> tuple[int, ...]:
        panel = place.transform.box(box.panel(name))
        x, y = panel.x + panel.width * across, panel.y + panel.height * down
        return pixel(image, round(x / MM_PER_POINT), round(y / MM_PER_POINT))[:3]

    assert colour("front", 0.5, 65.5 / 88) == (255, 255, 0), "the spot of the back, where a card has it"
    assert {colour(name, 0.5, 0.98) for name in ("front", "left", "right", "back")} == {(255, 0, 0)}
    assert {colour(name, 0.05, 0.5) for name in ("top", "bottom")} == {(0, 0, 255)}, "the colour of the game"


def test_a_back_that_is_wider_than_high_is_turned_and_not_cropped(
    game: Callable[..., proofdeck.Project], write: Writer
) -> None:
    project = game(54, (88, 63))
    spot = '[elements.spot]\ntype = "ellipse"\nx = 72\ny = 26\nwidth = 11\nheight = 11\nfill = "#ffff00"\n'
    write("templates/g/back.toml", SIDE.format(88, 63, "#ff0000") + spot)
    pdf = page_of(project)
    box = TuckBox.around(Size(88, 63), 54 * 0.3)
    place = placed(box.size)
    assert place
    panel = place.transform.box(box.panel("front"))
    at = panel.x + panel.width / 2, panel.y + panel.height * 77.5 / 88
    assert pixel(pixels(pdf, 0), *(round(one / MM_PER_POINT) for one in at))[:3] == (255, 255, 0)


def test_a_back_without_a_ground_leaves_the_sides_in_the_colour_of_the_game(
    game: Callable[..., proofdeck.Project], write: Writer
) -> None:
    project = game(54)
    write("templates/g/back.toml", SIDE.format(63, 88, "none"))
    pdf = page_of(project)
    box = TuckBox.around(Size(63, 88), 54 * 0.3)
    place = placed(box.size)
    assert place
    panel = place.transform.box(box.panel("left"))
    image = pixels(pdf, 0)
    at = round((panel.x + 1) / MM_PER_POINT), round((panel.bottom - 2) / MM_PER_POINT)
    assert pixel(image, *at)[:3] == (0, 0, 255)


@pytest.mark.parametrize("size", [(5, 5), (19.05, 19.05), (5, 200), (88, 63), (110, 80)])
@pytest.mark.parametrize("title", ["Wolf Moon", "Wölfe *b* :x:", "W" * 300, "wolf " * 60])
def test_any_title_stays_inside_its_panels_on_a_box_of_any_size(
    size: tuple[float, float], title: str, game: Callable[..., proofdeck.Project]
) -> None:
    pdf = page_of(game(20, size, title))
    assert len(lines_of(pdf).dashed) == 12
    inside = "".join(words_of_panels(pdf, Size(*size), 20))
    assert sorted("".join(inside.split())) == sorted("".join(text_of(pdf, 0).split()))


def test_a_deck_for_which_no_paper_is_large_enough_is_an_error(game: Callable[..., proofdeck.Project]) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match="E536 no paper holds the box for 288 cards") as told:
        game(288).export("box")
    assert "--thickness" in str(told.value.problems[0].hint)
    assert not game(288).root.joinpath("output").exists()
    assert game(288).export("box", thickness=0.25).files


def test_the_thickness_of_a_card_has_limits(game: Callable[..., proofdeck.Project]) -> None:
    with pytest.raises(ValueError, match="thickness: 6 is not between"):
        game(54).export("box", thickness=6)


def test_the_same_deck_gives_the_same_bytes(game: Callable[..., proofdeck.Project]) -> None:
    project = game(54)
    before = page_of(project)
    assert not project.export("box").made
    again = project.export("box", cache=False)
    assert [file.read_bytes() for file in again.made] == [before]


SIZES = st.tuples(st.floats(5, 420), st.floats(5, 420))


@given(SIZES, st.integers(1, 400))
def test_a_net_is_on_the_first_paper_that_holds_it(card: tuple[float, float], count: int) -> None:
    net = TuckBox.around(Size(*card), count * 0.3).size
    short, long = sorted((net.width, net.height))
    rooms = {name: PAPERS[name].grown(-MARGIN) for name in ("a4", "letter", "a3")}
    holds = [name for name, room in rooms.items() if short <= room.width and long <= room.height]
    found = placed(net)
    assert (found.paper if found else None) == next(iter(holds), None)
    if found:
        box = found.transform.box(Box(0, 0, net.width, net.height))
        assert min(box.x, box.y) >= MARGIN - 1e-6
        assert box.right <= PAPERS[found.paper].width - MARGIN + 1e-6
        assert box.bottom <= PAPERS[found.paper].height - MARGIN + 1e-6


def test_a_box_has_a_picture_all_around_and_what_the_game_is_on_its_back(
    game: Callable[..., proofdeck.Project], write: Writer
) -> None:
    project = game(54)
    write(
        "rules_md/g.md",
        "---\ntitle: Wolf Moon\nplayers: 2-4\ntime: 20 minutes\n---\n\nRun *far*.\n\n## Turn\n\nHowl.\n",
    )
    write("templates/g/rulebook.toml", 'accent = "#0000ff"\nbox = "art/night.svg"\n')
    write("art/night.svg", '<svg viewBox="0 0 20 9"><rect width="20" height="9" fill="#ff8800"/></svg>')
    pdf = page_of(project)
    front, back, *_ = words_of_panels(pdf, Size(63, 88), 54)
    assert front.split() == ["Wolf", "Moon"]
    assert " ".join(back.split()) == "Wolf Moon Run far. 2 to 4 players · 20 minutes"
    box = TuckBox.around(Size(63, 88), 54 * 0.3)
    place = placed(box.size)
    assert place
    image = pixels(pdf, 0)
    for name in ("left", "front", "right", "back"):
        panel = place.transform.box(box.panel(name))
        at = round((panel.x + panel.width / 2) / MM_PER_POINT), round((panel.bottom - 2) / MM_PER_POINT)
        assert pixel(image, *at)[:3] == (255, 136, 0), name


def test_a_picture_of_a_box_that_is_missing_is_told(game: Callable[..., proofdeck.Project], write: Writer) -> None:
    project = game(54)
    write("templates/g/rulebook.toml", 'box = "art/night.svg"\n')
    with pytest.raises(proofdeck.ProofdeckError, match="E306 box"):
        project.export("box")


def test_cards_without_a_back_have_a_box_with_its_title_only(deck: Callable[..., Path]) -> None:
    pdf = page_of(proofdeck.open(deck(3, back="size = 'poker'\n")))
    assert set(text_of(pdf, 0).split()) == {"Deck"}

"""The first page: its cross and the scale on its back lie behind each other, however the paper is turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.faces.face import Face, Shape
from generator.ink.fonts import FontBook
from generator.ink.icons import IconBook
from generator.ink.images import ImageBook
from generator.ink.supplies import Supplies
from generator.sheets.cover import REACH, Imprint, cover
from generator.sheets.paper import PAPERS, Duplex
from generator.sheets.sheet import Imposition


def pages(
    duplex: Duplex, paper: str = "a4", folded: bool = False, offset: tuple[float, float] = (0, 0)
) -> tuple[Face, Face | None]:
    supplies = Supplies(FontBook(Path()), IconBook([]), ImageBook(Path()))
    how = Imposition(paper, PAPERS[paper], duplex=duplex, back_offset=offset)
    return cover(Imprint("Game", "2 players", 9, 1, False, how, folded), supplies)


def lines(face: Face) -> list[tuple[float, float, float, float]]:
    shapes = [mark for mark in face.marks if isinstance(mark, Shape)]
    return [(*shape.path[0][1], *shape.path[1][1]) for shape in shapes]  # type: ignore[misc]


def cross(face: Face) -> tuple[float, float]:
    """Where the two long arms meet."""
    (x,) = {x1 for x1, y1, x2, y2 in lines(face) if x1 == x2 and abs(y2 - y1) == pytest.approx(2 * REACH)}
    (y,) = {y1 for x1, y1, x2, y2 in lines(face) if y1 == y2 and abs(x2 - x1) == pytest.approx(2 * REACH)}
    return x, y


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_lies_behind_the_cross_when_the_paper_is_turned_on_its_long_edge(paper: str) -> None:
    front, back = pages("long-edge", paper)
    assert back is not None
    (x, y), (back_x, back_y) = cross(front), cross(back)
    assert (PAPERS[paper].width - back_x, back_y) == pytest.approx((x, y))


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_scale_lies_behind_the_cross_when_the_paper_is_turned_on_its_short_edge(paper: str) -> None:
    front, back = pages("short-edge", paper)
    assert back is not None
    (x, y), (back_x, back_y) = cross(front), cross(back)
    assert (back_x, PAPERS[paper].height - back_y) == pytest.approx((x, y))


def test_the_scale_moves_with_the_backs_and_says_so() -> None:
    (_, straight), (_, moved) = pages("long-edge"), pages("long-edge", offset=(1.5, -0.5))
    assert straight is not None
    assert moved is not None
    (x, y), (moved_x, moved_y) = cross(straight), cross(moved)
    assert (moved_x - x, moved_y - y) == pytest.approx((1.5, -0.5))
    assert "moved by 1.5,-0.5 already" in moved.text.replace("\n", " ")
    assert "already" not in straight.text


def test_there_is_no_scale_where_no_back_is_printed_on_a_back() -> None:
    assert pages("none")[1] is None
    assert pages("long-edge", folded=True)[1] is None


def test_the_rulers_are_fifty_millimetres_and_two_inches() -> None:
    front, _ = pages("none")
    across = sorted(x2 - x1 for x1, y1, x2, y2 in lines(front) if y1 == y2)
    assert across == pytest.approx([50, 50.8])

"""How full the last page of a book is, and the two columns of that page, computed from where its parts are."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from proofdeck.book.manuscript.fitting import Inputs, Part, filling, fitted

TALL, TOP, LEFT, RIGHT = 200.0, 15.0, 16.0, 108.0


def laid(heights: Sequence[float]) -> list[Part]:
    """Blocks of those heights, in two columns a page, each with as much as fits."""
    parts, page, x, y = list[Part](), 1, LEFT, 0.0
    for number, height in enumerate(heights):
        if y + height > TALL and y:
            page, x, y = (page, RIGHT, 0.0) if x == LEFT else (page + 1, LEFT, 0.0)
        parts.append(Part(number, True, page, x, TOP + y, TALL))
        y += height
    return [*parts, Part(len(heights), False, page, x, TOP + y, TALL)]


HEIGHTS = st.lists(st.floats(5, 60), min_size=1, max_size=60)


@given(heights=HEIGHTS)
def test_a_book_fills_as_much_of_its_last_page_as_lies_on_it(heights: list[float]) -> None:
    parts = laid(heights)
    found, last = filling(parts), parts[-1].page
    assert found.pages == last
    on_it = sum(height for height, part in zip(heights, parts, strict=False) if part.page == last)
    wasted = 60 if parts[-1].x == RIGHT else 0  # what did not fit at the foot of the left column
    assert on_it <= found.share * 2 * TALL + 0.001
    assert found.share * 2 * TALL <= on_it + wasted + 0.001


@given(heights=HEIGHTS)
def test_the_part_that_halves_the_last_page_leaves_no_other_that_would_do_better(heights: list[float]) -> None:
    parts = laid(heights)
    last = [(number, part) for number, part in enumerate(parts[:-1]) if part.page == parts[-1].page]
    found = filling(parts).half
    total = sum(heights[number] for number, _ in last)
    sides = {number: sum(heights[one] for one, _ in last if one < number) for number, _ in last}
    best = min(max(side, total - side) for side in sides.values())
    slack = 60  # what did not fit at the foot of the left column
    if found < 0:
        assert len(last) == 1 or best + slack >= TALL, "its columns end where they can"
    else:
        assert max(sides[found], total - sides[found]) <= best + slack


def test_a_nearly_empty_last_page_is_saved_and_one_that_cannot_be_saved_is_filled_up() -> None:
    asked = list[Inputs]()

    def room_for(blocks: int, height: float) -> str | None:
        def set_with(inputs: Inputs) -> tuple[list[Part], Inputs]:
            asked.append(inputs)
            return laid([height * float(inputs.get("room", "1"))] * blocks), {}

        return fitted(set_with).get("room")

    assert room_for(9, 44.0) == "0.9"
    assert room_for(22, 26.0) == "1.1"
    assert room_for(16, 44.0) is None, "a full page stays as it is"
    assert len(asked) <= 12


def test_the_columns_of_the_last_page_end_at_the_same_height_unless_that_takes_another_page() -> None:
    """Ten blocks fill a column, so page 2 has the last 15 of 35: seven on the left, and eight on the right."""
    assert fitted(lambda _: (laid([20.0] * 35), {"front": "0.4"})) == {"front": "0.4", "column": "27"}
    assert fitted(lambda inputs: (laid([20.0] * (60 if "column" in inputs else 35)), {})) == {}


def test_a_page_that_says_nothing_of_its_parts_is_set_as_it_is() -> None:
    assert fitted(lambda _: ([], {})) == {}

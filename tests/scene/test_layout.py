"""Where everything lies on a table: nothing overlaps, players have their places before them, nothing is too small."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Box, Size
from proofdeck.play.scene.layout import LABEL, LARGEST, Footprint, TableLayout, laid_out

TABLE = Size(978, 466)
POKER, MINI, TAROT, TOKEN = Size(63, 88), Size(44, 63), Size(70, 120), Size(25, 25)
SIZES = st.sampled_from([POKER, MINI, TAROT, TOKEN])
STEP = 0.9
"""From one scale to the next in rows from the left."""


def places(size: st.SearchStrategy[Size], shown: st.SearchStrategy[int]) -> st.SearchStrategy[Footprint]:
    """Shared places with and without a label."""
    return st.tuples(size, shown, st.text(max_size=60)).map(lambda found: Footprint(*found))


@st.composite
def crowds(draw: st.DrawFn) -> tuple[list[Footprint], int]:
    """Boards, shared places, supplies, and any places of up to 8 players; the number of players."""
    players = draw(st.integers(0, 8))
    side = st.floats(5, 400)
    place = places(st.builds(Size, side, side), st.integers(1, 30))
    found = [one._replace(shown=1, label="", is_board=True) for one in draw(st.lists(place, max_size=3))]
    found += [one._replace(is_supply=True) for one in draw(st.lists(place, max_size=8))]
    for seat in range(players + 1):
        found += [one._replace(seat=seat) for one in draw(st.lists(place, max_size=6))]
    return found, players


def with_labels(things: Sequence[Footprint], layout: TableLayout) -> list[Box]:
    """The box of each footprint with the line above it, as high as it is at usual scales."""
    height = LABEL * min(1.0, layout.scale / 0.25)
    above = [0.0 if thing.is_board else height for thing in things]
    boxes = (spot.box for spot in layout.spots)
    return [Box(box.x, box.y - up, box.width, box.height + up) for box, up in zip(boxes, above, strict=True)]


@given(crowds())
def test_everything_is_on_the_table_and_nothing_overlaps(crowd: tuple[list[Footprint], int]) -> None:
    things, players = crowd
    layout = laid_out(things, TABLE, players)
    boxes = with_labels(things, layout)
    assert all(box.x >= 0 and box.y >= 0 and box.right <= TABLE.width and box.bottom <= TABLE.height for box in boxes)
    assert not any(one.inset(0.001).touches(other) for one, other in combinations(boxes, 2))
    for thing, (box, step) in zip(things, layout.spots, strict=True):
        assert box.height == pytest.approx(thing.size.height * layout.scale)
        assert box.width == pytest.approx(thing.size.width * layout.scale + step * (thing.shown - 1))


@given(crowds())
def test_places_are_nearer_to_the_seat_of_their_owner_than_to_any_other(crowd: tuple[list[Footprint], int]) -> None:
    """A seat is a stretch of the near or the far edge."""
    things, players = crowd
    layout = laid_out(things, TABLE, players)
    assert len(layout.seats) == players
    for thing, (box, _) in zip(things, layout.spots, strict=True):
        if thing.seat:
            x, y = box.centre
            away = [distance(x, y, area) for area in layout.seats]
            assert away.index(min(away)) == thing.seat - 1


def distance(x: float, y: float, seat: Box) -> float:
    """From a point to the edge of the table along the area before a seat."""
    edge = 0.0 if seat.y < TABLE.height / 2 - seat.height / 2 else TABLE.height
    aside = max(seat.x - x, x - seat.right, 0.0)
    return float((aside**2 + (y - edge) ** 2) ** 0.5)


def picture(things: Sequence[Footprint], players: int) -> str:
    """A table as 13 x 5 letters: the first letter of the label of what is there, or # for a board."""
    layout = laid_out(things, TABLE, players)
    rows = []
    for row in range(5):
        y = (row + 0.5) * TABLE.height / 5
        line = ""
        for column in range(13):
            x = (column + 0.5) * TABLE.width / 13
            there = (one for one, spot in zip(things, layout.spots, strict=True) if spot.box.holds(x, y))
            thing = next(there, None)
            line += "." if thing is None else "#" if thing.is_board else thing.label[0]
        rows.append(line)
    return "".join(f"{row}\n" for row in rows)


def test_two_players_sit_opposite_each_other_with_the_pile_between_them_and_the_rest_at_the_edge() -> None:
    things = [
        Footprint(POKER, label="pile"),
        Footprint(POKER, label="Ana", seat=1),
        Footprint(POKER, label="Ben", seat=2),
        Footprint(POKER, label="reference", is_supply=True),
    ]
    assert picture(things, 2) == dedent("""\
        .......B.....
        .......B.....
        r......p.....
        .............
        .......A.....
        """)


def test_four_players_sit_along_the_two_long_sides_clockwise() -> None:
    things = [Footprint(POKER, label=name, seat=seat) for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), 1)]
    things.append(Footprint(Size(200, 150), is_board=True))
    assert picture(things, 4) == dedent("""\
        ......D...C..
        ####..D...C..
        ####.........
        ####..A...B..
        ......A...B..
        """)


def test_a_tall_board_is_beside_the_seats() -> None:
    things = [Footprint(Size(198, 267), is_board=True), *(Footprint(POKER, label="x", seat=seat) for seat in (1, 2))]
    assert picture(things, 2) == dedent("""\
        ####....x....
        ####....x....
        ####.........
        ####....x....
        ####....x....
        """)


def test_a_lonely_pile_is_not_larger_than_the_largest_scale() -> None:
    assert laid_out([Footprint(POKER)], TABLE).scale == LARGEST


def test_the_first_place_of_a_player_is_nearest_to_the_seat() -> None:
    things = [Footprint(POKER, 8, seat=seat) for seat in (1, 2) for _ in range(3)]
    spots = laid_out(things, TABLE, 2).spots
    near, far = spots[:3], spots[3:]
    assert near[0].box.y == max(spot.box.y for spot in near)
    assert far[0].box.y == min(spot.box.y for spot in far)


def test_open_cards_move_together_before_they_shrink() -> None:
    things = [Footprint(POKER, 24, seat=seat) for seat in range(1, 5)]
    layout = laid_out(things, TABLE, 4)
    assert layout.scale > 1
    assert 0.16 * 63 * layout.scale <= layout.spots[0].step < 0.32 * 63 * layout.scale

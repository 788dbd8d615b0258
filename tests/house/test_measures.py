"""The house keeps its shape: five measures, of which three have a bound. `-s` shows them all as a table."""

from __future__ import annotations

from statistics import median

import pytest
from house.measures import House, layers, nine_of_ten, rooms_of_wings, table

REACHED = 44_381
"""Lines that a build can load. Never more: whoever lowers the number lowers the bound."""


@pytest.fixture(scope="module")
def house() -> House:
    found = House()
    print("", *table(found), sep="\n")
    return found


def test_there_are_six_layers_and_paper_and_play_are_side_by_side_on_one() -> None:
    assert layers() == ["front", "book", "score", "paper | play", "source", "ground"]


def test_a_wing_has_at_most_eight_rooms() -> None:
    assert {wing: count for wing, count in rooms_of_wings().items() if count > 8} == {}


def test_a_reader_of_the_median_module_needs_two_hundred_lines_and_seldom_much_more(house: House) -> None:
    assert median(house.reading.values()) <= 200
    assert nine_of_ten(house.reading) <= 450


def test_a_build_reaches_no_more_of_the_house_than_it_did(house: House) -> None:
    assert house.reached() <= REACHED

"""Lines of a table as a reader sees them, drawn as text: cards by id, each heap in brackets, then what is only said."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import pytest

from proofdeck.play.engine.notation import Names, read_notation
from proofdeck.play.engine.pictures import LEFT_OUT, Pictures
from proofdeck.play.scene.notated import rows_of

pytestmark = pytest.mark.quick

NAMES = Names("card", [("Fox", "fox"), ("Owl", "owl"), ("Elk", "elk"), ("Route 66", "route")])
PICTURES = Pictures(words={"stock": "draw deck", "turn": LEFT_OUT}, piles=frozenset({"stock"}))


def drawn(table: str) -> Iterator[str]:
    for place in rows_of(read_notation(textwrap.dedent(table).strip() + "\n", ""), None, NAMES, PICTURES):
        heaps = (" ".join(f"{one.copies} {one.card} {one.says}".strip() for one in heap.pieces) for heap in place.heaps)
        yield f"{place.label}: {' '.join(f'[{heap}]' for heap in heaps)}{place.words}"


@pytest.mark.parametrize(
    ("table", "seen"),
    [
        ("hand 1: Fox, Owl x2", ["hand of Ana: [1 fox 2 owl]"]),
        ("melds: Fox | Owl, Elk", ["melds: [1 fox] [1 owl 1 elk]"]),
        ("melds: Fox; Owl", ["melds: [1 fox] [1 owl]"]),
        ("won: Fox | Owl | coins 5", ["won: [1 fox] [1 owl]", "coins of won: 5"]),
        ("melds: Fox as Owl", ["melds: [1 fox as Owl]"]),
        ("road: Route 66", ["road: [1 route]"]),
        ("coins: 66", ["coins: 66"]),
        ("stock: Fox, Owl", ["draw deck, from the top: [1 fox 1 owl]"]),
        ("stock: Fox", ["draw deck: [1 fox]"]),
        ("turn: 3", []),
        ("kills: nothing", ["kills: nothing"]),
        ("next: player 2", ["next: Ben"]),
        ("Cleo:\n  hand: Elk\n  coins: 3", ["hand of Cleo: [1 elk]", "coins of Cleo: 3"]),
        ("Cleo: Fox\n  coins: 3", ["Cleo: [1 fox]", "coins of Cleo: 3"]),
        ("round 1\nAna: Fox\nround 2\nAna: Owl", ["Ana, round 1: [1 fox]", "Ana, round 2: [1 owl]"]),
    ],
)
def test_a_line_of_a_table_shows_the_cards_that_it_names_and_says_the_rest(table: str, seen: list[str]) -> None:
    assert list(drawn(table)) == seen

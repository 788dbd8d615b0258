"""Tables of Toonerville Rook as examples write them, and what their authors are told when they slip."""

from __future__ import annotations

from collections import Counter

import pytest
from games.toonerville_rook.rook_tables import THE_GAME, cards, counts, words
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.state import State
from proofdeck.play.games.toonerville_rook.position import position
from proofdeck.play.games.toonerville_rook.rules import RookState


def read(text: str) -> tuple[State | None, Problems]:
    problems = Problems()
    return position(THE_GAME, read_notation(text, "page"), problems), problems


def table(text: str) -> RookState:
    found, problems = read(text)
    assert not problems
    assert isinstance(found, RookState)
    return found


PICTURE = """players: 4
round: 2
hand 1: Red 3, r4, Rook x2
hand 4: black 14s x2
field 2: R7, R8, Rook, R10 | G5, B5, Rook
pile: Green 1, Black 2
to move: 4
stage: take
bought: 0 3 0 1
quiet: 12
"""
PICTURES = ["", PICTURE, "players: 5\nfield 5: G9 x3", "hand 3: Rook x3\npile: R1", "round: 11", "to move: 2"]


def test_a_table_lies_as_it_is_written() -> None:
    state = table(PICTURE)
    assert state.hand == [counts(cards("R3 R4 * *")), counts([]), counts([]), counts(cards("B14 B14"))]
    assert state.discard_pile == cards("B2 G1")
    run, set_ = state.melds.values()
    assert (run.place, run.first, run.cards, run.is_run) == (5, 6, tuple(cards("R7 R8 * R10")), True)
    assert (set_.place, set_.first, set_.cards, set_.is_run) == (6, 4, tuple(cards("G5 B5 *")), False)
    assert (state.down, state.round, state.quiet, state.bought) == (0b10, 1, 12, [0, 3, 0, 1])
    assert words(state) == ["Take the top discard", "Decline the top discard"]
    assert (state.player, state.fired) == (3, 0)


def test_without_a_word_player_one_has_drawn_and_all_cards_are_in_the_stock() -> None:
    state = table("hand 1: R5")
    assert words(state) == ["Discard Red 5"]
    assert len(state.stock) == 3 * 57 - 1


def test_a_stock_that_is_told_is_all_that_can_be_drawn_the_first_card_first() -> None:
    state = table("pile: Y6\nstock: R1, R2")
    assert state.stock == cards("R2 R1")


def test_earlier_rounds_have_cost_nobody_a_point() -> None:
    sheets = table("round: 4").score_sheets()
    assert [(sheet.total, len(sheet.items)) for sheet in sheets] == [(0, 3)] * 3


@pytest.mark.parametrize("picture", PICTURES)
def test_no_card_is_lost(picture: str) -> None:
    state = table(picture)
    zones = [state.zones(), THE_GAME.new_initial_state(state.players, 0).zones()]
    found, dealt = (Counter(card for lying in where.values() for card in lying) for where in zones)
    assert found == dealt


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hand 1: Rde 5", ("E701", 1, 9, "there is no card 'Rde 5'")),
        ("field 1: G9 x3 | Y1, Y2, Y3, Z4", ("E701", 1, 30, "there is no card 'Z4'")),
        ("hand: R1", ("E702", 1, 1, "'hand' needs the number of a player")),
        ("hand 4: R1", ("E702", 1, 1, "there is no player 4")),
        ("players: 6", ("E702", 1, 10, "'6' is not a number from 3 to 5")),
        ("stage: dinner", ("E702", 1, 8, "'dinner' is not one of take, play")),
        ("bought: 1 2", ("E702", 1, 9, "'1 2' is not a number of purchases for each of the 3 players")),
        ("hand 1: R5 x2\npile: R5 x2", ("E703", None, None, "there are 4 of Red 5, but the deck has 3 [setup.deck]")),
        ("field 1: Rook x3", ("E704", 1, 10, "a meld needs a natural card [meld.natural]")),
        ("field 1: R5, G5", ("E704", 1, 10, "a set needs 3 cards [meld.set]")),
        *(
            (
                f"field 1: {run}",
                ("E704", 1, 10, "a run needs 4 consecutive cards of one colour [meld.run]"),
            )
            for run in ("R5, R6, R7", "R5, R6, R8, R9", "R5, R6, R7, G8", "R13, R14, Rook, Rook", "Rook, R1, R2, R3")
        ),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, expected: tuple[str, int, int, str]) -> None:
    found, problems = read(text)
    assert found is None
    assert expected in [(problem.code, problem.line, problem.column, problem.message) for problem in problems]


PIECES = st.sampled_from(
    "hand 1: hand 2: field 1: field 9: pile: stock: players: round: to move: stage: take bought: quiet: 0 1 3 9 999 "
    ": , | \n \n\n  # x2 as R5 R6 R7 R8 G5 Rook red-14 Zebra 999x x0 é =".split(" ")
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    found, problems = read(" ".join(pieces))
    assert (found is None) == bool(problems)
    assert {problem.code for problem in problems} <= {"E701", "E702", "E703", "E704"}

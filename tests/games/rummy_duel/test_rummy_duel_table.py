"""Tables of Rummy Duel written down: good ones with what they score, bad ones with their mistake and its place."""

from __future__ import annotations

import pytest
from games.rummy_duel.duel import FLUSH, rules
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.rummy_duel import GAME
from proofdeck.play.games.rummy_duel.rules import RummyDuel

RULES, FLUSH_RULES = rules(), rules(changes=FLUSH)
ROW = "row: 2H 3C 4D TS JS\n"


def read(text: str, game: RummyDuel = RULES) -> tuple[Scored | None, Problems]:
    problems = Problems()
    return GAME.score(game, read_notation(text, "table.txt"), problems), problems


@pytest.mark.parametrize(
    ("text", "totals", "clause"),
    [
        (ROW + "Ana: 1 = 5H 6C 7D; 4 = KS KH KD; hand 3", [12, 0], "win.points"),
        (ROW + "Ana: 1 = 5H 6C 7D; hand 3\nBen: 4=KS KH KD; 1 = 6H 7C 8D", [0, 12], "win.points"),
        (ROW + "Ana: 5 = QS QH QD; 4 = 9S 9H 9D\nBen: 4 = QC KC AC\n  5: AD 2D 3D\n  hand 2", [21, 0], "end.rummy"),
        (ROW + "Ana: 5 = QS QH QD; hand 4\nBen: 1 = 5H 6C 7D; 2 = 5S 6S 7S; 3 = 8H 9H 10H", [11, 9], "win.points"),
        (ROW + "Ana: hand 4\nBen:\n hand: 3 cards", [0, 0], "win.hand"),
        (ROW + "Ana: hand 4\nBen:", [0, 0], None),
        (ROW + "Ana: 5 = 6H 7H 8H; hand 4\nBen: 5 = 6C 7C 8C; hand 4", [0, 0], None),
        ("ROW 2♥ ♣3 4d 10♠ jack of spades\nana: 1. five of hearts, 6 clubs - 7♦; 2 = th Tc TD", [5, 0], "win.points"),
        ("row: AS AH AC AD 2C\nAna: 5 = KS, Q of dia, jack hearts", [2, 0], "win.points"),
    ],
)  # fmt: skip
def test_a_table_is_read_and_scored(text: str, totals: list[int], clause: str | None) -> None:
    scored, problems = read(text)
    assert not problems
    assert scored is not None
    assert [sheet.total for sheet in scored.sheets] == totals
    decided = scored.ranking.decided_by
    assert (decided.clause if decided else None) == clause


def test_a_lone_player_has_a_rival_without_a_name() -> None:
    scored, _ = read(ROW + "Ana: 1 = 5H 6C 7D")
    assert scored is not None
    assert scored.names == ("Ana", "Rival of Ana")


def test_sets_of_one_suit_are_read_where_they_are_played() -> None:
    text = ROW + "Ana: 1 = 5H 9H KH"
    assert read(text)[0] is None
    scored, problems = read(text, FLUSH_RULES)
    assert not problems
    assert scored is not None
    assert [problem.code for problem in read(ROW + "Ana: 1 = 5H 5C 5D", FLUSH_RULES)[1]] == ["E704"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana: hand 3", "E702 the line 'row:' is missing"),
        (ROW, "E704 rummy-duel is for 2 players, not 0"),
        (ROW + "Ana:\nBen:\nCid:", "E704 rummy-duel is for 2 players, not 3"),
        ("row: 2H 3C 4D TS\nAna:", "1:6 E704 the row has 5 community cards, but there are 4 [setup.row]"),
        (ROW + ROW + "Ana:", "2:1 E702 the row is already there"),
        (ROW + " 3S\nAna:", "2:2 E702 there cannot be lines below the row"),
        (ROW + ": 3S\nAna:", "2:1 E702 a line must begin with 'row'"),
        (ROW + "Ana: 1 = 5H 6C 8D", "2:10 E704 '5H 6C 8D' is neither a run nor a set [meld.run]"),
        (ROW + "Ana: 1 = KH AC 2D", "2:10 E704 'KH AC 2D' is neither"),
        (ROW + "Ana: 1 = 5H 5C 8D", "2:10 E704 '5H 5C 8D' is neither a run nor a set [meld.set]"),
        (ROW + "Ana: 1 = 5H 6C", "2:10 E704 a meld has 3 cards, but there are 2"),
        (ROW + "Ana: 1 = 5H 6C 7D 8D", "2:10 E704 a meld has 3 cards, but there are 4"),
        (ROW + "Ana: 1 = 5H 6C 7D; 1 = 8H 9C TD", "2:20 E704 each player can have only one meld at community card 1"),
        (ROW + "Ana: 6 = 5H 6C 7D", "2:6 E704 there is no community card 6; they are numbered from 1 to 5"),
        (ROW + "Ana: 0 = 5H 6C 7D", "2:6 E704 there is no community card 0; they are numbered from 1 to 5"),
        (ROW + "Ana: 1 = 5H 6C JS", "2:16 E703 JS is already in line 1, and the deck has only one [setup.deck]"),
        (ROW + "Ana: 1 = 5H 6C 7D\nBen: 2 = 5H 6H 7H", "3:10 E703 5H is already in line 2"),
        (ROW + "Ana: 1 = 5H 6 7D", "2:13 E702 '6' has no suit"),
        (ROW + "Ana: 1 = 5H 6C 7X", "2:16 E701 there is no card '7X'"),
        (ROW + "Ana: 1 = 5H 6C 7 stars", "2:18 E701 there is no suit 'stars'"),
        (ROW + "Ana: 1 = 5H 6C 7", "2:16 E702 '7' has no suit"),
        (ROW + "Ana: 1 = t of clubs, jack", "2:22 E702 'jack' has no suit"),
        (ROW + "Ana: something", "2:6 E702 'something' is neither a claim nor a hand"),
        (ROW + "Ana: hand 3; hand 4", "2:14 E702 the hand is already given"),
        (ROW + "Ana: hand 30\nBen: hand 18", "E703 there are 53 cards, but the deck has 52 [setup.deck]"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(text: str, expected: str) -> None:
    scored, problems = read(text)
    assert scored is None
    told = [f"{p.line}:{p.column} {p.code} {p.message}" if p.line else f"{p.code} {p.message}" for p in problems]
    assert any(line.startswith(expected) for line in told), told


def test_all_mistakes_are_told_at_once() -> None:
    _, problems = read("row: 2H 3C 4D TS 1S\nAna: 1 = 5H 6C 8D; 9 = 7H 7C 7D\nBen: foo")
    assert [(problem.code, problem.line) for problem in problems] == [
        ("E701", 1),
        ("E704", 2),
        ("E704", 2),
        ("E702", 3),
    ]


PIECES = st.sampled_from(
    [
        "row:", "Ana:", "Ben:", "\n", "\n  ", "2H", "3C", "4D", "TS", "10♠", "♥", "A", "of", "hearts", "1 =", "4:", "=",
        ";", "hand", "hand 3", "hand 99", "queen", "t", "s", "c", "five", "#", "²", "１", "'", ",", "-", "KS KH KD",
        "\ufe0f", "x2", "999 = 2S",
    ]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map(" ".join), st.booleans())
def test_no_text_gives_a_traceback(text: str, flush: bool) -> None:
    scored, problems = read(text, FLUSH_RULES if flush else RULES)
    assert (scored is None) == bool(problems)

"""What was left in hand, written down by people."""

from __future__ import annotations

import pytest
from games.toonerville_rook.rook_tables import THE_GAME, game
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.toonerville_rook import GAME

GOOD = [
    ("one round", "round 3\nAna: Red 5, Green 14, Rook\nBen: out\nCleo: Black 2", [40, 0, 5], ["Ben"]),
    ("forgiving", "ROUND: 3\nana: red5, GREEN 14s, the rook\nBen: -\nCleo: B2 x2, 2 x black 10", [40, 0, 30], ["Ben"]),
    ("two rounds", "round 1\nA: R1\nB: out\nC: *2\n".replace("*2", "Y14") + "round 2\nA: out\nB: Rook x2\nC: g9",
     [5, 50, 15], ["A"]),
    ("later rounds know the players", "round 1\nAna: R1\nBen: out\nCleo: R1\nround 2\nben: R1\ncl: R10\nANA: out",
     [5, 5, 15], ["Ana", "Ben"]),
    ("rounds in any order", "round 11\nA: R1\nB: R1\nC: R1\nround 2\nA: R1\nB: none\nC: R2 x 3", [10, 5, 20], ["B"]),
    ("nobody was out", "round 9\nA: rook\nB: rook\nC: rook\nD: rook", [25, 25, 25, 25], ["A", "B", "C", "D"]),
    ("indented", "round 9:\n  A: rook\n  B: out  # at last\n\n  C: y13", [25, 0, 10], ["B"]),
]  # fmt: skip
BAD = [
    ("no round", "Ana: out", "E702", (1, 1), "must come first"),
    ("nothing", "", "E702", (None, None), "no round"),
    ("a round too many", "round 12\nA: out\nB: R1\nC: R1", "E704", (1, 1), "[end.lowest]"),
    ("a round without its number", "round three\nA: out\nB: R1\nC: R1", "E702", (1, 1), "'three'"),
    ("a round twice", "round 1\nA: out\nB: R1\nC: R1\nround 1\nA: out\nB: R1\nC: R1", "E702", (5, 1), "already there"),
    ("a player twice", "round 1\nA: out\nB: R1\nC: R1\nB: R2", "E702", (5, 1), "B is already there"),
    ("an unknown card", "round 1\nA: out\nB: Rad 1\nC: R1", "E701", (3, 4), "no card 'Rad 1'"),
    ("half a name", "round 1\nA: out\nB: Red\nC: R1", "E701", (3, 4), "may mean Red 1"),
    ("an unknown player", "round 1\nAna: out\nB: R1\nC: R1\nround 2\nAnn: R1\nB: R1\nC: out", "E701", (6, 1), "'Ann'"),
    ("an empty line", "round 1\nA: out\nB:\nC: R1", "E702", (3, 1), "nothing is written for this hand"),
    ("a card that stands for another", "round 1\nA: out\nB: Rook as Red 1\nC: R1", "E702", (3, 12), "[score.hand]"),
    ("two players", "round 1\nA: out\nB: R1", "E704", (1, 1), "3 to 5 players"),
    ("six players", "round 1\nA: out\nB: R1\nC: R1\nD: R1\nE: R1\nF: R1", "E704", (1, 1), "not 6"),
    ("somebody missing", "round 1\nA: out\nB: R1\nC: R1\nround 2\nA: out\nB: R1", "E704", (5, 1), "C is missing"),
    ("two out", "round 1\nA: out\nB: out\nC: R1", "E704", (3, 1), "[round.out]"),
    ("a fourth Rook among three", "round 1\nA: out\nB: Rook x2\nC: Rook x2", "E703", (4, 1), "[setup.deck]"),
    ("cannot have 0 copies", "round 1\nA: out\nB: Rook x0\nC: Rook", "E702", (3, 4), "cannot have 0 copies"),
]


def score(text: str) -> tuple[Scored | None, Problems]:
    problems = Problems()
    return GAME.score(THE_GAME, read_notation(text, "table.txt"), problems), problems


@pytest.mark.parametrize(("text", "totals", "winners"), [row[1:] for row in GOOD], ids=[row[0] for row in GOOD])
def test_hands_are_added_up(text: str, totals: list[int], winners: list[str]) -> None:
    scored, problems = score(text)
    assert not problems
    assert scored is not None
    assert [sheet.total for sheet in scored.sheets] == totals
    assert [scored.names[seat] for seat in scored.ranking.groups[0]] == winners
    assert {item.clause for sheet in scored.sheets for item in sheet.items} == {"score.hand"}


@pytest.mark.parametrize(("text", "code", "place", "says"), [row[1:] for row in BAD], ids=[row[0] for row in BAD])
def test_a_mistake_is_named_with_its_place(
    text: str, code: str, place: tuple[int | None, int | None], says: str
) -> None:
    scored, problems = score(text)
    assert scored is None
    assert [(p.code, (p.line, p.column)) for p in problems] == [(code, place)]
    assert says in problems[0].message


def test_all_mistakes_are_named_at_once() -> None:
    _, problems = score("round 1\nA: Rad 1, Groen 2\nB: R1\nC: out\nround 13\nA: out")
    assert [p.code for p in problems] == ["E701", "E701", "E704"]


def test_an_itemised_sheet_names_the_rounds_and_the_cards() -> None:
    scored, _ = score("round 3\nAna: Red 5, Green 14, Rook\nBen: out\nCleo: Black 2")
    assert scored is not None
    assert [(item.label, item.points, item.cards) for item in scored.sheets[0].items] == [
        ("Round 3: 3 cards in hand", 40, ("Red 5", "Green 14", "The Rook"))
    ]
    assert scored.sheets[1].items[0].label == "Round 3: out"
    assert scored.sheets[1].tallies == {"rounds out": 1}
    assert scored.ranking.decided_by is not None
    assert scored.ranking.decided_by.clause == "end.lowest"


def test_a_shorter_game_has_no_later_rounds() -> None:
    problems = Problems()
    text = read_notation("round 5\nA: out\nB: R1\nC: R1", "table.txt")
    assert GAME.score(game({"rounds": 4}), text, problems) is None
    assert "4 rounds" in problems[0].message


PIECES = "round 1|round|Ana|Ben:|Cleo: out|:|,|\n| x2|3 x |Red 5|Rook|the| as |=|R14|out|-|#|Round 0|rounds 99".split(
    "|"
)
PIECES += "\t|é|⁵|０|x0|Ana: R1\n|round 2\n".split("|")


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=4), max_size=30))
def test_whatever_is_written_there_is_a_score_or_a_mistake(pieces: list[str]) -> None:
    scored, problems = score("".join(pieces))
    assert (scored is None) == bool(problems)
    assert all(problem.code in {"E701", "E702", "E703", "E704"} for problem in problems)

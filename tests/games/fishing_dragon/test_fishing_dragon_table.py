"""Banks of Fishing Dragon written down: good ones with what they score, bad ones with their mistake and its place."""

from __future__ import annotations

import pytest
from games.fishing_dragon.pond import MATCH, MULTI, rules
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.fishing_dragon import GAME

RULES = rules()


def read(text: str, game: object = RULES) -> tuple[Scored | None, Problems]:
    problems = Problems()
    assert isinstance(game, type(RULES))
    return GAME.score(game, read_notation(text, "table.txt"), problems), problems


@pytest.mark.parametrize(
    ("text", "totals"),
    [
        ("prized: Star\nAna: Star 1-7, Star 12, Leaf 12, Coin Flower", {"Ana": 14 + 40 + 16}),
        ("Prized star\nAna: stars 1 2 3 4 5 6 7 12, 12 of Leaves, coin-flower", {"Ana": 70}),
        ("prized: S. Blank\nAna: St 3–7", {}),
        ("prized: Sword Blank\nAna: Star 3, LEAF 4, c5, l 6, Leaf 7, Coin Bl", {"Ana": 10}),
        ("prized: sw\nAna: Star 4, Leaf 4\n  Coin 4\nBen:\n  bank: Sword 10, Sword 12", {"Ana": 4, "Ben": 4}),
        ("prized: Coin\nAna: Star 7 to 5\nAna: Leaf 5, Coin 5", {"Ana": 5 + 6 + 2}),
        ("aside: Dragon of Coins\nAna:\nBen: Coin Flower, Flower of Stars, Leaf fl, Coin 1", {"Ana": 0, "Ben": 12 + 4}),
        ("# nothing yet\nprized: Leaf\nAna: Star 1, Star 2", {"Ana": 0}),
    ],
)
def test_a_bank_is_read_and_scored(text: str, totals: dict[str, int]) -> None:
    scored, problems = read(text)
    if not totals:
        assert scored is None
        return
    assert not problems
    assert scored is not None
    assert {name: sheet.total for name, sheet in zip(scored.names, scored.sheets, strict=True)} == totals


def test_the_winner_is_named_with_the_clause() -> None:
    scored, _ = read("prized: Star\nAna: Star 1, Star 2\nBen: Star 3, Star 4, Star 5, Leaf 9")
    assert scored is not None
    assert scored.ranking.groups == ((1,), (0,))
    assert scored.ranking.decided_by is not None
    assert scored.ranking.decided_by.clause == "end.winner"


def test_earlier_rounds_count_in_a_match() -> None:
    scored, problems = read(
        "prized: Star\nAna: Star 1, Star 2\nBen: Star 3, Star 5\nbefore: 120, 95", rules(changes=MATCH)
    )
    assert not problems
    assert scored is not None
    assert [sheet.total for sheet in scored.sheets] == [124, 99]
    assert scored.ranking.decided_by is not None
    assert scored.ranking.decided_by.clause == "match.winner"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana: Star 1, Star 2", "E702 the line 'prized:' is missing"),
        ("prized:\nAna: Star 1", "1:8 E702 the prized suit is missing"),
        ("prized: Moon\nAna: Star 1", "1:9 E701 there is no suit 'Moon'"),
        ("prized: Star 1-2\nAna: Leaf 1", "1:9 E702 'Star 1-2' is neither a suit nor one card"),
        ("prized: Star\nprized: Leaf\nAna: Coin 1", "2:1 E702 the line 'prized' is already there"),
        ("prized: Star", "E704 there is no bank to score"),
        ("prized: Star\n: Star 1", "2:1 E702 a line must begin with the name of a player"),
        ("prized: Star\nAna: Moon 3", "2:6 E701 there is no suit 'Moon'"),
        ("prized: Star\nAna: Star 13", "2:11 E701 there is no rank '13'"),
        ("prized: Star\nAna: Star 9-13", "2:11 E701 the numbers go from 1 to 12"),
        ("prized: Star\nAna: S 3", "2:6 E701 'S' may mean"),
        ("prized: Star\nAna: Star", "2:6 E702 'Star' is not a card"),
        ("prized: Star\nAna: Star Leaf 3", "2:6 E702 'Star Leaf 3' is not a card"),
        ("prized: Star\nAna: Star 3, 3 of Stars", "2:14 E703 3 of Stars is already in line 2, and the deck has"),
        ("prized: Star\nAna: Star 3\nBen: Star 1-4", "3:6 E703 3 of Stars is already in line 2"),
        ("prized: Star 3\nAna: Star 3, Star 4", "2:6 E703 3 of Stars is set aside [setup.aside]"),
        ("prized: Star\nAna: Star 1-12\nBen: Star Blank Flower Dragon, Leaf 1", "E704 one card of the prized suit"),
        ("prized: Star\nAna: Leaf 1-12, Star 1-9", "E704 Ana has 21 cards, but with 2 players a bank has at most 20"),
        ("prized: Star 1\nAna: Star Blank, Leaf Blank, Coin Blank, Sword Blank, Leaf 3", "E704 each fish brings two"),
        ("prized: Star\nAna: Star 1\nBen: Star 2\nCid: Star 3", "E704 there are 3 players, but only 2 may play"),
        ("prized: Star\nAna: Star 1\nbefore: 3", "3:1 E704 a single round has no earlier rounds [match.goal]"),
        ("prized: Star\nAna: Star 1\nbefore: x", "3:9 E702 'x' is not a number of points"),
        ("prized: Star\n  Leaf 1\nAna: Star 1", "2:3 E702 there cannot be lines below 'prized'"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(text: str, expected: str) -> None:
    scored, problems = read(text)
    assert scored is None
    told = [f"{p.line}:{p.column} {p.code} {p.message}" if p.line else f"{p.code} {p.message}" for p in problems]
    assert any(line.startswith(expected) for line in told), told


def test_all_mistakes_are_told_at_once() -> None:
    _, problems = read("prized: Moon\nAna: Star 14, Leaf 2\nBen: Leaf 2, Coin")
    assert [(problem.code, problem.line) for problem in problems] == [
        ("E701", 2),
        ("E703", 3),
        ("E702", 3),
        ("E701", 1),
    ]


def test_with_more_players_the_banks_are_smaller() -> None:
    text = "prized: Star\nAna: Leaf 1-12, Star 1-4\nBen: Coin 1\nCid: Coin 2"
    assert not read(text, rules(changes=MULTI))[1]
    _, problems = read(text.replace("1-4", "1-6"), rules(changes=MULTI))
    assert [problem.message.partition(",")[0] for problem in problems] == ["Ana has 18 cards"]


PIECES = st.sampled_from(
    [
        "prized:", "Ana:", "Ben:", "before:", "\n", "\n  ", "Star", "Leaf", "Coin", "Sword", "S", "of", "1-7", "12",
        "Flower", "Dragon", "Blank", "x2", "=", "/", "#", "99999999999", "²", "１", "—", "'", ":", "aside", "bank:",
        "-", ",", "to", "3-",
    ]
)  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=4), max_size=30).map(" ".join), st.booleans())
def test_no_text_gives_a_traceback(text: str, match: bool) -> None:
    scored, problems = read(text, rules(changes={"match": match, "multi": match}))
    assert (scored is None) == bool(problems)

"""What a page states of all tables: what statements mean, and what their authors are told."""

from __future__ import annotations

import pytest
from tables import playable, project

from proofdeck.ground.problems import Place, Problems, ProofdeckError
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.state import State
from proofdeck.play.engine.statements import Reader, WordedTable, read_statements
from proofdeck.source.rules.page import HeadEntry, RulesPage

TOMBS = """
players: 3
board: B1 . O2 / T1 X . / . M2 .
hand 1: Blade, Thorn x2
hand 2: Magus
kills: 3 2 0
to move: 2
turn: 9
"""
NAMES = {card.name: card.id for card in project().games["tombs"].deck}


def table(text: str = TOMBS) -> State:
    found = playable("tombs")
    assert found.engine.position is not None
    state = found.engine.position(found.game, read_notation(text, "table"), Problems())
    assert state is not None
    return state


def reader() -> Reader:
    return Reader(playable("tombs").game, NAMES)


TRUE = (
    "cards in hand 1 = 3",
    "cards in hand 1 + cards in hand 2 = 4",
    "cards in hand of all = 4",
    "cards in hand > 2",
    "Thorn in hand 1 = 2",
    "thorns in hand of all >= 2",
    "hand 1 has Thorn x2, Blade",
    "board has Magus, Ombra",
    "turn = 9 and to move = 2",
    "players - 1 = 2",
    "cards in hand = 1 and Magus in hand = 1",
    "kills 1 != kills 2",
    "points 1 = 2",
    "can Magus on c2",
)
FALSE = (
    "cards in hand 1 < 3",
    "cards in hand > 3",
    "hand 1 has Thorn x3",
    "cards in hand = 3 and Magus in hand = 1",
    "the game is over",
    "can Blade on c1",
    "turn = 9 and to move = 1",
    "kills of all > 5",
)


@pytest.mark.parametrize("words", TRUE)
def test_what_is_so_is_against_never_and_not_against_always(words: str) -> None:
    assert reader().statement("never", words, Place()).broken(WordedTable(table()))
    assert any(reader().statement("reachable", words, Place()).holds(WordedTable(table())))


@pytest.mark.parametrize("words", FALSE)
def test_what_is_not_so_is_against_always_and_not_against_never(words: str) -> None:
    assert reader().statement("always", words, Place()).broken(WordedTable(table()))
    assert reader().statement("never", words, Place()).broken(WordedTable(table())) == ""


def test_always_is_about_each_player_where_no_number_is_written() -> None:
    says = reader().statement("always", "cards in hand >= 1", Place()).broken(WordedTable(table()))
    assert says == "the page says always 'cards in hand >= 1', but it is not so for player 3"


def test_what_is_conserved_is_compared_with_the_first_table() -> None:
    first, now = table(), table(TOMBS.replace("Thorn x2", "Thorn"))
    total = reader().statement("conserved", "cards in hand of all + cards in board", Place())
    assert total.broken(WordedTable(first), WordedTable(first)) == ""
    says = "'cards in hand of all + cards in board' must not change, but it was 8 and is 7"
    assert total.broken(WordedTable(now), WordedTable(first)) == says
    each = reader().statement("conserved", "cards in hand", Place())
    assert each.broken(WordedTable(now), WordedTable(first)).endswith("it was 3, 1 and 0 and is 2, 1 and 0")


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("cards in hnd > 7", "there is no place of cards 'hnd'", "Did you mean 'hand'?"),
        ("wolves > 7", "there is no number 'wolves'", "Known are"),
        ("kill 1 > 7", "there is no number 'kill 1'", "Did you mean 'kills'?"),
        ("Blad in hand 1 = 2", "", ""),
        ("Bard in hand 1 = 2", "there is no card 'Bard'", "Did you mean"),
        ("hand 1 has Bard", "there is no card 'Bard'", "Did you mean"),
        ("cards in hand 9 > 7", "there is no player 9 in 'hand 9'", "For example: cards in hand > 7"),
        ("cards in hand", "'cards in hand' is not a condition", "For example: cards in hand > 7"),
        ("can Blade on d4", "there is no action 'Blade on d4'.", ""),
    ],
)
def test_the_author_is_told_what_cannot_be_read(words: str, message: str, hint: str) -> None:
    head = {"never": HeadEntry(None, "page.md", 4, 8, (HeadEntry(words, "page.md", 5, 5),))}
    problems = Problems()
    read_statements(RulesPage("page.md", head), playable("tombs").game, NAMES, problems)
    if not message:
        assert not problems
        return
    (problem,) = problems
    assert (problem.code, problem.line, problem.column) == ("E636", 5, 5)
    assert message in problem.message
    assert hint in (problem.hint or "")


@pytest.mark.parametrize("kind", ["never", "conserved"])
def test_a_table_in_place_of_a_list_is_told(kind: str) -> None:
    head = {f"{kind}.hand 1": HeadEntry("Blade", "page.md", 4, 8)}
    problems = Problems()
    assert read_statements(RulesPage("page.md", head), playable("tombs").game, NAMES, problems) == []
    assert [(one.code, one.line) for one in problems] == [("E636", 4)]


def test_what_is_conserved_is_a_sum_alone() -> None:
    with pytest.raises(ProofdeckError, match="there is no"):
        reader().statement("conserved", "cards in hand > 7", Place())

"""Each clause of the page on a table where it matters."""

from __future__ import annotations

from collections import Counter

import pytest
from games.toonerville_rook.rook_scenarios import LAYING, TABLE, Scenario
from games.toonerville_rook.rook_tables import THE_GAME, game, play, table, the_page, words
from games.toonerville_rook.rook_turn_scenarios import TURNS

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.state import OVER, IllegalAction
from proofdeck.play.games.toonerville_rook.clauses import POINTS
from proofdeck.play.games.toonerville_rook.rules import RookState
from proofdeck.source.rules.clauses import check_bindings, read_clauses

SCENARIOS = (*LAYING, *TABLE, *TURNS)
EVERY = pytest.mark.parametrize("case", SCENARIOS, ids=[f"{case.clause}: {case.says}" for case in SCENARIOS])


def begin(case: Scenario, without: str = "") -> RookState:
    rules = game(dict(case.changes), POINTS.without([without] if without else []))
    return table(case.picture, rules=rules)


@EVERY
def test_a_clause_allows_and_forbids_what_it_says(case: Scenario) -> None:
    state = begin(case)
    play(state, *case.plays)
    assert set(case.legal) <= set(words(state))
    assert case.then(state)
    before = state.hash()
    named = set(POINTS.named(state.fired))
    for action in case.refused:
        with pytest.raises(IllegalAction) as refusal:
            play(state, action)
        assert refusal.value.clause == case.clause, refusal.value.why
        named.add(case.clause)
    assert state.hash() == before
    assert (case.clause in named) == case.fires


def trace(case: Scenario, without: str = "") -> list[object]:
    """Everything that can be noticed while a scenario is played."""
    state = begin(case, without)
    found: list[object] = []
    for action in case.plays:
        found.append(words(state))
        try:
            play(state, action)
        except IllegalAction:
            return found
    return [
        *found,
        words(state),
        state.zones(),
        state.player,
        state.totals,
        state.returns() if state.player == OVER else None,
    ]


SWITCHED = [clause for clause in POINTS if clause != "setup.deck"]


@pytest.mark.parametrize("clause", SWITCHED)
def test_without_a_clause_a_table_of_its_own_goes_otherwise(clause: str) -> None:
    own = [case for case in SCENARIOS if case.clause == clause]
    assert any(trace(case) != trace(case, clause) for case in own)


def test_the_deck_has_one_of_each_card_for_each_player() -> None:
    """setup.deck"""
    for players in (3, 4, 5):
        state = THE_GAME.new_initial_state(players, 1)
        everywhere = Counter(card for cards in state.zones().values() for card in cards)
        assert len(everywhere) == 57
        assert set(everywhere.values()) == {players}
        assert "setup.deck" in POINTS.named(state.fired)


def test_every_clause_has_its_scenario() -> None:
    assert {case.clause for case in SCENARIOS} | {"setup.deck"} == set(POINTS)


def test_what_is_printed_is_applied_and_what_is_applied_is_printed() -> None:
    problems = Problems()
    check_bindings(the_page(), read_clauses(the_page(), problems), POINTS, problems)
    assert not problems

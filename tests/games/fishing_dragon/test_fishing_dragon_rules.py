"""Each clause of Fishing Dragon on a table of its own. With its clause switched off the scenario must fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games.fishing_dragon.pond import (
    MATCH,
    MULTI,
    cards,
    fired,
    ids,
    may_fish,
    page,
    play,
    points,
    rules,
    table,
)  # fmt: skip

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.state import OVER, IllegalAction
from proofdeck.play.games.fishing_dragon import GAME
from proofdeck.play.games.fishing_dragon.rules import FishingDragonState
from proofdeck.source.rules.clauses import check_bindings, read_clauses
from proofdeck.source.rules.points import ALL_ON

Scenario = Callable[[int], FishingDragonState]
SCENARIOS: dict[str, Scenario] = {}
SAID_ONLY = {"setup.deck", "turn.play", "end.round", "end.winner", "end.draw", "match.winner", "multi.players"}
"""Clauses without which no game could be played; their scenario shows them, and nothing can be switched off."""


def scenario(clause: str) -> Callable[[Scenario], Scenario]:
    def keep(shown: Scenario) -> Scenario:
        SCENARIOS[clause] = shown
        return shown

    return keep


@scenario("setup.deck")
def _sixty_cards(on: int) -> FishingDragonState:
    state = rules(on).new_initial_state(2, 3)
    assert sum(map(len, state.zones().values())) == 60
    return state


@scenario("setup.aside")
def _one_card_lies_aside(on: int) -> FishingDragonState:
    state = rules(on).new_initial_state(2, 3)
    zones = state.zones()
    assert len(zones["aside"]) == 1
    assert len(zones["stock"]) == 28, "29 after the deal, and one has been turned up"
    return state


@scenario("setup.deal")
def _ten_cards_each(on: int) -> FishingDragonState:
    state = rules(on).new_initial_state(2, 3)
    assert [len(state.zones()[f"hand {seat}"]) for seat in (1, 2)] == [10, 10]
    return state


@scenario("setup.river")
def _ten_cards_in_the_river(on: int) -> FishingDragonState:
    state = rules(on).new_initial_state(2, 3)
    assert len(state.zones()["river"]) == 10 + 1
    return state


@scenario("setup.prized")
def _the_suit_of_the_card_aside_is_prized(on: int) -> FishingDragonState:
    game = rules(on)
    state = game.new_initial_state(2, 3)
    suit, _, _ = state.zones()["aside"][0].partition("-")
    assert state.observation(None)["prized"] == suit
    return state


@scenario("turn.reveal")
def _a_card_joins_the_river_and_may_be_fished_at_once(on: int) -> FishingDragonState:
    state = table(rules(on), ["S1", "S2"], "L3")
    top = state.zones()["stock"][-1]
    play(state, "S1")
    assert state.zones()["river"] == sorted([*ids("L3 S1"), top], key=state.rules.deck.ids.index)
    assert top == "star-blank"
    assert "star-blank" in may_fish(state, "S2")
    return state


@scenario("turn.play")
def _exactly_one_card_leaves_the_hand(on: int) -> FishingDragonState:
    state = table(rules(on), ["S1 L9", "S2 C2"], "L3")
    with pytest.raises(IllegalAction) as refusal:
        state.apply_action(cards(state.rules, "S2")[0])
    assert refusal.value.clause == "turn.play"
    play(state, "S1")
    assert state.zones()["hand 1"] == ids("L9")
    assert state.current_player() == 1
    return state


@scenario("turn.fish")
def _a_fish_takes_one_card_of_several(on: int) -> FishingDragonState:
    state = table(rules(on), ["S1 L9", "S2 C2"], "S3 S4 L5")
    play(state, "S1 S3")
    assert state.zones()["bank 1"] == ids("S1 S3")
    assert set(ids("S4 L5")) < set(state.zones()["river"])
    return state


@scenario("turn.discard")
def _a_card_may_be_discarded_although_it_could_fish(on: int) -> FishingDragonState:
    state = table(rules(on), ["S1 L9", "S2 C2"], "S3 L4")
    play(state, "S1")
    assert set(ids("S1 S3 L4")) < set(state.zones()["river"])
    assert state.zones()["bank 1"] == []
    return state


@scenario("fish.suit")
def _cards_of_one_suit_match(on: int) -> FishingDragonState:
    state = table(rules(on), ["S1", "S2"], "SF LF C8 S12")
    assert may_fish(state, "S1") == ids("SF S12")
    return play(state, "S1 SF")


@scenario("fish.rank")
def _cards_of_one_rank_match(on: int) -> FishingDragonState:
    state = table(rules(on), ["SF", "S2"], "LF C8 W12 CD")
    assert may_fish(state, "SF") == ids("LF")
    return play(state, "SF LF")


@scenario("fish.blank")
def _blanks_match_everything_both_ways(on: int) -> FishingDragonState:
    state = table(rules(on), ["SB W7", "S2"], "LF C8 CB")
    assert may_fish(state, "SB") == ids("LF C8 CB")
    assert may_fish(state, "W7") == ids("CB")
    return play(state, "SB LF")


@scenario("end.round")
def _the_round_ends_with_empty_hands(on: int) -> FishingDragonState:
    state = play(table(rules(on), ["S1", "S2"], "C3 L4"), "S1", "S2")
    assert state.current_player() == OVER
    with pytest.raises(IllegalAction) as refusal:
        state.apply_action(0)
    assert refusal.value.clause == "end.round"
    return state


def _ended(on: int, *banks: str, aside: str = "WD") -> FishingDragonState:
    """A round that ends now: two discards, no card can be fished now any more. The prized suit is Swords."""
    return play(table(rules(on), ["S1", "C1"], "L1 L2", banks=banks, aside=aside), "S1", "C1")


@scenario("score.blank")
def _blanks_score_nothing(on: int) -> FishingDragonState:
    state = _ended(on, "WB CB LB SB W4 W6", "W2 W8 C5 L9")
    assert points(state) == [4, 4], "two Swords each; the Blank of Swords counts for nothing"
    return state


@scenario("score.value")
def _a_flower_is_worth_twelve(on: int) -> FishingDragonState:
    state = _ended(on, "SF LF CF C2", "S5 L5 C5 C9")
    assert points(state) == [12, 5]
    return state


@scenario("score.set")
def _three_of_a_rank_score_their_value(on: int) -> FishingDragonState:
    state = _ended(on, "S4 L4 C4 C9", "S10 L10 C10 C12")
    assert points(state) == [4, 10]
    return state


@scenario("score.full-set")
def _four_of_a_rank_score_twice_their_value(on: int) -> FishingDragonState:
    state = _ended(on, "S4 L4 C4 W4", "S6 L9")
    assert points(state) == [4 + 4 + 2, 0], "8 for the four, 2 for the 4 of Swords"
    return state


@scenario("score.prized")
def _each_prized_card_scores_two(on: int) -> FishingDragonState:
    state = _ended(on, "W4 W6 W8 L2", "S6 L9")
    assert points(state) == [6, 0]
    return state


@scenario("score.suit")
def _eight_of_a_suit_score_forty_once(on: int) -> FishingDragonState:
    state = _ended(on, "C2 C4 C6 C8 C10 C12 CF CD", "L2 L4 L6 L8 L10 L12 LF LD L5 L7")
    assert points(state) == [40, 40 + 10], "4 5 6 7 8 of Leaves besides; ten cards score no more than eight"
    seven = _ended(on, "C2 C4 C6 C8 C10 C12 CF CB", "L2 L4")
    assert points(seven) == [0, 0], "a Blank is no eighth card"
    return state


@scenario("score.straight")
def _only_the_longest_straight_scores(on: int) -> FishingDragonState:
    state = _ended(on, "S3 L4 C5 S6 L7 L9 C10 S11", "S1 L2 C4 L5 S12 SF SD L11")
    assert points(state) == [10, 0], "3 to 7; and neither 1 2, 4 5, nor 11 12 Flower Dragon 1 are long enough"
    return state


@scenario("score.full-straight")
def _one_to_twelve_scores_sixty(on: int) -> FishingDragonState:
    state = _ended(on, "S3 L4 C5 S6 L7 L8 C9 S10 L11 C12 L2 L10 C3 W1", "S12 L5")
    assert points(state) == [60 + 2, 0]
    return state


@scenario("end.winner")
def _more_points_win(on: int) -> FishingDragonState:
    state = _ended(on, "S4 L4 C4 C9", "S10 L10 C10 C12")
    assert state.returns() == [0, 1]
    decided = state.ranking().decided_by
    assert decided is not None
    assert decided.clause == "end.winner"
    return state


@scenario("end.draw")
def _equal_points_share_the_win(on: int) -> FishingDragonState:
    state = _ended(on, "W4 L6", "W8 C2")
    assert points(state) == [2, 2]
    assert state.returns() == [0.5, 0.5]
    return state


def _match(on: int, earlier: list[int], *banks: str) -> FishingDragonState:
    """The end of a round of a match to 500; the prized suit is Swords."""
    state = table(rules(on, MATCH), ["S1", "C1"], "L1 L2", banks=banks)
    state.earlier = tuple(earlier)
    return play(state, "S1", "C1")


@scenario("match.deal")
def _the_other_player_starts_the_next_round(on: int) -> FishingDragonState:
    state = _match(on, [], "W4 L6", "W8 C2")
    assert state.current_player() == 1
    assert state.observation(None)["round"] == 2
    assert [len(state.zones()[f"hand {seat}"]) for seat in (1, 2)] == [10, 10]
    assert points(state) == [2, 2], "of the first round"
    return state


@scenario("match.goal")
def _the_match_ends_when_somebody_has_five_hundred(on: int) -> FishingDragonState:
    assert not _match(on, [496, 0], "W4 L6", "W8 C2").is_terminal()
    state = _match(on, [498, 0], "W4 L6", "W8 C2")
    assert state.is_terminal()
    assert points(state) == [500, 2]
    return state


@scenario("match.tie")
def _equal_totals_need_another_round(on: int) -> FishingDragonState:
    state = _match(on, [510, 510], "W4 L6", "W8 C2")
    assert not state.is_terminal()
    assert points(state) == [512, 512]
    return state


@scenario("match.last")
def _a_match_of_a_hundred_rounds_is_over(on: int) -> FishingDragonState:
    assert not _match(on, [0, 0] * 98, "", "").is_terminal()
    state = _match(on, [0, 0] * 99, "", "")
    assert state.is_terminal()
    assert state.returns() == [0.5, 0.5]
    return state


@scenario("match.winner")
def _the_higher_total_wins_the_match(on: int) -> FishingDragonState:
    state = _match(on, [498, 520], "W4 L6", "S8 C2")
    assert points(state) == [500, 520]
    assert state.returns() == [0, 1]
    return state


@scenario("multi.players")
def _three_and_four_play_with_fewer_cards(on: int) -> FishingDragonState:
    with pytest.raises(ValueError, match="multi"):
        rules(on).new_initial_state(3, 1)
    with pytest.raises(ValueError, match="2 to 4"):
        rules(on, MULTI).new_initial_state(5, 1)
    three, four = (rules(on, MULTI).new_initial_state(players, 1) for players in (3, 4))
    assert [hand.bit_count() for hand in three.hand] == [8] * 3
    assert [hand.bit_count() for hand in four.hand] == [6] * 4
    return four


@pytest.mark.parametrize("clause", SCENARIOS)
def test_the_scenario_of_a_clause_shows_it(clause: str) -> None:
    assert clause in fired(SCENARIOS[clause](ALL_ON))


@pytest.mark.parametrize("clause", sorted(set(SCENARIOS) - SAID_ONLY))
def test_without_its_clause_a_scenario_fails(clause: str) -> None:
    with pytest.raises((AssertionError, IllegalAction)):
        SCENARIOS[clause](GAME.points.without([clause]))


def test_every_clause_has_a_scenario() -> None:
    assert set(SCENARIOS) == set(GAME.points)


def test_the_page_prints_what_the_engine_applies() -> None:
    problems = Problems()
    check_bindings(page(), read_clauses(page(), problems), GAME.points, problems)
    assert not problems


# What may not be.


@pytest.mark.parametrize(
    ("chosen", "action", "clause"),
    [
        ("", "fish S3", "turn.play"),
        ("", "discard", "turn.play"),
        ("", "play L9", "turn.play"),
        ("S1", "play S1", "turn.play"),
        ("S1", "fish S9", "turn.fish"),
        ("S1", "fish L4", "turn.fish"),
        ("S1", "unheard", "engine.unknown-action"),
    ],
)
def test_an_illegal_action_names_its_clause_and_changes_nothing(chosen: str, action: str, clause: str) -> None:
    state = table(rules(), ["S1 C2", "S2 C12"], "S3 L4")
    count = state.rules.designs
    for card in cards(state.rules, chosen):
        state.apply_action(card)
    what, _, card_name = action.partition(" ")
    card = cards(state.rules, card_name)[0] if card_name else 0
    number = {"play": card, "fish": count + card, "discard": 2 * count, "unheard": 999}[what]
    before = state.hash(), state.fired, state.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        state.apply_action(number)
    assert refusal.value.clause == clause
    assert (state.hash(), state.fired, state.legal_actions()) == before

"""Each clause of Rummy Duel on a table of its own. With its clause switched off the scenario must fail."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from games.rummy_duel.duel import ANY, FLUSH, action, cards, fired, legal, page, play, points, rules, table

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.state import OVER, IllegalAction
from proofdeck.play.games.rummy_duel import GAME
from proofdeck.play.games.rummy_duel.rules import RummyDuelState
from proofdeck.source.rules.clauses import check_bindings, read_clauses
from proofdeck.source.rules.points import ALL_ON

Scenario = Callable[[int], RummyDuelState]
SCENARIOS: dict[str, Scenario] = {}
SAID_ONLY = {"setup.deck", "draw.pile", "end.pile", "win.points", "win.draw"}
"""Clauses without which no game could be played; their scenario shows them, and nothing can be switched off."""


def scenario(clause: str) -> Callable[[Scenario], Scenario]:
    def keep(shown: Scenario) -> Scenario:
        SCENARIOS[clause] = shown
        return shown

    return keep


def refused(state: RummyDuelState, word: str, clause: str) -> None:
    before = state.hash(), state.legal_actions()
    with pytest.raises(IllegalAction) as refusal:
        play(state, word)
    assert refusal.value.clause == clause
    assert (state.hash(), state.legal_actions()) == before


@scenario("setup.deck")
def _fifty_two_cards(on: int) -> RummyDuelState:
    state = rules(on).new_initial_state(2, 3)
    assert len({card for zone in state.zones().values() for card in zone}) == 52
    return state


@scenario("setup.deal")
def _seven_cards_each(on: int) -> RummyDuelState:
    state = rules(on).new_initial_state(2, 3)
    assert [state.observation(None)[hand] for hand in ("hand 1", "hand 2")] == ["7 cards", "7 cards"]
    return state


@scenario("setup.row")
def _five_community_cards_and_a_pile_of_33(on: int) -> RummyDuelState:
    zones = (state := rules(on).new_initial_state(2, 3)).zones()
    assert (len(zones["row"]), len(zones["pile"])) == (5, 33)
    return state


@scenario("draw.pile")
def _the_top_card_of_the_pile_is_drawn(on: int) -> RummyDuelState:
    state = table(rules(on), ["5H", "9C"], pile="KD")
    refused(state, "pass", "draw.pile")
    play(state, "draw")
    assert set(state.zones()["hand 1"]) == {"5H", "KD"}
    refused(state, "draw", "meld.lay")
    return state


@scenario("draw.community")
def _a_community_card_is_taken_instead(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["5H 9D", "9C"]), "take 2", "put 9D")
    assert state.zones()["row"] == "2H 9D 4D TS JS".split()
    assert set(state.zones()["hand 1"]) == {"5H", "3C"}
    assert [state.observation(1)[known] for known in ("known 1", "known 2")] == [["3C"], []]
    return state


@scenario("draw.unclaimed")
def _a_card_with_a_meld_on_either_side_stays(on: int) -> RummyDuelState:
    state = table(rules(on), ["5H", "9C"], laid=[{1: "6S 7S 8S"}, {4: "KS KH KD"}])
    assert legal(state) == ["Draw from the pile", *(f"Take community card {place}" for place in (2, 3, 5))]
    refused(state, "take 1", "draw.unclaimed")
    refused(state, "take 4", "draw.unclaimed")
    return state


@scenario("draw.replace")
def _another_card_of_the_hand_takes_the_place(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["5H 9D", "9C"]), "take 2")
    assert legal(state) == ["Put the 5 of Hearts there", "Put the 9 of Diamonds there"]
    refused(state, "put 3C", "draw.replace")
    refused(state, "pass", "draw.replace")
    bare = table(rules(on), ["", "9C"])
    assert legal(bare) == ["Draw from the pile"]
    refused(bare, "take 2", "draw.replace")
    assert "draw.replace" in fired(bare)
    return play(state, "put 9D")


@scenario("meld.lay")
def _one_meld_is_laid_and_the_turn_is_over(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["5H 6C 7D KS KH KC", "9C"], pile="2S"), "draw")
    refused(state, "lay 9D TD JD at 1", "meld.lay")
    play(state, "lay 5H 6C 7D at 3")
    assert state.observation(None)["melds"][0] == [[], [], ["5H", "6C", "7D"], [], []]
    assert state.current_player() == 1
    return state


@scenario("meld.side")
def _each_side_has_room_for_one_meld(on: int) -> RummyDuelState:
    state = table(rules(on), ["5H 6C 7D", "9C"], laid=[{1: "6S 7S 8S"}, {4: "KS KH KD"}])
    play(state, "draw")
    refused(state, "lay 5H 6C 7D at 1", "meld.side")
    assert [words for words in legal(state) if words.endswith("1")] == []
    return play(state, "lay 5H 6C 7D at 4")


@scenario("meld.pass")
def _a_player_may_pass_although_there_is_a_meld(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["5H 6C 7D", "9C"], pile="2S"), "draw", "pass")
    assert state.current_player() == 1
    assert len(state.zones()["hand 1"]) == 4
    return state


@scenario("meld.run")
def _three_ranks_in_a_row_are_a_run(on: int) -> RummyDuelState:
    return play(table(rules(on), ["9H TC JD", "9C"], pile="2S"), "draw", "lay 9H TC JD at 2")


@scenario("meld.ace")
def _an_ace_is_low_or_high_and_never_in_the_middle(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["AH 2C 3D QH KC", "9C"], row="5H 3C 4D TS JS", pile="9S"), "draw")
    laid = {words for words in legal(state) if words.endswith("1")}
    assert laid == {"Lay AH 2C 3D at community card 1", "Lay QH KC AH at community card 1"}
    return play(state, "lay AH 2C 3D at 1")


@scenario("meld.set")
def _three_cards_of_a_rank_are_a_set(on: int) -> RummyDuelState:
    state = play(table(rules(on), ["7H 7C 7D 2D 9D", "9C"], pile="2S"), "draw")
    assert legal(state) == ["Pass", *(f"Lay 7C 7D 7H at community card {place}" for place in range(1, 6))]
    return play(state, "lay 7H 7C 7D at 2")


def contest(on: int, first: str, second: str) -> RummyDuelState:
    """The first meld lies at the jack, and the second is laid against it."""
    return play(
        table(rules(on), [second, "9C"], "6D 6S 6H 5S JS", [{}, {5: first}], pile="4S"), "draw", f"lay {second} at 5"
    )


@scenario("strength.set")
def _any_set_beats_any_run(on: int) -> RummyDuelState:
    state = contest(on, "QS KH AD", "2S 2H 2D")
    assert points(state) == [11, 0]
    return state


@scenario("strength.run")
def _the_higher_run_wins_and_the_ace_below_the_two_is_low(on: int) -> RummyDuelState:
    state = contest(on, "AH 2D 3D", "2S 3H 4D")
    assert points(state) == [11, 0]
    assert points(contest(on, "QH KD AD", "9S TH JD")) == [0, 11]
    return state


@scenario("strength.rank")
def _the_higher_set_wins(on: int) -> RummyDuelState:
    state = contest(on, "QS QH QD", "KS KH KD")
    assert points(state) == [11, 0]
    return state


@scenario("claim.contest")
def _the_stronger_meld_has_won_the_card_for_good(on: int) -> RummyDuelState:
    state = contest(on, "KS KH KD", "QS QH QD")
    assert [[item.clause for item in sheet.items] for sheet in state.score_sheets()] == [[], ["claim.contest"]]
    return state


@scenario("claim.tie")
def _equal_melds_win_nothing(on: int) -> RummyDuelState:
    state = contest(on, "9S TH JD", "9H TD JC")
    assert points(state) == [0, 0]
    return state


def last_card(on: int, laid: tuple[dict[int, str], dict[int, str]], hands: tuple[str, str]) -> RummyDuelState:
    """The first player draws the last card of the pile, 8S, and passes."""
    state = table(rules(on), hands, "2H 3C 4D TS JS", laid, pile="8S")
    state.pile = state.pile[-1:]
    return play(state, "draw", "pass")


@scenario("claim.alone")
def _the_only_claimant_wins_the_card_at_the_end(on: int) -> RummyDuelState:
    state = last_card(on, ({1: "5H 6C 7D"}, {5: "KS KH KD"}), ("", "9C"))
    assert points(state) == [2, 11]
    assert [item.clause for item in state.score_sheets()[1].items] == ["claim.alone"]
    return state


@scenario("claim.value")
def _a_card_is_worth_what_the_page_says(on: int) -> RummyDuelState:
    state = table(
        rules(on), ["", "9C"], "AH KC QD TS JS", [{1: "5H 6C 7D", 2: "2H 3H 4H", 3: "7S 8H 9H"}, {4: "7C 8C 9D"}]
    )
    state.pile = state.pile[-1:]
    play(state, "draw", "pass")
    assert points(state) == [14 + 13 + 12, 10]
    return state


@scenario("end.rummy")
def _who_cannot_be_caught_up_with_wins_at_once(on: int) -> RummyDuelState:
    laid = [{4: "KS KH KD"}, {4: "5H 6C 7D", 5: "QS KC AD", 1: "8C 8D 8H"}]
    state = table(rules(on), ["7S 7C 7H 5C", "9C"], "2H 3C 4D TS JS", laid, pile="9S")
    play(state, "draw", "lay 7S 7C 7H at 5")
    assert state.is_terminal(), "21 won; 2, 3 and 4 are left, the 2 although the rival claims it"
    assert state.returns() == [1, 0]
    decided = state.ranking().decided_by
    assert decided is not None
    assert decided.clause == "end.rummy"
    refused(state, "draw", "end.rummy")
    return state


FIVE = {1: "5C 6C 7C", 2: "5D 6D 7D", 3: "5H 6H 7H", 4: "5S 6S 7S"}


@scenario("end.claims")
def _five_melds_of_the_second_player_end_the_game(on: int) -> RummyDuelState:
    state = table(rules(on), ["9C", "9H 9D 9S"], "2H 3C 4D TS JS", [{}, FIVE], pile="KS", to_move=1)
    play(state, "draw", "lay 9H 9D 9S at 5")
    assert state.is_terminal()
    assert points(state) == [0, 30]
    return state


@scenario("end.last-turn")
def _after_five_melds_of_the_starter_the_rival_has_one_more_turn(on: int) -> RummyDuelState:
    state = table(rules(on), ["9H 9D 9S", "8C 9C TC"], "2H 3C 4D TS JS", [FIVE, {}], pile="KS KD")
    play(state, "draw", "lay 9H 9D 9S at 5")
    assert not state.is_terminal()
    assert state.observation(None)["last"]
    play(state, "draw", "lay 8C 9C TC at 4")
    assert state.is_terminal()
    assert points(state) == [20, 10]
    assert "end.claims" in fired(state)
    return state


@scenario("end.pile")
def _the_turn_with_the_last_card_is_finished_first(on: int) -> RummyDuelState:
    state = table(rules(on), ["6H 7H", "9C"], pile="8S")
    state.pile = state.pile[-1:]
    play(state, "draw", "lay 6H 7H 8S at 5")
    assert state.current_player() == OVER
    assert points(state) == [11, 0]
    return state


@scenario("end.stall")
def _twenty_turns_of_exchanging_cards_end_the_game(on: int) -> RummyDuelState:
    state = table(rules(on), ["6H", "9C"])
    for turn in range(1, 20):
        row = state.zones()["row"]
        mine = state.zones()[f"hand {state.current_player() + 1}"]
        play(state, "take 1", f"put {mine[0]}", "pass")
        assert state.zones()["row"][1:] == row[1:]
        assert not state.is_terminal(), turn
    play(state, "take 1", f"put {state.zones()[f'hand {state.current_player() + 1}'][0]}", "pass")
    assert state.is_terminal()
    return state


@scenario("win.points")
def _the_higher_sum_wins(on: int) -> RummyDuelState:
    state = last_card(on, ({1: "5H 6C 7D"}, {5: "KS KH KD"}), ("", "9C"))
    assert state.returns() == [0, 1]
    return state


@scenario("win.hand")
def _with_equal_sums_fewer_cards_in_hand_win(on: int) -> RummyDuelState:
    state = last_card(on, ({}, {}), ("9H", "9C"))
    assert points(state) == [0, 0]
    assert state.returns() == [0, 1]
    return state


@scenario("win.draw")
def _with_equal_hands_too_it_is_a_draw(on: int) -> RummyDuelState:
    state = last_card(on, ({}, {}), ("9H", "9C 9D"))
    assert state.returns() == [0.5, 0.5]
    return state


@scenario("meld.flush-set")
def _a_set_of_one_suit(on: int) -> RummyDuelState:
    game = rules(on, FLUSH)
    state = table(game, ["2H 8H KH 7S 7C", "9C"], "6D 6S 6C 5S JS", [{}, {5: "9D TD JD"}], pile="7D")
    play(state, "draw")
    assert legal(state) == ["Pass", *(f"Lay 2H 8H KH at community card {place}" for place in range(1, 6))]
    play(state, "lay 2H 8H KH at 5")
    assert points(state) == [11, 0], "a king against a jack: a run of one suit counts as a set"
    return state


@scenario("end.any-claim")
def _melds_of_both_together_end_the_game(on: int) -> RummyDuelState:
    laid = [{1: "5C 6C 7C", 2: "5D 6D 7D"}, {3: "5H 6H 7H", 4: "5S 6S 7S"}]
    state = table(rules(on, ANY), ["9C", "9H 9D 9S"], "2H 3C 4D TS JS", laid, pile="KS", to_move=1)
    play(state, "draw", "lay 9H 9D 9S at 5")
    assert state.is_terminal()
    assert points(state) == [2 + 3, 4 + 10 + 11]
    return state


def test_who_started_and_lays_the_last_of_all_claims_gives_the_rival_one_more_turn() -> None:
    laid = [{1: "5C 6C 7C", 2: "5D 6D 7D"}, {3: "5H 6H 7H", 4: "5S 6S 7S"}]
    state = table(rules(changes=ANY), ["9H 9D 9S", "TC"], "2H 3C 4D TS JS", laid, pile="KS KD")
    play(state, "draw", "lay 9H 9D 9S at 5")
    assert not state.is_terminal()
    assert play(state, "draw", "pass").is_terminal()


def test_five_claims_of_both_do_not_end_the_printed_game() -> None:
    laid = [{1: "5C 6C 7C", 2: "5D 6D 7D"}, {3: "5H 6H 7H", 4: "5S 6S 7S"}]
    state = table(rules(), ["9C", "9H 9D 9S"], "2H 3C 4D TS JS", laid, pile="KS", to_move=1)
    assert not play(state, "draw", "lay 9H 9D 9S at 5").is_terminal()


def test_a_meld_that_is_laid_is_something_new_and_puts_the_stall_off() -> None:
    state = table(rules(), ["6H 7H 8H KC", "9C"])
    state.idle = 20
    play(state, "take 1", "put KC", "lay 6H 7H 8H at 5")
    assert not state.is_terminal()
    assert state.idle == 1


def test_rummy_comes_before_the_last_turn() -> None:
    laid = [FIVE, {4: "2C 2D 2S"}]
    state = table(rules(), ["9H 9D 9S", "8C"], "2H 3C 4D KS AS", laid, pile="KD")
    play(state, "draw", "lay 9H 9D 9S at 5")
    assert not state.is_terminal(), "13 is not more than the 23 that are left to the first player's side"
    richer = table(rules(), ["TC TD TH", "8C"], "2H 3C 4D 5S AS", [{}, {5: "9H 9D 9S"}], pile="KD", to_move=0)
    play(richer, "draw", "lay TC TD TH at 5")
    assert not richer.is_terminal(), "14 against 14"
    dearer = table(rules(), ["TC TD TH", "8C"], "2H 3C 4D 4S AS", [{}, {5: "9H 9D 9S"}], pile="KD", to_move=0)
    play(dearer, "draw", "lay TC TD TH at 5")
    assert dearer.is_terminal(), "14 against 13"


@pytest.mark.parametrize("clause", SCENARIOS)
def test_the_scenario_of_a_clause_shows_it(clause: str) -> None:
    assert clause in fired(SCENARIOS[clause](ALL_ON))


@pytest.mark.parametrize("clause", sorted(set(SCENARIOS) - SAID_ONLY))
def test_without_its_clause_a_scenario_fails(clause: str) -> None:
    with pytest.raises((AssertionError, IllegalAction, KeyError, pytest.fail.Exception)):
        SCENARIOS[clause](GAME.points.without([clause]))


def test_every_clause_has_a_scenario() -> None:
    assert set(SCENARIOS) == set(GAME.points)


def test_the_page_prints_what_the_engine_applies() -> None:
    problems = Problems()
    check_bindings(page(), read_clauses(page(), problems), GAME.points, problems)
    assert not problems


def test_a_number_that_is_no_action_is_refused() -> None:
    state = rules().new_initial_state(2, 1)
    for number in (-1, len(state.rules.actions())):
        with pytest.raises(IllegalAction) as refusal:
            state.apply_action(number)
        assert refusal.value.clause == "engine.unknown-action"


def test_only_two_can_play() -> None:
    with pytest.raises(ValueError, match="is for 2 players, not"):
        rules().new_initial_state(3, 1)


def test_a_taken_card_is_not_known_any_more_once_it_is_laid() -> None:
    state = play(table(rules(), ["5H 6C KD", "9C"], row="7D 3C 4D TS JS"), "take 1", "put KD")
    assert cards(state.rules, "7D") == [card for card in range(52) if state.known[0] >> card & 1]
    play(state, "lay 5H 6C 7D at 1")
    assert state.known == [0, 0]
    assert action(state.rules, "draw") in state.legal_actions()

"""Whole games of Fishing Dragon: a plain second statement of what is legal, invariants, secrecy, and the bot."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from games.fishing_dragon.pond import MATCH, MULTI, rules

from proofdeck.play.engine.bots import Bot, RandomBot, Seat
from proofdeck.play.engine.state import OVER
from proofdeck.play.games.fishing_dragon import GAME
from proofdeck.play.games.fishing_dragon.rules import FishingDragonState

MORE = rules(changes=MULTI)
SEATS = pytest.mark.parametrize("players", [2, 3, 4])


def game_of(players: int, seed: int) -> Iterator[FishingDragonState]:
    """A random game, before each action and at its end."""
    chance = Random(seed)
    state = MORE.new_initial_state(players, seed)
    while True:
        yield state
        if state.is_terminal():
            return
        state.apply_action(chance.choice(state.legal_actions()))


def plain_moves(state: FishingDragonState) -> set[str]:
    """Every whole commitment as words, from what lies in the zones."""
    zones = state.zones()
    found = set()
    for card in zones[f"hand {state.current_player() + 1}"]:
        found.add(f"{card} discarded")
        suit, rank = card.split("-")
        for other in zones["river"]:
            other_suit, other_rank = other.split("-")
            if suit == other_suit or rank == other_rank or "blank" in {rank, other_rank}:
                found.add(f"{card} fishes {other}")
    return found


def engine_moves(state: FishingDragonState) -> list[str]:
    ids, count = state.rules.deck.ids, state.rules.designs
    return [
        f"{ids[card]} discarded" if what == 2 * count else f"{ids[card]} fishes {ids[what - count]}"
        for card, what in state.macro_actions()
    ]


@SEATS
def test_the_moves_are_those_of_a_plain_second_statement(players: int) -> None:
    for seed in range(15):
        for state in game_of(players, seed):
            if state.is_terminal() or state.is_open():
                continue
            moves = engine_moves(state)
            assert len(set(moves)) == len(moves)
            assert set(moves) == plain_moves(state)


@SEATS
def test_the_stages_reach_what_the_whole_commitments_say(players: int) -> None:
    for state in game_of(players, 7):
        if not state.is_terminal():
            assert state.macro_actions() == super(FishingDragonState, state).macro_actions()


@SEATS
def test_cards_move_as_the_page_says(players: int) -> None:
    hand = {2: 10, 3: 8, 4: 6}[players]
    for seed in range(10):
        fishes, discards = [0] * players, 0
        for state in game_of(players, seed):
            zones = state.zones()
            assert sum(map(len, zones.values())) == 60
            assert len({card for zone in zones.values() for card in zone}) == 60
            if state.is_terminal():
                break
            assert len(zones["river"]) >= 11
            banks = [len(zones[f"bank {seat + 1}"]) // 2 for seat in range(players)]
            fishes, discards = banks, state.turns - 1 - sum(banks)
        zones = state.zones()
        banks = [len(zones[f"bank {seat + 1}"]) for seat in range(players)]
        assert state.turns == players * hand
        assert all(bank <= 2 * hand and bank % 2 == 0 for bank in banks)
        assert len(zones["river"]) + sum(banks) == 10 + 2 * players * hand
        assert len(zones["river"]) - 10 == 2 * (players * hand - sum(banks) // 2)
        assert sum(fishes) + discards == players * hand - 1, "counted before the last turn"
        assert len(zones["stock"]) == 49 - 2 * players * hand


def test_nine_cards_are_never_used_by_two_players() -> None:
    *_, last = game_of(2, 4)
    assert len(last.zones()["stock"]) == 9


def test_the_largest_hands_that_the_deck_allows_are_12_8_and_6() -> None:
    for players, most in ((2, 12), (3, 8), (4, 6)):
        assert 1 + 10 + 2 * players * most <= 60 < 1 + 10 + 2 * players * (most + 1)
    assert rules(changes={"hand.2": 12}).new_initial_state(2, 1).zones()["stock"]


@SEATS
def test_a_clone_goes_its_own_way(players: int) -> None:
    for state in game_of(players, 3):
        if state.is_terminal():
            return
        copy, before = state.clone(), state.hash()
        copy.apply_action(copy.legal_actions()[0])
        assert state.hash() == before


@SEATS
def test_what_is_hidden_shows_nowhere(players: int) -> None:
    for state in game_of(players, 5):
        for seat in range(players):
            other = state.resample(seat, Random(1))
            assert other.observation(seat) == state.observation(seat)
            assert other.information_state_key(seat) == state.information_state_key(seat)
            if seat == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            again = state.resample(seat, Random(2)).resample(seat, Random(1))
            assert again.key() == other.key(), "the true hidden cards make no difference"


def test_nobody_sees_which_card_is_about_to_be_played() -> None:
    state = rules().new_initial_state(2, 1)
    before = [state.observation(None), state.observation(1), state.information_state_key(1)]
    state.apply_action(state.legal_actions()[3])
    assert state.is_open()
    assert [state.observation(None), state.observation(1), state.information_state_key(1)] == before
    assert state.observation(0)["chosen"] is not None
    assert not state.resample(1, Random(1)).is_open()


def test_actions_have_names_of_their_own_and_back() -> None:
    for action in MORE.actions():
        assert MORE.string_to_action(MORE.action_to_string(action)) == action


def test_a_match_goes_on_until_somebody_has_the_goal() -> None:
    game = rules(changes={**MATCH, "goal": 60})
    for seed in range(10):
        state = game.new_initial_state(2, seed)
        starters = [state.current_player()]
        chance, rounds = Random(seed), 1
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            now = state.observation(None)["round"]
            if now != rounds:
                rounds = now
                starters.append(state.current_player())
        totals = [sheet.total for sheet in state.score_sheets()]
        assert max(totals) >= 60
        assert totals[0] != totals[1]
        assert starters == [number % 2 for number in range(rounds)]
        assert state.turns == 20 * rounds


def finished(players: int, seed: int, bots: list[Bot]) -> FishingDragonState:
    state = MORE.new_initial_state(players, seed)
    while state.player != OVER:
        for action in bots[state.player].choose(Seat(state)):
            state.apply_action(action)
    return state


def test_the_greedy_bot_beats_chance() -> None:
    won = 0.0
    for seed in range(40):
        chance = Random(seed)
        bots: list[Bot] = [GAME.greedy(chance), RandomBot(chance)]
        won += finished(2, seed, bots if seed % 2 else bots[::-1]).returns()[1 - seed % 2]
    assert won >= 34

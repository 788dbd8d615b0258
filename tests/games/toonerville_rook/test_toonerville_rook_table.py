"""What belongs to this game beside its clauses: secrets, refusals of decks, whole games, and the bot."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from games.toonerville_rook.rook_scenarios import FIVES, NINES
from games.toonerville_rook.rook_tables import THE_GAME, game, play, seen, table, the_deck, the_values, words

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.bots import RandomBot, Seat
from proofdeck.play.engine.state import OVER, IllegalAction
from proofdeck.play.engine.trial.imagined import check_imagined
from proofdeck.play.games.toonerville_rook import GAME
from proofdeck.play.games.toonerville_rook.clauses import POINTS
from proofdeck.play.games.toonerville_rook.rules import RookState
from proofdeck.source.cards import Deck
from proofdeck.source.rules.points import ALL_ON

TWO_SETS = "round 1\nhand 1: R5 G5 B5 R9 G9 B9 B3\nhand 2: R1 R2\nhand 3: Y7 Y8"


# -- secrets -----------------------------------------------------------------------------------------------------------


def test_a_contract_under_way_is_seen_by_nobody_else_until_it_is_complete() -> None:
    state = table(TWO_SETS)
    before = [(seen(state, other), state.information_state_key(other)) for other in (1, 2)]
    for step in (*FIVES, *NINES[:-1]):
        play(state, step)
        assert [(seen(state, other), state.information_state_key(other)) for other in (1, 2)] == before
    assert seen(state, 0)["contract under way"] == [["red-5", "green-5", "black-5"]]
    assert seen(state, 0)["meld under way"] == ["red-9", "green-9", "black-9"]
    play(state, NINES[-1])
    assert [row["cards"][0] for row in seen(state, 1)["melds"]] == ["red-5", "red-9"]
    assert [seen(state, 1)[f"hand {seat}"] for seat in (1, 2, 3)] == ["1 card", ["red-1", "red-2"], "2 cards"]


def test_only_a_meld_is_one_commitment() -> None:
    state = table(TWO_SETS)
    opened = []
    for step in (*FIVES, *NINES):
        play(state, step)
        opened.append(state.is_open())
    assert opened == [True] * 4 + [False] + [True] * 4 + [False]
    assert table(TWO_SETS).macro_actions()[0] == tuple(map(THE_GAME.string_to_action, FIVES))


def test_imagined_again_by_another_the_contract_under_way_is_back_in_the_hand() -> None:
    state = table(TWO_SETS)
    play(state, *FIVES)
    imagined = state.resample(1, Random(5))
    assert sum(imagined.hand[0]) == 7
    assert imagined.laying is None
    assert imagined.hand[1] == state.hand[1]
    assert imagined.information_state_key(1) == state.information_state_key(1)
    assert state.resample(0, Random(5)).laying is not None


def test_the_test_of_engines_knows_that_a_contract_may_be_back_in_the_hand_between_two_melds() -> None:
    state = table(TWO_SETS)
    for step in FIVES:
        play(state, step)
    assert not state.is_open()
    check_imagined(state, 1)
    for seat in (1, 2):
        assert len(state.resample(seat, Random(1)).zones()["hand 1"]) == len(state.zones()["hand 1"]) + 3


def test_a_card_that_went_into_a_hand_in_sight_stays_there_in_all_that_is_imagined() -> None:
    state = table("turn: 1 take\nhand 1: R5 B2\nhand 2: G9 G10\npile: G1 Y6 *")
    play(state, "Decline the top discard", "Buy the discard")
    assert [seen(state, 0)[f"known {seat}"] for seat in (1, 2, 3)] == [[], ["rook"], []]
    for chance in range(30):
        assert state.resample(0, Random(chance)).hand[1][56] >= 1
    hands = {tuple(state.resample(0, Random(chance)).hand[1]) for chance in range(30)}
    assert len(hands) > 20


@pytest.mark.parametrize("players", [3, *(pytest.param(players, marks=pytest.mark.thorough) for players in (4, 5))])
def test_what_is_known_of_a_hand_is_always_in_it(players: int) -> None:
    random, state = Random(8), THE_GAME.new_initial_state(players, players)
    while state.player != OVER:
        state.apply_action(random.choice(state.legal_actions()))
        if state.laying is None:
            for hand, known in zip(state.hand, state.known, strict=True):
                assert all(map(int.__ge__, hand, known))


def test_imagining_changes_the_order_of_the_stock_and_of_all_later_rounds() -> None:
    state = THE_GAME.new_initial_state(4, 1)
    imagined = state.resample(0, Random(1))
    assert imagined.stock != state.stock
    assert imagined.seed != state.seed


# -- refusals ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whatever_is_not_legal_is_refused_by_a_clause_and_changes_nothing(players: int) -> None:
    random, state, checked = Random(players), THE_GAME.new_initial_state(players, 3), 0
    while state.player != OVER and checked < 60:
        if random.random() < 0.02:
            checked += 1
            before, legal = state.hash(), set(state.legal_actions())
            for action in random.sample(range(max(THE_GAME.actions())), 150):
                if action not in legal:
                    with pytest.raises(IllegalAction) as refusal:
                        state.apply_action(action)
                    assert refusal.value.clause in set(POINTS)
            assert state.hash() == before
        state.apply_action(random.choice(state.legal_actions()))


def deck_with(name: str, **changes: object) -> Deck:
    rows = tuple(replace(card, **changes) if card.id == name else card for card in the_deck())  # type: ignore[arg-type]
    return Deck("toonerville-rook", rows)


@pytest.mark.parametrize(
    ("deck", "place", "says"),
    [
        (deck_with("red-5", id="red-15"), "id", "not red-15"),
        (deck_with("red-5", value=None), "value", "red-5"),
        (deck_with("rook", value=-1.0), "value", "rook"),
        (deck_with("red-5", value=2.5), "value", "whole number"),
        (Deck("toonerville-rook", tuple(card for card in the_deck() if card.id != "rook")), None, "rook is missing"),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_with_its_place(deck: Deck, place: str | None, says: str) -> None:
    with pytest.raises(ProofdeckError) as refusal:
        GAME.make(deck, the_values(), ALL_ON)
    (problem,) = refusal.value.problems
    assert problem.code == "E610"
    assert says in problem.message
    assert problem.field == place
    assert (problem.line is not None) == (place is not None)


def test_a_contract_with_more_melds_than_a_field_has_room_for_is_refused() -> None:
    with pytest.raises(ProofdeckError, match="round 4 has 7 melds"):
        game({"runs.4": 4})


def test_too_few_cards_for_the_deal_are_refused() -> None:
    few = Deck("toonerville-rook", tuple(replace(card, quantity=1, quantities={}) for card in the_deck()))
    with pytest.raises(ProofdeckError, match="57 cards are not enough"):
        GAME.make(few, the_values(), ALL_ON)


# -- the spreadsheet and the head of the page are what is played -------------------------------------------------------


def test_a_value_of_the_spreadsheet_is_what_a_card_costs() -> None:
    rules = GAME.make(deck_with("green-1", value=7.0), the_values(), ALL_ON)
    assert rules.worth[28] == 7


def test_a_shorter_game_ends_after_its_rounds() -> None:
    state = game({"rounds": 2}).new_initial_state(3, 1)
    random = Random(1)
    while state.player != OVER:
        state.apply_action(random.choice(state.legal_actions()))
    assert [len(sheet.items) for sheet in state.score_sheets()] == [2, 2, 2]


def test_longer_runs_and_sets_can_be_asked_for() -> None:
    rules = game({"run-length": 5, "set-length": 4})
    assert not any("Open" in word for word in words(table("round 2\nhand 1: R3 R4 R5 R6 R9 G9 B9 Y9", rules=rules)))
    assert not any("Open" in word for word in words(table("round 2\nhand 1: R3 R4 R5 R6 R7 R9 G9 B9", rules=rules)))
    assert words(table("round 2\nhand 1: R3 R4 R5 R6 R7 R9 G9 B9 Y9", rules=rules))[0] == "Open a run from Red 3"


def test_a_buyer_may_get_two_cards_more() -> None:
    state = table("turn: 1 take\nhand 2: R1", rules=game({"buy-extra": 2}))
    play(state, "Decline the top discard", "Buy the discard")
    assert sum(state.hand[1]) == 4


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_melds_stay_valid_and_totals_are_what_was_left_in_hand(players: int) -> None:
    random, state = Random(players), THE_GAME.new_initial_state(players, 9)
    while state.player != OVER:
        state.apply_action(random.choice(state.legal_actions()))
        for laid in state.melds.values():
            naturals = [(spot, card) for spot, card in enumerate(laid.cards) if card != 56]
            assert naturals
            if laid.is_run:
                assert len(laid.cards) >= 4
                assert all(card == laid.first + spot for spot, card in naturals)
                assert laid.first // 14 == (laid.first + len(laid.cards) - 1) // 14
            else:
                assert len(laid.cards) >= 3
                assert {card % 14 for _, card in naturals} == {laid.first}
    sheets = state.score_sheets()
    assert [sheet.total for sheet in sheets] == state.totals
    assert all(len(sheet.items) == 11 for sheet in sheets)


def finished(seed: int, players: int, *, greedy_seat: int | None) -> RookState:
    """A game of greedy players, or of one among players by chance."""
    seats = range(players)
    bots = [GAME.greedy(Random(0)) if greedy_seat in (None, seat) else RandomBot(Random(seat)) for seat in seats]
    state = THE_GAME.new_initial_state(players, seed)
    while state.player != OVER:
        for action in bots[state.player].choose(Seat(state)):
            state.apply_action(action)
    return state


@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_players_go_out_in_nearly_every_round(players: int) -> None:
    state = finished(4, players, greedy_seat=None)
    assert sum(any(not hand for hand in left) for left in state.results) >= 10


def test_a_greedy_player_beats_players_by_chance() -> None:
    won = sum(finished(seed, 4, greedy_seat=seed % 4).returns()[seed % 4] for seed in range(8))
    assert won >= 7

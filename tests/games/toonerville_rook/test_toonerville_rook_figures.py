"""Figures that were worked out by hand, whatever the engine says."""

from __future__ import annotations

from collections import Counter
from math import ceil

import pytest
from games.toonerville_rook.rook_tables import THE_GAME, cards, counts, game, play, table, words

from proofdeck.play.games.toonerville_rook.rules import RookState

CONTRACTS = [(0, 2, 12), (1, 1, 12), (2, 0, 12), (0, 3, 12), (1, 2, 12), (2, 1, 12)]
CONTRACTS += [(0, 4, 12), (3, 0, 12), (0, 5, 15), (4, 0, 16), (2, 2, 14)]
FEWEST = [6, 7, 8, 9, 10, 11, 12, 12, 15, 16, 14]
SPARE = [7, 6, 5, 4, 3, 2, 1, 1, 1, 1, 1]
"""Cards in hand after the first draw that the shortest contract does not need."""
DECLINE, BUY, LEAVE = "Decline the top discard", "Buy the discard", "Do not buy"


def start_of(round_number: int, players: int, **changes: int) -> RookState:
    """The table at the beginning of that round."""
    state = game({name.replace("_", "-"): value for name, value in changes.items()}).new_initial_state(players, 7)
    state.round = round_number - 1
    state._lay_out(state.shuffled(state.rules.decks[players]))
    return state


def test_one_deck_has_57_cards_worth_405_points() -> None:
    assert len(THE_GAME.names) == 57
    assert sum(THE_GAME.worth) == 405
    assert sum(THE_GAME.worth[:56]) == 380
    assert THE_GAME.worth[56] == 25


@pytest.mark.parametrize(("players", "deck", "points", "of_a_number"), [
    (3, 171, 1215, 12), (4, 228, 1620, 16), (5, 285, 2025, 20),
])  # fmt: skip
def test_the_decks_together(players: int, deck: int, points: int, of_a_number: int) -> None:
    stack = THE_GAME.decks[players]
    assert len(stack) == deck
    assert sum(THE_GAME.worth[card] for card in stack) == points
    numbers = Counter(card % 14 for card in stack if card != 56)
    assert set(numbers.values()) == {of_a_number}


@pytest.mark.parametrize(("players", "largest"), [(3, 15), (4, 20), (5, 25)])
def test_the_largest_set_holds_all_cards_of_a_number_and_all_rooks(players: int, largest: int) -> None:
    fives = [card for card in THE_GAME.decks[players] if card == 56 or card % 14 == 4]
    state = table("round 1\nhand 1: R5", players)
    state.hand[0] = counts([*fives, *cards("R9 G9 B9")])
    play(state, "Open a set of 5s")
    adds = 0
    while any(word.startswith("Add") for word in words(state)):
        play(state, next(word for word in words(state) if word.startswith("Add")))
        adds += 1
    assert adds == largest


def test_the_eleven_contracts() -> None:
    assert [(row.runs, row.sets, row.deal) for row in THE_GAME.rounds] == CONTRACTS
    assert [row.whole for row in THE_GAME.rounds] == [False] * 10 + [True]
    assert [4 * runs + 3 * sets for runs, sets, _ in CONTRACTS] == FEWEST


@pytest.mark.parametrize("number", range(1, 12))
def test_the_shortest_contract_and_what_it_leaves_after_the_first_draw(number: int) -> None:
    runs, sets, deal = CONTRACTS[number - 1]
    melds = ["R1 R2 R3 R4", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4", "B1 B2 B3 B4"][:runs]
    melds += ["R9 Y9 G9", "R10 Y10 G10", "R12 Y12 G12", "R13 Y13 G13", "R14 Y14 G14"][:sets]
    shortest = cards(" ".join(melds))
    assert len(shortest) == FEWEST[number - 1]
    assert deal + 1 - len(shortest) == SPARE[number - 1]
    state = table(f"round {number}")
    state.hand[0] = counts(shortest)
    assert any(word.startswith("Open") for word in words(state))
    state = table(f"round {number}")
    state.hand[0] = counts(shortest[1:])
    assert not any(word.startswith("Open") for word in words(state))


@pytest.mark.parametrize(("players", "stocks"), [
    (3, {1: 134, 9: 125, 10: 122, 11: 128}),
    (4, {1: 179, 9: 167, 10: 163, 11: 171}),
    (5, {1: 224, 9: 209, 10: 204, 11: 214}),
])  # fmt: skip
def test_the_stock_after_the_deal(players: int, stocks: dict[int, int]) -> None:
    for number, size in stocks.items():
        assert len(start_of(number, players).stock) == size
        assert len(start_of(number, players).discard_pile) == 1


@pytest.mark.parametrize(("players", "turns"), [(3, (67, 63, 61)), (4, (90, 84, 82)), (5, (112, 105, 102))])
def test_with_a_purchase_in_every_turn_the_stock_runs_out(players: int, turns: tuple[int, ...]) -> None:
    for number, expected in zip((1, 9, 10), turns, strict=True):
        state = start_of(number, players, stall=999)
        begun, even = state.turns, len(state.stock) % 2 == 0
        assert ceil(len(state.stock) / 2) == expected
        while state.stock:
            assert len(state.discard_pile) == 1
            play(state, DECLINE, *([BUY] if len(state.stock) > 1 else []))
            play(state, next(word for word in words(state) if word.startswith("Discard")))
        assert state.turns - begun == expected
        assert state.round == number - 1
        play(state, DECLINE)
        assert (state.round == number) == even


@pytest.mark.parametrize("players", [3, 4, 5])
def test_without_purchases_a_card_can_always_be_drawn(players: int) -> None:
    state = start_of(1, players, stall=999)
    reshuffled = state.shuffles
    for _ in range(600):
        play(state, DECLINE)
        while LEAVE in words(state):
            play(state, LEAVE)
        play(state, next(word for word in words(state) if word.startswith("Discard")))
    assert state.round == 0
    assert state.shuffles > reshuffled


@pytest.mark.parametrize("sizes", ["4 4 3 3", "4 5 3 3", "4 4 3 4"])
def test_fourteen_or_fifteen_cards_make_the_last_contract(sizes: str) -> None:
    first, second, third, fourth = (int(size) for size in sizes.split())
    state = table("round 11")
    hand = [f"R{n}" for n in range(1, first + 1)] + [f"G{n}" for n in range(1, second + 1)]
    hand += ["R9 Y9 B9 G9"[: 3 * third], "R12 Y12 B12 G12"[: 4 * fourth]]
    state.hand[0] = counts(cards(" ".join(hand)))
    assert sum(state.hand[0]) == first + second + third + fourth
    assert words(state)[0] == "Open a run from Red 1"


def test_thirteen_cards_never_make_the_last_contract() -> None:
    state = table("round 11\nhand 1: R1 R2 R3 R4 G1 G2 G3 G4 R9 Y9 B9 R12 *")
    assert not any(word.startswith("Open") for word in words(state))


@pytest.mark.parametrize("deal", [12, 13, 14])
def test_round_eleven_is_dealt_as_the_variant_says(deal: int) -> None:
    state = start_of(11, 3, round_11_deal=deal)
    assert [sum(hand) for hand in state.hand] == [deal] * 3


@pytest.mark.parametrize(("deal", "players", "worst"), [
    (12, 3, 1885), (12, 4, 2050), (12, 5, 2215), (14, 3, 1905), (14, 4, 2070), (14, 5, 2235),
])  # fmt: skip
def test_the_worst_total_with_hands_as_they_are_dealt(deal: int, players: int, worst: int) -> None:
    rules = game({"round-11-deal": deal})
    dearest = sorted((rules.worth[card] for card in rules.decks[players]), reverse=True)
    assert sum(sum(dearest[: row.deal]) for row in rules.rounds) == worst


@pytest.mark.parametrize("number", [7, 8, 9, 10])
def test_whoever_lays_a_long_contract_without_purchases_goes_out_in_that_turn(number: int) -> None:
    """One card is left at most, and it is discarded."""
    runs, sets, deal = CONTRACTS[number - 1]
    melds = ["R1 R2 R3 R4", "Y1 Y2 Y3 Y4", "G1 G2 G3 G4", "B1 B2 B3 B4"][:runs]
    melds += ["R9 Y9 G9", "R10 Y10 G10", "R12 Y12 G12", "R13 Y13 G13", "R14 Y14 G14"][:sets]
    state = table(f"round {number}")
    state.hand[0] = counts(cards(" ".join([*melds, "B7"])))
    assert sum(state.hand[0]) == deal + 1
    while state.melds == {}:
        play(state, words(state)[0])
    assert words(state) == ["Discard Black 7"]
    play(state, "Discard Black 7")
    assert state.round == number
    assert state.totals[0] == 0

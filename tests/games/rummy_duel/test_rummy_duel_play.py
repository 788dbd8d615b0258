"""Whole games of Rummy Duel: a plain second statement of what is legal, invariants, secrecy, and the bot."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from games.rummy_duel.duel import ANY, FLUSH, deck, play, printed, rules, table
from games.rummy_duel.plain import plain_kind

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.bots import Bot, RandomBot, Seat
from proofdeck.play.engine.state import OVER
from proofdeck.play.games.rummy_duel import GAME
from proofdeck.play.games.rummy_duel.rules import RummyDuel, RummyDuelState
from proofdeck.source.cards import Deck
from proofdeck.source.rules.points import ALL_ON

RULES = rules()


def game_of(seed: int, game: RummyDuel = RULES) -> Iterator[RummyDuelState]:
    """A random game, before each action and at its end."""
    chance = Random(seed)
    state = game.new_initial_state(2, seed)
    while True:
        yield state
        if state.is_terminal():
            return
        state.apply_action(chance.choice(state.legal_actions()))


def plain_moves(state: RummyDuelState, flush: bool) -> set[str]:
    """What may be done, in words, from what is seen of the table alone."""
    seen = state.observation(state.current_player())
    hand = seen[f"hand {state.current_player() + 1}"]
    if seen["step"] == "replace":
        return {f"put {card}" for card in hand}
    mine, yours = (seen["melds"][seat] for seat in (state.current_player(), 1 - state.current_player()))
    if seen["step"] == "draw":
        free = [place for place in range(5) if not mine[place] and not yours[place] and hand]
        return {"draw", *(f"take {place + 1}" for place in free)}
    melds = [triple for triple in combinations(sorted(hand), 3) if plain_kind(triple, flush)]
    return {
        "pass",
        *(f"lay {' '.join(meld)} at {place + 1}" for meld in melds for place in range(5) if not mine[place]),
    }


def engine_moves(state: RummyDuelState) -> list[str]:
    game, words = state.rules, []
    for action in state.legal_actions():
        if action >= game.first["lay"]:
            place, meld = divmod(action - game.first["lay"], len(game.melds.by_number))
            words.append(f"lay {' '.join(sorted(game.meld_names(meld)))} at {place + 1}")
        elif action == game.first["passes"]:
            words.append("pass")
        elif action >= game.first["replace"]:
            words.append(f"put {game.ids[action - game.first['replace']]}")
        else:
            words.append(f"take {action}" if action else "draw")
    return words


@pytest.mark.parametrize("flush", [False, True])
def test_the_moves_are_those_of_a_plain_second_statement(flush: bool) -> None:
    game = rules(changes=FLUSH) if flush else RULES
    for seed in range(25):
        for state in game_of(seed, game):
            if state.is_terminal():
                break
            moves = engine_moves(state)
            assert len(set(moves)) == len(moves)
            assert set(moves) == plain_moves(state, flush)
            assert state.legal_actions() == sorted(state.legal_actions())


def test_a_whole_commitment_takes_a_card_and_puts_another() -> None:
    state = table(RULES, ["5H 9D", "9C"], laid=[{1: "6S 7S 8S"}, {4: "KS KH KD"}])
    game = state.rules
    words = [" ".join(game.action_to_string(action) for action in macro) for macro in state.macro_actions()]
    assert words == [
        "Draw from the pile",
        *(
            f"Take community card {place} Put the {card} there"
            for place in (2, 3, 5)
            for card in ("5 of Hearts", "9 of Diamonds")
        ),
    ]


def test_all_cards_stay_in_the_game_and_the_pile_lasts_for_33_draws() -> None:
    for seed in range(40):
        for state in game_of(seed):
            zones = state.zones()
            assert sum(map(len, zones.values())) == 52
            assert len({card for zone in zones.values() for card in zone}) == 52
            drawn = 33 - len(zones["pile"])
            held = sum(len(zones[zone]) for zone in ("hand 1", "hand 2", "melds 1", "melds 2"))
            assert held == 14 + drawn
            assert len(zones["row"]) == 5


def test_every_game_ends_by_one_of_the_printed_ends() -> None:
    ends = {"end.rummy", "end.claims", "end.pile", "end.stall"}
    for seed in range(60):
        *_, last = game_of(seed)
        assert len(ends & set(GAME.points.named(last.ended_by))) == 1
        assert sum(last.returns()) == 1


def test_all_ten_places_can_be_filled() -> None:
    """Every card is tied, so that nobody wins by Rummy before."""
    laid = [
        {1: "2C 3C 4C", 2: "5C 6C 7C", 3: "8C 9C TC", 4: "JC QC KC"},
        {1: "2D 3D 4D", 2: "5D 6D 7D", 3: "8D 9D TD", 4: "JD QD KD", 5: "6H 7H 8H"},
    ]
    state = table(RULES, ["6S 7S 8S", ""], "AC AD AH AS 2H", laid, pile="KH")
    play(state, "draw", "lay 6S 7S 8S at 5")
    assert [len(state.zones()[f"melds {seat}"]) for seat in (1, 2)] == [15, 15]


def test_a_clone_goes_its_own_way() -> None:
    for state in game_of(3):
        if state.is_terminal():
            return
        copy, before = state.clone(), state.hash()
        copy.apply_action(copy.legal_actions()[-1])
        assert state.hash() == before


def test_what_is_hidden_shows_nowhere() -> None:
    for seed in range(8):
        for state in game_of(seed):
            for seat in (0, 1):
                other = state.resample(seat, Random(1))
                assert other.observation(seat) == state.observation(seat)
                assert other.information_state_key(seat) == state.information_state_key(seat)
                assert other.hand[1 - seat] & state.known[1 - seat] == state.known[1 - seat]
                if seat == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                again = state.resample(seat, Random(2)).resample(seat, Random(1))
                assert again.key() == other.key(), "the true hidden cards make no difference"


def test_nobody_sees_which_card_is_about_to_be_taken() -> None:
    state = table(RULES, ["5H 9D", "9C"])
    before = [state.observation(None), state.observation(1), state.information_state_key(1)]
    play(state, "take 3")
    assert state.is_open()
    assert [state.observation(None), state.observation(1), state.information_state_key(1)] == before
    assert state.observation(0)["taking"] == "3"
    assert not state.resample(1, Random(1)).is_open()


def test_a_card_taken_from_the_row_stays_known() -> None:
    state = play(table(RULES, ["5H 9D", "9C"]), "take 3", "put 9D", "pass")
    for seed in range(20):
        assert "4D" in state.resample(1, Random(seed)).zones()["hand 1"]


def test_actions_have_names_of_their_own_and_back() -> None:
    for action in RULES.actions():
        assert RULES.string_to_action(RULES.action_to_string(action)) == action


@pytest.mark.parametrize(
    ("card", "fields", "line"),
    [
        ("5H", {"rank": "1"}, 94),
        ("5H", {"suit": "stars"}, 94),
        ("5H", {"rank": "6"}, 95),
        ("5H", {"value": "4.5"}, 94),
    ],
)
def test_a_spreadsheet_that_is_not_the_52_cards_is_refused_at_its_place(
    card: str, fields: dict[str, str], line: int
) -> None:
    changed = tuple(
        replace(one, fields={**one.fields, **fields}, value=float(fields.get("value", one.value or 0)))
        if one.id == card
        else one
        for one in deck()
    )
    with pytest.raises(ProofdeckError) as refused:
        GAME.make(Deck("rummy-duel", changed), printed(), ALL_ON)
    (problem,) = refused.value.problems
    assert (problem.code, problem.file, problem.line) == ("E610", "cards.csv", line)


def test_a_missing_card_and_too_large_hands_are_refused() -> None:
    with pytest.raises(ProofdeckError, match="the 9 of hearts is missing"):
        GAME.make(Deck("rummy-duel", tuple(card for card in deck() if card.id != "9H")), printed(), ALL_ON)
    with pytest.raises(ProofdeckError, match="leaves none of the 52"):
        GAME.make(deck(), printed().but({"hand": 20, "row": 12}), ALL_ON)


def test_another_value_in_the_spreadsheet_is_another_score() -> None:
    changed = tuple(replace(card, value=25.0) if card.id == "JS" else card for card in deck())
    game = GAME.make(Deck("rummy-duel", changed), printed(), ALL_ON)
    assert isinstance(game, RummyDuel)
    state = table(game, ["9C", "8C"], laid=[{5: "5H 6H 7H"}, {}])
    assert [sheet.total for sheet in state.score_sheets()] == [25, 0]


def finished(seed: int, bots: list[Bot], game: RummyDuel) -> RummyDuelState:
    state = game.new_initial_state(2, seed)
    while state.player != OVER:
        for action in bots[state.player].choose(Seat(state)):
            state.apply_action(action)
    return state


@pytest.mark.parametrize("changes", [{}, FLUSH, ANY])
def test_the_greedy_bot_beats_chance(changes: dict[str, bool]) -> None:
    won, game = 0.0, rules(changes=changes)
    for seed in range(40):
        chance = Random(seed)
        bots: list[Bot] = [GAME.greedy(chance), RandomBot(chance)]
        won += finished(seed, bots if seed % 2 else bots[::-1], game).returns()[1 - seed % 2]
    assert won >= 28

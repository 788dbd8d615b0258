"""The engine against plain code of its own that finds every move again."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from games.toonerville_rook.rook_oracle import contracts, discards, finishing, name, next_steps
from games.toonerville_rook.rook_tables import THE_GAME, counts, play, seen, table, words

from proofdeck.play.engine.state import OVER

SMALL_CONTRACTS = {1: (0, 2), 2: (1, 1), 3: (2, 0), 5: (1, 2), 6: (2, 1), 8: (3, 0), 11: (2, 2)}


def a_hand(random: Random, size: int, rooks: int, tints: int, numbers: int) -> list[int]:
    pool = [14 * tint + n for tint in range(tints) for n in range(numbers)] * 2
    return random.sample(pool, size - rooks) + [56] * rooks


def lay_by_chance(hand: list[int], round_number: int, random: Random) -> int:
    """Walk through a contract by chance and compare each step; say how many steps there were."""
    state = table(f"round {round_number}")
    state.hand[0] = counts(hand)
    held = Counter(name(card) for card in seen(state, 0)["hand 1"])
    whole = round_number == 11
    runs, sets = SMALL_CONTRACTS[round_number]
    paths = contracts(held, runs, sets, whole=whole)
    assert {word for word in words(state) if word.startswith("Open")} == next_steps(paths, ())
    done: tuple[str, ...] = ()
    while next_steps(paths, done):
        assert set(words(state)) >= next_steps(paths, done)
        if done:
            assert set(words(state)) == next_steps(paths, done)
        step = random.choice(sorted(next_steps(paths, done)))
        play(state, step)
        done += (step,)
    return len(done)


@pytest.mark.parametrize(("round_number", "hands"), [(1, 20), (2, 20), (3, 20), (5, 20), (6, 10), (8, 10)])
def test_every_step_of_a_contract_is_offered_exactly_when_a_whole_contract_goes_on_with_it(
    round_number: int, hands: int
) -> None:
    random, laid = Random(round_number), 0
    runs, sets = SMALL_CONTRACTS[round_number]
    for trial in range(hands):
        size = 4 * runs + 3 * sets + trial % 2 + (2 if runs + sets < 3 else 0)
        hand = a_hand(random, size, 2 + trial % 2 if runs + sets > 2 else trial % 3, 2, random.choice((5, 6)))
        laid += lay_by_chance(hand, round_number, random) > 0
    assert hands > laid >= 2, "hands with a contract and hands without one"


@pytest.mark.parametrize("rooks", [3, 4, 5])
@pytest.mark.parametrize("round_number", [1, 2, 3])
def test_with_many_rooks_no_meld_is_left_without_a_natural_card(round_number: int, rooks: int) -> None:
    random, steps = Random(10 * round_number + rooks), 0
    for _ in range(12):
        shortest = 4 * SMALL_CONTRACTS[round_number][0] + 3 * SMALL_CONTRACTS[round_number][1]
        naturals = max(2, shortest - rooks) + random.choice((0, 1))
        steps += lay_by_chance(a_hand(random, naturals + rooks, rooks, 2, 7), round_number, random)
    assert steps > 10


def test_a_whole_hand_is_laid_exactly_when_two_runs_and_two_sets_use_it_up() -> None:
    random, steps = Random(11), 0
    for trial in range(20):
        hand = _whole_hand(random)
        for _ in range(trial % 3):
            hand[random.randrange(len(hand))] = 56
        if trial % 4 == 3:
            hand[0] = random.randrange(56)
        steps += lay_by_chance(hand, 11, random)
    assert steps > 40


def _whole_hand(random: Random) -> list[int]:
    """Two runs and two sets, 14 or 15 cards."""
    hand: list[int] = []
    for _ in range(2):
        start = 14 * random.randrange(4) + random.randrange(9)
        hand += range(start, start + 4)
    for _ in range(2):
        n = random.randrange(14)
        hand += [14 * random.randrange(4) + n for _ in range(3)]
    extra = random.choice((None, hand[3] + 1, hand[8] % 14))
    return hand if extra is None else [*hand, extra]


@pytest.mark.parametrize("players", [3, 4, 5])
def test_lay_offs_swaps_and_discards_are_those_that_plain_code_finds_in_whole_games(players: int) -> None:
    random, compared, swaps = Random(players), 0, 0
    state = THE_GAME.new_initial_state(players, 0)
    while state.player != OVER:
        if state.phase == 2 and state.laying is None and random.random() < 0.1:
            view = seen(state, state.player)
            if view["contract laid"][state.player]:
                assert set(words(state)) == finishing(view)
                swaps += any(word.startswith("Swap") for word in words(state))
            else:
                assert {word for word in words(state) if word[:4] != "Open"} == discards(view)
            compared += 1
        state.apply_action(random.choice(state.legal_actions()))
    assert compared > 50
    assert swaps > 0

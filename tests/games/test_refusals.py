"""A refusal names a clause that forbids the action, and every action that no clause forbids is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from games.refusal_oracles import Seen, fishing_dragon, rook_may_forbid, rummy_duel, rummy_may_forbid, tombs
from games.rummy_duel import duel
from tables import playable, positions, variant

from generator.engine.bots import Seat
from generator.engine.referee import play
from generator.engine.state import Game, IllegalAction, State
from generator.games.fantasy_contract_rummy.moves import PHASES
from generator.games.fantasy_contract_rummy.rules import Table
from generator.games.fantasy_contract_rummy.sets import SET_NAMES
from generator.games.toonerville_rook.turn import RookState

EXACT: dict[str, Callable[[Seen, str], set[str]]] = {
    "tombs": tombs,
    "fishing-dragon": fishing_dragon,
    "rummy-duel": rummy_duel,
}


def tables(game: Game, players: int, every: int, most: int, *, greedy: str = "") -> Iterator[State]:
    """Tables on the way through games played by chance, or by the greedy bot of that game."""
    if not greedy:
        yield from (state for state in positions(game, players, 4, every, most) if not state.is_terminal())
        return
    bots = [playable(greedy).engine.greedy(Random(seat)) for seat in range(players)]
    state, count = game.new_initial_state(players, 4), 0
    while not state.is_terminal() and count < most:
        for action in bots[state.current_player()].choose(Seat(state)):
            if count % every == 0:
                yield state
            state.apply_action(action)
            count += 1


def refused(state: State, action: int) -> str:
    with pytest.raises(IllegalAction) as refusal:
        state.apply_action(action)
    return refusal.value.clause


@pytest.mark.parametrize(
    ("name", "players"),
    [("tombs", 2), ("tombs", 3), ("tombs", 4), ("fishing-dragon", 2), ("fishing-dragon", 3), ("rummy-duel", 2)],
)
def test_an_action_is_refused_exactly_by_a_clause_that_forbids_it(name: str, players: int) -> None:
    changes = {"multi": True} if name == "fishing-dragon" and players > 2 else {}
    game, oracle, random = variant(name, changes), EXACT[name], Random(8)
    every, kinds, alike, named = list(game.actions()), by_kind(game), by_object(game), Counter[str]()
    for state in tables(game, players, 3, 250, greedy=name):
        seen, legal = state.observation(state.current_player()), set(state.legal_actions())
        near = {other for action in legal for other in alike[but_last(game, action)]}
        tried = {*random.sample(every, min(50, len(every))), *one_of_each(kinds, random), *near}
        for action in sorted(tried):
            words = game.action_to_string(action)
            forbidding = oracle(seen, words)
            assert (action in legal) == (not forbidding), f"{words} on {seen}"
            if forbidding:
                clause = refused(state, action)
                assert clause in forbidding, f"{words} on {seen}"
                named[clause] += 1
    assert len(named) >= {"tombs": 7, "fishing-dragon": 2, "rummy-duel": 5}[name], named


@pytest.mark.parametrize("greedy", ["", "toonerville-rook"])
def test_in_toonerville_rook_a_refusal_fits_the_action_and_the_point_of_the_turn(greedy: str) -> None:
    game, random, named = playable("toonerville-rook").game, Random(8), Counter[str]()
    kinds = by_kind(game)
    for state in tables(game, 3, 7, 1400, greedy=greedy):
        assert isinstance(state, RookState)
        opened = ""
        if state.laying:
            opened = "contract" if state.laying.opened < 0 else "run" if state.laying.is_run else "set"
        seen, legal = state.observation(state.current_player()), set(state.legal_actions())
        for action in one_of_each(kinds, random):
            if action not in legal:
                words, clause = game.action_to_string(action), refused(state, action)
                assert clause in rook_may_forbid(seen, words, opened), f"{words} on {seen}, {opened}"
                named[clause] += 1
    assert len(named) >= 10, named


@pytest.mark.parametrize("greedy", ["", "fantasy-contract-rummy"])
def test_in_fantasy_contract_rummy_a_refusal_fits_the_action_and_the_phase(greedy: str) -> None:
    game, random, named = playable("fantasy-contract-rummy").game, Random(8), Counter[str]()
    kinds = by_kind(game)
    for state in tables(game, 2, 5, 600 if greedy else 5000, greedy=greedy):
        assert isinstance(state, Table)
        phase, legal = PHASES[state.phase], set(state.legal_actions())
        building = SET_NAMES[state.kind] if phase == "building" else ""
        for action in one_of_each(kinds, random):
            if action not in legal:
                words, clause = game.action_to_string(action), refused(state, action)
                assert clause in rummy_may_forbid(phase, words, building), f"{words} while {phase} {building}"
                named[clause] += 1
    assert len(named) >= 20, named


def by_kind(game: Game) -> dict[str, list[int]]:
    """The actions by what is done, mostly its first two words, and to which meld."""
    found: dict[str, list[int]] = {}
    for action in game.actions():
        words = game.action_to_string(action).split()
        one = words[0] in ("Swap", "Discard", "Steal")
        kind = " ".join([*words[: 1 if one else 2], *(words[-5:] if "meld" in words[-5:] else [])])
        found.setdefault(kind, []).append(action)
    return found


def by_object(game: Game) -> dict[str, list[int]]:
    """The actions that differ only in their last word, such as the same card on any tile."""
    found: dict[str, list[int]] = {}
    for action in game.actions():
        found.setdefault(but_last(game, action), []).append(action)
    return found


def but_last(game: Game, action: int) -> str:
    return game.action_to_string(action).rpartition(" ")[0]


def one_of_each(kinds: dict[str, list[int]], random: Random) -> Iterator[int]:
    """One action of each kind, and of three kinds another."""
    for actions in kinds.values():
        yield random.choice(actions)
    for kind in random.sample(sorted(kinds), min(3, len(kinds))):
        yield random.choice(kinds[kind])


def test_with_an_empty_hand_no_community_card_can_be_taken_since_none_would_replace_it() -> None:
    state = duel.table(duel.rules(), ["", "2C"])
    for action in state.game.actions():
        words = state.game.action_to_string(action)
        if words.startswith("Take"):
            assert {refused(state, action)} == rummy_duel(state.observation(0), words) == {"draw.replace"}


@pytest.mark.parametrize(
    ("emptied", "words"),
    [
        ("stock", "Draw from the draw deck"),
        ("discard", "Take the top of the discard pile"),
        ("contract_deck", "Look at contracts"),
    ],
)
def test_nothing_is_drawn_from_an_empty_pile_and_its_own_clause_says_so(emptied: str, words: str) -> None:
    game = playable("fantasy-contract-rummy").game
    state = game.new_initial_state(2, 4)
    setattr(state, emptied, [])
    assert {refused(state, game.string_to_action(words))} == rummy_may_forbid("drawing", words, "")


@pytest.mark.parametrize(
    ("name", "players", "ends"),
    [
        ("tombs", 2, {"end.kill-goal", "end.unit-count", "end.field-lock"}),
        ("fishing-dragon", 2, {"end.round"}),
        ("rummy-duel", 2, {"end.rummy", "end.claims", "end.pile", "end.stall"}),
        ("fantasy-contract-rummy", 2, {"end.contracts", "end.deck", "end.stall"}),
        ("toonerville-rook", 3, {"end.lowest"}),
    ],
)
def test_after_the_end_everything_is_refused_by_the_clause_that_ended_the_game(
    name: str, players: int, ends: set[str]
) -> None:
    found = playable(name)
    state = found.game.new_initial_state(players, 4)
    play(state, [found.engine.greedy(Random(seat)) for seat in range(players)])
    ended = ends & set(found.engine.points.named(state.fired))
    assert len(ended) == 1
    assert {refused(state, action) for action in list(found.game.actions())[:50]} == ended

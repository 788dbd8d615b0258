"""A refusal names a clause that forbids the action, and every action that no clause forbids is legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from random import Random

import pytest
from games.fantasy_contract_rummy.rummy_refusals import rummy_forbidding
from games.refusal_oracles import Seen, fishing_dragon, rummy_duel, tombs
from games.rummy_duel import duel
from games.toonerville_rook.rook_refusals import rook_forbidding
from tables import playable, variant

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.referee import play
from proofdeck.play.engine.state import Game, IllegalAction, State

EXACT: dict[str, Callable[[Seen, str], set[str]]] = {
    "tombs": tombs,
    "fishing-dragon": fishing_dragon,
    "rummy-duel": rummy_duel,
}

Forbidding = Callable[[Seen, Sequence[str], str], set[str]]


def tables(
    game: Game, players: int, every: int, most: int, *, greedy: str = "", seed: int = 4
) -> Iterator[tuple[State, list[str]]]:
    """Tables on the way through a game by chance, or by the greedy bot of that game, and what was done in the turn."""
    bots = [playable(greedy).engine.greedy(Random(seat)) for seat in range(players)] if greedy else []
    state, random, count, said = game.new_initial_state(players, seed), Random(seed), 0, list[str]()
    while not state.is_terminal() and count < most:
        chosen = bots[state.player].choose(Seat(state)) if bots else [random.choice(state.legal_actions())]
        for action in chosen:
            if count % every == 0:
                yield state, said
            turn = state.turns
            state.apply_action(action)
            said = [*said, game.action_to_string(action)] if state.turns == turn else []
            count += 1


def refused(state: State, action: int) -> str:
    """Tens of thousands are asked for: `pytest.raises` would take longer than all the rest."""
    try:
        state.apply_action(action)
    except IllegalAction as refusal:
        return refusal.clause
    pytest.fail("it is legal")


@pytest.mark.parametrize(
    ("name", "players"),
    [("tombs", 2), ("tombs", 3), ("tombs", 4), ("fishing-dragon", 2), ("fishing-dragon", 3), ("rummy-duel", 2)],
)
def test_an_action_is_refused_exactly_by_a_clause_that_forbids_it(name: str, players: int) -> None:
    changes = {"multi": True} if name == "fishing-dragon" and players > 2 else {}
    game, oracle, random = variant(name, changes), EXACT[name], Random(8)
    every, kinds, alike, named = list(game.actions()), by_kind(game), by_object(game), Counter[str]()
    games = (tables(game, players, 3, 250, greedy=name, seed=seed) for seed in ((4, 5) if name == "tombs" else (4,)))
    for state, _ in chain.from_iterable(games):
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


@pytest.mark.parametrize(
    ("name", "players", "forbidding", "by_chance", "most", "reached"),
    [("toonerville-rook", 3, rook_forbidding, 1, 24, 14), ("fantasy-contract-rummy", 2, rummy_forbidding, 7, 4, 20)],
)
def test_the_reason_of_a_refusal_is_the_one_that_the_book_gives(
    name: str, players: int, forbidding: Forbidding, by_chance: int, most: int, reached: int
) -> None:
    """At a few tables of every kind: by the step that the turn is at and by what was done last."""
    game, random, named = playable(name).game, Random(8), Counter[str]()
    kinds = by_kind(game)
    for seed, greedy in [*((seed, "") for seed in range(by_chance)), (4, name)]:
        alike = Counter[object]()
        for state, said in tables(game, players, 2, 1000, greedy=greedy, seed=seed):
            seen, legal = state.observation(state.current_player()), set(state.legal_actions())
            at = seen["phase"], said[-1].split()[0] if said else ""
            alike[at] += 1
            if alike[at] > most:
                continue
            for action in one_of_each(kinds, random):
                if action not in legal:
                    words, clause = game.action_to_string(action), refused(state, action)
                    assert clause in forbidding(seen, said, words), f"{words} after {said} on {seen}"
                    named[clause] += 1
    assert len(named) >= reached, named


def by_kind(game: Game) -> dict[str, list[int]]:
    """The actions by what is done, mostly its first two words, and to which meld."""
    found: dict[str, list[int]] = {}
    for action in game.actions():
        words = game.action_to_string(action).split()
        one = words[0] in ("Swap", "Discard", "Steal", "Pay")
        kind = " ".join([*words[: 1 if one else 2], *(words[-5:] if "meld" in words[-5:] else [])])
        if words[-2:-1] == ["set"] and "in" in words:
            kind = " ".join(words[-4:-1])
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
    for action in state.rules.actions():
        words = state.rules.action_to_string(action)
        if words.startswith("Take"):
            assert {refused(state, action)} == rummy_duel(state.observation(0), words) == {"draw.replace"}


@pytest.mark.parametrize(
    ("emptied", "words", "clause"),
    [
        ("stock", "Draw from the draw deck", "draw.deck"),
        ("discard_pile", "Take the top of the discard pile", "draw.discard-pile"),
        ("contract_deck", "Look at contracts", "draw.contracts"),
    ],
)
def test_nothing_is_drawn_from_an_empty_pile_and_its_own_clause_says_so(emptied: str, words: str, clause: str) -> None:
    game = playable("fantasy-contract-rummy").game
    state = game.new_initial_state(2, 4)
    setattr(state, emptied, [])
    assert refused(state, game.string_to_action(words)) == clause


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

"""What every game must survive, for every number of players, whatever its rules are.

These say nothing about whether the rules are right (the tests of each game do); they say that the engine is one: that
no card is lost, no clone disturbed, nothing hidden seen, nothing left to chance that has no seed.
"""

from __future__ import annotations

import json
import pickle
import random as global_random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tables import engine, playable, positions, variant, with_engine

from proofdeck.play.engine.bots import RandomBot
from proofdeck.play.engine.ismcts import Ismcts
from proofdeck.play.engine.playouts import play_one
from proofdeck.play.engine.referee import BotMaker
from proofdeck.play.engine.rollouts import Rollouts
from proofdeck.play.engine.state import UNKNOWN_ACTION, Game, IllegalAction, State
from proofdeck.play.engine.transcript import Replay, record

GOLDEN = Path(__file__).parent / "golden"
CHANGES: Mapping[tuple[str, int], Mapping[str, Any]] = {
    ("fishing-dragon", 3): {"multi": True},
    ("fishing-dragon", 4): {"multi": True},
}
"""What must be agreed on before a game takes that number of players."""
MOST_COMPARED = 60
"""Legal actions at a table of which all commitments are compared; with many more they would take long to list."""


def seats() -> list[tuple[str, int]]:
    """Each game with each number of players."""
    counts = {name: playable(name).game for name in with_engine()}
    found = [(name, n) for name, game in counts.items() for n in range(game.min_players, game.max_players + 1)]
    return sorted({*found, *(key for key in CHANGES if key[0] in counts)})


EVERY_GAME = pytest.mark.parametrize(("name", "players"), seats())


def game_of(name: str, players: int) -> Game:
    return variant(name, CHANGES.get((name, players)))


def sampled(name: str, players: int, every: int, most: int = 3000, seed: int = 3) -> list[State]:
    """Clones of some tables on the way through a game played by chance."""
    return [state.clone() for state in positions(game_of(name, players), players, seed, every, most)]


@EVERY_GAME
@pytest.mark.parametrize("seed", range(3))
def test_by_chance_a_game_ends_and_legal_actions_are_ascending_unique_and_never_none(
    name: str, players: int, seed: int
) -> None:
    last: State | None = None
    for state in positions(game_of(name, players), players, seed, most=200_000):
        last = state
        legal = state.legal_actions()
        assert legal == sorted(set(legal))
        assert bool(legal) != state.is_terminal()
    assert last is not None
    assert last.is_terminal()
    assert not last.is_open()
    assert sum(last.returns()) == pytest.approx(1)
    assert sorted(seat for group in last.ranking().groups for seat in group) == list(range(players))


@EVERY_GAME
def test_greedy_players_end_their_games_and_break_no_rule(name: str, players: int) -> None:
    game, greedy = game_of(name, players), engine(name).greedy
    outcomes = [play_one(game, [greedy] * players, 5, index) for index in range(3)]
    assert all(sum(outcome.shares) == pytest.approx(1) for outcome in outcomes)
    assert all(outcome.turns > 0 for outcome in outcomes)


@EVERY_GAME
def test_no_card_is_lost_or_made_by_any_action(name: str, players: int) -> None:
    where = [state.zones() for state in positions(game_of(name, players), players, 7, most=1500)]
    decks = [Counter(card for cards in zones.values() for card in cards) for zones in where]
    assert all(deck == decks[0] for deck in decks)
    assert len({str(zones) for zones in where}) > 1, "the zones move"


@EVERY_GAME
def test_a_clone_stays_as_it_was_whatever_is_played_later(name: str, players: int) -> None:
    kept = [
        (state.clone(), state.hash(), list(state.legal_actions()))
        for state in positions(game_of(name, players), players, 11, every=7, most=1500)
    ]
    for clone, before, legal in kept:
        assert clone.hash() == before
        if not clone.is_terminal():
            clone.apply_action(legal[-1])
            assert clone.hash() != before
    hashes = [before for _, before, _ in kept]
    assert len(set(hashes)) > len(hashes) // 2


@EVERY_GAME
def test_a_clone_goes_on_exactly_as_the_table_it_was_taken_from(name: str, players: int) -> None:
    for state in sampled(name, players, every=23, most=400):
        one, two = state.clone(), state.clone()
        for first, second in zip(walk(one, 40), walk(two, 40), strict=True):
            assert first == second


def walk(state: State, steps: int) -> list[str]:
    random, hashes = Random(1), []
    for _ in range(steps):
        if state.is_terminal():
            break
        state.apply_action(random.choice(state.legal_actions()))
        hashes.append(state.hash())
    return hashes


@EVERY_GAME
def test_what_is_hidden_from_a_player_shows_in_nothing_that_he_sees(name: str, players: int) -> None:
    """Other tables that may be behind what he sees look the same to him, in view, key and legal actions."""
    different = 0
    for state in sampled(name, players, every=13, most=1200):
        for player in range(players):
            for trial in range(3):
                other = state.resample(player, Random(trial))
                assert other.observation(player) == state.observation(player)
                assert other.information_state_key(player) == state.information_state_key(player)
                if state.current_player() == player:
                    assert other.legal_actions() == state.legal_actions()
                    assert other.random_macro(Random(trial)) == state.random_macro(Random(trial))
                different += other.hash() != state.hash()
    assert different > 0, "something is hidden"


@EVERY_GAME
def test_the_commitments_that_a_player_can_choose_from_do_not_depend_on_what_is_hidden(name: str, players: int) -> None:
    """A commitment ends where something hidden is turned up; else the list of all would show it beforehand."""
    compared = 0
    for state in sampled(name, players, every=7, most=400):
        player = state.current_player()
        if state.is_terminal() or len(state.legal_actions()) > MOST_COMPARED:
            continue
        macros = state.macro_actions()
        for trial in range(2):
            assert state.resample(player, Random(trial)).macro_actions() == macros
        compared += 1
    assert compared > 0, "some tables have few enough commitments to list"


@EVERY_GAME
def test_to_imagine_what_is_hidden_does_not_look_at_it(name: str, players: int) -> None:
    """From two tables that look the same to a player, the same chance imagines the same third."""
    for state in sampled(name, players, every=17, most=1200):
        for player in range(players):
            other = state.resample(player, Random(1))
            assert other.resample(player, Random(2)).key() == state.resample(player, Random(2)).key()


@EVERY_GAME
def test_an_imagined_table_has_the_same_cards_and_can_be_played_to_its_end(name: str, players: int) -> None:
    for state in sampled(name, players, every=37, most=400):
        if state.is_terminal():
            continue
        imagined = state.resample(state.current_player(), Random(4))
        assert cards_of(imagined) == cards_of(state)
        walk(imagined, 60)
        assert cards_of(imagined) == cards_of(state)


def cards_of(state: State) -> Counter[str]:
    return Counter(card for cards in state.zones().values() for card in cards)


@EVERY_GAME
def test_a_spectator_and_the_players_see_what_json_can_say(name: str, players: int) -> None:
    for state in sampled(name, players, every=29, most=400):
        for viewer in (None, *range(players)):
            seen = state.observation(viewer)
            assert json.loads(json.dumps(seen)) == seen


@EVERY_GAME
def test_an_action_that_is_not_legal_is_refused_with_its_clause_and_changes_nothing(name: str, players: int) -> None:
    game = game_of(name, players)
    known = {*game.points, UNKNOWN_ACTION}
    random = Random(6)
    every = list(game.actions())
    named: set[str] = set()
    for state in sampled(name, players, every=5, most=1200):
        before, view = state.key(), state.observation(0)
        for action in [*random.sample(every, min(60, len(every))), -1, every[-1] + 1]:
            if action in state.legal_actions():
                continue
            with pytest.raises(IllegalAction) as refusal:
                state.apply_action(action)
            assert refusal.value.clause in known
            assert refusal.value.why
            assert str(pickle.loads(pickle.dumps(refusal.value))) == str(refusal.value)
            named.add(refusal.value.clause)
            assert state.key() == before
        assert state.observation(0) == view
    assert len(named) > 2, named


@EVERY_GAME
def test_every_action_has_words_of_its_own_that_lead_back_to_it(name: str, players: int) -> None:
    game = game_of(name, players)
    words = {action: game.action_to_string(action) for action in game.actions()}
    assert len({text.casefold() for text in words.values()}) == len(words)
    assert all(game.string_to_action(text.upper()) == action for action, text in words.items())
    with pytest.raises(ValueError, match="there is no action"):
        game.string_to_action("Fly to the moon")


@EVERY_GAME
def test_whole_commitments_are_exactly_the_paths_through_their_stages(name: str, players: int) -> None:
    """The base class walks the stages on clones; a game may have a faster way to the same list."""
    for state in sampled(name, players, every=9, most=150):
        if not state.is_terminal() and not state.is_open() and state.observation(None):
            fast = state.macro_actions()
            if len(fast) < 300:
                assert sorted(fast) == sorted(State.macro_actions(state))


@EVERY_GAME
def test_a_commitment_taken_by_chance_is_one_of_all(name: str, players: int) -> None:
    random = Random(2)
    for state in sampled(name, players, every=9, most=150):
        if not state.is_terminal():
            macros = state.macro_actions()
            assert all(state.random_macro(random) in macros for _ in range(3))


@EVERY_GAME
def test_a_guess_at_the_winner_shares_out_one_win(name: str, players: int) -> None:
    for state in sampled(name, players, every=11, most=400):
        for guess in (state.standing(), state.prospect()):
            assert len(guess) == players
            assert sum(guess) == pytest.approx(1)
            assert min(guess) >= 0


@EVERY_GAME
def test_a_glance_shows_what_is_seen_and_nothing_of_what_is_hidden(name: str, players: int) -> None:
    """It is the same for every table that a player could be looking at."""
    for number, state in enumerate(sampled(name, players, every=17, most=200)):
        for player in range(players):
            glance = state.glance(player)
            assert glance.key() == state.resample(player, Random(number)).glance(player).key()
            if player == state.current_player():
                assert open_zones(glance, player) == open_zones(state, player)


def open_zones(state: State, player: int) -> dict[str, object]:
    """What the player sees in full."""
    seen = state.observation(player)
    return {zone: cards for zone, cards in seen.items() if isinstance(cards, list)}


@EVERY_GAME
def test_bots_that_look_ahead_play_legal_actions_and_leave_the_table_alone(name: str, players: int) -> None:
    state = game_of(name, players).new_initial_state(players, 8)
    greedy = engine(name).greedy
    looking: list[BotMaker] = [
        lambda random: Ismcts(random, simulations=8, horizon=10),
        lambda random: Rollouts(random, greedy, 8),
    ]
    makers = [*looking, *[RandomBot] * (players - 2)]
    from proofdeck.play.engine.bots import Seat

    bots = [make(Random(seat)) for seat, make in enumerate(makers)]
    for _ in range(30):
        if state.is_terminal():
            break
        before = state.key()
        actions = bots[state.current_player()].choose(Seat(state))
        assert state.key() == before
        for action in actions:
            state.apply_action(action)


@EVERY_GAME
def test_chance_that_nobody_passed_in_changes_nothing(name: str, players: int) -> None:
    games = []
    for elsewhere in (1, 2):
        global_random.seed(elsewhere)
        game = game_of(name, players)
        games.append(play_one(game, [RandomBot, *[engine(name).greedy] * (players - 1)], 9, 0))
    assert games[0] == games[1]


@EVERY_GAME
def test_the_same_seed_gives_the_same_game_and_another_seed_another(name: str, players: int) -> None:
    game = game_of(name, players)
    starts = [game.new_initial_state(players, seed).hash() for seed in (1, 1, 2, 3)]
    assert starts[0] == starts[1]
    assert len(set(starts)) == 3


@EVERY_GAME
def test_a_transcript_replays_to_the_same_end_and_a_forged_one_is_caught(name: str, players: int) -> None:
    game, greedy = game_of(name, players), engine(name).greedy
    start = game.new_initial_state(players, 21)
    bots = [greedy(Random(seat)) for seat in range(players)]
    lines = list(record(game, start, 21, ["greedy"] * players, bots, "print"))
    transcript = Replay(lines, "game.jsonl")
    state = transcript.begin(game, "print")
    steps = list(transcript.steps(game, state))
    assert state.is_terminal()
    assert state.hash() == start.hash()
    assert len(steps) == len(lines) - 2
    middle = len(lines) // 2
    forged = [*lines[:middle], lines[middle].replace('"hash":"', '"hash":"0'), *lines[middle + 1 :]]
    from proofdeck.ground.problems import ProofdeckError

    replay = Replay(forged, "game.jsonl")
    with pytest.raises(ProofdeckError, match=f"game.jsonl:{middle + 1} E803"):
        list(replay.steps(game, replay.begin(game, "print")))


@EVERY_GAME
def test_a_game_by_chance_goes_as_it_went_when_it_was_recorded(
    name: str, players: int, request: pytest.FixtureRequest
) -> None:
    """A line an action: its number, how many were legal, the hash after it; at the end the score sheets."""
    random = Random(1)
    state = game_of(name, players).new_initial_state(players, 1)
    lines = [f"start {state.hash()}"]
    while not state.is_terminal() and len(lines) < 1500:
        legal = state.legal_actions()
        action = legal[int(random.random() * len(legal))]
        state.apply_action(action)
        lines.append(f"{action} {len(legal)} {state.hash()[:8]}")
    lines += [
        "; ".join(f"{item.clause} {item.points} {' '.join(item.cards)}" for item in sheet.items)
        for sheet in state.score_sheets()
    ]
    path = GOLDEN / f"{name}-{players}.txt"
    if request.config.getoption("--rewrite-goldens"):
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert path.is_file(), "run with --rewrite-goldens, and read what you are about to commit"
    assert path.read_text(encoding="utf-8").splitlines() == lines

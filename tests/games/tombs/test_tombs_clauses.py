"""One scene for each clause of Tombs.

a1 b1 c1        B1 a Blade of player 1, who is to move
a2 b2 c2        X  a tombstone
a3 b3 c3        .  nothing
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeVar

import pytest
from games.tombs.boards import board, fired, legal, picture, play, rules, tiles
from tables import playable, project

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.state import IllegalAction
from proofdeck.play.games.tombs.board import CLASSES, DISCARD
from proofdeck.play.games.tombs.rules import TombsState
from proofdeck.source.rules.points import ALL_ON

SCENES: set[str] = set()
Test = TypeVar("Test", bound=Callable[..., object])
EVERYWHERE = "a1 a2 a3 b1 b2 b3 c1 c2 c3"


def scene(*clauses: str) -> Callable[[Test], Test]:
    """The test below is a scene of these clauses."""
    SCENES.update(clauses)
    return lambda test: test


def refused(state: TombsState, words: str) -> str:
    before = state.hash()
    with pytest.raises(IllegalAction) as refusal:
        play(state, words)
    assert state.hash() == before
    return refusal.value.clause


@scene("setup.deck", "setup.deal", "turn.draw")
@pytest.mark.parametrize(("players", "cards", "each"), [(2, 32, 8), (3, 36, 9), (4, 40, 10)])
def test_the_deck_has_as_many_of_each_class_and_everybody_gets_two(players: int, cards: int, each: int) -> None:
    state = rules().new_initial_state(players, 3)
    everywhere = Counter(card for zone in state.zones().values() for card in zone)
    assert everywhere == dict.fromkeys(CLASSES, each)
    assert everywhere.total() == cards
    hands = [len(state.zones()[f"hand {seat}"]) for seat in range(1, players + 1)]
    assert hands == [3] + [2] * (players - 1), "the first player has drawn"
    assert {"setup.deck", "setup.deal", "turn.draw"} <= fired(state)


@scene("turn.draw")
def test_when_the_deck_is_used_up_nobody_draws() -> None:
    state = play(board(hand="BM", others="BM", deck="", turn=30), "Blade on a1")
    assert [len(state.zones()[hand]) for hand in ("hand 1", "hand 2")] == [1, 2]


@scene("turn.play")
def test_a_card_that_can_be_played_must_be() -> None:
    assert refused(board(), "Discard Blade") == "turn.stuck"
    assert refused(board(hand="B"), "Magus on a1") == "turn.play"
    assert "turn.play" in fired(play(board(), "Ombra on a1"))


SHUT = "B2 T2 B2 / T2 B2 T2 / B2 T2 B2"


@scene("turn.stuck")
def test_who_can_play_nothing_discards_one_card_and_it_leaves_the_game() -> None:
    state = board(SHUT, hand="BM")
    assert legal(state) == {"Discard Blade", "Discard Magus"}
    play(state, "Discard Magus")
    assert state.zones()["gone"].count("magus") >= 1
    assert "turn.stuck" in fired(state)


@scene("place.empty")
def test_units_go_on_empty_tiles() -> None:
    state = board("T2 . X / . . . / . . T1", hand="T")
    assert tiles(state, "Thorn") == "a2 a3 b1 b2 b3 c2"
    assert refused(state, "Thorn on a1") == "place.empty"
    assert refused(state, "Thorn on c1") == "place.empty"
    assert refused(state, "Thorn on c3") == "place.empty"
    assert "place.empty" in fired(state)


@scene("place.threat", "blade.zone")
def test_a_blade_shuts_the_tiles_beside_it() -> None:
    state = board("B2 . . / . . . / . . .", hand="T")
    assert tiles(state, "Thorn") == "a3 b2 b3 c1 c2 c3"
    assert refused(state, "Thorn on b1") == "place.threat"
    assert {"place.threat", "blade.zone"} <= fired(state)


@scene("place.threat")
def test_the_threat_is_judged_before_the_kill() -> None:
    """The Blade on b1 would kill the one on a1, and stands in its zone."""
    assert refused(board("B2 . . / . . . / . . .", hand="B"), "Blade on b1") == "place.threat"


@scene("magus.zone")
def test_a_magus_in_the_corner_reaches_the_middle_and_the_opposite_corner() -> None:
    state = board("M2 . . / . . . / . . .", hand="T")
    assert tiles(state, "Thorn") == "a2 a3 b1 b3 c1 c2"
    assert "magus.zone" in fired(state)


def test_near_sighted_magi_reach_only_the_next_tile() -> None:
    game = rules({"magus-adjacent": True})
    assert tiles(board("M2 . . / . . . / . . .", hand="T", game=game), "Thorn") == "a2 a3 b1 b3 c1 c2 c3"


@scene("place.own")
def test_own_units_threaten_nobody_of_their_side() -> None:
    state = board("B1 . . / . M1 . / . . .", hand="T")
    assert tiles(state, "Thorn") == "a2 a3 b1 b3 c1 c2 c3"
    assert "place.own" in fired(state)
    assert tiles(board("B1 . . / . M1 . / . . .", hand="T", game=rules(without=("place.own",))), "Thorn") == "b3 c2"


@scene("place.first")
def test_the_first_card_of_the_game_is_not_placed_in_the_middle() -> None:
    state = board(hand="T", turn=1)
    assert tiles(state, "Thorn") == "a1 a2 a3 b1 b3 c1 c2 c3"
    assert refused(state, "Thorn on b2") == "place.first"
    assert "place.first" in fired(state)
    assert tiles(board(hand="T", turn=2), "Thorn") == EVERYWHERE


@scene("place.peace")
@pytest.mark.parametrize(("players", "peaceful"), [(2, 3), (3, 2), (4, 3)])
def test_nothing_is_killed_or_removed_in_the_first_turns(players: int, peaceful: int) -> None:
    for turn, allowed in ((peaceful, False), (peaceful + 1, True)):
        state = board("T2 . . / . . . / . . X", hand="BMO", turn=turn, players=players)
        assert ("Blade on b1" in legal(state)) == allowed
        assert ("Magus on b2" in legal(state)) == allowed
        assert ("Ombra on a1" in legal(state)) == allowed
        thorn = board("X . . / . M2 . / . . .", hand="T", turn=turn, players=players)
        assert ("Thorn on tombstone a1 removes b2" in legal(thorn)) == allowed
    early = board("T2 . . / . . . / . . .", hand="B", turn=peaceful, players=players)
    assert refused(early, "Blade on b1") == "place.peace"
    assert "place.peace" in fired(early)


@scene("blade.kill")
def test_a_blade_buries_every_enemy_beside_it_and_counts_the_kills() -> None:
    state = play(board("T2 . O2 / . . . / T2 . .", hand="B"), "Blade on b1")
    assert picture(state) == "X B1 X / . . . / T2 . ."
    assert state.kills == [2, 0]
    assert "blade.kill" in fired(state)
    spared = play(board("T2 . O2 / . . . / T2 . .", hand="B", game=rules(without=("blade.kill",))), "Blade on b1")
    assert picture(spared) == "T2 B1 O2 / . . . / T2 . ."


@scene("magus.kill")
def test_a_magus_buries_every_enemy_on_its_diagonals_and_no_friend() -> None:
    state = play(board("T2 . T1 / . . . / O2 . B2", hand="M"), "Magus on b2")
    assert picture(state) == "X . T1 / . M1 . / X . X"
    assert state.kills == [3, 0]
    assert "magus.kill" in fired(state)


@scene("ombra.replace")
def test_an_ombra_takes_the_place_of_an_enemy_and_that_is_no_kill() -> None:
    state = play(board("T2 . . / . B2 . / . . .", hand="O"), "Ombra on b2")
    assert picture(state) == "T2 . . / . O1 . / . . ."
    assert state.kills == [0, 0]
    assert "ombra.replace" in fired(state)


@scene("ombra.replace")
def test_an_ombra_cannot_stay_where_another_enemy_threatens_it() -> None:
    assert refused(board("B2 B2 . / . . . / . . .", hand="O"), "Ombra on b1") == "place.threat"


@scene("ombra.ombra")
def test_no_ombra_is_put_on_an_enemy_ombra() -> None:
    state = board("O2 . . / . . . / . . .", hand="O")
    assert refused(state, "Ombra on a1") == "ombra.ombra"
    assert "ombra.ombra" in fired(state)


@scene("thorn.activate")
def test_a_thorn_rises_from_a_tombstone_and_removes_an_enemy_around_it() -> None:
    state = board("X M2 . / . O2 . / . . T2", hand="T")
    assert {words for words in legal(state) if "removes" in words} == {
        "Thorn on tombstone a1 removes b1",
        "Thorn on tombstone a1 removes b2",
    }
    play(state, "Thorn on tombstone a1 removes b2")
    assert picture(state) == "T1 M2 . / . . . / . . T2"
    assert state.kills == [0, 0]
    assert "thorn.activate" in fired(state)


@scene("thorn.activate")
@pytest.mark.parametrize(
    ("picture_", "words", "clause"),
    [
        (". M2 . / . . . / . . .", "Thorn on tombstone a1 removes b1", "thorn.activate"),
        ("X . M2 / . . . / . . .", "Thorn on tombstone a1 removes c1", "thorn.activate"),
        ("X B2 . / O2 . . / . . .", "Thorn on tombstone a1 removes a2", "place.threat"),
        ("X M2 . / T2 . . / . . .", "Thorn on tombstone a1 removes b1", "thorn.thorn"),
    ],
)
def test_a_thorn_that_cannot_be_activated(picture_: str, words: str, clause: str) -> None:
    assert refused(board(picture_, hand="T"), words) == clause


@scene("thorn.activate")
def test_the_thorn_may_remove_the_very_unit_that_threatens_it() -> None:
    assert "Thorn on tombstone a1 removes b1" in legal(board("X B2 . / . . . / . . .", hand="T"))


@scene("thorn.thorn")
def test_an_enemy_thorn_beside_the_tombstone_holds_it_shut() -> None:
    state = board("X M2 . / T2 . . / . . .", hand="T")
    assert not any("removes" in words for words in legal(state))
    assert "thorn.thorn" in fired(state)


@scene("end.kill-goal")
@pytest.mark.parametrize(("players", "goal"), [(2, 8), (3, 7), (4, 6)])
def test_whoever_reaches_the_goal_by_his_move_wins_at_once(players: int, goal: int) -> None:
    kills = (goal - 1, goal - 1, 0, 0)
    state = play(board("T2 . . / . . . / . . .", hand="B", players=players, kills=kills), "Blade on b1")
    assert state.is_terminal()
    assert state.returns()[0] == 1
    assert "end.kill-goal" in fired(state)
    below = play(board("T2 . . / . . . / . . .", hand="B", players=players, kills=(goal - 2, 0, 0, 0)), "Blade on b1")
    assert not below.is_terminal()


LAST = 32
"""The last turn of two players."""


@scene("end.unit-count")
def test_when_all_cards_are_used_most_units_win() -> None:
    state = board("T1 . . / . . . / T2 . T2", hand="T", others="", deck="", turn=LAST)
    play(state, "Thorn on c1")
    assert state.returns() == [0.5, 0.5]
    better = play(board("T1 T1 . / . . . / T2 . T2", hand="T", others="", deck="", turn=LAST), "Thorn on c1")
    assert better.returns() == [1, 0]
    assert "end.unit-count" in fired(better)


@scene("end.unit-tie")
def test_equal_units_are_parted_by_kills() -> None:
    state = board("T1 . . / . . . / T2 . T2", hand="T", others="", deck="", turn=LAST, kills=(1, 2))
    play(state, "Thorn on c1")
    assert state.returns() == [0, 1]
    assert "end.unit-tie" in fired(state)


@scene("end.field-lock")
def test_who_is_left_when_all_others_were_stuck_in_turn_wins_at_once() -> None:
    state = play(board(SHUT, hand="BM"), "Discard Blade")
    assert state.is_terminal()
    assert state.returns() == [0, 1]
    assert "end.field-lock" in fired(state)


@scene("end.field-lock")
def test_with_three_players_two_must_be_stuck_one_after_the_other() -> None:
    shut = SHUT.replace("2", "3")
    state = play(board(shut, hand="BM", players=3), "Discard Blade")
    assert not state.is_terminal()
    play(state, next(words for words in legal(state) if words.startswith("Discard")))
    assert state.returns() == [0, 0, 1]


@pytest.mark.parametrize("players", [3, 4])
def test_whoever_was_stuck_is_imagined_without_the_cards_that_could_have_been_played(players: int) -> None:
    """Only cards drawn since can be of those classes. Small hands and few cards left make players stuck often."""
    imagined = 0
    for seed in range(60):
        state, random = rules({"hand": 2}).new_initial_state(players, seed), Random(seed)
        missed: dict[int, tuple[set[int], int]] = {}
        while not state.is_terminal():
            legal, seat = state.legal_actions(), state.current_player()
            playable = {kind for kind in range(4) if could_play(state, kind)}
            state.apply_action(legal[0] if legal[0] >= DISCARD else random.choice(legal))
            if legal[0] >= DISCARD:
                missed[seat] = playable, state.turns
            for stuck, (kinds, since) in missed.items():
                drawn = sum((turn - 1) % players == stuck for turn in range(since, state.turns + 1))
                viewer = (stuck + 1) % players
                other = state.resample(viewer, Random(seed))
                assert sum(other.hand[stuck][kind] for kind in kinds) <= drawn
                imagined += bool(kinds)
    assert imagined > 100


def could_play(state: TombsState, kind: int) -> bool:
    other = state.clone()
    other.hand[other.player] = [int(one == kind) for one in range(4)]
    return other._generate()[0] < DISCARD


def test_the_goal_is_checked_before_the_count_of_units() -> None:
    state = board("T2 . . / . T2 . / T2 . T2", hand="B", others="", deck="", turn=LAST, kills=(7, 0))
    assert play(state, "Blade on b1").returns() == [1, 0]


@scene("teams.friendly")
def test_friendly_partners_do_not_threaten_each_other_and_win_together() -> None:
    game = rules({"teams": "friendly"})
    picture_ = "B3 . . / . . . / . . B2"
    assert tiles(board(picture_, hand="T", players=4, game=game), "Thorn") == "a2 a3 b1 b2 c1"
    assert tiles(board(picture_, hand="T", players=4), "Thorn") == "a3 b2 c1"
    won = play(board("T2 . . / . . . / . . .", hand="B", players=4, kills=(5, 0, 0, 0), game=game), "Blade on b1")
    assert won.returns() == [1, 0, 1, 0]
    assert won.ranking().groups == ((0, 2), (1, 3))
    assert "teams.friendly" in fired(won)


@scene("teams.rivals")
def test_rival_partners_fight_each_other_and_win_together() -> None:
    game = rules({"teams": "rival"})
    picture_ = "B3 . . / . . . / . . B2"
    assert tiles(board(picture_, hand="T", players=4, game=game), "Thorn") == "a3 b2 c1"
    won = play(board("T3 . . / . . . / . . .", hand="B", players=4, kills=(5, 0, 0, 0), game=game), "Blade on b1")
    assert won.returns() == [1, 0, 1, 0]
    assert won.kills == [6, 0, 0, 0]
    assert "teams.rivals" in fired(won)


def test_every_clause_has_a_scene() -> None:
    assert set(rules().points) == SCENES


@pytest.mark.parametrize("name", ["blade", "magus", "ombra", "thorn"])
def test_a_card_that_shows_another_zone_than_it_has_is_refused_where_it_says_so(name: str) -> None:
    deck = project().games["tombs"].deck
    cards = tuple(
        replace(card, fields={**card.fields, "threat": ". . . / x @ x / . . ."}) if card.id == name else card
        for card in deck
    )
    found = playable("tombs")
    with pytest.raises(ProofdeckError) as refused:
        found.engine.make(replace(deck, cards=cards), found.game.values, ALL_ON)
    (problem,) = refused.value.problems
    assert (problem.code, problem.field) == ("E610", "threat")
    assert next(card for card in deck if card.id == name).fields["threat"] in problem.hint

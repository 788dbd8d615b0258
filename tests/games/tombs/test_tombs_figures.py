"""Figures about Tombs worked out without the program, and its moves by a second, plain generator."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from games.tombs.boards import board, legal, rules, tiles
from tables import positions

from proofdeck.play.games.tombs.board import AROUND, BESIDE, DIAGONALS, NEXT_DIAGONALS
from proofdeck.play.games.tombs.rules import TombsState

BLADES = [2, 3, 2, 3, 4, 3, 2, 3, 2]
MAGI = [2, 2, 2, 2, 4, 2, 2, 2, 2]
NEAR_MAGI = [1, 2, 1, 2, 4, 2, 1, 2, 1]
NEIGHBOURS = [3, 5, 3, 5, 8, 5, 3, 5, 3]


@pytest.mark.parametrize(
    ("zones", "sizes"), [(BESIDE, BLADES), (DIAGONALS, MAGI), (NEXT_DIAGONALS, NEAR_MAGI), (AROUND, NEIGHBOURS)]
)
def test_zones_have_the_sizes_that_one_counts_on_the_board(zones: list[int], sizes: list[int]) -> None:
    assert [zone.bit_count() for zone in zones] == sizes


@pytest.mark.parametrize(("players", "turns", "last_draw", "goal"), [(2, 16, 28, 8), (3, 12, 30, 7), (4, 10, 32, 6)])
def test_turns_draws_and_goals_for_each_number_of_players(players: int, turns: int, last_draw: int, goal: int) -> None:
    game = rules()
    size = game.sizes[players]
    assert size == 4 * players + 24 == players * turns
    assert size - players * game.values.number("hand") == last_draw
    assert game.values.number(f"goal.{players}") == goal == 10 - players


def boards_after(turns: int) -> set[str]:
    """All boards that two players can reach in that many turns, whatever they hold.

    A hand of one class shows what that class can do, and who is stuck with it: against a Blade in the middle all Magi
    are, so that some boards of two units are among those of three turns.
    """
    states = {"start": board(turn=1)}
    for _ in range(turns):
        following: dict[str, TombsState] = {}
        for state, kind in product(states.values(), range(4)):
            state.hand = [[9 * (held == kind) for held in range(4)] for _ in range(2)]
            state._legal = None
            for action in state.legal_actions():
                after = state.clone()
                after.apply_action(action)
                following["".join(after.observation(None)["board"])] = after
        states = following
    return set(states)


@pytest.mark.parametrize(("turns", "boards"), [(1, 32), (2, 772), (3, 8772)])
def test_so_many_boards_can_be_reached_in_the_first_turns(turns: int, boards: int) -> None:
    assert len(boards_after(turns)) == boards


CORNER_BLADE = "B2 . . / . . . / . . ."
CORNER_MAGUS = "M2 . . / . . . / . . ."


def test_beside_a_blade_in_the_corner() -> None:
    early, late = board(CORNER_BLADE, turn=2), board(CORNER_BLADE, turn=4)
    assert tiles(early, "Magus") == "a3 b3 c1 c2"
    assert all(tiles(early, name) == "a3 b2 b3 c1 c2 c3" for name in ("Blade", "Ombra", "Thorn"))
    assert tiles(late, "Magus") == "a3 b2 b3 c1 c2 c3"
    assert "Ombra on a1" in legal(late)
    for tile in ("b2", "c3"):
        after = board(CORNER_BLADE, turn=4)
        after.apply_action(after.rules.string_to_action(f"Magus on {tile}"))
        assert after.kills == [1, 0]


def test_beside_a_magus_in_the_corner() -> None:
    for tile in ("b1", "a2"):
        after = board(CORNER_MAGUS, turn=4)
        after.apply_action(after.rules.string_to_action(f"Blade on {tile}"))
        assert after.kills == [1, 0]
    assert not any(words.split(" on ")[1] in {"b2", "c3"} for words in legal(board(CORNER_MAGUS, turn=4)))


# -- a second generator ------------------------------------------------------------------------------------------------

STEPS = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]


def zone(kind: str, x: int, y: int, near_sighted: bool) -> set[tuple[int, int]]:
    """The squares that a unit threatens, walked step by step."""
    if kind == "B":
        return {(x + dx, y + dy) for dx, dy in STEPS if dx == 0 or dy == 0}
    reach = (1,) if near_sighted else (1, 2)
    return {(x + n * dx, y + n * dy) for dx, dy in STEPS if dx and dy for n in reach} if kind == "M" else set()


def plain_moves(state: TombsState, near_sighted: bool = False) -> set[str]:
    """All legal actions in words, from the picture of the board and the hand alone."""
    me, turn = str(state.player + 1), state.turns
    seen = state.observation(state.player)
    squares = {(n % 3, n // 3): word for n, word in enumerate(seen["board"])}
    names = {(x, y): "abc"[x] + "123"[y] for x, y in squares}
    peace = {2: 3, 3: 2, 4: 3}[state.players]

    def enemies(without: tuple[int, int] | None = None) -> dict[tuple[int, int], str]:
        return {
            spot: word[0] for spot, word in squares.items()
            if word not in {".", "X"} and word[1] != me and spot != without
        }  # fmt: skip

    def threatened(spot: tuple[int, int], without: tuple[int, int] | None = None) -> bool:
        return any(spot in zone(kind, *at, near_sighted) for at, kind in enemies(without).items())

    moves = set()
    for name in set(seen[f"hand {state.player + 1}"]):
        letter, shown = name[0].upper(), name.title()
        for spot, word in squares.items():
            kills = zone(letter, *spot, near_sighted) & set(enemies())
            around = {(spot[0] + dx, spot[1] + dy) for dx, dy in STEPS}
            if word == "." and not threatened(spot):
                too_early = (kills and turn <= peace) or (turn == 1 and spot == (1, 1))
                moves |= set() if too_early else {f"{shown} on {names[spot]}"}
            elif letter == "O" and enemies().get(spot, "O") != "O":
                free = not threatened(spot, without=spot) and turn > peace
                moves |= {f"Ombra on {names[spot]}"} if free else set()
            elif letter == "T" and word == "X" and turn > peace and "T" not in {enemies().get(near) for near in around}:
                moves |= {
                    f"Thorn on tombstone {names[spot]} removes {names[target]}"
                    for target in around & set(enemies())
                    if not threatened(spot, without=target)
                }
    return moves or {f"Discard {name.title()}" for name in seen[f"hand {state.player + 1}"]}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("near_sighted", [False, True])
def test_the_legal_actions_are_those_of_a_generator_that_walks_the_board(players: int, near_sighted: bool) -> None:
    game = rules({"magus-adjacent": near_sighted})
    compared = 0
    for seed in range(25):
        for state in positions(game, players, seed):
            if isinstance(state, TombsState) and not state.is_terminal():
                assert legal(state) == plain_moves(state, near_sighted)
                compared += 1
    assert compared > 250


@pytest.mark.parametrize("seed", range(3))
def test_the_legal_actions_are_also_right_on_boards_that_no_game_leads_to(seed: int) -> None:
    random = Random(seed)
    words = [".", ".", ".", "X", "X", *(f"{kind}{owner}" for kind in "BMOT" for owner in "12")]
    for _ in range(300):
        picture = [random.choice(words) for _ in range(9)]
        state = board(" ".join(picture), hand="".join(random.sample("BMOT", 3)), turn=random.choice([2, 4, 9]))
        assert legal(state) == plain_moves(state)

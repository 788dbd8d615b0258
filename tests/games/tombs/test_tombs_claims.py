"""What Tombs computes for claims: boards counted once more, and a rule without which the claim would be wrong."""

from __future__ import annotations

import pytest
from games.tombs.boards import rules

from proofdeck.play.games.tombs.claims import (
    SYMMETRIES,
    Board,
    boards_by_turn,
    breaches_of_protection,
    every_board,
    killings_of_own_class,
)

FEW = 4
"""Turns: the fourth is the first in which anybody may be killed."""


def sides(board: Board) -> set[Board]:
    return {tuple(side[mask] for mask in board) for side in SYMMETRIES}


def test_the_board_has_eight_sides_of_which_the_middle_is_always_the_middle() -> None:
    assert {tuple(side[1 << tile] for tile in range(9)) for side in SYMMETRIES} == {
        tuple(1 << tile for tile in tiles)
        for tiles in (
            (0, 1, 2, 3, 4, 5, 6, 7, 8),
            (2, 1, 0, 5, 4, 3, 8, 7, 6),
            (6, 7, 8, 3, 4, 5, 0, 1, 2),
            (8, 7, 6, 5, 4, 3, 2, 1, 0),
            (0, 3, 6, 1, 4, 7, 2, 5, 8),
            (6, 3, 0, 7, 4, 1, 8, 5, 2),
            (2, 5, 8, 1, 4, 7, 0, 3, 6),
            (8, 5, 2, 7, 4, 1, 6, 3, 0),
        )
    }


def test_the_search_sees_every_board_that_was_counted_without_it() -> None:
    """One board, then 32, 772 and 8772, as worked out without the program; a board from eight sides is one here."""
    whole = [sum(len(sides(board)) for board in boards) for boards in boards_by_turn(rules(), FEW)]
    assert whole == [1, 32, 772, 8772]


def test_every_board_is_asked_about_from_one_side() -> None:
    """Burnside's lemma: tiles may differ on 9 places as the board lies, on 3 under a quarter turn or its inverse, on 5
    under a half turn, and on 6 under each of the four mirrorings."""
    assert sum(1 for _ in every_board()) == (4**9 + 2 * 4**3 + 4**5 + 4 * 4**6) // 8


@pytest.mark.parametrize("near", [False, True])
def test_nobody_kills_a_unit_of_his_own_class(near: bool) -> None:
    game = rules({"magus-adjacent": near})
    found = killings_of_own_class(game, FEW)
    tables = sum(map(len, boards_by_turn(game, FEW)))
    assert found.value == "0"
    assert f"in all {tables} tables of the first {FEW} turns" in found.evidence


def test_without_the_rule_of_threats_units_would_kill_their_own_class() -> None:
    assert int(killings_of_own_class(rules(without=("place.threat",)), FEW).value) > 0


def test_a_unit_in_the_zone_of_its_own_side_cannot_be_taken() -> None:
    """A Blade has 24 tiles in its zones, counted over the board: each of 12 sides between tiles twice. A Magus has 20:
    the middle 4, each corner and each edge 2."""
    found = breaches_of_protection(rules())
    assert found.value == "0"
    assert f"same player, {(24 + 20) * 4} times" in found.evidence
    assert f"could take {(24 + 20) * 3} of them" in found.evidence


def test_without_threats_every_unit_but_an_ombra_can_be_taken() -> None:
    assert breaches_of_protection(rules(without=("place.threat",))).value == str((24 + 20) * 3)

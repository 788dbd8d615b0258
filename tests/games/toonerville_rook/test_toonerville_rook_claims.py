"""What Toonerville Rook computes for claims, beside figures worked out without the program."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from tables import variant

from proofdeck.play.games.toonerville_rook.claims import needed_in_the_last_round, rounds_dealt_too_few
from proofdeck.play.games.toonerville_rook.rules import ToonervilleRook
from proofdeck.source.rules.parameters import Value


def rules(changes: Mapping[str, Value] | None = None) -> ToonervilleRook:
    game = variant("toonerville-rook", changes)
    assert isinstance(game, ToonervilleRook)
    return game


def test_the_contracts_need_as_many_cards_as_was_worked_out_by_hand() -> None:
    game = rules()
    assert [row.goal.cards for row in game.rounds] == [6, 7, 8, 9, 10, 11, 12, 12, 15, 16, 14]
    assert needed_in_the_last_round(game).value == "14"


def test_with_the_deals_of_the_source_one_round_has_a_card_too_few() -> None:
    found = rounds_dealt_too_few(rules())
    assert found.value == "1"
    assert found.evidence.endswith("round by round: 7, 6, 5, 4, 3, 2, 1, 1, 1, 1 and -1.")


def test_shorter_runs_would_need_fewer_cards() -> None:
    assert needed_in_the_last_round(rules(changes={"run-length": 3})).value == "12"
    assert rounds_dealt_too_few(rules(changes={"run-length": 3})).value == "0"


def test_without_the_last_round_nothing_is_said_of_it() -> None:
    with pytest.raises(ValueError, match="there is no round 11"):
        needed_in_the_last_round(rules(changes={"rounds": 10}))

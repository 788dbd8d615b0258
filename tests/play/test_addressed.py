"""What players are called on a page, where one person plays against bots; their record keeps other names."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tables import playable, project

from proofdeck.ground.phrases import phrases_of
from proofdeck.play.engine.transcript import HUMAN
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.sittings import SeatedGame
from proofdeck.play.seats.talk import Talk


def talk(names: Sequence[str], bots: Sequence[str], language: str = "en") -> Talk:
    found = playable("salt-roads")
    sitting = Sitting(found, 3, bots, names, list[str]().append)
    return SeatedGame(project().games["salt-roads"], found, sitting, Path("none")).talk_to_you(phrases_of(language))


@pytest.mark.parametrize(
    ("names", "bots", "shown"),
    [
        (("Ana", "Ben (greedy)"), (HUMAN, "greedy"), ("You", "Ben")),
        (("Ana (random)", "Ben"), ("random", HUMAN), ("Ana", "You")),
        (("Mia", "Ben (search)"), (HUMAN, "search"), ("Mia", "Ben")),
        (("Ben", "Ben (greedy)", "Cleo (greedy)"), (HUMAN, "greedy", "greedy"), ("Ben", "Ana", "Cleo")),
        (("Ana", "Ben", "Cleo (greedy)"), (HUMAN, HUMAN, "greedy"), ("Ana", "Ben", "Cleo")),
    ],
)
def test_the_only_person_is_you_without_a_name_and_bots_have_no_algorithm(
    names: tuple[str, ...], bots: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    found = talk(names, bots)
    assert found.names == shown
    assert found.sitting.names == names


def test_what_you_did_is_told_to_you_in_your_language() -> None:
    told = {"en": "You keep Salt 2. Ben keeps Salt 1.", "de": "Du: Keep Salt 2. Ben: Keep Salt 1."}
    for language, says in told.items():
        found = talk(("Ana", "Ben (greedy)"), (HUMAN, "greedy"), language)
        for move in ("Keep Salt 2", "Keep Salt 1"):
            found.play(found.sitting.game.string_to_action(move))
        assert found.heard(found.log[-1], 0).says == says

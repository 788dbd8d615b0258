"""What a build can be asked for, and what it answers if that cannot be made."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.front.making.build import build
from proofdeck.source.project.request import Options


@pytest.mark.quick
@pytest.mark.parametrize(("players", "codes"), [(1, ["E504"]), (2, []), (3, []), (4, ["E504"])])
def test_a_game_is_made_for_the_fewest_and_the_most_players_and_for_no_others(
    write: Callable[..., Path], deck: Callable[[int], Path], players: int, codes: list[str]
) -> None:
    deck(1)
    write("cards.csv", "game,id,quantity,quantity_2\ndeck,c1,2,1\n")
    root = write("rules_md/deck.md", "---\ntitle: Deck\nplayers: 2-3\n---\n")
    built = build(root, [], Options(papers=("a4",), players=players))
    assert [one.code for one in built.problems] == codes
    assert bool(built.outputs) is (not codes)

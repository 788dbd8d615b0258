"""Points that no table can come to are asked about, and kept if people say so."""

from __future__ import annotations

from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from cli.commands import ROOT, run
from cli.terminals import Terminal, can_run
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.score.matches.match import Round
from proofdeck.score.matches.rounds import no_sums


@given(st.lists(st.integers(0, 130), min_size=1, max_size=4))
def test_the_points_of_a_round_are_sums_of_cards_as_plain_code_finds_them(points: list[int]) -> None:
    worth = (5, 10, 25)
    sums = {sum(some) for count in range(27) for some in combinations_with_replacement(worth, count)}
    wrong, parts = no_sums(Round(tuple(points), ()), playable("toonerville-rook"))
    assert parts == [*worth]
    assert wrong == sorted({one for one in points if one not in sums})


def test_a_game_with_bonuses_takes_any_points() -> None:
    assert no_sums(Round((7, 1), ()), playable("fishing-dragon"))[0] == []


@pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
def test_points_that_cannot_be_are_asked_about_at_the_terminal(tmp_path: Path) -> None:
    db = str(tmp_path / "scores.db")
    run(ROOT, "match", "new", "toonerville-rook", "Ana", "Ben", "Cleo", PROOFDECK_DB=db)
    with Terminal(ROOT, "match", "add", PROOFDECK_DB=db) as terminal:
        terminal.says("7 10 5")
        assert "7 is not a sum of 5, 10 and 25. Keep it [Y/n]:" in terminal.wait()
        terminal.says("n")
        assert "Points of Ana, Ben and Cleo" in terminal.wait()
        terminal.says("6 7 5")
        assert "6 and 7 are not sums of 5, 10 and 25. Keep them [Y/n]:" in terminal.wait()
        terminal.says("y")
        assert terminal.ends() == 0
        assert "Cleo leads with 5 points." in terminal.text


def test_points_that_cannot_be_are_kept_with_a_warning_where_nobody_can_be_asked(tmp_path: Path) -> None:
    db = {"PROOFDECK_DB": str(tmp_path / "scores.db")}
    run(ROOT, "match", "new", "toonerville-rook", "Ana", "Ben", "Cleo", **db)
    said = run(ROOT, "match", "add", "--points", "7 10 25", **db)
    assert "W717 7 is not a sum of 5, 10 and 25, but kept" in said.err
    assert "Ana leads with 7 points." in said.out
    assert "W717" not in run(ROOT, "match", "add", "--points", "0 35 5", **db).err

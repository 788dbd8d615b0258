"""A project with one game never needs to be told its name; one with several asks which is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.commands import ROOT, run, run_briefly

from proofdeck.front.starting import start_project

EXPERIMENTS = {
    "simulate": ("--games", "2"),
    "lab": ("--games", "2"),
    "compare": ("--set", "hand=4", "--games", "2"),
    "mutate": (),
    "rules": (),
}


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("alone") / "zoo"
    start_project(root, kind="rummy")
    return root


@pytest.mark.parametrize("command", EXPERIMENTS)
def test_the_only_game_need_not_be_named(command: str, alone: Path) -> None:
    trust = () if command == "rules" else ("--trust",)
    said = run_briefly(alone, command, *EXPERIMENTS[command], *trust, "--json")
    assert (said.code, said.err) == (0, "")
    assert '"zoo"' in said.out


@pytest.mark.parametrize("command", [*EXPERIMENTS, "score", "hunt"])
def test_of_several_games_one_must_be_named(command: str) -> None:
    said = run(ROOT, command, *EXPERIMENTS.get(command, ()))
    assert said.code == 2
    assert "this project has 6 games, and none is named" in said.err
    assert "tombs" in said.err


def test_a_table_is_scored_and_a_match_begun_without_the_name_of_the_only_game(tmp_path: Path) -> None:
    start_project(tmp_path / "zoo")
    (tmp_path / "zoo" / "table.txt").write_text("Ana: Red Fox\nBen: Raven\n", encoding="utf-8")
    scored = run(tmp_path / "zoo", "score", "table.txt")
    assert (scored.code, scored.out) == (0, run(tmp_path / "zoo", "score", "zoo", "table.txt").out)
    begun = run(tmp_path / "zoo", "match", "new", "Ana", "Ben")
    assert (begun.code, "Ana" in begun.out, "Ben" in begun.out) == (0, True, True)
    assert begun.out.splitlines()[0].replace("1", "2") == run(
        tmp_path / "zoo", "match", "new", "zoo", "Ana", "Ben"
    ).out.splitlines()[0].replace("1", "2")


def test_a_misspelt_game_is_no_player(tmp_path: Path) -> None:
    start_project(tmp_path / "zoo")
    said = run(tmp_path / "zoo", "match", "new", "zooo", "Ana", "Ben")
    assert said.code == 2
    assert "Did you mean 'zoo'?" in said.err

"""Pieces on the spaces of boards: what is said of boards that lack them, and where the pieces are shown."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from kit.families import folder_of

from generator.making.check import check

Village = Callable[[str], Path]
NAMED = re.compile(r'\[\[spaces\]\]\nname = "(\w+)"\nx = .*\ny = .*\n\n')


@pytest.fixture
def village(tmp_path: Path) -> Village:
    """The starter with a board of five spaces, of which those are left that match a pattern."""

    def make(left: str) -> Path:
        root = shutil.copytree(folder_of("board"), tmp_path / "board")
        board = next((root / "templates").rglob("front-board.toml"))
        kept = NAMED.sub(lambda space: space[0] if re.fullmatch(left, space[1]) else "", board.read_text())
        board.write_text(kept)
        return root

    return make


def told(root: Path) -> list[str]:
    """What `check` says of spaces, as a terminal shows it."""
    found = [one for one in check(root, [], trust=True) if one.code in {"W648", "W649"}]
    return [f"{one.where} {one.code} {one.message} -- {one.hint}" for one in found]


def test_nothing_is_said_of_a_board_with_all_spaces(village: Village) -> None:
    assert told(village(".*")) == []


def test_a_space_that_the_engine_names_and_the_board_lacks_is_told_where_spaces_are(village: Village) -> None:
    (said,) = told(village("forest|quarry|yard"))
    assert said.startswith("templates/board/front-board.toml:11:1 W648 the engine puts pieces on spaces")
    assert said.endswith("'The Village' does not have: grove and pit -- It has forest, quarry and yard.")


def test_a_board_without_spaces_is_told_once(village: Village) -> None:
    (said,) = told(village("none"))
    assert said.startswith("cards.csv:12:7 W649 pieces lie on 'The Village', but its template does not say where")

"""Faces are kept from one run to the next: a changed card costs one face, and no face is ever stale."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from edits import EDITS, NAMES, begin, change

from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.layout import Copy, FaceLayout
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

pytestmark = pytest.mark.usefixtures("empty_cache")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return begin(tmp_path / "two")


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words of the faces that were laid out and not found."""
    laid_out: list[str] = []
    lay = FaceLayout.face

    def watched(layout: FaceLayout, copy: Copy) -> Face:
        face = lay(layout, copy)
        laid_out.extend(filter(None, [face.text.strip()]))
        return face

    monkeypatch.setattr(FaceLayout, "face", watched)
    return laid_out


def faces(root: Path, *, cache: bool = True) -> tuple[list[tuple[str, str]], list[Problem]]:
    """The fronts and backs of both games with all that they refer to, and the problems."""
    problems = Problems()
    project = load_project(root, problems, remembers=cache)
    found = []
    for game in project.games.values():
        made = lay_out(project, game, Options(), problems)
        for item in made.items:
            found += [(item.label, made.keys.face(face)) for face in (item.front, item.back) if face is not None]
    return found, [*problems]


def test_a_changed_cell_costs_one_face(root: Path, new: list[str]) -> None:
    faces(root)
    assert len(new) == 2 * len(NAMES)
    new.clear()
    change(root / "cards.csv", "zoo,bee,Bee,2,5", "zoo,bee,Bee,2,6")
    found = faces(root)
    assert new == ["Bee 2 6"]
    assert found == faces(root, cache=False)


@pytest.mark.parametrize(
    ("file", "was", "is_now"),
    [
        ("templates/sea/icons/fox.svg", "h7", "h6"),
        ("templates/sea/front.toml", "x = 4", "x = 5"),
        ("templates/shared/base.toml", "ffeedd", "ffeecc"),
    ],
)
def test_whatever_a_face_is_made_of_is_compared_with_what_it_was(
    root: Path, new: list[str], file: str, was: str, is_now: str
) -> None:
    before = faces(root)
    new.clear()
    change(root / file, was, is_now)
    found = faces(root)
    assert len(new) >= len(NAMES)
    assert found == faces(root, cache=False) != before


@pytest.mark.parametrize("edits", [6, pytest.param(60, marks=pytest.mark.thorough)])
def test_after_any_edits_the_faces_are_those_that_are_laid_out_without_a_cache(root: Path, edits: int) -> None:
    chance = random.Random(16)
    for _ in range(edits):
        EDITS[chance.choice(list(EDITS))](root, chance)
        assert faces(root) == faces(root, cache=False)


def test_mistakes_are_told_each_time(root: Path, new: list[str]) -> None:
    change(root / "templates/zoo/front.toml", 'icon = "fox"', "icon = \"{{ 'fox' if id == 'ant' else 'fix' }}\"")
    first = faces(root)
    assert {problem.code for problem in first[1]} == {"E303"}
    assert (len(new), faces(root), len(new)) == (6, first, 6)
    change(root / "cards.csv", "game,id", "# a line above\ngame,id")
    again = faces(root)
    assert [problem.line for problem in again[1]] == [(problem.line or 0) + 1 for problem in first[1]]
    assert len(new) == 6, "a face with mistakes is kept, and so are the mistakes, wherever the card is now"


def test_a_damaged_file_is_as_good_as_none(root: Path, empty_cache: Path) -> None:
    found = faces(root)
    for file in (empty_cache / "proofdeck").glob("*.db"):
        data = bytearray(file.read_bytes())
        for place in range(100, len(data), 5000):
            data[place] ^= 1
        file.write_bytes(bytes(data))
    assert faces(root) == found


def test_no_cache_reads_and_writes_none(root: Path, empty_cache: Path, new: list[str]) -> None:
    faces(root, cache=False)
    assert not (empty_cache / "proofdeck").exists()
    assert len(new) == 2 * len(NAMES)

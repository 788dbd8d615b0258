"""Spreadsheets and pages of rules as strangers have them: those in the folder that PROOFDECK_WILD names.

Each folder in it holds one spreadsheet or one page of rules, with whatever belongs to it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

import pytest

from proofdeck.front.making.build import build
from proofdeck.ground.places import SPREADSHEETS
from proofdeck.ground.problems import Problems, ProofdeckError, has_errors
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import TextRun
from proofdeck.paper.faces.markup import plain
from proofdeck.paper.faces.placed import parts_of
from proofdeck.source.cards.roles import Role
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

WILD = Path(os.environ.get("PROOFDECK_WILD", "/nowhere"))
ENDINGS = {Path(name).suffix for name in SPREADSHEETS}
FILES = sorted(path for path in WILD.glob("**/*") if path.is_file() and not path.name.startswith((".", "~")))
DECKS = [path for path in FILES if path.suffix.lower() in ENDINGS]
RULES = [path for path in FILES if path.suffix.lower() == ".md"]
NOT_AS_WORDS = {Role.BLANK, Role.COPIES, Role.PROGRAM, Role.PICTURE, Role.ICON, Role.MARK}
pytestmark = pytest.mark.skipif(not FILES, reason="PROOFDECK_WILD names no folder with spreadsheets or rules")


def name_of(path: Path) -> str:
    return path.relative_to(WILD).as_posix()


@pytest.mark.parametrize("path", DECKS, ids=name_of)
def test_a_spreadsheet_prints_with_all_it_holds_or_is_refused_with_a_cure(path: Path, tmp_path: Path) -> None:
    root = tmp_path / "deck"
    shutil.copytree(path.parent, root)
    problems = Problems()
    try:
        printed = laid_out(root, problems)
    except ProofdeckError as error:
        problems.extend(error.problems)
        printed = []
    if has_errors(problems):
        errors = [problem for problem in problems if problem.code.startswith("E")]
        assert [problem for problem in errors if not (problem.hint or "more problems" in problem.message)] == []
        return
    assert printed
    for made in printed:
        assert lost(made) == []


def laid_out(root: Path, problems: Problems) -> list[Print]:
    project = load_project(root, problems)
    return [lay_out(project, game, Options(cache=False), problems) for game in project.games.values()]


def lost(made: Print) -> list[tuple[str, str]]:
    """Each cell that its card does not show, with the column."""
    parts = [part for part in parts_of(made.game.printed) if part.role not in NOT_AS_WORDS]
    found = []
    cards = {card.id: card for card in made.game.printed}
    for name, item in {item.label: item for item in made.items}.items():
        card = cards[name]
        faces = [face for face in (item.front, item.back) if face is not None]
        shown = letters("".join(mark.text for face in faces for mark in face.leaves() if isinstance(mark, TextRun)))
        cells = ((part.column.header, card.fields.get(part.column.key, "")) for part in parts)
        found += [(header, cell) for header, cell in cells if letters(plain(spelt(made, cell))) not in shown]
    return found


def spelt(made: Print, cell: str) -> str:
    for symbol, said in (made.made.found.symbols if made.made else {}).items():
        cell = cell.replace(symbol, said)
    return cell


def letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_a_page_of_rules_prints_or_says_which_font_is_missing(path: Path, tmp_path: Path) -> None:
    root = tmp_path / "game"
    shutil.copytree(path.parent, root)
    (root / path.name).rename(root / "RULES.md")
    (root / "cards.csv").write_text("name\nWolf\nBear\n", encoding="utf-8")
    built = build(root, [], Options(only=("rulebook",)), no_progress)
    made = {output.path.suffix for output in built.outputs}
    lacking = [problem for problem in built.problems if problem.code == "W633"]
    assert made >= ({".html"} if lacking else {".html", ".pdf"})
    assert not has_errors(built.problems)

"""No question reads a file that it does not note: every file that Python opens meanwhile is looked at."""

from __future__ import annotations

import csv
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest
from tables import ROOT, with_engine

from proofdeck.front.export.exporting import export
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.making.build import build
from proofdeck.front.making.check import report
from proofdeck.front.starting import start_project
from proofdeck.ground.workspace.answers import Asking, Input, id_of
from proofdeck.ground.workspace.workspace import Kept, Question, Workspace
from proofdeck.play.engine.trial import conformance
from proofdeck.source.project.request import Options

Opened = tuple[Asking, str]
PROGRAM = tuple(str(place) for place in (ROOT / "generator", sys.prefix, sys.base_prefix, "/proc", "/dev", "/etc"))
"""Where the program itself is, whose files are no part of a project."""
OF_LIBRARIES = (".pyc", ".db", ".reportlab_mods", ".reportlab_settings")
"""Bytecode, stores, and the settings that ReportLab looks for."""
_listening: list[tuple[Workspace, list[Opened]]] = []


def _hear(event: str, given: tuple[object, ...]) -> None:
    """Hooks stay for as long as the process does, so this one only listens when it is asked to."""
    if event != "open" or not _listening or not isinstance(given[0], str):
        return
    project, opened = _listening[-1]
    mode, name = given[1], str(Path(given[0]).absolute())
    is_read = (mode is None or str(mode).startswith("r")) and not name.startswith(PROGRAM)
    if project._stack and is_read and not name.endswith(OF_LIBRARIES) and Path(name).parent != Path(gettempdir()):
        opened.append((project._stack[-1], name))


sys.addaudithook(_hear)


@contextmanager
def heard(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Opened]]:
    """The files that are opened while questions are answered, each with the question."""
    found: list[Opened] = []
    begin = Workspace.__init__

    def listened(project: Workspace, *given: object) -> None:
        begin(project, *given)  # type: ignore[arg-type]
        _listening.append((project, found))

    monkeypatch.setattr(Workspace, "__init__", listened)
    monkeypatch.setattr("proofdeck.front.making.sharing.LONG", 10**9)
    try:
        yield found
    finally:
        _listening.clear()


def unnoted(root: Path, opened: list[Opened]) -> set[tuple[str, str]]:
    """The files that a question has read without a note, each with its name."""
    project = Workspace(root)
    return {
        (asking.asked.question, name)
        for asking, name in opened
        if not {id_of(Input(look, (project.short(name),))) for look in ("file", "signature")} & asking.reads.keys()
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """One of the five, in two languages, with a picture in its rules and fonts and settings of its own."""
    others = shutil.ignore_patterns(*(f"{game}*" for game in with_engine() if game != "tombs"), "*.es.md")
    for folder in ("templates", "rules_md"):
        shutil.copytree(ROOT / folder, tmp_path / "game" / folder, ignore=others)
    with (ROOT / "cards.csv").open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file)
    with (tmp_path / "game" / "cards.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, *(row for row in rows if row and row[0] == "tombs")])
    (tmp_path / "game" / "proofdeck.toml").write_text('paper = "a4"\n')
    return tmp_path / "game"


def test_a_build_a_check_and_exports_note_whatever_they_read(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with heard(monkeypatch) as opened:
        assert build(root, [], Options(changed=True)).problems == []
        assert [one.code for one in build(root, [], Options(png_dpi=20, only=("cards",))).problems] == []
        report(root, [])
        export(root, "tts", [], Options(), TargetSettings(dpi=20))
    assert len(opened) > 100
    assert unnoted(root, opened) == set()


def test_an_engine_of_the_project_may_read_anything_because_everything_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_project(tmp_path / "game", engine=True)
    monkeypatch.setattr(conformance, "USUAL", conformance.Effort(games=1, tables=3, deals=60))
    with heard(monkeypatch) as opened:
        build(tmp_path / "game", [], Options(trust=True))
        report(tmp_path / "game", [], trust=True)
    assert {name for _, name in unnoted(tmp_path / "game", opened) if not name.endswith(".py")} == set()


def test_a_question_that_reads_past_the_project_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "note").write_text("x")

    def answer(project: Workspace) -> str:
        return (project.root / "note").read_text()

    with heard(monkeypatch) as opened:
        asked = Question(answer, Kept.WHILE_OPEN)
        assert asked(Workspace(tmp_path)) == "x"
    assert unnoted(tmp_path, opened) == {(asked.name, str(tmp_path / "note"))}

"""Folders that are trusted to run engines of their own, as they are and until they change."""

from __future__ import annotations

import importlib.util
import json
import py_compile
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from cli.commands import run
from tables import tombs_played_by

from proofdeck.book.pads.pads import pad_jobs
from proofdeck.front.making.build import build
from proofdeck.front.starting import start_project
from proofdeck.ground.files import write_file
from proofdeck.ground.places import data_folder
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.ground.workspace.outputs import Job
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.engine.trust import FILE, MOST_FILES, remember, trust_in
from proofdeck.play.setup.opening import playable_of
from proofdeck.play.setup.trusting import trust_project
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """A project whose game is Tombs, played by a module of its own."""

    def project(name: str = "project") -> Path:
        root = tombs_played_by("mine", tmp_path / name / "tombs")
        (root / "mine.py").write_text("from proofdeck.play.games.tombs import GAME\n", encoding="utf-8")
        return root

    yield project
    sys.modules.pop("mine", None)


def is_run(root: Path) -> bool:
    """Whether the engine of a project runs without being trusted for this once."""
    sys.modules.pop("mine", None)
    problems = Problems()
    project = load_project(root, problems)
    playable = playable_of(project, project.games["tombs"], problems)
    assert (playable is None) == ([problem.code for problem in problems] == ["E609"])
    return playable is not None


def test_a_trusted_folder_runs_its_engine_until_a_file_changes_and_after_it_is_trusted_again(
    mine: Callable[..., Path],
) -> None:
    root = mine()
    assert not is_run(root)
    assert trust_project(root) == (["mine"], [root / "mine.py"])
    assert is_run(root)
    (root / "mine.py").write_text((root / "mine.py").read_text(encoding="utf-8") + "# more\n", encoding="utf-8")
    assert not is_run(root)
    trust_project(root)
    assert is_run(root)


@pytest.fixture
def trusted(tmp_path: Path) -> Path:
    """A folder with one file of code, which is trusted as it is."""
    root = tmp_path / "trusted"
    write_file(root / "mine.py", b"GAME = None\n")
    assert remember(root, ["mine"]) == [root / "mine.py"]
    return root


@pytest.mark.parametrize("name", ["other.py", "package/part.py", "other.abi3.so", "mine/__init__.py"])
def test_another_file_that_could_be_imported_asks_again(trusted: Path, name: str) -> None:
    write_file(trusted / name, b"")
    assert trust_in(trusted, "mine") == "changed"


def test_a_file_that_is_moved_to_where_it_would_be_imported_by_another_name_asks_again(trusted: Path) -> None:
    (trusted / "package").mkdir()
    (trusted / "mine.py").rename(trusted / "package" / "mine.py")
    assert trust_in(trusted, "mine") == "changed"


@pytest.mark.parametrize("name", ["notes.txt", ".venv/lib/x.py", "lib/site-packages/x.py", "__pycache__/mine.pyc"])
def test_a_file_that_cannot_be_imported_does_not(trusted: Path, name: str) -> None:
    write_file(trusted / name, b"")
    assert trust_in(trusted, "mine") == "trusted"


def test_a_page_that_names_another_engine_asks_again(trusted: Path) -> None:
    assert trust_in(trusted, "mine") == "trusted"
    assert trust_in(trusted, "os") == "unknown"


def test_a_copy_in_another_folder_is_not_trusted(mine: Callable[..., Path]) -> None:
    trust_project(mine())
    assert not is_run(mine(name="copy"))


def test_a_link_to_a_folder_that_is_trusted_is_followed(trusted: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(trusted, target_is_directory=True)
    assert trust_in(tmp_path / "link", "mine") == "trusted"
    (trusted / "self").symlink_to(trusted, target_is_directory=True)
    assert trust_in(trusted, "mine") == "trusted"


DAMAGED = (
    "",
    "[]",
    "{",
    '{"version": 1}',
    '{"version": 1, "folders": []}',
    '{"version": 9, "folders": {}}',
    "[" * 9999,
)


@pytest.mark.parametrize("text", DAMAGED)
def test_a_file_of_trust_that_is_damaged_trusts_nothing_and_is_written_anew(trusted: Path, text: str) -> None:
    write_file(data_folder() / FILE, text.encode())
    assert trust_in(trusted, "mine") == "unknown"
    remember(trusted, ["mine"])
    assert trust_in(trusted, "mine") == "trusted"


@pytest.mark.parametrize("entry", [3, [], {}, {"engines": 3, "code": None}, {"engines": ["mine"], "code": None}])
def test_an_entry_that_is_damaged_trusts_nothing(trusted: Path, entry: object) -> None:
    write_file(data_folder() / FILE, json.dumps({"version": 1, "folders": {str(trusted): entry}}).encode())
    assert trust_in(trusted, "mine") != "trusted"


def test_a_folder_with_very_many_files_cannot_be_remembered(trusted: Path) -> None:
    for number in range(MOST_FILES):
        (trusted / f"part{number}.py").touch()
    assert trust_in(trusted, "mine") == "changed"
    with pytest.raises(ProofdeckError, match=r"E647 .* more than 500 files"):
        remember(trusted, ["mine"])


def test_a_folder_with_very_many_folders_cannot_be_remembered(trusted: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofdeck.play.engine.trust.MOST_FOLDERS", 3)
    for name in ("a", "b"):
        (trusted / name).mkdir()
    assert trust_in(trusted, "mine") == "trusted"
    (trusted / "c").mkdir()
    assert trust_in(trusted, "mine") == "changed"
    with pytest.raises(ProofdeckError, match=r"E647 .* or very many folders"):
        remember(trusted, ["mine"])


def test_bytecode_beside_a_trusted_engine_is_never_run(mine: Callable[..., Path], tmp_path: Path) -> None:
    """Python would believe it without a look at the source."""
    root = mine()
    (tmp_path / "evil.py").write_text("from pathlib import Path\nPath(__file__).with_name('ran').touch()\n")
    cached = Path(importlib.util.cache_from_source(str(root / "mine.py")))
    cached.parent.mkdir()
    unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
    py_compile.compile(str(tmp_path / "evil.py"), str(cached), str(root / "mine.py"), invalidation_mode=unchecked)
    trust_project(root)
    assert is_run(root)
    assert not (root / "ran").exists()


def test_a_build_looks_again_when_a_folder_is_trusted_and_when_its_code_has_changed(
    mine: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    root = mine()
    looked: list[bool] = []

    def pads(*given: Any) -> list[Job]:
        looked.append(True)
        return pad_jobs(*given)

    monkeypatch.setattr("proofdeck.book.pads.pads.pad_jobs", pads)

    def looks() -> bool:
        looked.clear()
        build(root, [], Options(only=("score-pad",)), no_progress)
        return looked == [True]

    assert [looks(), looks()] == [True, False]
    trust_project(root)
    assert [looks(), looks()] == [True, False]
    (root / "mine.py").write_text("1 / 0\n", encoding="utf-8")
    assert [looks(), looks()] == [True, False]


def test_commands_respect_what_is_remembered_say_what_has_changed_and_check_tells_faults(
    mine: Callable[..., Path],
) -> None:
    root = mine()
    (root / "table.txt").write_text("board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n", encoding="utf-8")
    assert run(root, "trust").out.splitlines()[:3] == ["mine.py", "", TRUSTED]
    assert run(root, "score", "tombs", "table.txt").code == 0
    with (root / "mine.py").open("a", encoding="utf-8") as code:
        code.write("# more\n")
    again = run(root, "score", "tombs", "table.txt")
    assert again.code == 2
    assert again.err.startswith(
        "rules_md/tombs.md:8 E609 the engine 'mine' is not as it was when you trusted this folder, so "
    )
    assert "`proofdeck trust` to trust it as it is" in again.err
    assert run(root, "trust", "--forget").out == ". is no longer trusted.\n"
    assert run(root, "trust", "--forget").out == ". is not trusted.\n"
    assert "does not come with Proofdeck" in run(root, "score", "tombs", "table.txt").err


TRUSTED = "The engine mine runs without --trust from now on. If one of these files changes, or another is added,"


def test_there_is_nothing_to_trust_without_an_engine_of_its_own(tmp_path: Path) -> None:
    start_project(tmp_path / "tombs", "tombs")
    with pytest.raises(ProofdeckError, match=r"E647 no rules page in .* names an engine of its own"):
        trust_project(tmp_path / "tombs")

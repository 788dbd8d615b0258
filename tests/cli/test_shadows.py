"""A project folder whose files are called like modules: none of them is imported, whichever command is run there."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from cli.commands import PATIENCE, ROOT, Ran, run, surroundings
from tables import to_play_in

from proofdeck.front.cli.app import COMMANDS
from proofdeck.ground.processes import LONGEST_FOLDER

IMPORTABLE = sorted(
    name for name in {*sys.stdlib_module_names, *packages_distributions(), "sitecustomize"} if name.isidentifier()
)
PACKAGES = ("proofdeck", "multiprocessing", "numpy")
"""Shadowed by folders rather than by files."""
PLAY = ("tombs", "--games", "40", "--bots", "random", "--jobs", "2")
WORDS = {
    "build": ("tombs", "--only", "score-pad"),
    "export": ("png", "tombs"),
    "check": ("tombs",),
    "diff": (".",),
    "printed": ("tombs",),
    "printer": ("attic",),
    "accept": ("tombs", "--list"),
    "rules": ("tombs",),
    "score": ("tombs", "table.txt"),
    "match": ("new", "tombs", "Ana", "Ben"),
    "tournament": ("show",),
    "play": ("tombs",),
    "example": ("nothing.jsonl",),
    "simulate": PLAY,
    "lab": PLAY,
    "hunt": ("tombs", "--minutes", "0.02", "--jobs", "1"),
    "compare": (*PLAY, "--set", "goal.2=6"),
    "replay": ("nothing.jsonl",),
    "mutate": ("fishing-dragon",),
    "translate": ("fr", "tombs"),
    "games": (),
    "icons": (),
    "mcp": (),
    "pull": (),
    "new": ("another",),
    "trust": (),
    "explain": ("E103",),
    "licences": (),
}
"""A use of each command; the preview has a test of its own."""


@pytest.fixture(scope="module")
def shadowed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that holds a module of each name that can be imported; each writes down that it was."""
    root = to_play_in(tmp_path_factory.mktemp("shadows"))
    notes = f"open({str(root / 'imported.txt')!r}, 'a').write(__name__ + ' ')\n"
    for name in IMPORTABLE:
        path = root / (f"{name}/__init__.py" if name in PACKAGES else f"{name}.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(notes, encoding="utf-8")
    return root


def imported(root: Path) -> str:
    """What was imported from the folder since the last question."""
    notes = root / "imported.txt"
    found = notes.read_text(encoding="utf-8") if notes.exists() else ""
    notes.unlink(missing_ok=True)
    return found


def test_each_command_is_tried() -> None:
    assert WORDS.keys() | {"preview"} == set(COMMANDS)


@pytest.mark.parametrize("command", WORDS)
def test_no_command_imports_from_the_folder_it_is_run_in(shadowed: Path, command: str) -> None:
    said = run(shadowed, command, *WORDS[command])
    assert "Usage" not in said.err
    assert imported(shadowed) == ""


SCRIPT = "from proofdeck.front.cli import main\nif __name__ == '__main__': main()\n"
"""The command as an installer writes it."""
ERRAND = """\
from proofdeck.front.preview.behind import Errand
if __name__ == '__main__': print(Errand(len, 'abc').answer())
"""
"""A question as the preview asks it."""
PIECES = "from proofdeck.ground.processes import shared_out\n"


def started(code: str, at: Path, *words: str | Path) -> Ran:
    """That script in another folder, started from `at`."""
    script = at.resolve().parent / f"script{len(code)}.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script, *words],
        cwd=at,
        env=surroundings(PYTHONPATH=str(ROOT)),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.parametrize("folder", [".", ".."])
def test_a_command_that_really_starts_imports_nothing_from_the_project(shadowed: Path, folder: str) -> None:
    said = started(SCRIPT, shadowed / folder, "-C", shadowed, "simulate", *PLAY)
    assert (said.code, said.err, imported(shadowed)) == (0, "", "")


def test_nothing_is_imported_from_the_folder_of_a_preview(shadowed: Path) -> None:
    assert (started(ERRAND, shadowed), imported(shadowed)) == ((0, "3\n", ""), "")


def test_pieces_of_work_import_nothing_from_there_wherever_they_come_from(
    shadowed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are spawned, one by one, where no server can have its socket."""
    code = f"{PIECES}if __name__ == '__main__': print(*shared_out([7], divmod, int, (9,), 1))\n"
    long = shadowed.parent / ("t" * LONGEST_FOLDER)
    long.mkdir()
    monkeypatch.setenv("TMPDIR", str(long))
    assert (started(code, shadowed), imported(shadowed)) == ((0, "(1, 2)\n", ""), "")

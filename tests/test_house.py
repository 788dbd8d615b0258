"""The house itself: formatted, linted, typed, and no import that climbs a floor."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
COMMANDS = {
    "formatted as ruff formats": ["ruff", "format", "--check", "generator", "tests"],
    "clean to ruff": ["ruff", "check", "generator", "tests"],
    "typed strictly": ["mypy"],
    "built on its floors": ["importlinter.cli"],
}


@pytest.mark.parametrize("what", COMMANDS)
def test_the_house_is(what: str) -> None:
    module, *arguments = COMMANDS[what]
    call = [sys.executable, "-m", module, *arguments]
    if module == "importlinter.cli":
        call = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


HEAVY = (
    "reportlab",
    "pandas",
    "numpy",
    "PIL",
    "jinja2",
    "uharfbuzz",
    "svgelements",
    "pypdfium2",
    "yaml",
    "rich",
    "pydantic",
)


@pytest.mark.parametrize("module", ["generator.cli", "generator.build.build", "generator.cards", "generator.problems"])
def test_heavy_libraries_are_loaded_only_where_they_are_needed(module: str) -> None:
    code = f"import sys, {module}; print(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_score_is_added_up_without_any_library_but_the_one_that_reads_the_head_of_the_rules(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text("board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n")
    code = f"""
import sys
from generator.cli.app import app
try:
    app(["score", "tombs", {str(tmp_path / "table.txt")!r}])
finally:
    print(' '.join(m for m in {HEAVY!r} if m in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "yaml"

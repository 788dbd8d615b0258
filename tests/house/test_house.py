"""The house itself: formatted, linted, typed, and no import that climbs a floor."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from house.measures import parsed, statements

from proofdeck.front.export.play import UNUSED

ROOT = Path(__file__).parents[2]
SLOW = "typed strictly"
"""A minute without a cache. The workflow does it for each push, and everybody else before a commit."""
COMMANDS = {
    "formatted as ruff formats": ["ruff", "format", "--check", "generator", "tests"],
    "clean to ruff": ["ruff", "check", "generator", "tests"],
    SLOW: ["mypy"],
    "built on its floors": ["importlinter.cli"],
}


@pytest.mark.parametrize(
    "what", [pytest.param(what, marks=pytest.mark.thorough if what == SLOW else ()) for what in COMMANDS]
)
def test_the_house_is(what: str) -> None:
    module, *arguments = COMMANDS[what]
    call = [sys.executable, "-m", module, *arguments]
    if module == "importlinter.cli":
        call = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    done = subprocess.run(call, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


LATE_LIBRARIES = {
    *("PIL", "bidi", "brotli", "cssselect2", "distributed", "fontTools", "highspy", "icu4py", "jinja2", "markdown_it"),
    *(
        "mdit_py_plugins",
        "numpy",
        "openpyxl",
        "pandas",
        "platformdirs",
        "pypdfium2",
        "pyphen",
        "python_calamine",
        "reportlab",
        "resvg_py",
        "tinycss2",
    ),
    *("typst", "uharfbuzz", "watchfiles", "yaml"),
    *("concurrent", "ctypes", "difflib", "importlib", "multiprocessing", "resource", "tomllib"),
}
LATE_MODULES = {
    *("proofdeck.front.making.checking", "proofdeck.front.making.plans", "proofdeck.front.export.target"),
    *(
        "proofdeck.source.cards.archive",
        "proofdeck.source.cards.workbook",
        "proofdeck.play.engine.score_table.game",
        "proofdeck.play.engine.trial.conformance",
    ),
    *(
        "proofdeck.paper.ink.document",
        "proofdeck.paper.ink.press",
        "proofdeck.paper.ink.printing",
        "proofdeck.paper.ink.profiles",
    ),
    *(
        "proofdeck.paper.faces.face",
        "proofdeck.paper.ink.raster",
        "proofdeck.book.manuscript.books",
        "proofdeck.book.manuscript.proving",
    ),
    *("proofdeck.book.manuscript.composing", "proofdeck.book.pads.pads"),
}
"""What is imported where it is needed, because of its weight. Commands and the package import all like that."""
ROOMS_NOT_NEEDED = (
    "proofdeck.play.engine",
    "proofdeck.paper.faces.face",
    "proofdeck.paper.ink",
    "proofdeck.book.manuscript.composing",
)
LOADED_ONE_BY_ONE = {("front", "cli"), ("front", "door"), ("front", "starters")}


HEAVY = (
    "reportlab",
    "pandas",
    "numpy",
    "PIL",
    "jinja2",
    "uharfbuzz",
    "cssselect2",
    "tinycss2",
    "resvg_py",
    "pypdfium2",
    "yaml",
    "rich",
    "pydantic",
)


def late_imports() -> Iterator[tuple[str, str]]:
    """Each module that imports something inside a function, and what that is."""
    for path in sorted((ROOT / "generator").rglob("*.py")):
        file = path.relative_to(ROOT / "generator/proofdeck")
        if file.parts[:2] in LOADED_ONE_BY_ONE or file.name == "__init__.py":
            continue
        for function in statements(parsed(path.read_text(encoding="utf-8"))):
            for node in statements(function) if isinstance(function, ast.FunctionDef) else ():
                if isinstance(node, ast.Import):
                    yield from ((file.as_posix(), name.name) for name in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    whole = (f"{node.module}.{name.name}" for name in node.names)
                    yield file.as_posix(), next((one for one in whole if one in LATE_MODULES), node.module)


def test_only_what_is_heavy_is_imported_inside_functions() -> None:
    """Whatever else is imported at the top of a module, where a reader looks for it."""
    found = {(file, name if name.startswith("proofdeck") else name.partition(".")[0]) for file, name in late_imports()}
    allowed = LATE_LIBRARIES | LATE_MODULES
    assert sorted(one for one in found if one[1] not in allowed) == []
    assert allowed - {name for _, name in found} == set(), "these are no longer imported late"


OURS = {*sys.stdlib_module_names, "proofdeck"}
INSTALLED = {**{name: found[0] for name, found in packages_distributions().items()}, "pyspiel": "open_spiel"}
"""What each package is distributed as. The last one may not be installed."""


def outside_imports() -> Iterator[tuple[str, str]]:
    """Each module of the program that imports a package of others, and what that is distributed as."""
    for path in sorted((ROOT / "generator").rglob("*.py")):
        for node in statements(parsed(path.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            for top in {name.partition(".")[0] for name in names} - OURS:
                yield path.relative_to(ROOT).as_posix(), canonical(INSTALLED.get(top, top))


def canonical(words: str) -> str:
    """The name of a distribution as indexes compare it, without its bounds."""
    return re.sub(r"[-_.]+", "-", re.split(r"[<>=!~\[ ;]", words)[0]).lower()


def test_each_package_that_the_program_imports_is_declared() -> None:
    """Another package may need it too, but then that one decides of its version, and whether it is there at all."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    offered = [word for name in ("cluster", "mcp", "openspiel", "pettingzoo") for word in extras[name]]
    declared = set(map(canonical, [*project["dependencies"], *offered]))
    assert sorted(one for one in outside_imports() if one[1] not in declared) == []


@pytest.mark.parametrize("module", ["proofdeck.front.making.build", "proofdeck.front.making.check"])
def test_what_has_nothing_to_do_loads_neither_engines_nor_faces_nor_books(module: str) -> None:
    code = f"import sys, {module}; print(' '.join(m for m in {ROOMS_NOT_NEEDED!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize(
    "module",
    ["proofdeck.front.cli", "proofdeck.front.making.build", "proofdeck.source.cards", "proofdeck.ground.problems"],
)
def test_heavy_libraries_are_loaded_only_where_they_are_needed(module: str) -> None:
    code = f"import sys, {module}; print(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


def test_a_score_is_added_up_without_any_library_but_the_one_that_reads_the_head_of_the_rules(tmp_path: Path) -> None:
    (tmp_path / "table.txt").write_text("board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\n")
    code = f"""
import sys
from proofdeck.front.cli.app import app
try:
    app(["score", "tombs", {str(tmp_path / "table.txt")!r}])
finally:
    print(' '.join(m for m in {HEAVY!r} if m in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "yaml"


def test_a_table_in_a_browser_needs_nothing_of_pythons_library_that_is_left_out_there() -> None:
    code = "import sys; before = {*sys.modules}; import proofdeck.front.table.desk; print(*{*sys.modules} - before)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert {name.partition(".")[0] for name in done.stdout.split()} & set(UNUSED) == set()

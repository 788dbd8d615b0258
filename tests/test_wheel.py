"""The wheel holds the program and its games, nothing of the workshop, and works where nothing else is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import pytest

from proofdeck.ground import __version__

pytestmark = pytest.mark.skipif(find_spec("hatchling") is None, reason="hatchling, which builds the wheel, is not here")

ROOT = Path(__file__).parent.parent
WORKSHOP = {"tests", "gallery", "output", "dist", "__pycache__", ".ci", ".github", ".git", ".venv"}
Python = Callable[..., str]


def build(source: Path, place: Path) -> Path:
    """The wheel, built by hatchling itself, which needs no network."""
    call = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
    subprocess.run(call, cwd=source, capture_output=True, check=True)
    (built,) = place.glob("*.whl")
    return built


def names_in(wheel: Path) -> list[PurePosixPath]:
    with zipfile.ZipFile(wheel) as archive:
        return [PurePosixPath(name) for name in archive.namelist()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def held(wheel: Path) -> list[PurePosixPath]:
    return names_in(wheel)


def test_the_wheel_is_for_any_system_and_has_the_version_of_the_program(wheel: Path) -> None:
    assert wheel.name == f"proofdeck-{__version__}-py3-none-any.whl"


def test_the_wheel_holds_one_package_and_what_is_said_about_it(held: list[PurePosixPath]) -> None:
    assert {path.parts[0] for path in held} == {"proofdeck", f"proofdeck-{__version__}.dist-info"}


def test_the_wheel_holds_no_test_no_gallery_and_no_output(held: list[PurePosixPath]) -> None:
    assert [
        path for path in held if WORKSHOP & {*path.parts} or path.match("test_*.py") or path.match("conftest.py")
    ] == []
    assert {path.parts[0] for path in held} == {"proofdeck", f"proofdeck-{__version__}.dist-info"}
    assert [path for path in held if path.suffix in {".pdf", ".png", ".pyc"}] == []


def test_the_wheel_holds_the_licence_the_games_and_the_types(held: list[PurePosixPath]) -> None:
    needed = [f"proofdeck-{__version__}.dist-info/licenses/LICENSE", "proofdeck/py.typed"]
    needed += [
        f"proofdeck/shipped/{path.relative_to(ROOT).as_posix()}"
        for path in (ROOT / "cards.csv", *(ROOT / "rules_md").glob("*.md"), *(ROOT / "templates").rglob("*.toml"))
    ]
    assert {*map(PurePosixPath, needed)} - {*held} == set()


def test_a_container_is_given_all_that_the_wheel_is_made_of(held: list[PurePosixPath], tmp_path: Path) -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    for name in (line[1:] for line in lines if line.startswith("!")):
        source, copy = ROOT / name, tmp_path / "source" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, copy)
    assert names_in(build(tmp_path / "source", tmp_path / "wheel")) == held


@pytest.fixture
def python(wheel: Path, tmp_path: Path) -> Python:
    """`python("-m", "proofdeck", "new", "zoo")` in an empty folder, with what is in the wheel; gives what it prints."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "unpacked")
    here = tmp_path / "here"
    here.mkdir()
    surroundings = {**os.environ, "PYTHONPATH": str(tmp_path / "unpacked"), "PYTHONIOENCODING": "utf-8"}

    def run(*words: str) -> str:
        call = [sys.executable, *words]
        done = subprocess.run(call, cwd=here, env=surroundings, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


def test_the_wheel_is_enough_to_make_projects_of_all_kinds_and_to_build_one(python: Python, tmp_path: Path) -> None:
    proofdeck = partial(python, "-m", "proofdeck")
    found = python("-c", "import proofdeck; print(proofdeck.__file__)")
    assert all(Path(path).is_relative_to(tmp_path / "unpacked") for path in found.splitlines())
    assert proofdeck("--version") == f"proofdeck {__version__}\n"
    start = "from pathlib import Path; from proofdeck.front.starting import start_project as start; "
    start += "start(Path('scored')); start(Path('played'), engine=True); start(Path('tombs'), 'tombs')"
    python("-c", start)
    proofdeck("-C", "played", "simulate", "--games", "2", "--trust")
    proofdeck("-C", "tombs", "games")
    proofdeck("-C", "scored", "build", "--paper", "a4", "-q")
    assert (tmp_path / "here" / "scored" / "output" / "scored" / "cards-a4.pdf").stat().st_size > 0

"""Faulty edits, made by a script as an assistant would make them: each is refused with the right code, and nothing but
the copy and the cache is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.commands import ROOT
from tables import _copied, game_copied_to

from proofdeck.front.starting import start_project

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from referee.assistants import Assistant, assistant
from referee.faults import Fault, faults_in

GAMES = ("tombs", "fishing-dragon", "salt-roads", "rummy-duel", "fantasy-contract-rummy", "toonerville-rook")
KINDS = ("cards", "tricks", "rummy", "draft", "auction", "board")
QUICK = {"cards"}
FEWEST = 100
CODE = re.compile(r"\b[EW]\d{3}\b")
OF_PYTHON = re.compile(r"/__pycache__(/|$)")


def project_in(root: Path, name: str, copied: Callable[[Path, str], Path] = game_copied_to) -> Path:
    """One of the six games alone, or a starter of that kind."""
    if name in GAMES:
        return copied(root, name)
    start_project(root, kind=name)
    return root


def contents(root: Path) -> dict[str, tuple[bytes, int]]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def refused(asks: Assistant, root: Path, name: str) -> list[str]:
    """Make each faulty edit in the copy, and take it back; return those that are not refused as they should be."""
    wrong = []
    faults = list(faults_in(root, name))
    for fault in faults:
        asks("write", file=fault.file, text=fault.text)
        said = asks("check", games=[name]).text
        if fault.code not in CODE.findall(said):
            wrong.append(f"{fault.says} in {fault.file} is not refused with {fault.code}: {said[:300]}")
        asks("write", file=fault.file, text=before(root, fault))
    assert asks("check", games=[name]).text.startswith("0 errors")
    return wrong


def before(root: Path, fault: Fault) -> str:
    """An empty file is none of the settings that a project lacks."""
    path = root / fault.file
    return path.read_text(encoding="utf-8") if path.exists() else ""


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.thorough) for name in (*KINDS, *GAMES)]
)
def test_each_faulty_edit_is_refused_with_the_right_code_and_no_byte_is_written_outside_the_copy(
    name: str, tmp_path: Path, cache_of_its_own: Path
) -> None:
    root, place, log = project_in(tmp_path / name, name), tmp_path / "place", tmp_path / "log"
    place.mkdir()
    untouched = contents(root)
    surroundings = {"TMPDIR": str(place), "PROOFDECK_AUDIT": str(log)}
    with assistant(root, "--trust", environment=surroundings) as asks:
        assert refused(asks, root, name) == []
        if name in GAMES:
            asks("table", do="deal", game=name)
            asks("propose")
            asks("page", game=name)
            asks("compare", game=name, seconds=2)
            asks("hunt", game=name, seconds=2)
    assert contents(root) == untouched
    allowed = [str(place), str(cache_of_its_own), str(Path(cache_of_its_own / "proofdeck").resolve())]
    written = {line.split("\t")[1] for line in log.read_text().splitlines()}
    assert any(one.startswith(str(place)) for one in written), "nothing was heard"
    outside = sorted(one for one in written if not one.startswith(tuple(allowed)) and not OF_PYTHON.search(one))
    assert [one for one in outside if not is_shared_store(one)] == []


def is_shared_store(path: str) -> bool:
    """The caches of a test have links to what all tests of a run have learned about shipped games."""
    return Path(path).is_relative_to(Path(path).anchor) and "proofdeck-tests-" in path


def test_there_are_a_hundred_of_them(tmp_path: Path) -> None:
    names = (*KINDS, *GAMES)
    roots = {name: project_in(tmp_path / name, name, _copied) for name in names}
    found = [(name, fault.says) for name, root in roots.items() for fault in faults_in(root, name)]
    assert len(found) == len({*found}) >= FEWEST
    assert {name for name, _ in found} == {*names}
    assert (ROOT / "rules_md").exists()

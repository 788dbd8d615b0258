"""Targets and engines of other packages, found by their entry points: commands as processes, packages as files."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tables import ROOT, game_copied_to

Writer = Callable[..., Path]
Run = Callable[..., subprocess.CompletedProcess[str]]
TARGET = """
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.workspace.outputs import one_file

def jobs(goods, settings):
    names = ", ".join(design.card.name for design in goods.designs)
    return [one_file("names.txt", "the names of all cards", names, lambda _: names.encode())]

TARGET = Target("names", "a list of names", (), jobs)
"""
CARDS = "game,id,name\ntombs,blade,Blade\n"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder of packages with one that offers a target and an engine."""
    place = tmp_path / "library"
    (place / "names-1.0.dist-info").mkdir(parents=True)
    (place / "names-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: names\nVersion: 1.0\n")
    offers = "[proofdeck.targets]\nnames = names_target:TARGET\n[proofdeck.games]\ngraves = names_engine:GAME\n"
    (place / "names-1.0.dist-info" / "entry_points.txt").write_text(offers)
    (place / "names_target.py").write_text(TARGET)
    (place / "names_engine.py").write_text("from proofdeck.play.games.tombs import GAME\n")
    return place


def ran(folder: Path, library: Path, *words: str, **more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(ROOT / "generator"), str(library)))
    call = [sys.executable, "-m", "proofdeck", *words]
    surroundings = {**os.environ, "PYTHONPATH": path, **more}
    return subprocess.run(call, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)


def completed(folder: Path, library: Path, typed: str) -> list[str]:
    """What the Tab key offers after these words."""
    asked = {"_PROOFDECK_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
    return ran(folder, library, **asked).stdout.split()


def test_a_target_of_another_package_is_listed_and_makes_its_files_again_when_it_has_changed(
    installed: Path, tmp_path: Path
) -> None:
    home = tmp_path / "zoo"
    home.mkdir()
    (home / "cards.csv").write_text("game,id,name\nzoo,fox,Fox\n")
    listed = ran(home, installed, "export", "--list").stdout.splitlines()
    assert ["names", "a", "list", "of", "names"] in [line.split() for line in listed]
    assert "names" in completed(home, installed, "proofdeck export n")
    assert ran(home, installed, "export", "names").returncode == 0
    made = home / "output" / "zoo" / "export" / "names" / "names.txt"
    assert made.read_text() == "Fox"
    target = installed / "names_target.py"
    target.write_text(target.read_text().replace("design.card.name", "design.card.name.upper()"))
    assert ran(home, installed, "export", "names").returncode == 0
    assert made.read_text() == "FOX"


def test_a_package_in_the_folder_of_a_project_offers_nothing(installed: Path, tmp_path: Path) -> None:
    home = tmp_path / "library"
    (home / "cards.csv").write_text("game,id,name\nzoo,fox,Fox\n")
    done = ran(home, installed, "export", "names")
    assert (done.returncode, "there is no target 'names'" in done.stderr) == (2, True)


def test_a_page_names_an_engine_of_another_package_by_the_name_of_its_entry_point(
    installed: Path, tmp_path: Path
) -> None:
    home = game_copied_to(tmp_path / "mine", "tombs")
    page = home / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("engine: proofdeck.play.games.tombs", "engine: graves"))
    done = ran(home, installed, "simulate", "--games", "2")
    assert (done.returncode, done.stderr) == (0, "")
    page.write_text(page.read_text().replace("engine: graves", "engine: tombstones"))
    assert "the engine 'tombstones' does not come with Proofdeck" in ran(home, installed, "simulate").stderr


def test_a_check_hears_that_a_package_was_installed_and_that_it_was_taken_away(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "zoo" / "rules_md").mkdir(parents=True)
    (tmp_path / "zoo" / "cards.csv").write_text("game,id,name\nzoo,fox,Fox\n")
    (tmp_path / "zoo" / "rules_md" / "zoo.md").write_text("---\ntitle: Zoo\nengine: graves\n---\n")
    package, away = installed / "names-1.0.dist-info", tmp_path / "away"
    told = []
    for there in (False, True, False):
        away.rename(package) if there else package.rename(away)
        told.append("E609" in ran(tmp_path / "zoo", installed, "check").stdout)
    assert told == [True, False, True]

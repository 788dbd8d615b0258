"""Games played by a cluster: a real scheduler and two workers on this machine, of which one dies in the middle."""

from __future__ import annotations

import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from cli.commands import run
from tables import to_play_in

import proofdeck
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.play.lab.experiments import compare
from proofdeck.play.lab.simulation import Simulation
from proofdeck.play.setup.series import Condition, LazyVersion, OpenedThere
from proofdeck.play.setup.versions import Version

distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install -e '.[cluster]'")

WORDS = ("compare", "tombs", "--set", "goal.2=6", "--games", "30", "--bots", "random", "--json")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes, without a page of their own."""
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        dashboard_address="127.0.0.1:0",
        worker_dashboard_address="127.0.0.1:0",
        silence_logs=logging.CRITICAL,
    ) as opened:
        yield opened


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return to_play_in(tmp_path_factory.mktemp("games"))


def test_a_cluster_gives_the_same_figures_as_this_machine(games: Path, cluster: Any) -> None:
    here, there = run(games, *WORDS, "--jobs", "1"), run(games, *WORDS, "--cluster", cluster.scheduler_address)
    assert (there.code, there.err) == (0, "")
    assert json.loads(there.out) == json.loads(here.out)


def test_the_lab_of_a_program_gives_its_games_to_a_cluster_too(games: Path, cluster: Any) -> None:
    lab = proofdeck.open(games).games["tombs"].lab
    here, there = (lab.cards(20, bots="random", jobs=crew).data for crew in (1, cluster.scheduler_address))
    assert there == here


def test_a_cluster_finds_a_table_against_what_a_page_states(tmp_path: Path, cluster: Any) -> None:
    page = to_play_in(tmp_path) / "rules_md" / "tombs.md"
    text = page.read_text(encoding="utf-8").replace("reduced: 1 copy, hand=1\n", "")
    page.write_text(text.replace("cards in hand > 3", "cards in stock < 20"), encoding="utf-8")
    words = ("hunt", "tombs", "--players", "2", "--minutes", "0.01", "--json")
    there = run(tmp_path, *words, "--cluster", cluster.scheduler_address)
    assert (there.code, there.err) == (1, "")
    (find,) = json.loads(there.out)["finds"]
    assert find["kind"] == "never: cards in stock < 20"
    assert "expect:\n  never: cards in stock < 20\n" in find["example"]


def test_a_worker_that_dies_in_the_middle_costs_nothing(games: Path, cluster: Any) -> None:
    asked = Simulation("tombs", 200, bots=("random",), crew=cluster.scheduler_address)
    killed: list[int] = []

    def kill(_: str, done: int, __: int) -> None:
        if not killed and done < 150:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    there = compare(games, asked, ["goal.2=6"], kill, Problems())
    assert killed
    assert there == compare(games, replace(asked, crew=1), ["goal.2=6"], no_progress, Problems())


def test_a_script_in_the_folder_of_the_project_and_what_it_imports_are_not_its_engine(
    games: Path, cluster: Any
) -> None:
    (games / "helping.py").touch()
    script = games / "script.py"
    script.write_text(
        "import sys, helping, proofdeck\n"
        "lab = proofdeck.open('.').games['tombs'].lab\n"
        "print(lab.cards(4, bots='random', jobs=sys.argv[1]).data['stopped'])\n"
    )
    words = [sys.executable, str(script), cluster.scheduler_address]
    ran = subprocess.run(words, cwd=games, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.stdout, ran.stderr) == ("games\n", "")


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "tcp://127.0.0.1:port", "http://127.0.0.1:1"])
def test_a_scheduler_that_is_not_there_is_a_sentence(
    games: Path, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("proofdeck.ground.clusters.PATIENCE", "0.3s")
    with pytest.raises(ProofdeckError, match=re.escape(f"no scheduler answers at '{address}'")) as raised:
        compare(games, Simulation("tombs", 20, crew=address), ["goal.2=6"], no_progress, Problems())
    assert "dask scheduler" in raised.value.problems[0].hint


def test_what_was_changed_since_the_last_games_is_what_is_played(cluster: Any, tmp_path: Path) -> None:
    """Workers keep a game ready, but only while nothing in it is changed."""
    root, there = to_play_in(tmp_path), ("--cluster", cluster.scheduler_address)
    assert run(root, *WORDS, *there).code == 0
    page = root / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("goal: {2: 8,", "goal: {2: 4,"))
    assert json.loads(run(root, *WORDS, *there).out) == json.loads(run(root, *WORDS, "--jobs", "1").out)


def test_an_engine_that_was_changed_since_a_worker_loaded_it_is_not_played(cluster: Any, tmp_path: Path) -> None:
    root = to_play_in(tmp_path)
    page, engine = root / "rules_md" / "tombs.md", root / "mine.py"
    page.write_text(page.read_text().replace("engine: proofdeck.play.games.tombs", "engine: mine"))
    engine.write_text("from proofdeck.play.games.tombs import GAME\n")
    words = (
        "simulate",
        "tombs",
        "--games",
        "12",
        "--bots",
        "random",
        "--trust",
        "--cluster",
        cluster.scheduler_address,
    )
    assert run(root, *words).code == 0
    engine.write_text("from proofdeck.play.games.tombs import GAME  # now\n")
    ran = run(root, *words)
    assert ran.code == 2
    assert f"E808 mine.py in {root} has changed since a worker loaded it" in ran.err


@pytest.mark.parametrize("expected", [Condition("0" * 16, ()), Condition("", (("mine.py", "0"),))])
def test_a_machine_with_an_older_copy_does_not_play(games: Path, expected: Condition) -> None:
    version = Version(games, "tombs")
    found = LazyVersion(version).playable.fingerprint
    with pytest.raises(ProofdeckError, match="is different on the machine of a worker"):
        _ = OpenedThere(version, expected._replace(fingerprint=expected.fingerprint or found)).playable
    assert OpenedThere(version, Condition(found, ())).playable.fingerprint == found


def test_another_folder_cannot_be_compared_by_a_cluster(games: Path, tmp_path: Path, cluster: Any) -> None:
    ran = run(games, "compare", "tombs", "--to", tmp_path, "--cluster", cluster.scheduler_address)
    assert ran.code == 2
    assert "E808" in ran.err

"""That a call or a step that never ends is given up, wherever it was begun, and that nothing else is."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tables import playable

from proofdeck.front.cli.terminal import as_mistakes
from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine import patience
from proofdeck.play.engine.faults import GAMES
from proofdeck.play.engine.patience import EndlessCall, limited, watched

ENDLESS = "def go_on(*_):\n    while True:\n        pass\n"


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patience, "PATIENCE", 0.1)


def endless_in(file: str) -> Callable[..., Any]:
    """A function of that file that never ends."""
    space: dict[str, Any] = {}
    exec(compile(ENDLESS, file, "exec"), space)
    return space["go_on"]  # type: ignore[no-any-return]


def wait(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


@pytest.mark.parametrize("in_a_thread", [False, True])
@pytest.mark.parametrize("is_nested", [False, True])
def test_a_step_that_never_ends_is_given_up_by_its_name(*, in_a_thread: bool, is_nested: bool) -> None:
    def step() -> None:
        with watched(lambda _: is_nested), limited("this example", 0.05):
            endless_in("any.py")()

    with ThreadPoolExecutor() as threads, pytest.raises(EndlessCall) as given_up:
        threads.submit(step).result() if in_a_thread else step()
    assert str(given_up.value) == "this example has been running for more than 0.05 s"


def test_a_step_with_more_time_than_other_calls_has_it() -> None:
    with watched(lambda _: True), limited("a claim", 60):
        wait(0.4)


def test_steps_that_end_one_after_the_other_are_not_given_up() -> None:
    for _ in range(8):
        with limited("a step", 0.1):
            wait(0.05)


def test_what_called_the_program_is_not_taken_for_an_endless_call_of_the_engine() -> None:
    """A script may lie in the folder of the project."""
    end = time.monotonic() + 0.4
    with watched(lambda file: file == __file__):
        while time.monotonic() < end:
            time.sleep(0.01)


def test_a_shipped_engine_that_a_project_has_made_endless_is_told_with_its_line(tmp_path: Path) -> None:
    never, origin = endless_in(f"{GAMES}tombs/rules.py"), replace(playable("tombs").origin, folder=tmp_path)
    with pytest.raises(ProofdeckError) as told, origin.faults():
        never()
    (problem,) = told.value.problems
    assert (problem.code, problem.where) == ("E645", "rules_md/tombs.md:8")
    assert problem.message.startswith("go_on() has been running for more than 0.1 s: go_on() in rules.py, line ")


def test_a_command_gives_up_a_call_of_an_engine_whatever_it_does_with_it(tmp_path: Path) -> None:
    never = endless_in(str(tmp_path / "mine.py"))
    with pytest.raises(ProofdeckError, match=r"^mine.py:[23] E645 go_on\(\) has been running"), as_mistakes(tmp_path):
        never()

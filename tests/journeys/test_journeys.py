"""Sequences of commands, each a process of its own, with edits between them, in folders as people have them.

Whatever happens between two commands, these laws hold:

- no command ends in a traceback, and each ends with 0, 1, 2 or 130;
- no command changes, removes or adds a file of the person, unless it is for that;
- what a build leaves in `output/`, and what it says is wrong, is what a build in a copy of the folder gives that knows
  nothing of all that happened before.

A journey that breaks a law is shortened to the fewest steps and printed as lines that can be pasted into a shell.
"""

from __future__ import annotations

import os
from random import Random

import pytest
from journeys.travelling import KINDS, shortest, steps_by_chance

BEGINNINGS = (
    ("csv", "zoo"),
    ("xlsx", "zoo"),
    ("xlsx", "rummy-duel"),
    ("new", "zoo"),
    ("new", "tombs"),
    ("from", "fishing-dragon"),
)
"""A spreadsheet, a workbook and what `new` makes, for a game with a name of its own and for some that are called like a
shipped one."""
LENGTH = 2
"""Steps of a journey; most are a build, an edit and a build."""
LONG = 6
MANY = int(os.environ.get("PROOFDECK_JOURNEYS", "70"))


def travel(form: str, game: str, seed: str, length: int) -> None:
    chance = Random(f"{form} {game} {seed}")
    if found := shortest(form, game, chance.choice(KINDS), steps_by_chance(form, chance, length)):
        error, lines = found
        pytest.fail("\n".join(["these commands break a law:", *lines, str(error)]), pytrace=False)


@pytest.mark.parametrize("seed", ["once", pytest.param("twice", marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("form", "game"), BEGINNINGS)
def test_no_journey_breaks_a_law(form: str, game: str, seed: str) -> None:
    travel(form, game, seed, LENGTH)


@pytest.mark.thorough
@pytest.mark.parametrize("number", range(MANY))
def test_no_long_journey_breaks_a_law(number: int) -> None:
    """Others each time: PROOFDECK_JOURNEYS says how many."""
    form, game = BEGINNINGS[number % len(BEGINNINGS)]
    travel(form, game, f"{number} {os.urandom(8).hex()}", LONG)

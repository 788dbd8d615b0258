"""From rules whose table is declared to the record that the rest of the program plays, scores and shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from generator.engine.bots import Bot, Seat, after, prospect
from generator.engine.claims import Computation
from generator.engine.engine import Engine, Scored, in_package
from generator.engine.kit.position import position
from generator.engine.kit.rules import Rules
from generator.engine.kit.scoring import SCORES, score, score_form, scored_facts, scored_zones, script
from generator.engine.kit.table import called
from generator.engine.kit.zones import ALL
from generator.engine.match_form import MatchForm, points_are_added
from generator.engine.notation import Notation
from generator.engine.pictures import Pictures
from generator.engine.state import Action, State
from generator.problems import Problem

Made = TypeVar("Made", bound=Rules[Any])


def game_of(
    rules: type[Rules[Any]],
    *,
    match: MatchForm | None = None,
    greedy: Callable[[Random], Bot] | None = None,
    checks: Mapping[str, Computation] | None = None,
    parts: Mapping[str, Any] | None = None,
) -> Engine[Any]:
    """What a module calls `GAME`.

    match: how rounds add up; points are added where nothing is said. greedy: one sensible way to play; where nothing
    is said, the commitment after which `standing` is best. checks: what claims of the page may compute. parts: others
    that this game does in its own way, by the names of the properties of `Engine`.
    """
    table = rules.table
    is_scored = bool(scored_zones(table) or scored_facts(table))
    found: dict[str, Any] = {
        "greedy": greedy or Hopeful,
        "position": position,
        "pictures": Pictures(
            open_zones=frozenset(called(name) for name, zone in table.ZONES.items() if zone.sees == ALL)
        ),
        "checks": checks or {},
        "script": script if is_scored else None,
        "score_form": score_form if any(clause.startswith(SCORES) for clause in rules.points) else None,
    } | dict(parts or {})
    form = match or MatchForm()
    return Engine(rules.name, rules.parameters, rules.points, rules, score, lambda _: form, found.get)


def game_in(
    package: str,
    rules: type[Made],
    score: Callable[[Made, Notation, list[Problem]], Scored | None],
    match: Callable[[Made], MatchForm] = points_are_added,
) -> Engine[Made]:
    """The same for a game that is a package: its other parts lie in modules of their own, loaded when asked for."""
    return Engine(rules.name, rules.parameters, rules.points, rules, score, match, in_package(package))


class Hopeful:
    """Plans the commitment after which `standing` is best, on a table that it imagines, and takes its first action.

    What comes to light in the middle of a commitment may be something else than was imagined, so it plans again then.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        legal = seat.legal_actions()
        if len(legal) == 1:
            return legal
        table = seat.imagine(self._random)
        best = max(table.macro_actions(), key=lambda macro: prospect(_worth, after(table, macro), seat.player))
        return best[:1]


def _worth(table: State, player: int) -> float:
    return table.standing()[player]

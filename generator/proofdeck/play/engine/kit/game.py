"""Makes the record for the rest of the program from rules with a declared table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import TypeVar, cast

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.bots import Bot, Seat, after, prospect, settled
from proofdeck.play.engine.claims import Computation
from proofdeck.play.engine.engine import Engine, Scored, in_package
from proofdeck.play.engine.kit.position import position, written
from proofdeck.play.engine.kit.rules import Rules
from proofdeck.play.engine.kit.scoring import SCORES, score, score_form, scored_facts, scored_zones, script
from proofdeck.play.engine.kit.table import Table
from proofdeck.play.engine.kit.tiles import picture_of
from proofdeck.play.engine.kit.zones import ALL, called
from proofdeck.play.engine.match_form import MatchForm, points_are_added
from proofdeck.play.engine.notation import Notation
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.state import Action, State
from proofdeck.source.rules.parameters import Parameter

Made = TypeVar("Made", bound=Rules[Table])


def game_of(
    rules: type[Made],
    *,
    match: MatchForm | None = None,
    greedy: Callable[[Random], Bot] | None = None,
    checks: Mapping[str, Computation] | None = None,
    parts: Mapping[str, object] | None = None,
) -> Engine[Made]:
    """The record that a module calls `GAME`.

    match: how rounds add up; by default points are added. greedy: one sensible way to play; by default, the commitment
    after which `standing` is best. checks: computations for claims. parts: other parts that this game implements
    itself, by the names of the properties of `Engine`.
    """
    for need in ("name", "min_players", "max_players", "points", "table"):
        if not hasattr(rules, need):
            raise TypeError(f"the class {rules.__name__} needs a line `{need} = ...`")
    if missing := sorted(rules.table.__abstractmethods__):
        raise TypeError(f"the class {rules.table.__name__} needs the method `{missing[0]}`")
    for one in rules.parameters:
        if not isinstance(one, Parameter):
            raise TypeError(f"{one!r} among the parameters is not a Whole, YesNo or OneOf")
    table = rules.table
    tiles = next((zone.tiles for zone in table.ZONES.values() if zone.tiles), None)
    is_scored = bool(scored_zones(table) or scored_facts(table))
    found: dict[str, object] = {
        "greedy": greedy or Hopeful,
        "position": position,
        "written": written,
        "pictures": Pictures(
            board=partial(picture_of, tiles) if tiles else None,
            open_zones=frozenset(called(name) for name, zone in table.ZONES.items() if zone.sees == ALL),
            unsaid=frozenset(map(called, table.CHOICES)),
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
    score: Callable[[Made, Notation, Problems], Scored | None],
    match: Callable[[Made], MatchForm] = points_are_added,
) -> Engine[Made]:
    """The same for a game that is a package, whose other parts are in separate modules, loaded when needed."""
    return Engine(rules.name, rules.parameters, rules.points, rules, score, match, in_package(package))


FEW, MANY = 3, 8
"""Tables on which commitments are compared if chance or the choices of others decide what comes of them."""
LONGEST = 400
"""Moves by chance after which a table is judged as it is, whatever was promised."""


class Hopeful:
    """Plans the commitment after which `standing` is best, on an imagined table, and takes its first action.

    What is revealed in the middle of a commitment may differ from what was imagined, so it then plans again. Where dice
    are rolled, cards are drawn from a new shuffle, or others choose at the same time, it compares its actions on many
    tables, each with the same choices of the others. Where all commitments look equally good, it plays on by chance
    after each, on the same tables, once around the table; after bids and other promises, which move nothing on the
    table, to the end of the game or of the round.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        legal = seat.legal_actions()
        if len(legal) == 1:
            return legal
        table = cast("Table", seat.imagine(self._random))
        if table.is_sealed():
            return (self._best_of_many(seat, legal),)
        ends = {}
        for macro in table.macro_actions():
            ends[macro] = end = after(table, macro)
            if end.is_sealed() or end.shuffles != table.shuffles:
                return (self._best_of_many(seat, legal),)
        worth = {macro: prospect(_worth, end, seat.player) for macro, end in ends.items()}
        best = max(worth.values())
        equal = [macro for macro, one in worth.items() if one == best]
        if len(equal) == len(worth) > 1 and not seat.hurried:
            return self._played_on(seat, sorted({macro[0] for macro in equal}))
        return equal[0][:1]

    def _played_on(self, seat: Seat, actions: Sequence[Action]) -> Sequence[Action]:
        """The action after which play by chance comes out best; the first among equals."""
        sums, table = dict.fromkeys(actions, 0.0), seat.imagine(self._random)
        there = (table.zones(), table.laid_pieces())
        ends = (after(table, (one,)) for one in actions)
        is_promise = all((end.zones(), end.laid_pieces()) == there for end in ends)
        for _ in range(MANY if is_promise else FEW):
            chance = self._random.getrandbits(32)
            for action in actions:
                end = after(table, (action,))
                _play_by_chance(end, Random(chance), table.chapter(), LONGEST if is_promise else table.players)
                sums[action] += end.standing()[seat.player]
            table = seat.imagine(self._random)
        return (max(actions, key=sums.__getitem__),)

    def _best_of_many(self, seat: Seat, legal: Sequence[Action]) -> Action:
        """The action with the greatest mean of `standing`; the first among equals."""
        sums = dict.fromkeys(legal, 0.0)
        for _ in range(FEW if seat.hurried else MANY):
            table, chance = seat.imagine(self._random), self._random.getrandbits(32)
            for action in legal:
                end = settled(after(table, (action,)), Random(chance))
                sums[action] += end.standing()[seat.player]
        return max(legal, key=sums.__getitem__)


def _play_by_chance(table: State, random: Random, chapter: int | None, most: int) -> None:
    """Play on to the end of the game or of that part of it, but at most so many moves."""
    for _ in range(most):
        if table.is_terminal() or table.chapter() != chapter:
            return
        legal = table.legal_actions()
        table.apply_action(legal[int(random.random() * len(legal))])


def _worth(table: State, player: int) -> float:
    return table.standing()[player]

"""Tests the project's engines against the requirements of every engine, as tests do for the six games."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, listed
from proofdeck.play.engine.faults import EndlessGame, is_of_author
from proofdeck.play.setup.opening import engine_faults, playable_of, seats_of
from proofdeck.play.setup.trusting import digest_of_engine, own_engine
from proofdeck.source.project.trial import EngineTrial

if TYPE_CHECKING:
    from proofdeck.play.engine.faults import Origin
    from proofdeck.play.engine.loading import Playable
    from proofdeck.play.engine.trial.findings import EngineFault
    from proofdeck.source.project.folder import Project
    from proofdeck.source.project.game import Game


def try_engine(project: Project, game: Game, problems: Problems, *, trust: bool) -> EngineTrial | None:
    """Test the engine of a game if it is the project's own and trusted; None if nothing can be tested.

    Problems are added to `problems`. A result is remembered until the engine, the cards or the parameters change.
    """
    playable = playable_of(project, game, Problems(), trust=trust) if own_engine(game) else None
    if playable is None:
        return None
    players: tuple[int, ...] = ()
    with engine_faults(project, game, problems):
        players = seats_of(game, playable)
        problems.extend(_unseated(game, players))
        players = players or (playable.game.min_players,)
    if not players:
        return None
    origin = playable.origin
    known = digest(digest_of_engine(project, playable), origin.page, origin.line)
    subject = TrialInput(known, playable, partial(project.progress, game.title))
    result = project.pure(_test, subject, players, lasts=_lasts)
    problems.extend(result.problems)
    return EngineTrial(game.title, players, result.games, result.moves, clean=not result.problems)


class TrialInput(NamedTuple):
    """An engine to test. digest: changes with its code, whatever it may read, and where its page names it."""

    digest: str
    playable: Playable
    progress: Callable[[int, int], None]


class TrialFindings(NamedTuple):
    """What was found in so many games and moves."""

    games: int
    moves: int
    problems: tuple[Problem, ...]


def _lasts(tested: TrialFindings) -> bool:
    """Whether another test would find the same, and not only on a machine that is as slow."""
    return all(problem.lasts for problem in tested.problems)


def _test(subject: TrialInput, players: tuple[int, ...]) -> TrialFindings:
    from proofdeck.play.engine.trial.conformance import USUAL, examine, favoured, uncounted

    origin = subject.playable.origin
    with origin.watch():
        result = examine(subject.playable.game, players, USUAL, subject.progress)
        found = [_problem(finding, origin) for finding in result.findings]
        if not found:
            try:
                with origin.faults():
                    found += _favoured(subject.playable, favoured(subject.playable, players))
                    found += _uncounted(subject.playable, uncounted(subject.playable, players))
            except ProofdeckError as told:
                found += told.problems
    return TrialFindings(result.games, result.moves, tuple(found))


def _favoured(playable: Playable, says: str) -> Iterator[Problem]:
    """The warning that the greedy bot makes one seat win; nothing without a sentence."""
    if says:
        hint = "Declare what all choose at the same time as `choice(each=True)`, or write a bot of your own."
        yield Problem("W646", says, playable.origin.page, playable.origin.line, field="engine", hint=hint)


def _uncounted(playable: Playable, names: Sequence[str]) -> Iterator[Problem]:
    """The warning that the calculator counts without some of what is on the table."""
    if names:
        message = f"points depend on {listed(names)}, for which the calculator does not ask"
        hint = "Declare it with `scored=`. Until then, score such a table as a position."
        yield Problem("W650", message, playable.origin.page, playable.origin.line, field="engine", hint=hint)


def _unseated(game: Game, players: Sequence[int]) -> Iterator[Problem]:
    """The problem if the page promises numbers of players that the engine cannot seat. players: those it can."""
    if game.about.players is None:
        return
    fewest, most = game.about.players
    missing = [str(count) for count in range(fewest, most + 1) if count not in players]
    if missing:
        printed = str(fewest) if fewest == most else f"{fewest} to {most}"
        message = f"the page says {printed} players, but the engine cannot deal to {listed(missing)}"
        line = game.page.head["players"].line
        hint = "Correct the page, or `min_players` and `max_players` of the engine."
        yield Problem("E644", message, game.page.shown, line, field="players", hint=hint)


def _problem(finding: EngineFault, origin: Origin) -> Problem:
    """The problem at the method concerned, if the author wrote it; otherwise where the page names the engine."""
    error = EndlessGame(finding.says) if finding.endless else finding.error
    if error is not None:
        error.add_note(finding.look)
        try:
            with origin.faults():
                raise error
        except ProofdeckError as told:
            return told.problems[0]
    file, line = _place(finding.methods, origin.folder) or (origin.page, origin.line)
    field = "engine" if file == origin.page else None
    return Problem("E646", finding.says, file, line, field=field, hint=finding.look)


def _place(methods: Sequence[object], folder: Path) -> tuple[str, int] | None:
    for method in methods:
        code = getattr(inspect.unwrap(method), "__code__", None) if callable(method) else None
        if code is not None and is_of_author(Path(code.co_filename), folder):
            return Path(code.co_filename).resolve().relative_to(folder.resolve()).as_posix(), code.co_firstlineno
    return None

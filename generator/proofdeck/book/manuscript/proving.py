"""Collects the proof of each clause: its page, its engine, its examples, its tests and simulated games.

Games are played by greedy bots, with each allowed number of players in turn. Game number i depends only on the seed and
i, so the counts are the same for any number of processes; they are kept in the user's cache folder.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.book.manuscript.composing import Held, clause_words
from proofdeck.book.proof.proof import GAMES, SEED, ClauseProof, Fires, GameProof, naming, proof_of
from proofdeck.ground.cache import digest
from proofdeck.ground.files import everything_in, files_below, is_folder, read_text
from proofdeck.ground.places import OUTPUT, PLAYED, TESTS
from proofdeck.ground.problems import Problems, has_errors
from proofdeck.ground.processes import shared_out
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.play.engine.playouts import CHUNK, play_one
from proofdeck.play.seats.blind import beside, book_of, misread_in, records_in
from proofdeck.play.setup.opening import playable_of, seats_of
from proofdeck.play.setup.trusting import digest_of_engine
from proofdeck.source.project.reading import load_project

if TYPE_CHECKING:
    from proofdeck.play.engine.loading import Playable
    from proofdeck.source.project.folder import Project
    from proofdeck.source.project.game import Game

SIMULATED = "games that were simulated"
OF_CLAUSES = frozenset({"E604", "E605", "E606", "E607"})
"""Mistakes of a page that do not prevent simulation, because the table of proof shows them."""

Piece = tuple[str, range]
"""The name of a game, and the numbers of the games to play."""


@dataclass(frozen=True, slots=True)
class _Seated:
    """A game that can be simulated. players: possible numbers of players, ascending, never empty."""

    title: str
    playable: Playable
    players: tuple[int, ...]


def proof_of_game(
    project: Project, name: str, held: Held, *, trust: bool = False, games: int | None = None
) -> GameProof | None:
    """The proof of a game, with what its simulated games counted; None if it has no engine that can be run.

    held: the examples that hold; games: how many were simulated, by default the most there ever were.
    """
    playable = _playable(project, [name], trust).get(name)
    if playable is None:
        return None
    known = project.fact(SIMULATED, _key(project, name, playable)) or {}
    number = max(known, default=0) if games is None else games
    fires = Fires(number, known[number]) if number in known else None
    clauses, points = playable.clauses, list(playable.engine.points)
    tests = naming([*clauses, *points], _tests(project, name)) if is_folder(project.root / TESTS) else None
    rows = proof_of(clauses, points, held, tests, fires)
    played, own = fires.games if fires else 0, not playable.origin.ours
    return GameProof(name, project.games[name].title, rows, played, own)


def with_readers(project: Project, game: Game, proof: GameProof | None) -> dict[str, ClauseProof]:
    """The proof of each clause by id, with what people made of it who read the book blind."""
    rows = proof.clauses if proof else {}
    words = clause_words(project.games[game.name])
    versions = misread_in(records_in(project.root / PLAYED), game.name, book_of(words))
    said = {name: beside(versions, book_of(words), name) for name in rows} if versions else {}
    return {name: replace(row, misread=said.get(name, "")) for name, row in rows.items()}


def why_unproved(game: Game) -> str:
    """Why there is no proof of a game: `it has no engine, so its clauses are not simulated`."""
    if "engine" in game.page.head:
        return "its engine was not run, so its clauses were not checked"
    if game.page.under("score"):
        return "it has a table of scores instead of an engine, so its clauses are not simulated"
    return "it has no engine, so its clauses are not simulated"


def simulate_games(
    project: Project, names: Iterable[str], games: int = GAMES, progress: Progress = no_progress, *, trust: bool = False
) -> None:
    """Play so many games of each of those that have an engine, and remember what fired; what is known is not played.

    Nothing is simulated if the spreadsheet or the head of a page has mistakes.
    """
    keys = {name: _key(project, name, playable) for name, playable in _playable(project, names, trust).items()}
    known = {name: project.fact(SIMULATED, key) or {} for name, key in keys.items()}
    missing = [name for name in keys if games not in known[name]]
    for name, fired in _simulated(project.root, missing, games, progress, trust):
        project.learn(SIMULATED, keys[name], {**known[name], games: fired})


def _playable(project: Project, names: Iterable[str], trust: bool) -> dict[str, Playable]:
    """Those of the games that have an engine which can be run."""
    named = [name for name in names if "engine" in project.games[name].page.head]
    found = {name: playable_of(project, project.games[name], Problems(), trust=trust) for name in named}
    return {name: playable for name, playable in found.items() if playable is not None}


def _key(project: Project, name: str, playable: Playable) -> str:
    """What the counts of simulated games depend on; an engine of the project may read any file."""
    read = "" if playable.origin.ours else everything_in(project.root, project.root / OUTPUT)
    return digest(name, digest_of_engine(project, playable), read, project.games[name].about.players, SEED)


# -- tests -------------------------------------------------------------------------------------------------------------


def _tests(project: Project, name: str) -> dict[str, str]:
    """The tests of a project by file. Those in another game's folder do not count, because games share many ids."""
    found, others = dict[str, str](), project.games.keys() - {name}
    for path in files_below(project.root / TESTS):
        file = path.relative_to(project.root)
        if path.suffix == ".py" and not others & {part.replace("_", "-") for part in file.parent.parts}:
            with suppress(OSError):
                found[file.as_posix()] = read_text(path)
    return found


# -- simulation --------------------------------------------------------------------------------------------------------


def _simulated(
    root: Path, names: list[str], games: int, progress: Progress, trust: bool
) -> Iterator[tuple[str, dict[str, int]]]:
    """For each game that can be played: clause -> games in which it fired."""
    seated = _seated(root, names, trust) if names else {}
    pieces = [(name, range(at, min(at + CHUNK, games))) for name in seated for at in range(0, games, CHUNK)]
    jobs = min(os.cpu_count() or 1, len(pieces))
    done: Iterator[list[int]]
    if jobs <= 1:
        done = (_fired(seated, piece) for piece in pieces)
    else:
        done = shared_out(pieces, _fired, _seated, (root, names, trust), jobs)
    for name, chunks in groupby(zip(pieces, done, strict=True), key=lambda pair: pair[0][0]):
        points = seated[name].playable.engine.points
        counts = Counter(dict.fromkeys(points, 0))
        played = 0
        for (_, indexes), fired in chunks:
            for bits in fired:
                counts.update(points.named(bits))
            played += len(indexes)
            progress(seated[name].title, played, games)
        yield name, dict(counts)


def _seated(root: Path, names: Sequence[str], trust: bool) -> dict[str, _Seated]:
    """The games that can be played, opened again."""
    problems = Problems()
    project = load_project(root, problems)
    found: dict[str, _Seated] = {}
    if has_errors(problems):
        return found
    for name in names:
        own = Problems()
        playable = playable_of(project, project.games[name], own, trust=trust)
        wrong = [problem for problem in own if problem.code not in OF_CLAUSES]
        players = seats_of(project.games[name], playable) if playable is not None and not has_errors(wrong) else ()
        if playable is not None and players:
            found[name] = _Seated(project.games[name].title, playable, players)
    return found


def _fired(seated: Mapping[str, _Seated], piece: Piece) -> list[int]:
    """The bits of the clauses that fired in each of these games."""
    name, indexes = piece
    playable, players = seated[name].playable, seated[name].players
    with playable.origin.faults():
        greedy = playable.engine.greedy
        games = ((players[index % len(players)], index) for index in indexes)
        return [play_one(playable.game, [greedy] * count, SEED, index).fired for count, index in games]

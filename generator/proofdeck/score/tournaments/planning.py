"""Tournaments of a project's games, or of any other game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from proofdeck.play.engine.match_form import Wins
from proofdeck.play.seats.players import why_no_title
from proofdeck.play.setup.opening import playable_of
from proofdeck.score.tournaments.movements import Movement
from proofdeck.score.tournaments.tournament import EachSides, TournamentSettings
from proofdeck.source.project.reading import load_project

if TYPE_CHECKING:
    from proofdeck.source.project.folder import Project
    from proofdeck.source.project.game import Game


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A request. tables, wins: by default those of the game; a game that is in no project needs both."""

    game: str
    rounds: int
    movement: Movement
    tables: tuple[int, int] | None = None
    wins: Wins | None = None
    seed: int = 1
    trust: bool = False


def settings_of(root: Path, asked: NewTournament) -> TournamentSettings:
    """The settings of a tournament. Raises ProofdeckError if too little is known about the game."""
    problems = Problems()
    try:
        project = load_project(root, problems)
    except ProofdeckError:
        if asked.tables is None or asked.wins is None:
            raise
        return _settings(asked, "", asked.game, asked.tables, asked.wins)
    game = project.games.get(asked.game)
    if game is None:
        if asked.tables is None or asked.wins is None:
            known = f"Games: {listed(project.games)}. For any other, add --tables 3-5 and --wins highest or lowest."
            hint = hint_from(did_you_mean(asked.game, project.games), known)
            raise ProofdeckError(Problem("E503", f"there is no game '{asked.game}'", hint=hint))
        return _settings(asked, "", asked.game, asked.tables, asked.wins)
    return _of_project(project, game, asked, problems)


def _of_project(project: Project, game: Game, asked: NewTournament, problems: Problems) -> TournamentSettings:
    playable = playable_of(project, game, problems, trust=asked.trust)
    sides_of = playable.game.sides if playable else game.about.sides.of
    if has_errors(problems):
        raise ProofdeckError(problems)
    tables = game.about.players
    wins: Wins | None = None
    if playable is not None:
        tables = tables or (playable.game.min_players, playable.game.max_players)
        wins = playable.engine.match(playable.game).wins
        if asked.wins not in {None, wins}:
            message = f"in {game.title} the {wins} total wins"
            raise ProofdeckError(Problem("E720", message, field="wins", hint="Leave --wins out: the game knows."))
    tables, wins = asked.tables or tables, asked.wins or wins
    unknown = Problems()
    if tables is None or tables[1] < 2:
        hint = "Add --tables, such as --tables 3-5."
        unknown.report("E720", f"the rules of {game.title} do not say how many may play", hint=hint)
    if wins is None:
        hint = "Say --wins highest or --wins lowest."
        unknown.report("E720", f"the rules of {game.title} do not say which total wins", hint=hint)
    if tables is None or wins is None or unknown:
        raise ProofdeckError(unknown)
    fewest, most = max(2, tables[0]), tables[1]
    sides = tuple(one.seats for players in range(fewest, most + 1) if not (one := sides_of(players)).is_plain)
    return _settings(asked, game.name, game.title, (fewest, most), wins, sides)


def _settings(
    asked: NewTournament, game: str, title: str, tables: tuple[int, int], wins: Wins, sides: EachSides = ()
) -> TournamentSettings:
    if wrong := why_no_title(title):
        raise ProofdeckError(Problem("E720", wrong, field="game"))
    return TournamentSettings(game, title, asked.rounds, asked.movement, *tables, wins, asked.seed, sides)

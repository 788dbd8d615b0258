"""Matches of a project's games, or of any other game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, has_errors, hint_from, listed
from proofdeck.play.engine.match_form import MatchForm, Wins
from proofdeck.play.seats.players import check_players, seat_of, why_no_title
from proofdeck.play.setup.opening import playable_of
from proofdeck.score.ledger import Ledger
from proofdeck.score.matches.match import Match, begin
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project

MOST_PLAYERS = 20


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A new match: a game by name and its players in seat order.

    wins, target and rounds change the form of the match; a game that is in no project needs `wins`. dealer: who deals
    first; by default the last player, so that the first one starts.
    """

    game: str
    players: tuple[str, ...]
    wins: Wins | None = None
    target: int | None = None
    rounds: int | None = None
    dealer: str | None = None
    trust: bool = False


def new_match(root: Path, ledger: Ledger, asked: NewMatch) -> Match:
    """Begin a match. Raises ProofdeckError if it cannot be played."""
    game, title, seats, form = _of_project(root, asked) or _of_any_game(root, asked)
    problems = check_players(asked.players, *seats, title)
    if problems:
        raise ProofdeckError(problems)
    dealer = seat_of(asked.players, asked.dealer) if asked.dealer else len(asked.players) - 1
    return begin(ledger, game, title, asked.players, _changed(form, asked), dealer)


Found = tuple[str, str, tuple[int, int], MatchForm]
"""(name in the project, title, fewest and most players, form)"""


def _of_project(root: Path, asked: NewMatch) -> Found | None:
    """What the project knows about the game; None if it has no such game."""
    problems = Problems()
    try:
        project = load_project(root, problems)
    except ProofdeckError:
        if asked.wins is None:
            raise
        return None
    game = project.games.get(asked.game)
    if game is None:
        return None
    playable = playable_of(project, game, problems, trust=asked.trust)
    if has_errors(problems):
        raise ProofdeckError(problems)
    if playable is None:
        seats = game.about.players or (1, MOST_PLAYERS)
        sides = game.about.sides.of(len(asked.players))
        form = MatchForm("highest" if sides.is_together else asked.wins or _unsaid(game))
        return game.name, game.title, seats, form.among(sides)
    seats = (playable.game.min_players, min(playable.game.max_players, MOST_PLAYERS))
    form = playable.engine.match(playable.game)
    if asked.players:
        form = form.among(playable.game.sides(len(asked.players)))
    if asked.wins not in {None, form.wins}:
        message = f"in {game.title} the {form.wins} total wins"
        raise ProofdeckError(Problem("E710", message, field="wins", hint="Leave out --wins; the rules decide it."))
    return game.name, game.title, seats, form


def _of_any_game(root: Path, asked: NewMatch) -> Found:
    if asked.wins is None:
        games = load_project(root, Problems()).games
        hint = hint_from(
            did_you_mean(asked.game, games),
            f"Games: {listed(games)}. For any other game, add --wins highest or --wins lowest.",
        )
        raise ProofdeckError(Problem("E503", f"there is no game '{asked.game}'", hint=hint))
    if wrong := why_no_title(asked.game):
        raise ProofdeckError(Problem("E710", wrong, field="game"))
    return "", asked.game, (1, MOST_PLAYERS), MatchForm(asked.wins)


def _unsaid(game: Game) -> Wins:
    hint = f"Add --wins, after the name of the game: `proofdeck match new {game.name} Ana Ben --wins highest`."
    raise ProofdeckError(Problem("E710", f"the rules of {game.title} do not say which total wins", hint=hint))


def _changed(form: MatchForm, asked: NewMatch) -> MatchForm:
    """The form of the game, with the changes asked for."""
    if asked.rounds is not None and form.rounds and asked.rounds > len(form.rounds):
        raise ProofdeckError(Problem("E710", f"this game has {len(form.rounds)} rounds", field="rounds"))
    return replace(
        form,
        wins=asked.wins or form.wins,
        target=form.target if asked.target is None else asked.target,
        rounds=form.rounds[: asked.rounds],
        last=form.last if asked.rounds is None or form.rounds else asked.rounds,
    )


def read_players(names: Sequence[str]) -> tuple[str, ...]:
    """Names as given, without surrounding spaces."""
    return tuple(" ".join(name.split()) for name in names)

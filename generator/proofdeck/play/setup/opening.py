"""Opens a game of a folder, ready to play, and says how many and which bots can play it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors, hint_from, listed
from proofdeck.play.engine.faults import ShortDeal
from proofdeck.play.engine.loading import Playable, load_playable, origin_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.reading import load_project


def playable_of(project: Project, game: Game, problems: Problems, *, trust: bool = False) -> Playable | None:
    """The game with the engine that its page names; None if it names none or there were problems."""
    about = game.about
    return load_playable(
        game.page, game.deck, project.root, problems, trust=trust, players=about.players, sides=about.sides
    )


def open_game(root: Path, name: str, problems: Problems, *, trust: bool) -> tuple[Game, Playable]:
    """A game ready to play. Raises ProofdeckError with all problems if it cannot be played."""
    found = Problems()
    project = load_project(root, found, name)
    (game,) = project.chosen([name], found)
    playable = playable_of(project, game, found, trust=trust)
    if playable is None or has_errors(found):
        if not has_errors(found):
            found.append(names_no_engine(game, load_project(root, Problems()).games.values()))
        raise ProofdeckError(found)
    problems.extend(found)
    return game, playable


def names_no_engine(game: Game, games: Iterable[Game]) -> Problem:
    """That a game cannot be played. games: those of the project, of which some may have an engine."""
    with_engine = [known.name for known in games if "engine" in known.page.head]
    known = f"Games with an engine: {listed(with_engine)}." if with_engine else ""
    begin = "`proofdeck new my-game --engine` makes a game with one; to score it, a table `score:` is enough."
    if game.page.is_written:
        place = game.page.place(1)
        return Problem("E608", f"the rules of {game.title} name no engine", *place, hint=hint_from(known or begin))
    hint = hint_from(f"Write them in {game.page.shown}.", begin, known)
    return Problem("E608", f"{game.title} has no rules yet, so it can be neither played nor scored", hint=hint)


def seats_of(game: Game, playable: Playable) -> tuple[int, ...]:
    """The numbers of players that the page allows and the engine can seat."""
    fewest, most = game.about.players or (playable.game.min_players, playable.game.max_players)
    return tuple(players for players in range(fewest, most + 1) if _can_be_dealt(playable, players))


def _can_be_dealt(playable: Playable, players: int) -> bool:
    """Whether the engine seats so many. If there are too few cards for them, that is a fault and told as one."""
    try:
        playable.game.new_initial_state(players, 0)
    except ShortDeal:
        return True
    except (ValueError, ProofdeckError):
        return False
    return True


@contextmanager
def engine_faults(project: Project, game: Game, problems: Problems) -> Iterator[None]:
    """Add failures of the project's engine inside the block to `problems`, and carry on after it."""
    if "engine" not in game.page.head:
        yield
        return
    try:
        with origin_of(game.page, project.root).faults():
            yield
    except ProofdeckError as error:
        problems.extend(error.problems)

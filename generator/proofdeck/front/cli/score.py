"""`proofdeck score`: scores the cards on the table, itemised and ranked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from proofdeck.front.cli.folders import as_spoken, game_names_in, only_game
from proofdeck.front.cli.ledger import Db, Scores
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import (
    AsJson,
    GameName,
    ProgressBar,
    ProjectFolder,
    is_terminal,
    print_object,
    read_text,
    refuse,
    warn,
)
from proofdeck.ground.flags import Flag, Trust

if TYPE_CHECKING:
    from proofdeck.play.engine.engine import Scored
    from proofdeck.play.engine.loading import Playable
    from proofdeck.source.project.game import Game


def score(
    game: GameName = "",
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="The table; - for standard input. If left out, you are asked."),
    ] = None,
    why: Annotated[str | None, Flag('Explain points, a player or a word: "48", "Ana".', metavar="WHAT")] = None,
    as_json: AsJson = False,
    db: Db = None,
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Score a table: every item with its clause, who wins, and what decided it."""
    from proofdeck.ground.problems import Problems
    from proofdeck.play.setup.opening import open_game
    from proofdeck.score.calculator import as_object, calculate
    from proofdeck.score.report import as_text

    if file is None and (game == "-" or Path(game).suffix) and game not in game_names_in(project):
        game, file = only_game(project), Path(game)
    problems = Problems()
    with ProgressBar():
        found, playable = open_game(project, game, problems, trust=trust)
        found = as_spoken(project, found)
    if file is None and not as_json and is_terminal() and playable.engine.script is not None:
        _converse(project, found, playable, db)
        return
    shown, text = read_text(file or Path("-"))
    with ProgressBar():
        scored = calculate(playable, text, shown, problems)
    if scored is None:
        refuse(problems, file or Path(), as_json=as_json)
    warn(problems, project)
    reasons = {} if why is None else {"why": _reasons(why, scored, found)}
    if as_json:
        print_object(as_object(found.name, scored) | reasons)
    elif reasons:
        say("\n".join(reasons["why"]))
    else:
        say(as_text(scored, say=found.spoken.said_of_a_game))


def _reasons(what: str, scored: Scored, game: Game) -> list[str]:
    """What explains points, a player or a word, line by line."""
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.score.why import why

    return list(why(what, scored, lambda: clause_words(game), game.spoken))


def _converse(project: Path, game: Game, playable: Playable, db: Path | None) -> None:
    """Ask for the table, continuing one that was left. Ends the command if the user leaves."""
    from proofdeck.book.manuscript.composing import clause_words
    from proofdeck.front.cli.asking import Asker, TerminalTalk, ask_players, begin, leaving
    from proofdeck.score.drafts import ENDED

    ask = Asker()
    phrases = game.spoken
    say(phrases("asked.intro", title=game.title))
    left = phrases("asked.left", game=game.name)
    with Scores(db, project=project).opened() as ledger, leaving(left):
        begun = {"game": game.name, "project": str(project.resolve()), "match": None}
        conversation, draft = begin(
            ask, ledger, playable, begun, lambda: ask_players(ask, game.title, playable, phrases), phrases
        )
        TerminalTalk(conversation, draft, ask, lambda: clause_words(game), "end", phrases).to_the_end()
        draft.keep(ENDED)

"""`proofdeck example`: turns moves of a game that was played into a worked example for the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import ProgressBar, ProjectFolder, read_text
from proofdeck.ground.flags import Flag, Trust

MOST_BYTES = 40_000_000


def example(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a game: played/GAME-1.jsonl.")],
    move: Annotated[int | None, Flag("The number of the first move; the last move by default.", least=1)] = None,
    moves: Annotated[int, Flag("How many moves.", least=1, most=100)] = 1,
    name: Annotated[str, Flag("Its id; a free one by default.", typed=("--id",), metavar="ID")] = "",
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Print a worked example made of moves that were played, to paste into the rules."""
    from proofdeck.book.proof.from_play import example_from
    from proofdeck.play.engine.transcript import Replay

    shown, text = read_text(file, MOST_BYTES)
    transcript = Replay(text[: text.rfind("\n") + 1].splitlines(), shown)
    with ProgressBar():
        example = example_from(project, transcript, move, moves, name, trust=trust)
    say(example.text, as_is=True)
    if move is not None and example.first < move:
        say(f"It begins at move {example.first}, because the table before move {move} cannot be written.", err=True)
    say("Check the result by hand before you paste this, and say in its last lines what happens.", err=True)

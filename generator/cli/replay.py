"""`proofdeck replay`: a transcript played again, move by move."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import ProjectFolder, Trust, guarded, read_text, show_problems

MOST_BYTES = 4_000_000
"""Of a transcript; the rest of a longer one is not read."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript, as simulate --transcripts writes it.")],
    project: ProjectFolder = Path(),
    trust: Trust = False,
) -> None:
    """Play a transcript again through the rules, move by move in words, with the clauses that apply."""
    with guarded("full", project):
        from generator.engine.engine import Scored
        from generator.engine.protocol import opened
        from generator.engine.transcript import Replay
        from generator.pipeline.playing import open_game
        from generator.problems import Problem
        from generator.scoring.report import as_text

        shown, text = read_text(file, MOST_BYTES)
        transcript = Replay(text.splitlines(), shown)
        problems: list[Problem] = []
        game, playable = open_game(project, transcript.header["game"], problems, trust=trust)
        show_problems(problems, "full", project, sys.stderr)
        players = transcript.header["players"]
        say(f"{game.title}, {players} players, seed {transcript.header['seed']}")
        state = transcript.begin(playable.game, playable.fingerprint)
        protocol = opened(playable, game.deck, state, transcript.header["seed"])
        for line in protocol.beginning():
            say(line)
        for step in transcript.steps(playable.game, state):
            for line in protocol.step(step, state.zones()):
                say(line)
        for line in protocol.ending():
            say(line)
        names = tuple(f"Player {seat + 1}" for seat in range(players))
        say("\n" + as_text(Scored(names, tuple(state.score_sheets()), state.ranking())))

"""`proofdeck replay`: replays a transcript move by move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ProjectFolder, print_object, read_text, warn
from proofdeck.ground.flags import Trust

ENDING = ".table"
"""Of the record of a table without rules."""
MOST_BYTES = 4_000_000
"""The length of transcript that is read; the rest is ignored."""


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A transcript written by simulate --transcripts.")],
    project: ProjectFolder = Path(),
    trust: Trust = False,
    as_json: AsJson = False,
) -> None:
    """Replay a transcript by the rules, describing each move and the clauses that apply."""
    from proofdeck.ground.problems import Problems, as_row
    from proofdeck.play.engine.engine import Scored
    from proofdeck.play.engine.transcript import Replay
    from proofdeck.play.seats.protocol import open_protocol
    from proofdeck.play.setup.opening import open_game
    from proofdeck.score.calculator import as_object
    from proofdeck.score.report import as_text

    shown, text = read_text(file, MOST_BYTES)
    if shown.endswith(ENDING):
        _without_rules(shown, text, as_json=as_json)
        return
    transcript = Replay(text.splitlines(), shown)
    problems = Problems()
    game, playable = open_game(project, transcript.header["game"], problems, trust=trust)
    players, seed = transcript.header["players"], transcript.header["seed"]
    state = transcript.begin(playable.game, playable.fingerprint)
    protocol = open_protocol(playable, game.deck, state, seed)

    def told() -> Iterator[str]:
        yield from protocol.beginning()
        yield from remarks(0)
        for moves, step in enumerate(transcript.steps(playable.game, state), 1):
            yield from protocol.step(step, state.zones(), state.counted_pieces())
            yield from remarks(moves)
        yield from protocol.ending()

    def remarks(moves: int) -> Iterator[str]:
        for one in transcript.remarks:
            if one.moves == moves:
                yield f"  remark of player {one.player}{f' on [{one.clause}]' if one.clause else ''}: {one.text}"

    names = tuple(f"Player {seat + 1}" for seat in range(players))
    if as_json:
        lines = list(told())
        scored = as_object(game.name, Scored(names, tuple(state.score_sheets()), state.ranking()))
        head = {"version": 1, "game": game.name, "players": players, "seed": seed}
        print_object({**head, "protocol": lines, "score": scored, "problems": list(map(as_row, problems))})
        return
    warn(problems, project)
    say(f"{game.title}, {players} players, seed {seed}")
    for line in told():
        say(line)
    say("\n" + as_text(Scored(names, tuple(state.score_sheets()), state.ranking())))


def _without_rules(file: str, text: str, *, as_json: bool) -> None:
    """Everything that was done and said on a table without rules; whoever made the game may know all of it."""
    from proofdeck.front.table.free_words import FreeTold
    from proofdeck.ground.phrases import ENGLISH
    from proofdeck.play.engine.transcript import MOST_LINES
    from proofdeck.play.free.record import opened

    sitting = opened(text, file, lambda _: None)
    told = FreeTold(sitting, ENGLISH, None)
    lines = [line.words for line in told.lines(sitting.table, MOST_LINES)]
    if as_json:
        print_object(
            {"version": 1, "game": sitting.header.game, "players": len(sitting.header.names), "protocol": lines}
        )
    else:
        say("\n".join(lines))

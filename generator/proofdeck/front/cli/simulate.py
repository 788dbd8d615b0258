"""`proofdeck simulate`: plays many games between bots and sums them up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.playing import MOST_GAMES, Bench, ExperimentRun, preamble
from proofdeck.front.cli.terminal import GameName, ProgressBar, shown
from proofdeck.ground.flags import Flag
from proofdeck.ground.problems import counted

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Simulated


LONGEST = 60
"""Letters of a rule that are shown."""


def simulate(
    *,
    game: GameName = "",
    games: Annotated[int, Flag("How many games.", least=1, most=MOST_GAMES)] = 1000,
    bench: Bench,
    keep: Annotated[
        Path | None, Flag("Save a transcript of every game here.", typed=("--transcripts",), metavar="DIR")
    ] = None,
    run: ExperimentRun,
) -> None:
    """Let bots play, and see which seats win, how long games take and which rules are applied."""
    from proofdeck.ground.files import write_file
    from proofdeck.play.lab.simulation import simulate as play
    from proofdeck.play.lab.simulation import transcripts

    asked = bench.simulation(game, games, trust=run.trust)
    run.show(partial(play, run.project, asked), _report)
    if keep:
        with ProgressBar() as progress:
            for done, (name, text) in enumerate(transcripts(run.project, asked), 1):
                write_file(keep / name, text.encode())
                progress("transcripts", done, games)
        say(f"Transcripts are in {shown(keep)}; `proofdeck replay FILE` replays one.", err=True)


def _report(found: Simulated) -> Iterator[str]:
    from proofdeck.play.lab.report import uneven

    bots = ", ".join(seat["bot"] for seat in found["seats"])
    players = counted(found["players"], "player")
    yield f"{found['title']}: {found['games']} games, {players} ({bots}), seed {found['seed']}"
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
    yield ""
    yield from preamble(found["hardly_ever"], found)
    yield from _of_sides(found)
    for seat in found["seats"]:
        low, high = seat["interval"]
        score = seat["score"]
        wins = f"wins {_percent(seat['wins'])}  (95 %: {_percent(low)} to {_percent(high)})  "
        yield (
            f"seat {seat['seat']} {seat['bot']:<8} {'' if 'sides' in found else wins}score {score['mean']:.1f} "
            f"({score['p5']} to {score['p95']})"
        )
    yield from uneven(found)
    turns = found["turns"]
    yield f"ties {_percent(found['ties'])}"
    yield f"turns {turns['mean']:.1f} (p5 {turns['p5']}, p95 {turns['p95']})"
    yield f"choices {found['branching']:.1f} per decision, {_percent(found['forced'])} of them forced"
    yield ""
    yield "what decides games"
    for clause, share in found["decided_by"].items():
        yield f"  {_percent(share)}  {_rule(clause, found)}"
    yield ""
    yield "rules, and the share of games in which they were applied"
    for clause, share in found["clauses"].items():
        if share:
            yield f"  {_percent(share)}  {_rule(clause, found)}"
    bound = _percent(min(1.0, 3 / found["games"])).strip()
    for clause in found["never_fired"]:
        yield f"    never  {_rule(clause, found)}"
    if found["never_fired"]:
        yield f"never: with 95 % confidence, in fewer than {bound} of games"


def _rule(clause: str, found: Simulated) -> str:
    """A rule as it is printed, or by its id if it is not."""
    from proofdeck.play.lab.usage import short

    return short(found["words"].get(clause, clause), LONGEST)


def _of_sides(found: Simulated) -> Iterator[str]:
    """The wins of each side, if players are partners or play against the game, and what loses games."""
    from proofdeck.play.lab.report import rivals

    for one in rivals(found) if "sides" in found else ():
        low, high = one.interval
        even = "" if one.even is None else f"  even is {_percent(one.even).strip()}"
        yield f"{one.name}: won {_percent(one.wins)}  (95 %: {_percent(low)} to {_percent(high)}){even}"
    for loss in found.get("lost", ()):
        yield f"lost by {loss['clause']}: {_percent(loss['share'])}, after {loss['turns']:.1f} turns"


def _percent(share: float) -> str:
    return f"{100 * share:5.1f} %"

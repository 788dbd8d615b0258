"""`proofdeck compare`: versions of a game, played with the same seeds, and what is different."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from proofdeck.front.cli.playing import MOST_GAMES, Bench, ExperimentRun, preamble
from proofdeck.front.cli.terminal import GameName, shown
from proofdeck.ground.flags import Flag

if TYPE_CHECKING:
    from proofdeck.play.lab.results import Compared, FigureChange, Swept


def compare(
    *,
    game: GameName = "",
    changes: Annotated[
        list[str] | None,
        Flag(
            "A change: goal.2=7, or card.phoenix.value=10; or several values: goal.2=6..10, or peace.2=0,2,4.",
            typed=("--set",),
            metavar="NAME=VALUE",
        ),
    ] = None,
    to: Annotated[str, Flag("Compare with this folder or revision of git.", metavar="WHERE")] = "",
    games: Annotated[
        int | None,
        Flag(
            "Play exactly this many of each; by default, until it is decided, or 500 of each of several values.",
            least=2,
            most=MOST_GAMES,
        ),
    ] = None,
    margin: Annotated[float, Flag("Percentage points of wins that do not matter.", least=0.1, most=50)] = 2.0,
    bench: Bench,
    run: ExperimentRun,
) -> None:
    """Play versions of a game with the same seeds, and show what is different."""
    from proofdeck.play.lab.experiments import MOST_PAIRS
    from proofdeck.play.lab.experiments import compare as play
    from proofdeck.play.lab.levels import GAMES, sweep
    from proofdeck.play.setup.versions import have_many_values

    said = changes or []
    if have_many_values(said, to):
        asked = bench.simulation(game, games or GAMES, trust=run.trust)
        run.show(partial(sweep, run.project, asked, said), partial(_of_values, run.project))
        return
    asked = bench.simulation(game, games or MOST_PAIRS, trust=run.trust)
    two = partial(play, run.project, asked, said, to=to, margin=margin / 100, any_time=games is None)
    run.show(two, _report)


def _report(found: Compared) -> Iterator[str]:
    yield f"{found['title']}: {', '.join(found['changes']) or found['new']}, compared with {found['old']}"
    same = f", {found['unchanged']:,} of which went the same way" if found["unchanged"] else ""
    yield f"{found['games']:,} games of each with the same seeds{same}; bots: {', '.join(found['bots'])}"
    yield ""
    yield from preamble(found["hardly_ever"])
    yield f"  {'':<13} {'old':>7} {'new':>7} {'change':>7}  95 % interval"
    yield from (_row(one) for one in found["figures"])
    yield ""
    yield _ENDED[found["stopped"]].format(points=100 * found["margin"])
    yield "If nothing is different, at most 5 % of comparisons say that anything `differs`."
    if found["any_time"]:
        yield "These intervals are right whenever play stops. With --games N they are shorter."


MOST_ABREAST = 5
"""Versions beside each other."""
_ENDED = {
    "decided": "Each figure differs, or by less than matters: {points:g} points of wins, or as much in another figure.",
    "games": "All games that you asked for were played.",
    "interrupted": "Interrupted: this is what is known so far.",
}


def _row(one: FigureChange) -> str:
    from proofdeck.play.lab.levels import SHARES, as_words, name_of

    is_share = one["figure"] in SHARES
    old, new = (as_words(one["figure"], one[key]) for key in ("old", "new"))
    line = f"  {name_of(one):<13} {old:>7} {new:>7} {_change(one['difference'], is_share):>7}"
    if one["interval"] is None:
        return f"{line}  too few games"
    low, high = (_change(end, is_share) for end in one["interval"])
    return f"{line}  {f'{low} to {high}':<14}  {_said(one, is_share)}"


def _said(one: FigureChange, is_share: bool) -> str:
    unit = " points" if is_share else ""
    words: str = one["verdict"]
    if words == "not told apart" and one["visible"] is not None:
        words += f"; over {_plain(one['visible'], is_share)}{unit} would show"
    return words


def _plain(value: float, is_share: bool) -> str:
    return f"{100 * value:.1f}" if is_share else f"{value:.2f}"


def _change(value: float, is_share: bool) -> str:
    """With a sign, a true minus, and none for what is rounded to nothing."""
    words = _plain(abs(value), is_share)
    if not float(words):
        return words
    return f"{'+' if value > 0 else '−'}{words}"


# -- several values ----------------------------------------------------------------------------------------------------


def _of_values(project: Path, found: Swept) -> Iterator[str]:
    """The figures in words, after their pictures are written."""
    from proofdeck.paper.deck.painting import style_of_game
    from proofdeck.play.lab.levels import as_words, name_of, write_levels

    file = write_levels(project, found, style_of_game(project, found["game"]))
    yield f"{found['title']}: {found['games']:,} games of each, {found['players']} players, seed {found['seed']}"
    yield ""
    yield from preamble(found["hardly_ever"])
    yield ", ".join(found["names"])
    for start in range(0, len(found["versions"]), MOST_ABREAST):
        abreast = found["versions"][start : start + MOST_ABREAST]
        rows = [["", *(", ".join(value.partition("=")[2] for value in version["changes"]) for version in abreast)]]
        for place, row in enumerate(abreast[0]["figures"]):
            values = (version["figures"][place]["value"] for version in abreast)
            rows.append([name_of(row), *(as_words(row["figure"], value) for value in values)])
        wide = max(7, *(len(cell) for row in rows for cell in row[1:]))
        yield from ("".join([f"  {row[0]:<13}", *(f"  {cell:>{wide}}" for cell in row[1:])]) for row in rows)
    yield ""
    if found["stopped"] == "interrupted":
        yield "Interrupted: only these versions were finished."
    yield shown(file)

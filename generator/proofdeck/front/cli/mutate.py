"""`proofdeck mutate`: changes rules on purpose to see which examples notice."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from proofdeck.front.cli.playing import ExperimentRun
from proofdeck.front.cli.terminal import GameName
from proofdeck.ground.problems import counted


def mutate(*, game: GameName = "", run: ExperimentRun) -> None:
    """Change each number and rule of a game on purpose, and see whether the worked examples notice."""
    from proofdeck.book.manuscript.composing import mutate as change

    run.show(partial(change, run.project, game, trust=run.trust), _report)


def _report(found: dict[str, Any]) -> Iterator[str]:
    yield (
        f"{found['title']}: {counted(found['examples'], 'example')} notice{'s' if found['examples'] == 1 else ''} "
        f"{found['noticed']} of {counted(found['mutants'], 'change')} ({100 * found['score']:.0f} %)"
    )
    if found["stopped"] == "interrupted":
        yield "Interrupted: this is what is known so far."
    endless = [verdict for verdict in found["verdicts"] if verdict["did_not_finish"]]
    if endless:
        yield ""
        yield "did not finish"
        width = max(len(verdict["rule"]) for verdict in endless)
        for verdict in endless:
            yield f"  {verdict['rule']:<{width}}  {verdict['change']}: {verdict['did_not_finish']}, was still running"
        yield "Only this ends a loop of the engine. Give the loop another end as well, such as the end of the cards."
    survivors = [verdict for verdict in found["verdicts"] if not verdict["noticed_by"]]
    if survivors:
        yield ""
        yield "unnoticed"
        width = max(len(verdict["rule"]) for verdict in survivors)
        for verdict in survivors:
            yield f"  {verdict['rule']:<{width}}  {verdict['change']}"

"""`proofdeck explain CODE`: what a problem means and what cures it."""

from __future__ import annotations

from typing import Annotated

import typer

from generator.cli.plain import say
from generator.cli.terminal import guarded


def explain(code: Annotated[str, typer.Argument(help="A code such as E103.", metavar="CODE")]) -> None:
    """Explain the code of a problem."""
    with guarded():
        from generator.problems import Problem, ProofdeckError, did_you_mean, explanations, hint_from, listed

        known = explanations()
        found = known.get(code.strip().upper())
        if found is None:
            hint = hint_from(did_you_mean(code.upper(), known), f"Codes: {listed(known)}.")
            raise ProofdeckError(Problem("E509", f"no problem has the code '{code}'", hint=hint))
        say(f"{code.strip().upper()}: {found['title']}\n\n{found['text'].strip()}\n\nCure: {found['cure'].strip()}")

"""`proofdeck explain CODE`: what a problem means and how to fix it."""

from __future__ import annotations

from typing import Annotated

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, print_object


def explain(
    code: Annotated[str, typer.Argument(help="A code such as E103.", metavar="CODE", autocompletion=completing.codes)],
    as_json: AsJson = False,
) -> None:
    """Explain the code of a problem."""
    from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, explanations, hint_from, listed

    known, asked = explanations(), code.strip().upper()
    found = known.get(asked)
    if found is None:
        hint = hint_from(did_you_mean(asked, known), f"Codes: {listed(known)}.")
        raise ProofdeckError(Problem("E509", f"there is no code '{code}'", hint=hint))
    title, text, cure = (str(found[part]).strip() for part in ("title", "text", "cure"))
    if as_json:
        print_object({"version": 1, "code": asked, "title": title, "text": text, "cure": cure})
    else:
        say(f"{asked}: {title}\n\n{text}\n\nCure: {cure}")

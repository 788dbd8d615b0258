"""What `check` finds in a game."""

from __future__ import annotations

from typing import NamedTuple

from proofdeck.book.proof.proof import GameProof
from proofdeck.book.signing.counting import TextCount
from proofdeck.ground.problems import Problem
from proofdeck.ground.workspace.answers import Asked
from proofdeck.source.project.folder import Project
from proofdeck.source.project.trial import EngineTrial


class GameReport(NamedTuple):
    """What is found in a game. problems: every mistake of it.

    proof: of its clauses; unproved: why there is none; tried: the test of the project's own engine;
    texts: how many are bound to nothing and never compared; free: printed words beside the rules that nothing holds, if
    the whole proof is asked for; fonts: the files of fonts on its cards.
    """

    name: str
    title: str
    proof: GameProof | None
    tried: EngineTrial | None
    unproved: str
    texts: TextCount = TextCount()
    free: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    fonts: tuple[str, ...] = ()


def whole_report(project: Project, asked: Asked) -> GameReport:
    """The report that answers the question, with all problems behind it."""
    found: GameReport = project.ask(asked)
    return found._replace(problems=project.summary(asked).problems)

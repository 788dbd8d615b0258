"""The books of the shipped games, made once for all tests of one process."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tables import project

from proofdeck.book.manuscript.books import book_jobs
from proofdeck.ground.problems import Problems
from proofdeck.ground.workspace.workspace import no_progress
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.request import Options

ON_ALL_PAPERS = "tombs"
"""The shortest book is set on both papers and folded too, the others are set on A4."""


EVERYTHING = Options(papers=("a4", "letter"), booklet=True)


@cache
def book_of(game: str) -> Mapping[str, bytes]:
    """Each file of its book by its name."""
    return made_anew(game, EVERYTHING if game == ON_ALL_PAPERS else Options(papers=("a4",)))


def made_anew(game: str, options: Options) -> Mapping[str, bytes]:
    """Each file of its book by its name."""
    problems = Problems()
    cards = lay_out(project(), project().games[game], options, problems)
    jobs = book_jobs(project(), cards, options, problems)
    assert not problems
    return {path: data for job in jobs for path, data in job.make(list(job.keys), no_progress)}

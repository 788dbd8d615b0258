"""A failing example in words, for somebody who decides whether its new result is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from proofdeck.book.accept.finding import Failing, failing
from proofdeck.book.accept.proposing import ByHand, Edit, apply, lines_of
from proofdeck.book.accept.rewriting import Pages
from proofdeck.ground.problems import Problem
from proofdeck.score.report import sheet_lines


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A line of the page before and after."""

    number: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A line that people have to look at themselves, and the reasons."""

    number: int
    words: str
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Review:
    """What there is to know before a new result is accepted.

    `where`: the place of the example; `table`: what is printed above `expect:`; `wrong`: what was expected and found;
    `sums`: the score sheets of the players whose results differ; `reasons`: the changes that explain it; `rewritten`
    and `by_hand`: the lines that would change, and those that cannot be changed automatically.
    """

    example: str
    where: str
    table: tuple[str, ...]
    wrong: tuple[str, ...]
    sums: tuple[str, ...]
    reasons: tuple[str, ...]
    rewritten: tuple[Rewritten, ...]
    by_hand: tuple[Doubtful, ...]
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The failing examples of a game. problems: why examples could not be run at all."""

    reviews: tuple[Review, ...] = ()
    problems: tuple[Problem, ...] = ()


def review_game(root: Path, game: str, *, trust: bool) -> Reviewed:
    """All failing examples of one game. Raises ProofdeckError as `failing` does."""
    pages = Pages(root)
    found = failing(root, [game], pages, trust=trust)
    return Reviewed(tuple(review(one, pages.text(one.game)) for one in found.failing), tuple(found.problems))


def review(one: Failing, page: str) -> Review:
    """The example in words. `page`: the text of its page as it is now."""
    example, lines, edits = one.ran.example, lines_of(page), one.acceptance.edits
    return Review(
        example.id,
        f"{one.game.page.shown}:{example.line}",
        (*example.table.split("\n"), *(move.words for move in example.moves)),
        tuple(problem.message for problem in one.ran.problems),
        tuple(_sums(one)),
        tuple(f"since {one.since}: {reason}" for reason in one.reasons),
        tuple(_rewritten(edits, lines, lines_of(apply(page, edits)))),
        tuple(_doubtful(one.acceptance.by_hand, lines)),
        edits,
    )


def _sums(one: Failing) -> Iterator[str]:
    for row in one.ran.different:
        if sheet := one.ran.sheets.get(row.expected.what.partition("[")[0].strip()):
            yield from sheet_lines(row.expected.what, sheet)


def _rewritten(edits: Sequence[Edit], lines: Sequence[str], now: Sequence[str]) -> Iterator[Rewritten]:
    for number in sorted({edit.line for edit in edits}):
        yield Rewritten(number, lines[number - 1].rstrip(), now[number - 1].rstrip())


def _doubtful(by_hand: Sequence[ByHand], lines: Sequence[str]) -> Iterator[Doubtful]:
    for number, notes in groupby(sorted(by_hand, key=_line), _line):
        yield Doubtful(number, lines[number - 1].rstrip(), tuple(dict.fromkeys(note.why for note in notes)))


def _line(note: ByHand) -> int:
    return note.line

"""What must be written so that a worked example holds again after a deliberate change.

Only expected values are rewritten. Prose belongs to its author, who is shown each of its numbers and sums. An edit
changes a few letters of one line, so every other byte of the page stays the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from proofdeck.book.proof.examples import JINJA, NUMBER, OPTIONS, SUM, Different, Ran
from proofdeck.source.cards.reader import CONTROL_CHARACTER
from proofdeck.source.rules.examples import Example
from proofdeck.source.rules.wording import blanked

WHOLE = re.compile(r"[-−]?[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Edit:
    """A few letters of one line. `line` and `column` count from 1."""

    line: int
    column: int
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class ByHand:
    """What people have to rewrite themselves."""

    line: int
    why: str


@dataclass(frozen=True, slots=True)
class Acceptance:
    """A failing example, with what would be written.

    `by_hand`: what may be out of date afterwards; `holds_then`: whether the example holds all the same.
    """

    ran: Ran
    edits: tuple[Edit, ...]
    by_hand: tuple[ByHand, ...]
    holds_then: bool


def lines_of(text: str) -> list[str]:
    """The lines of a page with their line ends, split where problems count them."""
    ends = accumulate(map(len, CONTROL_CHARACTER.sub("?", text).splitlines(keepends=True)), initial=0)
    return [text[start:end] for start, end in pairwise(ends)]


def propose(ran: Ran, text: str, again: Callable[[Example], Ran]) -> Acceptance:
    """Return what would be written into the page, whose text is `text`. `again` runs a changed example."""
    example, lines = ran.example, lines_of(text)
    edits = tuple(edit for one in ran.different for edit in _literal(one, lines))
    now = {edit.line: edit.new for edit in edits}
    then = again(
        replace(example, expected=tuple(replace(one, value=now.get(one.line, one.value)) for one in example.expected))
    )
    wrong = [ByHand(problem.line or example.line, problem.message) for problem in then.problems]
    named = {one.line for one in wrong}
    doubtful = (one for one in _mentioned(ran) if one.line not in named)
    return Acceptance(ran, edits, (*wrong, *doubtful), holds_then=not wrong)


def apply(text: str, edits: Iterable[Edit]) -> str:
    """Return the page with these edits made. Raises ValueError if the page has other letters there."""
    lines = lines_of(text)
    for edit in sorted(edits, key=lambda one: (one.line, one.column), reverse=True):
        if not _fits(edit, lines):
            raise ValueError(f"line {edit.line} does not say {edit.old}")
        line, start = lines[edit.line - 1], edit.column - 1
        lines[edit.line - 1] = line[:start] + edit.new + line[start + len(edit.old) :]
    return "".join(lines)


def _fits(edit: Edit, lines: Sequence[str]) -> bool:
    return edit.line <= len(lines) and lines[edit.line - 1].startswith(edit.old, edit.column - 1)


# -- what is expected --------------------------------------------------------------------------------------------------


def _literal(different: Different, lines: Sequence[str]) -> Iterator[Edit]:
    """Replace one value by another. An example names only some of the possible moves, so those stay."""
    expected = different.expected
    if expected.what.casefold() in OPTIONS:
        return
    line = lines[expected.line - 1]
    value = line.partition(":")[2]
    found = different.found.replace("-", "−") if "−" in expected.value else different.found
    edit = Edit(expected.line, len(line) - len(value.lstrip()) + 1, expected.value, found)
    if _fits(edit, lines):
        yield edit


# -- the prose ---------------------------------------------------------------------------------------------------------


def _mentioned(ran: Ran) -> Iterator[ByHand]:
    """Yield each sum and each other number of the prose: nothing says what it counts, so its author has to look at it.

    What was expected before and is no longer is said to be so.
    """
    old = {one.expected.value.lstrip("-−") for one in ran.different if WHOLE.fullmatch(one.expected.value)}
    prose = JINJA.sub(blanked, ran.example.prose)
    for found in (*SUM.finditer(prose), *NUMBER.finditer(SUM.sub(blanked, prose))):
        line = ran.example.prose_line + prose.count("\n", 0, found.start())
        was_expected = f"{found[0]} was expected before, and is still mentioned here"
        yield ByHand(line, was_expected if found[0] in old else f"is it still {' '.join(found[0].split())}?")

"""What must be written so that a worked example holds again after a deliberate change.

Only expected values and sums in the prose are rewritten, and a sum only if it can be read in one way. The rest is
listed for people to rewrite. An edit changes a few letters of one line, so every other byte of the page stays the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from proofdeck.book.proof.examples import JINJA, NUMBER, OPTIONS, SUM, Different, Ran, itself
from proofdeck.book.proof.sums import (
    CardValues,
    Fact,
    Reading,
    Replacement,
    Sheets,
    facts_of,
    guesses,
    pieces_of,
    read_sums,
    sums_in,
)
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
class Earlier:
    """What an example said when it last held, and the numbers of the rules that have changed since."""

    sheets: Sheets
    values: CardValues
    parameters: Sequence[Fact] = ()


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


def propose(
    ran: Ran, text: str, values: CardValues, again: Callable[[Example], Ran], earlier: Earlier | None = None
) -> Acceptance:
    """Return what would be written into the page.

    `text`: the page; `values`: of the cards; `again` runs a changed example; `earlier`: None if it is not known how the
    example held.
    """
    example, lines = ran.example, lines_of(text)
    literals = [edit for one in ran.different for edit in _literal(one, lines)]
    reading = _read(ran, values, earlier)
    sums = [_edit(example, replacement) for replacement in reading.replacements]
    if not all(_fits(edit, lines) for edit in sums):
        reading, sums = _unread(example), []
    now = {edit.line: edit.new for edit in literals}
    expected = tuple(replace(one, value=now.get(one.line, one.value)) for one in example.expected)
    prose = _replaced(example.prose, reading.replacements)
    then = again(replace(example, expected=expected, prose=prose))
    wrong = [ByHand(problem.line or example.line, problem.message) for problem in then.problems]
    named = {one.line for one in wrong}
    doubtful = [one for one in (*_not_read(example, reading), *_mentioned(prose, ran)) if one.line not in named]
    return Acceptance(ran, (*literals, *sums), (*wrong, *doubtful), holds_then=not wrong)


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


def _read(ran: Ran, values: CardValues, earlier: Earlier | None) -> Reading:
    """Return the sums as they are now. If nothing earlier is known, a single change must explain them."""
    prose, after = ran.example.prose, pieces_of(ran.sheets, values)
    found = {one.expected.line: one.found for one in ran.different}
    literals = [
        Fact(_number(one.value), _number(now))
        for one in ran.example.expected
        if WHOLE.fullmatch(one.value) and WHOLE.fullmatch(now := found.get(one.line, one.value))
    ]
    if earlier is not None:
        cards = {itself(card) for sheet in ran.sheets.values() for item in sheet.items for card in item.cards}
        of_cards = [Fact(earlier.values[card], values[card]) for card in cards & values.keys() & earlier.values.keys()]
        before = pieces_of(earlier.sheets, earlier.values)
        return read_sums(prose, [*facts_of(before, after), *of_cards, *earlier.parameters, *literals])
    names = list(ran.sheets)
    totals = [
        (names.index(one.what), _number(one.value))
        for one in ran.example.expected
        if one.what in names and WHOLE.fullmatch(one.value)
    ]
    changed = {fact.old for fact in literals if fact.old != fact.new}
    readings = {read_sums(prose, [*facts_of(before, after), *literals]) for before in guesses(after, totals)}
    telling = [reading for reading in readings if changed & set(_numbers(prose, reading))]
    fewest = min((len(reading.unread) for reading in telling), default=0)
    best = [reading for reading in telling if len(reading.unread) == fewest]
    return best[0] if len(best) == 1 else _unread(ran.example)


def _numbers(prose: str, reading: Reading) -> Iterator[int]:
    """Return those that a reading replaces."""
    return (_number(prose[one.start : one.end]) for one in reading.replacements)


def _unread(example: Example) -> Reading:
    return Reading(unread=tuple(match.span() for match in sums_in(example.prose)))


def _number(written: str) -> int:
    return int(written.replace("−", "-"))


def _replaced(prose: str, replacements: Iterable[Replacement]) -> str:
    for one in sorted(replacements, key=lambda one: one.start, reverse=True):
        prose = prose[: one.start] + one.new + prose[one.end :]
    return prose


def _edit(example: Example, one: Replacement) -> Edit:
    before = example.prose[: one.start]
    line, column = example.prose_line + before.count("\n"), one.start - before.rfind("\n")
    return Edit(line, column, example.prose[one.start : one.end], one.new)


def _not_read(example: Example, reading: Reading) -> Iterator[ByHand]:
    for start, end in reading.unread:
        line = example.prose_line + example.prose.count("\n", 0, start)
        yield ByHand(line, f"is it still {' '.join(example.prose[start:end].split())}?")


def _mentioned(prose: str, ran: Ran) -> Iterator[ByHand]:
    """Yield each number of the prose outside of sums: nothing says what it counts, so only people know if it is right.

    What was expected before and is no longer is said to be so.
    """
    old = {str(abs(_number(one.expected.value))) for one in ran.different if WHOLE.fullmatch(one.expected.value)}
    for hidden in (JINJA, SUM):
        prose = hidden.sub(blanked, prose)
    for found in NUMBER.finditer(prose):
        line = ran.example.prose_line + prose.count("\n", 0, found.start())
        was_expected = f"{found[0]} was expected before, and is still mentioned here"
        yield ByHand(line, was_expected if found[0] in old else f"is it still {found[0]}?")

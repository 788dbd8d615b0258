"""A filled-in page -> Markdown with numbered sections, numbered clauses and examples in boxes.

What an edition writes in its own way (the number in front of a clause, a reference to another) it says in `Marks`; all
the rest is the same Markdown for each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.cards import Card
from generator.problems import listed
from generator.rulebook.components import escaped
from generator.rules.clauses import FENCE, HEADING, MARK, Clause
from generator.rules.examples import Block, blocks

ITEM = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+)(.*)$")
COVERS = re.compile(r"covers=(\S+)")


class Marks(NamedTuple):
    """number: what stands before a clause; reference: how another place refers to it; cards: pictures of cards."""

    number: Callable[[Clause], str]
    reference: Callable[[Clause], str]
    cards: Callable[[Sequence[Card]], str]


IN_MARKDOWN = Marks(
    lambda clause: f"**{clause.number}**",
    lambda clause: clause.number,
    lambda cards: f"*{', '.join(escaped(card.name) for card in cards)}*",
)


def numbered(text: str, clauses: Mapping[str, Clause], marks: Marks) -> str:
    """Sections get their numbers, each clause the one of its id in front, examples become quotations."""
    lines: list[str] = []
    section, fenced, number = 0, False, ""
    for raw in _examples_printed(text, clauses, marks).splitlines():
        line = raw
        fenced ^= bool(FENCE.match(line))
        mark = None if fenced else MARK.match(line)
        if mark:
            number = marks.number(clauses[mark["id"]]) if mark["id"] in clauses else ""
            continue
        if not fenced and HEADING.match(line):
            section += 1
            line = f"## {section} {line.removeprefix('##').strip()}"
        elif number and line.strip():
            item = ITEM.match(line)
            line = f"{item[1]}{number} {item[2]}" if item else f"{number} {line}"
            number = ""
        if line.strip() or (lines and lines[-1].strip()):
            lines.append(line)
    return "\n".join(lines)


def parts(text: str, clauses: Mapping[str, Clause], marks: Marks) -> tuple[str, str]:
    """The premise, which stands before the first section, and the rest."""
    premise, *rest = re.split(r"^(?=## )", numbered(text, clauses, marks), maxsplit=1, flags=re.MULTILINE)
    return premise, "".join(rest)


def _examples_printed(text: str, clauses: Mapping[str, Clause], marks: Marks) -> str:
    lines = text.splitlines()
    for block in reversed(list(blocks(text))):
        lines[block.line - 1 : block.line + len(block.lines) + 1] = [
            f"> {line}".rstrip() for line in _example(block, clauses, marks)
        ]
    return "\n".join(lines)


def _example(block: Block, clauses: Mapping[str, Clause], marks: Marks) -> Iterator[str]:
    """The clauses that it shows, the table, the moves, what comes of them, and what there is to say."""
    covers = COVERS.search(block.words)
    shown = [marks.reference(clauses[clause]) for clause in covers[1].split(",") if clause in clauses] if covers else []
    yield f"**Example**{f' ({listed(shown)})' if shown else ''}"
    if any(block.table):
        yield from ("", "```text", *block.table, "```")
    if block.moves:
        yield from ("", *(f"{place}. {move}" for place, (_, move) in enumerate(block.moves, 1)))
    for _, line in block.outcome:
        if line.startswith("illegal:"):
            clause = line.partition(":")[2].strip()
            yield from ("", f"Not allowed, see {marks.reference(clauses[clause]) if clause in clauses else clause}.")
    results = [line.strip() for _, line in block.outcome if line.strip() and line[0].isspace()]
    if results:
        yield from ("", f"Then: {'; '.join(results)}.")
    if any(line.strip() for line in block.prose):
        yield from ("", *block.prose)

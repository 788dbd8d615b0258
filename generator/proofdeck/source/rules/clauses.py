"""The clauses of a rules page: each is one printed rule, with a permanent id and a current number.

A line `r[play.threat]` comes before the paragraph or list item that is the clause. `r[setup.eldest]{physical: "ages
are not modelled"}` says that no engine can check it, `r[setup.eldest]{print=reference}` that the players' book leaves
it out. Sections are numbered by their headings, clauses within sections. `## Quick start {-}` has no number, and
`## Rulings {print=reference}` is left out of the players' book.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Final, Literal

from proofdeck.ground.problems import Place, Problems, did_you_mean, hint_from, listed
from proofdeck.source.rules.page import RulesPage

MARK = re.compile(r"^(?P<indent>\s*)r\[(?P<id>[^\]]*)\](?P<rest>.*)$")
LISTED = re.compile(r"^\s*(?:[-*+]|\d{1,9}[.)])\s+r\[(?P<id>[^\]]*)\]")
"""A mark within an entry of a list, which would be printed."""
ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
NOTE = re.compile(r'(?<!\s)\s*\{(?:physical:\s*"(?P<physical>[^"]+)"|print=(?P<edition>[^{}\s]*))\}')
SEEN_FROM_AFAR = re.compile(r"see\(\s*['\"]([^'\"]+)['\"]\s*\)")
HEADING = re.compile(r"^##\s+(?P<title>\S(?:\S|\s++(?=\S))*?)\s*+(?:\{(?P<note>-|print=[^{}\s]*)\}\s*+)?$")
UNNUMBERED = "-"
FENCE = re.compile(r"^\s*(```|~~~)")


class Edition(IntEnum):
    """The three books of a game, from the shortest to the longest. Each prints what the one before it prints."""

    PLAYERS = 1
    REFERENCE = 2
    PROOF = 3


EditionName = Literal["players", "reference", "proof"]

PRINTS: Final = {"yes": Edition.PLAYERS, "reference": Edition.REFERENCE, "proof": Edition.PROOF}
"""What an author writes, as in `print=reference`, -> the first edition that prints it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One printed rule. number: section and place in it, such as `3.2`. physical: why no engine can check it, or "".

    edition: the first that prints it.
    """

    id: str
    number: str
    line: int
    physical: str = ""
    edition: Edition = Edition.PLAYERS


@dataclass(frozen=True, slots=True)
class SectionHeading:
    """The heading of a section, as its line says it. edition: the first that prints the section."""

    title: str
    is_numbered: bool
    edition: Edition

    @classmethod
    def read(cls, line: str) -> SectionHeading | None:
        """The heading that a line is; None for any other line."""
        found = HEADING.match(line)
        if found is None:
            return None
        note = found["note"] or ""
        edition = PRINTS.get(note.removeprefix("print="), Edition.PLAYERS)
        return cls(found["title"], note != UNNUMBERED, edition)


def read_clauses(page: RulesPage, problems: Problems) -> dict[str, Clause]:
    """The clauses of a page in order, by id."""
    clauses: dict[str, Clause] = {}
    section, place, fenced, is_numbered = 0, 0, False, True
    for line, text in page.lines:
        fenced ^= bool(FENCE.match(text))
        if fenced:
            continue
        if heading := SectionHeading.read(text):
            is_numbered = heading.is_numbered
            section, place = section + is_numbered, 0
            _check_print(HEADING.sub(r"\g<note>", text), page.place(line), problems)
        elif mark := MARK.match(text):
            place += 1
            if not is_numbered:
                hint = "Move it to a section without {-}, and refer to it here with {{ see(...) }}."
                message = "a section without a number cannot hold a clause"
                problems.report("E607", message, page.place(line), hint=hint)
            clause = _clause(mark, f"{section}.{place}", page, line, problems)
            if clause is None:
                continue
            if clause.id in clauses:
                message = f"the clause {clause.id} is already on line {clauses[clause.id].line}"
                problems.report("E604", message, page.place(line), hint="Give the newer one a different id.")
            else:
                clauses[clause.id] = clause
        elif (mark := LISTED.match(text)) and ID.fullmatch(mark["id"]):
            message = f"'r[{mark['id']}]' does not mark a clause within an entry"
            hint = "Write it on a line of its own, above the entry of the list."
            problems.report("E607", message, page.place(line, mark.start("id") - 1), hint=hint)
    _check_references(page, clauses, problems)
    return clauses


def check_bindings(page: RulesPage, clauses: dict[str, Clause], bound: Iterable[str], problems: Problems) -> None:
    """Check that every applied clause is printed, and that every printed one is applied or marked as physical."""
    applied = list(bound)
    check_printed(page, clauses, applied, "engine", problems)
    for clause in clauses.values():
        if clause.id not in applied and not clause.physical:
            hint = hint_from(did_you_mean(clause.id, applied), 'If no engine can apply it, say why: {physical: "..."}.')
            message = f"the engine never applies the clause {clause.id}"
            problems.report("E606", message, page.place(clause.line), hint=hint)


APPLIERS = {"engine": "the engine", "score": "the table of scores"}
"""Whatever can apply clauses, by its key in the head of a page."""


def check_printed(
    page: RulesPage, clauses: dict[str, Clause], bound: Iterable[str], key: str, problems: Problems
) -> None:
    """Check that every applied clause is printed. key: the key of what applies it, in the head of the page."""
    applier = APPLIERS[key]
    line = next((entry.line for name, entry in page.head.items() if name.split(".")[0] == key), None)
    for name in bound:
        if name not in clauses:
            hint = hint_from(did_you_mean(name, clauses), f"Add the rule to the page, or remove it from {applier}.")
            message = f"{applier} applies the clause {name}, which the rules do not contain"
            problems.report("E605", message, page.place(line), hint=hint)
        elif clauses[name].physical:
            message = f"the clause {name} is marked as physical, but {applier} applies it"
            problems.report("E605", message, page.place(clauses[name].line), hint="Remove {physical: ...}.")


def _clause(mark: re.Match[str], number: str, page: RulesPage, line: int, problems: Problems) -> Clause | None:
    name, notes = mark["id"], list(NOTE.finditer(mark["rest"]))
    if ID.fullmatch(name) and not NOTE.sub("", mark["rest"]).strip():
        physical = next((note["physical"] for note in notes if note["physical"]), "")
        printed = next((note["edition"] for note in notes if note["edition"] is not None), "yes")
        _check_print(f"print={printed}", page.place(line), problems)
        return Clause(name, number, line, physical, PRINTS.get(printed, Edition.PLAYERS))
    hint = 'Write r[section.rule] or r[section.rule]{physical: "why"} on a line of its own.'
    message = f"'{mark[0].strip()}' does not mark a clause"
    problems.report("E607", message, page.place(line, len(mark["indent"]) + 1), hint=hint)
    return None


def _check_print(note: str, place: Place, problems: Problems) -> None:
    """Whether `print=` names an edition."""
    _, is_print, word = note.partition("print=")
    if is_print and word not in PRINTS:
        hint = hint_from(did_you_mean(word, PRINTS), f"Write {listed(PRINTS)}.")
        problems.report("E607", f"print={word}: no edition is called '{word}'", place, hint=hint)


def _check_references(page: RulesPage, clauses: dict[str, Clause], problems: Problems) -> None:
    for line, text in page.lines:
        for found in SEEN_FROM_AFAR.finditer(text):
            if found[1] not in clauses:
                hint = did_you_mean(found[1], clauses)
                message = f"there is no clause {found[1]}"
                problems.report("E605", message, page.place(line, found.start(1) + 1), hint=hint)

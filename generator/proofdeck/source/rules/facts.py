"""Blocks of `key: value` lines on a rules page: claims, and what was changed in the source of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from proofdeck.ground.problems import Problems, did_you_mean, hint_from, listed
from proofdeck.source.rules.clauses import PRINTS, Clause
from proofdeck.source.rules.examples import Block, blocks
from proofdeck.source.rules.page import RulesPage

Facts = Mapping[str, tuple[str, int]]
"""Key -> (value, line of the file)."""
Read = TypeVar("Read")


class Form(NamedTuple):
    """How one kind of block is written.

    kind: the word behind its fence; called: its name in messages; code: of its problems. needed: the lines that it must
    have; optional: those that it may have. settings: what its opening line can say; hint: how it begins.
    """

    kind: str
    called: str
    code: str
    needed: tuple[str, ...]
    optional: tuple[str, ...]
    settings: tuple[str, ...]
    hint: str

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all its lines."""
        return (*self.needed, *self.optional)


def facts(block: Block) -> dict[str, tuple[str, int]]:
    """Key -> (value, line of the file) of the upper part; an indented line continues the one above it.

    A line without a key has the key "". If a key appears twice, the first one counts.
    """
    found: dict[str, tuple[str, int]] = {}
    last = ""
    for number, line in enumerate(block.lines[: block.upper], block.line + 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if line[:1].isspace() and last and line.strip():
            found[last] = (f"{found[last][0]} {line.strip()}".strip(), found[last][1])
        elif line.strip():
            last = key if colon else ""
            found.setdefault(last, (value if colon else line.strip(), number))
    return found


def read_once(page: RulesPage, form: Form, read: Callable[[Block], Read | None], problems: Problems) -> list[Read]:
    """What is read in the blocks of that form, in order. A second block with the same id is a problem."""
    found: dict[str, tuple[Read, int]] = {}
    for block in blocks(page.body, page.first_line, form.kind):
        one = read(block)
        if not one:
            continue
        if block.id in found:
            message = f"the {form.called} {block.id} is already on line {found[block.id][1]}"
            problems.report(form.code, message, page.place(block.line), hint="Give it a different id.")
        else:
            found[block.id] = one, block.line
    return [one for one, _ in found.values()]


class FactsReader:
    """Checks the opening line of a block and its keys, and collects its problems."""

    def __init__(self, page: RulesPage, clauses: Mapping[str, Clause], problems: Problems, form: Form) -> None:
        self.problems, self._page, self._clauses, self._form = problems, page, clauses, form

    def checked(self, block: Block) -> tuple[Facts, bool]:
        """What a block says, and whether it has all lines that it must have."""
        form, said = self._form, facts(block)
        if not block.is_closed:
            self.refuse(f"the {form.called} is not closed", block.line, "Write ``` on a line of its own below it.")
        if not block.id or block.unread(form.settings):
            called = f"'{form.kind} {block.words}'".replace(" '", "'")
            self.refuse(f"{called} does not give the {form.called} an id", block.line, form.hint)
        if (word := block.settings.get("print", "yes")) not in PRINTS:
            hint = hint_from(did_you_mean(word, PRINTS), f"Write print={listed(PRINTS)}.")
            self.refuse(f"print={word}: there is no '{word}'", block.line, hint)
        self._check_lines(block)
        missing = [key for key in form.needed if not said.get(key, ("",))[0]]
        if missing:
            hint = f"A {form.called} needs {listed(form.needed)}."
            self.refuse(f"the {form.called} lacks {listed(missing)}", block.line, hint)
        return said, not missing

    def check_clause(self, clause: str, message: str, line: int, code: str = "") -> None:
        """Refuse a clause that does not exist. message: what names it."""
        if clause not in self._clauses:
            hint = hint_from(did_you_mean(clause, self._clauses))
            self.refuse(f"{message} a clause {clause} that does not exist", line, hint, code)

    def refuse(self, message: str, line: int, hint: str, code: str = "") -> None:
        self.problems.report(code or self._form.code, message, self._page.place(line), hint=hint)

    def _check_lines(self, block: Block) -> None:
        form, seen = self._form, set[str]()
        for number, line in enumerate(block.lines[: block.upper], block.line + 1):
            key, colon, _ = (part.strip() for part in line.partition(":"))
            if line.strip() and not (line[:1].isspace() and seen):
                if not colon or key not in form.keys:
                    hint = hint_from(did_you_mean(key, form.keys), f"The keys are {listed(form.keys)}.")
                    wrong = key if colon else line.strip()
                    self.refuse(f"'{wrong}' is not a key of {form.called}s", number, hint)
                elif key in seen:
                    self.refuse(f"'{key}' appears twice in the {form.called}", number, "Keep one of them.")
                seen.add(key)

"""What a page changes in the source of its game, as written beside the clauses; `changed()` prints all of it.

::

    ```changed id=changed.pestilence covers=set.broken
    source: A set that lost cards to Pestilence counts nothing until it is completed again.
    here: A set that is still valid counts.
    why: Nobody has to remember which sets were hit.
    ```

The three lines may contain `{{ ... }}`. `print=reference` leaves an entry out of the players' book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from proofdeck.ground.problems import Problems
from proofdeck.source.rules.clauses import Clause
from proofdeck.source.rules.examples import Block, blocks
from proofdeck.source.rules.facts import FactsReader, Form, read_once
from proofdeck.source.rules.page import RulesPage

KIND = "changed"
LINES = ("source", "here", "why")
FORM = Form(
    kind=KIND,
    called="change",
    code="E637",
    needed=LINES,
    optional=(),
    settings=("id", "covers", "print"),
    hint="A change begins with ```changed id=changed.name covers=clause.one,clause.two",
)
CALL = re.compile(r"\{\{-?\s*changed\(")


def check_changes(page: RulesPage, clauses: Mapping[str, Clause], problems: Problems) -> None:
    """Check each change of a page, and that the page lists them. Claims that `print=` names are on the same list."""
    read_once(page, FORM, _ChangeReader(page, clauses, problems, FORM).checked_id, problems)
    claims = (block for block in blocks(page.body, page.first_line, "claim") if "print" in block.settings)
    first = min((block.line for block in (*blocks(page.body, page.first_line, KIND), *claims)), default=None)
    is_listed = bool(CALL.search(page.body))
    if first is not None and not is_listed:
        hint = "Write {{ changed() }} where the book lists it."
        problems.report("W636", "nothing prints what was changed", page.place(first), hint=hint)
    elif is_listed and first is None:
        hint = "Write what was changed into blocks ```changed beside its clauses, or delete the list."
        problems.report("W636", "the list of what was changed is empty", page.place_of("changed("), hint=hint)


class _ChangeReader(FactsReader):
    def checked_id(self, block: Block) -> str:
        """Its id, which is "" if it has none."""
        self.checked(block)
        if not block.covers:
            self.refuse("the change names no clause", block.line, FORM.hint)
        for clause in block.covers:
            self.check_clause(clause, "the change covers", block.line)
        if block.upper < len(block.lines):
            line = block.line + block.upper + 1
            self.refuse("a change has no prose", line, f"Delete the line, and say it in {' or '.join(LINES[1:])}.")
        return block.id

"""Rules in another language: `rules_md/tombs.de.md` next to `rules_md/tombs.md`.

A translation contains only text. Parameters, the tables of examples and the checks of claims come from the game's own
page; in a translation, an example consists of its id and its prose.

::

    ```example id=ex.blade-kills
    ---
    Eine Klinge, zwei Kills.
    ```

A claim may also have its `source` and what it `says`; a change has all of its lines. Both pages have the same clauses
in the same places, the same examples, claims and changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from proofdeck.ground.problems import Problem, Problems, listed
from proofdeck.source.rules.changes import FORM as CHANGE
from proofdeck.source.rules.clauses import Clause, read_clauses
from proofdeck.source.rules.examples import Block, blocks, by_id
from proofdeck.source.rules.facts import facts
from proofdeck.source.rules.glossary import TABLE as GLOSSARY
from proofdeck.source.rules.page import RulesPage

WORDS = "words"
"""The key of the head for other words in examples: `on tombstone: auf Grabstein`."""
HEAD = ("title", "age", "time", "needs", GLOSSARY, WORDS)
"""Every key that the head of a translation can have."""
SAID = ("source", "says")
"""The lines of a claim that are translated."""
TRANSLATED: Mapping[str, tuple[str, ...]] = {"example": (), "claim": SAID, CHANGE.kind: CHANGE.needed}
"""Kinds of blocks, and the lines above their hyphens that are translated."""


@dataclass(frozen=True, slots=True)
class TranslatedRules:
    """page: the translation with everything taken from the game's page; lines: of the file, one per line of its body.

    words: words in examples -> their translations.
    """

    page: RulesPage
    lines: tuple[int, ...]
    words: Mapping[str, str]

    def located(self, problem: Problem) -> Problem:
        """Return a problem in the body of the page with its line in the file."""
        place = (problem.line or 0) - self.page.first_line
        if problem.file != self.page.shown or not 0 <= place < len(self.lines):
            return problem
        return replace(problem, line=self.lines[place])


class _Line(NamedTuple):
    text: str
    number: int


def translated_rules(page: RulesPage, words: RulesPage, problems: Problems) -> TranslatedRules:
    """The page of a game in translation. Differences other than words become problems."""
    compare(page, words, problems)
    lines = list(_whole(page, words, problems))
    own = {name: entry for name, entry in words.head.items() if name.partition(".")[0] in HEAD}
    head = {name: entry for name, entry in page.head.items() if name.partition(".")[0] != GLOSSARY} | own
    body = "\n".join(line.text for line in lines)
    terms = {name: str(entry.value) for name, entry in words.under(WORDS).items() if entry.value is not None}
    return TranslatedRules(
        RulesPage(words.shown, head, body, words.first_line, page.keys),
        tuple(line.number for line in lines),
        terms,
    )


def compare(page: RulesPage, words: RulesPage, problems: Problems) -> None:
    """Check that both have the same clauses in the same places, the same examples, claims and changes."""
    theirs, ours = read_clauses(page, Problems()), read_clauses(words, Problems())
    sides: dict[str, tuple[Mapping[str, Clause | Block], ...]] = {"clause": (theirs, ours)}
    sides |= {kind: (by_id(page, kind), by_id(words, kind)) for kind in TRANSLATED}
    scope = problems.scope()
    for kind, (there, here) in sides.items():
        called = CHANGE.called if kind == CHANGE.kind else kind
        missing = [name for name in there if name not in here]
        added = [name for name in here if name not in there]
        problems.extend(_lacks(f"the {called} {name}", page.shown, there[name].line, words.shown) for name in missing)
        problems.extend(_lacks(f"the {called} {name}", words.shown, here[name].line, page.shown) for name in added)
    moved = (one for name, one in ours.items() if scope.is_clean and one.number != theirs[name].number)
    if (clause := next(moved, None)) is not None:
        message = f"the clause {clause.id} is {clause.number} here and {theirs[clause.id].number} in {page.shown}"
        hint = "Keep the sections and clauses of both pages in the same order."
        problems.report("E648", message, words.place(clause.line), hint=hint)


def _lacks(what: str, shown: str, line: int, other: str) -> Problem:
    hint = f"Add it to {other}, or delete it here."
    return Problem("E648", f"{what} is not in {other}", shown, line, hint=hint)


def _whole(page: RulesPage, words: RulesPage, problems: Problems) -> Iterator[_Line]:
    """The lines of a translation, with examples and claims completed from the game's page."""
    filled: dict[int, tuple[Block, list[_Line]]] = {}
    for kind, translated in TRANSLATED.items():
        models = by_id(page, kind)
        for block in blocks(words.body, words.first_line, kind):
            if (model := models.get(block.id)) is not None:
                _refuse_lines(block, translated, words, problems)
                said = {key: place for key, place in facts(block).items() if key in translated}
                if kind == CHANGE.kind:
                    _require_lines(block, said, words, problems)
                rest = (line for key, lines in _by_key(model) if key not in said for line in lines)
                upper = [_Line(f"{key}: {value}", number) for key, (value, number) in said.items()]
                upper += [_Line(line, block.line) for line in rest]
                filled[block.line] = block, [_Line(f"```{kind} {model.words}", block.line), *upper]
    skipped = 0
    for number, text in words.lines:
        if number in filled:
            block, lines = filled[number]
            yield from lines
            skipped = number + block.upper
        elif number > skipped:
            yield _Line(text, number)


def _by_key(block: Block) -> Iterator[tuple[str, list[str]]]:
    """Each key of a block with its lines, as written."""
    found: list[tuple[str, list[str]]] = []
    for line in block.lines[: block.upper]:
        if line[:1].isspace() and found:
            found[-1][1].append(line)
        else:
            found.append((line.partition(":")[0].strip(), [line]))
    return iter(found)


def _require_lines(block: Block, said: Iterable[str], words: RulesPage, problems: Problems) -> None:
    """Refuse a change of which some lines are not translated."""
    if missing := [key for key in CHANGE.needed if key not in said]:
        message = f"the change {block.id} is not translated: it lacks {listed(missing)}"
        problems.report("E648", message, words.place(block.line), hint=f"A change needs {listed(CHANGE.needed)}.")


def _refuse_lines(block: Block, known: Iterable[str], words: RulesPage, problems: Problems) -> None:
    """Refuse tables and checks in a translation."""
    strange = [line for key, (_, line) in facts(block).items() if key not in known]
    if strange:
        message = "tables of examples and checks of claims belong on the game's own page only"
        hint = f"Above the three hyphens, write {listed(known) if known else 'nothing'}."
        problems.report("E649", message, words.place(strange[0]), hint=hint)

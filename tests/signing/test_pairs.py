"""Which edits change one side of a pair, and which are nothing: a thousand of each kind, drawn at random."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from signing.edits_of_both_sides import (
    changed_function,
    laid_out_differently,
    reworded,
    rewritten_layout,
)
from tables import engine, project, with_engine

from proofdeck.book.signing.acting import Unit, code_of_clauses, read_units
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.passages import (
    Passage,
    clauses_seen,
    free_passages,
    parameters_in,
    passages_of,
    plain_words,
)

ROOT = Path(__file__).parents[2]
MANY = pytest.param(1000, marks=pytest.mark.thorough)


@cache
def words_of(game: str) -> dict[str, str]:
    """Every passage of a page by its kind and name, as words."""
    return said_by(project().games[game].page)


def said_by(page: RulesPage) -> dict[str, str]:
    found = passages_of(page)
    kinds = (found.clauses.values(), found.examples.values(), found.others)
    return {f"{kind} {one.name}": one.words for kind, those in enumerate(kinds) for one in those}


def prose_of(page: RulesPage) -> list[tuple[int, int, str]]:
    """The first line and the one after the last of each passage, counted from 0 in the body, with its key."""
    found = passages_of(page)
    kinds = ((0, found.clauses.values()), (1, found.examples.values()), (2, found.others))
    return [(*span(page, kind, one), f"{kind} {one.name}") for kind, those in kinds for one in those]


def span(page: RulesPage, kind: int, passage: Passage) -> tuple[int, int]:
    return passage.line - page.first_line + (kind == 0), passage.last - page.first_line + 1


@pytest.mark.parametrize("number", [60, MANY])
def test_a_change_of_layout_changes_no_words(number: int) -> None:
    random = Random(1)
    for _ in range(number):
        game = random.choice(with_engine())
        page = project().games[game].page
        lines = page.body.split("\n")
        first, last, _ = random.choice(prose_of(page))
        if any(line.startswith("```") for line in lines[first:last]):
            continue
        before = "\n".join(lines[first:last])
        laid_out_differently(lines, first, last, random)
        assert said_by(replace(page, body="\n".join(lines))) == words_of(game), before


@pytest.mark.parametrize("number", [60, MANY])
def test_another_word_changes_the_words_of_its_passage_and_of_no_other(number: int) -> None:
    random, done = Random(2), 0
    while done < number:
        game = random.choice(with_engine())
        page = project().games[game].page
        lines = page.body.split("\n")
        first, last, name = random.choice(prose_of(page))
        if any(line.startswith("```") for line in lines[first:last]) or not reworded(lines, first, last, random):
            continue
        now = said_by(replace(page, body="\n".join(lines)))
        assert {key for key in words_of(game) if now.get(key) != words_of(game)[key]} == {name}
        done += 1


SALT = "proofdeck.play.games.salt_roads"


@cache
def salt_roads() -> str:
    return (ROOT / "generator/proofdeck/play/games" / "salt_roads.py").read_text(encoding="utf-8")


def digests_with(source: str) -> dict[str, dict[str, str]]:
    """The code of each clause of Salt Roads, if its engine read like that."""

    def remember(function: object, text: bytes) -> object:
        return read_units(source.encode()) if function is read_units else function(text)  # type: ignore[operator]

    codes = code_of_clauses(SALT, ROOT, engine("salt-roads").points, remember)
    return {clause: dict(code.digests) for clause, code in codes.items()}


@pytest.mark.parametrize("number", [15, MANY])
def test_comments_and_layout_are_not_part_of_the_code_of_a_clause(number: int) -> None:
    random, before = Random(3), digests_with(salt_roads())
    for _ in range(number):
        assert digests_with(rewritten_layout(salt_roads(), random)) == before


@pytest.mark.parametrize("number", [15, MANY])
def test_a_changed_function_changes_the_clauses_that_it_applies_and_no_others(number: int) -> None:
    random, before = Random(4), digests_with(salt_roads())
    units = read_units(salt_roads().encode())
    for _ in range(number):
        source, function = changed_function(salt_roads(), random)
        now = digests_with(source)
        assert {clause for clause in before if now[clause] != before[clause]} == applied_in(function, units, before)


def applied_in(function: str, units: tuple[Unit, ...], codes: dict[str, dict[str, str]]) -> set[str]:
    """The clauses that the function names, and those of the functions that call it, read off the source."""
    called = {unit.called: unit for unit in units}
    concerned = {function, *(name for name, unit in called.items() if function in unit.names)}
    return {clause for clause, code in codes.items() if concerned & {name.rpartition(".")[2] for name in code}}


# -- what a passage is and speaks of -----------------------------------------------------------------------------------


PAGE = RulesPage(
    "page.md",
    body="""An evening in the desert.

## Quick start {-}

1. Deal {{ hand }} cards.
2. Never look
   back. {# rules: turn.look #}

## Your turn

You do this:

r[turn.look]
Look at a **card**. It is

- yours, or
- mine.

```example id=ex.look covers=turn.look
new game
expect:
  x: 1
---
Ana looks.
```

It stays where it is.

r[turn.deal]
Deal {{ hand }} cards, as {{ see("turn.look") }} says.
""",
)


def test_what_follows_a_clause_belongs_to_it_up_to_the_next() -> None:
    found = passages_of(PAGE)
    assert found.clauses["turn.look"].words == "Look at a card. It is yours, or mine. It stays where it is."
    assert list(found.examples) == ["ex.look"]
    assert [(one.name, one.line) for one in found.others] == [
        ("1", 1),
        ("Quick start 1", 5),
        ("Quick start 2", 6),
        ("Your turn 1", 11),
    ]


def test_a_text_speaks_of_the_clauses_that_it_names_and_of_those_that_print_its_parameters() -> None:
    found = passages_of(PAGE)
    deal, look = found.clauses["turn.deal"], found.others[2]
    assert clauses_seen(deal.source, found.clauses) == ["turn.look"]
    assert clauses_seen(look.source, found.clauses) == ["turn.look"]
    assert parameters_in(deal.source, ["hand", "goal.2"]) == {"hand"}
    assert parameters_in("{{ rules.goal[2] }}", ["hand", "goal.2", "goal.3"], "rules.") == {"goal.2"}
    assert parameters_in("{% for n in goal %}{{ goal[n] }}{% endfor %}", ["goal.2", "goal.3"]) == {"goal.2", "goal.3"}
    assert parameters_in("The hand is empty.", ["hand"]) == frozenset()


def test_what_names_no_clause_and_prints_no_parameter_is_held_by_nothing() -> None:
    page = replace(PAGE, head={})
    assert [one.name for one in free_passages(page)] == ["1", "Quick start 1", "Your turn 1"]


def test_words_have_no_layout() -> None:
    assert plain_words("<colour heading>**Deal**</colour> {{hand}}\n  cards *each*.") == "Deal {{ hand }} cards each."
    assert plain_words("1. One\n2. Two {# not printed #}") == "One Two"
    assert plain_words("Every :lute: **Lute**.") == "Every :lute: Lute."

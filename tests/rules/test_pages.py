"""What a page of rules may look like: its head with places, its parameters with bounds, its clauses with ids."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.source.rules.clauses import check_bindings, read_clauses
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.parameters import OneOf, Parameter, Values, Whole, YesNo, read_values
from proofdeck.source.rules.points import RulePoints

SHOWN = "rules_md/game.md"
Writer = Callable[..., Path]


def page(write: Writer, text: str) -> tuple[RulesPage, Problems]:
    problems = Problems()
    found = read_page(write(SHOWN, text) / SHOWN, SHOWN, problems)
    assert found is not None
    return found, problems


def told(problems: Problems) -> list[tuple[str, int | None, int | None]]:
    return [(problem.code, problem.line, problem.column) for problem in problems]


def test_every_value_of_a_head_knows_its_line_and_column(write: Writer) -> None:
    found, problems = page(
        write,
        """
        ---
        title: Tombs
        rules:
          goal: {2: 8, 3: 7}
          deep:
            er: yes
        ---

        Text.
        """,
    )
    assert not problems
    places = {name: (entry.value, entry.line, entry.column) for name, entry in found.head.items()}
    assert places == {
        "title": ("Tombs", 2, 8),
        "rules.goal.2": (8, 4, 13),
        "rules.goal.3": (7, 4, 19),
        "rules.deep.er": (True, 6, 9),
    }
    assert (found.body.strip(), found.first_line) == ("Text.", 8)


def test_an_empty_table_below_another_has_a_place_like_a_value(write: Writer) -> None:
    found, problems = page(write, "---\nglossary: {}\nrules:\n  goal: {}\n---\n")
    assert not problems
    assert {name: (entry.said, entry.line, entry.column) for name, entry in found.head.items()} == {
        "rules.goal": ("a table", 4, 9)
    }


def test_the_outermost_keys_of_a_head_know_their_lines(write: Writer) -> None:
    found, _ = page(write, "---\ntitle: Tombs\n\nrules:\n  goal: 8\n\n? [a]\n: 3\n---\n")
    assert found.keys == {"title": 2, "rules": 4, "?": 7}


def test_a_page_without_a_head_is_all_body(write: Writer) -> None:
    found, problems = page(write, "Just text.\n")
    assert (found.head, found.body.strip(), found.first_line) == ({}, "Just text.", 1)
    assert not problems


def test_there_is_no_page_where_there_is_no_file(tmp_path: Path) -> None:
    assert read_page(tmp_path / "none.md", SHOWN, Problems()) is None


def test_a_key_that_stands_twice_is_told(write: Writer) -> None:
    _, problems = page(write, "---\ntitle: A\ntitle: B\n---\n")
    assert told(problems) == [("E506", 3, 8)]


def test_a_head_that_means_millions_of_values_is_cut_off(write: Writer) -> None:
    lines = ["a0: &a0 {x: 1, y: 2}"] + [f"a{n}: &a{n} {{x: *a{n - 1}, y: *a{n - 1}}}" for n in range(1, 40)]
    found, problems = page(write, "---\n" + "\n".join(lines) + "\n---\n")
    assert len(found.head) <= 500
    assert problems[-1].code == "E506"


PARAMETERS: tuple[Parameter, ...] = (
    Whole("hand", 1, 6, "the hand"),
    YesNo("refill", "whether"),
    OneOf("multiplets", ("strict", "no"), "what"),
)


def values(write: Writer, rules: str) -> tuple[Values | None, Problems]:
    found, problems = page(write, f"---\nrules: {rules}\n---\n")
    return read_values(found, PARAMETERS, problems), problems


def test_parameters_are_read_by_their_kinds(write: Writer) -> None:
    found, problems = values(write, "{hand: 3, refill: no, multiplets: no}")
    assert not problems
    assert found is not None
    assert (found.number("hand"), found.flag("refill"), found.word("multiplets")) == (3, False, "no")
    assert found.but({"hand": 4}).number("hand") == 4
    with pytest.raises(KeyError, match="there is no parameter hands"):
        found.but({"hands": 4})


@pytest.mark.parametrize(
    ("rules", "codes"),
    [
        ("{hand: 7, refill: no, multiplets: strict}", ["E602"]),
        ("{hand: 0, refill: no, multiplets: strict}", ["E602"]),
        ("{hand: many, refill: no, multiplets: strict}", ["E602"]),
        ("{hand: yes, refill: no, multiplets: strict}", ["E602"]),
        ("{hand: 2.5, refill: no, multiplets: strict}", ["E602"]),
        ("{hand: 2, refill: 1, multiplets: strict}", ["E602"]),
        ("{hand: 2, refill: no, multiplets: strikt}", ["E602"]),
        ("{hand: [2], refill: no, multiplets: strict}", ["E602"]),
        ("{hand: 2, refill: no}", ["E601"]),
        ("{hnad: 2, refill: no, multiplets: strict}", ["E603", "E601"]),
        ("{}", ["E601", "E601", "E601"]),
    ],
)
def test_each_mistake_in_the_parameters_is_told(write: Writer, rules: str, codes: list[str]) -> None:
    found, problems = values(write, rules)
    assert found is None
    assert [problem.code for problem in problems] == codes


def test_a_near_miss_gets_its_cure_and_its_place(write: Writer) -> None:
    _, problems = values(write, "{hnad: 2, refill: no, multiplets: strict}")
    assert (problems[0].line, problems[0].column) == (2, 15)
    assert "Did you mean 'hand'?" in problems[0].hint


CLAUSES = """---
title: A
---

## First

r[a.one]
One.

r[a.two]{physical: "nobody can see it"}
- Two.

## Second

r[b.one]
See {{ see("a.one") }}.
"""


def test_clauses_are_numbered_by_their_sections(write: Writer) -> None:
    found, problems = page(write, CLAUSES)
    clauses = read_clauses(found, problems)
    assert not problems
    assert [(c.id, c.number, c.line, c.physical) for c in clauses.values()] == [
        ("a.one", "1.1", 7, ""),
        ("a.two", "1.2", 10, "nobody can see it"),
        ("b.one", "2.1", 15, ""),
    ]


def test_a_clause_in_a_fenced_example_is_none(write: Writer) -> None:
    found, problems = page(write, "---\ntitle: A\n---\n\n```\nr[a.one]\n```\n")
    assert not read_clauses(found, problems)
    assert not problems


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("r[a.one]\nOne.\n\nr[a.one]\nAgain.", ("E604", 4, None)),
        ("r[a.one]\nSee {{ see('a.two') }}.", ("E605", 2, 13)),
        ("r[one]\nNo section.", ("E607", 1, 1)),
        ("  r[A.one]\nCapital.", ("E607", 1, 3)),
        ("r[a.one]{physical: }\nNo reason.", ("E607", 1, 1)),
        ("r[a.one] One.", ("E607", 1, 1)),
        ("Two:\n\n- r[a.one] One.", ("E607", 3, 3)),
        ("  2) r[a.one]\n  One.", ("E607", 1, 6)),
    ],
)
def test_each_mistake_in_a_clause_is_told(body: str, expected: tuple[str, int, int | None]) -> None:
    problems = Problems()
    read_clauses(RulesPage(SHOWN, {}, body), problems)
    assert told(problems) == [expected]


def test_code_and_page_are_compared_both_ways(write: Writer) -> None:
    found, problems = page(write, CLAUSES)
    clauses = read_clauses(found, problems)
    check_bindings(found, clauses, ["a.one", "a.two", "b.two"], problems)
    assert [(problem.code, problem.line) for problem in problems] == [("E605", 10), ("E605", None), ("E606", 15)]


def test_a_rule_point_has_a_bit_of_its_own_and_can_be_switched_off() -> None:
    points = RulePoints()
    one, two = points.bind("a.one"), points.bind("a.two")
    assert (points.id(one), points.id(two), points.bit("a.two")) == ("a.one", "a.two", two)
    assert points.named(one | two) == ["a.one", "a.two"]
    off = points.without(["a.one"])
    assert (off & one, off & two) == (0, two)
    with pytest.raises(ValueError, match="twice"):
        points.bind("a.one")


@given(st.text(max_size=300))
def test_no_text_of_a_page_gives_a_traceback(text: str) -> None:
    problems = Problems()
    read_clauses(RulesPage(SHOWN, {}, text), problems)
    assert all(problem.code.startswith("E60") for problem in problems)


BLANK_LINES = """
from proofdeck.book.accept.translating import NOTED
from proofdeck.source.rules.clauses import HEADING, NOTE
from proofdeck.source.rules.passages import BOUND, plain_words
from proofdeck.source.rules.plain import ANCHOR, ATX
many = "\\t" * 100_000
for text in (many, f"a{many}b", f"## a{many}b", f"## a{many}b{many}c", f"# {many}b"):
    for pattern in (NOTED, NOTE, BOUND, ANCHOR):
        pattern.sub("", text)
    for pattern in (HEADING, ATX):
        pattern.match(text)
    plain_words(text)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of processor time")
def test_a_hundred_thousand_tabs_are_read_at_once() -> None:
    import resource

    limit = partial(resource.setrlimit, resource.RLIMIT_CPU, (10, 10))
    subprocess.run([sys.executable, "-c", BLANK_LINES], check=True, preexec_fn=limit)

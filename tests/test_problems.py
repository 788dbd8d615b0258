"""Problems as data: where, what and how they are told."""

from __future__ import annotations

import json

import pytest

from proofdeck.ground.problems import (
    Place,
    Problem,
    Problems,
    did_you_mean,
    has_errors,
    in_reading_order,
    listed,
    to_json,
)


def test_a_problem_says_where_as_editors_understand_it() -> None:
    assert Problem("E103", "m", "cards.csv", 14, 7).where == "cards.csv:14:7"
    assert Problem("E103", "m", "cards.csv", 14).where == "cards.csv:14"
    assert Problem("E501", "m").where == ""


def test_codes_with_e_stop_a_build_and_codes_with_w_do_not() -> None:
    assert has_errors([Problem("W101", "m"), Problem("E101", "m")])
    assert not has_errors([Problem("W101", "m")])


def test_a_problem_is_reported_at_a_place_or_at_none() -> None:
    problems = Problems()
    problems.report("E103", "m", Place("cards.csv", 14, 7), field="value", hint="h")
    problems.report("W617", "m", Place("rules_md/a.md"))
    problems.report("E501", "m")
    assert list(problems) == [
        Problem("E103", "m", "cards.csv", 14, 7, "value", "h"),
        Problem("W617", "m", "rules_md/a.md"),
        Problem("E501", "m"),
    ]


def test_a_scope_is_clean_until_something_is_found_in_it() -> None:
    problems = Problems([Problem("E101", "m")])
    scope = problems.scope()
    assert (scope.is_clean, scope.found) == (True, [])
    problems.report("W101", "m")
    assert (scope.is_clean, scope.found) == (False, [Problem("W101", "m")])
    assert problems.scope().is_clean


def test_problems_are_told_once_and_in_reading_order() -> None:
    late, early = Problem("E103", "m", "cards.csv", 9, 1), Problem("E103", "m", "cards.csv", 2, 5)
    assert in_reading_order([late, early, late]) == [early, late]


@pytest.mark.parametrize(
    ("word", "offer"),
    [
        ("paladn", "Did you mean 'paladin'?"),
        ("PALADIN", "Did you mean 'paladin'?"),
        ("wolv", "Did you mean 'Wolf'?"),
        ("zebra", ""),
        ("", ""),
    ],
)
def test_a_near_miss_gets_an_offer_and_nothing_else_does(word: str, offer: str) -> None:
    assert did_you_mean(word, ["paladin", "Wolf"]) == offer


@pytest.mark.parametrize(
    ("words", "sentence"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), ("abc", "a, b and c")]
)
def test_lists_read_as_sentences(words: list[str], sentence: str) -> None:
    assert listed(words) == sentence


def test_the_json_form_is_one_versioned_object() -> None:
    data = json.loads(to_json([Problem("E103", "'ä'", "cards.csv", 1, 2, "value", "hint")]))
    assert data["version"] == 1
    assert data["problems"] == [
        {
            "code": "E103",
            "message": "'ä'",
            "file": "cards.csv",
            "line": 1,
            "column": 2,
            "field": "value",
            "hint": "hint",
        }
    ]

"""Jinja in its cage: what a template may compute, and what a hostile one may not."""

from __future__ import annotations

from typing import Any

import pytest
from bounded import bounded
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.source.expressions.cage import FILTERS, LONGEST, TESTS, ExpressionError
from proofdeck.source.expressions.expressions import compile_expression, is_expression

CARD: dict[str, Any] = {
    "name": "Paladin",
    "rank": "5",
    "blank": "",
    "pips": {"5": "five pips"},
    "deck": {"fox": {"name": "Fox"}},
    "card": {"name": "Paladin", "item_1": "axe", "item_2": " ", "item_3": "bow"},
}


def computed(text: str) -> str:
    return compile_expression(text)(CARD)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{{ name }}", "Paladin"),
        ("{{ card.name | upper }}", "PALADIN"),
        ("{{ pips[rank] }}", "five pips"),
        ("{{ rank | int * 2 + 1 }}", "11"),
        ("{{ 'x' * 3 }}", "xxx"),
        ("{% if rank == '5' %}five{% else %}other{% endif %}", "five"),
        ("{% for i in range(3) %}{{ loop.index }}{% endfor %}", "123"),
        ("{% set half = 4 // 2 %}{{ half }}", "2"),
        ("{{ missing | default('none') }}", "none"),
        ("{{ name ~ ' of ' ~ rank }}", "Paladin of 5"),
        (
            "{{ rank | int | in_words }}, {{ 0 | in_words }}, {{ 20 | in_words }}, {{ 21 | in_words }}",
            "five, zero, twenty, 21",
        ),
        ("({{ pips[blank] }}{{ deck[blank].name }}{{ deck[blank]['name'] }})", "()"),
        ("{{ pips[blank] | default('none') }}{% if pips[blank] %}some{% endif %}", "none"),
        ("{{ [name, blank, ' ', rank] | filled | join(', ') }}", "Paladin, 5"),
        ("{{ card | filled | count }} {{ card | filled('item_') | count }}", "3 2"),
        ("{{ 1 | times }}, {{ 2 | times }}, {{ rank | int | times }}", "once, twice, five times"),
    ],
)
def test_what_a_template_may_compute(text: str, value: str) -> None:
    assert computed(text) == value


ESCAPES = [
    "{{ ''.__class__ }}",
    "{{ name.__class__.__mro__ }}",
    "{{ name['__class__'] }}",
    "{{ name | attr('__class__') }}",
    "{{ card.__init__.__globals__ }}",
    "{{ [name] | map(attribute='__class__') | list }}",
    "{{ [name] | sort(attribute='__class__.__name__') }}",
    "{{ name.upper() }}",
    "{{ name.format }}",
    "{{ self.__init__ }}",
    "{{ self._TemplateReference__context }}",
    "{{ cycler }}",
    "{{ lipsum() }}",
    "{{ namespace }}",
    "{{ range.__self__ }}",
    "{% for i in [1] %}{{ loop.__init__ }}{% endfor %}",
    "{% include 'cards.csv' %}",
    "{% import 'x' as y %}",
    "{% extends 'x' %}",
    "{% macro again() %}{{ again() }}{{ again() }}{% endmacro %}{{ again() }}",
    "{% for i in [[1]] recursive %}{{ loop(i) }}{% endfor %}",
]

RUNAWAYS = [
    "{% for i in range(20000) %}{% for j in range(20000) %}{% endfor %}{% endfor %}",
    "{{ range(10 ** 9) | list }}",
    "{{ 9 ** 9 ** 9 ** 9 }}",
    "{{ 'a' * 10 ** 9 }}",
    "{{ [0] * 10 ** 9 }}",
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a ~ a %}" * 40 + "{{ a }}",
    "{% set a = 'aaaaaaaaaa' %}" + "{% set a = a + a %}" * 40 + "{{ a }}",
    "{% set a = [1] %}" + "{% set a = a + a %}" * 40 + "{{ a }}",
    "{{ 'a' | center(10 ** 9) }}",
    "{{ '%999999999d' | format(1) }}",
    "{{ '%999999999d' % 1 }}",
    "{% set a = 'a' * 9999 %}{{ a | replace('a', a) }}",
    "{% set a = 'a' * 9999 %}{{ a | join(a) }}",
    "{% for i in range(9999) %}aaaaaaaaaaaaaaaaaaaaaaaaaaaa{% endfor %}",
    "{% for i in range(9999) %}{% set x = 1 %}" + "{% set x = x + 1 %}" * 1900 + "{% endfor %}",
    "{% for i in range(9999) %}" + "{{ '' }}" * 1900 + "{% endfor %}",
    "{% set a = 'a' * 9999 %}{% for i in range(9999) %}" + "{% set x = a ~ a %}" * 500 + "{% endfor %}",
    "{% set a = [0] * 20000 %}{% for i in range(9999) %}" + "{% set x = a[:] %}" * 500 + "{% endfor %}",
    "{% set a = [0] * 20000 %}{{ [" + "a[:]," * 9000 + "] | length }}",
    "{% set a = [0] * 20000 %}{% set b = [a] * 20000 %}{{ [b] * 20000 }}",
    "{% set a = [0] %}" + "{% set a = [a, a] %}" * 39 + "{{ a }}",
    "{% set a = [0] %}" + "{% set a = [a] %}" * 600 + "{{ a }}",
    "{% set a = {} %}" + "{% set a = {1: a, 2: a} %}" * 39 + "{{ a }}",
    "{% set a = [0] %}{% set b = [0] %}" + "{% set a = [a, a] %}{% set b = [b, b] %}" * 39 + "{{ a == b }}",
    "{% set a = (0,) %}" + "{% set a = (a, a) %}" * 39 + "{{ a in card }}",
    "{% set a = (0,) %}" + "{% set a = (a, a) %}" * 39 + "{{ card[a] }}",
    "{% set a = [0] * 20000 %}{% for i in range(9999) %}{% if 1 in a %}{% endif %}{% endfor %}",
    "{% set a = 'a' * 20000 %}{% for i in range(9999) %}{% if 'b' not in a %}{% endif %}{% endfor %}",
    "{% for i in range(9999) %}{% if 0.5 in range(20000) %}{% endif %}{% endfor %}",
    "{% for i in range(9999) %}{% if 0.5 is in range(20000) %}{% endif %}{% endfor %}",
    "{{ [range(9999) | list] * 999 | sum(start=[]) }}",
    "{{ 5 | round(10 ** 9) }}",
    "{{ 5 | round(-10 ** 9) }}",
    "{{ 5.5 | round(10 ** 9, 'ceil') }}",
    "{{ 'a' | truncate(-1) }}",
    "{{ 1e400 }}",
    "{{ [-1e400] }}",
    "{{ '1e400' | float | int }}",
    "{{ 'nan' | float }}",
    "{{ (-8) ** 0.5 }}",
    "{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}",
    "{{ " + "-" * 5000 + "1 }}",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_no_expression_gets_out_of_its_cage(text: str) -> None:
    with pytest.raises(ExpressionError):
        computed(text)


@pytest.mark.parametrize("text", RUNAWAYS)
def test_no_expression_runs_away(text: str) -> None:
    with bounded(), pytest.raises(ExpressionError, match=r"^.{9,300}$"):
        computed(text)


GIVEN = (
    *("-10 ** 9", "10 ** 9", "1e300", "'inf' | float", "none", "[1, 2]", "[[1], [2]]", "{'a': 1}", "range(20000)"),
    *("[0] * 20000", "'a' * 20000", "'9' * 5000", "card", "missing", "'²'"),
)
"""What a filter, a test or an operator may be given."""


@pytest.mark.parametrize("one", GIVEN)
def test_any_filter_test_and_operator_takes_anything_or_refuses_it_shortly(one: str) -> None:
    filters = [f"({{}}) | {name}(({{}}))" for name in sorted(FILTERS)]
    tests = [f"({{}}) is {name}(({{}}))" for name in sorted(TESTS)]
    operators = [f"({{}}) {sign} ({{}})" for sign in "+ - * / // % ** ~ == < in and".split()]
    with bounded():
        for form in (*filters, *tests, *operators, "({})[({})]", "({})[::({})]", "range(({}), 9, ({}))"):
            for two in ("5.5", one):
                text, refusal = outcome(f"{{{{ {form.format(two, one)} }}}}")
                assert len(text) <= LONGEST
                assert len(refusal) < 300


def outcome(text: str) -> tuple[str, str]:
    """The text that comes out, and why none does."""
    try:
        return computed(text), ""
    except ExpressionError as error:
        return "", str(error)


def test_what_people_do_with_long_tables_is_not_refused() -> None:
    names = {"table": {f"card {number}": "x" * 50 for number in range(600)}, "rows": [[1, "abc"]] * 500}
    looked_up = "{% for key in table %}{% if key in table %}{{ table[key] | length }}{% endif %}{% endfor %}"
    assert compile_expression(looked_up)(names) == "50" * 600
    counted = "{% for row in rows %}{% if row[1] == 'abc' and row[0] in [1, 2] %}x{% endif %}{% endfor %}"
    assert compile_expression(counted)(names) == "x" * 500
    assert compile_expression("{{ rows[1:3] }}{{ rows[-1:][0][1][:2] }}")(names) == "[[1, 'abc'], [1, 'abc']]ab"


@pytest.mark.parametrize(
    "text", ["{{ ", "{{ name | nofilter }}", "{% if %}", "{{ 1 / 0 }}", "{{ pips.nothing }}", "{{ pips[blank] + 1 }}"]
)
def test_mistakes_are_plain_sentences(text: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        computed(text)
    assert str(caught.value)
    assert "Traceback" not in str(caught.value)


def test_an_unknown_name_is_told() -> None:
    with pytest.raises(ExpressionError) as caught:
        computed("{{ nmae }}")
    assert caught.value.unknown == "nmae"


def test_text_without_braces_is_no_expression() -> None:
    assert not is_expression("2 < 3 } and { 4")


@given(st.text(alphabet="{}%#-+*/|.()[]'\"~ abn0159_,=<>", max_size=40))
def test_mangled_expressions_never_raise_anything_else(text: str) -> None:
    try:
        compile_expression("{{ " + text)(CARD)
    except ExpressionError:
        return

"""Pages of rules, templates and tables that no person would write: refused with a sentence, and soon."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from bounded import bounded

from proofdeck.book.manuscript.composing import print_rules
from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.bounds import DEEPEST, MOST_DIGITS, long_number, whole
from proofdeck.ground.problems import Problems, did_you_mean
from proofdeck.ground.toml_text import TomlError, read_toml
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.elements.grid import GRID_KEY
from proofdeck.paper.faces.options import ElementOption
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.expressions import compile_expression
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options
from proofdeck.source.rules.examples import OF_A_CLAUSE

Deck = Callable[[int], Path]
Writer = Callable[..., Path]


@pytest.fixture(autouse=True)
def no_end_of_memory_or_time() -> Iterator[None]:
    with bounded():
        yield


MANY = "9" * 5_000
LONG = "a" * 300
"""Longer than the name of a file may be."""


def codes(root: Path) -> list[str]:
    return [problem.code for problem in check(root, [])]


# -- numbers -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("1" * MOST_DIGITS, None),
        ("1" * (MOST_DIGITS + 1), (1, 1)),
        ("ab\ncd" + "7" * (MOST_DIGITS + 1) + "\n", (2, 3)),
        (("1" * MOST_DIGITS + ",") * 50, None),
        ("x" * (MOST_DIGITS - 1) + "1" * (MOST_DIGITS + 1), (1, MOST_DIGITS)),
        ("²" * (MOST_DIGITS + 1), None),
    ],
)
def test_a_number_that_is_too_long_is_found_where_it_begins(text: str, place: tuple[int, int] | None) -> None:
    assert long_number(text) == place


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("007", 7), ("²", None), ("١", None), ("-1", None), ("", None), (MANY, None)]
)
def test_only_plain_digits_spell_a_number(text: str, number: int | None) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(
    "template",
    [f"bleed = {MANY}", f"bleed = 0x{'f' * 5_000}", f"bleed = {'1_' * 5_000}1", f"{MANY} = 1", f"bleed = -{MANY}"],
)
def test_a_number_of_5000_digits_in_a_template_is_a_problem_with_its_place(
    deck: Deck, write: Writer, template: str
) -> None:
    root = deck(1)
    write("templates/deck/front.toml", f'size = "poker"\n{template}\n')
    (problem,) = check(root, [])
    assert (problem.code, problem.line) == ("E201", 2)


@pytest.mark.parametrize(
    "page",
    [
        f"---\ntitle: Deck\nplayers: {MANY}\n---\n",
        f"---\ntitle: Deck\n---\n\nDeal {MANY} cards.\n",
        f"---\ntitle: Deck\n---\n\n```example id=ex.a\nAna: c1\nexpect:\n  Ana: 1\n---\n1 + 1 = {MANY}\n```\n",
    ],
)
def test_a_number_of_5000_digits_in_a_page_of_rules_is_a_problem_with_its_place(
    deck: Deck, write: Writer, page: str
) -> None:
    root = deck(1)
    write("rules_md/deck.md", page)
    (problem,) = check(root, [])
    assert (problem.code, problem.line) == ("E506", page[: page.index("999")].count("\n") + 1)


def test_a_key_of_a_head_that_only_looks_like_a_number_is_no_number(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("rules_md/deck.md", "---\ntitle: Deck\nrules: {goal: {²: 8, 2: 9}, 3: 4}\n---\n\n{{ goal[2] }} {{ goaal }}\n")
    (problem,) = check(root, [])
    assert (problem.code, problem.hint) == ("E611", "Did you mean 'goal'?")


ODD = [
    *(int("9" * MOST_DIGITS), -int("9" * MOST_DIGITS), int("f" * MOST_DIGITS, 16), 1e308, float("inf"), float("nan")),
    *(MANY, "1e999", "²", "١", "1_0", "\0", "a\nb", LONG * 200, "9 " * 29_000, "", True),
    *([1, 2], [[1, 2], [3, 4]], [[int("9" * MOST_DIGITS), 1]], [int("9" * MOST_DIGITS)], [{"a": 1}], [], {"a": 1}, {}),
]
"""What TOML can hold where a template expects something else."""


@pytest.mark.parametrize("kind", [*ELEMENTS, "grid key"])
def test_every_option_takes_any_value_or_refuses_it_shortly(kind: str) -> None:
    for option in (ELEMENTS | {"grid key": GRID_KEY})[kind].values():
        for value in ODD:
            assert len(refusal(option, value)) < 300


def refusal(option: ElementOption, value: object) -> str:
    try:
        option.parse(value)
    except ValueError as refused:
        return str(refused)
    return ""


def test_before_names_an_element_whatever_it_is_given(deck: Deck, write: Writer) -> None:
    for value in ("{a = 1}", "[1]", f'"{LONG}"', "1", "true"):
        root = deck(1)
        write("templates/deck/front.toml", f'[elements.a]\ntype = "ellipse"\nbefore = {value}\n')
        (problem,) = check(root, [])
        assert (problem.code, problem.line, problem.field) == ("E205", 3, "before")
        assert len(problem.message) < 100


# -- depth -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "toml",
    [
        f"a = {'[' * 20_000}",
        f"a = {'[' * 20_000}{']' * 20_000}",
        "a = " + "{a = " * 10_000 + "1" + "}" * 10_000,
        ".".join("a" * 30_000) + " = 1",
        f"[{'.'.join('a' * 30_000)}]",
        " . ".join(["'a'"] * 12_000) + " = 1",
        "a = {" + ".".join("b" * 30_000) + " = 1}",
    ],
)
def test_deep_tables_are_refused_before_they_are_read(toml: str) -> None:
    with pytest.raises(TomlError, match="nested too deeply") as refusal:
        read_toml(f"size = 1\n{toml}")
    assert refusal.value.line == 2


def test_dots_in_texts_and_numbers_nest_nothing() -> None:
    text = ". . . " * 100
    found = read_toml(f'a = "{text}"  # {text}\nb = """\n{text}"""\nc = {[1.5] * 100}\nd.e.f = 1.5\n')
    assert found == {"a": text, "b": text, "c": [1.5] * 100, "d": {"e": {"f": 1.5}}}


@pytest.mark.parametrize(
    ("opened", "closed"), [("{a: ", "}"), ("[", "]"), ("- ", ""), ("? ", ""), ("[{a: [", "]}]")], ids=repr
)
def test_a_head_that_is_nested_deeply_is_refused_before_it_is_read(
    deck: Deck, write: Writer, opened: str, closed: str
) -> None:
    root = deck(1)
    write("rules_md/deck.md", f"---\ntitle:\n {opened * 4_000}{closed * 4_000}\n---\n")
    (problem,) = check(root, [])
    assert problem.code == "E506"
    assert f"{DEEPEST} levels" in problem.message


@pytest.mark.parametrize(
    "look", ["[" * 5_000, "a" + ".a" * 9_000 + " = 1", f"accent = {'[' * 5_000}{']' * 5_000}", f"accent = {MANY}"]
)
def test_a_look_of_a_book_that_is_nested_deeply_is_refused(deck: Deck, write: Writer, look: str) -> None:
    root = deck(1)
    write("rules_md/deck.md", "---\ntitle: Deck\n---\n\nDraw.\n")
    write("templates/deck/rulebook.toml", look)
    assert codes(root) == ["E613"]


def test_what_an_example_expects_is_read_once_however_many_brackets_it_has() -> None:
    for text in ("[" * 300_000, "a" * 300_000, "a" + " " * 300_000, "a [" * 100_000):
        assert OF_A_CLAUSE.fullmatch(text) is None
    found = OF_A_CLAUSE.fullmatch("Ana Lee  [score.run]")
    assert found is not None
    assert found.groups() == ("Ana Lee", "score.run")


# -- expressions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expression",
    [
        "{{ " + "(" * 3_000 + ")" * 3_000 + " }}",
        "{{ " + "[" * 300 + "]" * 300 + " }}",
        "{{ " + "1+" * 20_000 + "1 }}",
        "{{ a" + ".b" * 20_000 + " }}",
        "{% for a in [1] %}" * 30 + "{% endfor %}" * 30,
        "{% if 1 %}" * 200 + "{% endif %}" * 200,
        f"{{{{ {MANY} }}}}",
        "{{ '\\ud800' }}",
        "{{ {'\\udfff': 1} }}",
        "{{ range }}",
        "{{ range | string }}",
        "{{ range ~ 'x' }}",
        "{{ range(20000) | sum }}" * 500,
        "{{ 1 }}" * 30_000,
    ],
    ids=lambda text: text[:12],
)
def test_an_expression_that_no_person_would_write_is_refused_with_a_sentence(expression: str) -> None:
    with pytest.raises(ExpressionError, match=r"^[a-z0-9'].{9,}"):
        compile_expression(expression)({})


STRANGE = (
    "none",
    "true",
    "5",
    "1.5",
    "-1",
    "[]",
    "[1, 'c1']",
    "{}",
    "range(3)",
    "name",
    "'c9'",
    "''",
    "hand",
    "'é\\n'",
)
CALLS = (
    "see({})", "name({})", "value({})", "copies({})", "copies('c1', {})", "count({})", "count('', {})",
    "deck_size({})", "cards('c1', {})", "setup({})", "anatomy({})", "anatomy('c1', name={})", "components({})",
    "glossary({})", "name('c1', {})", "name()",
    "anatomy('c1', nosuch=({}))", "name('c1')[{}]", "name('c1') | replace('c', {})",
)  # fmt: skip


@pytest.mark.parametrize("call", CALLS)
def test_a_function_of_a_page_may_be_given_anything(deck: Deck, write: Writer, call: str) -> None:
    """Also by way of a variable, where nothing can be looked at before the page is filled in."""
    deck(1)
    root = write("rules_md/deck.md", "---\ntitle: Deck\nrules: {hand: 3}\n---\n")
    game = load_project(root, Problems()).games["deck"]
    for value in STRANGE:
        for written in (f"{{{{ {call.format(value)} }}}}", f"{{% set x = {value} %}}{{{{ {call.format('x')} }}}}"):
            found = Problems()
            print_rules(replace(game, page=replace(game.page, body=written)), found)
            assert {problem.code for problem in found} <= {"E605", "E611"}, written
            assert not any("lambda" in problem.message or "object" in problem.message for problem in found), found


@pytest.mark.parametrize(("value", "says"), [("5", "'5'"), ("none", "none"), ("1.5", "'1.5'")])
def test_a_card_is_named_by_a_text(deck: Deck, write: Writer, value: str, says: str) -> None:
    root = deck(1)
    write("rules_md/deck.md", f"---\ntitle: Deck\n---\n\nDraw {{{{ name({value}) }}}}.\n")
    problem = check(root, [])[0]
    assert (problem.code, problem.message) == ("E611", f"name() takes a text in quotes, not {says}")


def test_a_control_character_on_a_page_is_a_problem_and_never_printed(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("rules_md/deck.md", "---\ntitle: Deck\n---\n\nDraw \x1b[31mone.\n")
    (problem,) = check(root, [])
    assert (problem.code, problem.line, problem.column) == ("E506", 5, 6)
    assert "U+001B" in problem.message
    assert "\x1b" not in load_project(root, Problems()).games["deck"].page.body


# -- addresses in a book -----------------------------------------------------------------------------------------------

FORGED = (
    "![](figure:no-JSON)", "![](figure:%5B1%5D)", "![](figure:%5B%22setup%22%2C%20%22x%22%2C%20%5B%5D%5D)",
    "![](figure:%5B%22anatomy%22%2C%20%22dodo%22%2C%20%5B%5D%5D)", "![](cards:)", "![](cards:%ff)", "[](clause:)",
    "![](figure:" + "%5B" * 9000 + ")",
)  # fmt: skip


def test_an_address_of_a_book_that_is_typed_does_no_harm(deck: Deck, write: Writer) -> None:
    """As it is, by an expression that spells it, by a parameter, and by a card."""
    root, forged = deck(1), " ".join(FORGED)
    write("cards.csv", f'game,id,name,text\ndeck,c1,"Wolf {FORGED[1]}","x {FORGED[2]}"\n')
    write(
        "rules_md/deck.md",
        f'---\ntitle: "Deck {FORGED[1]}"\nsizes: A4\nrules: {{hand: "{FORGED[4]}"}}\n---\n\nOne {forged}.\n\n'
        f"Two {{{{ '{FORGED[1]}' }}}}.\n\nThree {{{{ hand }}}} {{{{ name('c1') }}}}.\n\n"
        f"{{{{ cards('c1')[:3] }}}} {{{{ cards('c1') | replace('c', '') }}}} {{{{ components() }}}}\n",
    )
    assert set(codes(root)) == {"E611"}
    without = (root / "rules_md" / "deck.md").read_text().replace(FORGED[2], "").replace(FORGED[3], "")
    write("rules_md/deck.md", without)
    built = build(root, [], Options(papers=("a4",), cache=False))
    text = next(output.path for output in built.outputs if output.path.name == "rulebook.md").read_text()
    assert "One" in text


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("element", "code"),
    [
        (f'type = "image"\nfile = "{LONG}.png"', "W319"),
        (f'type = "image"\nfile = "{"a/" * 3_000}"', "W319"),
        (f'type = "icon"\nicon = "{LONG}"', "E303"),
        (f'type = "text"\ntext = "a"\nfont = "{LONG}"', "E305"),
    ],
)
def test_a_material_with_a_name_of_300_letters_is_not_there(deck: Deck, write: Writer, element: str, code: str) -> None:
    root = deck(1)
    write("templates/deck/front.toml", f"[elements.it]\n{element}\n")
    assert [one for one in codes(root) if one != "W313"] == [code], "a grey box that ends at the cut is told as well"


@pytest.mark.parametrize(
    "top", [f'[fonts]\nbody = {{file = "{LONG}.ttf"}}', f'[fonts]\nbody = "{LONG}"', f'icon_sets = ["{LONG}.json"]']
)
def test_a_font_or_an_icon_set_with_a_name_of_300_letters_is_not_there(deck: Deck, write: Writer, top: str) -> None:
    root = deck(1)
    icon = '[elements.i]\ntype = "icon"\nicon = "mine"\n'
    write(
        "templates/deck/front.toml", f'{top}\n{icon if "set" in top else ""}[elements.t]\ntype = "text"\ntext = "a"\n'
    )
    assert set(codes(root)) <= {"E302", "E303", "E304", "E305"}
    assert codes(root)


def test_a_game_or_a_kind_with_a_name_of_300_letters_needs_no_file_of_that_name(deck: Deck, write: Writer) -> None:
    root = deck(1)
    write("cards.csv", f"game,id,kind\n{LONG},c1,\n")
    assert "E113" in codes(root)
    write("cards.csv", f"game,id,kind\ndeck,c1,{LONG}\n")
    assert codes(root) == []
    write("templates/deck/front.toml", f'extends = "{LONG}/front.toml"\n')
    assert "E202" in codes(root)


def test_nothing_is_compared_with_a_very_long_word() -> None:
    assert did_you_mean("ab" * 50_000, ["ba" * 50_000, "abab"]) == ""
    assert did_you_mean("wolv", ["x" * 100_000, "wolf"]) == "Did you mean 'wolf'?"

"""One name for one thing: the glossary of a page, and how its text is worded."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ROOT, project, with_engine

from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.source.rules.glossary import Term, read_glossary
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.wording import check_wording, prose_of

SHOWN = "rules_md/game.md"
Writer = Callable[..., Path]
PILE = Term("draw pile", "the face-down cards", ("stock", "draw deck", "deck"), 2)


def glossary(write: Writer, head: str) -> tuple[list[Term], Problems]:
    problems = Problems()
    page = read_page(write(SHOWN, f"---\n{head}\n---\nText.\n") / SHOWN, SHOWN, problems)
    assert page is not None
    return read_glossary(page, problems), problems


def warned(body: str, *terms: Term, first_line: int = 1) -> list[tuple[str, int | None, int | None, str]]:
    problems = Problems()
    check_wording(RulesPage(SHOWN, {}, body, first_line), terms, problems)
    assert not any(problem.is_error for problem in problems)
    return [(problem.code, problem.line, problem.column, problem.hint) for problem in problems]


# -- the head ----------------------------------------------------------------------------------------------------------


def test_a_glossary_says_what_a_thing_is_and_what_it_is_not_called(write: Writer) -> None:
    head = """glossary:
  draw pile: {is: "the face-down cards", instead-of: [stock, draw  deck]}
  meld:
    is: cards that lie together
  v. 2.0: {is: 2, instead-of: two}"""
    terms, problems = glossary(write, head)
    assert not problems
    assert terms == [
        Term("draw pile", "the face-down cards", ("stock", "draw deck"), 3),
        Term("meld", "cards that lie together", (), 5),
        Term("v. 2.0", "2", ("two",), 6),
    ]


@pytest.mark.parametrize(
    ("head", "line", "says"),
    [
        ("glossary: pile", 2, "the glossary is not a table of terms"),
        ("glossary:", 2, "the glossary is not a table of terms"),
        ("glossary: [pile, deck]", 2, "the glossary is not a table of terms"),
        ("glossary:\n  pile: cards", 3, "'pile' needs a table that says what it is"),
        ("glossary:\n  pile: [cards]", 3, "'pile' needs a table that says what it is"),
        ("glossary:\n  pile: {instead-of: [deck]}", 3, "'pile' is not defined"),
        ("glossary:\n  pile:\n    instead-of: [deck]\n    is:", 5, "'pile' is not defined"),
        ("glossary:\n  pile: {is: [cards]}", 3, "'pile' is not defined"),
        ('glossary:\n  "": {is: cards}', 3, "a term has no name"),
        ("glossary:\n  pile: {is: cards, instead: deck}", 3, "'instead' is not a key for 'pile'"),
        ('glossary:\n  pile:\n    is: cards\n    instead-of: [deck,\n      " "]', 6, "is empty or not a text"),
        ("glossary:\n  pile: {is: cards, instead-of: [[deck]]}", 3, "is empty or not a text"),
        ("glossary:\n  pile: {is: cards, instead-of: []}", 3, "is empty"),
        (
            "glossary:\n  pile: {is: cards, instead-of: Pile}",
            3,
            "'Pile' is to be avoided for 'pile', but is a term itself",
        ),
        ("glossary:\n  pile: {is: cards}\n  row: {is: x, instead-of: PILE}", 4, "but is a term itself"),
        ("glossary:\n  pile: {is: cards, instead-of: [deck, Deck]}", 3, "'Deck' is to be avoided for both 'pile' and"),
        (
            "glossary:\n  pile: {is: a, instead-of: deck}\n  row: {is: b, instead-of: deck}",
            4,
            "'deck' is to be avoided for both 'pile' and 'row'",
        ),
        ("glossary:\n  pile: {is: cards}\n  Pile: {is: cards}", 4, "the term 'Pile' is in the glossary twice"),
        (f"glossary:\n  pile: {{is: cards, instead-of: {[f'w{n}' for n in range(300)]}}}", 3, "more than 300 names"),
    ],
)
def test_a_mistake_in_a_glossary_is_told_with_its_line(write: Writer, head: str, line: int, says: str) -> None:
    _, problems = glossary(write, head)
    assert [(problem.code, problem.line, problem.field) for problem in problems] == [("E640", line, "glossary")]
    assert says in problems[0].message
    assert problems[0].hint


def test_all_mistakes_of_a_glossary_are_told_at_once_and_the_nearest_key_is_offered(write: Writer) -> None:
    head = "glossary:\n  pile: {iis: cards}\n  row: {is: cards, insted-of: [line]}\n  fan: {is: a hand}"
    terms, problems = glossary(write, head)
    assert [term.word for term in terms] == ["fan"]
    assert [
        (problem.line, problem.hint.partition("?")[0]) for problem in problems if "is not a key for" in problem.message
    ] == [
        (3, "Did you mean 'is'"),
        (4, "Did you mean 'instead-of'"),
    ]


def test_a_glossary_is_printed_in_alphabetical_order_and_as_plain_text(write: Writer) -> None:
    from proofdeck.book.manuscript.composing import print_rules
    from proofdeck.source.project.reading import load_project

    write("cards.csv", "game,id\nzoo,wolf\n")
    head = 'glossary:\n  Row: {is: "a *line* of cards"}\n  draw pile: {is: "cards, face down"}'
    root = write("rules_md/zoo.md", f"---\n{head}\n---\n## Words\n\n{{{{ glossary() }}}}\n")
    problems = Problems()
    text = print_rules(load_project(root, problems).games["zoo"], problems)
    assert not problems
    assert text.endswith("Words\n\n- **draw pile**: cards, face down\n- **Row**: a \\*line\\* of cards\n")


# -- the text ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("Draw from the stock now.", 15),
        ("Two STOCKS lie there.", 5),
        ("The **stock** is face down.", 7),
        ("The draw\n  deck is a draw pile.", 5),
        ("Draw decks are shuffled.", 1),
        ("The stock's cards.", 5),
        ("A [stock](#stock) is.", 4),
    ],
)
def test_another_name_is_told_with_its_place_and_the_right_one(text: str, column: int) -> None:
    assert warned(f"A draw pile.\n\n{text}\n", PILE, first_line=8) == [("W641", 10, column, "Write 'draw pile'.")]


@pytest.mark.parametrize(
    "text",
    [
        "A stocking, a stock-pile, overstock.",
        "`stock` and ``a ` stock``.",
        "{{ stock }} {% if stock %} {# the\nstock #}",
        "r[setup.stock]",
        "[Draw](stock.md)",
        "```\nstock\n```",
        "~~~text\n- stock\n~~~",
        "```example id=ex.a covers=a.stock\nstock: Raven\nexpect:\n  cards in stock: 3\n---\nThree cards.\n```",
    ],
)
def test_what_is_no_prose_may_be_called_anything(text: str) -> None:
    assert warned(f"The draw piles.\n\n{text}\n\nEnd.\n", PILE) == []


def test_what_an_example_tells_is_prose() -> None:
    example = "```example id=ex.a covers=a.b\nstock: 1\nillegal: a.b\n---\nThe\nstock is out.\n```"
    body = f"A draw pile.\n\n{example}\n\nThe deck.\n"
    assert [(code, line, column) for code, line, column, _ in warned(body, PILE)] == [("W641", 8, 1), ("W641", 11, 5)]


def test_a_backquote_without_another_hides_nothing_of_the_next_paragraph() -> None:
    assert warned("A draw pile `here.\n\nThe stock ` is.\n", PILE) == [("W641", 3, 5, "Write 'draw pile'.")]


def test_a_name_within_a_longer_name_is_not_told_twice() -> None:
    both = (Term("draw pile", "", ("pile", "deck", "draw deck"), 2), Term("trump suit", "", ("suit",), 3))
    assert warned("The draw pile, the trump suit.", *both) == []
    assert [row[2] for row in warned("Draw pile: the draw deck, a trump suit and a pile.", *both)] == [16, 46]


@pytest.mark.parametrize(
    ("one", "several"), [("ally", "allies"), ("box", "boxes"), ("leaf", "leaves"), ("life", "lives")]
)
def test_of_a_name_several_are_known(one: str, several: str) -> None:
    assert warned(f"Both {several}.", Term("friend", "", (one,), 2)) == [
        ("W641", 1, 6, "Write 'friend'."),
        ("W642", 2, None, "Remove it from the glossary, or use it in the text."),
    ]


def test_a_japanese_term_is_found_within_a_line_without_blanks() -> None:
    assert warned("プレイヤーに手札を配る。\n", Term("手札", "持っているカード", (), 7)) == []


def test_a_term_that_nobody_uses_is_told_where_it_stands() -> None:
    unused = ("W642", 7, None, "Remove it from the glossary, or use it in the text.")
    assert warned("The `meld` lies there. {{ meld }}", Term("meld", "cards", (), 7)) == [unused]
    assert warned("Melds lie there.", Term("meld", "cards", (), 7)) == []


@pytest.mark.parametrize("words", ["You should draw.", "You\nshould draw.", "- You SHOULD.", "One shouldn't."])
def test_a_clause_that_says_should_is_told(words: str) -> None:
    told = warned(f"r[turn.draw]\n{words}\n")
    assert [(code, hint) for code, _, _, hint in told] == [("W643", "Write must or may.")]
    lines = f"r[turn.draw]\n{words}".splitlines()
    _, line, column, _ = told[0]
    assert line is not None
    assert column is not None
    assert lines[line - 1][column - 1 :].casefold().startswith("should")


@pytest.mark.parametrize(
    "body", ["You should win.", "r[a.b]\nA rule.\n\nBut you should win.", "r[a.b]\nSay `should`.\n## You should\n"]
)
def test_what_is_no_rule_may_say_should(body: str) -> None:
    assert warned(body) == []


@given(st.text(alphabet="`{}%#[]()r.a \n-~example=:stock"))
def test_of_any_text_every_letter_of_the_prose_stays_where_it_is(text: str) -> None:
    prose = prose_of(text)
    assert len(prose) == len("\n".join(text.splitlines()))
    assert all(was == now or now == " " for was, now in zip("\n".join(text.splitlines()), prose, strict=True))
    warned(text, PILE)


# -- whole projects ----------------------------------------------------------------------------------------------------


def test_check_tells_of_a_glossary_and_of_words_with_the_lines_of_the_file(write: Writer) -> None:
    write("cards.csv", "game,id\nzoo,wolf\n")
    write("templates/zoo/front.toml", 'extends = "base/front.toml"\n')
    head = "---\nglossary:\n  den: {is: a home, instead-of: cave}\n  paw: [foot]\n---\n"
    root = write("rules_md/zoo.md", f"{head}\nr[a.b]\nIt should sleep in the cave of its den.\n")
    assert [(one.code, one.line, one.column) for one in check(root, [])] == [
        ("E640", 4, 8),
        ("W643", 8, 4),
        ("W641", 8, 24),
    ]


@pytest.mark.parametrize("game", with_engine())
def test_no_clause_of_a_shipped_game_says_should(game: str) -> None:
    problems = Problems()
    page = project().games[game].page
    check_wording(page, read_glossary(page, problems), problems)
    assert not problems


def test_the_starter_game_has_a_glossary_that_its_text_keeps() -> None:
    problems = Problems()
    path = ROOT / "generator/proofdeck/front/starters" / "cards" / "rules_md" / "my-game.md"
    page = read_page(path, "my-game.md", problems)
    assert page is not None
    terms = read_glossary(page, problems)
    check_wording(page, terms, problems)
    assert not problems
    assert {term.word for term in terms} == {"row", "frost"}
    spoilt = RulesPage("my-game.md", {}, re.sub("your row", "your tableau", page.body), page.first_line)
    check_wording(spoilt, terms, problems)
    assert {problem.code for problem in problems} == {"W641", "W642"}

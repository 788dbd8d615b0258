"""How a page of rules becomes Markdown: filled in from cards and parameters, numbered, escaped."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tables import project, with_engine

from proofdeck.book.manuscript.composing import print_rules, with_unheld_marked
from proofdeck.book.manuscript.reading import read_blocks
from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems
from proofdeck.source.project.reading import load_project

Writer = Callable[..., Path]
CARDS = """
game,id,name,kind,value,quantity,quantity_2
deck,wolf,Wolf *of* woods,beast,5,3,2
deck,bear,Bear,beast,5,3,2
deck,cup,Cup,thing,2.5,1,
"""


def printed(write: Writer, body: str, rules: str = "{hand: 3, best-of: {two: 2}, goal: {2: 8}}") -> str:
    text, problems = attempt(write, body, rules)
    assert not problems
    return text.split("\n\n", 1)[1]


def attempt(write: Writer, body: str, rules: str = "{}") -> tuple[str, Problems]:
    write("cards.csv", CARDS)
    root = write("rules_md/deck.md", f"---\ntitle: Deck\nrules: {rules}\n---\n{body}\n")
    problems = Problems()
    return print_rules(load_project(root, problems).games["deck"], problems), problems


def test_parameters_are_called_by_their_names(write: Writer) -> None:
    assert printed(write, "{{ hand }} {{ goal[2] }} {{ best_of.two }}") == "3 8 2\n"


@pytest.mark.parametrize("hand", [1, 2, 999])
def test_a_value_at_the_beginning_of_a_line_begins_no_list(write: Writer, hand: int) -> None:
    text = printed(
        write, "A straight scores\n{{ hand }}. Only one counts.\n\n{{ hand }}) is a number.", f"{{hand: {hand}}}"
    )
    assert [block.kind for block in read_blocks(text)] == ["paragraph"] * 2
    assert text.splitlines()[-1] == f"{hand}\\) is a number."


def test_what_the_author_lists_stays_a_list(write: Writer) -> None:
    text = printed(write, "1. Draw {{ hand }}.\n2. Play.\n\n- {{ hand }}. That is all.", "{hand: 3}")
    assert text == "1. Draw 3.\n2. Play.\n\n- 3\\. That is all.\n"


def test_a_line_of_prose_that_begins_with_a_number_begins_no_list(write: Writer) -> None:
    """Unless an empty line or a colon says that the author means one."""
    assert printed(write, "A tie is worth\n1. It counts.") == "A tie is worth\n1\\. It counts.\n"
    assert printed(write, "Your turn:\n1. Draw.\n2. Play.") == "Your turn:\n\n1. Draw.\n2. Play.\n"


@pytest.mark.parametrize(
    ("clause", "printed_as"),
    [
        ("Each scores\n2. Only one\ncounts.", "**1.1** Each scores\n2\\. Only one\ncounts. *(example 1)*"),
        ("Each scores\n{{ hand }}. Only one.", "**1.1** Each scores\n3\\. Only one. *(example 1)*"),
        ("Each scores:\n- one\n- two", "**1.1** Each scores: *(example 1)*\n\n- one\n- two"),
        ("- one\n  and half\n- two", "- **1.1** one\n  and half *(example 1)*\n- two"),
        ("1. one\n2. two", "1. **1.1** one *(example 1)*\n2. two"),
    ],
)
def test_the_examples_of_a_clause_are_named_behind_its_paragraph(write: Writer, clause: str, printed_as: str) -> None:
    """Where another clause comes before the example, since what follows at once needs no reference."""
    example = "```example id=ex.one covers=a.b\nAna: Wolf\nexpect:\n  Ana: 1\n```"
    text = printed(write, f"## Rules\n\nr[a.b]\n{clause}\n\nr[a.c]\nMore.\n\n{example}", "{hand: 3}")
    assert f"## 1 Rules\n\n{printed_as}\n" in text
    text = printed(write, f"## Rules\n\nr[a.b]\n{clause}\n\n{example}", "{hand: 3}")
    assert f"## 1 Rules\n\n{printed_as.replace(' *(example 1)*', '')}\n" in text


def test_cards_say_their_values_names_and_copies(write: Writer) -> None:
    body = '{{ value("wolf") }} {{ value("cup") }} {{ copies("wolf") }} {{ copies("wolf", 2) }} {{ count("beast", 2) }}'
    assert printed(write, body) == "5 2.5 3 2 4\n"


def test_what_stands_on_a_card_is_plain_text_in_the_rules(write: Writer) -> None:
    assert printed(write, '{{ name("wolf") }}') == "Wolf \\*of\\* woods\n"


def test_pieces_of_a_kind_are_in_a_row_with_a_sentence_on_what_depends_on_the_players(write: Writer) -> None:
    assert printed(write, '{{ components("beast") }}').splitlines() == [
        "- Beast: Wolf \\*of\\* woods ×2–3, Bear ×2–3",
        "- Wolf \\*of\\* woods and Bear: 2 with 2 players, otherwise 3.",
    ]


def test_a_piece_that_some_players_do_without_says_none(write: Writer) -> None:
    write("cards.csv", "game,id,name,kind,quantity,quantity_2,quantity_3\ndeck,leaf,Leaf,marker,9,0,4\n")
    problems = Problems()
    root = write("rules_md/deck.md", "---\ntitle: Deck\n---\n{{ components() }}\n")
    text = print_rules(load_project(root, problems).games["deck"], problems)
    assert not problems
    assert "- Marker: Leaf ×0–9\n- Leaf: none with 2 players, 4 with 3, otherwise 9.\n" in text


def test_a_piece_that_fills_the_last_sheet_says_how_many_there_are_at_least(write: Writer) -> None:
    write("cards.csv", "game,id,name,kind,quantity\ndeck,aid,Aid,reference,fill\n")
    root = write("rules_md/deck.md", "---\ntitle: Deck\n---\n{{ components() }}\n")
    assert "- Reference: Aid (1 or more)\n" in print_rules(load_project(root, Problems()).games["deck"], Problems())


@pytest.mark.parametrize(("asked", "says"), [("", ["You also need: 2 dice."]), ("'reference'", [])])
def test_what_else_is_needed_is_below_all_pieces_and_not_below_some(write: Writer, asked: str, says: list[str]) -> None:
    write("cards.csv", "game,id,name,kind\ndeck,aid,Aid,reference\n")
    root = write("rules_md/deck.md", f"---\ntitle: Deck\nneeds: 2 dice\n---\n{{{{ components({asked}) }}}}\n")
    text = print_rules(load_project(root, Problems()).games["deck"], Problems())
    assert [line for line in text.splitlines() if "need" in line] == says


SUITED = """
game,id,name,kind,suit,rank,value
deck,c8,8 of Cups,number,cups,8,8
deck,c9,9 of Cups,number,cups,9,9
deck,c10,10 of Cups,number,cups,10,10
deck,cj,Jack of Cups,court,cups,J,5
deck,w8,8 of Wands,number,wands,8,8
deck,w9,9 of Wands,number,wands,9,9
deck,w10,10 of Wands,number,wands,10,10
deck,wj,Jack of Wands,court,wands,J,5
deck,wq,Queen of Wands,court,wands,Q,5
deck,fool,The Fool,trump,,,1
deck,sun,The Sun,trump,,,2
deck,moon,The Moon,trump,,,3
"""


def test_suits_of_the_same_ranks_share_a_row_and_numbers_that_go_up_become_a_range(write: Writer) -> None:
    write("cards.csv", SUITED)
    problems = Problems()
    root = write("rules_md/deck.md", "---\ntitle: Deck\n---\n{{ components() }}\n")
    text = print_rules(load_project(root, problems).games["deck"], problems)
    assert not problems
    assert [line for line in text.splitlines() if line.startswith("-")] == [
        "- 8 to 10, Jack in cups",
        "- 8 to 10, Jack, Queen in wands",
        "- Trump: The Fool, The Sun, The Moon",
    ]
    write("cards.csv", SUITED.replace("deck,wq,Queen of Wands,court,wands,Q,5\n", ""))
    text = print_rules(load_project(root, problems).games["deck"], problems)
    assert "- 8 to 10, Jack in cups and wands\n" in text


def test_in_markdown_a_picture_of_a_card_is_its_name(write: Writer) -> None:
    assert printed(write, '{{ cards("wolf", "cup") }}') == "*Wolf \\*of\\* woods, Cup*\n"


def test_sections_and_clauses_get_numbers_and_marks_go_away(write: Writer) -> None:
    body = """## Setup

r[a.one]
Deal.

## Turn

- as r[no.clause] in the text

r[b.one]
- Draw.

r[b.two]
See {{ see('a.one') }}."""
    assert printed(write, body).splitlines() == [
        "## 1 Setup", "", "**1.1** Deal.", "", "## 2 Turn", "", "- as r\\[no.clause\\] in the text",
        "- **2.1** Draw.", "", "**2.2** See 1.1.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "line", "says"),
    [
        ("{{ hnad }}", 5, "the name 'hnad' is unknown"),
        ("{{ value('wlof') }}", 5, "there is no card 'wlof'. Did you mean 'wolf'?"),
        ("One.\n{% if %}", 6, "Expected an expression"),
        ("{{ components('beest') }}", 5, "there is no kind 'beest'. Did you mean 'beast'?"),
        ("{{ open('x') }}", 5, "only anatomy(), cards(), cell(), changed(), components()"),
        ("{{ value.__class__ }}", 5, "'.__class__' cannot be used"),
    ],
)
def test_a_mistake_in_the_text_names_its_line(write: Writer, body: str, line: int, says: str) -> None:
    text, problems = attempt(write, body)
    assert text == ""
    assert [(problem.code, problem.line) for problem in problems] == [("E611", line)]
    assert says in problems[0].message


def test_all_mistakes_in_the_text_are_named_at_once_with_their_lines(write: Writer) -> None:
    body = (
        "One {{ hnad }}.\n\n{% if true %}\nTwo {{ value('wolf') }} and {{ value('wlof') }}\n{% endif %}\n{{ nothing }}"
    )
    _, problems = attempt(write, body)
    assert [(problem.line, problem.message.split("'")[1]) for problem in problems] == [
        (5, "hnad"),
        (8, "wlof"),
        (10, "nothing"),
    ]


def test_a_mistake_that_only_shows_when_it_is_computed_names_its_line_too(write: Writer) -> None:
    _, problems = attempt(
        write, "One.\n\nTwo.\n{{ 1 // (value('wolf') - value('wolf')) }}\nThree {{ value('wolf') }}\n"
    )
    assert [problem.line for problem in problems] == [8]


@pytest.mark.parametrize("name", with_engine())
def test_the_rules_of_a_shipped_game_are_printed_whole_and_in_numbers(name: str) -> None:
    problems = Problems()
    game = project().games[name]
    text = print_rules(game, problems)
    assert not problems
    assert "{{" not in text
    assert "r[" not in text
    assert text.startswith(f"# {game.title}\n")


def test_check_reads_the_rules_of_a_game_without_an_engine_too(write: Writer) -> None:
    write("cards.csv", CARDS)
    root = write("rules_md/deck.md", "---\ntitle: Deck\n---\n\nr[a.one]\nA.\n\nr[a.one]\nB {{ nothing }}.\n")
    assert {"E604", "E611"} <= {problem.code for problem in check(root, [])}


def test_an_address_that_leads_nowhere_is_words_or_nothing(write: Writer) -> None:
    """Functions leave links and pictures in the text; an author may type them, rightly or wrongly."""
    body = "One [](clause:no.such) [said](clause:no.such), ![](cards:wolf,dodo) ![](figure:%5B1%5D) [x](javascript:a)"
    assert printed(write, f"{body} [y](other.md) {{{{ best_of.two }}}}") == (
        "One no.such no.such, *Wolf \\*of\\* woods*  \\[x\\](javascript:a) y 2\n"
    )
    write("cards.csv", "game,id,name\ndeck,wolf,[](clause:a.b)\n")
    root = write("rules_md/deck.md", "---\ntitle: Deck [](clause:a.b)\n---\n{{ name('wolf') }}\n\nr[a.b]\nA.\n")
    text = print_rules(load_project(root, Problems()).games["deck"], Problems())
    assert text.splitlines()[2] == r"\[\](clause:a.b)"


@pytest.mark.parametrize(
    "block",
    [
        "<div>Cross the river.</div>",
        '<p align="center">\nCross the river.\n</p>',
        "<details><summary>More</summary>\nCross the river.\n</details>",
        "<!-- Cross the river later. -->",
        "Cross the river\n===============",
        "The river\n---------",
        "    cross the river",
        "~~~\ncross the river\n~~~",
        "[river]: https://example.org/river\n\nCross the [river][river].",
        "River | Depth\n---|---\nLong | 3",
        "- Cross.\n\n  <b>\n  the river\n  </b>",
        "> <div>Cross the river.</div>",
        "Cross the `river` <br>",
    ],
)
def test_no_mark_of_the_program_is_printed_whatever_a_text_without_a_clause_ends_with(
    write: Writer, block: str
) -> None:
    text = printed(write, f"## Rules\n\n{block}\n\nThe end.")
    assert "unheld" not in text
    assert text.endswith("The end.\n")
    marked = with_unheld_marked(load_project(write("README.md", ""), Problems()).games["deck"].page)
    assert marked.body.rstrip().endswith("The end.[](unheld:)")

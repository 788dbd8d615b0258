"""Numbers typed on cards: those that a change of the rules or of the row would leave behind are named, no others."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.book.proof.typed_numbers import RuleNumbers
from proofdeck.front.making.check import check

Writer = Callable[..., Path]

HEAD = "title: Gold\nplayers: 2-4\nrules:\n  tax: {value: 20}\n  goal: {2: 8, 3: 7}\n  cards: 3\n"
FRONT = """
[fonts]
body = "Crimson Text"
[elements.text]
type = "text"
text = "{{ text }}"
ignore = "W308"
"""


@pytest.fixture
def told(write: Writer) -> Callable[..., list[str]]:
    """What the author of a card is told of it: one of value 6, of which 5 copies are printed."""

    def check_it(text: str, *, head: str = HEAD, front: str = FRONT, note: str = "") -> list[str]:
        write("cards.csv", f'game,id,value,quantity,#cost,text,_note\ng,tax-man,6,5,4,"{text}",{note}\n')
        write("templates/g/back.toml", 'size = "poker"\n')
        write("rules_md/g.md", f"---\n{head}---\n")
        problems = check(write("templates/g/front.toml", front), [])
        return [f"{one.where} {one.code} {one.message}. {one.hint}" for one in problems]

    return check_it


Told = Callable[..., list[str]]


def test_the_message_names_the_cell_the_number_and_the_parameter(told: Told) -> None:
    (line,) = told("Pay **20 or more**.")
    where, cure = line.split(" Write ")
    assert where == "cards.csv:2:24 W625 tax-man: 20 in 'Pay 20 or more.' is typed by hand."
    assert cure == "{{ rules.tax.value }}; or {{ 20 }} if it is meant as typed."


def test_a_number_in_a_long_cell_has_the_place_of_its_line(told: Told) -> None:
    found = [line.split(" ")[0] for line in told("One\nPay {{ rules.cards }} or 20.\n8")]
    assert found == ["cards.csv:3:26", "cards.csv:4:1"]


TYPED = {
    "Pay 20.": ["20"],
    "Two lines\nof 20 words.\nAnd 20 more.": ["20", "20"],
    "Pay 8 or 7 or 3.": ["8", "7", "3"],
    "Pay 19.": ["19"],
    "Take 5 cards.": ["5"],
    "Earn **20**<br>×3 or −7.": ["20", "3", "7"],
    "Pay {{ rules.tax.value }}, or 20.": ["20"],
    "So 10 + 9 = 19": ["10", "9", "19"],
    "**3 Draw** one.": ["3"],
    "**1 to 3** cards.": ["3"],
    "5 players": ["5"],
    "Pay {{ rules.tax.value }} or {{ 20 }}.": [],
    "Worth 6, costs 4, 6 + 4 = 10, nothing less than 0 or 1.": [],
    "Three of twenty, 2nd, d20, 1.5, :deck-2: and :raven|#202020:": [],
    "<size 170%>Six</size>, :raven|+10%|150%: and <colour #202020>red</colour>": [],
    "For 2 players and for 4 players.": [],
    "**1 Draw** one.\n**2 Play** it.\n**3 Discard** it.": [],
    "1. Draw.\n2) Play.\n3. Discard.": [],
}


@pytest.mark.parametrize("text", TYPED)
def test_a_number_comes_from_the_row_from_a_parameter_or_from_a_sum(told: Told, text: str) -> None:
    assert sorted(line.split(": ", 1)[1].split()[0] for line in told(text)) == sorted(TYPED[text])


def test_a_number_that_the_rules_have_is_typed_even_where_the_row_has_it_too(told: Told) -> None:
    assert told("Worth 6.") == []
    (line,) = told("Worth 6.", head=HEAD.replace("20", "6"))
    assert "Write {{ rules.tax.value }}; or" in line


def test_what_a_number_was_before_a_change_leads_to_its_parameter(told: Told) -> None:
    (line,) = told("The tax is 20.", head=HEAD.replace("20", "25"))
    assert line.endswith("Write {{ rules.tax.value }} (now 25); or {{ 20 }} if it is meant as typed.")
    unlike = HEAD.replace("tax: {value", "toll: {amount")
    (line,) = told("Take 99.", head=unlike)
    assert line.endswith("as in {{ deck.ID.value }}, or write {{ 99 }} if it is meant as typed.")


def test_of_equal_parameters_the_one_that_is_called_like_the_card_is_meant(told: Told) -> None:
    (line,) = told("Take 3 cards.", head=HEAD.replace("20", "3"))
    assert "Write {{ rules.tax.value }}; or" in line


def test_a_list_of_one_step_is_none(told: Told) -> None:
    """And 1 is a number of the rules where a parameter has it."""
    head = HEAD.replace("20", "1")
    assert told("**1 Draw** one.\n**2 Play** it.", head=head) == []
    (line,) = told("**1 to five** cards.", head=head)
    assert "1 in '1 to five cards.'" in line


def test_a_game_without_parameters_may_say_any_number(told: Told) -> None:
    assert told("Pay 20.", head="title: Gold\n") == []


def test_only_what_is_printed_is_looked_at(told: Told) -> None:
    assert told("", note="ask for 20") == []
    (line,) = told("", note="ask for 20", front=FRONT.replace("{{ text }}", "{{ note|upper }}"))
    assert line.startswith("cards.csv:2:28 W625 tax-man: 20 in")


FACTORS = {
    "Earn {{ value|int * 3 }}.": ["3"],
    "Earn {{ 3 * value|int }} or {{ 7*value|int }}.": ["3", "7"],
    "Earn {{ value|int*8 }}, *all* of it.": ["8"],
    "{{ value|int * 2 }} and {{ value|int * 1 }}, {{ 3 + value|int }}": [],
    "{{ value|int * rules.cards }}, {{ '**3**' }}, {{ 2 ** 3 }}, {{ 3.5 * 2 }}": [],
    "{% set thrice = 3 %}{{ value|int * thrice }}": [],
}


@pytest.mark.parametrize("text", FACTORS)
def test_a_factor_that_the_rules_have_is_typed_though_an_expression_says_it(told: Told, text: str) -> None:
    assert sorted(line.split(": ", 1)[1].split()[0] for line in told(text)) == sorted(FACTORS[text])


def test_a_factor_is_replaced_where_it_stands_or_gets_a_name(told: Told) -> None:
    (line,) = told("", front=FRONT.replace("{{ text }}", "Tax: {{ value|int * 20 }}"))
    assert line.endswith("Write rules.tax.value; or give it a name, {% set factor = 20 %}, if it is meant as typed.")


def test_no_number_is_too_long_and_no_text_too_full() -> None:
    numbers, endless = RuleNumbers({"cards": 3}), "9" * 5000
    assert [one.digits for one in numbers.typed_in(f"Pay {endless} of 3, {{{{ {endless} * 3 }}}}")] == ["3", "3"]
    assert len(numbers.typed_in("So " + ", ".join(map(str, range(100, 400))))) == 40


@pytest.mark.parametrize("text", ["{{", "{%", "{#", "{{ 3", "{{{%{#", ":a", "3 * ", "**1 ", "1. ", "1 + "])
def test_no_text_takes_long(text: str) -> None:
    """40,000 characters; seconds where something is read again and again."""
    begun = time.process_time()
    RuleNumbers({"cards": 3}).typed_in(text * (40_000 // len(text)))
    assert time.process_time() - begun < 5


def test_texts_of_templates_are_held_to_the_same_demand(told: Told) -> None:
    assert told("", front=FRONT.replace("{{ text }}", "×{{ rules.cards }} {{ text }}")) == []
    (line,) = told("", front=FRONT.replace("{{ text }}", "×3 {{ text }}"))
    said = "text of 'text': 3 in '×3 {{ text }}' is typed by hand. Write {{ rules.cards }}; or"
    assert len(told("", front=FRONT.replace("{{ text }}", "×3 {{ text }}") + "repeat = 4\n")) == 1
    assert line.startswith(f"templates/g/front.toml:5:1 W625 {said}")
    assert told("", front=FRONT.replace("{{ text }}", "×3") + "when = false\n") == []

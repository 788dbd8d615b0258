"""Parameters of the rules on cards: printed by templates and by cells, and seen by everything that knows old faces."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.book.changes.comparing import snapshot_of
from proofdeck.book.changes.difference import compare
from proofdeck.book.changes.printed import Printed, missing
from proofdeck.book.changes.snapshot import faces_of_copies
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.layout import Copy, FaceLayout
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]

HEAD = "rules:\n  tax: {value: 20}\n  goal: {2: 8, 3: 7}\n  bonus: {class-formation: 10}\n  bid: 3\n"
CARDS = """
game,id,value,text,note
g,tax,6,Pay {{ rules.tax.value }} or more.,
g,goal,,With two players {{ rules.goal[2] }}.,
g,sum,4,{{ value|int * rules.bid }} and {{ rules.bonus.class_formation }},
g,plain,,The first word of {{ title }} and {{ deck['sum'].value }} rules.,{{ rules.bid }}
"""
FRONT = """
[fonts]
body = "Crimson Text"
[elements.text]
type = "text"
text = "{{ text }}"
[elements.value]
type = "text"
text = "{% if value %}{{ value|int * rules.bid }}{% endif %}"
y = 30
"""


@pytest.fixture
def printed(write: Writer) -> Callable[..., tuple[Print, list[str]]]:
    """The game `g` laid out, with what its author is told. head: the parameters of its page, if it has one."""

    def lay(head: str = HEAD, cards: str = CARDS, front: str = FRONT) -> tuple[Print, list[str]]:
        write("cards.csv", cards)
        write("templates/g/back.toml", 'size = "poker"\n')
        root = write("templates/g/front.toml", front)
        if head:
            (root / "rules_md").mkdir(exist_ok=True)
            (root / "rules_md/g.md").write_text(f"---\ntitle: Gold\n{head}---\nText.\n")
        problems = Problems()
        project = load_project(root, problems)
        made = lay_out(project, project.games["g"], Options(), problems)
        return made, [f"{one.where} {one.code} {one.message} {one.hint}".strip() for one in problems]

    return lay


Lay = Callable[..., tuple[Print, list[str]]]


def words(made: Print) -> dict[str, str]:
    return {item.label: item.front.text for item in made.items}


def test_cells_and_templates_print_parameters(printed: Lay) -> None:
    made, told = printed()
    assert told == []
    assert words(made) == {
        "tax": "Pay 20 or more.\n18",
        "goal": "With two players 8.",
        "sum": "12 and 10\n12",
        "plain": "The first word of Gold and 4 rules.",
    }


CHANGES = [
    ("value: 20", "value: 25", ["tax"]),
    ("2: 8", "2: 9", ["goal"]),
    ("class-formation: 10", "class-formation: 12", ["sum"]),
    ("bid: 3", "bid: 4", ["tax", "sum"]),
    ("3: 7", "3: 6", []),
]


@pytest.mark.parametrize(("old", "new", "cards"), CHANGES)
def test_a_parameter_changes_just_the_cards_that_print_it(printed: Lay, old: str, new: str, cards: list[str]) -> None:
    """For `diff` and for `build --changed`, and also where old faces are remembered."""
    before, _ = printed()
    then = snapshot_of(before, faces_of_copies(before))
    after, _ = printed(HEAD.replace(old, new))
    faces = faces_of_copies(after)
    (difference,) = compare({"g": then}, {"g": snapshot_of(after, faces)})
    assert [change.card.id for change in difference.cards] == cards
    exchanged = zip(after.items, missing(faces, Printed(then, "yesterday")), strict=True)
    assert [item.label for item, is_missing in exchanged if is_missing] == cards


WRONG = [
    ("{{ rules.tac.value }}", "cards.csv:3:9 E209 goal: text: there is no 'tac' in that table Did you mean 'tax'?"),
    ("{{ rule.tax }}", "cards.csv:3:9 E210 goal: text: the name 'rule' is unknown Did you mean 'rules'? Columns: "),
    ("{{ rules.tax", "cards.csv:3:9 E206 goal: text: "),
    ("{{ rules.__class__ }}", "cards.csv:3:9 E206 goal: text: '.__class__' cannot be used here"),
    (
        '"One\n{{ rules.tax.value }}\n {{ rules.tac }}"',
        "cards.csv:5:1 E209 goal: text: there is no 'tac' in that table",
    ),
    ("{{ rules.items() }}", "cards.csv:3:9 E206 goal: text: only range() can be called here"),
]


@pytest.mark.parametrize(("cell", "said"), WRONG)
def test_a_cell_that_cannot_be_filled_in_is_named(printed: Lay, cell: str, said: str) -> None:
    _, (told,) = printed(cards=CARDS.replace("With two players {{ rules.goal[2] }}.", cell))
    assert told.startswith(said)


def test_a_word_of_a_template_is_no_name_of_its_expressions(printed: Lay, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its faces stay remembered, whatever happens to other cards."""
    front = '[fonts]\nbody = "Crimson Text"\n[elements.id]\ntype = "text"\ntext = "{{ id }} of the deck and rules"\n'
    before, _ = printed(front=front)
    laid_out: list[str] = []
    face = FaceLayout.face

    def watched(layout: FaceLayout, copy: Copy) -> Face:
        laid_out.append(copy.card.id)
        return face(layout, copy)

    monkeypatch.setattr(FaceLayout, "face", watched)
    after, _ = printed(HEAD.replace("20", "25"), CARDS.replace("sum,4", "sum,5"), front)
    assert "sum" in laid_out
    assert "goal" not in laid_out
    assert before.items[1].front == after.items[1].front


def test_a_wrong_parameter_of_a_template_is_told_once_at_its_line(printed: Lay) -> None:
    _, told = printed(front=FRONT.replace("rules.bid", "rules.bit"))
    hint = "there is no 'bit' in that table Did you mean 'bid'?"
    assert told == [f"templates/g/front.toml:8:1 E209 text of 'value': {hint}"]


def test_a_game_without_parameters_has_no_rules(printed: Lay) -> None:
    made, told = printed("", "game,id,text,value\ng,a,{{ rules.bid }},\ng,b,{{ rules is defined }},\n")
    assert [line.partition(" Columns")[0] for line in told] == [
        "cards.csv:2:5 E210 a: text: the name 'rules' is unknown"
    ]
    assert words(made)["b"] == "False"


def test_what_names_a_card_is_no_expression(printed: Lay) -> None:
    front = FRONT.replace("{{ text }}", "{{ name }}, {{ suit }}")
    made, told = printed(cards="game,id,name,suit,value\ng,a,{{ rules.bid }},{{ 1 }},\n", front=front)
    assert (words(made), told) == ({"a": "{{ rules.bid }}, {{ 1 }}"}, [])

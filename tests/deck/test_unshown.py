"""Columns that hold something and that nobody will see are named, in every project."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]
FRONT = """
size = "poker"
[elements.name]
type = "text"
text = "{{ name }} {{ power }}"
x = 4
y = 4
width = 50
height = 10
"""
EACH = FRONT.replace("{{ name }}", "{{ card[each] }}") + 'repeat = ["hidden_cost"]'
CARDS = "id,name,kind,power,Hidden Cost,mood\nwolf,Wolf,beast,3,2,\nbear,Bear,thing,4,,calm\n"


def told(
    write: Writer, cards: str = CARDS, options: Options | None = None, files: Mapping[str, str] | None = None
) -> list[Problem]:
    write("templates/zoo/front.toml", FRONT)
    for name, text in (files or {}).items():
        write(name, text)
    root = write(
        "cards.csv", cards.replace("id,", "game,id,").replace("wolf,", "zoo,wolf,").replace("bear,", "zoo,bear,")
    )
    problems = Problems()
    project = load_project(root, problems)
    lay_out(project, project.games["zoo"], options or Options(), problems)
    return [problem for problem in problems if problem.code == "W111"]


def test_columns_that_no_face_shows_are_named_in_one_warning(write: Writer) -> None:
    (problem,) = told(write)
    assert problem.message == "no face of Zoo shows 2 columns, and no rule reads them: Hidden Cost and mood"
    assert "{{ hidden_cost }}" in problem.hint
    assert told(write, options=Options(only=("wolf",))) == [], "a part of the deck says nothing about all of it"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Hidden Cost", "#hidden"),
        ("Hidden Cost", "_Hidden Cost"),
        ("2,\n", ",\n"),
        ("2,\n", "https://example.org/2,\n"),
    ],
)
def test_notes_empty_columns_and_columns_for_programs_are_left_out(write: Writer, old: str, new: str) -> None:
    (problem,) = told(write, CARDS.replace(old, new))
    assert problem.message.endswith("shows 1 column, and no rule reads it: mood")


@pytest.mark.parametrize(
    ("file", "text", "left"),
    [
        ("templates/zoo/back.toml", FRONT.replace("{{ name }}", "{{ hidden_cost }}"), "mood"),
        ("templates/zoo/front-beast.toml", FRONT.replace("{{ name }}", "{{ mood }}"), "Hidden Cost and mood"),
        ("templates/zoo/front-thing.toml", FRONT.replace("{{ name }}", "{{ mood }}"), "Hidden Cost"),
        ("templates/zoo/front-thing.toml", FRONT.replace("{{ name }}", "{{ deck.wolf.hidden_cost }}"), "mood"),
        ("templates/zoo/back.toml", EACH, "mood"),
        ("templates/zoo/front-thing.toml", FRONT.replace("{{ name }}", "{{ card|filled('hidden_')|count }}"), "mood"),
        ("rules_md/zoo.md", "---\ntitle: Zoo\nscore: {values: hidden_cost}\n---\nWords.\n", "mood"),
        ("rules_md/zoo.md", "It says {{ mood }} and hidden_cost.\n", "Hidden Cost"),
        ("rules_md/zoo.md", "---\ntitle: Zoo\nengine: zoo_engine\n---\nWords.\n", "Hidden Cost and mood"),
    ],
)
def test_what_a_face_of_the_kind_a_rule_or_an_engine_names_is_seen(
    write: Writer, file: str, text: str, left: str
) -> None:
    (problem,) = told(write, files={file: text})
    assert problem.message.partition(": ")[2] == left


def test_the_engine_of_the_project_may_read_a_column_for_itself(write: Writer) -> None:
    page = "---\ntitle: Zoo\nengine: zoo_engine\n---\nWords.\n"
    engine = 'COLUMNS = ("hidden_cost", "mood")\n'
    assert told(write, files={"rules_md/zoo.md": page, "zoo_engine.py": engine}) == []


def test_a_cell_that_another_cell_prints_is_seen(write: Writer) -> None:
    (problem,) = told(write, CARDS.replace("Wolf", "Wolf {{ hidden_cost }}"))
    assert problem.message.endswith(": mood")


def test_an_id_is_missed_by_nobody_whatever_its_heading(write: Writer) -> None:
    rows = "".join(f"zoo,{at}{at},beast {at},{at}\n" for at in range(1, 7))
    write("templates/zoo/front.toml", FRONT)
    root = write("cards.csv", f"game,Jewel Card ID#,name,power\n{rows}")
    (game,) = (project := load_project(root, problems := Problems())).games.values()
    lay_out(project, game, Options(), problems)
    assert [problem for problem in problems if problem.code == "W111"] == []

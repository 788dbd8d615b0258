"""A game that happens to be called like one that comes with Proofdeck is a different game, and so are its kinds."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import PLAIN_FRONT
from tables import ROOT

from proofdeck.front.making.check import check
from proofdeck.ground.problems import Problems, has_errors
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Face, TextRun
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]

with (ROOT / "cards.csv").open(encoding="utf-8", newline="") as table:
    ROWS = list(csv.DictReader(table))
GAMES = list(dict.fromkeys(row["game"] for row in ROWS))
KINDS = ("action", "ace", "unit", "number", "dragon", "board", "reference")
"""One kind of each game for which it has a front of its own, and one of the base."""
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


def faces(root: Path) -> list[tuple[Face, Face | None]]:
    """The fronts and backs of the only game of a folder."""
    problems = Problems()
    (game,) = (project := load_project(root, problems)).games.values()
    items = lay_out(project, game, Options(cache=False), problems).items
    assert not has_errors(problems)
    return [(item.front, item.back) for item in items]


@pytest.mark.parametrize("template", ["", "templates/NAME/front.toml", "templates/base/front.toml"])
def test_cards_look_the_same_whatever_their_game_is_called(template: str, write: Writer) -> None:
    rows = "".join(f"NAME,c{number},Card {number},{kind},Some words.\n" for number, kind in enumerate(KINDS))

    def of(game: str) -> list[tuple[Face, Face | None]]:
        write(f"{game}/cards.csv", f"game,id,name,kind,effect\n{rows}".replace("NAME", game))
        if template:
            write(f"{game}/{template}".replace("NAME", game), PLAIN_FRONT)
        return faces(write(f"{game}/README.md", "") / game)

    wanted = of("zebra")
    assert len(wanted) == len(KINDS)
    assert [game for game in GAMES if of(game) != wanted] == []


def test_every_kind_without_a_template_gets_the_made_face(write: Writer) -> None:
    """A row of help is of the kind that reference cards of the base have, but its words are in other columns."""
    root = write("cards.csv", "Title,Kind,Effect\nWolf,beast,Bites.\nHelp,reference,Draw two.\n")
    wolf, rules = ([mark.text for mark in front.leaves() if isinstance(mark, TextRun)] for front, _ in faces(root))
    assert ("Bites." in "".join(wolf), "Draw two." in "".join(rules)) == (True, True)


@pytest.mark.parametrize("game", GAMES)
def test_pictures_that_no_card_shows_are_those_of_the_project(game: str, write: Writer) -> None:
    write("cards.csv", f"game,id\n{game},c1\n")
    write(f"templates/{game}/front.toml", PLAIN_FRONT)
    told = check(write(f"templates/{game}/art/spare.svg", SQUARE))
    assert [problem.message.partition(": ")[2] for problem in told if problem.code == "W320"] == ["spare.svg"]


@pytest.mark.parametrize("game", ["mine", "tombs"])
def test_a_template_that_extends_a_shipped_one_finds_its_pictures_and_icons(game: str, write: Writer) -> None:
    write("cards.csv", f"game,id,name,kind,icon,threat,text\n{game},blade,Blade,unit,blade,orthogonal,Kill.\n")
    write(f"templates/{game}/front.toml", 'extends = "tombs/front-unit.toml"\n')
    root = write(f"templates/{game}/back.toml", 'extends = "tombs/back.toml"\n')
    about_rules = "E605"
    assert [str(problem) for problem in check(root) if problem.code != about_rules] == []

"""A back has the size of its front, without saying so, and no face of another size is used in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import TextRun
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

Writer = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("empty_cache")
GROUND = '[elements.ground]\ntype = "rectangle"\nfill = "navy"\nwidth = "50%"\n'


def built(root: Path) -> tuple[Print, list[Problem]]:
    project = load_project(root, problems := Problems())
    return lay_out(project, project.games["g"], Options(), problems), list(problems)


def sizes(made: Print) -> list[tuple[float, float]]:
    assert all(item.back is not None for item in made.items)
    return [(item.front.size.width, item.back.size.width) for item in made.items if item.back]


@pytest.mark.parametrize("back", [None, GROUND, 'extends = "base/back.toml"\n'])
def test_a_back_is_as_large_as_its_front(write: Writer, back: str | None) -> None:
    write("cards.csv", "game,id\ng,a\n")
    root = write("templates/g/front.toml", 'size = "poker-us"\n' + GROUND)
    if back is not None:
        write("templates/g/back.toml", back)
    made, problems = built(root)
    assert [problem for problem in problems if problem.is_error] == []
    assert sizes(made) == [(63.5, 63.5)]


def test_one_back_is_drawn_for_each_size_of_its_fronts_and_its_mistakes_told_once(write: Writer) -> None:
    write("cards.csv", "game,id,kind\ng,a,\ng,b,tile\ng,c,tile\n")
    write("templates/g/front.toml", GROUND)
    write("templates/g/front-tile.toml", 'size = "hex-tile"\n' + GROUND)
    root = write("templates/g/back.toml", GROUND + "nonsense = 1\n")
    made, problems = built(root)
    assert [(problem.code, problem.line) for problem in problems] == [("E208", 5)]
    assert sizes(made) == [(63, 63), (50.8, 50.8), (50.8, 50.8)]
    assert [item.back.outline for item in made.items if item.back] == ["rectangle", "hexagon", "hexagon"]
    rights = [item.back.marks[0].path[1] for item in made.items if item.back]  # type: ignore[union-attr]
    assert rights == [("L", (31.5, 0.0)), ("L", (25.4, 0.0)), ("L", (25.4, 0.0))]


def test_a_back_that_was_kept_for_another_size_is_not_used(write: Writer) -> None:
    """Two kinds whose cells are equal, with one back: only the size tells their backs apart."""
    write("cards.csv", "game,id\ng,a\n")
    write("templates/g/back.toml", GROUND)
    root = write("templates/g/front.toml", 'size = "token"\n' + GROUND)
    assert sizes(built(root)[0]) == [(25.4, 25.4)]
    write("templates/g/front.toml", 'size = "hex"\n' + GROUND)
    assert sizes(built(root)[0]) == [(95.25, 95.25)]


def test_a_back_that_gives_another_size_is_told_where_it_does(write: Writer) -> None:
    write("cards.csv", "game,id\ng,a\n")
    write("templates/g/front.toml", GROUND)
    root = write("templates/g/back.toml", f'bleed = 2\nsize = "tarot"\n{GROUND}')
    (problem,) = built(root)[1]
    assert (problem.code, problem.file, problem.line) == ("E213", "templates/g/back.toml", 2)


def test_words_that_have_one_size_on_all_backs_have_that_of_the_longest(write: Writer) -> None:
    write("cards.csv", f"game,id,text\ng,a,Short.\ng,b,{'Many more words. ' * 30}\n")
    write("templates/g/front.toml", GROUND)
    box = 'width = 40\nheight = 40\nfit = "deck"\nmin_size = 5\n'
    words = f'[elements.words]\ntype = "text"\ntext = "{{{{ text }}}}"\n{box}'
    made, problems = built(write("templates/g/back.toml", words))
    assert [problem for problem in problems if problem.is_error] == []
    runs = [[mark.size for mark in item.back.marks if isinstance(mark, TextRun)] for item in made.items if item.back]
    assert len(runs) == 2
    assert len({size for one in runs for size in one}) == 1

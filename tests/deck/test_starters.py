"""The cards of the starters are ones to keep: no picture covers a title, and what is printed passes every check."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from proofdeck.front.starting import start_project
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import MM_PER_INCH, POINTS_PER_INCH
from proofdeck.paper.deck.preflight import check_print
from proofdeck.paper.deck.prints import lay_out
from proofdeck.paper.faces.face import Face, Icon, Picture, TextRun
from proofdeck.paper.faces.preflight import Leaf, leaves_of
from proofdeck.paper.faces.seen import Inks
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

KINDS = ("cards", "tricks", "rummy", "draft", "auction", "board", "partners", "coop")


def by_element(face: Face, inks: Inks) -> Iterator[tuple[str, list[Leaf]]]:
    end = 0
    for name, count in face.elements:
        yield name, [*leaves_of(face.marks[end : end + count], inks)]
        end += count


@pytest.mark.parametrize("kind", KINDS)
def test_no_picture_lies_over_a_title_and_nothing_is_said_of_the_print(kind: str, tmp_path: Path) -> None:
    start_project(tmp_path / "mine", kind=kind)
    found = Problems()
    project = load_project(tmp_path / "mine", found)
    (game,) = project.games.values()
    made = lay_out(project, game, Options(), found)
    check_print(made, found)
    assert [str(problem) for problem in found] == []
    for item in made.items:
        elements = dict(by_element(item.front, made.supplies))
        titles = [leaf.box for leaf in elements.get("title", [])]
        pictures = [
            leaf.box for leaves in elements.values() for leaf in leaves if isinstance(leaf.mark, Icon | Picture)
        ]
        assert not [one for one in pictures for title in titles if title.touches(one)], item.label


def test_the_cards_of_the_first_project_have_a_scene_and_large_words(tmp_path: Path) -> None:
    start_project(tmp_path / "mine", kind="cards")
    project = load_project(tmp_path / "mine", Problems())
    (game,) = project.games.values()
    made = lay_out(project, game, Options(), Problems())
    for item in made.items:
        elements = dict(by_element(item.front, made.supplies))
        assert {"sky", "sun", "air", "hill"} <= elements.keys()
        sizes = [leaf.mark.size for leaf in elements["body"] if isinstance(leaf.mark, TextRun)]
        assert min(sizes) / MM_PER_INCH * POINTS_PER_INCH >= 11

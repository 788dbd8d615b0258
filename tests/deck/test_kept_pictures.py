"""Pictures in books are kept from one run to the next: a changed card costs one picture, and none is ever stale."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from edits import change

from proofdeck.book.manuscript import books
from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.painting import Paintable, jpeg_of
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

pytestmark = pytest.mark.usefixtures("empty_cache")
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h{}v8z"/></svg>'


@pytest.fixture
def root(deck: Callable[[int], Path], write: Callable[[str, str], Path]) -> Path:
    """Three cards with an icon, all shown in the book."""
    front = deck(3) / "templates/deck/front.toml"
    front.write_text(f'{front.read_text()}[elements.icon]\ntype = "icon"\nicon = "fox"\nx = 9\ny = 40\nsize = 30\n')
    write("templates/deck/icons/fox.svg", ICON.format(8))
    return write("rules_md/deck.md", "---\ntitle: Deck\n---\n\n## One\n\n{{ cards('c1', 'c2', 'c3') }}\n")


@pytest.fixture
def new(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The cards that were painted."""
    found: list[str] = []

    def watched(ink: Paintable, dpi: float) -> bytes:
        found.append(ink.face.text.strip())
        return jpeg_of(ink, dpi)

    monkeypatch.setattr(books, "jpeg_of", watched)
    return found


def book(root: Path, *, cache: bool = True) -> bytes:
    assert build(root, [], Options(only=("rulebook",), cache=cache)).problems == []
    return (root / "output/deck/rulebook.html").read_bytes()


def test_a_changed_card_costs_one_picture(root: Path, new: list[str]) -> None:
    book(root)
    assert {"c1", "c2", "c3"} <= {*new}
    assert len(new) == len({*new}), "the book on paper and the one for screens share them"
    new.clear()
    change(root / "cards.csv", "deck,c2", "deck,c22")
    change(root / "rules_md/deck.md", "'c2'", "'c22'")
    after = book(root)
    assert new == ["c22"]
    assert after == book(root, cache=False)


def test_whatever_a_face_refers_to_is_painted_again_when_it_changes(root: Path, new: list[str]) -> None:
    before = book(root)
    new.clear()
    (root / "templates/deck/icons/fox.svg").write_text(ICON.format(7))
    after = book(root)
    assert {*new} == {"c1", "c2", "c3"}
    assert before != after == book(root, cache=False)


def test_another_resolution_is_another_picture(root: Path, new: list[str]) -> None:
    project = load_project(root, Problems())
    made = lay_out(project, project.games["deck"], Options(), Problems())
    face = made.items[0].front
    for dpi in (60.0, 60.1, 60.0):
        project.pure(vars(books)["jpeg_of"], Paintable(made.keys.face(face), face, made.supplies), dpi)
    assert new == ["c1", "c1"]

"""What the preview notices between two looks at the files, without a browser."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from edits import EDITS, begin
from reading import page_count, text_inside

from proofdeck.front.preview.behind import Errand
from proofdeck.front.preview.pictures import _sheets, pages_of
from proofdeck.front.preview.showing import Showing
from proofdeck.ground.units import Box


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return begin(tmp_path / "two")


def faces(showing: Showing) -> dict[str, str]:
    """The picture of each card."""
    return {
        f"{name}/{one}": card.front.key for name, game in showing.now.games.items() for one, card in game.cards.items()
    }


def test_a_picture_that_was_missing_is_seen_when_it_comes(root: Path) -> None:
    """It lies where nobody looked, since no card showed it."""
    art = (root / "art.png").read_bytes()
    (root / "art.png").unlink()
    showing = Showing(root)
    assert {problem.code for problem in showing.now.problems} == {"W319"}
    (root / "art.png").write_bytes(art)
    assert showing.follow()
    assert showing.now.problems == ()
    assert faces(showing) == faces(Showing(root))


@pytest.mark.parametrize("words", ["", "game,id\n"])
def test_a_spreadsheet_without_a_row_leaves_the_last_cards_where_they_are(root: Path, words: str) -> None:
    showing, cards = Showing(root), root / "cards.csv"
    before, whole = showing.now, cards.read_bytes()
    cards.write_text(words, encoding="utf-8")
    assert showing.follow()
    assert (showing.now.read, showing.now.games, showing.now.number) == (False, before.games, 2)
    cards.write_bytes(whole)
    assert showing.follow()
    assert (showing.now.read, showing.now.games.keys()) == (True, before.games.keys())
    showing.close()


def test_what_is_remembered_is_what_would_be_read(root: Path) -> None:
    """An edit of each kind, one after the other; faces and problems are those of a page that is opened anew."""
    showing, chance = Showing(root), random.Random(2)
    for what, edit in EDITS.items():
        edit(root, chance)
        showing.follow()
        fresh = Showing(root)
        assert (faces(showing), showing.now.problems) == (faces(fresh), fresh.now.problems), what


def test_cards_that_changed_are_marked_where_they_lie_on_the_sheets(deck: Callable[[int], Path]) -> None:
    """On both sides, and nothing else is."""
    made = Showing(deck(11)).now.games["deck"].made
    pdf = _sheets(made, "a4")
    pages = pages_of(made, "a4", {"c2", "c11"})
    assert len(pages) == page_count(pdf)
    marked = {
        (page.words, text_inside(pdf, number, box.x, box.y, box.right, box.bottom))
        for number, page in enumerate(pages)
        for box in page.changed
    }
    assert marked == {
        ("sheet 1, front", "c2"),
        ("sheet 1, back", "back of c2"),
        ("sheet 2, front", "c11"),
        ("sheet 2, back", "back of c11"),
    }


def test_a_board_in_tiles_has_a_page_for_each_of_them_and_is_marked_where_it_is_seen(
    deck: Callable[[int], Path], write: Callable[..., Path]
) -> None:
    deck(2)
    write("templates/deck/back.toml", 'size = "300x200"\n')
    made = Showing(write("templates/deck/front.toml", 'size = "300x200"\n')).now.games["deck"].made
    pages = pages_of(made, "a4", {"c2"})
    assert len(pages) == page_count(_sheets(made, "a4"))
    assert [page.words for page in pages if page.changed] == ["sheet 3, front", "sheet 4, front"]
    for page in pages:
        for box in page.changed:
            assert (round(box.width), round(box.height)) == (155, 200), "a tile is half of the board and of the overlap"
            assert Box(0, 0, page.paper.width, page.paper.height).within(box) == box


def test_an_answer_that_nobody_waits_for_is_dropped(capfd: pytest.CaptureFixture[str]) -> None:
    """The page is closed while its mistakes are still being looked for."""
    errand = Errand(sleep, 0.5)
    errand._from.close()
    errand._process.join()
    assert (errand._process.exitcode, capfd.readouterr().err) == (0, "")

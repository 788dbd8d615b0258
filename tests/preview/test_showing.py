"""What the preview notices between two looks at the files, without a browser."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from pipeline.edits import EDITS, begin

from generator.preview.showing import Showing


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
    assert {problem.code for problem in showing.now.problems} == {"E306"}
    (root / "art.png").write_bytes(art)
    assert showing.follow()
    assert showing.now.problems == ()
    assert faces(showing) == faces(Showing(root))


def test_what_is_remembered_is_what_would_be_read(root: Path) -> None:
    """An edit of each kind, one after the other; faces and problems are those of a page that is opened anew."""
    showing, chance = Showing(root), random.Random(2)
    for what, edit in EDITS.items():
        edit(root, chance)
        showing.follow()
        fresh = Showing(root)
        assert (faces(showing), showing.now.problems) == (faces(fresh), fresh.now.problems), what

"""A table in the head of a page of rules is replaced, and no other line of the page changes."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from proofdeck.front.preview.editing.heads import with_tables
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.ground.problems import Problems
from proofdeck.play.free.setup import heads
from proofdeck.source.rules.page import read_page

ROWS = {"Heroes": "hero, shuffled, at 120 80", "Who's there: 2": 'Ada "the Bold", at 3 4', "no": "yes", "7": "0-15"}
BEFORE = ("title: Zoo", "players: 2-4", "# a note", "rules:", "  hand: {2: 7}", "glossary:", "  fox: {is: red}", "")
SETUPS: tuple[list[str], ...] = (
    [],
    ["setup:", "  Old: hero", "", "  # mine", "  Older: [a, b]"],
    ["setup: {Old: hero}"],
)


def read(page: Path) -> tuple[dict[str, str], Problems]:
    problems = Problems()
    found = read_page(page, "rules_md/zoo.md", problems)
    assert found is not None
    return dict(heads(found, "setup")), problems


@pytest.mark.parametrize("seed", range(30))
def test_only_the_lines_of_that_table_change(seed: int, tmp_path: Path) -> None:
    random, end = Random(seed), ("\r\n", "\n")[seed % 2]
    above = random.sample(BEFORE[:3], 2)
    below = list(random.choice((BEFORE[3:5], BEFORE[5:7], ())))
    old, body = random.choice(SETUPS), ["", "# How to play", "", "setup: is not the head.", "---", "End."]
    mark = "\ufeff" if seed % 3 == 0 else ""
    before = mark + end.join(["---", *above, *old, *below, "---", *body]) + end
    after = with_tables(before.encode(), {"setup": ROWS}).decode()
    assert after.startswith(mark + end.join(["---", *above]))
    assert after.endswith(end.join(["---", *body]) + end)
    assert [line for line in after.splitlines() if line in below] == below
    page = tmp_path / "zoo.md"
    page.write_bytes(after.encode())
    assert read(page)[0] == ROWS
    page.write_bytes(with_tables(after.encode(), {"setup": {}}))
    assert read(page)[0] == {}
    assert with_tables(after.encode(), {"setup": ROWS}).decode() == after


def test_a_page_without_a_head_gets_one_and_one_that_is_not_there_too(tmp_path: Path) -> None:
    page = tmp_path / "zoo.md"
    for text in ("", "Play a card.\n"):
        page.write_bytes(with_tables(text.encode(), {"setup": ROWS, "tracks": {}}))
        assert read(page)[0] == ROWS
        assert page.read_text(encoding="utf-8").endswith(text)
        assert "tracks" not in page.read_text(encoding="utf-8")


def test_a_page_that_is_not_text_is_left_as_it_is() -> None:
    with pytest.raises(NotWrittenError, match="not text"):
        with_tables(b"\xff\xfe\x00", {"setup": ROWS})

"""What the page of a card says of the last report of the lab."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.accepting import change
from cli.commands import run

from proofdeck.front.preview.server import Preview
from proofdeck.front.starting import start_project

OLD = "not known to be of the cards and rules as they are now"


@pytest.fixture
def preview(tmp_path: Path) -> Iterator[Preview]:
    start_project(tmp_path / "tombs", "tombs")
    found = Preview(tmp_path / "tombs")
    yield found
    found._server.server_close()


def test_a_card_says_what_the_lab_knows_of_it(preview: Preview) -> None:
    root = preview.showing.root
    assert "In the lab" not in preview.views.card("tombs", "blade")
    assert run(root, "lab", "tombs", "--games", "30", "--bots", "random").code == 0
    with (root / "output/tombs/lab.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["card"]: row for row in csv.DictReader(file)}
    for card, row in rows.items():
        held, played, *wins = (
            f"{100 * float(row[name]):.1f}"
            for name in ("held", "played", "wins_played", "wins_played_low", "wins_played_high")
        )
        shown = preview.views.card("tombs", card).replace("\N{NO-BREAK SPACE}", " ")
        assert f"Held by {held} % of players and played by {played} %." in shown
        assert "Players who played it won {} % of their games ({} to {} %).".format(*wins) in shown
        assert "In 30 games between bots (random, random)" in shown
        assert OLD not in shown
    change(root / "rules_md/tombs.md", "goal: {2: 8", "goal: {2: 7")
    preview.showing.follow()
    assert OLD in preview.views.card("tombs", "blade")


UNREADABLE = ("", "[]", "{}", '{"cards": 1}', '{"cards": [{"card": "blade"}], "fingerprint": "x"}')


def test_a_report_that_cannot_be_read_is_left_out(preview: Preview) -> None:
    folder = preview.showing.root / "output" / "tombs"
    folder.mkdir(parents=True)
    for text in UNREADABLE:
        (folder / "lab.json").write_text(text)
        assert "In the lab" not in preview.views.card("tombs", "blade"), text

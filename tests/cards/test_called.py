"""How cards without a name are called at a table and in what is exported."""

from __future__ import annotations

import json
from pathlib import Path

import proofdeck
from proofdeck.ground.problems import Problems
from proofdeck.source.cards import read_cards
from proofdeck.source.cards.called import called

ROWS = """kind,text,quantity
Event,Draw two cards and discard one of them.,2
Event,Draw two cards and discard one of them.,1
Event,Skip a turn.,1
Event,!!!,1
,???,1
"""


def test_a_card_without_a_name_is_called_by_its_first_words_or_by_its_kind_and_number(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text(ROWS, encoding="utf-8")
    deck = read_cards(path, path.name, Problems(), default_game="g")["g"]
    begins = "Draw two cards and discard one…"
    assert [called(card) for card in deck] == [begins, begins, "Skip a turn.", "Event 5", "card-6"]


def test_a_name_or_an_id_that_was_given_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("id,name,text\nada,Ada,Ada draws two cards.\nbo,,Draw two cards.\n", encoding="utf-8")
    assert [called(card) for card in read_cards(path, path.name, Problems(), default_game="g")["g"]] == ["Ada", "bo"]


def test_tables_online_call_it_like_that(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text(ROWS, encoding="utf-8")
    save = json.loads(proofdeck.open(tmp_path).export("tts", dpi=30).files[-1].read_text(encoding="utf-8"))
    cards = [card for thing in save["ObjectStates"] for card in thing.get("ContainedObjects", [])]
    assert {"Skip a turn.", "Event 5"} <= {card["Nickname"] for card in cards}

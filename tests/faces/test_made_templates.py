"""Templates made of the columns of a spreadsheet: the sizes of their two sides."""

from __future__ import annotations

from pathlib import Path

import pytest

from proofdeck.ground.problems import Problems
from proofdeck.paper.faces.made import Assets, made_templates
from proofdeck.paper.faces.written import written_templates
from proofdeck.source.cards import read_cards


@pytest.mark.parametrize("header", ["name,text", "question,answer"])
def test_the_back_of_a_large_face_is_as_large_and_says_no_size_of_its_own_where_it_is_written(
    header: str, tmp_path: Path
) -> None:
    (tmp_path / "cards.csv").write_text(f"{header}\nFox,Run.\nOwl,Fly.\n", encoding="utf-8")
    deck = read_cards(tmp_path / "cards.csv", "cards.csv", Problems(), default_game="demo")["demo"]
    made = made_templates(deck, Assets(), "jumbo")
    assert {name for name, text in made.files.items() if 'size = "jumbo"' in text} == {"front.toml", "back.toml"}
    assert "size = " not in written_templates(deck, Assets(), made)["back.toml"].partition("[elements")[0]

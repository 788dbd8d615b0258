"""`export pnp`: what is in the ZIP, that its list counts right, and what contests ask for."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from reading import page_count, text_of

import proofdeck
from proofdeck.front.starting import start_project

Writer = Callable[..., Path]
SIDE = """
    size = "{}"
    bleed = 2
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "#c05040"
"""
HEAD = """---
title: Moon
players: 2
version: "1.2"
author: Ada
needs: 2 dice, 10 cubes
---
## Play

Take turns.
"""


@pytest.fixture
def moon(write: Writer) -> Callable[..., proofdeck.Project]:
    """So many cards of a size, with rules."""

    def make(count: int = 9, size: str = "poker", extra: str = "") -> proofdeck.Project:
        write("cards.csv", f"game,id,kind,quantity\nmoon,wolf,,{count}\n{extra}")
        write("rules_md/moon.md", HEAD)
        write("templates/moon/front-coin.toml", SIDE.format("token"))
        write("templates/moon/back-coin.toml", SIDE.format("token"))
        for side in ("front", "back"):
            write(f"templates/moon/{side}.toml", SIDE.format(size))
        return proofdeck.open(write("templates/README.md", ""))

    return make


def unzipped(project: proofdeck.Project, **asked: object) -> dict[str, bytes]:
    (path,) = project.export("pnp", **asked).files  # type: ignore[arg-type]
    with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as opened:
        return {name.removeprefix("moon/"): opened.read(name) for name in opened.namelist()}


def test_the_zip_has_every_way_to_print_and_a_list_that_counts_it(moon: Callable[..., proofdeck.Project]) -> None:
    made = unzipped(moon(10))
    sheets = [f"{folder}/cards-{paper}" for folder in ("colour", "colour-to-fold") for paper in ("a4", "letter")]
    assert {f"{name}.pdf" for name in sheets} <= set(made)
    assert {f"{name.replace('colour', 'low-ink')}-low-ink.pdf" for name in sheets} <= set(made)
    assert {"rules/rulebook-a4.pdf", "rules/rulebook-letter.pdf", "rules/rulebook.html"} <= set(made)
    told = made["READ-ME.txt"].decode()
    assert "You also need: 2 dice, 10 cubes." in told
    counted = dict(re.findall(r"^(\S+\.pdf) +(\d+) pages?", told, re.MULTILINE))
    assert counted == {name: str(page_count(data)) for name, data in made.items() if name.endswith(".pdf")}
    # Four by two cards with bleed between them: eight cuts down and four across. Then two cards: four and two.
    assert re.search(r"colour/cards-a4.pdf +6 pages; 2 sheets; 18 straight cuts", told)
    folders = {name.partition("/")[0] for name in made if "/" in name}
    said = dict(re.findall(r"^([\w-]+)/ +(\S.+)$", told, re.MULTILINE))
    assert set(said) == folders, "one line says what each folder is for"
    assert [name for name, words in said.items() if "Begin here" in words] == ["colour"]
    assert told.count("1.2") == 1, "the version is told once"
    assert told.index("for your paper: A4 or Letter.") < told.index("colour/ ")


def test_a_board_that_is_too_large_to_fold_is_in_tiles_alone(moon: Callable[..., proofdeck.Project]) -> None:
    made = unzipped(moon(1, "300x200"))
    folders = {name.partition("/")[0] for name in made}
    assert folders >= {"colour", "low-ink", "rules"}
    assert not any("fold" in name for name in folders)
    assert "There are no sheets to fold, because a piece is larger than half a sheet." in made["READ-ME.txt"].decode()


def test_players_get_no_proof_edition(tmp_path: Path) -> None:
    start_project(tmp_path / "bidding", kind="auction")
    project = proofdeck.open(tmp_path / "bidding", trust=True)
    (path,) = project.export("pnp").files
    assert any("proof" in made.name for made in project.build().files), "which a build makes"
    with zipfile.ZipFile(path) as opened:
        assert not [name for name in opened.namelist() if "proof" in name]


def test_the_version_is_on_each_sheet_and_what_else_is_needed_on_the_first_page(
    moon: Callable[..., proofdeck.Project],
) -> None:
    pdf = unzipped(moon(10), paper="a4")["colour/cards-a4.pdf"]
    assert "2 dice, 10 cubes" in text_of(pdf, 0)
    assert all("Moon, version 1.2" in text_of(pdf, page) for page in range(2, 6))


def test_nine_poker_cards_may_enter_a_contest_for_nine(moon: Callable[..., proofdeck.Project]) -> None:
    assert "READ-ME.txt" in unzipped(moon(9), contest="9-card")


@pytest.mark.parametrize(
    ("count", "size", "extra", "told"),
    [
        (8, "poker", "", ["it has 8 pieces, and the contest asks for exactly 9 cards"]),
        (9, "tarot", "", ["not all of its pieces are poker cards: wolf (69.85 x 120.65 mm)", "take 3 sheets of a4"]),
        (
            8,
            "poker",
            "moon,coin,coin,1\n",
            ["not all of its pieces are poker cards: coin (25.4 x 25.4 mm)", "2 sheets"],
        ),
    ],
)
def test_what_no_contest_takes_is_told_all_at_once(
    count: int, size: str, extra: str, told: list[str], moon: Callable[..., proofdeck.Project]
) -> None:
    with pytest.raises(proofdeck.ProofdeckError) as error:
        moon(count, size, extra).export("pnp", contest="9-card", paper="a4")
    said = [problem.message for problem in error.value.problems if problem.code == "E541"]
    assert all(any(words in message for message in said) for words in told), said


def test_an_unknown_contest_is_told_with_those_that_are_known(moon: Callable[..., proofdeck.Project]) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match=r"E531 '9card' is not a contest\n    Did you mean '9-card'?"):
        moon().export("pnp", contest="9card")

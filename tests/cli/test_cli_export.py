"""`proofdeck export` as it is typed: the list of targets, files and folders, mistakes, exit codes."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.commands import run

from proofdeck.front.export.settings import TARGETS


def test_the_targets_are_listed_with_the_settings_that_each_takes(tmp_path: Path) -> None:
    said = run(tmp_path, "export", "--list")
    assert (said.code, said.err) == (0, "")
    lines = [line for line in said.out.splitlines() if line]
    assert [line.split()[0] for line in lines[:-1]] == list(TARGETS)
    assert [line.split()[0] for line in lines[:3]] == ["pnp", "play", "tts"]
    assert run(tmp_path, "export", "tts", "--list").out.splitlines()[-1].split() == ["--dpi", "--base-url"]
    assert said.out == run(tmp_path, "export").out
    told = json.loads(run(tmp_path, "export", "--list", "--json").out)
    takes = {one["name"]: one["takes"] for one in told["targets"]}
    assert takes["tgc"] == []
    assert takes["tts"] == ["dpi", "base_url"]


def test_an_export_says_what_it_made_and_what_was_up_to_date(deck: Callable[[int], Path]) -> None:
    root = deck(2)
    said = run(root, "export", "png", "--dpi", "50")
    assert (said.code, said.out) == (0, FIRST)
    assert run(root, "export", "png", "--dpi", "50").out == FIRST.replace("2 new", "0 new")
    assert run(root, "export", "png", "--dpi", "50", "-q").out == ""
    told = json.loads(run(root, "export", "vtt", "deck", "--json").out)
    assert [(one["game"], one["made"]) for one in told["outputs"]] == [("deck", True)]
    assert Path(root, told["outputs"][0]["path"]).is_file()


FIRST = """\
output/deck/export/png/fronts/  2 pictures at 50 dpi, 2 new
output/deck/export/png/backs/  2 pictures at 50 dpi, 2 new
"""


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (("pngs",), 2, "E530 there is no target 'pngs'\n    Did you mean 'png'?"),
        (("png", "dek"), 2, "E503 there is no game 'dek'\n    Did you mean 'deck'?"),
        (("png", "--size", "big"), 2, "E531 'big' is not a size"),
        (("png", "--size", "1x1"), 2, "E531 '1x1' is not a size"),
        (("png", "--grid", "0x3"), 2, "E531 '0x3' is not a grid"),
        (("mpc", "--bleed", "3"), 2, "E531 'mpc' does not take --bleed"),
        (("png", "--base-url", "https://x.org"), 2, "E531 'png' does not take --base-url"),
        (("tts", "--base-url", "javascript:x"), 2, "E531 'javascript:x' is not an address"),
        (("png", "--only", "fox"), 1, "E507 no card matches 'fox'"),
        (("png", "--lang", "de"), 2, "E523"),
    ],
)
def test_a_mistake_is_told_and_nothing_is_written(
    words: tuple[str, ...], code: int, told: str, deck: Callable[[int], Path]
) -> None:
    root = deck(1)
    said = run(root, "export", *words)
    assert said.code == code
    assert told in said.err
    assert not (root / "output").exists()


def test_a_mistake_in_a_template_stops_that_game_only(deck: Callable[[int], Path]) -> None:
    root = deck(1)
    (root / "cards.csv").write_text("game,id\ndeck,fox\nother,owl\n")
    (root / "templates" / "other").mkdir()
    (root / "templates" / "other" / "front.toml").write_text("size = 'poker'\nbleeed = 3\n")
    said = run(root, "export", "png", "--dpi", "40")
    assert said.code == 1
    assert "templates/other/front.toml:2:1" in said.err
    assert sorted(path.name for path in (root / "output").iterdir()) == ["deck"]

"""Print, change, print what changed: through the commands, with sheets read back from their PDF."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from cli.commands import run
from reading import page_count, text_of

from proofdeck.front.preview.showing import Showing
from proofdeck.ground.cache import cache_folder
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.layout import Copy, FaceLayout

CARDS = """game,id,name,value,quantity
zoo,fox,Fox,3,4
zoo,owl,Owl,5,3
zoo,elk,Elk,7,1
zoo,bat,Bat,2,2
"""
FRONT = """
size = "poker"
[fonts]
body = "Crimson Text"
[elements.name]
type = "text"
text = "{{ name }} {{ value }}"
x = 5
y = 5
width = 50
height = 10
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "templates/zoo").mkdir(parents=True)
    (tmp_path / "templates/zoo/front.toml").write_text(FRONT)
    (tmp_path / "templates/zoo/back.toml").write_text(FRONT.replace("{{ name }} {{ value }}", "Zoo"))
    (tmp_path / "rules_md").mkdir()
    (tmp_path / "rules_md/zoo.md").write_text("---\ntitle: Zoo\n---\n\n## Play\n\nr[play.one]\nPlay one card.\n")
    (tmp_path / "cards.csv").write_text(CARDS)
    return tmp_path


def change(root: Path, old: str, new: str, file: str = "cards.csv") -> None:
    text = (root / file).read_text()
    assert old in text
    (root / file).write_text(text.replace(old, new))


def on_paper(root: Path) -> tuple[str, list[str]]:
    """The list before the sheets of what changed, and the cards on them."""
    data = (root / "output/zoo/changed-a4.pdf").read_bytes()
    words = " ".join(text_of(data, page) for page in range(4, page_count(data)))
    return " ".join(text_of(data, 2).split()), sorted(re.findall(r"\b[A-Z][a-z]+ \d\b", words))


def test_an_evening(root: Path) -> None:
    """Three cards change, one of them with three copies, and one copy goes."""
    assert run(root, "build", "-q", "--paper", "a4").code == 0
    assert run(root, "printed").out == "Zoo: 10 pieces recorded as printed in printed.json\n"
    assert run(root, "diff").out == ""
    change(root, "Owl,5,3", "Owl,6,3")
    change(root, "Elk,7,1", "Elk,8,1")
    change(root, "Bat,2,2", "Bat,1,1")
    assert run(root, "diff").code == 1
    assert run(root, "build", "-q", "--changed", "--paper", "a4").code == 0
    listed, cards = on_paper(root)
    assert cards == ["Bat 1", "Elk 8", "Owl 6", "Owl 6", "Owl 6"]
    for line in (
        "Owl: take out 3 copies with value 5, put in 3",
        "Elk: take out 1 copy with value 7, put in 1",
        "Bat: take out 2 copies with value 2, put in 1",
    ):
        assert line in listed
    assert run(root, "printed").code == 0
    again = run(root, "build", "--changed", "--paper", "a4")
    assert again.out == "output/zoo/cards.json  nothing to print, up to date\n"


def test_a_whole_deck_takes_the_place_of_the_one_that_was_printed_before(root: Path) -> None:
    for text in (CARDS, CARDS.replace("zoo,bat,Bat,2,2\n", "")):
        (root / "cards.csv").write_text(text)
        assert run(root, "build", "-q", "--paper", "a4").code == 0
        assert run(root, "printed").code == 0
    (root / "cards.csv").write_text(CARDS)
    assert run(root, "build", "-q", "--changed", "--paper", "a4").code == 0
    assert on_paper(root)[1] == ["Bat 2", "Bat 2"], "the bats of the first deck are still thought to be there"


def test_sheets_of_changes_are_gone_once_they_are_on_the_table(root: Path) -> None:
    """A file of that name which somebody made themselves stays, and so do the sheets of the whole deck."""
    run(root, "build", "-q", "--paper", "a4")
    run(root, "printed")
    change(root, "Owl,5,3", "Owl,6,3")
    run(root, "build", "-q", "--changed")
    output = root / "output/zoo"
    (output / "changed-by-hand.pdf").write_bytes(b"mine")
    (output / "changed-letter.pdf").write_bytes(b"mine")
    assert (output / "changed-a4.pdf").is_file()
    assert run(root, "printed").code == 0
    left = sorted(path.name for path in output.glob("c*.pdf"))
    assert left == ["cards-a4.pdf", "changed-by-hand.pdf", "changed-letter.pdf"]


GERMAN = """---
title: Zoo
age: ab 6
---

## Spielen

r[play.one]
Spiele eine Karte.
"""


@pytest.fixture
def german(root: Path) -> Path:
    """The same in German too."""
    names = {"name": "name@de", "Fox": "Fuchs", "Owl": "Eule", "Elk": "Elch", "Bat": "Fledermaus"}
    rows = [line.split(",") for line in CARDS.splitlines()]
    (root / "cards.csv").write_text("".join(f"{','.join([*row, names[row[2]]])}\n" for row in rows))
    (root / "rules_md/zoo.de.md").write_text(GERMAN)
    return root


def test_a_deck_in_another_language_is_another_deck_on_the_table(german: Path) -> None:
    run(german, "build", "-q", "--paper", "a4")
    run(german, "printed")
    assert "in the language 'de'" in run(german, "printed", "--lang", "de").err
    assert "printed in the language 'de'" in run(german, "diff", "--lang", "de").err
    run(german, "build", "-q", "--paper", "a4", "--lang", "de")
    assert run(german, "printed", "--lang", "de").out == "Zoo: 10 pieces recorded as printed in printed.json\n"
    assert run(german, "diff", "--lang", "de").out == run(german, "diff").out == ""
    assert Showing(german, "de").changes("printed") == []
    change(german, "Elch", "Hirsch")
    assert [card.card.name for game in Showing(german, "de").changes("printed") for card in game.cards] == ["Hirsch"]
    assert run(german, "diff").out == ""
    assert "Elch → Hirsch" in run(german, "diff", "--lang", "de").out
    made = run(german, "build", "--changed", "--paper", "a4", "--lang", "de").out
    assert "output/zoo/de/changed-a4.pdf" in made
    assert run(german, "printed", "--lang", "de").code == 0
    assert not (german / "output/zoo/de/changed-a4.pdf").exists()
    assert "nothing to print" in run(german, "build", "--changed", "--lang", "de").out


def test_the_language_of_the_settings_is_that_of_each_command(german: Path) -> None:
    (german / "proofdeck.toml").write_text('lang = "de"\n')
    run(german, "build", "-q", "--paper", "a4")
    assert run(german, "printed").code == 0
    assert run(german, "diff").out == ""
    change(german, "Spiele eine Karte.", "Spiele zwei Karten.", "rules_md/zoo.de.md")
    assert "Spiele zwei Karten." in run(german, "rules", "zoo").out
    assert "zwei Karten" in run(german, "diff").out


def test_a_translation_that_alone_has_changed_is_a_difference_in_its_language_alone(
    german: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = tmp_path_factory.mktemp("before") / "zoo"
    shutil.copytree(german, before)
    change(german, "Spiele eine Karte.", "Spiele zwei Karten.", "rules_md/zoo.de.md")
    assert run(german, "diff", before).out == ""
    assert "zwei Karten" in run(german, "diff", before, "--lang", "de").out
    assert "nothing is written in the language 'fr'" in run(german, "diff", before, "--lang", "fr").err


def test_sheets_in_another_folder_are_recorded_from_there(root: Path) -> None:
    run(root, "build", "-q", "--paper", "a4")
    change(root, "Owl,5,3", "Owl,6,3")
    run(root, "build", "-q", "--paper", "a4", "-o", "to print")
    assert "there are no print sheets in nowhere/" in run(root, "printed", "-o", "nowhere").err
    assert "nowhere/zoo/ has no print sheets" in run(root, "printed", "zoo", "-o", "nowhere").err
    assert run(root, "printed", "-o", "to print").code == 0
    assert run(root, "diff").out == ""
    change(root, "Owl,6,3", "Owl,7,3")
    run(root, "build", "-q", "--changed", "--paper", "a4", "-o", "to print")
    assert (root / "to print/zoo/changed-a4.pdf").is_file()
    assert run(root, "printed", "-o", "to print").code == 0
    assert not (root / "to print/zoo/changed-a4.pdf").exists()


def test_a_card_printed_by_itself_joins_the_deck(root: Path) -> None:
    run(root, "build", "-q", "--only", "cards")
    run(root, "printed")
    change(root, "Elk,7,1", "Elk,8,1")
    change(root, "Fox,3,4", "Fox,4,4")
    run(root, "build", "-q", "--only", "elk")
    assert run(root, "printed").out == "Zoo: 10 pieces recorded as printed in printed.json\n"
    lines = run(root, "diff").out.splitlines()
    assert lines == ["Zoo: 1 card changed", "  Fox changed: value 3 → 4"]


def test_changes_of_one_card_say_nothing_of_the_others(root: Path) -> None:
    """All others lie on the table and stay there."""
    run(root, "build", "-q", "--only", "cards")
    run(root, "printed")
    change(root, "Elk,7,1", "Elk,8,1")
    change(root, "Fox,3,4", "Fox,4,4")
    said = run(root, "build", "--changed", "--only", "elk", "--paper", "a4").out
    assert said.splitlines()[-1] == "output/zoo/cards.json  Elk: take out 1 copy with value 7, put in 1"


def test_what_is_noted_is_what_was_built_and_not_what_was_edited_since(root: Path) -> None:
    run(root, "build", "-q", "--only", "cards")
    change(root, "Elk,7,1", "Elk,8,1")
    run(root, "printed")
    assert run(root, "diff").out.splitlines() == ["Zoo: 1 card changed", "  Elk changed: value 7 → 8"]


def test_saving_ink_makes_no_card_another_one(root: Path) -> None:
    run(root, "build", "-q", "--only", "cards", "--ink", "low")
    run(root, "printed")
    assert run(root, "build", "--changed").out == "output/zoo/cards.json  nothing to print, up to date\n"


def test_before_the_first_print_everything_says_what_to_do(root: Path) -> None:
    assert "Run `proofdeck build` and print the sheets first." in run(root, "printed").err
    assert "proofdeck diff HEAD" in run(root, "diff").err
    assert run(root, "diff").code == 2


def test_a_damaged_note_is_told(root: Path) -> None:
    (root / "printed.json").write_text('{"version": 1, "games": {"zoo": 3}}')
    for words in (["diff"], ["build", "--changed"]):
        said = run(root, *words)
        assert "printed.json E514" in said.err
        assert said.code == 2


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)


def test_revisions_folders_and_the_project_are_compared(root: Path) -> None:
    """In the words of the terminal, as JSON, and as a page with both faces."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    assert (run(root, "diff", "HEAD").code, run(root, "diff", "HEAD").out) == (0, "")
    change(root, "zoo,elk,Elk,7,1", "zoo,moose,Moose,7,1")
    change(root, "zoo,bat,Bat,2,2", "zoo,hen,Hen,9,4")
    change(root, "Owl,5", "Owl,6")
    change(root, "Play one card", "Play two cards", "rules_md/zoo.md")
    words = run(root, "diff", "HEAD", "--html", "diff.html")
    assert words.code == 1
    assert words.out.splitlines() == [
        "Zoo: 1 card changed, 1 card renamed, 1 card added, 1 card removed and 1 clause changed",
        "  Owl changed: value 5 → 6",
        "  Moose renamed from Elk: id elk → moose, name Elk → Moose",
        "  Hen added (4 copies)",
        "  Bat removed (2 copies)",
        "  clause play.one changed: Play one card. → Play two cards.",
        "diff.html  1 game",
    ]
    html = (root / "diff.html").read_text()
    assert html.count("<img ") == 3 + 3 + 2 + 2
    game = json.loads(run(root, "diff", "HEAD", ".", "--json").out)["games"][0]
    assert [card["change"] for card in game["cards"]] == ["changed", "renamed", "added", "removed"]
    assert game["cards"][0]["fields"] == {"value": ["5", "6"]}


@pytest.mark.usefixtures("empty_cache")
def test_earlier_versions_share_what_is_remembered_of_them(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However often something is compared, no more files lie in the cache; and each version is told as it was."""
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    change(root, "Owl,5", "Owl,6")
    git(root, "commit", "-qam", "two")
    change(root, "Owl,6", "Owl,7")
    for _ in range(2):
        for revision, value in (("HEAD", 6), ("HEAD~1", 5)):
            told = run(root, "diff", revision).out.splitlines()
            assert told == ["Zoo: 1 card changed", f"  Owl changed: value {value} → 7"]
    assert len(list(cache_folder().glob("*.db"))) == 2
    laid_out: list[str] = []
    face = FaceLayout.face

    def noted(layout: FaceLayout, copy: Copy) -> Face:
        laid_out.append(copy.card.id)
        return face(layout, copy)

    monkeypatch.setattr(FaceLayout, "face", noted)
    run(root, "diff", "HEAD")
    assert laid_out == []


HOSTILE = """
[core]
    fsmonitor = {run}
    pager = {run}
    hooksPath = {hooks}
    sshCommand = {run}
    attributesFile = {hooks}/attributes
    alternateRefsCommand = {run}
[pager]
    ls-tree = {run}
    cat-file = {run}
    rev-parse = {run}
[filter "hostile"]
    smudge = {run}
    clean = {run}
    process = {run}
    required = true
[diff "hostile"]
    textconv = {run}
    command = {run}
[tar "tar"]
    command = {run}
[credential]
    helper = {run}
[protocol]
    allow = always
[protocol "ext"]
    allow = always
[extensions]
    partialClone = origin
[remote "origin"]
    promisor = true
    partialclonefilter = blob:none
    url = ext::{run}
    uploadpack = {run}
    fetch = +refs/heads/*:refs/remotes/origin/*
"""
"""What the configuration of a repository may say to have a program run."""


@pytest.mark.parametrize("lacks", ["nothing", "cards.csv"])
def test_nothing_that_a_repository_names_is_run_to_compare_with_a_revision(root: Path, lacks: str) -> None:
    program = root.parent / "program"
    program.write_text(f"#!/bin/sh\ntouch '{root.parent}/ran'\n")
    program.chmod(0o755)
    (root / ".gitattributes").write_text("* filter=hostile diff=hostile\n")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "one")
    change(root, "Owl,5", "Owl,6")
    if lacks != "nothing":
        blob = subprocess.check_output(["git", "rev-parse", f"HEAD:{lacks}"], cwd=root, text=True).strip()
        (root / ".git/objects" / blob[:2] / blob[2:]).unlink()
    hooks = root / ".git/hostile"
    hooks.mkdir()
    for hook in ("post-checkout", "post-index-change", "reference-transaction"):
        (hooks / hook).symlink_to(program)
    with (root / ".git/config").open("a") as config:
        config.write(HOSTILE.format(run=program, hooks=hooks))
    said = run(root, "diff", "HEAD")
    assert not (root.parent / "ran").exists()
    assert ("Owl changed: value 5 → 6" in said.out) == (lacks == "nothing")
    assert ("E516 this repository lacks files of 'HEAD'" in said.err) == (lacks != "nothing")


@pytest.mark.parametrize("named", ["nowhere", "--upload-pack=x", "HEAD~9", "../.."])
def test_what_is_no_moment_is_refused_in_a_sentence(root: Path, named: str) -> None:
    git(root, "init", "-q")
    said = run(root, "diff", "--", named)
    assert said.code == 2
    assert said.err.startswith(("E516", "E501"))


def test_a_project_with_errors_is_not_compared(root: Path) -> None:
    (root / "other").mkdir()
    (root / "other/cards.csv").write_text("game,id,quantity\nzoo,fox,x\n")
    said = run(root, "diff", "other")
    assert said.code == 2
    assert "'other' has errors" in said.err
    assert "E104" in said.err

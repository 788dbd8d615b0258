"""The tutorials: what they tell you to type and change works as they show, and their code is that of the starter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.commands import ROOT, run, run_briefly
from cli.terminals import can_run
from tutorials import follow

from proofdeck.front.starting import start_project

PAGE = ROOT / "docs" / "tutorial-engines.md"
ENGINE = ROOT / "generator/proofdeck/front/starters" / "tricks" / "my_game_rules.py"
SESSION = re.compile(r"^\$ proofdeck (.*)\n((?:(?!```).*\n)*)", re.MULTILINE)
MOST_LINES = 110


@pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
@pytest.mark.parametrize("page", ["README.md", "docs/tutorial-cards.md", "docs/tutorial-rules.md"])
def test_what_a_page_tells_you_to_do_works_as_it_shows(page: str, tmp_path: Path) -> None:
    follow((ROOT / page).read_text(encoding="utf-8"), tmp_path)


def test_the_message_that_explains_messages_is_one(tmp_path: Path) -> None:
    (shown,) = re.findall(
        r"^```text\n(.*?)^```$", (ROOT / "docs" / "messages.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    start_project(tmp_path / "my-game")
    with (tmp_path / "my-game" / "cards.csv").open("a", encoding="utf-8") as cards:
        cards.write("my-game,fox,Fox,creature,3\n")
    ran = run(tmp_path / "my-game", "check")
    assert ran.out + ran.err == shown


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)


def written(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def test_the_code_on_the_page_is_the_whole_engine_of_a_new_project() -> None:
    assert written("\n".join(blocks("python"))) == written(ENGINE.read_text(encoding="utf-8"))


def test_the_engine_is_short() -> None:
    assert len(written(ENGINE.read_text(encoding="utf-8"))) <= MOST_LINES


def sessions() -> Iterator[tuple[str, str]]:
    yield from (found for text in blocks("text") for found in SESSION.findall(text))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tutorial") / "my-game"
    start_project(root, engine=True)
    (root / "table.txt").write_text("Ana: Reef 10, Gale 8; last trick 1\nBen: Deep 9, Shoal 10\n")
    return root


@pytest.mark.parametrize(("words", "shown"), [found for found in sessions() if not found[0].startswith("new")])
def test_a_command_on_the_page_says_what_the_page_shows(project: Path, words: str, shown: str) -> None:
    ran = run(project, *words.split())
    assert ran.code == 0
    lines = ran.out.rstrip("\n").splitlines()
    assert lines[: len(shown.rstrip("\n").splitlines())] == shown.rstrip("\n").splitlines()


REFUSED = """
```example id=ex.two-last covers=score.last-trick
Ana: Reef 10; last trick 1
Ben: Deep 9; last trick 1
illegal: score.last-trick
---
Only one of them can have taken it.
```
"""


def test_a_table_is_refused_as_the_page_says(tmp_path: Path) -> None:
    root = tmp_path / "my-game"
    start_project(root, engine=True)
    engine, page = root / "my_game_rules.py", root / "rules_md" / "my-game.md"
    (method,) = (text for text in blocks("text") if text.startswith("    def objections"))
    code = engine.read_text(encoding="utf-8").replace(" Item,", " Item, Objection,")
    engine.write_text(code.replace("    def deciding", f"{method}\n    def deciding"), encoding="utf-8")
    rules = page.read_text(encoding="utf-8").replace("\nr[win.points]", f"{REFUSED}\nr[win.points]")
    page.write_text(rules, encoding="utf-8")
    assert run_briefly(root, "check", "--trust").code == 0
    (root / "table.txt").write_text("Ana: Reef 10; last trick 1\nBen: Deep 9; last trick 1\n", encoding="utf-8")
    ran = run(root, "score", "my-game", "table.txt", "--trust")
    assert ran.code == 1
    assert "table.txt:2:1" in ran.out + ran.err
    assert "only one player can have taken the last trick [score.last-trick]" in ran.out + ran.err


def test_a_new_project_has_the_files_that_the_page_lists(tmp_path: Path) -> None:
    ((words, shown),) = (found for found in sessions() if found[0].startswith("new"))
    assert run(tmp_path, *words.split()).out == shown


def test_what_a_replay_shows_is_on_the_page(project: Path) -> None:
    run(project, "simulate", "my-game", "--trust", "--games", "1", "--transcripts", "games")
    (transcript,) = (project / "games").iterdir()
    told = run(project, "replay", str(transcript), "--trust").out
    (shown,) = (text for text in blocks("text") if text.startswith("  player 2"))
    assert shown in told


def test_the_example_on_the_page_is_one_of_the_starter(project: Path) -> None:
    shown = re.search(r"^````text\n(.*?)^````$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert shown is not None
    assert shown[1] in (project / "rules_md" / "my-game.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("like", [None, "tombs"])
def test_a_new_project_has_the_reference_of_templates(like: str | None, tmp_path: Path) -> None:
    """In the words of the documentation."""
    start_project(tmp_path / "quest", like=like)
    page = (ROOT / "docs" / "templates.md").read_text(encoding="utf-8")
    guide = (tmp_path / "quest" / "templates" / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^#.*|^\|.*", plain(guide), re.MULTILINE) == re.findall(r"^#.*|^\|.*", plain(page), re.MULTILINE)


def plain(page: str) -> str:
    """Without what links lead to."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", page)

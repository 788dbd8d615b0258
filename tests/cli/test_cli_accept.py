"""`proofdeck accept` on a real terminal: what it writes, what it never touches, and that it can be taken back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.accepting import CARDS, PHOENIX, RUMMY, ZOO, accepted, begin_rummy, by_accept, change, rewritten
from cli.commands import run
from cli.terminals import CTRL_C, CTRL_D, Terminal, can_run

pytestmark = pytest.mark.skipif(not can_run(), reason="there is no such terminal here")

ASKED = "Accept? y, n, skip, quit:"


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """Its examples hold, and then the Owl is worth 7. The page ends its lines as Windows does, but for the last."""
    root = tmp_path / "zoo"
    (root / "rules_md").mkdir(parents=True)
    (root / "cards.csv").write_text(CARDS)
    page(root).write_bytes(b"\xef\xbb\xbf" + ZOO.replace("\n", "\r\n").rstrip().encode())
    assert run(root, "accept", "--list").code == 0
    (root / "cards.csv").write_text(CARDS.replace("Owl,5", "Owl,7"))
    return root


def page(root: Path) -> Path:
    return root / "rules_md" / f"{'zoo' if root.name == 'zoo' else RUMMY}.md"


@pytest.fixture
def rummy(tmp_path: Path) -> Path:
    """The shipped game with two numbers changed since it was committed."""
    root = tmp_path / "project"
    begin_rummy(root)
    change(page(root), "    master-of-arms: 5\n", "    master-of-arms: 7\n")
    return root


REWRITTEN = {
    "ex.master-of-arms": [
        ("Ana: 30", "Ana: 32"),
        ("10 + 5 + 5 + 3 + 2 + 5 = 30", "10 + 5 + 5 + 3 + 2 + 7 = 32"),
    ],
    "ex.trickster": [
        ("Ana: 50", "Ana: 52"),
        ("12 + 3 × 4 + 3 × 4 + 5 + 4 + 5 = 50", "12 + 3 × 4 + 3 × 4 + 5 + 4 + 7 = 52"),
    ],
    "ex.arsenal": [("Ana: 48", "Ana: 50"), ("Ben: -15", "Ben: -13"), ("28 + 20 = 48", "30 + 20 = 50")],
    "ex.troubadour": [
        ("Ana: 44", "Ana: 46"),
        ("Ben: 2", "Ben: 4"),
        ("28 + 4 + 12 = 44", "30 + 4 + 12 = 46"),
        ("26 - 24 = 2", "28 - 24 = 4"),
    ],
    **PHOENIX,
}
"""What must change in which example, and nothing beside it, worked out by hand."""


def test_two_numbers_of_a_shipped_game_are_changed_on_purpose(rummy: Path) -> None:
    """Seven examples fail. `accept` writes their results, and their author the prose."""
    before = page(rummy).read_bytes().decode()
    line = before[: before.index("```example id=ex.master-of-arms ")].count("\n") + 1
    with Terminal(rummy, "accept", RUMMY) as terminal:
        for _ in range(6):
            terminal.says("y")
        assert terminal.wait() == ASKED
        shown = terminal.lines
        assert "Fantasy Contract Rummy, 1 of 7: ex.master-of-arms" in shown
        assert f"rules_md/{RUMMY}.md:{line}" in shown
        assert "       7  Master of Arms, bonus   [set.master-of-arms]" in shown
        assert "  since HEAD: setting rules.bonus.master-of-arms changed: 5 → 7" in shown
        assert "  since HEAD: Phoenix changed: value 12 → 10" in shown
        terminal.says("y")
        assert terminal.ends() == 1
        assert "examples still to be fixed." in terminal.lines[-1]
    assert page(rummy).read_bytes().decode() == rewritten(before, by_accept(REWRITTEN))
    told = run(rummy, "check", RUMMY, "--format", "concise")
    assert told.code == 1
    assert {line.split()[1] for line in told.err.splitlines() + told.out.splitlines() if "rules_md" in line} == {"E624"}
    page(rummy).write_bytes(rewritten(before, REWRITTEN).encode())
    assert run(rummy, "check", RUMMY, "--format", "concise") == (0, "", "")
    assert run(rummy, "accept", "--list", RUMMY).code == 0


def test_a_sum_of_the_prose_is_shown_and_left_to_its_author(zoo: Path) -> None:
    """It becomes no half sum, such as 3 + 7 + 2 = 10."""
    text = page(zoo).read_bytes().replace(b"an Owl brings.", b"an Owl brings: 3 + 5 + 2 = 10.")
    page(zoo).write_bytes(text)
    with Terminal(zoo, "accept") as terminal:
        terminal.says("y")
        assert terminal.ends() == 0
        assert "Change this yourself:" in terminal.lines
        assert "         is it still 3 + 5 + 2 = 10?" in terminal.lines
    assert page(zoo).read_bytes() == accepted(text)


def test_every_other_byte_stays_and_all_of_it_is_taken_back(zoo: Path) -> None:
    before = page(zoo).read_bytes()
    page(zoo).chmod(0o640)
    with Terminal(zoo, "accept") as terminal:
        terminal.says("maybe")
        terminal.says("y")
        assert terminal.ends() == 0
        assert "  y updates it, n or skip leaves it as it is, quit leaves all the rest as they are." in terminal.lines
    assert page(zoo).read_bytes() == accepted(before) != before
    assert page(zoo).stat().st_mode & 0o777 == 0o640
    assert run(zoo, "accept", "--undo").out == "rules_md/zoo.md is back to what it was before the last run.\n"
    assert page(zoo).read_bytes() == before
    again = run(zoo, "accept", "--undo")
    assert (again.code, again.err.splitlines()[0]) == (2, "E518 there is no accepted example to take back")


def test_what_was_changed_since_is_not_taken_back(zoo: Path) -> None:
    with Terminal(zoo, "accept") as terminal:
        terminal.says("y")
        assert terminal.ends() == 0
    changed = page(zoo).read_bytes() + b"\n"
    page(zoo).write_bytes(changed)
    said = run(zoo, "accept", "--undo")
    assert (said.code, "rules_md/zoo.md has changed since" in said.err) == (2, True)
    assert page(zoo).read_bytes() == changed


@pytest.mark.parametrize(
    ("keys", "code"), [("n\r", 1), ("skip\r", 1), ("quit\r", 1), (CTRL_D, 1), (CTRL_C, 130), ("", -9)]
)
def test_whoever_does_not_accept_leaves_the_page_as_it_is(zoo: Path, keys: str, code: int) -> None:
    """The last is killed while it asks."""
    before = page(zoo).read_bytes()
    with Terminal(zoo, "accept") as terminal:
        terminal.presses(keys)
        if keys:
            assert terminal.ends() == code
    assert page(zoo).read_bytes() == before
    assert [path.name for path in page(zoo).parent.iterdir()] == ["zoo.md"]


def test_a_page_that_somebody_changes_meanwhile_is_not_written_over(zoo: Path) -> None:
    with Terminal(zoo, "accept") as terminal:
        assert terminal.wait() == ASKED
        theirs = page(zoo).read_bytes().replace(b"The most points win", b"Most points win")
        page(zoo).write_bytes(theirs)
        terminal.says("y")
        assert terminal.wait() == "Start again [Y/n]:"
        assert any("E517" in line and "changed by somebody else" in line for line in terminal.lines)
        assert page(zoo).read_bytes() == theirs
        terminal.says("")
        terminal.says("y")
        assert terminal.ends() == 0
    assert page(zoo).read_bytes() == accepted(theirs)


def test_what_cannot_be_written_is_shown_and_nobody_is_asked(zoo: Path) -> None:
    text = (
        page(zoo).read_bytes().replace(b"Ana: Fox x2\r\nexpect:\r\n  Ana: 6", b"Ana: Fox x2\r\nillegal: score.values")
    )
    page(zoo).write_bytes(text)
    with Terminal(zoo, "accept") as terminal:
        terminal.says("y")
        assert terminal.ends() == 1
        assert "None of this can be changed for you:" in terminal.lines
        assert terminal.lines[-1] == "1 example still to be fixed."
    assert page(zoo).read_bytes() == accepted(text)


def test_an_example_that_fails_still_when_it_was_accepted_is_no_success(zoo: Path) -> None:
    text = page(zoo).read_bytes().replace(b"Fox, Owl and what an Owl brings", b"It was 17 before")
    page(zoo).write_bytes(text)
    with Terminal(zoo, "accept") as terminal:
        terminal.says("y")
        assert terminal.ends() == 1
        assert "         17 is not in the table, the rules or the score of this example" in terminal.lines
    assert page(zoo).read_bytes() == accepted(text)


def test_examples_that_cannot_be_run_are_no_success(zoo: Path) -> None:
    change(zoo / "cards.csv", "Owl,7", "Owl,many")
    with Terminal(zoo, "accept") as terminal:
        assert terminal.ends() == 1
        assert any("E103" in line for line in terminal.lines)
        assert "All examples hold." not in terminal.lines


def test_programs_are_told_everything_and_nothing_is_written(zoo: Path) -> None:
    before = page(zoo).read_bytes()
    said = run(zoo, "accept", "zoo", "--list")
    assert said.code == 1
    told = json.loads(said.out)
    (row,) = told["failing"]
    assert (told["version"], told["problems"]) == (1, [])
    assert (row["game"], row["example"], row["file"], row["line"]) == ("zoo", "ex.row", "rules_md/zoo.md", 21)
    assert row["different"] == [{"what": "Ana", "line": 25, "expected": "10", "found": "12"}]
    assert [(edit["line"], edit["column"], edit["old"], edit["new"]) for edit in row["edits"]] == [
        (25, 8, "10", "12"),
    ]
    assert (row["by_hand"], row["holds_then"]) == ([], True)
    assert page(zoo).read_bytes() == before


def test_what_has_changed_since_the_last_print_explains_it(zoo: Path) -> None:
    """Nothing was committed here; the cards that lie on the table were 5. No example names an Elk."""
    with (zoo / "cards.csv").open("a", encoding="utf-8") as file:
        file.write("zoo,elk,Elk,8,1\n")
    header, *rows = (line.split(",") for line in f"{CARDS}zoo,elk,Elk,9,1\n".splitlines())
    fields = [dict(zip(header, row, strict=True)) for row in rows]
    cards = {one["id"]: {"id": one["id"], "name": one["name"], "faces": [], "fields": one} for one in fields}
    game = {"name": "zoo", "title": "Zoo", "cards": cards, "texts": {}}
    printed = {"version": 1, "games": {"zoo": {"at": "2026-11-22 20:15", "game": game}}}
    (zoo / "printed.json").write_text(json.dumps(printed))
    (row,) = json.loads(run(zoo, "accept", "--list").out)["failing"]
    assert row["since"] == "printed 2026-11-22 20:15"
    assert row["reasons"] == ["Owl changed: value 5 → 7"]


@pytest.mark.parametrize("words", [[], ["zoo"]])
def test_without_a_terminal_nobody_can_be_asked(zoo: Path, words: list[str]) -> None:
    said = run(zoo, "accept", *words)
    assert (said.code, said.out) == (2, "")
    assert said.err == "Accepting examples one by one needs a terminal; --list prints them for programs.\n"
    assert run(zoo, "accept", "--list", "--undo").code == 2

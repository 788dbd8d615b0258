"""Games played at a real terminal: by numbers, by words and by mistake, left and continued, alone and by two."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from cli.commands import ROOT, run
from cli.terminals import CTRL_C, Terminal, can_run
from kit.families import folder_of
from tables import playable, with_engine

from proofdeck.play.seats.sitting import Sitting

pytestmark = pytest.mark.skipif(not can_run(), reason="there is no such terminal here")
MOVE = "Ana, your move:"
LAST_CHOICES = 4
LONG = 600
"""Rows of a terminal on which a whole game has room."""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    for name in ("rules_md", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "cards.csv", tmp_path / "cards.csv")
    return tmp_path


def rows(root: Path, name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (root / "played" / name).read_text(encoding="utf-8").splitlines()]


def almost_over(root: Path, game: str) -> tuple[str, list[str]]:
    """Leave the last choices of a whole game to a person: the file, and what a bot would choose for them."""
    loaded, lines = playable(game), list[str]()
    count = loaded.game.min_players
    sitting = Sitting(loaded, 4, ["human"] + ["greedy"] * (count - 1), ["Ana", "Ben", "Cleo"][:count], lines.append)
    sitting.begin()
    choices = list[tuple[int, str]]()
    while not sitting.state.is_terminal():
        for action in sitting.advice("greedy"):
            if sitting.is_of_person():
                choices.append((len(lines), loaded.game.action_to_string(action)))
            sitting.play(action)
    (root / "played").mkdir()
    name = f"played/{game}-1.jsonl"
    (root / name).write_text("\n".join(lines[: choices[-LAST_CHOICES][0]]) + "\n", encoding="utf-8")
    return name, [words for _, words in choices[-LAST_CHOICES:]]


@pytest.mark.parametrize("game", with_engine())
def test_each_game_is_continued_from_a_file_and_played_to_its_end(games: Path, game: str) -> None:
    file, choices = almost_over(games, game)
    with Terminal(games, "play", file, rows=LONG) as terminal:
        for words in choices:
            assert terminal.wait() == MOVE
            terminal.says(words)
        assert terminal.wait() == "Enter to end, or why, undo, remark:"
        assert "The game is over." in terminal.lines
        terminal.says("")
        assert terminal.ends() == 0
    assert run(games, "replay", file).code == 0


def test_the_session_in_the_documentation_is_what_happens(games: Path) -> None:
    page = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n\$ proofdeck (.*?)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    words, printed = shown[0].split(), [line for line in shown[1].split("\n") if line]
    with Terminal(games, *words, columns=120) as terminal:
        for answer in re.findall(rf"^{MOVE} (.*)$", shown[1], re.MULTILINE):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert [line for line in terminal.lines if line] == printed


def test_a_whole_game_of_tombs_is_played_and_replayed(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5", "--bots", "random", rows=LONG) as terminal:
        while terminal.wait() == MOVE:
            terminal.says("1")
        terminal.says("")
        assert terminal.ends() == 0
    head, *moves, end = rows(games, "tombs-1.jsonl")
    assert (head["bots"], head["names"], head["seed"]) == (["human", "random"], ["Ana", "Ben (random)"], 5)
    assert {move["player"] for move in moves} == {1, 2}
    assert "ranking" in end
    assert "turn 1, player 1" in run(games, "replay", "played/tombs-1.jsonl").out


def test_who_rolls_a_die_is_told_what_it_shows(tmp_path: Path) -> None:
    root = shutil.copytree(folder_of("dice"), tmp_path / "dice")
    with Terminal(root, "play", "dice", "--trust", "--seed", "5") as terminal:
        assert terminal.wait() == MOVE
        terminal.says("Roll")
        terminal.wait()
        rolled = next(row["rolled"] for row in rows(root, "dice-1.jsonl") if row.get("action") == "Roll")
        assert f"  Ana rolls. The die shows {rolled['face'][0]}." in terminal.lines  # type: ignore[index]


def test_a_move_is_meant_by_its_number_its_words_or_a_part_of_them(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5") as terminal:
        terminal.says("blade a")
        terminal.wait()
        assert "'blade a' can mean several moves:" in terminal.lines
        assert terminal.lines[-2].split() == "1 Blade on a1 4 Blade on a2 6 Blade on a3".split()
        terminal.says("blade c1")
        terminal.wait()
        assert any("Blade" in line and "+" not in line for line in terminal.lines)
    assert [row.get("action") for row in rows(games, "tombs-1.jsonl")][1] == "Blade on c1"


def test_what_is_forbidden_is_refused_in_the_words_of_the_rules(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5") as terminal:
        terminal.says("Blade on b2")
        terminal.wait()
        told = " ".join(" ".join(terminal.lines).split())
        assert "[place.first] 4.4 The first card of the game may not go on the middle tile." in told
        terminal.says("Blaed on a1")
        terminal.wait()
        assert "'Blaed on a1' is not a move. Did you mean 'Blade on a1'?" in terminal.lines
        terminal.says("")
        terminal.wait()
        assert "Type the number of a move, its words, or `help`." in terminal.lines
    assert len(rows(games, "tombs-1.jsonl")) == 1, "nothing was played"


def test_who_reads_blind_sees_the_book_and_no_moves_and_a_refused_move_is_booked_on_its_clause(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--blind", "--seed", "5") as terminal:
        assert not any("Blade on a1" in line for line in terminal.lines)
        terminal.says("book middle tile")
        terminal.wait()
        assert any("4.4** The first card of the game may not go on the middle tile." in line for line in terminal.lines)
        for said in ("moves", "hint", "why blade b2", "7"):
            terminal.says(said)
            terminal.wait()
            assert f"'{said}' is not a move. Moves are '… on …'" in " ".join(terminal.lines)
        terminal.says("help")
        terminal.wait()
        assert not any("hint" in line.split()[:1] for line in terminal.lines)
        terminal.says("blade b2")
        terminal.wait()
        told = " ".join(" ".join(terminal.lines).split())
        assert "[place.first] 4.4 The first card of the game may not go on the middle tile." in told
        terminal.says("blade c1")
        terminal.wait()
        terminal.says("quit")
    head, refused, chosen, *_ = rows(games, "tombs-1.jsonl")
    assert head["blind"]
    assert refused == {"refused": "Blade on b2", "player": 1, "clause": "place.first"}
    assert chosen["action"] == "Blade on c1"
    assert run(games, "replay", "played/tombs-1.jsonl").code == 0
    with Terminal(games, "play", "played/tombs-1.jsonl") as terminal:
        terminal.wait()
        assert not any("  1  " in line for line in terminal.lines), "a game that is continued is still read blind"
    shown = run(games, "lab", "tombs", "--blind").out
    assert shown.endswith("  Refused 1 time in 1 game: 4.4 The first card of the game may not go on the middle tile.\n")
    found = json.loads(run(games, "lab", "tombs", "--blind", "--json").out)["versions"]
    assert [one["clauses"] for one in found] == [{"place.first": "refused 1 time in 1 game"}]
    run(games, "build", "tombs", "--only", "rulebook", "-q")
    book = (games / "output" / "tombs" / "rulebook-proof.html").read_text(encoding="utf-8")
    assert book.count("refused 1 time in 1 game") == 1
    assert "took for possible." in book


def test_a_hint_a_move_taken_back_and_a_game_that_goes_on_where_it_was_left(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5") as terminal:
        terminal.says("hint")
        terminal.wait()
        assert any(line.startswith("  The greedy bot would play: ") for line in terminal.lines)
        terminal.says("1")
        terminal.wait()
        before = terminal.lines[terminal.lines.index("Turn 3") :]
        terminal.says("1")
        terminal.wait()
        terminal.says("undo")
        terminal.wait()
        assert any(line.startswith("  Taken back: ") for line in terminal.lines)
        terminal.presses(CTRL_C)
        assert terminal.ends() == 130
    with Terminal(games, "play", "played/tombs-1.jsonl") as terminal:
        terminal.wait()
        assert terminal.lines[terminal.lines.index("Turn 3") :] == before
        terminal.says("quit")
        assert terminal.ends() == 0
        assert terminal.lines[-1] == "You have left. `proofdeck play played/tombs-1.jsonl` continues the game."
    assert [row for row in rows(games, "tombs-1.jsonl") if "undone" in row] == [{"undone": 2}]


def test_half_a_line_that_a_crash_left_costs_one_move_at_most(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5") as terminal:
        terminal.says("1")
        terminal.wait()
    file = games / "played" / "tombs-1.jsonl"
    whole = file.read_text(encoding="utf-8")
    file.write_text(whole + '{"player":1,"act', encoding="utf-8")
    with Terminal(games, "play", "played/tombs-1.jsonl") as terminal:
        terminal.wait()
        assert "Turn 3" in terminal.lines
    assert file.read_text(encoding="utf-8") == whole


def test_two_people_at_one_screen_do_not_see_each_others_hands(games: Path) -> None:
    with Terminal(games, "play", "fishing-dragon", "--seed", "5", "--people", "Mia,Tom") as terminal:
        assert terminal.wait() == "Mia, your move:"
        (hand,) = [line for line in terminal.lines if "Hand of Mia:" in line]
        assert "Hand of Tom: 10 cards" in terminal.text
        terminal.says("2 of Stars")
        terminal.says("1")
        terminal.wait()
        assert "Pass the screen to Tom." in terminal.lines
        terminal.says("")
        terminal.wait_for("Tom, your move:")
        assert hand not in terminal.lines
        assert "Hand of Mia: 9 cards" in terminal.text
        heard = terminal.lines[: terminal.lines.index("Turn 2")]
        assert "  Mia plays 2 of Stars and fishes 4 of Stars." in heard


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("tombs", "--people", "A,B,C,D,E"), "E504 tombs is for 2 to 4 players, not 5"),
        (("tombs", "--players", "3", "--people", "A,B", "--seat", "4"), "E504 2 people cannot sit at a table for 3"),
        (("tombs", "--people", "Mia,mia"), "E710 'mia' is the same as 'Mia'"),
        (("tombs", "--bots", "greedi"), "E802 there is no bot 'greedi'"),
        (("tomb",), "E503"),
        (("played/no.jsonl",), "E705"),
        (("cards.jsonl",), "E803"),
    ],
)
def test_a_mistake_in_the_command_is_a_sentence(games: Path, words: tuple[str, ...], told: str) -> None:
    (games / "cards.jsonl").write_text("game,id\n", encoding="utf-8")
    with Terminal(games, "play", *words) as terminal:
        assert terminal.ends() == 2
        assert told in terminal.text
    assert not (games / "played").exists()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"bots": ["human", "greedi"]}, "E802 there is no bot 'greedi'"),
        ({"bots": ["human"]}, "E803"),
        ({"names": 7}, "E803"),
        ({"names": ["Ana", 2]}, "E803"),
    ],
)
def test_a_record_with_another_header_is_refused(games: Path, changed: dict[str, object], told: str) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5") as terminal:
        terminal.says("quit")
        assert terminal.ends() == 0
    (head,) = rows(games, "tombs-1.jsonl")
    (games / "played" / "tombs-1.jsonl").write_text(json.dumps(head | changed) + "\n", encoding="utf-8")
    with Terminal(games, "play", "played/tombs-1.jsonl") as terminal:
        assert terminal.ends() == 2
        assert told in terminal.text


def test_a_game_needs_a_terminal(games: Path) -> None:
    ran = run(games, "play", "tombs")
    assert (ran.code, ran.out) == (2, "")
    assert "`proofdeck simulate` lets bots play by themselves." in ran.err


def test_a_remark_is_kept_where_it_is_made(games: Path) -> None:
    with Terminal(games, "play", "tombs", "--seed", "5", rows=LONG) as terminal:
        assert terminal.wait() == MOVE
        terminal.says("remark")
        assert terminal.wait() == MOVE
        terminal.says("remark too many choices")
        assert terminal.wait() == MOVE
        terminal.says("quit")
        assert terminal.ends() == 0
    assert [row for row in rows(games, "tombs-1.jsonl") if "remark" in row] == [
        {"remark": "too many choices", "player": 1}
    ]

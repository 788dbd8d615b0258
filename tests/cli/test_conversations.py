"""The calculator as a new player meets it: on a real terminal, with mistakes, second thoughts and sudden departures."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from cli.commands import ROOT, run
from cli.terminals import CTRL_C, CTRL_D, TAB, Terminal, can_run

pytestmark = pytest.mark.skipif(not can_run(), reason="there is no such terminal here")


def at(tmp_path: Path, *words: str) -> Terminal:
    return Terminal(ROOT, *words, PROOFDECK_DB=str(tmp_path / "scores.db"))


def test_tombs_row_by_row_with_a_mistake_and_second_thoughts(tmp_path: Path) -> None:
    with at(tmp_path, "score", "tombs") as terminal:
        for answer in ("Ana", "Ana, ana", "Ana, Ben", "B1 . Q2", "B1 . O2", "T1 X .", ". M2 .", "3", "2"):
            terminal.says(answer)
        assert terminal.wait() == "Enter to end, or why, change, undo, help:"
        assert "E710 Tombs is for 2 to 4 players, not 1" in terminal.lines
        assert "E710 'ana' is the same as 'Ana'" in terminal.lines
        assert "E702 'Q2' is not a tile" in terminal.lines
        assert terminal.lines[-4:-1] == ["1. Ana", "2. Ben", "Decided by: kills [end.unit-tie]"]
        terminal.says("change 4")
        terminal.says("\b1")
        assert terminal.wait() == "Enter to end, or why, change, undo, help:"
        assert terminal.lines[-4:-1] == ["1. Ben", "2. Ana", "Decided by: kills [end.unit-tie]"]
        terminal.says("")
        assert terminal.ends() == 0


def test_fantasy_contract_rummy_with_help_why_and_a_running_total(tmp_path: Path) -> None:
    with at(tmp_path, "score", "fantasy-contract-rummy") as terminal:
        for answer in ("Ana, Ben", "", "", "help", "Espionage", "Paladin, Shield x2, Swrd, Dagger"):
            terminal.says(answer)
        terminal.wait()
        assert "E701 there is no card 'Swrd'" in terminal.lines
        assert "    Did you mean 'Sword'?" in terminal.lines
        assert any("explains points in the words of the rules" in line for line in terminal.lines)
        terminal.says("master-of-arms: Paladin, Shield x2, Sword, Dagger")
        terminal.wait()
        assert terminal.lines[-2] == "  Ana has 50.", "10 + 4 x 3 x 2 + 5 + 4, the bonus of 5, and 2 of the Espionage"
        terminal.wait_for_foot("Ana 50 Ben 0")
        terminal.says("why 50")
        terminal.wait()
        words = " ".join(" ".join(terminal.lines).split())
        assert "A weapon in the same set as its partner" in words
        assert "counts 3 times its value" in words
        terminal.says("")
        terminal.says("Hoarder")
        terminal.wait()
        assert terminal.lines[-2] == "  Ben has -16.", "twice 8, because it is open and not fulfilled"
        terminal.says("undo")
        terminal.wait()
        assert terminal.asked == "Open contracts of Ben (Enter for none):"
        terminal.wait_for_foot("Ana 50 Ben 0")
        for answer in ("", "", "", "multiplets: Druid x2, Dagger x2, Wolf x2", "", ""):
            terminal.says(answer)
        assert terminal.ends() == 0
    assert "2. Ben" in terminal.lines


def test_a_pile_of_cards_is_made_into_the_sets_that_count_most(tmp_path: Path) -> None:
    """With a Hoarder the six weapons are one Armory; without, they would be two sets of three."""
    with at(tmp_path, "score", "fantasy-contract-rummy") as terminal:
        for answer in ("Ana, Ben", "pile Sword x3", "Hoarder", "", "", "pile Sword x3, Dagger x3, Wolf"):
            terminal.says(answer)
        assert terminal.wait() == "No other sets score more with what you have entered so far. Use them [Y/n]:"
        assert any("E708 `pile` only works when you are asked for sets of cards" in line for line in terminal.lines)
        assert terminal.lines[-4:-1] == ["  armory: Sword x3, Dagger x3", "  Left over: Wolf", "  Fulfilled: Hoarder"]
        terminal.says("")
        terminal.wait()
        assert terminal.lines[-2] == "  Ana has 47.", "3 x 5 + 3 x 4 + 4 and twice 8 for the Hoarder"
        terminal.says("pile Swrd")
        terminal.wait()
        assert "    Did you mean 'Sword'?" in terminal.lines
        terminal.says("pile Wolf")
        terminal.wait()
        assert terminal.lines[-2] == "  Nothing in this pile scores."
        terminal.says("broken animal-kingdom: Wolf x2")
        terminal.says("pile Wolf, Bear")
        terminal.wait()
        shown = "  animal-kingdom: Wolf x3, Bear  (in place of line 3: broken animal-kingdom: Wolf x2)"
        assert terminal.lines[-3:-1] == [shown, "  Fulfilled: Hoarder"]
        terminal.says("")
        terminal.wait()
        assert terminal.lines[-2] == "  Ana has 75.", "47, and 3 x 5 + 7 + 6 for the Animal Kingdom"


def test_toonerville_rook_and_two_who_cannot_both_be_out(tmp_path: Path) -> None:
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        for answer in ("Ana, Ben, Cleo", "12", "3", "Red 5, Green 14, Rook", "out", "out", "", "Black 2 x2, yellow 7"):
            terminal.says(answer)
        terminal.wait()
        assert any("there is no round 12" in line for line in terminal.lines)
        assert any("Ben and Cleo cannot both be out" in line for line in terminal.lines)
        assert "E702 the answer is empty" in terminal.lines
        assert terminal.lines[-5:-2] == ["1. Ben", "2. Cleo", "3. Ana"]
        terminal.says("")
        assert terminal.ends() == 0


def test_rummy_duel_meld_by_meld(tmp_path: Path) -> None:
    with at(tmp_path, "score", "rummy-duel") as terminal:
        answers = ("Ana Ben", "2H 3C 4D TS JS", "1 = 5H 6C 7D", "9 = KS KH KD", "4 = KS KH KD", "", "3", "4 = KS QS JC")
        for answer in (*answers, "4 = 9C TD JH", "", "", "lines"):
            terminal.says(answer)
        terminal.wait()
        assert any("there is no community card 9" in line for line in terminal.lines)
        assert any("E703" in line and "is already in line" in line for line in terminal.lines)
        assert "    5  A meld of Ben, after the number of its community card: 4 = 9C TD JH" in terminal.lines
        terminal.says("why ben")
        terminal.wait()
        assert "Ben has nothing that scores." in terminal.lines
        terminal.says("")
        assert terminal.ends() == 0


def test_fishing_dragon_bank_by_bank(tmp_path: Path) -> None:
    with at(tmp_path, "score", "fishing-dragon") as terminal:
        for answer in (
            "Ana Ben",
            "Sta",
            "Star 1-6",
            "Sword 9",
            "",
            "Sword 9-12",
            "Sword 3 4 10 11",
            "",
            "why straight",
        ):
            terminal.says(answer)
        terminal.wait()
        words = " ".join(" ".join(terminal.lines).split())
        assert "Each card in your longest straight scores 2." in words
        assert any("is already in line" in line for line in terminal.lines)
        terminal.says("")
        assert terminal.ends() == 0


@pytest.mark.parametrize(("leaving", "code"), [(CTRL_C, 130), (CTRL_D, 0), ("quit\r", 0)])
def test_whoever_leaves_goes_on_where_they_were(tmp_path: Path, leaving: str, code: int) -> None:
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        for answer in ("Ana, Ben, Cleo", "3", "Red 5, Rook"):
            terminal.says(answer)
        terminal.presses(leaving)
        assert terminal.ends() == code
        assert terminal.lines[-1] == "You have left. `proofdeck score toonerville-rook` continues where you stopped."
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        assert terminal.wait() == "You left a table of Ana, Ben and Cleo after 2 answers. Continue it [Y/n]:"
        terminal.says("")
        assert terminal.wait() == "What Ben still holds:"
        terminal.says("out")
        terminal.says("Red 6")
        terminal.says("")
        assert terminal.ends() == 0
        assert "    30  Round 3: 2 cards in hand  [score.hand]  Red 5, The Rook" in terminal.lines
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        assert terminal.wait().startswith("Who is playing?"), "a table that was ended is not asked for again"


def test_a_kill_in_the_middle_loses_no_answer(tmp_path: Path) -> None:
    with at(tmp_path, "score", "tombs") as terminal:
        for answer in ("Ana, Ben", "B1 . O2", "T1 X ."):
            terminal.says(answer)
        terminal.wait()
    with at(tmp_path, "score", "tombs") as terminal:
        terminal.says("y")
        assert terminal.wait() == "The bottom row, three tiles from left to right:"


def test_what_does_not_hold_after_a_change_of_the_cards_is_told_and_asked_for_again(tmp_path: Path) -> None:
    """The last Mirror is taken out of the deck while a table with three of them was left."""
    project = tmp_path / "project"
    for folder in ("rules_md", "templates"):
        shutil.copytree(ROOT / folder, project / folder)
    cards = (ROOT / "cards.csv").read_text(encoding="utf-8")
    (project / "cards.csv").write_text(cards, encoding="utf-8")
    words = ("score", "fantasy-contract-rummy", "-C", str(project))
    with at(tmp_path, *words) as terminal:
        for answer in ("Ana, Ben", "", "", "", "Mirror x3", "Sword x3"):
            terminal.says(answer)
        terminal.presses(CTRL_D)
        terminal.ends()
    row = next(line for line in cards.splitlines() if ",mirror," in line)
    (project / "cards.csv").write_text(cards.replace(row, row.replace(",3,", ",2,")), encoding="utf-8")
    for _ in range(2):
        with at(tmp_path, *words) as terminal:
            terminal.says("")
            assert terminal.wait() == "A set of Ana (Enter when done):"
            terminal.says("Dagger x3" if "E703" in terminal.text else "lines")
            terminal.wait()
    assert terminal.lines[-3:-1] == ["A set of Ana (Enter when done): lines", "    1  A set of Ana: Dagger x3"]


def test_where_nothing_can_be_kept_the_arithmetic_goes_on(tmp_path: Path) -> None:
    (tmp_path / "scores.db").mkdir()
    with at(tmp_path, "score", "tombs") as terminal:
        for answer in ("Ana, Ben", "B1 . O2", "undo", "B1 B1 O2", "T1 X .", ". M2 .", "3", "2", ""):
            terminal.says(answer)
        assert terminal.ends() == 0
    assert sum("E730" in line for line in terminal.lines) <= 2, "it is told, and not again and again"
    assert "1. Ana" in terminal.lines


def test_tab_completes_the_name_of_a_contract(tmp_path: Path) -> None:
    with at(tmp_path, "score", "fantasy-contract-rummy") as terminal:
        terminal.says("Ana, Ben")
        terminal.says("")
        terminal.presses(f"Just{TAB}")
        terminal.wait_for("Just a Friendly Troubadour")


def test_a_round_of_a_match_is_asked_for(tmp_path: Path) -> None:
    with at(tmp_path, "match", "new", "toonerville-rook", "Ana", "Ben", "Cleo") as terminal:
        assert terminal.ends() == 0
    with at(tmp_path, "match", "add") as terminal:
        assert terminal.wait() == "Points of Ana, Ben and Cleo, or Enter to be asked for the table:"
        terminal.says("12 5")
        terminal.says("")
        assert terminal.wait() == "What Ana still holds:", "which round it is need not be asked"
        for answer in ("Red 5", "Rook", "out", ""):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert terminal.lines[-1] == "Next: round 2, 1 set of 3, 1 run of 4, deal 12. Ana deals, Ben starts."
    with at(tmp_path, "match", "edit", "1") as terminal:
        terminal.says("10 25 0")
        assert terminal.ends() == 0
        assert "Cleo leads with 0 points." in terminal.lines


def test_an_answer_of_a_round_is_taken_back_and_the_others_stay(tmp_path: Path) -> None:
    with at(tmp_path, "match", "new", "toonerville-rook", "Ana", "Ben", "Cleo") as terminal:
        assert terminal.ends() == 0
    with at(tmp_path, "match", "add") as terminal:
        for answer in ("", "Red 5", "Rook", "undo"):
            terminal.says(answer)
        assert terminal.wait() == "What Ben still holds:"
    with at(tmp_path, "match", "add") as terminal:
        for answer in ("", "y", "out", "Red 6", ""):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert "Ben leads with 0 points." in terminal.lines


def test_a_player_called_like_a_line_of_the_table_is_told_and_points_can_be_said(tmp_path: Path) -> None:
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        terminal.says("Round 3, Ben, Cleo")
        assert terminal.wait().startswith("Who is playing?")
        assert any("E710 'Round 3' cannot be used as a name" in line for line in terminal.lines)
    with at(tmp_path, "match", "new", "fishing-dragon", "prized", "Ben") as terminal:
        assert terminal.ends() == 0
    with at(tmp_path, "match", "add") as terminal:
        for answer in ("", "12 5"):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert "prized leads with 12 points of 500." in terminal.lines


def test_what_was_pasted_from_several_lines_is_one_answer(tmp_path: Path) -> None:
    with at(tmp_path, "score", "toonerville-rook") as terminal:
        for answer in ("Ana, Ben, Cleo", "1", "\x1b[200~Red 5,\nRed 6\x1b[201~"):
            terminal.says(answer)
        assert terminal.wait() == "What Ben still holds:"
        assert terminal.lines[-2] == "  Ana has 10."


def test_a_question_for_yes_or_no_can_be_left(tmp_path: Path) -> None:
    with at(tmp_path, "score", "fantasy-contract-rummy") as terminal:
        for answer in ("Ana, Ben", "", "", "", "pile Sword x3", "quit"):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert terminal.lines[-1].startswith("You have left.")


def test_a_match_that_is_over_asks_for_nothing(tmp_path: Path) -> None:
    with at(tmp_path, "match", "new", "fishing-dragon", "Ana", "Ben", "--rounds", "1") as terminal:
        assert terminal.ends() == 0
    with at(tmp_path, "match", "add", "--points", "1 2") as terminal:
        assert terminal.ends() == 0
    with at(tmp_path, "match", "add") as terminal:
        assert terminal.ends() == 2
        assert terminal.lines[0] == "E712 match 1 is over: 1 round"


def test_points_can_be_said_where_the_project_is_not_at_hand(tmp_path: Path) -> None:
    with at(tmp_path, "match", "new", "fishing-dragon", "Ana", "Ben") as terminal:
        assert terminal.ends() == 0
    with Terminal(tmp_path, "match", "add", PROOFDECK_DB=str(tmp_path / "scores.db")) as terminal:
        assert terminal.wait() == "Points of Ana and Ben:"
        for answer in ("prized: Star", "3 4"):
            terminal.says(answer)
        assert terminal.ends() == 0
        assert sum("E501 there is no cards.csv" in line for line in terminal.lines) == 2
        assert "Ben leads with 4 points of 500." in terminal.lines


@pytest.fixture
def german(tmp_path: Path) -> Path:
    """Salt Roads, whose cards and rules are translated, in a project that speaks German."""
    root = tmp_path / "german"
    (root / "rules_md").mkdir(parents=True)
    for page in (ROOT / "rules_md").glob("salt-roads*.md"):
        shutil.copy(page, root / "rules_md")
    shutil.copy(ROOT / "cards.csv", root)
    (root / "proofdeck.toml").write_text('lang = "de"\n')
    return root


def test_a_translated_game_is_asked_for_in_its_language_with_the_names_on_its_cards(german: Path) -> None:
    with Terminal(german, "score", "salt-roads", columns=60, PROOFDECK_DB=str(german / "scores.db")) as terminal:
        terminal.wait()
        assert "Wer spielt mit? 2 bis 4 Namen" in terminal.text
        terminal.says("Ana, Ben")
        assert terminal.wait() == "Ana, Auslage: welche Karten? (Enter für keine):"
        terminal.says("Salz 1, Salz 2")
        assert terminal.wait() == "Münzen, Ana (Enter für keine):"
        for answer in ("2", "", "Salz 3", "1", ""):
            terminal.says(answer)
        terminal.wait()
        assert "Salz" in terminal.text
        assert "Salt 1" not in terminal.text
        terminal.says("ende")
        terminal.ends()


def test_a_match_of_a_translated_game_asks_in_its_language(german: Path) -> None:
    scores = str(german / "scores.db")
    assert run(german, "match", "new", "salt-roads", "Ana", "Ben", PROOFDECK_DB=scores).code == 0
    with Terminal(german, "match", "add", PROOFDECK_DB=scores) as terminal:
        assert terminal.wait() == "Punkte von Ana und Ben, oder Enter, um nach dem Tisch gefragt zu werden:"
        terminal.says("")
        assert terminal.wait() == "Ana, Auslage: welche Karten? (Enter für keine):"
        terminal.says("ende")
        terminal.ends()

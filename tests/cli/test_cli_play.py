"""Rules, scores, simulations and transcripts as people and programs meet them at the command line."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.commands import COMMAND, ROOT, Ran, interrupted, run, run_briefly, surroundings
from reading import page_count, text_of
from tables import rules_copied_to

from proofdeck.play.free.acts import FreeAct
from proofdeck.play.free.laying import start_of
from proofdeck.play.free.pieces import FreePiece
from proofdeck.play.free.record import FreeHeader, FreeSitting

Writer = Callable[..., Path]
TOMBS = "board: B1 . O2 / T1 X . / . M2 .\nkills: 3 2\nnames: Ana, Ben\n"
RUMMY = "Ana:\n  friend-of-animals: Mage, Phoenix, Wolf, Bear\nBen:\n  friend-of-animals: Ranger, Wolf, Bear, Raven\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A copy of what the six games are played by."""
    return rules_copied_to(tmp_path)


@pytest.fixture
def translated(games: Path) -> Path:
    """The same with the rules of Tombs in three languages."""
    for page in (ROOT / "rules_md").glob("tombs.*.md"):
        shutil.copy(page, games / "rules_md")
    return games


def score(root: Path, game: str, text: str, *words: str) -> Ran:
    (root / "table.txt").write_text(text)
    return run(root, "score", game, "table.txt", *words)


# -- rules -------------------------------------------------------------------------------------------------------------


def test_rules_are_printed_with_numbered_clauses_and_nothing_left_to_fill_in(games: Path) -> None:
    ran = run(games, "rules", "tombs")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("# Tombs\n")
    assert "**2.1**" in ran.out
    assert "{{" not in ran.out


def test_the_players_rules_are_cut_from_the_reference_and_those_from_the_proof(games: Path) -> None:
    printed = [run(games, "rules", "tombs", "--edition", edition) for edition in ("players", "reference", "proof")]
    assert {ran.code for ran in printed} == {0}
    examples = [ran.out.count("> **Example") for ran in printed]
    assert 0 < examples[0] < examples[1] <= examples[2]
    clauses = [set(re.findall(r"(?m)^\*\*[\d.]+\*\* [^*\n]+", ran.out)) for ran in printed]
    assert clauses[0] <= clauses[1] <= clauses[2]


def test_rules_are_printed_in_the_language_that_is_asked_for(translated: Path) -> None:
    ran = run(translated, "rules", "tombs", "--lang", "de")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("# Tombs\n\n2 bis 4 Personen")
    assert run(translated, "rules", "tombs", "--lang", "xx").code != 0


def test_rules_with_mistakes_name_them_all_and_where(games: Path) -> None:
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("## Variants", "{{ nothing }}\n\n{{ nobody }}\n\n## Variants"))
    ran = run(games, "rules", "tombs")
    assert ran.code == 1
    line = page.read_text().splitlines().index("{{ nothing }}") + 1
    assert f"rules_md/tombs.md:{line} E611 the name 'nothing' is unknown" in ran.err
    assert f"rules_md/tombs.md:{line + 2} E611 the name 'nobody' is unknown" in ran.err


def test_a_game_without_rules_is_told_so(write: Writer) -> None:
    root = write("cards.csv", "game,id\nzoo,wolf\n")
    assert run(root, "rules", "zoo").code == 1


# -- score -------------------------------------------------------------------------------------------------------------


def test_a_table_is_scored_item_by_item_and_what_decided_is_named(games: Path) -> None:
    ran = score(games, "tombs", TOMBS)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "Ana",
        "     2  2 units on the board  [end.unit-count]  Blade a1, Thorn a2",
        "     2  in all, kills 3",
        "",
        "Ben",
        "     2  2 units on the board  [end.unit-count]  Ombra c1, Magus b3",
        "     2  in all, kills 2",
        "",
        "1. Ana",
        "2. Ben",
        "Decided by: kills [end.unit-tie]",
    ]


def test_a_program_gets_one_object(games: Path) -> None:
    said = json.loads(score(games, "tombs", TOMBS, "--json").out)
    assert (said["version"], said["game"]) == (1, "tombs")
    assert [(player["name"], player["total"]) for player in said["players"]] == [("Ana", 2), ("Ben", 2)]
    assert said["players"][0]["items"] == [
        {"clause": "end.unit-count", "label": "2 units on the board", "points": 2, "cards": ["Blade a1", "Thorn a2"]}
    ]
    assert said["ranking"] == [["Ana"], ["Ben"]]
    assert said["decided_by"]["clause"] == "end.unit-tie"


@pytest.mark.parametrize("words", [("score", "tombs"), ("score", "tombs", "-")])
def test_a_table_may_come_through_a_pipe(games: Path, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        [*COMMAND, *words], cwd=games, env=surroundings(), input=TOMBS.encode(), capture_output=True, check=True
    )
    assert done.stdout == score(games, "tombs", TOMBS).out.encode()


def test_mistakes_at_the_table_are_named_all_at_once_with_line_and_column(games: Path) -> None:
    ran = score(games, "fantasy-contract-rummy", "Ana:\n  armory: Sord x3\nBen:\n  armory: Staff, Sceptre\n")
    assert ran.code == 1
    assert ran.out == ""
    assert "table.txt:2:11 E701" in ran.err
    assert "Did you mean 'Sword'?" in ran.err
    assert "table.txt:4:" in ran.err
    ran = score(games, "fantasy-contract-rummy", "Ana:\n  armory: Sord x3\n", "--json")
    assert ran.code == 1
    assert json.loads(ran.out)["problems"][0]["line"] == 2


def test_a_fifth_paladin_is_refused_by_the_count_of_the_deck(games: Path) -> None:
    ran = score(games, "fantasy-contract-rummy", "Ana:\n  class-formation: Paladin x5\n")
    assert ran.code == 1
    assert "E703" in ran.err
    assert "table.txt:2:" in ran.err


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("tmobs", "table.txt"), "E503", "Did you mean 'tombs'?"),
        (("tombs", "tabel.txt"), "E705", "'tabel.txt' cannot be read"),
        (("tombs", "."), "E705", "cannot be read"),
    ],
)
def test_what_cannot_be_scored_is_told(games: Path, words: tuple[str, ...], code: str, says: str) -> None:
    ran = run(games, "score", *words)
    assert ran.code == 2
    assert code in ran.err
    assert says in ran.err


# -- one source of truth -----------------------------------------------------------------------------------------------


def words_on_cards(root: Path) -> Counter[str]:
    """How often each word stands on the printed Phoenixes. Examples may fail, cards are made."""
    run(root, "build", "fantasy-contract-rummy", "--only", "phoenix", "--only", "cards", "--paper", "a4")
    pdf = (root / "output" / "fantasy-contract-rummy" / "cards-a4.pdf").read_bytes()
    return Counter(word for page in range(2, page_count(pdf)) for word in text_of(pdf, page).split())


def test_a_value_changed_in_the_spreadsheet_is_what_card_rules_score_and_games_say(games: Path) -> None:
    shutil.copytree(ROOT / "templates", games / "templates", dirs_exist_ok=True)

    def said() -> tuple[int, str, str, Counter[str]]:
        total = json.loads(score(games, "fantasy-contract-rummy", RUMMY, "--json").out)["players"][0]["total"]
        rules = run(games, "rules", "fantasy-contract-rummy").out
        row = next(line for line in rules.splitlines() if line.startswith("|") and "Phoenix" in line)
        found = json.loads(run(games, "simulate", "fantasy-contract-rummy", "--games", "1", "--json").out)
        return total, row.split("|")[-2].strip(), found["fingerprint"], words_on_cards(games)

    total, value, fingerprint, printed = said()
    assert value == "12"
    sheet = games / "cards.csv"
    (row,) = [line for line in sheet.read_text().splitlines() if ",phoenix,Phoenix," in line]
    assert row.split(",").count("12") == 1
    sheet.write_text(sheet.read_text().replace(row, row.replace(",12,", ",10,")))
    new_total, value, new_fingerprint, new_printed = said()
    assert new_total == total - 2
    assert value == "10"
    assert new_fingerprint != fingerprint
    corners = 3 * 2
    assert (printed - new_printed, new_printed - printed) == (Counter({"12": corners}), Counter({"10": corners}))


def test_a_number_changed_in_the_head_of_the_rules_is_what_text_and_score_say(games: Path) -> None:
    page = games / "rules_md" / "fantasy-contract-rummy.md"
    text = page.read_text()
    before = json.loads(score(games, "fantasy-contract-rummy", RUMMY, "--json").out)
    friend = next(item["points"] for item in before["players"][1]["items"] if item["clause"] == "set.friend-of-animals")
    assert text.count(f" friend-of-animals: {friend}\n") == 1
    page.write_text(text.replace(f" friend-of-animals: {friend}\n", f" friend-of-animals: {friend + 31}\n"))
    after = json.loads(score(games, "fantasy-contract-rummy", RUMMY, "--json").out)
    assert [p["total"] for p in after["players"]] == [p["total"] + 31 for p in before["players"]]
    assert str(friend + 31) in run(games, "rules", "fantasy-contract-rummy").out


# -- simulate ----------------------------------------------------------------------------------------------------------


def test_a_simulation_is_the_same_for_any_number_of_jobs_and_another_for_another_seed(games: Path) -> None:
    def simulated(*words: str) -> str:
        ran = run(games, "simulate", "tombs", "--games", "41", "--bots", "greedy,random", "--json", *words)
        assert (ran.code, ran.err) == (0, "")
        return ran.out

    one = simulated("--jobs", "1")
    assert simulated("--jobs", "2") == one
    assert simulated("--jobs", "3") == one
    assert simulated("--seed", "2") != one


def test_a_simulation_tells_wins_by_seat_length_choices_and_clauses_that_never_fired(games: Path) -> None:
    out = run(games, "simulate", "tombs", "--games", "30", "--players", "3", "--bots", "random").out
    assert out.startswith("Tombs: 30 games, 3 players (random, random, random), seed 1\n")
    for words in (
        "seat 3 random",
        "95 %:",
        "ties",
        "turns",
        "p95",
        "choices",
        "what decides games",
        "3.1 Draw one card",
        "never",
    ):
        assert words in out
    assert out.index("These figures say nothing about") < out.index("rule 7.1 Friendly teams") < out.index("seat 1")
    assert "    never  7.1 Friendly teams" in out
    assert out.endswith("\nnever: with 95 % confidence, in fewer than 10.0 % of games\n")


def test_what_cannot_be_simulated_is_told_all_at_once(games: Path) -> None:
    ran = run(games, "simulate", "tombs", "--bots", "gredy", "--players", "7")
    assert ran.code == 2
    assert "Did you mean 'greedy'?" in ran.err
    assert "2 to 4 players, not 7" in ran.err


@pytest.mark.parametrize("moment", [0.1, 0.5])
def test_ctrl_c_in_the_middle_of_a_simulation_ends_with_130_and_one_word(games: Path, moment: float) -> None:
    words = ("simulate", "toonerville-rook", "--games", "1000", "--jobs", "2")
    assert interrupted(games, *words, wait=lambda _: time.sleep(0.3 + moment)) == (130, "", "interrupted\n")


# -- proof -------------------------------------------------------------------------------------------------------------


def test_check_ends_with_a_line_a_game_and_simulates_nothing(games: Path) -> None:
    ran = run(games, "check", "tombs")
    assert (ran.code, ran.err) == (0, "")
    first, line = ran.out.splitlines()
    assert first == "No problems found."
    counted = "Tombs: 26 clauses, 24 with a rule point, 2 physical; 24 in an example; "
    assert re.fullmatch(r"nothing checks \d+ texts", line.removeprefix(counted))


def test_the_table_of_proof_is_printed_after_simulation_and_the_line_remembers_it(games: Path) -> None:
    ran = run(games, "check", "tombs", "--proof", "--games", "30")
    assert (ran.code, ran.err) == (0, "")
    rows = [line for line in ran.out.splitlines() if re.match(r"  \d+\.\d+  ", line)]
    assert len(rows) == 26
    free = ran.out.partition("nothing holds these words, which are not in the text of its rules:\n")[2].splitlines()
    assert [line for line in free if "the meaning of" in line and "tile" in line] != []
    assert not any("kill" in line or "legend" in line for line in free)
    assert any(re.search(r"teams\.friendly +✓ applied +✗ below 10 %", row) for row in rows)
    assert re.search(r"; simulated in 30 games: \d+ fired; ", run(games, "check", "tombs").out, re.MULTILINE)


def test_programs_get_the_table_beside_the_problems_when_they_ask_for_it(translated: Path) -> None:
    page = translated / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("## Variants", "r[end.dance]\nThe winner dances.\n\n## Variants"))
    ran = run(translated, "check", "tombs", "--proof", "--games", "3", "--format", "json")
    said = json.loads(ran.out)
    german_and_spanish = ["E648", "E648"]
    assert (ran.code, said["version"]) == (1, 1)
    told = [row["code"] for row in said["problems"]]
    assert told == ["W662", "E606", *german_and_spanish], "nobody signed or translated the dance"
    table = said["proof"]["tombs"]
    assert (table["title"], table["games"], len(table["clauses"])) == ("Tombs", 3, 27)
    assert table["clauses"]["end.dance"]["standing"] == "dead"
    assert table["clauses"]["turn.draw"]["share"] == 1.0
    alone = json.loads(run(translated, "check", "tombs", "--format", "json").out)
    assert set(alone) == {"version", "problems", "texts", "sheets"}


def test_who_reads_problems_line_by_line_reads_nothing_else(games: Path) -> None:
    assert [run(games, "check", "tombs", "--format", style).out for style in ("concise", "github")] == ["", ""]
    said = json.loads(run(games, "check", "tombs", "--format", "json").out)
    assert said.pop("texts")["tombs"]["uncompared"] == 0
    assert said == {"version": 1, "problems": [], "sheets": []}


def test_a_number_of_games_without_proof_is_wrong_usage(games: Path) -> None:
    ran = run(games, "check", "--games", "3")
    assert ran.code == 2
    assert "--proof" in ran.err


@pytest.mark.parametrize("moment", [0.5, 1.8])
def test_ctrl_c_in_the_middle_of_a_proof_ends_with_130_and_one_word(games: Path, moment: float) -> None:
    words = ("check", "toonerville-rook", "--proof", "--games", "5000")
    assert interrupted(games, *words, wait=lambda _: time.sleep(moment)) == (130, "", "interrupted\n")


# -- examples ----------------------------------------------------------------------------------------------------------


def test_an_example_that_does_not_hold_is_shown_with_its_line(games: Path) -> None:
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("  board: ombra\n", "  board: magus\n"))
    ran = run(games, "check", "tombs")
    assert ran.code == 1
    assert "E621 board is expected to be magus, but the engine says ombra" in ran.out
    assert "  board: magus\n" in ran.out


def test_a_book_whose_examples_fail_is_not_made_and_the_cards_are(games: Path) -> None:
    page = games / "rules_md" / "tombs.md"
    right = page.read_text()
    page.write_text(right.replace("  board: ombra\n", "  board: magus\n"))
    ran = run(games, "build", "tombs", "--paper", "a4", "--only", "cards", "--only", "rulebook")
    assert ran.code == 1
    assert "E621" in ran.err
    assert "W615 the book of Tombs was not made" in ran.err
    assert sorted(path.name for path in (games / "output" / "tombs").iterdir()) == ["cards-a4.pdf", "cards.json"]


def test_changes_of_the_rules_are_counted_and_those_that_nobody_notices_are_named(games: Path) -> None:
    ran = run(games, "mutate", "tombs")
    assert ran.code == 0
    assert ran.out.startswith("Tombs: ")
    assert "unnoticed\n" in ran.out
    said = json.loads(run(games, "mutate", "tombs", "--json").out)
    assert said["noticed"] == sum(bool(verdict["noticed_by"]) for verdict in said["verdicts"])
    assert said["mutants"] == len(said["verdicts"])
    survivors = [verdict["rule"] for verdict in said["verdicts"] if not verdict["noticed_by"]]
    assert all(rule in ran.out for rule in survivors)


def test_rules_whose_examples_fail_are_not_changed_on_purpose(games: Path) -> None:
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("  board: ombra\n", "  board: magus\n"))
    ran = run(games, "mutate", "tombs")
    assert ran.code == 2
    assert "E621" in ran.err


# -- claims ------------------------------------------------------------------------------------------------------------


def test_check_writes_nothing_unless_it_is_asked_to_decide_the_claims_that_take_long(games: Path) -> None:
    kept = games / "rules_md" / "claims.json"
    kept.unlink()
    ran = run(games, "check", "fishing-dragon")
    assert ran.code == 0
    assert "W630 the claim claim.most has not been decided" in ran.out
    assert "proofdeck check --claims" in ran.out
    assert not kept.exists()
    ran = run(games, "check", "fishing-dragon", "--claims")
    assert (ran.code, ran.out.splitlines()[0], ran.err) == (0, "No problems found.", "")
    assert kept.read_text().count("\n") == 3
    assert run(games, "check", "fishing-dragon").out.startswith("No problems found.\n")
    assert "**Refuted**: No bank is known" in run(games, "rules", "fishing-dragon").out


# -- transcripts -------------------------------------------------------------------------------------------------------


@pytest.fixture
def transcript(games: Path) -> Path:
    run(games, "simulate", "tombs", "--games", "1", "--seed", "7", "--transcripts", "kept")
    (file,) = (games / "kept").iterdir()
    return file


def test_a_transcript_is_replayed_move_by_move_in_words_that_name_clauses(games: Path, transcript: Path) -> None:
    ran = run(games, "replay", transcript)
    assert (ran.code, ran.err) == (0, "")
    actions = [json.loads(line)["action"] for line in transcript.read_text().splitlines()[1:-1]]
    lines = ran.out.splitlines()
    assert lines[0].startswith("Tombs, 2 players, seed ")
    acted = [line.strip() for line in lines if line.startswith("  player ")]
    assert [line.split(": ", 1)[1].split("  ")[0] for line in acted] == actions
    assert {line.split(":")[0] for line in acted} == {"player 1", "player 2"}
    assert "turn.play" in ran.out
    assert "Decided by:" in ran.out or "Nothing breaks the tie." in ran.out


def test_a_transcript_that_was_changed_is_found_out_with_its_line(games: Path, transcript: Path) -> None:
    lines = transcript.read_text().splitlines()
    row = json.loads(lines[2])
    row["action"] = "Discard Thorn"
    lines[2] = json.dumps(row)
    transcript.write_text("\n".join(lines) + "\n")
    ran = run(games, "replay", transcript)
    assert ran.code == 2
    assert f"{transcript}:3 E803" in ran.err


def test_what_was_done_on_a_table_without_rules_is_told_and_a_damaged_file_is_refused(tmp_path: Path) -> None:
    start = start_of([FreePiece("fox-1", "fox", "Fox"), FreePiece("owl-1", "owl", "Owl")], 1, 1)
    sitting = FreeSitting(FreeHeader("zoo", ("Mia",), 1, start), (lines := list[str]()).append)
    sitting.do(0, FreeAct("move", ("p1",), 1, "hand1"))
    sitting.remark(0, "Too many foxes")
    file = tmp_path / "zoo-1.table"
    file.write_text("\n".join([sitting.header.line, *lines, ""]), encoding="utf-8")
    assert run(tmp_path, "replay", file).out == "Mia draws Fox from Cards.\nMia: ‘Too many foxes’\n"
    told = json.loads(run(tmp_path, "replay", file, "--json").out)
    assert (told["game"], told["protocol"][0]) == ("zoo", "Mia draws Fox from Cards.")
    file.write_text(file.read_text(encoding="utf-8").replace('"move"', '"fly"'), encoding="utf-8")
    refused = run(tmp_path, "replay", file)
    assert (refused.code, "zoo-1.table:2 E803" in refused.err) == (2, True)


def test_a_transcript_of_other_rules_is_not_replayed(games: Path, transcript: Path) -> None:
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("goal: {2: 8,", "goal: {2: 9,"))
    ran = run(games, "replay", transcript)
    assert ran.code == 2
    assert "E803" in ran.err


# -- engines from elsewhere --------------------------------------------------------------------------------------------


@pytest.fixture
def stranger(games: Path) -> Path:
    """A project whose game is played by code of its own, which leaves a trace when it runs."""
    (games / "my_tombs.py").write_text(
        "from pathlib import Path\nPath('ran').touch()\nfrom proofdeck.play.games.tombs import GAME\n"
    )
    page = games / "rules_md" / "tombs.md"
    page.write_text(page.read_text().replace("engine: proofdeck.play.games.tombs\n", "engine: my_tombs\n"))
    return games


@pytest.mark.parametrize(
    "words", [("check", "tombs"), ("score", "tombs", "table.txt"), ("simulate", "tombs", "--games", "1")]
)
def test_code_of_the_project_runs_only_when_it_is_trusted(stranger: Path, words: tuple[str, ...]) -> None:
    (stranger / "table.txt").write_text(TOMBS)
    ran = run(stranger, *words)
    assert "E609" in ran.out + ran.err
    assert "--trust" in ran.out + ran.err
    assert not (stranger / "ran").exists()
    trusted = run_briefly(stranger, *words, "--trust")
    assert "E609" not in trusted.out + trusted.err
    assert (stranger / "ran").exists()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("r[turn.draw]", "r[turn.drow]", "E606"),
        ("r[turn.draw]", "r[turn.play]", "E604"),
    ],
)
def test_check_compares_the_clauses_of_the_text_with_those_of_the_code(
    games: Path, old: str, new: str, code: str
) -> None:
    page = games / "rules_md" / "tombs.md"
    assert page.read_text().count(f"{old}\n") == 1
    page.write_text(page.read_text().replace(f"{old}\n", f"{new}\n"))
    ran = run(games, "check", "tombs")
    assert ran.code == 1
    assert code in ran.out
    assert "rules_md/tombs.md" in ran.out

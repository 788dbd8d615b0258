"""`proofdeck hunt`: what it finds becomes an example that fails until the rule is mended."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from cli.commands import interrupted, run, run_briefly, until

from proofdeck.front.starting import start_project

SMALL = "2 suits, ranks 1 to 3, hand=2"
TAKEN = "self.taken[winner] |= as_set(self.trick)"


@pytest.fixture
def tricks(tmp_path: Path) -> Path:
    start_project(tmp_path / "my-game", engine=True)
    return tmp_path / "my-game"


def spoil(root: Path, old: str, new: str, file: str = "my_game_rules.py") -> None:
    path = root / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


def hunted(root: Path, *words: str, code: int) -> dict[str, Any]:
    small = ("--reduced", SMALL, "--players", "2", "--jobs", "1", "--minutes", "0.01", "--trust", "--json")
    ran = run(root, "hunt", "my-game", *small, *words)
    assert ran.code == code, ran.err
    found: dict[str, Any] = json.loads(ran.out)
    return found


def test_a_find_is_an_example_that_fails_on_the_page_and_holds_when_the_rule_is_mended(tricks: Path) -> None:
    spoil(tricks, TAKEN, f"{TAKEN} & ~1")
    (find,) = hunted(tricks, code=1)["finds"]
    assert find["cards"] <= 4
    assert find["picture"]
    spoil(tricks, "\nr[win.points]", f"\n{find['example']}\nr[win.points]", "rules_md/my-game.md")
    ran = run_briefly(tricks, "check", "--trust")
    assert ran.code == 1
    assert "cards in all is expected to be" in ran.out + ran.err
    spoil(tricks, f"{TAKEN} & ~1", TAKEN)
    assert run_briefly(tricks, "check", "--trust").code == 0


def test_what_the_page_states_is_hunted_and_becomes_an_example_too(tricks: Path) -> None:
    """The first statement and the sum are wrong of the game of the tutorial."""
    stated = (
        "never: [cards in trick = players - 1, last trick = 2]\nconserved: [cards in hand of all + cards in aside]\n"
    )
    spoil(tricks, "\nrules:", f"\n{stated}reachable: [points 2 > 5, points 1 > 90]\nrules:", "rules_md/my-game.md")
    assert run_briefly(tricks, "check", "--trust").code == 0
    found = hunted(tricks, code=1)
    kinds = {find["kind"]: find for find in found["finds"]}
    assert set(kinds) == {
        "never: cards in trick = players - 1",
        "conserved: cards in hand of all + cards in aside",
    }
    assert found["reached"] == {"points 2 > 5": True, "points 1 > 90": False}
    for find in kinds.values():
        spoil(tricks, "\nr[win.points]", f"\n{find['example']}\nr[win.points]", "rules_md/my-game.md")
    ran = run_briefly(tricks, "check", "--trust")
    assert (ran.out + ran.err).count("is expected to be") == 2


def test_a_statement_or_a_small_deck_that_cannot_be_read_is_told_by_check(tricks: Path) -> None:
    wrong = "never:\n  - cards in hnd > 7\nreduced: 2 siuts\n"
    spoil(tricks, "\nrules:", f"\n{wrong}rules:", "rules_md/my-game.md")
    ran = run_briefly(tricks, "check", "--trust", "--format", "concise")
    assert "rules_md/my-game.md:10:5: E636 never: there is no place of cards 'hnd'" in ran.out + ran.err
    assert "rules_md/my-game.md:11: E809 reduced: there is no column 'siuts'" in ran.out + ran.err
    assert run(tricks, "hunt", "my-game", "--trust").code == 2


def test_a_game_without_mistakes_ends_with_what_was_searched(tricks: Path) -> None:
    found = hunted(tricks, code=0)
    small, whole = found["searched"]
    assert (small["complete"], whole["complete"]) == (True, False)
    assert found["finds"] == []
    ran = run(tricks, "hunt", "my-game", "--trust", "--jobs", "2", "--minutes", "0.05", "--reduced", SMALL)
    assert ran.code == 0
    assert f"in any game of 2 players with {SMALL}" in ran.out
    assert "with the whole deck" in ran.out
    assert "proved" not in ran.out


def test_ctrl_c_keeps_what_was_found(tricks: Path) -> None:
    note = "with open('seen', 'a') as seen: seen.write('.')"  # Python loses Ctrl-C in a file that it closes by itself
    spoil(tricks, TAKEN, f"{note}\n        {TAKEN} & ~1")

    def until_it_has_played(process: subprocess.Popen[bytes]) -> None:
        seen = tricks / "seen"
        until(lambda: seen.exists() and seen.stat().st_size > 500, process)

    words = ("hunt", "my-game", "--trust", "--minutes", "50", "--jobs", "1", "--reduced", SMALL)
    ran = interrupted(tricks, *words, wait=until_it_has_played)
    assert ran.code == 130, ran.err
    assert "Interrupted: this is what was found so far." in ran.out
    assert "cards in all:" in ran.out


def test_changed_rules_of_which_one_makes_the_engine_endless_can_be_interrupted(tricks: Path) -> None:
    spoil(tricks, "if self.apply(LEAD) else", "if self.apply(LEAD) or self.loop() else")
    loop = "    def loop(self):\n        open('looping', 'w').close()\n        while True:\n            pass\n\n"
    spoil(tricks, "    def strength(", f"{loop}    def strength(")
    looping = tricks / "looping"
    words = ("mutate", "my-game", "--trust")
    ran = interrupted(tricks, *words, wait=lambda process: until(looping.exists, process))
    assert ran.code == 130, ran.err
    assert ran.out.splitlines()[1] == "Interrupted: this is what is known so far."
    assert "setup.deal" in ran.out


def test_a_game_without_an_engine_is_refused_as_by_other_commands_that_play(tmp_path: Path) -> None:
    start_project(tmp_path / "my-game")
    for command in ("hunt", "simulate"):
        ran = run(tmp_path / "my-game", command, "my-game")
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith("E608 my-game can be scored but not played")

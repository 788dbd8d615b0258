"""A table that is asked for: what was said is found again, whatever the rules and the players are called by now."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tables import playable, variant

from proofdeck.ground.problems import Problems
from proofdeck.score.conversation import Conversation, not_to_be_written
from proofdeck.score.drafts import DRAFT, PLAYERS, SAID, Draft, replay, unfinished
from proofdeck.score.entries import UNDONE, standing
from proofdeck.score.ledger import Ledger

TRIO = ("Ana", "Ben", "Cleo")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    with Ledger(tmp_path / "scores.db") as opened:
        yield opened


def said(draft: Draft) -> list[str]:
    return [entry.data["text"] for entry in standing(draft.entries)[1:]]


def test_what_was_known_before_is_not_asked_and_not_taken_back() -> None:
    rook = Conversation(playable("toonerville-rook"), TRIO, known=("3",))
    for _ in range(2):
        assert rook.table.question is not None
        assert rook.table.question.asks == "What Ana still holds"
        assert rook.say("Red 5") == []
        rook.begin_again()


def test_what_is_said_after_the_rules_have_changed_is_there_again_the_next_time(ledger: Ledger) -> None:
    """The fourth round is no more: from there on it is asked again, and the new answers count."""
    draft = Draft(ledger, {PLAYERS: list(TRIO)})
    for text in ("4", "Red 5", "out"):
        draft.keep(SAID, text=text)
    whole = playable("toonerville-rook")
    shorter = replace(whole, game=variant("toonerville-rook"))
    shorter.game.rounds = shorter.game.rounds[:3]  # type: ignore[attr-defined]
    conversation = Conversation(shorter, TRIO)
    assert "there is no round 4" in replay(conversation, draft)[0].message
    assert said(draft) == []
    for text in ("3", "Red 6"):
        assert conversation.say(text) == []
        draft.keep(SAID, text=text)
    again = Conversation(shorter, TRIO)
    assert replay(again, draft) == []
    assert again.table == conversation.table
    assert said(draft) == ["3", "Red 6"]


def test_nobody_has_points_for_a_hand_that_was_not_told_yet() -> None:
    """A hand of one card stands in for it, because two who are out cannot be."""
    rook = Conversation(playable("toonerville-rook"), TRIO, known=("3",))
    before = rook.scored(Problems())
    assert before is not None
    assert [sheet.total for sheet in before.sheets] == [0, 0, 0]
    assert rook.table.waiting == set(TRIO)
    for said_of, text in zip(TRIO, ("Red 1", "Red 14", "out"), strict=True):
        asked = rook.scored(Problems())
        assert rook.say(text) == []
        worth = rook.worth_since(asked)
        assert worth is not None
        assert [(name, more) for name, _, more in worth.items] == [(said_of, 1)]
    after = rook.scored(Problems())
    assert after is not None
    assert [sheet.total for sheet in after.sheets] == [5, 10, 0]
    assert rook.table.waiting == set()


def test_two_terminals_on_one_table_go_on_with_one_each(ledger: Ledger) -> None:
    about = {"game": "tombs"}
    here = Draft(ledger, {**about, PLAYERS: ["Ana", "Ben"]})
    here.keep(SAID, text="B1 . .")
    there = unfinished(ledger, about)
    assert there is not None
    there.keep(SAID, text=". . X")
    here.keep(SAID, text=". O2 .")
    there.keep(SAID, text="T1 . .")
    here.keep(UNDONE)
    assert said(here) == ["B1 . ."]
    assert said(there) == ["B1 . .", ". . X", "T1 . ."]
    kept = [Draft(ledger, about, stream) for stream in ledger.streams(DRAFT)]
    assert sorted(map(said, kept)) == sorted(map(said, (here, there)))
    assert kept[0].entries[0].data == kept[1].entries[0].data == {**about, PLAYERS: ["Ana", "Ben"]}


@pytest.mark.parametrize(
    ("game", "name"),
    [
        ("toonerville-rook", "Round 3"),
        ("toonerville-rook", "Ana: 5"),
        ("fantasy-contract-rummy", "open"),
        ("fantasy-contract-rummy", "#x"),
        ("fishing-dragon", "prized"),
        ("rummy-duel", "Row"),
        ("tombs", "Ana #1"),
        ("tombs", "Eve, Zoe"),
    ],
)
def test_a_name_that_a_table_would_take_for_something_else_is_told_before_anything_is_asked(
    game: str, name: str
) -> None:
    (problem,) = not_to_be_written(playable(game), ("Ben", name, "Cleo")[: 3 if game == "toonerville-rook" else 2])
    assert problem.code == "E710"
    assert problem.message.startswith(f"'{name}' cannot be used as a name")


@pytest.mark.parametrize("game", ["fantasy-contract-rummy", "rummy-duel", "tombs", "fishing-dragon"])
@pytest.mark.parametrize("names", [("Ana", "Ben"), ("1 2", "Jean-Luc d'Arc"), ("阿娜", "Ben 🐉"), ("out", "7")])
def test_other_names_however_odd_can_be_written(game: str, names: tuple[str, str]) -> None:
    assert not_to_be_written(playable(game), names) == []

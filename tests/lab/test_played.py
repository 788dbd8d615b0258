"""Games that people played: what they thought about, what they said, and how they did against bots."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from cli.commands import run
from tables import playable, to_play_in

from proofdeck.book.manuscript.composing import clause_words
from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.transcript import HUMAN, Replay
from proofdeck.play.lab.played import about_played, what_came_back, write_report
from proofdeck.play.lab.results import CameBack
from proofdeck.play.seats import talk
from proofdeck.play.seats.sittings import SeatedGame, begin_seated


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return to_play_in(tmp_path)


class Clock:
    """A clock that goes on by itself between two looks."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.step = 0.0
        monkeypatch.setattr(talk, "monotonic", self)

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def sat(root: Path, bots: Sequence[str] = (HUMAN, "random"), moves: int = 999, seed: int = 1) -> SeatedGame:
    """Tombs after so many moves, in which people make their first move each time."""
    laid = begin_seated(root, "tombs", bots, {0: "Mia"}, seed, None, trust=False)
    table = laid.talk()
    while not laid.sitting.state.is_terminal() and len(laid.sitting.actions) < moves:
        if laid.sitting.is_of_person():
            table.play(laid.sitting.state.legal_actions()[0])
        else:
            for action in laid.sitting.chosen_by_bot():
                table.play(action)
    return laid


def came_back(root: Path, *places: Path) -> CameBack:
    return what_came_back(root, "tombs", places or (root / "played",), Problems(), clause_words, trust=False)


def read(laid: SeatedGame) -> Replay:
    return Replay(laid.file.read_text(encoding="utf-8").splitlines(), laid.file.name)


def test_only_people_are_timed_from_when_they_see_the_table(root: Path, clock: Clock) -> None:
    clock.step = 2.0
    laid = sat(root)
    thoughts = list(read(laid).thoughts())
    assert {thought.player for thought in thoughts} == {1}
    assert {thought.seconds for thought in thoughts} == {2.0}
    assert [thought.move for thought in thoughts][:2] == [1, 3]


def test_what_was_taken_back_is_no_thought_but_what_was_said_stays(root: Path) -> None:
    laid = sat(root, moves=1)
    laid.sitting.remark(0, "this was unclear", "place.range")
    laid.talk().undo()
    record = read(laid)
    assert list(record.thoughts()) == []
    assert [(one.moves, one.player, one.clause, one.text) for one in record.remarks] == [
        (1, 1, "place.range", "this was unclear")
    ]
    assert not record.has_ended


def test_the_figures_are_those_of_the_games(root: Path, clock: Clock) -> None:
    clock.step = 3.0
    laid = [sat(root, seed=seed) for seed in (1, 2, 3)]
    sat(root, moves=5, seed=4)
    sat(root, bots=("greedy", HUMAN, HUMAN), seed=5)
    (version,) = came_back(root)["versions"]
    records = [read(one) for one in laid]
    assert (version["ended"], version["left"], version["is_current"]) == (4, 1, True)
    met = {one["bot"]: one for one in version["against"]}
    shares = [record.end["returns"][0] for record in records]  # type: ignore[index]
    assert met["random"]["wins"]["mean"] == pytest.approx(sum(shares) / 3)
    assert met["random"]["chance"] == 0.5
    assert (met["greedy"]["games"], met["greedy"]["people"]) == (1, 2)
    assert met["greedy"]["chance"] == pytest.approx(1 / 3)
    assert version["thought"] == {"median": 3.0, "slow": 3.0}


def test_the_longest_thoughts_are_named_with_their_moves(root: Path, clock: Clock) -> None:
    clock.step = 1.0
    laid = begin_seated(root, "tombs", (HUMAN, "random"), {0: "Mia"}, 1, None, trust=False)
    table = laid.talk()
    clock.step = 40.0
    table.play(laid.sitting.state.legal_actions()[0])
    (version,) = came_back(root)["versions"]
    (slow,) = version["slowest"]
    assert (slow["player"], slow["seconds"], slow["move"]) == ("Mia", 40.0, 1)


def test_who_leads_is_known_of_games_by_the_present_rules_alone(root: Path) -> None:
    laid = sat(root)
    state = read(laid).begin(playable("tombs").game, playable("tombs").fingerprint)
    favourites, turn = [state.standing()], state.turns
    for _ in read(laid).steps(playable("tombs").game, state):
        if state.turns != turn and not state.is_terminal():
            turn = state.turns
            favourites.append(state.standing())
    leaders = [row.index(max(row)) for row in favourites if row.count(max(row)) == 1]
    (version,) = came_back(root)["versions"]
    assert version["course"] is not None
    assert version["course"]["lead_changes"]["mean"] == sum(one != other for one, other in pairwise(leaders))
    lines = laid.file.read_text(encoding="utf-8").replace(playable("tombs").fingerprint, "0" * 16)
    (laid.file.parent / "old.jsonl").write_text(lines, encoding="utf-8")
    now, old = came_back(root)["versions"]
    assert (now["is_current"], old["is_current"], old["ended"], old["course"]) == (True, False, 1, None)


def test_remarks_are_beside_their_rules_in_the_order_of_the_page(root: Path) -> None:
    laid = sat(root, moves=2)
    for text, clause in (
        ("fun", ""),
        ("too many kills", "end.kills"),
        ("<b>why?</b>", "place.empty"),
        ("gone", "old.id"),
    ):
        laid.sitting.remark(0, text, clause)
    found = came_back(root)
    (version,) = found["versions"]
    assert [about["clause"] for about in version["remarks"]][-2:] == ["old.id", ""]
    told = "\n".join(about_played(found))
    assert told.index("‘<b>why?</b>’ Mia, after move 2 of tombs-1.jsonl") < told.index("‘too many kills’")
    page = write_report(root, found, "").read_text(encoding="utf-8")
    assert "&lt;b&gt;why?&lt;/b&gt;" in page
    assert "<b>why" not in page


def test_what_is_damaged_is_told_and_the_rest_is_counted(root: Path) -> None:
    laid = sat(root)
    text = laid.file.read_text(encoding="utf-8")
    lines = text.splitlines()
    cheated = [line.replace('"legal":', '"legal":1') if number == 3 else line for number, line in enumerate(lines)]
    for name, damaged in {
        "half": text[: len(text) // 2],
        "empty": "",
        "cheated": "\n".join(cheated) + "\n",
        "no remark": f'{lines[0]}\n{{"remark": 3}}\n',
        "of bots": text.replace('"human"', '"greedy"'),
        "letters": "not a record\n",
    }.items():
        (laid.file.parent / f"{name}.jsonl").write_text(damaged, encoding="utf-8")
    found = came_back(root)
    assert found["games"] == 2
    assert [line.split("/")[-1].split(".jsonl")[0] for line in found["damaged"]] == [
        *("cheated", "empty", "letters", "no remark"),
    ]
    assert all("E803" in line for line in found["damaged"])


def test_a_file_that_is_not_there_is_told(root: Path) -> None:
    with pytest.raises(ProofdeckError) as raised:
        came_back(root, root / "nowhere.jsonl")
    assert "there is no such file or folder" in str(raised.value)


def test_the_command_tells_what_came_back_and_replay_what_was_said(root: Path) -> None:
    laid = sat(root)
    laid.sitting.remark(0, "why did I win?", "end.unit-count")
    move = str(list(read(laid).thoughts())[-1].move)
    said = run(root, "lab", "tombs", "--played", "played")
    assert said.out.startswith("Tombs: 1 game that people played\n")
    assert "‘why did I win?’ Mia, after move" in said.out
    assert "output/tombs/played.html" in said.out
    assert json.loads(run(root, "lab", "tombs", "--played", laid.file, "--json").out)["games"] == 1
    assert "  remark of player 1 on [end.unit-count]: why did I win?" in run(root, "replay", laid.file).out
    assert f"play:\n  {list(read(laid).thoughts())[-1].action}\n" in run(root, "example", laid.file, "--move", move).out

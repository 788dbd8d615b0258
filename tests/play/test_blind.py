"""Games that are read blind: the clause of each bad reader comes first in the map of unclear rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from cli.commands import run
from play.readers import BadReader, course_of, is_forbidden_alone, known_readers, refusing
from tables import ROOT, playable, project, to_play_in

from proofdeck.book.manuscript.composing import clause_words
from proofdeck.ground.files import append_line
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.transcript import HUMAN, Replay
from proofdeck.play.scene.seen import View
from proofdeck.play.seats.blind import OFTEN, Misread, about_misread, beside, book_of, misread_in, records_in
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.talk import Refusal, Talk

GAMES = ("fantasy-contract-rummy", "rummy-duel", "tombs", "toonerville-rook", "fishing-dragon", "salt-roads")
ONLY_SET_UP: Mapping[str, tuple[str, str, tuple[str, ...], str]] = {
    "discard.none": (
        "toonerville-rook",
        "hand 1: Red 7\npile: Yellow 6, Green 1\nfield 1: Red 3, Red 4, Red 5, Red 6\nstage: take\n",
        ("Take the top discard", "Lay off Red 7 on meld 1 of player 1"),
        "Discard Yellow 6",
    ),
    "lay.whole-hand": (
        "toonerville-rook",
        "round: 11\nhand 1: R1, R2, R3, R4, B4, B5, B6, B7, R9, G9, B9, R12, Y12, G12, B14\n",
        (),
        "Open a run from Red 1",
    ),
}
"""Tables that games by chance do not come to in minutes: the game, the table, moves, and what is tried then."""
NEVER = {
    "draw.contracts": "the game ends before fewer contracts are left than somebody looks at",
    "action.espionage": "this action always has an effect, so that its clause never forbids it",
}
"""Clauses that an engine declares and that no table refuses anything by."""
MOST_MOVES = 120
"""A reader who tries something later in a game, or among bots, is left to thorough runs."""


@cache
def words_of(game: str) -> Mapping[str, str]:
    return clause_words(project().games[game])


def table_for(game: str, players: int, seed: int, file: Path) -> Talk:
    """A table at which only people sit, who read blind."""
    played, names = playable(game), [f"Reader {seat + 1}" for seat in range(players)]
    book = book_of(words_of(game))
    sitting = Sitting(played, seed, [HUMAN] * players, names, lambda row: append_line(file, row), book)
    sitting.begin("0.2")
    cards = {card.id: card.name for card in project().games[game].deck}
    return Talk(sitting, View(played.engine.pictures, cards, names))


def says(talk: Talk, move: int | str) -> int | Refusal | str:
    """Say a move of the game, in the words in which it is called at the table; play it if it is possible."""
    game = talk.sitting.game
    action = game.string_to_action(move) if isinstance(move, str) else move
    heard = talk.blindly(talk.called(action))
    if isinstance(heard, int):
        assert heard == action
        talk.play(heard)
    return heard


def read_badly(game: str, reader: BadReader, file: Path, times: int = 1) -> None:
    """Play as the reader does: by the rules, but for a move that it takes for possible."""
    talk = table_for(game, reader.players, reader.seed, file)
    course = course_of(playable(game), reader.players, reader.seed, reader.bot)
    for moves, (_, action) in zip(range(reader.moves + times), course, strict=False):
        if moves >= reader.moves:
            refusal = says(talk, reader.tries)
            if isinstance(refusal, Refusal):
                assert refusal.clause == reader.clause or moves > reader.moves
            says(talk, reader.tries)  # a second time at the same table does not count
        assert says(talk, action) == action


def the_map(game: str, *files: Path) -> Misread:
    (found,) = misread_in(files, game, book_of(words_of(game)))
    return found


def is_late(reader: BadReader) -> bool:
    return reader.moves > MOST_MOVES or reader.bot == "greedy"


READERS = [
    pytest.param(game, reader, id=f"{game} {reader.clause}", marks=pytest.mark.thorough if is_late(reader) else ())
    for game in GAMES
    for reader in known_readers(game)
]


@pytest.mark.parametrize(("game", "reader"), READERS)
def test_the_one_clause_that_a_reader_ignores_comes_first(game: str, reader: BadReader, tmp_path: Path) -> None:
    read_badly(game, reader, tmp_path / "record.jsonl")
    found = the_map(game, tmp_path / "record.jsonl")
    assert found.clauses()[0] == reader.clause
    assert found.tried == {reader.clause: 1}


@pytest.mark.parametrize("game", GAMES)
def test_there_is_a_bad_reader_for_each_clause_that_a_refusal_can_name(game: str) -> None:
    named = {reader.clause for reader in known_readers(game)}
    others = {clause for clause, (of, *_) in ONLY_SET_UP.items() if of == game}
    assert refusing(playable(game)).keys() - named - others <= NEVER.keys()
    assert not named & {*NEVER, *others}


@pytest.mark.parametrize(
    ("game", "reader"),
    [param for param in READERS if isinstance(param.values[1], BadReader) and param.values[1].alone],
)
def test_nothing_but_the_clause_that_a_reader_ignores_forbids_the_move(game: str, reader: BadReader) -> None:
    course = course_of(playable(game), reader.players, reader.seed, reader.bot)
    table = next(state for moves, (state, _) in enumerate(course) if moves == reader.moves)
    action = table.rules.string_to_action(reader.tries)
    assert action not in table.legal_actions()
    assert is_forbidden_alone(table, table.rules.kind_of(action), action, reader.clause)


@pytest.mark.parametrize("clause", ONLY_SET_UP)
def test_a_clause_that_only_a_table_set_up_by_hand_comes_to_is_first_as_well(clause: str, tmp_path: Path) -> None:
    game, text, moves, tries = ONLY_SET_UP[clause]
    talk, problems = table_for(game, 3, 1, tmp_path / "record.jsonl"), Problems()
    read: Any = playable(game).engine.position
    talk.sitting.state = read(playable(game).game, read_notation(text, "position"), problems)
    assert not problems
    for move in moves:
        assert isinstance(says(talk, move), int)
    refusal = says(talk, tries)
    assert isinstance(refusal, Refusal)
    assert the_map(game, tmp_path / "record.jsonl").clauses()[0] == clause


def test_what_is_broken_most_often_comes_first_when_many_readers_play(tmp_path: Path) -> None:
    readers = [one for one in known_readers("tombs") if not is_late(one)]
    for number, reader in enumerate(readers):
        for game in range(2 if reader.clause == "place.first" else 1):
            read_badly("tombs", reader, tmp_path / f"tombs-{number}-{game}.jsonl")
    found = the_map("tombs", *records_in(tmp_path))
    assert found.clauses()[0] == "place.first"
    assert found.says("place.first") == "refused 2 times in 2 games"
    assert {*found.clauses()} >= {reader.clause for reader in readers}


def test_a_rule_that_nobody_uses_though_it_could_have_acted_is_named(tmp_path: Path) -> None:
    """Readers who have not understood that a Thorn can be placed on a tombstone."""
    random, acted = Random(2), list[list[str]]()
    for seed in range(20):
        talk = table_for("tombs", 2, seed, tmp_path / f"tombs-{seed}.jsonl")
        while not talk.sitting.state.is_terminal():
            legal = talk.sitting.state.legal_actions()
            known = [action for action in legal if "thorn.activate" not in acts_by(talk, action)]
            if not known:
                break
            chosen = random.choice(known)
            acted.append(acts_by(talk, chosen))
            says(talk, chosen)
    found = the_map("tombs", *records_in(tmp_path))
    rows: list[Any] = [row for one in records_in(tmp_path) for row in Replay(one.read_text().splitlines(), "x").blind]
    assert [row["acted"] for row in rows] == acted
    passed = sum("thorn.activate" in row["passed"] for row in rows)
    assert passed >= OFTEN
    assert found.clauses()[0] == "thorn.activate"
    assert found.says("thorn.activate") == f"never used in {passed} choices"
    assert found.says("turn.draw") == ""


def test_the_map_on_the_page_about_assistants_is_what_is_printed(tmp_path: Path) -> None:
    to_play_in(tmp_path)
    readers = {one.clause: one for one in known_readers("tombs")}
    for number, clause in enumerate(("place.first", "place.first", "place.threat"), 1):
        read_badly("tombs", readers[clause], tmp_path / "played" / f"tombs-{number}.jsonl")
    page = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
    shown = page.partition("$ proofdeck lab tombs --blind\n")[2].partition("```")[0]
    assert run(tmp_path, "lab", "tombs", "--blind").out.split() == shown.split(), "which a terminal wraps"


def acts_by(talk: Talk, action: int) -> list[str]:
    """The clauses that act by a move."""
    after = talk.sitting.state.clone()
    after.fired = 0
    after.apply_action(action)
    return [*talk.sitting.game.points.named(after.fired)]


def test_versions_of_a_book_are_counted_apart_and_the_present_one_comes_first(tmp_path: Path) -> None:
    reader = next(one for one in known_readers("tombs") if one.clause == "place.first")
    for number in range(3):
        read_badly("tombs", reader, tmp_path / f"tombs-{number}.jsonl")
    old = tmp_path / "tombs-1.jsonl"
    head, *rows = old.read_text().splitlines()
    before = {**json.loads(head), "blind": "0123456789abcdef", "game_version": "0.1"}
    old.write_text("\n".join([json.dumps(before), *rows, rows[0], ""]))
    (tmp_path / "tombs-7.jsonl").write_text("nothing\n")
    (tmp_path / "tombs-8.jsonl").write_text('{"version":2,"game":"tombs","players":2,"seed":1}\n')
    words = words_of("tombs")
    versions = misread_in(records_in(tmp_path), "tombs", book_of(words))
    assert [(one.book, one.number) for one in versions] == [(book_of(words), 2), ("0123456789abcdef", 1)]
    lines = "\n".join(about_misread("Tombs", versions, words))
    assert "Version 0.2, as it is now: 2 games\n  Refused 2 times in 2 games: 4.4 The first card" in lines
    assert "Version 0.1, with other words: 1 game\n  Refused 2 times in 1 game: 4.4 " in lines
    said = beside(versions, book_of(words), "place.first")
    assert said == "refused 2 times in 2 games; 0.1: refused 2 times in 1 game"
    assert beside(versions, book_of(words), "turn.draw") == ""


def test_words_that_mean_no_move_or_several_are_not_booked(tmp_path: Path) -> None:
    talk = table_for("tombs", 2, 5, tmp_path / "record.jsonl")
    for said in ("", "3", "sing", "blade"):
        assert isinstance(talk.blindly(said), str)
    assert str(talk.blindly("blade")).startswith("'blade' can mean 'Blade on a1', 'Blade on b1', 'Blade on c1'")
    assert str(talk.blindly("blade")).endswith(" and 2 others.")
    assert not the_map("tombs", tmp_path / "record.jsonl").tried


def test_at_a_table_where_moves_are_seen_nothing_is_booked(tmp_path: Path) -> None:
    rows: list[str] = []
    sitting = Sitting(playable("tombs"), 5, [HUMAN, HUMAN], ["Ana", "Ben"], rows.append)
    sitting.begin()
    talk = Talk(sitting, View(playable("tombs").engine.pictures, {}, ["Ana", "Ben"]))
    assert isinstance(talk.blindly("blade b2"), Refusal)
    assert len(rows) == 1
    assert "blind" not in rows[0]

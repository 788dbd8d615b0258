"""A match that is scored on a page: each answer is kept and can be taken back, and `match import` reads its rounds."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random

import pytest
from tables import playable, project, with_engine

from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.asking import Gap
from proofdeck.play.engine.loading import Playable
from proofdeck.score.conversation import SHOWN
from proofdeck.score.entries import BEGUN, Stream
from proofdeck.score.matches.imports import read_match
from proofdeck.score.matches.match import ROUND, Match, folded_match
from proofdeck.score.matches.rounds import RoundRequest, read_round
from proofdeck.score.tally import Tally

TRIO = ("Ana", "Ben", "Cleo")
ROOK = [("Red 5, Green 14, The Rook", "out", "Black 2"), ("out", "Red 1 x2", "Yellow 3")]


def begun(game: str) -> Tally:
    found = playable(game)
    return Tally.begin(found, project().games[game], TRIO[: found.game.min_players])


def rook(rounds: int = 2) -> Tally:
    """Toonerville Rook after some of the rounds of ROOK."""
    tally = begun("toonerville-rook")
    for answers in ROOK[:rounds]:
        for answer in answers:
            assert tally.say(answer) == []
        assert tally.end_round() == []
    return tally


def again(tally: Tally, found: Playable) -> Tally:
    return Tally.read(found, tally.written(), "scores.json")


def imported(tally: Tally) -> Match:
    problems = Problems()
    entries = read_match(tally.written(), "scores.json", problems)
    assert not problems
    return folded_match(Stream("match", 1), entries)


def answers_to(question: Gap, chance: Random) -> Iterator[str]:
    """What somebody may answer: examples, words that may be tapped, numbers and nothing."""
    yield question.such_as
    yield question.between.join(chance.sample(question.words, min(len(question.words), chance.choice((1, 2, 3, 5)))))
    yield str(chance.randrange(4))
    yield ""


@pytest.mark.parametrize("wrong", ['{"number":1e999', '{"number":1,"half":"\\ud800"'])
def test_numbers_and_characters_that_no_file_can_hold_are_a_sentence(wrong: str) -> None:
    tally = begun("toonerville-rook")
    text = re.sub(r'\{\s*"number":\s*1\b', lambda _: wrong, tally.written())
    assert text != tally.written()
    with pytest.raises(ProofdeckError, match="not a file of scores"):
        Tally.read(tally._playable, text, "scores.json")


def test_rounds_are_asked_for_by_their_numbers_and_counted_as_those_of_a_match() -> None:
    tally = rook()
    assert [played.points for played in tally.match.rounds] == [(40, 0, 5), (0, 10, 5)]
    assert tally.match.totals == [40, 10, 10]
    (first,) = {part for part in tally.conversation.table.notation().splitlines() if part.startswith("round")}
    assert first == "round 3"


@pytest.mark.parametrize("game", with_engine())
def test_whatever_is_answered_is_there_again_and_is_taken_back_to_the_beginning(game: str) -> None:
    chance, tally = Random(game), begun(game)
    told: list[str] = []
    for _ in range(60):
        question = tally.conversation.table.question
        if question is None:
            break
        for answer in answers_to(question, chance):
            if not tally.say(answer):
                told.append(answer)
                break
    assert len(told) > 2
    assert again(tally, playable(game)).conversation.table == tally.conversation.table
    for answer in reversed(told):
        assert tally.undo() == answer
        assert again(tally, playable(game)).conversation.table == tally.conversation.table
    assert tally.undo() is None
    assert not tally.is_begun


def test_an_ended_round_is_taken_back_to_its_last_answer() -> None:
    tally = rook()
    tally.undo()
    assert tally.conversation.table.question is None
    assert [answer.text for _, answer in tally.conversation.table.lines] == ["2", *ROOK[1]]
    assert len(tally.match.rounds) == 1
    assert tally.change(3, "out") != []
    assert tally.change(3, "Red 1") == []
    assert tally.end_round() == []
    assert tally.match.rounds[-1].points == (0, 5, 5)


def test_the_file_is_read_as_a_match_and_says_nothing_of_what_was_taken_back() -> None:
    tally = rook()
    tally.undo()
    tally.end_round()
    tally.say("Red 5")
    read = imported(tally)
    assert (read.players, read.rounds, read.id) == (TRIO, tally.match.rounds, tally.match.id)
    written = json.loads(tally.written())
    assert [row["what"] for row in written["log"]] == [BEGUN, ROUND, ROUND]
    assert len(written["answers"]) == 1 + 3 + 1 + 3 + 1 + 2 + 1


def test_a_round_is_worth_what_its_notation_is_worth_on_its_own() -> None:
    tally = rook()
    for number, played in enumerate(tally.match.rounds, 1):
        problems = Problems()
        asked = RoundRequest(tally.match, number, SHOWN, lambda: playable("toonerville-rook"))
        assert read_round(played.table, asked, problems, table=True) == played
        assert not problems


def test_the_best_reading_of_a_pile_becomes_its_answers() -> None:
    tally = begun("fantasy-contract-rummy")
    for answer in ("Hoarder", "", ""):
        assert tally.say(answer) == []
    suggestion, _ = tally.conversation.suggestion("Sword x3, Dagger x3, Paladin, Mage, Trickster, Wolf")
    assert suggestion is not None
    assert tally.use(suggestion) == []
    scored = tally.conversation.scored(Problems())
    assert scored is not None
    assert scored.sheets[0].total == 84
    assert again(tally, playable("fantasy-contract-rummy")).conversation.table == tally.conversation.table


def test_answers_that_do_not_fit_together_end_no_round() -> None:
    tally = begun("toonerville-rook")
    for answer in ("Red 5", "out", "Red 6"):
        assert tally.say(answer) == []
    assert tally.change(2, "out") == []
    assert "cannot both be out" in tally.end_round()[0].message
    assert tally.match.rounds == ()


@pytest.mark.parametrize("names", [("Ana",), ("Ana", "Ana"), ("Ana", "Ben", "round 3")])
def test_players_who_cannot_play_or_be_written_down_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ProofdeckError):
        Tally.begin(playable("toonerville-rook"), project().games["toonerville-rook"], names)


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"answers": [{}]}', '{"answers": []}', "[" * 9_000, '{"answers": 3}']
)
def test_any_other_file_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ProofdeckError) as raised:
        Tally.read(playable("tombs"), text, "scores.json")
    assert "scores.json" in str(raised.value)

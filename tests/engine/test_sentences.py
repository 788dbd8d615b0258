"""Moves are told in sentences, with what comes of them."""

from __future__ import annotations

import pytest

from proofdeck.ground.phrases import phrases_of
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.sentences import consequences, sentence

pytestmark = pytest.mark.quick

TOMBS = Pictures(told={"{unit} on {tile}": "plays {unit} on {tile}", "Close": "", "blade.kill": "kills {gone}"})


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        (["Blade on c2"], "Ana plays Blade on c2."),
        (["Draw from the pile"], "Ana draws from the pile."),
        (["Pass"], "Ana passes."),
        (["Do not buy"], "Ana does not buy."),
        (
            ["Open Arsenal", "Add Bow", "Add Sword", "Add Bow", "Close"],
            "Ana opens Arsenal and adds Bow ×2 and Sword.",
        ),
        (["Play 2", "Fish 4"], "Ana plays 2 and fishes 4."),
        (["Close"], ""),
        (["Owl there"], ""),
        (["Pass", "Owl there"], ""),
    ],
)
def test_moves_become_a_sentence_or_nothing_if_one_of_them_cannot_be_told(moves: list[str], told: str) -> None:
    assert sentence("Ana", moves, TOMBS) == told


def test_what_comes_of_a_move_is_told_once_and_only_if_something_has_left_the_board() -> None:
    clauses = ["turn.play", "blade.kill", "blade.kill"]
    more = list(consequences(clauses, ["your Magus", "Cleo’s Thorn"], TOMBS))
    told = sentence("Ben", ["Blade on c2"], TOMBS, more)
    assert told == "Ben plays Blade on c2 and kills your Magus and Cleo’s Thorn."
    assert list(consequences(clauses, [], TOMBS)) == []


def test_a_language_without_verbs_leaves_moves_as_they_are() -> None:
    german = Pictures(phrases=phrases_of("de"))
    assert sentence("Ana", ["Pass"], german) == ""


@pytest.mark.parametrize(
    ("number", "noun", "says"),
    [("1", "fish", "1 fish"), ("20", "fish", "20 fishes"), ("2", "berry", "2 berries"), ("2", "key", "2 keys")],
)
def test_nouns_of_a_spreadsheet_are_counted_in_plain_english(number: str, noun: str, says: str) -> None:
    assert phrases_of("en").counted(number, noun) == says


def test_nouns_of_other_languages_get_no_english_endings() -> None:
    german = phrases_of("de")
    assert (german.counted("44", "Ereignis"), german.counted("2", "card")) == ("44 Ereignis", "2 Karten")


def test_what_engines_write_on_pads_is_said_in_the_language() -> None:
    written = "place 2 with 3 cards, at most 5"
    assert phrases_of("de").written(written) == "Rang 2 mit 3 Karten, höchstens 5"
    assert phrases_of("en").written(written) == phrases_of("fr").written(written) == written


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("place 2 with 3 cards, at most 5", "2位、3枚、上限5"),
        ("pairs: −3 each", "ペア: 各−3"),
        ("Name", "名前"),
        ("gold 7", "gold 7"),
    ],
)
def test_japanese_counts_without_blanks_and_in_its_own_order(written: str, said: str) -> None:
    assert phrases_of("ja").written(written) == said


def test_japanese_lists_and_sentences_have_their_own_signs() -> None:
    say = phrases_of("ja", {"plays {unit} on {tile}": "{tile}に{unit}を出す"})
    assert say.listed(["赤", "青", "緑"]) == "赤、青、緑"
    assert [say.counted(count, noun) for count, noun in (("5", "card"), ("1", "point"), ("3", "gold"))] == [
        "カード5枚",
        "1点",
        "3 gold",
    ]
    told = Pictures(told=TOMBS.told, phrases=say)
    assert sentence("アナ", ["狼 on c2"], told) == "アナはc2に狼を出す。"

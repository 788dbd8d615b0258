"""What players are called on a page, where one person plays against bots; their record keeps other names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from tables import playable, project

from proofdeck.ground.phrases import phrases_of
from proofdeck.play.engine.pictures import Pictures
from proofdeck.play.engine.sentences import consequences, sentence
from proofdeck.play.engine.transcript import HUMAN
from proofdeck.play.seats.second_person import second_person
from proofdeck.play.seats.sitting import Sitting
from proofdeck.play.seats.sittings import SeatedGame
from proofdeck.play.seats.talk import Talk


def talk(names: Sequence[str], bots: Sequence[str], language: str = "en") -> Talk:
    found = playable("salt-roads")
    sitting = Sitting(found, 3, bots, names, list[str]().append)
    return SeatedGame(project().games["salt-roads"], found, sitting, Path("none")).talk_to_you(phrases_of(language))


@pytest.mark.parametrize(
    ("names", "bots", "shown"),
    [
        (("Ana", "Ben (greedy)"), (HUMAN, "greedy"), ("You", "Ben")),
        (("Ana (random)", "Ben"), ("random", HUMAN), ("Ana", "You")),
        (("Mia", "Ben (search)"), (HUMAN, "search"), ("Mia", "Ben")),
        (("Ben", "Ben (greedy)", "Cleo (greedy)"), (HUMAN, "greedy", "greedy"), ("Ben", "Ana", "Cleo")),
        (("Ana", "Ben", "Cleo (greedy)"), (HUMAN, HUMAN, "greedy"), ("Ana", "Ben", "Cleo")),
    ],
)
def test_the_only_person_is_you_without_a_name_and_bots_have_no_algorithm(
    names: tuple[str, ...], bots: tuple[str, ...], shown: tuple[str, ...]
) -> None:
    found = talk(names, bots)
    assert found.names == shown
    assert found.sitting.names == names


def test_what_you_did_is_told_to_you_in_your_language() -> None:
    told = {"en": "You keep Salt 2. Ben keeps Salt 1.", "de": "Du: Keep Salt 2. Ben: Keep Salt 1."}
    for language, says in told.items():
        found = talk(("Ana", "Ben (greedy)"), (HUMAN, "greedy"), language)
        for move in ("Keep Salt 2", "Keep Salt 1"):
            found.play(found.sitting.game.string_to_action(move))
        assert found.heard(found.log[-1], 0).says == says


@pytest.mark.parametrize(
    ("language", "told", "says"),
    [
        ("en", "plays {unit} on {tile}", "You play Blade on c2 and kill Ben’s Magus."),
        ("en", "yeets {unit} on {tile}", ""),
        ("de", "legt {unit} auf {tile}", "Du legst Blade auf c2 und tötest Ben’s Magus."),
        ("es", "juega {unit} en {tile}", "Tú juegas Blade en c2 y matas: Ben’s Magus."),
        ("ja", "{tile}に{unit}を置き", "あなたはc2にBladeを置き、Ben’s Magusを倒す。"),
    ],
)
def test_the_reader_is_told_in_the_second_person_what_they_did(language: str, told: str, says: str) -> None:
    kills = {"en": "kills {gone}", "de": "tötet {gone}", "es": "mata: {gone}", "ja": "{gone}を倒す"}[language]
    words = phrases_of(language, {"plays": told, "kills": kills})
    pictures = Pictures(told={"{unit} on {tile}": "plays", "blade.kill": "kills"}, phrases=words)
    if language == "en":
        pictures = Pictures(told={"{unit} on {tile}": told, "blade.kill": kills})
    more = list(consequences(["blade.kill"], ["Ben’s Magus"], pictures))
    assert sentence(words("table.you"), ["Blade on c2"], pictures, more, partial(second_person, say=words)) == says


def test_each_verb_of_a_move_is_known_in_the_second_person() -> None:
    for pair in phrases_of("en")("verbs").split(", "):
        verb, third = pair.split(" ")
        rest = " not buy" if verb == "Do" else " it"
        assert (
            sentence("You", [f"{verb}{rest}"], Pictures(), person=partial(second_person, say=phrases_of("en")))
            == f"You {verb.lower()}{rest}."
        )
        assert third != verb.lower()

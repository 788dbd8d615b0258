"""Lies on paper: sentences, numbers and a picture of Tombs that are not so, told in a copy of the project.

What engines and pads may lie about is in `tests/games` and in `tests/rulebook/test_pad_proof.py`.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from tables import ROOT, rules_copied_to

from proofdeck.front.making.check import check

PAGE, GERMAN, CARDS = "rules_md/tombs.md", "rules_md/tombs.de.md", "cards.csv"
APART = "reads differently than when it was compared with"


class Lie(NamedTuple):
    """What is printed in place of what, and how `check` begins to tell it, with its code."""

    file: str
    so: str
    lie: str
    told: str


CLAUSES = {
    "must becomes may": Lie(PAGE, "you must play one.", "you may play one.", f"W661 3.2 [turn.play] {APART} its rule"),
    "may not becomes must": Lie(
        PAGE,
        "The first card of the game may not",
        "The first card of the game must",
        f"W661 4.4 [place.first] {APART} its rule",
    ),
    "never becomes hardly ever": Lie(
        PAGE, "own units never threaten", "own units hardly ever threaten", f"W661 4.3 [place.own] {APART} its rule"
    ),
    "it points at another clause": Lie(
        PAGE,
        '{{ see("ombra.replace") }}), and',
        '{{ see("ombra.ombra") }}), and',
        f"W661 4.1 [place.empty] {APART} its",
    ),
    "no engine plays it": Lie(
        PAGE, "Play goes to the left.", "Play goes to the right.", "W661 2.2 [setup.start] reads differently than"
    ),
    "it has a word for something else": Lie(
        PAGE, "Draw one card, unless the deck", "Draw one card, unless the stock", "W641 'stock' is another name for"
    ),
}
SUMMARIES = {
    "the quick start": Lie(
        PAGE,
        "with the most units on the",
        "with the fewest units on the",
        f"W661 the text 'You win with ... kills ...' {APART}",
    ),
    "the quick start, where a parameter is named": Lie(
        PAGE,
        "are peaceful: nobody may kill",
        "are peaceful: everybody may kill",
        f"W661 the text 'The first ... turns of ...' {APART} place.peace",
    ),
    "a list of what is done in a turn": Lie(
        PAGE, "1. **Draw** a card.", "1. **Draw** two cards.", "W661 the text 'Draw two cards.' and turn.draw have both"
    ),
    "a term of the glossary": Lie(
        PAGE, "this is not a kill", "this is a kill", f"W661 the meaning of 'remove' {APART} the original"
    ),
    "the caption of a figure": Lie(
        PAGE,
        "The tiles that it threatens; the",
        "The tiles that it protects; the",
        f"W661 the figure 'The class of the unit' {APART}",
    ),
}
COMPONENTS = {
    "a card": Lie(CARDS, "except an Ombra, if its tile", "even an Ombra, if its tile", "W661 the text of 'Ombra'"),
    "a card, in a sentence of its own": Lie(
        CARDS, "Nothing blocks its gaze.", "Walls block its gaze.", "W661 the text of 'Magus'"
    ),
    "a token": Lie(
        CARDS, "Only a **Thorn** can be placed", "Only a **Blade** can be placed", "W661 the text of 'Tombstone'"
    ),
    "a reference card": Lie(
        CARDS, "First turn of the game: not", "First turn of the game: only", "W661 the text of 'Grave Matters'"
    ),
}
EXAMPLES = {
    "a number of the head": Lie(
        PAGE,
        "goal: {2: 8, 3: 7, 4: 6}",
        "goal: {2: 8, 3: 7, 4: 5}",
        "E621 to move is expected to be 2, but the engine says",
    ),
    "a result": Lie(
        PAGE,
        "cards in stock: 29\n---\nThe deck is larger",
        "cards in stock: 28\n---\nThe deck is larger",
        "E621 cards in stock is expected to be 28, but the engine says 29",
    ),
    "a sum": Lie(
        PAGE, "7 + 1 = 8 kills are enough with two", "7 + 1 = 9 kills are enough with two", "E624 9 is not in"
    ),
    "the clause that refuses": Lie(
        PAGE,
        "illegal: place.peace\n---\nOn turn 3",
        "illegal: place.own\n---\nOn turn 3",
        "E622 'Blade on b1' is refused: nothing is killed or removed in the first 3 turns [place.peace]; it must be",
    ),
    "what it is an example of": Lie(
        PAGE,
        "id=ex.threat covers=place.threat",
        "id=ex.threat covers=thorn.thorn",
        "E623 the example ex.threat claims to cover thorn.thorn",
    ),
    "a count in its prose, in words": Lie(
        PAGE,
        "Blade goes between two enemies",
        "Blade goes between six enemies",
        f"W661 the prose of ex.turn {APART} its table",
    ),
    "a card in its prose": Lie(
        PAGE,
        "takes the Magus beside it off",
        "takes the Blade beside it off",
        f"W661 the prose of ex.thorn {APART} its table",
    ),
}
TRANSLATIONS = {
    "a clause": Lie(
        GERMAN,
        "Wirf stattdessen eine Karte",
        "Wirf stattdessen jede Karte",
        f"W663 the translation into 'de' of turn.stuck {APART} the original, which is as it was",
    ),
    "the prose of an example": Lie(
        GERMAN,
        "Einen Zug später ist dasselbe",
        "Zwei Züge später ist dasselbe",
        f"W663 the translation into 'de' of ex.peace-over {APART} the original",
    ),
    "a card": Lie(
        CARDS,
        "Cada enemigo **a los lados, encima",
        "Ningún enemigo **a los lados, encima",
        f"W663 the translation into 'es' of the text of 'Blade' {APART} the original",
    ),
    "what was translated before its original changed": Lie(
        PAGE,
        "Neither\n  is a kill.",
        "Each\n  is a kill.",
        "W663 the original has changed since the translation into 'es' of",
    ),
}
SENTENCES = {
    f"{where}: {what}": lie
    for where, lies in (
        ("a clause", CLAUSES),
        ("a summary", SUMMARIES),
        ("a component", COMPONENTS),
        ("an example", EXAMPLES),
        ("a translation", TRANSLATIONS),
    )
    for what, lie in lies.items()
}
PICTURE = Lie(
    CARDS,
    ". x . / x @ x / . x .",
    "x . x / . @ . / x . x",
    "E610 the picture on Blade marks other tiles than the engine plays",
)


def told_of(root: Path, lies: Mapping[str, Lie]) -> list[str]:
    """What is told of a copy with all of them."""
    for name in ("rules_md", "templates"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / CARDS, root)
    for file, so, lie, _ in lies.values():
        text = (root / file).read_text(encoding="utf-8")
        assert text.count(so) == 1, so
        (root / file).write_text(text.replace(so, lie), encoding="utf-8", newline="")
    return [f"{problem.code} {problem.message}" for problem in check(root, ["tombs"])]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return told_of(tmp_path_factory.mktemp("lies"), SENTENCES)


@pytest.mark.parametrize("lie", SENTENCES)
def test_a_sentence_or_a_number_that_is_not_so_is_told(told: list[str], lie: str) -> None:
    assert any(one.startswith(SENTENCES[lie].told) for one in told)


def test_a_picture_of_a_rule_that_is_not_so_is_told(tmp_path: Path) -> None:
    cards = rules_copied_to(tmp_path) / CARDS
    text = cards.read_text(encoding="utf-8")
    assert text.count(PICTURE.so) == 1
    cards.write_text(text.replace(PICTURE.so, PICTURE.lie), encoding="utf-8", newline="")
    assert PICTURE.told in [f"{problem.code} {problem.message}" for problem in check(tmp_path, ["tombs"])]


@pytest.mark.thorough
def test_nothing_is_told_of_a_project_that_does_not_lie(tmp_path: Path) -> None:
    assert told_of(tmp_path, {}) == []

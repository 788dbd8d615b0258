"""Fifty-six small false edits of two shipped games and of a game without an engine: `check` tells each of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tables import ROOT

from proofdeck.book.accept.agreeing import sign, unsigned
from proofdeck.front.making.check import report

TOMBS, ROADS, MINE = "tombs", "salt-roads", "my-game"
STARTER = ROOT / "generator/proofdeck/front/starters/cards"
CARDS = "cards.csv"


class Lie(NamedTuple):
    """What is printed in place of what. code: of the problem that tells it."""

    game: str
    file: str
    so: str
    lie: str
    code: str = "W661"


def page(game: str, so: str, lie: str, code: str = "W661") -> Lie:
    return Lie(game, f"rules_md/{game}.md", so, lie, code)


def german(game: str, so: str, lie: str, code: str = "W663") -> Lie:
    return Lie(game, f"rules_md/{game}.de.md", so, lie, code)


CLAUSES = [
    page(TOMBS, "Draw lots for who starts. Play goes", "The youngest player starts. Play goes"),
    page(TOMBS, "\nA **Blade** threatens the tiles beside, above and below it.", "\nA **Blade** threatens all tiles."),
    page(TOMBS, "the one with the most kills wins. If they", "the one with the fewest kills wins. If they"),
    page(ROADS, "Give your hand to the player on your left", "Give your hand to the player on your right"),
    page(ROADS, "The discards stay out of the game.", "The discards come back."),
    page(MINE, "Each Raven scores 2 more", "Each Raven scores 3 more"),
    page(MINE, "The player with the most points wins", "The player with the fewest points wins"),
    page(MINE, "Play a card face up into", "Play a card face down into"),
]
OPENINGS = [
    page(TOMBS, "everyone else without a move.\n", "anyone else without a move.\n"),
    page(TOMBS, "markers of one sign.\n2.", "markers of two signs.\n2."),
    page(TOMBS, "fight over a burial ground of nine tiles", "fight over a burial ground of ten tiles"),
    page(ROADS, "moves your caravan instead; discard it", "moves your caravan instead; keep it"),
    page(ROADS, "what do you leave for your neighbour", "what do you take from your neighbour"),
    page(MINE, "before the frost does", "after the frost does"),
]
SETUPS = [
    page(TOMBS, 'board="1", supply="1", deck="2"', 'board="2", supply="1", deck="1"'),
    page(ROADS, 'bank="1", board="2"', 'bank="2", board="1"'),
    page(TOMBS, "{{ components() }}", '{{ components("unit", "marker") }}', "W662"),
    german(ROADS, 'bank="1", board="2"', 'bank="2", board="1"'),
]
ANSWERS = [
    page(TOMBS, "to win by field lock?* No", "to win by field lock?* Yes"),
    page(TOMBS, "another of its own class?* Never", "another of its own class?* Always"),
    page(ROADS, "be on one space?* Yes.", "be on one space?* No."),
    german(TOMBS, "zu entfernen?* Nein", "zu entfernen?* Ja"),
]
TERMS = [
    page(TOMBS, "the nine tiles, three by three", "the nine tiles, in a row"),
    page(TOMBS, "a unit of another player", "a unit of any player"),
    page(ROADS, '"Salt, Silk and spice"', '"Salt, Silk and coins"'),
    page(MINE, "the cards face up in front of you", "the cards face down in front of you"),
    german(TOMBS, '"die neun Felder, drei mal drei"', '"die zehn Felder, fünf mal zwei"'),
    german(ROADS, "ein Feld mit einer Palme", "ein Feld ohne Palme"),
]
CAPTIONS = [
    page(TOMBS, 'index="Its letter, in two corners"', 'index="Its letter, in all corners"'),
    page(ROADS, 'price="Its price in coins"', 'price="Its worth in points"'),
    page(MINE, 'index="What it is worth"', 'index="What it costs"'),
]
COMPONENTS = [
    Lie(TOMBS, CARDS, "Tombstone,tombstone,,,,9,", "Tombstone,tombstone,,,,4,"),
    page(TOMBS, "The mat is the **board** of nine", "The mat is the **board** of ten"),
    page(TOMBS, "players and the tombstones beside it. Each", "players and the tombstones on it. Each"),
    page(ROADS, "A **guild** is about one of these goods", "A **guild** is about all of these goods"),
    Lie(ROADS, CARDS, "Teal Caravan,caravan,teal,,,1,", "Teal Caravan,caravan,teal,,,3,"),
    page(TOMBS, "## The four classes", "## The three classes", "W662"),
]
CARD_TEXTS = [
    Lie(TOMBS, CARDS, '"Nine tiles, three by three. Each', '"Nine tiles, three by two. Each'),
    Lie(TOMBS, CARDS, "Only a **Thorn** can be placed here", "Only an **Ombra** can be placed here"),
    Lie(TOMBS, CARDS, "First turn of the game: not the middle tile", "Last turn of the game: not the middle tile"),
    Lie(TOMBS, CARDS, "**3 Field lock**: all others have", "**3 Field lock**: one other has"),
    Lie(ROADS, CARDS, "Most points, then most coins; if", "Most coins, then most points; if"),
    Lie(MINE, CARDS, "Scores more together with a Red Fox", "Scores more together with a Raven"),
    Lie(MINE, CARDS, "Each player discards one card", "Each player draws one card"),
    Lie(TOMBS, "templates/tombs/front-mat.toml", "on the first turn {#", "on the last turn {#"),
    Lie(
        ROADS,
        "templates/salt-roads/front-board.toml",
        "road and turn % rules.oasis == 0",
        "road and turn % rules.oasis",
    ),
]
CLAIMS = [
    page(TOMBS, "says: A character never kills another", "says: A character sometimes kills another"),
    page(TOMBS, "go both ways: to kill", "go one way: to kill"),
    page(ROADS, "says: The deck has 47 cards", "says: The deck has 46 cards"),
    page(TOMBS, "It only keeps enemy Ombras off", "It only keeps enemy Thorns off"),
    page(TOMBS, "The player who starts wins 42 % of games", "The player who starts wins 52 % of games"),
]
TRANSLATIONS = [
    german(TOMBS, "Kannst du keine Karte legen, wirf eine ab", "Kannst du keine Karte legen, wirf zwei ab"),
    german(TOMBS, "## Die vier Klassen", "## Die drei Klassen"),
    german(TOMBS, "kills: Kills", "kills: Grabsteine"),
    Lie(TOMBS, CARDS, '"Neun Felder, drei mal drei.', '"Zehn Felder, fünf mal zwei.', "W663"),
    german(ROADS, "Gib deine Hand nach links weiter.\n\nWenn", "Gib deine Hand nach rechts weiter.\n\nWenn"),
]
LIES = [
    *CLAUSES, *OPENINGS, *SETUPS, *ANSWERS, *TERMS, *CAPTIONS, *COMPONENTS, *CARD_TEXTS, *CLAIMS, *TRANSLATIONS,
]  # fmt: skip


def is_quick(lie: Lie) -> bool:
    """Whether its game has no engine, or it is one of a few samples."""
    return lie.game == MINE or lie in LIES[::14]


def copied(root: Path, game: str) -> Path:
    """The project of a game, signed."""
    if game == MINE:
        shutil.copytree(STARTER, root, dirs_exist_ok=True)
        for one in unsigned(root, [], trust=False):
            sign(one, one.found.pairs, "Ana")
        return root
    for folder in ("rules_md", "templates"):
        shutil.copytree(ROOT / folder, root / folder)
    shutil.copy(ROOT / CARDS, root)
    return root


def codes_of(root: Path, lie: Lie) -> set[str]:
    """The codes of what is told of a lie, applied alone and then taken back."""
    path = root / lie.file
    text = path.read_text(encoding="utf-8")
    assert text.count(lie.so) == 1, lie.so
    path.write_text(text.replace(lie.so, lie.lie), encoding="utf-8", newline="")
    found = {one.code for one in report(root, [lie.game]).problems}
    path.write_text(text, encoding="utf-8", newline="")
    return found


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    return cache(lambda game: copied(tmp_path_factory.mktemp(game), game))


def test_there_are_fifty_six() -> None:
    assert len(set(LIES)) == 56


@pytest.mark.parametrize(
    "lie",
    [
        pytest.param(lie, marks=() if is_quick(lie) else pytest.mark.thorough, id=lie.lie.replace("\n", " "))
        for lie in LIES
    ],
)
def test_a_lie_is_told(projects: Callable[[str], Path], lie: Lie) -> None:
    assert lie.code in codes_of(projects(lie.game), lie)


@pytest.mark.parametrize("game", [MINE, pytest.param(TOMBS, marks=pytest.mark.thorough)])
def test_nothing_is_told_of_a_game_that_does_not_lie(projects: Callable[[str], Path], game: str) -> None:
    assert report(projects(game), [game]).problems == []


def test_a_draft_is_told_nothing_but_how_many_texts_nobody_has_compared(tmp_path: Path) -> None:
    root = copied(tmp_path, MINE)
    (signed,) = report(root, [MINE]).games
    (root / "rules_md/signed.json").unlink()
    for lie in (lie for lie in LIES if lie.game == MINE):
        path = root / lie.file
        path.write_text(path.read_text(encoding="utf-8").replace(lie.so, lie.lie), encoding="utf-8", newline="")
    (draft,) = report(root, [MINE]).games
    assert draft.texts.unbound == signed.texts.unbound > 0
    assert draft.texts.uncompared > draft.texts.unbound

"""Rules in another language: the same clauses, examples and claims, and no number that the page of the game lacks."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import Writer

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.problems import Problem
from proofdeck.source.project.request import Options

PAGE = """
    ---
    title: Zoo
    players: 2-4
    score: {wins: highest, each: {fox: 2}}
    rules: {hand: 5}
    ---
    ## Setup

    r[setup.deal]
    Deal {{ hand }} cards.

    ## Score

    r[score.each]
    {{ name("fox") }}es count 2 each.

    ```example id=ex.foxes covers=score.each
    Ana: Fox x2
    expect:
      Ana: 4
    ---
    2 x 2 = 4 points.
    ```

    ```claim id=claim.cards
    source: The box
    says: There are 2 cards.
    check: count of cards
    claimed: 2
    found: 2
    verdict: holds
    ```

    r[score.wins]
    Whoever has the most points wins.

    ```changed id=changed.wins covers=score.wins
    source: The fewest points win.
    here: The most points win.
    why: More is more.
    ```

    {{ changed() }}
"""
GERMAN = """
    ---
    title: Tierpark
    ---
    ## Vorbereitung

    r[setup.deal]
    Teilt {{ hand }} Karten aus.

    ## Wertung

    r[score.each]
    Jeder {{ name("fox") }} zählt 2.

    ```example id=ex.foxes
    ---
    2 x 2 = 4 Punkte.
    ```

    ```claim id=claim.cards
    says: Es sind 2 Karten.
    ```

    r[score.wins]
    Wer die meisten Punkte hat, gewinnt.

    ```changed id=changed.wins
    source: Die wenigsten Punkte gewinnen.
    here: Die meisten Punkte gewinnen.
    why: Mehr ist mehr.
    ```

    {{ changed() }}
"""


@pytest.fixture
def zoo(write: Writer) -> Path:
    write("rules_md/zoo.md", PAGE)
    write("rules_md/zoo.de.md", GERMAN)
    return write("cards.csv", "game,id,name,name@de,quantity\nzoo,fox,Fox,Fuchs,2\n")


def told(root: Path, old: str, new: str) -> list[Problem]:
    """What `check` says when that is changed in the translation."""
    page = root / "rules_md/zoo.de.md"
    assert page.read_text().count(old) == 1
    page.write_text(page.read_text().replace(old, new))
    return check(root, [])


def book(root: Path, name: str = "rulebook.md") -> str:
    build(root, [], Options(only=("rulebook",), lang="de"))
    return (root / "output/zoo/de" / name).read_text(encoding="utf-8")


def test_the_book_of_a_language_says_everything_in_it(zoo: Path) -> None:
    assert check(zoo, []) == []
    text = book(zoo)
    for words in (
        "# Tierpark",
        "2 bis 4 Personen",
        "Teilt 5 Karten aus.",
        "Jeder Fuchs zählt 2.",
        "**Beispiel 1** (2.1)",
        "Ana: Fuchs ×2",
        "= 4 Punkte.",
        "**Stimmt**: Es sind 2 Karten. *(The box)*",
        "Gefunden: **2**.",
        "- Die wenigsten Punkte gewinnen. **Hier:** Die meisten Punkte gewinnen. *Mehr ist mehr.* (2.2)",
    ):
        assert words in text
    assert '<html lang="de">' in book(zoo, "rulebook.html")


def test_the_plain_book_has_no_word_of_it(zoo: Path) -> None:
    build(zoo, [], Options(only=("rulebook",)))
    text = (zoo / "output/zoo/rulebook.md").read_text(encoding="utf-8")
    assert "Foxes count 2 each." in text
    assert "Tierpark" not in text


@pytest.mark.parametrize(
    ("old", "new", "message", "file", "line"),
    [
        ("r[setup.deal]\n", "", "the clause setup.deal is not in rules_md/zoo.de.md", "zoo.md", 9),
        ("r[setup.deal]", "r[setup.dael]", "the clause setup.dael is not in rules_md/zoo.md", "zoo.de.md", 6),
        ("id=ex.foxes", "id=ex.fuchs", "the example ex.fuchs is not in rules_md/zoo.md", "zoo.de.md", 14),
        ("id=claim.cards", "id=claim.karten", "the claim claim.karten is not in rules_md/zoo.md", "zoo.de.md", 19),
        ("id=changed.wins", "id=changed.sieg", "the change changed.sieg is not in rules_md/zoo.md", "zoo.de.md", 26),
        (
            "why: Mehr ist mehr.\n",
            "",
            "the change changed.wins is not translated: it lacks why",
            "zoo.de.md",
            26,
        ),
        ("## Wertung\n", "", "the clause score.each is 1.2 here and 2.1 in rules_md/zoo.md", "zoo.de.md", 10),
    ],
)
def test_what_one_language_lacks_is_told_where_the_other_has_it(
    zoo: Path, old: str, new: str, message: str, file: str, line: int
) -> None:
    found = [(one.message, one.file, one.line) for one in told(zoo, old, new) if one.code == "E648"]
    assert (message, f"rules_md/{file}", line) in found


def test_numbers_of_a_translation_are_held_to_the_engine(zoo: Path) -> None:
    (problem,) = told(zoo, "2 x 2 = 4 Punkte.", "Macht 7 Punkte.")
    assert (problem.code, problem.file, problem.line) == ("E624", "rules_md/zoo.de.md", 16)


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [("ex.foxes\n", "ex.foxes\nAna: Fox\n", 15), ("says: Es", "claimed: 3\nsays: Es", 20)],
)
def test_a_translation_plays_and_computes_nothing_of_its_own(zoo: Path, old: str, new: str, line: int) -> None:
    (problem,) = told(zoo, old, new)
    assert (problem.code, problem.file, problem.line) == ("E649", "rules_md/zoo.de.md", line)


def test_a_translation_has_no_parameters(zoo: Path) -> None:
    (problem,) = told(zoo, "title: Tierpark", "title: Tierpark\nrules: {hand: 6}")
    assert (problem.code, problem.field) == ("W617", "rules")
    assert "Teilt 5 Karten aus." in book(zoo)


def test_a_game_without_that_page_keeps_its_book_and_says_so(zoo: Path) -> None:
    (zoo / "rules_md/zoo.de.md").unlink()
    (problem,) = build(zoo, [], Options(only=("rulebook",), lang="de")).problems
    assert (problem.code, problem.file) == ("W525", "rules_md/zoo.md")
    assert "**Example 1**" in book(zoo)


@pytest.mark.parametrize("language", ["de", "es", "ja"])
def test_every_phrase_is_there_with_the_same_parts(language: str) -> None:
    english, german, other = (phrases_of(name).said for name in ("en", "de", language))
    assert {name for name in other if not name.startswith(("terms.", "written."))} == set(english)
    assert {name for name in german if name.startswith(("terms.", "written."))} <= set(other)
    for name, words in english.items():
        assert set(re.findall(r"{\w+}", words)) == set(re.findall(r"{\w+}", other[name])), name


def test_a_region_speaks_like_its_language() -> None:
    assert phrases_of("de-at")("contents") == phrases_of("de")("contents") != phrases_of("xx")("contents")


def test_terms_and_names_are_rewritten_whole_and_the_longest_first() -> None:
    say = phrases_of("de", {"on": "auf", "on tombstone": "auf Grabstein"})
    assert (
        say.with_terms({"Thorn": "Dorn"}).rewritten("Thorn on tombstone a1; Onyx on b2")
        == "Dorn auf Grabstein a1; Onyx auf b2"
    )

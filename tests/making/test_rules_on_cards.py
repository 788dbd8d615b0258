"""Heads of the shipped pages change, and the cards follow, down to the words of their PDFs; what is typed is named."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest
from reading import page_count, text_of
from tables import rules_copied_to

from proofdeck.book.proof.typed_numbers import RuleNumbers, check_typed_numbers
from proofdeck.front.making.build import build
from proofdeck.ground.problems import Problem, Problems
from proofdeck.paper.deck.prints import lay_out
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import Options

ROOT = Path(__file__).parents[2]
FCR, TOMBS = "fantasy-contract-rummy", "tombs"
HEADS = {
    FCR: {
        "tax: {value: 20}": "tax: {value: 25}",
        "helping-hand: {most: 3}": "helping-hand: {most: 4}",
        "    formation: 5": "    formation: 7",
        "sets:\n    cards: 3": "sets:\n    cards: 2",
        "open: 2, open-failed": "open: 3, open-failed",
    },
    TOMBS: {"goal: {2: 8,": "goal: {2: 9,"},
}
PRINTED = {
    FCR: {"tax-collector": 3, "helping-hand": 3, "hoarder": 4, "reference": 1},
    TOMBS: {"reference": 1},
}
"""The cards that are looked at, with their copies."""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The shipped project, for all that its cards need."""
    return rules_copied_to(tmp_path)


def change(file: Path, words: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for old, new in words.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def change_heads(root: Path) -> None:
    for game, words in HEADS.items():
        change(root / "rules_md" / f"{game}.md", words)


def printed_words(root: Path, game: str) -> Counter[str]:
    """Of the PDF with those cards, without the page that says what is on the others."""
    build(root, [game], Options(papers=("a4",), only=(*PRINTED[game], "cards")))
    pdf = (root / "output" / game / "cards-a4.pdf").read_bytes()
    return Counter(
        word for page in range(2, page_count(pdf)) for word in re.findall(r"[+−]?\d+|\w+", text_of(pdf, page))
    )


@pytest.mark.parametrize("game", [TOMBS, pytest.param(FCR, marks=pytest.mark.thorough)])
def test_the_words_of_the_sheets_follow_the_heads(copied: Path, game: str) -> None:
    """Two numbers on each Tax Collector, one on each Helping Hand, one on each of the four Hoarders and on both of its
    badges, and what the references say of them.
    """
    before = printed_words(copied, game)
    change_heads(copied)
    after = printed_words(copied, game)
    gone, come = before - after, after - before
    if game == TOMBS:
        assert come - Counter({"9": 1}) == gone - Counter({"8": 1}) == Counter()
        return
    assert come == Counter({"25": 2 * 3, "4": 3, "+24": 4 * 3, "7": 1, "2": 1, "+3": 1})
    assert gone == Counter({"20": 2 * 3, "3": 3 + 1, "+16": 4 * 3, "5": 1, "+2": 1})


WORDED = [
    ("toonerville-rook", "reference", "rounds: 11", "rounds: 10", "Eleven Rounds", "Ten Rounds"),
    ("toonerville-rook", "reference", "runs: {1: 0", "runs: {1: 1", "1 two sets (12)", "1 a run, two sets (12)"),
    (
        "toonerville-rook",
        "reference",
        "11: 2}\n  deal",
        "11: 0}\n  deal",
        "11 two runs, two sets (14)",
        "11 two runs (14)",
    ),
    ("toonerville-rook", "reference", "9: 15", "9: 14", "9 five sets (15)", "9 five sets (14)"),
    ("toonerville-rook", "reference", "buy-extra: 1", "buy-extra: 2", "takes one more card", "takes two more cards"),
    ("fishing-dragon", "reference", "full-times: 2", "full-times: 3", "twice its value", "three times its value"),
    ("fishing-dragon", "star-7", "full-times: 2", "full-times: 3", "four 14", "four 21"),
    ("fishing-dragon", "star-7", "rank: {set: 3", "rank: {set: 2", "three alike 7", "two alike 7"),
    (FCR, "paladin", "partner-factor: 3", "partner-factor: 2", "counts three times", "counts twice"),
    (FCR, "shield", "partner-factor: 3", "partner-factor: 4", "Counts three times", "Counts four times"),
    (FCR, "reference", "partner-factor: 3", "partner-factor: 4", "count three times", "count four times"),
    (FCR, "reference", "exhaustions: 2", "exhaustions: 1", "exhausted twice", "exhausted once"),
    (TOMBS, "track", "goal: {2: 8,", "goal: {2: 9,", "8 wins with two players", "9 wins with two players"),
    (TOMBS, "track", "3: 7, 4: 6}", "3: 5, 4: 6}", "7 wins with three players", "5 wins with three players"),
    ("rummy-duel", "reference", "\n  row: 5", "\n  row: 6", "melds at all five cards", "melds at all six cards"),
]


def words_on(root: Path, game: str, card: str) -> str:
    """What is on both sides of a card."""
    project = load_project(root, Problems())
    (item,) = lay_out(project, project.games[game], Options(only=(card,)), Problems()).items[:1]
    return " ".join(f"{item.front.text} {item.back.text if item.back else ''}".split())


as_shipped = cache(partial(words_on, ROOT))


@pytest.mark.parametrize(("game", "card", "old", "new", "before", "after"), WORDED)
def test_numbers_that_are_words_on_cards_follow_too(
    copied: Path, game: str, card: str, old: str, new: str, before: str, after: str
) -> None:
    shipped = as_shipped(game, card)
    assert (before in shipped, after in shipped) == (True, False)
    change(copied / "rules_md" / f"{game}.md", {old: new})
    changed = words_on(copied, game, card)
    assert (before in changed, after in changed) == (False, True)


TYPED = {
    "{{ rules.tax.value }} or more": ("25 or more", FCR, "tax-collector: 25 in", "rules.tax.value"),
    "up to {{ rules.helping_hand.most }}": ("up to 4", FCR, "helping-hand: 4 in", "rules.helping_hand.most"),
    "{{ rules.bonus.formation }}": ("7", FCR, "reference: 7 in '7 Formation", "rules.bonus.formation"),
    "2 players **{{ rules.goal[2] }}": ("2 players **9", TOMBS, "reference: 9 in '2 players 9", "rules.goal[2]"),
}


def typed(root: Path, game: str) -> list[Problem]:
    project, problems = load_project(root, Problems()), Problems()
    found = project.games[game]
    made = lay_out(project, found, Options(), problems)
    check_typed_numbers(found.deck, made.templates, RuleNumbers.of(found.page, found.about.players), problems)
    return [*problems]


def test_what_is_typed_back_by_hand_is_named_with_its_parameter(copied: Path) -> None:
    """As it is now, and as it was before."""
    change_heads(copied)
    assert [problem for game in HEADS for problem in typed(copied, game)] == []
    change(copied / "cards.csv", {old: new for old, (new, *_) in TYPED.items()})
    contracts = copied / "templates" / FCR / "front-contract.toml"
    change(contracts, {"value|int * rules.pay.secret_failed": "value|int * 4"})
    told = {game: typed(copied, game) for game in HEADS}
    (factor,) = [one for one in told[FCR] if one.file == f"templates/{FCR}/{contracts.name}"]
    assert "rules.pay.secret_failed" in factor.hint
    for _, game, said, parameter in TYPED.values():
        (problem,) = [one for one in told[game] if one.message.startswith(said)]
        assert (problem.code, problem.file) == ("W625", "cards.csv")
        assert f"{{{{ {parameter} }}}}" in problem.hint
    assert sum(map(len, told.values())) == len(TYPED) + 1


@pytest.mark.parametrize("game", ["rummy-duel", "toonerville-rook", "fishing-dragon"])
def test_nothing_is_typed_on_the_other_shipped_cards(game: str) -> None:
    assert typed(ROOT, game) == []

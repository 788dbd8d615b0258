"""Claims as they are written: what each line must be, and what its author is told otherwise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.problems import Problems
from proofdeck.source.rules.claims import Claim, holds, read_claims
from proofdeck.source.rules.clauses import read_clauses
from proofdeck.source.rules.page import RulesPage

CLAUSES = "## Setup\n\nr[setup.deck]\nShuffle.\n\n"
CARDS = """```claim id=claim.cards
source: The box
says: There are 156 cards,
  reference cards left out.
check: count of cards
claimed: 156
found: 131
verdict: refuted
ruling: setup.deck
---
The box is {{ wrong }}.
```
"""


def read(text: str) -> tuple[list[Claim], Problems]:
    problems = Problems()
    page = RulesPage("rules_md/zoo.md", body=CLAUSES + text, first_line=11)
    return read_claims(page, read_clauses(page, Problems()), problems), problems


def test_a_claim_is_read_line_by_line_and_a_line_that_is_indented_goes_on_with_the_one_above() -> None:
    (claim,), problems = read(CARDS)
    assert not problems
    assert (claim.id, claim.line, claim.prose_line) == ("claim.cards", 16, 26)
    assert claim.says == "There are 156 cards, reference cards left out."
    assert (claim.claimed, claim.found, claim.verdict, claim.ruling) == ("156", "131", "refuted", "setup.deck")
    assert claim.lines["check"] == 20
    assert claim.prose == "The box is {{ wrong }}."


@pytest.mark.parametrize(
    ("claimed", "found", "right"),
    [
        ("156", "131", False),
        ("131", "131", True),
        ("at most 180", "204", False),
        ("at most 204", "204", True),
        ("at least 1", "0", False),
        ("at least -1", "0", True),
        ("−1", "-1", True),
        ("Yes", "yes", True),
        ("7, 6,  5", "7, 6, 5", True),
        ("at most 180", "many", False),
    ],
)
def test_a_claim_holds_when_the_words_agree_or_the_number_lies_within_the_bound(
    claimed: str, found: str, right: bool
) -> None:
    assert holds(claimed, found) is right


BAD = [
    ("claim.cards\n", "Claim Cards\n", ("E630", 16, "'claim id=Claim Cards' does not give the claim an id")),
    ("says: There", "sais: There", ("E630", 18, "'sais' is not a key of claims")),
    ("source: The box", "  sorce: The box", ("E630", 17, "'sorce' is not a key of claims")),
    ("check: count of cards\n", "", ("E630", 16, "the claim lacks check")),
    ("found: 131", "found: {{ count() }}", ("E630", 22, "the claimed and found values must not be computed")),
    ("verdict: refuted", "verdict: refuse", ("E630", 23, "'refuse' is not a verdict")),
    (
        "verdict: refuted",
        "verdict: holds",
        ("E632", 23, "the verdict is 'holds', but 156 was claimed and 131 was found"),
    ),
    ("claimed: 156", "claimed: at most 140", ("E632", 23, "the verdict is 'refuted', but at most 140")),
    ("ruling: setup.deck\n", "", ("E633", 23, "a refuted claim needs a ruling")),
    (
        "ruling: setup.deck",
        "ruling: setup.dek",
        ("E633", 24, "the ruling names a clause setup.dek that does not exist"),
    ),
    ("source: The box", "source: The box\nsource: The lid", ("E630", 18, "'source' appears twice")),
    ("\n```\n", "\n", ("E630", 16, "the claim is not closed")),
]


@pytest.mark.parametrize(("old", "new", "told"), BAD)
def test_each_mistake_in_a_claim_is_told_with_its_line(old: str, new: str, told: tuple[str, int, str]) -> None:
    assert CARDS.count(old) == 1
    claims, problems = read(CARDS.replace(old, new))
    code, line, says = told
    assert claims == []
    assert any((one.code, one.line) == (code, line) and one.message.startswith(says) for one in problems), problems
    assert all(one.file == "rules_md/zoo.md" and one.hint for one in problems)


@pytest.mark.parametrize(
    ("says", "claimed", "told"),
    [
        ("There are 156 cards", "156", []),
        ("There are 100 + 56 = 156 cards", "at most 156", []),
        ("There are 157 cards", "156", ["156 is claimed, but the sentence of the claim does not say 156"]),
        ("There are many cards", "156", []),
        ("There are 156 cards", "many", []),
    ],
)
def test_a_claimed_number_is_one_of_those_that_the_claim_says(says: str, claimed: str, told: list[str]) -> None:
    text = CARDS.replace("There are 156 cards", says).replace("claimed: 156", f"claimed: {claimed}")
    verdict = "holds" if claimed.startswith("at most") else "refuted"
    claims, problems = read(text.replace("verdict: refuted", f"verdict: {verdict}"))
    assert len(claims) == 1
    assert [one.message for one in problems if one.code == "W637"] == told


def test_near_misses_get_their_cure() -> None:
    hints = {
        one.hint
        for old, new, _ in BAD
        if new in {"sais: There", "verdict: refuse", "ruling: setup.dek"}
        for one in read(CARDS.replace(old, new))[1]
    }
    assert any(hint.startswith("Did you mean 'says'?") for hint in hints)
    assert any(hint.startswith("Did you mean 'refuted'?") for hint in hints)
    assert "Did you mean 'setup.deck'?" in hints


def test_all_mistakes_are_told_at_once() -> None:
    _, problems = read(CARDS.replace("setup.deck", "setup.dek").replace("verdict: refuted", "verdict: holds"))
    assert [one.code for one in problems] == ["E632", "E633"]


def test_a_claim_is_there_once() -> None:
    claims, problems = read(CARDS + "\n" + CARDS)
    assert len(claims) == 1
    assert [(one.code, one.line, one.message) for one in problems] == [
        ("E630", 29, "the claim claim.cards is already on line 16")
    ]


@given(st.lists(st.sampled_from([*CARDS.splitlines(), "```example id=a", "  x", "found:", ": x", "{%"]), max_size=14))
def test_no_text_gives_a_traceback(lines: list[str]) -> None:
    read("\n".join(lines))

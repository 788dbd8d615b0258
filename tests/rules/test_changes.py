"""What was changed in the source of a game, as it is written: what an entry must say, and what its author is told."""

from __future__ import annotations

import pytest

from proofdeck.ground.problems import Problems
from proofdeck.source.rules.changes import check_changes
from proofdeck.source.rules.clauses import read_clauses
from proofdeck.source.rules.page import RulesPage

CLAUSES = "## Setup\n\nr[setup.deck]\nShuffle.\n\n"
LIST = "\n{{ changed() }}\n"
DECK = """```changed id=changed.deck covers=setup.deck
source: The deck is
  not shuffled.
here: It is, for {{ players }}.
why: Everybody knew what came.
```
"""


def problems_of(text: str) -> Problems:
    problems = Problems()
    page = RulesPage("rules_md/zoo.md", body=CLAUSES + text, first_line=11)
    check_changes(page, read_clauses(page, Problems()), problems)
    return problems


def test_nothing_is_told_of_a_change_that_is_listed() -> None:
    assert not problems_of(DECK + LIST)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("id=changed.deck ", "", ("E637", 16, "'changed covers=setup.deck' does not give the change an id")),
        ("id=changed.deck", "id=The-Deck", ("E637", 16, "'changed id=The-Deck covers=setup.deck' does not give")),
        ("setup.deck\n", "setup.deck show=steps\n", ("E637", 16, "'changed id=changed.deck covers=setup.deck show")),
        (" covers=setup.deck", "", ("E637", 16, "the change names no clause")),
        ("covers=setup.deck", "covers=setup.dek", ("E637", 16, "the change covers a clause setup.dek that does not")),
        ("covers=setup.deck", "covers=setup.deck print=no", ("E637", 16, "print=no: there is no 'no'")),
        ("why: Everybody knew what came.\n", "", ("E637", 16, "the change lacks why")),
        ("why: Everybody knew what came.", "why:", ("E637", 16, "the change lacks why")),
        ("why: Ev", "wy: Ev", ("E637", 20, "'wy' is not a key of changes")),
        ("here: It", "source: It", ("E637", 19, "'source' appears twice in the change")),
        ("came.\n```", "came.\n---\nMore.\n```", ("E637", 21, "a change has no prose")),
        ("came.\n```", "came.", ("E637", 16, "the change is not closed")),
        ("```changed", DECK + "\n```changed", ("E637", 23, "the change changed.deck is already on line 16")),
    ],
)
def test_each_mistake_in_a_change_is_told_with_its_line_and_a_cure(
    old: str, new: str, told: tuple[str, int, str]
) -> None:
    assert DECK.count(old) == 1
    code, line, says = told
    problems = problems_of(DECK.replace(old, new) + ("" if "not closed" in says else LIST))
    assert any((one.code, one.line) == (code, line) and one.message.startswith(says) for one in problems), problems
    assert all(one.hint for one in problems)


def test_near_misses_get_their_cure() -> None:
    text = DECK.replace("setup.deck", "setup.dek").replace("why:", "wy:") + LIST
    hints = " ".join(one.hint for one in problems_of(text))
    assert "Did you mean 'setup.deck'?" in hints
    assert "Did you mean 'why'?" in hints


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (DECK, 16, "nothing prints what was changed"),
        (LIST, 17, "the list of what was changed is empty"),
        ("```claim id=claim.cards print=yes\n```\n", 16, "nothing prints what was changed"),
        (DECK + "\nSee `changed()`.\n", 16, "nothing prints what was changed"),
    ],
)
def test_a_list_that_is_missing_or_empty_is_told(text: str, line: int, says: str) -> None:
    (problem,) = problems_of(text)
    assert (problem.code, problem.line, problem.message) == ("W636", line, says)


def test_claims_for_players_are_on_the_same_list() -> None:
    assert not problems_of("```claim id=claim.cards print=yes\n```\n" + LIST)

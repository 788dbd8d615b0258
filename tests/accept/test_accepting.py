"""What `accept` would write: which letters, where they stand, and that no other letter of a page is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import engine, playable, project

from proofdeck.book.accept.proposing import Acceptance, Edit, apply, propose
from proofdeck.book.proof.examples import Variants, run
from proofdeck.ground.problems import Problems
from proofdeck.source.rules.examples import read_examples
from proofdeck.source.rules.page import RulesPage

FRIENDS = """```example id=ex.friends
Ana:
  friend-of-animals: Mage, Weasel, Bear, Phoenix
Ben:
  armory: Sword x3
expect:
  Ana: 37
  Ana [set.friend-of-animals]: 5
  Ben: 19
  winner: Ben
---
Three companions: 10 + 3 + 7 + 12 + 5 = 37, which is
10 + 22 + 5
= 37 again, 18 more than 3 × 5 + 4 = 19.
```
"""
"""Today the bonus is 6 and the Phoenix is worth 12; the example was written for a bonus of 5."""


def proposal(text: str) -> Acceptance:
    found, problems = playable("fantasy-contract-rummy"), Problems()
    page = RulesPage("page.md", body="\n".join(text.splitlines()), first_line=1)
    (example,) = read_examples(page, found.clauses, found.engine.parameters, problems)
    assert not problems
    deck = project().games["fantasy-contract-rummy"].deck
    variants = Variants(engine("fantasy-contract-rummy"), found.game, deck)
    return propose(run(example, "page.md", variants), text, lambda one: run(one, "page.md", variants))


# -- letters -----------------------------------------------------------------------------------------------------------

WORDS = st.text(st.characters(exclude_characters="\r\n\x85\u2028\u2029", exclude_categories=["Cs"]))
ENDS = st.sampled_from(["\n", "\r\n", "\u2028", "\x85"])
CHANGES = st.lists(st.tuples(WORDS, st.text("0123456789−", min_size=1), st.text("0123456789-")))


@given(st.lists(st.tuples(CHANGES, WORDS, ENDS)), CHANGES, WORDS)
def test_only_the_letters_that_are_named_differ(
    lines: list[tuple[list[tuple[str, str, str]], str, str]], last: list[tuple[str, str, str]], tail: str
) -> None:
    before, after, edits = "", "", list[Edit]()
    for number, (changes, rest, end) in enumerate([*lines, (last, tail, "")], 1):
        column = 1
        for words, old, new in changes:
            edits.append(Edit(number, column + len(words), old, new))
            column += len(words) + len(old)
            before, after = before + words + old, after + words + new
        before, after = before + rest + end, after + rest + end
    assert apply(before, reversed(edits)) == after


@given(st.text())
def test_who_accepts_nothing_changes_nothing(text: str) -> None:
    assert apply(text, []) == text


def test_other_letters_are_never_written_over() -> None:
    with pytest.raises(ValueError, match="line 2 does not say 19"):
        apply("Ana: 19\nAna: 20\n", [Edit(2, 6, "19", "21")])
    with pytest.raises(ValueError, match="line 3"):
        apply("Ana: 19\n", [Edit(3, 1, "1", "2")])


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("lead", ["", "\ufeff"])
def test_an_example_is_rewritten_where_it_stands(end: str, lead: str) -> None:
    """Blanks at the ends of lines, marks of the file and a missing last line end stay."""
    page = f"{lead}Before 37. \n\n{FRIENDS.replace('Ana: 37', 'Ana: 37  ')}After 37.\t"
    found = proposal(page.replace("\n", end))
    wanted = (
        page.replace("Ana: 37", "Ana: 38")
        .replace("[set.friend-of-animals]: 5", "[set.friend-of-animals]: 6")
        .replace("winner: Ben", "winner: Ana")
    )
    assert apply(page.replace("\n", end), found.edits) == wanted.replace("\n", end)


def notes(prose: str) -> tuple[list[str], bool]:
    """What the author of this prose is told, and whether the example holds once its results are accepted."""
    text = f"{FRIENDS[: FRIENDS.index('Three companions')]}{prose}\n```\n"
    found = proposal(text)
    assert {note.line for note in found.by_hand} <= {12}
    assert {edit.line for edit in found.edits} == {7, 8, 10}
    return [note.why for note in found.by_hand], found.holds_then


def test_each_number_of_the_prose_is_left_to_its_author() -> None:
    """The bonus was 5, as a Sword is. A 7 is found elsewhere in the example, and yet it may be what has changed."""
    assert notes("She has 37.") == (["37 is not in the table, the rules or the score of this example"], False)
    assert notes("Of a Sword's 5 points.") == (["5 was expected before, and is still mentioned here"], True)
    assert notes("The 7 is hers.") == (["is it still 7?"], True)
    assert notes("These are 10 + 3\n+ 3 = 16.")[0] == ["is it still 10 + 3 + 3 = 16?"]
    assert notes("All of {{ 30 + 7 }} are hers.") == ([], True)


REFUSED = "```example id=ex.two\nAna:\n  armory: Sword x3\nillegal: set.armory\n```\n"
IN_HAND = """```example id=ex.can
player 1:
  hand: Wolf, Bear
play:
  Play no more
expect:
  can: Discard Raven
  hand 1: wolf
  to move: 2
```
"""


def test_what_must_be_forbidden_and_what_can_be_done_is_left_to_people() -> None:
    refused = proposal(REFUSED)
    assert (refused.edits, refused.holds_then) == ((), False)
    assert [note.why for note in refused.by_hand] == [
        "the example ex.two must be refused by set.armory, but the engine says: nothing is wrong with it"
    ]
    found = proposal(IN_HAND)
    assert [(edit.line, edit.old, edit.new) for edit in found.edits] == [(8, "wolf", "bear, wolf"), (9, "2", "1")]
    assert [note.line for note in found.by_hand] == [7]

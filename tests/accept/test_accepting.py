"""What `accept` would write: which letters, where they stand, and that no other letter of a page is touched."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import engine, playable, project

from proofdeck.book.accept.proposing import Acceptance, Earlier, Edit, apply, propose
from proofdeck.book.proof.examples import Different, Ran, Variants, run, values_of
from proofdeck.book.proof.sums import Fact, facts_of, guesses, pieces_of, read_sums
from proofdeck.ground.problems import Problems
from proofdeck.play.engine.score_sheet import Item, ScoreSheet
from proofdeck.source.rules.examples import Example, Expected, read_examples
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


def proposal(text: str, earlier: Earlier | None = None) -> Acceptance:
    found, problems = playable("fantasy-contract-rummy"), Problems()
    page = RulesPage("page.md", body="\n".join(text.splitlines()), first_line=1)
    (example,) = read_examples(page, found.clauses, found.engine.parameters, problems)
    assert not problems
    deck = project().games["fantasy-contract-rummy"].deck
    variants = Variants(engine("fantasy-contract-rummy"), found.game, deck)
    return propose(
        run(example, "page.md", variants), text, values_of(deck), lambda one: run(one, "page.md", variants), earlier
    )


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
        .replace("10 + 3 + 7 + 12 + 5 = 37", "10 + 3 + 7 + 12 + 6 = 38")
        .replace("10 + 22 + 5\n= 37 again", "10 + 22 + 6\n= 38 again")
    )
    assert apply(page.replace("\n", end), found.edits) == wanted.replace("\n", end)


def test_what_is_left_for_people_is_named_with_its_line() -> None:
    found = proposal(FRIENDS.replace("18 more", "not 37, and 18 more"))
    assert [(note.line, note.why) for note in found.by_hand] == [
        (14, "37 is not in the table, the rules or the score of this example"),
        (14, "18 is not in the table, the rules or the score of this example"),
    ]
    assert not found.holds_then
    mended = proposal(FRIENDS.replace(", 18 more than", " and"))
    assert (mended.by_hand, mended.holds_then) == ((), True)


def test_a_number_that_was_expected_is_shown_even_where_it_means_something_else() -> None:
    """The bonus was 5, and a Sword is."""
    found = proposal(FRIENDS.replace(", 18 more than", "; a Sword counts 5, and"))
    assert [(note.line, note.why) for note in found.by_hand] == [
        (14, "5 was expected before, and is still mentioned here")
    ]
    assert found.holds_then


def test_a_number_of_the_prose_that_nothing_can_rewrite_is_named() -> None:
    """A 7 is found elsewhere in the example, so nothing is wrong, and yet it may have been what has changed."""
    found = proposal(FRIENDS.replace(", 18 more than", "; the 7 is hers, and"))
    assert [(note.line, note.why) for note in found.by_hand] == [(14, "is it still 7?")]
    assert found.holds_then


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


# -- sums --------------------------------------------------------------------------------------------------------------

OLD = {"fox": 3, "owl": 5, "elk": 12}
NEW = {"fox": 3, "owl": 5, "elk": 10}


def sheets(values: dict[str, int], bonus: int, pay: int = 22) -> dict[str, ScoreSheet]:
    cards = ("Fox", "Owl", "Elk as Fox")
    worth = sum(values[card.split(" as ")[0].casefold()] for card in cards)
    items = (
        Item("set.value", "values", worth, cards),
        Item("set.bonus", "bonus", bonus),
        Item("pay.open", "open", pay, ("Hoard",)),
        Item("pay.fail", "failed", -8),
    )
    return {"Ana": ScoreSheet(items)}


def summed(prose: str, parameters: tuple[Fact, ...] = ()) -> str:
    """The elk from 12 to 10, the bonus from 6 to 9: 40 becomes 41."""
    facts = facts_of(pieces_of(sheets(OLD, 6), OLD), pieces_of(sheets(NEW, 9), NEW))
    for one in reversed(read_sums(prose, [*facts, *parameters]).replacements):
        prose = prose[: one.start] + one.new + prose[one.end :]
    return prose


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("3 + 5 + 12 + 6 + 22 - 8 = 40", "3 + 5 + 10 + 9 + 22 - 8 = 41"),
        ("12 + 5 + 3 + 6 = 26", "10 + 5 + 3 + 9 = 27"),
        ("20 + 6 = 26, and 26 + 22 − 8 = 40", "18 + 9 = 27, and 27 + 22 − 8 = 41"),
        ("the pay is 2 × 11 = 22, so 26+22-8=40.", "the pay is 2 × 11 = 22, so 27+22-8=41."),
        ("8 + 12 = 20 for the cards", "8 + 10 = 18 for the cards"),
    ],
)
def test_a_sum_of_pieces_is_rewritten(old: str, new: str) -> None:
    assert summed(old) == new


@pytest.mark.parametrize(
    "prose",
    [
        "12 + 7 = 19, of which 7 is nowhere",
        "12 + 6 = 19, which is wrong",
        "12 cards and a bonus of 6",
        "{{ 12 + 6 = 18 }}",
        "12 + 12 = 24 counts the elk twice",
    ],
)
def test_what_cannot_be_read_as_pieces_stays(prose: str) -> None:
    assert summed(prose) == prose


def test_of_several_readings_the_order_of_the_sheet_decides_or_nobody() -> None:
    """Two items of 6, of which the second is 9 now; where order says nothing, nothing is written."""
    before = pieces_of({"Ana": ScoreSheet((Item("a", "a", 6), Item("b", "b", 6)))}, {})
    after = pieces_of({"Ana": ScoreSheet((Item("a", "a", 6), Item("b", "b", 9)))}, {})
    facts = facts_of(before, after)
    assert [(one.start, one.new) for one in read_sums("6 + 6 = 12", facts).replacements] == [(4, "9"), (8, "15")]
    assert read_sums("6 x 1 = 6", [Fact(6, 6), Fact(6, 9)]).unread == ((0, 9),)


def test_the_total_decides_what_a_term_was() -> None:
    """5 is an item that has changed and one that has not; 8 is what the other has with the 3."""
    before, after = (
        pieces_of({"Ana": ScoreSheet((Item("a", "", first), Item("b", "", 5), Item("c", "", 3)))}, {})
        for first in (5, 6)
    )
    reading = read_sums("5 + 3 = 8", facts_of(before, after))
    assert (reading.replacements, reading.unread) == ((), ())


def test_many_equal_cards_are_read_at_once() -> None:
    """Eight of forty can be chosen in 76,904,685 ways, and none of them leaves the 200 apart."""
    hand = {"Ana": ScoreSheet((Item("set.value", "values", 200, ("Fox",) * 40),))}
    pieces = pieces_of(hand, {"fox": 5})
    prose = f"{'5 + ' * 8}200 = 240"
    assert read_sums(prose, facts_of(pieces, pieces)).unread == ((0, len(prose)),)


def test_what_one_sum_comes_to_is_a_term_of_the_next() -> None:
    """Fox and Elk are no neighbours, so 15 is nothing on the sheet by itself."""
    assert summed("3 + 12 = 15, with the Owl 15 + 5 = 20") == "3 + 10 = 13, with the Owl 13 + 5 = 18"


def test_nothing_is_written_where_guesses_differ() -> None:
    """One of the ones was less, or the two was: 7 + 1 = 8 or 6 + 2 = 8."""
    text = "```example id=ex.one\nAna:\n  cards: x\nexpect:\n  Ana: 7\n---\n6 + 1 = 7\n```\n"
    expected = Expected("Ana", "7", 5)
    example = Example("ex.one", (), (), 1, "Ana:\n  cards: x", 2, False, (), (expected,), "", "6 + 1 = 7", 7)
    items = tuple(Item(f"c{at}", "", points) for at, points in enumerate((1, 3, 1, 1, 2)))
    ran = Ran(example, frozenset(), (), different=(Different(expected, "8"),), sheets={"Ana": ScoreSheet(items)})
    found = propose(ran, text, {}, lambda one: Ran(one, frozenset(), ()))
    assert found.edits == (Edit(5, 8, "7", "8"),)
    assert (7, "is it still 6 + 1 = 7?") in [(note.line, note.why) for note in found.by_hand]


def test_a_changed_rule_is_rewritten_in_a_product() -> None:
    before = pieces_of({"Ana": ScoreSheet((Item("pay", "pay", 22, ("Hoard",)),))}, {"hoard": 11})
    after = pieces_of({"Ana": ScoreSheet((Item("pay", "pay", 33, ("Hoard",)),))}, {"hoard": 11})
    facts = [*facts_of(before, after), Fact(2, 3)]
    assert [one.new for one in read_sums("2 × 11 = 22", facts).replacements] == ["3", "33"]


def test_sheets_of_other_pieces_say_nothing() -> None:
    one, other = sheets(OLD, 6), {"Ana": ScoreSheet(sheets(OLD, 6)["Ana"].items[1:])}
    assert facts_of(pieces_of(one, OLD), pieces_of(other, OLD)) == []


def test_one_change_is_guessed_and_two_are_not() -> None:
    after = pieces_of(sheets(NEW, 9), NEW)
    (total,) = (sheet.total for sheet in sheets(NEW, 9).values())
    guessed = [sum(piece.points for item in before[0] for piece in item) for before in guesses(after, [(0, total - 3)])]
    assert guessed == [total - 3] * 6, "each of the three cards, the bonus and both payments may have been less"
    assert list(guesses(after, [(0, total)])) == []
    assert list(guesses([*after, *after], [(0, total - 3), (1, total - 4)])) == []


WEIGHTS = st.lists(st.integers(1, 60), min_size=2, max_size=7)


@given(WEIGHTS, st.data())
def test_whatever_changes_a_sum_that_is_written_is_true_again(old: list[int], data: st.DataObject) -> None:
    """Each term is what one piece is worth now, and together they are the total."""
    new = data.draw(st.lists(st.integers(1, 60), min_size=len(old), max_size=len(old)))
    before, after = (
        pieces_of({"Ana": ScoreSheet(tuple(Item(f"c{at}", "", points) for at, points in enumerate(worths)))}, {})
        for worths in (old, new)
    )
    prose = f"{' + '.join(map(str, old))} = {sum(old)}"
    reading = read_sums(prose, facts_of(before, after))
    text = prose
    for one in reversed(reading.replacements):
        text = text[: one.start] + one.new + text[one.end :]
    if not reading.unread:
        left, _, right = text.partition(" = ")
        assert sorted(map(int, left.split(" + "))) == sorted(new)
        assert int(right) == sum(new)
    else:
        assert text == prose

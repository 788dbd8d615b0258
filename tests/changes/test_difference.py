"""What is different between two snapshots: nothing is invented, nothing is missed."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from browsing import CHROMIUM, chromium
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.book.changes.difference import compare
from proofdeck.book.changes.page import SidePictures, page
from proofdeck.book.changes.printed import Printed, missing, too_many
from proofdeck.book.changes.report import as_lines, exchanged
from proofdeck.book.changes.snapshot import CardSnapshot, GameSnapshot, Snapshot

Cells = dict[str, str]


def card(name: str, copies: int = 1, face: str = "", **cells: str) -> CardSnapshot:
    fields = {"id": name, "name": name.title(), **cells}
    look = face or repr(sorted(fields.items()))
    return CardSnapshot(name, name.title(), (look,) * copies, fields)


def zoo(*cards: CardSnapshot, **clauses: str) -> Snapshot:
    texts = {"clause": clauses} if clauses else {}
    return {"zoo": GameSnapshot("zoo", "Zoo", {one.id: one for one in cards}, texts)}


CARDS = st.dictionaries(
    st.sampled_from(["ant", "bee", "cat", "dog", "elk"]),
    st.tuples(st.integers(1, 3), st.sampled_from("1234"), st.sampled_from("xy")),
)


def drawn(cards: dict[str, tuple[int, str, str]]) -> Snapshot:
    return zoo(*(card(name, copies, value=value, suit=suit) for name, (copies, value, suit) in cards.items()))


@given(CARDS)
def test_equal_projects_differ_in_nothing(cards: dict[str, tuple[int, str, str]]) -> None:
    assert compare(drawn(cards), drawn(cards)) == []


@given(CARDS, CARDS)
def test_the_changes_lead_from_one_deck_to_the_other(
    before: dict[str, tuple[int, str, str]], after: dict[str, tuple[int, str, str]]
) -> None:
    """Every card of both is either in a change, or the same in both; and no change is of equal cards."""
    old, new = drawn(before)["zoo"].cards, drawn(after)["zoo"].cards
    changes = [change for game in compare(drawn(before), drawn(after)) for change in game.cards]
    assert all(change.old != change.new for change in changes)
    for cards, others, side in ((old, new, "old"), (new, old, "new")):
        told = [getattr(change, side).id for change in changes if getattr(change, side)]
        assert sorted(told) == sorted(name for name, one in cards.items() if others.get(name) != one)


def test_a_card_under_a_new_name_is_the_same_card() -> None:
    old = zoo(card("fox", 2, value="3", suit="red", text="sly"), card("owl", value="5"))
    new = zoo(card("vixen", 2, value="4", suit="red", text="sly"), card("elk", value="9"))
    assert list(as_lines(compare(old, new))) == [
        "Zoo: 1 card renamed, 1 card added and 1 card removed",
        "  Vixen renamed from Fox: id fox → vixen, name Fox → Vixen, value 3 → 4",
        "  Elk added (1 copy)",
        "  Owl removed (1 copy)",
    ]


def test_of_two_cards_that_are_like_one_that_is_gone_only_one_was_renamed() -> None:
    old = zoo(card("fox", value="3", suit="red"))
    new = zoo(card("vixen", value="3", suit="red"), card("cub", value="3", suit="red"))
    assert [change.change for game in compare(old, new) for change in game.cards] == ["renamed", "added"]


def test_copies_faces_and_texts_are_told() -> None:
    old = zoo(card("ant", 3, "a"), card("bee", 1, "b"), play="You may play one card.", end="The end.")
    new = zoo(card("ant", 2, "a"), card("bee", 1, "B"), play="You must play one card.", draw="Draw two.")
    assert list(as_lines(compare(old, new))) == [
        "Zoo: 2 cards changed, 1 clause changed, 1 clause added and 1 clause removed",
        "  Ant changed: copies 3 → 2",
        "  Bee changed: looks different",
        "  clause play changed: You may play one card. → You must play one card.",
        "  clause draw added",
        "  clause end removed",
    ]


def test_of_a_long_text_only_what_differs_is_shown() -> None:
    long = "One of many words that stand here for ever and a day. " * 4
    old, new = (zoo(card("ant", text=f"{long}Take {number}. {long}")) for number in (3, 4))
    (_, line) = as_lines(compare(old, new))
    assert "Take 3." in line
    assert "Take 4." in line
    assert len(line) < 160


def test_a_snapshot_comes_back_from_json_as_it_was() -> None:
    game = zoo(card("ant", 3, value="4"), play="Play.")["zoo"]
    whole = replace(game, texts={"setting": {}, "example": {}, "claim": {}, **game.texts})
    assert GameSnapshot.of(json.loads(json.dumps(game.as_facts()))) == whole


# the deck on the table


@given(CARDS, CARDS)
def test_taking_out_and_putting_in_gives_the_new_deck(
    before: dict[str, tuple[int, str, str]], after: dict[str, tuple[int, str, str]]
) -> None:
    """Copy by copy, as a multiset of faces."""
    table = [face for one in drawn(before)["zoo"].cards.values() for face in one.faces]
    wanted = [face for one in drawn(after)["zoo"].cards.values() for face in one.faces]
    printed = Printed(drawn(before)["zoo"], "")
    out = [face for one, number in too_many(wanted, printed) for face in one.faces[:number]]
    for face in out:
        table.remove(face)
    table += [face for face, lacks in zip(wanted, missing(wanted, printed), strict=True) if lacks]
    assert sorted(table) == sorted(wanted)
    assert not set(out) & {face for face, lacks in zip(wanted, missing(wanted, printed), strict=True) if lacks}


def test_the_list_says_how_to_tell_old_copies() -> None:
    printed = Printed(zoo(card("phoenix", 3, value="12"), card("owl", 2), card("bat", 1))["zoo"], "")
    deck = zoo(card("phoenix", 3, value="10"), card("owl", 1), card("elk", 2))["zoo"].cards
    assert exchanged(deck, printed) == [
        "Phoenix: take out 3 copies with value 12, put in 3",
        "Owl: take out 1 copy",
        "Bat: take out 1 copy",
        "Elk: put in 2 copies",
    ]


def test_a_deck_that_was_never_printed_is_missing_as_a_whole() -> None:
    deck = zoo(card("ant", 2), card("bee"))["zoo"].cards
    assert exchanged(deck, None) == ["Ant: put in 2 copies", "Bee: put in 1 copy"]


# the page

HOSTILE = "<script>alert(1)</script>\"&'"


@pytest.mark.parametrize("place", ["name", "cell", "clause", "title", "moment"])
def test_what_a_stranger_wrote_stays_text(place: str) -> None:
    word = {place: HOSTILE}
    one = CardSnapshot("ant", word.get("name", "Ant"), ("a",), {"text": "old"})
    other = CardSnapshot("ant", word.get("name", "Ant"), ("b",), {"text": word.get("cell", "new")})
    title = word.get("title", "Zoo")
    old, new = (
        {"zoo": GameSnapshot("zoo", title, {"ant": found}, {"clause": {"play": words}})}
        for found, words in ((one, "Play."), (other, word.get("clause", "Pass.")))
    )
    sides = {("zoo", "ant"): [SidePictures("front", b"png", b"gnp", None)]}
    html = page(compare(old, new), word.get("moment", "HEAD"), "now", sides)
    assert "<script" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")
def test_on_a_phone_the_page_has_what_was_below_what_is_now_and_breaks_no_word() -> None:
    rule = "Draw the uppermost card of the deck, unless somebody has announced unquestionably that nobody may."
    changes = compare(zoo(card("ant", value="1"), draw=rule), zoo(card("ant", value="2"), draw=rule.upper()))
    with chromium() as browser:
        opened = browser.new_page(viewport={"width": 360, "height": 800})
        opened.set_content(page(changes, "before", "after", {}))
        assert opened.evaluate("document.documentElement.scrollWidth") == 360
        widths = opened.locator("td").evaluate_all("cells => cells.map(one => one.clientWidth)")
        assert len(widths) == 4
        assert min(widths) > 250

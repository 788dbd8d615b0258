"""The picture of all pieces of a game: each is in one row, and how many there are is said of each."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tables import project

from proofdeck.book.manuscript.components import MOST_APART, WIDEST_FAN, parts_in
from proofdeck.book.manuscript.figures import Parts
from proofdeck.book.manuscript.in_words import parts_in_words
from proofdeck.ground.phrases import ENGLISH
from proofdeck.source.cards import Card, Deck


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck of kinds and suits of many sizes, some with copies for a number of players."""

    def card(number: int) -> Card:
        suit = draw(st.sampled_from(("", "", "cups", "wands")))
        fields = {"kind": draw(st.sampled_from(("beast", "event"))), "suit": suit, "rank": f"{number}" if suit else ""}
        copies, few = draw(st.integers(1, 4)), draw(st.booleans())
        name, kind = f"Card <{number}>", fields["kind"]
        return Card("deck", f"c{number}", name, kind, None, copies, fields, {}, {2: copies + 1} if few else {})

    return Deck("deck", tuple(card(number) for number in range(draw(st.integers(1, 45)))))


def words_of(parts: Parts, deck: Deck) -> str:
    return "\n".join(parts_in_words(parts, {card.id: card.name for card in deck}))


@given(deck=decks())
def test_each_piece_is_in_one_row_and_all_are_named(deck: Deck) -> None:
    parts = parts_in(deck, (), ENGLISH)
    shown = [card for row in parts.rows for card in row.cards]
    assert len(shown) == len(set(shown))
    words = words_of(parts, deck)
    fans = [len(fan) for row in parts.rows for fan in row.fans]
    assert all(count <= WIDEST_FAN for count in fans)
    for card in deck:
        if card.fields["suit"]:
            assert card.fields["suit"] in words
        else:
            assert card.name in words
        if len(deck.cards) <= MOST_APART:
            assert card.id in shown


@given(deck=decks())
def test_copies_that_depend_on_the_number_of_players_are_said_for_each_card_or_for_its_fan(deck: Deck) -> None:
    parts = parts_in(deck, (), ENGLISH)
    words = words_of(parts, deck)
    for card in deck:
        if card.quantities:
            assert f"{card.quantity + 1} with 2 players, otherwise {card.quantity}" in words


def test_fans_of_a_shipped_deck_are_its_suits() -> None:
    parts = parts_in(project().games["rummy-duel"].deck, (), ENGLISH)
    suits, aid = parts.rows
    assert [len(fan) for fan in suits.fans] == [13] * 4
    assert suits.words == "Ace, 2 to 10, Jack, Queen, King in spades, hearts, diamonds and clubs"
    assert [piece.says for piece in aid.pieces] == ["(1 or more)"]


def test_pieces_are_in_the_order_of_the_spreadsheet() -> None:
    game = project().games["salt-roads"]
    parts = parts_in(game.deck, (), ENGLISH)
    assert [card for row in parts.rows for card in row.cards] == [card.id for card in game.deck]
    assert parts.notes == (
        "Rose Caravan: none with 2 players, otherwise 1.",
        "Indigo Caravan: none with 2 players, none with 3, otherwise 1.",
    )

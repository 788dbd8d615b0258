"""A small deck in place of the whole one, in words."""

from __future__ import annotations

import pytest
from tables import playable, project

from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.setup.reduced import read_reduction
from proofdeck.source.cards import Deck


def left(words: str, game: str = "fishing-dragon") -> list[str]:
    """The ids of the cards that are dealt and left."""
    return [card.id for card in reduced(words, game) if card.kind != "reference"]


def reduced(words: str, game: str) -> Deck:
    found = playable(game).game
    state = found.new_initial_state(found.min_players, 0)
    dealt = {card for cards in state.zones().values() for card in cards}
    return read_reduction(words).of(project().games[game].deck, dealt)


@pytest.mark.parametrize(
    ("words", "count"),
    [
        ("2 suits, ranks 1 to 3", 6),
        ("suits Star", 15),
        ("suits Star and Leaf, rank 1 to 2", 4),
        ("ranks 4 to 4", 4),
        ("7 cards", 7),
        ("suit Star, 3 cards, hand.2=1", 3),
    ],
)
def test_a_reduction_keeps_the_cards_that_it_names(words: str, count: int) -> None:
    assert len(left(words)) == count


def test_a_reduction_takes_copies_and_leaves_what_is_never_dealt() -> None:
    whole, small = project().games["tombs"].deck, reduced("2 copies", "tombs")
    assert [card.id for card in small] == [card.id for card in whole]
    assert {card.copies(3) for card in small if card.kind == "unit"} == {2}
    others = [card for card in whole if card.kind != "unit"]
    assert [card for card in small if card.kind != "unit"] == others


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("2 siuts", "there is no column 'siuts'"),
        ("suits Strawberry", "no card has 'Strawberry' in the column 'suit'"),
        ("ranks 40 to 50", "no card is left after 'ranks 40 to 50'"),
        ("suits", "'suits' does not say which cards are left"),
        (" , ", "nothing says which cards are left"),
    ],
)
def test_a_reduction_that_leaves_nothing_is_told(words: str, message: str) -> None:
    with pytest.raises(ProofdeckError, match="E809") as error:
        left(words)
    assert message in error.value.problems[0].message
    assert error.value.problems[0].hint

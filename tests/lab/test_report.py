"""The sentences of a report name the right cards, and its plots show the figures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from proofdeck.play.lab.report import (
    WIDTH,
    about_card,
    about_cards,
    fates_of,
    histogram,
    ranking,
    strip,
    strongest,
    strongest_first,
    weakest,
)
from proofdeck.play.lab.results import Columns

pytestmark = pytest.mark.quick


def card(name: str, held: float | None, played: float | None = None, *, clear: bool = False) -> Columns:
    """A row of a card that was never in an opening hand."""
    row: dict[str, Any] = {"card": name.lower(), "name": name}
    for fate, lift in (("opening", None), ("held", held), ("played", played)):
        row |= {f"lift_{fate}": lift, f"stands_out_{fate}": clear and lift is not None}
    return row


CARDS = [
    card(name, lift, 0.0) for name, lift in zip("ABCDEFGH", (0.1, -0.3, 0.2, None, -0.1, 0.4, 0.0, -0.2), strict=True)
]


def names(cards: Sequence[Columns]) -> str:
    return "".join(one["name"] for one in cards)


def test_the_three_strongest_and_the_three_weakest_are_named_and_those_of_which_nothing_is_known_come_last() -> None:
    assert names(strongest_first(CARDS, "held")) == "FCAGEHBD"
    assert (names(strongest(CARDS, "held")), names(weakest(CARDS, "held"))) == ("FCA", "BHE")


@pytest.mark.parametrize(("number", "found"), [(0, ("", "")), (1, ("F", "")), (3, ("FC", "B")), (5, ("FCA", "BE"))])
def test_no_card_is_both_among_the_strongest_and_among_the_weakest(number: int, found: tuple[str, str]) -> None:
    some = [one for one in CARDS if one["name"] in "FBCEA"[:number]]
    assert (names(strongest(some, "held")), names(weakest(some, "held"))) == found


def test_cards_are_ranked_by_what_is_known_of_most_of_them() -> None:
    assert ranking([{**card("A", 0.1, 0.2), "lift_opening": 0.3}]) == "held"
    assert ranking([card("A", 0.1), card("B", 0.2, 0.3)]) == "held"
    assert ranking([card("A", None, 0.1), card("B", 0.2, 0.3)]) == "played"


def test_what_is_the_same_for_every_card_is_said_once() -> None:
    assert fates_of([card("A", 0.1, 0.1), card("B", 0.2, 0.2)]) == {
        "opening": "in the opening hand",
        "held": "in hand at any time and played",
    }


def test_sentences_say_which_differences_are_clear_and_of_which_cards_too_little_is_known() -> None:
    said = list(about_cards([card("Fox", 0.25, clear=True), card("Owl", -0.05)]))
    assert "Strongest in hand at any time: Fox (+25.0, clear). Weakest: Owl (−5.0)." in said
    assert said[1].startswith("Too few games to say what it is worth to have a card in the opening hand and played")
    assert "Only one card can be judged when it is in hand at any time: Fox (−5.0)." in about_cards(
        [card("Fox", -0.05)]
    )
    assert "has no zones" in next(about_cards([]))


def exchanged(row: Columns, lift: float | None, *, clear: bool = False) -> Columns:
    """The row with what exchanges say of it."""
    ends = {
        f"lift_exchanged_{end}": None if lift is None else lift + reach
        for end, reach in (("low", -0.03), ("high", 0.03))
    }
    return {**row, **ends, "lift_exchanged": lift, "stands_out_exchanged": clear}


def test_what_was_measured_by_exchange_ranks_the_cards_and_is_said_to_be_the_cause() -> None:
    """Players who held an Owl won more often, and not because of it."""
    cards = [
        exchanged(card("Fox", 0.02), 0.08, clear=True),
        exchanged(card("Owl", 0.2), 0.0),
        exchanged(card("Elk", 0), -0.1),
    ]
    assert ranking(cards) == "exchanged"
    said = list(about_cards(cards))
    assert said[1].startswith("Exchanges are games played twice")
    assert "Strongest in exchange for another: Fox (+8.0, clear) and Owl (0.0). Weakest: Elk (−10.0)." in said
    assert ranking([exchanged(card("Fox", 0.02), None), exchanged(card("Owl", 0.2), None)]) == "held"
    assert not any("Exchanges" in sentence for sentence in about_cards(CARDS))


def test_a_card_says_what_it_is_worth_if_that_was_measured() -> None:
    seen: Columns = {"held": 0.5, "played": 0.25, "wins_held": None, "wins_played": None}
    assert list(about_card(seen)) == ["Held by 50.0 % of players and played by 25.0 %."]
    assert list(about_card(exchanged(seen, 0.08)))[-1] == (
        "To have it in an opening hand is worth +8.0 percentage points of wins (+5.0 to +11.0)."
    )


@pytest.mark.parametrize("longest", [1, 24, 25, 400])
def test_a_histogram_has_every_game_in_one_bar(longest: int) -> None:
    lengths = {str(length): length % 7 + 1 for length in range(1, longest + 1)}
    bars = histogram(lengths)
    assert len(bars) <= 24
    assert sum(bar.games for bar in bars) == sum(lengths.values())
    assert max(bar.height for bar in bars) == 1
    assert bars[0].label == ("1" if longest <= 24 else f"1–{-(-longest // 24)}")


def test_a_dot_is_where_its_value_is_on_the_axis() -> None:
    drawn = strip(-0.5, 0.0, 0.5, least=-1, most=1, middle=0)
    assert drawn.value == drawn.middle == WIDTH / 2
    assert drawn.high - drawn.value == pytest.approx(drawn.value - drawn.low, abs=0.11)
    assert 0 < drawn.low < drawn.high < WIDTH

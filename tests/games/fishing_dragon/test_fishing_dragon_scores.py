"""What banks of Fishing Dragon score: figures worked out by hand, a plain second way to count, and the dearest bank."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import pytest
from games.fishing_dragon.pond import bits, rules, table

from proofdeck.play.games.fishing_dragon.dearest_bank import Points, dearest_bank
from proofdeck.play.games.fishing_dragon.scoring import NO_SUIT
from proofdeck.source.rules.parameters import Value

GAME = rules()
SUITS = "SLCW"


def score(bank: str, prized: str = "W") -> int:
    return GAME.tariff.points(bits(GAME, bank), SUITS.index(prized))


AUTHORS_BANK = "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12 L12 C12 W12 L11 C11 W11 L10 C10"
DEAREST_BANK = "S1 S2 S3 S4 S5 S6 L7 L8 L9 L10 L11 L12 SF LF CF WF SD LD CD WD"


@pytest.mark.parametrize(
    ("bank", "prized", "points"),
    [
        (AUTHORS_BANK, "S", 24 + 22 + 10 + 24 + 40 + 60),
        (AUTHORS_BANK, "S", 180),
        ("S3 L4 C5 S6 L7", "W", 10),
        ("S1 L2 C3 S4 L5 C6 S7 L8 C9 S10 L11", "W", 22),
        ("S1 S2 S3 S4 S5 S6 S7 S8 S9 S10 S11 S12", "W", 60 + 40),
        ("S4 L4 C4", "W", 4),
        ("S4 L4 C4 W4", "W", 8 + 2),
        ("S10 L10 C10", "W", 10),
        ("S10 L10 C10 W10", "W", 20 + 2),
        ("S1 L2", "W", 0),
        ("S1 L2 C3", "W", 6),
        ("S11 L12 CF CD C1", "W", 0),
        ("SB LB CB WB", "W", 0),
        ("S1 L2 C3 S5 L6 C7", "W", 6),
        ("", "W", 0),
        (DEAREST_BANK, "S", 60 + 40 + 40 + 24 + 24 + 16),
    ],
)
def test_a_bank_scores_what_was_worked_out_by_hand(bank: str, prized: str, points: int) -> None:
    assert score(bank, prized) == points


def plain_score(bank: list[str], prized: str) -> int:
    """The same in plain words, from short names."""
    bank = [card for card in bank if card[1:] != "B"]
    worth = {"F": 12, "D": 12} | {str(number): number for number in range(1, 13)}
    total = 0
    for rank, value in worth.items():
        count = sum(card[1:] == rank for card in bank)
        total += value * (count == 3) + 2 * value * (count == 4)
    for suit in SUITS:
        if sum(card[0] == suit for card in bank) >= 8:
            total += 40
    total += 2 * sum(card[0] == prized for card in bank)
    there = {int(card[1:]) for card in bank if card[1:].isdigit()}
    longest = max(
        (high - low + 1 for low in range(1, 13) for high in range(low, 13) if there >= set(range(low, high + 1))),
        default=0,
    )
    return total + (60 if longest == 12 else 2 * longest if longest >= 3 else 0)


def test_two_ways_to_count_agree_on_any_bank() -> None:
    chance = random.Random(5)
    whole = [suit + rank for suit in SUITS for rank in (*map(str, range(1, 13)), "F", "D", "B")]
    for _ in range(1500):
        one, other = chance.sample(SUITS, 2)
        likely = [card for card in whole if card[0] in one + other] if chance.random() < 0.5 else whole
        bank = chance.sample(likely, chance.randrange(0, 21))
        assert score(" ".join(bank), one) == plain_score(bank, one), bank


def test_a_sheet_names_clauses_and_cards_and_adds_up() -> None:
    state = table(GAME, ["S1", "C1"], "L1", banks=["W4 L4 C4 S5 S6 S9", ""])
    sheet = state.score_sheets()[0]
    assert [(item.clause, item.points, item.cards) for item in sheet.items] == [
        ("score.set", 4, ("4 of Leaves", "4 of Coins", "4 of Swords")),
        ("score.straight", 6, ("5 of Stars", "6 of Stars", "4 of Leaves")),
        ("score.prized", 2, ("4 of Swords",)),
    ]
    assert sheet.total == 12


# The dearest bank of all. The source names 180 points as the most its author found.


@pytest.mark.parametrize("aside", [None, *range(14)])
def test_no_bank_of_twenty_cards_is_worth_more_than_204_whatever_lies_aside(aside: int | None) -> None:
    """aside: the rank of the prized card that lies aside, None for the Blank."""
    found = dearest_bank(Points(), aside)
    assert found.points == 204
    assert len(set(found.cards)) == 20
    assert (0, aside) not in found.cards
    names = ["1 2 3 4 5 6 7 8 9 10 11 12 F D".split()[rank] for _, rank in found.cards]
    assert score(" ".join(SUITS[suit] + name for (suit, _), name in zip(found.cards, names, strict=True)), "S") == 204


def test_a_bank_that_reaches_the_most_is_printed() -> None:
    assert len(DEAREST_BANK.split()) == 20
    assert score(DEAREST_BANK, "S") == 204 > score(AUTHORS_BANK, "S")


@pytest.mark.parametrize("aside", [None, 0, 2, 4])
@pytest.mark.parametrize(
    "deck",
    [
        Points(numbers=4, values=(1, 2, 3, 4, 4), suits=3, bank=6, enough=3, bonus=9, full=20),
        Points(numbers=3, values=(1, 2, 3, 3, 3), suits=3, bank=7, enough=3, bonus=2, full=8),
    ],
)
def test_the_smart_way_to_find_the_dearest_bank_agrees_with_trying_all(deck: Points, aside: int | None) -> None:
    whole = [
        (suit, rank)
        for suit in range(deck.suits)
        for rank in range(len(deck.values))
        if (suit, rank) != (0, aside)
    ]  # fmt: skip
    if deck.bank >= 3 * deck.enough:
        deck = replace(deck, bank=3 * deck.enough - 1)
    tried = max(_small_score(deck, bank) for bank in combinations(whole, deck.bank))
    found = dearest_bank(deck, aside)
    assert found.points == tried == _small_score(deck, found.cards)


def _small_score(deck: Points, bank: Sequence[tuple[int, int]]) -> int:
    counts = [sum(rank == own for _, own in bank) for rank in range(len(deck.values))]
    total = sum((0, 0, 0, value, 2 * value)[count] for count, value in zip(counts, deck.values, strict=True))
    in_suits = [sum(suit == own for own, _ in bank) for suit in range(deck.suits)]
    total += deck.bonus * sum(count >= deck.enough for count in in_suits) + 2 * in_suits[0]
    there = "".join("x" if count else "." for count in counts[: deck.numbers])
    longest = max(map(len, there.split(".")))
    return total + (deck.full if longest == deck.numbers else 2 * longest if longest >= 3 else 0)


def test_five_hundred_points_take_three_rounds() -> None:
    assert 2 * 204 < 500 <= 3 * 204


@pytest.mark.parametrize(
    "changes",
    [{}, {"rank.set": 2, "rank.set-times": 0}, {"suit.cards": 1, "suit.bonus": 0}, {"straight.cards": 1, "prized": 0}],
    ids=str,
)
def test_the_points_of_a_bank_are_the_sum_of_its_lines(changes: dict[str, Value]) -> None:
    tariff, chance = rules(changes=changes).tariff, random.Random(2)
    for _ in range(300):
        bank = chance.getrandbits(60) & chance.getrandbits(60) if chance.random() < 0.5 else chance.getrandbits(60)
        for prized in (NO_SUIT, 0, 3):
            assert tariff.points(bank, prized) == sum(line.points for line in tariff.lines(bank, prized))

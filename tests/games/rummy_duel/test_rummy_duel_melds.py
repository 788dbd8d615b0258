"""Melds of Rummy Duel: how many there are, how strong, how likely; and the figures of the row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from random import Random

import pytest
from games.rummy_duel.duel import FLUSH, rules
from games.rummy_duel.plain import ORDER, plain_kind

from proofdeck.play.games.rummy_duel.rules import NOBODY_YET, rummy

GAME, FLUSH_GAME = rules(), rules(changes=FLUSH)
DECK = [rank + suit for rank in ORDER for suit in "CDHS"]


def bits(cards: Sequence[str]) -> int:
    return sum(1 << GAME.ids.index(card) for card in cards)


def test_the_triples_of_the_deck_are_counted() -> None:
    kinds = Counter((plain_kind(triple) or ("none", 0))[0] for triple in combinations(DECK, 3))
    assert sum(kinds.values()) == 22_100
    assert (kinds["run"], kinds["set"]) == (768, 52)
    assert len(GAME.melds.by_number) == 768 + 52
    assert sum(meld.is_set for meld in GAME.melds.by_number) == 52
    one_suit = [meld for meld in GAME.melds.by_number if len({card % 4 for card in meld.cards}) == 1]
    assert len(one_suit) == 48
    assert not any(meld.is_set for meld in one_suit), "no three of a kind are of one suit"
    assert sum(meld.is_set for meld in FLUSH_GAME.melds.by_number) == 1144
    assert len(FLUSH_GAME.melds.by_number) == 1144 + 768 - 48


@pytest.mark.parametrize("flush", [False, True])
def test_every_triple_is_the_meld_that_plain_words_call_it(flush: bool) -> None:
    melds = (FLUSH_GAME if flush else GAME).melds
    strengths: dict[int, set[tuple[str, int]]] = {}
    for triple in combinations(DECK, 3):
        kind = plain_kind(triple, flush)
        number = melds.number_of.get(bits(triple))
        assert (number is None) == (kind is None), triple
        if number is not None and kind is not None:
            meld = melds.by_number[number]
            assert meld.is_set == (kind[0] == "set")
            strengths.setdefault(meld.strength, set()).add(kind)
    levels = [kinds for _, kinds in sorted(strengths.items())]
    expected = [("run", high) for high in range(3, 15)]
    expected += [("set", high) for high in range(4 if flush else 2, 15)]
    assert levels == [{kind} for kind in expected]
    if not flush:
        assert len(levels) == 25


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("2S 3S 4D", "AS 2H 3H"),
        ("2C 2D 2H", "QS KS AS"),
        ("KC KD KH", "QC QD QH"),
        ("QC KD AH", "JC QD KH"),
        ("AC AD AH", "KC KD KH"),
    ],
)
def test_the_stronger_meld_is_known(stronger: str, weaker: str) -> None:
    one, other = (GAME.melds.by_number[GAME.melds.number_of[bits(cards.split())]] for cards in (stronger, weaker))
    assert one.strength > other.strength


@pytest.mark.parametrize("flush", [False, True])
def test_the_melds_of_a_hand_are_those_found_by_trying_all(flush: bool) -> None:
    chance, melds = Random(1), (FLUSH_GAME if flush else GAME).melds
    for _ in range(400):
        hand = chance.sample(DECK, chance.randrange(0, 13))
        tried = {bits(triple) for triple in combinations(hand, 3) if plain_kind(triple, flush)}
        found = melds.in_hand(bits(hand))
        assert found == sorted(set(found))
        assert {melds.by_number[number].mask for number in found} == tried


# How likely a hand of seven holds a meld, exactly. Whether it does is told by how many cards of each rank it holds, so
# each such pattern is asked once and stands for all hands of its ranks.


def patterns(ranks: int, cards: int) -> Iterator[tuple[int, ...]]:
    """How many cards of each rank: all ways to spread the cards over the ranks."""
    if not ranks:
        if not cards:
            yield ()
        return
    for here in range(min(4, cards) + 1):
        for rest in patterns(ranks - 1, cards - here):
            yield here, *rest


def test_a_hand_of_seven_holds_a_meld_as_often_as_was_counted() -> None:
    chance = Random(2)
    hands = without = with_set = with_run = 0
    for pattern in patterns(13, 7):
        ways = prod(comb(4, count) for count in pattern)
        hand = sum(
            1 << 4 * rank + suit for rank, count in enumerate(pattern) for suit in chance.sample(range(4), count)
        )
        melds = [GAME.melds.by_number[number] for number in GAME.melds.in_hand(hand)]
        hands += ways
        without += ways * (not melds)
        with_set += ways * any(meld.is_set for meld in melds)
        with_run += ways * any(not meld.is_set for meld in melds)
    assert hands == comb(52, 7) == 133_784_560
    assert without == 53_103_360
    assert round(1 - without / hands, 6) == 0.603068
    assert round(with_set / hands, 6) == 0.076896
    assert round(with_run / hands, 6) == 0.547043


def test_the_same_figure_by_counting_without_the_engine() -> None:
    """No rank three times, and no three ranks in a row among those there: 4 ways for one card of a rank, 6 for two."""
    rows = [set(chosen) for size in range(4, 8) for chosen in combinations(range(13), size)]
    free = [row for row in rows if not any({low % 13, low + 1, low + 2} <= row for low in (*range(11), -1))]
    assert (
        sum(comb(len(row), 7 - len(row)) * 6 ** (7 - len(row)) * 4 ** (2 * len(row) - 7) for row in free) == 53_103_360
    )


# Figures of the row.

ROWS = [row for row in combinations_with_replacement(range(2, 15), 5) if max(Counter(row).values()) <= 4]


def calls_rummy(values: Sequence[int], won: Sequence[int]) -> bool:
    return rummy(values, (sum(1 << place for place in won), 0), 0) == 0


@pytest.mark.parametrize(
    ("values", "won", "called"),
    [
        ((2, 3, 4, 10, 11), (3, 4), True),
        ((2, 3, 4, 10, 11), (4,), False),
        ((14, 13, 12, 2, 2), (0, 1), True),
        ((14, 13, 12, 11, 10), (0, 1), False),
        ((14, 13, 12, 11, 10), (0, 1, 2), True),
    ],
)
def test_rummy_is_called_when_the_rest_is_worth_less(
    values: tuple[int, ...], won: tuple[int, ...], called: bool
) -> None:
    assert calls_rummy(values, won) == called


def test_a_tied_card_is_left_to_nobody() -> None:
    assert rummy((10, 11, 2, 2, 2), (0, 1), 0) == NOBODY_YET
    assert rummy((10, 11, 2, 2, 2), (0, 1), 0b00010) == 1


def test_what_the_five_cards_may_be_worth() -> None:
    assert len(ROWS) == 6175
    assert (8, 8, 8, 8, 8) not in ROWS
    assert {sum(row) for row in ROWS} == set(range(11, 70))
    assert sum(GAME.values_of) * 5 / 52 == 40


def test_the_three_best_cards_always_suffice() -> None:
    needed: Counter[int] = Counter()
    for row in ROWS:
        assert calls_rummy(row, (2, 3, 4))
        needed[next(count for count in range(1, 6) if calls_rummy(row, range(count)))] += 1
    assert needed[3] + needed[2] + needed[1] == 1218
    assert needed[4] == 4886
    assert needed[5] == 71


def test_ten_melds_can_be_laid() -> None:
    assert 10 * 3 <= 52 - 5


def test_claims_are_told_apart() -> None:
    mine = {0: "4C 5D 6H", 1: "5C 6D 7H", 3: "KC KD KH"}
    yours = {0: "3C 4D 5H", 1: "5D 6H 7C", 2: "2C 3D 4S"}
    numbers = GAME.melds.number_of
    laid = [{place: numbers[bits(words.split())] for place, words in own.items()} for own in (mine, yours)]
    table = GAME.laid_out(list(range(40, 45)), laid)
    assert (table.won, table.tied, table.claimed) == ([0b00001, 0], 0b00010, [0b01011, 0b00111])
    scored = [[(item.clause, item.label) for item in sheet.items] for sheet in table.score_sheets()]
    names = [GAME.names[card] for card in table.row]
    assert scored == [
        [("claim.contest", f"{names[0]}, won by the stronger meld"), ("claim.alone", f"{names[3]}, claimed alone")],
        [("claim.alone", f"{names[2]}, claimed alone")],
    ]

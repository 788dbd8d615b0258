"""The best reading of a pile of cards is the best: no other melds at other community cards count more."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.games.rummy_duel.best_reading import best_reading
from proofdeck.play.games.rummy_duel.rules import RummyDuel

PILES = 60


def rules() -> RummyDuel:
    game = playable("rummy-duel").game
    assert isinstance(game, RummyDuel)
    return game


def ways(game: RummyDuel, pile: list[int], places: list[int]) -> Iterator[dict[int, int]]:
    """Every way to lay melds of three of those cards at those places."""
    groups = [group for group in combinations(pile, 3) if sum(1 << card for card in group) in game.melds.number_of]
    for count in range(min(len(places), len(pile) // 3) + 1):
        for chosen in combinations(groups, count):
            if len({card for group in chosen for card in group}) < 3 * count:
                continue
            for spots in permutations(places, count):
                masks = (sum(1 << card for card in group) for group in chosen)
                yield dict(zip(spots, (game.melds.number_of[mask] for mask in masks), strict=True))


def worth(game: RummyDuel, row: list[int], mine: dict[int, int], theirs: dict[int, int]) -> tuple[int, int, int]:
    """The lead, own points, melds laid; told by the scoring of the game."""
    own, other = (sheet.total for sheet in game.laid_out(row, (mine, theirs)).score_sheets())
    return own - other, own, len(mine)


@pytest.mark.parametrize("lying", [0, 1], ids=["alone", "beside a meld of the same player"])
def test_no_way_to_lay_a_small_pile_counts_more_than_the_best_reading(lying: int) -> None:
    game, random, laid_something, beside = rules(), Random(4), 0, 0
    for _ in range(PILES):
        low = random.randrange(5)
        cards = random.sample(range(4 * low, 4 * low + 28), 25)
        row, pile, rest = cards[:5], cards[5 : 5 + random.choice([6, 7, 8])], cards[13:20]
        theirs = next(reversed(list(ways(game, rest, [random.randrange(5)]))))
        mine = next(reversed(list(ways(game, cards[20:], [random.randrange(5)] if lying else []))))
        found = best_reading(game, row, sum(1 << card for card in pile), mine, theirs)
        free = [place for place in range(5) if place not in mine]
        assert found.keys() <= set(free)
        assert worth(game, row, mine | found, theirs) == max(
            worth(game, row, mine | way, theirs) for way in ways(game, pile, free)
        )
        beside += bool(mine)
        laid_something += bool(found)
    assert laid_something > PILES // 3
    assert (beside > 0) == bool(lying)


SUGGESTED = """
row: 2H 3C 4D TS JS
Ana: 4 = 8S 8H 8D
Ben: pile KS KH KD KC QS JD 9C
"""


def test_a_pile_goes_where_it_wins_the_most_and_what_is_left_over_is_told() -> None:
    """A run would lose against the eights; so three kings face them at the 10, and the run claims the jack alone."""
    playing = playable("rummy-duel")
    problems = Problems()
    assert playing.engine.suggest is not None
    found = playing.engine.suggest(playing.game, read_notation(SUGGESTED, "table"), problems)
    assert not problems
    at_ten, at_jack = sorted(found["Ben"].answers)
    assert at_ten.startswith("4 = K")
    assert at_jack.startswith("5 = JD QS K")
    assert found["Ben"].left == ("9C",)
    scored = playing.engine.score(playing.game, read_notation(SUGGESTED, "table"), problems)
    assert scored is not None
    assert dict(zip(scored.names, (sheet.total for sheet in scored.sheets), strict=True)) == {"Ana": 0, "Ben": 21}


def test_a_card_that_the_rival_loses_counts_as_much_as_one_that_is_won() -> None:
    """Three kings take the 10 from the rival, which makes a lead of 10; the run would win the jack, a lead of 1."""
    table = "row: 2H 3C 4D TS JS\nAna: 4 = 8S 8H 8D\nBen: pile KS KH KD QC JD"
    playing = playable("rummy-duel")
    scored = playing.engine.score(playing.game, read_notation(table, "table"), Problems())
    assert scored is not None
    assert [sheet.total for sheet in scored.sheets] == [0, 10]


def test_a_pile_that_is_too_large_to_be_read_is_told() -> None:
    cards = " ".join(f"{rank}{suit}" for rank in "56789K" for suit in "CDHS")
    playing, problems = playable("rummy-duel"), Problems()
    table = read_notation(f"row: 2H 3C 4D TS JS\nBen: pile {cards}", "table")
    assert playing.engine.score(playing.game, table, problems) is None
    assert "the pile of Ben has 24 cards; the limit is 21" in problems[0].message

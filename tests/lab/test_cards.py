"""A card that was made strong is found, and no card is called strong for the seat that it was dealt to."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest

from proofdeck.play.engine.playouts import Outcome, wilson
from proofdeck.play.lab.cards import CardFigures, card_figures
from proofdeck.play.lab.estimates import ALPHA, chance_of, clustered_difference, holm
from proofdeck.play.lab.watching import Course, Watched
from proofdeck.source.cards import Card, Deck

DESIGNS = 8
STRONG, OF_SEAT_ONE, RARE = 0, 1, 2
NO_COURSE = Course(0, 0.0, False, 0.0)


def deck() -> Deck:
    return Deck("zoo", tuple(Card("zoo", f"card-{n}", f"Card {n}", "", None, 1, {}, {}) for n in range(DESIGNS)))


def lottery(random: Random, strength: float, first_seat: float = 0.5) -> Watched:
    """Two players are dealt cards by chance. Whoever alone has the strong card wins more often, by that much."""
    hands = [0, 0]
    for seat in (0, 1):
        for place in range(DESIGNS):
            chance = {OF_SEAT_ONE: (0.9, 0.1)[seat], RARE: 0.02}.get(place, 0.5)
            hands[seat] |= (random.random() < chance) << place
    favour = first_seat + strength * ((hands[0] >> STRONG & 1) - (hands[1] >> STRONG & 1))
    won = float(random.random() < favour)
    outcome = Outcome((won, 1 - won), (0, 0), 1, decisions=1, choices=1, forced=0, fired=0, decided_by="")
    pair = hands[0], hands[1]
    return Watched(outcome, NO_COURSE, pair, pair, pair, (0, 0), {STRONG: 3.0})


def figures(random: Random, games: int, strength: float = 0.0, first_seat: float = 0.5) -> dict[str, CardFigures]:
    played = [lottery(random, strength, first_seat) for _ in range(games)]
    return {one.card.id: one for one in card_figures(deck(), played)}


def test_a_planted_card_stands_out_alone_and_by_as_much_as_it_was_made_strong() -> None:
    """Half of the rivals have the card too, so having it is worth exactly its strength."""
    found = figures(Random(1), 3000, strength=0.2)
    assert [name for name, one in found.items() if one.fates["held"].stands_out] == ["card-0"]
    lift = found["card-0"].fates["held"].lift
    assert lift is not None
    assert 0.2 in lift
    assert lift.high - lift.low < 0.1


def test_a_card_of_the_better_seat_looks_strong_in_wins_and_is_not_said_to_be() -> None:
    found = figures(Random(2), 3000, first_seat=0.7)["card-1"].fates["held"]
    assert found.wins.low > 0.6 > 0.4 > found.without.high
    assert found.lift is not None
    assert 0 in found.lift
    assert not found.stands_out


def test_lifts_of_cards_that_are_worth_nothing_cover_nothing_in_95_percent_and_seldom_does_any_stand_out() -> None:
    random, trials, covered, known, wrong = Random(3), 250, 0, 0, 0
    for _ in range(trials):
        found = figures(random, 80, first_seat=0.6)
        fates = [one.fates["held"] for one in found.values()]
        lifts = [fate.lift for fate in fates if fate.lift is not None]
        known += len(lifts)
        covered += sum(0 in lift for lift in lifts)
        wrong += any(fate.stands_out for fate in fates)
    assert known >= 6 * trials
    assert covered / known >= 1 - ALPHA - 4 * sqrt(ALPHA * (1 - ALPHA) / known)
    assert wrong / trials <= ALPHA + 4 * sqrt(ALPHA * (1 - ALPHA) / trials)


def test_shares_wins_and_points_are_those_that_can_be_counted_by_hand() -> None:
    def game(won: float, mine: int, yours: int) -> Watched:
        outcome = Outcome((won, 1 - won), (0, 0), 1, decisions=1, choices=1, forced=0, fired=0, decided_by="")
        return Watched(outcome, NO_COURSE, (0, 0), (mine, yours), (mine, 0), (0, yours), {0: 4.0})

    found = card_figures(deck(), [game(1, 1, 0), game(0.5, 1, 0), game(0, 0, 1), game(1, 0, 0)])
    assert [one.card.id for one in found] == ["card-0"]
    (one,) = found
    assert one.shares == {"opening": 0, "held": 3 / 8, "played": 2 / 8, "scored": 1 / 8}
    assert one.points == 4
    held = one.fates["held"]
    assert (held.count, held.wins.value, held.without.value) == (3, 2.5 / 3, 1.5 / 5)
    assert (held.wins.low, held.wins.high) == wilson(2.5, 3)
    assert held.lift is None
    row = one.as_row()
    assert (row["wins_opening"], row["lift_held"], row["stands_out_held"]) == (None, None, False)


def test_few_who_all_lost_leave_an_interval_that_does_not_claim_to_know_exactly() -> None:
    groups = [[(True, 0.5 if number % 2 else -0.5)] for number in range(100)] + [[(False, -0.5)] for _ in range(20)]
    found = clustered_difference(groups)
    assert found is not None
    assert 0.4 < found.mean < 0.5
    assert found.error > 0.05
    assert clustered_difference(groups[:-1]) is None


def test_players_of_one_game_count_as_one_trial_and_not_as_two() -> None:
    """The same games twice over, each copy in one group with the other: no more is known than from one."""
    random = Random(4)
    once = [[(random.random() < 0.5, random.choice((-0.5, 0.5)))] for _ in range(400)]
    one, twice = clustered_difference(once), clustered_difference([group * 2 for group in once])
    assert one is not None
    assert twice is not None
    assert twice.error == pytest.approx(one.error, rel=0.03)


def test_holm_asks_most_of_the_first_and_less_of_each_that_follows() -> None:
    assert holm([0.02, 0.011, 0.6, 0.012]) == [True, True, False, True]
    assert holm([0.013, 0.02, 0.6, 0.03]) == [False, False, False, False]
    assert holm([]) == []


def test_a_mean_that_never_varies_is_certain() -> None:
    from proofdeck.play.lab.estimates import Sample

    assert (chance_of(Sample(10, 0, 0)), chance_of(Sample(10, 20, 40))) == (1.0, 0.0)

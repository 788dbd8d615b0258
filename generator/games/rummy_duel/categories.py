"""What to write down after a duel: the winner and value of each community card."""

from __future__ import annotations

from generator.engine.categories import Category, Place, ScoreForm, spans
from generator.games.rummy_duel.cards import RANKS, SUITS
from generator.games.rummy_duel.rules import RummyDuel
from generator.games.rummy_duel.scoring import ALONE, CONTEST


def score_form(game: RummyDuel) -> ScoreForm:
    """A line for each community card, and the cards in hand, which break a tie."""
    row = tuple(Place(f"Community card {place}") for place in range(1, game.row + 1))
    values = spans((rank, game.values_of[place * len(SUITS)]) for place, rank in enumerate(RANKS))
    return ScoreForm(
        (
            Category("Community cards", frozenset({CONTEST, ALONE}), lines=row),
            Category("Cards in hand", note="the fewest break a tie", tally="cards in hand"),
        ),
        (game.min_players, game.max_players),
        "Duel",
        notes=(
            "A card goes to the player with the stronger meld there, or with the only one.",
            f"What a card is worth: {values}.",
        ),
    )

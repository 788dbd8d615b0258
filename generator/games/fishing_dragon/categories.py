"""What to write down after a round of Fishing Dragon: the score of the bank, and the points of earlier rounds."""

from __future__ import annotations

from generator.engine.categories import Category, ScoreForm, spans
from generator.games.fishing_dragon import scoring
from generator.games.fishing_dragon.rules import FishingDragon


def score_form(game: FishingDragon) -> ScoreForm:
    """A line for each kind of combination; rounds are added up, as a match does."""
    number = game.values.number
    times, full_times = number("rank.set-times"), number("rank.full-times")
    few, full, enough, short = (number(name) for name in ("rank.set", "rank.full", "suit.cards", "straight.cards"))
    numbers = len(game.deck.numbers)
    values = spans((rank, value) for rank, value in zip(game.deck.ranks, game.deck.values, strict=True) if value)
    categories = (
        Category("Sets", frozenset({scoring.SET}), f"{few} of a rank: {_times(times)}", often=True),
        Category("Full sets", frozenset({scoring.FULL_SET}), f"{full} of a rank: {_times(full_times)}", often=True),
        Category("Prized suit", frozenset({scoring.PRIZED}), f"{number('prized')} a card"),
        Category("Many of a suit", frozenset({scoring.SUIT}), f"{enough} or more: {number('suit.bonus')}", often=True),
        Category("Straight", frozenset({scoring.STRAIGHT}), f"{short} or more: {number('straight.each')} a card"),
        Category("Full straight", frozenset({scoring.FULL_STRAIGHT}), f"1 to {numbers}: {number('straight.full')}"),
        Category("Earlier rounds", frozenset({scoring.MATCH_TOTAL}), earlier=True),
    )
    return ScoreForm(
        categories,
        (game.min_players, game.max_players),
        "Round",
        adds_up=True,
        notes=(
            f"Blanks score nothing. Values of the ranks: {values}.",
            f"A match ends when somebody has {number('goal')} or more in total; equal leaders play on.",
        ),
    )


def _times(times: int) -> str:
    return "value" if times == 1 else f"{times} × value"

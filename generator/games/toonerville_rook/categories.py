"""What to write down in a game of Toonerville Rook: for each round the contract, and the cards left in hand."""

from __future__ import annotations

from generator.engine.categories import Category, Place, ScoreForm, spans
from generator.games.toonerville_rook.cards import NUMBERS, ROOK
from generator.games.toonerville_rook.rules import Round, ToonervilleRook
from generator.games.toonerville_rook.scoring import HAND_POINTS
from generator.problems import counted


def score_form(game: ToonervilleRook) -> ScoreForm:
    """Points for the cards left in hand, with one line per contract."""
    numbers = [(str(number), worth) for number, worth in enumerate(game.worth[:NUMBERS], 1)]
    left = Category("Cards left in hand", frozenset({HAND_POINTS}), "points")
    return ScoreForm(
        (left,),
        (game.min_players, game.max_players),
        "Round",
        tuple(_line(game, one) for one in game.rounds),
        adds_up=True,
        notes=(
            f"Cards left in your hand, points each: {spans([*numbers, (game.names[ROOK], game.worth[ROOK])])}.",
            "The lowest total wins.",
        ),
    )


def _line(game: ToonervilleRook, one: Round) -> Place:
    """`2 sets of 3, 1 run of 4`, and how many cards are dealt."""
    melds = ((one.sets, "set", game.set_length), (one.runs, "run", game.run_length))
    contract = ", ".join(f"{counted(count, noun)} of {length}" for count, noun, length in melds if count)
    return Place(contract, f"deal {one.deal}{', lay your whole hand' if one.whole else ''}")

"""Computations for claims about Toonerville Rook: whether enough cards are dealt for the contracts."""

from __future__ import annotations

from proofdeck.ground.problems import counted, listed
from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.games.toonerville_rook.clauses import ROUNDS
from proofdeck.play.games.toonerville_rook.rules import Round, ToonervilleRook

FIRST_PRINTED = 12
"""Cards that the source deals in the last round."""
THREE = 3
"""The fewest players."""


def needed_in_the_last_round(game: ToonervilleRook) -> Finding:
    """How many cards the last contract takes with the shortest melds."""
    row = _last(game)
    melds = f"{counted(row.runs, 'run')} of {game.run_length} and {counted(row.sets, 'set')} of {game.set_length}"
    need = row.goal.cards
    had = FIRST_PRINTED + 1
    return Finding(
        str(need),
        f"The shortest melds of round {row.number} are {melds}: {row.runs} × {game.run_length} + {row.sets} × "
        f"{game.set_length} = {need} cards. Dealt {FIRST_PRINTED}, a player holds {had} after the first draw.",
    )


def rounds_dealt_too_few(game: ToonervilleRook) -> Finding:
    """Rounds in which a hand after the first draw is smaller than the contract, with the deal of the source."""
    last = _last(game)
    deals = [FIRST_PRINTED if row is last else row.deal for row in game.rounds]
    spare = [deal + 1 - row.goal.cards for deal, row in zip(deals, game.rounds, strict=True)]
    return Finding(
        str(sum(left < 0 for left in spare)),
        f"Cards after the first draw less those of the contract, round by round: {listed(map(str, spare))}.",
    )


def decks_of_three(game: ToonervilleRook) -> Finding:
    """How many whole decks three players use."""
    copies = [card.copies(THREE) for card in game.cards]
    decks = min(copies)
    if max(copies) != decks:
        raise ValueError("the cards do not make up whole decks")
    return Finding(
        str(decks),
        f"With {THREE} players there are {decks} of each of {len(copies)} different cards: {sum(copies)} in all.",
    )


def _last(game: ToonervilleRook) -> Round:
    """The round in which the whole hand is laid."""
    if len(game.rounds) < ROUNDS:
        raise ValueError(f"there is no round {ROUNDS}")
    return game.rounds[ROUNDS - 1]


CHECKS = {
    "decks with three players": Computation(decks_of_three),
    "cards that the last contract needs": Computation(needed_in_the_last_round),
    "rounds in which too few cards are dealt": Computation(rounds_dealt_too_few),
}

"""What to write down after a game of Tombs: units on the board, and kills."""

from __future__ import annotations

from generator.engine.categories import Category, ScoreForm
from generator.games.tombs.rules import Tombs
from generator.games.tombs.scoring import MOST_UNITS
from generator.problems import listed


def score_form(game: Tombs) -> ScoreForm:
    """One line per game: units are its points, and kills win outright or break a tie."""
    goals = listed(f"{goal} with {players} players" for players, goal in game.goals.items())
    return ScoreForm(
        (Category("Units", frozenset({MOST_UNITS})), Category("Kills", tally="kills")),
        (game.min_players, game.max_players),
        notes=(f"Kills that win at once: {goals}.", "Else the most units on the board win, and then the most kills."),
    )

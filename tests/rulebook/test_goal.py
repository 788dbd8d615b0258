"""The one sentence that says how a game is won, in the words of its page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tables import project

from proofdeck.book.manuscript.goal import goal_in_words
from proofdeck.ground.problems import Problems
from proofdeck.source.project.reading import load_project

PAGE = "---\ntitle: G\n---\n\nA game. **You win** nothing here.\n\n"


def goal(write: Callable[..., Path], page: str) -> str:
    root = write("cards.csv", "game,id,name\ng,a,A\n")
    write("rules_md/g.md", page)
    return goal_in_words(load_project(root, Problems()).games["g"])


def test_each_of_the_six_games_says_how_it_is_won() -> None:
    found = {name: goal_in_words(game) for name, game in project().games.items()}
    assert found["tombs"].startswith("You win with 8 kills in a game for two, ")
    assert found["rummy-duel"] == "The goal: win the community cards that are worth the most."
    assert all(words.endswith(".") for words in found.values())


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("## Quick start {-}\n\nDeal.\n\n**You win** with a goose. Or with two.\n", "You win with a goose."),
        ("## Play\n\n**You win** with a goose.\n", ""),
        ("## End\n\nr[score.wins]\nThe most eggs win. Count twice.\n", "The most eggs win."),
        ("## End\n\nr[score.winter]\nWinter costs an egg.\n", ""),
    ],
)
def test_the_goal_is_a_sentence_of_the_quick_start_or_of_a_clause_about_winning_and_never_made_up(
    write: Callable[..., Path], page: str, says: str
) -> None:
    assert goal(write, f"{PAGE}{page}") == says

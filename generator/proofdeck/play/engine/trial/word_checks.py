"""Checks of an engine's list of actions and their words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import islice, pairwise

from proofdeck.play.engine.state import Action, Game
from proofdeck.play.engine.trial.comparing import Broken

MOST_ACTIONS = 200_000
"""The most actions of a game whose words are compared."""
NONSENSE = "??"
"""A short text that is not an action, compared with every word of a game."""


def all_actions(game: Game) -> Sequence[Action]:
    """The list from `actions()`, up to MOST_ACTIONS. Raises Broken if it is not ascending."""
    every = list(islice(game.actions(), MOST_ACTIONS))
    for one, two in pairwise(every):
        if one >= two:
            raise Broken(
                f"actions() is not ascending: {two} follows {one}",
                "List every action that can ever be legal, the smallest number first, each once.",
                type(game).actions,
            )
    return every


def unique(game: Game, every: Sequence[Action]) -> None:
    """Check that no two actions have the same words. Raises Broken."""
    met: dict[str, Action] = {}
    for action in every:
        words = game.action_to_string(action)
        other = met.setdefault(words.strip().casefold(), action)
        if other != action:
            raise Broken(
                f"actions {other} and {action} have the same words, '{words}'",
                "Give each action different words; upper and lower case make no difference.",
                type(game).action_to_string,
            )


def read_back(game: Game, every: Sequence[Action]) -> None:
    """Check that the words of each action are read as that action. Raises Broken."""
    for action in every:
        words = game.action_to_string(action)
        look = "string_to_action() must reverse action_to_string(), in upper or lower case."
        methods = (type(game).string_to_action, type(game).action_to_string)
        try:
            read = {game.string_to_action(form) for form in (words, words.upper())}
        except ValueError as error:
            raise Broken(f"the words of action {action}, '{words}', cannot be read: {error}", look, *methods) from None
        if read != {action}:
            other = next(iter(read - {action}))
            raise Broken(f"the words of action {action}, '{words}', are read as action {other}", look, *methods)


def nonsense(game: Game, _: Sequence[Action]) -> None:
    """Check that words that are not an action are refused. Raises Broken."""
    try:
        read = game.string_to_action(NONSENSE)
    except ValueError:
        return
    raise Broken(
        f"string_to_action() reads '{NONSENSE}' as action {read}",
        "Raise ValueError for words that are not an action.",
        type(game).string_to_action,
    )


WORD_CHECKS: Mapping[str, Callable[[Game, Sequence[Action]], None]] = {
    "words": unique,
    "reading": read_back,
    "nonsense": nonsense,
}

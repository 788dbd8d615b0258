"""Players who never do something as long as anything else is possible: restricted play, whatever bot it is done by.

If a bot chooses such a move, it is asked again and shown only the others, on the table and on those it imagines. If it
insists, any other is taken in its place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from random import Random

from proofdeck.play.engine.bots import Bot, Seat
from proofdeck.play.engine.notation import Names, folded
from proofdeck.play.engine.state import Action, Game, Macro, State

TRIES = 8
"""Commitments by chance before all of them are listed."""
Spared = Callable[[State, Action], bool]
"""(table, legal action) -> whether a player who does without something would not play it."""


def spared(game: Game, what: str, names: Iterable[tuple[str, str]]) -> Spared:
    """What a player does not do. what: a clause, a card or the words of a move. names: (id, name) of each card.

    Without a clause, nothing is played that makes it fire; without a card, no move whose words name it. Raises
    ValueError with a sentence and a hint if there is no such thing.
    """
    if what in list(game.points):
        return _firing(game.points.bit(what))
    words = {action: game.action_to_string(action) for action in game.actions()}
    card = next((name for one, name in names if folded(what) in {folded(one), folded(name)}), None)
    if card is not None:
        named = re.compile(rf"(?<!\w){re.escape(card)}(?!\w)", re.IGNORECASE)
        actions = {action for action, said in words.items() if named.search(said)}
        if not actions:
            raise ValueError(f"no move of the game names the card '{card}'", "Name a clause or a move.")
    else:
        moves = [(outline, numbers) for outline, numbers in game.kinds_of_moves()]
        exact = {action for action, said in words.items() if folded(said) == folded(what)}
        actions = exact or set(Names("move, card or clause", moves).find(what.replace("...", "…")))
    return lambda _, action: action in actions


def _firing(bit: int) -> Spared:
    def fires(state: State, action: Action) -> bool:
        after = state.clone()
        after.fired = 0
        after.apply_action(action)
        return bool(after.fired & bit)

    return fires


class Sparing:
    """A bot that does without something. again: another one of its kind, for moves in place of those; all others
    are those of the bot alone. needed: how often nothing else was possible.
    """

    def __init__(self, bot: Bot, again: Bot, avoids: Spared, random: Random) -> None:
        self._bot, self._again, self._avoids, self._random = bot, again, avoids, random
        self.needed = 0

    def choose(self, seat: Seat) -> Sequence[Action]:
        chosen = self._bot.choose(seat)
        if not does(seat._state, chosen, self._avoids):
            return chosen
        chosen = self._again.choose(_SparingSeat(seat, self._avoids))
        if not does(seat._state, chosen, self._avoids):
            return chosen
        others = [macro for macro in seat.macro_actions() if not does(seat._state, macro, self._avoids)]
        self.needed += not others
        return self._random.choice(others) if others else chosen


def does(state: State, actions: Sequence[Action], avoids: Spared) -> bool:
    """Whether one of these actions, one after the other, is one to do without."""
    for place, action in enumerate(actions):
        if avoids(state, action):
            return True
        if place + 1 < len(actions):
            state = state.clone()
            state.apply_action(action)
    return False


class _SparingSeat(Seat):
    """A seat from which only other moves are seen, where there are any."""

    __slots__ = ("_avoids",)

    def __init__(self, seat: Seat, avoids: Spared) -> None:
        super().__init__(seat._state)
        self._avoids = avoids

    def legal_actions(self) -> list[Action]:
        legal = self._state.legal_actions()
        return [action for action in legal if not self._avoids(self._state, action)] or legal

    def macro_actions(self) -> list[Macro]:
        macros = self._state.macro_actions()
        return [macro for macro in macros if not does(self._state, macro, self._avoids)] or macros

    def random_macro(self, random: Random) -> Macro:
        for _ in range(TRIES):
            macro = self._state.random_macro(random)
            if not does(self._state, macro, self._avoids):
                return macro
        return random.choice(self.macro_actions())

    def imagine(self, random: Random) -> State:
        table = super().imagine(random)
        table._legal = self.legal_actions()[:]
        return table

"""Asking for a table line by line: the questions, and the answers in notation.

A script is the notation of a whole table with gaps: text, and questions in place of answers. Filled in, it is what
people could have written down themselves. If a game's rounds have names, the first question asks for the round number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import Notation
from proofdeck.play.engine.state import Game


@dataclass(frozen=True, slots=True)
class Gap:
    """A gap in the notation.

    asks: the question. before: text put before an answer, if there is one. such_as: an example of an answer. words:
    names for completion. player: whose it is, "" for the table's. many: it is repeated until the answer is empty.
    optional: an empty answer leaves the gap. until: a placeholder until it is answered, so that an incomplete table can
    be scored. made_up: whether the placeholder gives points that nobody has. between: what separates the words of an
    answer; if that is a space, their order counts. pictures: the ids of cards that show words that are not their names.
    """

    asks: str
    before: str
    such_as: str
    words: tuple[str, ...] = ()
    player: str = ""
    many: bool = False
    optional: bool = False
    until: str = ""
    made_up: bool = False
    between: str = ", "
    pictures: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_number(self) -> bool:
        """Whether it asks for a number and nothing else."""
        return not self.words and self.such_as.isdecimal()


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The best reading of a pile of cards. answers: one for each set; left: cards in no set.

    fulfils: what else these sets do, such as names of contracts. instead: line of the notation -> its new text,
    if the cards are added to sets already there.
    """

    answers: tuple[str, ...]
    left: tuple[str, ...]
    fulfils: tuple[str, ...] = ()
    instead: Mapping[int, str] = field(default_factory=dict)


Script = tuple[str | Gap, ...]
Rules = TypeVar("Rules", bound=Game)
MakeScript = Callable[[Rules, Sequence[str]], Script]
"""(rules, players in order) -> the script."""
Suggest = Callable[[Rules, Notation, Problems], Mapping[str, Suggestion]]
"""(rules, table, problems) -> the best reading for each player with a line `pile: cards`."""
PLAYER = "{player}"


def of_each(players: Sequence[str], *parts: str | Gap) -> Iterator[str | Gap]:
    """The same part of a script for each player in turn, who is called `{player}` in its texts and questions."""
    for name in players:
        for part in parts:
            if isinstance(part, str):
                yield part.replace(PLAYER, name)
            else:
                asks, before = part.asks.replace(PLAYER, name), part.before.replace(PLAYER, name)
                yield replace(part, asks=asks, before=before, player=name)

"""How a table is asked for, line by line: what people are asked, and what their answers are in the notation.

A script is the notation of a whole table with gaps. Text stands as it is; a question stands where an answer will. What
comes out, read from start to end, is what people could have written down themselves. Where the rounds of a game have
names, the first question is for the number of the round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.engine.notation import Notation
from generator.problems import Problem


@dataclass(frozen=True, slots=True)
class Question:
    """A gap in the notation.

    asks: what people are asked. before: stands before an answer, and nowhere without one. such_as: an answer, as an
    example. words: what an answer may name, for completion. player: whose it is, "" for the table's. many: it is asked
    again until the answer is empty. optional: an empty answer leaves the gap. until: stands there while nothing else
    does, so that a table can be scored before it is complete. made_up: whether that gives points that nobody has.
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


@dataclass(frozen=True, slots=True)
class Suggestion:
    """How a pile of cards is best read. answers: as people would have said it, one a set; left: cards in none of them.

    fulfils: what else these sets do, such as names of contracts. instead: line of the notation -> what it says then,
    where the cards go to what lies there already.
    """

    answers: tuple[str, ...]
    left: tuple[str, ...]
    fulfils: tuple[str, ...] = ()
    instead: Mapping[int, str] = field(default_factory=dict)


Script = tuple[str | Question, ...]
MakeScript = Callable[[Any, Sequence[str]], Script]
"""(rules, players in their order) -> what to ask."""
Suggest = Callable[[Any, Notation, list[Problem]], Mapping[str, Suggestion]]
"""(rules, table, problems) -> for each player with a line `pile: cards` what it is best read as."""

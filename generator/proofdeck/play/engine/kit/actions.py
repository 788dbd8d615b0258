"""Actions declared on the methods that perform them: their words, their values, and the rows that forbid them.

::

    @action("Play {card}", card=held("hand", HAND))
    def play(self, card: int) -> None:
        self.hand[self.player] ^= 1 << card

    @play.bar(FOLLOW)
    def must_follow(self, card: int) -> str | None:
        return "the suit that is led is in the hand" if ... else None

An action is legal if no row bars it. The first row that bars an action is also the reason it is refused, so the reason
cannot differ from the rule. A row that takes only the table bars all actions of its kind, and is called once. One that
takes `*parts` can bar actions of any kind.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, wraps
from itertools import product
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from proofdeck.ground.problems import listed
from proofdeck.play.engine.state import Game
from proofdeck.source.rules.points import not_bound

Effect = Callable[..., None]
Why = Callable[..., "str | None"]
Reason = tuple[int, str]
"""The clause that forbids an action, and why."""
Forbids = Callable[..., "Reason | None"]
Value = TypeVar("Value")
OfRules = Callable[[Any], Value]
"""A function of the rules, whose class is the author's own: the kit cannot say which."""


class Axis(NamedTuple):
    """The values of one part of an action. names: the names of its values, given the rules.

    zone: where the card must be, "" for other values; clause: the rule that says so.
    """

    names: OfRules[Sequence[str]]
    zone: str = ""
    clause: int = 0


def _bit(clause: int) -> int:
    """Raises TypeError for the id of a clause, or anything else that is not its bit."""
    if not isinstance(clause, int):
        raise TypeError(not_bound(clause))
    return clause


def held(zone: str, clause: int) -> Axis:
    """A card in that zone, the player's own if each has one. clause: the rule that requires it to be there."""
    return Axis(lambda rules: rules.names, zone, _bit(clause))


def any_card() -> Axis:
    """Any card of the deck, wherever it is."""
    return Axis(lambda rules: rules.names)


def numbers(most: int | OfRules[int], least: int = 1) -> Axis:
    """Whole numbers, passed to the action counted from 0. most: the last one, or a function of the rules; least: the
    first one.
    """

    def names(rules: Game) -> Sequence[str]:
        last = most if isinstance(most, int) else most(rules)
        return [str(number) for number in range(least, last + 1)]

    return Axis(names)


def one_of(*words: str) -> Axis:
    """One of these words, passed to the action counted from 0."""
    return Axis(lambda _: words)


@dataclass(frozen=True, slots=True)
class ActionBan:
    """A reason to forbid an action. whole: whether it depends on the table alone; off: whether the clause allows it.

    A clause that forbids an action does so while it applies; an action that a clause allows is forbidden while it does
    not.
    """

    clause: int
    why: Why
    whole: bool
    off: bool = False

    def applies(self, on: int) -> bool:
        """on: bits of the clauses that apply."""
        return bool(on & self.clause) != self.off


class Action:
    """Actions of one kind. words: text with the names of the axes in braces; axes: in the order of numbering."""

    def __init__(self, words: str, axes: dict[str, Axis], effect: Effect) -> None:
        """Raises TypeError if the words name different axes, or if one of them is something else."""
        named = {field for _, field, _, _ in Formatter().parse(words) if field is not None}
        if named != set(axes):
            raise TypeError(f"the words '{words}' do not match the action's arguments ({listed(axes) or 'none'})")
        for name in [name for name, one in axes.items() if type(one) is not Axis]:
            says = f"'{name}' of '{words}' must be held(...), any_card(...), numbers(...) or one_of(...)"
            raise TypeError(f"{says}, and not {axes[name]!r}")
        self.words, self.axes, self.effect = words, axes, effect
        self.outline = words.format_map(dict.fromkeys(axes, "…"))
        self.rows: list[ActionBan] = []
        self.__doc__ = effect.__doc__

    def bar(self, clause: int) -> Callable[[Why], Why]:
        """Declare that this clause forbids an action whenever the function returns a reason."""

        return lambda why: self._keep(clause, why, off=False)

    def permit(self, clause: int) -> Callable[[Why], Why]:
        """Declare that this clause allows an action, which is forbidden without it whenever there is a reason."""
        return lambda why: self._keep(clause, why, off=True)

    def needs(self, clause: int, why: str) -> None:
        """Declare that this clause allows an action. why: what is said when it does not apply."""
        self._keep(clause, lambda _: why, off=True)

    def bar_by(self, *clauses: int) -> Callable[[Forbids], Forbids]:
        """Declare what forbids an action by any of these clauses; the function returns which of them, and why."""
        return lambda forbids: self._keep_each(clauses, forbids, off=False)

    def permit_by(self, *clauses: int) -> Callable[[Forbids], Forbids]:
        """Declare that one of these clauses allows an action; the function returns which one it takes, and why."""
        return lambda forbids: self._keep_each(clauses, forbids, off=True)

    def _keep_each(self, clauses: Sequence[int], forbids: Forbids, *, off: bool) -> Forbids:
        for clause in clauses:
            self._keep(clause, _by(clause, forbids), off=off)
        return forbids

    def _keep(self, clause: int, why: Why, *, off: bool) -> Why:
        """Raises TypeError for a function that takes neither the table alone nor all arguments of the action."""
        parameters = list(inspect.signature(why).parameters.values())[1:]
        all_parts = any(one.kind is one.VAR_POSITIONAL for one in parameters)
        takes = len(self.axes) if all_parts else len(parameters)
        if takes not in {0, len(self.axes)}:
            name = getattr(why, "__name__", "a rule")
            raise TypeError(f"{name} takes {takes} values besides the table, but '{self.words}' has {len(self.axes)}")
        self.rows.append(ActionBan(_bit(clause), why, takes == 0, off))
        return why

    def __get__(self, table: object, owner: type) -> Any:
        return self if table is None else self.effect.__get__(table, owner)


def _by(clause: int, forbids: Forbids) -> Why:
    """Why that clause forbids an action, or None."""

    @wraps(forbids)
    def why(table: object, *parts: int) -> str | None:
        found = forbids(table, *parts)
        return found[1] if found and found[0] == clause else None

    return why


def action(words: str, **axes: Axis) -> Callable[[Effect], Action]:
    """Declare a kind of action; the decorated method performs it.

    words: what people read and write, with the names of the other values in braces. Raises TypeError if they differ.
    """
    return lambda effect: Action(words, axes, effect)


def bar(clause: int, *kinds: Action) -> Callable[[Why], Why]:
    """Declare one rule that forbids actions of all these kinds whenever the function returns a reason."""

    def keep(why: Why) -> Why:
        for kind in kinds:
            kind.bar(clause)(why)
        return why

    return keep


def bar_while(fact: str, value: object, clause: int, why: str, *kinds: Action) -> None:
    """Declare that a clause forbids actions of all these kinds while a fact of the table has that value."""
    bar(clause, *kinds)(lambda table: why if getattr(table, fact) == value else None)


class NumberedAction(NamedTuple):
    """A kind of action with its numbers, for particular rules. names: of the values of each axis."""

    action: Action
    start: int
    names: tuple[tuple[str, ...], ...]

    @property
    def end(self) -> int:
        found = 1
        for names in self.names:
            found *= len(names)
        return self.start + found

    def all_parts(self) -> Iterator[tuple[int, ...]]:
        """The values of the axes for each number of this kind."""
        return product(*(range(len(names)) for names in self.names))

    def parts(self, number: int) -> tuple[int, ...]:
        """The value of each axis."""
        found, rest = [], number - self.start
        for names in reversed(self.names):
            rest, value = divmod(rest, len(names))
            found.append(value)
        return tuple(reversed(found))

    def number(self, parts: Sequence[int]) -> int:
        """The inverse of `parts`."""
        found = 0
        for names, part in zip(self.names, parts, strict=True):
            found = found * len(names) + part
        return self.start + found

    def says(self, number: int) -> str:
        values = zip(self.action.axes, self.names, self.parts(number), strict=True)
        return str(self.action.words.format(**{axis: names[value] for axis, names, value in values}))


@lru_cache(maxsize=256)
def all_said(kind: NumberedAction) -> tuple[str, ...]:
    """The words of each number of that kind, cached because rules with the same names have the same words."""
    return tuple(map(kind.says, range(kind.start, kind.end)))


def numbered(actions: Sequence[Action], rules: Game) -> tuple[NumberedAction, ...]:
    """All kinds of action, numbered one after the other."""
    found: list[NumberedAction] = []
    for one in actions:
        names = tuple(tuple(axis.names(rules)) for axis in one.axes.values())
        found.append(NumberedAction(one, found[-1].end if found else 0, names))
    return tuple(found)

"""What rules read before the first deal, declared: parameters from the head of the page, and columns of the cards.

::

    road: int = whole("road", 1, 40, "the number of spaces on the road")
    worth: list[int] = column("value")

The rules then have `self.road` and `self.worth`, and `road` is one of their parameters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from proofdeck.play.engine.kit.actions import OfRules
from proofdeck.source.rules.parameters import Parameter, Whole


@dataclass(frozen=True, slots=True)
class Declared:
    """A value that rules read. of: the value, given the rules; parameters: those of the head that it is made of."""

    of: OfRules[object]
    parameters: tuple[Parameter, ...] = ()


def whole(name: str, at_least: int, at_most: int, says: str) -> Any:
    """Declare a parameter that is a whole number. name: its name in the head of the page; says: what it counts."""
    return Declared(lambda rules: rules.values.number(name), (Whole(name, at_least, at_most, says),))


def wholes(name: str, at_least: int, at_most: Mapping[int, int] | Mapping[str, int], says: str) -> Any:
    """Declare several parameters `name.key`, for a mapping of their values by key, such as a number of players.

    at_most: for each key the greatest value; says: what they count, with `{}` for the key.
    """
    names = {key: f"{name}.{key}" for key in at_most}
    declared = tuple(Whole(names[key], at_least, most, says.format(key)) for key, most in at_most.items())
    return Declared(lambda rules: {key: rules.values.number(one) for key, one in names.items()}, declared)


def column(name: str, known: Sequence[str] = ()) -> Any:
    """Declare a list with the whole number of each card in that column, or the place of its cell among `known` words,
    counted from 0. Rules cannot be made of cards with anything else there.
    """
    return Declared(lambda rules: rules.column(name, known) if known else rules.numbers(name))

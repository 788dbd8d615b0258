"""A version of a game: the project in a folder, as it is or with numbers changed in memory."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from pathlib import Path
from typing import TypeVar

from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, hint_from
from proofdeck.play.engine.loading import Playable, load_playable
from proofdeck.play.setup.opening import open_game
from proofdeck.play.setup.reduced import read_reduction
from proofdeck.source.cards.columns import QUANTITY_FOR_PLAYERS
from proofdeck.source.cards.deck import Card, Deck
from proofdeck.source.cards.values import number, whole_number
from proofdeck.source.project.game import Game
from proofdeck.source.rules.page import Plain
from proofdeck.source.rules.parameters import TABLE, Parameter

Number = TypeVar("Number", int, float)

CARD = "card"
"""What the name of a cell begins with: `card.phoenix.value`."""
MOST_VERSIONS = 100
"""Of one comparison."""
FIXED = frozenset({"game", "id"})
"""Columns that say which card it is."""


@dataclass(frozen=True, slots=True)
class NumberChange:
    """A changed number: `goal.2` of the rules, or `card.phoenix.value` of the spreadsheet. value: as it was typed."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"{self.name}={self.value}"


@dataclass(frozen=True, slots=True)
class Version:
    """A game of the project in that folder, with those changes. reduced: words for a smaller deck, or ""."""

    root: Path
    game: str
    changes: tuple[NumberChange, ...] = ()
    trust: bool = False
    reduced: str = ""

    def open(self, problems: Problems) -> tuple[Game, Playable]:
        """Raises ProofdeckError if it cannot be played, or has nothing with that name to change."""
        game, playable = open_game(self.root, self.game, problems, trust=self.trust)
        if not self.changes and not self.reduced:
            return game, playable
        changes, deck = self.changes, game.deck
        if self.reduced:
            reduction = read_reduction(self.reduced)
            changes += tuple(map(read_change, reduction.changes))
            with playable.origin.faults():
                table = playable.game.new_initial_state(playable.game.min_players, 0)
            deck = reduction.of(deck, {card for cards in table.zones().values() for card in cards})
        changed = _changed(replace(game, deck=deck), changes, playable.engine.parameters)
        wrong, about = Problems(), changed.about
        other = load_playable(
            changed.page, changed.deck, self.root, wrong, trust=self.trust, players=about.players, sides=about.sides
        )
        if other is None:
            raise ProofdeckError(wrong)
        return changed, other


def read_change(said: str) -> NumberChange:
    """`goal.2=7`. Raises ProofdeckError for anything else."""
    name, equals, value = (part.strip() for part in said.partition("="))
    if not (name and equals and value):
        raise _refused(f"'{said}' is not a change", "Write NAME=VALUE: goal.2=7, or card.phoenix.value=10.")
    return NumberChange(name, value)


def name_in_words(name: str, playable: Playable, deck: Deck) -> str:
    """What people call something that may be changed: `goal with 2 players`, `silk (3)`, `value of Phoenix`."""
    if (cell := _cells(deck).get(name)) is not None:
        card, column = cell
        return f"{column.replace('_', ' ')} of {card.name or card.id}"
    stem, _, last = name.rpartition(".")
    words = re.sub(r"[-.]", " ", stem)
    if not last.isdecimal():
        return f"{words} {last.replace('-', ' ')}".strip()
    siblings = {one.name.rpartition(".")[2] for one in playable.engine.parameters if one.name.startswith(f"{stem}.")}
    players = set(map(str, range(playable.game.min_players, playable.game.max_players + 1)))
    return f"{words} with {last} players" if siblings <= players else f"{words} ({last})"


def read_axis(said: str) -> list[NumberChange]:
    """`goal.2=6..10` or `goal.2=6,8`: the values of one thing. Raises ProofdeckError for anything else."""
    change = read_change(said)
    first, *others = (whole(end.strip()) for end in change.value.split(".."))
    if first is not None and len(others) == 1 and (last := others[0]) is not None:
        values = list(map(str, range(first, last + 1)[: MOST_VERSIONS + 1]))
    else:
        values = [value.strip() for value in change.value.split(",") if value.strip()]
    if not values:
        raise _refused(f"'{said}' has no values", "Write the smaller number first: goal.2=6..10.")
    return [NumberChange(change.name, value) for value in values]


def have_many_values(changes: Sequence[str], to: str) -> bool:
    """Return whether one of them names several values. Raises ProofdeckError if it does and `to` names a version."""
    several = [said for said in changes if len(read_axis(said)) > 1]
    if several and to:
        message = f"'{several[0]}' has several values, and --to compares two versions"
        raise ProofdeckError(Problem("E805", message, field="set", hint="Name one value, or leave out --to."))
    return bool(several)


def all_of(axes: Sequence[Sequence[NumberChange]]) -> list[tuple[NumberChange, ...]]:
    """Each value of each axis with each of the others. Raises ProofdeckError when there are too many."""
    if prod(map(len, axes)) > MOST_VERSIONS:
        message = f"these are more than {MOST_VERSIONS} versions"
        raise _refused(message, "Name fewer values, or compare one thing after the other.")
    return list(product(*axes))


def _changed(game: Game, changes: Sequence[NumberChange], parameters: Sequence[Parameter]) -> Game:
    wrong = Problems()
    for change in changes:
        try:
            game = _with(game, change, parameters)
        except ProofdeckError as error:
            wrong.extend(error.problems)
    if wrong:
        raise ProofdeckError(wrong)
    return game


def _with(game: Game, change: NumberChange, parameters: Sequence[Parameter]) -> Game:
    """The game with one thing changed."""
    known = next((one for one in parameters if one.name == change.name), None)
    if known is not None:
        key = f"{TABLE}.{change.name}"
        entry = replace(game.page.head[key], value=_read(change, known))
        return replace(game, page=replace(game.page, head={**game.page.head, key: entry}))
    cells = _cells(game.deck)
    if change.name not in cells:
        names = [*(one.name for one in parameters), *cells]
        hint = hint_from(did_you_mean(change.name, names), "Parameters have the names in the head of the rules.")
        raise _refused(f"{game.title} has no '{change.name}' to change", hint)
    which, column = cells[change.name]
    cards = [_card_with(card, column, change) if card is which else card for card in game.deck]
    return replace(game, deck=replace(game.deck, cards=tuple(cards)))


def _read(change: NumberChange, parameter: Parameter) -> Plain:
    """Raises ProofdeckError for a value that the parameter does not take."""
    try:
        return parameter.read(_plain(change.value))
    except ValueError as error:
        raise _refused(f"{change.name}: {error}", f"It is {parameter.says}.") from None


def _plain(said: str) -> Plain:
    """As YAML reads it in the head of a page."""
    found = whole(said.removeprefix("-"))
    if found is not None:
        return -found if said.startswith("-") else found
    return {"yes": True, "true": True, "no": False, "false": False}.get(said.casefold(), said)


def _cells(deck: Deck) -> dict[str, tuple[Card, str]]:
    """The card and the column of each cell that may be changed.

    Every card has a value and a quantity, whatever columns there are.
    """
    return {
        f"{CARD}.{card.id}.{column}": (card, column)
        for card in deck
        for column in ("value", "quantity", *card.fields)
        if column not in FIXED
    }


def _card_with(card: Card, column: str, change: NumberChange) -> Card:
    """The card with another value in that column. Raises ProofdeckError if a number is needed and `value` is none."""
    changed = replace(card, fields={**card.fields, column: change.value})
    if column == "value":
        return replace(changed, value=_number(change, number(change.value)))
    if column == "quantity":
        return replace(changed, quantity=_number(change, whole_number(change.value)))
    if (players := QUANTITY_FOR_PLAYERS.get(column)) is not None:
        copies = _number(change, whole_number(change.value))
        return replace(changed, quantities={**card.quantities, players: copies})
    return replace(changed, name=changed.fields["name"], kind=changed.fields.get("kind", ""))


def _number(change: NumberChange, found: Number | None) -> Number:
    if found is None:
        raise _refused(
            f"{change.name}: '{change.value}' is not a number for this column", "Write it as in the spreadsheet."
        )
    return found


def _refused(message: str, hint: str) -> ProofdeckError:
    return ProofdeckError(Problem("E804", message, field="set", hint=hint))

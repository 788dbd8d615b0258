"""A small deck in place of the whole one, so that all games of it can be searched.

::

    2 suits, ranks 1 to 3, hand.2=2

The parts of a reduction are separated by commas. `2 suits` keeps the cards with the first two different words in the
column suit, `ranks 1 to 3` those with a number from 1 to 3 in the column rank, `kinds fox and owl` those with one of
these words in the column kind. `1 copy` leaves at most so many copies of each card, `8 cards` the first eight rows that
are left. A number of the rules is changed as by `--set`: `hand.2=2`. Only cards that are dealt are left out.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from proofdeck.ground.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.play.engine.notation import folded, singulars
from proofdeck.source.cards.deck import Card, Deck
from proofdeck.source.project.head import REDUCED

FIRST = re.compile(r"(?P<count>\d{1,3})\s+(?P<what>\S.*)")
RANGE = re.compile(r"(?P<what>\S.*?)\s+(?P<least>-?\d{1,6})\s+to\s+(?P<most>-?\d{1,6})")
WORDS = re.compile(r"(?P<what>\S+)\s+(?P<words>\S.*)")
CARDS = "card"
EXAMPLE = "For example: 2 suits, ranks 1 to 3, hand.2=2"


@dataclass(frozen=True, slots=True)
class Reduction:
    """What is left of a deck, in words. changes: of numbers, as they are written."""

    words: str
    parts: tuple[str, ...]
    changes: tuple[str, ...]

    def of(self, deck: Deck, dealt: Collection[str]) -> Deck:
        """The smaller deck. dealt: the ids of the cards that may be left out. Raises ProofdeckError for what is not
        in the deck.
        """
        kept: Sequence[Card] = [card for card in deck if card.id in dealt]
        for part in self.parts:
            kept = _kept(part, kept)
            if not kept:
                raise refused(f"{REDUCED}: no card is left after '{part}'", EXAMPLE)
        left = {card.id: card for card in kept}
        return replace(deck, cards=tuple(left.get(card.id, card) for card in deck if _stays(card, dealt, left)))


def read_reduction(words: str) -> Reduction:
    """Raises ProofdeckError for an empty one."""
    parts = [part.strip() for part in words.split(",") if part.strip()]
    if not parts:
        raise refused(f"{REDUCED}: nothing says which cards are left", EXAMPLE)
    changes = tuple(part for part in parts if "=" in part)
    return Reduction(", ".join(parts), tuple(part for part in parts if "=" not in part), changes)


def _stays(card: Card, dealt: Collection[str], left: Collection[str]) -> bool:
    return card.id in left or card.id not in dealt


def _kept(part: str, cards: Sequence[Card]) -> Sequence[Card]:
    """The cards that are left by one part of a reduction."""
    if found := FIRST.fullmatch(part):
        count, what = int(found["count"]), folded(found["what"])
        if what in {"copy", "copies"}:
            return [_with_copies(card, count) for card in cards]
        if CARDS in singulars(what):
            return cards[:count]
        column = _column(found["what"], cards)
        words = list(dict.fromkeys(filter(None, (_cell(card, column) for card in cards))))[:count]
        return [card for card in cards if _cell(card, column) in words]
    if found := RANGE.fullmatch(part):
        column, numbers = _column(found["what"], cards), range(int(found["least"]), int(found["most"]) + 1)
        return [card for card in cards if _number(_cell(card, column)) in numbers]
    if found := WORDS.fullmatch(part):
        column = _column(found["what"], cards)
        known = {folded(_cell(card, column)): _cell(card, column) for card in cards}
        words = [word.strip() for word in re.split(r"\s+(?:and|or)\s+|/", found["words"])]
        for word in words:
            if folded(word) not in known:
                hint = hint_from(did_you_mean(word, known.values()), f"There are {listed([*known.values()][:12])}.")
                raise refused(f"{REDUCED}: no card has '{word}' in the column '{column}'", hint)
        return [card for card in cards if folded(_cell(card, column)) in set(map(folded, words))]
    raise refused(f"{REDUCED}: '{part}' does not say which cards are left", EXAMPLE)


def _column(word: str, cards: Sequence[Card]) -> str:
    """The column with that name, in the singular or plural. Raises ProofdeckError if there is none."""
    known = list(dict.fromkeys(name for card in cards for name in ("value", "kind", *card.fields) if "@" not in name))
    by_name = {folded(name): name for name in known}
    found = next((by_name[name] for name in singulars(folded(word)) if name in by_name), None)
    if found is None:
        hint = hint_from(did_you_mean(word, known), f"The columns are {listed(known[:20])}; or write copies or cards.")
        raise refused(f"{REDUCED}: there is no column '{word}'", hint)
    return found


def _cell(card: Card, column: str) -> str:
    return card.fields.get(column, "").strip()


def _number(cell: str) -> int | None:
    return int(cell) if re.fullmatch(r"-?\d{1,6}", cell) else None


def _with_copies(card: Card, most: int) -> Card:
    quantities = {players: min(most, copies) for players, copies in card.quantities.items()}
    return replace(card, quantity=min(most, card.quantity), quantities=quantities)


def refused(message: str, hint: str) -> ProofdeckError:
    return ProofdeckError(Problem("E809", message, field=REDUCED, hint=hint))

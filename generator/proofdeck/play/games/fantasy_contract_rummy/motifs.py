"""The cards of the main deck and the contracts, numbered.

A motif is what a card shows: Paladin, Wolf, Sword. Its number is its place among the characters, companions, weapons
and actions of the spreadsheet, in that order. A card in a set is an `element`: 2 * motif if the card is what it shows,
2 * motif + 1 if another card stands in for the motif. A set is stored as its elements, ascending.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofdeck.ground.problems import Place, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.source.cards import Card

ACTIONS = (
    "rewrite-destiny",
    "thievery",
    "tax-collector",
    "reinforcements",
    "espionage",
    "helping-hand",
    "hostile-action",
    "pestilence",
)
REWRITE, THIEVERY, TAX, REINFORCE, ESPIONAGE, HELP, HOSTILE, PESTILENCE = range(len(ACTIONS))
CONTRACTS = (
    "warriors-arsenal",
    "just-a-friendly-troubadour",
    "tricksters-run",
    "hoarder",
    "companion-mastery",
    "tricksters-kingdom",
    "slippery-beasts",
)
HOARDER = CONTRACTS.index("hoarder")
NAMED = ("trickster", "druid", "paladin", "bard", "lute", "mirror", "spirit", "phoenix", "weasel", "raven")
"""Motifs that the rules mention."""
PLAYED = {"action": ACTIONS, "contract": CONTRACTS}
"""The cards for which there are rules."""


class Motifs:
    """The cards of the spreadsheet. Raises ProofdeckError for a deck that the rules cannot play.

    cards: those of the main deck by motif, followed by the contracts.
    """

    def __init__(self, deck: Sequence[Card]) -> None:
        problems = Problems()
        kinds = [_of_kind(deck, kind) for kind in ("character", "companion", "weapon")]
        _check_names(kinds, deck, problems)
        if problems:
            raise ProofdeckError(problems)
        characters, companions, weapons = kinds
        actions = [card for name in ACTIONS for card in deck if card.id == name]
        contracts = [card for name in CONTRACTS for card in deck if card.id == name]
        cards = [*characters, *companions, *weapons, *actions]
        self.cards = (*cards, *contracts)
        self.characters = range(len(characters))
        self.companions = range(len(characters), len(characters) + len(companions))
        self.weapons = range(self.companions.stop, self.companions.stop + len(weapons))
        self.kinds = (self.characters, self.companions, self.weapons)
        self.actions = range(self.weapons.stop, len(cards))
        self.ids = [card.id for card in cards]
        self.number = {name: motif for motif, name in enumerate(self.ids)}
        self.names = [card.name for card in cards]
        self.values = [_whole(card, problems) for card in cards]
        self.copies = [card.copies(2) for card in cards]
        self.partner = [_partner(card, cards, problems) for card in cards]
        self.contract_names = [card.name for card in contracts]
        self.contract_values = [_whole(card, problems) for card in contracts]
        self.contract_copies = [card.copies(2) for card in contracts]
        if problems:
            raise ProofdeckError(problems)
        self.trickster, self.druid = self.number["trickster"], self.number["druid"]
        self.elements = range(2 * self.weapons.stop)
        self.card_of = [self._card_of(element) for element in self.elements]

    def _card_of(self, element: int) -> int:
        """The card used up by an element; -1 if nothing can stand in."""
        motif = element >> 1
        if not element & 1:
            return motif
        if motif in self.characters:
            return self.trickster if motif != self.trickster else -1
        return self.druid if motif in self.companions else -1

    def element_name(self, element: int) -> str:
        """`Wolf`, or `Druid as Wolf`."""
        name = self.names[element >> 1]
        return f"{self.names[self.card_of[element]]} as {name}" if element & 1 else name

    def points(self, element: int) -> int:
        """The printed value of the card used."""
        return self.values[self.card_of[element]]


def _of_kind(deck: Sequence[Card], kind: str) -> list[Card]:
    return [card for card in deck if card.kind == kind]


def _check_names(kinds: Iterable[list[Card]], deck: Sequence[Card], problems: Problems) -> None:
    """Check that every card mentioned in the rules exists, and that every action and contract has a rule."""
    file = next((card.place("id").file for card in deck), None)
    in_sets = {card.id: card for cards in kinds for card in cards}
    wanted = (
        ("card", NAMED, in_sets),
        *((kind, names, {card.id: card for card in _of_kind(deck, kind)}) for kind, names in PLAYED.items()),
    )
    for kind, names, cards in wanted:
        for name in names:
            if name not in cards:
                message = f"the engine of Fantasy Contract Rummy needs the {kind} '{name}'"
                hint = hint_from(did_you_mean(name, cards), f"Put back the row with '{name}' in the column 'id'.")
                problems.report("E610", message, Place(file), field="id", hint=hint)
        for name in cards.keys() - set(names) if kind in PLAYED else ():
            hint = hint_from(did_you_mean(name, names), f"It plays {listed(names)}.")
            message = f"the engine has no rule for the {kind} '{name}'"
            problems.report("E610", message, cards[name].place(), field="id", hint=hint)


def _whole(card: Card, problems: Problems) -> int:
    if card.value is not None and card.value == int(card.value):
        return int(card.value)
    message, hint = f"the value of {card.name} must be a whole number", f"Correct the column 'value' of '{card.id}'."
    problems.report("E610", message, card.place("value"), field="value", hint=hint)
    return 0


def _partner(card: Card, cards: list[Card], problems: Problems) -> int:
    """The motif of the partner, which the spreadsheet names by its id or by its icon; -1 for none."""
    partner = card.fields.get("partner", "").strip()
    if not partner or card.kind not in {"character", "weapon"}:
        return -1
    by_word = {
        word: motif
        for field in ("icon", "id")
        for motif, other in enumerate(cards)
        if (word := other.fields.get(field))
    }
    if partner in by_word:
        return by_word[partner]
    message = f"the partner '{partner}' of {card.name} is neither the id nor the icon of a card"
    hint = hint_from(did_you_mean(partner, by_word), "Name another card, or leave the cell empty.")
    problems.report("E610", message, card.place("partner"), field="partner", hint=hint)
    return -1

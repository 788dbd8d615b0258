"""Toonerville Rook for one deck and one set of parameters: what is fixed before the first card is dealt."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, NamedTuple

from generator.cards import Card, Deck
from generator.engine.state import Action, Game
from generator.games.toonerville_rook.actions import CARD_IDS, COLOURS, END_OF_ACTIONS, NUMBERS, in_words
from generator.games.toonerville_rook.clauses import (
    BUY_CARDS,
    BUY_LIMIT,
    MELDS,
    NATURAL,
    ORDER,
    PARAMETERS,
    POINTS,
    ROUNDS,
    RUN,
    SET,
    WHOLE_HAND,
)
from generator.games.toonerville_rook.contracts import Contracts
from generator.games.toonerville_rook.turn import RookState
from generator.games.toonerville_rook.whole_hand import WholeHand
from generator.problems import Problem, ProofdeckError
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

__all__ = ["PARAMETERS", "POINTS", "RookState", "Round", "ToonervilleRook"]


class Round(NamedTuple):
    """One contract. contracts: the search for ways to lay it."""

    number: int
    runs: int
    sets: int
    deal: int
    whole: bool
    contracts: Contracts


class ToonervilleRook(Game):
    """The deck as numbers, and the rounds."""

    name: ClassVar[str] = "toonerville-rook"
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 5
    points: ClassVar[RulePoints] = POINTS

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError for a deck or for contracts that cannot be played."""
        super().__init__(values, on)
        cards = _cards(deck)
        self.names = [card.name for card in cards]
        self.worth = [_worth(card) for card in cards]
        self.copies = {n: [card.copies(n) for card in cards] for n in range(self.min_players, self.max_players + 1)}
        self.stacks = {
            n: [kind for kind, count in enumerate(copies) for _ in range(count)] for n, copies in self.copies.items()
        }
        self.run_length = values.number("run-length") if on & RUN else 1
        self.set_length = values.number("set-length") if on & SET else 1
        self.extra = values.number("buy-extra") if on & BUY_CARDS else 0
        self.buy_limit = values.number("buy-limit") if on & BUY_LIMIT else 0
        self.stall = values.number("stall")
        self.rounds = [self._round(number) for number in range(1, values.number("rounds") + 1)]
        self._check_room(cards[0])

    def _round(self, number: int) -> Round:
        values, on = self.values, self.on
        runs, sets = values.number(f"runs.{number}"), values.number(f"sets.{number}")
        if not 1 <= runs + sets <= MELDS:
            message = f"the contract of round {number} has {runs + sets} melds, and a field has room for 1 to {MELDS}"
            raise ProofdeckError(Problem("E610", message, field=f"runs.{number}"))
        whole = number == ROUNDS and bool(on & WHOLE_HAND)
        deal = values.number("round-11-deal" if number == ROUNDS else f"deal.{number}")
        search = (WholeHand if whole else Contracts)(
            self.run_length, self.set_length, natural=bool(on & NATURAL), ordered=bool(on & ORDER)
        )
        return Round(number, runs, sets, deal, whole, search)

    def _check_room(self, card: Card) -> None:
        """Every number of players needs its cards, one to turn up and one to draw."""
        most = max(row.deal for row in self.rounds)
        for players, stack in self.stacks.items():
            if len(stack) < players * most + 2:
                place = card.place("quantity")
                message = f"{len(stack)} cards are too few to deal {most} to each of {players} players"
                raise ProofdeckError(
                    Problem("E610", message, place.file, place.line, place.column, "quantity", "Add copies.")
                )

    def new_initial_state(self, players: int, seed: int) -> RookState:
        self._check_players(players)
        return RookState.dealt(self, players, seed)

    def actions(self) -> Iterable[Action]:
        return range(END_OF_ACTIONS)

    def action_to_string(self, action: Action) -> str:
        return in_words(action, self.names)


def _cards(deck: Deck) -> list[Card]:
    """The cards that are played with, in the order of their numbers here."""
    played = {card.id: card for card in deck if card.kind in {"number", "rook"}}
    strange = next((card for name, card in played.items() if name not in CARD_IDS), None)
    missing = [name for name in CARD_IDS if name not in played]
    if strange is None and not missing:
        return [played[name] for name in CARD_IDS]
    last = f"{COLOURS[-1]}-{NUMBERS}"
    message = f"the engine of Toonerville Rook plays the cards {CARD_IDS[0]} to {last} and rook"
    if strange is None:
        raise ProofdeckError(Problem("E610", f"{message}; {missing[0]} is missing", hint="Add a row for it."))
    place = strange.place("id")
    raise ProofdeckError(
        Problem("E610", f"{message}, not {strange.id}", place.file, place.line, place.column, "id", "Name it so.")
    )


def _worth(card: Card) -> int:
    """What it costs to be left with it."""
    if card.value is not None and card.value == int(card.value) and card.value >= 0:
        return int(card.value)
    place = card.place("value")
    message = f"the value of {card.id} is what it costs in hand, a whole number"
    raise ProofdeckError(Problem("E610", message, place.file, place.line, place.column, "value", "Write its points."))

"""The actions of Fantasy Contract Rummy as numbers, and in words.

A play has stages: open a type of set, add elements in ascending order, close. Sets on the table are named by whose they
are and their place in the order in which they were laid.
"""

from __future__ import annotations

from generator.games.fantasy_contract_rummy.motifs import Motifs
from generator.games.fantasy_contract_rummy.sets import SET_NAMES

PHASES = (
    "drawing",
    "looking",
    "playing",
    "building",
    "flipping",
    "stealing",
    "paying",
    "aiming",
    "helping",
    "robbing",
    "burying",
    "discarding",
    "shedding",
)
"""Where in his turn a player is, one word for each way to choose."""
(
    DRAWING,
    LOOKING,
    PLAYING,
    BUILDING,
    FLIPPING,
    STEALING,
    PAYING,
    AIMING,
    HELPING,
    ROBBING,
    BURYING,
    DISCARDING,
    SHEDDING,
) = range(len(PHASES))
MOST_SETS = 40
"""Sets that one player can have on the table: more than the deck has cards for."""
DRAW, TAKE, LOOK, PASS, CLOSE, PAY_ALL = range(6)
PLAIN = (
    "Draw from the draw deck",
    "Take the top of the discard pile",
    "Look at contracts",
    "Play no more",
    "Close",
    "Pay with the whole hand",
)
OPEN_SET = len(PLAIN)
OWN, OTHERS = 0, 1
WHOSE = ("own", "opponent's")


class Moves:
    """Where the numbers of each kind of action begin, for one deck."""

    def __init__(self, motifs: Motifs) -> None:
        self._motifs = motifs
        contracts, elements, cards = len(motifs.contract_names), len(motifs.elements), len(motifs.names)
        self.elements = elements
        self.lay_open = OPEN_SET + len(SET_NAMES)
        self.lay_secret = self.lay_open + contracts
        self.give_back = self.lay_secret + contracts
        self.repair = self.give_back + contracts
        self.play = self.repair + MOST_SETS
        self.flip = self.play + len(motifs.actions)
        self.steal = self.flip + sum(motifs.contract_copies)
        self.target = self.steal + sum(motifs.copies)
        self.add = self.target + 2 * MOST_SETS
        self.at = self.add + elements
        self.pay = self.at + 2 * MOST_SETS * elements
        self.discard = self.pay + cards
        self.end = self.discard + cards

    def element_at(self, whose: int, place: int, element: int) -> int:
        """The action that is about one card in one set."""
        return self.at + (whose * MOST_SETS + place) * self.elements + element

    def parts_of_at(self, action: int) -> tuple[int, int, int]:
        """The inverse: whose, which set, which element."""
        spot, element = divmod(action - self.at, self.elements)
        return (*divmod(spot, MOST_SETS), element)

    def words(self, action: int) -> str:
        motifs = self._motifs
        starts = (
            (self.discard, lambda n: f"Discard {motifs.names[n]}"),
            (self.pay, lambda n: f"Pay {motifs.names[n]}"),
            (self.at, lambda _: self._at_words(action)),
            (self.add, lambda n: f"Add {self._element(n)}"),
            (self.target, lambda n: f"Reinforce {WHOSE[n // MOST_SETS]} set {n % MOST_SETS + 1}"),
            (self.steal, lambda n: f"Steal card {n + 1} of the discard pile"),
            (self.flip, lambda n: f"Turn over contract {n + 1}"),
            (self.play, lambda n: f"Play {motifs.names[motifs.actions[n]]}"),
            (self.repair, lambda n: f"Repair own set {n + 1}"),
            (self.give_back, lambda n: f"Give {motifs.contract_names[n]} back"),
            (self.lay_secret, lambda n: f"Lay {motifs.contract_names[n]} secretly"),
            (self.lay_open, lambda n: f"Lay {motifs.contract_names[n]} open"),
            (OPEN_SET, lambda n: f"Open {SET_NAMES[n]}"),
            (0, PLAIN.__getitem__),
        )
        start, say = next((start, say) for start, say in starts if action >= start)
        return say(action - start)

    def _at_words(self, action: int) -> str:
        whose, place, element = self.parts_of_at(action)
        return f"{self._element(element)} in {WHOSE[whose]} set {place + 1}"

    def _element(self, element: int) -> str:
        if self._motifs.card_of[element] < 0:
            return f"nothing as {self._motifs.names[element >> 1]}"
        return self._motifs.element_name(element)

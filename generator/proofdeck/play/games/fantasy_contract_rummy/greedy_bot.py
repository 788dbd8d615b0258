"""A sensible way to play: lay the set that scores most, sign what can be fulfilled, discard what fits nowhere."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from proofdeck.play.engine.bots import Seat, after, prospect
from proofdeck.play.engine.state import Action, Macro
from proofdeck.play.games.fantasy_contract_rummy.building import best_points, filled, sets_in
from proofdeck.play.games.fantasy_contract_rummy.motifs import HOARDER
from proofdeck.play.games.fantasy_contract_rummy.phases import DISCARDING, DRAWING, LOOKING, PLAYING, SHEDDING
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, CardSet
from proofdeck.play.games.fantasy_contract_rummy.tableau import Tableau

LEAST_SET = 6
"""Points that a set must score to be laid before an action card is played."""
LEAST_GAIN = 6
"""Points that a look at contracts must promise to be worth giving up a draw."""
AT_LEISURE = 0.0
"""The same if the hand is empty: what is drawn then can hardly be played."""
LIES, IN_HAND, HOPED = 0.99, 0.95, 0.1
"""How likely a contract is fulfilled if nobody interferes: its set is on the table, in the hand, or neither."""
HARM = 0.5
"""How likely an action card against sets breaks one that a contract needs."""
ACTION_WORTH = 3
TRIED = 24
"""How many commitments to consider by chance."""


class GreedyBot:
    """Looks one commitment ahead, at the sets that take the most cards.

    Of the choices of an action card it tries some by chance, and takes those after which its lead is greatest.
    """

    def __init__(self, random: Random) -> None:
        self._random = random

    def choose(self, seat: Seat) -> Sequence[Action]:
        legal = seat.legal_actions()
        if len(legal) == 1:
            return legal
        table = seat.imagine(self._random)
        assert isinstance(table, Tableau)
        if table.phase == DRAWING:
            return (self._draw(table, legal),)
        if table.phase == LOOKING:
            return self._sign(table)
        if table.phase in {DISCARDING, SHEDDING}:
            first = table.rules.first["discard"]
            return (first + self._least_useful(table, [action - first for action in legal]),)
        if table.phase == PLAYING:
            return self._play(table, legal)
        macros = sorted({table.random_macro(self._random) for _ in range(TRIED)})
        return max(macros, key=lambda macro: prospect(self._worth, after(table, macro), seat.player))

    def _draw(self, table: Tableau, legal: Sequence[Action]) -> Action:
        """Draw contracts if they promise enough, or the card on the pile if it makes a better set, or from the deck."""
        me, first = table.player, table.rules.first
        gain = LEAST_GAIN if any(table.hand[me]) else AT_LEISURE
        if first["look_at_contracts"] in legal and promised(table) >= gain:
            return first["look_at_contracts"]
        if (take := first["take"]) in legal:
            taken = after(table, (take,))
            before, now = (best_points(table.rules.builder, one.hand[me]) for one in (table, taken))
            if taken.player == me and now > before + table.rules.motifs.values[table.discard_pile[-1]]:
                return take
        return first["draw"] if first["draw"] in legal else legal[0]

    def _play(self, table: Tableau, legal: Sequence[Action]) -> Sequence[Action]:
        first, me = table.rules.first, table.player
        before = table.rules.scoring.total(table.side(me))
        best: tuple[float, Macro] = (0.0, (first["pass_on"],))
        for macro in set_macros(table, legal):
            laid = after(table, macro)
            best = max(best, (laid.rules.scoring.total(laid.side(me)) - before, macro), key=lambda pair: pair[0])
        actions = [action for action in legal if first["play_card"] <= action < first["flip"]]
        if actions and best[0] < LEAST_SET:
            motifs = table.rules.motifs
            cards = {action: motifs.actions[action - first["play_card"]] for action in actions}
            return (max(actions, key=lambda action: motifs.values[cards[action]]),)
        return best[1]

    def _sign(self, table: Tableau) -> Macro:
        return sign(table)

    def _least_useful(self, table: Tableau, motifs: Sequence[int]) -> int:
        return min(motifs, key=lambda motif: keep_worth(table, motif))

    def _worth(self, table: Tableau, player: int) -> float:
        return lead(table, player)


def lead(table: Tableau, player: int) -> float:
    """Points ahead of the opponent; a little for cards in the hand."""
    scoring = table.rules.scoring
    cards = sum(table.hand[player]) - sum(table.hand[1 - player])
    return scoring.total(table.side(player)) - scoring.total(table.side(1 - player)) + cards


def set_macros(table: Tableau, legal: Sequence[Action]) -> Iterator[Macro]:
    """For each type of set, and each broken set, the one that takes every card that fits, natural cards first."""
    first, builder, hand = table.rules.first, table.rules.builder, table.hand[table.player]
    begun: dict[Action, CardSet] = {first["open_set"] + kind: (kind, ()) for kind in range(len(KINDS))}
    begun |= {first["repair"] + place: one for place, one in enumerate(table.sets[table.player])}
    for action in legal:
        if action in begun:
            kind, lying = begun[action]
            yield laying(table, action, filled(builder, kind, hand, lying))


def laying(table: Tableau, action: Action, elements: Iterable[int]) -> Macro:
    """To begin a set with that action, and then to add these elements."""
    first = table.rules.first
    return (action, *(first["add_element"] + element for element in elements), first["close"])


# -- contracts ---------------------------------------------------------------------------------------------------------


def promises(table: Tableau) -> list[list[tuple[float, bool]]]:
    """For each contract the points that the player can expect of each way to lay it, and whether that is open."""
    scoring, side = table.rules.scoring, table.side(table.player)
    laid = [[*side.sets, one] for one in sets_in(table.rules.builder, tuple(table.hand[table.player]))]
    found = []
    for contract in range(len(table.rules.motifs.contract_names)):
        asked, chance = scoring.contracts[contract].actions, HOPED
        if scoring.is_fulfilled(contract, side.sets, asked):
            chance = LIES * unharmed(table, contract) * drawn(table, asked)
        elif any(scoring.is_fulfilled(contract, sets, asked) for sets in laid):
            chance = IN_HAND * unharmed(table, contract) * drawn(table, asked)
        ways = []
        for is_open in (True,) if contract == HOARDER else (True, False):
            paid, lost = scoring.pays(contract, is_open=is_open)
            ways.append((chance * paid + (1 - chance) * lost, is_open))
        found.append(ways)
    return found


def unharmed(table: Tableau, contract: int) -> float:
    """How likely the sets for a contract survive the action cards that the opponent may still play against them.

    A Hostile Action threatens every set, Pestilence those with characters, which a Hoarder does not need.
    """
    names = ("hostile-action",) if contract == HOARDER else ("hostile-action", "pestilence")
    return float((1 - HARM) ** sum(coming(table, table.rules.motifs.number[name]) for name in names))


def drawn(table: Tableau, asked: Iterable[int]) -> float:
    """How likely the player draws the action cards that a contract asks for and that are neither played nor in hand."""
    me, chance = table.player, 1.0
    pool = Counter(table.stock)
    if table.exhausted + 1 < table.rules.exhaustions:
        pool.update(table.discard_pile)
    for motif in asked:
        if motif not in table.actions[me] and not table.hand[me][motif]:
            chance *= 1 - (1 - 1 / table.players) ** pool[motif]
    return chance


def coming(table: Tableau, motif: int) -> float:
    """How many cards of a motif the opponent can be expected to hold by the end of the game."""
    me, other = table.player, 1 - table.player
    known, pile = table.known[other][motif], table.discard_pile.count(motif)
    used = table.hand[me][motif] + table.gone.count(motif) + sum(cards.count(motif) for cards in table.actions)
    hidden = table.rules.motifs.copies[motif] - used - known - pile
    if table.exhausted + 1 < table.rules.exhaustions:
        return known + hidden + pile
    held = sum(table.hand[other]) - sum(table.known[other])
    return known + hidden * (held + len(table.stock) / 2) / max(1, held + len(table.stock))


def promised(table: Tableau) -> float:
    """The expected gain of a look at contracts: all that promise points are signed, or the least bad one."""
    worth = [max(ways)[0] for ways in promises(table)]
    deck = [worth[contract] for contract in table.contract_deck]
    if max(deck) <= 0:
        return max(deck)
    looks = list(combinations(deck, table.rules.look))
    return sum(sum(gain for gain in gains if gain > 0) or max(gains) for gains in looks) / len(looks)


def sign(table: Tableau) -> Macro:
    """Of all ways to decide on the contracts that are left, the one that promises most; whatever was decided stays."""
    first, promised = table.rules.first, promises(table)
    worth = {first["give_back"] + contract: 0.0 for contract in range(len(promised))}
    for contract, ways in enumerate(promised):
        worth |= {first["lay_open" if is_open else "lay_secret"] + contract: points for points, is_open in ways}
    return max(table.macro_actions(), key=lambda macro: sum(worth[action] for action in macro))


def keep_worth(table: Tableau, motif: int) -> float:
    """How much a card of the hand is worth keeping: its value, its fellows, its partner."""
    motifs, hand = table.rules.motifs, table.hand[table.player]
    if motif in motifs.actions:
        return motifs.values[motif] + ACTION_WORTH
    kind = next(kind for kind in (motifs.characters, motifs.companions, motifs.weapons) if motif in kind)
    fellows = sum(hand[other] > 0 for other in kind if other != motif)
    partner = motifs.partner[motif]
    return motifs.values[motif] + fellows + 2 * hand[motif] + (3 if partner >= 0 and hand[partner] else 0)

"""The table, who sees what, and the automatic parts of a turn: everything except the players' choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import tanh
from operator import mul
from random import Random
from typing import Any, Self

from proofdeck.play.engine.kit import (
    COUNTS,
    MOVER,
    NOBODY,
    OWNER,
    Form,
    Rules,
    Table,
    fact,
    internal,
    pile,
    secret,
    zone,
)
from proofdeck.play.engine.kit.actions import Reason
from proofdeck.play.engine.kit.rules import Laid_co
from proofdeck.play.engine.kit.zones import one_by_one
from proofdeck.play.engine.score_sheet import Criterion, ScoreSheet
from proofdeck.play.engine.state import OVER
from proofdeck.play.games.fantasy_contract_rummy import clauses, phases
from proofdeck.play.games.fantasy_contract_rummy.building import Builder, best_points
from proofdeck.play.games.fantasy_contract_rummy.motifs import CONTRACTS, HOARDER, REINFORCE, Motifs
from proofdeck.play.games.fantasy_contract_rummy.scoring import Scoring, Side
from proofdeck.play.games.fantasy_contract_rummy.sets import NO_LIMIT, SET_NAMES, Agreed, CardSet
from proofdeck.source.cards import Card

OWN, OTHERS = 0, 1
"""Whose sets an action is about."""
OPEN, SECRET, BACK = range(3)
"""What is done with a contract that has been looked at."""
KEPT, LAYABLE, PROMISING = 0.9, 0.7, 0.6
"""What is left at the end of a point on the table, in the best set of a hand, and on the cards of a hand.

The cards of the best set count twice: nobody breaks what is in hand.
"""
REPAIRED = 0.3
"""Points to expect of a broken set for each card that is still to be drawn."""
CLEAR_LEAD = 50.0
"""A lead in such points with which seven of eight games are won."""
WIDE_LEAD = 200
"""A lead in points that counts as a sure win in the middle of a game."""
MOST_SETS = 40
"""The most sets one player can have on the table, more than the deck has cards for."""


class Prepared(Rules[Laid_co]):
    """The data from the deck and the parameters. Motifs are the designs, numbered as in `Motifs`; contracts follow."""

    name = "fantasy-contract-rummy"
    min_players, max_players = 2, 2
    points = clauses.POINTS
    parameters = clauses.PARAMETERS

    def in_order(self, cards: list[Card]) -> Sequence[Card]:
        self.motifs = Motifs(cards)
        return self.motifs.cards

    def prepare(self) -> None:
        values, on, motifs = self.values, self.on, self.motifs
        about_sets = (clauses.NATURAL, clauses.TRIPLE, clauses.TRICKSTER, clauses.DRUID)
        self.agreed = Agreed(motifs, values, *(bool(on & clause) for clause in about_sets))
        self.builder, self.lax_builder = Builder(self.agreed), Builder(self.agreed.with_any_stand_ins())
        self.scoring = Scoring(self.agreed, values, self.points, on)
        self.designs = len(motifs.names)
        self.main_deck = one_by_one(motifs.copies)
        self.decks = {self.max_players: self.main_deck}
        self.contracts = one_by_one(motifs.contract_copies)
        self.by_value = sorted(range(len(motifs.names)), key=lambda motif: (-motifs.values[motif], motif))
        self.hand, self.look = values.number("hand"), values.number("contracts.look")
        self.refill, self.busy = values.flag("refill"), values.flag("busy-play") and bool(on & clauses.BUSY)
        self.exhaustions, self.stall = values.number("exhaustions"), values.number("stall")
        self.more_of_hoarder, self.reinforcements = values.number("hoarder.hand"), values.number("reinforcements.most")


def _contracts(contracts: Iterable[int], rules: Prepared[Table]) -> list[int]:
    return [rules.designs + contract for contract in contracts]


LAID_SETS = Form(
    "[]", "{}[:]", lambda sets, rules: [rules.motifs.card_of[element] for _, elements in sets for element in elements]
)
CONTRACT_DECK = Form("[]", "{}[:]", _contracts)
SIGNED = Form("[]", "{}[:]", lambda signed, rules: _contracts([contract for contract, *_ in signed], rules))
"""Contracts as (contract, owner, open, known to both)."""


def _public_phase(table: Tableau) -> int:
    """What others see of an unfinished set: only that Reinforcements have been played."""
    if table.phase != phases.BUILDING:
        return table.phase
    return phases.AIMING if table.step else phases.PLAYING


Looks = tuple[tuple[int, int, tuple[int, ...]], ...]
"""(who looked, how many contracts lay there, the contracts) for each look at some contracts."""


def _own_looks(_: Tableau, looks: Looks, viewer: int | None) -> Looks:
    """Players remember what they have looked at."""
    return tuple(look for look in looks if look[0] == viewer)


class Tableau(Table):
    """A table of Fantasy Contract Rummy. Piles have their top at the end; what is pending is still in the hand.

    known: the part of a hand that the opponent has seen. actions: motifs of those played. choices: what to do with the
    contracts looked at. pending: an unfinished commitment. kind, target: of the set being built. quiet: turns in a row
    without anything new. looks: who has looked at which contracts, and how many were laid before. last_turn: the bit of
    the clause that ends the game after this turn.
    """

    rules: Prepared[Tableau]
    stock: list[int] = pile(NOBODY)
    discard_pile: list[int] = pile()
    gone: list[int] = pile()
    contract_deck: list[int] = zone(NOBODY, form=CONTRACT_DECK)
    contracts_looked_at: list[int] = zone(MOVER, form=CONTRACT_DECK)
    contracts_on_the_table: list[tuple[int, int, bool, bool]] = zone(NOBODY, form=SIGNED)
    hand: list[list[int]] = zone(OWNER, each=True, form=COUNTS, known="known")
    known: list[list[int]] = zone(each=True, form=COUNTS)
    actions: list[list[int]] = pile(each=True)
    sets: list[list[CardSet]] = zone(each=True, form=LAID_SETS)
    phase: int = secret(phases.DRAWING, hidden=_public_phase, words=phases.PHASES)
    choices: tuple[int, ...] = secret((), hidden=())
    pending: tuple[int, ...] = secret((), hidden=())
    kind: int = secret(0, hidden=0)
    target: tuple[int, int] | None = secret(None, hidden=None)
    step: int = secret(0, hidden=lambda table: table.step if table.phase in {phases.BURYING, phases.PAYING} else 0)
    exhausted: int = fact(0)
    quiet: int = fact(0)
    last_turn: int = internal(0)
    news: bool = internal(False)
    spared: int = internal(-1)
    whose_turn: int = internal(0)
    looks: Looks = internal((), seen=_own_looks)

    def deal(self, cards: list[int]) -> None:
        self.fired = self.on & (clauses.DECKS | clauses.DEAL | clauses.START)
        self.contract_deck = self.shuffled(self.rules.contracts)
        left = self.deal_out("hand", cards, self.rules.hand)
        self.discard_pile, self.stock = left[:1], left[:0:-1]
        self.begin_turn(0)

    # -- the turn ------------------------------------------------------------------------------------------------------

    def begin_turn(self, player: int) -> None:
        self.next_turn(player)
        self.whose_turn = player
        self.news = False
        self.phase = phases.DRAWING
        if not self.draws():
            self.last_turn = self.last_turn or clauses.END_DECK
            self.phase = phases.PLAYING

    def draws(self) -> list[int]:
        """The ways to draw."""
        first, legal = self.rules.first, []
        if self.stock:
            legal.append(first["draw"])
        if self.discard_pile:
            legal.append(first["take"])
        if len(self.contract_deck) >= self.rules.look and self.on & clauses.DRAW_CONTRACTS:
            legal.append(first["look_at_contracts"])
        return legal

    def is_open(self) -> bool:
        return self.player != OVER and (bool(self.pending or self.choices) or self.phase == phases.BUILDING)

    def what_is_done(self) -> Reason:
        """The clause that says what is done at this point of the turn, and the reason for refusing anything else."""
        if self.phase != phases.BUILDING:
            return phases.CLAUSES[self.phase]
        clause = clauses.EFFECTS[REINFORCE] if self.step else clauses.PLAY if self.target is None else clauses.REPAIR
        return clause, f"the {SET_NAMES[self.kind]} must be finished first"

    def draw_cards(self, count: int) -> None:
        """Move cards from the draw deck to the hand, up to the number left."""
        hand = self.hand[self.player]
        while count > 0 and self.stock and self.last_turn != clauses.END_DECK:
            hand[self.stock.pop()] += 1
            count -= 1
            if not self.stock:
                self.deck_is_exhausted()

    def deck_is_exhausted(self) -> None:
        """The last card of the draw deck has been taken: shuffle the discard pile, or play the last turn.

        At this moment all other cards are visible, so each player can work out the other's hand.
        """
        self.known = [hand[:] for hand in self.hand]
        self.exhausted += 1
        if self.exhausted < self.rules.exhaustions and self.discard_pile and self.apply(clauses.EXHAUSTED):
            self.stock = self.shuffled(self.discard_pile)
            self.discard_pile = []
        else:
            self.last_turn = self.last_turn or clauses.END_DECK

    def take_into_hand(self, motifs: Iterable[int]) -> None:
        """Cards that both have seen."""
        for motif in motifs:
            self.hand[self.player][motif] += 1
            self.known[self.player][motif] += 1

    def lose(self, player: int, motif: int) -> None:
        """Remove a card from a hand, and one of its kind from what is known of it."""
        self.hand[player][motif] -= 1
        if self.known[player][motif]:
            self.known[player][motif] -= 1

    def throw_away(self, player: int, motif: int) -> None:
        self.lose(player, motif)
        self.discard_pile.append(motif)

    def spend(self, elements: Iterable[int]) -> None:
        """Remove those elements from the hand."""
        for element in elements:
            self.lose(self.player, self.rules.motifs.card_of[element])

    def take_from_set(self, whose: int, place: int, element: int) -> int:
        """Remove an element from a set, and return the motif of its card."""
        sets = self.sets[self.player ^ whose]
        kind, elements = sets[place]
        at = elements.index(element)
        sets[place] = (kind, elements[:at] + elements[at + 1 :])
        return self.rules.motifs.card_of[element]

    # -- a set on its way ----------------------------------------------------------------------------------------------

    def start_building(self, kind: int, target: tuple[int, int] | None) -> None:
        """Cards will go to a new set of that type, or to one on the table: (whose, place)."""
        self.kind, self.target, self.phase = kind, target, phases.BUILDING

    def chosen(self) -> list[int]:
        """The cards already in the set being built, and those being added."""
        if self.target is None:
            return [*self.pending]
        whose, place = self.target
        return [*self.sets[self.player ^ whose][place][1], *self.pending]

    def spare(self) -> list[int]:
        """The hand without what is pending."""
        left = self.hand[self.player][:]
        card_of = self.rules.motifs.card_of
        for element in self.pending:
            left[card_of[element]] -= 1
        return left

    def room(self) -> int:
        """How many more cards may be added to the set that is built."""
        return self.rules.reinforcements - len(self.pending) if self.step else NO_LIMIT

    # -- the end of a turn ---------------------------------------------------------------------------------------------

    def after_play(self) -> None:
        """After a play, go on to the discard, or to the next play if the rules allow more."""
        self.news = True
        if self.rules.busy:
            self.fired |= self.on & clauses.BUSY
            self.phase = phases.PLAYING
        else:
            self.to_discard()

    def to_discard(self) -> None:
        self.player = self.whose_turn
        if any(self.hand[self.player]) and self.on & clauses.DISCARD_ONE:
            self.phase = phases.DISCARDING
        else:
            self.end_turn()

    def hand_limit(self) -> int:
        limit = self.rules.hand
        hoarders = sum(
            owner == self.whose_turn and contract == HOARDER and is_open
            for contract, owner, is_open, _ in self.contracts_on_the_table
        )
        is_hoard = self.rules.scoring.is_fulfilled
        if hoarders and (rule := self.on & clauses.HOARD) and is_hoard(HOARDER, self.sets[self.whose_turn], ()):
            self.fired |= rule
            limit += hoarders * self.rules.more_of_hoarder
        return limit

    def end_turn(self) -> None:
        self.quiet = 0 if self.news else self.quiet + 1
        if not self.last_turn and self.quiet >= self.rules.stall:
            self.last_turn = self.on & clauses.END_STALL
        if not self.last_turn:
            self.begin_turn(1 - self.whose_turn)
            return
        self.end(self.last_turn)
        for player in range(self.players):
            for contract in self.rules.scoring.fulfilled(self.side(player)):
                self.fired |= clauses.FULFIL[contract]

    # -- points --------------------------------------------------------------------------------------------------------

    def side(self, player: int) -> Side:
        """The cards in front of a player."""
        signed = self.contracts_on_the_table
        contracts = [(contract, is_open) for contract, owner, is_open, _ in signed if owner == player]
        return Side(self.sets[player], self.actions[player], contracts)

    def lay(self, player: int, side: Side) -> None:
        """Replace the cards in front of a player; contracts follow those already there."""
        self.sets[player], self.actions[player] = [*side.sets], [*side.actions]
        self.contracts_on_the_table += [(contract, player, is_open, is_open) for contract, is_open in side.contracts]

    def score_sheets(self) -> list[ScoreSheet]:
        return [self.rules.scoring.sheet(self.side(player)) for player in range(self.players)]

    def deciding(self) -> list[Criterion]:
        sheets = self.score_sheets()
        fulfilled = [sheet.tallies["fulfilled contracts"] for sheet in sheets]
        return [
            self.by(clauses.TOTAL, "total", [sheet.total for sheet in sheets]),
            self.by(clauses.TIE, "fulfilled contracts", fulfilled),
        ]

    def weights(self) -> list[float]:
        mine, theirs = (sheet.total for sheet in self.score_sheets())
        share = min(1.0, max(0.0, 0.5 + (mine - theirs) / WIDE_LEAD))
        return [share, 1 - share]

    def look_ahead(self) -> int:
        """Two turns of each player, in which a set that is prepared gets laid."""
        return 2 * self.players

    def prospect(self) -> list[float]:
        """From the lead that can be expected at the end.

        How much each part of it counts was fitted by least squares to the final leads after 3,400 positions in 150
        games of greedy bots, who were made to play at random now and then, so that bad positions are among them.
        """
        if self.player == OVER:
            return self.returns()
        share = (1 + tanh((self._to_come(0) - self._to_come(1)) / CLEAR_LEAD)) / 2
        return [share, 1 - share]

    def _to_come(self, player: int) -> float:
        """Points that the player can be expected to have at the end, but for what both can expect."""
        game, hand = self.rules, self.hand[player]
        held: int = sum(map(mul, game.motifs.values[: game.motifs.actions.start], hand))
        broken = sum(not game.agreed.is_valid(*one) for one in self.sets[player])
        to_draw = len(self.stock) + (len(self.discard_pile) if self.exhausted + 1 < game.exhaustions else 0)
        laid: float = KEPT * game.scoring.total(self.side(player)) + REPAIRED * broken * to_draw
        return laid + LAYABLE * best_points(game.builder, hand) + PROMISING * held

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def observation(self, player: int | None) -> dict[str, Any]:
        element_name = self.rules.motifs.element_name
        seen = super().observation(player)
        for seat, sets in enumerate(self.sets):
            seen[f"sets {seat + 1}"] = [
                {"type": SET_NAMES[kind], "cards": [*map(element_name, elements)]} for kind, elements in sets
            ]
        seen["contracts on the table"] = [
            {"contract": name, "owner": owner + 1, "open": is_open} for name, owner, is_open in self._signed(player)
        ]
        return seen | {"last turn": bool(self.last_turn)}

    def information_state_key(self, player: int) -> bytes:
        """Which cards of the opponent that player can tell is in `known`, and what contracts showed in `looks`.

        One thing is forgotten: how far down the draw deck Pestilence found a character, or that it found none.
        """
        return super().information_state_key(player) + repr(self._signed(player)).encode()

    def _signed(self, player: int | None) -> list[tuple[str | None, int, bool]]:
        """Contract, owner and whether it is open; the name is None if the player does not know it."""
        return [
            (CONTRACTS[contract] if is_open or known or owner == player else None, owner, is_open)
            for contract, owner, is_open, known in self.contracts_on_the_table
        ]

    def resample(self, player: int, random: Random) -> Self:
        """An opponent who has played Reinforcements can reinforce: hands that could not are dealt again."""
        while True:
            copy = super().resample(player, random)
            copy._imagine_contracts(player, random)
            if copy.player in {player, OVER} or copy.legal_actions():
                return copy

    def _imagine_contracts(self, player: int, random: Random) -> None:
        """Deal the contracts that the player cannot see: those laid face down, those looked at, and the contract deck.

        Those laid face down are not Hoarders if Hoarders must be laid open, and they were not in the deck when the
        player later looked at its contracts. What the opponent saw there before is not imagined.
        """
        signed = self.contracts_on_the_table
        secret = [
            place
            for place, (_, owner, is_open, known) in enumerate(signed)
            if owner != player and not is_open and not known
        ]
        looking = self.contracts_looked_at if self.player != player else []
        pool = sorted([*self.contract_deck, *(signed[place][0] for place in secret), *looking])
        for place, contract in zip(secret, self._face_down(player, pool, secret, random), strict=True):
            signed[place] = (contract, *signed[place][1:])
            pool.remove(contract)
        random.shuffle(pool)
        if looking:
            self.contracts_looked_at = sorted(pool.pop() for _ in looking)
            self.looks += ((self.player, len(signed), tuple(self.contracts_looked_at)),)
        self.contract_deck = pool

    def _face_down(self, player: int, pool: Sequence[int], places: Sequence[int], random: Random) -> Sequence[int]:
        """Which of the contracts that the player cannot see are at these places."""
        if not places:
            return ()
        may_lie = [contract for contract in pool if contract != HOARDER or not self.on & clauses.HOARDER_OPEN]
        room = [(before, self._not_laid(player, before, looked)) for _, before, looked in self.looks]
        while True:
            chosen = random.sample(may_lie, len(places))
            laid = list(zip(chosen, places, strict=True))
            if all(Counter(contract for contract, at in laid if at < before) <= left for before, left in room):
                return chosen

    def _not_laid(self, player: int, before: int, looked: Iterable[int]) -> Counter[int]:
        """How many of each contract may have been laid face down, given how many were laid and which the player saw."""
        left = Counter(self.rules.contracts)
        left.subtract(looked)
        left.subtract(
            contract
            for contract, owner, is_open, known in self.contracts_on_the_table[:before]
            if is_open or known or owner == player
        )
        return left

"""The rules of Toonerville Rook, in the order of its page.

A turn is a card, taken or drawn, then any of the contract, lay-offs and swaps, then a discard. Cards of an unfinished
contract stay in the hand, as far as other players can see, until all of it can be laid.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import compress
from math import exp, sqrt
from operator import mul
from typing import NamedTuple

from proofdeck.ground.problems import Problem, ProofdeckError, counted, for_each
from proofdeck.play.engine.kit import (
    COUNTS,
    NOBODY,
    OWNER,
    Rules,
    Table,
    fact,
    internal,
    pile,
    refusal,
    secret,
    whole_value,
    zone,
)
from proofdeck.play.engine.kit.actions import Axis, Reason, action, bar, bar_while, held, one_of
from proofdeck.play.engine.kit.zones import Form, one_by_one
from proofdeck.play.engine.piles import shuffled
from proofdeck.play.engine.score_sheet import Criterion, Item
from proofdeck.play.engine.state import OVER, Action
from proofdeck.play.games.toonerville_rook import actions, clauses
from proofdeck.play.games.toonerville_rook.cards import ROOK, Hand, in_order
from proofdeck.play.games.toonerville_rook.clauses import MELDS, ROUNDS
from proofdeck.play.games.toonerville_rook.contracts import Contracts, WholeHand
from proofdeck.play.games.toonerville_rook.laying import Laying, card_of, steps_in_words
from proofdeck.play.games.toonerville_rook.melds import Meld
from proofdeck.play.games.toonerville_rook.plans import Goal, plan
from proofdeck.play.games.toonerville_rook.race import UNWANTED, Runner, collecting, holding, to_pay

OFFER, ASKED, PLAY = range(3)
"""The decision: whether to take the top discard; whether to buy it; everything after the draw."""
NO_CARD = -1
NOT_NOW = "this is not possible now"
DISCARD_FIRST = "a turn begins with taking or declining the top discard"
SPREAD = 60.0
"""A lead in points that clearly improves the chance to win."""
DISCARDS = tuple(range(actions.DISCARD, actions.LAY_OFF))
LAID = Form("{}", "{}.copy()", lambda melds, _: [card for meld in melds.values() for card in meld.cards])
"""Melds by their places."""
STEP = Axis(lambda rules: steps_in_words(rules.names))
PLACE = one_of(*actions.PLACES)
SPOT = Axis(lambda rules: [*rules.names[:ROOK], f"{rules.names[ROOK]} low", f"{rules.names[ROOK]} high"])
EXCHANGED = Axis(lambda rules: [f"{name} for {rules.names[ROOK]}" for name in rules.names[:ROOK]])


class RookState(Table):
    """A table of Toonerville Rook.

    known: those cards of a hand that everybody has seen going there. down: bits of the players who have laid their
    contract. laying: the cards set aside for an unfinished contract. active: whose turn it is; `player` is somebody
    else while they are asked to buy. taken: the discard taken in this turn, while it is in hand. owed: Rooks swapped
    out that must still be played. quiet: turns in a row without a card laid. results: for each finished round and each
    player, the cards left in hand.

    One thing is forgotten: which cards went back into the stock when the discard pile was shuffled. Right after that,
    every hidden card that is not one of them is in a hand.
    """

    rules: ToonervilleRook
    hand: list[Hand] = zone(OWNER, each=True, form=COUNTS, known="known")
    known: list[Hand] = zone(each=True, form=COUNTS)
    melds: dict[int, Meld] = zone(form=LAID)
    discard_pile: list[int] = pile()
    stock: list[int] = pile(NOBODY)
    laying: Laying | None = secret(None, hidden=None)
    down: int = internal(0)
    round: int = internal(0)
    active: int = internal(0)
    phase: int = fact(OFFER, words=("take or decline", "buy or not", "play"))
    taken: int = fact(NO_CARD, words=lambda rules: rules.ids)
    owed: int = fact(0)
    quiet: int = fact(0)
    bought: list[int] = fact(0, each=True)
    totals: list[int] = fact(0, each=True)
    results: tuple[tuple[tuple[int, ...], ...], ...] = internal(())

    # -- a round -------------------------------------------------------------------------------------------------------

    def deal(self, cards: list[int]) -> None:
        self.fired = self.on & clauses.DECK
        self._lay_out(cards)

    def _lay_out(self, cards: list[int]) -> None:
        players, on = self.players, self.on
        size = self.rules.rounds[self.round].deal if on & clauses.DEAL else 0
        self.fired |= on & (clauses.DEAL | clauses.UP_CARD)
        self.stock = self.deal_out("hand", cards, size)
        for seat in range(players):
            self.put("known", (), seat)
        self.discard_pile = [self.stock.pop()] if on & clauses.UP_CARD else []
        self.melds, self.down = {}, 0
        self.quiet, self.bought = 0, [0] * players
        starter = self.round % players if on & clauses.STARTER else 0
        self.fired |= clauses.STARTER if starter else 0
        self._begin_turn(starter)

    def _end_round(self, rule: int) -> None:
        """Score all hands, then begin the next round or end the game."""
        self.fired |= rule | self.on & clauses.SCORE
        left = tuple(tuple(one_by_one(hand)) for hand in self.hand)
        self.results = (*self.results, left)
        if self.on & clauses.SCORE:
            self.totals = [total + self.rules.cost(cards) for total, cards in zip(self.totals, left, strict=True)]
        if self.round + 1 < len(self.rules.rounds):
            self.round += 1
            self._lay_out(self.shuffled(self.rules.decks[self.players]))
            return
        self.end(clauses.LOWEST)
        if self.totals.count(min(self.totals)) > 1:
            self.fired |= self.on & clauses.TIE

    # -- the turn begins -----------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player = self.active = player
        self.turns += 1
        self.taken, self.owed, self.phase = NO_CARD, 0, OFFER
        if not self.discard_pile:
            self._draw()

    def _end_turn(self) -> None:
        self.quiet += 1
        if self.quiet >= self.rules.stall and (rule := self.on & clauses.STALL):
            self._end_round(rule)
        else:
            self._begin_turn((self.active + 1) % self.players)

    def _draw(self) -> None:
        """Draw a card from the stock for the current player, after any purchase."""
        self.player = player = self.active
        self.phase = PLAY
        if not self.on & clauses.DRAW:
            return
        if self._refill():
            self.fired |= clauses.DRAW
            self.hand[player][self.stock.pop()] += 1
        elif rule := self.on & clauses.NO_STOCK:
            self._end_round(rule)

    def _refill(self) -> bool:
        """Make sure that there is a card to draw, if possible."""
        if not self.stock and len(self.discard_pile) > 1 and self.apply(clauses.RESHUFFLE):
            self.shuffles += 1
            *under, top = self.discard_pile
            self.stock, self.discard_pile = shuffled(under, self.seed, self.shuffles), [top]
        return bool(self.stock)

    def _into_hand(self, card: int) -> None:
        """Move the card where everybody can see it."""
        self.hand[self.player][card] += 1
        self.known[self.player][card] += 1

    @action("Take the top discard")
    def take(self) -> None:
        self.fired |= self.on & clauses.TAKE
        self.taken = self.discard_pile.pop()
        self._into_hand(self.taken)
        self.phase = PLAY

    @action("Decline the top discard")
    def decline(self) -> None:
        """Ask the others in turn, unless there would be too few cards to draw."""
        if not self.on & clauses.BUY_OFFER:
            self._draw()
            return
        under = max(0, len(self.discard_pile) - 2) if self.on & clauses.RESHUFFLE else 0
        if len(self.stock) + under <= self.rules.extra and self.apply(clauses.BUY_STOCK):
            self._draw()
            return
        self._ask(0)

    def _ask(self, asked: int) -> None:
        """Ask the next who may buy. asked: how many others have had their chance."""
        players, on, limit = self.players, self.on, self.rules.buy_limit
        for step in range(asked + 1, players):
            seat = (self.active + step if on & clauses.BUY_ORDER else self.active - step) % players
            if limit and self.bought[seat] >= limit:
                self.fired |= clauses.BUY_LIMIT
                continue
            self.player, self.phase = seat, ASKED
            self.fired |= on & (clauses.BUY_OFFER | (clauses.BUY_ORDER if step > 1 else 0))
            return
        self._draw()

    @action("Buy the discard")
    def buy(self) -> None:
        player = self.player
        self._into_hand(self.discard_pile.pop())
        self.bought[player] += 1
        self.fired |= self.on & clauses.BUY_CARDS
        for _ in range(self.rules.extra):
            if self._refill():
                self.hand[player][self.stock.pop()] += 1
        self._draw()

    @action("Do not buy")
    def leave(self) -> None:
        step = self.player - self.active if self.on & clauses.BUY_ORDER else self.active - self.player
        self._ask(step % self.players)

    @action("Keep the last card")
    def keep(self) -> None:
        self._end_turn()

    # -- the contract --------------------------------------------------------------------------------------------------

    @action("{step}", step=STEP)
    def lay(self, step: int) -> None:
        """A step of the contract. Its melds come to the table together, when the last is closed."""
        before = self._contract()
        laying = before.after(step)
        if step == actions.CLOSE:
            self.fired |= self.on & (clauses.RUN if before.is_run() else clauses.SET)
        elif step >= actions.ROOK_AS:
            self.fired |= self.on & clauses.ROOK_WILD
        if laying.is_complete():
            self._complete(laying)
        else:
            self.laying = laying

    def _contract(self) -> Laying:
        """The contract as laid so far, which may be nothing yet."""
        row = self.rules.rounds[self.round]
        return self.laying or Laying(self.hand[self.player][:], row.runs, row.sets)

    def _steps(self) -> tuple[list[int], int]:
        """The steps from which all of it can be laid, and the clauses that mattered."""
        return self._contract().steps(self.rules.rounds[self.round].contracts, self.on)

    def _complete(self, laying: Laying) -> None:
        player = self.player
        self.laying, self.hand[player] = None, laying.left[:]
        for card in laying.cards():
            self._forget(card)
        for place, (meld, cards) in enumerate(laying.closed, MELDS * player):
            self.melds[place] = Meld(place, meld % ROOK, cards, is_run=meld < ROOK, on=self.on)
        self.melds = dict(sorted(self.melds.items()))
        self.down |= 1 << player
        self.fired |= clauses.CONTRACT | (clauses.WHOLE_HAND if self.rules.rounds[self.round].whole else 0)
        self._laid()

    def _laid(self) -> None:
        """Note that cards have been laid on the table."""
        self.quiet = -1
        if any(self.hand[self.player]):
            return
        if rule := self.on & clauses.OUT:
            self._end_round(rule)
        else:
            self._end_turn()

    # -- cards that leave the hand -------------------------------------------------------------------------------------

    def _from_hand(self, card: int) -> None:
        """Move a card from the hand to the table. Of two equal cards, the one taken in this turn goes first."""
        self.hand[self.player][card] -= 1
        self._forget(card)

    def _forget(self, card: int) -> None:
        known = self.known[self.player]
        if known[card]:
            known[card] -= 1
        if card == self.taken:
            self.taken = NO_CARD

    @action("Discard {card}", card=held("hand", clauses.DISCARD_ONE))
    def discard(self, card: int) -> None:
        self.fired |= self.on & clauses.DISCARD_ONE
        player = self.player
        taken = self.taken if self.on & clauses.DISCARD_TAKEN and self.hand[player][card] > 1 else NO_CARD
        self._from_hand(card)
        if card == taken:
            self.known[player][card] = max(1, self.known[player][card])
        self.discard_pile.append(card)
        if self.on & clauses.OUT and not any(self.hand[player]):
            self._end_round(clauses.OUT)
        else:
            self._end_turn()

    @action("Lay off {card} on {place}", place=PLACE, card=SPOT)
    def lay_off(self, place: int, spot: int) -> None:
        card = min(spot, ROOK)
        self._from_hand(card)
        self.melds[place] = self.melds[place].with_card(spot, self.on)
        self.fired |= self.on & self._rule_of(place, spot)
        if card == ROOK and self.owed:
            self.owed -= 1
        self._laid()

    @action("Swap {card} in {place}", place=PLACE, card=EXCHANGED)
    def swap(self, place: int, card: int) -> None:
        self._from_hand(card)
        self.melds[place] = self.melds[place].with_swap(card, self.on)
        self._into_hand(ROOK)
        self.fired |= clauses.SWAP
        if self.apply(clauses.SWAP_PLAY):
            self.owed += 1
        self._laid()

    def _room(self) -> int:
        """How many Rooks can be placed on the table."""
        if not self.on & clauses.LAY_OFF_ROOK:
            return 0
        return sum(meld.room if meld.is_run else len(self.rules.decks[self.players]) for meld in self.melds.values())

    # -- what is forbidden at a point of the turn ----------------------------------------------------------------------

    _after_the_draw = (keep, lay, discard, lay_off, swap)

    @bar(clauses.BUY_ORDER, take, decline, *_after_the_draw)
    def somebody_is_asked(self) -> str | None:
        return f"player {self.player + 1} is asked whether to buy the discard" if self.phase == ASKED else None

    bar_while("phase", OFFER, clauses.TAKE, DISCARD_FIRST, buy, leave, *_after_the_draw)
    take.needs(clauses.TAKE, NOT_NOW)
    discard.needs(clauses.DISCARD_ONE, NOT_NOW)
    swap.needs(clauses.SWAP, NOT_NOW)
    bar_while("phase", PLAY, clauses.TAKE, "a card has already been taken or drawn in this turn", take, decline)
    bar_while("phase", PLAY, clauses.BUY_OFFER, "nothing can be bought now", buy, leave)

    @bar(clauses.CONTRACT, keep, discard, lay_off, swap)
    def the_contract_is_begun(self) -> str | None:
        return "the contract must be completed first" if self.laying else None

    # -- what is forbidden in a contract -------------------------------------------------------------------------------

    @lay.bar(clauses.CONTRACT)
    def it_is_no_step_now(self, step: int) -> str | None:
        laying, is_run = self._contract(), step < actions.OPEN_SET
        if not actions.OPEN_RUN <= step < actions.CARD:
            return None if laying.is_open() else "no meld is open"
        if laying.is_open():
            return "a meld is open"
        if self._is_down():
            return "the contract is laid, so there are no further melds"
        further = "further " if laying.closed else ""
        why = f"the contract of round {self.round + 1} has no {further}{'run' if is_run else 'set'}"
        return None if (laying.runs if is_run else laying.sets) else why

    @lay.bar(clauses.ORDER)
    def another_meld_comes_first(self, step: int) -> str | None:
        return self._contract().comes_too_late(step)

    @lay.bar(clauses.ROOK_WILD)
    def the_rook_is_something_else(self, step: int) -> str | None:
        return self._contract().misfits(step) if step >= actions.ROOK_AS else None

    @lay.bar_by(clauses.RUN, clauses.SET)
    def it_makes_no_run_or_set(self, step: int) -> Reason | None:
        laying, is_run = self._contract(), self._contract().is_run()
        if step >= actions.CARD:
            why = (step < actions.ROOK_AS and laying.misfits(step)) or self._missing(laying.left, card_of(step))
        elif step != actions.CLOSE:
            is_run = step < actions.OPEN_SET
            why = None if self._can_open(step, natural=False) else "the hand has too few cards for it"
        else:
            length = self.rules.run_length if is_run else self.rules.set_length
            why = f"it needs {length} cards" if len(laying.added) < length else None
        return (clauses.RUN if is_run else clauses.SET, why) if why else None

    def _missing(self, hand: Hand, card: int) -> str | None:
        return None if hand[card] else f"{self.rules.names[card]} is not in the hand"

    @lay.bar(clauses.NATURAL)
    def it_has_no_natural_card(self, step: int) -> str | None:
        laying = self._contract()
        if step >= actions.CARD:
            begins = step >= actions.ROOK_AS and not laying.is_run() and not laying.added
            return "a set begins with a natural card" if begins else None
        if step != actions.CLOSE:
            return None if self._can_open(step) else "the hand has no natural card for it"
        return "it has no natural card yet" if set(laying.added) == {ROOK} else None

    @lay.bar(clauses.ORDER)
    def something_else_comes_first(self, step: int) -> str | None:
        laying, search = self._contract(), self.rules.rounds[self.round].contracts
        if step == actions.CLOSE or step in self._steps()[0]:
            return None
        if step < actions.CARD:
            is_run = step < actions.OPEN_SET
            could = self._can_open(step, type(search), laying.runs - is_run, laying.sets - (not is_run))
            return "the rest of the contract would have to lie before it" if could else None
        left, length = laying.after(step).left, len(laying.added) + 1
        could = not laying.is_run() and search.set_fits(left, laying.opened - ROOK, 0, length, 0, laying.sets)
        return "cards are added in ascending order, Rooks last" if could else None

    def _can_open(
        self, step: int, search: type[Contracts] = Contracts, runs: int = 0, sets: int = 0, *, natural: bool = True
    ) -> bool:
        """Whether a meld can be laid along with that many other runs and sets, ignoring the order of melds."""
        rules, hand = self.rules, self._contract().left
        if not self.on & clauses.ROOK_WILD:
            hand = [*hand[:ROOK], 0]
        natural = natural and bool(self.on & clauses.NATURAL)
        contracts = search(rules.run_length, rules.set_length, natural=natural, ordered=False)
        return contracts.opens(hand, step - actions.OPEN_RUN, runs, sets)

    @lay.bar(clauses.WHOLE_HAND)
    def the_hand_could_not_be_used_up(self, step: int) -> str | None:
        whole = self.rules.rounds[self.round].whole and step not in self._steps()[0]
        return "the rest of the hand could not be laid after it" if whole else None

    @lay.bar(clauses.CONTRACT)
    def the_contract_could_not_be_completed(self, step: int) -> str | None:
        return None if step in self._steps()[0] else "the rest of the contract could not be laid after it"

    # -- what is forbidden afterwards ----------------------------------------------------------------------------------

    @keep.bar(clauses.SWAP_PLAY)
    def a_rook_is_owed(self) -> str | None:
        return "a Rook must still be played" if self.owed else None

    @keep.bar(clauses.DISCARD_ONE)
    def a_card_can_be_discarded(self) -> str | None:
        return None if self._discards() == [actions.KEEP] else "a card can be discarded"

    @discard.bar(clauses.SWAP_PLAY)
    def the_rook_comes_first(self, _: int) -> str | None:
        return "the Rook that was swapped out must be played first" if self.owed else None

    @discard.bar(clauses.DISCARD_NONE)
    def the_card_taken_is_the_last(self, card: int) -> str | None:
        why = f"{self.rules.names[card]} is the last card, but it was taken in this turn"
        return why if self._discards() == [actions.KEEP] else None

    @discard.bar(clauses.DISCARD_TAKEN)
    def it_was_taken(self, card: int) -> str | None:
        stays = actions.DISCARD + card not in self._discards()
        return f"{self.rules.names[card]} was taken in this turn" if stays else None

    @lay_off.bar(clauses.LAY_OFF_AFTER)
    @swap.bar(clauses.SWAP_AFTER)
    def the_own_contract_comes_first(self) -> str | None:
        return None if self._is_down() else "this player's contract is not laid yet"

    @lay_off.bar(clauses.LAY_OFF_AFTER)
    @lay_off.permit(clauses.LAY_OFF_AFTER)
    def there_is_no_such_meld(self, place: int, _: int) -> str | None:
        return None if place in self.melds else f"there is no {actions.PLACES[place]}"

    @lay_off.bar_by(clauses.LAY_OFF_ROOK, clauses.LAY_OFF_RUN, clauses.LAY_OFF_SET)
    @lay_off.permit_by(clauses.LAY_OFF_ROOK, clauses.LAY_OFF_RUN, clauses.LAY_OFF_SET)
    def it_finds_no_place(self, place: int, spot: int) -> Reason | None:
        why = self._misfit(place, spot)
        return (self._rule_of(place, spot), why) if why else None

    def _rule_of(self, place: int, spot: int) -> int:
        """The rule by which a card is laid off on a meld."""
        if spot >= ROOK:
            return clauses.LAY_OFF_ROOK
        return clauses.LAY_OFF_RUN if self.melds[place].is_run else clauses.LAY_OFF_SET

    def _misfit(self, place: int, spot: int) -> str | None:
        meld = self.melds[place]
        if why := self._missing(self.hand[self.player], min(spot, ROOK)):
            return why
        if any(take == actions.LAY_OFF + actions.SPOTS * place + spot for take, _ in meld.takes):
            return None
        if meld.is_run:
            return f"it does not extend {actions.PLACES[place]}"
        return "a Rook has only one place in a set" if spot == actions.ROOK_BEHIND else f"it is not a {meld.first + 1}"

    @lay_off.bar(clauses.SWAP_PLAY)
    def the_rook_would_have_no_place(self, _: int, spot: int) -> str | None:
        takes_its_place = spot < ROOK and 0 < self.owed >= self._room()
        return "the Rook that was swapped out would have no place" if takes_its_place else None

    @swap.bar(clauses.SWAP_SET)
    def the_rook_stays_in_the_set(self, place: int, _: int) -> str | None:
        return "a Rook in a set cannot be swapped" if place in self.melds and not self.melds[place].is_run else None

    @swap.bar(clauses.SWAP)
    def the_card_fetches_no_rook(self, place: int, card: int) -> str | None:
        if place not in self.melds:
            return f"there is no {actions.PLACES[place]}"
        if all(wanted != card for _, wanted in self.melds[place].swaps):
            return f"no Rook stands for {self.rules.names[card]} in {actions.PLACES[place]}"
        return self._missing(self.hand[self.player], card)

    @swap.bar(clauses.SWAP_PLAY)
    def there_is_no_room_for_the_rook(self, _: int, __: int) -> str | None:
        return "there would be no place for the Rook" if self.owed >= self._room() else None

    # -- the same, for speed -------------------------------------------------------------------------------------------

    def _generate(self) -> list[Action]:
        if self.phase == OFFER:
            return [actions.TAKE_TOP, actions.DECLINE] if self.on & clauses.TAKE else [actions.DECLINE]
        if self.phase == ASKED:
            return [actions.BUY, actions.LEAVE]
        if self.laying:
            steps, fired = self._steps()
            self.fired |= fired
            return [actions.STEP + step for step in steps]
        hand = self.hand[self.player]
        if self.down >> self.player & 1:
            return self._discards() + self._lay_offs(hand) + self._swaps(hand)
        steps = self._steps()[0] if self.on & clauses.CONTRACT else []
        legal = [actions.STEP + step for step in steps] + self._discards()
        return legal + self._before_contract(hand) if self.melds else legal

    def _discards(self) -> list[Action]:
        on, taken, hand = self.on, self.taken, self.hand[self.player]
        if self.owed:
            self.fired |= clauses.SWAP_PLAY
            return []
        if not on & clauses.DISCARD_ONE or not any(hand):
            return [actions.KEEP]
        legal = list(compress(DISCARDS, hand))
        if taken >= 0 and hand[taken] == 1 and (rule := on & clauses.DISCARD_TAKEN):
            if len(legal) > 1 or on & clauses.DISCARD_NONE:
                self.fired |= rule
                legal.remove(actions.DISCARD + taken)
            if not legal:
                self.fired |= clauses.DISCARD_NONE
                return [actions.KEEP]
        return legal

    def _before_contract(self, hand: Hand) -> list[Action]:
        """What could be done with the melds of others if the player's own contract were not required first."""
        legal: list[Action] = []
        for rule, options in ((clauses.LAY_OFF_AFTER, self._lay_offs), (clauses.SWAP_AFTER, self._swaps)):
            if not self.fired & rule and (found := options(hand)):
                if self.on & rule:
                    self.fired |= rule
                else:
                    legal += found
        return legal

    def _lay_offs(self, hand: Hand) -> list[Action]:
        legal = [take for meld in self.melds.values() for take, card in meld.takes if hand[card]]
        if self.owed and legal and self.owed >= self._room():
            self.fired |= clauses.SWAP_PLAY
            legal = [take for take in legal if (take - actions.LAY_OFF) % actions.SPOTS >= actions.ROOK_BEFORE]
        return legal

    def _swaps(self, hand: Hand) -> list[Action]:
        on = self.on
        legal = [swap for meld in self.melds.values() for swap, card in meld.swaps if hand[card]]
        if not self.fired & clauses.SWAP_SET and any(
            hand[card] for meld in self.melds.values() for card in meld.guarded
        ):
            self.fired |= on & clauses.SWAP_SET
        if legal and on & clauses.SWAP_PLAY and self.owed >= self._room():
            self.fired |= clauses.SWAP_PLAY
            return []
        return legal

    def is_open(self) -> bool:
        return self.laying is not None and self.laying.is_open()

    def _is_down(self) -> bool:
        """Whether the player to move has laid their contract."""
        return bool(self.down >> self.player & 1)

    # -- who wins ------------------------------------------------------------------------------------------------------

    def items(self, seat: int) -> Iterator[Item]:
        return (self.rules.item(number, left[seat]) for number, left in enumerate(self.results, 1))

    def tallies(self, seat: int) -> Mapping[str, int]:
        return {"rounds out": sum(not left[seat] for left in self.results)}

    def deciding(self) -> list[Criterion]:
        """Without the clause by which equal totals share the win, the earlier seat wins."""
        rows = [self.by(clauses.LOWEST, "points", [-total for total in self.totals])]
        if not self.on & clauses.TIE:
            rows.append(self.by(clauses.LOWEST, "seat", [-seat for seat in range(self.players)]))
        return rows

    def weights(self) -> list[float]:
        return self._chances([self._cost(hand) for hand in self.hands()])

    def look_ahead(self) -> int:
        """Once round the table: after that, chance says more than the choice."""
        return self.players

    def prospect(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        paid, is_under_way = [0.0] * self.players, self.quiet or self.melds or self.phase != OFFER
        if is_under_way:  # a deal that nobody has played yet says nothing of the choices before it
            paid = to_pay([self._runner(seat) for seat in range(self.players)])
        weights = self._chances(paid)
        total = sum(weights)
        return [weight / total for weight in weights]

    def _runner(self, seat: int) -> Runner:
        hand, row = self.hand[seat], self.rules.rounds[self.round]
        cost, cards = self._cost(hand), sum(hand)
        if self.down >> seat & 1:
            return holding(cost, cards)
        needs = cards if row.whole else row.goal.cards
        if self.laying and seat == self.player:
            return holding(cost * (cards - needs) / cards, cards - needs)
        wait = plan(tuple(hand), row.goal).wait(hand[ROOK]) + UNWANTED * max(0, needs - row.goal.cards)
        return collecting(cost, cards, needs, wait)

    def _cost(self, hand: Hand) -> int:
        return sum(map(mul, self.rules.worth, hand))

    def _chances(self, to_pay: Sequence[float]) -> list[float]:
        """Weights of the players' chances to win. to_pay: what each will have to pay for this round."""
        expected = [total + points for total, points in zip(self.totals, to_pay, strict=True)]
        best = min(expected)
        spread = SPREAD * sqrt(len(self.rules.rounds) - self.round)
        return [exp((best - points) / spread) for points in expected]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def chapter(self) -> int:
        return self.round

    def hands(self) -> list[Hand]:
        """The hands, without the cards set aside for a contract."""
        hands = self.hand[:]
        if self.laying:
            hands[self.player] = self.laying.left
        return hands

    def zones(self) -> dict[str, list[str]]:
        """The table with its melds, and any unfinished contract next to the hand it comes from."""
        found = {"table" if name == "melds" else name: cards for name, cards in super().zones().items()}
        found |= {f"hand {seat}": self._ids(one_by_one(hand)) for seat, hand in enumerate(self.hands(), 1)}
        return found | {"contract under way": self._ids(self.laying.cards()) if self.laying else []}

    def _ids(self, cards: Sequence[int]) -> list[str]:
        return [self.rules.ids[card] for card in cards]

    def observation(self, player: int | None) -> dict[str, object]:
        rules, seen = self.rules, super().observation(player)
        row, laying = rules.rounds[self.round], seen.pop("laying")
        if laying:
            seen[f"hand {self.player + 1}"] = self._ids(one_by_one(laying.left))
        return seen | {
            "round": row.number,
            "contract": {
                "runs": row.runs,
                "sets": row.sets,
                "run length": rules.run_length,
                "set length": rules.set_length,
                "whole hand": row.whole,
            },
            "turn of": self.active + 1,
            "contract laid": [bool(self.down >> seat & 1) for seat in range(self.players)],
            "contract under way": [self._ids(cards) for _, cards in laying.closed] if laying else [],
            "meld under way": self._ids(laying.added) if laying else [],
            "melds": [self._seen_meld(meld) for meld in self.melds.values()],
        }

    def _seen_meld(self, meld: Meld) -> dict[str, object]:
        return {
            "place": actions.PLACES[meld.place],
            "is": "run" if meld.is_run else "set",
            "cards": self._ids(meld.cards),
            "as": [None if card is None else self.rules.ids[card] for card in meld.stands_for()],
        }


class Round(NamedTuple):
    """One contract. goal: its smallest melds; contracts: the search for ways to lay it."""

    number: int
    runs: int
    sets: int
    deal: int
    whole: bool
    goal: Goal
    contracts: Contracts


class ToonervilleRook(Rules[RookState]):
    """The deck as numbers, and the rounds."""

    name = "toonerville-rook"
    min_players, max_players = 3, 5
    points = clauses.POINTS
    parameters = clauses.PARAMETERS
    table = RookState

    in_order = staticmethod(in_order)

    def prepare(self) -> None:
        """Raises ProofdeckError for contracts that cannot be played, or for too few cards."""
        values, on = self.values, self.on
        says = "the value of {} is what it costs in hand, so it must be a whole number"
        self.worth = for_each(self.cards, lambda card: whole_value(card, says.format(card.id), "Write its points."))
        self.run_length = values.number("run-length") if on & clauses.RUN else 1
        self.set_length = values.number("set-length") if on & clauses.SET else 1
        self.extra = values.number("buy-extra") if on & clauses.BUY_CARDS else 0
        self.buy_limit = values.number("buy-limit") if on & clauses.BUY_LIMIT else 0
        self.stall = values.number("stall")
        self.rounds = for_each(range(1, values.number("rounds") + 1), self._round)
        self._check_room()

    def _round(self, number: int) -> Round:
        values, on = self.values, self.on
        runs, sets = values.number(f"runs.{number}"), values.number(f"sets.{number}")
        if not 1 <= (melds := runs + sets) <= MELDS:
            message = f"the contract of round {number} has {melds} melds, but a field has room for 1 to {MELDS}"
            hint = f"Change the parameter runs.{number} or sets.{number} in the head of the rules."
            raise ProofdeckError(Problem("E610", message, field=f"runs.{number}", hint=hint))
        whole = number == ROUNDS and bool(on & clauses.WHOLE_HAND)
        deal = values.number("round-11-deal" if number == ROUNDS else f"deal.{number}")
        search = (WholeHand if whole else Contracts)(
            self.run_length, self.set_length, natural=bool(on & clauses.NATURAL), ordered=bool(on & clauses.ORDER)
        )
        goal = Goal(runs, sets, self.run_length, self.set_length)
        return Round(number, runs, sets, deal, whole, goal, search)

    def _check_room(self) -> None:
        """Check for each number of players that there are enough cards to deal, one to turn up and one to draw."""
        most = max(row.deal for row in self.rounds)
        for players, cards in self.decks.items():
            if len(cards) < players * most + 2:
                message = f"{len(cards)} cards are not enough to deal {most} to each of {players} players"
                raise refusal(self.cards[0], "quantity", message, "Add copies.")

    def item(self, number: int, cards: Sequence[int]) -> Item:
        """One round of one player, with the cards left in hand."""
        left = f"{counted(len(cards), 'card')} in hand" if cards else "out"
        names = tuple(self.names[card] for card in cards)
        return Item(self.points.id(clauses.SCORE), f"Round {number}: {left}", self.cost(cards), names)

    def cost(self, cards: Sequence[int]) -> int:
        """What it costs to be left with those cards."""
        return sum(self.worth[card] for card in cards)

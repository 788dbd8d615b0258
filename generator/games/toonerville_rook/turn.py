"""The turn of Toonerville Rook: what a player can do, and what that does."""

from __future__ import annotations

from itertools import compress

from generator.engine.state import Action, IllegalAction
from generator.games.toonerville_rook.actions import (
    BUY,
    DECLINE,
    DISCARD,
    DISCARDS,
    KEEP,
    LAY_OFF,
    LEAVE,
    ROOK,
    ROOK_BEFORE,
    SPOTS,
    SWAP_FOR,
    TAKE_TOP,
)
from generator.games.toonerville_rook.clauses import (
    BUY_ORDER,
    CONTRACT,
    DISCARD_NONE,
    DISCARD_ONE,
    DISCARD_TAKEN,
    LAY_OFF_AFTER,
    LAY_OFF_ROOK,
    LAY_OFF_RUN,
    LAY_OFF_SET,
    MELDS,
    OUT,
    SWAP,
    SWAP_AFTER,
    SWAP_PLAY,
    SWAP_SET,
    TAKE,
    WHOLE_HAND,
)
from generator.games.toonerville_rook.laying import Laying
from generator.games.toonerville_rook.melds import Meld
from generator.games.toonerville_rook.refusals import refusal
from generator.games.toonerville_rook.rounds import ASKED, OFFER, PLAY, RookRound

OFFERED = [TAKE_TOP, DECLINE]
ASKED_TO_BUY = [BUY, LEAVE]


class RookState(RookRound):
    """A table of Toonerville Rook that can be played on."""

    __slots__ = ()

    # -- what can be done ----------------------------------------------------------------------------------------------

    def _generate(self) -> list[Action]:
        phase, on = self.phase, self.on
        if phase == OFFER:
            return OFFERED if on & TAKE else [DECLINE]
        if phase == ASKED:
            return ASKED_TO_BUY
        hand = self.hands[self.player]
        if self.laying:
            legal = self.laying.steps(hand)
            self.fired |= self.laying.take_fired()
            return legal
        if self.down >> self.player & 1:
            return self._discards(hand) + self._lay_offs(hand) + self._swaps(hand)
        legal = self._openers(hand) + self._discards(hand)
        if self.melds:
            legal += self._before_contract(hand)
        return legal

    def _openers(self, hand: list[int]) -> list[Action]:
        if not self.on & CONTRACT:
            return []
        return Laying(self.game.rounds[self.round], self.on).steps(hand)

    def _discards(self, hand: list[int]) -> list[Action]:
        on, taken = self.on, self.taken
        if self.owed:
            self.fired |= SWAP_PLAY
            return []
        if not on & DISCARD_ONE or not any(hand):
            return [KEEP]
        legal = list(compress(DISCARDS, hand))
        if taken >= 0 and hand[taken] == 1 and (rule := on & DISCARD_TAKEN):
            if len(legal) > 1 or on & DISCARD_NONE:
                self.fired |= rule
                legal.remove(DISCARD + taken)
            if not legal:
                self.fired |= DISCARD_NONE
                return [KEEP]
        return legal

    def _before_contract(self, hand: list[int]) -> list[Action]:
        """What could be done with the melds of others, were the own contract not demanded first."""
        legal: list[Action] = []
        for rule, options in ((LAY_OFF_AFTER, self._lay_offs), (SWAP_AFTER, self._swaps)):
            if not self.fired & rule and (found := options(hand)):
                if self.on & rule:
                    self.fired |= rule
                else:
                    legal += found
        return legal

    def _lay_offs(self, hand: list[int]) -> list[Action]:
        legal = [action for meld in self.melds.values() for action, card in meld.takes if hand[card]]
        if self.owed and legal and self.owed >= self._room():
            self.fired |= SWAP_PLAY
            legal = [action for action in legal if (action - LAY_OFF) % SPOTS >= ROOK_BEFORE]
        return legal

    def _swaps(self, hand: list[int]) -> list[Action]:
        legal: list[Action] = []
        on = self.on
        for meld in self.melds.values():
            for action, card in meld.swaps:
                if hand[card]:
                    legal.append(action)
            for card in meld.guarded:
                if hand[card]:
                    self.fired |= on & SWAP_SET
        if legal and on & SWAP_PLAY and self.owed >= self._room():
            self.fired |= SWAP_PLAY
            return []
        return legal

    def _room(self) -> int:
        """How many Rooks there is a place for on the table."""
        if not self.on & LAY_OFF_ROOK:
            return 0
        return sum(meld.room if meld.is_run else len(self.game.stacks[self.players]) for meld in self.melds.values())

    # -- what is done --------------------------------------------------------------------------------------------------

    def _play(self, action: Action) -> None:
        if action >= SWAP_FOR:
            self._swap(*divmod(action - SWAP_FOR, ROOK))
        elif action >= LAY_OFF:
            self._lay_off(*divmod(action - LAY_OFF, SPOTS))
        elif action >= DISCARD:
            self._discard(action - DISCARD)
        elif action == LEAVE:
            step = self.player - self.active if self.on & BUY_ORDER else self.active - self.player
            self._ask(step % self.players)
        elif action == BUY:
            self._buy()
        elif action == DECLINE:
            self._offer()
        elif action == TAKE_TOP:
            self.fired |= self.on & TAKE
            self.taken = self.pile.pop()
            self._into_hand(self.player, self.taken)
            self.phase = PLAY
        elif action == KEEP:
            self._end_turn()
        else:
            self._lay(action)

    def _from_hand(self, card: int) -> None:
        """To the table, in full sight. Of two alike, the one that was taken in this turn goes first."""
        self.hands[self.player][card] -= 1
        self._forget(card)

    def _forget(self, card: int) -> None:
        known = self.known[self.player]
        if known[card]:
            known[card] -= 1
        if card == self.taken:
            self.taken = -1

    def _discard(self, card: int) -> None:
        self.fired |= self.on & DISCARD_ONE
        taken = self.taken if self.on & DISCARD_TAKEN and self.hands[self.player][card] > 1 else -1
        self._from_hand(card)
        if card == taken:
            self.known[self.player][card] = max(1, self.known[self.player][card])
        self.pile.append(card)
        if self.on & OUT and not any(self.hands[self.player]):
            self._end_round(OUT)
        else:
            self._end_turn()

    def _lay(self, action: Action) -> None:
        """A step of the contract. Its melds come to the table together, when the last is closed."""
        hand, on = self.hands[self.player], self.on
        laying = self.laying = self.laying or Laying(self.game.rounds[self.round], on)
        laying.play(action, hand)
        self.fired |= laying.take_fired()
        if not laying.is_complete():
            return
        for card in laying.cards():
            self._forget(card)
        lead = MELDS * self.player
        for place, (is_run, first, cards) in enumerate(laying.closed, lead):
            self.melds[place] = Meld(place, first, cards, is_run=is_run, on=on)
        self.melds = dict(sorted(self.melds.items()))
        self.laying = None
        self.down |= 1 << self.player
        self.fired |= CONTRACT | (WHOLE_HAND if self.game.rounds[self.round].whole else 0)
        self._laid()

    def _lay_off(self, place: int, spot: int) -> None:
        meld = self.melds[place]
        card = min(spot, ROOK)
        self._from_hand(card)
        self.melds[place] = meld.with_card(spot, self.on)
        self.fired |= self.on & (LAY_OFF_ROOK if card == ROOK else LAY_OFF_RUN if meld.is_run else LAY_OFF_SET)
        if card == ROOK and self.owed:
            self.owed -= 1
        self._laid()

    def _swap(self, place: int, card: int) -> None:
        self._from_hand(card)
        self.melds[place] = self.melds[place].with_swap(card, self.on)
        self._into_hand(self.player, ROOK)
        self.fired |= SWAP
        if rule := self.on & SWAP_PLAY:
            self.fired |= rule
            self.owed += 1
        self._laid()

    def _laid(self) -> None:
        """Cards have come to the table."""
        self.quiet = -1
        if any(self.hands[self.player]):
            return
        if rule := self.on & OUT:
            self._end_round(rule)
        else:
            self._end_turn()

    def is_open(self) -> bool:
        return self.laying is not None and self.laying.opened >= 0

    def _refuse(self, action: Action) -> IllegalAction:
        return refusal(self, action)

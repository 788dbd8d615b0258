"""The rules of Fishing Dragon, in the order of its page.

A turn has two stages: which card leaves the hand, then what it does. The first is nobody's business but the player's,
the second is what the others see. A set of cards is a whole number with one bit each.
"""

from __future__ import annotations

from random import Random
from typing import Any, Self

from proofdeck.play.engine.kit import (
    NOBODY,
    OWNER,
    Rules,
    Table,
    as_set,
    bits,
    fact,
    internal,
    pile,
    refusal,
    secret,
    zone,
)
from proofdeck.play.engine.kit.actions import action, bar_while, held
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.engine.score_sheet import Criterion, ScoreSheet
from proofdeck.play.engine.state import OVER, Macro
from proofdeck.play.games.fishing_dragon import clauses
from proofdeck.play.games.fishing_dragon.cards import Cards, in_order
from proofdeck.play.games.fishing_dragon.scoring import NO_SUIT, Tariff
from proofdeck.source.cards import Deck
from proofdeck.source.rules.parameters import Values
from proofdeck.source.rules.points import ALL_ON

NO_CARD = -1
"""Means that no card has been chosen yet."""


class FishingDragonState(Table):
    """A table of Fishing Dragon.

    first: the first card of the deck of this round, by whose suit cards are prized. chosen: the card that is about to
    leave the hand. earlier: points of the rounds before this one, player by player, round after round.
    """

    rules: FishingDragon
    hand: list[int] = zone(OWNER, each=True)
    bank: list[int] = zone(each=True)
    river: int = zone()
    aside: list[int] = pile()
    stock: list[int] = pile(NOBODY)
    first: int = internal(NO_CARD)
    chosen: int = secret(NO_CARD, hidden=NO_CARD, words=lambda rules: rules.ids)
    prized: int = fact(NO_SUIT, words=lambda rules: rules.deck.suits)
    earlier: tuple[int, ...] = internal(())

    # -- a round begins ------------------------------------------------------------------------------------------------

    def deal(self, cards: list[int]) -> None:
        self.fired = self.on & clauses.DECK
        if self.players > FishingDragon.max_players:
            self.fired |= self.on & clauses.MULTI
        self._deal(cards)

    def _deal(self, cards: list[int]) -> None:
        rules, on, players = self.rules, self.on, self.players
        rounds = len(self.earlier) // players
        self.fired |= on & (clauses.ASIDE | clauses.DEAL | clauses.RIVER | clauses.PRIZED_SUIT)
        self.first = cards[0]
        self.aside = cards[:1] if on & clauses.ASIDE else []
        self.stock = cards[:0:-1] if on & clauses.ASIDE else cards[::-1]
        self.prized = rules.deck.suit_of(self.first) if on & clauses.PRIZED_SUIT else NO_SUIT
        starter = rounds % players if on & clauses.MATCH_DEAL else 0
        hand = rules.values.number(f"hand.{players}") if on & clauses.DEAL else 0
        self.hand, self.bank = [0] * players, [0] * players
        for turn in range(players):
            self.hand[(starter + turn) % players] = self._draw(hand)
        self.river = self._draw(rules.values.number("river")) if on & clauses.RIVER else 0
        self.chosen = NO_CARD
        self._begin_turn(starter)

    def _draw(self, count: int) -> int:
        left = len(self.stock) - count
        drawn = as_set(self.stock[left:])
        del self.stock[left:]
        return drawn

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        if not self.hand[player]:
            self._end_round()
            return
        self.player = player
        self.turns += 1
        if self.apply(clauses.REVEAL):
            self.river |= 1 << self.stock.pop()

    @action("Play {card}", card=held("hand", clauses.PLAY))
    def play(self, card: int) -> None:
        self.chosen = card

    @action("Fish {card}", card=held("river", clauses.FISH))
    def fish(self, fished: int) -> None:
        player, card = self.player, self.chosen
        self.chosen = NO_CARD
        self.hand[player] ^= 1 << card
        self.fired |= self.on & (clauses.PLAY | clauses.FISH) | self.rules.why[card][fished]
        self.river ^= 1 << fished
        self.bank[player] |= 1 << card | 1 << fished
        self._begin_turn((player + 1) % self.players)

    @action("Discard it")
    def discard(self) -> None:
        player, card = self.player, self.chosen
        self.chosen = NO_CARD
        self.hand[player] ^= 1 << card
        self.fired |= self.on & (clauses.PLAY | clauses.DISCARD)
        self.river |= 1 << card
        self._begin_turn((player + 1) % self.players)

    # -- what is forbidden ---------------------------------------------------------------------------------------------

    @play.bar(clauses.PLAY)
    def a_card_is_chosen_already(self) -> str | None:
        return f"{self.rules.names[self.chosen]} has already been chosen" if self.chosen != NO_CARD else None

    bar_while("chosen", NO_CARD, clauses.PLAY, "no card has been chosen from the hand yet", fish, discard)
    fish.needs(clauses.FISH, "no card can be fished now")

    @fish.bar(clauses.FISH)
    def they_do_not_match(self, fished: int) -> str | None:
        names = self.rules.names
        match = self.rules.catches[self.chosen] >> fished & 1
        return None if match else f"{names[self.chosen]} does not match {names[fished]}"

    @discard.permit(clauses.DISCARD)
    def nothing_is_discarded(self) -> str | None:
        fishes = self.river & self.rules.catches[self.chosen] and self.on & clauses.FISH
        return "the card cannot be discarded, because it can fish" if fishes else None

    # -- the same, for speed -------------------------------------------------------------------------------------------

    def _generate(self) -> list[int]:
        if self.chosen == NO_CARD:
            return bits(self.hand[self.player])
        return self._uses(self.chosen)

    def _uses(self, card: int) -> list[int]:
        """What may be done with a card of the hand."""
        game, first = self.rules, self.rules.first["fish"]
        fishes = self.river & game.catches[card] if self.on & clauses.FISH else 0
        legal = [first + fished for fished in bits(fishes)]
        if self.on & clauses.DISCARD or not legal:
            legal.append(game.first["discard"])
        return legal

    def is_open(self) -> bool:
        return self.chosen != NO_CARD

    def macro_actions(self) -> list[Macro]:
        if self.chosen != NO_CARD:
            return [(action,) for action in self.legal_actions()]
        return [(card, use) for card in self.legal_actions() for use in self._uses(card)]

    def random_macro(self, random: Random) -> Macro:
        legal = self.legal_actions()
        action = legal[int(random.random() * len(legal))]
        if self.chosen != NO_CARD:
            return (action,)
        uses = self._uses(action)
        return action, uses[int(random.random() * len(uses))]

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_round(self) -> None:
        self.fired |= self.on & clauses.ROUND_ENDS
        self._note_scores()
        if self.rules.match and self._goes_on():
            self.earlier = (*self.earlier, *self._points())
            self.fired |= self.on & clauses.MATCH_DEAL
            self._deal(shuffled(range(self.rules.designs), self.seed, len(self.earlier) // self.players))
            return
        self.player, self.ended_by = OVER, clauses.ROUND_ENDS
        self.fired |= self.on & (clauses.MATCH_WINNER if self.rules.match else clauses.WINNER)
        if max(self.returns()) < 1:
            self.fired |= self.on & clauses.DRAW

    def _goes_on(self) -> bool:
        """Whether another round of the match follows. The round just played is not among the earlier ones."""
        values, totals = self.rules.values, self._totals()
        if len(self.earlier) // self.players + 1 >= values.number("rounds") and self.apply(clauses.MATCH_LAST):
            return False
        if max(totals) < values.number("goal") or not self.apply(clauses.MATCH_GOAL):
            return True
        return totals.count(max(totals)) > 1 and self.apply(clauses.MATCH_TIE)

    def _note_scores(self) -> None:
        """The clauses that gave points in this round."""
        fired = 0
        for bank in self.bank:
            if bank & self.rules.deck.blanks:
                fired |= clauses.BLANKS_ASIDE
            for item in self.rules.tariff.items(bank, self.prized):
                fired |= self.rules.points.bit(item.clause)
        if fired & (clauses.SET | clauses.FULL_SET):
            fired |= clauses.CARD_VALUE
        self.fired |= fired & self.on

    def _points(self) -> list[int]:
        """Of this round, by now."""
        return [self.rules.tariff.points(bank, self.prized) for bank in self.bank]

    def _totals(self) -> list[int]:
        return [sum(self._earlier(seat)) + points for seat, points in enumerate(self._points())]

    def _earlier(self, seat: int) -> tuple[int, ...]:
        return self.earlier[seat :: self.players]

    def deciding(self) -> list[Criterion]:
        """The most points win, in the round or the whole match; equal points share the win."""
        if self.rules.match:
            return [self.by(clauses.MATCH_WINNER, "points of the match", self._totals())]
        return [self.by(clauses.WINNER, "points", self._totals())]

    def score_sheets(self) -> list[ScoreSheet]:
        tariff = self.rules.tariff
        return [tariff.sheet(bank, self.prized, self._earlier(seat)) for seat, bank in enumerate(self.bank)]

    def chapter(self) -> int:
        return len(self.earlier)

    def weights(self) -> list[float]:
        return [(20.0 + total) ** 2 for total in self._totals()]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def observation(self, player: int | None) -> dict[str, Any]:
        rounds = len(self.earlier) // self.players
        earlier = [list(self._earlier(seat)) for seat in range(self.players)]
        return super().observation(player) | {"round": rounds + 1, "earlier rounds": earlier}

    def resample(self, player: int, random: Random) -> Self:
        seed = derived(random.getrandbits(53), "resampled")
        copy = super().resample(player, random)
        copy.seed = seed
        return copy


class FishingDragon(Rules[FishingDragonState]):
    """Fishing Dragon for two players, one deck and one set of parameters."""

    name = "fishing-dragon"
    min_players, max_players = 2, 2
    points = clauses.POINTS
    parameters = clauses.PARAMETERS
    table = FishingDragonState

    in_order = staticmethod(in_order)

    def prepare(self) -> None:
        """Raises ProofdeckError if the deck is too small for the deal."""
        values = self.values
        self.deck = Cards(self.cards)
        self.match = self.reshuffles = values.flag("match")
        off = frozenset(clause for place, clause in enumerate(self.points) if not self.on >> place & 1)
        self.tariff = Tariff(self.deck, values, off)
        self.why = [self._reasons(card) for card in range(self.designs)]
        self.catches = [sum(1 << other for other, reason in enumerate(row) if reason) for row in self.why]
        for players in range(self.min_players, self.max_players + 1):
            needed = 1 + values.number("river") + 2 * players * values.number(f"hand.{players}")
            if needed > self.designs:
                message = f"{players} players need {needed} cards, but the deck has {self.designs}"
                raise refusal(None, "quantity", message, "Deal fewer cards, or add cards to the deck.")

    def _reasons(self, card: int) -> list[int]:
        """For each other card the clause by which the two match, or 0."""
        cards, on = self.deck, self.on
        reasons = [0] * self.designs
        for other in range(self.designs):
            either = (1 << card | 1 << other) & cards.blanks
            if other == card:
                continue
            if cards.suit_of(card) == cards.suit_of(other) and on & clauses.SAME_SUIT:
                reasons[other] = clauses.SAME_SUIT
            elif cards.rank_of(card) == cards.rank_of(other) and on & clauses.SAME_RANK:
                reasons[other] = clauses.SAME_RANK
            elif either and on & clauses.BLANK:
                reasons[other] = clauses.BLANK
        return reasons

    def _check_players(self, players: int) -> None:
        if FishingDragonForMore.max_players >= players > self.max_players:
            raise ValueError(f"{self.name} is for {players} players only with 'multi: yes' in the head of its rules")
        super()._check_players(players)


class FishingDragonForMore(FishingDragon):
    """The same for two to four players."""

    max_players = 4


def make(deck: Deck, values: Values, on: int = ALL_ON) -> FishingDragon:
    """The rules for the number of players that the parameters allow. Raises ProofdeckError for an unsuitable deck."""
    return (FishingDragonForMore if values.flag("multi") else FishingDragon)(deck, values, on)

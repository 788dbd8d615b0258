"""The rules of Fishing Dragon, in the order of its page.

A turn has two stages: which card leaves the hand, then what it does. The first is nobody's business but the player's,
the second is what the others see. A set of cards is a whole number with one bit each.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from generator.cards import Deck
from generator.engine.piles import derived, shuffled
from generator.engine.score_sheet import Criterion, ScoreSheet
from generator.engine.state import OVER, UNKNOWN_ACTION, Action, Game, IllegalAction, Macro, State
from generator.games.fishing_dragon import scoring
from generator.games.fishing_dragon.cards import cards_of, read_deck
from generator.games.fishing_dragon.clauses import (
    ASIDE,
    BLANK,
    BLANKS_ASIDE,
    CARD_VALUE,
    DEAL,
    DECK,
    DISCARD,
    DRAW,
    FISH,
    MATCH_DEAL,
    MATCH_GOAL,
    MATCH_LAST,
    MATCH_TIE,
    MATCH_WINNER,
    MULTI,
    PLAY,
    POINTS,
    PRIZED_SUIT,
    REVEAL,
    RIVER,
    ROUND_ENDS,
    SAME_RANK,
    SAME_SUIT,
    SCORED,
    WINNER,
)
from generator.games.fishing_dragon.scoring import NO_SUIT, Tariff, criteria
from generator.problems import Problem, ProofdeckError
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

NO_CARD = -1
"""Where no card has been chosen yet."""


class FishingDragon(Game):
    """Fishing Dragon for two players, one deck and one set of parameters.

    Actions: a card leaves the hand; cards.count + a card is fished; discard_action puts it into the river.
    """

    name: ClassVar[str] = "fishing-dragon"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    points: ClassVar[RulePoints] = POINTS

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError when the spreadsheet is no deck of suits and ranks, or too small for the deal."""
        super().__init__(values, on)
        self.cards = read_deck(deck)
        self.match = values.flag("match")
        off = frozenset(clause for place, clause in enumerate(POINTS) if not on >> place & 1)
        self.tariff = Tariff.of(self.cards, values, off)
        self.discard_action = 2 * self.cards.count
        self.why = [self._reasons(card) for card in range(self.cards.count)]
        self.catches = [sum(1 << other for other, reason in enumerate(row) if reason) for row in self.why]
        for players in range(self.min_players, self.max_players + 1):
            needed = 1 + values.number("river") + 2 * players * values.number(f"hand.{players}")
            if needed > self.cards.count:
                message = f"{players} players need {needed} cards, and the deck has {self.cards.count}"
                raise ProofdeckError(Problem("E610", message, hint="Deal fewer cards, or add cards to the deck."))

    def _reasons(self, card: int) -> list[int]:
        """For each other card the clause by which the two match, or 0."""
        cards, on = self.cards, self.on
        reasons = [0] * cards.count
        for other in range(cards.count):
            either = (1 << card | 1 << other) & cards.blanks
            if other == card:
                continue
            if cards.suit_of(card) == cards.suit_of(other) and on & SAME_SUIT:
                reasons[other] = SAME_SUIT
            elif cards.rank_of(card) == cards.rank_of(other) and on & SAME_RANK:
                reasons[other] = SAME_RANK
            elif either and on & BLANK:
                reasons[other] = BLANK
        return reasons

    def new_initial_state(self, players: int, seed: int) -> FishingDragonState:
        self._check_players(players)
        return FishingDragonState.dealt(self, players, seed)

    def _check_players(self, players: int) -> None:
        if FishingDragonForMore.max_players >= players > self.max_players:
            raise ValueError(f"{self.name} is for {players} players only with 'multi: yes' in the head of its rules")
        super()._check_players(players)

    def actions(self) -> Iterable[Action]:
        return range(self.discard_action + 1)

    def action_to_string(self, action: Action) -> str:
        names, count = self.cards.names, self.cards.count
        if action < count:
            return f"Play {names[action]}"
        return f"Fish {names[action - count]}" if action < self.discard_action else "Discard it"


class FishingDragonForMore(FishingDragon):
    """The same for two to four players."""

    max_players: ClassVar[int] = 4


def make(deck: Deck, values: Values, on: int = ALL_ON) -> FishingDragon:
    """The rules for as many players as the parameters allow. Raises ProofdeckError for a deck that cannot be played."""
    return (FishingDragonForMore if values.flag("multi") else FishingDragon)(deck, values, on)


class FishingDragonState(State):
    """A table of Fishing Dragon.

    hands, banks: a set of cards a player. stock: the deck of this round as shuffled, of which the first `drawn` cards
    have been dealt, the first of all to lie aside. chosen: the card that is about to leave the hand. earlier: points of
    the rounds before this one, player by player, round after round.
    """

    __slots__ = ("banks", "chosen", "drawn", "earlier", "game", "hands", "on", "prized", "river", "seed", "stock")

    game: FishingDragon
    on: int
    seed: int
    hands: list[int]
    banks: list[int]
    river: int
    stock: list[int]
    drawn: int
    chosen: int
    prized: int
    earlier: list[int]

    @classmethod
    def dealt(cls, game: FishingDragon, players: int, seed: int) -> Self:
        state = cls()
        state.game, state.players, state.on, state.seed = game, players, game.on, seed
        state.fired = game.on & (DECK | MULTI if players > FishingDragon.max_players else DECK)
        state.turns, state.earlier, state._legal = 0, [], None
        state._deal()
        return state

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on, copy.seed = self.game, self.players, self.on, self.seed
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.hands, copy.banks, copy.river = self.hands[:], self.banks[:], self.river
        copy.stock, copy.drawn, copy.prized = self.stock, self.drawn, self.prized
        copy.chosen, copy.earlier = self.chosen, self.earlier
        return copy

    # -- a round begins ------------------------------------------------------------------------------------------------

    def _deal(self) -> None:
        game, on, players = self.game, self.on, self.players
        rounds = len(self.earlier) // players
        self.fired |= on & (ASIDE | DEAL | RIVER | PRIZED_SUIT)
        self.stock = stock = shuffled(range(game.cards.count), self.seed, rounds)
        self.drawn = 1 if on & ASIDE else 0
        self.prized = game.cards.suit_of(stock[0]) if on & PRIZED_SUIT else NO_SUIT
        starter = rounds % players if on & MATCH_DEAL else 0
        hand = game.values.number(f"hand.{players}") if on & DEAL else 0
        self.hands, self.banks = [0] * players, [0] * players
        for turn in range(players):
            self.hands[(starter + turn) % players] = self._draw(hand)
        self.river = self._draw(game.values.number("river")) if on & RIVER else 0
        self.chosen = NO_CARD
        self._begin_turn(starter)

    def _draw(self, count: int) -> int:
        mask = 0
        for card in self.stock[self.drawn : self.drawn + count]:
            mask |= 1 << card
        self.drawn += count
        return mask

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        if not self.hands[player]:
            self._end_round()
            return
        self.player = player
        self.turns += 1
        if rule := self.on & REVEAL:
            self.fired |= rule
            self.river |= 1 << self.stock[self.drawn]
            self.drawn += 1

    def _generate(self) -> list[Action]:
        if self.chosen == NO_CARD:
            return cards_of(self.hands[self.player])
        return self._uses(self.chosen)

    def _uses(self, card: int) -> list[Action]:
        """What may be done with a card of the hand."""
        game = self.game
        fishes = self.river & game.catches[card] if self.on & FISH else 0
        legal = [fished + game.cards.count for fished in cards_of(fishes)]
        if self.on & DISCARD or not legal:
            legal.append(game.discard_action)
        return legal

    def _play(self, action: Action) -> None:
        game, player, card = self.game, self.player, self.chosen
        if card == NO_CARD:
            self.chosen = action
            return
        self.chosen = NO_CARD
        self.hands[player] ^= 1 << card
        if action == game.discard_action:
            self.fired |= self.on & (PLAY | DISCARD)
            self.river |= 1 << card
        else:
            fished = action - game.cards.count
            self.fired |= self.on & (PLAY | FISH) | game.why[card][fished]
            self.river ^= 1 << fished
            self.banks[player] |= 1 << card | 1 << fished
        self._begin_turn((player + 1) % self.players)

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
        self.fired |= self.on & ROUND_ENDS
        self._note_scores()
        if self.game.match and self._goes_on():
            self.earlier = self.earlier + self._points()
            self.fired |= self.on & MATCH_DEAL
            self._deal()
            return
        self.player = OVER
        self.fired |= self.on & (MATCH_WINNER if self.game.match else WINNER)
        if len(self.ranking().groups[0]) > 1:
            self.fired |= self.on & DRAW

    def _goes_on(self) -> bool:
        """Whether another round of the match follows. The round just played is not among the earlier ones."""
        values, totals = self.game.values, self._totals()
        if len(self.earlier) // self.players + 1 >= values.number("rounds") and (rule := self.on & MATCH_LAST):
            self.fired |= rule
            return False
        if max(totals) < values.number("goal") or not (rule := self.on & MATCH_GOAL):
            return True
        self.fired |= rule
        if totals.count(max(totals)) > 1 and (rule := self.on & MATCH_TIE):
            self.fired |= rule
            return True
        return False

    def _note_scores(self) -> None:
        """The clauses that gave points in this round."""
        fired = 0
        for bank in self.banks:
            if bank & self.game.cards.blanks:
                fired |= BLANKS_ASIDE
            for line in self.game.tariff.lines(bank, self.prized):
                fired |= SCORED[line.clause]
        if fired & (SCORED[scoring.SET] | SCORED[scoring.FULL_SET]):
            fired |= CARD_VALUE
        self.fired |= fired & self.on

    def _points(self) -> list[int]:
        """Of this round, by now."""
        return [self.game.tariff.points(bank, self.prized) for bank in self.banks]

    def _totals(self) -> list[int]:
        return [sum(self._earlier(seat)) + points for seat, points in enumerate(self._points())]

    def _earlier(self, seat: int) -> list[int]:
        return self.earlier[seat :: self.players]

    def criteria(self) -> list[Criterion]:
        return criteria(self._totals(), match=self.game.match)

    def score_sheets(self) -> list[ScoreSheet]:
        tariff = self.game.tariff
        return [tariff.sheet(bank, self.prized, self._earlier(seat)) for seat, bank in enumerate(self.banks)]

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        weights = [(20.0 + total) ** 2 for total in self._totals()]
        return [weight / sum(weights) for weight in weights]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def zones(self) -> dict[str, list[str]]:
        ids, named = self.game.cards.ids, self.game.cards.ids_in
        where = {f"hand {seat + 1}": named(hand) for seat, hand in enumerate(self.hands)}
        where |= {f"bank {seat + 1}": named(bank) for seat, bank in enumerate(self.banks)}
        where["river"] = named(self.river)
        where["aside"] = [ids[self.stock[0]]] if self.on & ASIDE else []
        where["stock"] = [ids[card] for card in self.stock[self.drawn :]]
        return where

    def key(self) -> bytes:
        seed = self.seed if self.game.match else 0
        numbers = (
            self.player, self.turns, self.chosen, seed, self.river, *self.banks, *self.hands, *self.earlier,
            self.stock[0], *self.stock[self.drawn :],
        )  # fmt: skip
        return repr(numbers).encode()

    def information_state_key(self, player: int) -> bytes:
        chosen = self.chosen if player == self.player else NO_CARD
        numbers = (
            player, self.player, self.turns, chosen, self.river, *self.banks, self.hands[player], *self.earlier,
            self.stock[0],
        )  # fmt: skip
        return repr(numbers).encode()

    def observation(self, player: int | None) -> dict[str, Any]:
        cards = self.game.cards
        seats = range(self.players)
        mine = player is not None and player == self.player and self.chosen != NO_CARD
        return {
            "player": None if player is None else player + 1,
            "round": len(self.earlier) // self.players + 1,
            "turn": self.turns,
            "to move": None if self.player == OVER else self.player + 1,
            "hand": [] if player is None else cards.ids_in(self.hands[player]),
            "chosen": cards.ids[self.chosen] if mine else None,
            "cards in hand": [hand.bit_count() for hand in self.hands],
            "river": cards.ids_in(self.river),
            "banks": [cards.ids_in(bank) for bank in self.banks],
            "aside": cards.ids[self.stock[0]],
            "prized": None if self.prized == NO_SUIT else cards.suits[self.prized],
            "earlier rounds": [self._earlier(seat) for seat in seats],
            "stock": len(self.stock) - self.drawn,
        }

    def resample(self, player: int, random: Random) -> Self:
        copy = self.clone()
        copy.seed = derived(random.getrandbits(53), "resampled")
        pool = self.stock[self.drawn :]
        others = [seat for seat in range(self.players) if seat != player]
        for seat in others:
            pool += cards_of(self.hands[seat])
        pool.sort()
        random.shuffle(pool)
        for seat in others:
            copy.hands[seat] = 0
            for _ in range(self.hands[seat].bit_count()):
                copy.hands[seat] |= 1 << pool.pop()
        copy.stock = self.stock[: self.drawn] + pool
        if player != self.player:
            copy.chosen, copy._legal = NO_CARD, None
        return copy

    # -- refusals ------------------------------------------------------------------------------------------------------

    def _refuse(self, action: Action) -> IllegalAction:
        game = self.game
        names, count = game.cards.names, game.cards.count
        if self.player == OVER:
            return IllegalAction(POINTS.id(ROUND_ENDS), "the game is over")
        if not 0 <= action <= game.discard_action:
            return IllegalAction(UNKNOWN_ACTION, f"Fishing Dragon has no action {action}")
        if self.chosen == NO_CARD:
            if action >= count:
                return IllegalAction(POINTS.id(PLAY), "no card has been chosen from the hand yet")
            return IllegalAction(POINTS.id(PLAY), f"{names[action]} is not in the hand")
        if action < count:
            return IllegalAction(POINTS.id(PLAY), f"{names[self.chosen]} has been chosen already")
        if action == game.discard_action:
            return IllegalAction(POINTS.id(DISCARD), "nothing is discarded")
        fished = names[action - count]
        if not self.river >> action - count & 1:
            return IllegalAction(POINTS.id(FISH), f"{fished} is not in the river")
        return IllegalAction(POINTS.id(FISH), f"{names[self.chosen]} does not match {fished}")

"""The rules of Rummy Duel, in the order of its page.

A turn is a draw, then a meld or a pass. A card drawn from the row is a commitment of two stages: which card is taken,
then which card of the hand takes its place. Places of the row are bits, and so are cards.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from generator.cards import Deck
from generator.engine.piles import shuffled
from generator.engine.score_sheet import Criterion, ScoreSheet
from generator.engine.state import OVER, UNKNOWN_ACTION, Action, Game, IllegalAction, State
from generator.games.rummy_duel.cards import DECK_SIZE, cards_of, read_deck
from generator.games.rummy_duel.clauses import (
    ALL_CLAIMED,
    ALONE,
    ANY_CLAIM,
    CONTEST,
    DEAL,
    DECK,
    DRAW,
    EQUAL,
    FEWEST_CARDS,
    LAST_TURN,
    LAY,
    MOST_POINTS,
    PASS,
    PILE_EMPTY,
    POINTS,
    REPLACE,
    ROW,
    RUMMY,
    SIDE,
    STALL,
    TAKE,
    TIE,
    UNCLAIMED,
    VALUE,
)  # fmt: skip
from generator.games.rummy_duel.melds import Melds, compared_by
from generator.games.rummy_duel.scoring import NOBODY, Claims, criteria, rummy, sheet
from generator.problems import Problem, ProofdeckError
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

DRAWING, REPLACING, MELDING = range(3)
"""What the player has to do next."""
NO_MELD = -1
STARTER = 0


class RummyDuel(Game):
    """Rummy Duel for one deck and one set of parameters.

    Actions: 0 draws from the pile; take + place takes that community card; put + card puts it in its place; pass_action
    passes; lay + place * melds + meld lays that meld there.
    """

    name: ClassVar[str] = "rummy-duel"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    points: ClassVar[RulePoints] = POINTS

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError when the spreadsheet is not the 52 cards, or they are too few for the deal."""
        super().__init__(values, on)
        self.cards = read_deck(deck)
        self.hand = values.number("hand") if on & DEAL else 0
        self.row = values.number("row") if on & ROW else 0
        self.stall = values.number("stall")
        self.places = (1 << self.row) - 1
        self.values_of = self.cards.values if on & VALUE else (0,) * DECK_SIZE
        self.melds = Melds.of(values.number("meld"), flush=values.flag("flush-set"), on=on)
        self.any_claim = values.flag("any-claim")
        if 2 * self.hand + self.row >= DECK_SIZE:
            message = f"the deal takes {2 * self.hand + self.row} cards, and the pile needs some of the {DECK_SIZE}"
            raise ProofdeckError(Problem("E610", message, hint="Deal fewer cards."))
        self.take = 1
        self.put = self.take + self.row
        self.pass_action = self.put + DECK_SIZE
        self.lay = self.pass_action + 1
        self.end_of_actions = self.lay + self.row * len(self.melds.by_number)

    def new_initial_state(self, players: int, seed: int) -> RummyDuelState:
        self._check_players(players)
        return RummyDuelState.dealt(self, seed)

    def actions(self) -> Iterable[Action]:
        return range(self.end_of_actions)

    def action_to_string(self, action: Action) -> str:
        if action < self.take:
            return "Draw from the pile"
        if action < self.put:
            return f"Take community card {action - self.take + 1}"
        if action < self.pass_action:
            return f"Put the {self.cards.names[action - self.put]} there"
        if action == self.pass_action:
            return "Pass"
        place, meld = divmod(action - self.lay, len(self.melds.by_number))
        return f"Lay {' '.join(self.meld_names(meld))} at community card {place + 1}"

    def meld_names(self, meld: int) -> list[str]:
        return [self.cards.ids[card] for card in self.melds.by_number[meld].cards]


class RummyDuelState(State):
    """A table of Rummy Duel.

    hands: a set of cards a player; known: those of them that were seen going there. row: the community cards. laid: the
    number of the meld at each place, all of player 1 before those of player 2. claimed, won: places a player has a meld
    at, and has won for good. taking: the place whose card is about to be taken. idle: turns in a row without progress.
    last: the turn after which the game ends. rummy: who has called it.
    """

    __slots__ = (
        "claimed", "drawn", "game", "hands", "idle", "known", "laid", "last", "on", "pile", "row", "rummy", "step",
        "taking", "tied", "won", "won_by",
    )  # fmt: skip

    game: RummyDuel
    on: int
    hands: list[int]
    known: list[int]
    row: list[int]
    laid: list[int]
    claimed: list[int]
    won: list[int]
    tied: int
    pile: list[int]
    drawn: int
    step: int
    taking: int
    idle: int
    last: int
    rummy: int
    won_by: int

    @classmethod
    def dealt(cls, game: RummyDuel, seed: int) -> Self:
        state = cls()
        state.game, state.players, state.on = game, 2, game.on
        state.pile = shuffled(range(DECK_SIZE), seed, 0)
        hand, state.drawn = game.hand, 2 * game.hand + game.row
        state.hands = [sum(1 << card for card in state.pile[seat * hand : (seat + 1) * hand]) for seat in (0, 1)]
        state.row = state.pile[2 * hand : state.drawn]
        state.known, state.claimed, state.won, state.tied = [0, 0], [0, 0], [0, 0], 0
        state.laid = [NO_MELD] * (2 * game.row)
        state.fired = game.on & (DECK | DEAL | ROW)
        state.turns, state.idle, state.last, state.rummy, state.won_by = 0, 0, 0, NOBODY, 0
        state._begin_turn(STARTER)
        return state

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on = self.game, 2, self.on
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.hands, copy.known, copy.row, copy.laid = self.hands[:], self.known[:], self.row[:], self.laid[:]
        copy.claimed, copy.won, copy.tied = self.claimed[:], self.won[:], self.tied
        copy.pile, copy.drawn = self.pile, self.drawn
        copy.step, copy.taking, copy.idle, copy.last = self.step, self.taking, self.idle, self.last
        copy.rummy, copy.won_by = self.rummy, self.won_by
        return copy

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player, self.step, self.taking = player, DRAWING, NO_MELD
        self.turns += 1
        self.idle += 1
        self._legal = None

    def _generate(self) -> list[Action]:
        game = self.game
        if self.step == DRAWING:
            return [0, *(game.take + place for place in cards_of(self._takeable()))]
        hand = self.hands[self.player]
        if self.step == REPLACING:
            return [game.put + card for card in cards_of(hand)]
        if not self.on & LAY:
            return [game.pass_action]
        melds = game.melds.in_hand(hand)
        legal = [game.pass_action] if self.on & PASS or not melds else []
        if melds:
            claimed = self.claimed[self.player] if self.on & SIDE else 0
            if claimed:
                self.fired |= SIDE
            first, size = game.lay, len(game.melds.by_number)
            for place in cards_of(game.places & ~claimed):
                start = first + place * size
                legal += [start + meld for meld in melds]
        return legal or [game.pass_action]

    def _takeable(self) -> int:
        """The places whose card may be drawn."""
        if not self.on & TAKE:
            return 0
        if not self.hands[self.player]:
            self.fired |= self.on & REPLACE
            return 0
        claimed = self.claimed[0] | self.claimed[1]
        if claimed and (rule := self.on & UNCLAIMED):
            self.fired |= rule
            return self.game.places & ~claimed
        return self.game.places

    def _play(self, action: Action) -> None:
        game = self.game
        if action >= game.lay:
            self._lay(*divmod(action - game.lay, len(game.melds.by_number)))
            self._end_turn()
        elif action == game.pass_action:
            self.fired |= self.on & PASS
            self._end_turn()
        elif action >= game.put:
            self._replace(action - game.put)
            self.step = MELDING
        elif action:
            self.taking = action - game.take
            self.step = REPLACING
        else:
            self.fired |= self.on & DRAW
            self.hands[self.player] |= 1 << self.pile[self.drawn]
            self.drawn += 1
            self.idle = 0
            self.step = MELDING

    def _replace(self, card: int) -> None:
        player, place = self.player, self.taking
        taken = 1 << self.row[place]
        self.fired |= self.on & (TAKE | REPLACE)
        self.hands[player] = self.hands[player] & ~(1 << card) | taken
        self.known[player] = self.known[player] & ~(1 << card) | taken
        self.row[place] = card
        self.taking = NO_MELD

    def _lay(self, place: int, number: int) -> None:
        player, game = self.player, self.game
        meld = game.melds.by_number[number]
        self.fired |= self.on & (LAY | meld.clauses)
        self.hands[player] &= ~meld.mask
        self.known[player] &= ~meld.mask
        self.laid[player * game.row + place] = number
        self.claimed[player] |= 1 << place
        self.idle = 0
        other = self.laid[(1 - player) * game.row + place]
        if other != NO_MELD and (rule := self.on & CONTEST):
            self.fired |= rule
            self._contest(place, number, other)

    def _contest(self, place: int, mine: int, yours: int) -> None:
        melds = self.game.melds.by_number
        one, other = melds[mine], melds[yours]
        self.fired |= self.on & compared_by(one, other)
        if one.strength == other.strength and self.on & TIE:
            self.fired |= TIE
            self.tied |= 1 << place
        else:
            self.won[self.player if one.strength > other.strength else 1 - self.player] |= 1 << place

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        on, player = self.on, self.player
        if (self.won[0] or self.won[1]) and (rule := on & RUMMY):
            self.rummy = rummy(self._values(), self.won, self.tied)
            if self.rummy != NOBODY:
                self._finish(rule)
                return
        if ending := self._claims_end():
            self._finish(ending)
        elif self.drawn == len(self.pile):
            self._finish(on & PILE_EMPTY)
        elif self.idle >= self.game.stall and (rule := on & STALL):
            self._finish(rule)
        else:
            self._begin_turn(1 - player)

    def _claims_end(self) -> int:
        """The clause by which claims end the game after this turn, or 0."""
        game, rule = self.game, self.on & ALL_CLAIMED
        if self.last == self.turns:
            return rule or self.on & ANY_CLAIM
        complete = self.claimed[self.player] == game.places
        if game.any_claim and self.claimed[0] | self.claimed[1] == game.places and self.on & ANY_CLAIM:
            self.fired |= ANY_CLAIM
            rule, complete = ANY_CLAIM, True
        if self.last or not complete or not rule:
            return 0
        if self.player == STARTER and (one_more := self.on & LAST_TURN):
            self.fired |= one_more
            self.last = self.turns + 1
            return 0
        return rule

    def _finish(self, rule: int) -> None:
        self.fired |= rule
        self.won_by = rule
        self.player = OVER
        if self.rummy != NOBODY:
            return
        claims = self._claims()
        if claims.alone[0] | claims.alone[1]:
            self.fired |= self.on & ALONE
        if claims.alone[0] | claims.alone[1] | claims.won[0] | claims.won[1]:
            self.fired |= self.on & VALUE
        points, hands = self.criteria()[0], self.criteria()[-1]
        decided = (MOST_POINTS, points), (FEWEST_CARDS, hands)
        self.fired |= self.on & next((bit for bit, row in decided if row.values[0] != row.values[1]), EQUAL)

    def _values(self) -> list[int]:
        return [self.game.values_of[card] for card in self.row]

    def _claims(self) -> Claims:
        first, second = self.claimed
        alone = (first & ~second, second & ~first) if self.on & ALONE else (0, 0)
        return Claims((self.won[0], self.won[1]), self.tied, alone)

    def criteria(self) -> list[Criterion]:
        points = [found.total for found in self.score_sheets()]
        rows = criteria(points, [hand.bit_count() for hand in self.hands], self.rummy)
        return rows if self.on & FEWEST_CARDS else rows[:1]

    def score_sheets(self) -> list[ScoreSheet]:
        claims, values = self._claims(), self._values()
        names = [self.game.cards.names[card] for card in self.row]
        return [
            sheet(names, values, claims.won[seat], claims.alone[seat], self.hands[seat].bit_count()) for seat in (0, 1)
        ]

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        values, claims = self._values(), self._claims()
        weights = [1.0 + sum(values) / 10] * 2
        for seat in (0, 1):
            for place, value in enumerate(values):
                weights[seat] += value * (claims.won[seat] >> place & 1) + value * (claims.alone[seat] >> place & 1) / 2
        return [weight / sum(weights) for weight in weights]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def _laid_by(self, seat: int) -> list[int]:
        return self.laid[seat * self.game.row : (seat + 1) * self.game.row]

    def zones(self) -> dict[str, list[str]]:
        game, ids = self.game, self.game.cards.ids
        where = {f"hand {seat + 1}": game.cards.ids_in(self.hands[seat]) for seat in (0, 1)}
        for seat in (0, 1):
            laid = [meld for meld in self._laid_by(seat) if meld != NO_MELD]
            where[f"melds {seat + 1}"] = [name for meld in laid for name in game.meld_names(meld)]
        where["row"] = [ids[card] for card in self.row]
        where["pile"] = [ids[card] for card in self.pile[self.drawn :]]
        return where

    def key(self) -> bytes:
        numbers = (
            self.player, self.turns, self.step, self.taking, self.idle, self.last, self.rummy, self.won_by,
            *self.hands, *self.known, *self.row, *self.laid, *self.pile[self.drawn :],
        )  # fmt: skip
        return repr(numbers).encode()

    def information_state_key(self, player: int) -> bytes:
        step, taking = self._seen_step(player)
        numbers = (
            player, self.player, self.turns, step, taking, self.idle, self.last, self.rummy, self.won_by,
            self.hands[player], self.hands[1 - player].bit_count(), *self.known, *self.row, *self.laid, self.drawn,
        )  # fmt: skip
        return repr(numbers).encode()

    def _seen_step(self, player: int | None) -> tuple[int, int]:
        """A card of the row that is about to be taken still lies there for others."""
        if self.step == REPLACING and player != self.player:
            return DRAWING, NO_MELD
        return self.step, self.taking

    def observation(self, player: int | None) -> dict[str, Any]:
        game = self.game
        step, taking = self._seen_step(player)
        return {
            "player": None if player is None else player + 1,
            "turn": self.turns,
            "to move": None if self.player == OVER else self.player + 1,
            "step": ("draw", "replace", "meld")[step],
            "taking": None if taking == NO_MELD else taking + 1,
            "hand": [] if player is None else game.cards.ids_in(self.hands[player]),
            "cards in hand": [hand.bit_count() for hand in self.hands],
            "known in hand": [game.cards.ids_in(known) for known in self.known],
            "row": [game.cards.ids[card] for card in self.row],
            "melds": [
                [[] if meld == NO_MELD else game.meld_names(meld) for meld in self._laid_by(seat)] for seat in (0, 1)
            ],
            "pile": len(self.pile) - self.drawn,
            "turns without progress": self.idle,
            "last turn": bool(self.last),
        }

    def is_open(self) -> bool:
        return self.step == REPLACING

    def resample(self, player: int, random: Random) -> Self:
        copy, other = self.clone(), 1 - player
        unknown = self.hands[other] & ~self.known[other]
        pool = sorted(cards_of(unknown) + self.pile[self.drawn :])
        random.shuffle(pool)
        copy.hands[other] = self.known[other]
        for _ in range(unknown.bit_count()):
            copy.hands[other] |= 1 << pool.pop()
        copy.pile = self.pile[: self.drawn] + pool
        if player != self.player:
            copy.step, copy.taking = self._seen_step(player)
            copy._legal = None
        return copy

    # -- refusals ------------------------------------------------------------------------------------------------------

    def _refuse(self, action: Action) -> IllegalAction:
        game = self.game
        if self.player == OVER:
            return IllegalAction(POINTS.id(self.won_by) if self.won_by else UNKNOWN_ACTION, "the game is over")
        if not 0 <= action < game.end_of_actions:
            return IllegalAction(UNKNOWN_ACTION, f"Rummy Duel has no action {action}")
        if self.step == DRAWING:
            clause, why = self._forbids_drawing(action)
        elif self.step == REPLACING:
            clause, why = REPLACE, "another card of the hand must take the place of the card that is taken"
        elif action >= game.lay:
            clause, why = self._forbids_laying(*divmod(action - game.lay, len(game.melds.by_number)))
        elif action == game.pass_action:
            clause, why = PASS, "nobody passes"
        else:
            clause, why = LAY, "a card has been drawn already; what follows is a meld or a pass"
        return IllegalAction(POINTS.id(clause), why)

    def _forbids_drawing(self, action: Action) -> tuple[int, str]:
        game = self.game
        if not game.take <= action < game.put:
            return DRAW, "a turn begins with a draw"
        if not self.hands[self.player]:
            return REPLACE, "there is no card in the hand to replace it with"
        if not self.on & TAKE:
            return TAKE, "community cards are not drawn"
        return UNCLAIMED, f"at community card {action - game.take + 1} lies a meld"

    def _forbids_laying(self, place: int, meld: int) -> tuple[int, str]:
        game = self.game
        missing = game.melds.by_number[meld].mask & ~self.hands[self.player]
        if missing:
            return LAY, f"{game.cards.ids_in(missing)[0]} is not in the hand"
        return SIDE, f"at community card {place + 1} lies a meld of the same player"

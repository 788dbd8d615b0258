"""The rules of Rummy Duel, in the order of its page.

A turn is a draw, then a meld or a pass. A card drawn from the row is a commitment of two stages: which card is taken,
then which card of the hand takes its place. Places of the row are bits, and so are cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from proofdeck.play.engine.kit import NOBODY, OWNER, Form, Rules, Table, bits, fact, pile, refusal, secret, zone
from proofdeck.play.engine.kit.actions import Axis, action, bar_while, held, numbers
from proofdeck.play.engine.score_sheet import Criterion, Item
from proofdeck.play.engine.state import OVER
from proofdeck.play.games.rummy_duel import clauses
from proofdeck.play.games.rummy_duel.cards import DECK_SIZE, in_order
from proofdeck.play.games.rummy_duel.melds import Melds, compared_by

DRAWING, REPLACING, MELDING = range(3)
"""What the player has to do next."""
NO_MELD = NOBODY_YET = -1
STARTER = 0
NOT_REPLACED = "another card from the hand must replace the card that is taken"


def _names_of_melds(rules: RummyDuel) -> list[str]:
    return [" ".join(rules.meld_names(meld)) for meld in range(len(rules.melds.by_number))]


PLACE = numbers(lambda rules: rules.row)
LAID = Form(
    "[-1] * rules.row",
    "{}[:]",
    lambda laid, rules: [card for meld in laid if meld != NO_MELD for card in rules.melds.by_number[meld].cards],
)
"""For each community card the number of the meld that a player has laid there, or NO_MELD."""


def total(values: Sequence[int], places: int) -> int:
    """The values of the cards of a row on some places."""
    return sum(value for place, value in enumerate(values) if places >> place & 1)


def rummy(values: Sequence[int], won: Sequence[int], tied: int) -> int:
    """The player who has won more for good than the other can still win, or NOBODY_YET."""
    open_to_somebody = sum(values) - total(values, tied)
    for player in (0, 1):
        own = total(values, won[player])
        if own > open_to_somebody - own:
            return player
    return NOBODY_YET


class RummyDuelState(Table):
    """A table of Rummy Duel.

    known: the cards of a hand that were seen going there. row: the community cards. laid: for each player the number of
    the meld at each place. claimed, won: places where a player has a meld, and has won for good. taking: the place
    whose card is about to be taken. idle: turns in a row without progress. last: the turn after which the game ends.
    rummy: the player who has called it. For other players, a card that is about to be taken is still in the row.
    """

    rules: RummyDuel
    hand: list[int] = zone(OWNER, each=True, known="known")
    known: list[int] = zone(each=True)
    melds: list[list[int]] = zone(each=True, form=LAID)
    row: list[int] = pile()
    pile: list[int] = pile(NOBODY)
    claimed: list[int] = fact(0, each=True)
    won: list[int] = fact(0, each=True)
    tied: int = fact(0)
    step: int = secret(
        DRAWING,
        hidden=lambda table: DRAWING if table.step == REPLACING else table.step,
        words=("draw", "replace", "meld"),
    )
    taking: int = secret(NO_MELD, hidden=NO_MELD, words=PLACE.names)
    idle: int = fact(0)
    last: int = fact(0)
    rummy: int = fact(NOBODY_YET)

    def deal(self, cards: list[int]) -> None:
        left = self.deal_out("hand", cards, self.rules.hand_size)
        self.row, self.pile = left[: self.rules.row], left[self.rules.row :][::-1]
        self.fired = self.on & (clauses.DECK | clauses.DEAL | clauses.ROW)
        self.turns = 0
        self._begin_turn(STARTER)

    # -- the turn ------------------------------------------------------------------------------------------------------

    def _begin_turn(self, player: int) -> None:
        self.player, self.step, self.taking = player, DRAWING, NO_MELD
        self.turns += 1
        self.idle += 1

    @action("Draw from the pile")
    def draw(self) -> None:
        self.fired |= self.on & clauses.DRAW
        self.hand[self.player] |= 1 << self.pile.pop()
        self.idle = 0
        self.step = MELDING

    @action("Take community card {place}", place=PLACE)
    def take(self, place: int) -> None:
        self.taking = place
        self.step = REPLACING

    @action("Put the {card} there", card=held("hand", clauses.REPLACE))
    def replace(self, card: int) -> None:
        player, place = self.player, self.taking
        taken = 1 << self.row[place]
        self.fired |= self.on & (clauses.TAKE | clauses.REPLACE)
        self.hand[player] = self.hand[player] & ~(1 << card) | taken
        self.known[player] = self.known[player] & ~(1 << card) | taken
        self.row[place] = card
        self.taking = NO_MELD
        self.step = MELDING

    @action("Pass")
    def passes(self) -> None:
        self.fired |= self.on & clauses.PASS
        self._end_turn()

    @action("Lay {meld} at community card {place}", place=PLACE, meld=Axis(_names_of_melds))
    def lay(self, place: int, number: int) -> None:
        self.lay_meld(place, number)
        self._end_turn()

    # -- what is forbidden ---------------------------------------------------------------------------------------------

    bar_while("step", DRAWING, clauses.DRAW, "a turn begins with a draw", replace, passes, lay)
    bar_while("step", REPLACING, clauses.REPLACE, NOT_REPLACED, draw, take, passes, lay)
    bar_while(
        "step", MELDING, clauses.LAY, "a card has already been drawn; next comes a meld or a pass", draw, take, replace
    )

    @take.bar(clauses.REPLACE)
    def no_card_could_replace_it(self) -> str | None:
        return None if self.hand[self.player] else "there is no card in the hand to replace it with"

    take.needs(clauses.TAKE, "community cards cannot be taken")

    @take.bar(clauses.UNCLAIMED)
    def a_meld_lies_there(self, place: int) -> str | None:
        claimed = (self.claimed[0] | self.claimed[1]) >> place & 1
        return f"there is a meld at community card {place + 1}" if claimed else None

    @passes.permit(clauses.PASS)
    def nobody_passes(self) -> str | None:
        return "a player with a meld in hand cannot pass" if self.rules.melds.in_hand(self.hand[self.player]) else None

    @lay.bar(clauses.LAY)
    def a_card_is_missing(self, _: int, number: int) -> str | None:
        missing = self.rules.melds.by_number[number].mask & ~self.hand[self.player]
        return f"{self.rules.ids[bits(missing)[0]]} is not in the hand" if missing else None

    @lay.bar(clauses.SIDE)
    def a_meld_of_the_same_player_lies_there(self, place: int, _: int) -> str | None:
        own = self.claimed[self.player] >> place & 1
        return f"this player already has a meld at community card {place + 1}" if own else None

    # -- the same, for speed -------------------------------------------------------------------------------------------

    def _generate(self) -> list[int]:
        game, first = self.rules, self.rules.first
        if self.step == DRAWING:
            return [first["draw"], *[first["take"] + place for place in bits(self._takeable())]]
        hand = self.hand[self.player]
        if self.step == REPLACING:
            return [first["replace"] + card for card in bits(hand)]
        if not self.on & clauses.LAY:
            return [first["passes"]]
        melds = game.melds.in_hand(hand)
        legal = [first["passes"]] if self.on & clauses.PASS or not melds else []
        if melds:
            claimed = self.claimed[self.player] if self.on & clauses.SIDE else 0
            if claimed:
                self.fired |= clauses.SIDE
            size = len(game.melds.by_number)
            for place in bits(game.places & ~claimed):
                start = first["lay"] + place * size
                legal += [start + meld for meld in melds]
        return legal or [first["passes"]]

    def _takeable(self) -> int:
        """The places whose card may be drawn."""
        if not self.on & clauses.TAKE:
            return 0
        if not self.hand[self.player]:
            self.fired |= self.on & clauses.REPLACE
            return 0
        claimed = self.claimed[0] | self.claimed[1]
        if claimed and self.apply(clauses.UNCLAIMED):
            return self.rules.places & ~claimed
        return self.rules.places

    def lay_meld(self, place: int, number: int) -> None:
        player = self.player
        meld = self.rules.melds.by_number[number]
        self.fired |= self.on & (clauses.LAY | meld.clauses)
        self.hand[player] &= ~meld.mask
        self.known[player] &= ~meld.mask
        self.melds[player][place] = number
        self.claimed[player] |= 1 << place
        self.idle = 0
        other = self.melds[1 - player][place]
        if other != NO_MELD and self.apply(clauses.CONTEST):
            self._contest(place, number, other)

    def _contest(self, place: int, mine: int, yours: int) -> None:
        melds = self.rules.melds.by_number
        one, other = melds[mine], melds[yours]
        self.fired |= self.on & compared_by(one, other)
        if one.strength == other.strength and self.on & clauses.TIE:
            self.fired |= clauses.TIE
            self.tied |= 1 << place
        else:
            self.won[self.player if one.strength > other.strength else 1 - self.player] |= 1 << place

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        on, player = self.on, self.player
        if (self.won[0] or self.won[1]) and (rule := on & clauses.RUMMY):
            self.rummy = self.called()
            if self.rummy != NOBODY_YET:
                self._finish(rule)
                return
        if ending := self._claims_end():
            self._finish(ending)
        elif not self.pile:
            self._finish(on & clauses.PILE_EMPTY)
        elif self.idle >= self.rules.stall and (rule := on & clauses.STALL):
            self._finish(rule)
        else:
            self._begin_turn(1 - player)

    def _claims_end(self) -> int:
        """The clause by which claims end the game after this turn, or 0."""
        game, rule = self.rules, self.on & clauses.ALL_CLAIMED
        if self.last == self.turns:
            return rule or self.on & clauses.ANY_CLAIM
        complete = self.claimed[self.player] == game.places
        if game.any_claim and self.claimed[0] | self.claimed[1] == game.places and self.on & clauses.ANY_CLAIM:
            self.fired |= clauses.ANY_CLAIM
            rule, complete = clauses.ANY_CLAIM, True
        if self.last or not complete or not rule:
            return 0
        if self.player == STARTER and self.apply(clauses.LAST_TURN):
            self.last = self.turns + 1
            return 0
        return rule

    def _finish(self, rule: int) -> None:
        self.fired |= rule
        self.ended_by = rule
        self.player = OVER
        if self.rummy != NOBODY_YET:
            return
        alone = any(self._alone())
        self.fired |= self.on & clauses.ALONE if alone else 0
        self.fired |= self.on & clauses.VALUE if alone or any(self.won) else 0
        points, hands = self.criteria()[0], self.criteria()[-1]
        decided = (clauses.MOST_POINTS, points), (clauses.FEWEST_CARDS, hands)
        self.fired |= self.on & next((bit for bit, row in decided if row.values[0] != row.values[1]), clauses.EQUAL)

    def called(self) -> int:
        """The player who may call Rummy, or NOBODY_YET."""
        return rummy(self._values(), self.won, self.tied)

    def _values(self) -> list[int]:
        return [self.rules.values_of[card] for card in self.row]

    def _alone(self) -> tuple[int, int]:
        """For each player, the places of their melds without a rival."""
        first, second = self.claimed
        return (first & ~second, second & ~first) if self.on & clauses.ALONE else (0, 0)

    def deciding(self) -> list[Criterion]:
        if self.rummy != NOBODY_YET:
            return [self.by(clauses.RUMMY, "Rummy", [float(seat == self.rummy) for seat in (0, 1)])]
        fewest = self.by(clauses.FEWEST_CARDS, "fewest cards in hand", [-hand.bit_count() for hand in self.hand])
        return [self.by(clauses.MOST_POINTS, "points", self.points()), fewest]

    def items(self, seat: int) -> Iterator[Item]:
        won, alone = bits(self.won[seat]), bits(self._alone()[seat])
        yield from (self._item(clauses.CONTEST, place, "won by the stronger meld") for place in won)
        yield from (self._item(clauses.ALONE, place, "claimed alone") for place in alone)

    def _item(self, clause: int, place: int, what: str) -> Item:
        card = self.row[place]
        return self.item(clause, f"{self.rules.names[card]}, {what}", self.rules.values_of[card], [card])

    def tallies(self, seat: int) -> Mapping[str, int]:
        return {"cards in hand": self.hand[seat].bit_count()}

    def look_ahead(self) -> int:
        """This turn, and six of each player."""
        return 1 + 6 * self.players

    def weights(self) -> list[float]:
        values = self._values()
        each = zip(self.won, self._alone(), strict=True)
        return [1.0 + sum(values) / 10 + total(values, won) + total(values, alone) / 2 for won, alone in each]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def observation(self, player: int | None) -> dict[str, Any]:
        """Melds by their places."""
        melds = [[[] if meld == NO_MELD else self.rules.meld_names(meld) for meld in laid] for laid in self.melds]
        return super().observation(player) | {"melds": melds}

    def is_open(self) -> bool:
        return self.step == REPLACING


class RummyDuel(Rules[RummyDuelState]):
    """Rummy Duel for one deck and one set of parameters. A card is four times its rank plus its suit."""

    name = "rummy-duel"
    min_players, max_players = 2, 2
    points = clauses.POINTS
    parameters = clauses.PARAMETERS
    table = RummyDuelState
    reshuffles = False

    in_order = staticmethod(in_order)

    def prepare(self) -> None:
        """Raises ProofdeckError if there are too few cards for the deal."""
        values, on = self.values, self.on
        self.hand_size = values.number("hand") if on & clauses.DEAL else 0
        self.row = values.number("row") if on & clauses.ROW else 0
        self.stall = values.number("stall")
        self.places = (1 << self.row) - 1
        self.values_of = [int(card.value or 0) if on & clauses.VALUE else 0 for card in self.cards]
        self.melds = Melds(values.number("meld"), flush=values.flag("flush-set"), on=on)
        self.any_claim = values.flag("any-claim")
        if 2 * self.hand_size + self.row >= DECK_SIZE:
            dealt = 2 * self.hand_size + self.row
            message = f"the deal takes {dealt} cards, which leaves none of the {DECK_SIZE} for the pile"
            raise refusal(None, "quantity", message, "Deal fewer cards.")

    def laid_out(self, row: list[int], laid: Sequence[Mapping[int, int]]) -> RummyDuelState:
        """A table with these community cards and melds. laid: for each player, place -> number of the meld."""
        table = self.table.blank(self, self.max_players, 0)
        table.row = row
        for seat, melds in enumerate(laid):
            table.player = seat
            for place, number in melds.items():
                table.lay_meld(place, number)
        return table

    def meld_names(self, meld: int) -> list[str]:
        return [self.ids[card] for card in self.melds.by_number[meld].cards]

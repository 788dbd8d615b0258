"""The rules of Fantasy Contract Rummy, in the order of its page: draw, play, discard, until the end.

What the action cards do is in `effects.py`, what can be seen in `view.py`, why an
action is not legal in `refusals.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, Self

from generator.cards import Deck
from generator.engine.piles import shuffled
from generator.engine.score_sheet import Criterion, Ranking, ScoreSheet
from generator.engine.state import OVER, Action, Game, IllegalAction, State
from generator.games.fantasy_contract_rummy import effects, view
from generator.games.fantasy_contract_rummy.building import NOTHING_YET, Builder
from generator.games.fantasy_contract_rummy.clauses import (
    BUSY,
    DEAL,
    DECKS,
    DISCARD_ONE,
    DRAW_CONTRACTS,
    DRAW_DECK,
    DRAW_DISCARD,
    DRUID,
    END_CONTRACTS,
    END_DECK,
    END_STALL,
    EXHAUSTED,
    FULFIL,
    HOARD,
    HOARDER_OPEN,
    KEEP,
    LAY,
    LIMIT,
    NATURAL,
    PLAY,
    POINTS,
    REFILL,
    REPAIR,
    SETS,
    SPARED,
    START,
    TIE,
    TOTAL,
    TRICKSTER,
    TRIPLE,
)
from generator.games.fantasy_contract_rummy.motifs import Motifs
from generator.games.fantasy_contract_rummy.moves import (
    AIMING,
    BUILDING,
    BURYING,
    CLOSE,
    DISCARDING,
    DRAW,
    DRAWING,
    FLIPPING,
    HELPING,
    LOOK,
    LOOKING,
    OPEN_SET,
    OWN,
    PASS,
    PAYING,
    PLAYING,
    ROBBING,
    SHEDDING,
    STEALING,
    TAKE,
    Moves,
)
from generator.games.fantasy_contract_rummy.refusals import refusal
from generator.games.fantasy_contract_rummy.scoring import HOARDER, Scoring, Side
from generator.games.fantasy_contract_rummy.sets import Agreed, CardSet
from generator.rules.parameters import Values
from generator.rules.points import ALL_ON, RulePoints

OPEN, SECRET, BACK = range(3)
"""What is done with a contract that has been looked at."""


class FantasyContractRummy(Game):
    """Fantasy Contract Rummy for one deck and one set of parameters."""

    name: ClassVar[str] = "fantasy-contract-rummy"
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 2
    points: ClassVar[RulePoints] = POINTS

    def __init__(self, deck: Deck, values: Values, on: int = ALL_ON) -> None:
        """Raises ProofdeckError for a deck that the rules cannot play."""
        super().__init__(values, on)
        self.motifs = Motifs(deck)
        self.agreed = Agreed.by(self.motifs, values, natural=bool(on & NATURAL), triple=bool(on & TRIPLE))
        self.builder = Builder(self.agreed, tricksters=bool(on & TRICKSTER), druids=bool(on & DRUID))
        self.moves = Moves(self.motifs)
        self.scoring = Scoring(self.agreed, values, POINTS, on)
        self.main_deck = [motif for motif, count in enumerate(self.motifs.copies) for _ in range(count)]
        self.contracts = [kind for kind, count in enumerate(self.motifs.contract_copies) for _ in range(count)]
        self.by_value = sorted(range(len(self.motifs.names)), key=lambda motif: (-self.motifs.values[motif], motif))
        self.hand = values.number("hand")
        self.look = values.number("contracts.look")
        self.busy = values.flag("busy-play") and bool(on & BUSY)

    def new_initial_state(self, players: int, seed: int) -> Table:
        self._check_players(players)
        return Table.dealt(self, seed)

    def actions(self) -> Iterable[Action]:
        return range(self.moves.end)

    def action_to_string(self, action: Action) -> str:
        return self.moves.words(action)


class Table(State):
    """A table of Fantasy Contract Rummy.

    stock, discard, contract_deck: piles, the top at the end. hands: for each player a count for each motif. known: how
    much of that hand the opponent has seen. sets, played: what lies before each player. laid: contracts on the table as
    (contract, owner, open, known to both). looked, choices: contracts being chosen. looks: who has looked at which
    contracts, and how many were laid before. pending: a commitment on its way, which is still in the hand. shuffles:
    reshuffles so far. quiet: turns without anything new.
    """

    __slots__ = (
        "choices",
        "contract_deck",
        "discard",
        "exhausted",
        "game",
        "gone",
        "hands",
        "kind",
        "known",
        "laid",
        "last_turn",
        "looked",
        "looks",
        "news",
        "on",
        "pending",
        "phase",
        "played",
        "quiet",
        "seed",
        "sets",
        "shuffles",
        "spared",
        "step",
        "stock",
        "target",
        "whose_turn",
    )  # fmt: skip

    game: FantasyContractRummy
    on: int
    seed: int
    shuffles: int
    stock: list[int]
    discard: list[int]
    contract_deck: list[int]
    gone: list[int]
    hands: list[list[int]]
    known: list[list[int]]
    sets: list[list[CardSet]]
    played: list[list[int]]
    laid: list[tuple[int, int, bool, bool]]
    looked: list[int]
    looks: list[tuple[int, int, tuple[int, ...]]]
    choices: list[int]
    pending: list[int]
    phase: int
    kind: int
    target: tuple[int, int] | None
    step: int
    exhausted: int
    last_turn: int
    quiet: int
    news: bool
    spared: int
    whose_turn: int

    @classmethod
    def dealt(cls, game: FantasyContractRummy, seed: int) -> Self:
        table = cls()
        table.game, table.players, table.on, table.seed = game, 2, game.on, seed
        table.fired = game.on & (DECKS | DEAL | START)
        cards = shuffled(game.main_deck, seed, 0)
        table.contract_deck = shuffled(game.contracts, seed, 1)
        table.shuffles = 2
        motifs, hand = len(game.motifs.names), game.hand
        table.hands = [[0] * motifs, [0] * motifs]
        for player in (0, 1):
            for motif in cards[player * hand : (player + 1) * hand]:
                table.hands[player][motif] += 1
        table.discard = cards[2 * hand : 2 * hand + 1]
        table.stock = cards[2 * hand + 1 :][::-1]
        table.known = [[0] * motifs, [0] * motifs]
        table.gone, table.sets, table.played, table.laid = [], [[], []], [[], []], []
        table.looked, table.looks, table.choices, table.pending, table.target = [], [], [], [], None
        table.kind = table.step = table.exhausted = table.last_turn = table.quiet = table.turns = 0
        table.spared = -1
        table._legal = None
        table._begin_turn(0)
        return table

    def clone(self) -> Self:
        copy = type(self)()
        copy.game, copy.players, copy.on, copy.seed, copy.shuffles = (
            self.game, self.players, self.on, self.seed, self.shuffles,
        )  # fmt: skip
        copy.player, copy.turns, copy.fired, copy._legal = self.player, self.turns, self.fired, self._legal
        copy.stock, copy.discard, copy.contract_deck = self.stock[:], self.discard[:], self.contract_deck[:]
        copy.hands, copy.known = [hand[:] for hand in self.hands], [hand[:] for hand in self.known]
        copy.sets, copy.played = [sets[:] for sets in self.sets], [cards[:] for cards in self.played]
        copy.laid, copy.gone, copy.looked, copy.choices = self.laid[:], self.gone[:], self.looked[:], self.choices[:]
        copy.pending, copy.phase, copy.kind, copy.target = self.pending[:], self.phase, self.kind, self.target
        copy.looks, copy.step, copy.exhausted, copy.last_turn = self.looks[:], self.step, self.exhausted, self.last_turn
        copy.quiet, copy.news, copy.spared, copy.whose_turn = self.quiet, self.news, self.spared, self.whose_turn
        return copy

    # -- a turn --------------------------------------------------------------------------------------------------------

    def _generate(self) -> list[Action]:
        return _GENERATE[self.phase](self)

    def _play(self, action: Action) -> None:
        _PLAY[self.phase](self, action)

    def is_open(self) -> bool:
        return self.player != OVER and (bool(self.pending or self.choices) or self.phase == BUILDING)

    def _begin_turn(self, player: int) -> None:
        self.player = self.whose_turn = player
        self.turns += 1
        self.news = False
        self.phase = DRAWING
        if not self._draws():
            self.last_turn = self.last_turn or END_DECK
            self.phase = PLAYING

    def _draws(self) -> list[Action]:
        legal = []
        if self.stock:
            legal.append(DRAW)
        if self.discard:
            legal.append(TAKE)
        if len(self.contract_deck) >= self.game.look and self.on & DRAW_CONTRACTS:
            legal.append(LOOK)
        return legal

    def _draw(self, action: Action) -> None:
        hand = self.hands[self.player]
        if action == DRAW:
            self.fired |= self.on & DRAW_DECK
            self.news = True
            self.draw_cards(1)
            if self.game.values.flag("refill") and (rule := self.on & REFILL):
                self.fired |= rule
                self.draw_cards(self.hand_limit() - sum(hand))
        elif action == TAKE:
            self.fired |= self.on & DRAW_DISCARD
            motif = self.discard.pop()
            hand[motif] += 1
            self.known[self.player][motif] += 1
        else:
            self.fired |= self.on & DRAW_CONTRACTS
            self.news = True
            self.looked = sorted(self.contract_deck[-self.game.look :])
            del self.contract_deck[-self.game.look :]
            self.looks.append((self.player, len(self.laid), tuple(self.looked)))
            self.phase = LOOKING
            return
        self.phase = PLAYING

    def draw_cards(self, count: int) -> int:
        """Move cards from the draw deck to the hand as far as they are there. Says how many."""
        hand = self.hands[self.player]
        drawn = 0
        while drawn < count and self.stock and self.last_turn != END_DECK:
            hand[self.stock.pop()] += 1
            drawn += 1
            if not self.stock:
                self.deck_is_exhausted()
        return drawn

    def deck_is_exhausted(self) -> None:
        """The last card of the draw deck has been taken: shuffle the discard pile, or play the last turn.

        At this moment all other cards lie open, so each player can tell what the other holds.
        """
        self.known = [hand[:] for hand in self.hands]
        self.exhausted += 1
        if self.exhausted < self.game.values.number("exhaustions") and self.discard and (rule := self.on & EXHAUSTED):
            self.fired |= rule
            self.stock = shuffled(sorted(self.discard), self.seed, self.shuffles)
            self.shuffles += 1
            self.discard = []
        else:
            self.last_turn = self.last_turn or END_DECK

    # -- contracts -----------------------------------------------------------------------------------------------------

    def _lay_or_give_back(self) -> list[Action]:
        """What may be done with the next contract: of equal ones the later is treated no better than the earlier."""
        moves, place = self.game.moves, len(self.choices)
        contract = self.looked[place]
        again = place > 0 and self.looked[place - 1] == contract
        least = self.choices[-1] if again else OPEN
        kept = any(choice != BACK for choice in self.choices)
        legal = []
        if least == OPEN:
            legal.append(moves.lay_open + contract)
        if least <= SECRET:
            if contract == HOARDER and (rule := self.on & HOARDER_OPEN):
                self.fired |= rule
            else:
                legal.append(moves.lay_secret + contract)
        if kept or self.looked[-1] != contract or not self.on & KEEP:
            legal.append(moves.give_back + contract)
        return legal

    def _choose_contract(self, action: Action) -> None:
        moves = self.game.moves
        self.choices.append(BACK if action >= moves.give_back else SECRET if action >= moves.lay_secret else OPEN)
        if len(self.choices) < len(self.looked):
            return
        returned = []
        for contract, choice in zip(self.looked, self.choices, strict=True):
            if choice == BACK:
                returned.append(contract)
            else:
                self.laid.append((contract, self.player, choice == OPEN, choice == OPEN))
                self.fired |= self.on & LAY
        self.fired |= self.on & KEEP
        self.looked, self.choices = [], []
        self.contract_deck = shuffled(sorted(self.contract_deck + returned), self.seed, self.shuffles)
        self.shuffles += 1
        if len(self.contract_deck) < self.game.look and (rule := self.on & END_CONTRACTS):
            self.last_turn = self.last_turn or rule
        self.phase = PLAYING

    # -- the play ------------------------------------------------------------------------------------------------------

    def _plays(self) -> list[Action]:
        game, hand, on = self.game, self.hands[self.player], self.on
        can_finish = game.builder.can_finish
        legal = [PASS]
        legal += [OPEN_SET + kind for kind in range(8) if on & SETS[kind] and can_finish(kind, (), NOTHING_YET, hand)]
        if on & REPAIR:
            for place, (kind, elements) in enumerate(self.sets[self.player]):
                if not game.agreed.is_valid(kind, elements) and can_finish(kind, elements, NOTHING_YET, hand):
                    legal.append(game.moves.repair + place)
        for number, motif in enumerate(game.motifs.actions):
            if hand[motif] and effects.can_play(self, number):
                legal.append(game.moves.play + number)
        return legal

    def _choose_play(self, action: Action) -> None:
        moves = self.game.moves
        if action == PASS:
            self._to_discard()
        elif action < moves.lay_open:
            self.start_building(action - OPEN_SET, None)
        elif action < moves.play:
            place = action - moves.repair
            self.start_building(self.sets[self.player][place][0], (OWN, place))
        else:
            self._play_action(action - moves.play)

    def start_building(self, kind: int, target: tuple[int, int] | None) -> None:
        """Cards will go to a new set of that type, or to one on the table: (whose, place)."""
        self.kind, self.target, self.phase = kind, target, BUILDING

    def base(self) -> list[int]:
        """What lies already in the set that is being built."""
        if self.target is None:
            return []
        whose, place = self.target
        return list(self.sets[self.player ^ whose][place][1])

    def spare(self) -> list[int]:
        """The hand without what is pending."""
        left = self.hands[self.player][:]
        card_of = self.game.motifs.card_of
        for element in self.pending:
            left[card_of[element]] -= 1
        return left

    def _next_elements(self) -> list[Action]:
        game, pending = self.game, self.pending
        chosen = self.base() + pending
        room = effects.room(self) - len(pending)
        last = pending[-1] if pending else NOTHING_YET
        legal = [CLOSE] if pending and game.agreed.is_valid(self.kind, sorted(chosen)) else []
        add = game.moves.add
        return legal + [add + element for element in game.builder.options(self.kind, chosen, last, self.spare(), room)]

    def _build(self, action: Action) -> None:
        if action != CLOSE:
            self.pending.append(action - self.game.moves.add)
            return
        card_set = (self.kind, tuple(sorted(self.base() + self.pending)))
        if self.target is None:
            self.sets[self.player].append(card_set)
        else:
            whose, place = self.target
            self.sets[self.player ^ whose][place] = card_set
        self.spend(self.pending)
        self._note_set(card_set)
        if not self.step:
            self.fired |= self.on & (REPAIR if self.target else PLAY)
        self.pending, self.target, self.step = [], None, 0
        self.after_play()

    def _note_set(self, card_set: CardSet) -> None:
        kind, elements = card_set
        motifs = self.game.motifs
        fired = SETS[kind]
        for element in elements:
            if element & 1:
                fired |= TRICKSTER if element >> 1 in motifs.characters else DRUID
                fired |= NATURAL
        self.fired |= self.on & fired

    def spend(self, elements: list[int]) -> None:
        """Those elements leave the hand."""
        for element in elements:
            self.lose(self.player, self.game.motifs.card_of[element])

    def lose(self, player: int, motif: int) -> None:
        """A card leaves a hand, and one of its kind what is known of it."""
        self.hands[player][motif] -= 1
        if self.known[player][motif]:
            self.known[player][motif] -= 1

    def _play_action(self, number: int) -> None:
        motif = self.game.motifs.actions[number]
        self.lose(self.player, motif)
        self.played[self.player].append(motif)
        effects.begin(self, number)

    def after_play(self) -> None:
        """A play has been made: on to the discard, or to the next play where that is agreed."""
        self.news = True
        if self.game.busy:
            self.fired |= self.on & BUSY
            self.phase = PLAYING
        else:
            self._to_discard()

    # -- the discard ---------------------------------------------------------------------------------------------------

    def hand_limit(self) -> int:
        limit = self.game.hand
        hoarders = sum(
            owner == self.whose_turn and contract == HOARDER and is_open for contract, owner, is_open, _ in self.laid
        )
        if hoarders and (rule := self.on & HOARD) and self.game.scoring.has_hoard(self.sets[self.whose_turn]):
            self.fired |= rule
            limit += hoarders * self.game.values.number("hoarder.hand")
        return limit

    def _to_discard(self) -> None:
        self.player = self.whose_turn
        if any(self.hands[self.player]) and self.on & DISCARD_ONE:
            self.phase = DISCARDING
        else:
            self._end_turn()

    def _discards(self) -> list[Action]:
        discard = self.game.moves.discard
        return [discard + motif for motif, count in enumerate(self.hands[self.player]) if count]

    def _discard(self, action: Action) -> None:
        self.throw_away(self.player, action - self.game.moves.discard)
        self.fired |= self.on & (DISCARD_ONE if self.phase == DISCARDING else LIMIT)
        over = sum(self.hands[self.player]) > self.hand_limit() and self.on & LIMIT
        if over and self.spared == self.turns and (rule := self.on & SPARED):
            self.fired |= rule
            over = 0
        if over:
            self.phase = SHEDDING
        else:
            self._end_turn()

    def throw_away(self, player: int, motif: int) -> None:
        self.lose(player, motif)
        self.discard.append(motif)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _end_turn(self) -> None:
        self.quiet = 0 if self.news else self.quiet + 1
        if not self.last_turn and self.quiet >= self.game.values.number("stall"):
            self.last_turn = self.on & END_STALL
        if self.last_turn:
            self._finish()
        else:
            self._begin_turn(1 - self.whose_turn)

    def _finish(self) -> None:
        self.player = OVER
        self.fired |= self.last_turn & self.on
        scoring, sides = self.game.scoring, [self.side(player) for player in (0, 1)]
        sheets = [scoring.sheet(side) for side in sides]
        for clause in {item.clause for sheet in sheets for item in sheet.items}:
            self.fired |= POINTS.bit(clause)
        for contract in set().union(*map(scoring.fulfilled, sides)):
            self.fired |= self.on & FULFIL[contract]
        decided = Ranking.by(ranking_of(sheets, on=self.on)).decided_by
        if decided is not None:
            self.fired |= self.on & (TOTAL if decided.clause == "end.total" else TIE)

    def side(self, player: int) -> Side:
        """What lies before a player."""
        contracts = [(contract, is_open) for contract, owner, is_open, _ in self.laid if owner == player]
        return Side(self.sets[player], self.played[player], contracts)

    def score_sheets(self) -> list[ScoreSheet]:
        return [self.game.scoring.sheet(self.side(player)) for player in (0, 1)]

    def criteria(self) -> list[Criterion]:
        return ranking_of(self.score_sheets(), on=self.on)

    def standing(self) -> list[float]:
        if self.player == OVER:
            return self.returns()
        ahead = self.game.scoring.total(self.side(0)) - self.game.scoring.total(self.side(1))
        share = min(1.0, max(0.0, 0.5 + ahead / WIDE_LEAD))
        return [share, 1 - share]

    # -- what can be seen ----------------------------------------------------------------------------------------------

    def zones(self) -> dict[str, list[str]]:
        return view.zones(self)

    def key(self) -> bytes:
        return view.key(self)

    def observation(self, player: int | None) -> dict[str, Any]:
        return view.observation(self, player)

    def information_state_key(self, player: int) -> bytes:
        return view.information_state_key(self, player)

    def resample(self, player: int, random: Random) -> Self:
        return view.resample(self, player, random)

    def _refuse(self, action: Action) -> IllegalAction:
        return refusal(self, action)


WIDE_LEAD = 200
"""Points ahead that are taken for a sure win in the middle of a game."""


def ranking_of(sheets: list[ScoreSheet], on: int = ALL_ON) -> list[Criterion]:
    """Higher total, then more fulfilled contracts."""
    rows = [Criterion("end.total", "total", [sheet.total for sheet in sheets])]
    if on & TIE:
        fulfilled = [sheet.tallies["fulfilled contracts"] for sheet in sheets]
        rows.append(Criterion("end.tie", "fulfilled contracts", fulfilled))
    return rows


_GENERATE = {
    DRAWING: Table._draws,
    LOOKING: Table._lay_or_give_back,
    PLAYING: Table._plays,
    BUILDING: Table._next_elements,
    FLIPPING: effects.flips,
    STEALING: effects.thefts,
    PAYING: effects.payments,
    AIMING: effects.targets,
    HELPING: effects.helps,
    ROBBING: effects.robberies,
    BURYING: effects.burials,
    DISCARDING: Table._discards,
    SHEDDING: Table._discards,
}
_PLAY = {
    DRAWING: Table._draw,
    LOOKING: Table._choose_contract,
    PLAYING: Table._choose_play,
    BUILDING: Table._build,
    FLIPPING: effects.flip,
    STEALING: effects.steal,
    PAYING: effects.pay,
    AIMING: effects.aim,
    HELPING: effects.help_with,
    ROBBING: effects.rob,
    BURYING: effects.bury,
    DISCARDING: Table._discard,
    SHEDDING: Table._discard,
}

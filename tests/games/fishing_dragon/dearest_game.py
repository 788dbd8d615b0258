"""Finds a complete legal game of two after which one player has a best possible bank.

Both players cooperate: one fishes in every turn, the other only discards, first what the bank still lacks. So what is
asked is whether a deal allows it. The cards of the hand must all belong to the bank, and each must match one of those
that are to be fished, which must lie in the river by then. The deal follows from a seed as ever; seeds are tried in
turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import NamedTuple

from proofdeck.play.engine.bots import Seat
from proofdeck.play.engine.kit import as_set, bits
from proofdeck.play.engine.state import Action
from proofdeck.play.games.fishing_dragon.cards import Cards
from proofdeck.play.games.fishing_dragon.rules import FishingDragon, FishingDragonState

TRIES = 40
"""Banks that are tried for one deal, one kind of bank and one seat."""


class Plan(NamedTuple):
    """A plan: who collects which bank, and what is played in each turn, counted from 1: a card, and its use."""

    seed: int
    collector: int
    bank: int
    turns: dict[int, tuple[Action, Action]]


class Planned:
    """A bot that follows the plan."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def choose(self, seat: Seat) -> Sequence[Action]:
        return self._plan.turns[seat.observation()["turn"]]


def plans(game: FishingDragon, points: int, seeds: range) -> Iterator[Plan]:
    """For each seed whose deal allows it, a plan to get that many points."""
    for seed in seeds:
        state = game.new_initial_state(2, seed)
        found = next((plan for seat in (0, 1) if (plan := _plan(state, seat, points, Random(seed)))), None)
        if found is not None:
            yield found


class _Kind(NamedTuple):
    """Banks of one kind: all cards of two dear ranks, and as many of the prized suit as of another."""

    whole: int
    suits: tuple[int, int]


def _kinds(cards: Cards, prized: int) -> Iterator[_Kind]:
    dear = [rank for rank, value in enumerate(cards.values) if value == max(cards.values)]
    for ranks in combinations(dear, 2):
        for other in range(len(cards.suits)):
            if other != prized:
                yield _Kind(cards.of_rank(ranks[0]) | cards.of_rank(ranks[1]), (prized, other))


def _plan(state: FishingDragonState, seat: int, points: int, random: Random) -> Plan | None:
    cards, hand = state.rules.deck, state.hand[seat]
    for kind in _kinds(cards, state.prized):
        allowed = kind.whole | cards.of_suit(kind.suits[0]) | cards.of_suit(kind.suits[1])
        if hand & ~(allowed & ~cards.blanks):
            continue
        comes = _comes(state, seat)
        there = as_set(list(comes)) | hand
        if kind.whole & ~there:
            continue
        for _ in range(TRIES):
            bank = _bank(cards, hand | kind.whole, there, kind, 2 * hand.bit_count(), random)
            if bank and state.rules.tariff.points(bank, state.prized) == points:
                turns = _turns(state, seat, bank, comes)
                if turns:
                    return Plan(state.seed, seat, bank, turns)
    return None


def _comes(state: FishingDragonState, seat: int) -> dict[int, int]:
    """Cards that can be fished -> the turn from which on; a hand that is discarded comes as early as it is wanted."""
    players = state.players
    length = players * state.hand[seat].bit_count()
    comes = dict.fromkeys(bits(state.river), 0)
    turned = state.stock[::-1][: length - 1]
    comes |= {card: turn for turn, card in enumerate(turned, 2)}
    return comes | dict.fromkeys(bits(state.hand[1 - seat]), 0)


def _bank(cards: Cards, begun: int, there: int, kind: _Kind, size: int, random: Random) -> int:
    """A bank with the cards begun, every number, and equally many of both suits; 0 when chance found none."""
    bank = begun
    numbers = [rank for rank in cards.numbers if not bank & cards.of_rank(rank)]
    random.shuffle(numbers)
    spare = [rank for rank in range(len(cards.ranks)) if cards.values[rank]]
    random.shuffle(spare)
    for rank in [*numbers, *spare]:
        if bank.bit_count() >= size:
            break
        options = [card for suit in kind.suits if there >> (card := cards.card(suit, rank)) & 1 & ~(bank >> card)]
        if options:
            fewest = min((bank & cards.of_suit(cards.suit_of(card))).bit_count() for card in options)
            wanted = [card for card in options if (bank & cards.of_suit(cards.suit_of(card))).bit_count() == fewest]
            bank |= 1 << random.choice(wanted)
    return bank if bank.bit_count() == size else 0


def _turns(
    state: FishingDragonState, seat: int, bank: int, comes: dict[int, int]
) -> dict[int, tuple[Action, Action]] | None:
    """What both play so that the bank is collected; None if that is impossible."""
    game, hand, rest = state.rules, state.hand[seat], state.hand[1 - seat]
    mine = range(seat + 1, 2 * hand.bit_count() + 1, 2)
    others = range(2 - seat, 2 * hand.bit_count() + 1, 2)
    thrown = [*bits(rest & bank), *bits(rest & ~bank)]
    comes = comes | dict(zip(thrown, others, strict=True))
    pairs = _pairs(game, bits(hand), bits(bank & ~hand))
    if pairs is None:
        return None
    in_time = sorted(pairs, key=lambda pair: comes[pair[1]])
    if any(comes[fished] > turn for turn, (_, fished) in zip(mine, in_time, strict=True)):
        return None
    turns = {turn: (card, fished + game.designs) for turn, (card, fished) in zip(mine, in_time, strict=True)}
    return turns | {turn: (card, game.first["discard"]) for turn, card in zip(others, thrown, strict=True)}


def _pairs(game: FishingDragon, hand: list[int], river: list[int]) -> list[tuple[int, int]] | None:
    """Each card of the hand with a different card that it catches; None if there is no such assignment."""
    by_fished: dict[int, int] = {}

    def placed(card: int, seen: set[int]) -> bool:
        for fished in river:
            if game.catches[card] >> fished & 1 and fished not in seen:
                seen.add(fished)
                if fished not in by_fished or placed(by_fished[fished], seen):
                    by_fished[fished] = card
                    return True
        return False

    if not all(placed(card, set()) for card in hand):
        return None
    return [(card, fished) for fished, card in by_fished.items()]

"""Computations for claims about Fishing Dragon: the most that a bank can score, and the bank in the source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from proofdeck.ground.problems import listed
from proofdeck.play.engine.claims import Computation, Finding
from proofdeck.play.engine.kit import bits
from proofdeck.play.games.fishing_dragon.dearest_bank import Dearest, Points, dearest_bank
from proofdeck.play.games.fishing_dragon.rules import FishingDragon
from proofdeck.play.games.fishing_dragon.scoring import NO_SUIT

PLAYERS = 2
OF_THE_SOURCE = (("12", 4), ("11", 4), ("10", 3))
"""Ranks of which the bank of the source has so many cards; of each other number it has the prized one."""


def points_of(game: FishingDragon) -> tuple[Points, tuple[int, ...]]:
    """What the search must know of the cards and points of this game, and which ranks its ranks are.

    Ranks without a value are left out, because they never score.
    """
    cards, values = game.deck, game.values
    dear = [rank for rank, value in enumerate(cards.values) if value and rank not in cards.numbers]
    ranks = (*cards.numbers, *dear)
    few, full = values.number("rank.set"), values.number("rank.full")
    times = [
        values.number("rank.full-times") if count >= full else values.number("rank.set-times") if count >= few else 0
        for count in range(len(cards.suits) + 1)
    ]
    return Points(
        numbers=len(cards.numbers),
        values=tuple(cards.values[rank] for rank in ranks),
        suits=len(cards.suits),
        bank=2 * values.number(f"hand.{PLAYERS}"),
        enough=values.number("suit.cards"),
        bonus=values.number("suit.bonus"),
        full=values.number("straight.full"),
        of_rank=tuple(times),
        prized=values.number("prized"),
        shortest=values.number("straight.cards"),
        each=values.number("straight.each"),
    ), ranks


def most_points(game: FishingDragon) -> Finding:
    """The most points of a bank, over all cards that can be set aside."""
    points, ranks = points_of(game)
    found: dict[str, Dearest] = {}
    for aside, name in enumerate(game.deck.ranks):
        found[name] = dearest_bank(points, ranks.index(aside) if aside in ranks else None)
        bank = _bank(game, ranks, found[name])
        if game.tariff.points(bank, 0) != found[name].points or bank >> game.deck.card(0, aside) & 1:
            raise ValueError("the bank that was found does not score what the search says")
    most = max(one.points for one in found.values())
    reached = [name for name, one in found.items() if one.points == most]
    whichever = "whichever card lies aside" if len(reached) == len(found) else f"with {listed(reached)} aside"
    first = found[reached[0]]
    shown = "; ".join(_in_words(game, _bank(game, ranks, first)))
    return Finding(
        str(most),
        f"Found by dynamic programming over the ranks, which is exact, for banks of {points.bank} cards: "
        f"it is the most {whichever}. One such bank, with the {reached[0]} of {game.deck.suits[0]} aside: {shown}.",
    )


def points_of_the_source(game: FishingDragon) -> Finding:
    """The score of the bank described in the source."""
    cards = game.deck
    bank = sum(1 << cards.card(0, rank) for rank in cards.numbers)
    for name, count in OF_THE_SOURCE:
        if name not in cards.ranks:
            raise ValueError(f"there is no rank {name}")
        bank |= sum(1 << cards.card(suit, cards.ranks.index(name)) for suit in range(count))
    lines = game.tariff.lines(bank, 0)
    items = " + ".join(f"{line.points} ({line.what})" for line in lines)
    total = sum(line.points for line in lines)
    return Finding(str(total), f"By the calculator, with {bank.bit_count()} cards in the bank: {items} = {total}.")


def points_of_banks(banks: Sequence[Sequence[tuple[str, int]]], game: FishingDragon) -> Finding:
    """The points of each bank, given by ranks and suits, where no suit is prized."""
    cards, found, told = game.deck, list[str](), list[str]()
    for bank in banks:
        if strange := next((rank for rank, _ in bank if rank not in cards.ranks), None):
            raise ValueError(f"there is no rank {strange}")
        lines = game.tariff.lines(sum(1 << cards.card(suit, cards.ranks.index(rank)) for rank, suit in bank), NO_SUIT)
        found.append(str(sum(line.points for line in lines)))
        told.append(f"{' '.join(rank for rank, _ in bank)} scores {found[-1]}")
    return Finding(", ".join(found), f"By the calculator, without a prized suit: {listed(told)}.")


def _bank(game: FishingDragon, ranks: tuple[int, ...], found: Dearest) -> int:
    """The same bank as a set of cards, the first suit prized."""
    return sum(1 << game.deck.card(suit, ranks[rank]) for suit, rank in found.cards)


def _in_words(game: FishingDragon, bank: int) -> Iterator[str]:
    """Suit by suit."""
    cards = game.deck
    for suit, name in enumerate(cards.suits):
        yield f"{name} {', '.join(cards.ranks[cards.rank_of(card)] for card in bits(bank & cards.of_suit(suit)))}"


def _of_a_rank(name: str, count: int) -> list[tuple[str, int]]:
    return [(name, suit) for suit in range(count)]


def _straight(first: int, last: int) -> list[tuple[str, int]]:
    """A straight of no one suit."""
    return [(str(number), number % 4) for number in range(first, last + 1)]


SETS = [_of_a_rank(name, count) for count in (3, 4) for name in ("4", "10")]
HIGH_SETS = [_of_a_rank(name, 3) for name in ("Flower", "Dragon")]
CHECKS = {
    "points of three and four 4s and 10s": Computation(partial(points_of_banks, SETS)),
    "points of three Flowers and three Dragons": Computation(partial(points_of_banks, HIGH_SETS)),
    "points of the straight from 3 to 7": Computation(partial(points_of_banks, [_straight(3, 7)])),
    "points of the straight from 1 to 12": Computation(partial(points_of_banks, [_straight(1, 12)])),
    "most points of a bank": Computation(most_points, heavy=True),
    "points of the bank of the source": Computation(points_of_the_source),
}

"""Imagines tables that look the same to one player: hidden cards are redealt, every arrangement equally likely.

Sizes stay the same, and so do cards that everybody saw going to a hidden place. If a zone restricts what fits, cards
are dealt at random until they fit; if that takes too long, arrangements are counted and one of them is drawn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from math import factorial
from random import Random
from typing import NamedTuple

from proofdeck.play.engine.faults import Unusable
from proofdeck.play.engine.kit.ground import BareTable
from proofdeck.play.engine.kit.zones import Zone, memory_of, place
from proofdeck.play.engine.piles import derived

SEED_BITS = 48
Deal = list[list[int]]
TRIES = 30
"""Random deals before arrangements are counted."""


class Hole(NamedTuple):
    """A hidden place. kept: cards of it that were seen; size: how many others it holds."""

    name: str
    zone: Zone
    seat: int | None
    kept: tuple[int, ...]
    size: int


def deal_anew(table: BareTable, player: int, random: Random) -> None:
    """Redeal what is hidden from the player on this table, in place, including future shuffles."""
    holes, pool = _hidden(table, player)
    if not pool:
        table.seed = random.getrandbits(SEED_BITS)
        return
    order = sorted(pool)
    random.shuffle(order)
    order.reverse()
    table.seed = derived(0, order)
    dealt = _dealt_by_chance(table, holes, order, random) or _dealt_by_counting(table, holes, order, random)
    for hole, cards in zip(holes, dealt, strict=True):
        table.fill(hole.name, [*hole.kept, *cards], hole.seat)


def take_away(table: BareTable, player: int) -> None:
    """Empty the places that the player cannot see into, in place, but for cards that everybody saw going there."""
    table.seed = 0
    for name, zone, seat, _ in [*table.heaps()]:
        if zone.form.of is not None and not table.sees(zone, seat, player):
            table.fill(name, _known(table, name, zone, seat, player), seat)


def _hidden(table: BareTable, player: int) -> tuple[list[Hole], list[int]]:
    """The places that the player cannot see into and the kit can fill, and the cards that may be in them."""
    holes, pool = [], []
    for name, zone, seat, held in table.heaps():
        if zone.form.of is None or table.sees(zone, seat, player):
            continue
        cards, kept = zone.form.cards(held, table.rules), _known(table, name, zone, seat, player)
        for card in kept:
            if card not in cards:
                told = f"'{place(zone.known, seat)}'" if zone.known else "what players have passed on"
                says = f"'{place(name, seat)}' lacks {table.rules.names[card]}, but {told} has it"
                says, code = f"{says}: what leaves the one must leave the other", type(table).deal.__code__
                raise Unusable(says, code.co_filename, code.co_firstlineno)
            cards.remove(card)
        pool += cards
        holes.append(Hole(name, zone, seat, kept, len(cards)))
    return holes, pool


def _known(table: BareTable, name: str, zone: Zone, seat: int | None, player: int) -> tuple[int, ...]:
    """Cards of a hidden place that everybody saw going there, or that the player passed on."""
    if zone.passed and seat is not None:
        return remembered(table, name, player, seat)
    return tuple(table.cards_in(zone.known, seat)) if zone.known else ()


# -- cards that are passed on ------------------------------------------------------------------------------------------

Memory = tuple[tuple[int, int, int], ...]
"""(who knows it, who has it, card) for each card of which somebody knows in whose hand it is."""


def own_memory(_: object, memory: Memory, viewer: int | None) -> Memory:
    """What the viewer knows."""
    return tuple(one for one in memory if one[0] == viewer)


def remembered(table: BareTable, name: str, player: int, seat: int) -> tuple[int, ...]:
    """The cards that the player knows to be in that seat's zone."""
    memory: Memory = getattr(table, memory_of(name))
    known = [card for viewer, holder, card in memory if viewer == player and holder == seat]
    return tuple(_in_both(known, table.cards_in(name, seat))) if known else ()


def pass_on(table: BareTable, name: str, by: int) -> None:
    """Give every player's zone to the player so many seats further on, who is told nothing else; all remember."""
    seats = range(table.players)
    there = [table.cards_in(name, holder) for holder in seats]
    knew: dict[tuple[int, int], list[int]] = {}
    for viewer, holder, card in getattr(table, memory_of(name)):
        knew.setdefault((viewer, holder), []).append(card)
    after: list[tuple[int, int, int]] = []
    for viewer, holder in product(seats, seats):
        if (to := (holder + by) % table.players) != viewer:
            cards = there[holder]
            known = cards if viewer == holder else _in_both(knew.get((viewer, holder), ()), cards)
            after += [(viewer, to, card) for card in known]
    setattr(table, memory_of(name), tuple(after))
    held = getattr(table, name)
    setattr(table, name, [held[(seat - by) % table.players] for seat in seats])


def give(table: BareTable, source: tuple[str, int], cards: Sequence[int], target: tuple[str, int]) -> None:
    """Move cards of one player from a zone into one of another player, or another one of the same. All remember.

    Who sees them arrive knows what has left. Everybody else no longer knows what is left, unless nothing is.
    Raises TypeError for cards that are not there.
    """
    (name, giver), (into, seat) = source, target
    there = table.cards_in(name, giver)
    if lacking := (Counter(cards) - Counter(there)).keys():
        raise TypeError(f"{table.rules.names[min(lacking)]} is not in '{place(name, giver)}', so nobody can pass it on")
    rest = _without(there, cards)
    arrives = table.ZONES[into]
    knew = [(viewer, table.sees(arrives, seat, viewer)) for viewer in range(table.players) if viewer != giver]
    known = {viewer: list(remembered(table, name, viewer, giver)) for viewer, _ in knew if table.ZONES[name].passed}
    table.fill(name, rest, giver)
    table.fill(into, [*table.cards_in(into, seat), *cards], seat)
    if known:
        kept = [one for one in getattr(table, memory_of(name)) if one[1] != giver]
        kept += [(one, giver, card) for one, sees in knew if sees for card in _without(known[one], cards)]
        setattr(table, memory_of(name), tuple(kept))
    if arrives.passed:
        told = [(giver, seat, card) for card in cards if not table.sees(arrives, seat, giver)]
        if not rest:
            told += [(one, seat, card) for one, sees in knew if not sees for card in known.get(one, ())]
        setattr(table, memory_of(into), (*getattr(table, memory_of(into)), *told))


def _without(cards: Iterable[int], others: Iterable[int]) -> list[int]:
    """The first cards without one copy of each of the others that is among them, in their order."""
    gone, found = Counter(others), []
    for card in cards:
        if gone[card]:
            gone[card] -= 1
        else:
            found.append(card)
    return found


def _in_both(some: Sequence[int], others: Sequence[int]) -> list[int]:
    """The cards that are in both, in the order of the first, as often as in the one with fewer copies."""
    found, left = [], [*others]
    for card in some:
        if card in left:
            left.remove(card)
            found.append(card)
    return found


def _dealt_by_chance(table: BareTable, holes: Sequence[Hole], order: list[int], random: Random) -> Deal | None:
    """A random deal; None if nothing fitted."""
    for _ in range(TRIES):
        dealt, start = [], 0
        for hole in holes:
            dealt.append(order[start : start + hole.size])
            start += hole.size
        choosy = [(hole, cards) for hole, cards in zip(holes, dealt, strict=True) if hole.zone.fits]
        if all(_fits(table, hole, card) for hole, cards in choosy for card in cards):
            return dealt
        random.shuffle(order)
    return None


def _fits(table: BareTable, hole: Hole, card: int) -> bool:
    return hole.zone.fits is None or hole.zone.fits(table, hole.seat or 0, card)


def _dealt_by_counting(table: BareTable, holes: Sequence[Hole], order: list[int], random: Random) -> Deal:
    """One of all possible deals, each equally likely.

    Cards that fit into the same holes form a group. How many cards of each group go into which hole is drawn by the
    number of deals that lead there. Raises ValueError if there is no deal, which the true table would contradict.
    """
    groups: dict[tuple[bool, ...], list[int]] = {}
    for card in order:
        groups.setdefault(tuple(_fits(table, hole, card) for hole in holes), []).append(card)
    kinds = list(groups)

    @cache
    def ways(kind: int, room: tuple[int, ...]) -> int:
        if kind == len(kinds):
            return 1
        return sum(_orders(split) * ways(kind + 1, rest) for split, rest in splits(kind, room))

    def splits(kind: int, room: tuple[int, ...]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        """The ways to divide a group's cards among the holes, and the space left."""
        count = len(groups[kinds[kind]])
        ranges = (
            range(min(free, count) + 1) if fits else range(1) for free, fits in zip(room, kinds[kind], strict=True)
        )
        return [
            (split, tuple(free - taken for free, taken in zip(room, split, strict=True)))
            for split in product(*ranges)
            if sum(split) == count
        ]

    room = tuple(hole.size for hole in holes)
    if not ways(0, room):
        raise ValueError("no deal fits what the zones say about their hidden cards")
    dealt: list[list[int]] = [[] for _ in holes]
    for kind, cards in enumerate(groups.values()):
        choices = splits(kind, room)
        weights = [_orders(split) * ways(kind + 1, rest) for split, rest in choices]
        split, room = random.choices(choices, weights)[0]
        start = 0
        for hole, taken in enumerate(split):
            dealt[hole] += cards[start : start + taken]
            start += taken
    for cards in dealt:
        random.shuffle(cards)
    return dealt


def _orders(split: Sequence[int]) -> int:
    """The number of ways to divide that many different cards into heaps of these sizes."""
    found = factorial(sum(split))
    for count in split:
        found //= factorial(count)
    return found

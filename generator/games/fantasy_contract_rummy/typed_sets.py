"""Sets as people write them: what their cards may be read as, and which of these readings count the most together.

A set that is written without its type may be of several, and a Trickster or a Druid without `as` may stand in for
several motifs. What a set counts by itself does not decide alone: another reading may fulfil a contract.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, islice, product

from generator.games.fantasy_contract_rummy.motifs import Motifs
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import KINDS, Agreed, CardSet

MOST_READINGS = 40_000
"""Ways to let Tricksters and Druids stand in that are tried for one set: more than 3 Tricksters and 5 Druids have."""
Written = tuple[int, int | None]
"""(motif, what it is said to stand for): a card of a set as it was written."""


@dataclass(frozen=True, slots=True)
class TypedSet:
    """The cards of one line. readings: the sets that they can be; line: where they were written."""

    cards: tuple[Written, ...]
    readings: tuple[CardSet, ...]
    line: int


def roles_of(motifs: Motifs, motif: int) -> list[int]:
    """What a card may stand in for."""
    return [element >> 1 for element in motifs.elements if element & 1 and motifs.card_of[element] == motif]


def element(motif: int, role: int | None) -> int:
    return 2 * motif if role is None or role == motif else 2 * role + 1


def readings(agreed: Agreed, kind: int | None, cards: Sequence[Written]) -> Iterator[CardSet]:
    """The sets that these cards can be, over the types and over what Tricksters and Druids may stand for."""
    motifs = agreed.motifs
    fixed = [element(motif, role) for motif, role in cards if role is not None or not roles_of(motifs, motif)]
    free = Counter(motif for motif, role in cards if role is None and roles_of(motifs, motif))
    choices = [
        combinations_with_replacement([2 * motif, *(2 * role + 1 for role in roles_of(motifs, motif))], count)
        for motif, count in free.items()
    ]
    for reading in islice(product(*choices), MOST_READINGS):
        elements = tuple(sorted([*fixed, *(each for part in reading for each in part)]))
        for each in range(len(KINDS)) if kind is None else (kind,):
            if agreed.is_valid(each, elements):
                yield each, elements


def choices(
    game: FantasyContractRummy,
    typed: Iterable[TypedSet],
    contracts: Iterable[tuple[int, bool]],
    actions: Sequence[int],
) -> list[list[CardSet]]:
    """The ways to read all sets of a player of which no other is better: in points, or in contracts they fulfil."""
    asked = {contract for contract, _ in contracts}
    found: dict[frozenset[int], tuple[int, list[CardSet]]] = {frozenset(): (0, [])}
    for each in typed:
        ways = _undominated(game, each.readings, asked, actions)
        longer: dict[frozenset[int], tuple[int, list[CardSet]]] = {}
        for serves, (points, sets) in found.items():
            for more, (own, way) in ways.items():
                both = serves | more
                if both not in longer or points + own > longer[both][0]:
                    longer[both] = points + own, [*sets, way]
        found = longer
    return [
        sets
        for serves, (points, sets) in found.items()
        if not any(serves < others and points <= found[others][0] for others in found)
    ]


def _undominated(
    game: FantasyContractRummy, ways: Iterable[CardSet], asked: Iterable[int], actions: Sequence[int]
) -> dict[frozenset[int], tuple[int, CardSet]]:
    """For each group of contracts that a reading of one set fulfils, the reading that counts the most."""
    best: dict[frozenset[int], tuple[int, CardSet]] = {}
    for way in ways:
        serves = frozenset(contract for contract in asked if game.scoring.is_fulfilled(contract, [way], actions))
        points = game.agreed.points(*way)
        if serves not in best or points > best[serves][0]:
            best[serves] = points, way
    return best


def read_as(game: FantasyContractRummy, typed: TypedSet, card_set: CardSet) -> Iterator[tuple[str, str]]:
    """(card, motif) for each card that was written without `as` and is read as a stand-in."""
    motifs = game.motifs
    said = Counter(element(motif, role) for motif, role in typed.cards if role is not None)
    for stand_in in (Counter(e for e in card_set[1] if e & 1) - said).elements():
        yield motifs.names[motifs.card_of[stand_in]], motifs.names[stand_in >> 1]

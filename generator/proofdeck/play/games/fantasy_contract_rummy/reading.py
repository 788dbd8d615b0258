"""Reads tables of Fantasy Contract Rummy: the lines of each player, and what sets their cards may be read as.

A set that is written without its type may be of several, and a Trickster or a Druid without `as` may stand in for
several motifs. What a set counts by itself does not decide alone: another reading may fulfil a contract.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, islice, product

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.notation import Entry, Names, Notation, NotationLine, Reading, Word
from proofdeck.play.games.fantasy_contract_rummy.motifs import Motifs
from proofdeck.play.games.fantasy_contract_rummy.rules import FantasyContractRummy
from proofdeck.play.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES, Agreed, CardSet

OTHER_KEYS = ("set", "open", "secret", "actions", "hand", "pile")
BROKEN = "broken"
CARD, CONTRACT = "card", "contract"


@dataclass(slots=True)
class PlayerRead:
    """What one player has, while it is read. hand: motifs; pile: cards to make sets of, by motif."""

    name: Word
    typed: list[TypedSet] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    contracts: list[tuple[int, bool]] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    pile: Counter[int] = field(default_factory=Counter)


class Reader(Reading):
    """Reads the lines of all players and counts the cards."""

    def __init__(self, game: FantasyContractRummy, notation: Notation, problems: Problems) -> None:
        super().__init__(notation, problems)
        self._game = game
        motifs = game.motifs
        cards = list(zip(motifs.names, motifs.ids, strict=True))
        self._names = {
            CARD: Names(CARD, [(name, m) for m, pair in enumerate(cards) for name in dict.fromkeys(pair)]),
            CONTRACT: Names(CONTRACT, [(name, number) for number, name in enumerate(motifs.contract_names)]),
        }
        kinds = [(name, kind) for kind, pair in enumerate(zip(SET_NAMES, KINDS, strict=True)) for name in pair]
        self._kinds = Names("type of set", kinds)
        self._keys: Names[int | str] = Names("line", [*kinds, *((key, key) for key in OTHER_KEYS)])
        self._used: Counter[tuple[str, int]] = Counter()
        self._where: dict[tuple[str, int], Word] = {}

    def player(self, head: NotationLine, lines: list[NotationLine]) -> PlayerRead:
        player = PlayerRead(head.key)
        unclear = bool(head.value.text) and not head.colon
        if head.indented or unclear or self._is_key(head):
            hint = "Begin with a name and a colon, and indent what that player has below it."
            self.refuse(f"'{head.key.text}' is not a player", head.key, hint)
        elif head.value.text:
            self._set(player, None, head)
        for line in lines:
            self._line(player, line)
        return player

    def check_counts(self) -> None:
        """Check that there are no more copies of any card than in the decks."""
        motifs = self._game.motifs
        copies = {CARD: motifs.copies, CONTRACT: motifs.contract_copies}
        names = {CARD: motifs.names, CONTRACT: motifs.contract_names}
        for (kind, number), count in sorted(self._used.items(), key=lambda used: used[0][0]):
            there = self._where[kind, number]
            self.check_copies(names[kind][number], count, copies[kind][number], there, "setup.decks")

    def named(self, kind: str, line: NotationLine | None) -> list[int]:
        """The cards, of any kind, or the contracts of a line in order, counted."""
        return [number for entry, number in self._counted(kind, line) for _ in range(entry.count)] if line else []

    def _counted(self, kind: str, line: NotationLine) -> Iterator[tuple[Entry, int]]:
        """Each entry of a line that names a card or a contract, with its number."""
        for entry in self.entries(line, self._names[kind]):
            number = self.look_up(self._names[kind], entry.name)
            if number is not None:
                self._used[kind, number] += entry.count
                self._where[kind, number] = entry.name
                yield entry, number

    def _line(self, player: PlayerRead, line: NotationLine) -> None:
        text = line.key.text.casefold()
        if text.startswith(BROKEN):
            kind = self.look_up(self._kinds, line.key.part(len(BROKEN), len(line.key.text)))
            if kind is not None and (cards := self._cards(line)):
                elements = sorted(element(motif, role) for motif, role in cards)
                player.typed.append(TypedSet(tuple(cards), ((kind, tuple(elements)),), line.value.line))
            return
        if not line.colon and not self._is_key(line):
            self._set(player, None, line.without_key())
            return
        key = self.look_up(self._keys, line.key)
        if key in {"open", "secret"}:
            player.contracts += [(contract, key == "open") for contract in self.named(CONTRACT, line)]
        elif key == "actions":
            player.actions += self._actions(line)
        elif key == "hand":
            player.hand += self.named(CARD, line)
        elif key == "pile":
            player.pile += Counter(motif for motif, _ in self._cards(line))
        elif key is not None:
            self._set(player, key if isinstance(key, int) else None, line)

    def _is_key(self, line: NotationLine) -> bool:
        try:
            self._keys.find(line.key.text)
        except ValueError:
            return False
        return True

    def _set(self, player: PlayerRead, kind: int | None, line: NotationLine) -> None:
        scope = self.problems.scope()
        cards = self._cards(line)
        if not cards or not scope.is_clean:
            return
        found = tuple(readings(self._game.agreed, kind, cards))
        if found:
            player.typed.append(TypedSet(tuple(cards), found, line.value.line))
            return
        what = SET_NAMES[kind] if kind is not None else "set of any type"
        clause = ""
        if kind is not None:
            could = any(readings(self._game.agreed.with_any_stand_ins(), kind, cards))
            clause = f" [{'stand-in.natural' if could else f'set.{KINDS[kind]}'}]"
        hint = "For a set that Pestilence has broken, write 'broken' before its type."
        self.cannot_be(f"these cards are not a {what}{clause}", line.value, hint)

    def _cards(self, line: NotationLine) -> list[Written]:
        """(motif, what it stands for) for each card of the line."""
        motifs = self._game.motifs
        found: list[Written] = []
        for entry, motif in self._counted(CARD, line):
            if motif in motifs.actions:
                message = f"{motifs.names[motif]} is an action, not a card of a set"
                self.cannot_be(message, entry.name, "Write it after 'actions:'.")
            role = self.look_up(self._names[CARD], entry.stands_for) if entry.stands_for else None
            if role is not None and role != motif and role not in roles_of(motifs, motif):
                clause = "stand-in.druid" if motif == motifs.druid else "stand-in.trickster"
                message = f"{motifs.names[motif]} cannot stand in for {motifs.names[role]} [{clause}]"
                self.cannot_be(message, entry.stands_for)
            found += [(motif, role)] * min(entry.count, motifs.copies[motif] + 1)
        if not line.value.text:
            self.refuse(f"'{line.key.text}' has no cards", line.key)
        return found

    def _actions(self, line: NotationLine) -> list[int]:
        motifs, played = self._game.motifs, []
        for entry, motif in self._counted(CARD, line):
            if motif in motifs.actions:
                played += [motif] * entry.count
            else:
                self.cannot_be(f"{motifs.names[motif]} is not an action", entry.name)
        return played


# -- what the cards of a set may be read as ----------------------------------------------------------------------------

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

"""Reads tables of Fantasy Contract Rummy: the lines of each player, and whether the decks have so many cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from generator.engine.notation import Entry, Line, Names, Notation, Reading, Word
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy
from generator.games.fantasy_contract_rummy.sets import KINDS, SET_NAMES
from generator.games.fantasy_contract_rummy.typed_sets import TypedSet, Written, element, readings, roles_of
from generator.problems import Problems

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

    def player(self, head: Line, lines: list[Line]) -> PlayerRead:
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

    def cards(self, line: Line) -> list[int]:
        """The cards of a line in order, of any kind, counted."""
        return [motif for entry, motif in self._counted(CARD, line) for _ in range(entry.count)]

    def contracts(self, line: Line) -> list[int]:
        """The contracts of a line in order, counted."""
        return [contract for entry, contract in self._counted(CONTRACT, line) for _ in range(entry.count)]

    def _counted(self, kind: str, line: Line) -> Iterator[tuple[Entry, int]]:
        """Each entry of a line that names a card or a contract, with its number."""
        for entry in self.entries(line):
            number = self.look_up(self._names[kind], entry.name)
            if number is not None:
                self._used[kind, number] += entry.count
                self._where[kind, number] = entry.name
                yield entry, number

    def _line(self, player: PlayerRead, line: Line) -> None:
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
            player.contracts += [(contract, key == "open") for contract in self.contracts(line)]
        elif key == "actions":
            player.actions += self._actions(line)
        elif key == "hand":
            player.hand += self.cards(line)
        elif key == "pile":
            player.pile += Counter(motif for motif, _ in self._cards(line))
        elif key is not None:
            self._set(player, key if isinstance(key, int) else None, line)

    def _is_key(self, line: Line) -> bool:
        try:
            self._keys.find(line.key.text)
        except ValueError:
            return False
        return True

    def _set(self, player: PlayerRead, kind: int | None, line: Line) -> None:
        scope = self.problems.scope()
        cards = self._cards(line)
        if not cards or not scope.is_clean:
            return
        found = tuple(readings(self._game.agreed, kind, cards))
        if found:
            player.typed.append(TypedSet(tuple(cards), found, line.value.line))
            return
        what = SET_NAMES[kind] if kind is not None else "set of any type"
        clause = f" [{self._forbidding(kind, cards)}]" if kind is not None else ""
        hint = "For a set that Pestilence has broken, write 'broken' before its type."
        self.cannot_be(f"these cards are not a {what}{clause}", line.value, hint)

    def _forbidding(self, kind: int, cards: list[Written]) -> str:
        """The clause that excludes the cards as a set of that type."""
        anyhow = self._game.agreed.with_any_stand_ins()
        return "stand-in.natural" if any(readings(anyhow, kind, cards)) else f"set.{KINDS[kind]}"

    def _cards(self, line: Line) -> list[Written]:
        """(motif, what it stands for) for each card of the line."""
        motifs = self._game.motifs
        found: list[Written] = []
        for entry, motif in self._counted(CARD, line):
            if motif in motifs.actions:
                message = f"{motifs.names[motif]} is an action, not a card of a set"
                self.cannot_be(message, entry.name, "Write it after 'actions:'.")
            role = self.look_up(self._names[CARD], entry.stands_for) if entry.stands_for else None
            if role is not None and role != motif and role not in roles_of(motifs, motif):
                message = (
                    f"{motifs.names[motif]} cannot stand in for {motifs.names[role]} {self._stand_in_clause(motif)}"
                )
                self.cannot_be(message, entry.stands_for)
            found += [(motif, role)] * min(entry.count, motifs.copies[motif] + 1)
        if not line.value.text:
            self.refuse(f"'{line.key.text}' has no cards", line.key)
        return found

    def _stand_in_clause(self, motif: int) -> str:
        return "[stand-in.druid]" if motif == self._game.motifs.druid else "[stand-in.trickster]"

    def _actions(self, line: Line) -> list[int]:
        motifs, played = self._game.motifs, []
        for entry, motif in self._counted(CARD, line):
            if motif in motifs.actions:
                played += [motif] * entry.count
            else:
                self.cannot_be(f"{motifs.names[motif]} is not an action", entry.name)
        return played

"""The notation of a table of Fantasy Contract Rummy, and what it is worth.

::

    Ana:
      master-of-arms: Paladin, Shield x2, Sword, Dagger
      Trickster as Ranger, Wolf, Bear, Raven
      broken formation: Bard, Rogue
      open: Warrior's Arsenal
      secret: Slippery Beasts
      actions: Espionage, Helping Hand
    Ben:
      multiplets: Druid x2, Dagger x2, Wolf x2

Where the type of a set is left out, the reading that counts most is taken. `pile:` before cards makes them into those
sets which count the most, together with the contracts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product
from typing import TypeVar

from generator.engine.asking import Suggestion
from generator.engine.engine import Scored
from generator.engine.notation import Entry, Line, Names, Notation, Word
from generator.engine.score_sheet import Ranking
from generator.engine.state import Game
from generator.games.fantasy_contract_rummy.motifs import CONTRACTS
from generator.games.fantasy_contract_rummy.rules import FantasyContractRummy, ranking_of
from generator.games.fantasy_contract_rummy.scoring import Side
from generator.games.fantasy_contract_rummy.sets import (
    ANIMAL_KINGDOM,
    CLASS_FORMATION,
    KINDS,
    MULTIPLETS,
    NO_LIMIT,
    SET_NAMES,
    Agreed,
    CardSet,
)
from generator.problems import Problem

Found = TypeVar("Found")
MOST_READINGS = 20_000
"""Ways to let Tricksters and Druids stand in that are tried for one set."""
OTHER_KEYS = ("set", "open", "secret", "actions", "hand", "pile")
BROKEN = "broken"


@dataclass(slots=True)
class PlayerRead:
    """What one player has, as it is read. hand: motifs; pile: cards that are to be made into sets, by their motifs."""

    name: Word
    sets: list[CardSet] = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    contracts: list[tuple[int, bool]] = field(default_factory=list)
    hand: list[int] = field(default_factory=list)
    pile: Counter[int] = field(default_factory=Counter)


def score(game: Game, notation: Notation, problems: list[Problem]) -> Scored | None:
    """Read each player's sets, contracts and actions. None when there are mistakes, which are added to problems."""
    assert isinstance(game, FantasyContractRummy)
    players = read_players(game, notation, problems)
    if players is None:
        return None
    sides = [Side([*player.sets, *laid(game, player)], player.actions, player.contracts) for player in players]
    sheets = [game.scoring.sheet(side) for side in sides]
    names = tuple(player.name.text for player in players)
    fired = frozenset(clause for side in sides for clause in _fired(game, side))
    return Scored(names, tuple(sheets), Ranking.by(ranking_of(sheets, on=game.on)), fired)


def read_players(game: FantasyContractRummy, notation: Notation, problems: list[Problem]) -> list[PlayerRead] | None:
    """What each has. None when there are mistakes, which are added to problems."""
    before = len(problems)
    reader = Reader(game, notation, problems)
    players = [reader.player(head, lines) for head, lines in notation.blocks()]
    if not 1 <= len(players) <= game.max_players:
        message = f"Fantasy Contract Rummy is for two players, and here are {len(players)}"
        hint = "A name and a colon, and below it, indented, what that player has."
        problems.append(notation.problem("E704", message, hint=hint))
    reader.check_counts()
    return players if len(problems) == before else None


def laid(game: FantasyContractRummy, player: PlayerRead) -> list[CardSet]:
    """The sets that the pile of a player is best read as."""
    if not player.pile:
        return []
    from generator.games.fantasy_contract_rummy.best_reading import best_reading

    return best_reading(game, player.pile, player.contracts, player.actions)


def suggest(game: Game, notation: Notation, problems: list[Problem]) -> Mapping[str, Suggestion]:
    """How the piles of the players are best read, beside what they have said already."""
    assert isinstance(game, FantasyContractRummy)
    players = read_players(game, notation, problems) or []
    return {player.name.text: _suggestion(game, player) for player in players if player.pile}


def _suggestion(game: FantasyContractRummy, player: PlayerRead) -> Suggestion:
    motifs, sets = game.motifs, laid(game, player)
    answers = (f"{KINDS[kind]}: {_counted(map(motifs.element_name, elements))}" for kind, elements in sets)
    used = Counter(motifs.card_of[element] for _, elements in sets for element in elements)
    left = tuple(motifs.names[motif] for motif in (player.pile - used).elements())
    own = [*player.sets, *sets]
    valid = [one for one in own if game.agreed.is_valid(*one)]
    fulfilled = (
        name
        for contract, name in enumerate(motifs.contract_names)
        if game.scoring.is_fulfilled(contract, valid, player.actions)
    )
    return Suggestion(tuple(answers), left, tuple(fulfilled))


def _counted(names: Iterable[str]) -> str:
    """`Paladin, Shield x2`."""
    return ", ".join(f"{name} x{count}" if count > 1 else name for name, count in Counter(names).items())


def _fired(game: FantasyContractRummy, side: Side) -> Iterator[str]:
    """The clauses that say what lies there, beside those that give points for it."""
    for kind, elements in side.sets:
        yield f"set.{KINDS[kind]}"
        roles = [element >> 1 for element in elements if element & 1]
        yield from ("stand-in.trickster" if role in game.motifs.characters else "stand-in.druid" for role in roles)
        if roles and kind in {CLASS_FORMATION, ANIMAL_KINGDOM, MULTIPLETS}:
            yield "stand-in.natural"
    for contract, is_open in side.contracts:
        yield f"contract.{CONTRACTS[contract]}"
        yield "pay.open" if is_open else "pay.secret"


class Reader:
    """Reads the lines of all players and counts the cards."""

    def __init__(self, game: FantasyContractRummy, notation: Notation, problems: list[Problem]) -> None:
        self._game, self._notation, self._problems = game, notation, problems
        motifs = game.motifs
        cards = list(zip(motifs.names, motifs.ids, strict=True))
        self._motifs = Names("card", [(name, m) for m, pair in enumerate(cards) for name in dict.fromkeys(pair)])
        contracts = list(enumerate(motifs.contract_names))
        self._contracts = Names("contract", [(name, contract) for contract, name in contracts])
        kinds = [(name, kind) for kind, pair in enumerate(zip(SET_NAMES, KINDS, strict=True)) for name in pair]
        self._kinds = Names("type of set", kinds)
        self._keys: Names[int | str] = Names("line", [*kinds, *((key, key) for key in OTHER_KEYS)])
        self._used: Counter[int] = Counter()
        self._used_contracts: Counter[int] = Counter()
        self._where: dict[tuple[str, int], Word] = {}

    def player(self, head: Line, lines: list[Line]) -> PlayerRead:
        player = PlayerRead(head.key)
        unclear = bool(head.value.text) and not head.colon
        if head.indented or unclear or self._is_key(head):
            hint = "Begin with a name and a colon; what that player has stands indented below."
            self._problems.append(self._notation.problem("E702", f"'{head.key.text}' is no player", head.key, hint))
        elif head.value.text:
            self._set(player, None, head)
        for line in lines:
            self._line(player, line)
        return player

    def check_counts(self) -> None:
        """No more of any card than the decks have."""
        motifs = self._game.motifs
        for kind, used, copies, names in (
            ("card", self._used, motifs.copies, motifs.names),
            ("contract", self._used_contracts, motifs.contract_copies, motifs.contract_names),
        ):
            for number, count in used.items():
                if count > copies[number]:
                    message = f"{count} of {names[number]} lie there, and the deck has {copies[number]} [setup.decks]"
                    self._problems.append(self._notation.problem("E703", message, self._where[kind, number]))

    def cards(self, line: Line) -> list[int]:
        """The cards of a line in its order, of whatever kind, counted."""
        found: list[int] = []
        for entry in line.entries(self._problems, self._notation.shown):
            motif = self._count(entry)
            if motif is not None:
                found += [motif] * entry.count
        return found

    def _line(self, player: PlayerRead, line: Line) -> None:
        text = line.key.text.casefold()
        if text.startswith(BROKEN):
            kind = self._look_up(self._kinds, line.key.part(len(BROKEN), len(line.key.text)))
            if kind is not None and (cards := self._cards(line)):
                elements = [self._element(motif, role) for motif, role in cards]
                player.sets.append((kind, tuple(sorted(elements))))
            return
        if not line.colon and not self._is_key(line):
            self._set(player, None, line.without_key())
            return
        key = self._look_up(self._keys, line.key)
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
        before = len(self._problems)
        cards = self._cards(line)
        if not cards or len(self._problems) > before:
            return
        best = self._best_reading(kind, cards, self._game.agreed)
        if best is not None:
            player.sets.append(best)
            return
        what = SET_NAMES[kind] if kind is not None else "set of any type"
        clause = f" [{self._forbidding(kind, cards)}]" if kind is not None else ""
        hint = "A set that Pestilence has broken is written 'broken' and its type."
        self._problems.append(self._notation.problem("E704", f"these cards are no {what}{clause}", line.value, hint))

    def _forbidding(self, kind: int, cards: list[tuple[int, int | None]]) -> str:
        """The clause by which cards are no set of that type."""
        anyhow = replace(self._game.agreed, natural=False, most_stand_ins=NO_LIMIT)
        return "stand-in.natural" if self._best_reading(kind, cards, anyhow) else f"set.{KINDS[kind]}"

    def _best_reading(self, kind: int | None, cards: list[tuple[int, int | None]], agreed: Agreed) -> CardSet | None:
        """The set that counts most, over the types and over what Tricksters and Druids may stand for."""
        fixed = [self._element(motif, role) for motif, role in cards if role is not None or not self._roles(motif)]
        free = Counter(motif for motif, role in cards if role is None and self._roles(motif))
        choices = [
            combinations_with_replacement([2 * motif, *(2 * role + 1 for role in self._roles(motif))], count)
            for motif, count in free.items()
        ]
        best: tuple[int, CardSet] | None = None
        for number, reading in enumerate(product(*choices)):
            elements = tuple(sorted([*fixed, *(element for part in reading for element in part)]))
            for each in range(len(KINDS)) if kind is None else (kind,):
                if agreed.is_valid(each, elements):
                    points = agreed.points(each, elements)
                    if best is None or points > best[0]:
                        best = (points, (each, elements))
            if number > MOST_READINGS:
                break
        return best[1] if best else None

    def _roles(self, motif: int) -> list[int]:
        """What a card may stand in for."""
        motifs = self._game.motifs
        if motif == motifs.trickster:
            return [role for role in motifs.characters if role != motif]
        return list(motifs.companions) if motif == motifs.druid else []

    def _element(self, motif: int, role: int | None) -> int:
        return 2 * motif if role is None or role == motif else 2 * role + 1

    def _cards(self, line: Line) -> list[tuple[int, int | None]]:
        """(motif, what it stands for) for each card of the line."""
        motifs = self._game.motifs
        found: list[tuple[int, int | None]] = []
        for entry in line.entries(self._problems, self._notation.shown):
            motif = self._count(entry)
            if motif is None:
                continue
            if motif in motifs.actions:
                message = f"{motifs.names[motif]} is an action, not a card of a set"
                self._problems.append(self._notation.problem("E704", message, entry.name, "Write it after 'actions:'."))
            role = self._look_up(self._motifs, entry.stands_for) if entry.stands_for else None
            if role is not None and role != motif and role not in self._roles(motif):
                message = (
                    f"{motifs.names[motif]} cannot stand in for {motifs.names[role]} {self._stand_in_clause(motif)}"
                )
                self._problems.append(self._notation.problem("E704", message, entry.stands_for))
            found += [(motif, role)] * min(entry.count, motifs.copies[motif] + 1)
        if not line.value.text:
            self._problems.append(self._notation.problem("E702", f"'{line.key.text}' has no cards", line.key))
        return found

    def _stand_in_clause(self, motif: int) -> str:
        return "[stand-in.druid]" if motif == self._game.motifs.druid else "[stand-in.trickster]"

    def _count(self, entry: Entry) -> int | None:
        motif = self._look_up(self._motifs, entry.name)
        if motif is not None:
            self._used[motif] += entry.count
            self._where["card", motif] = entry.name
        return motif

    def _actions(self, line: Line) -> list[int]:
        motifs, played = self._game.motifs, []
        for entry in line.entries(self._problems, self._notation.shown):
            motif = self._count(entry)
            if motif is not None and motif not in motifs.actions:
                message = f"{motifs.names[motif]} is no action"
                self._problems.append(self._notation.problem("E704", message, entry.name))
            elif motif is not None:
                played += [motif] * entry.count
        return played

    def contracts(self, line: Line) -> list[int]:
        """The contracts of a line in its order, counted."""
        found = []
        for entry in line.entries(self._problems, self._notation.shown):
            contract = self._look_up(self._contracts, entry.name)
            if contract is not None:
                self._used_contracts[contract] += entry.count
                self._where["contract", contract] = entry.name
                found += [contract] * entry.count
        return found

    def _look_up(self, names: Names[Found], word: Word) -> Found | None:
        return names.look_up(word, self._notation, self._problems)

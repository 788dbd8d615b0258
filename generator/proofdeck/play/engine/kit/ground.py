"""What the modules below `table.py` and `rules.py` ask of tables and of rules."""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from proofdeck.ground.problems import UnknownName
from proofdeck.play.engine.kit.actions import Effect, NumberedAction
from proofdeck.play.engine.kit.zones import ALL, MOVER, OWNER, Designs, Fact, Number, Thing, Zone, memory_of
from proofdeck.play.engine.state import Action, State

Declaration = tuple[str, Fact, Thing[Any]]
"""A fact that is a thing, with its name."""


class BareRules(Designs):
    """What rules know of the declarations of their tables; see `Rules`, which prepares it."""

    things: tuple[Declaration, ...]
    laid_by: dict[str, list[Declaration]]
    limited: list[Declaration]
    ranges: dict[str, tuple[bool, int, int]]
    has_lists: bool
    checks_pieces: bool
    kinds: tuple[NumberedAction, ...]
    moves: list[tuple[Effect, tuple[int, ...]]]

    def kind_of(self, action: Action) -> NumberedAction | None:
        """The kind of an action; None for a number that is not an action."""
        if not 0 <= action < self.kinds[-1].end:
            return None
        return self.kinds[bisect_right(self.kinds, action, key=lambda kind: kind.start) - 1]


class BareTable(State):
    """Where the cards of a table are, who sees them, and whose turn it is; see `Table`."""

    __slots__ = ("ended_by", "on", "rules", "seed", "shuffles")

    ZONES: ClassVar[Mapping[str, Zone]]
    FACTS: ClassVar[Mapping[str, Fact]]
    CHOICES: ClassVar[Mapping[str, Number]]
    """What players choose at the same time."""

    rules: BareRules
    on: int
    ended_by: int
    seed: int
    shuffles: int

    @abstractmethod
    def deal(self, cards: list[int]) -> None:
        """Set up the table, including who begins and the first turn. cards: all cards, shuffled."""

    def choosers(self) -> Iterable[int]:
        """The seats that choose when all choose at the same time: everybody, unless a game overrides it."""
        return range(self.players)

    def next_turn(self, player: int) -> None:
        """Make it that player's move. Raises IndexError for a seat that there is not."""
        if not 0 <= player < self.players:
            says = f"there is no seat {player} at a table for {self.players}, because seats are counted from 0"
            raise IndexError(f"{says}: write next_turn((self.player + 1) % self.players)")
        self.player = player
        self.turns += 1

    def put(self, zone: str, cards: Sequence[int], seat: int | None = None) -> None:
        """Put cards into a zone, replacing what is there. seat: the owner, if each player has one.

        What players remember of a zone that is passed on is forgotten, because these are new cards.
        """
        self.fill(zone, cards, seat)
        if self.ZONES[zone].passed:
            memory = memory_of(zone)
            setattr(self, memory, tuple(one for one in getattr(self, memory) if one[1] != seat))

    def fill(self, zone: str, cards: Sequence[int], seat: int | None = None) -> None:
        """The same without forgetting, for tables that are imagined."""
        form = self._declaration(zone, seat).form
        assert form.of is not None, f"only the game itself puts cards into '{zone}'"
        held = form.of(cards, self.rules)
        if seat is None:
            setattr(self, zone, held)
        else:
            getattr(self, zone)[seat] = held

    def cards_in(self, zone: str, seat: int | None = None) -> list[int]:
        """The cards of a zone. seat: the owner, if each player has one."""
        form = self._declaration(zone, seat).form
        held = getattr(self, zone)
        return form.cards(held if seat is None else held[seat], self.rules)

    def _declaration(self, zone: str, seat: int | None) -> Zone:
        """Raises UnknownName for a zone that is not declared, TypeError if the seat is missing or too much."""
        found = self.ZONES.get(zone)
        if found is None:
            if zone in self.FACTS:
                raise TypeError(f"'{zone}' is not a zone: read and set `self.{zone}`")
            raise UnknownName("zone", zone, self.ZONES)
        if found.each and seat is None:
            raise TypeError(f"each player has a zone '{zone}': write whose as the last value, a seat counted from 0")
        if seat is not None and not found.each:
            raise TypeError(f"all share the zone '{zone}': leave out the seat, or declare the zone with `each=True`")
        return found

    def heaps(self) -> Iterator[tuple[str, Zone, int | None, Any]]:
        """Name, zone, seat and contents of each place for cards."""
        for name, zone in self.ZONES.items():
            held = getattr(self, name)
            if zone.each:
                yield from ((name, zone, seat, one) for seat, one in enumerate(held))
            else:
                yield name, zone, None, held

    def sees(self, zone: Zone, seat: int | None, viewer: int | None) -> bool:
        if zone.sees == MOVER:
            return viewer == self.player
        return zone.sees == ALL or (zone.sees == OWNER and viewer is not None and seat == viewer)

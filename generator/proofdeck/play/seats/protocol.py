"""A game written down as by a referee: the deal, then each action with the cards that move and the clauses.

It turns the steps of a transcript into lines of text, without help from the game: comparing `State.zones()` before and
after an action shows which cards moved. Automatic events, such as a draw at the beginning of a turn, are recognised by
the clauses in `Pictures.at_once` and get a line of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.pictures import SEATED, Pictures
from proofdeck.play.engine.state import Rolled, State
from proofdeck.play.engine.transcript import Step
from proofdeck.source.cards import Deck

Zones = Mapping[str, Sequence[str]]
HAND = "hand"
NO_PIECES: Mapping[str, str] = {}


class Movement(NamedTuple):
    """Cards that moved together from one zone to another, by id."""

    cards: tuple[str, ...]
    source: str
    target: str


class Protocol:
    """Writes one game down, step by step.

    names: of cards by id. opening: the zones as dealt, before the first turn; clauses: those of the deal and of the
    beginning of the first turn; rolled: the dice of the deal; pieces: as `State.counted_pieces` has them.
    """

    def __init__(
        self,
        pictures: Pictures,
        names: Mapping[str, str],
        opening: Zones,
        first: Zones,
        clauses: Iterable[str],
        rolled: Sequence[Rolled] = (),
        pieces: Mapping[str, str] = NO_PIECES,
    ) -> None:
        self._pictures, self._names, self._rolled, self._pieces = pictures, names, rolled, pieces
        self._opening, self._zones = opening, first
        self._dealing, self._automatic = self._parted(clauses)
        self._events = movements(opening, first)
        self._turn = 0

    def beginning(self) -> Iterator[str]:
        """The deal: every hand, every face-up card, and the size of each face-down pile."""
        yield from self._deal(self._opening, self._dealing)
        if self._rolled:
            yield f"  {self._pictures.faces(self._rolled)}"

    def step(self, step: Step, zones: Zones, pieces: Mapping[str, str] = NO_PIECES) -> Iterator[str]:
        """The lines for one step. zones, pieces: after it, pieces as `State.counted_pieces` has them."""
        if step.turn != self._turn:
            self._turn = step.turn
            yield f"turn {step.turn}, player {step.player + 1}"
        under = tuple(self._automatic) if not self._events else ()
        yield from self.ending()
        moved, clauses = movements(self._zones, zones), step.clauses
        grown = any(len(zones[zone]) > len(self._zones.get(zone, ())) for zone in zones if self._is_face_down(zone))
        dealt = [clause for clause in clauses if clause in self._dealing] if grown else []
        done, automatic = self._parted(clause for clause in clauses if clause not in dealt)
        events = self._by_themselves(moved, step.player) if automatic and not dealt else []
        yield f"  player {step.player + 1}: {step.action}{_in_brackets(done)}{_limits((*under, *step.limits))}"
        if step.rolled:
            yield f"    {self._pictures.faces(step.rolled)}"
        if dealt:
            yield from self._deal(zones, [*dealt, *automatic])
            automatic = []
        else:
            yield from (f"    {self._told(movement)}" for movement in moved if movement not in events)
        dice = {one.die for one in step.rolled}
        for key, said in pieces.items():
            if key not in dice and said != self._pieces.get(key, said):
                yield f"    {self._called(key)}: {self._pieces[key] or 'nothing'} to {said or 'nothing'}"
        self._events, self._automatic, self._zones, self._pieces = events, automatic, zones, pieces

    def ending(self) -> Iterator[str]:
        """Automatic events since the last action."""
        if self._events:
            tags = _in_brackets(self._automatic)
            yield from (f"  {self._told(movement)}{tags}" for movement in self._events)
        self._events = []

    def _deal(self, zones: Zones, clauses: Sequence[str]) -> Iterator[str]:
        yield f"deal{_in_brackets(clauses)}"
        for zone, cards in zones.items():
            if cards:
                many = "1 card" if len(cards) == 1 else f"{len(cards)} cards"
                yield f"  {self._called(zone)}: {many if self._is_face_down(zone) else self._listed(cards)}"

    def _parted(self, clauses: Iterable[str]) -> tuple[list[str], list[str]]:
        """Clauses of an action, and those that act automatically."""
        found = list(clauses)
        automatic = [clause for clause in found if clause in self._pictures.at_once]
        return [clause for clause in found if clause not in automatic], automatic

    def _by_themselves(self, moved: Sequence[Movement], player: int) -> list[Movement]:
        """Cards from a face-down pile that nobody chose; those of the acting player only if there are no others."""
        drawn = [movement for movement in moved if self._is_face_down(movement.source)]
        return [movement for movement in drawn if movement.target != f"{HAND} {player + 1}"] or drawn

    def _is_face_down(self, zone: str) -> bool:
        """Whether it is a face-down pile, such as the stock."""
        is_open = SEATED.fullmatch(zone) or zone in self._pictures.open_zones
        return not is_open and bool(self._opening.get(zone))

    def _told(self, movement: Movement) -> str:
        cards = self._listed(movement.cards)
        if self._is_face_down(movement.target):
            cards = f"{len(movement.cards)} cards" if len(movement.cards) > 1 else cards
        return f"{cards}: {self._called(movement.source)} to {self._called(movement.target)}"

    def _listed(self, cards: Iterable[str]) -> str:
        runs = [(self._names.get(card, card), len(list(same))) for card, same in groupby(cards)]
        return ", ".join(name if count == 1 else f"{name} x{count}" for name, count in runs)

    def _called(self, zone: str) -> str:
        seated = SEATED.fullmatch(zone)
        what = seated["what"] if seated else zone
        words = self._pictures.words.get(what) or what
        return f"{words} of player {seated['seat']}" if seated else words


def open_protocol(playable: Playable, deck: Deck, state: State, seed: int) -> Protocol:
    """Begin the protocol of a game. state: before its first action. seed: of the game."""
    engine, game = playable.engine, playable.game
    dealing = game.on & engine.points.without(engine.pictures.at_once)
    opening = engine.make(deck, game.values, dealing).new_initial_state(state.players, seed).zones()
    names = {card.id: card.name for card in deck}
    clauses, pieces = game.points.named(state.fired), state.counted_pieces()
    return Protocol(engine.pictures, names, opening, state.zones(), clauses, state.rolled(), pieces)


def movements(before: Zones, after: Zones) -> list[Movement]:
    """The cards that moved, and where from and to.

    If several copies of a card moved at once, moves within one player's zones are matched first and moves between
    players last: a player who plays a Knight while another draws one did not hand it over. Nor did a player who plays
    one and is passed another with the hand.
    """
    lost = {zone: Counter(cards) - Counter(after.get(zone, ())) for zone, cards in before.items()}
    gained = {zone: Counter(cards) - Counter(before.get(zone, ())) for zone, cards in after.items()}
    sources, targets = [zone for zone in lost if lost[zone]], [zone for zone in gained if gained[zone]]
    ways = sorted(((source, target) for source in sources for target in targets), key=_strangeness)
    moved: dict[tuple[str, str], Counter[str]] = {}
    for source, target in ways:
        both = lost[source] & gained[target]
        lost[source] -= both
        gained[target] -= both
        own = _like(source, target)
        stays = Counter(before.get(own, ())) & Counter(after.get(own, ()))
        had = both & (stays - moved.get((own, target), Counter()))
        for way, cards in (((own, target), had), ((source, own), had), ((source, target), both - had)):
            if cards:
                moved[way] = moved.get(way, Counter()) + cards
    zones = [*before, *after]
    return [
        Movement(tuple(_in_order(cards, [*before.get(source, ()), *after[target]])), source, target)
        for (source, target), cards in sorted(moved.items(), key=lambda one: [zones.index(zone) for zone in one[0]])
    ]


def _in_order(cards: Counter[str], seen: Sequence[str]) -> Iterator[str]:
    for card in dict.fromkeys(seen):
        yield from [card] * cards[card]


def _like(source: str, target: str) -> str:
    """The zone of the target's player that is called like the source; "" if that is one of the two, or nobody's."""
    gives, takes = SEATED.fullmatch(source), SEATED.fullmatch(target)
    if not gives or not takes or gives["seat"] == takes["seat"] or gives["what"] == takes["what"]:
        return ""
    return f"{gives['what']} {takes['seat']}"


def _strangeness(way: tuple[str, str]) -> int:
    source, target = (SEATED.fullmatch(zone) for zone in way)
    if source and target:
        return 0 if source["seat"] == target["seat"] else 2
    return 1


def _in_brackets(clauses: Sequence[str]) -> str:
    return f"  [{', '.join(clauses)}]" if clauses else ""


def _limits(clauses: Sequence[str]) -> str:
    return f"  under {', '.join(clauses)}" if clauses else ""

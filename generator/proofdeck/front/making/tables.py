"""A game on a table: which cards are where after the deal, and where on the table that is. Lengths in mm.

The deal is the one that the rulebook draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

from proofdeck.ground.typography import capital
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.designs import Design, file_stems
from proofdeck.paper.deck.prints import Print
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.state import State
from proofdeck.play.scene.boards import boards_of, plans_of
from proofdeck.play.scene.layout import Footprint, laid_out
from proofdeck.play.scene.zones import after_the_deal, zones_of
from proofdeck.source.project.game import Game

SURFACE = Size(978.0, 611.0)
"""A table of 1600 x 1000 units on which a card of 63 mm is 103 units wide."""
HAND_ROOM = 145.0
"""Left free along the near edge, for seats, scores and the hand of whoever is looking."""
TABLE = Size(SURFACE.width, SURFACE.height - HAND_ROOM)
"""The part of it on which the game lies."""
ROOM_FOR = 3
"""Cards that an empty open place has room for."""
DIE, BESIDE = 25.0, 1.2
"""The edge of a die, and from one to the next as a multiple of it."""


class PhysicalCard(NamedTuple):
    """One physical card. id: the same in each export, as long as the card keeps its id."""

    id: str
    design: Design


NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True)
class Stack:
    """Cards in one place, from the top down or from the left. seat: from 1; 0 for the middle.

    is_open: whether they are face up; is_supply: whether they are beside the game; step: from one spread card to
    the next; board: the id of its board, "" for none; is_pile: whether they lie on top of each other although they are
    open; is_bag: whether they are drawn by chance; fall: from card to card of a column; up: those that are face up.
    """

    id: str
    label: str
    cards: tuple[PhysicalCard, ...]
    is_open: bool = False
    seat: int = 0
    is_hand: bool = False
    is_supply: bool = False
    box: Box = NOWHERE
    step: float = 0.0
    board: str = ""
    is_pile: bool = False
    is_bag: bool = False
    fall: float = 0.0
    up: frozenset[str] = frozenset()

    @property
    def spread(self) -> bool:
        """Whether its cards lie side by side."""
        return self.is_open and not (self.is_supply or self.board or self.is_pile)


class TableBoard(NamedTuple):
    """A board or mat, which is below everything else."""

    copy: PhysicalCard
    box: Box


class TableDie(NamedTuple):
    """A die. id: the same in each export; label: what the rules call it; seat: from 1, or 0 for the middle."""

    id: str
    label: str
    faces: int
    seat: int = 0
    box: Box = NOWHERE


@dataclass(frozen=True)
class LaidTable:
    """All stacks, boards and dice with their places. players: 0 if nothing was dealt; scale: of all sizes; seats: the
    area before each player.
    """

    players: int
    stacks: tuple[Stack, ...]
    boards: tuple[TableBoard, ...]
    dice: tuple[TableDie, ...]
    scale: float
    seats: tuple[Box, ...]

    def cards(self) -> Iterator[tuple[Stack, PhysicalCard]]:
        """Every card in a stack."""
        for stack in self.stacks:
            for copy in stack.cards:
                yield stack, copy

    def size(self, design: Design) -> Size:
        """How large it is on this table."""
        return Size(design.front.size.width * self.scale, design.front.size.height * self.scale)


def dealt_table(made: Print, playable: Playable, designs: Sequence[Design], players: int) -> LaidTable:
    """The table after the deal. Raises what the engine raises."""
    state = after_the_deal(playable.engine, playable.game, made.game.deck, players)
    dealt, supply = _stacks(made, playable, designs, state)
    return _laid_out(players, dealt, supply, list(_dice(state, made.game, playable)))


def copies_of(designs: Sequence[Design], players: int | None) -> Iterator[PhysicalCard]:
    """Every physical card that this number of players uses, card by card."""
    of_card: dict[str, list[Design]] = {}
    for design in designs:
        of_card.setdefault(design.card.id, []).extend([design] * design.copies)
    for alike in of_card.values():
        count = alike[0].card.copies(players)
        numbers: Counter[str] = Counter()
        for design in [*alike, *alike[-1:] * max(0, count - len(alike))][:count]:
            numbers[design.name] += 1
            yield PhysicalCard(f"{design.name}-{numbers[design.name]}", design)


def _dice(state: State, game: Game, playable: Playable) -> Iterator[TableDie]:
    """Every die that the game has."""
    pictures = replace(playable.engine.pictures, phrases=game.phrases)
    every = [dice for dice in state.laid_dice() for _ in range(dice.copies)]
    for stem, dice in zip(file_stems(f"die-{dice.place}" for dice in every), every, strict=True):
        seat = 0 if dice.seat is None else dice.seat + 1
        yield TableDie(stem, capital(pictures.called(dice.place) or dice.place), dice.faces, seat)


def _stacks(
    made: Print, playable: Playable, designs: Sequence[Design], state: State
) -> tuple[list[Stack], list[Stack]]:
    """The stacks that are dealt, and the pieces that are not."""
    game = made.game
    pictures = replace(playable.engine.pictures, phrases=game.phrases)
    plans = plans_of(playable.game, game.deck, lambda kind: made.templates.get(("front", kind)))
    left: dict[str, list[PhysicalCard]] = {}
    for copy in copies_of(designs, state.players):
        left.setdefault(copy.design.card.id, []).append(copy)
    zones, dealt = list(zones_of(state, pictures, plans)), []
    for stem, zone in zip(file_stems(zone.key for zone in zones), zones, strict=True):
        cards = tuple(left[name].pop(0) for name in zone.cards if left.get(name))
        if zone.label or cards:
            seat = 0 if zone.seat is None else zone.seat + 1
            dealt.append(Stack(stem, capital(zone.label or zone.key), cards, zone.is_open, seat, zone.is_hand))
    for board, lying in boards_of(state, plans).items():
        for number, (piece, box) in enumerate(lying, 1):
            if left.get(board) and left.get(piece.piece):
                cards = (left[piece.piece].pop(0),)
                dealt.append(Stack(f"on-{board}-{number}", "", cards, is_open=True, box=box, board=board))
    return dealt, _supply(game.title, [copy for copies in left.values() for copy in copies])


def _supply(title: str, copies: Sequence[PhysicalCard]) -> list[Stack]:
    """A pile for each back, shuffled or not: face down if its cards differ."""
    groups: dict[tuple[object, ...], list[PhysicalCard]] = {}
    for copy in copies:
        face, back = copy.design.front, copy.design.back
        groups.setdefault((face.size, face.outline, back.digest, copy.design.is_board), []).append(copy)
    piles = sorted(groups.values(), key=len, reverse=True)
    stems = file_stems(f"box-{cards[0].design.card.id}" for cards in piles)
    found = []
    for stem, cards in zip(stems, piles, strict=True):
        names = list(dict.fromkeys(copy.design.card.name or copy.design.card.id for copy in cards))
        label = names[0] if len(names) == 1 else f"{title}: {len(cards)}"
        found.append(Stack(stem, label, tuple(cards), is_open=len(names) == 1, is_supply=True))
    return found


# -- where everything lies ---------------------------------------------------------------------------------------------


def _laid_out(
    players: int, dealt: Sequence[Stack], supply: Sequence[Stack], dice: Sequence[TableDie] = ()
) -> LaidTable:
    """Boards, pieces on them, all other pieces in stacks, and dice of one name side by side."""
    boards = [copy for stack in supply for copy in stack.cards if copy.design.is_board]
    stacks = sorted((one for one in dealt if not one.board), key=lambda one: (one.seat > 0, not one.is_hand))
    stacks += [stack for stack in supply if not stack.cards[0].design.is_board]
    sizes = [copy.design.front.size for stack in stacks for copy in stack.cards]
    usual = sizes[0] if sizes else Size(63, 88)
    footprints = [Footprint(copy.design.front.size, is_board=True) for copy in boards]
    footprints += [_footprint(stack, usual) for stack in stacks]
    together = [[*same] for _, same in groupby(dice, key=lambda one: (one.label, one.seat))]
    footprints += [Footprint(Size(DIE * BESIDE * len(same), DIE), 1, same[0].label, same[0].seat) for same in together]
    found = laid_out(footprints, TABLE, players)
    spots = iter(found.spots)
    tops = tuple(TableBoard(copy, spot.box) for copy, spot in zip(boards, spots, strict=False))
    under = {one.copy.design.card.id: one.box for one in reversed(tops)}
    placed = [replace(stack, box=spot.box, step=spot.step) for stack, spot in zip(stacks, spots, strict=False)]
    edge = DIE * found.scale
    rolled = [
        die._replace(box=Box(spot.box.x + number * BESIDE * edge, spot.box.y, edge, edge))
        for same, spot in zip(together, spots, strict=True)
        for number, die in enumerate(same)
    ]
    placed += [replace(one, box=_on(under[one.board], one.box, found.scale)) for one in dealt if one.board]
    return LaidTable(players, tuple(placed), tops, tuple(rolled), found.scale, found.seats)


def _on(board: Box, box: Box, scale: float) -> Box:
    """A box on a board, on the table."""
    return Box(board.x + box.x * scale, board.y + box.y * scale, box.width * scale, box.height * scale)


def _footprint(stack: Stack, usual: Size) -> Footprint:
    """usual: the size of a card in an empty place."""
    sizes = [copy.design.front.size for copy in stack.cards] or [usual]
    largest = Size(max(size.width for size in sizes), max(size.height for size in sizes))
    shown = max(len(stack.cards), ROOM_FOR) if stack.spread else 1
    return Footprint(largest, shown, stack.label, stack.seat, stack.is_supply)

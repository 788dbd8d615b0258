"""Drawings that follow from data: the table after the deal, the pieces of a game, and the parts of a card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.problems import did_you_mean, hint_from
from proofdeck.ground.units import Box, Size
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.pictures import Board, Pictures, Piece, kind_of
from proofdeck.play.engine.state import Game, State
from proofdeck.play.scene.boards import NO_PLANS, Plans
from proofdeck.play.scene.place import PiecePlace
from proofdeck.play.scene.seen import BOARD
from proofdeck.play.scene.zones import after_the_deal, places_of, shown, supply_of, zones_of
from proofdeck.source.cards import Deck

APART = 0.11
"""The least distance between two numbers in the margin of a card, as a share of its height."""
FAVOUR = 0.15
"""How much nearer the right margin must be for a number to go there, as a share of the width."""
MAT = "mat"
COMPONENTS = "components"


class Setup(NamedTuple):
    """A table after the deal.

    `others`: what is in front of the others; `middle`: between the players; `own`: in front of Ana.

    `mat`: the card on which an empty board is printed, or "". `steps`: (label of a place, number of the step that deals
    it).
    """

    others: tuple[PiecePlace, ...]
    middle: tuple[PiecePlace, ...]
    own: tuple[PiecePlace, ...]
    board: Board
    mat: str = ""
    steps: tuple[tuple[str, str], ...] = ()


class Callout(NamedTuple):
    """One part of a card, pointed at from the margin.

    Everything but words is a share of width and height from the top left.

    `x`, `y`: the point on its edge where its line ends. `at`: how far down its number is. `right`: whether it is in the
    right margin.
    """

    x: float
    y: float
    words: str
    at: float = 0.0
    right: bool = False


class Anatomy(NamedTuple):
    """A card, by its id, and its parts from the top down."""

    card: str
    parts: tuple[Callout, ...]


class PartsRow(NamedTuple):
    """Pieces of one kind, each with its name and copies below it, or fans of card ids with `words` for all of them."""

    label: str
    pieces: tuple[Piece, ...] = ()
    fans: tuple[tuple[str, ...], ...] = ()
    words: str = ""

    @property
    def cards(self) -> list[str]:
        """The ids of what is drawn."""
        return [*(piece.card for piece in self.pieces), *(card for fan in self.fans for card in fan)]


class Parts(NamedTuple):
    """All pieces of a game. `notes`: sentences about copies that depend on the number of players."""

    rows: tuple[PartsRow, ...]
    notes: tuple[str, ...] = ()


class Mat(NamedTuple):
    """The printed board of the game, by the id of its card, with the box of each tile in shares of it; "" for none."""

    card: str
    tiles: tuple[Box, ...] = ()


Figure = Setup | Anatomy | Parts | Mat


class FigureRequest(NamedTuple):
    """A figure that a page asks for. `subject`: players, or the id of a card; `parts`: (element, words), or kinds."""

    kind: str
    subject: str
    parts: tuple[tuple[str, str], ...] = ()


THE_MAT = FigureRequest(MAT, "")
"""What the boards of all examples are drawn on."""


def setup(
    engine: Engine[Game],
    game: Game,
    deck: Deck,
    players: int,
    parts: Iterable[tuple[str, str]] = (),
    phrases: Phrases = ENGLISH,
    plans: Plans = NO_PLANS,
) -> Setup:
    """Lay out the deal of SEED, before the first turn begins, and the pieces that are not in use yet.

    `game`: of the engine, as it is played. `parts`: (zone without its seat, or `board`; the number of the step that
    deals it), and ("mat", the id of the card on which an empty board is printed). `plans`: of pieces and of boards with
    spaces. Raises ValueError for a number of players that cannot play, for a zone that is not on the table and for a
    mat that is not in the deck.
    """
    wanted = {name.replace("_", " "): words for name, words in parts}
    mat = wanted.pop(MAT, "")
    if mat and mat not in {card.id for card in deck}:
        raise ValueError(hint_from(f"there is no card '{mat}'.", did_you_mean(mat, (card.id for card in deck))))
    pictures = replace(engine.pictures, phrases=phrases)
    state = after_the_deal(engine, game, deck, players)
    supply = shown(supply_of(state, pictures), deck, pictures)
    table = _seated([*places_of(state, deck, pictures, plans), *supply], state, pictures)
    steps = list(_steps(wanted, state, pictures))
    boards = [place for place in table.middle if place.mat]
    steps += [(place.label, wanted[BOARD]) for place in boards if BOARD in wanted]
    is_empty = not boards and not any(tile.card for line in table.board for tile in line)
    tiles = () if boards else table.board
    return table._replace(board=tiles, mat=mat if is_empty else "", steps=tuple(steps))


def _steps(wanted: Mapping[str, str], state: State, pictures: Pictures) -> Iterator[tuple[str, str]]:
    """Return the label of each place with its number. Zones have the names of the engine or those that readers see."""
    zones = [*zones_of(state, pictures, NO_PLANS), *supply_of(state, pictures)]
    kinds = {zone.key: kind_of(zone.key) for zone in zones}
    called = {zone: (kind.replace("-", " "), pictures.called(kind)) for zone, kind in kinds.items()}
    known = {BOARD, *(name for names in called.values() for name in names)} - {""}
    for name, number in wanted.items():
        if name not in known:
            raise ValueError(hint_from(f"there is no '{name}' on the table.", did_you_mean(name, known)))
        if name == BOARD:
            yield BOARD, number
        yield from ((pictures.called(zone), number) for zone, names in called.items() if name in names)


def laid_out(state: State, deck: Deck, pictures: Pictures, plans: Plans = NO_PLANS) -> Setup:
    """Return a table as the player in the first seat sees it."""
    return _seated(places_of(state, deck, pictures, plans), state, pictures)


def _seated(places: Sequence[PiecePlace], state: State, pictures: Pictures) -> Setup:
    others = tuple(place for place in places if place.seat)
    middle, own = (tuple(place for place in places if place.seat == seat) for seat in (None, 0))
    return Setup(others, middle, own, pictures.board(state) if pictures.board else ())


def anatomy(card: str, boxes: Mapping[str, Box], size: Size, parts: Iterable[tuple[str, str]]) -> Anatomy:
    """Point at the parts of a card that are drawn.

    `boxes`: of the elements of its template, in mm on a card of that size.
    """
    found = []
    for name, words in parts:
        if (box := boxes.get(element_of(name))) is None:
            continue
        left, right = _inside(box.x / size.width), _inside(box.right / size.width)
        is_right = 1 - right + FAVOUR < left
        found.append(Callout(right if is_right else left, _inside(box.centre[1] / size.height), words, right=is_right))
    found.sort(key=lambda part: (part.y, part.x))
    heights = {
        id(part): at for right in (False, True) for part, at in _spread([one for one in found if one.right is right])
    }
    return Anatomy(card, tuple(part._replace(at=heights[id(part)]) for part in found))


def element_of(part: str) -> str:
    """The element that a part is: `index_icon` is `index-icon`."""
    return part.replace("_", "-")


def _spread(parts: Sequence[Callout]) -> Iterator[tuple[Callout, float]]:
    """Return each part of one margin with the height of its number, as near to its own as the others allow."""
    places: list[float] = []
    for part in parts:
        places.append(max(part.y, places[-1] + APART) if places else part.y)
    lowest = 1.0
    for place in range(len(places) - 1, -1, -1):
        places[place] = min(places[place], lowest)
        lowest = places[place] - APART
    yield from zip(parts, (round(place, 3) for place in places), strict=True)


def _inside(share: float) -> float:
    return round(min(1.0, max(0.0, share)), 3)

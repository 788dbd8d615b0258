"""The zones of a table, as pictures of the book and tables online show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.pictures import Heap, Pictures, Piece, kind_of, seat_of
from proofdeck.play.engine.state import Game, Laid, State
from proofdeck.play.scene.boards import Plans, is_on_board, places_of_boards
from proofdeck.play.scene.place import BACK, PiecePlace
from proofdeck.source.cards import Deck

SEED = 1
"""The seed of the deal that is drawn and exported."""
HAND = "hand"


class SceneZone(NamedTuple):
    """Cards that are together, by id. label: for readers, "" if they do not need to see it; is_open: to everybody.

    is_listed: whether pictures show each of its cards; is_counted: whether they show one of each kind with its number.
    space: of a board that pictures do not show, on which its only piece is.
    """

    key: str
    label: str
    seat: int | None
    is_open: bool
    is_listed: bool
    cards: Sequence[str]
    is_counted: bool = False
    space: str = ""

    @property
    def is_hand(self) -> bool:
        return self.seat is not None and kind_of(self.key) == HAND


def after_the_deal(engine: Engine[Game], game: Game, deck: Deck, players: int, seed: int = SEED) -> State:
    """The table of that seed, before anything of the first turn. Raises ValueError if so many players cannot play."""
    dealing = game.on & engine.points.without(engine.pictures.at_once)
    return engine.make(deck, game.values, dealing).new_initial_state(players, seed)


def zones_of(state: State, pictures: Pictures, plans: Plans) -> Iterator[SceneZone]:
    """Every zone, then other pieces that are not on a board. What the game declares to be open is listed; what
    everybody sees is open.
    """
    seen = state.observation(None)
    for key, cards in state.zones().items():
        is_listed = kind_of(key) in pictures.open_zones
        is_open = is_listed or isinstance(seen.get(key), list)
        yield SceneZone(key, pictures.called(key), seat_of(key), is_open, is_listed, cards)
    yield from _of_pieces([one for one in state.laid_pieces() if one.piece and not is_on_board(one, plans)], pictures)


def supply_of(state: State, pictures: Pictures) -> Iterator[SceneZone]:
    """The pieces that are not in use yet, which is what setting up a table leaves."""
    return _of_pieces(state.pieces_aside(), pictures)


def _of_pieces(lying: Sequence[Laid], pictures: Pictures) -> Iterator[SceneZone]:
    for key, group in groupby(lying, key=lambda one: one.place):
        pieces = list(group)
        copies = [piece for one in pieces for piece in [one.piece] * one.copies]
        space = pieces[0].space if len(pieces) == 1 else ""
        yield SceneZone(key, pictures.called(key), seat_of(key), True, False, copies, is_counted=True, space=space)


def places_of(state: State, deck: Deck, pictures: Pictures, plans: Plans) -> list[PiecePlace]:
    """The zones with cards of the deck, as the player in the first seat sees them, and boards with pieces on them."""
    boards = places_of_boards(state, {card.id: card.name or card.id for card in deck}, plans)
    return [*boards, *shown(zones_of(state, pictures, plans), deck, pictures)]


def shown(zones: Iterable[SceneZone], deck: Deck, pictures: Pictures) -> Iterator[PiecePlace]:
    """Zones with cards of the deck, as the player in the first seat sees them."""
    known = {card.id for card in deck}
    for zone in zones:
        cards = [card for card in zone.cards if card in known]
        if not cards or not zone.label:
            continue
        if zone.is_counted:
            says, label = zone.space and f"({zone.space})", zone.label
            pieces = tuple(Piece(card, copies, says) for card, copies in Counter(cards).items())
        elif zone.is_listed or (zone.is_hand and zone.seat == 0):
            pieces = tuple(map(Piece, pictures.from_the_top(zone.key, cards)))
            label = pictures.labelled(zone.key, zone.label, len(pieces))
        else:
            pieces, label = (Piece(f"{cards[0]}{BACK}", len(cards)),), zone.label
        yield PiecePlace(label, (Heap(pieces),), key=zone.key, seat=zone.seat)

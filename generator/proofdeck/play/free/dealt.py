"""The table of a game with an engine, as its rules deal it, for hands that then do as they like."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from proofdeck.ground.typography import capital
from proofdeck.ground.units import Box, Size
from proofdeck.play.free.laying import ENGLISH, ROOM, LaidWords, on_table, usual_groups
from proofdeck.play.free.pieces import SURFACE, FreeDie, FreePiece, FreePile, FreeStart
from proofdeck.play.scene.layout import Footprint, laid_out
from proofdeck.play.scene.zones import SceneZone

CARD = Size(63.0, 88.0)
"""The size of an empty place."""


class _Laid(NamedTuple):
    """Pieces of one zone. seat: from 1, 0 for the middle."""

    label: str
    ids: tuple[str, ...]
    seat: int = 0
    is_up: bool = False
    is_row: bool = False
    is_supply: bool = False


def dealt_start(
    pieces: Sequence[FreePiece],
    players: int,
    zones: Sequence[SceneZone],
    boards: Mapping[str, Sequence[tuple[str, Box]]],
    words: LaidWords = ENGLISH,
    dice: Sequence[tuple[str, int]] = (),
) -> FreeStart:
    """The table with those zones. boards: by the id of each, the cards on it and their places, in mm.

    dice: what each is called, and how many faces it has.
    """
    left: dict[str, list[FreePiece]] = {}
    for piece in pieces:
        left.setdefault(piece.card, []).append(piece)
    hands: list[list[str]] = [[] for _ in range(players)]
    laid = list[_Laid]()
    on_boards = {board: [*_on(lying, left)] for board, lying in boards.items() if left.get(board)}
    for zone in zones:
        ids = tuple(left[card].pop(0).id for card in zone.cards if left.get(card))
        seat = 0 if zone.seat is None else zone.seat + 1
        if zone.is_hand and seat:
            hands[seat - 1] += ids
        elif ids or zone.label:
            is_row = zone.is_open and zone.is_listed and len(ids) > 1
            laid.append(_Laid(capital(zone.label or zone.key), ids, seat, zone.is_open, is_row))
    rest = [piece for same in left.values() for piece in same]
    laid += [_Laid(one.label, one.pieces, 0, one.is_up, is_supply=True) for one in usual_groups(rest, words)]
    return _placed(pieces, players, laid, hands, on_boards, dice)


def _on(lying: Sequence[tuple[str, Box]], left: Mapping[str, list[FreePiece]]) -> Iterator[tuple[str, Box]]:
    for card, box in lying:
        if left.get(card):
            yield left[card].pop(0).id, box


def _placed(
    pieces: Sequence[FreePiece],
    players: int,
    laid: Sequence[_Laid],
    hands: Sequence[Sequence[str]],
    on_boards: Mapping[str, Sequence[tuple[str, Box]]],
    dice: Sequence[tuple[str, int]],
) -> FreeStart:
    known = {piece.id: piece for piece in pieces}
    footprints = [_footprint(one, known) for one in laid] + [Footprint(Size(ROOM, ROOM))] * len(dice)
    found = laid_out(footprints, SURFACE, players)
    piles = list[FreePile]()
    up = {name for one in laid if one.is_up for name in one.ids}
    for number, (one, spot) in enumerate(zip(laid, found.spots, strict=False), 1):
        x, y = on_table(spot.box.centre)
        piles.append(FreePile(f"p{number}", one.label, x, y, one.ids, one.is_row, stays=not one.is_supply))
        board = known[one.ids[0]].card if one.ids else ""
        for name, box in on_boards.get(board, ()):
            at = spot.box.x + box.centre[0] * found.scale, spot.box.y + box.centre[1] * found.scale
            piles.append(FreePile(f"b{len(piles)}", "", *on_table(at), (name,)))
            up.add(name)
    piles.sort(key=lambda pile: not (pile.pieces and known[pile.pieces[0]].is_board))
    rolled = tuple(
        FreeDie(f"die{number}", label, faces, faces, *on_table(spot.box.centre))
        for number, ((label, faces), spot) in enumerate(zip(dice, found.spots[len(laid) :], strict=True), 1)
    )
    held = tuple(map(tuple, hands))
    return FreeStart(tuple(pieces), tuple(piles), found.scale, found.seats, frozenset(up), held, rolled)


def _footprint(one: _Laid, known: Mapping[str, FreePiece]) -> Footprint:
    sizes = [Size(known[name].width, known[name].height) for name in one.ids] or [CARD]
    size = Size(max(size.width for size in sizes), max(size.height for size in sizes))
    is_board = bool(one.ids) and known[one.ids[0]].is_board
    shown = len(one.ids) if one.is_row else 1
    return Footprint(size, max(1, shown), one.label, one.seat, one.is_supply and not is_board, is_board)

"""Moves pieces over a table without rules, from pile to pile and from hand to hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofdeck.ground.bounds import whole
from proofdeck.play.free.acts import HAND, TABLE, FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.pieces import FreePiece, FreePile
from proofdeck.play.free.state import FreeState, on_table

HALF_TURN = 180


def move(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    if act.to == TABLE and len(act.what) == 1 and act.what[0] in table.piles and not act.count:
        return _slide(table, seat, table.piles[act.what[0]], act)
    names = table.chosen(seat, act)
    at, place = _target(table, act)
    if at.startswith(HAND) and any(table.pieces[name].is_board for name in names):
        raise NotPossible("board_in_hand")
    before = {table.place(name) for name in names}
    if before == {at} and _is_there(table, names, at, place, act.way):
        raise NotPossible("already_there")
    known, origin = table.known(names), table.called(table.place(names[0])) if len(before) == 1 else ""
    from_hand = all(place.startswith(HAND) for place in before)
    row = table.piles.get(before.pop()) if len(before) == 1 else None
    to = "" if at == TABLE else table.called(at)
    if origin != at and not (row and row.id == at):
        _note_origins(table, seat, names)
    table.take(names, at)
    if at == TABLE:
        at = table.new_pile(act.x, act.y)
        if row and row.is_column and len(names) > 1:
            table.piles[at] = table.piles[at]._replace(is_row=True, is_column=True)
        way = act.way or ("up" if from_hand or (row and row.is_bag) else "")
    elif at.startswith(HAND):
        way = ""
    else:
        way = _facing(table, table.piles[at], act.way, row)
    if way in {"up", "down"}:
        table.face(names, is_up=way == "up")
    table.put(names, at, is_under=act.way == "under", before=place)
    phrase = _phrase_of_move(table, seat, at, from_hand=from_hand, act=act, names=names)
    if phrase == "took" and origin == at:
        phrase = "sorted"
    return FreeEvent(0, seat, phrase, tuple(names), known | table.known(names), origin, to)


def _target(table: FreeState, act: FreeAct) -> tuple[str, int]:
    """Where an act puts pieces: a pile, a hand or the table, and the place there, from 1; 0 for none."""
    at, _, number = act.to.partition(".")
    place = whole(number) or 0
    if at.startswith(HAND):
        return at, min(place, len(table.hands[table.seat_of(at)]) + 1)
    return (at, 0) if at == TABLE else (table.pile_at(at).id, min(place, len(table.piles[at].pieces) + 1))


def _is_there(table: FreeState, names: Sequence[str], at: str, place: int, way: str) -> bool:
    """Whether pieces of that pile or hand would not move."""
    held = list(table.held(at))
    if place:
        left = [name for name in held if name not in names]
        return [*left[: place - 1], *names, *left[place - 1 :]] == held
    is_last = way == "under" or at.startswith(HAND) or table.piles[at].is_row
    return (held[-len(names) :] if is_last else held[: len(names)]) == list(names)


def _facing(table: FreeState, pile: FreePile, way: str, row: FreePile | None) -> str:
    """Pieces lie as those of the pile do, unless somebody says how; from row to row each stays as it is."""
    if pile.is_bag:
        return "down"
    if way in {"up", "down"}:
        return way
    if row and row.is_row and pile.is_row:
        return ""
    top = pile.pieces[-1 if pile.is_row else 0] if pile.pieces else ""
    return "up" if top in table.up or not top else "down"


def _note_origins(table: FreeState, seat: int, names: Iterable[str]) -> None:
    """A piece comes from a pile by chance if others are in it face down, and nobody has looked for it."""
    for name in names:
        if (place := table.place(name)).startswith(HAND):
            continue
        pile = table.piles[place]
        is_chance = pile.is_bag or any(other not in table.up for other in pile.pieces)
        table.came[name] = pile.label if is_chance and name not in table.looked[seat] else ""


def _phrase_of_move(
    table: FreeState, seat: int, at: str, *, from_hand: bool, act: FreeAct, names: Sequence[str]
) -> str:
    if at.startswith(HAND):
        return "took" if at == f"{HAND}{seat + 1}" else "gave"
    if act.way == "under":
        return "put_under"
    if act.to != TABLE:
        return "put_on"
    return ("played" if names[0] in table.up else "played_down") if from_hand else "moved"


def _slide(table: FreeState, seat: int, pile: FreePile, act: FreeAct) -> FreeEvent:
    """A whole pile is moved over the table, and stays the same pile."""
    x, y = on_table(act.x, act.y)
    if (x, y) == (pile.x, pile.y):
        raise NotPossible("already_there")
    on_it = {}
    for one in _lying_on(table, pile):
        across, down = on_table(one.x + x - pile.x, one.y + y - pile.y)
        on_it[one.id] = one._replace(x=across, y=down)
    for name in (pile.id, *on_it):
        del table.piles[name]
    moved = {pile.id: pile._replace(x=x, y=y)}
    is_board = bool(pile.pieces) and table.pieces[pile.pieces[0]].is_board
    below, above = (moved, table.piles) if is_board else (table.piles, moved)
    table.piles = {**below, **above, **on_it}
    return FreeEvent(0, seat, "moved", pile.pieces, table.known(pile.pieces), pile.label, "", label=pile.label)


def _lying_on(table: FreeState, pile: FreePile) -> list[FreePile]:
    """What goes where a pile goes: the smaller pieces on a card or a tile, and everything on a board."""
    if not pile.pieces or pile.is_row:
        return []
    below, scale, (_, *above) = table.pieces[pile.pieces[0]], table.start.scale, _from(table, pile.id)
    across, down = below.width * scale / 2, below.height * scale / 2
    if table.turned.get(below.id, 0) % HALF_TURN:
        across, down = down, across
    return [
        one
        for one in above
        if abs(one.x - pile.x) < across and abs(one.y - pile.y) < down and _goes_with(table, one, below)
    ]


def _goes_with(table: FreeState, pile: FreePile, below: FreePiece) -> bool:
    if below.is_board:
        return not any(table.pieces[name].is_board for name in pile.pieces)
    return bool(pile.pieces) and is_smaller(table.pieces[pile.pieces[0]], below)


def _from(table: FreeState, name: str) -> list[FreePile]:
    """A pile and all those above it."""
    piles = list(table.piles.values())
    return piles[list(table.piles).index(name) :]


def deal(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    pile = table.pile_at(act.what[0] if act.what else "")
    count = max(1, act.count) * table.players
    if len(pile.pieces) < count:
        raise NotPossible("too_few")
    dealt, place = table.from_the_top(pile, count), table.called(pile.id)
    table.came |= dict.fromkeys(dealt, pile.label)
    table.take(dealt)
    for number in range(table.players):
        table.put(dealt[number :: table.players], f"{HAND}{number + 1}")
    return FreeEvent(0, seat, "dealt", tuple(dealt), frozenset(), place, value=str(count // table.players))


def is_smaller(piece: FreePiece, below: FreePiece) -> bool:
    """Whether a piece lies on another one as a token lies on a card."""
    return 2 * piece.width * piece.height < below.width * below.height

"""Turns pieces over and round, and orders, spreads, names and looks at the piles of a table without rules."""

from __future__ import annotations

from proofdeck.play.free.acts import HAND, LONGEST_LABEL, FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.state import FreeState

COLUMN = "column"
QUARTER = 90


def turn(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    """A pile is turned over as a whole, so its lowest piece comes to lie on top."""
    names = _turned_over(table, seat, act)
    before = table.known(names)
    is_up = names[0] not in table.up
    for name in act.what:
        if name in table.piles and not act.count and not table.piles[name].is_row:
            table.piles[name] = table.piles[name]._replace(pieces=table.piles[name].pieces[::-1])
    for name in names:
        table.face([name], is_up=name not in table.up)
    place = table.called(table.place(names[0]))
    phrase = "turned_up" if is_up else "turned_down"
    return FreeEvent(0, seat, phrase, tuple(names), before | table.known(names), place)


def _turned_over(table: FreeState, seat: int, act: FreeAct) -> list[str]:
    names = table.chosen_on_table(seat, act)
    if any(table.piles[table.place(name)].is_bag for name in names):
        raise NotPossible("in_a_bag")
    return names


def rotate(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    names = table.chosen_on_table(seat, act)
    by = -QUARTER if act.way == "back" else QUARTER
    for name in names:
        table.turned[name] = (table.turned.get(name, 0) + by) % 360
    return FreeEvent(0, seat, "rotated", tuple(names), table.known(names), table.called(table.place(names[0])))


def mark(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    names = table.chosen_on_table(seat, act)
    is_marked = names[0] not in table.marked
    (table.marked.update if is_marked else table.marked.difference_update)(names)
    phrase = "marked" if is_marked else "unmarked"
    return FreeEvent(0, seat, phrase, tuple(names), table.known(names), table.called(table.place(names[0])))


def shuffle(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    pile = table.pile_at(act.what[0] if act.what else "")
    if not pile.pieces:
        raise NotPossible("nothing_there")
    place = table.called(pile.id)
    table.piles[pile.id] = pile._replace(pieces=tuple(table.any_of(pile.pieces)))
    table.looked = [tuple(name for name in seen if table.place(name) != pile.id) for seen in table.looked]
    return FreeEvent(0, seat, "shuffled", pile.pieces, frozenset(), place)


def spread(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    pile = table.pile_at(act.what[0] if act.what else "")
    if pile.is_bag:
        raise NotPossible("in_a_bag")
    known, place, wants_column = table.known(pile.pieces), table.called(pile.id), act.way == COLUMN
    is_row = not pile.is_row or pile.is_column != wants_column
    is_column = is_row and wants_column
    pieces = pile.pieces if is_column == pile.is_column else pile.pieces[::-1]
    del table.piles[pile.id]
    table.piles[pile.id] = pile._replace(pieces=pieces, is_row=is_row, is_column=is_column)
    phrase = "lined_up" if is_column else "spread" if is_row else "gathered"
    return FreeEvent(0, seat, phrase, pile.pieces, known, place)


def sort(table: FreeState, seat: int, _: FreeAct) -> FreeEvent:
    """The hand of that seat comes into the order of the spreadsheet."""
    order = {name: number for number, name in enumerate(table.pieces)}
    held = sorted(table.hands[seat], key=order.__getitem__)
    if held == table.hands[seat]:
        raise NotPossible("already_there")
    table.hands[seat] = held
    return FreeEvent(0, seat, "sorted", tuple(held), place=f"{HAND}{seat + 1}")


def look(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    """Only the person who looks sees them, and everybody is told that somebody does."""
    pile = table.pile_at(act.what[0] if act.what else "")
    if not pile.pieces:
        raise NotPossible("nothing_there")
    seen = pile.pieces[: act.count or len(pile.pieces)]
    table.looked[seat], table.looked_at[seat] = tuple(seen), pile.id
    phrase = "looked" if act.count else "searched"
    return FreeEvent(0, seat, phrase, tuple(seen), frozenset({seat}), table.called(pile.id), value=str(len(seen)))


def close(table: FreeState, seat: int, _: FreeAct) -> FreeEvent:
    if not table.looked[seat]:
        raise NotPossible("nothing_there")
    place = table.called(table.looked_at[seat])
    table.looked[seat] = ()
    return FreeEvent(0, seat, "closed", place=place)


def label(table: FreeState, seat: int, act: FreeAct) -> FreeEvent:
    pile, label = table.pile_at(act.what[0] if act.what else ""), " ".join(act.said.split())[:LONGEST_LABEL]
    table.piles[pile.id] = pile._replace(label=label, stays=bool(label))
    if sum(other.label == pile.label for other in table.piles.values()) == 0:
        table.came.update((name, label) for name, place in table.came.items() if place == pile.label != "")
    return FreeEvent(0, seat, "labelled", place=pile.label, to=label)

"""A table without rules under way: what hands do there, and who sees and knows what.

Each act is checked against what its seat can see, so nobody can name a piece that is hidden from them. Chance comes
from the seed and the number of the act, so a table is its start and its acts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from proofdeck.ground.bounds import whole
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.free.pieces import SURFACE, FreeCounter, FreeDie, FreePiece, FreePile, FreeStart

HAND, TABLE = "hand", "table"
SOME_PILE = "-"
"""What an event calls a pile without a name, of which nobody sees the topmost piece."""
COLUMN = "column"
QUARTER = 90
MOST_COUNT = 9_999
MOST_FACES = 100
LONGEST_LABEL = 40
MOST_ADDED = 60
"""Dice and counters."""


class NotPossible(Exception):  # noqa: N818 - it is not an error of the program
    """An act that cannot be done now; the table is as before. The reason is a phrase."""

    def __init__(self, phrase: str) -> None:
        super().__init__(phrase)
        self.phrase = phrase


@dataclass(frozen=True, slots=True)
class FreeAct:
    """What hands do. what: ids of piles (`p1`), of pieces (`ada-1`), places in a row (`p1.3`) or `hand2`.

    count: how many from the top, 0 for all; to: `table` at x and y, a pile, or `hand2`, or a place in a row or a hand
    such as `p1.3`; way: how; said: a label.
    """

    do: str
    what: tuple[str, ...] = ()
    count: int = 0
    to: str = ""
    x: float = 0.0
    y: float = 0.0
    way: str = ""
    said: str = ""


class FreeEvent(NamedTuple):
    """What an act came to. pieces: those it was about; known: the seats that saw which ones they are.

    place, to: where they were and are: the label of a pile, the name of the card on it, SOME_PILE, `hand2`, or "" for
    the table; value: of a die or counter.
    """

    number: int
    seat: int
    phrase: str
    pieces: tuple[str, ...] = ()
    known: frozenset[int] = frozenset()
    place: str = ""
    to: str = ""
    value: str = ""
    label: str = ""


class FreeTable:
    """piles: from the lowest to the topmost; hands, looked: by seat; up: the pieces that lie face up.

    came: from which pile of unseen pieces a piece was taken, by its id, which is what a setup can repeat.
    """

    def __init__(self, start: FreeStart, seed: int, *, is_open: bool = False) -> None:
        """is_open: whether everybody sees all hands."""
        self.start, self.seed, self.is_open = start, seed, is_open
        self.pieces = {piece.id: piece for piece in start.pieces}
        self.piles = {pile.id: pile for pile in start.piles}
        self.hands = [list(hand) for hand in start.hands]
        self.looked: list[tuple[str, ...]] = [()] * len(self.hands)
        self._looked_at = [""] * len(self.hands)
        self.up, self.marked = set(start.up), set[str]()
        self.turned = dict(start.turned)
        self.dice = {die.id: die for die in start.dice}
        self.counters = {counter.id: counter for counter in start.counters}
        self.came = dict(start.came)
        self.acts, self.log = 0, list[FreeEvent]()
        self._named = 0
        self._lies = {name: pile.id for pile in start.piles for name in pile.pieces}
        self._lies |= {name: f"{HAND}{seat}" for seat, hand in enumerate(self.hands, 1) for name in hand}

    @property
    def players(self) -> int:
        return len(self.hands)

    def do(self, seat: int, act: FreeAct) -> FreeEvent:
        """Do what somebody in that seat wants. Raises NotPossible, leaving everything unchanged."""
        if act.do not in ACTS or not 0 <= seat < self.players:
            raise NotPossible("no_such_act")
        event = ACTS[act.do](self, seat, act)
        self.acts += 1
        self.log.append(event._replace(number=self.acts))
        self._drop_looks()
        return self.log[-1]

    # -- who sees what -------------------------------------------------------------------------------------------------

    def sees(self, seat: int, name: str) -> bool:
        """Whether that seat sees the front of a piece."""
        at = self._lies[name]
        if at.startswith(HAND):
            return self.is_open or at == f"{HAND}{seat + 1}"
        pile = self.piles[at]
        is_shown = pile.is_row or pile.pieces[0] == name
        return (name in self.up and is_shown and not pile.is_bag) or name in self.looked[seat]

    def place(self, name: str) -> str:
        """The id of the pile that a piece lies in, or `hand2`."""
        return self._lies[name]

    def held(self, at: str) -> Sequence[str]:
        """The pieces of a pile, or of a hand."""
        return self.hands[self._seat_of(at)] if at.startswith(HAND) else self.piles[at].pieces

    def _known(self, names: Iterable[str]) -> frozenset[int]:
        """The seats that see all of these pieces."""
        listed = list(names)
        return frozenset(seat for seat in range(self.players) if all(self.sees(seat, name) for name in listed))

    def _drop_looks(self) -> None:
        """A look ends for a piece that has been moved away."""
        for seat, seen in enumerate(self.looked):
            self.looked[seat] = tuple(name for name in seen if self._lies[name] == self._looked_at[seat])

    # -- what an act is about ------------------------------------------------------------------------------------------

    def _seat_of(self, at: str) -> int:
        seat = whole(at.removeprefix(HAND))
        if not at.startswith(HAND) or not seat or seat > self.players:
            raise NotPossible("not_there")
        return seat - 1

    def _pile(self, name: str) -> FreePile:
        if name not in self.piles:
            raise NotPossible("not_there")
        return self.piles[name]

    def _chosen(self, seat: int, act: FreeAct) -> list[str]:
        """The pieces that an act is about. Nobody can choose one that they cannot see, but any one in a row."""
        found: list[str] = []
        for name in act.what:
            if name in self.piles:
                found += self._from_the_top(self.piles[name], act.count)
            elif name in self.pieces and self.sees(seat, name):
                found.append(name)
            elif name.startswith(HAND) and self._seat_of(name) >= 0:
                held = self.hands[self._seat_of(name)]
                taken = held if self._seat_of(name) == seat else self._any_of(held)
                found += taken[: act.count or len(taken)]
            else:
                pile, _, number = name.rpartition(".")
                at = whole(number) or 0
                if not pile or not self._pile(pile).is_row or not 1 <= at <= len(self.piles[pile].pieces):
                    raise NotPossible("not_there")
                found.append(self.piles[pile].pieces[at - 1])
        if not found:
            raise NotPossible("nothing_there")
        return list(dict.fromkeys(found))

    def _from_the_top(self, pile: FreePile, count: int) -> Sequence[str]:
        held = self._any_of(pile.pieces) if pile.is_bag and count else pile.pieces
        return held[: count or len(held)]

    def _any_of(self, held: Sequence[str]) -> list[str]:
        """The same in an order of chance."""
        order = shuffled(range(len(held)), derived(self.seed, "free"), self.acts)
        return [held[at] for at in order]

    # -- moving --------------------------------------------------------------------------------------------------------

    def _take(self, names: Sequence[str], kept: str = "") -> None:
        """kept: a pile that stays even if nothing is left there."""
        gone = set(names)
        for at in {self._lies[name] for name in names}:
            if at.startswith(HAND):
                hand = self.hands[self._seat_of(at)]
                hand[:] = [name for name in hand if name not in gone]
            else:
                pile = self.piles[at]
                left = tuple(name for name in pile.pieces if name not in gone)
                self.piles[at] = pile._replace(pieces=left)
                if not (left or pile.stays or at == kept):
                    del self.piles[at]

    def _put(self, names: Sequence[str], at: str, *, is_under: bool = False, before: int = 0) -> None:
        """before: the place in a row or a hand, from 1, of the piece that comes after them; 0 for its end."""
        if at.startswith(HAND):
            hand = self.hands[self._seat_of(at)]
            place = before - 1 if before else len(hand)
            hand[place:place] = names
            self.up.difference_update(names)
        else:
            pile = self.piles[at]
            is_after = is_under or pile.is_row
            place = before - 1 if before and pile.is_row else len(pile.pieces) if is_after else 0
            self.piles[at] = pile._replace(pieces=(*pile.pieces[:place], *names, *pile.pieces[place:]))
        self._lies |= dict.fromkeys(names, at)

    def _new_pile(self, x: float, y: float, label: str = "") -> str:
        self._named += 1
        name = f"n{self._named}"
        self.piles[name] = FreePile(name, label, *_on_table(x, y))
        return name

    def _face(self, names: Sequence[str], *, is_up: bool) -> None:
        (self.up.update if is_up else self.up.difference_update)(names)

    def called(self, at: str) -> str:
        """How an event names a place: a pile without a name is called after a piece that everybody sees on it."""
        if at.startswith(HAND):
            return at
        pile = self.piles[at]
        top = pile.pieces[-1 if pile.is_row else 0] if pile.pieces else ""
        return pile.label or (self.pieces[top].name if top in self.up and not pile.is_bag else SOME_PILE)

    def _move(self, seat: int, act: FreeAct) -> FreeEvent:
        if act.to == TABLE and len(act.what) == 1 and act.what[0] in self.piles and not act.count:
            return self._slide(seat, self.piles[act.what[0]], act)
        names = self._chosen(seat, act)
        at, place = self._target(act)
        if at.startswith(HAND) and any(self.pieces[name].is_board for name in names):
            raise NotPossible("board_in_hand")
        before = {self._lies[name] for name in names}
        if before == {at} and self._is_there(names, at, place, act.way):
            raise NotPossible("already_there")
        known, origin = self._known(names), self.called(self._lies[names[0]]) if len(before) == 1 else ""
        from_hand = all(place.startswith(HAND) for place in before)
        row = self.piles.get(before.pop()) if len(before) == 1 else None
        to = "" if at == TABLE else self.called(at)
        if origin != at and not (row and row.id == at):
            self._note_origins(seat, names)
        self._take(names, at)
        if at == TABLE:
            at = self._new_pile(act.x, act.y)
            if row and row.is_column and len(names) > 1:
                self.piles[at] = self.piles[at]._replace(is_row=True, is_column=True)
            way = act.way or ("up" if from_hand or (row and row.is_bag) else "")
        elif at.startswith(HAND):
            way = ""
        else:
            way = self._facing(self.piles[at], act.way, row)
        if way in {"up", "down"}:
            self._face(names, is_up=way == "up")
        self._put(names, at, is_under=act.way == "under", before=place)
        phrase = self._phrase_of_move(seat, at, from_hand=from_hand, act=act, names=names)
        if phrase == "took" and origin == at:
            phrase = "sorted"
        return FreeEvent(0, seat, phrase, tuple(names), known | self._known(names), origin, to)

    def _target(self, act: FreeAct) -> tuple[str, int]:
        """Where an act puts pieces: a pile, a hand or the table, and the place there, from 1; 0 for none."""
        at, _, number = act.to.partition(".")
        place = whole(number) or 0
        if at.startswith(HAND):
            return at, min(place, len(self.hands[self._seat_of(at)]) + 1)
        return (at, 0) if at == TABLE else (self._pile(at).id, min(place, len(self.piles[at].pieces) + 1))

    def _is_there(self, names: Sequence[str], at: str, place: int, way: str) -> bool:
        """Whether pieces of that pile or hand would not move."""
        held = list(self.held(at))
        if place:
            left = [name for name in held if name not in names]
            return [*left[: place - 1], *names, *left[place - 1 :]] == held
        is_last = way == "under" or at.startswith(HAND) or self.piles[at].is_row
        return (held[-len(names) :] if is_last else held[: len(names)]) == list(names)

    def _facing(self, pile: FreePile, way: str, row: FreePile | None) -> str:
        """Pieces lie as those of the pile do, unless somebody says how; from row to row each stays as it is."""
        if pile.is_bag:
            return "down"
        if way in {"up", "down"}:
            return way
        if row and row.is_row and pile.is_row:
            return ""
        top = pile.pieces[-1 if pile.is_row else 0] if pile.pieces else ""
        return "up" if top in self.up or not top else "down"

    def _note_origins(self, seat: int, names: Iterable[str]) -> None:
        """A piece comes from a pile by chance if others are in it face down, and nobody has looked for it."""
        for name in names:
            if (place := self._lies[name]).startswith(HAND):
                continue
            pile = self.piles[place]
            is_chance = pile.is_bag or any(other not in self.up for other in pile.pieces)
            self.came[name] = pile.label if is_chance and name not in self.looked[seat] else ""

    def _phrase_of_move(self, seat: int, at: str, *, from_hand: bool, act: FreeAct, names: Sequence[str]) -> str:
        if at.startswith(HAND):
            return "took" if at == f"{HAND}{seat + 1}" else "gave"
        if act.way == "under":
            return "put_under"
        if act.to != TABLE:
            return "put_on"
        return ("played" if names[0] in self.up else "played_down") if from_hand else "moved"

    def _slide(self, seat: int, pile: FreePile, act: FreeAct) -> FreeEvent:
        """A whole pile is moved over the table, and stays the same pile."""
        x, y = _on_table(act.x, act.y)
        if (x, y) == (pile.x, pile.y):
            raise NotPossible("already_there")
        on_it = self._lying_on(pile)
        moved = {pile.id: pile._replace(x=x, y=y)}
        for one in on_it:
            across, down = _on_table(one.x + x - pile.x, one.y + y - pile.y)
            moved[one.id] = one._replace(x=across, y=down)
        for name in moved:
            del self.piles[name]
        is_board = bool(pile.pieces) and self.pieces[pile.pieces[0]].is_board
        self.piles = {**moved, **self.piles} if is_board else {**self.piles, **moved}
        return FreeEvent(0, seat, "moved", pile.pieces, self._known(pile.pieces), pile.label, "", label=pile.label)

    def _lying_on(self, pile: FreePile) -> list[FreePile]:
        """The smaller pieces on a card or a tile, which go where it goes."""
        if not pile.pieces or pile.is_row or self.pieces[pile.pieces[0]].is_board:
            return []
        below, scale, (_, *above) = self.pieces[pile.pieces[0]], self.start.scale, self._from(pile.id)
        across, down = below.width * scale / 2, below.height * scale / 2
        return [
            one
            for one in above
            if one.pieces and abs(one.x - pile.x) < across and abs(one.y - pile.y) < down
            if is_smaller(self.pieces[one.pieces[0]], below)
        ]

    def _from(self, name: str) -> list[FreePile]:
        """A pile and all those above it."""
        piles = list(self.piles.values())
        return piles[list(self.piles).index(name) :]

    def _deal(self, seat: int, act: FreeAct) -> FreeEvent:
        pile = self._pile(act.what[0] if act.what else "")
        count = max(1, act.count) * self.players
        if len(pile.pieces) < count:
            raise NotPossible("too_few")
        dealt, place = self._from_the_top(pile, count), self.called(pile.id)
        self.came |= dict.fromkeys(dealt, pile.label)
        self._take(dealt)
        for number in range(self.players):
            self._put(dealt[number :: self.players], f"{HAND}{number + 1}")
        return FreeEvent(0, seat, "dealt", tuple(dealt), frozenset(), place, value=str(count // self.players))

    # -- turning -------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int, act: FreeAct) -> FreeEvent:
        """A pile is turned over as a whole, so its lowest piece comes to lie on top."""
        names = self._turned_over(seat, act)
        before = self._known(names)
        is_up = names[0] not in self.up
        for name in act.what:
            if name in self.piles and not act.count and not self.piles[name].is_row:
                self.piles[name] = self.piles[name]._replace(pieces=self.piles[name].pieces[::-1])
        for name in names:
            self._face([name], is_up=name not in self.up)
        place = self.called(self._lies[names[0]])
        phrase = "turned_up" if is_up else "turned_down"
        return FreeEvent(0, seat, phrase, tuple(names), before | self._known(names), place)

    def _turned_over(self, seat: int, act: FreeAct) -> list[str]:
        names = self._on_table(seat, act)
        if any(self.piles[self._lies[name]].is_bag for name in names):
            raise NotPossible("in_a_bag")
        return names

    def _on_table(self, seat: int, act: FreeAct) -> list[str]:
        names = self._chosen(seat, act)
        if any(self._lies[name].startswith(HAND) for name in names):
            raise NotPossible("in_a_hand")
        return names

    def _rotate(self, seat: int, act: FreeAct) -> FreeEvent:
        names = self._on_table(seat, act)
        by = -QUARTER if act.way == "back" else QUARTER
        for name in names:
            self.turned[name] = (self.turned.get(name, 0) + by) % 360
        return FreeEvent(0, seat, "rotated", tuple(names), self._known(names), self.called(self._lies[names[0]]))

    def _mark(self, seat: int, act: FreeAct) -> FreeEvent:
        names = self._on_table(seat, act)
        is_marked = names[0] not in self.marked
        (self.marked.update if is_marked else self.marked.difference_update)(names)
        phrase = "marked" if is_marked else "unmarked"
        return FreeEvent(0, seat, phrase, tuple(names), self._known(names), self.called(self._lies[names[0]]))

    # -- piles ---------------------------------------------------------------------------------------------------------

    def _shuffle(self, seat: int, act: FreeAct) -> FreeEvent:
        pile = self._pile(act.what[0] if act.what else "")
        if not pile.pieces:
            raise NotPossible("nothing_there")
        place = self.called(pile.id)
        self.piles[pile.id] = pile._replace(pieces=tuple(self._any_of(pile.pieces)))
        self.looked = [tuple(name for name in seen if self._lies[name] != pile.id) for seen in self.looked]
        return FreeEvent(0, seat, "shuffled", pile.pieces, frozenset(), place)

    def _spread(self, seat: int, act: FreeAct) -> FreeEvent:
        pile = self._pile(act.what[0] if act.what else "")
        if pile.is_bag:
            raise NotPossible("in_a_bag")
        known, place, wants_column = self._known(pile.pieces), self.called(pile.id), act.way == COLUMN
        is_row = not pile.is_row or pile.is_column != wants_column
        is_column = is_row and wants_column
        pieces = pile.pieces if is_column == pile.is_column else pile.pieces[::-1]
        del self.piles[pile.id]
        self.piles[pile.id] = pile._replace(pieces=pieces, is_row=is_row, is_column=is_column)
        phrase = "lined_up" if is_column else "spread" if is_row else "gathered"
        return FreeEvent(0, seat, phrase, pile.pieces, known, place)

    def _sort(self, seat: int, _: FreeAct) -> FreeEvent:
        """The hand of that seat comes into the order of the spreadsheet."""
        order = {name: number for number, name in enumerate(self.pieces)}
        held = sorted(self.hands[seat], key=order.__getitem__)
        if held == self.hands[seat]:
            raise NotPossible("already_there")
        self.hands[seat] = held
        return FreeEvent(0, seat, "sorted", tuple(held), place=f"{HAND}{seat + 1}")

    def _look(self, seat: int, act: FreeAct) -> FreeEvent:
        """Only the person who looks sees them, and everybody is told that somebody does."""
        pile = self._pile(act.what[0] if act.what else "")
        if not pile.pieces:
            raise NotPossible("nothing_there")
        seen = pile.pieces[: act.count or len(pile.pieces)]
        self.looked[seat], self._looked_at[seat] = tuple(seen), pile.id
        phrase = "looked" if act.count else "searched"
        return FreeEvent(0, seat, phrase, tuple(seen), frozenset({seat}), self.called(pile.id), value=str(len(seen)))

    def _close(self, seat: int, _: FreeAct) -> FreeEvent:
        if not self.looked[seat]:
            raise NotPossible("nothing_there")
        place = self.called(self._looked_at[seat])
        self.looked[seat] = ()
        return FreeEvent(0, seat, "closed", place=place)

    def _label(self, seat: int, act: FreeAct) -> FreeEvent:
        pile, label = self._pile(act.what[0] if act.what else ""), " ".join(act.said.split())[:LONGEST_LABEL]
        self.piles[pile.id] = pile._replace(label=label, stays=bool(label))
        if sum(other.label == pile.label for other in self.piles.values()) == 0:
            self.came.update((name, label) for name, place in self.came.items() if place == pile.label != "")
        return FreeEvent(0, seat, "labelled", place=pile.label, to=label)

    # -- dice and counters ---------------------------------------------------------------------------------------------

    def _roll(self, seat: int, act: FreeAct) -> FreeEvent:
        dice = [self.dice[name] for name in act.what if name in self.dice]
        if not dice:
            raise NotPossible("not_there")
        for number, die in enumerate(dice):
            value = 1 + derived(self.seed, "roll", self.acts, number) % die.faces
            self.dice[die.id] = die._replace(value=value)
        values = [str(self.dice[die.id].value) for die in dice]
        label = dice[0].label if len(dice) == 1 else ""
        return FreeEvent(0, seat, "rolled" if label else "rolled_all", value=", ".join(values), label=label)

    def _count(self, seat: int, act: FreeAct) -> FreeEvent:
        """A number is changed by a count, or set to what is said."""
        name = act.what[0] if act.what else ""
        if name not in self.counters:
            raise NotPossible("not_there")
        counter = self.counters[name]
        said = _number(act.said)
        wanted = counter.value + act.count if said is None else said
        value = max(counter.low, min(counter.high, wanted))
        if value == counter.value:
            raise NotPossible("at_its_end")
        self.counters[name] = counter._replace(value=value)
        owner = f"{HAND}{counter.seat}" if counter.seat else ""
        return FreeEvent(0, seat, "counted", place=owner, value=str(value), label=counter.label)

    def _add(self, seat: int, act: FreeAct) -> FreeEvent:
        """A die with `count` faces, or a counter with that label."""
        if len(self.dice) + len(self.counters) >= MOST_ADDED:
            raise NotPossible("too_many")
        label = " ".join(act.said.split())[:LONGEST_LABEL]
        self._named += 1
        if act.way == "die":
            faces = max(2, min(MOST_FACES, act.count or 6))
            name, label = f"d{self._named}", label or f"d{faces}"
            self.dice[name] = FreeDie(name, label, faces, faces, *_on_table(act.x, act.y))
        elif act.way == "counter" and label:
            name = f"c{self._named}"
            self.counters[name] = FreeCounter(name, label, 0)
        else:
            raise NotPossible("no_label")
        return FreeEvent(0, seat, "added", label=label)

    def _shift(self, seat: int, act: FreeAct) -> FreeEvent:
        """A die is moved over the table."""
        name = act.what[0] if act.what else ""
        if name not in self.dice:
            raise NotPossible("not_there")
        x, y = _on_table(act.x, act.y)
        self.dice[name] = self.dice[name]._replace(x=x, y=y)
        return FreeEvent(0, seat, "moved", label=self.dice[name].label)

    def _remove(self, seat: int, act: FreeAct) -> FreeEvent:
        name = act.what[0] if act.what else ""
        kept: dict[str, FreeDie] | dict[str, FreeCounter] = self.dice if name in self.dice else self.counters
        if name not in kept:
            raise NotPossible("not_there")
        return FreeEvent(0, seat, "removed", label=kept.pop(name).label)


def _on_table(x: float, y: float) -> tuple[float, float]:
    """The nearest place on the table, to a tenth of a mm; its middle for anything else."""
    if not (x == x and y == y):
        return SURFACE.width / 2, SURFACE.height / 2
    return round(max(0.0, min(SURFACE.width, x)), 1), round(max(0.0, min(SURFACE.height, y)), 1)


def is_smaller(piece: FreePiece, below: FreePiece) -> bool:
    """Whether a piece lies on another one as a token lies on a card."""
    return 2 * piece.width * piece.height < below.width * below.height


def _number(said: str) -> int | None:
    """A whole number, below zero too."""
    value = whole(said.strip().removeprefix("-").removeprefix("−"))
    if value is None or value > MOST_COUNT:
        return None
    return -value if said.strip()[0] in "-−" else value


def replayed(start: FreeStart, seed: int, acts: Iterable[tuple[int, FreeAct]], *, is_open: bool) -> FreeTable:
    """The table after those acts."""
    table = FreeTable(start, seed, is_open=is_open)
    for seat, act in acts:
        table.do(seat, act)
    return table


ACTS: Mapping[str, Callable[[FreeTable, int, FreeAct], FreeEvent]] = {
    "move": FreeTable._move,
    "deal": FreeTable._deal,
    "turn": FreeTable._turn,
    "rotate": FreeTable._rotate,
    "mark": FreeTable._mark,
    "shuffle": FreeTable._shuffle,
    "spread": FreeTable._spread,
    "look": FreeTable._look,
    "close": FreeTable._close,
    "label": FreeTable._label,
    "roll": FreeTable._roll,
    "count": FreeTable._count,
    "add": FreeTable._add,
    "shift": FreeTable._shift,
    "sort": FreeTable._sort,
    "remove": FreeTable._remove,
}
"""What can be done at the table."""

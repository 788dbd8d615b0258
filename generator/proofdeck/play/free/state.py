"""A table without rules as it is now: where each piece lies, who sees it, and what an act may be about.

Each act is checked against what its seat can see, so nobody can name a piece that is hidden from them. Chance comes
from the seed and the number of the act, so a table is its start and its acts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from proofdeck.ground.bounds import whole
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.free.acts import HAND, SOME_PILE, FreeAct, FreeEvent, NotPossible
from proofdeck.play.free.pieces import SURFACE, FreePile, FreeStart


class FreeState:
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
        self.looked_at = [""] * len(self.hands)
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
        return self.hands[self.seat_of(at)] if at.startswith(HAND) else self.piles[at].pieces

    def known(self, names: Iterable[str]) -> frozenset[int]:
        """The seats that see all of these pieces."""
        listed = list(names)
        return frozenset(seat for seat in range(self.players) if all(self.sees(seat, name) for name in listed))

    def drop_looks(self) -> None:
        """A look ends for a piece that has been moved away."""
        for seat, seen in enumerate(self.looked):
            self.looked[seat] = tuple(name for name in seen if self._lies[name] == self.looked_at[seat])

    # -- what an act is about ------------------------------------------------------------------------------------------

    def seat_of(self, at: str) -> int:
        seat = whole(at.removeprefix(HAND))
        if not at.startswith(HAND) or not seat or seat > self.players:
            raise NotPossible("not_there")
        return seat - 1

    def pile_at(self, name: str) -> FreePile:
        if name not in self.piles:
            raise NotPossible("not_there")
        return self.piles[name]

    def chosen(self, seat: int, act: FreeAct) -> list[str]:
        """The pieces that an act is about. Nobody can choose one that they cannot see, but any one in a row."""
        found: list[str] = []
        for name in act.what:
            if name in self.piles:
                found += self.from_the_top(self.piles[name], act.count)
            elif name in self.pieces and self.sees(seat, name):
                found.append(name)
            elif name.startswith(HAND) and self.seat_of(name) >= 0:
                held = self.hands[self.seat_of(name)]
                taken = held if self.seat_of(name) == seat else self.any_of(held)
                found += taken[: act.count or len(taken)]
            else:
                pile, _, number = name.rpartition(".")
                at = whole(number) or 0
                if not pile or not self.pile_at(pile).is_row or not 1 <= at <= len(self.piles[pile].pieces):
                    raise NotPossible("not_there")
                found.append(self.piles[pile].pieces[at - 1])
        if not found:
            raise NotPossible("nothing_there")
        return list(dict.fromkeys(found))

    def from_the_top(self, pile: FreePile, count: int) -> Sequence[str]:
        held = self.any_of(pile.pieces) if pile.is_bag and count else pile.pieces
        return held[: count or len(held)]

    def any_of(self, held: Sequence[str]) -> list[str]:
        """The same in an order of chance."""
        order = shuffled(range(len(held)), derived(self.seed, "free"), self.acts)
        return [held[at] for at in order]

    def chosen_on_table(self, seat: int, act: FreeAct) -> list[str]:
        names = self.chosen(seat, act)
        if any(self._lies[name].startswith(HAND) for name in names):
            raise NotPossible("in_a_hand")
        return names

    # -- how pieces move -----------------------------------------------------------------------------------------------

    def take(self, names: Sequence[str], kept: str = "") -> None:
        """kept: a pile that stays even if nothing is left there."""
        gone = set(names)
        for at in {self._lies[name] for name in names}:
            if at.startswith(HAND):
                hand = self.hands[self.seat_of(at)]
                hand[:] = [name for name in hand if name not in gone]
            else:
                pile = self.piles[at]
                left = tuple(name for name in pile.pieces if name not in gone)
                self.piles[at] = pile._replace(pieces=left)
                if not (left or pile.stays or at == kept):
                    del self.piles[at]

    def put(self, names: Sequence[str], at: str, *, is_under: bool = False, before: int = 0) -> None:
        """before: the place in a row or a hand, from 1, of the piece that comes after them; 0 for its end."""
        if at.startswith(HAND):
            hand = self.hands[self.seat_of(at)]
            place = before - 1 if before else len(hand)
            hand[place:place] = names
            self.up.difference_update(names)
        else:
            pile = self.piles[at]
            is_after = is_under or pile.is_row
            place = before - 1 if before and pile.is_row else len(pile.pieces) if is_after else 0
            self.piles[at] = pile._replace(pieces=(*pile.pieces[:place], *names, *pile.pieces[place:]))
        self._lies |= dict.fromkeys(names, at)

    def new_pile(self, x: float, y: float, label: str = "") -> str:
        name = self.new_name("n")
        self.piles[name] = FreePile(name, label, *on_table(x, y))
        return name

    def new_name(self, begins: str) -> str:
        self._named += 1
        return f"{begins}{self._named}"

    def face(self, names: Sequence[str], *, is_up: bool) -> None:
        (self.up.update if is_up else self.up.difference_update)(names)

    def called(self, at: str) -> str:
        """How an event names a place: a pile without a name is called after a piece that everybody sees on it."""
        if at.startswith(HAND):
            return at
        pile = self.piles[at]
        top = pile.pieces[-1 if pile.is_row else 0] if pile.pieces else ""
        return pile.label or (self.pieces[top].name if top in self.up and not pile.is_bag else SOME_PILE)


def on_table(x: float, y: float) -> tuple[float, float]:
    """The nearest place on the table, to a tenth of a mm; its middle for anything else."""
    if not (x == x and y == y):
        return SURFACE.width / 2, SURFACE.height / 2
    return round(max(0.0, min(SURFACE.width, x)), 1), round(max(0.0, min(SURFACE.height, y)), 1)

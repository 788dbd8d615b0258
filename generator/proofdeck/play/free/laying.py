"""Lays out the table before the first act: the setup that a page of rules says, and a pile for all that it leaves out.

What belongs together is a kind of cards with one back. Cards lie face down if there is more than one to tell apart,
with a place for discards beside them; tokens of several looks go into a bag.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from proofdeck.ground.problems import did_you_mean, hint_from
from proofdeck.ground.typography import capital
from proofdeck.ground.units import Box, Size
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.free.pieces import SURFACE, FreeCounter, FreeDie, FreePiece, FreePile, FreeStart
from proofdeck.play.free.setup import BAG, COLUMN, EACH, ROW, SHUFFLED, TOP_UP, UP, SetupLine
from proofdeck.play.scene.layout import Footprint, laid_out

DIE = 25.0
ROOM = 56.0
"""What a die and a bag take up in a narrow window, where they are larger than they are printed."""
BESIDE = 1.12
"""From a deck to its discards, as a multiple of its width."""
MIDDLE = SURFACE.width / 2, SURFACE.height / 2
CORNER = SURFACE.width - 40.0, 40.0
COUNTED = "one two three four five six", "ein zwei drei vier fünf sechs", "un dos tres cuatro cinco seis"
NUMBERS = {word: number for words in COUNTED for number, word in enumerate(words.split(), 1)}
DICE = re.compile(
    r"(?P<count>\d{1,2}|\w+)?\s*(?:(?P<sides>\d{1,3}|six|ten|twenty)[- ](?:sided )?)?(?:dice|die|würfel|dados?)\b"
    r"|(?P<number>\d{1,2})?\s?d(?P<faces>4|6|8|10|12|20|100)\b",
    re.IGNORECASE,
)
SIDES = {"six": 6, "ten": 10, "twenty": 20}
MOST_DICE = 12


class LaidWords(NamedTuple):
    """What the table writes by itself, in a language."""

    discard: str = "Discard"
    cards: str = "Cards"


ENGLISH = LaidWords()


def dice_in(needs: str) -> list[int]:
    """The faces of each die that the players need besides what is printed: `2 dice, 1d20`."""
    found = list[int]()
    for one in DICE.finditer(needs):
        said = one["count"] or one["number"] or "1"
        count = int(said) if said.isdecimal() else NUMBERS.get(said.casefold(), 1)
        sides = one["sides"] or one["faces"] or "6"
        found += [SIDES.get(sides.casefold(), 0) or max(2, int(sides))] * count
    return found[:MOST_DICE]


class SetupError(ValueError):
    """A line of a setup that the pieces cannot make. label: what it lays out; why: a sentence."""

    def __init__(self, label: str, why: str) -> None:
        super().__init__(f"{label}: {why}")
        self.label, self.why = label, why


class LaidGroup(NamedTuple):
    """Pieces that begin in one place. at: of its middle; is_kept: whether the place stays when it is empty."""

    label: str
    pieces: tuple[str, ...]
    at: tuple[float, float] = (0.0, 0.0)
    is_up: bool = False
    is_row: bool = False
    is_bag: bool = False
    is_kept: bool = False
    turned: int = 0
    is_column: bool = False
    is_top_up: bool = False

    def pile(self, number: int) -> FreePile:
        """The same on the table."""
        at, stays = on_table(self.at), self.is_kept or not self.pieces
        return FreePile(f"p{number}", self.label, *at, self.pieces, self.is_row, self.is_bag, stays, self.is_column)


def start_of(
    pieces: Sequence[FreePiece],
    players: int,
    seed: int,
    setup: Iterable[SetupLine] = (),
    counters: Iterable[FreeCounter] = (),
    needs: str = "",
    words: LaidWords = ENGLISH,
) -> FreeStart:
    """The table for so many players. Raises SetupError for a setup that the pieces cannot make."""
    lines = list(setup)
    usual = list(usual_groups(pieces, words))
    faces = [] if any(line.faces for line in lines) else dice_in(needs)
    by_id = {piece.id: piece for piece in pieces}
    footprints = [_footprint(group, by_id) for group in usual] + [Footprint(Size(ROOM, ROOM))] * len(faces)
    found = laid_out(footprints, SURFACE, players)
    spots = [spot.box for spot in found.spots]
    setting = _Setting(pieces, found.seats, players, seed)
    for line in lines:
        try:
            setting.lay(line)
        except ValueError as error:
            raise SetupError(line.label, str(error)) from None
    for number, (group, box) in enumerate(zip(usual, spots, strict=False)):
        setting.lay_rest(group, box, number, words)
    dice = [
        FreeDie(f"die{number}", f"d{sides}", sides, sides, *on_table(box.centre))
        for number, (sides, box) in enumerate(zip(faces, spots[len(usual) :], strict=True), 1)
    ]
    groups = sorted(setting.groups, key=lambda group: not (group.pieces and by_id[group.pieces[0]].is_board))
    return FreeStart(
        pieces=tuple(pieces),
        piles=tuple(one.pile(number) for number, one in enumerate(groups, 1)),
        scale=found.scale,
        seats=found.seats,
        up=frozenset(name for group in groups if group.is_up for name in group.pieces)
        | {group.pieces[-1 if group.is_row else 0] for group in groups if group.is_top_up and group.pieces},
        hands=tuple(map(tuple, setting.hands)),
        dice=(*setting.dice, *dice),
        counters=tuple(counters),
        turned={name: group.turned for group in groups if group.turned for name in group.pieces},
        came=setting.came,
    )


def _words(piece: FreePiece) -> set[str]:
    """The words that name a piece in a setup."""
    return {word.casefold() for word in (piece.kind, piece.card, piece.name) if word}


def on_table(at: tuple[float, float]) -> tuple[float, float]:
    """On the table, to a tenth of a mm."""
    return round(max(0.0, min(SURFACE.width, at[0])), 1), round(max(0.0, min(SURFACE.height, at[1])), 1)


def _footprint(group: LaidGroup, pieces: Mapping[str, FreePiece]) -> Footprint:
    """A deck has room for its discards beside it."""
    own = [pieces[name] for name in group.pieces]
    least = ROOM if group.is_bag else 0.0
    width, height = max(least, *(piece.width for piece in own)), max(least, *(piece.height for piece in own))
    return Footprint(Size(width * BESIDE * 2 if group.is_kept else width, height), is_board=own[0].is_board)


def usual_groups(pieces: Sequence[FreePiece], words: LaidWords) -> Iterator[LaidGroup]:
    """A pile for each kind with one back and one form. Boards, and things that all look alike, lie face up."""
    looks = {piece.card: piece for piece in pieces}.values()
    backs = Counter((piece.kind, piece.back) for piece in looks)
    groups: dict[tuple[object, ...], list[FreePiece]] = {}
    for piece in pieces:
        has_own_back = bool(piece.back) and backs[piece.kind, piece.back] == 1
        own = piece.id if piece.is_board else "" if has_own_back else piece.back
        groups.setdefault((piece.kind, own, piece.form, piece.width, piece.height), []).append(piece)
    of_kind = Counter(same[0].kind for same in groups.values())
    for same in groups.values():
        first, cards = same[0], len({piece.card for piece in same})
        named = cards == 1 or (of_kind[first.kind] > 1 and not first.kind)
        label = "" if first.is_board else first.name if named else capital(first.kind) or words.cards
        is_bag = cards > 1 and first.is_token
        is_hidden = cards > 1 and (is_bag or (bool(first.back) and backs[first.kind, first.back] > 1))
        ids = tuple(piece.id for piece in same)
        yield LaidGroup(label, ids, is_up=not is_hidden, is_bag=is_bag, is_kept=is_hidden and not is_bag)


class _Setting:
    """A table that is being set, line by line."""

    def __init__(self, pieces: Sequence[FreePiece], seats: Sequence[Box], players: int, seed: int) -> None:
        self._free = {piece.id: piece for piece in pieces}
        self._known = {word for piece in pieces for word in _words(piece)}
        self._shown = [*dict.fromkeys(word for piece in pieces for word in (piece.kind, piece.name) if word)]
        self._seats, self._seed, self._lines = seats, seed, 0
        self.groups: list[LaidGroup] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.dice: list[FreeDie] = []
        self.came: dict[str, str] = {}

    def lay(self, line: SetupLine) -> None:
        """Raises ValueError for pieces that are not there."""
        self._lines += 1
        if line.faces:
            self.dice.append(FreeDie(f"die{self._lines}", line.label, line.faces, line.faces, *(line.at or CORNER)))
        elif line.is_hand:
            for hand in self.hands:
                hand.extend(self._pieces(line))
        elif EACH in line.flags:
            for seat in self._seats:
                across, down = line.at or (0.0, 0.0)
                x, y = seat.centre
                self._place(line, (x + across, y + down))
        else:
            self._place(line, line.at or MIDDLE)

    def _place(self, line: SetupLine, at: tuple[float, float]) -> None:
        ids = self._pieces(line)
        is_up, is_row, is_bag = UP in line.flags, not line.flags.isdisjoint({ROW, COLUMN}), BAG in line.flags
        is_kept = not ids or not (is_up or is_row)
        how = is_up, is_row, is_bag, is_kept, line.turned, COLUMN in line.flags, TOP_UP in line.flags
        self.groups.append(LaidGroup(line.label, ids, at, *how))

    def lay_rest(self, group: LaidGroup, box: Box, number: int, words: LaidWords) -> None:
        """The pieces of a usual pile that no line names, shuffled if nobody sees them, and a place for discards."""
        ids = tuple(name for name in group.pieces if name in self._free)
        if not ids:
            return
        for name in ids:
            del self._free[name]
        x, y = box.centre
        if group.is_kept:
            x -= box.width / 4
            self.groups.append(LaidGroup(words.discard, (), (x + box.width / 2, y), is_kept=True))
        ids = ids if group.is_up else self._mixed(ids, -1 - number)
        self.groups.append(group._replace(pieces=ids, at=(x, y)))

    def _pieces(self, line: SetupLine) -> tuple[str, ...]:
        ids = self._taken(*line.taken) if line.taken else self._named(line)
        return self._mixed(ids, self._lines) if SHUFFLED in line.flags else ids

    def _mixed(self, ids: Sequence[str], number: int) -> tuple[str, ...]:
        order = shuffled(range(len(ids)), derived(self._seed, "start", number), 0)
        return tuple(ids[at] for at in order)

    def _taken(self, count: int, label: str) -> tuple[str, ...]:
        """From the top of a pile that has been laid before."""
        at = next((at for at, one in enumerate(self.groups) if one.label.casefold() == label.casefold()), None)
        if at is None:
            hint = did_you_mean(label, [one.label for one in self.groups])
            raise ValueError(hint_from(f"there is no pile '{label}' before this one.", hint))
        group = self.groups[at]
        if count > len(group.pieces):
            raise ValueError(f"{count} of {label} are more than are left there ({len(group.pieces)})")
        self.groups[at] = group._replace(pieces=group.pieces[count:])
        self.came |= dict.fromkeys(group.pieces[:count], group.label)
        return group.pieces[:count]

    def _named(self, line: SetupLine) -> tuple[str, ...]:
        found: list[str] = []
        for count, name in line.names:
            word = name.casefold()
            if word not in self._known:
                raise ValueError(hint_from(f"there is no kind and no card '{name}'.", did_you_mean(name, self._shown)))
            ids = [
                one.id for one in self._free.values() if word in (one.kind.casefold(), one.card, one.name.casefold())
            ]
            if len(ids) < count:
                raise ValueError(f"there are {len(ids)} left of '{name}', and not {count}")
            for one in ids[: count or len(ids)]:
                found.append(one)
                del self._free[one]
        return tuple(found)

"""Numbers of a table that are things: pieces in pools, on tracks and on grids, dice, and choices not yet revealed.

Their bounds, their words in positions, and where they lie in pictures and exports follow from one declaration.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from proofdeck.ground.problems import counted, some_of
from proofdeck.play.engine.kit.actions import Value
from proofdeck.play.engine.kit.ground import BareTable, Declaration
from proofdeck.play.engine.kit.zones import (
    ANY,
    CHOOSING,
    Bound,
    Designs,
    Fact,
    Number,
    Thing,
    Tiles,
    Words,
    bits,
    place,
)
from proofdeck.play.engine.notation import Reading, Word, whole_number
from proofdeck.play.engine.position import Fields
from proofdeck.play.engine.state import Laid
from proofdeck.source.cards import Card

UNCHOSEN = -1
PRINT_MORE = "Print more of them, or begin with fewer."
BOUNDS = (
    "Correct the number, or what limits it: how many pieces are printed, the last space of a track, the bounds of a "
    "fact, the spaces of a grid."
)
"""What to do about a number that cannot be."""
SUPPLY = "supply"
"""The place of pieces that are not in use."""
FREE = 0
"""A space of a grid without a piece; other values are seats, counted from 1."""


@dataclass(frozen=True, slots=True)
class Pool(Number):
    """Counted pieces. promised: whether the rules, and not the box, say how many there may be; rest: the name of those
    that nobody has.
    """

    promised: bool = False
    rest: str = SUPPLY

    def range(self, rules: Designs) -> tuple[int, int]:
        return 0, ANY if self.promised else sum(card.copies() for card in rules.designs_of_pieces[self.piece])

    def strays(self, value: int, rules: Designs) -> str:
        most = self.range(rules)[1]
        return f"there are only {most} of them" if value > most else Number.strays(self, value, rules)

    def laid(self, value: int, rules: Designs, seat: int | None) -> Iterator[Laid]:
        if value:
            yield Laid("", rules.design_of(self.piece, seat), value, seat)

    def copies(self, value: int, rules: Designs, seat: int | None) -> Iterable[tuple[str, int]]:
        return ((rules.design_of(self.piece, seat), value),)


@dataclass(frozen=True, slots=True)
class Track(Number):
    """A piece on a space of a board, whose spaces are numbered from 0. most: the last one, also for greater numbers."""

    most: Bound = 0

    def range(self, rules: Designs) -> tuple[int, int]:
        return 0, self.most(rules) if callable(self.most) else self.most

    def laid(self, value: int, rules: Designs, seat: int | None) -> Iterator[Laid]:
        space = str(min(value, self.range(rules)[1]))
        yield Laid("", rules.design_of(self.piece, seat), 1, seat, self.board, space)

    def copies(self, value: int, rules: Designs, seat: int | None) -> Iterable[tuple[str, int]]:  # noqa: ARG002
        return ((rules.design_of(self.piece, seat), 1),)

    def all_spaces(self, rules: Designs) -> Sequence[str]:
        return [str(space) for space in range(self.range(rules)[1] + 1)]


@dataclass(frozen=True, slots=True)
class Spots(Number):
    """The tiles of a board on which such a piece lies, as a set. It is seen and written with the board."""

    spaces: Sequence[str] = ()

    def range(self, rules: Designs) -> tuple[int, int]:  # noqa: ARG002
        return 0, (1 << len(self.spaces)) - 1

    def laid(self, value: int, rules: Designs, seat: int | None) -> Iterator[Laid]:
        for spot in bits(value):
            yield Laid("", rules.design_of(self.piece, seat), 1, seat, self.board, self.spaces[spot])

    def all_spaces(self, rules: Designs) -> Sequence[str]:  # noqa: ARG002
        return self.spaces


@dataclass(frozen=True, slots=True)
class Grid(Thing[list[int]]):
    """Spaces of a board, each free or with a piece of one player: the number of the seat, counted from 1."""

    spaces: tuple[str, ...] = ()

    def strays(self, value: list[int], rules: Designs) -> str:
        if len(value) != len(self.spaces):
            return f"it has {counted(len(self.spaces), 'space')}, not {len(value)}"
        wrong = next((one for one in value if not FREE <= one <= rules.max_players), None)
        return "" if wrong is None else f"{wrong} is not the number of a seat, counted from 1, or 0 for a free space"

    def says(self, value: list[int], rules: Designs) -> list[str]:  # noqa: ARG002
        return [f"{name} player {seat}" for name, seat in zip(self.spaces, value, strict=True) if seat]

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: list[int]) -> list[int]:  # noqa: ARG002
        return self.taken(fields.words_of(key), key, rules.max_players, fields)

    def taken(self, words: Iterable[Word], key: str, players: int, reading: Reading) -> list[int]:
        """Who has a piece on each space, from words such as `forest 1`. Mistakes become problems."""
        found = [FREE] * len(self.spaces)
        for word in words:
            name, _, number = word.text.rpartition(" ")
            taker = number if name in self.spaces and number.isascii() and number.isdigit() and len(number) < 3 else ""
            if not taker or not 0 < int(taker) <= players:
                hint = f"Write a space and the number of a player, such as '{self.spaces[0]} 1'."
                reading.refuse(f"'{word.text}' is not a space of '{key}' with a player", word, hint)
            elif found[self.spaces.index(name)]:
                says = f"'{word.text}' is a second piece on '{name}', but a space of '{key}' has room for one"
                reading.refuse(says, word, "Declare the spaces as `grid(..., each=True)` if there is room for several.")
            else:
                found[self.spaces.index(name)] = int(taker)
        return found

    def written(self, value: list[int], rules: Designs) -> str:  # noqa: ARG002
        taken = (f"{name} {seat}" for name, seat in zip(self.spaces, value, strict=True) if seat)
        return ", ".join(taken) or "nothing"

    def laid(self, value: list[int], rules: Designs, seat: int | None) -> Iterator[Laid]:  # noqa: ARG002
        for name, taker in zip(self.spaces, value, strict=True):
            if taker:
                yield Laid("", rules.design_of(self.piece, taker - 1), 1, taker - 1, self.board, name)

    def all_spaces(self, rules: Designs) -> Sequence[str]:  # noqa: ARG002
        return self.spaces


@dataclass(frozen=True, slots=True)
class Crowds(Grid):
    """How many pieces of one player are on each space. most: on one space."""

    most: Bound = ANY

    def strays(self, value: list[int], rules: Designs) -> str:
        most = self.most(rules) if callable(self.most) else self.most
        if len(value) != len(self.spaces):
            return f"it has {counted(len(self.spaces), 'space')}, not {len(value)}"
        wrong = next((place for place, one in enumerate(value) if not 0 <= one <= most), None)
        return "" if wrong is None else f"{value[wrong]} in '{self.spaces[wrong]}' is not between 0 and {most}"

    def says(self, value: list[int], rules: Designs) -> list[str]:  # noqa: ARG002
        return [f"{name} {count}" for name, count in zip(self.spaces, value, strict=True) if count]

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: list[int]) -> list[int]:  # noqa: ARG002
        return self.counts(fields.words_of(key, seat), key, rules, fields)

    def counts(self, words: Iterable[Word], key: str, rules: Designs, reading: Reading) -> list[int]:
        """How many pieces are on each space, from words such as `forest 2`. Mistakes become problems."""
        found = [0] * len(self.spaces)
        for word in words:
            name, _, number = word.text.rpartition(" ")
            count = whole_number(number)
            if name not in self.spaces or count is None:
                hint = f"Write a space and how many pieces are there, such as '{self.spaces[0]} 2'."
                reading.refuse(f"'{word.text}' is not a space of '{key}' with a number of pieces", word, hint)
                continue
            found[self.spaces.index(name)] += count
            if why := self.strays(found, rules):
                reading.refuse(f"'{key}' is wrong: {why}", word)
                found[self.spaces.index(name)] = 0
        return found

    def written(self, value: list[int], rules: Designs) -> str:
        return ", ".join(self.says(value, rules)) or "nothing"

    def laid(self, value: list[int], rules: Designs, seat: int | None) -> Iterator[Laid]:
        for name, count in zip(self.spaces, value, strict=True):
            if count:
                yield Laid("", rules.design_of(self.piece, seat), count, seat, self.board, name)


@dataclass(frozen=True, slots=True)
class Die(Thing[Value]):
    """One die or several, each 0 until it is rolled."""

    faces: int = 6
    count: int = 1


@dataclass(frozen=True, slots=True)
class OneDie(Die[int], Number):
    """A die whose value is what it shows."""

    def range(self, rules: Designs) -> tuple[int, int]:  # noqa: ARG002
        return 0, self.faces

    def laid(self, value: int, rules: Designs, seat: int | None) -> Iterator[Laid]:
        if value:
            yield Laid("", rules.design_of(self.piece, seat), 1, seat, says=str(value))


@dataclass(frozen=True, slots=True)
class SeveralDice(Die[list[int]]):
    """Dice whose value is a list of what they show."""

    def strays(self, value: list[int], rules: Designs) -> str:  # noqa: ARG002
        if len(value) != self.count:
            return f"there are {self.count} dice, not {len(value)}"
        wrong = next((one for one in value if not 0 <= one <= self.faces), None)
        return "" if wrong is None else f"{wrong} is not between 0 and {self.faces}"

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: list[int]) -> list[int]:  # noqa: ARG002
        words = fields.words_of(key)
        found = [int(word.text) for word in words if word.text.isascii() and word.text.isdigit() and len(word.text) < 4]
        if words and (len(found) != len(words) or self.strays(found, rules)):
            fields.refuse(f"write a number from 0 to {self.faces} for each of the {self.count} dice", words[0])
        return found if words and not self.strays(found, rules) else [0] * self.count

    def written(self, value: list[int], rules: Designs) -> str:  # noqa: ARG002
        return ", ".join(map(str, value))

    def laid(self, value: list[int], rules: Designs, seat: int | None) -> Iterator[Laid]:
        return (Laid("", rules.design_of(self.piece, seat), 1, seat, says=str(one)) for one in value if one)


@dataclass(frozen=True, slots=True)
class Choice(Number):
    """What a player has chosen, UNCHOSEN before. words: the names of the values; cards by default."""

    words: Words = ()

    def names(self, rules: Designs) -> Sequence[str]:
        words = self.words(rules) if callable(self.words) else self.words
        return words or rules.ids

    def range(self, rules: Designs) -> tuple[int, int]:
        return UNCHOSEN, len(self.names(rules)) - 1

    def strays(self, value: int, rules: Designs) -> str:
        names = self.names(rules)
        is_one = type(value) is int and UNCHOSEN <= value < len(names)
        return "" if is_one else f"{value!r} is not a position in the list {some_of(names)}, counted from 0"

    def says(self, value: int, rules: Designs) -> str | None:
        return None if value == UNCHOSEN else self.names(rules)[value]

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: int) -> int:
        names = self.names(rules)
        line = fields.line(key, seat)
        return start if line is None else names.index(fields.word(key, names, names[0], seat))


# -- what authors write ------------------------------------------------------------------------------------------------


def pool(
    piece: str, start: int = 0, *, each: bool = False, scored: str = "", promised: bool = False, rest: str = SUPPLY
) -> Any:
    """Declare counted pieces, such as coins. piece: the id or the kind of their design; start: how many at first.

    No more can be on the table than are printed. promised: whether there are always enough, by the rules. scored: what
    to ask for when a table is scored; rest: what the rules call those that nobody has, such as `bank`. Raises TypeError
    for a negative start.
    """
    if start < 0:
        raise TypeError(f"a pool begins with 0 pieces or more, not with {start}")
    return Fact(start, each, None, scored, thing=Pool(piece, promised=promised, rest=rest))


def track(board: str, most: Bound, *, piece: str = "", each: bool = False, scored: str = "") -> Any:
    """Declare a piece on a track, whose spaces are numbered from 0. most: the last space, or a function of the rules.

    board: the id of the board, whose template says where spaces are; piece: the id of its design, or the kind of a
    design for each seat. Raises TypeError for a track without a space to move to.
    """
    if not callable(most) and most < 1:
        raise TypeError(f"the last space of a track is 1 or more, because spaces are counted from 0, and not {most}")
    return Fact(0, each, None, scored, thing=Track(piece, board, most))


def grid(
    board: str, spaces: Sequence[str], *, piece: str, scored: str = "", each: bool = False, most: Bound | None = None
) -> Any:
    """Declare spaces of a board that take a piece each: 0 while free, or the seat of its owner, counted from 1.

    board: the id of the board, whose template says where spaces are; spaces: their names; piece: the kind of a design
    for each seat; scored: what to ask for when a table is scored. each: for several pieces on a space, so that every
    player has a list of how many of their pieces are on each; most: how many that may be, a number or a function of the
    rules. Raises TypeError for no spaces, for a name that is listed twice, and for `most` without `each`.
    """
    twice = next((name for place, name in enumerate(spaces) if name in spaces[:place]), "")
    if twice:
        raise TypeError(f"the space '{twice}' is listed twice; give each space its own name")
    if not spaces:
        raise TypeError(f"the board '{board}' has no spaces; write their names, such as ('forest', 'mine')")
    if most is not None and not each:
        raise TypeError("a space takes one piece: write `each=True` for several, of which `most` is the limit")
    names, limit = tuple(spaces), ANY if most is None else most
    thing = Crowds(piece, board, names, limit) if each else Grid(piece, board, names)
    return Fact([FREE] * len(spaces), each, None, scored, thing=thing)


def spots(tiles: Tiles, *, piece: str, each: bool = False) -> Any:
    """Declare on which tiles a piece lies, as a set. A zone has the cards on these tiles.

    piece: the id of its design, or the kind of a design for each seat; each: whether every player has such pieces. A
    card belongs to the player whose piece lies on its tile.
    """
    return Fact(0, each, None, shown=False, thing=Spots(piece, tiles.board, tiles.names))


def die(faces: int = 6, *, count: int = 0, each: bool = False, piece: str = "") -> Any:
    """Declare a die, or a list of so many dice. 0 is a die that has not been rolled; `roll` rolls it.
    Behind a move that rolls it, an example says what it shows: `Push on: 4`.

    piece: the id of the row that is printed as the die, if there is one, or the kind of a row for each seat.
    Raises TypeError for several dice of each player, and for fewer than two faces.
    """
    if faces < 2:
        raise TypeError(f"a die has 2 faces or more, not {faces}")
    if count and each:
        raise TypeError("a player has one die: use `count` for dice that all share, or `each`")
    if count:
        return Fact([0] * count, each, None, thing=SeveralDice(piece, "", faces, count))
    return Fact(0, each, None, thing=OneDie(piece, "", faces))


def choice(words: Words = (), *, each: bool = False) -> Any:
    """Declare what players choose at the same time: a card, or one of those words, hidden until all have chosen.

    Players choose with `commit`. Raises TypeError without `each`.
    """
    if not each:
        raise TypeError("`choice` is for what all choose at the same time: use `each=True`, or else `secret`")
    return Fact(UNCHOSEN, True, None, seen=_own_until_revealed, thing=Choice(words=words))


def _own_until_revealed(table: BareTable, values: list[int], viewer: int | None) -> list[int]:
    if not getattr(table, CHOOSING):
        return values
    return [value if seat == viewer else UNCHOSEN for seat, value in enumerate(values)]


# -- what follows ------------------------------------------------------------------------------------------------------


def values_of(table: BareTable) -> Iterator[tuple[str, Fact, Thing[Any], int | None, Any]]:
    """Each value of each thing, with its name, its declarations and its seat, or None."""
    for name, fact, thing in table.rules.things:
        value = getattr(table, name)
        for seat, one in enumerate(value) if fact.each else ((None, value),):
            yield name, fact, thing, seat, one


def pieces_aside(table: BareTable) -> list[Laid]:
    """The printed pieces that are not on the table yet: those of each player, then those for everybody."""
    lying, found = Counter[str](), dict[str, Laid]()
    for one in table.laid_pieces():
        lying[one.piece] += one.copies
    for _, fact, thing in table.rules.things:
        designs = table.rules.designs_of_pieces[thing.piece] if thing.piece else ()
        are_own = len(designs) > 1 and (fact.each or isinstance(thing, Grid))
        for number, card in enumerate(designs[: table.players] if are_own else designs):
            seat, left = number if are_own else None, card.copies(table.players) - lying[card.id]
            if left > 0:
                name = thing.rest if isinstance(thing, Pool) else SUPPLY
                found[card.id] = Laid(place(name, seat), card.id, left, seat)
    return sorted(found.values(), key=lambda one: (one.seat is None, one.seat))


def strays(table: BareTable) -> str:
    """What no table may have: a number out of bounds, or more pieces than there are. "" if there is no such thing."""
    for name, (is_of_each, least, most) in table.rules.ranges.items():
        value = getattr(table, name)
        for one in value if is_of_each else (value,):
            if not least <= one <= most:
                return _astray(table)
    return (_astray(table) if table.rules.has_lists else "") or short_of(table)


def _astray(table: BareTable) -> str:
    """Which value no table may have; "" if there is none."""
    for name, _, thing, seat, value in values_of(table):
        if why := thing.strays(value, table.rules):
            return f"'{place(name, seat)}' is wrong: {why}"
    return ""


def copies_of(table: BareTable, declared: Iterable[Declaration]) -> dict[str, int]:
    """How many copies of which pieces these facts lay on the table, by the id of the piece."""
    found: dict[str, int] = {}
    for name, fact, thing in declared:
        value = getattr(table, name)
        for seat, one in enumerate(value) if fact.each else ((None, value),):
            for piece, copies in thing.copies(one, table.rules, seat):
                found[piece] = found.get(piece, 0) + copies
    return found


def can_run_short(thing: Thing[Value]) -> bool:
    """Whether it lays pieces, of which there are only as many as are printed."""
    return bool(thing.piece) and not (isinstance(thing, Pool) and thing.promised)


def short_of(table: BareTable) -> str:
    """Which piece lies on the table more often than it is printed, in a sentence; "" if none does."""
    return next((says for _, says in too_many(table)), "")


def too_many(table: BareTable) -> Iterator[tuple[Card, str]]:
    """Each piece that lies on the table more often than it is printed, with a sentence that says so."""
    for piece, count in copies_of(table, table.rules.limited).items():
        card = table.rules.pieces.get(piece)
        if card and count > (copies := card.copies(table.players)):
            there = f"there {'is' if copies == 1 else 'are'} only {counted(copies, 'piece')}"
            yield card, f"{count} of '{card.name or piece}' are on the table, but {there}"

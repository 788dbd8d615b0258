"""Declarations of what is on a table: zones of cards, facts, and who sees them.

A zone holds cards in one of three forms, which differ only in speed; people read the same ids from all three.

What declares something returns `Any`, here and in `pieces.py` and `reading.py`, because the class that it is written in
gives its name the type of the value: `stock: list[int] = pile(NOBODY)`. Functions that authors write take tables and
rules of classes of their own, and contents and values of any type.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from typing import Any, Generic, Literal

from proofdeck.play.engine.kit.actions import OfRules, Value
from proofdeck.play.engine.position import Fields
from proofdeck.play.engine.state import Game, Laid, State
from proofdeck.source.cards import Card

Sees = Literal["all", "owner", "mover", "nobody"]
ALL: Sees = "all"
OWNER: Sees = "owner"
"""The player whose zone it is."""
MOVER: Sees = "mover"
"""The player to move: cards they look at, or a choice that others must not see until it is complete."""
NOBODY: Sees = "nobody"
Words = Sequence[str] | OfRules[Sequence[str]]


@cache
def called(name: str) -> str:
    """The name of a zone or fact for people: `last trick`."""
    return name.replace("_", " ")


@cache
def place(name: str, seat: int | None) -> str:
    """`hand 1`, or `stock`."""
    return called(name) if seat is None else f"{called(name)} {seat + 1}"


def bits(cards: int) -> list[int]:
    """The cards of a set, ascending."""
    found = []
    while cards:
        last = cards.bit_length() - 1
        found.append(last)
        cards ^= 1 << last
    found.reverse()
    return found


def as_set(cards: Sequence[int]) -> int:
    """The set that holds these cards."""
    found = 0
    for card in cards:
        found |= 1 << card
    return found


def one_by_one(counts: Sequence[int]) -> list[int]:
    """Every copy of every card, ascending. counts: how many copies there are of each."""
    return [card for card in compress(range(len(counts)), counts) for _ in range(counts[card])]


class Designs(Game):
    """What declarations ask of rules about the deck; see `Rules`, which prepares it."""

    cards: tuple[Card, ...]
    ids: tuple[str, ...]
    names: tuple[str, ...]
    designs: int
    decks: dict[int, list[int]]
    pieces: dict[str, Card]
    designs_of_pieces: dict[str, list[Card]]

    def design_of(self, piece: str, seat: int | None) -> str:
        """The id of the design of a piece for that seat, if each has its own; "" for no piece."""
        found: Sequence[Card] = self.designs_of_pieces[piece] if piece else ()
        return found[(seat or 0) % len(found)].id if found else ""


def _counted(cards: Sequence[int], rules: Designs) -> list[int]:
    counts = [0] * rules.designs
    for card in cards:
        counts[card] += 1
    return counts


@dataclass(frozen=True, slots=True)
class Form:
    """How a zone stores its cards.

    empty, copy: source text of an empty zone, and of a copy of the zone `{}`. cards: (contents, rules) -> numbers. of:
    (cards, rules) -> contents; None if the kit cannot fill it and the game itself has to imagine it. counted: contents
    -> how many cards, if there is a quicker way than `cards`.
    """

    empty: str
    copy: str
    cards: Callable[[Any, Any], list[int]]
    of: Callable[[Sequence[int], Any], Any] | None = None
    counted: Callable[[Any], int] | None = None

    def size(self, held: Any, rules: Designs) -> int:
        """How many cards there are."""
        return self.counted(held) if self.counted else len(self.cards(held, rules))


SET = Form("0", "{}", lambda held, _: bits(held), lambda cards, _: as_set(cards), int.bit_count)
"""A whole number with one bit per card, for decks without copies."""
PILE = Form("[]", "{}[:]", lambda held, _: list(held), lambda cards, _: list(cards), len)
"""A list of cards in order; the last one is on top."""
COUNTS = Form("[0] * rules.designs", "{}[:]", lambda held, _: one_by_one(held), _counted, sum)
"""A list of the number of copies of each design."""

SPACES = Form("[0] * rules.designs", "{}[:]", lambda held, _: one_by_one([tiles.bit_count() for tiles in held]))
"""For each design, the set of tiles on which its cards lie."""

Fits = Callable[[Any, int, int], bool]
"""(table, seat, card) -> whether the card may be in that hand, as far as others can tell."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles of a board that are drawn and written in rows, each with a card, a piece or nothing on it.

    board: the id of the board; names: of the tiles, row by row; width: how many are in a row. letters: of the cards and
    pieces for these tiles, by id; after the letter of a card comes the number of its owner.
    """

    board: str
    names: Sequence[str]
    width: int
    letters: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. each: whether every player has one.

    known: the zone for those of its cards that everybody saw going there. scored: whether its cards are scored. fits:
    what others can tell about a hidden card. passed: whether players remember the cards that they passed on. tiles: on
    which its cards lie, if they do.
    """

    form: Form
    sees: Sees
    each: bool
    known: str
    scored: bool
    fits: Fits | None
    passed: bool = False
    tiles: Tiles | None = None


@dataclass(frozen=True, slots=True)
class Thing(Generic[Value]):
    """What a fact stands for. piece: its design, or the kind of a design for each seat; board: where it lies."""

    piece: str = ""
    board: str = ""

    def strays(self, value: Value, rules: Designs) -> str:
        """Why it cannot be that value; "" if it can."""
        raise NotImplementedError

    def says(self, value: Value, rules: Designs) -> object:  # noqa: ARG002
        """The value in the form for people and programs."""
        return value

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: Value) -> Value:
        """The value in a position. seat: counted from 1, or 0; start: the value if there is no such line."""
        raise NotImplementedError

    def written(self, value: Value, rules: Designs) -> str:
        """The inverse of `read`."""
        return str(self.says(value, rules))

    def laid(self, value: Value, rules: Designs, seat: int | None) -> Iterator[Laid]:  # noqa: ARG002
        """The pieces on the table, without their place."""
        yield from ()

    def copies(self, value: Value, rules: Designs, seat: int | None) -> Iterable[tuple[str, int]]:
        """The ids of the pieces on the table, with how many copies there are of each."""
        return [(one.piece, one.copies) for one in self.laid(value, rules, seat)]

    def all_spaces(self, rules: Designs) -> Sequence[str]:  # noqa: ARG002
        """The spaces of its board on which a piece can be."""
        return ()


@dataclass(frozen=True, slots=True)
class Number(Thing[int]):
    """A thing whose value is one number, for which `range` is all there is to check."""

    def range(self, rules: Designs) -> tuple[int, int]:
        """The least and the greatest value."""
        raise NotImplementedError

    def strays(self, value: int, rules: Designs) -> str:
        least, most = self.range(rules)
        return "" if least <= value <= most else f"{value} is not between {least} and {most}"

    def read(self, fields: Fields, key: str, seat: int, rules: Designs, start: int) -> int:
        return fields.whole(key, *self.range(rules), start, seat)


Bound = int | OfRules[int]
"""A number, or a function of the rules."""
ANY = 999_999
"""The most that a number without a bound can be."""


@dataclass(frozen=True, slots=True)
class Tally(Number):
    """A fact with bounds."""

    least: Bound = 0
    most: Bound = ANY

    def range(self, rules: Designs) -> tuple[int, int]:
        least, most = (bound(rules) if callable(bound) else bound for bound in (self.least, self.most))
        return least, most


Seen = Callable[[Any, Any, "int | None"], object]
"""(table, value of a fact, viewer) -> what the viewer sees of it; None is somebody who only watches."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A number besides the cards. start: its value at the beginning; each: whether every player has one.

    words: names of its values, by number; other values have no name. seen: what a viewer sees of it; None if everybody
    sees it. scored: what to ask for when a table is scored, or "". shown: whether observations contain it. decides:
    whether it affects the rest of the game, and not only what players know. thing: what it stands for on the table;
    None if it is only a number. mover_sees: whether nothing of it is hidden from the player to move.
    """

    start: object
    each: bool
    words: Words | None
    scored: str = ""
    seen: Seen | None = None
    shown: bool = True
    decides: bool = True
    thing: Thing[Any] | None = None
    mover_sees: bool = False

    @property
    def is_list(self) -> bool:
        """Whether its value is a list, which copies of a table must not share."""
        return self.each or isinstance(self.start, list)

    def says(self, value: Any, rules: Designs) -> object:
        """The value in the form for people and programs."""
        if self.thing:
            return self.thing.says(value, rules)
        names = self.words(rules) if callable(self.words) else self.words
        if names is None:
            return [*value] if type(value) is tuple else value
        return names[value] if 0 <= value < len(names) else None


CHOOSING = "choosing"
"""The fact that says whether some have chosen and others have not."""


def memory_of(zone: str) -> str:
    """The name of the fact that says who remembers which cards of a zone that is passed on."""
    return f"{zone}_memory"


def _viewers(sees: Sees) -> Sees:
    """Raises TypeError for anybody else."""
    if sees not in {ALL, OWNER, MOVER, NOBODY}:
        raise TypeError(f"{sees!r} does not say who sees the cards: write ALL, OWNER, MOVER or NOBODY")
    return sees


def zone(
    sees: Sees = ALL,
    *,
    form: Form = SET,
    each: bool = False,
    known: str = "",
    scored: bool = False,
    fits: Fits | None = None,
    passed: bool = False,
    tiles: Tiles | None = None,
) -> Any:
    """Declare a place for cards, in no particular order.

    sees: who can look at them, ALL, OWNER, MOVER or NOBODY; form: how they are stored; each: whether every player has
    such a zone. scored: whether its cards are written down to score a table. known: the zone for those of its cards
    that everybody saw going there. fits: what others can tell about a hidden card, a function of the table, a seat and
    a card. passed: whether players remember the cards that they passed on. tiles: on which its cards lie, so that it is
    a list with the set of tiles of each design. Raises TypeError if `sees` is anything else, and for hidden tiles.
    """
    if tiles and (each or sees != ALL):
        raise TypeError("everybody sees and shares a board: leave out `each`, and who sees the cards")
    return Zone(SPACES if tiles else form, _viewers(sees), each, known, scored, fits, passed, tiles)


def pile(sees: Sees = ALL, *, each: bool = False, scored: bool = False) -> Any:
    """Declare a zone whose cards are in order, the last one on top. The other values are those of `zone`."""
    return Zone(PILE, _viewers(sees), each, "", scored, None)


def fact(
    start: object = 0,
    *,
    each: bool = False,
    words: Words | None = None,
    scored: str = "",
    least: Bound | None = None,
    most: Bound | None = None,
) -> Any:
    """Declare a number that everybody sees, such as a round.

    start: its value at the beginning; each: whether every player has one; words: names of its values, by number.
    scored: what to ask for when a table is scored, each player or once for all. least, most: its bounds, numbers or
    functions of the rules; 0 is the least if only the most is given. Raises TypeError for bounds of what is not a whole
    number, and for a start outside of them.
    """
    if least is None and most is None:
        return Fact(start, each, words, scored)
    bounds = Tally(least=0 if least is None else least, most=ANY if most is None else most)
    if words is not None or type(start) is not int:
        raise TypeError("only a whole number without `words` has bounds: leave out `least` and `most`")
    if (not callable(bounds.least) and start < bounds.least) or (not callable(bounds.most) and start > bounds.most):
        raise TypeError(f"it begins with {start}, which is not within its bounds: correct `start`, `least` or `most`")
    return Fact(start, each, None, scored, thing=bounds)


def internal(start: object = 0, *, each: bool = False, decides: bool = True, seen: Seen | None = None) -> Any:
    """Declare a number for the engine alone, because everybody sees the same information in another form.

    seen: what each player knows of it, if they do not know the same.
    """
    return Fact(start, each, None, seen=seen, shown=False, decides=decides)


def secret(start: object = 0, *, hidden: object, words: Words | None = None) -> Any:
    """Declare a number seen only by the player to move until the commitment is complete. hidden: what others see, or a
    function of the table that returns it.
    """

    def seen(table: State, value: object, viewer: int | None) -> object:
        if viewer == table.player:
            return value
        return hidden(table) if callable(hidden) else hidden

    return Fact(start, False, words, seen=seen, mover_sees=True)

"""What the page shows of a game under way: the table as one person sees it, the moves, what happened, and the result.

Until the game is over, only `View`, `Talk`, the pieces on boards and the legal moves of the person are read. So
nothing that is hidden from the person can get into the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from random import Random
from typing import NamedTuple

from proofdeck.front.table.results import Clause, GameEnd, clause_in, result_of
from proofdeck.front.table.shown import FacePicture
from proofdeck.front.table.signs import signs_of
from proofdeck.front.table.tables import OpenTable
from proofdeck.ground.phrases import FALLBACK
from proofdeck.ground.typography import capital
from proofdeck.ground.units import Box
from proofdeck.play.engine.pictures import Piece, Tile, kind_of, seat_of
from proofdeck.play.engine.state import State
from proofdeck.play.scene.boards import plans_of, with_boards
from proofdeck.play.scene.place import BACK, PiecePlace
from proofdeck.play.scene.zones import HAND
from proofdeck.play.seats.talk import ALL, Event, Notice

MOST_TOLD = 40
"""Events that the page shows."""
FEW = 3
"""Moves that are not worth a list."""
SHORT = 12
"""Characters of a move that is written on its card."""
SCORES = "score."
"""Begins the ids of clauses that give points."""
PILES = re.compile(r" (?:pile|deck)$")
PLURAL = re.compile(r"s$")


@dataclass(frozen=True, slots=True)
class ShownPiece:
    """Copies of a card, or of its back. card: its id, "" if it is face down; drawn: None if it has no face.

    about: numbers of the words it answers to; moves: those that need nothing but a choice between them, in short.
    """

    name: str
    card: str
    drawn: FacePicture | None
    copies: int
    says: str
    about: str
    moves: tuple[ShownMove, ...] = ()


class ShownTile(NamedTuple):
    """A tile of a board. seat: of the owner; says: their name, or another note; is_new: changed by the last move.

    box: where it is on the printed board, in mm; None if there is no such board.
    """

    name: str
    piece: ShownPiece | None
    says: str
    seat: int | None
    about: str
    is_new: bool
    box: Box | None


@dataclass(frozen=True, slots=True)
class ShownPart:
    """A part of the table. heaps: (what is said of them, pieces); about: of the whole part, such as a deck.

    key: the same as long as it is the same part; label, title: its name with and without its owner; mat: a board and
    the pieces on it, each with its box in mm; is_pile: whether it is one pile.
    """

    key: str
    label: str
    title: str
    words: str
    heaps: tuple[tuple[str, tuple[ShownPiece, ...]], ...]
    board: tuple[tuple[ShownTile, ...], ...]
    about: str
    is_new: bool
    mat: tuple[tuple[ShownPiece, Box], ...]
    is_hand: bool
    is_pile: bool

    @property
    def area(self) -> float:
        """The size of its board in mm²; 0 without one."""
        return self.mat[0][1].width * self.mat[0][1].height if self.mat else 0.0

    @property
    def is_fact(self) -> bool:
        """Whether it is only words."""
        return not (self.heaps or self.board or self.mat)


class ShownMove(NamedTuple):
    """A legal move. about: numbers of the words in it that are on the table; "" if it is made with a button only."""

    action: int
    words: str
    about: str


@dataclass(frozen=True, slots=True)
class LogTurn:
    """What happened in a turn. number: of its first move; seat: of the player it is about, None for several.

    scored: the clauses that gave points; others: those that acted besides.
    """

    number: int
    seat: int | None
    words: tuple[str, ...]
    clauses: tuple[Clause, ...]

    @property
    def scored(self) -> list[Clause]:
        return [clause for clause in self.clauses if clause.id.startswith(SCORES)]

    @property
    def others(self) -> list[Clause]:
        return [clause for clause in self.clauses if not clause.id.startswith(SCORES)]


class TablePage:
    """Reads a game under way for the person who may see it."""

    def __init__(self, table: OpenTable) -> None:
        self._table, self._talk, self.viewer = table, table.talk, table.viewer
        self._sitting = table.talk.sitting
        self._names = {card.id: self._talk.view.name_of(card.id) for card in table.laid.game.deck}
        self._say, self.names = table.shown.say, self._talk.names
        laid = table.laid
        self.signs = signs_of(self._sitting.table_after(0), laid.game.deck, table.shown.cards)
        """By seat; none in a game without markers."""
        self.goal = table.shown.goal()
        self._plans = plans_of(laid.playable.game, laid.game.deck, table.shown.fronts.get)
        self._parts = self._places(self._sitting.state)
        self.turn = self._sitting.state.turns
        log = self._talk.log
        news = log and log[-1].mover != self.viewer and log[-1].moves == len(self._sitting.actions)
        self._before = self._places(log[-1].before) if news else self._parts
        self.is_blind = bool(self._sitting.book)
        is_choosing = self._sitting.is_of_person() and not self.is_blind
        legal = [(action, self._talk.called(action)) for action in self._sitting.state.legal_actions()]
        self._about = _Subjects([words for _, words in legal] if is_choosing else [], self._known_words())
        self.moves = [ShownMove(*pair, self._about.of_move(pair[1])) for pair in legal] if is_choosing else []
        self.own = sorted(self._of(self.viewer), key=lambda part: part.is_hand)
        """The parts in front of the viewer, the hand last; they are the first to light up."""
        self.middle = sorted(self._of(None), key=lambda part: -part.area)
        """Those that belong to nobody, the largest board first."""
        seats = len(self.names)
        order = [(self.viewer + after) % seats for after in range(1, seats)]
        self.others = [(self.names[seat], seat, self._of(seat)) for seat in order]
        """Those of each other player, beginning with the next in turn."""

    @property
    def mover(self) -> str:
        """The name of the player to move; "" at the end."""
        state = self._sitting.state
        return "" if state.is_terminal() else self.names[state.current_player()]

    def partners(self, seat: int) -> list[str]:
        """The names of those who play with that seat; nobody if all play against the game."""
        sides = self._sitting.state.sides()
        side = () if sides.is_together else sides.seats[sides.of(seat)]
        return [self.names[one] for one in side if one != seat]

    @property
    def is_you(self) -> bool:
        """Whether the viewer is the only person, and is called nothing but "You"."""
        return self.names[self.viewer] == self._say("table.you")

    @property
    def is_bots_turn(self) -> bool:
        return not self._sitting.state.is_terminal() and not self._sitting.is_of_person()

    @property
    def buttons(self) -> list[ShownMove]:
        """The moves that always have a button in sight: all if they are few, else those of no card or place."""
        return self.moves if len(self.moves) <= FEW else [move for move in self.moves if not move.about]

    @property
    def listed(self) -> list[ShownMove]:
        """All others, which are made on the table or from a list that is folded."""
        return [move for move in self.moves if move not in self.buttons]

    @cached_property
    def log(self) -> list[LogTurn]:
        """What happened, newest first."""
        turns = groupby(self._told(), key=lambda event: (event.before.turns, event.mover))
        return [self._log_turn(list(events)[::-1]) for _, events in turns]

    def _told(self) -> Iterator[Event]:
        """Newest first, without secret choices that have been revealed since."""
        is_revealed = False
        for event in reversed(self._talk.log[-MOST_TOLD:]):
            if not is_revealed:
                yield event
            is_revealed = event.before.is_sealed() and (is_revealed or self._heard(event).who == ALL)

    def _log_turn(self, events: Sequence[Event]) -> LogTurn:
        heard = [self._heard(event) for event in events]
        seat = None if any(one.who == ALL for one in heard) else events[0].mover
        clauses = dict.fromkeys(clause for one in heard for clause in one.clauses)
        stop = self._say("stop")
        words = (one.says if one.says.endswith((stop, ".")) else f"{one.says}{stop}" for one in heard)
        return LogTurn(events[0].moves, seat, tuple(words), tuple(map(self.clause, clauses)))

    def _heard(self, event: Event) -> Notice:
        return self._talk.heard(event, self.viewer)

    @property
    def result(self) -> GameEnd | None:
        """The result; None before the end."""
        state = self._sitting.state
        if not state.is_terminal():
            return None
        unit = self._talk.view.pictures.unit
        return result_of(self.names, state.ranking(), state.score_sheets(), self.clause, self._say, unit)

    @property
    def remarked(self) -> list[Clause]:
        """The rules that a remark can be about: those of the last events, newest first, and then all others."""
        acted = [clause.id for turn in self.log for clause in turn.clauses]
        return [
            self.clause(name) for name in dict.fromkeys([*acted, *self._table.clauses]) if name in self._table.clauses
        ]

    def clause(self, name: str) -> Clause:
        """A rule by its id."""
        return clause_in(self._table.clauses, name)

    def _places(self, state: State) -> list[PiecePlace]:
        """What the viewer sees, with boards and what is on them."""
        seen = self._talk.view.places(state, self.viewer)
        found = with_boards(seen, state.resample(self.viewer, Random(0)), self._names, self._plans)
        return [one for place in found for one in self._by_seat(place)]

    def _by_seat(self, place: PiecePlace) -> Iterator[PiecePlace]:
        """`Coins: Ana 0; Ben 3` as a fact about each of them."""
        names, told = self._talk.view.players, place.words.split("; ")
        if len(told) == len(names) and all(map(str.startswith, told, (f"{name} " for name in names))):
            told = [words.removeprefix(f"{name} ") for name, words in zip(names, told, strict=True)]
            yield from (place._replace(words=words, seat=seat) for seat, words in enumerate(told))
        else:
            yield place

    def _of(self, seat: int | None) -> list[ShownPart]:
        return [self._shown(part) for part in self._parts if part.seat == seat]

    def _known_words(self) -> list[str]:
        """Everything on the table that a move can name, the viewer's own cards first."""
        own_first = sorted(self._parts, key=lambda part: part.seat != self.viewer)
        return [words for part in own_first for words in (*_labels(part), *self._words_in(part))]

    def _words_in(self, part: PiecePlace) -> Iterator[str]:
        for at, piece in enumerate(part.pieces, 1):
            yield from self._words_of(part, at, piece)
        yield from (tile.name for row in part.board for tile in row)

    def _words_of(self, part: PiecePlace, at: int, piece: Piece) -> Iterator[str]:
        """The name and the id of a card, and its place in a row: `community card 3`."""
        if not piece.card.endswith(BACK):
            yield from (self._names[piece.card], piece.card)
            one = PLURAL.sub("", part.label) if self._say.language == FALLBACK else part.label
            yield f"{one} {at}"

    def _shown(self, part: PiecePlace) -> ShownPart:
        at, heaps = 0, []
        for heap in part.heaps:
            pieces = []
            for piece in heap.pieces:
                at += 1
                about = self._about.of_place(f"{part.key} {part.seat}", self._words_of(part, at, piece))
                pieces.append(replace(self._piece(piece, about), moves=self._choices(piece, about)))
            heaps.append((heap.says, tuple(pieces)))
        before = [one for one in self._before if (one.key, one.seat) == (part.key, part.seat)]
        old = {tile.name: tile for one in before for row in one.board for tile in row}
        mat = tuple(self._on_mat(part))
        boxes = iter([_scaled(box, mat[0][1]) for box in part.tiles] if mat else [])
        board = tuple(
            tuple(self._tile(part, tile, old.get(tile.name, tile), next(boxes, None)) for tile in row)
            for row in part.board
        )
        is_shown = part.words or any(not piece.card.endswith(BACK) for piece in part.pieces)
        is_new = bool(is_shown) and part not in before
        about = self._about.of_place(f"{part.key} {part.seat}", _labels(part))
        words = part.words or ", ".join(f"{self._names[piece.card]} {piece.says}" for piece, _ in part.on)
        is_hand, is_pile = kind_of(part.key) == HAND, len(part.pieces) == 1 and part.is_face_down
        place, title = f"{part.key} {part.seat}", self._title(part)
        label = title if part.seat == self.viewer else part.label
        return ShownPart(place, label, title, words, tuple(heaps), board, about, is_new, mat, is_hand, is_pile)

    def _title(self, part: PiecePlace) -> str:
        """Without its owner, who is told beside it."""
        is_own = seat_of(part.key) is not None and part.seat is not None
        return capital(self._talk.view.pictures.called(kind_of(part.key))) if is_own else part.label

    def _choices(self, piece: Piece, about: str) -> tuple[ShownMove, ...]:
        """If all moves about a card are about nothing else: `Keep`, `Sell`."""
        words, name = set(about.split()), re.compile(re.escape(self._names.get(piece.card, piece.card)), re.IGNORECASE)
        found = [move for move in self.moves if words & set(move.about.split())]
        short = [move._replace(words=" ".join(name.sub("", move.words).split())) for move in found]
        is_all = all(words >= set(move.about.split()) and 0 < len(move.words) <= SHORT for move in short)
        return tuple(short) if 1 < len(short) <= FEW and is_all else ()

    def _on_mat(self, part: PiecePlace) -> Iterator[tuple[ShownPiece, Box]]:
        """The board, if it has a face, and then the pieces that have one."""
        mat = self._piece(Piece(part.mat), "")
        if mat.drawn:
            whole = Box(0, 0, mat.drawn.width, mat.drawn.height)
            yield mat, whole
            for piece, box in part.on:
                if (shown := self._piece(piece, "")).drawn:
                    yield shown, _scaled(box, whole)

    def _piece(self, piece: Piece, about: str) -> ShownPiece:
        card = piece.card.removesuffix(BACK)
        is_down = card != piece.card
        shown = self._table.shown.cards.get(card)
        drawn = (shown.back if is_down else shown.front) if shown else None
        name = self._say("table.face_down") if is_down else self._names.get(card, card)
        return ShownPiece(name, "" if is_down else card, drawn, piece.copies, piece.says, about)

    def _tile(self, part: PiecePlace, tile: Tile, old: Tile, box: Box | None) -> ShownTile:
        says = self._talk.view.whose(tile)
        players = self._talk.view.players
        seat = players.index(says) if says in players else None
        says = says if seat is None else self.names[seat]
        piece = self._piece(Piece(tile.card), "") if tile.card else None
        about = self._about.of_place(f"{part.key} {part.seat}", [tile.name])
        return ShownTile(tile.name, piece, says, seat, about, tile != old, box)


class _Subjects:
    """Which words on the table occur in which moves; each word has a number.

    A word belongs to the first part of the table that asks for it, so that a card in the hand lights up and not its
    copies elsewhere.
    """

    def __init__(self, moves: Sequence[str], words: Iterable[str]) -> None:
        known = dict.fromkeys(word.casefold() for word in words if word)
        longest_first = sorted(known, key=len, reverse=True)
        self._any = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)") if known else None
        used = {word for move in moves for word in self._in(move)}
        self._numbers = {word: number for number, word in enumerate(word for word in known if word in used)}
        self._parts: dict[str, str] = {}

    def of_move(self, words: str) -> str:
        """The numbers of what a move is about."""
        return _spaced(self._numbers[word] for word in self._in(words))

    def of_place(self, part: str, words: Iterable[str]) -> str:
        """The numbers of the words that something on the table answers to."""
        used = [word for one in words if (word := one.casefold()) in self._numbers]
        return _spaced(self._numbers[word] for word in used if self._parts.setdefault(word, part) == part)

    def _in(self, words: str) -> list[str]:
        return self._any.findall(words.casefold()) if self._any else []


def _scaled(share: Box, whole: Box) -> Box:
    """A box in shares of a board, in mm."""
    across, down = whole.width, whole.height
    return Box(share.x * across, share.y * down, share.width * across, share.height * down)


def _labels(part: PiecePlace) -> tuple[str, ...]:
    """The names of a part that moves can mention: `discard pile` and `discard`."""
    return (part.label, PILES.sub("", part.label)) if part.heaps else ()


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, dict.fromkeys(numbers)))

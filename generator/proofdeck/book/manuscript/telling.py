"""A worked example as readers see it: cards instead of notation, names instead of numbers, sentences for results.

It all follows from the block that is run, so the picture, the moves and the results are those of the engine.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from proofdeck.book.manuscript.addresses import see_clause
from proofdeck.book.manuscript.components import escaped
from proofdeck.book.manuscript.figures import laid_out
from proofdeck.book.manuscript.reading import read_blocks, read_inline
from proofdeck.book.manuscript.tree import ToldExample, ToldMove
from proofdeck.book.proof.examples import COUNTED, DECIDED_BY, OPTIONS, TO_MOVE, WINNERS, Ran
from proofdeck.ground.bounds import whole
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.play.engine.engine import Engine
from proofdeck.play.engine.notation import read_notation
from proofdeck.play.engine.pictures import PLAYERS, Board, Pictures, kind_of, player, with_names
from proofdeck.play.engine.sentences import predicate
from proofdeck.play.engine.state import Game, Rolled, State
from proofdeck.play.scene.notated import card_names, rows_of
from proofdeck.play.scene.place import BACK, PiecePlace
from proofdeck.play.scene.zones import HAND
from proofdeck.source.cards import Deck
from proofdeck.source.rules.examples import NEW_GAME, OF_A_CLAUSE, Block, Expected, blocks

ADD = "Add "
GOING_ON = (ADD, "Close")
"""How a move begins that continues the one before it."""
NOBODY_MOVES = -1
"""Nobody moves when a game is over, or if it was not played."""
SEATS = re.compile(r"\d{1,4}(?: \d{1,4})+")
"""A number for each player."""
NOBODY, NOTHING = "nobody", "nothing"
SUM = re.compile(r"=\s*[-−]?\d")
"""How prose adds up points: `13 + 4 = 17`."""
STATES = (TO_MOVE, *WINNERS, DECIDED_BY)
"""What an example expects besides zones and points."""


def tell(
    text: str,
    ran: Sequence[Ran],
    deck: Deck,
    engine: Engine[Game] | None = None,
    game: Game | None = None,
    *,
    printed: Deck | None = None,
    phrases: Phrases = ENGLISH,
) -> dict[str, ToldExample]:
    """Tell the examples of a text, by id. `ran`: their results; `engine`, `game`: None if nobody can play it.

    `printed`: the cards in the language of the phrases, if that is a different one.
    """
    pictures = replace(engine.pictures if engine else Pictures(), phrases=phrases)
    runs = {one.example.id: one for one in ran}
    teller = _Teller(deck, printed or deck, game, pictures)
    return {block.id: teller.told(number, block, runs.get(block.id)) for number, block in enumerate(blocks(text), 1)}


class _Move(NamedTuple):
    """A move in the language of the book. shows: a sentence about its dice, "" if the example does not say."""

    words: str
    shows: str


class _Table(NamedTuple):
    """The open parts of a table: rows by their labels, the hand of the first seat, and the board."""

    rows: Mapping[str, PiecePlace]
    hand: tuple[PiecePlace, ...]
    board: Board


class _Teller:
    def __init__(self, deck: Deck, printed: Deck, game: Game | None, pictures: Pictures) -> None:
        self._deck, self._cards, self._game, self._pictures = deck, card_names(deck), game, pictures
        self._names = {card.id: card.name or card.id for card in printed}
        self._phrases = pictures.phrases
        names = {} if printed is deck else {card.name: self._names[card.id] for card in deck}
        self._in_language = pictures.phrases.with_terms(names).rewritten

    def told(self, number: int, block: Block, ran: Ran | None) -> ToldExample:
        expected, illegal = block.outcome
        refused = illegal.value if illegal else ""
        moves = [self._move(move.words) for move in block.moves]
        board = self._pictures.board
        before, after = (board(table) if board and table else () for table in (ran.tables if ran else (None, None)))
        if not moves and not any(tile.card for line in before for tile in line):
            before = ()
        results = [(one, self._result(one, block.is_played)) for one in _worth_saying(expected, block)]
        said = [(one, read_inline(words, self._phrases)) for one, words in results if words]
        return ToldExample(
            number,
            block.id,
            block.covers,
            tuple(self._rows(block)),
            before,
            after if moves and not refused and not (ran and ran.steps) else (),
            tuple(self._with_movers(moves, ran.movers if ran else ())),
            tuple(words for _, words in said),
            refused,
            read_blocks("\n".join(block.prose), self._phrases),
            ran.problems if ran else (),
            block.edition,
            tuple(self._steps(moves, ran)) if ran else (),
            tuple(words for one, words in said if _is_figure(one)),
        )

    def _move(self, notation: str) -> _Move:
        """Write a move with players and cards by name, in the language of the book."""
        words, faces = notation, tuple[int, ...]()
        if self._game is not None:
            with suppress(ValueError):
                action, faces = self._game.read_move(notation)
                words = self._game.action_to_string(action) if faces else notation
        shows = self._pictures.faces([Rolled("", face) for face in faces]) if faces else ""
        return _Move(self._in_words(words), shows)

    def _steps(self, moves: Sequence[_Move], ran: Ran) -> Iterator[ToldMove]:
        """Return what each move changes on the table, and the hand of the first seat.

        A set laid card by card has one picture.
        """
        before = self._laid_out(ran.tables[0])
        told = list(zip(moves, ran.movers, ran.steps, strict=False))
        said: list[_Move] = []
        for place, (move, seat, state) in enumerate(told):
            said.append(move)
            if place + 1 < len(told) and told[place + 1][0].words.startswith(GOING_ON):
                continue
            table = self._laid_out(state)
            own = table.hand if seat == 0 else ()
            changed = [row for label, row in table.rows.items() if before.rows.get(label) != row or row in own]
            rows = [
                row for row in changed if not (row.pieces and all(piece.card.endswith(BACK) for piece in row.pieces))
            ]
            sentences = self._told(seat, said)
            yield ToldMove(sentences[0][0], ", ".join(what for _, what in sentences), tuple(rows), table.board)
            before, said = table, []

    def _with_movers(self, moves: Sequence[_Move], movers: Sequence[int]) -> Iterator[tuple[str, str]]:
        """What each player does in turn."""
        seats = [*movers, *[NOBODY_MOVES] * len(moves)]
        for seat, group in groupby(zip(seats, moves, strict=False), key=lambda pair: pair[0]):
            yield from self._told(seat, [move for _, move in group])

    def _told(self, seat: int, moves: Sequence[_Move]) -> list[tuple[str, str]]:
        """Who makes moves in a row, and a sentence about those up to each roll; if that cannot be told, each move."""
        who = player(seat + 1) if seat >= 0 else ""
        does = [(predicate([one.words for one in run], self._pictures), run[-1].shows) for run in _runs(moves)]
        if who and all(words for words, _ in does):
            return [(who, " ".join(filter(None, (f"{words}.", shows)))) for words, shows in does]
        names = [f"{who}:" if who else "", *[""] * len(moves)]
        return list(
            zip(names, _joined(f"{one.words}. {one.shows}" if one.shows else one.words for one in moves), strict=False)
        )

    def _laid_out(self, state: State | None) -> _Table:
        if state is None:
            return _Table({}, (), ())
        found = laid_out(state, self._deck, self._pictures)
        hand = tuple(row for row in found.own if kind_of(row.key) == HAND)
        open_to_all = [row for row in found.others if not row.is_face_down]
        return _Table({row.label: row for row in (*found.middle, *found.own, *open_to_all)}, hand, found.board)

    def _rows(self, block: Block) -> Iterator[PiecePlace]:
        if changes := [self._variant(name, value) for name, value in block.variant]:
            yield PiecePlace(self._phrases("with_the_variant"), words=self._phrases.listed(changes))
        table = "\n".join(block.table)
        if found := NEW_GAME.fullmatch(table):
            players = found["players"]
            words = self._phrases("new_game", count=int(players)) if players else self._phrases("any_new_game")
            yield PiecePlace("", words=words)
            return
        to_move = self._pictures.called(TO_MOVE)
        for row in rows_of(read_notation(table, ""), self._game, self._cards, self._pictures):
            words = _who(row.words) if row.label == to_move else _for_each(row.words)
            yield row._replace(words=words) if row.words else row

    def _variant(self, name: str, value: str) -> str:
        """Write one parameter in words."""
        if chosen := self._pictures.words.get(f"{name}={value}"):
            return self._phrases.term(chosen)
        words = self._phrases.term(self._pictures.words.get(name, re.sub(r"[.-]", " ", name)))
        return {"yes": words, "no": self._phrases("without", what=words)}.get(value, f"{words} = {value}")

    def _in_words(self, notation: str) -> str:
        """Write a move with players and cards by name, in the language of the book."""
        return self._in_language(with_names(notation))

    def _result(self, expected: Expected, is_played: bool) -> str:
        """Write one line in words.

        `is_played`: whether there is a table with zones, and not only players with points.
        """
        what, value, key = expected.what, expected.value, expected.what.casefold()
        say = self._phrases
        if key == TO_MOVE:
            return say("over") if value == NOBODY else say("turn_of", who=_who(value))
        if key in OPTIONS:
            return f"{say('possible' if key == 'can' else 'not_possible')}: {escaped(self._in_words(value))}"
        if key in WINNERS:
            names = [escaped(_who(one.strip())) for one in value.split(",")]
            return say("wins", who=say.listed(names), count=len(names))
        if key == DECIDED_BY:
            return say("decided_by", clause=see_clause(value)) if value != NOTHING else say("not_decided_by")
        points = say.counted(escaped(value), self._pictures.unit)
        if found := OF_A_CLAUSE.fullmatch(what):
            clause = see_clause(found["clause"])
            return say("by_clause", who=escaped(_who(found["player"])), points=points, clause=clause)
        if not is_played:
            return say("scores", who=escaped(_who(what)), points=points)
        if _who(key) in PLAYERS:
            return say("has", who=escaped(_who(what)), points=points)
        return self._of_a_zone(key, value)

    def _of_a_zone(self, key: str, value: str) -> str:
        zone = self._pictures.called(key.removeprefix(COUNTED))
        if not zone:
            return ""
        label = escaped(zone[0].upper() + zone[1:])
        if key.startswith(COUNTED):
            return f"{label}: {self._phrases.counted(escaped(value), 'card')}"
        if value == NOTHING:
            return f"{label}: {self._phrases('nothing')}"
        names = Counter(self._names.get(one.strip(), one.strip()) for one in value.split(","))
        cards = (f"{escaped(name)} ×{count}" if count > 1 else escaped(name) for name, count in names.items())
        return f"{label}: {self._phrases('comma').join(cards)}"


def _is_figure(expected: Expected) -> bool:
    """Whether it is points or what a player may do, and not a state of the table or of the game."""
    key = expected.what.casefold()
    if key in OPTIONS or OF_A_CLAUSE.fullmatch(expected.what):
        return True
    return key not in STATES and _who(key) in PLAYERS


def _worth_saying(expected: Sequence[Expected], block: Block) -> Iterator[Expected]:
    """Leave out clauses that give nothing, a total that comes from one clause alone, and what the prose says better.

    Prose that adds up points says all of them: beside it, the points of one clause would read as the total. What is
    empty is not worth a line either.
    """
    shares = [(found["player"], one.value) for one in expected if (found := OF_A_CLAUSE.fullmatch(one.what))]
    adds_up = SUM.search(" ".join(block.prose)) is not None
    for one in expected:
        key, is_share = one.what.casefold(), OF_A_CLAUSE.fullmatch(one.what) is not None
        is_state = key in STATES or key in OPTIONS
        is_points = is_share or not (is_state or (block.is_played and _who(key) not in PLAYERS))
        gives_nothing = is_share and one.value == "0"
        is_empty = bool(block.prose) and one.value == NOTHING and not is_state
        if not (gives_nothing or is_empty or (adds_up and is_points) or (one.what, one.value) in shares):
            yield one


def _runs(moves: Sequence[_Move]) -> Iterator[Sequence[_Move]]:
    """Moves in a row, each run up to one whose dice are told."""
    begin = 0
    for place, one in enumerate(moves, 1):
        if one.shows or place == len(moves):
            yield moves[begin:place]
            begin = place


def _joined(moves: Iterable[str]) -> list[str]:
    """Moves of which those that add cards one after the other are one."""
    said: list[str] = []
    for move in moves:
        if said and move.startswith(ADD) and said[-1].startswith(ADD):
            said[-1] += f", {move.removeprefix(ADD)}"
        else:
            said.append(move)
    return said


def _who(words: str) -> str:
    """Return the name of `2` or `player 2`."""
    seat = whole(words) or 0
    return player(seat) if 1 <= seat <= len(PLAYERS) else with_names(words)


def _for_each(words: str) -> str:
    """Read `7 0` as a number for each player."""
    if not SEATS.fullmatch(words):
        return words
    return ", ".join(f"{name} {count}" for name, count in zip(PLAYERS, words.split(), strict=False))

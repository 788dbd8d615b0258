"""A table in the middle of a game of Rummy Duel, in the notation of examples, and how books show it.

::

    row: 2H 3C 4D TS JS
    hand 1: 5H 6C 7D KS
    hand 2: the rest
    melds 1: 4 = QS QH QD
    melds 2: 4 = 8S 9H 10D; 5 = 2C 2D 2S
    pile: 9C 9D
    to move: 1
    step: meld
    without progress: 18

`pile` is what will be drawn, in order. Cards not named anywhere fill the row if it is left out; the others are below
the pile, or in the one hand that has `the rest`. `step` is `draw`, or `meld` after the draw. `without progress` counts
the turns before this one in which nobody drew from the pile or laid a meld.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.kit.position import REST
from proofdeck.play.engine.notation import Notation, NotationLine, Word, folded
from proofdeck.play.engine.pictures import LEFT_OUT, Heap, Pictures, Piece
from proofdeck.play.engine.position import Fields, as_text
from proofdeck.play.engine.state import State
from proofdeck.play.games.rummy_duel.clauses import PILE_EMPTY, POINTS
from proofdeck.play.games.rummy_duel.reading import CLAIM, CardReader
from proofdeck.play.games.rummy_duel.rules import DRAWING, MELDING, NO_MELD, RummyDuel, RummyDuelState

KEYS = ("row", "pile", "to move", "step", "without progress")
OF_PLAYERS = ("hand", "melds")
STEPS = {"draw": DRAWING, "meld": MELDING}
SEATS = (1, 2)


def position(game: RummyDuel, notation: Notation, problems: Problems) -> State | None:
    """The table of an example. None after problems."""
    fields = Fields(notation, KEYS, OF_PLAYERS, problems)
    fields.players(game)  # refuses lines of players who are not there
    reader = CardReader(game, notation, problems)
    table = game.laid_out([], [_melds(fields, reader, seat) for seat in SEATS])
    _lay_cards(table, fields, reader)
    table.step = STEPS[fields.word("step", tuple(STEPS), "draw")]
    table.player = fields.to_move(table.players)
    table.idle = 1 + fields.whole("without progress", 0, game.stall - 1, 0)
    if table.step == DRAWING and not table.pile and not fields.failed():
        fields.cannot_be(f"a draw is next, but the game ends when the pile is empty [{POINTS.id(PILE_EMPTY)}]")
    table.turns = 1
    return fields.ready(table)


def _melds(fields: Fields, reader: CardReader, seat: int) -> dict[int, int]:
    """Place -> number of the meld."""
    line = fields.line("melds", seat)
    laid: dict[int, int] = {}
    for word in line.cut(";") if line else ():
        if found := CLAIM.fullmatch(word.text):
            reader.claim(laid, word.part(*found.span("place")), word.part(*found.span("cards")))
        elif word.text:
            hint = "Write the place of the community card and the meld, such as 4 = KS KH KD."
            fields.refuse(f"'{word.text}' is not a claim", word, hint)
    return laid


def _lay_cards(table: RummyDuelState, fields: Fields, reader: CardReader) -> None:
    """Row, hands and pile, and the rest where it belongs."""
    row = fields.line("row")
    table.row = reader.community_cards(row.value) if row else []
    takers: list[tuple[int, NotationLine]] = []
    for seat in range(table.players):
        line = fields.line("hand", seat + 1)
        if line and folded(line.value.text) in REST:
            takers.append((seat, line))
        elif line:
            table.put("hand", list(reader.cards(line.value)), seat)
    pile = fields.line("pile")
    table.pile = list(reader.cards(pile.value)) if pile else []
    rest = [card for card in range(len(table.rules.ids)) if card not in reader.places]
    if not row:
        table.row, rest = rest[: table.rules.row], rest[table.rules.row :]
    if len(takers) > 1:
        fields.refuse("only one hand can have the rest", takers[1][1].value)
    if takers:
        table.put("hand", rest, takers[0][0])
    else:
        table.pile += rest
    table.pile.reverse()


def written(table: RummyDuelState) -> str:
    """The lines from which `position` reads this table again."""
    ids, melds, seats = table.rules.ids, table.rules.melds.by_number, range(table.players)

    def named(cards: Iterable[int]) -> str | None:
        return " ".join(ids[card] for card in cards) or None

    laid = [
        [f"{place} = {named(melds[meld].cards)}" for place, meld in enumerate(own, 1) if meld != NO_MELD]
        for own in table.melds
    ]
    steps = {number: word for word, number in STEPS.items()}
    return as_text(
        ("row", named(table.row) or ""),
        *((f"hand {seat + 1}", named(table.cards_in("hand", seat))) for seat in seats),
        *((f"melds {seat + 1}", "; ".join(laid[seat]) or None) for seat in seats),
        ("pile", named(reversed(table.pile))),
        ("to move", table.player + 1),
        ("step", steps.get(table.step, "draw")),
        ("without progress", max(0, table.idle - 1)),
    )


# -- how books show it -------------------------------------------------------------------------------------------------


def heaps(game: RummyDuel, line: NotationLine) -> list[Heap]:
    """The melds of a player, or cards in order; empty if the line names no cards."""
    return [heap for word in line.cut(";") for heap in _heap(game, word)]


def _heap(game: RummyDuel, word: Word) -> Iterator[Heap]:
    found = CLAIM.fullmatch(word.text)
    says = f"at community card {found['place']}" if found else ""
    problems = Problems()
    reader = CardReader(game, Notation("", ()), problems)
    cards = list(reader.cards(word.part(*found.span("cards")) if found else word))
    if cards and not problems:
        yield Heap(tuple(Piece(game.ids[card]) for card in cards), says)


PICTURES = Pictures(
    words={
        "row": "community cards",
        "step": LEFT_OUT,
        "without progress": "turns without progress",
        "flush-set": "sets of one suit",
        "any-claim": "all claimed by both",
    },
    heaps=heaps,
    open_zones=frozenset({"row", "melds"}),
    piles=frozenset({"pile"}),
    unsaid=frozenset({"claimed", "idle", "last", "melds 1", "melds 2", "rummy", "step", "taking", "tied", "won"}),
)

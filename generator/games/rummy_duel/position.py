"""A table in the middle of a game of Rummy Duel, in the notation of examples.

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

from generator.engine.kit import bits
from generator.engine.kit.position import REST
from generator.engine.notation import Notation, folded
from generator.engine.position import Fields
from generator.engine.state import State
from generator.games.rummy_duel.clauses import PILE_EMPTY, POINTS
from generator.games.rummy_duel.reading import CLAIM, CardReader
from generator.games.rummy_duel.rules import DRAWING, MELDING, NO_MELD, RummyDuel, RummyDuelState
from generator.problems import Problems

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
    table.hand = [_hand(fields, reader, seat) for seat in SEATS]
    pile = fields.line("pile")
    table.pile = list(reader.cards(pile.value)) if pile else []
    rest = [card for card in range(len(table.rules.ids)) if card not in reader.places]
    if not row:
        table.row, rest = rest[: table.rules.row], rest[table.rules.row :]
    takers = [seat for seat in SEATS if _takes_the_rest(fields, seat)]
    if len(takers) > 1 and (line := fields.line("hand", takers[1])):
        fields.refuse("only one hand can have the rest", line.value)
    if takers:
        table.hand[takers[0] - 1] = sum(1 << card for card in rest)
    else:
        table.pile += rest
    table.pile.reverse()


def _hand(fields: Fields, reader: CardReader, seat: int) -> int:
    line = fields.line("hand", seat)
    return sum(1 << card for card in reader.cards(line.value)) if line and not _takes_the_rest(fields, seat) else 0


def _takes_the_rest(fields: Fields, seat: int) -> bool:
    line = fields.line("hand", seat)
    return line is not None and folded(line.value.text) in REST


def written(table: RummyDuelState) -> str:
    """The lines from which `position` reads this table again."""
    ids, melds = table.rules.ids, table.rules.melds
    lines = [f"row: {' '.join(ids[card] for card in table.row)}"]
    for seat, hand in enumerate(table.hand, 1):
        if hand:
            lines.append(f"hand {seat}: {' '.join(ids[card] for card in bits(hand))}")
    for seat in SEATS:
        laid = [
            f"{place} = {' '.join(ids[card] for card in melds.by_number[meld].cards)}"
            for place, meld in enumerate(table.melds[seat - 1], 1)
            if meld != NO_MELD
        ]
        if laid:
            lines.append(f"melds {seat}: {'; '.join(laid)}")
    if table.pile:
        lines.append(f"pile: {' '.join(ids[card] for card in reversed(table.pile))}")
    steps = {number: word for word, number in STEPS.items()}
    return "\n".join(
        [
            *lines,
            f"to move: {table.player + 1}",
            f"step: {steps.get(table.step, 'draw')}",
            f"without progress: {max(0, table.idle - 1)}",
        ]
    )

"""The tables of a game that is exported: one for each number of players, if its cards can be dealt.

A game without an engine is laid out as its setup says, or with a pile for each kind of its cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofdeck.front.export.target import ExportedGame
from proofdeck.front.making.tables import (
    BESIDE,
    DIE,
    LaidTable,
    PhysicalCard,
    Stack,
    TableBoard,
    TableDie,
    copies_of,
    dealt_table,
)
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, counted
from proofdeck.ground.typography import capital
from proofdeck.ground.units import Box, Size
from proofdeck.paper.deck.designs import Design, file_stems
from proofdeck.play.engine.pictures import player
from proofdeck.play.free.laying import LaidWords, start_of
from proofdeck.play.free.pieces import FreePiece
from proofdeck.play.free.setup import heads, read_setup
from proofdeck.play.scene.zones import SEED
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.cards.called import called
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import SETUP

FALL = 0.3
"""From card to card of a column, as a multiple of the height of a card."""


def tables_of(goods: ExportedGame) -> list[LaidTable]:
    """A table for each number of players, or the only one if nothing can be dealt."""
    return _dealt(goods) or _laid(goods)


def _laid(goods: ExportedGame) -> list[LaidTable]:
    """As the setup says for each number of players; without one, what is in the box."""
    game, asked = goods.game, goods.options.players
    if game.page.under(SETUP):
        fewest, most = game.about.players or (1, 1)
        try:
            counts = [asked] if asked else range(fewest, most + 1)
            return [free_table(game, goods.designs, players, players) for players in counts]
        except ValueError as error:
            message = f"the table of {game.title} is not laid out: {error}"
            goods.problems.append(Problem("W534", message, game.page.shown, hint="`proofdeck check` names the line."))
            game = replace(game, page=replace(game.page, head={}))
    return [free_table(game, goods.designs, 0, asked)]


def _dealt(goods: ExportedGame) -> list[LaidTable]:
    """The table after the deal for each number of players. A game that cannot be played is told once."""
    if "engine" not in goods.game.page.head:
        return []
    own = Problems()
    playable = playable_of(goods.project, goods.game, own, trust=goods.options.trust)
    if playable is None:
        why = next((problem.message for problem in own if problem.is_error), "its engine cannot be read")
        goods.problems.append(_not_dealt(goods, why))
        return []
    fewest, most = playable.game.min_players, playable.game.max_players
    if goods.options.players and not fewest <= goods.options.players <= most:
        why = f"it is for {counted(fewest, 'player', most)}, not {goods.options.players}"
        goods.problems.append(_not_dealt(goods, why))
        return []
    counts = [goods.options.players] if goods.options.players else range(fewest, most + 1)
    try:
        with playable.origin.faults():
            return [_named(dealt_table(goods.made, playable, goods.designs, players)) for players in counts]
    except ProofdeckError as error:
        goods.problems.append(_not_dealt(goods, error.problems[0].message))
        return []


def _named(table: LaidTable) -> LaidTable:
    """With each pile of one card that is beside the game called after it."""
    piles = (replace(one, label=called(one.cards[0].design.card)) if _is_of_one(one) else one for one in table.stacks)
    return replace(table, stacks=tuple(piles))


def _is_of_one(stack: Stack) -> bool:
    return stack.is_supply and len({copy.design.card.id for copy in stack.cards}) == 1


def _not_dealt(goods: ExportedGame, why: str) -> Problem:
    hint = "There is a pile for each back instead. See `proofdeck check`, or --trust for an engine of your own."
    return Problem("W534", f"the cards of {goods.game.title} are not dealt: {why}", goods.game.page.shown, hint=hint)


# -- without an engine -------------------------------------------------------------------------------------------------


def free_table(game: Game, designs: Sequence[Design], players: int, printed: int | None) -> LaidTable:
    """The table of a game of which no engine deals anything, laid out as the page without rules lays it out.

    players: who get what the setup gives to each, 0 for nobody; printed: the number of players whose copies are used.
    Raises SetupError.
    """
    copies = {copy.id: copy for copy in copies_of(designs, printed)}
    say, page = game.phrases, game.page
    words = LaidWords(say("free.discard"), say("free.cards_label"))
    lines = read_setup(heads(page, SETUP), players)
    start = start_of([*map(_piece, copies.values())], players, SEED, lines, (), game.about.needs, words)
    boards, stacks = list[TableBoard](), list[Stack]()
    usual = next((copy.design.front.size for copy in copies.values() if copy.design.is_card), Size(63, 88))
    stems = file_stems(pile.label or "pile" for pile in start.piles)
    for stem, pile in zip(stems, start.piles, strict=True):
        cards = tuple(copies[name] for name in pile.pieces)
        size = cards[0].design.front.size if cards else usual
        box = _around((pile.x, pile.y), size, start.scale)
        if cards and cards[0].design.is_board:
            boards += [TableBoard(card, box) for card in cards]
            continue
        is_open = not cards or cards[0].id in start.up
        step = box.width * BESIDE if pile.is_row and not pile.is_column else 0.0
        box = Box(box.x - step * max(0, len(cards) - 1) / 2, box.y, box.width, box.height)
        how = pile.is_bag, FALL * box.height * pile.is_column, start.up & {*pile.pieces}
        stacks.append(Stack(stem, pile.label, cards, is_open, 0, False, not players, box, step, "", not step, *how))
    for seat, hand in enumerate(start.hands, 1):
        box = _around(start.seats[seat - 1].centre, usual, start.scale)
        label = capital(say("table.hand_of", name=player(seat)))
        stacks.append(Stack(f"hand-{seat}", label, tuple(copies[name] for name in hand), False, seat, True, box=box))
    edge = DIE * start.scale
    dice = (
        TableDie(die.id, die.label, die.faces, 0, Box(die.x - edge / 2, die.y - edge / 2, edge, edge))
        for die in start.dice
    )
    return LaidTable(players, tuple(stacks), tuple(boards), tuple(dice), start.scale, start.seats)


def _piece(copy: PhysicalCard) -> FreePiece:
    design, card = copy.design, copy.design.card
    size, back = design.front.size, design.back.digest if design.has_back else ""
    return FreePiece(
        copy.id, card.id, called(card), card.kind, size.width, size.height, back, design.front.outline, design.is_board
    )


def _around(middle: tuple[float, float], size: Size, scale: float) -> Box:
    width, height = size.width * scale, size.height * scale
    return Box(middle[0] - width / 2, middle[1] - height / 2, width, height)

"""Boards with the pieces on their spaces. Lengths in mm from the top left corner of the board."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from proofdeck.ground.units import Box, Size
from proofdeck.play.engine.pictures import Board, Piece, kind_of
from proofdeck.play.engine.state import Game, Laid, State
from proofdeck.play.scene.place import PiecePlace
from proofdeck.source.cards import Deck

ASIDE, APART, BELOW = 0.4, 0.64, 0.7
"""From a piece to the next on its space, as shares of its size: beside an equal one, beside another one, below."""
RIM = 2.0
"""From the edges of a card to the pieces on it."""


class BoardPlan(NamedTuple):
    """What a template says of a piece or a board. spaces: name -> (x, y) of the middle."""

    size: Size
    spaces: Mapping[str, tuple[float, float]]


Plans = Mapping[str, BoardPlan]
"""By the id of the card."""


NO_PLANS: Plans = {}


class Front(Protocol):
    """What plans need of a template."""

    @property
    def size(self) -> Size: ...

    @property
    def spaces(self) -> Mapping[str, tuple[float, float]]: ...


def plans_of(game: Game, deck: Deck, front_of: Callable[[str], Front | None]) -> Plans:
    """Plans of all cards, if the game has pieces on boards. front_of: the template of a kind of card, if it has one."""
    boards = game.spaces_of_boards()
    if not boards:
        return NO_PLANS
    fronts = {kind: front_of(kind) for kind in dict.fromkeys(card.kind for card in deck)}
    return {
        card.id: BoardPlan(front.size, front.spaces if card.id in boards else {})
        for card in deck
        if (front := fronts[card.kind])
    }


def is_on_board(one: Laid, plans: Plans) -> bool:
    """Whether a piece has a place on its board. Others are shown before their players."""
    return one.piece in plans and one.board in plans and one.space in plans[one.board].spaces


def boards_of(state: State, plans: Plans) -> dict[str, list[tuple[Laid, Box]]]:
    """What is on each board with spaces, by its id, each with its box. Those on one space are close together.

    Pieces on a card are at its lower right corner.
    """
    found: dict[str, list[tuple[Laid, Box]]] = {board: [] for board, plan in plans.items() if plan.spaces}
    cards: dict[tuple[str, str], Size] = {}
    for lying in (state.laid_cards(), state.laid_pieces()):
        spaces: dict[tuple[str, str], list[Laid]] = {}
        for one in lying:
            if is_on_board(one, plans):
                spaces.setdefault((one.board, one.space), []).extend([one._replace(copies=1)] * one.copies)
        for (board, space), pieces in spaces.items():
            x, y = plans[board].spaces[space]
            size = plans[pieces[0].piece].size
            if below := cards.get((board, space)):
                x, y = x + (below.width - size.width) / 2 - RIM, y + (below.height - size.height) / 2 - RIM
            found[board] += _together(pieces, plans[board], (x, y), plans)
            cards.setdefault((board, space), size)
    return found


def _together(
    pieces: list[Laid], board: BoardPlan, middle: tuple[float, float], plans: Plans
) -> Iterator[tuple[Laid, Box]]:
    """In rows of as many as there are rows, around the middle."""
    columns = math.isqrt(len(pieces) - 1) + 1
    rows, aside = -(-len(pieces) // columns), ASIDE if len({one.piece for one in pieces}) == 1 else APART
    for number, one in enumerate(pieces):
        size, (row, column) = plans[one.piece].size, divmod(number, columns)
        x = middle[0] + (column - (columns - 1) / 2) * aside * size.width
        y = middle[1] + (row - (rows - 1) / 2) * BELOW * size.height
        left, top = x - size.width / 2, y - size.height / 2
        at = _within(left, board.size.width - size.width), _within(top, board.size.height - size.height)
        yield one, Box(*at, size.width, size.height)


def _within(start: float, most: float) -> float:
    """As near as the edge of the board allows."""
    return max(0.0, min(start, most))


def places_of_boards(state: State, names: Mapping[str, str], plans: Plans) -> Iterator[PiecePlace]:
    """Each board with spaces as a place. names: of cards, by id."""
    for board, pieces in boards_of(state, plans).items():
        size = plans[board].size
        on = ((Piece(one.piece, says=f"({one.space})"), _share(box, size)) for one, box in pieces)
        yield PiecePlace(names.get(board, board), key=board, mat=board, on=tuple(on))


def _share(box: Box, size: Size) -> Box:
    return Box(box.x / size.width, box.y / size.height, box.width / size.width, box.height / size.height)


def with_boards(seen: Sequence[PiecePlace], state: State, names: Mapping[str, str], plans: Plans) -> list[PiecePlace]:
    """What a viewer sees, with boards in place of what is said about the pieces on them.

    A board that is seen tile by tile is that place, if its spaces are the tiles.
    """
    boards = {place.mat: place for place in places_of_boards(state, names, plans)}
    found = [_on_mat(place, boards, names, plans) if place.board else place for place in seen]
    said = {kind_of(one.place) for board in boards_of(state, plans).values() for one, _ in board}
    return [*boards.values(), *(place for place in found if not (place.words and place.key in said))]


def _on_mat(place: PiecePlace, boards: dict[str, PiecePlace], names: Mapping[str, str], plans: Plans) -> PiecePlace:
    """A place of tiles on the printed board that has them as spaces, which is taken from the others."""
    mat, boxes = mat_of(place.board, boards, plans)
    if not mat:
        return place
    return place._replace(label=names.get(mat, place.label), mat=mat, on=boards.pop(mat).on, tiles=boxes)


def mat_of(board: Board, mats: Iterable[str], plans: Plans) -> tuple[str, tuple[Box, ...]]:
    """The first printed board that has the tiles as its spaces, and the box of each tile in shares; "" if none has."""
    tiles = [tile.name for row in board for tile in row]
    mat = next((mat for mat in mats if plans[mat].spaces.keys() >= set(tiles)), "")
    if not mat or not tiles:
        return "", ()
    size, spaces = plans[mat]
    across, down = (_apart([spaces[name][axis] for name in tiles]) for axis in (0, 1))
    across, down = across or size.width, down or size.height
    boxes = (Box(x - across / 2, y - down / 2, across, down) for x, y in map(spaces.__getitem__, tiles))
    return mat, tuple(_share(box, size) for box in boxes)


def _apart(middles: Sequence[float]) -> float:
    """The distance between neighbouring rows or columns; 0 if there is only one."""
    return min((later - one for one, later in pairwise(sorted(set(middles)))), default=0.0)

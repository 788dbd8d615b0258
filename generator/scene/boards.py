"""Boards with the pieces on their spaces. Lengths in mm from the top left corner of the board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.pictures import Piece, kind_of
from generator.engine.state import Laid, State
from generator.scene.place import Place
from generator.units import Box, Size

ASIDE, BELOW = 0.4, 0.7
"""From a piece to the next ones on the same space, as shares of its width and its height."""


class Plan(NamedTuple):
    """What a template says of a piece or a board. spaces: name -> (x, y) of the middle."""

    size: Size
    spaces: Mapping[str, tuple[float, float]]


Plans = Mapping[str, Plan]
"""By the id of the card."""


NO_PLANS: Plans = {}


def is_on_board(one: Laid, plans: Plans) -> bool:
    """Whether a piece has a place on its board. Others are shown before their players."""
    return one.piece in plans and one.board in plans and one.space in plans[one.board].spaces


def boards_of(state: State, plans: Plans) -> dict[str, list[tuple[Laid, Box]]]:
    """The pieces on each board with spaces, by its id, each with its box. Those on one space are close together."""
    found: dict[str, list[tuple[Laid, Box]]] = {board: [] for board, plan in plans.items() if plan.spaces}
    spaces: dict[tuple[str, str], list[Laid]] = {}
    for one in state.laid_pieces():
        if is_on_board(one, plans):
            spaces.setdefault((one.board, one.space), []).extend([one._replace(copies=1)] * one.copies)
    for (board, space), pieces in spaces.items():
        found[board] += _together(pieces, plans[board], space, plans)
    return found


def _together(pieces: list[Laid], board: Plan, space: str, plans: Plans) -> Iterator[tuple[Laid, Box]]:
    """In rows of as many as there are rows, around the middle of the space."""
    middle = board.spaces[space]
    columns = math.isqrt(len(pieces) - 1) + 1
    rows = -(-len(pieces) // columns)
    for number, one in enumerate(pieces):
        size, (row, column) = plans[one.piece].size, divmod(number, columns)
        x = middle[0] + (column - (columns - 1) / 2) * ASIDE * size.width
        y = middle[1] + (row - (rows - 1) / 2) * BELOW * size.height
        left, top = x - size.width / 2, y - size.height / 2
        at = _within(left, board.size.width - size.width), _within(top, board.size.height - size.height)
        yield one, Box(*at, size.width, size.height)


def _within(start: float, most: float) -> float:
    """As near as the edge of the board allows."""
    return max(0.0, min(start, most))


def places_of_boards(state: State, names: Mapping[str, str], plans: Plans) -> Iterator[Place]:
    """Each board with spaces as a place. names: of cards, by id."""
    for board, pieces in boards_of(state, plans).items():
        across, down = plans[board].size.width, plans[board].size.height
        on = (
            (
                Piece(one.piece, says=f"({one.space})"),
                Box(box.x / across, box.y / down, box.width / across, box.height / down),
            )
            for one, box in pieces
        )
        yield Place(names.get(board, board), key=board, mat=board, on=tuple(on))


def with_boards(seen: Sequence[Place], state: State, names: Mapping[str, str], plans: Plans) -> list[Place]:
    """What a viewer sees, with boards in place of what is said about the pieces on them.

    A board that is seen tile by tile is not drawn a second time.
    """
    tiles = {tile.name for place in seen for row in place.board for tile in row}
    on_boards = boards_of(state, plans)
    drawn = {board for board in on_boards if not tiles or not tiles <= plans[board].spaces.keys()}
    said = {kind_of(one.place) for board in drawn for one, _ in on_boards[board]}
    boards = (place for place in places_of_boards(state, names, plans) if place.mat in drawn)
    return [*boards, *(place for place in seen if not (place.words and place.key in said))]

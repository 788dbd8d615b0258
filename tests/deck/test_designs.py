"""Which designs are boards, which are cards, and which are neither."""

from __future__ import annotations

import pytest

from proofdeck.ground.units import Size
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Face, Outline
from proofdeck.source.cards import Card

pytestmark = pytest.mark.quick


@pytest.mark.parametrize(
    ("size", "outline", "spaces", "is_board", "is_card"),
    [
        (Size(63, 88), "rectangle", {}, False, True),
        (Size(63, 88), "rectangle", {"start": (5, 5)}, True, False),
        (Size(200, 200), "rectangle", {}, True, False),
        (Size(200, 200), "rectangle", {"start": (5, 5)}, True, False),
        (Size(25, 25), "ellipse", {}, False, False),
    ],
)
def test_a_board_has_spaces_or_is_large(
    size: Size, outline: Outline, spaces: dict[str, tuple[float, float]], is_board: bool, is_card: bool
) -> None:
    face = Face(size, 0, outline, ())
    design = Design("one", Card("zoo", "fox", "Fox", "", None, 1, {}, {}), face, face, 1, spaces)
    assert (design.is_board, design.is_card) == (is_board, is_card)

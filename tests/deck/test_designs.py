"""Which designs are boards, which are cards, and which are neither; and what files of shared backs are called."""

from __future__ import annotations

import pytest

from proofdeck.ground.units import Size
from proofdeck.paper.deck.designs import Design, names_of_shared_backs
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


def test_a_back_that_two_cards_share_has_a_name_of_its_own_that_no_card_has() -> None:
    red, blue, own = (Face(Size(width, 88), 0, "rectangle", ()) for width in (61, 62, 63))
    sides = [(red, "fox"), (red, "fox"), (red, "owl"), (own, "map"), (own, "map"), (blue, "bee"), (blue, "ant")]
    assert names_of_shared_backs(sides) == {red.digest: "back", blue.digest: "back-2"}
    taken = [*sides, (own, "back"), (Face(Size(64, 88), 0, "rectangle", ()), "back-3")]
    assert names_of_shared_backs(taken) == {red.digest: "back-2", own.digest: "back-4", blue.digest: "back-5"}

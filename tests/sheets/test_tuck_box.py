"""Nets of tuck boxes, folded in space: what meets, what is inside, and that the deck fits."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.ground.units import Size
from proofdeck.paper.sheets.tuck_box import Edge, Part, TuckBox, edges_of

POKER = Size(63, 88)
CARD = 0.4
"""mm: a thick sheet of card from which a box is made."""
BOXES = st.builds(
    lambda width, height, cards, thickness: (Size(width, height), cards * thickness),
    st.floats(5, 420),
    st.floats(5, 420),
    st.integers(1, 600),
    st.floats(0.05, 5),
)


class Folded(NamedTuple):
    """Where a part is in space. inward: from its outside to its inside; corners: of the part in order."""

    corners: np.ndarray
    inward: np.ndarray


def folded(box: TuckBox) -> dict[str, Folded]:
    """Every part after each fold has been made by a right angle, beginning with the front, which stays in z = 0."""
    flat = {name: np.array(part) for name, part in box.parts.items()}
    first = flat["front"]
    done = {"front": Folded(np.column_stack([first - first[0], np.zeros(len(first))]), np.array([0.0, 0.0, 1.0]))}
    waiting = ["front"]
    while waiting:
        parent = waiting.pop()
        for number, edge in enumerate(edges_of(box.parts[parent])):
            for name, part in box.parts.items():
                if name not in done and edge[::-1] in edges_of(part):
                    done[name] = hinged(done[parent], number, edge, flat[name])
                    waiting.append(name)
    return done


def hinged(parent: Folded, number: int, edge: Edge, flat: np.ndarray) -> Folded:
    """A part turned by a right angle about its common edge with the parent, towards the inside."""
    start, end = parent.corners[number], parent.corners[(number + 1) % len(parent.corners)]
    along = (end - start) / np.linalg.norm(end - start)
    across = np.cross(along, parent.inward)  # from the parent to the part, as long as both are flat
    flat_along = np.subtract(edge[1], edge[0]) / np.linalg.norm(np.subtract(edge[1], edge[0]))
    flat_across = np.array([flat_along[1], -flat_along[0]])
    away = flat - np.array(edge[0])
    corners = start + np.outer(away @ flat_along, along) + np.outer(away @ flat_across, parent.inward)
    return Folded(corners, -across)


def corner_of(box: TuckBox) -> np.ndarray:
    return np.array([box.width, box.height, box.depth])


@pytest.mark.parametrize("cards", [54, 131])
def test_the_deck_fits_and_has_at_most_2_mm_of_play(cards: int) -> None:
    deck = np.array([63, 88, cards * 0.3])
    parts = folded(TuckBox.around(POKER, cards * 0.3))
    room = [
        parts["right"].corners[0, 0] - parts["left"].corners[0, 0],
        parts["bottom"].corners[0, 1] - parts["top"].corners[0, 1],
        parts["back"].corners[0, 2] - parts["front"].corners[0, 2],
    ]
    assert (np.array(room) - 2 * CARD >= deck).all()
    assert (np.array(room) <= deck + 2).all()


@given(BOXES)
def test_parts_that_are_glued_or_tucked_meet_with_equal_edges(deck: tuple[Size, float]) -> None:
    parts = folded(TuckBox.around(*deck))
    front = parts["front"].corners
    assert meet(parts["back"].corners[2:], parts["left"].corners[2:])
    assert meet(parts["top"].corners[2:], front[[0, -3]])
    assert meet(parts["bottom"].corners[2:], front[-2:])


def meet(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether two edges have the same ends."""
    return any(np.allclose(one, other, atol=1e-6) for other in (two, two[::-1]))


@given(BOXES)
def test_every_flap_lies_inside_the_closed_box(deck: tuple[Size, float]) -> None:
    box = TuckBox.around(*deck)
    parts = folded(box)
    assert parts.keys() == box.parts.keys()
    for part in parts.values():
        assert (part.corners >= -1e-6).all()
        assert (part.corners <= corner_of(box) + 1e-6).all()
    assert parts["side flap"].corners[:, 2] == pytest.approx(box.depth)
    assert parts["tuck"].corners[:, 2] == pytest.approx(0, abs=1e-6)
    assert parts["bottom flap"].corners[:, 2] == pytest.approx(0, abs=1e-6)
    assert parts["left dust flap"].corners[:, 0].max() < parts["right dust flap"].corners[:, 0].min()
    assert parts["tuck"].corners[:, 1].max() > box.notch


@given(BOXES)
def test_the_net_is_one_piece_in_which_nothing_overlaps(deck: tuple[Size, float]) -> None:
    box = TuckBox.around(*deck)
    assert len(box.folds) == len(box.parts) - 1
    assert len(box.cuts) + 2 * len(box.folds) == sum(map(len, box.parts.values()))
    for one, two in combinations(map(convex, box.parts.values()), 2):
        assert are_apart(one, two)
    points = np.concatenate([*map(np.array, box.parts.values())])
    assert points.min(axis=0) == pytest.approx([0, 0])
    assert points.max(axis=0) == pytest.approx([box.size.width, box.size.height])


def convex(part: Part) -> np.ndarray:
    """The part; the front without its notch."""
    return np.array(part if len(part) == 4 else (part[0], *part[-3:]))


def are_apart(one: np.ndarray, two: np.ndarray) -> bool:
    """Whether a line along one of their edges separates two convex polygons."""
    for polygon in (one, two):
        for side in np.roll(polygon, -1, axis=0) - polygon:
            normal = np.array([side[1], -side[0]]) / np.linalg.norm(side)
            here, there = one @ normal, two @ normal
            if here.max() <= there.min() + 1e-6 or there.max() <= here.min() + 1e-6:
                return True
    return False

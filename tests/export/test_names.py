"""Names of files: safe for any file system, address and shop, and different for different cards."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from proofdeck.paper.deck.designs import LONGEST_STEM, file_stem, file_stems

HOSTILE = st.one_of(
    st.text(min_size=1, max_size=400),
    st.sampled_from(
        ("a/b", "../etc", 'say "hi"', "🐺", "🐺🐺", "x" * 300, "x" * 299, "Ä", "A", "a", "CON", "wolf-2", "-", ".")
    ),
)


@given(st.lists(HOSTILE, max_size=30))
def test_any_names_become_safe_and_distinct_ones(labels: list[str]) -> None:
    stems = list(file_stems(labels))
    assert len({stem.casefold() for stem in stems}) == len(labels)
    for stem in stems:
        assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", stem)
        assert len(stem) <= LONGEST_STEM + 12


@given(HOSTILE)
def test_a_name_is_the_same_each_time(label: str) -> None:
    assert file_stem(label) == file_stem(label)


def test_names_stay_readable() -> None:
    labels = ["paladin", "Bow & Arrow", "wolf", "wolf", "École"]
    assert list(file_stems(labels)) == ["paladin", "bow-arrow", "wolf", "wolf-2", "ecole"]


def test_names_of_which_too_little_is_left_are_told_apart_by_a_hash() -> None:
    one, other = file_stems(["🐺", "🦊"])
    assert one != other
    assert not one.endswith("-2")
    assert not other.endswith("-2")

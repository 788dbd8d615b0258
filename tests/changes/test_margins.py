"""What differs between two texts, word by word: no letter is lost, and nothing is marked that is the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from proofdeck.book.changes.margins import passages

TEXTS = st.text("ab .,\n手札を\u2019", max_size=30) | st.lists(
    st.sampled_from(["draw", "two", "cards", "手札", "1.2"]), max_size=8
).map(" ".join)


@given(TEXTS, TEXTS)
def test_the_passages_of_two_texts_are_these_texts(old: str, new: str) -> None:
    before, now = passages(old, new)
    assert ("".join(text for text, _ in before), "".join(text for text, _ in now)) == (old, new)
    same = ["".join("".join(text for text, differs in side if not differs).split()) for side in (before, now)]
    assert same[0] == same[1]


@given(TEXTS)
def test_equal_texts_differ_nowhere(text: str) -> None:
    assert not any(differs for side in passages(text, text) for _, differs in side)


def test_the_smallest_whole_words_are_marked() -> None:
    before, now = passages("Draw two cards.", "Draw three cards, then stop.")
    assert [text for text, differs in before if differs] == ["two"]
    assert [text for text, differs in now if differs] == ["three", ", then stop"]
    assert [text for text, differs in passages("手札を二枚引く", "手札を三枚引く")[0] if differs] == ["二"]

"""The differences in words: short for a terminal, complete for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from proofdeck.book.changes.difference import CardChange, GameChange, TextChange
from proofdeck.book.changes.printed import Printed, missing, too_many
from proofdeck.book.changes.snapshot import CardSnapshot
from proofdeck.ground.problems import counted, listed

LONGEST = 60
"""Characters of a text to show."""
AROUND = 20
"""Characters to show on both sides of a difference in a longer text."""


def as_lines(changes: Sequence[GameChange]) -> Iterator[str]:
    """A heading for each game, then one line per change."""
    for number, game in enumerate(changes):
        if number:
            yield ""
        yield f"{game.title}: {summary(game)}"
        yield from (f"  {of_card(change)}" for change in game.cards)
        yield from (f"  {of_text(change)}" for change in game.texts)


def summary(game: GameChange) -> str:
    """`2 cards changed, 1 card added and 1 clause changed`."""
    of_texts = ((text.kind, "added" if not text.old else "changed" if text.new else "removed") for text in game.texts)
    counts = Counter([*(("card", card.change) for card in game.cards), *of_texts])
    return listed(f"{counted(number, noun)} {change}" for (noun, change), number in counts.items())


def of_card(change: CardChange) -> str:
    """`Phoenix changed: value 12 → 10, copies 3 → 2`."""
    name = change.card.name or change.card.id
    before, after = change.copies
    if change.old is None or change.new is None:
        return f"{name} {change.change} ({_copies(before + after)})"
    parts = [f"{column} {_pair(*cells)}" for column, cells in change.fields.items() if column != "quantity"]
    if before != after:
        parts.append(f"copies {before} → {after}")
    if change.looks_different and not change.fields:
        parts.append("looks different")
    was = f" from {change.old.name or change.old.id}" if change.change == "renamed" else ""
    return f"{name} {change.change}{was}: {', '.join(parts)}" if parts else f"{name} {change.change}{was}"


def of_text(change: TextChange) -> str:
    """`clause end.kill-count changed: …wins with 8 kills… → …wins with 9 kills…`."""
    name = f"{change.kind} {change.id}"
    if not change.old or not change.new:
        return f"{name} {'removed' if change.old else 'added'}"
    return f"{name} changed: {_pair(change.old, change.new)}"


def marked(old: CardSnapshot, now: CardSnapshot | None) -> str:
    """Text printed on an old copy that tells it from a new one: `value 12`; "" if no cell does."""
    cells = CardChange(old, now).fields if now else {}
    telling = [(name, before) for name, (before, _) in cells.items() if before and name != "quantity"]
    short = sorted(telling, key=lambda cell: len(cell[1]))[:1]
    return ", ".join(f"{name} {_shortened(cell)}" for name, cell in short)


def as_rows(changes: Sequence[GameChange]) -> list[dict[str, object]]:
    """The differences as data for JSON."""
    return [
        {
            "game": game.name,
            "title": game.title,
            "cards": [_card_row(change) for change in game.cards],
            "texts": [{"kind": text.kind, "id": text.id, "old": text.old, "new": text.new} for text in game.texts],
        }
        for game in changes
    ]


def _card_row(change: CardChange) -> dict[str, object]:
    return {
        "id": change.card.id,
        "name": change.card.name,
        "change": change.change,
        "was": change.old.id if change.old else None,
        "copies": list(change.copies),
        "fields": {name: list(cells) for name, cells in change.fields.items()},
        "looks_different": change.looks_different,
    }


def exchanged(deck: Mapping[str, CardSnapshot], printed: Printed | None) -> list[str]:
    """How to turn the printed deck into the current one, one line per card; empty if they are the same.

    deck: the current cards by id.
    """
    faces = [face for card in deck.values() for face in card.faces]
    lacking = iter(missing(faces, printed))
    put_in = {card.id: sum(next(lacking) for _ in card.faces) for card in deck.values()}
    lines = []
    for card, number in too_many(faces, printed):
        now = deck.get(card.id)
        mark = marked(card, now)
        words = f"take out {_copies(number)}{f' with {mark}' if mark else ''}"
        again = put_in.pop(card.id, 0)
        lines.append(f"{card.name or card.id}: {words}{f', put in {again}' if again else ''}")
    names = {card.id: card.name or card.id for card in deck.values()}
    return [*lines, *(f"{names[card]}: put in {_copies(number)}" for card, number in put_in.items() if number)]


def _copies(number: int) -> str:
    return f"{number} {'copy' if number == 1 else 'copies'}"


def _pair(old: str, new: str) -> str:
    """Both texts, or for long ones the difference with a little context."""
    old, new = _on_one_line(old), _on_one_line(new)
    if max(len(old), len(new)) <= LONGEST:
        return f"{old or 'nothing'} → {new or 'nothing'}"
    start = _equal_letters(old, new)
    end = _equal_letters(old[start:][::-1], new[start:][::-1])
    return f"{_cut(old, start, end)} → {_cut(new, start, end)}"


def _equal_letters(one: str, other: str) -> int:
    """The length of the common beginning."""
    differing = (at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    return next(differing, min(len(one), len(other)))


def _cut(text: str, start: int, end: int) -> str:
    first, last = max(0, start - AROUND), min(len(text), len(text) - end + AROUND)
    return f"{'…' if first else ''}{_shortened(text[first:last])}{'…' if last < len(text) else ''}"


def _shortened(text: str) -> str:
    return text if len(text) <= 2 * LONGEST else f"{text[:LONGEST]} … {text[-LONGEST:]}"


def _on_one_line(text: str) -> str:
    return " / ".join(text.split("\n"))

"""The words of a made face: texts, facts with their labels, and kinds in a line, as a template says them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from proofdeck.paper.faces.placed import SERIES, PlacedColumn
from proofdeck.source.cards.roles import LONG, Column, Role, vocabulary

NO_WORDS = ("no", "false", "n", "nein", "non", "nao", "não", "nie", "нет", "否", "-", "0")


def words_said(words: Sequence[PlacedColumn]) -> str:
    """Texts, then facts with their labels, marks, and what is told in italics, each on a line of its own."""
    ranks = {Role.NAME: -1, Role.TEXT: 0, Role.FLAVOUR: 3, Role.MARK: 2}
    texts = [part for part in words if part.role in {Role.TEXT, Role.NAME}]
    said = ""
    numbers = _numbers_of(words)
    for part in sorted(words, key=lambda part: ranks.get(part.role, 1)):
        cell, filled = part.said, has_words(part)
        if part.role is Role.FLAVOUR:
            cell = f"*{cell}*"
        elif part.role is Role.MARK:
            cell = part.label
        elif label := numbers.get(part.column) or _heading(part, texts):
            cell = f"**{_plain(label)}** {cell}"
        line = f"\n{cell}" if said else cell
        said += line if line == part.said and filled == part.name else f"{{% if {filled} %}}{line}{{% endif %}}"
    return said


def has_words(part: PlacedColumn) -> str:
    """The condition that it has words for a card."""
    is_mark = part.role is Role.MARK
    return f"{part.name} and {part.name}|lower not in {[*sorted(NO_WORDS)]}" if is_mark else part.is_filled


def _heading(part: PlacedColumn, texts: Sequence[PlacedColumn]) -> str:
    """What stands before its words; nothing before the first text, and sentences that are called so need nothing."""
    is_sentence = (
        part.role is Role.TEXT
        and part.column.length >= LONG
        and part.words.rstrip(" 0123456789") in vocabulary()["text"]
    )
    return "" if is_sentence or texts[:1] == [part] else part.label


def _numbers_of(words: Sequence[PlacedColumn]) -> dict[Column, str]:
    """The numbers of texts that are numbered: `Clue 1`, `Clue 2` and so on."""
    found: dict[str, dict[Column, str]] = {}
    for part in words:
        if numbered := re.fullmatch(r"(.*\D)\s*(\d+)", part.label):
            found.setdefault(numbered[1].strip(), {})[part.column] = numbered[2]
    return {column: number for series in found.values() if len(series) >= SERIES for column, number in series.items()}


def line_of(parts: Sequence[PlacedColumn]) -> str:
    """`Creature · Forest`, without the cells that are blank."""
    spelt = "|replace('_', ' ')" if any("_" in cell for part in parts for cell in part.column.filled) else ""
    if len(parts) < 2 and not spelt:
        return "".join(part.shown for part in parts)
    cells = [part.name if part.is_filled == part.name else f"{part.name} if {part.is_filled} else ''" for part in parts]
    return f"{{{{ [{', '.join(cells)}]|filled|join(' · '){spelt} }}}}"


def _plain(label: str) -> str:
    """A label in a text with markup."""
    return re.sub(r"([*:<|])", r"\\\1", label)

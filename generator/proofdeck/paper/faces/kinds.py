"""The colour and the icon of each kind of cards of made faces, and the tables of a template in which they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle

from proofdeck.paper.faces.looks import icons_for, look_words, quoted
from proofdeck.paper.faces.placed import PlacedColumn, edges_in
from proofdeck.source.cards.roles import NOTHING, Role, means

HEX = re.compile(r"#[0-9a-fA-F]{6}")
SEEN, LIGHTEST = (0.3, 0.59, 0.11), 105
"""How much red, green and blue add to how light a colour is, and how light it may be below white letters."""


@dataclass(frozen=True)
class Colours:
    """A colour and an icon for each kind, of the column whose words repeat most clearly. column: its name."""

    plain: str
    tones: Mapping[str, str] = field(default_factory=dict)
    emblems: Mapping[str, str] = field(default_factory=dict)
    column: str = ""
    label: str = ""
    edges: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, parts: Sequence[PlacedColumn], icons: frozenset[str], plain: str) -> Colours:
        edges = edges_in(parts)
        at_edges = _toned(word for part in edges for word in part.column.filled)
        kinds = [part for part in parts if part.role is Role.KIND and part.column.different > 1 and part not in edges]
        if not kinds:
            return cls(plain, edges=at_edges)
        chosen = next((part for part in kinds if part.column.key == "kind"), None) or min(kinds, key=clarity)
        tones = _toned(chosen.column.filled)
        return cls(plain, tones, icons_for(list(tones), icons), chosen.name, chosen.label, at_edges)

    def of_edge(self, column: str) -> str:
        return f"{{{{ edge_tones[{column}]|default('{self.plain}') }}}}"

    def of_figure(self, part: PlacedColumn) -> str:
        """The colour that one of a series of figures is called like, or else that of the card."""
        tones = _named_tones() if part.series else {}
        return next((tones[word] for word in part.label.casefold().split() if word in tones), "accent")

    @property
    def accent(self) -> str:
        return f"{{{{ tones[{self.column}]|default('{self.plain}') }}}}" if self.tones else self.plain

    @property
    def emblem(self) -> str:
        return f"{{{{ emblems[{self.column}]|default('') }}}}" if self.emblems else ""

    @property
    def tables(self) -> str:
        """The tables in which the colours and icons can be changed."""
        told = (
            (f"The colour of each {self.label}.", "tones", self.tones),
            (f"The icon of each {self.label}; `proofdeck icons` lists them all.", "emblems", self.emblems),
            ("The colour of each edge.", "edge_tones", self.edges),
        )
        return "".join(listing(says, f"data.{name}", rows) for says, name, rows in told if rows)


def _toned(words: Iterable[str]) -> dict[str, str]:
    """A colour for each word: that which it names, or else one of the others in turn."""
    words = [word for word in words if word.casefold() not in NOTHING]
    known = _named_tones()
    named = {word: known.get(word.casefold(), "") for word in words}
    named |= {word: _dark(word) for word in named if HEX.fullmatch(word)}
    tones = look_words()["tones"]
    free = cycle([tone for tone in tones if tone not in named.values()] or tones)
    return {word: tone or next(free) for word, tone in named.items()}


def _dark(colour: str) -> str:
    """A colour as it is, or so much darker that white letters can be read on it."""
    parts = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
    light = sum(share * part for share, part in zip(SEEN, parts, strict=True))
    return "#" + "".join(f"{round(part * min(1, LIGHTEST / max(light, 1))):02x}" for part in parts)


def _named_tones() -> dict[str, str]:
    """Each word for a colour -> the colour that it is in all looks."""
    return {word: tone for tone, said in look_words()["named"].items() for word in said.split()}


def listing(says: str, name: str, rows: Mapping[str, str]) -> str:
    """A table of TOML below a comment."""
    lines = "".join(f"{quoted(word)} = {quoted(said)}\n" for word, said in rows.items())
    return f"\n# {says}\n[{name}]\n{lines}"


def clarity(part: PlacedColumn) -> tuple[bool, int, int]:
    """The less, the better to choose colours by: a word for kinds, on every card, and of few different words."""
    place = means("kind", part.words)
    return place is None, part.column.different > len(look_words()["tones"]), 99 if place is None else place

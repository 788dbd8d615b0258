"""The designs of a game: its different pairs of faces, each with the number of its copies and names for files."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count

from proofdeck.ground.cache import digest
from proofdeck.ground.problems import Problems
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.sizes import BOARD_AREA
from proofdeck.paper.faces.spaces import Spaces
from proofdeck.source.cards import Card
from proofdeck.source.cards.values import free_variant
from proofdeck.source.project.printed_cards import printed_cards

LONGEST_STEM = 60
"""Characters in the name of a file, so that folders and endings still fit in what file systems and shops take."""


@dataclass(frozen=True)
class Design:
    """A pair of faces. name: for files, different for each design; card: with every cell filled in; spaces: of a board,
    in mm.
    """

    name: str
    card: Card
    front: Face
    back: Face
    copies: int
    spaces: Spaces = field(default_factory=dict)

    @property
    def is_board(self) -> bool:
        """Whether it has spaces or is so large that it is below everything else."""
        return bool(self.spaces) or self.front.size.width * self.front.size.height > BOARD_AREA

    @property
    def is_card(self) -> bool:
        """Whether it is dealt and shuffled, and not a board or a token."""
        return self.front.outline == "rectangle" and not self.is_board

    @cached_property
    def has_back(self) -> bool:
        return bool(self.back.marks)


def designs_of(made: Print, players: int | None) -> list[Design]:
    """In printing order. Copies of a card that look different are designs of their own."""
    cards = {card.id: card for card in printed_cards(made.game, made.game.printed, players, Problems())}
    faces: dict[tuple[str, str, str], tuple[Face, Face]] = {}
    copies: Counter[tuple[str, str, str]] = Counter()
    for item in made.items:
        back = item.back or Face(item.front.size, item.front.bleed, item.front.outline, (), corner=item.front.corner)
        key = item.label, item.front.digest, back.digest
        faces.setdefault(key, (item.front, back))
        copies[key] += 1
    names = file_stems(label for label, _, _ in faces)
    found = []
    for name, (key, (front, back)) in zip(names, faces.items(), strict=True):
        card = cards[key[0]]
        template = made.templates.get(("front", card.kind))
        found.append(Design(name, card, front, back, copies[key], template.spaces if template else {}))
    return found


def names_of_shared_backs(sides: Iterable[tuple[Face, str]]) -> dict[str, str]:
    """A name for a file of each back that several cards share, by its digest: back, back-2 and so on.

    sides: backs with the names of their cards, which are left free.
    """
    cards: dict[str, set[str]] = {}
    for back, name in sides:
        cards.setdefault(back.digest, set()).add(name)
    taken = {name for names in cards.values() for name in names}
    free = (name for number in count(1) if (name := "back" if number == 1 else f"back-{number}") not in taken)
    return {back: next(free) for back, names in cards.items() if len(names) > 1}


def file_stems(labels: Iterable[str]) -> Iterator[str]:
    """A name for each label that any file system, address and shop takes, and no other has, ignoring case."""
    taken: set[str] = set()
    for label in labels:
        stem = free_variant(file_stem(label), taken)
        taken.add(stem)
        yield stem


def file_stem(label: str) -> str:
    """Lowercase ASCII letters, digits and hyphens. Labels of which too little is left end in a hash of the whole."""
    plain = "".join(one for one in unicodedata.normalize("NFKD", label) if not unicodedata.combining(one))
    kept = re.sub(r"[^a-z0-9]+", "-", plain.casefold()).strip("-")
    lost = not kept or len(kept) > LONGEST_STEM or any(one.isalnum() and not one.isascii() for one in plain)
    return f"{kept[:LONGEST_STEM].strip('-')}-{digest(label)[:6]}".strip("-") if lost else kept

"""What all tables online share: pictures of every face, and what a card says, as fields that can be searched."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from proofdeck.book.manuscript.composing import print_rules
from proofdeck.book.manuscript.in_words import MARKUP, described
from proofdeck.front.export.pictures import Format, PaintedFace, paint_pictures, trimmed
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame
from proofdeck.front.making.tables import LaidTable, PhysicalCard, Stack
from proofdeck.ground.problems import Problems
from proofdeck.ground.units import Box, Size
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Face
from proofdeck.source.cards import Card
from proofdeck.source.cards.called import called
from proofdeck.source.rules.clauses import Edition

DPI = 150.0
"""Enough to fill half a screen with a card."""
UNITS = 103 / 63
"""Units of a table for each mm: VirtualTabletop and playingcards.io draw a poker card 103 units wide."""
AIR = 4
"""Units between a holder and the cards in it."""
SEATS_AT, SCORES_AT, HAND_AT = 772, 1250, 820
"""Units from the top to the seats, from the left to the scores, and from the top to the hand."""
Widget = dict[str, Any]
NOT_SAID = frozenset({"game", "id", "name", "quantity", "icon", "emblem", "art"})
"""Columns that say nothing to players."""
EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive, so that the same game makes the same archive."""


def format_of(face: Face, settings: TargetSettings, corner: float | None = None) -> Format:
    return trimmed(face, settings.dpi or DPI, None, corner)


def faces_of(designs: Iterable[Design]) -> list[Face]:
    """Every different face, blank backs included."""
    return list({face.digest: face for design in designs for face in (design.front, design.back)}.values())


def pictures_of(goods: ExportedGame, settings: TargetSettings, progress: Progress) -> dict[str, bytes]:
    """The PNG of each face, by the digest of the face."""
    wanted = [PaintedFace(face, format_of(face, settings)) for face in faces_of(goods.designs)]
    found: dict[str, bytes] = {}
    for one, png in paint_pictures(wanted, goods.made.supplies):
        found[one.face.digest] = png
        progress(f"{goods.game.name}/{goods.folder.name}", len(found), len(wanted))
    return found


def rules_of(goods: ExportedGame) -> str:
    """The players' rules as plain text; empty if there are none or they have mistakes."""
    return print_rules(goods.game, Problems(), edition=Edition.PLAYERS)


def cells_of(card: Card, goods: ExportedGame) -> dict[str, str]:
    """Its name, the card in words, and each column that says something, as plain text.

    Columns have keys that no program takes for a setting of its own.
    """
    columns = {
        f"cell_{name}": " ".join(MARKUP.sub("", words).split())
        for name, words in card.fields.items()
        if words and name not in NOT_SAID and not name.startswith("quantity_") and "@" not in name
    }
    return {"label": called(card), "description": described(card, goods.game.phrases), **columns}


class Deck(NamedTuple):
    """Cards of one size and one back, which belong together. home: the stack that they are shuffled into."""

    id: str
    designs: tuple[Design, ...]
    home: Stack
    size: Size


def decks_of(table: LaidTable) -> list[tuple[Deck, list[tuple[Stack, PhysicalCard]]]]:
    """The decks on a table, each with its cards and where they are. Cards with backs of their own are one deck."""
    backs = Counter({copy.design.name: copy.design.back.digest for _, copy in table.cards()}.values())
    groups: dict[tuple[object, ...], list[tuple[Stack, PhysicalCard]]] = {}
    for stack, copy in table.cards():
        face, back = copy.design.front, copy.design.back
        shared = back.digest if backs[back.digest] > 1 else stack.id if stack.is_supply else ""
        key = face.size, face.outline, shared, stack.is_supply, bool(stack.board)
        groups.setdefault(key, []).append((stack, copy))
    found = []
    for number, members in enumerate(groups.values(), 1):
        designs = tuple({copy.design.name: copy.design for _, copy in members}.values())
        counts: dict[str, int] = {}
        for stack, _ in members:
            counts[stack.id] = counts.get(stack.id, 0) + (0 if stack.is_open or stack.seat else 1)
        stacks = {stack.id: stack for stack, _ in members}
        home = stacks[max(counts, key=counts.__getitem__)]
        found.append((Deck(f"deck-{number}", designs, home, table.size(designs[0])), members))
    return found


def archive(files: Iterable[tuple[str, bytes]], *, stored: bool = False, level: int | None = None) -> bytes:
    """A ZIP file, the same for the same files. level: of compression, from 1 to 9."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED) as opened:
        for name, content in files:
            opened.writestr(zipfile.ZipInfo(name, EPOCH), content, None if stored else zipfile.ZIP_DEFLATED, level)
    return data.getvalue()


def units(length: float) -> int:
    """mm as units of a table."""
    return round(length * UNITS)


def placed(box: Box, beyond: int = 0) -> Widget:
    """Where a widget is, and how large. beyond: units by which it is larger on each side."""
    return {
        "x": units(box.x) - beyond,
        "y": units(box.y) - beyond,
        "width": units(box.width) + 2 * beyond,
        "height": units(box.height) + 2 * beyond,
    }


def placeholders(goods: ExportedGame) -> Mapping[str, str]:
    """In place of pictures, what each depends on: enough to tell whether a file is up to date."""
    return {face.digest: goods.made.keys.face(face) for face in faces_of(goods.designs)}


def in_order(stack: Stack) -> Iterator[tuple[int, PhysicalCard]]:
    """The cards of a stack from the bottom up, each with its number from the top or from the left."""
    numbered = list(enumerate(stack.cards))
    yield from numbered if stack.spread else reversed(numbered)

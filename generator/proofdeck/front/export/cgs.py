"""`export cgs`: a game for Card Game Simulator, as the folder that its specification describes. Its lengths are inches.

Every card of a game has one size there. Pieces of another size lie in the middle of a transparent card of that size.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from proofdeck.front.export.online import DPI, cells_of, decks_of, format_of
from proofdeck.front.export.pictures import PaintedFace, as_png, picture_job, pixels_at, trimmed
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.shop import json_job, text_job
from proofdeck.front.export.table import tables_of
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.tables import LaidTable, PhysicalCard, Stack
from proofdeck.ground.cache import digest
from proofdeck.ground.problems import counted
from proofdeck.ground.units import MM_PER_INCH, Size
from proofdeck.ground.workspace.outputs import Job, MadeFiles
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design, file_stems
from proofdeck.paper.faces.face import Face
from proofdeck.play.scene.layout import GAP

USUAL_BACK = "CardBack.png"
TEXT = "description"
"""The property that is shown first, and its name in `cells_of`."""
Thing = dict[str, object]


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """A folder with the definition of the game, its cards, its decks and their pictures."""
    game = _Game(goods, settings, tables_of(goods))
    folder = goods.game.name
    cards = {f"{folder}/{game.front(one)}": one.front for one in goods.designs}
    backs = {f"{folder}/{game.back(name)}": face for name, face in game.backs.values()}
    boards = {
        f"{folder}/{game.board(one)}": PaintedFace(one.front, format_of(one.front, settings)) for one in game.boards
    }
    return [
        json_job(f"{folder}/cgs.json", "definition", game.definition()),
        json_job(f"{folder}/AllCards.json", counted(len(goods.designs), "card"), game.cards()),
        *(
            text_job(f"{folder}/decks/{name}.txt", counted(deck.total(), "card"), game.deck(name, deck))
            for name, deck in game.decks.items()
        ),
        _card_job(goods, {**cards, **backs}, game.card, settings.dpi or DPI),
        *([picture_job(goods, counted(len(boards), "board"), boards)] if boards else []),
    ]


@dataclass(frozen=True)
class _Game:
    """A game as Card Game Simulator knows it. Paths are relative to its folder."""

    goods: ExportedGame
    settings: TargetSettings
    tables: Sequence[LaidTable]

    @cached_property
    def card(self) -> Size:
        """The size of every card: the one that most copies have."""
        sizes: Counter[Size] = Counter()
        for one in self.goods.designs:
            if not one.is_board:
                sizes[one.front.size] += one.copies
        return sizes.most_common(1)[0][0] if sizes else self.goods.designs[0].front.size

    @cached_property
    def boards(self) -> list[Design]:
        return [one for one in self.goods.designs if one.is_board]

    @cached_property
    def backs(self) -> Mapping[str, tuple[str, Face]]:
        """Each back by its digest, with its id: that of its first card, or "" for the back that most copies have."""
        copies: Counter[str] = Counter()
        named: dict[str, tuple[str, Face]] = {}
        for one in self.goods.designs:
            copies[one.back.digest] += one.copies
            named.setdefault(one.back.digest, (one.name, one.back))
        ((usual, _),) = copies.most_common(1)
        return {**named, usual: ("", named[usual][1])}

    def front(self, design: Design) -> str:
        return f"sets/{self.goods.game.name}/{design.name}.png"

    def back(self, name: str) -> str:
        return f"backs/{name}.png" if name else USUAL_BACK

    def board(self, design: Design) -> str:
        return f"boards/{design.name}.png"

    def id(self, design: Design) -> str:
        """As the program knows it: with its back, unless that is the usual one."""
        back, _ = self.backs[design.back.digest]
        return f"{design.name}.{back}" if back else design.name

    def definition(self) -> Thing:
        game, decks = self.goods.game, {name: {"name": name, **self._at(f"decks/{name}.txt")} for name in self.decks}
        backs = {name: self.back(name) for name, _ in self.backs.values() if name}
        return {
            "name": game.title,
            "cardSize": _inches(self.card),
            "cardNameIsUnique": False,
            "cardPrimaryProperty": TEXT,
            "cardProperties": [*self._properties()],
            "cardBackFaceImageUrls": [{"id": name, **self._at(path)} for name, path in backs.items()],
            "deckFileType": "txt",
            "deckFileTxtId": "id",
            "deckUrls": [*decks.values()],
            "gameBoardCards": [{"card": self.id(one), "boards": [board]} for one, board in _boards(self.boards)],
            "gameBoardUrls": [{"id": one.name, **self._at(self.board(one))} for one in self.boards],
            "gameStartDecks": [decks[name] for name in self._by_table[0]],
            "gameStartHandCount": self._hand,
            "setCodeDefault": game.name,
            "setNameDefault": game.title,
            **(self._addresses() if self.settings.base_url else {"autoUpdate": -1}),
        }

    def cards(self) -> list[Thing]:
        """Short ids first, because a line of a deck stands for the first card whose id contains the one in it."""
        return [
            {
                "id": one.name,
                "name": self._cells(one)["label"],
                **{key: words for key, words in self._cells(one).items() if key != "label"},
                "backs": [self.backs[one.back.digest][0]],
            }
            for one in sorted(self.goods.designs, key=lambda one: len(one.name))
        ]

    def _cells(self, design: Design) -> dict[str, str]:
        """What the card says, each on one line."""
        return {key: " ".join(words.split()) for key, words in cells_of(design.card, self.goods).items()}

    def _properties(self) -> Iterator[Thing]:
        """What can be searched for."""
        keys = dict.fromkeys(key for one in self.goods.designs for key in self._cells(one) if key != "label")
        for key in keys:
            shown = key.removeprefix("cell_").replace("_", " ") if key != TEXT else "card"
            yield {"name": key, "type": "string", "display": f"{shown[:1].upper()}{shown[1:]}"}

    # -- decks ---------------------------------------------------------------------------------------------------------

    @cached_property
    def decks(self) -> dict[str, Counter[str]]:
        """The copies of each card, as the lines of a file, by the name of the deck; those that go to hands last."""
        return {name: deck for decks in self._by_table for name, deck in decks.items()}

    @cached_property
    def _by_table(self) -> list[dict[str, Counter[str]]]:
        """The decks of each table, from the fewest players on. A name says for how many it is if that matters."""
        laid = [self._laid(table) for table in self.tables]
        differing = {
            name for decks in laid for name, deck in decks.items() if any(one.get(name, deck) != deck for one in laid)
        }
        return [
            {f"{name}-{table.players}-players" if name in differing else name: deck for name, deck in decks.items()}
            for table, decks in zip(self.tables, laid, strict=True)
        ]

    def _laid(self, table: LaidTable) -> dict[str, Counter[str]]:
        """A deck for each board, and for each stack that cards are shuffled into, whatever their backs."""
        homes: dict[str, list[tuple[Stack, PhysicalCard]]] = {}
        for deck, members in decks_of(table):
            homes.setdefault(deck.home.id, []).extend(members)
        rest = sorted(homes.items(), key=lambda found: sum(stack.is_hand for stack, _ in found[1]))
        named = [(board.copy.design.name, [board.copy]) for board in table.boards]
        named += [(home, [copy for _, copy in members]) for home, members in rest]
        decks = [self._in_printing_order([copy.design.name for copy in copies]) for _, copies in named]
        return dict(zip(file_stems(name for name, _ in named), decks, strict=True))

    def _in_printing_order(self, names: Sequence[str]) -> Counter[str]:
        """The lines of a deck, which say nothing about the deal. names: those of the designs of its cards."""
        copies = Counter(names)
        return Counter({self._line(one): copies[one.name] for one in self.goods.designs if one.name in copies})

    @property
    def _hand(self) -> int:
        """Cards that each player gets; 0 unless it is the same number for all."""
        sizes = {len(stack.cards) for table in self.tables for stack in table.stacks if stack.is_hand}
        return sizes.pop() if len(sizes) == 1 else 0

    def deck(self, name: str, deck: Counter[str]) -> str:
        """The file of a deck."""
        lines = [f"{count} {line}" for line, count in deck.items()]
        return "\n".join([f"### {self.goods.game.title} Deck: {name}", *lines, ""])

    def _line(self, design: Design) -> str:
        return f"[{self.id(design)}] {self._cells(design)['label']}"

    # -- addresses -----------------------------------------------------------------------------------------------------

    def _addresses(self) -> Thing:
        """Where the program downloads what is not in a list."""
        return {
            "autoUpdateUrl": self._address("cgs.json"),
            "allCardsUrl": self._address("AllCards.json"),
            "cardBackImageUrl": self._address(USUAL_BACK),
            "cardImageUrl": self._address("sets/{cardSet}/{cardId}.png"),
        }

    def _at(self, path: str) -> Thing:
        """The address of one file, if it is known where the folder will be."""
        return {"url": self._address(path)} if self.settings.base_url else {}

    def _address(self, path: str) -> str:
        return f"{(self.settings.base_url or '').rstrip('/')}/{path}"


def _boards(designs: Sequence[Design]) -> Iterator[tuple[Design, Thing]]:
    """Boards in a row, with the first in the middle of the table."""
    left = -designs[0].front.size.width / 2 if designs else 0.0
    for design in designs:
        size = design.front.size
        corner = _inches(Size(left, -size.height / 2))
        yield design, {"id": design.name, "offsetMin": corner, "size": _inches(size)}
        left += size.width + GAP


def _card_job(goods: ExportedGame, faces: Mapping[str, Face], card: Size, dpi: float) -> Job:
    """Pictures in the size of a card."""
    canvas = pixels_at(card, dpi)
    bare = picture_job(goods, f"{dpi:g} dpi", {path: _in_card(face, card, dpi) for path, face in faces.items()})

    def make(stale: Sequence[str], progress: Progress) -> MadeFiles:
        return ((path, _on_canvas(png, canvas, dpi)) for path, png in bare.make(stale, progress))

    return Job(bare.says, {path: digest(key, canvas) for path, key in bare.keys.items()}, make)


def _in_card(face: Face, card: Size, dpi: float) -> PaintedFace:
    """A face as large as it is, or smaller if it would not fit."""
    fits = min(1.0, card.width / face.size.width, card.height / face.size.height)
    return PaintedFace(face, trimmed(face, dpi * fits, None))


def _on_canvas(png: bytes, canvas: tuple[int, int], dpi: float) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(png), formats=("PNG",)) as image:
        if image.size == canvas:
            return png
        sheet = Image.new("RGBA", canvas, (0, 0, 0, 0))
        sheet.paste(image, ((canvas[0] - image.width) // 2, (canvas[1] - image.height) // 2))
    return as_png(sheet, dpi)


def _inches(size: Size) -> Thing:
    return {"x": round(size.width / MM_PER_INCH, 4), "y": round(size.height / MM_PER_INCH, 4)}


TARGET = Target("cgs", "a game for Card Game Simulator, with its decks", ("dpi", "base_url"), jobs)

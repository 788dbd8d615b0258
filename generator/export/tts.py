"""`export tts`: a game for Tabletop Simulator, a saved table for each number of players with its pictures.

Lengths in saves are inches. Pictures carry a hash of what they show in their names, because Tabletop Simulator keeps a
picture for ever under its address.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.cache import digest
from generator.export.designs import Design
from generator.export.online import CORNER, DPI, cells_of, faces_of, rules_of
from generator.export.pictures import Grid, Picture, in_a_grid, key_of, picture_job, trimmed
from generator.export.settings import Settings
from generator.export.shop import text_job
from generator.export.table import SURFACE, Copy, Stack, Table, is_board, tables_of
from generator.export.target import Goods, Target
from generator.faces.face import Face, Outline
from generator.pipeline.jobs import Job, Made
from generator.pipeline.request import Progress
from generator.problems import counted
from generator.units import MM_PER_INCH, Box, Size

MOST_COLUMNS, MOST_ROWS = 10, 7
LARGEST = 4096
"""Pixels on either side of a sheet."""
CARD = Size(56.0, 80.0)
"""mm: a card of Tabletop Simulator at scale 1."""
TILE = 50.8
"""mm: the width of a tile at scale 1."""
TILE_KINDS: Mapping[Outline, int] = {"rectangle": 0, "hexagon": 1, "ellipse": 2}
TILE_LOOK = MappingProxyType({"Thickness": 0.1, "Stackable": True, "Stretch": True})
COLOURS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown")
HEIGHT = 1.0
"""Inches above the ground at which everything begins to fall onto the table."""
THIN, TOKEN, IN_HAND = 0.02, 0.15, 1.2
"""Inches from a card to the one on top of it, from a token to the next, and between cards in a hand."""
HANDS_AT = 15.5
"""Inches from the middle of the table to the hands along its two long sides."""
IMAGES = "images"
PAGE = 20_000
"""Characters of rules in one page of the notebook."""
Thing = dict[str, Any]


class Cell(NamedTuple):
    """Where the picture of a card is: the number of its sheet, and at which index, row by row."""

    sheet: int
    at: int


@dataclass(frozen=True)
class Sheet:
    """Cards of one size in one picture. number: from 1; has_own_backs: whether each has a back of its own."""

    number: int
    designs: tuple[Design, ...]
    grid: Grid
    has_own_backs: bool
    front: str = ""
    back: str = ""

    def custom_deck(self, base: str) -> Thing:
        return {
            str(self.number): {
                "FaceURL": f"{base}{self.front}",
                "BackURL": f"{base}{self.back}",
                "NumWidth": self.grid.columns,
                "NumHeight": self.grid.rows,
                "BackIsHidden": True,
                "UniqueBack": self.has_own_backs,
                "Type": 0,
            }
        }


def jobs(goods: Goods, settings: Settings) -> list[Job]:
    """The pictures, and a save for each number of players."""
    sheets = [_named(goods, sheet, settings) for sheet in _sheets(goods.designs, settings)]
    base = f"{(settings.base_url or (goods.folder / IMAGES).resolve().as_uri()).rstrip('/')}/"
    tokens = [one for one in goods.designs if not _is_card(one)]
    shown = [_picture(face, settings, alpha=True) for face in faces_of(tokens) if face.marks]
    tiles = {one.face.digest: f"{_hashed(goods, 'tile', one)}.png" for one in shown}
    pictures = {goods.folder / IMAGES / tiles[one.face.digest]: one for one in shown}
    by_path = {path: job for sheet in sheets for job in _sheet_jobs(goods, sheet, settings) for path in job.keys}
    found = list(by_path.values())
    if pictures:
        found.append(picture_job(goods, f"{settings.dpi or DPI:g} dpi", pictures))
    rules = rules_of(goods)
    return [*found, *(_save(_Saving(goods, table, sheets, tiles, base), rules) for table in tables_of(goods))]


def _is_card(design: Design) -> bool:
    """Whether it is dealt and shuffled, and not a board or a token."""
    return design.front.outline == "rectangle" and not is_board(design)


def _picture(face: Face, settings: Settings, *, alpha: bool = False) -> Picture:
    return Picture(face, trimmed(face, settings.dpi or DPI, None, CORNER if alpha else 0.0))


# -- sheets of cards ---------------------------------------------------------------------------------------------------


def _sheets(designs: Sequence[Design], settings: Settings) -> Iterator[Sheet]:
    """Cards of one size whose backs are all the same, or all different, in as few pictures as possible."""
    groups: dict[tuple[Size, str], list[Design]] = {}
    shared = [one.back.digest for one in designs]
    for one in filter(_is_card, designs):
        back = one.back.digest if shared.count(one.back.digest) > 1 else ""
        groups.setdefault((one.front.size, back), []).append(one)
    number = 0
    for (_, back), members in groups.items():
        width, height = _picture(members[0].front, settings).format.canvas
        most = Grid(max(1, min(MOST_COLUMNS, LARGEST // width)), max(1, min(MOST_ROWS, LARGEST // height)))
        for start in range(0, len(members), most.columns * most.rows):
            number += 1
            part = tuple(members[start : start + most.columns * most.rows])
            yield Sheet(number, part, most.holding(len(part)), has_own_backs=not back)


def _named(goods: Goods, sheet: Sheet, settings: Settings) -> Sheet:
    fronts = [_picture(one.front, settings) for one in sheet.designs]
    backs = [_picture(one.back, settings) for one in sheet.designs]
    backs = backs if sheet.has_own_backs else backs[:1]
    front = f"{_hashed(goods, 'fronts', *fronts)}.png"
    return replace(sheet, front=front, back=f"{_hashed(goods, 'backs', *backs)}.png")


def _hashed(goods: Goods, name: str, *pictures: Picture) -> str:
    """A name that changes with what is shown."""
    return f"{name}-{digest([(goods.keys.face(one.face), tuple(one.format)) for one in pictures])[:12]}"


def _sheet_jobs(goods: Goods, sheet: Sheet, settings: Settings) -> Iterator[Job]:
    fronts = [_picture(one.front, settings) for one in sheet.designs]
    backs = [_picture(one.back, settings) for one in sheet.designs]
    yield _grid_job(goods, sheet.front, fronts, sheet.grid)
    if sheet.has_own_backs:
        yield _grid_job(goods, sheet.back, backs, sheet.grid)
    else:
        yield _grid_job(goods, sheet.back, backs[:1], Grid(1, 1))


def _grid_job(goods: Goods, name: str, pictures: Sequence[Picture], grid: Grid) -> Job:
    path = goods.folder / IMAGES / name

    def make(_: Sequence[Path], _progress: Progress) -> Made:
        yield path, in_a_grid(pictures, grid, goods.made.supplies)

    says = f"{counted(len(pictures), 'picture')}, {grid.columns} × {grid.rows}"
    return Job(goods.game.name, says, {path: digest(key_of(goods, *pictures), grid)}, make)


# -- the save ----------------------------------------------------------------------------------------------------------


def _save(saving: _Saving, rules: str) -> Job:
    goods, table = saving.goods, saving.table
    seats = f"-{table.players}-players" if table.players else ""
    cards = counted(len(list(table.cards())), "card")
    text = json.dumps(saving.state(rules), ensure_ascii=False, indent=1)
    return text_job(goods, f"{goods.game.name}{seats}.json", cards, f"{text}\n")


@dataclass(frozen=True)
class _Saving:
    """A table that becomes a save. base: the address of the pictures, up to their names."""

    goods: Goods
    table: Table
    sheets: Sequence[Sheet]
    tiles: Mapping[str, str]
    base: str

    def state(self, rules: str) -> Thing:
        game = self.goods.game
        return {
            "SaveName": game.title,
            "GameMode": game.title,
            "Gravity": 0.5,
            "PlayArea": 0.5,
            "Date": "",
            "Table": "Table_RPG",
            "Sky": "Sky_Museum",
            "Note": "",
            "Rules": "",
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "TabStates": dict(_notebook(rules)),
            "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0, "HandTransforms": [*self._hands()]},
            "Turns": {"Enable": self.table.players > 1, "Type": 0, "TurnOrder": [*COLOURS[: self.table.players]]},
            "SnapPoints": [{"Position": _position(*_middle(stack.box), 0.0)} for stack in self.table.stacks],
            "ObjectStates": [*self._boards(), *(thing for stack in self.table.stacks for thing in self._stack(stack))],
            "VersionNumber": "",
        }

    def _hands(self) -> Iterator[Thing]:
        for seat in range(1, min(self.table.players, len(COLOURS)) + 1):
            x, z, turned = _hand_place(seat, self.table.players)
            size = {"scaleX": 11.0, "scaleY": 9.0, "scaleZ": 4.9}
            place = {"posX": x, "posY": 3.5, "posZ": z, "rotX": 0.0, "rotY": turned, "rotZ": 0.0}
            yield {"Color": COLOURS[seat - 1], "Transform": {**place, **size}}

    def _boards(self) -> Iterator[Thing]:
        for number, (copy, box) in enumerate(self.table.boards):
            thing = self._tile(copy, _transform(*_middle(box), HEIGHT - 0.05 + number * THIN, face_up=True))
            yield {**thing, "Locked": True}

    def _stack(self, stack: Stack) -> Iterator[Thing]:
        """One deck, cards side by side, cards in a hand, or tokens on top of each other."""
        cards = [copy for copy in stack.cards if _is_card(copy.design)]
        tokens = [copy for copy in stack.cards if not _is_card(copy.design)]
        x, z = _middle(stack.box)
        if stack.is_hand and 1 <= stack.seat <= len(COLOURS):
            yield from self._in_hand(stack.seat, cards)
        elif stack.spread or len(cards) == 1:
            for place, copy in enumerate(cards):
                width = self.table.size(copy.design).width
                centre = _inches(stack.box.x + place * stack.step + width / 2 - SURFACE.width / 2)
                yield self._card(copy, _transform(centre, z, HEIGHT + place * THIN, face_up=stack.is_open))
        elif cards:
            yield self._deck(stack, cards, _transform(x, z, HEIGHT, face_up=stack.is_open))
        for place, copy in enumerate(reversed(tokens)):
            yield self._tile(copy, _transform(x, z, HEIGHT + place * TOKEN, face_up=stack.is_open))

    def _in_hand(self, seat: int, cards: Sequence[Copy]) -> Iterator[Thing]:
        """Cards side by side, facing the player."""
        x, z, turned = _hand_place(seat, self.table.players)
        for place, copy in enumerate(cards):
            shift = (place - (len(cards) - 1) / 2) * IN_HAND * (-1 if turned else 1)
            yield self._card(copy, {**_transform(x + shift, z, 3.0, face_up=True), "rotY": (turned + 180.0) % 360})

    def _cell(self, design: Design) -> Cell:
        return next(Cell(sheet.number, sheet.designs.index(design)) for sheet in self.sheets if design in sheet.designs)

    def _scaled(self, transform: Thing, design: Design) -> Thing:
        size = self.table.size(design)
        return {**transform, "scaleX": round(size.width / CARD.width, 4), "scaleZ": round(size.height / CARD.height, 4)}

    def _card(self, copy: Copy, transform: Thing) -> Thing:
        cell = self._cell(copy.design)
        sheet = self.sheets[cell.sheet - 1]
        return {
            **self._thing(copy, "Card", self._scaled(transform, copy.design)),
            "CardID": cell.sheet * 100 + cell.at,
            "SidewaysCard": copy.design.front.size.width > copy.design.front.size.height,
            "CustomDeck": sheet.custom_deck(self.base),
            "Hands": True,
            "HideWhenFaceDown": True,
        }

    def _deck(self, stack: Stack, copies: Sequence[Copy], transform: Thing) -> Thing:
        """Cards from the top down, as a save lists them."""
        cards = [self._card(copy, transform) for copy in copies]
        decks = {key: value for card in cards for key, value in card["CustomDeck"].items()}
        return {
            "GUID": self.guids[stack.id],
            "Name": "DeckCustom",
            "Transform": self._scaled(transform, copies[0].design),
            "Nickname": stack.label,
            "Description": "",
            "DeckIDs": [card["CardID"] for card in cards],
            "CustomDeck": decks,
            "ContainedObjects": cards,
            "HideWhenFaceDown": True,
        }

    def _tile(self, copy: Copy, transform: Thing) -> Thing:
        design = copy.design
        size = self.table.size(design)
        scale = round(size.width / TILE, 4)
        back = self.tiles[design.back.digest if design.has_back else design.front.digest]
        image = {
            "ImageURL": f"{self.base}{self.tiles[design.front.digest]}",
            "ImageSecondaryURL": f"{self.base}{back}",
            "ImageScalar": 1.0,
            "WidthScale": 0.0,
            "CustomTile": {
                "Type": TILE_KINDS[design.front.outline],
                "Thickness": 0.1,
                "Stackable": True,
                "Stretch": True,
            },
        }
        scaled = {**transform, "scaleX": scale, "scaleZ": scale}
        return {**self._thing(copy, "Custom_Tile", scaled), "CustomImage": image}

    def _thing(self, copy: Copy, name: str, transform: Thing) -> Thing:
        cells = cells_of(copy.design.card, self.goods)
        own = {key.removeprefix("cell_"): words for key, words in cells.items() if key.startswith("cell_")}
        return {
            "GUID": self.guids[copy.id],
            "Name": name,
            "Transform": transform,
            "Nickname": cells["label"],
            "Description": cells["description"],
            "GMNotes": json.dumps(own, ensure_ascii=False),
        }

    @cached_property
    def guids(self) -> Mapping[str, str]:
        """Six hexadecimal digits for each thing, the same in each export."""
        names = [*(stack.id for stack in self.table.stacks), *(copy.id for _, copy in self.table.cards())]
        names += [board.copy.id for board in self.table.boards]
        return _distinct_guids(self.goods.game.name, tuple(names))


def _distinct_guids(game: str, names: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in names:
        attempt = 0
        while (guid := digest(game, name, attempt)[:6]) in taken:
            attempt += 1
        taken.add(guid)
        found[name] = guid
    return found


def _notebook(rules: str) -> Iterator[tuple[str, Thing]]:
    """The rules as pages of the notebook. Square brackets would be read as its own markup."""
    plain = rules.replace("[", "(").replace("]", ")")
    grey = {"r": 0.5, "g": 0.5, "b": 0.5}
    for number, start in enumerate(range(0, len(plain), PAGE)):
        title = "Rules" if number == 0 else f"Rules {number + 1}"
        body = plain[start : start + PAGE]
        yield str(number), {"title": title, "body": body, "color": "Grey", "visibleColor": grey, "id": number}


def _inches(length: float) -> float:
    return round(length / MM_PER_INCH, 4)


def _middle(box: Box) -> tuple[float, float]:
    """x to the right and z away from the near edge, from the middle of the table."""
    return _inches(box.centre[0] - SURFACE.width / 2), _inches(SURFACE.height / 2 - box.centre[1])


def _position(x: float, z: float, y: float) -> Thing:
    return {"x": x, "y": y, "z": z}


def _transform(x: float, z: float, y: float, *, face_up: bool) -> Thing:
    place = {"posX": x, "posY": round(y, 4), "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0 if face_up else 180.0}
    return {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _hand_place(seat: int, players: int) -> tuple[float, float, float]:
    """x, z and the turn of a hand: the first half of the players along the near side, the others opposite."""
    near = (players + 1) // 2
    is_near = seat <= near
    number, of = (seat - 1, near) if is_near else (seat - near - 1, players - near)
    x = (number - (of - 1) / 2) * 13.0
    return (x, -HANDS_AT, 0.0) if is_near else (-x, HANDS_AT, 180.0)


TARGET = Target("tts", "a game for Tabletop Simulator, dealt for each number of players", ("dpi", "base_url"), jobs)

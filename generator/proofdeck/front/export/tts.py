"""`export tts`: a game for Tabletop Simulator, a saved table for each number of players with its pictures.

Lengths in saves are inches. Pictures carry a hash of what they show in their names, because Tabletop Simulator keeps a
picture for ever under its address.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from proofdeck.front.export.atlas import Atlas, hashed, sheet_jobs, sheets_of
from proofdeck.front.export.counters import counters_of
from proofdeck.front.export.online import DPI, cells_of, faces_of, format_of, rules_of
from proofdeck.front.export.pictures import PaintedFace, picture_job
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.shop import json_job
from proofdeck.front.export.table import tables_of
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.tables import TABLE, LaidTable, PhysicalCard, Stack, TableDie
from proofdeck.ground.cache import digest
from proofdeck.ground.problems import counted
from proofdeck.ground.units import MM_PER_INCH, Box, Size
from proofdeck.ground.workspace.outputs import Job
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Outline
from proofdeck.play.free.pieces import FreeCounter

CARD = Size(56.0, 80.0)
"""mm: a card of Tabletop Simulator at scale 1."""
TILE = 50.8
"""mm: the width of a tile at scale 1."""
TILE_KINDS: Mapping[Outline, int] = {"rectangle": 0, "hexagon": 1, "ellipse": 2}
DICE = (4, 6, 8, 10, 12, 20)
"""Faces of the dice that there are."""
COLOURS = ("White", "Red", "Yellow", "Green", "Blue", "Purple", "Pink", "Orange", "Teal", "Brown")
HEIGHT = 1.0
"""Inches above the ground at which everything begins to fall onto the table."""
THIN, TOKEN, IN_HAND = 0.02, 0.15, 1.2
"""Inches from a card to the one on top of it, from a token to the next, and between cards in a hand."""
RANDOM = 2
"""The order in which a bag gives out what is in it."""
HANDS_AT = 13.0
"""Inches from the middle of the table to the hands along its two long sides."""
COUNTER = 60.0
"""mm: the room of a counter on the table."""
COUNTER_STEP = 2.4
"""Inches from one counter to the next."""
IMAGES = "images"
PAGE = 20_000
"""Characters of rules in one page of the notebook."""
Thing = dict[str, Any]


def _custom_deck(sheet: Atlas, base: str) -> Thing:
    """How a save names a sheet. base: the address of the pictures, up to their names."""
    return {
        str(sheet.number): {
            "FaceURL": f"{base}{sheet.front}",
            "BackURL": f"{base}{sheet.back}",
            "NumWidth": sheet.grid.columns,
            "NumHeight": sheet.grid.rows,
            "BackIsHidden": True,
            "UniqueBack": sheet.has_own_backs,
            "Type": 0,
        }
    }


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """The pictures, and a save for each number of players."""
    sheets = sheets_of(goods, [one for one in goods.designs if one.is_card], settings)
    base = f"{(settings.base_url or (goods.folder / IMAGES).resolve().as_uri()).rstrip('/')}/"
    tokens = [one for one in goods.designs if not one.is_card]
    shown = [PaintedFace(face, format_of(face, settings)) for face in faces_of(tokens) if face.marks]
    tiles = {one.face.digest: hashed(goods, "tile", one) for one in shown}
    pictures = {f"{IMAGES}/{tiles[one.face.digest]}": one for one in shown}
    found = sheet_jobs(goods, sheets, IMAGES)
    if pictures:
        found.append(picture_job(goods, f"{settings.dpi or DPI:g} dpi", pictures))
    rules = rules_of(goods)
    return [*found, *(_save(_Saving(goods, table, sheets, tiles, base), rules) for table in tables_of(goods))]


# -- the save ----------------------------------------------------------------------------------------------------------


def _save(saving: _Saving, rules: str) -> Job:
    goods, table = saving.goods, saving.table
    seats = f"-{table.players}-players" if table.players else ""
    cards = counted(len(list(table.cards())), "card")
    return json_job(f"{goods.game.name}{seats}.json", cards, saving.state(rules))


@dataclass(frozen=True)
class _Saving:
    """A table that becomes a save. base: the address of the pictures, up to their names."""

    goods: ExportedGame
    table: LaidTable
    sheets: Sequence[Atlas]
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
            "Note": self._sides(),
            "Rules": "",
            "XmlUI": "",
            "LuaScript": "",
            "LuaScriptState": "",
            "TabStates": dict(_notebook(rules)),
            "Hands": {"Enable": True, "DisableUnused": True, "Hiding": 0, "HandTransforms": [*self._hands()]},
            "Turns": {"Enable": self.table.players > 1, "Type": 0, "TurnOrder": [*COLOURS[: self.table.players]]},
            "SnapPoints": [{"Position": _position(*_middle(stack.box), 0.0)} for stack in self.table.stacks],
            "ObjectStates": [
                *self._boards(),
                *(thing for stack in self.table.stacks for thing in self._stack(stack)),
                *map(self._die, self.table.dice),
                *self._counters(),
            ],
            "VersionNumber": "",
        }

    def _sides(self) -> str:
        """Who plays with whom, by the colours of their hands, as a note on the screen; "" if nobody does."""
        about = self.goods.game.about
        sides = about.sides.of(self.table.players or (about.players or (1, 1))[1])
        if sides.is_together or not sides.has_partners:
            return ""
        return " / ".join(" + ".join(COLOURS[seat] for seat in side) for side in sides.seats)

    def _hands(self) -> Iterator[Thing]:
        for colour, area in zip(COLOURS, self.table.seats, strict=False):
            x, z, turned = _hand_place(area)
            size = {"scaleX": min(11.0, _inches(area.width)), "scaleY": 9.0, "scaleZ": 4.9}
            place = {"posX": x, "posY": 3.5, "posZ": z, "rotX": 0.0, "rotY": turned, "rotZ": 0.0}
            yield {"Color": colour, "Transform": {**place, **size}}

    def _boards(self) -> Iterator[Thing]:
        for number, (copy, box) in enumerate(self.table.boards):
            thing = self._tile(copy, _transform(*_middle(box), HEIGHT - 0.05 + number * THIN, face_up=True))
            yield {**thing, "Locked": True}

    def _stack(self, stack: Stack) -> Iterator[Thing]:
        """One deck, cards side by side, cards in a hand, or tokens on top of each other."""
        cards = [copy for copy in stack.cards if copy.design.is_card and not stack.is_bag]
        tokens = [copy for copy in stack.cards if not copy.design.is_card]
        x, z = _middle(stack.box)
        if stack.is_hand and 1 <= stack.seat <= len(COLOURS):
            yield from self._in_hand(stack.seat, cards)
        elif stack.fall:
            for place, copy in enumerate(cards):
                at = x, z - place * _inches(stack.fall), HEIGHT + place * THIN
                yield self._card(copy, _transform(*at, face_up=copy.id in stack.up))
        elif stack.spread or len(cards) == 1:
            for place, copy in enumerate(cards):
                width = self.table.size(copy.design).width
                centre = _inches(stack.box.x + place * stack.step + width / 2 - TABLE.width / 2)
                yield self._card(copy, _transform(centre, z, HEIGHT + place * THIN, face_up=stack.is_open))
        elif cards:
            yield self._deck(stack, cards, _transform(x, z, HEIGHT, face_up=stack.is_open))
        if stack.is_bag:
            yield self._bag(stack, _transform(x, z, HEIGHT, face_up=True))
            return
        for place, copy in enumerate(reversed(tokens)):
            yield self._tile(copy, _transform(x, z, HEIGHT + place * TOKEN, face_up=stack.is_open))

    def _bag(self, stack: Stack, transform: Thing) -> Thing:
        """Tokens that are drawn by chance."""
        held = [(self._card if copy.design.is_card else self._tile)(copy, transform) for copy in stack.cards]
        return {
            "GUID": self.guids[stack.id],
            "Name": "Bag",
            "Transform": transform,
            "Nickname": stack.label,
            "Description": "",
            "ColorDiffuse": {"r": 0.42, "g": 0.29, "b": 0.18},
            "Bag": {"Order": RANDOM},
            "ContainedObjects": held,
        }

    def _die(self, die: TableDie) -> Thing:
        """The smallest die that has so many faces."""
        faces = next((faces for faces in DICE if faces >= die.faces), DICE[-1])
        return {
            "GUID": self.guids[die.id],
            "Name": f"Die_{faces}",
            "Transform": _transform(*_middle(die.box), HEIGHT, face_up=True),
            "Nickname": die.label,
            "Description": "" if faces == die.faces else f"From 1 to {die.faces}: roll again for anything else.",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
        }

    def _counters(self) -> Iterator[Thing]:
        """The tracks of the rules, beyond the edge of what is laid out: in a corner, or behind the area of a player."""
        areas = [Box(0, 0, TABLE.width, 0), *self.table.seats]
        beside = Counter[int]()
        for one in self.counters:
            area = areas[one.seat]
            y = area.bottom if 2 * area.y > TABLE.height else area.y - COUNTER
            x, z = _middle(Box(area.right - COUNTER, y, COUNTER, COUNTER))
            beside[one.seat] += 1
            yield {
                "GUID": self.guids[one.id],
                "Name": "Counter",
                "Transform": _transform(x - (beside[one.seat] - 1) * COUNTER_STEP, z, HEIGHT, face_up=True),
                "Nickname": one.label,
                "Description": f"{one.low}–{one.high}",
                "Counter": {"value": one.value},
            }

    def _in_hand(self, seat: int, cards: Sequence[PhysicalCard]) -> Iterator[Thing]:
        """Cards side by side, facing the player."""
        x, z, turned = _hand_place(self.table.seats[seat - 1])
        for place, copy in enumerate(cards):
            shift = (place - (len(cards) - 1) / 2) * IN_HAND * (-1 if turned else 1)
            yield self._card(copy, {**_transform(x + shift, z, 3.0, face_up=True), "rotY": (turned + 180.0) % 360})

    def _scaled(self, transform: Thing, design: Design) -> Thing:
        size = self.table.size(design)
        return {**transform, "scaleX": round(size.width / CARD.width, 4), "scaleZ": round(size.height / CARD.height, 4)}

    def _card(self, copy: PhysicalCard, transform: Thing) -> Thing:
        sheet = next(sheet for sheet in self.sheets if copy.design in sheet.designs)
        return {
            **self._thing(copy, "Card", self._scaled(transform, copy.design)),
            "CardID": sheet.number * 100 + sheet.designs.index(copy.design),
            "SidewaysCard": copy.design.front.size.width > copy.design.front.size.height,
            "CustomDeck": _custom_deck(sheet, self.base),
            "Hands": True,
            "HideWhenFaceDown": True,
        }

    def _deck(self, stack: Stack, copies: Sequence[PhysicalCard], transform: Thing) -> Thing:
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

    def _tile(self, copy: PhysicalCard, transform: Thing) -> Thing:
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

    def _thing(self, copy: PhysicalCard, name: str, transform: Thing) -> Thing:
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
    def counters(self) -> list[FreeCounter]:
        return counters_of(self.goods, self.table)

    @cached_property
    def guids(self) -> Mapping[str, str]:
        """Six hexadecimal digits for each thing, the same in each export."""
        names = [*(stack.id for stack in self.table.stacks), *(copy.id for _, copy in self.table.cards())]
        names += [board.copy.id for board in self.table.boards] + [die.id for die in self.table.dice]
        names += [counter.id for counter in self.counters]
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
    return _inches(box.centre[0] - TABLE.width / 2), _inches(TABLE.height / 2 - box.centre[1])


def _position(x: float, z: float, y: float) -> Thing:
    return {"x": x, "y": y, "z": z}


def _transform(x: float, z: float, y: float, *, face_up: bool) -> Thing:
    place = {"posX": x, "posY": round(y, 4), "posZ": z, "rotX": 0.0, "rotY": 180.0, "rotZ": 0.0 if face_up else 180.0}
    return {**place, "scaleX": 1.0, "scaleY": 1.0, "scaleZ": 1.0}


def _hand_place(area: Box) -> tuple[float, float, float]:
    """x, z and the turn of the hand of a player, from the area before the seat."""
    x, _ = _middle(area)
    return (x, -HANDS_AT, 0.0) if 2 * area.bottom > TABLE.height else (x, HANDS_AT, 180.0)


TARGET = Target("tts", "a game for Tabletop Simulator, laid out for each number of players", ("dpi", "base_url"), jobs)

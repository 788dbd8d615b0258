"""`export ttpg`: a package for Tabletop Playground: its pieces, and a state for each number of players.

Lengths in its files are cm; in a state, x leads away from the near edge, y to the right, and z up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from proofdeck.front.export.atlas import Atlas, sheet_jobs, sheets_of
from proofdeck.front.export.online import cells_of
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.shop import json_job
from proofdeck.front.export.table import tables_of
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.tables import TABLE, LaidTable, PhysicalCard, Stack
from proofdeck.ground.cache import digest
from proofdeck.ground.problems import counted
from proofdeck.ground.units import Box, Size
from proofdeck.ground.workspace.outputs import Job
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.faces.face import Outline
from proofdeck.source.cards.called import called

SAME_INDEX, ONE_FILE = -3, -2
"""Where a back is: at the same index of a sheet of its own, or a file for all."""
HIDDEN_IS_BACK = -3
MODELS: Mapping[Outline, str] = {"rectangle": "Rounded", "hexagon": "Hexagonal", "ellipse": "Round"}
THIN, THICK = 0.05, 0.2
"""cm: a card, and a token or board."""
MOST_PLAYERS, MOST_VIEWS = 20, 10
"""Seats and kept views in a state."""
NO_PACKAGE = "0" * 32
WHITE, BLACK = ({"r": shade, "g": shade, "b": shade, "a": 255} for shade in (255, 0))
UP, DOWN = {"x": 0, "y": 0, "z": 0, "w": 1}, {"x": 1, "y": 0, "z": 0, "w": 0}
"""Quaternions: the face of a piece up, its top away from the near edge; turned about the line to its top."""


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """A folder with a manifest, a template for each sheet of cards, the sheets, and a state for each table."""
    package = goods.game.name
    sheets = sheets_of(goods, goods.designs, settings)
    manifest = {
        "Name": goods.game.title,
        "Version": goods.game.about.version or "1",
        "GUID": _guid(goods, "package"),
        "CopyProtection": False,
    }
    return [
        json_job(f"{package}/Manifest.json", "package", manifest),
        *sheet_jobs(goods, sheets, f"{package}/Textures"),
        *(_template_job(goods, sheet) for sheet in sheets),
        *(_state_job(goods, table, sheets) for table in tables_of(goods)),
    ]


def _template_job(goods: ExportedGame, sheet: Atlas) -> Job:
    count = sum(one.copies for one in sheet.designs)
    path = f"{goods.game.name}/Templates/{sheet.designs[0].name}.json"
    return json_job(path, counted(count, "piece"), _template(goods, sheet))


def _template(goods: ExportedGame, sheet: Atlas) -> dict[str, object]:
    """A stack with every copy of the cards of a sheet."""
    first, cells = sheet.designs[0].front, [cells_of(one.card, goods) for one in sheet.designs]
    is_card = sheet.designs[0].is_card
    return {
        "Type": "Card",
        "GUID": _guid(goods, sheet.designs[0].name),
        "Name": _name(goods, sheet),
        "Metadata": "",
        "Tags": [],
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Models": [],
        "FrontTexture": sheet.front,
        "BackTexture": sheet.back,
        "HiddenTexture": "",
        "BackIndex": SAME_INDEX if sheet.has_own_backs else ONE_FILE,
        "HiddenIndex": HIDDEN_IS_BACK,
        "NumHorizontal": sheet.grid.columns,
        "NumVertical": sheet.grid.rows,
        "Width": round(first.size.width / 10, 4),
        "Height": round(first.size.height / 10, 4),
        "Thickness": _thickness(sheet.designs[0]),
        "Model": MODELS[first.outline] if not sheet.designs[0].is_board else "Square",
        "HiddenInHand": is_card,
        "UsedWithCardHolders": is_card,
        "CanStack": True,
        "Indices": [index for index, one in enumerate(sheet.designs) for _ in range(one.copies)],
        "CardNames": {str(index): one["label"] for index, one in enumerate(cells)},
        "CardMetadata": {str(index): one["description"] for index, one in enumerate(cells)},
        "CardTags": {str(index): [one.card.kind] for index, one in enumerate(sheet.designs) if one.card.kind},
    }


# -- the table ---------------------------------------------------------------------------------------------------------


def _state_job(goods: ExportedGame, table: LaidTable, sheets: Sequence[Atlas]) -> Job:
    seats = f"-{table.players}-players" if table.players else ""
    cards = counted(len(list(table.cards())), "card")
    return json_job(f"{goods.game.name}/States/{goods.game.name}{seats}.vts", cards, _state(goods, table, sheets))


def _state(goods: ExportedGame, table: LaidTable, sheets: Sequence[Atlas]) -> dict[str, object]:
    """What a player sees who loads it: everything in its real size on the ground."""
    of_design = {
        id(design): (_guid(goods, sheet.designs[0].name), index)
        for sheet in sheets
        for index, design in enumerate(sheet.designs)
    }
    things = [*_boards(table), *(thing for stack in table.stacks for thing in _stack(table, stack))]
    return {
        "saveStateVersion": "1.1",
        "gameState": {
            "notes": goods.game.title,
            "measureUnit": 2.54,
            "rotationStep": 90,
            "slotTeams": [0] * MOST_PLAYERS,
            "slotIds": [""] * MOST_PLAYERS,
            "globalScriptPackage": NO_PACKAGE,
            "globalScriptName": "",
            "turnInfo": {},
            "currentTurn": 0,
            "physicsLocked": False,
            "gravityMultiplier": 1,
            "persistentData": "",
            "persistentKeyData": {},
        },
        "requiredPackages": [{"name": goods.game.title, "guid": _guid(goods, "package")}],
        "storedCameraSetups": [False] * MOST_VIEWS,
        "playerCameraSetups": [False] * MOST_PLAYERS,
        "playerSlotNames": [f"Player {number}" for number in range(1, MOST_PLAYERS + 1)],
        "customPlayerColors": [False] * MOST_PLAYERS,
        "objects": [thing.told(f"{number:03x}", of_design) for number, thing in enumerate(things, 1)],
        "zones": [],
        "labels": [],
    }


class _Thing(NamedTuple):
    """Copies on top of each other, from the side of their faces on. owner: the index of a player, -1 for nobody."""

    name: str
    copies: Sequence[PhysicalCard]
    place: tuple[float, float, float]
    is_open: bool
    owner: int = -1
    is_ground: bool = False

    def told(self, own_id: str, of_design: Mapping[int, tuple[str, int]]) -> dict[str, object]:
        """As a state lists it. of_design: the template of a design and the index in it, by the id of the object."""
        first, *others = [of_design[id(copy.design)] for copy in self.copies]
        x, y, z = (round(length, 4) for length in self.place)
        return {
            "uniqueId": own_id,
            "objectType": "Card",
            "objectName": self.name,
            "objectDescription": "",
            "templateId": first[0],
            "atlasIndex": first[1],
            "stackSerialization": [
                {"templateId": template, "index": index, "frontTextureOverride": "", "flipped": False}
                for template, index in others
            ],
            "transform": {
                "translation": {"x": x, "y": y, "z": z},
                "rotation": UP if self.is_open else DOWN,
                "scale3D": {"x": 1, "y": 1, "z": 1},
            },
            "collisionType": "CB_Ground" if self.is_ground else "CB_Regular",
            "simulatingPhysics": not self.is_ground,
            "shouldSnap": not self.is_ground,
            "ownerIndex": self.owner,
            "inHand": False,
            "frontTextureOverride": "",
            "primaryColor": WHITE,
            "secondaryColor": BLACK,
            "objectScriptName": "",
            "objectScriptPackage": NO_PACKAGE,
            "persistentData": "",
            "persistentKeyData": {},
            "objectTags": [],
            "objectGroupId": -1,
        }


def _boards(table: LaidTable) -> Iterator[_Thing]:
    for number, (copy, box) in enumerate(table.boards):
        name = called(copy.design.card)
        yield _Thing(name, [copy], _place(table, box, number * THICK), is_open=True, is_ground=True)


def _stack(table: LaidTable, stack: Stack) -> Iterator[_Thing]:
    """Pieces side by side, each a little higher than the one before, or on top of each other if they are alike."""
    ground = (len(table.boards) + 1) * THICK
    if stack.spread:
        for number, copy in enumerate(stack.cards):
            size = table.size(copy.design)
            box = Box(stack.box.x + number * stack.step, stack.box.y, size.width, size.height)
            yield _Thing(stack.label, [copy], _place(table, box, ground), stack.is_open, stack.seat - 1)
            ground += _thickness(copy.design)
        return
    groups: dict[tuple[Size, Outline], list[PhysicalCard]] = {}
    for copy in stack.cards if stack.is_open else reversed(stack.cards):
        groups.setdefault((copy.design.front.size, copy.design.front.outline), []).append(copy)
    for copies in groups.values():
        yield _Thing(stack.label, copies, _place(table, stack.box, ground), stack.is_open, stack.seat - 1)
        ground += sum(_thickness(copy.design) for copy in copies)


def _thickness(design: Design) -> float:
    return THIN if design.is_card else THICK


def _place(table: LaidTable, box: Box, height: float) -> tuple[float, float, float]:
    """The middle of a box, from the middle of a table on which everything has its real size."""
    x, y = box.centre
    cm = 10 * table.scale
    return (TABLE.height / 2 - y) / cm, (x - TABLE.width / 2) / cm, height


def _name(goods: ExportedGame, sheet: Atlas) -> str:
    """The name of the card if there is only one, or the most common kind of card."""
    names = {called(one.card) for one in sheet.designs}
    kinds = Counter(one.card.kind for one in sheet.designs if one.card.kind)
    what = names.pop() if len(names) == 1 else kinds.most_common(1)[0][0] if kinds else "cards"
    return f"{goods.game.title}: {what}"


def _guid(goods: ExportedGame, name: str) -> str:
    """32 hexadecimal digits, the same in each export."""
    return digest("ttpg", goods.game.name, name).upper()


TARGET = Target("ttpg", "a package for Tabletop Playground, laid out for each number of players", ("dpi",), jobs)

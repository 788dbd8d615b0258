"""`export vtt`: a game for VirtualTabletop, a .vtt file with a variant for each number of players."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from proofdeck.front.export.counters import hand_width, vtt_counters
from proofdeck.front.export.online import (
    AIR,
    HAND_AT,
    SCORES_AT,
    SEATS_AT,
    Deck,
    Widget,
    archive,
    cells_of,
    decks_of,
    in_order,
    pictures_of,
    placed,
    placeholders,
    rules_of,
    units,
)
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.table import tables_of
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.tables import LaidTable, PhysicalCard, Stack, TableDie
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import counted
from proofdeck.ground.units import Box
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.faces.sizes import CORNER
from proofdeck.play.scene.layout import LETTER

BELOW_BOARDS = -5
MIX = 14.0
"""mm: the height of the button that shuffles a bag."""
VERSION = 16
"""Of the format; servers read this one and later ones."""


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """One file."""
    tables = tables_of(goods)
    rules = rules_of(goods)

    def data(progress: Progress) -> bytes:
        pictures = pictures_of(goods, settings, progress)
        names = {face: asset_name(png) for face, png in pictures.items()}
        states = [_state(goods, table, names, rules) for table in tables]
        files = [(f"{number}.json", _as_json(state)) for number, state in enumerate(states)]
        assets = {f"assets/{names[face]}": png for face, png in pictures.items()}
        return archive([*files, *sorted(assets.items())])

    states = [_as_json(_state(goods, table, placeholders(goods), rules)) for table in tables]
    key = digest("vtt", engine_digest(), settings.dpi, *states)
    says = f"{counted(len(list(tables[0].cards())), 'card')}, {counted(len(tables), 'variant')}"
    return [one_file(f"{goods.game.name}.vtt", says, key, data)]


def asset_name(data: bytes) -> str:
    """As VirtualTabletop names a picture: a signed CRC and its length."""
    crc = zlib.crc32(data)
    return f"{crc - (1 << 32) if crc >= 1 << 31 else crc}_{len(data)}"


def _as_json(state: Mapping[str, object]) -> bytes:
    return json.dumps(state, ensure_ascii=False).encode()


def _state(goods: ExportedGame, table: LaidTable, names: Mapping[str, str], rules: str) -> dict[str, object]:
    """Every widget of a table by its id, and what the game is called."""
    decks = decks_of(table)
    widgets = [
        *_boards(table, names),
        *(widget for stack in table.stacks if not stack.board for widget in _holder(stack)),
        *_piles(table),
        *(widget for deck, members in decks for widget in _deck(goods, table, deck, members, names)),
        *(widget for _, dice in groupby(table.dice, key=_together) for widget in _dice([*dice])),
        *_around(table, [deck for deck, _ in decks], hand_width(goods, table)),
        *vtt_counters(goods, table),
    ]
    return {"_meta": {"version": VERSION, "info": _info(goods, table, rules)}, **{one["id"]: one for one in widgets}}


def _info(goods: ExportedGame, table: LaidTable, rules: str) -> dict[str, object]:
    about = goods.game.about
    seats = str(table.players) if table.players else "-".join(map(str, dict.fromkeys(about.players or ())))
    return {
        "name": goods.game.title,
        "image": "",
        "rules": "",
        "bgg": "",
        "year": about.date[:4],
        "mode": "",
        "time": about.time,
        "players": seats,
        "language": goods.game.tongue or "en-US",
        "variant": counted(table.players, "player") if table.players else "",
        "attribution": " · ".join(filter(None, (about.author, about.licence))),
        "lastUpdate": 0,
        "showName": True,
        "skill": "",
        "description": about.line,
        "similarImage": "",
        "similarName": "",
        "similarAwards": "",
        "ruleText": rules.replace("<", "‹").replace(">", "›"),
        "helpText": "",
    }


def _boards(table: LaidTable, names: Mapping[str, str]) -> Iterator[Widget]:
    for number, (copy, box) in enumerate(table.boards, 1):
        yield {
            "id": f"board-{number}",
            **placed(box),
            "image": f"/assets/{names[copy.design.front.digest]}",
            "color": "transparent",
            "movable": False,
            "layer": BELOW_BOARDS + 1,
        }


def _holder(stack: Stack) -> Iterator[Widget]:
    box = stack.box
    holder: Widget = {
        "id": stack.id,
        "type": "holder",
        **placed(box, AIR),
        "dropTarget": {"type": "card"},
        "onEnter": {"activeFace": int(stack.is_open)},
    }
    if stack.spread:
        holder["stackOffsetX"] = units(stack.step)
    yield holder
    yield _label(stack.id, stack.label, box)
    if stack.is_bag:
        below = placed(Box(box.x, box.bottom + MIX / 4, box.width, MIX), AIR)
        mix = [{"func": "SHUFFLE", "holder": stack.id}]
        yield {"id": f"mix-{stack.id}", "type": "button", **below, "text": "Mix", "clickRoutine": mix}


def _label(of: str, text: str, box: Box) -> Widget:
    return {
        "id": f"label-{of}",
        "type": "label",
        "x": units(box.x) - AIR,
        "y": units(box.y) - AIR - 20,
        "width": max(units(box.width) + 2 * AIR, units(len(text) * LETTER)),
        "height": 20,
        "text": text,
    }


def _together(die: TableDie) -> tuple[str, int]:
    return die.label, die.seat


def _dice(dice: Sequence[TableDie]) -> Iterator[Widget]:
    """Dice of one name, each of which is rolled by a click."""
    yield _label(dice[0].id, dice[0].label, dice[0].box)
    for die in dice:
        yield {
            "id": die.id,
            "type": "dice",
            **placed(die.box),
            "faces": [*range(1, die.faces + 1)],
        }


def _piles(table: LaidTable) -> Iterator[Widget]:
    for stack in table.stacks:
        if stack.cards and not stack.spread and not stack.board:
            size = table.size(stack.cards[0].design)
            yield {
                "id": f"pile-{stack.id}",
                "type": "pile",
                "parent": stack.id,
                "x": AIR,
                "y": AIR,
                "width": units(size.width),
                "height": units(size.height),
            }


def _deck(
    goods: ExportedGame,
    table: LaidTable,
    deck: Deck,
    members: Sequence[tuple[Stack, PhysicalCard]],
    names: Mapping[str, str],
) -> Iterator[Widget]:
    width, height = units(deck.size.width), units(deck.size.height)
    image: Widget = {"type": "image", "x": 0, "y": 0, "width": width, "height": height, "color": "transparent"}
    front = deck.designs[0].front
    radius = min(round((front.corner or CORNER) * width / front.size.width), width // 2)
    at: Widget = {"parent": deck.home.id, "x": 12, "y": 41}
    for board in table.boards:
        if deck.home.board == board.copy.design.card.id:
            at = {"x": units(board.box.x), "y": units(board.box.y), "layer": BELOW_BOARDS}
    yield {
        "id": deck.id,
        "type": "deck",
        **at,
        "cardDefaults": {"width": width, "height": height, "enlarge": 3},
        "cardTypes": {
            one.name: {
                **cells_of(one.card, goods),
                "front": f"/assets/{names[one.front.digest]}",
                "back": f"/assets/{names[one.back.digest]}",
            }
            for one in deck.designs
        },
        "faceTemplates": [
            {"border": False, "radius": radius, "objects": [{**image, "dynamicProperties": {"value": side}}]}
            for side in ("back", "front")
        ],
    }
    places = {copy.id: place for stack in {s.id: s for s, _ in members}.values() for place, copy in in_order(stack)}
    for stack, copy in members:
        place = places[copy.id]
        at = {"parent": f"pile-{stack.id}", "z": len(stack.cards) - place}
        if stack.board:
            at = {"x": units(stack.box.x), "y": units(stack.box.y), "z": place + 1}
        elif stack.spread:
            at = {"parent": stack.id, "z": place + 1, "x": AIR + place * units(stack.step), "y": AIR}
        yield {
            "id": f"card-{copy.id}",
            "type": "card",
            "deck": deck.id,
            "cardType": copy.design.name,
            "activeFace": int(stack.is_open),
            **at,
        }


def _around(table: LaidTable, decks: Sequence[Deck], width: int) -> Iterator[Widget]:
    """The hand, a seat for each player, the scores, and a button that shuffles and deals again."""
    yield {
        "id": "hand",
        "type": "holder",
        "x": 50,
        "y": HAND_AT,
        "width": width,
        "height": 180,
        "onEnter": {"activeFace": 1},
        "onLeave": {"activeFace": 0},
        "dropOffsetX": 10,
        "dropOffsetY": 14,
        "stackOffsetX": 40,
        "childrenPerOwner": True,
    }
    for seat in range(1, table.players + 1):
        yield {"id": f"seat-{seat}", "type": "seat", "index": seat, "x": 50 + 160 * (seat - 1), "y": SEATS_AT}
    if table.players:
        yield {"id": "scores", "type": "scoreboard", "x": SCORES_AT, "y": SEATS_AT, "width": 330, "height": 215}
        yield {
            "id": "deal",
            "type": "button",
            "x": 60 + 160 * table.players,
            "y": SEATS_AT - 6,
            "width": 150,
            "height": 50,
            "text": "Shuffle and deal",
            "clickRoutine": [*_deal(table, decks)],
        }


def _deal(table: LaidTable, decks: Sequence[Deck]) -> Iterator[Widget]:
    """Everything back to where it is shuffled, and out again in the same numbers."""
    homes = {deck.home.id: deck.home for deck in decks if not (deck.home.is_supply or deck.home.board)}
    for name, home in homes.items():
        designs = {one.name for deck in decks if deck.home.id == name for one in deck.designs}
        yield {"func": "RECALL", "holder": name}
        yield {"func": "FLIP", "holder": name, "face": int(home.is_open)}
        yield {"func": "SHUFFLE", "holder": name}
        for stack in table.stacks:
            count = sum(copy.design.name in designs for copy in stack.cards)
            if count and stack.id != name and not (stack.is_supply or stack.board):
                yield {"func": "MOVE", "from": name, "to": stack.id, "count": count, "face": int(stack.is_open)}


TARGET = Target("vtt", "a game for VirtualTabletop, laid out for each number of players", ("dpi",), jobs)

"""`export pcio`: a game for playingcards.io, a .pcio file for each number of players."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

from proofdeck.front.export.counters import hand_width, pcio_counters
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
    units,
)
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.table import tables_of
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.tables import LaidTable, PhysicalCard, Stack, TableDie
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import counted
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress

SCHEMA = "8"
MOST_WIDGETS = 1200
"""More make a room slow."""


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """A file for each number of players."""
    return [_job(goods, table, settings) for table in tables_of(goods)]


def _job(goods: ExportedGame, table: LaidTable, settings: TargetSettings) -> Job:
    seats = f"-{table.players}-players" if table.players else ""
    path = f"{goods.game.name}{seats}.pcio"
    plain = list(_widgets(goods, table, placeholders(goods)))
    if len(plain) > MOST_WIDGETS:
        message = f"{path} has {len(plain)} pieces, and playingcards.io gets slow beyond about {MOST_WIDGETS}"
        goods.problems.report("W535", message, hint="Export fewer cards with --only, or for fewer players.")

    def data(progress: Progress) -> bytes:
        pictures = pictures_of(goods, settings, progress)
        names = {face: f"userassets/{UUID(digest(png))}.png" for face, png in pictures.items()}
        widgets = list(_widgets(goods, table, {face: f"package://{name}" for face, name in names.items()}))
        head = [("schemaVersion", SCHEMA.encode()), ("widgets.json", _as_json(widgets))]
        assets = {names[face]: png for face, png in pictures.items()}
        return archive([*head, *sorted(assets.items())], stored=True)

    key = digest("pcio", engine_digest(), settings.dpi, _as_json(plain))
    return one_file(path, counted(len(list(table.cards())), "card"), key, data)


def _as_json(widgets: Sequence[Widget]) -> bytes:
    return json.dumps(widgets, ensure_ascii=False).encode()


def _widgets(goods: ExportedGame, table: LaidTable, names: Mapping[str, str]) -> Iterator[Widget]:
    """Every widget, each higher than those before it; the decks of pieces on a board are below the board."""
    decks = decks_of(table)
    found = [
        *_boards(table, names),
        *(_holder(stack, [deck.id for deck, _ in decks]) for stack in table.stacks if not stack.board),
        *map(_die, table.dice),
        *_around(goods, table),
        *(widget for deck, members in decks for widget in _deck(goods, deck, members, names)),
    ]
    found.sort(key=lambda one: one["type"] != "cardDeck" or "parent" in one)
    yield from ({**widget, "z": number} for number, widget in enumerate(found, 1))


def _boards(table: LaidTable, names: Mapping[str, str]) -> Iterator[Widget]:
    for number, (copy, box) in enumerate(table.boards, 1):
        yield {
            "id": f"board-{number}",
            "type": "board",
            **placed(box),
            "boardImage": names[copy.design.front.digest],
        }


def _holder(stack: Stack, decks: Sequence[str]) -> Widget:
    return {
        "id": stack.id,
        "type": "holder",
        **placed(stack.box, AIR),
        "label": stack.label,
        "allowedDecks": list(decks),
        "layoutType": "spread" if stack.spread else "pile",
        "spreadDirection": "right",
        "hideStackTab": False,
        "hasShuffleButton": not stack.is_open and not stack.seat,
    }


def _die(die: TableDie) -> Widget:
    """A click rolls it."""
    return {
        "id": die.id,
        "type": "spinner",
        **placed(die.box),
        "label": die.label,
        "options": [*range(1, die.faces + 1)],
        "value": 1,
    }


def _deck(
    goods: ExportedGame, deck: Deck, members: Sequence[tuple[Stack, PhysicalCard]], names: Mapping[str, str]
) -> Iterator[Widget]:
    width, height = units(deck.size.width), units(deck.size.height)

    def template(side: str) -> Widget:
        image = {"type": "image", "x": 0, "y": 0, "w": width, "h": height, "color": "transparent"}
        whole = {**image, "valueType": "dynamic", "value": side}
        return {"includeBorder": False, "includeRadius": True, "objects": [whole]}

    yield {
        "id": deck.id,
        "type": "cardDeck",
        **({} if deck.home.board else {"parent": deck.home.id}),
        "x": units(deck.home.box.x) + 8,
        "y": units(deck.home.box.y) + 40,
        "cardWidth": width,
        "cardHeight": height,
        "enlarge": True,
        "cardTypes": {
            one.name: {**cells_of(one.card, goods), "image": names[one.front.digest], "back": names[one.back.digest]}
            for one in deck.designs
        },
        "faceTemplate": template("image"),
        "backTemplate": template("back"),
    }
    mine = {copy.id for _, copy in members}
    for stack in {stack.id: stack for stack, _ in members}.values():
        for place, copy in in_order(stack):
            if copy.id in mine:
                yield {
                    "id": f"card-{copy.id}",
                    "type": "card",
                    "deck": deck.id,
                    "cardType": copy.design.name,
                    **({} if stack.board else {"parent": stack.id}),
                    "x": units(stack.box.x) + (place * units(stack.step) if stack.spread else 0),
                    "y": units(stack.box.y),
                    "faceup": stack.is_open,
                }


def _around(goods: ExportedGame, table: LaidTable) -> Iterator[Widget]:
    """The hand, the tracks of the rules, and a seat and a counter for each player."""
    width = hand_width(goods, table)
    yield {"id": "hand", "type": "hand", "x": 50, "y": HAND_AT, "width": width, "height": 180, "enabled": True}
    yield from pcio_counters(goods, table)
    for seat in range(table.players):
        place = {"x": 50 + 160 * seat, "y": SEATS_AT}
        yield {"id": f"seat-{seat + 1}", "type": "seat", "seatIndex": seat, **place}
        down = {"x": SCORES_AT, "y": SEATS_AT + 52 * seat}
        yield {"id": f"score-{seat + 1}", "type": "counter", **down, "label": f"Player {seat + 1}", "counterValue": 0}


TARGET = Target("pcio", "a game for playingcards.io, laid out for each number of players", ("dpi",), jobs)

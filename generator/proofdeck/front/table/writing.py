"""Writes the page of a table: the game under way, the screen that is passed on, or the form to begin a game.

Its pages stand in a frame that they are given: a folder with `frame.html`, and with `house.html`, whose macros show a
picture of a card in a fan and say where games are kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

from proofdeck.front.table.free import FreeTables
from proofdeck.front.table.free_page import FreePage
from proofdeck.front.table.page import TablePage
from proofdeck.front.table.rooms import NOT_NOW, TableReply
from proofdeck.front.table.score_page import ScorePage
from proofdeck.front.table.scores import ScoreRooms
from proofdeck.front.table.shown import TableGame
from proofdeck.front.table.tables import OpenTable, OpenTables, PlayRoom
from proofdeck.ground.problems import ProofdeckError
from proofdeck.play.engine.pictures import player
from proofdeck.play.free.pieces import SURFACE
from proofdeck.play.free.record import MOST_PLAYERS

PAGES = Path(__file__).parent / "pages"
PIPS = {
    1: [(15, 15)],
    2: [(8, 8), (22, 22)],
    3: [(8, 8), (15, 15), (22, 22)],
    4: [(8, 8), (22, 8), (8, 22), (22, 22)],
    5: [(8, 8), (22, 8), (15, 15), (8, 22), (22, 22)],
    6: [(8, 8), (22, 8), (8, 15), (22, 15), (8, 22), (22, 22)],
}
"""The pips on each face of a die, on a square of 30 x 30."""
CODE = re.compile(r"`([^`]+)`")
Write = Callable[..., str]
"""Writes the page of that name from facts."""


def pages_in(frame: Path, face_url: Callable[[str, int], str]) -> Environment:
    """The pages of tables in a frame. face_url: the address of a picture by its key and its resolution in dpi."""
    loader = FileSystemLoader([frame, PAGES])
    pages = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True)
    pages.globals["face_url"] = face_url
    pages.filters["code"] = as_code
    return pages


def write_table(tables: OpenTables, game: str, write: Write, late: str = "") -> str:
    """The table of a game under way, or a form to begin one. `late`: why a form that was sent was not obeyed."""
    room, shown = tables.room(game), tables.shown(game)
    write, late = partial(write, say=shown.say), _said(late, shown)
    with room.lock:
        if room.table is not None:
            try:
                with room.table.laid.playable.origin.faults():
                    return _under_way(tables, game, room, room.table, write, late)
            except ProofdeckError as error:
                room.close_for(error)
        return write(
            "play_begin", room=room, late=late, offer=tables.offer(game, room), fan=shown.fan, goal=shown.goal()
        )


def _under_way(tables: OpenTables, game: str, room: PlayRoom, table: OpenTable, write: Write, late: str) -> str:
    viewer = table.talk.names[table.viewer]
    if table.is_curtained:
        return write("play_curtain", room=room, late=late, viewer=viewer)
    has_changed, file = table.has_changed(tables.shown(game)), table.laid.file.name
    facts: dict[str, Any] = {"table": TablePage(table), "viewer": viewer, "file": file, "has_changed": has_changed}
    return write("play_table", room=room, late=late, **facts)


def write_play(
    tables: OpenTables,
    free: FreeTables,
    game: str,
    write: Write,
    late: str = "",
    *,
    has_rules: bool,
) -> str:
    """The table by the rules; without them if there are none that can be played, or if that is asked for."""
    room = free.room(game)
    if room.table or room.is_asked or not (has_rules or tables.room(game).table):
        return write_free(free, game, partial(write, has_rules=has_rules), late)
    return write_table(tables, game, write, late)


def write_free(tables: FreeTables, game: str, write: Write, late: str = "") -> str:
    """The table without rules that is under way, or a form to lay one out."""
    room, shown = tables.room(game), tables.shown(game)
    write, late = partial(write, say=shown.say), _said(late, shown)
    with room.lock:
        table = room.table
        if table is None:
            usual = [player(seat) for seat in range(1, MOST_PLAYERS + 1)]
            begin = {"fewest": shown.box.players[0], "usual": usual, "left": tables.left(game)}
            return write("play_free_begin", room=room, late=late, fan=shown.fan, **begin)
        viewer = table.sitting.header.names[table.viewer]
        if table.is_curtained:
            return write("play_free_curtain", room=room, late=late, viewer=viewer)
        page = FreePage(table, table.viewer)
        facts: dict[str, Any] = {"surface": SURFACE, "pips": PIPS, "file": table.file.name, "said": room.said}
        return write("play_free_table", room=room, late=late, page=page, viewer=viewer, **facts)


def write_seat(tables: FreeTables, game: str, seat: int, write: Write, said: TableReply) -> str:
    """The table without rules on a device of its own, for the person in that seat. said: what they were last told."""
    room, shown = tables.room(game), tables.shown(game)
    with room.lock:
        table = room.table
        if table is None or seat >= len(table.sitting.header.names):
            return write("play_free_waiting", room=room, late="", say=shown.say)
        page, viewer = FreePage(table, seat, is_now=True), table.sitting.header.names[seat]
        facts: dict[str, Any] = {"surface": SURFACE, "pips": PIPS, "said": said, "is_guest": True, "late": ""}
        return write("play_free_table", room=room, page=page, viewer=viewer, say=shown.say, **facts)


def write_scores(rooms: ScoreRooms, game: str, write: Write, late: str = "") -> str:
    """The scores that are being added up, or a form to begin some. `late`: as in `write_table`."""
    room, shown = rooms.room(game), rooms.shown(game)
    write, late = partial(write, say=shown.say), _said(late, shown)
    with room.lock:
        scores = room.scores
        if scores is not None:
            try:
                with scores.playable.origin.faults():
                    page = ScorePage(room, scores)
                    has_changed = shown.printed != scores.shown.printed
                    facts: dict[str, Any] = {"page": page, "suggested": page.suggested, "file": scores.file.name}
                    return write("score_table", room=room, late=late, has_changed=has_changed, **facts)
            except ProofdeckError as error:
                room.close_for(error)
        return write("score_begin", room=room, late=late, offer=rooms.offer(game), fan=shown.fan)


def _said(late: str, shown: TableGame) -> str:
    return shown.say(late) if late == NOT_NOW else late


def as_code(words: str) -> Markup:
    """What is between backticks, as code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(words))))  # noqa: S704 - the words are escaped first

"""A table in a page without a server: the page sends a form, and is sent itself as it then is.

A folder holds all that is needed: the project with one game, and `table.json`, which says what the table shows of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from proofdeck.front.table.forms import sentence
from proofdeck.front.table.free import FREE as FREE_VIEW
from proofdeck.front.table.free import FreeTables
from proofdeck.front.table.rooms import NOT_NOW
from proofdeck.front.table.scores import ENDING as SCORES
from proofdeck.front.table.scores import ScoreRooms
from proofdeck.front.table.shown import CardSides, FacePicture, TableGame
from proofdeck.front.table.tables import OpenTables
from proofdeck.front.table.writing import pages_in, write_play, write_scores
from proofdeck.ground.files import write_file
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.problems import ProofdeckError
from proofdeck.ground.units import Size
from proofdeck.play.free.record import ENDING as FREE
from proofdeck.play.free.record import box_from
from proofdeck.play.scene.boards import BoardPlan
from proofdeck.play.seats.sittings import FOLDER

FACTS = "table.json"
FRAME = Path(__file__).parent / "alone"
PLAY, SCORE = "play", "score"
MOST_LOADED = 16_000_000
"""Characters of a saved file. The longest games and matches have less than a tenth of them."""
TOO_LONG = f"'{{name}}' has more than {MOST_LOADED:,} characters. Open a file that was saved on a page like this one."


def packed(shown: TableGame, clauses: Mapping[str, str], **facts: Any) -> bytes:
    """What a desk needs to know. facts: its keywords besides those of the game."""
    cards = {name: [sides.front, sides.back] for name, sides in shown.cards.items()}
    fronts = {kind: [front.size.width, front.size.height, dict(front.spaces)] for kind, front in shown.fronts.items()}
    return json.dumps(
        {
            **facts,
            "cards": cards,
            "fronts": fronts,
            "clauses": dict(clauses),
            "box": shown.box,
            "goal": shown.goal(),
            "language": shown.say.language,
            "terms": dict(shown.say.terms),
        },
        ensure_ascii=False,
    ).encode()


def _unpacked(facts: Mapping[str, Any]) -> TableGame:
    cards = {
        name: CardSides(FacePicture(*front), FacePicture(*back) if back else None)
        for name, (front, back) in facts["cards"].items()
    }
    fronts = {
        kind: BoardPlan(Size(width, height), {name: (x, y) for name, (x, y) in spaces.items()})
        for kind, (width, height, spaces) in facts["fronts"].items()
    }
    say, box = phrases_of(facts["language"], facts["terms"]), box_from(facts["box"])
    return TableGame(cards, fronts, None, lambda _: facts["clauses"], say, lambda: facts["goal"], box)


class Desk:
    """The one table of a page. pictures: the address of each by its key."""

    def __init__(self, folder: Path, pictures: Mapping[str, str]) -> None:
        facts = json.loads((folder / FACTS).read_text(encoding="utf-8"))
        self._game, self._title, self._folder = facts["game"], facts["title"], folder / FOLDER
        self._shown = _unpacked(facts)
        self._tables = OpenTables(folder, lambda _: self._shown, trust=facts["trust"])
        self._free = FreeTables(folder, lambda _: self._shown, trust=facts["trust"])
        self._has_rules = facts["has_rules"]
        self._taken_up: list[Path] = []
        self._scores = ScoreRooms(folder, lambda _: self._shown, trust=facts["trust"])
        self._pages = pages_in(FRAME, lambda key, _: pictures[key])

    def keep(self, name: str, record: str) -> None:
        """Take up a game that was played on this page before."""
        if Path(name).name == name:
            write_file(self._folder / name, record.encode())

    def load(self, name: str, text: str) -> str:
        """Take up a file that was saved on another page, and return the view that it belongs to, with what is wrong."""
        view = SCORE if name.endswith(SCORES) else PLAY
        if len(text) > MOST_LOADED:
            return self.page(view, TOO_LONG.format(name=name))
        rooms: OpenTables | ScoreRooms | FreeTables = self._scores if view == SCORE else self._tables
        rooms = self._free if name.endswith(FREE) else rooms
        try:
            self._taken_up.append(rooms.take_up(self._game, name, text))
        except ProofdeckError as error:
            return self.page(view, " ".join(map(sentence, error.problems)))
        return self.page(view)

    def warm_up(self) -> None:
        """Read the game and the pages of a table, so that the first of them are quick."""
        if self._has_rules:
            self._tables.offer(self._game, self._tables.room(self._game))
        for name in ("play_begin", "play_table") if self._has_rules else ("play_free_begin", "play_free_table"):
            self._pages.get_template(f"{name}.html")

    def page(self, view: str, late: str = "") -> str:
        """A view, `play` or `score`, as it is. `late`: why a form that was sent was not obeyed."""
        if view == SCORE:
            return write_scores(self._scores, self._game, self._write, late)
        return write_play(self._tables, self._free, self._game, self._write, late, has_rules=self._has_rules)

    def answer(self, sent: str) -> str:
        """Do what a form asks for, given as a JSON object, and return its view."""
        form = json.loads(sent)
        view = SCORE if form["view"] == SCORE else PLAY
        others: dict[str, ScoreRooms | FreeTables] = {SCORE: self._scores, FREE_VIEW: self._free}
        rooms = others.get(form["view"], self._tables)
        return self.page(view, "" if rooms.act(self._game, form) else NOT_NOW)

    def records(self) -> dict[str, str]:
        """What is to be kept of the game and of the scores under way: the text of each file by its name."""
        table, scores = self._tables.room(self._game).table, self._scores.room(self._game).scores
        free = self._free.room(self._game).table
        files = [one.file for one in (table and table.laid, scores, free) if one] + self._taken_up
        return {file.name: file.read_text(encoding="utf-8") for file in files}

    def _write(self, name: str, **facts: Any) -> str:
        known = {"heading": self._title, "book": "", "shown": self._shown}
        return self._pages.get_template(f"{name}.html").render(**known, **facts)

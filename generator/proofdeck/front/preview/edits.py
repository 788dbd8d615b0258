"""What is changed on the page: cells, rows and elements, each written at once into the file that says it.

The files stay the only truth: the page sends what it has shown, and nothing is written over anything else.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

from proofdeck.front.preview import arranging
from proofdeck.front.preview.beginning import rules_begun
from proofdeck.front.preview.boards import Board
from proofdeck.front.preview.bringing import picture_from
from proofdeck.front.preview.choosing import chosen
from proofdeck.front.preview.editing.cells import CellEdit, RowMark, marks_after
from proofdeck.front.preview.editing.heads import with_tables
from proofdeck.front.preview.editing.history import EditStep, History
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.steps import Steps
from proofdeck.front.preview.grids import Way, check_open, places, table_of, way_to
from proofdeck.front.preview.illustrating import illustrated
from proofdeck.front.preview.showing import Showing
from proofdeck.front.preview.spreading import given_to_all
from proofdeck.front.preview.styling import styled
from proofdeck.front.table.forms import Form, sentence
from proofdeck.ground.files import is_file, read_file
from proofdeck.ground.places import TEMPLATES
from proofdeck.ground.problems import ProofdeckError
from proofdeck.paper.deck.art import ART
from proofdeck.source.cards import Card
from proofdeck.source.cards.reader import MOST_COLUMNS
from proofdeck.source.cards.values import free_variant
from proofdeck.source.project.folder import store_of
from proofdeck.source.project.head import SETUP, TRACKS

MOST_CELLS = 20_000
"""Cells that are pasted at once."""
MOST_MARKS = 50_000
"""Rows that are remembered as a page has changed them."""
NOT_A_FORM = "The page sent something that is not an edit, so nothing was written."
STEPS = "steps"
"""What the file is called in which steps are kept."""
NEW = "New card"
"""The name of a card that was just added."""


class Edits:
    """The edits of one page, and their steps. Safe for several threads."""

    def __init__(self, root: Path, showing: Showing) -> None:
        self._root, self._showing = root, showing
        self._lock = Lock()
        self._became: dict[tuple[str, str, str, RowMark], RowMark] = {}
        self.steps = Steps(History(root.resolve(), store_of(root, STEPS)))

    def act(self, game: str, form: Form) -> str:
        """Do what a form asks for; why nothing was written, in a sentence, or ""."""
        ways: dict[str, Callable[[str, Form], object]] = {
            "cells": self._cells,
            "copy": self._copy,
            "new": self._new,
            "delete": self._delete,
            "box": self._on_board(arranging.moved),
            "turn": self._on_board(arranging.turned),
            "corner": self._on_board(arranging.bent),
            "option": self._on_board(arranging.changed),
            "without": self._on_board(arranging.taken_out),
            "element": self._on_board(arranging.added),
            "picture": self._picture,
            "below": self._on_board(arranging.lowered),
            "reset": self._on_board(arranging.deleted),
            "looks": self._looks,
            "own": self._own,
            "rules": self._rules,
            "setup": self._setup,
            "style": self._style,
            "setting": self._setting,
            "undo": lambda *_: self.steps.undo(),
            "redo": lambda *_: self.steps.redo(),
        }
        with self._lock:
            try:
                ways[form.get("do", "")](game, form)
            except NotWrittenError as error:
                return str(error)
            except ProofdeckError as error:
                return " ".join(map(sentence, error.problems))
            except (KeyError, ValueError, TypeError, IndexError, RecursionError, OverflowError):
                return NOT_A_FORM
            except OSError as error:
                return f"Nothing was written: {error.strerror}."
        return ""

    def _cells(self, _: str, form: Form) -> None:
        """`edits`: a list of [line, digest of the row, column, text].

        Who types fast sends the next cell of a row before the page shows what became of the last one; so a row counts
        as seen by the page that has changed it.
        """
        file, found = form["file"], json.loads(form["edits"])
        way, table = _way(form), (file, form.get("tab", ""))
        if len(found) > MOST_CELLS:
            raise NotWrittenError(f"More than {MOST_CELLS:,} cells are too many at once. Paste fewer of them.")
        edits = [CellEdit(RowMark(int(line), str(cells)), int(at), str(text)) for line, cells, at, text in found]
        if any(not 0 <= edit.column < MOST_COLUMNS for edit in edits):
            raise ValueError
        says = form.get("says", "")[:80] or (f"{len(edits)} cells" if len(edits) > 1 else "a cell")
        page = form.get("page", "")

        def written(data: bytes) -> bytes:
            now = [edit._replace(row=self._now(data, form, edit.row)) for edit in edits]
            after = way.with_cells(data, now)
            changed = marks_after(way.read(data), way.read(after), dict.fromkeys(edit.row for edit in now))
            if page:
                self._became |= {(page, *table, old): new for old, new in changed.items() if old != new}
            for old in list(self._became)[:-MOST_MARKS]:
                del self._became[old]
            return after

        self._write(form, says, written)

    def _new(self, game: str, form: Form) -> None:
        """An empty row behind another one, of the same game and kind."""
        card, at = self._row(game, form)
        cells = {at[name]: card.fields.get(name, "") for name in ("game", "kind") if name in at}
        cells |= {at["game"]: places(card).row.cells[at["game"]]} if "game" in at else {}
        cells[at.get("name", at.get("id", min(at.values())))] = NEW
        self._add(form, "a new row", cells)

    def _copy(self, game: str, form: Form) -> None:
        """The same row once more, with an id of its own."""
        card, at = self._row(game, form)
        cells = dict(enumerate(places(card).row.cells))
        if "id" in at and cells.get(at["id"]):
            cells[at["id"]] = self._free(game, card.id)
        self._add(form, f"a copy of {card.name or card.id}", cells)

    def _delete(self, _: str, form: Form) -> None:
        way, says = _way(form), form.get("says", "")[:80] or "a row"
        self._write(form, f"deleting {says}", lambda data: way.without_row(data, self._now(data, form, _mark(form))))

    def _add(self, form: Form, says: str, cells: Mapping[int, str]) -> None:
        way = _way(form)
        self._write(form, says, lambda data: way.with_row(data, self._now(data, form, _mark(form)), cells))

    def _now(self, data: bytes, form: Form, mark: RowMark) -> RowMark:
        """The mark of a row after what its page has done to it. Raises NotWrittenError if others have changed it."""
        sheet, seen = _way(form).read(data), {mark}
        while True:
            try:
                sheet.number_of(mark)
            except NotWrittenError:
                later = self._became.get((form.get("page", ""), form["file"], form.get("tab", ""), mark))
                if later is None or later in seen:
                    raise
                mark = later
                seen.add(mark)
            else:
                return mark

    def _row(self, game: str, form: Form) -> tuple[Card, dict[str, int]]:
        """The card of a row, and where its fields are. Raises NotWrittenError if it is not a card now."""
        self._showing.follow()
        for card in self._showing.now.project.games[game].deck:
            if card.id == form["card"] and table_of(card) == (form["file"], form.get("tab", "")):
                return card, dict(places(card).at)
        raise NotWrittenError("This row is not a card now, so nothing was written.")

    def _on_board(self, change: Callable[[Board, Form], EditStep]) -> Callable[[str, Form], None]:
        """`card` and `side` say what is arranged; the rest of the form is for the board."""

        def way(game: str, form: Form) -> None:
            self._showing.catch_up()
            self.steps.do(change(Board(self._showing.now.games[game], form["card"], form["side"]), form))

        return way

    def _picture(self, game: str, form: Form) -> None:
        """`name`, `data`: a picture file, in base64.

        With `side` it becomes a new element, or with `element` and `key` an option of one; otherwise it is that of the
        `card`.
        """
        self._showing.follow()
        one, root = self._showing.now.games[game], self._root.resolve()
        if "side" not in form and form["card"] not in one.cards:
            raise NotWrittenError(f"There is no card '{form['card']}', so nothing was written.")
        picture = picture_from(form["name"], form["data"])
        if "side" not in form:
            card = next(card for card in one.made.project.games[game].deck if card.id == form["card"])
            return self.steps.do(*illustrated(one, root, card, picture))
        folder = root if len(one.made.project.games) == 1 else root / TEMPLATES / game
        file, board = picture.free_in(folder / ART, root / ART), Board(one, form["card"], form["side"])
        shown = f"{ART}/{file.name}"
        step = (
            arranging.changed(board, {**form, "text": shown})
            if "key" in form
            else arranging.new_element(board, "picture", shown)
        )
        return self.steps.do(picture.put(file, step.says), step)

    def _looks(self, game: str, form: Form) -> None:
        """What the chosen element looks like, for all of its type."""
        self._showing.catch_up()
        self.steps.do(*given_to_all(self._showing.now.games[game], form))

    def _own(self, game: str, form: Form) -> None:
        """Templates of faces that were made from the columns; `look`: another one than they have.

        `again`: in place of those that were written before.
        """
        self._showing.follow()
        one = self._showing.now.games[game]
        self.steps.do(*arranging.made_steps(one, self._root, form.get("look", ""), is_again="again" in form))

    def _style(self, game: str, form: Form) -> None:
        """A colour, an icon or a font of a template that was written from a look."""
        self._showing.follow()
        self.steps.do(*styled(self._showing.now.games[game], self._root, form))

    def _setting(self, game: str, form: Form) -> None:
        """The paper, or the language of faces, in the settings of the project."""
        self._showing.follow()
        self.steps.do(chosen(self._showing.now.games[game], self._root, self._showing.asked, form))

    def _rules(self, game: str, _: Form) -> None:
        """A page of rules with nothing but headings and questions."""
        self._showing.follow()
        self.steps.do(rules_begun(self._showing.now.games[game].game, self._root))

    def _setup(self, game: str, form: Form) -> None:
        """`setup`, `tracks`: tables of the head of its page of rules, as JSON."""
        self._showing.follow()
        path = self._root / self._showing.now.games[game].game.page.shown
        before = read_file(path) if is_file(path) else None
        tables = {key: _table(form[key]) for key in (SETUP, TRACKS)}
        self.steps.do(EditStep(path.resolve(), before, with_tables(before or b"", tables), "the setup"))

    def _free(self, game: str, name: str) -> str:
        """An id that no card of the game has, ignoring case."""
        return free_variant(name, {card.id.casefold() for card in self._showing.now.project.games[game].deck})

    def _write(self, form: Form, says: str, edit: Callable[[bytes], bytes]) -> None:
        """One step. Raises NotWrittenError for a file with no cards, and for one that is locked."""
        self._showing.follow()
        file, games = form["file"], self._showing.now.project.games.values()
        if (file, form.get("tab", "")) not in {table_of(card) for game in games for card in game.deck}:
            raise NotWrittenError(f"{file} has no cards, so it is left as it is.")
        check_open(self._root, file)
        path = (self._root / file).resolve()
        data = read_file(path)
        self.steps.do(EditStep(path, data, edit(data), says))


def _table(said: str) -> dict[str, str]:
    return {str(name): str(words) for name, words in json.loads(said).items()}


def _way(form: Form) -> Way:
    return way_to(form["file"], form.get("tab", ""))


def _mark(form: Mapping[str, Any]) -> RowMark:
    return RowMark(int(form["line"]), form["cells"])

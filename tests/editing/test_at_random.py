"""Anything that the page can send, drawn by chance: what was written is undone byte for byte, and nothing else is.

Between two edits, an editor saves the same files, the program is started again, and forms of long ago are sent again.
"""

from __future__ import annotations

import json
import tempfile
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from random import Random

import effort
import pytest
from PIL import Image
from preview.zoo import box
from workbooks import write_workbook

from proofdeck.front.preview.arranging import KINDS
from proofdeck.front.preview.boards import Board, Part
from proofdeck.front.preview.choosing import choices_of
from proofdeck.front.preview.editing.history import MOST_STEPS
from proofdeck.front.preview.edits import Edits
from proofdeck.front.preview.grids import grids_of
from proofdeck.front.preview.showing import Showing, ShownGame
from proofdeck.front.preview.styling import style_of
from proofdeck.paper.faces.looks import look_names
from proofdeck.paper.faces.options import paint

MANY = 700 if effort.is_thorough else 40
"""Edits of each of three projects."""
CARDS = """id,name,name@de,kind,strength,text,picture
ada,Ada,Adda,Hero,3,"Rerolls a die, twice.",
bo,Bo,Bodo,Hero,2,Hides.,
fog,Fog,Nebel,Event,,"Falls on all
ships.",
"""
WORDS = ("", "Ärger", 'a "quoted" word', "two\nlines", "1,5; 7", " spaced ", "=1+2", "水", "**bold** :anchor:")
KITE = """
[elements.kite]
type = "polygon"
x = 20
y = 20
points = "0,0 1in,5mm  50%,10.5"  # a kite
fill = "ink"
"""
Form = dict[str, str]


def picture(chance: Random) -> str:
    stream = BytesIO()
    Image.new("RGB", (8, 8), f"#{chance.randrange(16**6):06x}").save(stream, "PNG")
    return b64encode(stream.getvalue()).decode()


class Person:
    """Somebody who does whatever the page of a project offers."""

    def __init__(self, root: Path, chance: Random) -> None:
        self.root, self.chance = root, chance
        self.showing = Showing(root)
        self.game = next(iter(self.showing.now.games))
        self.edits = Edits(root, self.showing)
        self.sent: list[Form] = []
        self.ways: Mapping[str, Callable[[], Form | None]] = {
            **dict.fromkeys(("cells", "new", "copy", "delete"), self.in_grid),
            **dict.fromkeys(("own", "style", "setting", "rules", "picture of a card"), self.of_game),
            **dict.fromkeys(("box", "turn", "corner", "option", "without", "below", "reset", "looks"), self.on_part),
            **dict.fromkeys(("element", "picture"), self.on_board),
        }
        self.do = ""

    def files(self) -> Mapping[str, bytes]:
        return {path.relative_to(self.root).as_posix(): path.read_bytes() for path in self._paths()}

    def _paths(self) -> list[Path]:
        return [path for path in self.root.rglob("*") if path.is_file()]

    def act(self, sent: Form) -> str:
        return self.edits.act(self.game, sent)

    def start_again(self) -> None:
        self.showing.close()
        self.showing = Showing(self.root)
        self.edits = Edits(self.root, self.showing)

    def any_form(self) -> Form:
        """One of those that the page would send now or, at times, one of long ago."""
        self.showing.follow()
        while True:
            if self.sent and self.chance.random() < 0.1:
                return self.chance.choice(self.sent)
            self.do = self.chance.choice([*self.ways])
            if (sent := self.ways[self.do]()) is not None:
                self.sent.append({"do": self.do.partition(" ")[0], **sent})
                return self.sent[-1]

    @property
    def one(self) -> ShownGame:
        return self.showing.now.games[self.game]

    def in_grid(self) -> Form | None:
        grid = self.chance.choice(grids_of(self.showing.now, self.game, []))
        row = self.chance.choice(grid.rows)
        if (self.do == "delete" and len(grid.rows) < 3) or (self.do == "copy" and len(grid.rows) > 6):
            return None
        edits = [[*row.mark, self.chance.randrange(1, len(row.cells)), self.chance.choice(WORDS)]]
        line, cells = row.mark
        where = {"file": grid.file, "tab": grid.tab, "line": str(line), "cells": cells, "card": row.card}
        return {**where, "edits": json.dumps(edits), "page": self.chance.choice(["mine", "yours"])}

    def of_game(self) -> Form | None:
        style, chance = style_of(self.one, self.root), self.chance
        if self.do == "own":
            return {"look": chance.choice(look_names()), **({"again": "yes"} if style else {})}
        if self.do == "picture of a card":
            card = chance.choice([*self.one.cards])
            return {"card": card, "name": chance.choice(["a.png", "a.jpg"]), "data": picture(chance)}
        if self.do == "setting" and (found := choices_of(self.one, self.root, "")):
            key = chance.choice([*found])
            return {"key": key, "was": found[key].now, "text": chance.choice([*found[key].offers])}
        if self.do == "style" and style:
            if chance.random() < 0.3 and style.fonts:
                role, font = chance.choice([*style.fonts.items()])
                return {"table": "fonts", "word": role, "was": font.now, "text": chance.choice(font.offers)}
            swatch = chance.choice(style.swatches)
            if swatch.icon is not None and chance.random() < 0.5:
                icon = chance.choice(["anchor", "acorn", "lion"])
                return {"table": "data.emblems", "word": swatch.word, "was": swatch.icon, "text": icon}
            return {
                "table": swatch.table,
                "word": swatch.word,
                "was": swatch.colour,
                "text": chance.choice(swatch.offers),
            }
        return {} if self.do == "rules" else None

    def board(self) -> Board:
        card = self.chance.choice([*self.one.cards.values()])
        return Board(self.one, card.card.id, self.chance.choice(["front", "back"] if card.back else ["front"]))

    def on_board(self) -> Form | None:
        there = self.board()
        where = {"card": there.card.id, "side": there.side, "element": ""}
        if self.do == "picture":
            return {**where, "name": "lake.png", "data": picture(self.chance)}
        names = {"icon": "anchor", "picture": "{{ art }}"}
        kind = self.chance.choice(KINDS)
        return {**where, "kind": kind, "name": names.get(kind, "")}

    def on_part(self) -> Form | None:
        there, chance = self.board(), self.chance
        if not (parts := [part for part in there.parts if part.box is not None]):
            return None
        part = chance.choice(parts)
        where = {"card": there.card.id, "side": there.side, "element": part.element.name}
        more = self.of_part(there, part)
        return None if more is None else {**where, "where": chance.choice(["own", "written"]), **more}

    def of_part(self, there: Board, part: Part) -> Form | None:
        chance = self.chance
        if self.do == "box":
            by = [chance.choice([0.0, chance.uniform(0, 4)]) for _ in range(4)]
            return {
                "was": box(part.box),
                "box": box([one + more for one, more in zip(part.box or (), by, strict=True)]),
            }
        if self.do == "turn":
            return {"was": str(part.values["angle"]), "angle": str(chance.randrange(360))}
        if self.do == "corner":
            at = chance.randrange(len(part.corners)) if part.corners else None
            return None if at is None else {"at": str(at), "was": box(part.corners[at]), "corner": box((1.5, 2.25))}
        if self.do == "below":
            return {"text": chance.choice(["", *there.below(part)])}
        if self.do in {"option", "without"} and (rows := there.rows(part)):
            row = chance.choice(rows)
            texts: Sequence[str] = row.choices or (
                [*there.colours, "#123456"] if row.option.parse is paint else ["7", "x"]
            )
            return {"key": row.key, "was": row.said, "text": chance.choice(texts)}
        return {} if self.do in {"reset", "looks"} else None


def project(folder: Path, kind: str) -> Path:
    """kind: of spreadsheet, and whether there is a template of a person's own."""
    root = folder / "zoo"
    (root / "templates" / "zoo").mkdir(parents=True)
    if kind == "workbook":
        cells: list[list[object]] = [
            ["id", "name", "kind", "strength"],
            ["ada", "Ada", "Hero", 3],
            ["fog", "Fog", "Event", 1],
        ]
        write_workbook(root / "cards.xlsx", {"Cards": cells, "Notes": [["none"]]})
    else:
        (root / "cards.csv").write_bytes(CARDS.replace("\n", "\r\n").encode())
    if kind == "own":
        front = f'extends = "base/front.toml"\n\n[colours]\nink = "#223344"\n{KITE}'
        (root / "templates" / "zoo" / "front.toml").write_text(front, encoding="utf-8")
    return root


@pytest.mark.parametrize("kind", ["bare", "own", "workbook"])
def test_whatever_is_done_is_undone_byte_for_byte_and_what_an_editor_saves_is_never_lost(
    tmp_path: Path, kind: str
) -> None:
    chance = Random(f"{kind} {MANY}")
    person = Person(project(tmp_path, kind), chance)
    written, kept = Counter[str](), [person.files()]
    for _ in range(MANY):
        sent = person.any_form()
        before = person.files()
        why = person.act(sent)
        after = person.files()
        if after == before:
            continue
        assert not why, (sent, why)
        written[sent["do"]] += 1
        if chance.random() < 0.2:
            person.start_again()
        if chance.random() < 0.3:
            saved_by_an_editor(person, before, after)
        assert person.act({"do": "undo"}) == "", sent
        assert person.files() == before, sent
        if chance.random() < 0.4:
            assert person.act({"do": "redo"}) == "", sent
            assert person.files() == after, sent
            kept = [*kept[-MOST_STEPS:], after]
    while len(kept) > 1:
        assert person.files() == kept.pop()
        assert person.act({"do": "undo"}) == ""
    assert person.files() == kept[0]
    assert len(written) >= (8 if effort.is_thorough else 3)
    person.showing.close()


def saved_by_an_editor(person: Person, before: Mapping[str, bytes], after: Mapping[str, bytes]) -> None:
    """The step is not undone over that, which is said; what the editor takes back can be undone again."""
    name = person.chance.choice([one for one in after if after[one] != before.get(one)] or [*after])
    path = person.root / name
    path.write_bytes(after[name] + b"\n# By the editor.\n")
    saved = person.files()
    why = person.act({"do": "undo"})
    if after[name] != before.get(name):
        assert why == f"{path.name} has been changed elsewhere since, so nothing was written."
        assert person.files() == saved
    else:
        assert why == ""
        assert person.act({"do": "redo"}) == ""
    path.write_bytes(after[name])


@pytest.mark.parametrize("kind", ["bare", "own", "workbook"])
def test_in_a_folder_that_may_not_be_written_to_nothing_is_written_and_the_reason_is_said(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = project(tmp_path, kind)
    person, told = Person(root, Random(f"{kind} {MANY}")), set[str]()
    before = person.files()
    with monkeypatch.context() as folder:
        read_only(folder, root)
        for _ in range(MANY):
            why = person.act(person.any_form())
            told |= {why} if "cannot write" in why or "Permission denied" in why else set()
            assert person.files() == before
            assert (person.edits.steps.can_undo, person.edits.steps.can_redo) == ("", "")
    assert told
    person.start_again()
    assert person.edits.steps.can_undo == ""
    person.showing.close()


def read_only(monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    """As the folder is to somebody who may only read it; whoever runs the tests may be allowed everything."""

    def denied(path: Path) -> None:
        if path.is_relative_to(root):
            raise PermissionError(13, "Permission denied", str(path))

    make, remove, folder = tempfile.mkstemp, Path.unlink, Path.mkdir

    def mkstemp(*args: object, dir: Path, **more: object) -> tuple[int, str]:  # noqa: A002
        denied(Path(dir))
        return make(*args, dir=dir, **more)  # type: ignore[call-overload, no-any-return]

    def unlink(path: Path, missing_ok: bool = False) -> None:
        denied(path)
        remove(path, missing_ok)

    def mkdir(path: Path, mode: int = 0o777, parents: bool = False, exist_ok: bool = False) -> None:
        if not path.is_dir():
            denied(path)
        folder(path, mode, parents, exist_ok)

    monkeypatch.setattr(tempfile, "mkstemp", mkstemp)
    monkeypatch.setattr(Path, "unlink", unlink)
    monkeypatch.setattr(Path, "mkdir", mkdir)

"""A thousand changes of elements: each is read again as it was wished, and no other byte is different."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Container, Iterable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import pytest
from preview.zoo import box, lines_changed
from tables import game_with_faces

from proofdeck.front.preview.boards import Board, Part, Row
from proofdeck.front.preview.edits import Edits
from proofdeck.front.preview.showing import Showing
from proofdeck.front.starting import start_project
from proofdeck.paper.faces.options import paint

GAMES = ("tombs", "fishing-dragon", "fantasy-contract-rummy", "rummy-duel", "toonerville-rook", "salt-roads")
STARTERS = ("cards", "auction", "board", "coop", "draft", "partners", "rummy", "tricks")
BOXES = {"x", "y", "x2", "y2", "width", "height"}
NEAR = 0.01
"""What is read again may differ by so many mm from what was wished."""


def project(tmp_path: Path, name: str) -> Path:
    """One of the games or starters, with a few cards of each kind."""
    root = tmp_path / name
    if name in STARTERS:
        start_project(root, kind="" if name == "cards" else name)
        return root
    root.mkdir()
    game_with_faces(root, name)
    with (root / "cards.csv").open(encoding="utf-8", newline="") as cards:
        head, *rows = csv.reader(cards)
    kinds: Counter[str] = Counter()
    few = []
    for row in rows:
        kinds[kind := row[head.index("kind")]] += 1
        few += [row] if kinds[kind] <= 2 else []
    with (root / "cards.csv").open("w", encoding="utf-8", newline="") as cards:
        csv.writer(cards).writerows([head, *few])
    return root


def templates(root: Path) -> dict[Path, str]:
    return {file: file.read_bytes().decode() for file in root.glob("templates/**/*.toml")}


class Arranging:
    """Edits of one project, each of which is looked at and undone."""

    def __init__(self, root: Path, seed: str) -> None:
        self.root, self.game, self.chance = root, root.name, Random(seed)
        self.showing = Showing(root)
        self.edits = Edits(root, self.showing)
        self.written = 0

    def board(self, card: str, side: str) -> Board:
        return Board(self.showing.now.games[self.game], card, side)

    def sides(self, card: str) -> list[str]:
        return ["front", "back"] if self.showing.now.games[self.game].cards[card].back else ["front"]

    def any_board(self) -> Board:
        card = self.chance.choice(list(self.showing.now.games[self.game].cards))
        return self.board(card, self.chance.choice(self.sides(card)))

    def one_board_of_each_template(self) -> Iterable[Board]:
        cards = self.showing.now.games[self.game].cards
        every = (self.board(card, side) for card in cards for side in self.sides(card))
        return {there.template.file: there for there in every}.values()

    def edit(
        self, there: Board, part: Part, keys: Container[str], read_again: Callable[[Part], bool], **sent: str
    ) -> None:
        """An edit that is obeyed can be read again and undone, and one that is not leaves the files as they are."""
        where = {"card": there.card.id, "side": there.side, "element": part.element.name}
        sent |= {**where, "where": self.chance.choice(["own", "written"])}
        before = templates(self.root)
        why = self.edits.act(self.game, sent)
        self.showing.follow()
        after = templates(self.root)
        if why:
            assert after == before
            return
        assert read_again(self.board(there.card.id, there.side).part(part.element.name)), sent
        (file,) = [file for file in after if after[file] != before.get(file)]
        for line in lines_changed(before.get(file, ""), after[file]):
            said = line[2:].partition("=")[0].strip()
            assert said in keys or said in {"", "extends"} or said.startswith("[elements."), line
        assert self.edits.act(self.game, {"do": "undo"}) == ""
        self.showing.follow()
        assert templates(self.root) == before
        self.written += 1

    def a_box(self, part: Part) -> list[float]:
        """Moved, resized, or both."""
        assert part.box is not None
        by = [self.chance.choice((0.0, self.chance.uniform(-4, 4))) for _ in range(4)]
        by[self.chance.randrange(2)] = 0.75
        grows = part.can_grow and self.chance.random() < 0.5
        x, y, width, height = (one + (by[at] if at < 2 or grows else 0) for at, one in enumerate(part.box))
        return [x, y, width, height] if part.element.type == "line" else [x, y, max(0.5, width), max(0.5, height)]

    def a_value(self, row: Row, colours: Iterable[str]) -> str | None:
        """Another value of an option; None if any would do."""
        found: Sequence[str] = row.choices
        if row.option.parse is paint:
            found = [*colours, f"#{self.chance.randrange(16**6):06x}"]
        elif row.key in {"text", "label"}:
            found = ['Ärger "hier" {{ name }}', "two\nlines", "**x** \\ y", "''"]
        elif row.key in {"x", "y", "width", "height"}:
            found = ["7", "12.25", "1.5mm", "25% + 1mm", "{{ 3 + 4 }}"]
        return self.chance.choice([one for one in found if one != row.said] or [None])


@pytest.mark.parametrize("name", [*GAMES, *STARTERS])
@pytest.mark.parametrize("count", [6, 85])
def test_a_thousand_edits_read_back_as_wished_leave_every_other_byte_and_are_undone(
    tmp_path: Path, count: int, name: str
) -> None:
    one = Arranging(project(tmp_path, name), f"{name} {count}")
    for there in one.one_board_of_each_template():
        assert all(there.rows(part) for part in there.parts)
    asked = 0
    while asked < count:
        there = one.any_board()
        part = one.chance.choice([part for part in there.parts if part.box is not None])
        if one.chance.random() < 0.6:
            wish = one.a_box(part)
            asked += 1
            one.edit(there, part, BOXES, partial(is_at, wish), do="box", was=box(part.box), box=box(wish))
            continue
        row = one.chance.choice(there.rows(part))
        if (text := one.a_value(row, there.colours)) is not None and "\n" not in row.said:
            asked += 1
            says = partial(is_said, one, there, row.key, text)
            one.edit(there, part, {row.key}, says, do="option", key=row.key, was=row.said, text=text)
    assert one.written > count / 4


def is_at(wish: Sequence[float], part: Part) -> bool:
    return part.box is not None and max(abs(new - old) for new, old in zip(wish, part.box, strict=True)) <= NEAR


def is_said(one: Arranging, there: Board, key: str, text: str, part: Part) -> bool:
    rows = one.board(there.card.id, there.side).rows(part)
    return next(row.said for row in rows if row.key == key) == text

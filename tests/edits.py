"""A project of two games, and edits of every kind of file in it: whoever keeps results must notice each of them."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from proofdeck.front.making.build import build
from proofdeck.front.making.check import check
from proofdeck.source.project.request import Options

CARDS = Options(papers=("a4",), only=("cards", "rulebook"))
SQUARE = '<svg viewBox="0 0 9 9"><path d="M0 0h{0}v{0}z"/></svg>'
FRONT = """
extends = "shared/base.toml"
[elements.title]
type = "text"
x = 4
y = 4
width = 54
height = 10
text = "{{ name }} {{ value }} {{ legs }}"
[elements.sign]
type = "icon"
x = 20
y = 40
width = 20
height = 20
icon = "fox"
[elements.art]
type = "image"
x = 4
y = 60
width = 20
height = 20
file = "art.png"
"""
BASE = """
size = "poker"
[fonts]
body = "Crimson Text"
[elements.frame]
type = "rectangle"
x = 3
y = 3
width = 50
height = 70
fill = "#ffeedd"
"""
PAGE = """---
title: {title}
players: 2-4
---
"""
RULES = """
## Score

Cards are worth {number} points.
"""


def begin(root: Path) -> Path:
    """Two games, `zoo` and `sea`, that share a template and a picture; `zoo` has rules."""
    from PIL import Image

    for folder in ("templates/shared", "templates/zoo/icons", "templates/sea/icons", "rules_md"):
        (root / folder).mkdir(parents=True)
    places = [(game, place, name) for game in ("zoo", "sea") for place, name in enumerate(NAMES, 1)]
    rows = [f"{game},{name},{name.title()},{place},{place + 3}" for game, place, name in places]
    (root / "cards.csv").write_text("\n".join(["game,id,name,value,legs", *rows]) + "\n")
    (root / "templates/shared/base.toml").write_text(BASE)
    for game in ("zoo", "sea"):
        (root / f"templates/{game}/front.toml").write_text(FRONT)
        (root / f"templates/{game}/icons/fox.svg").write_text(SQUARE.format(7))
        (root / f"rules_md/{game}.md").write_text(PAGE.format(title=game.title()))
    (root / "rules_md/zoo.md").write_text((PAGE + RULES).format(title="Zoo", number=3))
    (root / "art").mkdir()
    for colour in COLOURS:
        Image.new("RGB", (200, 200), colour).save(root / f"art/{colour}.png")
    Image.new("RGB", (200, 200), "red").save(root / "art.png")
    return root


NAMES = ("ant", "bee", "cat")
COLOURS = ("green", "olive")


def change(file: Path, old: str, new: str) -> None:
    """Put new in place of old, which must be there."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def _digit(path: Path, chance: random.Random) -> None:
    """Another digit in the place of one: the same size."""
    text = path.read_text()
    places = [place for place, letter in enumerate(text) if letter in "3456789"]
    if places:
        place = chance.choice(places)
        path.write_text(text[:place] + chance.choice("3456789") + text[place + 1 :])


def _cell(root: Path, chance: random.Random) -> None:
    _digit(root / "cards.csv", chance)


def _row(root: Path, chance: random.Random) -> None:
    """A row more or less, which moves all others."""
    lines = (root / "cards.csv").read_text().splitlines()
    if len(lines) > 6 and chance.random() < 0.5:
        del lines[chance.randrange(1, len(lines))]
    else:
        number = chance.randrange(10_000)
        lines.insert(
            chance.randrange(1, len(lines) + 1), f"{chance.choice(('zoo', 'sea'))},x{number},X,{number % 10},4"
        )
    (root / "cards.csv").write_text("\n".join(lines) + "\n")


def _same_time(root: Path, chance: random.Random) -> None:
    """A cell of the same size, and the file as old as it was."""
    before = (root / "cards.csv").stat()
    _cell(root, chance)
    os.utime(root / "cards.csv", ns=(before.st_atime_ns, before.st_mtime_ns))


def _template(root: Path, chance: random.Random) -> None:
    _digit(root / f"templates/{chance.choice(('zoo/front', 'sea/front', 'shared/base'))}.toml", chance)


def _icon(root: Path, chance: random.Random) -> None:
    path = root / f"templates/{chance.choice(('zoo', 'sea'))}/icons/fox.svg"
    path.write_text(SQUARE.format(chance.randrange(3, 9)))


def _shadow(root: Path, chance: random.Random) -> None:
    """A template of one kind comes or goes; a game takes it in place of another."""
    path = root / f"templates/{chance.choice(('zoo', 'sea'))}/back.toml"
    if path.exists():
        path.unlink()
    else:
        path.write_text(BASE.replace("ffeedd", f"{chance.randrange(16**6):06x}"))


def _picture(root: Path, chance: random.Random) -> None:
    """Saved anew; if it was a link, it is none any more."""
    from PIL import Image

    (root / "art.png").unlink()
    Image.new("RGB", (200, 200), f"#{chance.randrange(16**6):06x}").save(root / "art.png")


def _link(root: Path, chance: random.Random) -> None:
    """The picture is a link to another file, which may itself be a link, and lies in a folder that is one."""
    art, folder, other = root / "art.png", root / "linked", chance.choice(COLOURS)
    for link in (art, folder):
        if link.is_symlink() or link.exists():
            link.unlink()
    folder.symlink_to("art", target_is_directory=True)
    art.symlink_to(f"{chance.choice(('linked', 'art'))}/{other}.png")


def _page(root: Path, chance: random.Random) -> None:
    title, number = chance.choice(("Zoo", "Sea", "Park")), chance.randrange(4, 9)
    (root / "rules_md/zoo.md").write_text((PAGE + RULES).format(title=title, number=number))


def _rename(root: Path, chance: random.Random) -> None:
    """The pictures of two games change places."""
    one, other = (root / f"templates/{game}/icons/fox.svg" for game in ("zoo", "sea"))
    aside = root / "aside.svg"
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def _borrow(root: Path, _: random.Random) -> None:
    """One game takes over the template of another, or has its own again."""
    path = root / "templates/zoo/front.toml"
    lends = 'extends = "sea/front.toml"\n'
    path.write_text(FRONT if path.read_text() == lends else lends)


def _look(root: Path, chance: random.Random) -> None:
    path = root / f"templates/{chance.choice(('zoo', 'sea'))}/rulebook.toml"
    path.write_text(f'accent = "#{chance.randrange(16**6):06x}"\n')


EDITS: dict[str, Callable[[Path, random.Random], None]] = {
    "a cell": _cell,
    "a row": _row,
    "a cell in a file of the same size and time": _same_time,
    "a template": _template,
    "an icon": _icon,
    "a template that comes or goes": _shadow,
    "a picture": _picture,
    "a link that leads elsewhere": _link,
    "a page of rules": _page,
    "files that change places": _rename,
    "a template that is taken over": _borrow,
    "the look of a book": _look,
}
"""What is edited -> how, by chance; some edits change nothing."""


def differs(root: Path) -> str:
    """What a build or a check that keeps things does otherwise than one that keeps nothing; "" for nothing."""
    kept = build(root, [], CARDS)
    fresh = build(root, [], replace(CARDS, cache=False, output=root / "fresh"))
    if kept.problems != fresh.problems:
        return f"problems of the build: {kept.problems}, and not {fresh.problems}"
    if check(root) != check(root, cache=False):
        return "problems of the check"
    for one, other in zip(kept.outputs, fresh.outputs, strict=True):
        if one.path.read_bytes() != other.path.read_bytes():
            return f"{one.game}/{one.path.name}"
    return ""

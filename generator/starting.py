"""A new project: the starter game, or one of the shipped games, in a folder of its own."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from generator.files import files_below, write_file
from generator.places import RULES, TEMPLATES, shipped_root
from generator.problems import Problem, ProofdeckError, did_you_mean, hint_from, listed
from generator.project import slug
from generator.rulebook.kept import FILE, as_text, read_kept

STARTERS = Path(__file__).parent / "starters"
SCORED, PLAYED = STARTERS / "scored", STARTERS / "played"
"""A game that is scored by its page alone, and one with an engine of its own."""
GAME, TITLE = "my-game", "My Game"
"""What the starter is called in files and by people, until it is called after its folder."""
TAKEN = frozenset({"base", "icons", "rulebook"})
"""Folders of templates that belong to no game."""
ODD_TO_YAML = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
TITLE_OF_PAGE = re.compile(r"^title: .*$", re.MULTILINE)
GUIDE = f"{TEMPLATES}/README.md"
"""Where a new project has every element and option of a template, so that they can be looked up offline."""
REFERENCE = "docs/templates.md"
"""The page of the documentation that the guide is a copy of."""


def start_project(folder: Path, like: str | None = None, *, engine: bool = False) -> list[Path]:
    """The files written. like: the shipped game to begin with. engine: with an engine that is the project's own.

    Raises ProofdeckError when the folder is not empty or no such game is shipped.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ProofdeckError(
            Problem("E508", f"'{folder}' is there already and not empty", hint="Name a folder that does not exist yet.")
        )
    called = _named(folder.resolve().name)
    if like is None:
        files = dict(_starter(PLAYED if engine else SCORED, called))
    else:
        files = dict(_shipped_game(like, called))
        if engine:
            files |= _with_its_engine(like, called, files)
    files[GUIDE] = (shipped_root() / REFERENCE).read_bytes()
    for name, data in files.items():
        write_file(folder / name, data)
    return [folder / name for name in files]


class Called(NamedTuple):
    """What a new game is called: in files and cells, and by people."""

    game: str
    title: str

    @property
    def engine(self) -> str:
        """The module of its engine: no other module in the world should have that name."""
        words = f"{self.game.replace('-', '_')}_rules"
        return words if words.isidentifier() else f"game_{words}"


def _starter(folder: Path, called: Called) -> Iterator[tuple[str, bytes]]:
    """The small game of that folder, called after the new one."""
    module = Called(GAME, TITLE).engine
    for path in files_below(folder):
        text = path.read_text(encoding="utf-8").replace(f"title: {TITLE}", f"title: {_as_yaml(called.title)}")
        place = path.relative_to(folder).as_posix().replace(module, called.engine).replace(GAME, called.game)
        text = text.replace(module, called.engine).replace(GAME, called.game).replace(TITLE, called.title)
        yield place, text.encode()


def _named(name: str) -> Called:
    """After its folder: `the-long-tide` in files and cells, `The Long Tide` to readers."""
    game = slug(name)
    if not game or game in TAKEN:
        return Called(GAME, TITLE)
    words = name if any(letter.isupper() for letter in name) else re.sub(r"[-_]+", " ", name).title()
    return Called(game, words)


def _as_yaml(words: str) -> str:
    """A text that YAML takes for nothing else, in quotes where it needs them."""
    plain = re.fullmatch(r"[^\W\d_][\w' ,!-]*", words) and words.casefold() not in ODD_TO_YAML
    return words if plain else json.dumps(words, ensure_ascii=False)


def _shipped_game(like: str, called: Called) -> Iterator[tuple[str, bytes]]:
    """Its rows of the spreadsheet, its templates, its rules and what was found for its claims, under the new name.

    What its templates extend stays in Proofdeck.
    """
    root = shipped_root()
    rows = list(csv.reader(io.StringIO((root / "cards.csv").read_text(encoding="utf-8"), newline="")))
    names = list(dict.fromkeys(row[0] for row in rows[1:] if row))
    if like not in names:
        hint = hint_from(did_you_mean(like, names), f"Shipped games: {listed(names)}.")
        raise ProofdeckError(Problem("E503", f"there is no game '{like}'", hint=hint))
    table = io.StringIO(newline="")
    own = [rows[0], *([called.game, *row[1:]] for row in rows[1:] if row and row[0] == like)]
    csv.writer(table, lineterminator="\n").writerows(own)
    yield "cards.csv", table.getvalue().encode()
    for path in sorted((root / RULES).glob(f"{like}.*.md")):
        yield f"{RULES}/{called.game}{path.name.removeprefix(like)}", path.read_bytes()
    for path in files_below(root / TEMPLATES / like):
        yield f"{TEMPLATES}/{called.game}/{path.relative_to(root / TEMPLATES / like).as_posix()}", path.read_bytes()
    page = (root / RULES / f"{like}.md").read_text(encoding="utf-8")
    title = f"title: {_as_yaml(called.title)}"
    yield f"{RULES}/{called.game}.md", TITLE_OF_PAGE.sub(lambda _: title, page, count=1).encode()
    for path in files_below(root / RULES / "claims"):
        if path.name.startswith(f"{like}-"):
            yield path.relative_to(root).as_posix(), _recorded(path, called)
    found = read_kept(root / RULES / FILE, "", [])
    kept = {(called.game, claim): one for (game, claim), one in found.items() if game == like}
    if kept:
        yield f"{RULES}/{FILE}", as_text(kept).encode()


def _recorded(path: Path, called: Called) -> bytes:
    """A transcript, as one of the new game."""
    head, _, steps = path.read_text(encoding="utf-8").partition("\n")
    return f"{json.dumps(json.loads(head) | {'game': called.game}, separators=(',', ':'))}\n{steps}".encode()


def _with_its_engine(like: str, called: Called, files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The modules of the shipped engine as the project's own, and the page that names it."""
    package = f"generator.games.{like.replace('-', '_')}"
    folder = Path(__file__).parent / "games" / like.replace("-", "_")
    for path in sorted(folder.glob("*.py")):
        yield f"{called.engine}/{path.name}", path.read_text(encoding="utf-8").replace(package, called.engine).encode()
    page = f"{RULES}/{called.game}.md"
    yield page, files[page].decode().replace(f"engine: {package}", f"engine: {called.engine}").encode()

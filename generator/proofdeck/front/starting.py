"""A new project: the starter game, or one of the shipped games, in a folder of its own."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from proofdeck.book.proof.kept import FILE, as_text, read_kept
from proofdeck.ground.files import files_below, write_file
from proofdeck.ground.places import RULES, TEMPLATES, shipped_root
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, did_you_mean, hint_from, listed
from proofdeck.source.project.reading import OF_NO_GAME, slug

STARTERS = Path(__file__).parent / "starters"
CARDS, TRICKS = "cards", "tricks"
"""Two of the starters: the folder of one that a page of rules scores, and of one with an engine, like all others."""
ART = "art"
"""The folder with other templates for the first of them, whose cards have scenes."""
GAME, TITLE = "my-game", "My Game"
"""The starter's name in files and its title, which are replaced by those of the new folder."""
INSIDE, KIT = "from proofdeck.play.engine.kit import", "from proofdeck.kit import"
"""The kit as shipped games import it, and as everybody else does."""
ODD_TO_YAML = frozenset({"yes", "no", "on", "off", "true", "false", "null", "y", "n"})
TITLE_OF_PAGE = re.compile(r"^title: .*$", re.MULTILINE)
GUIDE = f"{TEMPLATES}/README.md"
"""Where a new project has every element and option of a template, so that they can be looked up offline."""
REFERENCE = "docs/templates.md"
"""The page of the documentation that the guide is a copy of."""
PICTURE = re.compile(r"^!\[[^]]*\]\([^)]*\)\n+", re.MULTILINE)
TO_ANOTHER_PAGE = re.compile(r"\[([^]]*)\]\((?!https?:|#)[^)]*\)")
OF_ICONS = f"{TEMPLATES}/icons/README.md"


def refuse_used(folder: Path) -> None:
    """Raise ProofdeckError if the folder is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise ProofdeckError(
            Problem("E508", f"'{folder}' already exists and is not empty", hint="Choose a folder that does not exist.")
        )


def start_project(
    folder: Path, like: str | None = None, kind: str = "", *, engine: bool = False, art: bool = False
) -> list[Path]:
    """Write a new project and return its files. like: the shipped game to copy; kind: the starter. engine: include the
    engine's code. art: give the cards of the first starter scenes.

    Raises ProofdeckError if the folder is not empty, or no such game is shipped.
    """
    refuse_used(folder)
    called = _named(folder.resolve().name)
    if like is None:
        files = dict(_starter(STARTERS / (kind or (TRICKS if engine else CARDS)), called))
        if art:
            files |= _starter(STARTERS / ART, called)
    else:
        files = dict(_shipped_game(like, called))
        if engine:
            files |= _with_its_engine(like, called, files)
    return start_with(folder, files)


def start_with(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    """Write a project of those files, with the guides that every project gets, and return its files."""
    everything = {**files, GUIDE: _guide(), OF_ICONS: (STARTERS / CARDS / OF_ICONS).read_bytes()}
    for name, data in everything.items():
        write_file(folder / name, data)
    return [folder / name for name in everything]


def _guide() -> bytes:
    """The reference of templates without pictures, and without the links to pages that only the documentation has."""
    text = (shipped_root() / REFERENCE).read_text(encoding="utf-8")
    return TO_ANOTHER_PAGE.sub(r"\1", PICTURE.sub("", text)).encode()


class Called(NamedTuple):
    """The names of a new game: in files and cells, and on paper."""

    game: str
    title: str

    @property
    def engine(self) -> str:
        """The module of its engine, named so that it clashes with no other module."""
        words = f"{self.game.replace('-', '_')}_rules"
        return words if words.isidentifier() else f"game_{words}"


def _starter(folder: Path, called: Called) -> Iterator[tuple[str, bytes]]:
    """The files of a starter, with the name of the new game."""
    module = Called(GAME, TITLE).engine
    for path in files_below(folder):
        text = path.read_text(encoding="utf-8").replace(f"title: {TITLE}", f"title: {_as_yaml(called.title)}")
        place = path.relative_to(folder).as_posix().replace(module, called.engine).replace(GAME, called.game)
        text = text.replace(module, called.engine).replace(GAME, called.game).replace(TITLE, called.title)
        yield place, text.encode()


def _named(name: str) -> Called:
    """Names made from the folder: `the-long-tide` in files and cells, `The Long Tide` as the title."""
    game = slug(name)
    if not game or game in OF_NO_GAME:
        return Called(GAME, TITLE)
    words = name if any(letter.isupper() for letter in name) else re.sub(r"[-_]+", " ", name).title()
    return Called(game, words)


def _as_yaml(words: str) -> str:
    """The text as a YAML string, quoted only if necessary."""
    plain = re.fullmatch(r"[^\W\d_][\w' ,!-]*", words) and words.casefold() not in ODD_TO_YAML
    return words if plain else json.dumps(words, ensure_ascii=False)


def _shipped_game(like: str, called: Called) -> Iterator[tuple[str, bytes]]:
    """A game's rows, templates, rules and the results of its claims, under the new name.

    The templates that they extend stay in Proofdeck.
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
    found = read_kept(root / RULES / FILE, "", Problems())
    kept = {(called.game, claim): one for (game, claim), one in found.items() if game == like}
    if kept:
        yield f"{RULES}/{FILE}", as_text(kept).encode()


def _recorded(path: Path, called: Called) -> bytes:
    """A transcript with the new game's name."""
    head, _, steps = path.read_text(encoding="utf-8").partition("\n")
    return f"{json.dumps(json.loads(head) | {'game': called.game}, separators=(',', ':'))}\n{steps}".encode()


def _with_its_engine(like: str, called: Called, files: Mapping[str, bytes]) -> Iterator[tuple[str, bytes]]:
    """The module or the modules of the shipped engine, copied into the project, and the page that names it."""
    package = f"proofdeck.play.games.{like.replace('-', '_')}"
    folder = Path(__file__).parents[1] / "play" / "games" / like.replace("-", "_")

    def copied(path: Path) -> bytes:
        text = path.read_text(encoding="utf-8").replace(package, called.engine)
        return (
            text.replace("from proofdeck.play.engine import kit", "from proofdeck import kit")
            .replace(INSIDE, KIT)
            .encode()
        )

    for path in sorted(folder.glob("*.py")):
        yield f"{called.engine}/{path.name}", copied(path)
    if not folder.is_dir():
        yield f"{called.engine}.py", copied(folder.with_suffix(".py"))
    page = f"{RULES}/{called.game}.md"
    yield page, files[page].decode().replace(f"engine: {package}", f"engine: {called.engine}").encode()

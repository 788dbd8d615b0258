"""`export play`: a game as one HTML file that friends open and play, against bots or with each other on one screen.

The file holds a runtime of Python, the part of Proofdeck that plays, the game, its faces and its book. A Worker of the
page runs `table/desk.py`, which writes the same table as the preview.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
import re
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from proofdeck.book.manuscript.books import book_jobs
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.book.manuscript.goal import goal_in_words
from proofdeck.book.manuscript.html import own_script, source_of
from proofdeck.front.export.compiling import can_compile, compiled
from proofdeck.front.export.online import archive, faces_of, pictures_of, placeholders
from proofdeck.front.export.runtime import LICENCE, SOURCE, VERSION, kept_runtime, runtime_in
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.export.web import as_webp, in_page, template
from proofdeck.front.table.boxes import box_of
from proofdeck.front.table.desk import FACTS, packed
from proofdeck.front.table.shown import CardSides, FacePicture, TableGame
from proofdeck.front.table.writing import PAGES
from proofdeck.ground import __version__
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.files import children, files_below, read_file
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import counted, has_errors
from proofdeck.ground.workspace.outputs import Job, MadeFiles
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.painting import style_of
from proofdeck.paper.faces.face import Face
from proofdeck.paper.faces.tone import tone_of
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.score_table.game import ScoredGame
from proofdeck.play.setup.opening import playable_of

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
ROOMS = (
    "ground/phrases", "ground/workspace", "source", "paper/faces", "paper/sheets", "play/engine", "play/games",
    "play/free", "play/scene", "play/seats", "play/setup", "score", "front/table",
)  # fmt: skip
"""The rooms of the program that a table needs, besides the modules that are in no room."""
LIBRARIES = {
    "jinja2": ("Jinja2", "BSD-3-Clause"),
    "markupsafe": ("MarkupSafe", "BSD-3-Clause"),
    "yaml": ("PyYAML", "MIT"),
    "platformdirs": ("platformdirs", "MIT"),
}
"""Packages of pure Python that these rooms need, what they are distributed as, and their licences."""
SCRIPTS = PAGES / "become.js", HERE / "play.js", PAGES / "table.js", PAGES / "score.js", PAGES / "free.js"
STYLES = PAGES / "table.css", PAGES / "free.css", HERE / "play.css"
LEVEL = 9
BOOK = "rulebook.html"
PROGRAM, STDLIB = "program", "python_stdlib.zip"
JPEG = re.compile(rb"data:image/jpeg;base64,([A-Za-z0-9+/=]+)")
BOOK_QUALITY = 70
ENCODINGS = {
    "__init__",
    "aliases",
    "ascii",
    "cp437",
    "cp1252",
    "idna",
    "latin_1",
    "utf_8",
    "utf_8_sig",
    "utf_16",
    "utf_16_le",
    "utf_16_be",
    "utf_32",
    "utf_32_le",
    "utf_32_be",
    "punycode",
    "raw_unicode_escape",
    "unicode_escape",
}
UNUSED = frozenset(
    "_aix_support _ios_support _android_support _osx_support _pydatetime _pydecimal _pyio _pyrepl argparse bdb "
    "cProfile cmd compileall configparser curses doctest ensurepip ftplib gettext idlelib imaplib mailbox "
    "modulefinder multiprocessing optparse pdb pickletools plistlib poplib profile pstats pty pyclbr pydoc "
    "pydoc_data smtplib socketserver tabnanny test timeit trace tracemalloc turtle turtledemo unittest venv "
    "wave wsgiref xml xmlrpc zipapp".split()
)
"""Modules of Python's library that no game can use on a page, or has a use for."""
WASM = "'wasm-unsafe-eval'"


class Credit(NamedTuple):
    """Something in the file that others have made."""

    name: str
    version: str
    licence: str
    address: str = ""


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """One file; or, for `--folder`, a folder with `index.html` and its ZIP."""
    playable = playable_of(goods.project, goods.game, goods.problems, trust=goods.options.trust)
    if playable is None and has_errors(goods.problems):
        return []
    runtime = runtime_in(settings.runtime)
    started = runtime.plain()
    jobs_of_book = (
        book_jobs(goods.project, goods.made, goods.options, goods.problems) if goods.game.page.is_written else ()
    )
    book = [job for job in jobs_of_book if BOOK in job.keys]
    folders = {"game": dict(_game(goods, playable)), PROGRAM: dict(_program())}
    edition = digest(folders)
    write = partial(page, goods, playable, edition)
    bare = write(bool(book), {}, placeholders(goods))
    key = digest(
        "play", engine_digest(), can_compile(), settings, edition, started, bare, [job.keys[BOOK] for job in book]
    )
    alone, zipped = f"{goods.game.name}.html", f"{goods.game.name}.zip"

    def make(_: Sequence[str], progress: Progress) -> MadeFiles:
        runtime.keep()
        stored = {name: archive(files.items(), stored=True) for name, files in folders.items()}
        parts = _packed(_compiled(started | stored))
        written = next((data for job in book for _, data in job.make([BOOK], progress)), b"")
        faces = {face: as_webp(png) for face, png in pictures_of(goods, settings, progress).items()}
        has_book = bool(written)
        held = {**parts, "book": gzip.compress(_book_in_webp(written), LEVEL, mtime=0)} if written else parts
        if settings.folder:
            files = {"index.html": write(has_book, {}, {face: f"faces/{face}.webp" for face in faces})}
            files |= {f"parts/{name}": data for name, data in held.items()}
            files |= {f"faces/{face}.webp": data for face, data in faces.items()}
            yield zipped, archive(files.items(), level=LEVEL)
            yield from ((f"{goods.game.name}/{path}", data) for path, data in files.items())
        else:
            yield alone, write(has_book, held, {face: in_page(data) for face, data in faces.items()})

    if not settings.folder:
        return [Job(_says(goods), {alone: key}, make)]
    names = ["index.html", *(f"parts/{name}" for name in (*folders, *started, *(["book"] if book else [])))]
    names += [f"faces/{face.digest}.webp" for face in faces_of(goods.designs)]
    return [Job(_says(goods), {zipped: key, **{f"{goods.game.name}/{name}": key for name in names}}, make)]


def page(
    goods: ExportedGame,
    playable: Playable | None,
    edition: str,
    has_book: bool,
    parts: Mapping[str, bytes],
    faces: Mapping[str, str],
) -> bytes:
    """The HTML. edition: what its kept games belong to; parts: those that are in it; faces: the address of each."""
    shown = _shown(goods)
    script = "\n".join(map(_own, SCRIPTS))
    made = template("play.html").render(
        title=goods.game.title,
        about=goods.game.about.line,
        language=goods.game.tongue or "en",
        game=goods.game.name,
        edition=edition,
        style="\n".join([style_of(goods.made.look, goods.made.supplies), *map(_own, STYLES)]),
        script=script,
        scripts=f"{source_of(script)} {own_script()} {WASM}",
        worker=_own(HERE / "play_worker.js"),
        parts={name: b64encode(data).decode() for name, data in parts.items()},
        faces=json.dumps(faces),
        fan=[sides.front.key for sides in (shown.cards[card] for card in shown.fan)],
        say=shown.say,
        engine=playable.origin.module if playable and not playable.origin.ours else "",
        credits=list(_credits()),
        in_one_file=bool(parts),
        has_book=has_book,
        can_be_scored=bool(playable and playable.engine.script is not None),
    )
    return made.encode()


def _own(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _says(goods: ExportedGame) -> str:
    return f"{counted(len(goods.game.deck.cards), 'card')}, to play in a browser"


def _shown(goods: ExportedGame) -> TableGame:
    """The game as the table shows it."""
    cards: dict[str, CardSides] = {}
    for design in goods.designs:
        cards.setdefault(
            design.card.id, CardSides(_picture(design.front), _picture(design.back) if design.has_back else None)
        )
    fronts = {kind: front for (side, kind), front in goods.made.templates.items() if side == "front" and front}
    box = box_of(goods.game, cards, fronts)
    return TableGame(cards, fronts, None, clause_words, goods.game.spoken, lambda: goal_in_words(goods.game), box)


def _picture(face: Face) -> FacePicture:
    return FacePicture(face.digest, face.size.width, face.size.height, face.outline, tone_of(face))


def _game(goods: ExportedGame, playable: Playable | None) -> Iterator[tuple[str, bytes]]:
    """A project with this game alone, and what the table shows of it."""
    game = goods.game
    columns = list(dict.fromkeys(column for card in game.deck for column in card.fields))
    table = io.StringIO(newline="")
    rows = ([{**card.fields, "game": game.name}.get(column, "") for column in columns] for card in game.deck)
    csv.writer(table, lineterminator="\n").writerows([columns, *rows])
    yield "cards.csv", table.getvalue().encode()
    if game.page.is_written:
        yield f"{RULES}/{game.name}.md", read_file(goods.project.root / game.page.shown)
    is_own = playable is not None and not playable.origin.ours
    has_rules = playable is not None and not isinstance(playable.game, ScoredGame)
    facts = {"game": game.name, "title": game.title, "trust": is_own, "has_rules": has_rules}
    yield FACTS, packed(_shown(goods), clause_words(game), **facts)
    if playable and is_own:
        root = goods.project.root
        for path in [*children(root), *files_below(root / playable.origin.module.partition(".")[0])]:
            if path.suffix == ".py":
                yield path.relative_to(root).as_posix(), read_file(path)


def _program() -> Iterator[tuple[str, bytes]]:
    """The part of Proofdeck that plays, and the libraries that it needs."""
    own = [
        *PACKAGE.glob("*.*"),
        *PACKAGE.glob("*/__init__.py"),
        *(PACKAGE / "ground").glob("*.*"),
        *(path for room in ROOMS for path in (PACKAGE / room).rglob("*.*")),
    ]
    for path in sorted(own):
        if path.is_file() and path.suffix not in {".pyc", ".css", ".js"}:
            yield f"proofdeck/{path.relative_to(PACKAGE).as_posix()}", path.read_bytes()
    for name in LIBRARIES:
        folder = Path(str(import_module(name).__file__)).parent
        for path in sorted(folder.rglob("*.py")):
            yield f"{name}/{path.relative_to(folder).as_posix()}", path.read_bytes()


def _compiled(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The parts with as much of Python's library as a table can need, and compiled where that is possible."""
    library = archive(_needed(parts[STDLIB]), stored=True)
    return {**parts, **compiled(kept_runtime(), {PROGRAM: parts[PROGRAM], STDLIB: library})}


def _packed(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The parts as small as a browser unpacks them by itself, which is quicker than Python."""
    return {name: gzip.compress(data, LEVEL, mtime=0) for name, data in parts.items()}


def _needed(library: bytes) -> Iterator[tuple[str, bytes]]:
    """Of Python's library, what a table can need."""
    with zipfile.ZipFile(io.BytesIO(library)) as archive:
        for info in archive.infolist():
            top = info.filename.partition("/")[0].removesuffix(".py")
            is_rare = top == "encodings" and Path(info.filename).stem not in ENCODINGS
            if not info.is_dir() and top not in UNUSED and not is_rare:
                yield info.filename, archive.read(info)


def _book_in_webp(book: bytes) -> bytes:
    """The book with smaller pictures."""
    return JPEG.sub(lambda found: in_page(as_webp(b64decode(found[1]), BOOK_QUALITY)).encode(), book)


def _credits() -> Iterator[Credit]:
    yield Credit("Proofdeck", __version__, "MIT")
    yield Credit("Pyodide", VERSION, LICENCE, SOURCE)
    yield Credit("Python, in Pyodide", "3.14", "PSF-2.0")
    for name, licence in LIBRARIES.values():
        yield Credit(name, version(name), licence)


TARGET = Target(
    "play", "one file that friends play in a browser, by the rules or by hand", ("dpi", "runtime", "folder"), jobs
)

"""Compares a project as it is now, as it was at a revision, or as it was printed, with pictures of the differences."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from proofdeck.book.changes.difference import CardChange, GameChange
from proofdeck.book.changes.page import SidePictures
from proofdeck.book.changes.printed import SHEET_LIST, Printed, add_printed, on_the_table, read_printed
from proofdeck.book.changes.snapshot import CardSnapshot, GameSnapshot, Snapshot, cards_of, faces_of_copies
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.ground.cache import digest
from proofdeck.ground.files import files_below, is_nothing
from proofdeck.ground.places import OUTPUT, TEMPLATES
from proofdeck.ground.problems import Problem, Problems, ProofdeckError, has_errors, listed
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.faces.face import Face
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import check_language, in_language
from proofdeck.source.project.reading import load_project
from proofdeck.source.project.request import CHANGED, Options
from proofdeck.source.project.revisions import files_at
from proofdeck.source.project.settings import language_in
from proofdeck.source.rules.examples import OPENING, by_id

PRINTED = "printed"
DPI = 110.0
MATERIALS = {".svg", ".json", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".ttf", ".otf"}
"""Suffixes of files anywhere in a project that faces may use."""
TOOLS = {".git", ".hg", ".svn", ".venv", "venv", "node_modules", "__pycache__"}
"""Folders with many files and none of a game."""


@dataclass(frozen=True)
class Moment:
    """One version of a project. called: its name for people; prints: its games laid out, none for a past print."""

    called: str
    games: Snapshot
    prints: Mapping[str, Print] = field(default_factory=dict)


@dataclass(frozen=True)
class ProjectInLanguage:
    """A project with all its games in one language."""

    project: Project
    games: Mapping[str, Game]

    @classmethod
    def at(cls, root: Path, named: str, place: Path, lang: str) -> ProjectInLanguage:
        """The project in that folder or at that revision. Raises ProofdeckError for errors, also in translations."""
        project, problems = project_at(root, named, place), Problems()
        games = {name: in_language(project, game, lang, problems) for name, game in project.games.items()}
        _refuse_errors(named, problems)
        return cls(project, games)


@contextmanager
def moments(root: Path, old: str, new: str | None, games: Sequence[str], lang: str) -> Iterator[tuple[Moment, Moment]]:
    """Two versions of the project in that folder, without anything that is certainly the same.

    old, new: `printed`, a folder, or a git revision; by default, new is the project as it is. games: those to compare,
    or all if empty. lang: the language in which they are compared, or "" for that of the project's settings.

    Raises ProofdeckError for anything else, and for a project with errors.
    """
    lang = language_in(root, lang)
    with TemporaryDirectory(prefix="proofdeck-") as place:
        found = [
            None if named == PRINTED else ProjectInLanguage.at(root, named, Path(place, str(number)), lang)
            for number, named in enumerate((old, new or str(root)))
        ]
        one, other = found
        if other is not None:
            check_language(other.project, list(other.games.values()), lang)
        same = _equal_games(one, other) if one and other else set()
        called = (old, new or "the project as it is")
        before, after = (
            _printed(root, games, lang) if opened is None else _laid_out(opened, name, games, same)
            for opened, name in zip(found, called, strict=True)
        )
        yield before, after


def say_printed(root: Path, games: Sequence[str], lang: str, output: Path | None, at: str) -> dict[str, Printed]:
    """Record that the sheets built last have been printed, with the present rules; return the record, by game.

    Sheets of changes are removed, because those changes are on the table now.

    games: those to record, or all that were built if empty. lang: their language, or "" for that of the project's
    settings. output: the folder of the sheets if it is not the usual one. at: the user's local time. Raises
    ProofdeckError for a game without print sheets.
    """
    project, lang = load_project(root, Problems()), language_in(root, lang)
    chosen = project.chosen(games, [])
    check_language(project, chosen, lang)
    options = Options(output=output or Path(OUTPUT), lang=lang)
    places = {game.name: project.place_of(game.name, options) for game in chosen}
    folders = {name: root / place if output is None else place for name, place in places.items()}
    built = [game for game in chosen if games or (folders[game.name] / SHEET_LIST).is_file()]
    if not built:
        message = f"there are no print sheets in {(output or Path(OUTPUT)).as_posix()}/{_in_words(lang)}"
        raise ProofdeckError(Problem("E515", message, hint="Run `proofdeck build` and print the sheets first."))
    before = read_printed(root, lang)
    found = {}
    for game in built:
        called = f"{places[game.name].as_posix()}/"
        table = on_the_table(before.get(game.name), folders[game.name] / SHEET_LIST, called, at)
        texts = texts_of(in_language(project, game, lang, Problems()))
        found[game.name] = replace(table, game=replace(table.game, texts=texts))
    add_printed(root, found, lang)
    for game in built:
        _remove_changes(project, folders[game.name])
    return found


def _in_words(lang: str) -> str:
    return f" in the language '{lang}'" if lang else ""


def _remove_changes(project: Project, folder: Path) -> None:
    """Remove the sheets of changes in that folder, except for files that were not made here."""
    for path in project.store.made_below(folder):
        if path.parent == folder and path.match(f"{CHANGED}-*.pdf"):
            with suppress(OSError):  # a viewer has it open
                path.unlink()


def sides(change: CardChange, game: GameChange, old: Moment, new: Moment) -> list[SidePictures]:
    """The front and, where it differs, the back of the first copy that changed, before and after, as PNGs."""
    before, after = _faces(old, game.name, change.old), _faces(new, game.name, change.new)
    found = []
    for name, one, other in zip(("front", "back"), before, after, strict=True):
        if (one and one.digest) != (other and other.digest):
            found.append(_side(name, (one, old.prints.get(game.name)), (other, new.prints.get(game.name))))
    return found


# -- moments -----------------------------------------------------------------------------------------------------------


def _printed(root: Path, games: Sequence[str], lang: str) -> Moment:
    found = {name: one for name, one in read_printed(root, lang).items() if not games or name in games}
    if not found:
        message = f"nothing has been recorded as printed{_in_words(lang)}, so there is nothing to compare with"
        hint = "Run `proofdeck printed` after printing, or give a folder or a revision: `proofdeck diff HEAD`."
        raise ProofdeckError(Problem("E515", message, hint=hint))
    dates = listed(sorted({one.at for one in found.values()}))
    return Moment(f"printed {dates}", {name: one.game for name, one in found.items()})


def project_at(root: Path, named: str, place: Path) -> Project:
    """The project in that folder, or at that revision, whose files are then copied to `place`.

    Raises ProofdeckError for anything else, and for a project with errors.
    """
    problems = Problems()
    if Path(named).is_dir():
        project = load_project(Path(named), problems)
    else:
        project = load_project(files_at(root, named, place), problems, past_of=root)
    _refuse_errors(named, problems)
    return project


def _laid_out(opened: ProjectInLanguage, called: str, games: Sequence[str], same: set[str]) -> Moment:
    chosen = [game for name, game in opened.games.items() if name not in same and (not games or name in games)]
    problems = Problems()
    prints = {game.name: lay_out(opened.project, game, Options(), problems) for game in chosen}
    _refuse_errors(called, problems)
    return Moment(called, {name: snapshot_of(made, faces_of_copies(made)) for name, made in prints.items()}, prints)


def _refuse_errors(called: str, problems: Problems) -> None:
    if has_errors(problems):
        first = Problem("E516", f"'{called}' has errors, so it cannot be compared", hint="They are listed below.")
        raise ProofdeckError([first, *problems])


def _equal_games(one: ProjectInLanguage, other: ProjectInLanguage) -> set[str]:
    """The games whose cards, pages and materials are the same, byte for byte."""
    if _materials(one.project) != _materials(other.project):
        return set()
    both = one.games.keys() & other.games.keys()
    return {name for name in both if _words(one.games[name]) == _words(other.games[name])}


def _materials(project: Project) -> list[tuple[str, str]]:
    """All files that faces may use, except the spreadsheet."""
    root = project.root.resolve()
    found = {*files_below(root, TOOLS.__contains__), *files_below(root / TEMPLATES, is_nothing)}
    paths = sorted(path.relative_to(root) for path in found)
    made_of = [path for path in paths if path.parts[0] == TEMPLATES or path.suffix.casefold() in MATERIALS]
    return [(path.as_posix(), digest((root / path).read_bytes())) for path in made_of if path.parts[0] != OUTPUT]


def _words(game: Game) -> object:
    cards = [[(card.quantity, card.fields) for card in deck] for deck in (game.deck, game.printed)]
    return game.title, cards, [(page.head, page.body) for page in (game.page, game.book)]


# -- pictures ----------------------------------------------------------------------------------------------------------


def _faces(at: Moment, game: str, card: CardSnapshot | None) -> tuple[Face | None, Face | None]:
    made = at.prints.get(game)
    item = next((item for item in made.items if card and item.label == card.id), None) if made else None
    return (item.front, item.back) if item else (None, None)


def _side(name: str, old: tuple[Face | None, Print | None], new: tuple[Face | None, Print | None]) -> SidePictures:
    before, after = (_png(face, made) if face and made else None for face, made in (old, new))
    return SidePictures(name, before, after, _difference(before, after) if before and after else None)


def _png(face: Face, made: Print) -> bytes:
    from proofdeck.paper.ink.raster import face_picture

    return face_picture(face, made.supplies, DPI)


def _difference(before: bytes, after: bytes) -> bytes | None:
    """The new picture in pale colours, with differences in red; None if the sizes differ."""
    from PIL import Image, ImageChops

    old, new = (Image.open(io.BytesIO(png)).convert("RGB") for png in (before, after))
    if old.size != new.size:
        return None
    changed = ImageChops.difference(old, new).convert("L").point([0] * 12 + [255] * 244)
    pale = Image.blend(new.convert("L").convert("RGB"), Image.new("RGB", new.size, "white"), 0.6)
    pale.paste((214, 40, 40), mask=changed)
    saved = io.BytesIO()
    pale.save(saved, "PNG")
    return saved.getvalue()


def snapshot_of(made: Print, faces: Sequence[str]) -> GameSnapshot:
    """A snapshot of the whole game. faces: of its copies."""
    return GameSnapshot(made.game.name, made.game.title, cards_of(made, faces), texts_of(made.game))


def texts_of(game: Game) -> dict[str, dict[str, str]]:
    """The texts of its page as they are printed, by kind and id."""
    head = {
        name: ", ".join(str(item.value) for item in entry.items) or str(entry.value)
        for name, entry in game.page.head.items()
        if entry.value is not None or entry.items
    }
    return {
        "setting": head,
        "clause": {name: words.partition(" ")[2] for name, words in clause_words(game).items()},
        **{kind: {name: "\n".join(block.lines) for name, block in by_id(game.book, kind).items()} for kind in OPENING},
    }

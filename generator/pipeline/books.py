"""The rulebooks of a game: which files, what they depend on, and whether what they print is true.

A book whose examples do not hold, or whose clauses the engine does not apply, is not made; cards and sheets are.
"""

from __future__ import annotations

import glob
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from generator.cache import digest, engine_digest
from generator.faces.face import Face
from generator.ink.supplies import Supplies
from generator.pipeline.claims import decided
from generator.pipeline.deck import Print, lay_out
from generator.pipeline.jobs import FaceKeys, Job, Made
from generator.pipeline.playing import proved
from generator.pipeline.request import Options, Progress
from generator.problems import Problem, counted, has_errors
from generator.project import Game, Project
from generator.rulebook.look import FILE, LOW_INK, Look, read_look
from generator.rulebook.marks import MARKED, cards_in, described
from generator.rulebook.typesetting import HALVES, PAPERS, typst_source
from generator.rules.clauses import Clause, read_clauses
from generator.sheets.low_ink import low_ink

STYLE, PAGE = "rulebook.css", "rulebook.typ"
DESIGN = "rulebook"
"""The folder of templates that holds the page of books."""
UNTRUSTED = "E609"
"""An engine that nobody trusts is left to `check`, and its examples are not run."""
SCREEN_DPI = 110.0
"""Of pictures of cards on screens, where they are about as wide as two thumbs."""
PRINT_DPI = 150.0
"""Of the card itself; in a book it is less than half as wide, so twice as fine."""


@dataclass(frozen=True)
class Book:
    """A page of rules that is fit to be printed.

    text: filled in; examples: how many were played; faces: of the cards of which it shows pictures, by their ids.
    """

    game: Game
    text: str
    clauses: dict[str, Clause]
    examples: int
    look: Look
    faces: dict[str, Face]
    supplies: Supplies
    _made: dict[float, list[bytes]] = field(default_factory=dict)

    def pngs(self, dpi: float) -> list[bytes]:
        """Pictures of the faces; made once for all files that show them."""
        from generator.ink.raster import faces_pdf, pixels_of, rasterise

        if dpi not in self._made and self.faces:
            faces = list(self.faces.values())
            sizes = [pixels_of(face.size, dpi) for face in faces]
            made = sorted(rasterise(faces_pdf(faces, self.supplies, dpi), sizes, dpi))
            self._made[dpi] = [png for _, png in made]
        return self._made.get(dpi, [])

    @property
    def described(self) -> dict[str, str]:
        """What each picture shows, in words."""
        cards = {card.id: card for card in self.game.deck}
        return {name: described(cards[name]) for name in self.faces}

    def key(self, *parts: object) -> str:
        """Of a file that is made of this book and these parts."""
        keys = FaceKeys(self.supplies)
        faces = [(name, keys.face(face)) for name, face in self.faces.items()]
        facts = (
            self.game.title,
            self.game.about.line,
            self.text,
            self.clauses,
            self.look,
            self.imprint,
            self.described,
        )
        return digest("book", engine_digest(), *facts, faces, *parts)

    @property
    def imprint(self) -> str:
        version = f", version {self.game.about.version}" if self.game.about.version else ""
        verb = "was" if self.examples == 1 else "were"
        played = f" {counted(self.examples, 'worked example')} in it {verb} played by the rules that are printed here."
        return f"{self.game.title}{version}.{played if self.examples else ''}"

    @property
    def says(self) -> str:
        return counted(len(self.clauses), "clause") + (
            f", {counted(self.examples, 'example')}" if self.examples else ""
        )


def book_jobs(project: Project, made: Print, folder: Path, options: Options, problems: list[Problem]) -> list[Job]:
    """HTML, Markdown, and PDFs for each paper that the page asks for; none without rules, or after problems.

    made: the game as its cards are printed, in which most pictures are found.
    """
    game = made.game
    if not game.page.body.strip():
        return []
    from generator.rulebook.source import filled_in, render

    own: list[Problem] = []
    clauses = read_clauses(game.page, own)
    examples = len(proved(project, game, own))
    decisions = decided(project, game, own)
    own = [problem for problem in own if problem.code != UNTRUSTED]
    text = filled_in(game.page, game.title, game.deck, clauses, MARKED, own, decisions)
    look = _look(project, game, own)
    problems.extend(own)
    if text is None or has_errors(own):
        hint = f"Mend its rules first. What lies in {folder.name}/ is the last book that was right, if there is one."
        problems.append(Problem("W615", f"the book of {game.title} is not made", game.page.shown, hint=hint))
        return []
    if options.low_ink or options.only or options.players:
        made = lay_out(project, game, Options(only=tuple(map(glob.escape, cards_in(text))) or ("",)), [])
    screens = Book(game, text, clauses, examples, look, _fronts(made, cards_in(text)), made.supplies)
    book = _saving_ink(screens) if options.low_ink else screens
    markdown = render(game.page, game.title, game.about.line, game.deck, clauses, [], decisions)
    papers = dict.fromkeys(paper.casefold() for paper in game.about.sizes)
    ink = "-low-ink" if options.low_ink else ""
    return [
        _html(project, screens, folder),
        _one(game, folder / "rulebook.md", "Markdown", digest("rulebook.md", markdown), markdown.encode),
        *(_pdf(project, book, folder / f"rulebook-{paper}{ink}.pdf", PAPERS[paper], _as_it_is) for paper in papers),
        *(
            _pdf(project, book, folder / f"booklet-{paper}{ink}.pdf", HALVES[paper], partial(_folded, paper=paper))
            for paper in papers
            if paper in HALVES
        ),
    ]


def _fronts(made: Print, ids: list[str]) -> dict[str, Face]:
    """Of those cards; what is wrong with one that is missing is told where cards are printed."""
    fronts = {item.label: item.front for item in made.items}
    return {name: fronts[name] for name in ids if name in fronts}


def _saving_ink(book: Book) -> Book:
    faces = {name: low_ink(face) for name, face in book.faces.items()}
    return replace(book, look=book.look._replace(accent=LOW_INK), faces=faces, _made={})


def _look(project: Project, game: Game, problems: list[Problem]) -> Look:
    places = [(folder / game.name / FILE, f"{shown}/{game.name}/{FILE}") for folder, shown in project.template_folders]
    path, shown = next((place for place in places if place[0].is_file()), places[0])
    return read_look(path, shown, problems)


def _one(game: Game, path: Path, says: str, key: str, data: Callable[[], bytes]) -> Job:
    """A job that makes one file."""

    def make(_: Sequence[Path], _progress: Progress) -> Made:
        yield path, data()

    return Job(game.name, says, {path: key}, make)


def _html(project: Project, book: Book, folder: Path) -> Job:
    game = book.game
    files = [place / DESIGN / STYLE for place, _ in reversed(project.template_folders)]
    css = "\n".join(file.read_text(encoding="utf-8", errors="replace") for file in files if file.is_file())

    def data() -> bytes:
        from generator.rulebook.html import Picture, html

        pngs = dict(zip(book.faces, book.pngs(SCREEN_DPI), strict=True))
        pictures = {name: Picture(pngs[name], words) for name, words in book.described.items()}
        page = html(game.title, game.about.line, book.text, book.clauses, pictures, css, book.look, book.imprint)
        return page.encode()

    return _one(game, folder / "rulebook.html", book.says, book.key("html", css), data)


def _pdf(project: Project, book: Book, path: Path, paper: str, finish: Callable[[bytes], bytes]) -> Job:
    """paper: of a page, in the words of Typst; finish: what becomes of the pages."""
    game = book.game
    pages = (place / DESIGN / PAGE for place, _ in project.template_folders)
    page = next(file for file in pages if file.is_file()).read_bytes()
    source = typst_source(
        game.title, game.about.line, book.text, book.clauses, book.described, book.look, paper, book.imprint
    )

    def data() -> bytes:
        from generator.ink.fonts import font_folders
        from generator.rulebook.typesetting import pdf

        return finish(pdf(source, page, book.pngs(PRINT_DPI), font_folders()))

    return _one(game, path, book.says, book.key("pdf", path.name, source, page), data)


def _as_it_is(pages: bytes) -> bytes:
    return pages


def _folded(pages: bytes, paper: str) -> bytes:
    from generator.rulebook.booklet import booklet

    return booklet(pages, paper)

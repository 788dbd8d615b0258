"""The rulebooks of a game: which files, what they depend on, and whether what they print is true.

A book whose examples do not hold, or whose clauses the engine does not apply, is not made; cards and sheets are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.cache import digest, engine_digest
from generator.pipeline.jobs import Job, Made
from generator.pipeline.playing import run_examples
from generator.pipeline.request import Options, Progress
from generator.problems import Problem, has_errors
from generator.project import Game, Project
from generator.rulebook.look import FILE, LOW_INK, Look, read_look
from generator.rulebook.typesetting import HALVES, PAPERS, typst_source
from generator.rules.clauses import Clause, read_clauses

STYLE, PAGE = "rulebook.css", "rulebook.typ"
DESIGN = "rulebook"
"""The folder of templates that holds the page of books."""
UNTRUSTED = "E609"


@dataclass(frozen=True)
class Book:
    """A page of rules that is fit to be printed. text: filled in; examples: how many were played."""

    game: Game
    text: str
    clauses: dict[str, Clause]
    examples: int
    look: Look

    @property
    def imprint(self) -> str:
        version = f", version {self.game.about.version}" if self.game.about.version else ""
        verb = "was" if self.examples == 1 else "were"
        played = f" {_count(self.examples, 'worked example')} in it {verb} played by the rules that are printed here."
        return f"{self.game.title}{version}.{played if self.examples else ''}"

    @property
    def says(self) -> str:
        return _count(len(self.clauses), "clause") + (f", {_count(self.examples, 'example')}" if self.examples else "")


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def book_jobs(project: Project, game: Game, folder: Path, options: Options, problems: list[Problem]) -> list[Job]:
    """HTML, Markdown, and a PDF for each paper that the page asks for; none without rules, or after problems."""
    if not game.page.body.strip():
        return []
    from generator.rulebook.marks import MARKED
    from generator.rulebook.source import filled_in, render

    own: list[Problem] = []
    clauses = read_clauses(game.page, own)
    examples = _proved(project, game, own)
    text = filled_in(game.page, game.title, game.deck, clauses, MARKED, own)
    look = _look(project, game, own)
    problems.extend(own)
    if text is None or has_errors(own):
        return []
    book = Book(game, text, clauses, examples, look._replace(accent=LOW_INK) if options.low_ink else look)
    markdown = render(game.page, game.title, game.about.line, game.deck, clauses, [])
    papers = [paper.casefold() for paper in game.about.sizes]
    ink = "-low-ink" if options.low_ink else ""
    return [
        _html(project, Book(game, text, clauses, examples, look), folder),
        _one(game, folder / "rulebook.md", "Markdown", digest("rulebook.md", markdown), markdown.encode),
        *(_pdf(project, book, folder / f"rulebook-{paper}{ink}.pdf", PAPERS[paper], _as_it_is) for paper in papers),
        *(
            _pdf(project, book, folder / f"booklet-{paper}{ink}.pdf", HALVES[paper], partial(_folded, paper=paper))
            for paper in papers
        ),
    ]


def _proved(project: Project, game: Game, problems: list[Problem]) -> int:
    """Run the examples, and say how many there are. An engine that nobody trusts is left to `check`."""
    found: list[Problem] = []
    playable = project.playable(game, found)
    problems.extend(problem for problem in found if problem.code != UNTRUSTED)
    return len(run_examples(game, playable, problems)) if playable else 0


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
        from generator.rulebook.html import html

        page = html(game.title, game.about.line, book.text, book.clauses, css, book.look, book.imprint)
        return page.encode()

    facts = (game.title, game.about.line, book.text, book.clauses, css, book.look, book.imprint)
    return _one(game, folder / "rulebook.html", book.says, digest("html", engine_digest(), *facts), data)


def _pdf(project: Project, book: Book, path: Path, paper: str, finish: Callable[[bytes], bytes]) -> Job:
    """paper: of a page, in the words of Typst; finish: what becomes of the pages."""
    game = book.game
    page = next(place / DESIGN for place, _ in project.template_folders if (place / DESIGN / PAGE).is_file())
    source = typst_source(game.title, game.about.line, book.text, book.clauses, book.look, paper, book.imprint)

    def data() -> bytes:
        from generator.ink.fonts import font_folders
        from generator.rulebook.typesetting import pdf

        return finish(pdf(source, page, font_folders()))

    key = digest("pdf", engine_digest(), path.name, source, (page / PAGE).read_bytes())
    return _one(game, path, book.says, key, data)


def _as_it_is(pages: bytes) -> bytes:
    return pages


def _folded(pages: bytes, paper: str) -> bytes:
    from generator.rulebook.booklet import booklet

    return booklet(pages, paper)

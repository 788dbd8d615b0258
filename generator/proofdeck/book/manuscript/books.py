"""The rulebooks of a game: which files there are, what they depend on, and whether what they print is true.

If an example does not hold, or the engine does not apply a clause, the book is not made; cards and sheets are.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from proofdeck.book.manuscript.book_fonts import BookFonts, fonts_of
from proofdeck.book.manuscript.booklet import booklet
from proofdeck.book.manuscript.drawing import ComposedBook, compose
from proofdeck.book.manuscript.editions import edition_of
from proofdeck.book.manuscript.html import WebFont, html
from proofdeck.book.manuscript.illustrations import Illustrated, illustrated_by_author
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.markdown import markdown
from proofdeck.book.manuscript.plain_data import CardPicture, Data, as_data
from proofdeck.book.manuscript.proving import proof_of_game, simulate_games, with_readers
from proofdeck.book.manuscript.typesetting import HALVES, PAPERS, Page, pdf
from proofdeck.book.proof.proof import GAMES
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.files import is_file, read_file, read_text
from proofdeck.ground.paper import Ink
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problem, Problems, counted, has_errors
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress, no_progress
from proofdeck.paper.deck.painting import Paintable, jpeg_of
from proofdeck.paper.deck.prints import Print, lay_out
from proofdeck.paper.deck.versions import PrintVersion
from proofdeck.paper.faces.face import Face, Font
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.ink.web_fonts import LETTERS, web_font
from proofdeck.paper.sheets.inking import inked
from proofdeck.play.engine.trust import UNTRUSTED
from proofdeck.play.scene.place import BACK
from proofdeck.play.setup.opening import engine_faults
from proofdeck.source.project.edition import edition, edition_digest
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import PAGES
from proofdeck.source.project.look import BookLook, look_of
from proofdeck.source.project.request import Options, pattern_of
from proofdeck.source.rules.clauses import Edition
from proofdeck.source.rules.examples import blocks

if TYPE_CHECKING:
    from proofdeck.book.manuscript.margin import Margin

STYLE, PAGE = "rulebook.css", "rulebook.typ"
DESIGN = "rulebook"
"""The folder of templates that holds the page of books."""
PROOF = "rulebook-proof"
"""What files of a proof edition are called."""
ANY_EDITION = "0" * 12
"""In the place of the digest of an edition, which does not make a book longer or shorter."""
DPI = 144.0
"""The resolution on the card itself. Pictures in a book are half as wide or less, so they are finer there."""
SMALL_DPI = 80.0
"""For cards that are only among the pieces: a page shows the part by which one knows them, at twice that."""
SMALLEST = 40.0
"""The width in mm up to which a picture is small anyway, such as that of a token."""
WHOLE = (0.0, 0.0, 1.0, 1.0)


@dataclass(frozen=True)
class Book:
    """A manuscript with the pictures that it shows. `made`: all cards, as printed; `faces`: those it shows, by id."""

    made: Print
    manuscript: Manuscript
    faces: dict[str, Face]

    @classmethod
    def of(cls, made: Print, manuscript: Manuscript) -> Book:
        """Find the faces of its cards. Problems with missing ones are reported where cards are printed."""
        known = {item.label: item.front for item in made.items}
        known |= made.illustrations
        known |= {f"{item.label}{BACK}": item.back for item in made.items if item.back is not None}
        return cls(made, manuscript, {name: known[name] for name in manuscript.shown if name in known})

    def printed_with(self, ink: Ink) -> Book:
        """Return a copy for that ink."""
        faces = {name: inked(face, ink) for name, face in self.faces.items()}
        look = self.manuscript.look.printed_with(ink)
        return replace(self, manuscript=replace(self.manuscript, look=look), faces=faces)

    @cached_property
    def pictures(self) -> dict[str, CardPicture]:
        """The size of each picture, and the part that small pictures show."""
        from proofdeck.paper.ink.raster import pixels_of

        return {
            name: CardPicture(
                number, *pixels_of(face.size, self._dpi(name)), self._crop(name, face), face.outline == "ellipse"
            )
            for number, (name, face) in enumerate(self.faces.items(), 1)
        }

    def _crop(self, name: str, face: Face) -> tuple[float, float, float, float]:
        """The part of a face in a small picture, as shares of it; tokens, mats, aids and backs are shown whole."""
        crop, emblem, size = self.manuscript.look.crop, self.faces.get(self.manuscript.emblem), face.size
        if not crop or name.endswith(BACK) or name in self._aids or (emblem and emblem.size != size):
            return WHOLE
        left, top, width, height = crop
        shares = left / size.width, top / size.height, width / size.width, height / size.height
        return shares if shares[0] + shares[2] <= 1 and shares[1] + shares[3] <= 1 else WHOLE

    @cached_property
    def _aids(self) -> set[str]:
        return {card.id for card in self.made.game.deck if card.kind == "reference"}

    @cached_property
    def jpegs(self) -> dict[str, bytes]:
        """The faces by name."""
        key, supplies = self.made.keys.face, self.made.supplies
        inks = {name: Paintable(key(face), face, supplies) for name, face in self.faces.items()}
        return {name: self.made.project.pure(jpeg_of, ink, self._dpi(name)) for name, ink in inks.items()}

    def _dpi(self, name: str) -> float:
        return SMALL_DPI if name in self._small and self.faces[name].size.width > SMALLEST else DPI

    @cached_property
    def _small(self) -> set[str]:
        return self.manuscript.shown_small

    def key(self, *parts: object) -> str:
        """Hash a file that is made of this book and these parts."""
        return digest(self._key, *parts)

    @cached_property
    def _key(self) -> str:
        faces = [(name, self.made.keys.face(face)) for name, face in self.faces.items()]
        return digest("book", engine_digest(), self.manuscript, faces)

    @property
    def says(self) -> str:
        examples, played = len(self.manuscript.told), "" if self.manuscript.played else ", not played"
        clauses, sections = len(self.manuscript.clauses), len(self.manuscript.text.sections)
        what = counted(clauses, "clause") if clauses else counted(sections, "section")
        return f"{what}, {counted(examples, 'example')}{played}" if examples else what


def book_jobs(
    project: Project, made: Print, options: Options, problems: Problems, margin: Margin | None = None
) -> list[Job]:
    """Make HTML, Markdown, and a PDF for each paper, of a game that has rules; nothing after problems.

    `made`: the game as its cards are printed, which has most of the pictures. A game with an engine has a proof edition
    for screens too, with what was simulated so far. With `options.proof` there are proof editions of every game, on
    paper as well and even after most problems; games are simulated for them. `margin`: for the page for screens.
    """
    game = made.game
    jobs: list[Job] = []
    book = compose(project, PrintVersion.of(game), options.trust)
    plain = book.manuscript
    own = Problems(_not_played(game, one) if one.code == UNTRUSTED else one for one in book.problems)
    look = look_of(project, game, own)
    problems.extend(dict.fromkeys(own))
    if plain is not None:
        plain = _finished(plain, game, book, look)
        drawn = illustrated_by_author(project, game, plain, made.supplies, problems)
        plain, made = drawn.book, _with_pictures(made, drawn, options)
        fonts = fonts_of(project, plain)
        if options.proof or (book.is_played and not game.language and not has_errors(own)):
            proven = _with_proof(made, plain, book, own, options)
            jobs += _proof_edition(made, proven, options, fonts) if options.proof or proven.proof else []
        if not has_errors(own):
            fonts.report(game, problems)
            jobs = [*_release(made, plain, options, fonts, margin), *jobs]
    if plain is None or has_errors(own):
        folder = replace(options, lang=game.language).folder.rpartition("/")[2] or game.name
        hint = f"Correct its rules first. {folder}/ still holds the last good book, if there is one."
        problems.report("W615", f"the book of {game.title} was not made", game.book.place(), hint=hint)
    return jobs


def book_notes(game: Game) -> list[str]:
    """Say what becomes of rules that are not a page of the project yet."""
    if game.book.shown.startswith(RULES):
        return []
    more = "where it can take numbers from the cards, and mark rules that are proved"
    return [f"The rules in {game.book.shown} are printed as they are. Move the file to {RULES}/{game.name}.md, {more}."]


def check_length(project: Project, made: Print, plain: Manuscript, composed: ComposedBook, problems: Problems) -> None:
    """Check that the players' book keeps to the page budget in the head of its rules.

    `plain`: everything that the game says.
    """
    game = made.game
    if game.about.pages is None:
        return
    complete = _finished(plain, game, composed, look_of(project, game, Problems()))
    imprint = complete.imprint.replace(edition_digest(game), ANY_EDITION)
    book = Book.of(made, edition_of(replace(complete, imprint=imprint), Edition.PLAYERS))
    fonts = fonts_of(project, plain)
    data = fonts.printed(as_data(book.manuscript, book.pictures))
    count = (
        0
        if fonts.letters
        else project.pure(_length, _set_alike(data), (*book.pictures.values(),), _page(project), fonts)
    )
    if count > game.about.pages:
        message = (
            f"the players' book has {counted(count, 'A4 page')}, and the head of its rules allows {game.about.pages}"
        )
        hint = "Take 'print=yes' away from an example, or shorten a rule."
        line = game.book.head[PAGES].line
        problems.report("W618", message, game.book.place(line), field=PAGES, hint=hint)


def _set_alike(data: Data) -> Data:
    """Return a book of the same length: what is said of pictures to those who cannot see them takes no room."""
    return {**data, "described": dict.fromkeys(data["described"], "card")}


def _length(data: Data, pictures: Sequence[CardPicture], page: Page, fonts: BookFonts) -> int:
    """Count the A4 pages of a book, set with grey cards of the right shape."""
    import pypdfium2

    cards = [_grey(one) for one in pictures]
    return len(pypdfium2.PdfDocument(pdf(data, PAPERS["a4"], page, cards, fonts.folders)))


def _grey(picture: CardPicture) -> bytes:
    """Make a JPEG of that shape."""
    from PIL import Image

    stored = io.BytesIO()
    Image.new("L", (picture.width, picture.height), "grey").save(stored, "JPEG")
    return stored.getvalue()


def proof_page(project: Project, game: Game, *, trust: bool) -> bytes:
    """Make the proof edition for screens, with what was simulated so far; empty if nothing can be printed."""
    composed = compose(project, PrintVersion.of(game), trust)
    if composed.manuscript is None:
        return b""
    problems, proof = Problems(composed.problems), None
    with engine_faults(project, game, problems):
        proof = proof_of_game(project, game.name, composed.held, trust=trust)
    plain = _finished(composed.manuscript, game, composed, look_of(project, game, problems))
    told = {problem for one in plain.told for problem in one.problems}
    wrong = tuple(problem for problem in dict.fromkeys(problems) if problem not in told)
    made = lay_out(project, game, Options(), Problems())
    drawn = illustrated_by_author(project, game, plain, made.supplies, Problems())
    proven = replace(drawn.book, proof=with_readers(project, game, proof), wrong=wrong)
    book = Book.of(replace(made, illustrations=drawn.faces), edition_of(proven, Edition.PROOF))
    ((_, data),) = _html(book, "book.html").make(["book.html"], no_progress)
    return data


def _release(made: Print, plain: Manuscript, options: Options, fonts: BookFonts, margin: Margin | None) -> list[Job]:
    """Make the players' book on paper, and the reference for screens and repositories."""
    reference = edition_of(plain, Edition.REFERENCE)
    book = Book.of(made, edition_of(plain, Edition.PLAYERS)).printed_with(options.ink)
    text, ink, papers = markdown(reference), options.suffix, _papers(made.game, options, fonts)
    folded = [paper for paper in papers if options.booklet and paper in HALVES]
    large = options.large
    return [
        _html(Book.of(made, reference), "rulebook.html", margin),
        one_file("rulebook.md", "Markdown", digest("rulebook.md", text), lambda _: text.encode()),
        *(_pdf(book, f"rulebook-{paper}{ink}.pdf", paper, fonts, is_large=large) for paper in papers),
        *(_pdf(book, f"booklet-{paper}{ink}.pdf", paper, fonts, is_folded=True, is_large=large) for paper in folded),
    ]


def _proof_edition(made: Print, plain: Manuscript, options: Options, fonts: BookFonts) -> list[Job]:
    """Make the editions for the designer, in which each clause says what proves it; on paper only if asked for."""
    book, papers = Book.of(made, edition_of(plain, Edition.PROOF)), _papers(made.game, options, fonts)
    papers = papers if options.proof else ()
    printed = (_pdf(book, f"{PROOF}-{paper}.pdf", paper, fonts) for paper in papers)
    return [_html(book, f"{PROOF}.html"), *printed]


def _with_proof(
    made: Print, plain: Manuscript, composed: ComposedBook, problems: Problems, options: Options
) -> Manuscript:
    """Return a copy that carries the proof of each clause.

    `problems`: everything that is wrong; examples report their own.
    """
    project, game, proof = made.project, made.game, None
    games = GAMES if options.proof else None
    with engine_faults(project, game, problems):
        if games:
            simulate_games(project, [game.name], games, project.progress, trust=options.trust)
        proof = proof_of_game(project, game.name, composed.held, trust=options.trust, games=games)
    told = {problem for one in plain.told for problem in one.problems}
    wrong = tuple(problem for problem in dict.fromkeys(problems) if problem not in told)
    return replace(plain, proof=with_readers(project, game, proof), wrong=wrong)


def _not_played(game: Game, untrusted: Problem) -> Problem:
    """Return a warning in place of the error that `check` gives: the book is made, and its imprint says the same."""
    message = f"the examples in the book of {game.title} were not played: {untrusted.message}"
    return replace(untrusted, code="W616", message=message)


def _finished(plain: Manuscript, game: Game, composed: ComposedBook, look: BookLook) -> Manuscript:
    """Return a copy with its look, its emblem, and the text of its imprint."""
    played = composed.is_played
    return replace(plain, look=look, imprint=_imprint(game, played), emblem=_emblem(game), played=played)


def _imprint(game: Game, played: bool) -> str:
    """Write version, date and hash, and whether the examples were compared with the engine."""
    printed = sum(1 for _ in blocks(game.book.body))
    said = [game.phrases("examples_played" if played else "examples_not_played", count=printed)] if printed else []
    return " ".join([edition(game), *said])


def _emblem(game: Game) -> str:
    """Return the back of the first card that is used in play."""
    return next((f"{card.id}{BACK}" for card in game.deck if card.kind != "reference"), "")


def _papers(game: Game, options: Options, fonts: BookFonts) -> tuple[str, ...]:
    """The papers to print on; none if the fonts lack too many letters."""
    return () if fonts.letters else options.for_books([paper.casefold() for paper in game.about.sizes])


def _with_pictures(made: Print, drawn: Illustrated, options: Options) -> Print:
    """Return all pictures that the book shows, for all players, whatever is asked of the sheets."""
    if options.patterns or options.players:
        only = tuple(pattern_of(name.removesuffix(BACK)) for name in drawn.book.shown)
        made = lay_out(made.project, made.game, Options(only=only or ("",)), Problems())
    return replace(made, illustrations=drawn.faces)


def _html(book: Book, path: str, margin: Margin | None = None) -> Job:
    files = [place / DESIGN / STYLE for place, _ in reversed(book.made.project.template_folders)]
    css = "\n".join(read_text(file) for file in files if is_file(file))

    def data(_: Progress) -> bytes:
        return html(book.manuscript, book.pictures, book.jpegs, css, list(_web_fonts(book)), margin).encode()

    return one_file(path, book.says, book.key("html", css, margin), data)


def _web_fonts(book: Book) -> Iterator[WebFont]:
    """Find the fonts of titles, and of text in its three styles; the browser replaces a missing one."""
    look = book.manuscript.look
    for name, family, weight, italic in (
        ("title", look.title, 700, False),
        ("text", look.text, 400, False),
        ("text", look.text, 700, False),
        ("text", look.text, 400, True),
    ):
        try:
            file = book.made.supplies.fonts.file(Font(family, weight, italic))
        except MaterialError:
            continue
        yield WebFont(name, weight, italic, web_font(file, LETTERS))


def _pdf(
    book: Book, path: str, paper: str, fonts: BookFonts, *, is_folded: bool = False, is_large: bool = False
) -> Job:
    """Return a job for a PDF. `is_folded`: whether it is a booklet, with two pages on each side of that paper;
    `is_large`: whether its letters are.
    """
    page, size = _page(book.made.project), (HALVES if is_folded else PAPERS)[paper]

    def data(_: Progress) -> bytes:
        data = fonts.printed(as_data(book.manuscript, book.pictures)) | {"large": is_large}
        pages = pdf(data, size, page, list(book.jpegs.values()), fonts.folders)
        return booklet(pages, paper) if is_folded else pages

    return one_file(path, book.says, book.key("pdf", path, page.text, fonts.key), data)


def _page(project: Project) -> Page:
    """Return the layout of a page of a book on paper: that of the project, or the shipped one."""
    pages = [place / DESIGN / PAGE for place, _ in project.template_folders]
    own, shipped = (read_file(next(filter(is_file, some))) for some in (pages, pages[-1:]))
    return Page(own, own != shipped)

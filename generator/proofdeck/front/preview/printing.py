"""What is made of a game on the page: sheets to print and exports, by the same code as `build` and `export`.

One thing is made at a time, in a process of its own, and whoever asked can go on editing meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from os import sep
from os.path import commonpath
from pathlib import Path
from threading import Lock, Thread
from typing import Any, Literal, NamedTuple, get_args
from zipfile import ZIP_STORED, ZipFile

from proofdeck.book.changes.comparing import say_printed
from proofdeck.book.changes.printed import missing, read_printed
from proofdeck.front.preview.behind import Errand
from proofdeck.front.preview.orders import MadeFile, Making, PrintOrder, make_files
from proofdeck.front.preview.showing import Showing
from proofdeck.front.table.forms import Form, sentence
from proofdeck.ground.bounds import whole
from proofdeck.ground.paper import PAPERS, Ink
from proofdeck.ground.problems import ProofdeckError
from proofdeck.source.project.request import CARDS, RULEBOOK, USUAL_PAPERS, Options, pattern_of
from proofdeck.source.project.settings import read_settings

What = Literal["all", "changed", "some", "book"]
EXPORTS = {
    "pnp": ("Print and play", "One ZIP with sheets, book and pads, on A4 and Letter, to put online."),
    "shop": ("Print shop", "A PNG of each face at 300 dpi, an order of all copies, and a proof to look at."),
    "tts": ("Tabletop Simulator", "A saved game with the pictures of all decks, to load in the game."),
    "play": ("A file for friends", "One page that plays the game in any browser, also without a network."),
    "web": ("Web page", "One page with all cards, to look through, filter and enlarge."),
}
"""The targets that most people want first: what each is called, and what comes out."""
BUSY = "Something else is still being made. Wait until it is done, or stop it."
NOT_A_FORM = "The page sent something that cannot be made, so nothing was made."
STOPPED = "It was stopped, so nothing more was made."
MOST_SHOWN = 4
"""Files that are named one by one."""


@dataclass(slots=True)
class PrintJob:
    """One order under way, or what came of it. what, done, of: the file that is being made, and how far it is.

    is_recorded: whether its owner has said that it is printed.
    """

    number: int
    order: PrintOrder
    title: str
    what: str = ""
    done: int = 0
    of: int = 0
    making: Making | None = None
    is_recorded: bool = False
    errand: Errand[Making] | None = field(default=None, repr=False)

    @property
    def folder(self) -> str:
        """The folder that holds all its files, in that of the project."""
        files = self.making.files if self.making else ()
        return commonpath([file.path.rpartition("/")[0] for file in files]).replace(sep, "/") if files else ""

    @property
    def can_be_recorded(self) -> bool:
        """Whether it is sheets of cards."""
        options = self.order.options
        return not self.order.target and options.cards and bool(self.making and self.making.files)

    def hear(self, what: str, done: int, of: int) -> None:
        """Take note of how far it is."""
        self.what, self.done, self.of = what.rpartition("/")[2], done, of


class PrintChoices(NamedTuple):
    """What can be asked of a game. changed: copies to print since the last print, None if there was none."""

    papers: tuple[str, ...]
    paper: str
    copies: int
    changed: int | None
    has_book: bool


class PrintJobs:
    """The orders of a page, at most one under way. Safe for several threads."""

    def __init__(self, root: Path, showing: Showing, tell: Callable[[], None], *, trust: bool, lang: str) -> None:
        """`tell` is called when something has been made."""
        self._root, self._showing, self._tell = root, showing, tell
        self._trust, self._lang = trust, lang
        self._lock = Lock()
        self._jobs: dict[str, PrintJob] = {}
        self._begun = 0

    def job(self, game: str) -> PrintJob | None:
        """What was last asked for of that game."""
        return self._jobs.get(game)

    @property
    def busy(self) -> PrintJob | None:
        """The job under way."""
        return next((job for job in self._jobs.values() if job.making is None), None)

    def choices(self, game: str) -> PrintChoices:
        """What can be asked for, beginning with what the settings of the project say."""
        one = self._showing.now.games[game]
        try:
            papers = read_settings(self._root).papers
            printed = read_printed(self._root, self._showing.now.lang).get(game)
        except ProofdeckError:
            papers, printed = (), None
        changed = sum(missing(one.faces, printed)) if printed else None
        usual = (papers or USUAL_PAPERS)[0]
        has_book = bool(one.game.book.body.strip())
        return PrintChoices(tuple(PAPERS), usual, len(one.made.items), changed, has_book)

    def facts(self, game: str) -> dict[str, Any]:
        """What the page says of it."""
        return {
            "job": self.job(game),
            "can": self.choices(game),
            "exports": EXPORTS,
            "most_shown": MOST_SHOWN,
        }

    def act(self, game: str, form: Form) -> str:
        """Do what a form asks for; why it was not done, in a sentence, or ""."""
        try:
            match form["do"]:
                case "print":
                    return self._begin(game, self._to_print(game, form), "PDF")
                case "export":
                    target = form["target"]
                    options = Options(lang=self._lang, trust=self._trust)
                    return self._begin(game, PrintOrder(game, target, options), EXPORTS[target][0])
                case "stop":
                    return self._stop(game)
                case "printed":
                    return self._printed(game, form)
        except (KeyError, ValueError):
            pass
        return NOT_A_FORM

    def file(self, game: str, job: str, at: str) -> tuple[str, bytes] | None:
        """The name and the bytes of a file that was made here, or of all of them as a ZIP; None if there is none."""
        known = self._jobs.get(game)
        if known is None or known.making is None or str(known.number) != job:
            return None
        files = known.making.files
        if at == "all" and len(files) > 1:
            return f"{game}.zip", self._zipped(files, known.folder)
        number = whole(at)
        if number is None or not 0 <= number < len(files):
            return None
        return files[number].name, (self._root / files[number].path).read_bytes()

    def close(self) -> None:
        """Stop what is being made."""
        for job in self._jobs.values():
            if job.errand:
                job.errand.give_up()

    def _to_print(self, game: str, form: Form) -> PrintOrder:
        """Raises KeyError or ValueError for a form that is not from the page."""
        what, paper, ink = form["what"], form["paper"], form["ink"]
        if what not in get_args(What) or paper not in PAPERS or ink not in get_args(Ink):
            raise ValueError(what)
        ours = self._showing.now.games[game].cards
        some = tuple(pattern_of(name) for name in form.get("cards", "").splitlines() if name in ours)
        if what == "some" and not some:
            raise ValueError(what)
        only = {"some": (CARDS, *some), "book": (RULEBOOK,)}.get(what, (CARDS,))
        chosen: Ink = next(one for one in get_args(Ink) if one == ink)
        options = Options(
            papers=(paper,), ink=chosen, only=only, changed=what == "changed", lang=self._lang, trust=self._trust
        )
        return PrintOrder(game, "", options)

    def _begin(self, game: str, order: PrintOrder, title: str) -> str:
        with self._lock:
            if self.busy:
                return BUSY
            self._begun += 1
            job = self._jobs[game] = PrintJob(self._begun, order, title)
            job.errand = Errand(make_files, self._root, order, hears=job.hear)
        Thread(target=self._wait, args=(job, job.errand), daemon=True).start()
        return ""

    def _wait(self, job: PrintJob, errand: Errand[Making]) -> None:
        found = errand.answer()
        job.making = found or job.making or Making(said=(STOPPED,))
        self._tell()

    def _stop(self, game: str) -> str:
        job = self._jobs.get(game)
        if job and job.errand and job.making is None:
            job.errand.give_up()
            job.making = Making(said=(STOPPED,))
        return ""

    def _printed(self, game: str, form: Form) -> str:
        job = self._jobs.get(game)
        if job is None or not job.can_be_recorded or form.get("job") != str(job.number):
            return NOT_A_FORM
        try:
            say_printed(self._root, [game], self._lang, None, datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"))
        except ProofdeckError as error:
            return " ".join(map(sentence, error.problems))
        job.is_recorded = True
        return ""

    def _zipped(self, files: tuple[MadeFile, ...], folder: str) -> bytes:
        packed = BytesIO()
        with ZipFile(packed, "w", ZIP_STORED) as archive:
            for file in files:
                archive.write(self._root / file.path, file.path.removeprefix(f"{folder}/"))
        return packed.getvalue()

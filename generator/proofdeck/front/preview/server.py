"""The page's server, reachable only from this computer and only with the right address.

Each address begins with a random token. A request must name this computer by its local name, so that no page elsewhere
can reach the server through a name of its own (DNS rebinding). The server only reads, with four exceptions: games that
are played on the page are kept in `played/`, new results of examples that are accepted on the page are written to
`rules_md/`, or taken back there, what is edited on the page is written into the spreadsheet, the template, the settings
or the page of rules that says it, with pictures beside them, and what is printed or exported on the page is put into
`output/`. Only a form of the page itself can do that.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from threading import Condition, Event, Thread
from typing import NamedTuple
from urllib.parse import quote, unquote

from proofdeck.book.manuscript.html import own_script
from proofdeck.front.preview import reviews
from proofdeck.front.preview.answers import KINDS, OF_BOOKS, OF_PDF, Answer
from proofdeck.front.preview.behind import Behind
from proofdeck.front.preview.edits import Edits
from proofdeck.front.preview.handling import HERE, PreviewServer
from proofdeck.front.preview.pictures import Pictures
from proofdeck.front.preview.printing import PrintJobs
from proofdeck.front.preview.reviews import Reviews
from proofdeck.front.preview.samples import STEPS, Samples
from proofdeck.front.preview.sharing import Guests
from proofdeck.front.preview.showing import Showing
from proofdeck.front.preview.views import PAGES, Views
from proofdeck.front.preview.watching import pause_after, watch_folder
from proofdeck.front.table.forms import Form
from proofdeck.front.table.free import FREE, FreeTables
from proofdeck.front.table.rooms import NOT_NOW, TableReply
from proofdeck.front.table.scores import ScoreRooms
from proofdeck.front.table.shown import TableGame
from proofdeck.front.table.tables import OpenTables
from proofdeck.front.table.writing import PAGES as TABLE_PAGES
from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import ProofdeckError
from proofdeck.ground.shell import style
from proofdeck.play.free.acts import NotPossible
from proofdeck.play.free.setting import setup_tables
from proofdeck.source.project.head import SETUP

STEP = 0.06
"""Seconds between two looks at the project's files while something is going on."""
QUIET = 0.5
"""Seconds without a change before a full check starts."""
FETCHED = 0.12
"""Seconds that a page has for fetching a face that was painted at once, before all others are laid out."""
BEAT = 10.0
"""Seconds after which a waiting page is told that the program is still running."""
MOST_SENT, MOST_PASTED = 20_000, 40_000_000
"""Bytes of a form, and of one with cells from a spreadsheet program."""
OUR_COLOURS = "#1f5a8c", "#8ebbe6"
"""Those of pages that are of no game, by day and by night."""
STATIC = {
    **dict.fromkeys(("preview.css", "preview.js", "edit.css", "edit.js"), PAGES),
    **dict.fromkeys(("print.css", "print.js", "still.css", "still.js", "points.css", "points.js"), PAGES),
    **dict.fromkeys(("arrange.css", "arrange.js", "pick.js", "mark.svg", "waiting.svg"), PAGES),
    **dict.fromkeys(("table.css", "table.js", "score.js", "become.js", "free.css", "free.js"), TABLE_PAGES),
}
"""The folder of each file that pages load."""


class Desk(NamedTuple):
    """A view with forms. act: why a form was not obeyed, or ""; page: shows the view, with that reason; most: bytes.

    at_once: what to look at before the project is read again, as an address below the token, or "".
    """

    act: Callable[[str, Form], str]
    page: Callable[[Views, str, str], str]
    most: int = MOST_SENT
    at_once: Callable[[str, Form], str] | None = None


class Preview:
    """One project on one page. Nothing is served until `serve` is called."""

    def __init__(
        self, root: Path, *, trust: bool = False, port: int = 0, lang: str = "", share: str | None = None
    ) -> None:
        """share: the address at which hands are on other devices, "" for that of this machine, None for nowhere.

        Raises ProofdeckError if there is no project or the address cannot be used, and OSError if the port is taken.
        """
        self.token = secrets.token_urlsafe(16)
        self.showing = Showing(root, lang)
        self.behind = Behind(root, trust=trust, lang=lang)
        self.pictures = Pictures()
        self.stopped, self.touched, self.news = Event(), Event(), Condition()
        self._told = 0
        self._server = PreviewServer((HERE, port), self)
        self.tables = OpenTables(root, self._on_table, trust=trust)
        self.scores = ScoreRooms(root, self._on_table, trust=trust)
        self.free = FreeTables(root, self._on_table, trust=trust)
        self.reviews = Reviews(root, self.showing, self.behind, self._tell)
        self.edits = Edits(root, self.showing)
        self.prints = PrintJobs(root, self.showing, self._tell, trust=trust, lang=lang)
        desks = (self.tables, self.free, self.scores), self.reviews, self.edits, self.prints
        try:
            self.guests = Guests(self, share) if share is not None else None
        except ProofdeckError:
            self._server.server_close()
            raise
        self.samples = Samples(self.showing, self.pictures, self.guests)
        self.views = Views(self.showing, self.behind, *desks, f"/{self.token}", self._shares)
        self._desks = {
            "cards": Desk(self.edits.act, Views.cards),
            "play": Desk(self._play, Views.play),
            "score": Desk(_or(self.scores.act, NOT_NOW), Views.score),
            "accept": Desk(_or(self.reviews.act, reviews.NOT_NOW), Views.accept),
            "book": Desk(self.edits.act, Views.book),
            "print": Desk(self.prints.act, Views.print, MOST_PASTED),
            "spreadsheet": Desk(self.edits.act, Views.spreadsheet, MOST_PASTED, self._face_at_once),
        }

    def _on_table(self, game: str) -> TableGame:
        return self.showing.now.games[game].on_table

    def _shares(self, game: str) -> list[tuple[str, str, str]]:
        """Name, address and code of each seat of the table that is shared."""
        table = self.free.room(game).table
        if self.guests is None or table is None:
            return []
        names = enumerate(table.sitting.header.names)
        return [(name, self.guests.address(game, seat), f"sample/{quote(game)}/code/{seat}") for seat, name in names]

    def style_of(self, game: str) -> str:
        """The stylesheet of a game, or that of pages which are of none."""
        one = self.showing.now.games.get(game)
        return one.style if one else style(*OUR_COLOURS)

    def told(self) -> None:
        """Whoever shows something has news of it."""
        self._tell()

    @property
    def port(self) -> int:
        return int(self._server.server_address[1])

    @property
    def address(self) -> str:
        """The address to open."""
        return f"http://{HERE}:{self.port}/{self.token}/"

    def serve(self) -> None:
        """Serve until stopped or interrupted."""
        watcher = Thread(target=self._watch, daemon=True)
        try:
            self._check()
            watcher.start()
            if self.guests:
                self.guests.begin()
            self._server.serve_forever(poll_interval=0.5)
        finally:
            self.stopped.set()
            self.touched.set()
            if self.guests:
                self.guests.close()
            self.behind.close()
            self.prints.close()
            self.showing.close()
            self._server.server_close()

    def stop(self) -> None:
        """Stop the server from another thread."""
        self.stopped.set()
        self._server.shutdown()

    def _watch(self) -> None:
        last, pause, number = 0.0, STEP, self.showing.now.number
        watch_folder(self.showing.root, self.touched, self.stopped)
        while not self.stopped.is_set():
            self.touched.wait(STEP if last else pause)
            self.touched.clear()
            while time.monotonic() - self.showing.painted <= FETCHED:
                time.sleep(STEP)
            began = time.perf_counter()
            try:
                if not self.showing.follow():
                    pause = pause_after(time.perf_counter() - began)
            except OSError:  # a file went away while it was looked at; the next look knows it
                self.touched.set()
                time.sleep(STEP)
                continue
            if self.showing.now.number != number:
                last, number = time.monotonic(), self.showing.now.number
                self._tell()
            elif last and time.monotonic() - last > QUIET:
                last = 0.0
                self._check()

    def _check(self) -> None:
        """Look for mistakes in the background, and update the page when they are known."""
        self.behind.check(self.showing.now.number, self._tell)

    def _tell(self) -> None:
        with self.news:
            self._told += 1
            self.news.notify_all()

    def wait(self, known: tuple[int, int]) -> tuple[int, int]:
        """The current state, as soon as it changes, or after a while."""
        with self.news:
            self.news.wait_for(lambda: self.state() != known or self.stopped.is_set(), BEAT)
        return self.state()

    def state(self) -> tuple[int, int]:
        """A value that changes with anything the page may show."""
        return self.showing.now.number, self._told

    def answer(self, path: str, query: Mapping[str, str]) -> Answer | None:
        """The response to an address below the token; None if there is no such page."""
        match [unquote(part) for part in path.split("/") if part]:
            case []:
                first = next(iter(self.showing.now.games), "")
                return Answer(self.views.after(self._told).cards(first).encode()) if first else self._no_cards()
            case ["static", name] if name in STATIC:
                file = STATIC[name] / name
                return Answer(file.read_bytes(), KINDS[file.suffix])
            case ["look", name]:
                return self._look(name.removesuffix(".css"))
            case ["face", name]:
                return self.samples.face(name)
            case ["icons", name] if (game := name.removesuffix(".json")) in self.showing.now.games:
                names = self.showing.now.games[game].made.supplies.icon_names()
                return Answer(json.dumps(names).encode(), "application/json")
            case ["sample", game, *of] if game in self.showing.now.games:
                return self.samples.sample(game, of)
            case ["sheet", game, paper, name]:
                return self.samples.sheet(game, paper, name)
            case ["made", game, job, at, _]:
                return self._made(game, job, at)
            case ["book", name] if name.endswith(".html"):
                data = self.behind.book(name.removesuffix(".html"), self.showing.now.number)
                policy = f"{OF_BOOKS}{own_script()}"
                return Answer(data or b"<p>The book cannot be made yet; see Problems.", policy=policy)
            case ["g", game, *rest] if game in self.showing.now.games:
                return self._view(game, rest, query)
            case ["g", *_] if not self.showing.now.games:
                return self._no_cards()
        return None

    def _look(self, game: str) -> Answer | None:
        """The stylesheet of a game, or that of pages which are of none."""
        if game and game not in self.showing.now.games:
            return None
        return Answer(self.style_of(game).encode(), KINDS[".css"])

    def _no_cards(self) -> Answer:
        """What is wrong, on a page that asks again by itself until there are cards."""
        return Answer(self.views.no_cards().encode())

    def _view(self, game: str, rest: list[str], query: Mapping[str, str]) -> Answer | None:
        views = self.views.after(self._told)
        ways: dict[tuple[str, int], Callable[[], str]] = {
            ("cards", 1): lambda: views.cards(game),
            ("card", 2): lambda: views.card(game, rest[1], query.get("arrange", "")),
            ("spreadsheet", 1): lambda: views.spreadsheet(game),
            ("sheets", 1): lambda: views.sheets(game, query.get("paper", "")),
            ("book", 1): lambda: views.book(game),
            ("play", 1): lambda: views.play(game),
            ("score", 1): lambda: views.score(game),
            ("print", 1): lambda: views.print(game, card=query.get("card", "")),
            ("problems", 1): lambda: views.problems(game),
            ("accept", 1): lambda: views.accept(game),
            ("changes", 1): lambda: views.changes(game, query.get("since", "")),
        }
        way = ways.get((rest[0], len(rest))) if rest else None
        try:
            return Answer(way().encode()) if way else None
        except KeyError:
            return None

    def desk_at(self, path: str) -> tuple[str, str] | None:
        """The view that takes forms at that address below the token, and its game; None for any other address."""
        match [unquote(part) for part in path.split("/") if part]:
            case ["g", game, view] if game in self.showing.now.games and view in self._desks:
                return view, game
        return None

    def most_sent(self, view: str) -> int:
        """How many bytes a form of that view may have."""
        return self._desks[view].most

    def act(self, view: str, game: str, form: Form) -> Answer | str:
        """Do what a form asks for, and return what to look at, an address below the token.

        If it was not done, return the page with the reason.
        """
        desk = self._desks[view]
        with self.showing.still() if desk.at_once else nullcontext():
            why = desk.act(game, form)
            at_once = desk.at_once(game, form) if desk.at_once and not why else ""
        if why:
            return Answer(desk.page(self.views.after(self._told), game, why).encode())
        if at_once:
            self.touched.set()
            return at_once
        self.showing.follow()
        self._tell()
        return f"g/{quote(game)}/{view}"

    def _play(self, game: str, form: Form) -> str:
        """Do what a form of a table asks for, with rules or without; why it was not done, or ""."""
        if form.get("view") != FREE:
            return "" if self.tables.act(game, form) else NOT_NOW
        room = self.free.room(game)
        if form.get("do") != SETUP or room.table is None:
            return "" if self.free.act(game, form) else NOT_NOW
        try:
            words = setup_tables(room.table.sitting.table)
        except NotPossible:  # the page says why
            return ""
        why = self.edits.act(game, {"do": SETUP, **{key: json.dumps(rows) for key, rows in words.items()}})
        if not why:
            room.said, room.at = TableReply((room.table.shown.say("free.setup_done"),)), room.at + 1
        return why

    def _face_at_once(self, game: str, form: Form) -> str:
        """The face of a card whose template has just been changed, if the form says how large it is shown."""
        dpi = whole(form.get("dpi", ""))
        if dpi not in STEPS:
            return ""
        drawn = self.showing.at_once(game, form["card"], form["side"], partial(self.pictures.face, dpi=dpi))
        return f"face/{drawn.key}-{dpi}.png" if drawn else ""

    def _made(self, game: str, job: str, at: str) -> Answer | None:
        """A file that was made on the page. All but PDF are saved and not shown, so that none can ask this server."""
        try:
            found = self.prints.file(game, job, at)
        except OSError:  # it has been removed since
            return None
        if found is None:
            return None
        name, data = found
        if name.endswith(".pdf"):
            return Answer(data, "application/pdf", policy=OF_PDF)
        return Answer(data, "application/octet-stream")


def _or(act: Callable[[str, Form], bool], not_now: str) -> Callable[[str, Form], str]:
    """The same, which says why if a form was not obeyed."""
    return lambda game, form: "" if act(game, form) else not_now


def address_of(preview: Preview, game: str) -> str:
    """Problems of the cards of one game."""
    return f"{preview.address}g/{quote(game)}/cards" if game else preview.address

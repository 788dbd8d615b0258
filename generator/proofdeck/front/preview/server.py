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
import re
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Event, Thread
from typing import NamedTuple, get_args
from urllib.parse import parse_qs, quote, unquote, urlsplit

from proofdeck.book.manuscript.html import own_script
from proofdeck.front.preview import reviews
from proofdeck.front.preview.behind import Behind
from proofdeck.front.preview.boards import Board
from proofdeck.front.preview.edits import Edits
from proofdeck.front.preview.pictures import Pictures
from proofdeck.front.preview.printing import PrintJobs
from proofdeck.front.preview.reviews import Reviews
from proofdeck.front.preview.sharing import Guests, code_of
from proofdeck.front.preview.showing import Showing
from proofdeck.front.preview.styling import SAMPLE, named_in, with_choices_of
from proofdeck.front.preview.views import PAGES, Views, sheets_key
from proofdeck.front.preview.watching import pause_after, watch_folder
from proofdeck.front.table.forms import Form
from proofdeck.front.table.free import FREE, FreeTables
from proofdeck.front.table.rooms import NOT_NOW, TableReply
from proofdeck.front.table.scores import ScoreRooms
from proofdeck.front.table.shown import TableGame
from proofdeck.front.table.tables import OpenTables
from proofdeck.front.table.writing import PAGES as TABLE_PAGES
from proofdeck.ground.bounds import whole
from proofdeck.ground.paper import PAPERS, Ink
from proofdeck.ground.problems import ProofdeckError
from proofdeck.ground.shell import style
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Icon
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.scene import contained
from proofdeck.play.free.acts import NotPossible
from proofdeck.play.free.setting import setup_tables
from proofdeck.source.project.head import SETUP

HERE = "127.0.0.1"
STEP = 0.06
"""Seconds between two looks at the project's files while something is going on."""
QUIET = 0.5
"""Seconds without a change before a full check starts."""
FETCHED = 0.12
"""Seconds that a page has for fetching a face that was painted at once, before all others are laid out."""
BEAT = 10.0
"""Seconds after which a waiting page is told that the program is still running."""
STEPS = (96, 144, 200, 300, 450, 600)
"""The resolutions of faces, in dpi."""
SAMPLE_DPI = 144.0
ICON = Box(0, 0, 10, 10)
"""Of the picture of an icon, in mm."""
"""The resolution of words in another font."""
STRICT = (
    "default-src 'none'; img-src 'self'; style-src 'self' 'unsafe-hashes'; font-src data:; script-src 'self'; "
    "connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
OF_BOOKS = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin allow-scripts; script-src "
)
"""What a book may do; the only script that it may run follows."""
OF_PDF = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""What the viewer of a browser needs to show a PDF."""
SHOWN = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)
"""How a page says which reading of the project and how many pieces of news it shows."""
FORM = "application/x-www-form-urlencoded"
WAITING = 128
"""Requests that may wait for a thread; the standard library refuses the sixth."""
MOST_SENT, MOST_PASTED = 20_000, 40_000_000
"""Bytes of a form, and of one with cells from a spreadsheet program."""
MOST_FIELDS = 100
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
OUR_COLOURS = "#1f5a8c", "#8ebbe6"
"""Those of pages that are of no game, by day and by night."""
STATIC = {
    **dict.fromkeys(("preview.css", "preview.js", "edit.css", "edit.js"), PAGES),
    **dict.fromkeys(("print.css", "print.js", "still.css", "still.js", "points.css", "points.js"), PAGES),
    **dict.fromkeys(("arrange.css", "arrange.js", "pick.js", "mark.svg", "waiting.svg"), PAGES),
    **dict.fromkeys(("table.css", "table.js", "score.js", "become.js", "free.css", "free.js"), TABLE_PAGES),
}
"""The folder of each file that pages load."""


class Answer(NamedTuple):
    """A response. kept: whether the browser may cache it for good."""

    data: bytes
    kind: str = "text/html; charset=utf-8"
    kept: bool = False
    policy: str = STRICT


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
        self._server = _Server((HERE, port), self)
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
                return self._face(name)
            case ["icons", name] if (game := name.removesuffix(".json")) in self.showing.now.games:
                names = self.showing.now.games[game].made.supplies.icon_names()
                return Answer(json.dumps(names).encode(), "application/json")
            case ["sample", game, *of] if game in self.showing.now.games:
                return self._sample(game, of)
            case ["sheet", game, paper, name]:
                return self._sheet(game, paper, name)
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

    def _face(self, name: str) -> Answer | None:
        """`KEY.png`, `KEY-200.png`, `KEY-200-bleed-low.png`, `KEY-200-grey.png`.

        `KEY-200-only-3.4.png` shows two elements alone, and `KEY-200-less-3.4.png` all others.
        """
        key, *words = name.removesuffix(".png").split("-")
        drawn = self.showing.now.drawn.get(key)
        dpi = whole(words[0]) if words and words[0].isdecimal() else STEPS[0]
        if drawn is None or dpi is None or dpi not in STEPS:
            return None
        if words[1:2] in (["only"], ["less"]):
            chosen = [number for number in map(whole, words[-1].split(".")) if number is not None]
            numbers = [at for at in range(len(drawn.face.elements)) if (at in chosen) == (words[1] == "only")]
            return Answer(self.pictures.elements(drawn, dpi, numbers), "image/png", kept=True)
        ink: Ink = next((ink for ink in get_args(Ink) if ink in words), "full")
        png = self.pictures.face(drawn, dpi, bleed="bleed" in words, ink=ink)
        return Answer(png, "image/png", kept=True)

    def _icon(self, game: str, name: str) -> Answer | None:
        """One icon in black, as it is chosen among others."""
        supplies = self.showing.now.games[game].made.supplies
        try:
            box = contained(supplies.aspect(name) or 1.0, ICON)
            face = Face(Size(ICON.width, ICON.height), 0.0, "rectangle", (Icon(name, box, "#000000"),))
            return Answer(self.pictures.part(face, ICON, supplies, SAMPLE_DPI), "image/png")
        except MaterialError:
            return None

    def _sample(self, game: str, of: Sequence[str]) -> Answer | None:
        """A picture of something to be chosen; None if there is no such thing."""
        match of:
            case ["look", look, card]:
                return self._in_look(game, look, card.removesuffix(".png"))
            case ["icon", name]:
                return self._icon(game, name.removesuffix(".png"))
            case ["name", font]:
                return self._name(game, font.removesuffix(".png"))
            case ["code", name] if self.guests and (seat := whole(name)) is not None:
                return Answer(code_of(self.guests.address(game, seat)), KINDS[".svg"])
            case ["font", card, side, element, name]:
                return self._in_font(game, card, side, element, name.removesuffix(".png"))
        return None

    def _name(self, game: str, font: str) -> Answer | None:
        """The name of the game in a font."""
        one = self.showing.now.games[game]
        try:
            return Answer(self.pictures.part(named_in(one, font), SAMPLE, one.made.supplies, SAMPLE_DPI), "image/png")
        except (KeyError, MaterialError):
            return None

    def _in_look(self, game: str, look: str, card: str) -> Answer | None:
        """The front of a card in a look."""
        try:
            one = self.showing.now.games[game]
            drawn = self.showing.in_look(game, card, look, with_choices_of(one, self.showing.root))
        except KeyError:
            return None
        return Answer(self.pictures.face(drawn, STEPS[0]), "image/png", kept=True)

    def _in_font(self, game: str, card: str, side: str, element: str, font: str) -> Answer | None:
        """The words of an element in a font of its template."""
        try:
            board = Board(self.showing.now.games[game], card, side)
            part = board.part(element)
            face = board.in_font(part, font)
        except KeyError:
            return None
        if part.box is None:
            return None
        return Answer(self.pictures.part(face, Box(*part.box), board.drawn.supplies, SAMPLE_DPI), "image/png")

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

    def _sheet(self, game: str, paper: str, name: str) -> Answer | None:
        one, page = self.showing.now.games.get(game), whole(name.removesuffix(".png"))
        if one is None or paper not in PAPERS or page is None:
            return None
        try:
            return Answer(self.pictures.sheet(one.made, paper, sheets_key(one), page), "image/png")
        except IndexError:
            return None


def _or(act: Callable[[str, Form], bool], not_now: str) -> Callable[[str, Form], str]:
    """The same, which says why if a form was not obeyed."""
    return lambda game, form: "" if act(game, form) else not_now


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = WAITING
    allow_reuse_address = False

    def __init__(self, address: tuple[str, int], preview: Preview) -> None:
        super().__init__(address, _Handler)
        self.preview = preview


class _Handler(BaseHTTPRequestHandler):
    """One request; the server holds the preview that answers it."""

    protocol_version = "HTTP/1.1"
    server: _Server

    def do_GET(self) -> None:
        """Answer a request for any address below the token."""
        try:
            self._get()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _get(self) -> None:
        preview, address = self.server.preview, urlsplit(self.path)
        lead, _, path = address.path.lstrip("/").partition("/")
        if (refused := self._refused(lead)) is not None:
            return self._refuse(refused)
        query = {key: values[-1] for key, values in parse_qs(address.query).items()}
        if path == "events":
            return self._events(query.get("from", ""))
        answer = preview.answer(path, query)
        if answer is None:
            return self._send(HTTPStatus.NOT_FOUND, Answer(preview.views.lost().encode()))
        return self._send(HTTPStatus.OK, answer)

    def do_POST(self) -> None:
        """Take a form of the page."""
        try:
            self._post()
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def _post(self) -> None:
        preview, address = self.server.preview, urlsplit(self.path)
        lead, _, path = address.path.lstrip("/").partition("/")
        if (refused := self._refused(lead)) is not None:
            return self._refuse(refused)
        desk = preview.desk_at(path)
        if desk is None:
            return self._refuse(HTTPStatus.NOT_IMPLEMENTED)
        if not self._is_from_the_page():
            return self._refuse(HTTPStatus.FORBIDDEN)
        length = whole(self.headers.get("Content-Length", ""))
        if self.headers.get_content_type() != FORM or length is None or length > preview.most_sent(desk[0]):
            return self._refuse(HTTPStatus.BAD_REQUEST)
        try:
            fields = parse_qs(self.rfile.read(length).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            return self._refuse(HTTPStatus.BAD_REQUEST)
        found = preview.act(*desk, {key: values[-1] for key, values in fields.items()})
        if isinstance(found, Answer):
            return self._send(HTTPStatus.CONFLICT, found)
        return self._see(f"/{preview.token}/{found}")

    def _is_from_the_page(self) -> bool:
        """Whether a browser, or somebody who speaks like one, says that a form was sent by the page itself."""
        origin = self.headers.get("Origin", "null")
        if origin == "null":  # what browsers send with a form of a page that names no referrer
            return self.headers.get("Sec-Fetch-Site") == "same-origin"
        return origin == f"http://{self.headers.get('Host')}"

    def _see(self, path: str) -> None:
        self._head(HTTPStatus.SEE_OTHER, "text/plain; charset=utf-8")
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _refused(self, token: str) -> HTTPStatus | None:
        """Why the request is refused; None for requests from the page itself."""
        preview = self.server.preview
        if self.headers.get("Host") not in {f"{name}:{preview.port}" for name in (HERE, "localhost")}:
            return HTTPStatus.MISDIRECTED_REQUEST
        elsewhere = self.headers.get("Sec-Fetch-Site", "none") not in {"none", "same-origin"}
        if elsewhere or not secrets.compare_digest(token.encode(), preview.token.encode()):
            return HTTPStatus.FORBIDDEN
        return None

    def _refuse(self, status: HTTPStatus) -> None:
        words = f'<!DOCTYPE html><html lang="en"><title>{status.phrase}</title><p>{status.phrase}.'
        self._send(status, Answer(words.encode()))

    def _send(self, status: HTTPStatus, answer: Answer) -> None:
        self._head(status, answer.kind, answer.policy)
        self.send_header("Cache-Control", "private, max-age=31536000, immutable" if answer.kept else "no-store")
        self.send_header("Content-Length", str(len(answer.data)))
        if status >= HTTPStatus.BAD_REQUEST:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.data)

    def _head(self, status: HTTPStatus, kind: str, policy: str = STRICT) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def _events(self, known: str) -> None:
        """Tell the page about each change until it is closed. known: the reading and the news that it shows, `7-3`."""
        preview = self.server.preview
        self.close_connection = True
        self._head(HTTPStatus.OK, "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        shown = SHOWN.fullmatch(known)
        state = (int(shown[1]), int(shown[2])) if shown else (0, 0)
        while not preview.stopped.is_set():
            now = preview.wait(state)
            told = f"event: changed\ndata: {now[0]}\n\n" if now != state else ": still here\n\n"
            state = now
            self.wfile.write(told.encode())
            self.wfile.flush()

    def log_message(self, *_: object) -> None:
        """Keep no log."""


def address_of(preview: Preview, game: str) -> str:
    """Problems of the cards of one game."""
    return f"{preview.address}g/{quote(game)}/cards" if game else preview.address

"""`preview --share`: each hand of a table on a device of its own, on the same network.

This is a server of its own beside that of the page, on one address that is named. Whoever knows the secret of a seat
sees what that seat may see, and moves pieces in its name. Nothing else of the project is served: no file, no
spreadsheet, no face that this seat does not see now. What is sent is not encrypted, so a network of strangers is the
wrong place for it.
"""

from __future__ import annotations

import secrets
import socket
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Lock, Semaphore, Thread
from typing import NamedTuple, Protocol
from urllib.parse import parse_qs, urlsplit

from proofdeck.front.preview.pictures import Pictures
from proofdeck.front.preview.showing import Showing
from proofdeck.front.table.forms import OutOfDate
from proofdeck.front.table.free import FreeTables
from proofdeck.front.table.free_page import FreePage
from proofdeck.front.table.rooms import TableReply
from proofdeck.front.table.writing import PAGES as TABLE_PAGES
from proofdeck.front.table.writing import pages_in, write_seat
from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.paper.faces.elements.qr import modules_of

GUESTS = Path(__file__).parent / "guests"
STATIC = {
    "table.css": TABLE_PAGES,
    "free.css": TABLE_PAGES,
    "become.js": TABLE_PAGES,
    "table.js": TABLE_PAGES,
    "free.js": TABLE_PAGES,
    "guest.js": GUESTS,
    "mark.svg": Path(__file__).parent / "pages",
}
"""The folder of each file that the page of a seat loads."""
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; img-src 'self'; style-src 'self'; font-src data:; script-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
ALLOWED = frozenset(
    {"move", "deal", "turn", "rotate", "mark", "shuffle", "spread", "look", "close", "label", "roll", "count", "add"}
    | {"shift", "sort", "remove", "undo", "redo", "remark"}
)
"""What somebody at a seat can ask for. Leaving, beginning, writing a setup and passing the screen are the host's."""
MOST_SENT, MOST_FIELDS = 4_000, 20
MOST_HEARING, MOST_HEARING_OF_SEAT = 40, 4
"""Pages that wait for news, of all and of one seat."""
PATIENCE = 20.0
"""Seconds that a request may take to arrive."""
DPI = (200, 300)
QUIET_ZONE = 4
"""Modules of white around a code, as its standard wants."""
LARGEST_PORT = 65_535


class Sharing(Protocol):
    """What is shared, and what tells of news."""

    free: FreeTables
    showing: Showing
    pictures: Pictures
    stopped: Event

    def state(self) -> tuple[int, int]:
        """A value that changes with anything that may be shown."""

    def wait(self, known: tuple[int, int]) -> tuple[int, int]:
        """The current state, as soon as it changes, or after a while."""

    def told(self) -> None:
        """Tell everybody that something has changed."""

    def style_of(self, game: str) -> str:
        """The stylesheet of a game."""


class GuestSeat(NamedTuple):
    """Whose page a secret opens."""

    game: str
    seat: int


class SentAnswer(NamedTuple):
    """A response to a guest."""

    status: HTTPStatus
    data: bytes = b""
    kind: str = "text/html; charset=utf-8"


class Guests:
    """The seats of the tables that are shared. Safe for several threads. Raises ProofdeckError for an address that
    cannot be used.
    """

    def __init__(self, preview: Sharing, address: str) -> None:
        self._preview, self._lock = preview, Lock()
        self._seats: dict[str, GuestSeat] = {}
        self._said: dict[str, TableReply] = {}
        self._hearing = Semaphore(MOST_HEARING)
        self._heard: dict[str, int] = {}
        host = address or own_address()
        try:
            self._server = _GuestServer((host, 0), self)
        except (OSError, OverflowError, UnicodeError) as error:
            raise ProofdeckError(_unusable(host, error)) from None
        self.host = f"{host}:{self._server.server_address[1]}"

    def begin(self) -> None:
        """Serve until closed."""
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        """No longer serve."""
        self._server.shutdown()
        self._server.server_close()

    def address(self, game: str, seat: int) -> str:
        """The address of a seat; the same as long as the preview runs."""
        with self._lock:
            known = next((secret for secret, one in self._seats.items() if one == (game, seat)), "")
            secret = known or secrets.token_urlsafe(16)
            self._seats[secret] = GuestSeat(game, seat)
        return f"http://{self.host}/{secret}/"

    def answer(self, path: str) -> SentAnswer:
        """The response to an address."""
        secret, _, rest = path.lstrip("/").partition("/")
        seat = self.seat_of(secret)
        if seat is None:
            return SentAnswer(HTTPStatus.NOT_FOUND)
        match rest.split("/"):
            case [""]:
                return SentAnswer(HTTPStatus.OK, self.page(secret, seat).encode())
            case ["static", name] if name in STATIC:
                return SentAnswer(HTTPStatus.OK, (STATIC[name] / name).read_bytes(), KINDS[Path(name).suffix])
            case ["look.css"]:
                return SentAnswer(HTTPStatus.OK, self._preview.style_of(seat.game).encode(), KINDS[".css"])
            case ["face", name]:
                return self._face(seat, name)
        return SentAnswer(HTTPStatus.NOT_FOUND)

    def page(self, secret: str, seat: GuestSeat) -> str:
        """The table as that seat sees it."""
        showing = self._preview.showing.now.games
        heading = showing[seat.game].game.title if seat.game in showing else seat.game
        base = f"/{secret}"
        pages = pages_in(GUESTS, lambda key, dpi: f"{base}/face/{key}-{dpi}.png")

        def write(name: str, **facts: object) -> str:
            return pages.get_template(f"{name}.html").render(heading=heading, base=base, **facts)

        return write_seat(self._preview.free, seat.game, seat.seat, write, self._said.get(secret, TableReply()))

    def act(self, path: str, form: Mapping[str, str]) -> HTTPStatus:
        """Do what the page of a seat asks for."""
        secret = path.strip("/")
        seat = self.seat_of(secret)
        if seat is None:
            return HTTPStatus.NOT_FOUND
        if form.get("do") not in ALLOWED:
            return HTTPStatus.FORBIDDEN
        try:
            self._said[secret] = self._preview.free.act_at(seat.game, seat.seat, form)
        except OutOfDate:
            return HTTPStatus.CONFLICT
        self._preview.told()
        return HTTPStatus.SEE_OTHER

    def seat_of(self, secret: str) -> GuestSeat | None:
        """Whose secret it is, compared without a hint of how much of it is right."""
        with self._lock:
            known = list(self._seats.items())
        found = [one for own, one in known if secrets.compare_digest(own.encode(), secret.encode())]
        return found[0] if found else None

    def news(self, path: str) -> Iterator[bytes] | None:
        """What tells the page of a seat about each change; None if nobody may hear it, or too many do already."""
        secret = path.strip("/").removesuffix("/events")
        if self.seat_of(secret) is None:
            return None
        with self._lock:
            if self._heard.get(secret, 0) >= MOST_HEARING_OF_SEAT or not self._hearing.acquire(blocking=False):
                return None
            self._heard[secret] = self._heard.get(secret, 0) + 1
        return self._changes(secret)

    def _changes(self, secret: str) -> Iterator[bytes]:
        preview = self._preview
        known = preview.state()
        try:
            while not preview.stopped.is_set():
                now = preview.wait(known)
                yield b"event: changed\ndata: 1\n\n" if now != known else b": still here\n\n"
                known = now
        finally:
            with self._lock:
                self._heard[secret] -= 1
            self._hearing.release()

    def _face(self, seat: GuestSeat, name: str) -> SentAnswer:
        """A picture that is on the page of that seat now."""
        key, _, dpi = name.removesuffix(".png").rpartition("-")
        drawn, resolution = self._preview.showing.now.drawn.get(key), whole(dpi)
        if drawn is None or resolution not in DPI or key not in self._seen(seat):
            return SentAnswer(HTTPStatus.NOT_FOUND)
        return SentAnswer(HTTPStatus.OK, self._preview.pictures.face(drawn, resolution), "image/png")

    def _seen(self, seat: GuestSeat) -> set[str]:
        """The names of all pictures on the page of a seat."""
        room = self._preview.free.room(seat.game)
        with room.lock:
            if room.table is None or seat.seat >= room.table.sitting.table.players:
                return set()
            page = FreePage(room.table, seat.seat, is_now=True)
            shown = [one for pile in page.piles for one in pile.pieces]
            shown += [*page.hand, *page.looked, *(one for _, _, hand in page.others for one in hand)]
            return {side.key for one in shown for side in (one.drawn, one.other) if side}


def own_address() -> str:
    """The address of this machine on its network, as it would speak to another one; nothing is sent.

    Raises ProofdeckError if there is no network.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address that is reserved for examples
        except OSError as error:
            raise ProofdeckError(_unusable("", error)) from None
        return str(asked.getsockname()[0])


def _unusable(host: str, error: Exception) -> Problem:
    message = f"hands cannot be shared on {host or 'this network'}: {getattr(error, 'strerror', '') or error}"
    hint = "Name an address of this computer on your network, such as `--at 192.168.1.20`."
    return Problem("E520", message, field="share", hint=hint)


def code_of(address: str) -> bytes:
    """The QR code of an address, as SVG."""
    rows = modules_of(address, "M")
    size = len(rows) + 2 * QUIET_ZONE
    dark = "".join(
        f"M{x} {y}h1v1h-1z"
        for y, row in enumerate(rows, QUIET_ZONE)
        for x, is_dark in enumerate(row, QUIET_ZONE)
        if is_dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges">'
        f'<path fill="#fff" d="M0 0h{size}v{size}H0z"/><path d="{dark}"/></svg>'
    ).encode()


class _GuestServer(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = False

    def __init__(self, address: tuple[str, int], guests: Guests) -> None:
        super().__init__(address, _GuestHandler)
        self.guests = guests

    def handle_error(self, *_: object) -> None:
        """A guest who hangs up in the middle is nobody's concern."""


class _GuestHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "Proofdeck", ""
    timeout = PATIENCE
    server: _GuestServer

    def do_GET(self) -> None:
        """A page, a picture, or news."""
        guests, path = self.server.guests, urlsplit(self.path).path
        if not self._is_for_us():
            return self._send(SentAnswer(HTTPStatus.MISDIRECTED_REQUEST))
        if path.endswith("/events"):
            return self._events(path)
        return self._send(guests.answer(path))

    def do_POST(self) -> None:
        """An act."""
        guests, path = self.server.guests, urlsplit(self.path).path
        if not self._is_for_us():
            return self._send(SentAnswer(HTTPStatus.MISDIRECTED_REQUEST))
        if not self._is_from_the_page():
            return self._send(SentAnswer(HTTPStatus.FORBIDDEN))
        length = whole(self.headers.get("Content-Length", ""))
        if length is None or length > MOST_SENT:
            return self._send(SentAnswer(HTTPStatus.BAD_REQUEST))
        try:
            fields = parse_qs(self.rfile.read(length).decode(), keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            return self._send(SentAnswer(HTTPStatus.BAD_REQUEST))
        status = guests.act(path, {key: values[-1] for key, values in fields.items()})
        if status != HTTPStatus.SEE_OTHER:
            return self._send(SentAnswer(status))
        self._head(status, "text/plain; charset=utf-8")
        self.send_header("Location", path)
        self.send_header("Content-Length", "0")
        self.end_headers()
        return None

    def _is_for_us(self) -> bool:
        """Whether the request names the address that is shared, and not a name that leads here (DNS rebinding)."""
        return self.headers.get("Host", "") == self.server.guests.host

    def _is_from_the_page(self) -> bool:
        """Whether a browser, or somebody who speaks like one, says that a form was sent by the page itself."""
        origin = self.headers.get("Origin", "null")
        if origin == "null":
            return self.headers.get("Sec-Fetch-Site") == "same-origin"
        return origin == f"http://{self.server.guests.host}"

    def _send(self, answer: SentAnswer) -> None:
        is_wrong = answer.status >= HTTPStatus.BAD_REQUEST
        data = b"" if is_wrong else answer.data
        self._head(answer.status, answer.kind)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(data)))
        if is_wrong:
            self.send_header("Connection", "close")
            self.close_connection = True
        self.end_headers()
        self.wfile.write(data)

    def _events(self, path: str) -> None:
        changes = self.server.guests.news(path)
        if changes is None:
            return self._send(SentAnswer(HTTPStatus.NOT_FOUND))
        self.close_connection = True
        self._head(HTTPStatus.OK, "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        try:
            for told in changes:
                self.wfile.write(told)
                self.wfile.flush()
        except OSError:
            pass
        finally:
            changes.close()  # type: ignore[attr-defined]
        return None

    def _head(self, status: HTTPStatus, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Security-Policy", POLICY)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "no-referrer")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")

    def log_message(self, *_: object) -> None:
        """Keep no log."""

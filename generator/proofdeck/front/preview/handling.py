"""Takes the requests of browsers, and refuses those that no page of the preview has made."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

from proofdeck.front.preview.answers import STRICT, Answer
from proofdeck.front.preview.views import Views
from proofdeck.front.table.forms import Form
from proofdeck.ground.bounds import whole

HERE = "127.0.0.1"
SHOWN = re.compile(r"(\d{1,18})-(\d{1,18})", re.ASCII)
"""How a page says which reading of the project and how many pieces of news it shows."""
FORM = "application/x-www-form-urlencoded"
WAITING = 128
"""Requests that may wait for a thread; the standard library refuses the sixth."""
MOST_FIELDS = 100


class Served(Protocol):
    """What the server asks of a preview."""

    token: str
    views: Views
    stopped: Event

    @property
    def port(self) -> int: ...

    def answer(self, path: str, query: Mapping[str, str]) -> Answer | None: ...

    def desk_at(self, path: str) -> tuple[str, str] | None: ...

    def most_sent(self, view: str) -> int: ...

    def act(self, view: str, game: str, form: Form) -> Answer | str: ...

    def wait(self, known: tuple[int, int]) -> tuple[int, int]: ...


class PreviewServer(ThreadingHTTPServer):
    """Answers as one preview does, each request in a thread of its own."""

    daemon_threads = True
    request_queue_size = WAITING
    allow_reuse_address = False

    def __init__(self, address: tuple[str, int], preview: Served) -> None:
        super().__init__(address, _Handler)
        self.preview = preview


class _Handler(BaseHTTPRequestHandler):
    """One request; the server holds the preview that answers it."""

    protocol_version = "HTTP/1.1"
    server: PreviewServer

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

"""Downloads a spreadsheet, with limits on size and time, and a clear message for anything that goes wrong.

Only `proofdeck pull` and `preview --follow` use this, on the user's request; a project downloads nothing by itself.
"""

from __future__ import annotations

import http.client
import io
import time
import urllib.error
import urllib.request
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import parse_qs, urlsplit, urlunsplit

from proofdeck.ground import __version__
from proofdeck.ground.problems import Problem, ProofdeckError
from proofdeck.source.cards.archive import kind_of
from proofdeck.source.cards.spreadsheet import MOST_BYTES, has_cards

LARGEST = MOST_BYTES
PATIENCE = 20.0
"""Seconds until a response must be complete, with all redirects to it."""
PIECE = 64 * 1024
MOST_MOVES = 5
HTML = (b"<!doctype html", b"<html", b"<head", b"<body")
WHOLE = (http.HTTPStatus.OK, http.HTTPStatus.NON_AUTHORITATIVE_INFORMATION)


@dataclass(frozen=True, slots=True)
class Fetched:
    """A downloaded file. ending: `csv`, or that of a workbook; tag: the server's tag for this version, or ""."""

    data: bytes
    ending: str
    tag: str = ""


def table_address(address: str) -> str:
    """The address of the table itself; the link that people copy from a Google Sheet leads to a page.

    Raises ProofdeckError if it is not a web address.
    """
    try:
        parts = urlsplit(address.strip())
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        parts, host = urlsplit(""), ""
    if parts.scheme not in {"http", "https"} or not host or any(letter <= " " for letter in address.strip()):
        hint = 'Write it in full, such as cards = "https://docs.google.com/spreadsheets/d/...".'
        raise ProofdeckError(Problem("E522", f"'{address}' is not a web address", field="cards", hint=hint))
    steps = parts.path.split("/")
    if host == "docs.google.com" and steps[1:3] == ["spreadsheets", "d"] and len(steps) > 3:
        asked = parse_qs(parts.query) | parse_qs(parts.fragment)
        sheet = f"&gid={asked['gid'][0]}" if "gid" in asked else ""
        if steps[3] == "e":
            single = "&single=true" if sheet else ""
            return urlunsplit(("https", host, "/".join([*steps[:5], "pub"]), f"output=csv{single}{sheet}", ""))
        return urlunsplit(("https", host, "/".join([*steps[:4], "export"]), f"format=csv{sheet}", ""))
    if host == "github.com" and len(steps) > 4 and steps[3] == "blob":
        return urlunsplit(("https", "raw.githubusercontent.com", "/".join([*steps[:3], *steps[4:]]), "", ""))
    return urlunsplit((*parts[:4], ""))


def fetch(address: str, known: str = "", patience: float = PATIENCE) -> Fetched | None:
    """Download the file; None if the server still has the version tagged `known`.

    Raises ProofdeckError with a message for anything else.
    """
    headers = {"User-Agent": f"proofdeck/{__version__}", "Accept": "text/csv, */*;q=0.5"}
    if known:
        headers["If-None-Match"] = known
    until = time.monotonic() + patience
    opener = urllib.request.build_opener(_Moves(), _Http(until), _Https(until))
    try:
        with opener.open(urllib.request.Request(address, headers=headers), timeout=patience) as answer:  # noqa: S310
            if answer.status not in WHOLE:
                raise _refused(address, _says(answer.status), _cure(answer.status))
            return _table(address, _read(answer, until, address), answer)
    except urllib.error.HTTPError as error:
        error.close()
        if known and error.code == http.HTTPStatus.NOT_MODIFIED:
            return None
        raise _refused(address, _says(error.code), _cure(error.code)) from None
    except (TimeoutError, urllib.error.URLError, http.client.HTTPException, OSError, ValueError) as error:
        raise _refused(address, *_why(error)) from None


class _Bounded(urllib.request.AbstractHTTPHandler):
    """Opens connections on which every answer must be complete at the same time, however slowly it comes."""

    def __init__(self, until: float) -> None:
        super().__init__()
        self._until = until

    def do_open(self, http_class: Any, req: Any, **options: Any) -> Any:
        return super().do_open(partial(_connection, http_class, self._until), req, **options)


class _Http(_Bounded, urllib.request.HTTPHandler):
    pass


class _Https(_Bounded, urllib.request.HTTPSHandler):
    pass


def _connection(kind: Any, until: float, host: str, **options: Any) -> Any:
    connection = kind(host, **{**options, "timeout": _left(until)})
    connection.response_class = partial(_Response, until)
    return connection


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class _Response(http.client.HTTPResponse):
    def __init__(self, until: float, sock: Any, *options: Any, **named: Any) -> None:
        super().__init__(sock, *options, **named)
        self.fp = io.BufferedReader(_Incoming(self.fp.detach(), sock, until))


class _Incoming(io.RawIOBase):
    """What comes in on a socket; each read waits only for the time that is left."""

    def __init__(self, raw: Any, sock: Any, until: float) -> None:
        self._raw, self._sock, self._until = raw, sock, until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int | None:
        self._sock.settimeout(_left(self._until))
        count: int | None = self._raw.readinto(buffer)
        return count

    def close(self) -> None:
        self._raw.close()
        super().close()


class _Moves(urllib.request.HTTPRedirectHandler):
    """Follows a few redirects, but never from an encrypted address to an unencrypted one."""

    max_redirections = MOST_MOVES
    max_repeats = 2

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> Any:
        if not newurl.startswith(("https://", "http://") if req.full_url.startswith("http://") else "https://"):
            return None
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _read(answer: Any, until: float, address: str) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while piece := answer.read1(PIECE):
        size += len(piece)
        if size > LARGEST:
            hint = "A spreadsheet of cards is much smaller. Check the address."
            raise _refused(address, f"the file is larger than {LARGEST // 1_000_000} MB", hint)
        _left(until)
        pieces.append(piece)
    if answer.length:
        raise http.client.IncompleteRead(b"")
    return b"".join(pieces)


def _table(address: str, data: bytes, answer: Any) -> Fetched:
    start = data[:2000].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(HTML) or (start.startswith((b"<!--", b"<?xml")) and b"<html" in start):
        login = any(word in data.lower() for word in (b"accounts.google.com", b"password", b"sign in", b"log in"))
        what = "it shows a sign-in page" if login else "it shows a web page, not a table"
        hint = "Share the sheet with anyone who has the link, or publish it as CSV and use that address."
        raise _refused(address, what, hint)
    if not data.strip():
        raise _refused(address, "the answer is empty", "Check the address and the sheet.")
    workbook = kind_of(data)
    if not workbook and not has_cards(data):
        hint = "The first line of the sheet must name its columns, such as `id` and `name`."
        raise _refused(address, "the table has no column `id` or `name`", hint)
    return Fetched(data, workbook.removeprefix(".") or "csv", answer.headers.get("ETag") or "")


def _says(code: int) -> str:
    if _is_redirect(code):
        return "it redirects to an address that cannot be used"
    known = {
        206: "the server sent only a part of the file",
        401: "it asks for a password",
        403: "access is denied",
        404: "there is nothing at this address",
        410: "it is gone",
    }
    return known.get(code, f"the server answered {code}")


def _cure(code: int) -> str:
    if _is_redirect(code):
        return "Open it in a browser, and copy the final address."
    if code in {401, 403}:
        return "Share the sheet with anyone who has the link, or publish it as CSV."
    is_ours = http.HTTPStatus.BAD_REQUEST <= code < http.HTTPStatus.INTERNAL_SERVER_ERROR
    return "Check that the address is complete." if is_ours else "Try again later."


def _is_redirect(code: int) -> bool:
    return code in {300, 301, 302, 303, 305, 306, 307, 308}


def _why(error: Exception) -> tuple[str, str]:
    """What went wrong, and what to do about it."""
    reason = getattr(error, "reason", error)
    if isinstance(error, TimeoutError) or isinstance(reason, TimeoutError):
        return "the server did not answer in time", "Try again later. The cards you have are unchanged."
    if isinstance(error, http.client.HTTPException):
        return "the connection broke off", "Try again."
    words = getattr(reason, "strerror", None) or str(reason)
    return f"it cannot be reached ({words})", "Check the address and your connection."


def _refused(address: str, why: str, hint: str) -> ProofdeckError:
    return ProofdeckError(
        Problem("E522", f"the cards at {address} cannot be downloaded: {why}", field="cards", hint=hint)
    )

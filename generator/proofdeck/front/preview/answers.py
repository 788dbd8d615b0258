"""What the server of the page answers, and what a browser may do with it."""

from __future__ import annotations

from typing import NamedTuple

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
KINDS = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


class Answer(NamedTuple):
    """A response. kept: whether the browser may cache it for good."""

    data: bytes
    kind: str = "text/html; charset=utf-8"
    kept: bool = False
    policy: str = STRICT

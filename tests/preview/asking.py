"""Requests to the page, as a browser makes them."""

from __future__ import annotations

from http.client import HTTPConnection
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from proofdeck.front.preview.handling import HERE


class Sent(NamedTuple):
    """What the server answered."""

    status: int
    where: str
    text: str


def ask(address: str, form: dict[str, str] | None = None, **headers: str) -> Sent:
    """Get a page, or send it a form as the page itself would; a header that is empty is left out."""
    parts = urlsplit(address)
    connection = HTTPConnection(parts.hostname or HERE, parts.port, timeout=30)
    kind = {"Content-Type": "application/x-www-form-urlencoded", "Origin": f"http://{parts.netloc}"}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    chosen = {name: value for name, value in {**({} if form is None else kind), **named}.items() if value}
    data = None if form is None else urlencode(form)
    connection.request("GET" if form is None else "POST", parts.path, data, chosen)
    answer = connection.getresponse()
    found = Sent(answer.status, answer.getheader("Location", ""), answer.read().decode(errors="replace"))
    connection.close()
    return found

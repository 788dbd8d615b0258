"""An assistant for tests: the official client, which starts `proofdeck mcp` as a process of its own."""

from __future__ import annotations

import base64
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from anyio.from_thread import BlockingPortal, start_blocking_portal
from cli.commands import ROOT
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

AUDITED = Path(__file__).parent / "audited"


class Answered(NamedTuple):
    """What a tool said. pictures: the bytes of each, with its type."""

    text: str
    pictures: tuple[tuple[str, bytes], ...]
    is_error: bool


class Assistant:
    """A client that has been introduced to a server."""

    def __init__(self, portal: BlockingPortal, session: ClientSession) -> None:
        self._portal, self.session = portal, session

    def __call__(self, tool: str, **arguments: Any) -> Answered:
        """Use a tool."""
        result: Any = self._portal.call(self.session.call_tool, tool, arguments)
        texts = [one.text for one in result.content if one.type == "text"]
        pictures = ((one.mime_type, base64.b64decode(one.data)) for one in result.content if one.type == "image")
        return Answered("\n".join(texts), tuple(pictures), bool(result.is_error))

    def ask(self, method: str, *given: Any) -> Any:
        """Any other request of the session."""
        return self._portal.call(getattr(self.session, method), *given)


@contextmanager
def assistant(root: Path, *words: str, environment: Mapping[str, str] | None = None) -> Iterator[Assistant]:
    """An assistant that works on a project; the server has ended when the block has."""
    path = os.pathsep.join([str(AUDITED), str(ROOT / "generator")])
    settings = {**os.environ, "PYTHONPATH": path, **(environment or {})}
    call = ["-C", str(root), "mcp", *words]
    server = StdioServerParameters(command=sys.executable, args=["-m", "proofdeck", *call], env=settings)
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(stdio_client(server)) as streams,
        portal.wrap_async_context_manager(ClientSession(*streams)) as session,
    ):
        portal.call(session.initialize)
        yield Assistant(portal, session)

"""Serves the tools of the referee over standard input and output, with pages of the documentation as resources."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ResourceNotFoundError
from mcp.server.mcpserver.resources import TextResource
from mcp.server.mcpserver.tools import Tool

from proofdeck.front.referee.referee import MOST, Referee
from proofdeck.front.referee.working_copy import WorkingCopy
from proofdeck.ground import __version__
from proofdeck.ground.places import shipped_root
from proofdeck.ground.problems import explanations, listed

WORDS: Any = tomllib.loads((Path(__file__).parent / "words.toml").read_text(encoding="utf-8"))
PART = re.compile(rf"(?s).{{1,{MOST - 1}}}(?:\n|\Z)")
"""As many lines of a page as there is room for."""


def serve(root: Path, *, trust: bool) -> None:
    """Serve a copy of a project over standard input and output until the client leaves."""
    copy = WorkingCopy(root, trust=trust)
    try:
        server_of(Referee(copy)).run("stdio")
    finally:
        copy.close()


def server_of(referee: Referee) -> MCPServer[None]:
    """A server with all tools, and with the pages and codes as resources."""
    named = "project read write check diff face page compare lab hunt table propose".split()
    tools = [Tool.from_function(referee.guarded(getattr(referee, name)), structured_output=False) for name in named]
    for tool in tools:
        for name, schema in tool.parameters["properties"].items():
            schema["description"] = WORDS["arguments"][name]
    says = {"instructions": WORDS["says"], "version": __version__}
    server = MCPServer[None]("proofdeck", tools=tools, log_level="WARNING", **says)
    for file in sorted((shipped_root() / "docs").glob("*.md")):
        for number, text in enumerate(PART.findall(file.read_text(encoding="utf-8")), 1):
            where, name = f"proofdeck://docs/{file.stem}/{number}", f"{file.stem}, part {number}"
            server.add_resource(TextResource(uri=where, name=name, text=text))
    server.resource("proofdeck://codes/{code}")(explained)
    return server


def explained(code: str) -> str:
    """What the code of a problem means. Raises ResourceNotFoundError if there is no such code."""
    if code not in explanations():
        raise ResourceNotFoundError(f"there is no code {code}: {listed(explanations())}")
    return "{title}\n\n{text}\n\nCure: {cure}".format(**explanations()[code])

"""The one stylesheet of all pages but books: colours by day and by night, type, and controls."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

SHEET = Path(__file__).parent / "shell.css"


def style(accent: str, night: str, title: bytes = b"") -> str:
    """The whole stylesheet in the colours of a game. `accent`, `night`: `#rrggbb`; `title`: the font of its titles."""
    return f"{_title_font(title)}:root {{ --day: {accent}; --night: {night}; }}\n{_sheet()}"


def _title_font(data: bytes) -> str:
    if not data:
        return ""
    source = f"url(data:font/ttf;base64,{b64encode(data).decode()})"
    face = f"@font-face {{ font-family: 'Game title'; src: {source}; }}"
    return f"{face}\n:root {{ --title: 'Game title', var(--text); }}\n"


@cache
def _sheet() -> str:
    return SHEET.read_text(encoding="utf-8")

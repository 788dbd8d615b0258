"""What the tests share: small projects in temporary folders, and PDFs opened again with another supplies."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent

settings.register_profile("patient", deadline=None)  # a slow machine is no mistake
settings.load_profile("patient")

Writer = Callable[..., Path]


@pytest.fixture(autouse=True)
def cache_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test reads or writes the cache or the scores of the person who runs it."""
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    monkeypatch.delenv("PROOFDECK_DB", raising=False)
    return folder


@pytest.fixture
def write(tmp_path: Path) -> Writer:
    """`write("templates/g/front.toml", "...")` in the project folder; gives the folder back."""

    def writer(name: str, text: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, bytes):
            path.write_bytes(text)
        else:
            path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
        return tmp_path

    return writer


PLAIN_FRONT = """
    size = "poker"
    bleed = 2
    [fonts]
    body = "Crimson Text"
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "#eeeeee"
    [elements.name]
    type = "text"
    text = "{{ id }}"
    size = 12
    x = 5
    y = 5
    width = 50
    height = 10
"""

PLAIN_BACK = """
    size = "poker"
    bleed = 2
    [fonts]
    body = "Crimson Text"
    [elements.name]
    type = "text"
    text = "back of {{ id }}"
    size = 12
    x = 5
    y = 5
    width = 50
    height = 10
"""


@pytest.fixture
def deck(write: Writer) -> Callable[[int], Path]:
    """A project with that many different cards, each back saying whose it is."""

    def make(count: int, front: str = PLAIN_FRONT, back: str = PLAIN_BACK) -> Path:
        rows = "\n".join(f"deck,c{number}" for number in range(1, count + 1))
        write("cards.csv", f"game,id\n{rows}\n")
        write("templates/deck/front.toml", front)
        write("templates/deck/back.toml", back)
        return write("rules_md/deck.md", "---\ntitle: Deck\n---\n")

    return make


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-goldens", action="store_true", help="accept recorded games as they are played now")
    parser.addoption("--games", type=int, default=6, help="greedy games of each kind that must end properly")

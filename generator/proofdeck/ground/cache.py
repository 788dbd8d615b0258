"""Where caches are, and digests: of data, and of the program itself, which are part of whatever is remembered."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from proofdeck.ground.files import Signature, files_below, signature

SOURCES = (".py", ".toml", ".html", ".js")
"""The files of this package that can change a result."""
LIBRARIES = (
    "reportlab",
    "uharfbuzz",
    "jinja2",
    "PIL",
    "pypdfium2",
    "tinycss2",
    "cssselect2",
    "resvg_py",
    "tkinter_icons_rpga",
    "markdown_it",
    "mdit_py_plugins",
    "typst",
    "bidi",
    "icu4py",
    "fontTools",
    "brotli",
    "pyphen",
)


FONTS = "fontpkg_"
"""How the names of packages of fonts begin."""


def cache_folder() -> Path:
    """Where the platform keeps caches, or XDG_CACHE_HOME if that is set."""
    named = os.environ.get("XDG_CACHE_HOME")
    if named and Path(named).is_absolute():
        return Path(named) / "proofdeck"
    import platformdirs

    return platformdirs.user_cache_path("proofdeck", appauthor=False)


def digest(*parts: object) -> str:
    hashed = hashlib.blake2b(digest_size=16)
    for part in parts:
        hashed.update(part if isinstance(part, bytes) else repr(part).encode())
        hashed.update(b"\0")
    return hashed.hexdigest()


@lru_cache(maxsize=1)
def engine_digest() -> str:
    """A digest that changes when Proofdeck, a library it prints with or an installed font changes."""
    ours = (path for path in files_below(Path(__file__).parents[1]) if path.suffix in SOURCES)
    sources = [(str(path), signature(path)) for path in ours]
    return digest(sources, [_installed(name) for name in LIBRARIES], _fonts(), sys.version_info[:2])


def _fonts() -> list[tuple[str, Signature | None]]:
    """The packages of fonts, and what changes when one is reinstalled. Python's own search takes 0.2 s."""
    found = []
    for place in sys.path:
        with contextlib.suppress(OSError), os.scandir(place or ".") as entries:
            packages = [Path(entry.path) for entry in entries if entry.name.startswith(FONTS)]
            found += [(str(package), signature(package / "__init__.py")) for package in packages]
    return sorted(found)


def _installed(library: str) -> Signature | None:
    """The signature of its first file, which each installation rewrites; far quicker to find than a version number."""
    spec = find_spec(library)
    return signature(Path(spec.origin)) if spec is not None and spec.origin else None

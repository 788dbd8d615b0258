"""The reference for screens: one file that needs no network and can be read without its script.

`page.html` says where things are, and `rulebook.css` what they look like. Each card is in the file once, as a symbol,
however often it is shown.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.plain_data import CardPicture, as_data
from proofdeck.book.proof.proof import Seal
from proofdeck.source.project.look import BookLook

if TYPE_CHECKING:
    from jinja2 import Template

    from proofdeck.book.manuscript.margin import Margin

HERE = Path(__file__).parent
SHAPES: dict[Seal | Literal["unheld"], str] = {
    "proved": "●", "partly": "◐", "physical": "○", "dead": "▲", "unheld": "◇"
}  # fmt: skip


class WebFont(NamedTuple):
    """A font that goes into the file. name: `title` or `text`; weight: as in CSS."""

    name: str
    weight: int
    italic: bool
    data: bytes


def html(
    book: Manuscript,
    pictures: Mapping[str, CardPicture],
    jpegs: Mapping[str, bytes],
    css: str,
    fonts: Sequence[WebFont] = (),
    margin: Margin | None = None,
) -> str:
    """Write the whole file. `pictures`, `jpegs`: by the ids of cards; `css`: shared by all games."""
    style = "\n".join([_colours(book.look), _fonts(fonts), css.strip()])
    made = _template().render(
        book=as_data(book, pictures),
        files={name: f"data:image/jpeg;base64,{b64encode(jpeg).decode()}" for name, jpeg in jpegs.items()},
        shapes=SHAPES,
        margin=margin,
        style=style.replace("</", "<\\/"),
        script=_script(),
        only_script=own_script(),
    )
    return made.lstrip()


@cache
def own_script() -> str:
    """Return the script of a book as a source in a Content-Security-Policy."""
    return source_of(_script())


def source_of(script: str) -> str:
    """Return a script as a source in a Content-Security-Policy, so that a browser runs no other script."""
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


@cache
def _script() -> str:
    return (HERE / "page.js").read_text(encoding="utf-8")


@cache
def _template() -> Template:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, keep_trailing_newline=True)
    return environment.get_template("page.html")


def _colours(look: BookLook) -> str:
    """Write the colours for day and night."""
    night = f"@media (prefers-color-scheme: dark) {{\n  :root {{ --accent: {look.night}; }}\n}}"
    return f":root {{ --accent: {look.accent}; --spot: {look.accent}; }}\n\n{night}"


def _fonts(fonts: Sequence[WebFont]) -> str:
    """Write the fonts themselves, and where they are used."""
    if not fonts:
        return ""
    faces = "\n".join(
        f"@font-face {{ font-family: 'Book {one.name}'; font-weight: {one.weight}; "
        f"font-style: {'italic' if one.italic else 'normal'}; "
        f"src: url(data:font/ttf;base64,{b64encode(one.data).decode()}); }}"
        for one in fonts
    )
    names = "".join(f" --{name}: 'Book {name}', Georgia, serif;" for name in dict.fromkeys(one.name for one in fonts))
    return f"{faces}\n:root {{{names} }}\n"

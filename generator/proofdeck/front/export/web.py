"""`export web`: the deck as one HTML file for anybody with a browser: search, filter, flip, print one card."""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from proofdeck.book.manuscript.html import source_of
from proofdeck.front.export.online import cells_of, format_of, pictures_of, placeholders
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import counted
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.deck.painting import style_of
from proofdeck.source.cards.called import called

if TYPE_CHECKING:
    from jinja2 import Template

HERE = Path(__file__).parent
TEMPLATE, SCRIPT = "web.html", "web.js"
QUALITY = 86
"""Of WebP, at which words are still sharp; a card takes a third of a PNG."""


class WebCard(NamedTuple):
    """A card on the page. front, back: digests of faces, back "" if it is blank; width: in mm; words: to search in."""

    name: str
    kind: str
    copies: str
    description: str
    words: str
    front: str
    back: str
    width: float
    pixels: tuple[int, int]


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """One file."""
    path = f"{goods.game.name}.html"
    cards = [_shown(goods, same, settings) for same in _by_front(goods.designs)]

    def data(progress: Progress) -> bytes:
        pictures = pictures_of(goods, settings, progress)
        return page(goods, cards, {face: as_webp(png) for face, png in pictures.items()}).encode()

    key = digest("web", engine_digest(), settings.dpi, cards, placeholders(goods), _head(goods), _style(goods))
    return [one_file(path, counted(len(cards), "card"), key, data)]


def page(goods: ExportedGame, cards: Sequence[WebCard], pictures: Mapping[str, bytes]) -> str:
    """The HTML. pictures: WebP, by the digest of the face."""
    script = (HERE / SCRIPT).read_text(encoding="utf-8")
    title, about, language = _head(goods)
    return template(TEMPLATE).render(
        style=_style(goods),
        title=title,
        about=about,
        language=language,
        cards=cards,
        kinds=list(dict.fromkeys(card.kind for card in cards if card.kind)),
        backs=list(dict.fromkeys(card.back for card in cards if card.back)),
        files={face: in_page(data) for face, data in pictures.items()},
        script=script,
        only_script=source_of(script),
    )


def template(name: str) -> Template:
    """A page of this room."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True)
    return environment.get_template(name)


def in_page(picture: bytes) -> str:
    """WebP as an address."""
    return f"data:image/webp;base64,{b64encode(picture).decode()}"


def _style(goods: ExportedGame) -> str:
    return style_of(goods.made.look, goods.made.supplies)


def _head(goods: ExportedGame) -> tuple[str, str, str]:
    return goods.game.title, goods.game.about.line, goods.game.tongue or "en"


def _by_front(designs: Sequence[Design]) -> list[list[Design]]:
    """Designs of one card that differ in their backs are one card here."""
    found: dict[tuple[str, str], list[Design]] = {}
    for design in designs:
        found.setdefault((design.card.id, design.front.digest), []).append(design)
    return list(found.values())


def _shown(goods: ExportedGame, same: Sequence[Design], settings: TargetSettings) -> WebCard:
    design, count = same[0], sum(one.copies for one in same)
    card = design.card
    cells = cells_of(card, goods)
    kind = cells.get("cell_kind", "")
    copies = f"×{count}" if count > 1 else ""
    how = format_of(design.front, settings)
    back = design.back.digest if design.has_back else ""
    words = " ".join(dict.fromkeys((card.id, *cells.values()))).casefold()
    return WebCard(
        called(card), kind, copies, cells["description"], words, design.front.digest, back, how.trim.width, how.canvas
    )


def as_webp(picture: bytes, quality: int = QUALITY) -> bytes:
    from PIL import Image

    stored = io.BytesIO()
    with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG")) as image:
        image.save(stored, "WEBP", quality=quality, method=4, exact=True)
    return stored.getvalue()


TARGET = Target("web", "the deck as one HTML file: search, filter, flip, print one card", ("dpi",), jobs)

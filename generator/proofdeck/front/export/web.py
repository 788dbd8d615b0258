"""`export web`: the deck and the rules, each as one HTML file for anybody with a browser, with links to each other.

On the page of cards you search, filter, flip and print one card; on that of the rules each clause has a link of its
own. Both say what has changed since an earlier version.
"""

from __future__ import annotations

import io
from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote

from proofdeck.book.changes.earlier import RULES_PAGE, EarlierGame
from proofdeck.book.changes.margins import Changes, changes_since
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.book.manuscript.html import source_of
from proofdeck.front.export.online import NOT_SAID, cells_of, format_of, pictures_of, placeholders
from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.export.web_rules import rules_jobs, said_then
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.problems import counted
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import Design
from proofdeck.paper.deck.painting import style_of
from proofdeck.source.cards.called import called
from proofdeck.source.cards.deck import SPEAKS_OF

if TYPE_CHECKING:
    from jinja2 import Template

HERE = Path(__file__).parent
TEMPLATE, SCRIPT = "web.html", "web.js"
QUALITY = 86
"""Of WebP, at which words are still sharp; a card takes a third of a PNG."""


class WebCard(NamedTuple):
    """A card on the page. front, back: digests of faces, back "" if it is blank; width: in mm; words: to search in.

    id: where links to it lead, "" for another face of the same card; rules: numbers and addresses of the clauses of
    which it speaks; changes: what has changed on it, in lines.
    """

    id: str
    name: str
    kind: str
    copies: str
    description: str
    words: str
    front: str
    back: str
    width: float
    pixels: tuple[int, int]
    rules: Sequence[tuple[str, str]] = ()
    changes: Sequence[str] = ()


class SentGame(NamedTuple):
    """A game as its two pages show it. rules: the name of the page of rules, "" if there is none."""

    goods: ExportedGame
    cards: Sequence[WebCard]
    changes: Changes
    rules: str


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """A page of cards and, if the game has rules that can be printed, a page of rules."""
    path, game = f"{goods.game.name}.html", goods.game
    changes = Changes()
    if settings.since:
        changes = changes_since(game, EarlierGame.of(settings.since), NOT_SAID - {"quantity", "name"} | {SPEAKS_OF})
    book = rules_jobs(goods, path, changes)
    rules = next((name for job in book for name in job.keys), "")
    numbers = {name: words.partition(" ")[0] for name, words in clause_words(game).items()} if rules else {}
    cards = _with_links([_shown(goods, same, settings) for same in _by_front(goods.designs)], goods, numbers, changes)
    sent = SentGame(goods, cards, changes, rules)

    def data(progress: Progress) -> bytes:
        pictures = pictures_of(goods, settings, progress)
        return page(sent, {face: as_webp(png) for face, png in pictures.items()}).encode()

    key = digest("web", engine_digest(), settings.dpi, sent[1:], placeholders(goods), _head(goods), _style(goods))
    return [one_file(path, counted(len(cards), "card"), key, data), *book]


def page(sent: SentGame, pictures: Mapping[str, bytes]) -> str:
    """The HTML of the cards. pictures: WebP, by the digest of the face."""
    goods, cards = sent.goods, sent.cards
    script = (HERE / SCRIPT).read_text(encoding="utf-8")
    title, about, language = _head(goods)
    return template(TEMPLATE).render(
        style=_style(goods),
        title=title,
        about=about,
        language=language,
        say=goods.game.phrases,
        cards=cards,
        rules=quote(sent.rules),
        gone=sent.changes.gone,
        kinds=list(dict.fromkeys(card.kind for card in cards if card.kind)),
        backs=list(dict.fromkeys(card.back for card in cards if card.back)),
        files={face: in_page(data) for face, data in pictures.items()},
        script=script,
        only_script=source_of(script),
    )


def _with_links(
    cards: Sequence[WebCard], goods: ExportedGame, numbers: Mapping[str, str], changes: Changes
) -> list[WebCard]:
    """The cards with links to the rules of which they speak, and with what has changed on them."""
    rules = quote(RULES_PAGE.format(game=goods.game.name))
    speaks = {card.id: card.clauses for card in goods.game.printed}
    found, seen = list[WebCard](), set[str]()
    for card in cards:
        links = [(numbers[one], f"{rules}#{quote(one)}") for one in speaks.get(card.id, ()) if one in numbers]
        told = changes.cards.get(card.id, ())
        found.append(card._replace(id="" if card.id in seen else f"card-{card.id}", rules=links, changes=told))
        seen.add(card.id)
    return found


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
        card.id,
        called(card),
        kind,
        copies,
        cells["description"],
        words,
        design.front.digest,
        back,
        how.trim.width,
        how.canvas,
    )


def as_webp(picture: bytes, quality: int = QUALITY) -> bytes:
    from PIL import Image

    stored = io.BytesIO()
    with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG")) as image:
        image.save(stored, "WEBP", quality=quality, method=4, exact=True)
    return stored.getvalue()


TARGET = Target(
    "web",
    "the deck and the rules as two HTML files: search, flip, print one card, link to a rule",
    ("dpi", "since"),
    jobs,
    said_then,
)

"""The differences as one self-contained HTML file, to send to the other designers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proofdeck.book.changes.difference import CardChange, GameChange
from proofdeck.book.changes.report import of_card, of_text, summary
from proofdeck.ground.shell import style
from proofdeck.source.project.look import ANY

TEMPLATE = "page.html"


class SidePictures(NamedTuple):
    """One side of a card as PNGs before and after; None if there is no such card or no picture of it is left."""

    name: str
    before: bytes | None
    after: bytes | None
    difference: bytes | None


def page(
    changes: Sequence[GameChange], old: str, new: str, pictures: Mapping[tuple[str, str], Sequence[SidePictures]]
) -> str:
    """The HTML file. old, new: names of the two versions. pictures: of a card by its game and its id."""
    from jinja2 import Environment, FileSystemLoader

    environment = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    environment.filters |= {"data": _data, "summary": summary, "of_card": of_card, "of_text": of_text}

    def sides(game: GameChange, card: CardChange) -> Sequence[SidePictures]:
        return pictures.get((game.name, card.card.id), ())

    return environment.get_template(TEMPLATE).render(
        changes=changes, old=old, new=new, sides=sides, style=style(ANY.accent, ANY.night)
    )


def _data(png: bytes) -> str:
    return f"data:image/png;base64,{b64encode(png).decode()}"

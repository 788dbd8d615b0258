"""The pictures that the page asks for by name: faces, sheets, and what is to be chosen among."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from proofdeck.front.preview.answers import KINDS, Answer
from proofdeck.front.preview.boards import Board
from proofdeck.front.preview.pictures import Pictures
from proofdeck.front.preview.sharing import Guests, code_of
from proofdeck.front.preview.showing import Showing
from proofdeck.front.preview.styling import SAMPLE, named_in, with_choices_of
from proofdeck.front.preview.views import sheets_key
from proofdeck.ground.bounds import whole
from proofdeck.ground.paper import PAPERS, Ink
from proofdeck.ground.units import Box, Size
from proofdeck.paper.faces.face import Face, Icon
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.faces.scene import contained

STEPS = (96, 144, 200, 300, 450, 600)
"""The resolutions of faces, in dpi."""
SAMPLE_DPI = 144.0
"""The resolution of what is to be chosen."""
ICON = Box(0, 0, 10, 10)
"""Of the picture of an icon, in mm."""


class Samples:
    """The pictures of one project. guests: those whose codes are shown."""

    def __init__(self, showing: Showing, pictures: Pictures, guests: Guests | None) -> None:
        self._showing, self._pictures, self._guests = showing, pictures, guests

    def face(self, name: str) -> Answer | None:
        """`KEY.png`, `KEY-200.png`, `KEY-200-bleed-low.png`, `KEY-200-grey.png`.

        `KEY-200-only-3.4.png` shows two elements alone, and `KEY-200-less-3.4.png` all others.
        """
        key, *words = name.removesuffix(".png").split("-")
        drawn = self._showing.now.drawn.get(key)
        dpi = whole(words[0]) if words and words[0].isdecimal() else STEPS[0]
        if drawn is None or dpi is None or dpi not in STEPS:
            return None
        if words[1:2] in (["only"], ["less"]):
            chosen = [number for number in map(whole, words[-1].split(".")) if number is not None]
            numbers = [at for at in range(len(drawn.face.elements)) if (at in chosen) == (words[1] == "only")]
            return Answer(self._pictures.elements(drawn, dpi, numbers), "image/png", kept=True)
        ink: Ink = next((ink for ink in get_args(Ink) if ink in words), "full")
        png = self._pictures.face(drawn, dpi, bleed="bleed" in words, ink=ink)
        return Answer(png, "image/png", kept=True)

    def _icon(self, game: str, name: str) -> Answer | None:
        """One icon in black, as it is chosen among others."""
        supplies = self._showing.now.games[game].made.supplies
        try:
            box = contained(supplies.aspect(name) or 1.0, ICON)
            face = Face(Size(ICON.width, ICON.height), 0.0, "rectangle", (Icon(name, box, "#000000"),))
            return Answer(self._pictures.part(face, ICON, supplies, SAMPLE_DPI), "image/png")
        except MaterialError:
            return None

    def sample(self, game: str, of: Sequence[str]) -> Answer | None:
        """A picture of something to be chosen; None if there is no such thing."""
        match of:
            case ["look", look, card]:
                return self._in_look(game, look, card.removesuffix(".png"))
            case ["icon", name]:
                return self._icon(game, name.removesuffix(".png"))
            case ["name", font]:
                return self._name(game, font.removesuffix(".png"))
            case ["code", name] if self._guests and (seat := whole(name)) is not None:
                return Answer(code_of(self._guests.address(game, seat)), KINDS[".svg"])
            case ["font", card, side, element, name]:
                return self._in_font(game, card, side, element, name.removesuffix(".png"))
        return None

    def _name(self, game: str, font: str) -> Answer | None:
        """The name of the game in a font."""
        one = self._showing.now.games[game]
        try:
            return Answer(self._pictures.part(named_in(one, font), SAMPLE, one.made.supplies, SAMPLE_DPI), "image/png")
        except (KeyError, MaterialError):
            return None

    def _in_look(self, game: str, look: str, card: str) -> Answer | None:
        """The front of a card in a look."""
        try:
            one = self._showing.now.games[game]
            drawn = self._showing.in_look(game, card, look, with_choices_of(one, self._showing.root))
        except KeyError:
            return None
        return Answer(self._pictures.face(drawn, STEPS[0]), "image/png", kept=True)

    def _in_font(self, game: str, card: str, side: str, element: str, font: str) -> Answer | None:
        """The words of an element in a font of its template."""
        try:
            board = Board(self._showing.now.games[game], card, side)
            part = board.part(element)
            face = board.in_font(part, font)
        except KeyError:
            return None
        if part.box is None:
            return None
        return Answer(self._pictures.part(face, Box(*part.box), board.drawn.supplies, SAMPLE_DPI), "image/png")

    def sheet(self, game: str, paper: str, name: str) -> Answer | None:
        one, page = self._showing.now.games.get(game), whole(name.removesuffix(".png"))
        if one is None or paper not in PAPERS or page is None:
            return None
        try:
            return Answer(self._pictures.sheet(one.made, paper, sheets_key(one), page), "image/png")
        except IndexError:
            return None

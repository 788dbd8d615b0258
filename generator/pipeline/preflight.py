"""Checks a deck before printing: findings on its faces, one message for each cause, and between its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations

from generator.cache import Faultless, digest, engine_digest
from generator.cards import Card
from generator.faces.colour_vision import GREY, difference, rgb
from generator.faces.face import Face, Gradient, Group, Halo, Mark, Paint, Picture, Shape, Spot, Turned
from generator.faces.layout import column_of
from generator.faces.preflight import Finding, Preflight
from generator.faces.seen import Eye
from generator.faces.template import Template
from generator.ink.supplies import Supplies
from generator.pipeline.deck import Print
from generator.pipeline.face_keys import FaceKeys
from generator.problems import Place, Problem, Problems, counted, listed
from generator.sheets.inks import Ink

BACK_DPI = 150.0
MOST_UNLIKE = 0.001
"""Share of a back's pixels that may differ after half a turn, because smooth edges do."""
UNLIKE = 48
"""Difference out of 255 from which pixels count as different."""
ALIKE = 15.0
"""Delta E (CIE 1976) below which two colours on different cards cannot be told apart at a glance."""
CALLED = {"deutan": "deuteranopia", "protan": "protanopia", "tritan": "tritanopia"}


class LookedAt:
    """Results for faces checked earlier, as long as no template, font, icon or picture is touched."""

    def __init__(self, faultless: Faultless | None = None) -> None:
        """faultless: results from earlier runs; by default only from this one."""
        self.faultless = faultless
        self.eyes: dict[int, Eye] = {}
        self.preflights: dict[tuple[int, int], Preflight] = {}
        self.lopsided: dict[str, bool] = {}

    def __contains__(self, key: str) -> bool:
        """Whether what has that key is known to have no faults."""
        return self.faultless is not None and key in self.faultless

    def add(self, key: str) -> None:
        """Remember that what has that key has no faults."""
        if self.faultless is not None:
            self.faultless.add(key)

    def preflight(self, template: Template, supplies: Supplies) -> Preflight:
        """The checks of the faces of that template."""
        key = (id(template), id(supplies))
        if key not in self.preflights:
            eye = self.eyes.setdefault(id(supplies), Eye(supplies))
            self.preflights[key] = Preflight(template, supplies, eye)
        return self.preflights[key]


def check_print(made: Print, problems: Problems, looked_at: LookedAt | None = None, *, ink: Ink = "full") -> None:
    """Warn of anything that will look worse on paper or on the table than on a screen."""
    looked_at = looked_at or LookedAt()
    sides = list(_sides(made))
    problems.extend(_of_faces(made, sides, looked_at))
    problems.extend(_of_backs(made, sides, looked_at))
    visions = (GREY,) if ink == "grey" else tuple(CALLED)
    problems.extend(_of_colours([side for side in sides if side.name == "front"], visions))
    if looked_at.faultless is not None:
        looked_at.faultless.save()


@dataclass(frozen=True)
class _Side:
    """One side of a card. name: `front` or `back`; front: what distinguishes the card on its other side."""

    name: str
    card: Card
    template: Template
    face: Face
    front: str


def _sides(made: Print) -> Iterator[_Side]:
    """The sides of every copy that differs from earlier ones."""
    cards: Mapping[str, Card] = {card.id: card for card in made.game.printed}
    known: set[tuple[str, str, str]] = set()
    for item in made.items:
        card = cards[item.label]
        for name, face in (("front", item.front), ("back", item.back)):
            template = made.templates[name, card.kind]
            if face is not None and template is not None and (key := (card.id, name, face.digest)) not in known:
                known.add(key)
                yield _Side(name, card, template, face, item.front.digest)


def _of_faces(made: Print, sides: Iterable[_Side], looked_at: LookedAt) -> Iterator[Problem]:
    causes: dict[object, _Cause] = {}
    for side in sides:
        for finding in _findings(made, side, looked_at):
            place, column = _blamed(finding, side.card)
            cause = (finding.code, finding.element.place_of(finding.key))
            causes.setdefault(cause, _Cause(finding, place, column)).cards.setdefault(side.card.id, finding.why)
    return (cause.told() for cause in causes.values())


def _findings(made: Print, side: _Side, looked_at: LookedAt) -> list[Finding]:
    """What is found on a face, unless it is known to have no faults."""
    asked = _asked(side, made.keys)
    if asked in looked_at:
        return []
    found = looked_at.preflight(side.template, made.supplies).findings(side.face)
    if not found:
        looked_at.add(asked)
    return found


def _asked(side: _Side, keys: FaceKeys) -> str:
    """A key of everything that affects the findings on a face."""
    template = side.template
    silent = [(element.name, element.constants["ignore"]) for element in template.elements]
    return digest(engine_digest(), keys.face(side.face), side.face.elements, template.safe, template.ignore, silent)


@dataclass(frozen=True)
class _Cause:
    """A finding, where it comes from, and the ids of the cards affected with what is found on each."""

    finding: Finding
    place: Place
    column: str
    cards: dict[str, str] = field(default_factory=dict)

    def told(self) -> Problem:
        first, *others = self.cards
        on = f"{first} and {counted(len(others), 'other card')}" if others else first
        if self.finding.key == "file" and len({*self.cards.values()}) > 1:
            on = f"{first}; {counted(len(others), 'other card')} likewise, with other pictures"
        place, message = self.place, f"{self.finding.why} ({on})"
        return Problem(self.finding.code, message, *place, self.column, self.finding.hint)


def _blamed(finding: Finding, card: Card) -> tuple[Place, str]:
    """The cell that names the picture or, for anything else, the template."""
    column = column_of(finding.element.settings.get(finding.key), card) if finding.key == "file" else None
    return (card.place(column), column) if column else (finding.element.place_of(finding.key), finding.key)


def _of_backs(made: Print, sides: Iterable[_Side], looked_at: LookedAt) -> Iterable[Problem]:
    """A warning for each back that shows which cards are upside down."""
    shared: dict[str, list[_Side]] = {}
    for side in sides:
        if side.name == "back" and side.face.outline == "rectangle" and "W317" not in side.template.ignore:
            shared.setdefault(side.face.digest, []).append(side)
    several = [group for group in shared.values() if len({side.front for side in group}) > 1]
    keys = [digest("back", engine_digest(), made.keys.face(group[0].face)) for group in several]
    asked = {key: group[0].face for key, group in zip(keys, several, strict=True) if key not in looked_at}
    new = {key: face for key, face in asked.items() if key not in looked_at.lopsided}
    looked_at.lopsided.update(zip(new, _lopsided(made, [*new.values()]), strict=True))
    for key in new:
        if not looked_at.lopsided[key]:
            looked_at.add(key)
    told: dict[str, Problem] = {}
    for key, (first, *others) in zip(keys, several, strict=True):
        if key not in asked or not looked_at.lopsided[key]:
            continue
        file = first.template.file
        message = f"the back of {first.card.id} and {counted(len(others), 'other card')} shows which way up it is"
        hint = "Give it two equal halves (`twice = true`), so that no card can be recognised by its direction."
        told.setdefault(file, Problem("W317", message, file, 1, 1, "", hint))
    return told.values()


def _lopsided(made: Print, faces: list[Face]) -> list[bool]:
    """For each face, whether it looks different after half a turn."""
    if not faces:
        return []
    from PIL import Image, ImageChops

    from generator.ink.raster import bare_pixels, faces_pdf, pixels_of, rasterise

    sizes = [pixels_of(face.size, BACK_DPI) for face in faces]
    found = []
    for number, pixels in rasterise(faces_pdf(faces, made.supplies, BACK_DPI), sizes, BACK_DPI, bare_pixels):
        image = Image.frombytes("RGB", sizes[number], pixels).convert("L")
        counts = ImageChops.difference(image, image.transpose(Image.Transpose.ROTATE_180)).histogram()
        found.append(sum(counts[UNLIKE:]) > MOST_UNLIKE * sum(counts))
    return found


def _of_colours(fronts: Iterable[_Side], visions: tuple[str, ...]) -> Iterable[Problem]:
    """Warnings of suits and kinds that differ only in colours that cannot be told apart in one of those visions."""
    alike: dict[tuple[Mark, ...], list[tuple[_Side, tuple[str, ...]]]] = {}
    for side in fronts:
        if "W318" not in side.template.ignore:
            colours: list[str] = []
            bare = tuple(_bare(mark, colours) for mark in side.face.marks)
            alike.setdefault(bare, []).append((side, tuple(colours)))
    told: dict[tuple[str, ...], Problem] = {}
    for group in alike.values():
        for (one, ones), (other, others) in combinations(group, 2):
            cells, its = one.card.fields, other.card.fields
            differing = (column for column in ("suit", "kind") if cells.get(column) != its.get(column))
            if (column := next(differing, "")) and (unseen := _unseen(ones, others, visions)):
                words = cells.get(column, ""), its.get(column, "")
                told.setdefault((column, *sorted(words)), _told(column, words, (one.card, other.card), unseen))
    return told.values()


def _told(column: str, words: tuple[str, str], cards: tuple[Card, Card], visions: list[str]) -> Problem:
    place = cards[1].place(column)
    message = (
        f"the {column}s '{words[0]}' and '{words[1]}' differ only in colours ({cards[0].id}, {cards[1].id}) "
        f"that are nearly the same {_how(visions)}"
    )
    hint = f"Give each {column} its own emblem or word, or make one of the colours much lighter or darker."
    return Problem("W318", message, *place, column, hint)


def _how(visions: list[str]) -> str:
    return "in grey" if visions == [GREY] else f"with {listed(CALLED[vision] for vision in visions)}"


@lru_cache(maxsize=4096)
def _unseen(colours: tuple[str, ...], others: tuple[str, ...], visions: tuple[str, ...]) -> list[str]:
    """Those visions in which all those pairs of different colours are nearly equal; empty if no pair differs."""
    pairs = {(rgb(one), rgb(other)) for one, other in zip(colours, others, strict=True) if one != other}
    if not pairs:
        return []
    return [vision for vision in visions if all(difference(*pair, vision) < ALIKE for pair in pairs)]


def _bare(mark: Mark, colours: list[str]) -> Mark:
    """Return the mark without its colours, adding them to the list."""
    if isinstance(mark, Turned | Group):
        return replace(mark, marks=tuple(_bare(member, colours) for member in mark.marks))
    if isinstance(mark, Shape):
        fill, stroke = (paint and _drained(paint, colours) for paint in (mark.fill, mark.stroke))
        return replace(mark, fill=fill, stroke=stroke)
    if isinstance(mark, Picture):
        colours.extend([mark.tint] if mark.tint else ())
        return replace(mark, tint="")
    if isinstance(mark, Halo):
        colours.append(mark.colour)
        return replace(mark, colour="")
    return replace(mark, colour=_drained(mark.colour, colours))


def _drained(paint: Paint, colours: list[str]) -> Paint:
    if isinstance(paint, Gradient):
        colours.extend(colour for _, colour in paint.stops)
        return replace(paint, stops=tuple((share, "") for share, _ in paint.stops))
    colours.append(paint.colour if isinstance(paint, Spot) else paint)
    return ""

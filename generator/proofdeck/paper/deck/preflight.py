"""Checks a deck before printing: findings on its faces, one message for each cause, and between its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, combinations

from proofdeck.ground.colour_vision import GREY, difference, rgb
from proofdeck.ground.paper import Ink
from proofdeck.ground.problems import Place, Problem, Problems, counted, listed
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.deck.templates import supplies_for, template_of
from proofdeck.paper.faces.face import Face, Mark
from proofdeck.paper.faces.layout import column_of
from proofdeck.paper.faces.preflight import Finding, findings
from proofdeck.paper.faces.recolouring import recoloured
from proofdeck.paper.faces.template import ElementTemplate, Template
from proofdeck.source.cards import Card
from proofdeck.source.project.folder import Project

BACK_DPI = 150.0
MOST_UNLIKE = 0.001
"""Share of a back's pixels that may differ after half a turn, because smooth edges do."""
UNLIKE = 48
"""Difference out of 255 from which pixels count as different."""
ALIKE = 15.0
"""Delta E (CIE 1976) below which two colours on different cards cannot be told apart at a glance."""
CALLED = {"deutan": "deuteranopia", "protan": "protanopia", "tritan": "tritanopia"}


def check_print(made: Print, problems: Problems, *, ink: Ink = "full") -> None:
    """Warn of anything that will look worse on paper or on the table than on a screen."""
    sides = list(_sides(made))
    visions = (GREY,) if ink == "grey" else tuple(CALLED)
    fronts = [side for side in sides if side.name == "front"]
    found = chain(_of_faces(made, sides), _of_backs(made, sides), _of_colours(fronts, visions))
    problems.extend(made.made.advised(found) if made.made else found)
    made.project.save()


@question(Kept.VALUE)
def findings_on(project: Project, asked: Asked) -> tuple[Finding, ...]:
    """What is found on a face. asked: the question that it answers."""
    version, side, kind, *_ = asked.key
    template = template_of(project, version, side, kind)
    assert template is not None, "a face has a template"
    return tuple(findings(project.ask(asked).face, template, supplies_for(project, version)))


@question(Kept.VALUE)
def shows_its_direction(project: Project, asked: Asked) -> bool:
    """Whether a face looks different after half a turn. asked: the question that it answers."""
    from PIL import Image, ImageChops

    from proofdeck.paper.ink.raster import bare_pixels, face_picture, pixels_of

    face = project.ask(asked).face
    pixels = face_picture(face, supplies_for(project, asked.key[0]), BACK_DPI, bare_pixels)
    image = Image.frombytes("RGB", pixels_of(face.size, BACK_DPI), pixels).convert("L")
    counts = ImageChops.difference(image, image.transpose(Image.Transpose.ROTATE_180)).histogram()
    return sum(counts[UNLIKE:]) > MOST_UNLIKE * sum(counts)


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


def _of_faces(made: Print, sides: Iterable[_Side]) -> Iterator[Problem]:
    causes: dict[object, _Cause] = {}
    for side in sides:
        elements = {element.name: element for element in side.template.elements}
        for finding in findings_on(made.project, made.asked[side.face.digest]):
            element = elements[finding.element]
            place, column = _blamed(finding, element, side.card)
            cause = (finding.code, element.place_of(finding.key))
            causes.setdefault(cause, _Cause(finding, place, column)).cards.setdefault(side.card.id, finding.why)
    return (cause.told() for cause in causes.values())


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


def _blamed(finding: Finding, element: ElementTemplate, card: Card) -> tuple[Place, str]:
    """The cell that names the picture or, for anything else, the template."""
    column = column_of(element.settings.get(finding.key), card) if finding.key == "file" else None
    return (card.place(column), column) if column else (element.place_of(finding.key), finding.key)


def _of_backs(made: Print, sides: Iterable[_Side]) -> Iterable[Problem]:
    """A warning for each back that shows which cards are upside down."""
    shared: dict[str, list[_Side]] = {}
    for side in sides:
        if side.name == "back" and side.face.outline == "rectangle" and "W317" not in side.template.ignore:
            shared.setdefault(side.face.digest, []).append(side)
    told: dict[str, Problem] = {}
    for digest, (first, *others) in shared.items():
        several = len({side.front for side in (first, *others)}) > 1
        if several and shows_its_direction(made.project, made.asked[digest]):
            file = first.template.file
            message = f"the back of {first.card.id} and {counted(len(others), 'other card')} shows which way up it is"
            hint = "Give it two equal halves (`twice = true`), so that no card can be recognised by its direction."
            told.setdefault(file, Problem("W317", message, file, 1, 1, "", hint))
    return told.values()


def _of_colours(fronts: Iterable[_Side], visions: tuple[str, ...]) -> Iterable[Problem]:
    """Warnings of suits and kinds that differ only in colours that cannot be told apart in one of those visions."""
    alike: dict[tuple[Mark, ...], list[tuple[_Side, tuple[str, ...]]]] = {}
    for side in fronts:
        if "W318" not in side.template.ignore:
            bare, colours = _without_colours(side.face)
            alike.setdefault(bare, []).append((side, colours))
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
    how = "in grey" if visions == [GREY] else f"with {listed(CALLED[vision] for vision in visions)}"
    message = (
        f"the {column}s '{words[0]}' and '{words[1]}' differ only in colours ({cards[0].id}, {cards[1].id}) "
        f"that are nearly the same {how}"
    )
    hint = f"Give each {column} its own emblem or word, or make one of the colours much lighter or darker."
    return Problem("W318", message, *place, column, hint)


@lru_cache(maxsize=4096)
def _unseen(colours: tuple[str, ...], others: tuple[str, ...], visions: tuple[str, ...]) -> list[str]:
    """Those visions in which all those pairs of different colours are nearly equal; empty if no pair differs."""
    pairs = {(rgb(one), rgb(other)) for one, other in zip(colours, others, strict=True) if one != other}
    if not pairs:
        return []
    return [vision for vision in visions if all(difference(*pair, vision) < ALIKE for pair in pairs)]


def _without_colours(face: Face) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """The marks of a face without their colours, and these."""
    colours: list[str] = []

    def drained(colour: str) -> str:
        colours.append(colour)
        return ""

    return tuple(recoloured(mark, drained) for mark in face.marks), tuple(colours)

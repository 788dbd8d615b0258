"""Lays out a game of a project: a pair of faces for each copy to print."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from proofdeck.ground.files import read_text
from proofdeck.ground.paper import Ink
from proofdeck.ground.problems import Place, Problem, Problems
from proofdeck.ground.units import Box, Size
from proofdeck.ground.workspace.answers import Asked
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.paper.deck.art import ART, picture_of
from proofdeck.paper.deck.face_keys import FaceKeys
from proofdeck.paper.deck.folders import (
    has_own_front,
    has_template,
    is_of_kind,
    own_templates,
    template_texts,
    templates_of_kinds,
)
from proofdeck.paper.deck.made_faces import MadeFaces, looks_like_something_else
from proofdeck.paper.deck.templates import (
    faces_made,
    is_made,
    names_read,
    supplies_for,
    template_in,
    template_of,
    templates_of,
)
from proofdeck.paper.deck.unshown import check_columns, check_doubts
from proofdeck.paper.deck.versions import PrintVersion, list_of_names, name_for_cards, printed_card
from proofdeck.paper.faces.face import Face, Font, TextRun
from proofdeck.paper.faces.layout import Copy, FaceLayout, alike
from proofdeck.paper.faces.notes import Note, report
from proofdeck.paper.faces.template import Template
from proofdeck.paper.ink.materials import damage_of_font
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.sheets.enlarging import enlarged, fits_enlarged
from proofdeck.paper.sheets.inking import inked
from proofdeck.paper.sheets.sheet import Imposition, PrintedCopy
from proofdeck.paper.sheets.sheet import filled as filled_up
from proofdeck.source.cards import Card
from proofdeck.source.cards.spelling import meant
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.look import ANY, BookLook, look_of
from proofdeck.source.project.request import Options

LoadedTemplates = Mapping[tuple[str, str], Template | None]
"""(side, kind) -> template."""


@dataclass(frozen=True)
class Print:
    """One game, laid out. items: a pair of faces for each copy, in printing order.

    templates: those used; asked: the question that each face answers, by digest; made: templates that were made for it,
    if it has none of its own.
    illustrations: other pictures of its book, by name.
    """

    project: Project
    game: Game
    supplies: Supplies
    items: tuple[PrintedCopy, ...]
    templates: LoadedTemplates
    asked: Mapping[str, Asked]
    look: BookLook = ANY
    made: MadeFaces | None = None
    illustrations: Mapping[str, Face] = field(default_factory=dict)

    @cached_property
    def keys(self) -> FaceKeys:
        """The keys of its faces."""
        return FaceKeys(self.supplies)

    def faces(self) -> list[Face]:
        """Every different face."""
        both = (face for item in self.items for face in (item.front, item.back) if face is not None)
        return list({face.digest: face for face in both}.values())


class NotedFace(NamedTuple):
    """A face, and what is wrong with it. A note on a cell has the place CELL."""

    face: Face
    notes: tuple[Note, ...]


CELL = Place("a cell")
"""In a note, the place of the cell of its card and column; only the reader of the note knows where that is now."""


def lay_out(project: Project, game: Game, options: Options, problems: Problems) -> Print:
    """Lay out a game. Mistakes are added to `problems`; a card that cannot be laid out is left out."""
    version = PrintVersion.of(game, options.players)
    cards = _printed_cards(project, version, [card.id for card in _chosen(game, options)], problems)
    made = _made(project, game, problems)
    templates = _templates(project, version, cards, problems)
    _check_kinds(project, game, problems)
    _warn_of_words(game, templates, problems)
    _check_sizes(templates, problems)
    if has_own_front(project, game.name) and cards and not (game.translation or options.patterns or options.players):
        check_columns(project, game, templates, problems)
    check_doubts(game, templates, problems, is_made=made is not None)
    copies = _copies(cards, templates, options.players)
    found = Problems()
    asked: dict[str, Asked] = {}
    fronts, backs = (_faces(project, version, side, copies, templates, asked, found) for side in ("front", "back"))
    problems.extend(made.advised(found) if made else found)
    problems.extend(_damaged_fonts(project, [*fronts.values(), *backs.values()]))
    project.save()
    keys = [(copy.card.id, copy.number) for copy in copies]
    items = (PrintedCopy(fronts[key], _unless_blank(backs.get(key)), key[0]) for key in keys if key in fronts)
    return Print(
        project,
        game,
        supplies_for(project, version),
        tuple(items),
        templates,
        asked,
        look_of(project, game, Problems()),
        made,
    )


# -- questions ---------------------------------------------------------------------------------------------------------


@question()
def shared_sizes(
    project: Project, version: PrintVersion, side: str, kind: str, cards: tuple[str, ...]
) -> dict[str, float]:
    """The sizes of texts that have one size on all those cards."""
    layout = _layout(project, version, side, kind, ())
    copies = (copy_of(project, version, card, 1) for card in cards)
    return layout.shared_sizes(copies) if layout else {}


@question(Kept.VALUE)
def face(
    project: Project,
    version: PrintVersion,
    side: str,
    kind: str,
    card: str,
    number: int,
    sizes: tuple[tuple[str, float], ...],
) -> NotedFace | None:
    """One side of a copy of a card. sizes: of texts that have one size for the whole deck."""
    layout = _layout(project, version, side, kind, sizes)
    if layout is None:
        return None
    made = layout.face(copy_of(project, version, card, number))
    return NotedFace(made, tuple(layout.notes.found))


def _layout(
    project: Project, version: PrintVersion, side: str, kind: str, sizes: tuple[tuple[str, float], ...]
) -> FaceLayout | None:
    """The layout of that side; names that its template does not use have no value."""
    template = template_of(project, version, side, kind)
    if template is None:
        return None
    read = names_read(project, version, side, kind)
    names = list_of_names(project, version)
    values = {name: name_for_cards(project, version, name) if name in read else None for name in names}
    return FaceLayout(template, supplies_for(project, version), side, values, dict(sizes))


def copy_of(project: Project, version: PrintVersion, card: str, number: int) -> Copy:
    """A copy of a card that does not know where its cells are."""
    found = printed_card(project, version, card)
    fields = {ART: picture_of(project, version.game, card), **found.fields}
    plain = replace(found, fields=fields, places=dict.fromkeys(found.places, CELL))
    return Copy(plain, number, found.copies(version.players))


# -- what is asked together --------------------------------------------------------------------------------------------


def _printed_cards(project: Project, version: PrintVersion, cards: Iterable[str], problems: Problems) -> list[Card]:
    found = []
    for card in cards:
        found.append(printed_card(project, version, card))
        problems.extend(project.problems(printed_card.about(version, card)))
    return found


def _faces(
    project: Project,
    version: PrintVersion,
    side: str,
    copies: Sequence[Copy],
    templates: LoadedTemplates,
    asked: dict[str, Asked],
    problems: Problems,
) -> dict[tuple[str, int], Face]:
    """(card, copy) -> face, kind by kind, because kinds may have their own templates."""
    faces: dict[tuple[str, int], Face] = {}
    by_kind: dict[str, list[Copy]] = {}
    for copy in copies:
        by_kind.setdefault(copy.card.kind, []).append(copy)
    for kind, members in by_kind.items():
        if (template := templates[side, kind]) is None:
            continue
        sizes = _sizes(project, version, side, template, [copy.card for copy in members])
        notes: dict[tuple[str, int], list[Note]] = {}
        for copy, like in zip(members, alike(template, members), strict=True):
            key = (version, side, kind, like.card.id, like.number, sizes)
            if (laid_out := face(project, *key)) is not None:
                asked.setdefault(laid_out.face.digest, face.about(*key))
                faces[copy.card.id, copy.number] = laid_out.face
                notes.setdefault((like.card.id, like.number), [_located(note, like.card) for note in laid_out.notes])
        colours = _layout(project, version, side, kind, sizes)
        if colours is not None:
            colours.note_colours(members[0])
            report([*chain.from_iterable(notes.values()), *colours.notes.found], problems)
    return faces


def _located(note: Note, card: Card) -> Note:
    return note._replace(place=card.place(note.field)) if note.place == CELL else note


def _damaged_fonts(project: Project, faces: Iterable[Face]) -> Iterator[Problem]:
    """Fonts of the project that cannot be embedded with the glyphs on those faces."""
    glyphs: dict[Font, set[int]] = {}
    for one in {one.digest: one for one in faces}.values():
        for mark in one.leaves():
            if isinstance(mark, TextRun) and mark.font.file:
                glyphs.setdefault(mark.font, set()).update(glyph.id for glyph in mark.glyphs)
    damage = {font.file: damage_of_font(project, font, tuple(sorted(used))) for font, used in glyphs.items()}
    return (Problem("E305", why, file) for file, why in damage.items() if why)


def filling(made: Print, how: Imposition) -> Print:
    """Return a copy in which the cards that fill the last sheet have done so."""
    fillers = {card.id for card in made.game.deck if card.fills}
    return replace(made, items=tuple(filled_up(made.items, how, fillers)))


def printed_with(made: Print, ink: Ink) -> Print:
    """Return a copy as that ink prints it."""
    items = (
        PrintedCopy(inked(item.front, ink), item.back and inked(item.back, ink), item.label) for item in made.items
    )
    return replace(made, items=tuple(items), look=made.look.printed_with(ink))


def larger(made: Print, papers: Iterable[Size]) -> Print:
    """Return a copy with each piece enlarged that then still fits on those papers."""
    wanted = list(papers)

    def side(face: Face) -> Face:
        return enlarged(face) if fits_enlarged(face.size, wanted) else face

    items = (PrintedCopy(side(item.front), item.back and side(item.back), item.label) for item in made.items)
    return replace(made, items=tuple(items))


def _chosen(game: Game, options: Options) -> list[Card]:
    """The cards printed for this number of players and matched by --only."""
    wanted = [pattern.casefold() for pattern in options.patterns]
    return [
        printed
        for card, printed in zip(game.deck, game.printed, strict=True)
        if card.copies(options.players) > 0 and (not wanted or any(matches(card, pattern) for pattern in wanted))
    ]


def matches(card: Card, pattern: str) -> bool:
    """Whether the id or the name matches the pattern (`wolf*`), ignoring case."""
    return any(fnmatch.fnmatchcase(words.casefold(), pattern.casefold()) for words in (card.id, card.name))


def _made(project: Project, game: Game, problems: Problems) -> MadeFaces | None:
    """The templates made for a game; None if it has its own, or no cards to make any for."""
    if not is_made(project, game.name) or looks_like_something_else(game, problems):
        return None
    made = faces_made(project, game.name, game.language)
    problems.extend(made.lacks(game.title))
    return made


def _templates(project: Project, version: PrintVersion, cards: Sequence[Card], problems: Problems) -> LoadedTemplates:
    """Report each missing file once, however many kinds need it."""
    of = templates_of(project, version)
    templates: dict[tuple[str, str], Template | None] = {}
    told: set[object] = set()
    for kind in dict.fromkeys(card.kind for card in cards):
        for side in ("front", "back"):
            templates[side, kind] = template_of(project, version, side, kind)
            file = of.files[side, kind]
            if file is None:
                name = f"templates/{version.game}/{side}.toml"
                problems.report("E502", f"there is no template '{side}.toml' for {version.game}", Place(name))
            elif (side, file) not in told and (side, kind) not in of.made:
                told.add((side, file))
                front = templates["front", kind] if side == "back" else None
                problems.extend(project.problems(template_in.about(file, front.shape if front else None)))
    return templates


def _check_kinds(project: Project, game: Game, problems: Problems) -> None:
    """Warn of a kind without a template whose name is almost that of a kind with one, and the other way round.

    A kind that the rules or the templates mention is assumed to be right, and so is a template that another one names.
    """
    first = {card.kind: card for card in reversed(game.deck.cards)}
    for path, kind in templates_of_kinds(project, game.name).items():
        others = (read_text(other) for other in own_templates(project, game.name) if other != path)
        near = "" if any(is_of_kind(path, one) for one in first) else meant(kind, filter(None, first))
        if near and not any(path.stem in text for text in others):
            message = f"no card of {game.title} is of the kind '{kind}', for which this template is"
            file = path.relative_to(project.root).as_posix()
            problems.report("W542", message, Place(file), hint=f"Did you mean '{near}'?")
    known = {kind for kind in first if kind and has_template(project, game.name, kind)}
    suspects = {kind: other for kind in first.keys() - known if kind and (other := meant(kind, known))}
    if not suspects:
        return
    spoken = "\n".join([game.page.body, *game.page.head, *template_texts(project, game.name)])
    for kind, other in suspects.items():
        if kind not in spoken:
            place = first[kind].place("kind")
            message = f"the kind '{kind}' has no template of its own, but '{other}' has one"
            hint = f"Did you mean '{other}'? If not, mention '{kind}' in the rules, or make a template for it."
            problems.report("W512", message, place, field="kind", hint=hint)


def _warn_of_words(game: Game, templates: LoadedTemplates, problems: Problems) -> None:
    """Give one warning for all untranslated words of templates."""
    if not game.language:
        return
    found = [one.untranslated(game.language) for one in templates.values() if one is not None]
    missing = {place: word for words in found for word, place in words.items()}
    if missing:
        place, word = next(iter(missing.items()))
        words, which = ("1 word", "it is") if len(missing) == 1 else (f"{len(missing)} words", "the first is")
        message = f"{words} of the templates of {game.title} not translated into '{game.language}'; {which} '{word}'"
        hint = f"Add it to [words.{game.language}]."
        problems.report("W526", message, place, field=word, hint=hint)


def _check_sizes(templates: LoadedTemplates, problems: Problems) -> None:
    for (side, kind), back in templates.items():
        front = templates.get(("front", kind))
        if side == "front" or front is None or back is None or not back.elements:
            continue
        if front.shape != back.shape:
            sizes = f"{back.shape.told}, but the front is {front.shape.told}"
            message, hint = (
                f"the back of '{kind or 'cards'}' is {sizes}",
                "Leave out the size, outline and radius of the back; they are those of its front.",
            )
            problems.report("E213", message, back.shape_place or Place(back.file, 1, 1), field="size", hint=hint)


def _sizes(
    project: Project, version: PrintVersion, side: str, template: Template, cards: Sequence[Card]
) -> tuple[tuple[str, float], ...]:
    """The sizes of texts that have one size on all those cards, which are of one kind."""
    if not any(element.fits_the_deck for element in template.elements):
        return ()
    ids = tuple(dict.fromkeys(card.id for card in cards))
    return tuple(shared_sizes(project, version, side, cards[0].kind, ids).items())


def _copies(cards: Sequence[Card], templates: LoadedTemplates, players: int | None) -> list[Copy]:
    """Copies of a card next to each other or, if its template collates, one complete set after the other."""
    copies = [Copy(card, number, of) for card in cards for of in [card.copies(players)] for number in range(1, of + 1)]
    collating = {kind for (_, kind), template in templates.items() if template is not None and template.collate}
    return sorted(copies, key=lambda copy: copy.number if copy.card.kind in collating else 0)


def parts_of(project: Project, game: Game, card: Card) -> tuple[dict[str, Box], Size] | None:
    """The boxes of the elements of its front, and its size, in mm; None for a card that cannot be laid out."""
    found = layout_of(project, game, "front", card)
    return found and (found[0].boxes(found[1]), found[0].template.size)


def face_of(project: Project, game: Game, side: str, card: Card) -> tuple[Face, str, Supplies] | None:
    """That side of the first copy of a card alone, its key, and what it is painted with; None if there is none."""
    version = PrintVersion.of(game)
    template = template_of(project, version, side, card.kind)
    if template is None:
        return None
    sizes = _sizes(project, version, side, template, [one for one in game.printed if one.kind == card.kind])
    laid_out = face(project, version, side, card.kind, card.id, 1, sizes)
    supplies = supplies_for(project, version)
    return laid_out and (laid_out.face, FaceKeys(supplies).face(laid_out.face), supplies)


def layout_of(project: Project, game: Game, side: str, card: Card) -> tuple[FaceLayout, Copy] | None:
    """What lays out that side of a card, and its first copy; None if it has no template that can be read."""
    version = PrintVersion.of(game)
    layout = _layout(project, version, side, card.kind, ())
    return None if layout is None else (layout, copy_of(project, version, card.id, 1))


def _unless_blank(face: Face | None) -> Face | None:
    return face if face is not None and face.marks else None

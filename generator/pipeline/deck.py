"""Lays out a game of a project: a pair of faces for each copy to print."""

from __future__ import annotations

import fnmatch
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.cards import Card
from generator.cards.spelling import meant
from generator.faces.face import Face, Mark, Picture, TextRun
from generator.faces.layout import Copy, Layout, Memory
from generator.faces.sizes import Shape
from generator.faces.template import Template
from generator.ink.fonts import FontBook
from generator.ink.icons import IconBook
from generator.ink.images import ImageBook
from generator.ink.supplies import Supplies
from generator.pipeline.edition import look_of
from generator.pipeline.face_keys import FaceKeys
from generator.pipeline.kept_faces import KeptFaces
from generator.pipeline.made_faces import MadeFaces, looks_like_something_else, made_faces
from generator.pipeline.printed_cards import names_of, printed_cards
from generator.pipeline.request import Options
from generator.pipeline.unshown import check_columns
from generator.problems import Place, Problem, Problems
from generator.project import Game, Project
from generator.rulebook.look import ANY, Look
from generator.sheets.inks import Ink, inked
from generator.sheets.sheet import Imposition, Item, filled
from generator.units import Box, Size

Templates = Mapping[tuple[str, str], Template | None]
"""(side, kind) -> template."""


@dataclass(frozen=True)
class Print:
    """One game, laid out. items: a pair of faces for each copy, in printing order.

    templates: those used; keys: of its faces; made: the templates that were made for it, if it has none of its own.
    illustrations: other pictures of its book, by name.
    """

    game: Game
    supplies: Supplies
    items: tuple[Item, ...]
    templates: Templates
    keys: FaceKeys
    look: Look = ANY
    made: MadeFaces | None = None
    illustrations: Mapping[str, Face] = field(default_factory=dict)

    def faces(self) -> list[Face]:
        """Every different face."""
        both = (face for item in self.items for face in (item.front, item.back) if face is not None)
        return list({face.digest: face for face in both}.values())

    def marks(self) -> list[Mark]:
        return [mark for face in self.faces() for mark in face.leaves()]

    def files(self, root: Path) -> list[Path]:
        """Images, fonts and icon sets used, and places where an image would be found first if it existed."""
        marks = self.marks()
        named = {mark.file for mark in marks if isinstance(mark, Picture)}
        images = {path for file in named for path in (root / file, self.supplies.images.path(file))}
        fonts = {root / mark.font.file for mark in marks if isinstance(mark, TextRun) and mark.font.file}
        watched = self.made.watched if self.made else ()
        return sorted(images | fonts | set(self.supplies.icons.set_files()) | set(watched))


class Studio:
    """What is kept of a layout for the next one, as long as no template, font, icon or picture is touched.

    templates: each with the problems found when it was read; keys: by supplies; faces: by template and supplies.
    """

    def __init__(self, kept: KeptFaces | None = None) -> None:
        """kept: faces of earlier runs; by default only those of this one."""
        self._kept = kept
        self.templates: dict[tuple[Path, Shape | None], tuple[Template | None, Problems]] = {}
        self.supplies: dict[tuple[str, ...], Supplies] = {}
        self.keys: dict[int, FaceKeys] = {}
        self.faces: dict[tuple[int, int], Memory] = {}

    def template(
        self, project: Project, path: Path, problems: Problems, front: Template | None = None
    ) -> Template | None:
        """Read each file once (a back once for each size of its fronts), and report its problems each time."""
        key = path, front.shape if front else None
        if key not in self.templates:
            found = Problems()
            self.templates[key] = project.template(path, found, front), found
        template, found = self.templates[key]
        problems.extend(found)
        return template

    def keys_of(self, supplies: Supplies) -> FaceKeys:
        """The keys of faces that are made of these."""
        return self.keys.setdefault(id(supplies), FaceKeys(supplies))

    def memory(self, template: Template, supplies: Supplies) -> Memory:
        """The faces laid out before."""
        key = (id(template), id(supplies))
        if key not in self.faces:
            self.faces[key] = self._kept.memory(template.file, self.keys_of(supplies)) if self._kept else {}
        return self.faces[key]


def lay_out(project: Project, game: Game, options: Options, problems: Problems, studio: Studio | None = None) -> Print:
    """Lay out a game. Mistakes are added to `problems`; a card that cannot be laid out is left out."""
    kept = KeptFaces(project, game.name) if studio is None and options.cache else None
    scope, studio = problems.scope(), studio or Studio(kept)
    cards = printed_cards(game, _chosen(game, options), options.players, problems)
    made = _made(project, game, studio, problems)
    templates = _templates(project, game, cards, made, studio, problems)
    _check_kinds(project, game, problems)
    _warn_of_words(game, templates, problems)
    _check_sizes(templates, problems)
    if project.has_own_front(game.name) and cards and not (game.translation or options.patterns or options.players):
        check_columns(project, game, templates, problems)
    supplies = _supplies(project, game, templates, studio)
    copies = _copies(cards, templates, options.players)
    names = names_of(game, options.players)
    found = Problems()
    fronts, backs = (_faces(side, copies, templates, supplies, names, studio, found) for side in ("front", "back"))
    problems.extend(made.advised(found) if made else found)
    problems.extend(Problem("E305", str(error), file) for file, error in supplies.fonts.damaged().items())
    keys = [(copy.card.id, copy.number) for copy in copies]
    items = (Item(fronts[key], _unless_blank(backs.get(key)), key[0]) for key in keys if key in fronts)
    if kept is not None and scope.is_clean:
        kept.save()
    look = look_of(project, game, Problems())
    return Print(game, supplies, tuple(items), templates, studio.keys_of(supplies), look, made)


def filling(made: Print, how: Imposition) -> Print:
    """Return a copy in which the cards that fill the last sheet have done so."""
    fillers = {card.id for card in made.game.deck if card.fills}
    return replace(made, items=tuple(filled(made.items, how, fillers)))


def printed_with(made: Print, ink: Ink) -> Print:
    """Return a copy as that ink prints it."""
    items = (Item(inked(item.front, ink), item.back and inked(item.back, ink), item.label) for item in made.items)
    return replace(made, items=tuple(items), look=made.look.printed_with(ink))


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


def _made(project: Project, game: Game, studio: Studio, problems: Problems) -> MadeFaces | None:
    """The templates made for a game; None if it has its own, or no cards to make any for."""
    if project.has_own_front(game.name) or not game.deck.cards or looks_like_something_else(game, problems):
        return None
    return made_faces(project, game, _supplies(project, game, {}, studio))


def _templates(
    project: Project, game: Game, cards: Sequence[Card], made: MadeFaces | None, studio: Studio, problems: Problems
) -> Templates:
    """Report each missing file once, however many kinds need it. made: in place of the plain ones."""
    templates: dict[tuple[str, str], Template | None] = {}
    loaded: set[tuple[str, Path]] = set()
    for kind in dict.fromkeys(card.kind for card in cards):
        for side in ("front", "back"):
            path = project.template_path(game.name, side, kind)
            if made is not None and project.is_plain(path):
                templates[side, kind] = made.templates[side]
                continue
            if path is None:
                name = f"templates/{game.name}/{side}.toml"
                problems.report("E502", f"there is no template '{side}.toml' for {game.name}", Place(name))
                templates[side, kind] = None
                continue
            front = templates["front", kind] if side == "back" else None
            scope = Problems() if (side, path) in loaded else problems
            templates[side, kind] = studio.template(project, path, scope, front)
            loaded.add((side, path))
    return templates


def _check_kinds(project: Project, game: Game, problems: Problems) -> None:
    """Warn of a kind without a template whose name is almost that of a kind with one.

    A kind that the rules or the templates mention is assumed to be right.
    """
    first = {card.kind: card for card in reversed(game.deck.cards)}
    known = {kind for kind in first if kind and project.has_template(game.name, kind)}
    suspects = {kind: other for kind in first.keys() - known if kind and (other := meant(kind, known))}
    if not suspects:
        return
    spoken = "\n".join([game.page.body, *game.page.head, *project.template_texts(game.name)])
    for kind, other in suspects.items():
        if kind not in spoken:
            place = first[kind].place("kind")
            message = f"the kind '{kind}' has no template of its own, but '{other}' has one"
            hint = f"Did you mean '{other}'? If not, mention '{kind}' in the rules, or make a template for it."
            problems.report("W512", message, place, field="kind", hint=hint)


def _warn_of_words(game: Game, templates: Templates, problems: Problems) -> None:
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


def _check_sizes(templates: Templates, problems: Problems) -> None:
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


def _supplies(project: Project, game: Game, templates: Templates, studio: Studio) -> Supplies:
    sets = dict.fromkeys(name for template in templates.values() if template for name in template.icon_sets)
    key = (game.name, *sets)
    if key not in studio.supplies:
        icons = IconBook(project.icon_folders(game.name), project.root, list(sets))
        studio.supplies[key] = Supplies(
            FontBook(project.root), icons, ImageBook(project.root, project.image_folders(game.name))
        )
    return studio.supplies[key]


def _copies(cards: Sequence[Card], templates: Templates, players: int | None) -> list[Copy]:
    """Copies of a card next to each other or, if its template collates, one complete set after the other."""
    copies = [Copy(card, number, of) for card in cards for of in [card.copies(players)] for number in range(1, of + 1)]
    collating = {kind for (_, kind), template in templates.items() if template is not None and template.collate}
    return sorted(copies, key=lambda copy: copy.number if copy.card.kind in collating else 0)


def _faces(
    side: str,
    copies: Sequence[Copy],
    templates: Templates,
    supplies: Supplies,
    names: Mapping[str, Any],
    studio: Studio,
    problems: Problems,
) -> dict[tuple[str, int], Face]:
    """(card, copy) -> face, kind by kind, because kinds may have their own templates."""
    faces: dict[tuple[str, int], Face] = {}
    by_kind: dict[str, list[Copy]] = {}
    for copy in copies:
        by_kind.setdefault(copy.card.kind, []).append(copy)
    for kind, members in by_kind.items():
        template = templates[side, kind]
        if template is not None:
            memory = studio.memory(template, supplies)
            laid_out = Layout(template, supplies, side, names, problems, memory=memory).faces(members)
            keys = ((copy.card.id, copy.number) for copy in members)
            faces.update(zip(keys, laid_out, strict=True))
    return faces


def parts_of(project: Project, game: Game, card: Card) -> tuple[dict[str, Box], Size] | None:
    """The boxes of the elements of its front, and its size, in mm; None for a card that cannot be laid out."""
    studio = Studio()
    made = _made(project, game, studio, Problems())
    template = _templates(project, game, [card], made, studio, Problems())["front", card.kind]
    if template is None:
        return None
    supplies = _supplies(project, game, {("front", card.kind): template}, studio)
    (printed,) = printed_cards(game, [card], None, Problems())
    layout = Layout(template, supplies, "front", names_of(game, None), Problems())
    return layout.boxes(Copy(printed, 1, 1)), template.size


def supplies_of(project: Project, game: Game) -> Supplies:
    """Fonts, icons and images available to the cards of that game."""
    return _supplies(
        project, game, _templates(project, game, game.deck.cards, None, studio := Studio(), Problems()), studio
    )


def _unless_blank(face: Face | None) -> Face | None:
    return face if face is not None and face.marks else None

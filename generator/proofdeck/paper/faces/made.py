"""A face for somebody's spreadsheet: templates made of its columns, in the words of an author who may change them.

What is made is the text of templates in a look: `front.toml`, `back.toml` and one for each kind that has other things
on its cards. A build reads them like any other; `new --from` writes them down. Every column that holds something for
people has a place on the card, and whatever has no other place is among the words, which shrink to fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from proofdeck.ground.problems import listed
from proofdeck.paper.faces.kinds import HEX, Colours, clarity, listing
from proofdeck.paper.faces.looks import SIDES, Look, Slots, look_called, quoted
from proofdeck.paper.faces.placed import (
    INDEX,
    PlacedColumn,
    edges_in,
    figures_in,
    letters_in,
    lines_in,
    parts_of,
    titles_in,
)
from proofdeck.paper.faces.sizes import NAMED_SIZES
from proofdeck.paper.faces.worded import has_words, line_of, words_said
from proofdeck.source.cards.deck import Deck
from proofdeck.source.cards.roles import LONGEST_WORD, Role, means

SIZES, TILES = ("poker", "tarot", "jumbo"), ("square", "square-large")
"""The sizes that are tried, until the longest card fits; those of tiles."""
USUAL_FONT = "Alegreya Sans"
FALLEN_BACK = {"title": "800", "body": "500"}
"""The weights of the usual font where that of a look lacks letters."""
MOST_CARDS, ALL_CARDS, USUAL = 0.8, 1.0, 0.35
"""Shares of the cards: for the words of most there is room, or else of all; those of a third have their full size."""
MOST_IN_LINE = 3
"""Kinds that are printed below the name without the names of their columns."""


@dataclass(frozen=True)
class Assets:
    """What a project has for made faces besides its cells.

    pictures: a cell that names a picture -> its file in the project; has_art: whether cards have pictures of their own,
    called like their ids, which are shown if no cell names any. fonts: files of fonts with letters that the usual one
    lacks; symbols: what is printed in place of those that no font has. icons: the names of all icons; covered: the
    families that have all letters. around: what names of pictures have before and behind what their cells say, if this
    is the same for all.
    """

    pictures: Mapping[str, str] = field(default_factory=dict)
    fonts: Sequence[str] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    has_art: bool = False
    icons: frozenset[str] = frozenset()
    covered: frozenset[str] = frozenset()
    around: tuple[str, str] | None = None


@dataclass(frozen=True)
class MadeTemplates:
    """Templates for a deck. files: their text, by name; shown, hidden: labels of columns that have a place, or none.

    share: of the cards that have room for all their words; those of the others shrink.
    """

    files: Mapping[str, str]
    look: str
    size: str
    shown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    hidden: Sequence[str] = ()
    share: float = 0.0

    @property
    def front(self) -> str:
        return self.files["front.toml"]

    @property
    def taken(self) -> str:
        """What was taken for what: `Card Name as names; Qty as copies`."""
        return "; ".join(f"{listed(labels)} as {what}" for what, labels in self.shown.items() if labels)


def made_templates(deck: Deck, found: Assets, size: str, look: str = "", share: float = MOST_CARDS) -> MadeTemplates:
    """Templates of that size for a deck, in a look or, without one, in that which suits the deck best.

    share: of the cards for whose words there is room. Kinds that have other things on their cards than the rest get a
    front of their own. Raises KeyError for a look that there is not.
    """
    parts = [part for part in parts_of(deck) if part.role is not Role.BLANK]
    face = [part for part in parts if part.role not in {Role.COPIES, Role.PROGRAM}]
    behind = [part for part in face if part.side == "back" or _answers(part, face)]
    fronts = [part for part in face if part not in behind]
    chosen = look_called(look or _best_look(fronts, found))
    colours = Colours.of(fronts, found.icons, chosen.tone)
    composed = partial(_composed, look=chosen, found=found, size=size, colours=colours, share=share)
    files = {"front.toml": composed(fronts, side="front")}
    files["back.toml"] = composed(behind, side="back") if behind else f'{PLAIN_BACK}size = "{size}"\n'
    files |= {name: composed(own, side="front") for name, own in _of_kinds(deck, fronts).items()}
    shown = {
        what: [part.label or part.name for part in parts if part.role in roles] for what, roles in SAID.items()
    } | {"the back": [part.label for part in behind]}
    hidden = [part.label for part in parts if part.role is Role.PROGRAM and part.label]
    return MadeTemplates(files, chosen.name, size, shown, hidden, share)


def front_of(kind: str) -> str:
    """The name of the file with the front of a kind."""
    return f"front-{kind.strip().replace(' ', '-').lower()}.toml"


def sizes_for(deck: Deck) -> Sequence[str]:
    """The sizes that are tried for a deck."""
    return TILES if edges_in(parts_of(deck)) else SIZES


def _of_kinds(deck: Deck, parts: Sequence[PlacedColumn]) -> dict[str, list[PlacedColumn]]:
    """For each file of a kind, what its cards have; nothing unless the kinds differ in more than words."""
    kinds = list(dict.fromkeys(card.kind for card in deck))
    names = {front_of(kind) for kind in kinds}
    if len(names) < len(kinds) or not all(map(PLAIN_KIND.fullmatch, kinds)) or not 1 < len(kinds) <= MOST_KINDS:
        return {}
    found = {}
    for kind in kinds:
        at = [number for number, card in enumerate(deck) if card.kind == kind]
        own = [replace(part, column=replace(part.column, cells=[part.column.cells[n] for n in at])) for part in parts]
        found[front_of(kind)] = [part for part in own if part.column.filled]
    shapes = {tuple(part.role for part in own if part.role not in WORDY) for own in found.values()}
    worded = {any(part.role in WORDY for part in own) for own in found.values()}
    return found if len(shapes) > 1 or len(worded) > 1 else {}


WORDY = frozenset({Role.TEXT, Role.FLAVOUR, Role.FACT, Role.MARK})
MOST_KINDS = 12
"""Kinds that get fronts of their own."""
PLAIN_KIND = re.compile(r"\w[\w -]{0,60}")
SAID: Mapping[str, frozenset[Role]] = {
    "names": frozenset({Role.NAME}),
    "copies": frozenset({Role.COPIES}),
    "kinds": frozenset({Role.KIND}),
    "figures": frozenset({Role.FIGURE}),
    "words": frozenset({Role.TEXT, Role.FACT, Role.MARK}),
    "flavour": frozenset({Role.FLAVOUR}),
    "pictures": frozenset({Role.PICTURE, Role.ICON}),
}


def _answers(part: PlacedColumn, face: Sequence[PlacedColumn]) -> bool:
    """Whether it is the other side of a question: a column of answers beside one of questions."""
    asked = any(means("question", other.words) is not None for other in face if other is not part)
    return asked and part.role is not Role.NAME and means("answer", part.words) is not None


def _best_look(parts: Sequence[PlacedColumn], found: Assets) -> str:
    """The look that suits those columns best."""
    names = titles_in(parts)
    words = [part for part in parts if part.role in WORDY or (part.role is Role.NAME and part not in names)]
    figures, letters = figures_in(parts), letters_in(words, MOST_CARDS)
    pictures = [part for part in parts if part.role is Role.PICTURE]
    if edges_in(parts):
        return "index"
    if pictures or found.has_art:
        return "framed" if words else "full-art"
    if letters > MUCH_TEXT:
        return "dossier"
    if (words and not names) or (names and names[0].role is not Role.NAME):
        return "word"
    if figures and letters <= FEW_WORDS:
        return "index" if len(figures) < MANY_FIGURES else "euro"
    if len(figures) >= MANY_FIGURES:
        return "euro"
    if figures and any(part.role is Role.KIND for part in parts):
        return "framed"
    if figures:
        return "index"
    return "framed" if words else "word"


FEW_LETTERS = 130
"""Letters of text on most cards up to which it is set in the middle, beside something large."""
MUCH_TEXT, FEW_WORDS, MANY_FIGURES = 260, 12, 3
"""Letters of text on most cards, and figures, by which a look is chosen."""


PLAIN_BACK = """# The back of every card. It looks the same both ways up, so that it gives nothing away.
# It is as large as its front.

extends = "base/back.toml"
"""


def _composed(
    parts: Sequence[PlacedColumn], look: Look, found: Assets, size: str, colours: Colours, share: float, side: str
) -> str:
    """One template."""
    names, figures = titles_in(parts), figures_in(parts)
    sides = edges_in(parts)
    kinds = [part for part in parts if part.role is Role.KIND and part.is_dense and part not in sides]
    kinds = [part for part in kinds if not part.column.mostly(HEX.fullmatch)]
    kinds = sorted(kinds, key=lambda part: clarity(part)[::2])[:MOST_IN_LINE]
    pictures = [part for part in parts if part.role is Role.PICTURE][:1]
    icons = [part for part in parts if part.role is Role.ICON and not pictures][:1]
    edges = sides if any(place.get("slot") == "edges" for place in look.parts["place"]) else []
    placed = {part.column for part in (*names, *kinds, *figures, *pictures, *icons, *edges)}
    words = [part for part in parts if part.column not in placed and not part.column.mostly(HEX.fullmatch)]
    filled = names[0].column.filled if names else []
    letters = letters_in(words, share)
    icon = icons[0].said if icons else colours.emblem if any(part.name == colours.column for part in parts) else ""
    art = _picture(pictures[0], found) if pictures else OWN_ART if found.has_art and side == "front" else ()
    there = {
        "title": names, "kinds": kinds, "corner": figures, "words": words, "picture": art, "icon": icons,
        "emblem": icon, "edges": edges, "few": letters <= FEW_LETTERS,
        "much": letters > FEW_LETTERS, "vast": letters > MUCH_TEXT, "series": any(part.series for part in figures),
        "various": 2 * len({cell[:1] for cell in filled}) > len(filled),
    }  # fmt: skip
    said = {"kinds": line_of(kinds), "words": words_said(words), "icon": icon}
    said["if-words"] = f"{{% if {' or '.join(map(has_words, words))} %}}true{{% endif %}}" if words else ""
    said |= {side: part.said for side, part in zip(SIDES, edges, strict=False)}
    said |= {f"{side}-tone": colours.of_edge(part.name) for side, part in zip(SIDES, edges, strict=False)}
    slots = Slots(
        frozenset(name for name, what in there.items() if what), said,
        [*map(_cell, names)], [_figure(part, colours) for part in figures], art,
        letters, letters_in(words, USUAL), lines_in(words, share),
    )  # fmt: skip
    paper = NAMED_SIZES[size].size
    elements = look.elements(slots, paper.width, paper.height)
    return _head(look, found, size, colours, side, pictures) + elements


def _head(look: Look, found: Assets, size: str, colours: Colours, side: str, pictures: Sequence[PlacedColumn]) -> str:
    """What stands above the elements."""
    cells = dict.fromkeys(cell for part in pictures for cell in part.column.filled)
    there = {cell: found.pictures[cell] for cell in cells if cell in found.pictures and found.around is None}
    listed_pictures = listing("Where each picture is.", "data.pictures", there) if there else ""
    lines = []
    for name, said in look.parts["fonts"].items():
        family, _, weight = said.removesuffix(" alone").rpartition(" ")
        made = ", synthesis = true" if said.endswith(" alone") and family in found.covered else ""
        family, weight = (family, weight) if family in found.covered else (USUAL_FONT, FALLEN_BACK.get(name, weight))
        lines.append(f"{name} = {{family = {quoted(family)}, weight = {weight}{made}}}\n")
    lines += [f"other-{at} = {{file = {quoted(file)}, synthesis = true}}\n" for at, file in enumerate(found.fonts, 1)]
    paints = "".join(f"{name} = {quoted(paint)}\n" for name, paint in look.parts["colours"].items())
    spelt = "What is printed in place of symbols that no font has. :coin: prints an icon."
    symbols = listing(spelt, "symbols", found.symbols) if found.symbols else ""
    return f"""# The {side} of the cards, in the look `{look.name}`: {look.says}.
# It was made from the columns of the spreadsheet. Change what you like.
# Lengths are millimetres from the top left corner of the card, type sizes are points.

extends = "base/ground.toml"
size = "{size}"

[fonts]
{"".join(lines)}
[colours]
accent = {quoted(colours.accent)}
{paints}{colours.tables}{listed_pictures}{symbols}
"""


def _figure(part: PlacedColumn, colours: Colours) -> dict[str, str]:
    """The same of a figure, with its colour."""
    series = {"series": "true"} if part.series else {}
    return {**_cell(part), "tone": colours.of_figure(part), **series}


def _cell(part: PlacedColumn) -> dict[str, str]:
    """What a look can show of a column."""
    label = part.if_filled(part.label)
    caption = "" if part.column.key in INDEX else label
    first = part.said.replace(" }}", "[:1] }}")
    return {"cell": part.shown, "label": label, "if": part.if_filled("true"), "caption": caption, "first": first}


OWN_ART = (("picture", {"type": "image", "file": "{{ art }}"}),)
"""The picture in the folder `art` that is called like the card."""


def _picture(part: PlacedColumn, found: Assets) -> list[tuple[str, dict[str, Any]]]:
    """The elements of a picture; of one that is not there, a window with the name of its file."""
    if found.around is not None:
        return [("picture", {"type": "image", "file": part.if_filled(part.said.join(found.around))})]
    is_found = any(cell in found.pictures for cell in part.column.filled)
    lacks = f"{part.name} and pictures[{part.name}] is not defined" if is_found else part.name
    there = f"{{{{ pictures[{part.name}]|default('') }}}}"
    is_short = all(len(cell.rpartition("/")[2]) <= LONGEST_WORD for cell in part.column.filled)
    named = [
        (
            "picture-name",
            {"type": "text", "text": f"{{% if {lacks} %}}{{{{ {part.name}|nth(0) }}}}{{% endif %}}", **PLACEHOLDER},
        )
    ]
    return [
        ("picture-ground", {"type": "rectangle", "fill": "accent"}),
        ("picture-place", {"type": "icon", "icon": f"{{% if {lacks} %}}mountains{{% endif %}}", "colour": "#ffffff99"}),
        *(named if is_short else []),
        *([("picture", {"type": "image", "file": there})] if is_found else []),
    ]


PLACEHOLDER: Mapping[str, Any] = {
    "font": "label", "size": 8, "min_size": 3.5, "lines": 2, "colour": "white", "align": "center", "valign": "top"
}  # fmt: skip

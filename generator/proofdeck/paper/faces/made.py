"""A face for somebody's spreadsheet: templates made of its columns, in the words of an author who may change them.

What is made is the text of two templates, `front.toml` and `back.toml`. A build reads them like any other; `new --from`
writes them down. Every column that holds something for people has a place on the card: names and kinds in the band,
figures in a strip, everything else in the box of words, which shrinks to fit.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from proofdeck.ground.problems import listed
from proofdeck.paper.faces.sizes import NAMED_SIZES
from proofdeck.source.cards.columns import is_note
from proofdeck.source.cards.deck import Deck
from proofdeck.source.cards.roles import (
    Column,
    Role,
    label_of,
    means,
    name_column,
    role_of,
    side_of,
    vocabulary,
    without_shared,
)

SIZES = ("poker", "tarot", "jumbo")
"""The sizes that are tried, until the longest card fits."""
TONES = (
    *("#3b5b7a", "#8a3b2b", "#3d6b45", "#6a4584", "#8a6414", "#2b6f72", "#94406a", "#4b4b57"),
    *("#5d6b1f", "#27508a", "#7a4a2a", "#4a5f6a"),
)
"""Dark enough for white letters."""
USUAL_FONT = "Alegreya Sans"
MOST_CHIPS = 5
DENSE = 0.6
"""The share of cards that must have a figure for it to get a place of its own."""
MOST_IN_LINE = 3
"""Kinds that are printed below the name without the names of their columns."""
WORDS = re.compile(r"[^\W\d_]{2,}(?:[ '’-]+[^\W\d_]+)*")
"""An id that a person would say."""
PLAIN_NAME = re.compile(r"[a-z][a-z0-9_]*")
TAKEN = frozenset("card if else elif for in is and or not true false none set".split())
"""Names that mean something else in an expression."""
MARGIN, BAND = 4.5, 13.0
NO_SYMBOLS: Mapping[str, str] = {}
CHIPS_HIGH, LINE_HIGH = 10.0, 4.5


@dataclass(frozen=True, eq=False)
class PlacedColumn:
    """A column with a place on the card. label: its name for people."""

    column: Column
    role: Role
    label: str
    side: str
    words: str

    @property
    def name(self) -> str:
        """What its cell is called in an expression."""
        key = self.column.key
        return key if PLAIN_NAME.fullmatch(key) and key not in TAKEN else f"card[{json.dumps(key, ensure_ascii=False)}]"

    @property
    def label_if_filled(self) -> str:
        """The expression for its label on cards that have something in its cell."""
        return f"{{% if {self.name} %}}{self.label}{{% endif %}}"

    @property
    def is_dense(self) -> bool:
        return len(self.column.filled) >= DENSE * len(self.column.cells)


@dataclass(frozen=True)
class MadeTemplates:
    """Templates for a deck. front, back: their text; shown, hidden: labels of columns that have a place, or none."""

    front: str
    back: str
    size: str
    shown: Mapping[str, Sequence[str]] = field(default_factory=dict)
    hidden: Sequence[str] = ()

    @property
    def taken(self) -> str:
        """What was taken for what: `Card Name as names; Qty as copies`."""
        return "; ".join(f"{listed(labels)} as {what}" for what, labels in self.shown.items() if labels)


def parts_of(deck: Deck) -> list[PlacedColumn]:
    """The columns of a deck, and what each is for."""
    columns = [Column(key, head, [card.fields[key] for card in deck.cards]) for key, head in deck.headers.items()]
    spoken = without_shared([column.header or column.key for column in columns])
    parts = [_part(column, words) for column, words in zip(columns, spoken, strict=True)]
    if all(part.role is not Role.NAME for part in parts):
        spelt = (at for at, column in enumerate(columns) if column.key == "id" and column.mostly(WORDS.fullmatch))
        if (named := name_column(columns, spoken)) is not None or (named := next(spelt, None)) is not None:
            parts[named] = replace(parts[named], role=Role.NAME)
    return parts


def _part(column: Column, words: str) -> PlacedColumn:
    side, rest = side_of(words)
    role = role_of(column, rest)
    if is_note(column.header):
        role = Role.PROGRAM
    elif role is not Role.BLANK and not (column.key == "icon" and role is Role.PICTURE):
        role = KNOWN.get(column.key, role)
    heads = column.header if side == "front" else re.sub(r"(?i)^\W*(back|front)\W*", "", column.header)
    label = label_of(heads)
    return PlacedColumn(column, role, re.sub(r"[{}]", "", label), side, rest)


KNOWN = {
    "name": Role.NAME,
    "quantity": Role.COPIES,
    "game": Role.BLANK,
    "id": Role.PROGRAM,
    "kind": Role.KIND,
    "suit": Role.KIND,
    "icon": Role.ICON,
}


def made_templates(
    deck: Deck,
    pictures: Mapping[str, str],
    size: str,
    fonts: Sequence[str] = (),
    symbols: Mapping[str, str] = NO_SYMBOLS,
    *,
    has_art: bool = False,
    around: tuple[str, str] | None = None,
) -> MadeTemplates:
    """Templates of that size for a deck.

    pictures: a cell that names a picture -> its file in the project. has_art: whether cards have pictures of their
    own, called like their ids, which are shown if no cell names any. fonts: files of fonts with letters that the usual
    one lacks. symbols: what is printed in place of those that no font has. around: what names of pictures have before
    and behind what their cells say, if this is the same for all.
    """
    parts = [part for part in parts_of(deck) if part.role is not Role.BLANK]
    face = [part for part in parts if part.role not in {Role.COPIES, Role.PROGRAM}]
    behind = {part for part in face if part.side == "back" or _answers(part, face)}
    fronts = [part for part in face if part not in behind]
    front = _Face(fronts, pictures, size, fonts, symbols, "front", has_art, around).text(_tones(fronts))
    back = (
        _Face([part for part in face if part in behind], pictures, size, fonts, symbols, "back", around=around).text("")
        if behind
        else f'{PLAIN_BACK}size = "{size}"\n'
    )
    shown = {
        what: [part.label or part.name for part in parts if part.role in roles] for what, roles in SAID.items()
    } | {"the back": [part.label for part in face if part in behind]}
    return MadeTemplates(front, back, size, shown, [part.label for part in parts if part.role is Role.PROGRAM])


def written_templates(
    deck: Deck,
    made: MadeTemplates,
    pictures: Mapping[str, str],
    fonts: Sequence[str],
    symbols: Mapping[str, str],
    sheets: Collection[str],
) -> dict[str, str]:
    """Templates of those faces as files, by name, with a front for each kind if these are sheets with other columns.

    Pictures are listed only if their files are not all called alike: `images/`, then what the cell says.
    """
    cells = {cell for part in parts_of(deck) if part.role is Role.PICTURE for cell in part.column.filled}
    parted = {pictures[cell].partition(cell) for cell in cells & {*pictures}}
    before, cell, behind = parted.pop() if len({(one[0], one[2]) for one in parted}) == 1 else ("", "", "")
    around = (before, behind) if cell else None
    found = made_templates(deck, pictures, made.size, fonts, symbols, around=around)
    files = {"front.toml": found.front, "back.toml": found.back.replace(f'size = "{made.size}"\n', "", 1)}
    kinds = {kind: _of_kind(deck, kind) for kind in dict.fromkeys(card.kind for card in deck)}
    called = {kind: f"front-{kind.replace(' ', '-').lower()}.toml" for kind in kinds}
    is_sheet = all(kind in sheets and PLAIN_NAME.fullmatch(kind) for kind in kinds)
    is_sheet = is_sheet and len({*called.values()}) == len(kinds)
    if not is_sheet or len({tuple(own.headers) for own in kinds.values()}) < 2:
        return files
    fronts = {
        kind: ELEMENT.split(made_templates(own, pictures, made.size, fonts, symbols, around=around).front)[1:]
        for kind, own in kinds.items()
    }
    shared = [one for one in next(iter(fronts.values())) if all(one in front for front in fronts.values())]
    files["front.toml"] = ELEMENT.split(found.front)[0] + "".join(shared)
    for kind, front in fronts.items():
        head = f'# What only the cards of the kind {kind} have.\n\nextends = "{deck.game}/front.toml"\n\n'
        files[called[kind]] = head + "".join(one for one in front if one not in shared)
    return files


def _of_kind(deck: Deck, kind: str) -> Deck:
    """The cards of a kind, with the columns in which they have something."""
    cards = tuple(card for card in deck if card.kind == kind)
    headers = {key: head for key, head in deck.headers.items() if any(card.fields[key] for card in cards)}
    return replace(deck, cards=cards, headers=headers)


ELEMENT = re.compile(r"^(?=\[elements\.)", re.MULTILINE)
PLAIN_NAME = re.compile(r"\w[\w -]{0,60}")
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


def _tones(parts: Sequence[PlacedColumn]) -> str:
    """A colour for each kind: of the column whose words repeat most clearly."""
    kinds = [part for part in parts if part.role is Role.KIND and part.column.different > 1]
    if not kinds:
        return f'accent = "{TONES[0]}"\n'
    chosen = next((part for part in kinds if part.column.key == "kind"), None) or min(kinds, key=_clarity)
    words = list(dict.fromkeys(chosen.column.filled))
    rows = "".join(f'{_quoted(word)} = "{TONES[at % len(TONES)]}"\n' for at, word in enumerate(words))
    choice = f"{{{{ tones[{chosen.name}] if tones[{chosen.name}] is defined else '{TONES[0]}' }}}}"
    return f"accent = {_quoted(choice)}\n\n# The colour of each {chosen.label}.\n[data.tones]\n{rows}"


def _clarity(part: PlacedColumn) -> tuple[bool, int, int]:
    """The less, the better to choose colours by: a word for kinds, on every card, and of few different words."""
    place = means("kind", part.words)
    return place is None, part.column.different > len(TONES), 99 if place is None else place


def _quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


PLAIN_BACK = """# The back of every card. It looks the same both ways up, so that it gives nothing away.
# It is as large as its front.

extends = "base/back.toml"
"""


def _own_art(top: float, width: float, high: float) -> str:
    """The picture in the folder `art` that is called like the card."""
    return _shape("image", "picture", MARGIN, top, width - 2 * MARGIN, high, 'file = "{{ art }}"\ncorner = 1.5')


@dataclass
class _Face:
    """One side: what goes where, from the top and the bottom to what is left between them."""

    parts: Sequence[PlacedColumn]
    pictures: Mapping[str, str]
    size: str
    fonts: Sequence[str]
    symbols: Mapping[str, str]
    side: str
    has_art: bool = False
    around: tuple[str, str] | None = None

    def of(self, *roles: Role) -> list[PlacedColumn]:
        return [part for part in self.parts if part.role in roles]

    def text(self, tones: str) -> str:
        """The template."""
        paper = NAMED_SIZES[self.size].size
        width, height = paper.width, paper.height
        chips = self._chips()
        names, kinds = self._names(), self._line()
        art = [*self.of(Role.PICTURE), *self.of(Role.ICON)][:1]
        placed = (*names, *kinds, *chips, *art, *self._cost())
        words = [part for part in self.parts if part not in placed]
        has_art = self.has_art and not art
        top = BAND if names else MARGIN
        elements = [*self._band(names[0], width, self._cost())] if names else []
        if kinds:
            elements.append(_text("kinds", _line_of(kinds), MARGIN, top + 1, width - 2 * MARGIN, LINE_HIGH, KIND_LOOK))
            top += LINE_HIGH + 1
        bottom = height - MARGIN
        if chips:
            bottom -= CHIPS_HIGH
            elements += self._strip(chips, width, bottom)
        if art or has_art:
            high = (bottom - top - 2) * (0.5 if words else 1) - 1
            elements += self._picture(art[0], top + 1.5, width, high) if art else [_own_art(top + 1.5, width, high)]
            top += high + 1
        if words:
            alone = len(words) == 1 and not (art or has_art) and (not chips or words[0].role is Role.NAME)
            look = BODY_LOOK if not alone else ALONE_LOOK if names else QUESTION_LOOK
            place = MARGIN, top + 1.5, width - 2 * MARGIN, bottom - top - 2.5
            elements.append(_text("words", self._words(words), *place, look))
        elif not (chips or art or has_art) and names:
            place = MARGIN, top + 2, width - 2 * MARGIN, bottom - top - 4
            elements.append(_text("name-large", f"{{{{ {names[0].name} }}}}", *place, QUESTION_LOOK))
        return self._head(tones) + "\n".join(elements)

    def _head(self, tones: str) -> str:
        cells = dict.fromkeys(cell for part in self.of(Role.PICTURE) for cell in part.column.filled)
        found = [f"{_quoted(cell)} = {_quoted(self.pictures[cell])}" for cell in cells if cell in self.pictures]
        table = (
            "\n# Where each picture is.\n[data.pictures]\n" + "\n".join(found) + "\n"
            if found and self.around is None
            else ""
        )
        named = [f"{{file = {_quoted(file)}, synthesis = true}}" for file in self.fonts]
        others = "".join(f"other-{at} = {font}\n" for at, font in enumerate(named, 1))
        spelt = "".join(f"{_quoted(symbol)} = {_quoted(said)}\n" for symbol, said in self.symbols.items())
        spelt = f"\n# What is printed in place of symbols that no font has. :coin: prints an icon.\n[symbols]\n{spelt}"
        colours = tones or f'accent = "{TONES[0]}"\n'
        return f"""# The {self.side} of every card, made from the columns of the spreadsheet. Change what you like.
# Lengths are millimetres from the top left corner of the card, type sizes are points.

extends = "base/ground.toml"
size = "{self.size}"

[fonts]
title = {{family = "{USUAL_FONT}", weight = 800}}
body = {{family = "{USUAL_FONT}", weight = 500}}
{others}
[colours]
{colours}{table}{spelt if self.symbols else ""}
"""

    def _names(self) -> list[PlacedColumn]:
        """What the band at the top says; not a whole sentence that is all there is to read."""
        names = self.of(Role.NAME)
        return [] if not self.of(Role.TEXT) and any(part.column.length > LONGEST_NAME for part in names) else names

    def _cost(self) -> list[PlacedColumn]:
        """The figure in the corner of the band, if there is one: what a card costs, or its rank."""
        costs = [
            part for part in self.of(Role.FIGURE) if part.words in vocabulary()["cost"] or part.column.key in INDEX
        ]
        return [part for part in costs if max(map(len, part.column.filled)) <= 3 and self._names()][:1]

    def _chips(self) -> list[PlacedColumn]:
        """Figures that most cards have, each in a place of its own."""
        dense = [part for part in self.of(Role.FIGURE) if part.is_dense and part not in self._cost()]
        short = [part for part in dense if max(map(len, part.column.filled)) <= LONGEST_FIGURE]
        return short[:MOST_CHIPS]

    def _line(self) -> list[PlacedColumn]:
        """The kinds below the name."""
        kinds = sorted(self.of(Role.KIND), key=lambda part: _clarity(part)[::2])
        return [part for part in kinds if part.is_dense][:MOST_IN_LINE]

    def _band(self, name: PlacedColumn, width: float, cost: Sequence[PlacedColumn]) -> Iterator[str]:
        yield _shape("rectangle", "band", 0, 0, width, BAND - 0.5, 'fill = "accent"\nbleed = true')
        room = width - 2 * MARGIN - (11 if cost else 0)
        yield _text("name", f"{{{{ {name.name} }}}}", MARGIN, 2.8, room, BAND - 4.2, NAME_LOOK)
        for part in cost:
            at = width - MARGIN - 9
            when = f"{{% if {part.name} %}}true{{% endif %}}"
            yield _shape("ellipse", "disc", at, 2.6, 9, 9, f'when = {_quoted(when)}\nfill = "white"')
            yield _text("cost", f"{{{{ {part.name} }}}}", at + 0.5, 2.6, 8, 7, FIGURE_LOOK)
            yield _text("cost-label", part.label_if_filled, at + 1, 8.1, 7, 2.6, LABEL_LOOK)

    def _strip(self, chips: Sequence[PlacedColumn], width: float, top: float) -> Iterator[str]:
        step = (width - 2 * MARGIN) / len(chips)
        look = f'x2 = {width - MARGIN:g}\nstroke = "accent"\nstroke_width = 0.3'
        yield _shape("line", "rule", MARGIN, top, 0, 0, look, box=False)
        for at, part in enumerate(chips):
            x = MARGIN + at * step
            yield _text(f"figure-{at + 1}", f"{{{{ {part.name} }}}}", x, top + 0.8, step, 5.6, FIGURE_LOOK)
            yield _text(f"figure-{at + 1}-label", part.label_if_filled, x + 0.3, top + 6.4, step - 0.6, 3.4, LABEL_LOOK)

    def _picture(self, part: PlacedColumn, top: float, width: float, high: float) -> Iterator[str]:
        if part.role is Role.ICON:
            side = min(high, width - 4 * MARGIN)
            look = f'icon = {_quoted(f"{{{{ {part.name} }}}}")}\ncolour = "accent"'
            yield _shape("icon", "emblem", width / 2 - side / 2, top, side, side, look)
            return
        box = (MARGIN, top, width - 2 * MARGIN, high)
        if self.around is not None:
            before, behind = self.around
            named = f"{{% if {part.name} %}}{before}{{{{ {part.name} }}}}{behind}{{% endif %}}"
            yield _shape("image", "picture", *box, f"file = {_quoted(named)}\ncorner = 1.5")
            return
        yield _shape("rectangle", "picture-ground", *box, 'fill = "#e8e6e1"\ncorner = 1.5')
        found = any(cell in self.pictures for cell in part.column.filled)
        name = f"{part.name} if pictures[{part.name}] is not defined else ''" if found else part.name
        yield _text("picture-name", f"{{{{ {name} }}}}", MARGIN + 2, top + 1, box[2] - 4, high - 2, PLACEHOLDER_LOOK)
        if found:
            there = f"{{{{ pictures[{part.name}] if pictures[{part.name}] is defined else '' }}}}"
            yield _shape("image", "picture", *box, f"file = {_quoted(there)}\ncorner = 1.5")

    def _words(self, words: Sequence[PlacedColumn]) -> str:
        """Texts, then facts with their labels, marks in one line, and what is told in italics."""
        ranks = {Role.NAME: -1, Role.TEXT: 0, Role.FLAVOUR: 3, Role.MARK: 2}
        lines = []
        texts = [part for part in words if part.role in {Role.TEXT, Role.NAME}]
        for part in sorted(words, key=lambda part: ranks.get(part.role, 1)):
            cell = f"{{{{ {part.name} }}}}"
            if part.role is Role.FLAVOUR:
                said = f"*{cell}*"
            elif part.role is Role.MARK:
                no = "', '".join(sorted(NO_WORDS))
                lines.append(f"{{% if {part.name} and {part.name}|lower not in ['{no}'] %}}{part.label}\n{{% endif %}}")
                continue
            else:
                said = cell if [part] == texts[:1] or not part.label else f"**{_plain(part.label)}** {cell}"
            lines.append(f"{{% if {part.name} %}}{said}\n{{% endif %}}")
        return "".join(lines)


INDEX = frozenset({"value", "rank"})
LONGEST_FIGURE = 6
LONGEST_NAME = 30
"""Letters of the names of a deck, on average; longer ones are sentences."""
NO_WORDS = ("no", "false", "n", "nein", "non", "nao", "não", "nie", "нет", "否", "-", "0")
NAME_LOOK = 'font = "title"\nsize = 14\nmin_size = 6\nlines = 2\nline_height = 1\ncolour = "white"\nvalign = "middle"'
KIND_LOOK = 'size = 8\nmin_size = 5\nlines = 1\ncolour = "accent"\nvalign = "middle"\nbold = true'
FIGURE_LOOK = (
    'font = "title"\nsize = 15\nmin_size = 6\nlines = 1\ncolour = "accent"\nalign = "center"\nvalign = "middle"'
)
LABEL_LOOK = 'size = 6.5\nmin_size = 3.5\nlines = 2\nline_height = 0.95\ncolour = "ink"\nalign = "center"'
BODY_LOOK = 'size = 11\nmin_size = 4.5\nline_height = 1.12\nparagraph_gap = 0.3\ncolour = "ink"'
ALONE_LOOK = (
    'size = 13\nmin_size = 4.5\nline_height = 1.2\nparagraph_gap = 0.3\ncolour = "ink"\n'
    'align = "center"\nvalign = "middle"'
)
QUESTION_LOOK = (
    'font = "title"\nsize = 20\nmin_size = 6\nline_height = 1.1\nparagraph_gap = 0.3\n'
    'colour = "ink"\nalign = "center"\nvalign = "middle"'
)
PLACEHOLDER_LOOK = 'size = 6.5\nmin_size = 3.5\ncolour = "#5f5b54"\nalign = "center"\nvalign = "middle"'


def _line_of(parts: Iterable[PlacedColumn]) -> str:
    """`Creature · Forest`, without the cells that are blank."""
    first, *rest = parts
    more = "".join(f"{{% if {part.name} %}} · {{{{ {part.name} }}}}{{% endif %}}" for part in rest)
    return f"{{{{ {first.name} }}}}{more}"


def _plain(label: str) -> str:
    """A label in a text with markup."""
    return re.sub(r"([*:<|])", r"\\\1", label)


def _text(name: str, text: str, x: float, y: float, width: float, height: float, look: str) -> str:
    shown = f'"""\n{text}"""' if "\n" in text and '"""' not in text and "\\" not in text else _quoted(text)
    return _shape("text", name, x, y, width, height, f"text = {shown}\n{look}")


def _shape(
    kind: str, name: str, x: float, y: float, width: float, height: float, look: str, *, box: bool = True
) -> str:
    size = f"width = {width:.4g}\nheight = {height:.4g}\n" if box else ""
    return f'[elements.{name}]\ntype = "{kind}"\n{look}\nx = {x:.4g}\ny = {y:.4g}\n{size}'

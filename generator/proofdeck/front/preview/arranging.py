"""What is changed while cards are arranged, and what the page shows of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proofdeck.front.preview.boards import SHIPPED, Board, Part, Row, Signed, spelt
from proofdeck.front.preview.editing.elements import (
    NEW_ELEMENTS,
    Nudge,
    with_corner,
    with_element,
    with_options,
    with_order,
    without_element,
    without_option,
)
from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.tables import Value
from proofdeck.front.preview.fields import GROUPS
from proofdeck.front.preview.showing import ShownCard, ShownGame
from proofdeck.front.preview.styling import style_of, with_choices_of
from proofdeck.front.table.forms import Form
from proofdeck.ground.files import children, read_file
from proofdeck.ground.places import TEMPLATES
from proofdeck.paper.deck.templates import faces_made
from proofdeck.paper.faces.face import Face, Icon
from proofdeck.paper.faces.lengths import change_of
from proofdeck.paper.faces.options import ElementOption, flag, paint, text
from proofdeck.paper.faces.template import Template
from proofdeck.paper.faces.written import written_templates
from proofdeck.source.expressions.cage import ExpressionError
from proofdeck.source.expressions.expressions import compile_expression, is_expression

OF_KIND = b"# What only these cards have."
"""How the template of a kind begins that was written from a look."""
OWN_PICTURE = "{{ art }}"
"""The picture that is called like its card, for templates."""
SAME = 0.006
"""Lengths that differ by less, in mm, are equal: the page shows two decimal places."""
ENDS = {"x": "x2", "y": "y2"}


def moved(board: Board, form: Form) -> EditStep:
    """`was`, `box`: x, y, width and height. Raises NotWrittenError."""
    part = board.part(form["element"])
    was, box = (_box(form[key]) for key in ("was", "box"))
    if part.box is None or any(abs(one - other) > SAME for one, other in zip(part.box, was, strict=True)):
        raise NotWrittenError(f"{part.element.name} is somewhere else by now, so nothing was written.")
    if part.stuck:
        raise NotWrittenError(part.stuck)
    first = next(one for one in board.parts if one.element.source == part.element.source)
    wishes = wished(first, board.template, [new - old for new, old in zip(box, part.box, strict=True)])
    says = f"the size of {part.element.source}" if was[:2] == box[:2] else f"the place of {part.element.source}"
    return _written_as(board, first, {key: (Nudge(by), to) for key, (by, to) in wishes.items()}, form, says)


def turned(board: Board, form: Form) -> EditStep:
    """`was`, `angle`: in degrees, clockwise. Raises NotWrittenError."""
    part, angle = board.part(form["element"]), float(form["angle"])
    if not part.can_turn or not abs(angle) <= 360:
        raise ValueError(form["angle"])
    if abs(part.values["angle"] - float(form["was"])) > SAME:
        raise NotWrittenError(f"{part.element.name} is turned otherwise by now, so nothing was written.")
    return _written_as(board, part, {"angle": (angle, angle)}, form, f"the angle of {part.element.source}")


def bent(board: Board, form: Form) -> EditStep:
    """`at`: which corner of a polygon, from 0; `was`, `corner`: x and y, in mm. Raises NotWrittenError."""
    part, at = board.part(form["element"]), int(form["at"])
    was, corner = (_numbers(form[key], 2) for key in ("was", "corner"))
    if at < 0 or any(abs(one - other) > SAME for one, other in zip(part.corners[at], was, strict=True)):
        raise NotWrittenError(f"{part.element.name} has other corners by now, so nothing was written.")
    raw = board.said(part.element, {"points": board.places(part.element)["points"]})["points"].raw
    by = [new - old for new, old in zip(corner, part.corners[at], strict=True)]
    points = with_corner(raw, at, by, board.template.ruler)
    return _written_as(board, part, {"points": (points, points)}, form, f"a corner of {part.element.source}")


def changed(board: Board, form: Form) -> EditStep:
    """`key`, `was`, `text`: an option as it was written, and as it shall be. Raises NotWrittenError."""
    part, key = board.part(form["element"]), form["key"]
    option = board.options(part.element)[key]
    place = board.places(part.element).get(key)
    if (spelt(board.said(part.element, {key: place})[key].raw) if place else "") != form["was"]:
        raise NotWrittenError(f"{key} says something else by now, so nothing was written.")
    value = value_from(key, option, form["text"], board.template)
    return _written_as(board, part, {key: (value, value)}, form, f"{key} of {part.element.source}")


def taken_out(board: Board, form: Form) -> EditStep:
    """`key`: an option that the game's template says of an element, without which it is inherited or usual."""
    part, key = board.part(form["element"]), form["key"]
    row = next((row for row in board.rows(part) if row.key == key), None)
    if row is None or not row.is_own:
        raise NotWrittenError(f"{board.own_file} does not say {key} of {part.element.source}.")
    data = without_option(board.read(board.own_file), board.said(part.element, {key: row.place})[key])
    return board.step(board.own_file, data, f"taking out {key} of {part.element.source}")


def added(board: Board, form: Form) -> EditStep:
    """`kind`: of a new element; `name`: which icon or picture it is. Raises NotWrittenError."""
    kind, name = form["kind"], form.get("name", "")
    known = [*board.files, OWN_PICTURE] if kind == "picture" else [name]
    if name not in (board.drawn.supplies.icon_names() if kind == "icon" else known):
        raise NotWrittenError(f"There is no {kind} '{name}', so nothing was written.")
    return new_element(board, kind, name)


def new_element(board: Board, kind: str, name: str) -> EditStep:
    """name: which icon or picture it is, which may be about to come."""
    taken = {element.source for element in board.template.elements}
    data = with_element(board.read(board.own_file), kind, taken, board.template.size, name)
    return board.step(board.own_file, data, f"a new {kind}")


def lowered(board: Board, form: Form) -> EditStep:
    """`text`: the element just below which it is painted; "" for where it is if that is not said."""
    part, above = board.part(form["element"]), form.get("text", "")
    if above and above not in board.below(part):
        raise NotWrittenError(f"{part.element.source} is not above {above}, so nothing was written.")
    data = with_order(board.read(board.own_file), part.element.source, above)
    return board.step(board.own_file, data, f"the order of {part.element.source}")


def deleted(board: Board, form: Form) -> EditStep:
    """An element goes, or becomes what it inherits."""
    name = board.part(form["element"]).element.source
    return board.step(board.own_file, without_element(board.read(board.own_file), name), f"deleting {name}")


def _written_as(
    board: Board, part: Part, changes: Mapping[str, tuple[Value | Nudge, Value]], form: Form, says: str
) -> EditStep:
    """The step for changes of what is written, or else for the values themselves. `where`: in which file."""
    places = board.places(part.element)
    file = _target(board, {places[key].file or "" for key in changes if key in places}, form.get("where", "own"))
    data = board.read(file)
    there = board.said(part.element, {key: place for key, place in places.items() if place.file == file})
    if file == board.own_file and form.get("where") != "written":
        there = {key: at for key, at in there.items() if at.path[1:2] == (part.element.source,)}
    values = {key: change if key in there else plain for key, (change, plain) in changes.items()}
    options, source = board.options(part.element), part.element.source
    return board.step(file, with_options(data, source, there, values, options, board.template.ruler), says)


def _target(board: Board, files: set[str], where: str) -> str:
    if where != "written" or not files:
        return board.own_file
    if len(files) > 1:
        raise NotWrittenError("These are written in different files, so change them for this template only.")
    (file,) = files
    if file.startswith(SHIPPED):
        raise NotWrittenError("Templates that come with Proofdeck stay as they are, so change this template only.")
    return file


class Arranged(NamedTuple):
    """What the page shows while cards are arranged. boards: by side; board: of the chosen part, or of the front."""

    boards: Mapping[str, Board]
    board: Board
    part: Part | None

    @property
    def side(self) -> str:
        """Which of the boards."""
        return self.board.side

    @property
    def chosen(self) -> str:
        """As in `arranged`."""
        return f"{self.side}/{self.part.element.name if self.part else ''}"

    @property
    def locked(self) -> str:
        """Why nothing can be changed there, or ""."""
        return self.board.locked(self.board.own_file)

    @property
    def groups(self) -> Sequence[str]:
        """The groups of options, in their order."""
        return list(GROUPS)

    def rows(self) -> tuple[list[Row], str]:
        """What is written of the chosen part; if it cannot be read, why."""
        try:
            return (self.board.rows(self.part) if self.part else []), ""
        except NotWrittenError as error:
            return [], str(error)


def arranged(one: ShownGame, name: str, chosen: str) -> Arranged:
    """chosen: the side and the element, `front/title`, or anything else for none.

    Raises KeyError if there is no such card, or it has no front.
    """
    boards = {"front": Board(one, name, "front")}
    if one.cards[name].back is not None:
        boards["back"] = Board(one, name, "back")
    side, _, element = chosen.partition("/")
    board = boards.get(side, boards["front"])
    return Arranged(boards, board, next((part for part in board.parts if part.element.name == element), None))


def made_steps(one: ShownGame, root: Path, look: str = "", *, is_again: bool = False) -> list[EditStep]:
    """The steps that make templates of faces that were made from the columns, the front last.

    look: the one that was chosen, if any; is_again: in place of templates that were written from a look before, whose
    chosen colours, icons and fonts stay. Raises NotWrittenError if the game has other templates, and KeyError for no
    look.
    """
    made, folder = one.made.made, root.resolve() / TEMPLATES / one.game.name
    style = style_of(one, root) if is_again and look else None
    if made is None and not (style and style.look):
        raise NotWrittenError("This game has a template of its own.")
    if style and style.locked:
        raise NotWrittenError(style.locked)
    if look or made is None:
        made = faces_made(one.made.project, one.game.name, one.game.language, look)
    texts = written_templates(one.game.printed, made.found, made.made)
    if is_again:
        retouched = with_choices_of(one, root)
        texts = {name: retouched(words) for name, words in texts.items()}
    says = f"the look {made.made.look}"
    there = {file.name: read_file(file) for file in children(folder) if file.suffix == ".toml"} if style else {}
    gone = [name for name, data in there.items() if name not in texts and data.startswith(OF_KIND)]
    steps = [EditStep(folder / name, there.get(name), words.encode(), says) for name, words in sorted(texts.items())]
    return [*(EditStep(folder / name, there[name], None, says) for name in gone), *steps]


def wished(part: Part, template: Template, by: Sequence[float]) -> dict[str, tuple[float, float]]:
    """What has to be written for a change of a box: for each key by how much it changes, and what it is then, in mm.

    by: how x, y, width and height of the box change. A width that is left out reaches to the edge of the card, and so
    is written only if it differs from that; the end of a line moves with its beginning.
    """
    found: dict[str, tuple[float, float]] = {}
    sides = {"x": template.size.width, "y": template.size.height}
    for key, end, move, grow in (("x", "width", by[0], by[2]), ("y", "height", by[1], by[3])):
        start = part.values[key] or 0.0
        if abs(move) > SAME / 2:
            found[key] = move, start + move
        is_line = part.element.type == "line"
        end = ENDS[key] if is_line else end  # noqa: PLW2901 - a line says where it ends
        value = part.values[end]
        if value is not None:
            change = move + grow if is_line else grow
        else:
            change, value = (grow, start + move) if is_line else (move + grow, sides[key] - start - move)
        if abs(change) > SAME / 2:
            found[end] = change, value + change
    return found


def value_from(key: str, option: ElementOption, said: str, template: Template) -> Value:
    """What somebody has typed for an option. Raises NotWrittenError if it cannot be that."""
    value: Value = said
    if option.parse is flag and said in {"true", "false"}:
        value = said == "true"
    elif option.parse not in {text, paint}:
        try:
            value = float(said)
        except ValueError:
            value = said.strip()
    try:
        if is_expression(said):
            compile_expression(said)
        elif change_of(said) is None:
            option.value(value, template.ruler)
    except (ValueError, ExpressionError) as error:
        raise NotWrittenError(f"{key}: {error}. Nothing was written.") from None
    return value


def most_different(one: ShownGame, side: str, template: Template) -> dict[str, ShownCard]:
    """Up to five cards with that template that are least like each other, each with why."""
    faces = [(card, card.front if side == "front" else card.back) for card in one.cards.values()]
    alike = {
        drawn.key: (card, drawn.face) for card, drawn in faces if drawn and one.template(side, card.card) == template
    }
    known = list(alike.values())
    ways: Mapping[str, Callable[[tuple[ShownCard, Face]], float]] = {
        "longest text": lambda of: len(of[1].text),
        "most icons": lambda of: sum(isinstance(mark, Icon) for mark in of[1].leaves()),
        "shortest name": lambda of: -len(of[0].card.name),
        "longest name": lambda of: len(of[0].card.name),
        "shortest text": lambda of: -len(of[1].text),
    }
    found: dict[str, ShownCard] = {}
    for words, measure in ways.items():
        rest = [of for of in known if of[0] not in found.values()]
        if len(rest) == 1 or len(set(map(measure, rest))) > 1:
            found[words] = max(rest, key=measure)[0]
    return found


def _box(said: str) -> Signed:
    """Raises ValueError for anything but four numbers within reach."""
    x, y, width, height = _numbers(said, 4)
    return x, y, width, height


def _numbers(said: str, count: int) -> list[float]:
    """Raises ValueError for anything but so many numbers within reach."""
    found = [float(number) for number in said.split(",")]
    if len(found) != count or not all(-2000 < number < 2000 for number in found):
        raise ValueError(said)
    return found


KINDS = tuple(NEW_ELEMENTS)
"""What can be added."""

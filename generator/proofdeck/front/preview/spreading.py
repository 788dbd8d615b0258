"""Gives what one element looks like to all of its type: in its template, and in those of the other kinds of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from proofdeck.front.preview.boards import Board, Part, spelt
from proofdeck.front.preview.editing.elements import Written, with_options, without_option
from proofdeck.front.preview.editing.history import EditStep
from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.tables import Value
from proofdeck.front.preview.fields import GROUPS
from proofdeck.front.preview.showing import ShownGame
from proofdeck.front.table.forms import Form
from proofdeck.ground.places import TEMPLATES
from proofdeck.paper.faces.lengths import change_of
from proofdeck.paper.faces.options import LABEL

OF_ONE = frozenset({"curve", "focus", "twice", "flip"})
"""What is of the place or the contents of an element, though it is in a group of looks."""
LOOKS = tuple(key for group in ("Type", "Fill", "Line", "Effects") for key in GROUPS[group] if key not in OF_ONE)
Looks = Mapping[str, Value | None]
"""By option, what is written of it; None if nothing is."""


def given_to_all(one: ShownGame, form: Form) -> list[EditStep]:
    """The steps that write all that is different, except what is a list or is written in braces.

    Raises NotWrittenError if nothing is, and for a file that is locked or has changed since it was read.
    """
    board = Board(one, form["card"], form["side"])
    part = board.part(form["element"])
    looks, done, texts = _looks(board, part), set[tuple[str, str, str]](), dict[str, tuple[Board, bytes]]()
    for there in _boards(one, board):
        for other in there.parts:
            if other.element.type != part.element.type or (
                there is board and other.element.source == part.element.source
            ):
                continue
            for file, found in _differing(there, other, looks).items():
                new = {key: look for key, look in found.items() if (file, other.element.source, key) not in done}
                done |= {(file, other.element.source, key) for key in new}
                _, data = texts.get(file, (there, there.read(file)))
                texts[file] = there, _written(there, other, file, data, new)
    says = f"the looks of {part.element.source} for all"
    steps = [there.step(file, data, says) for file, (there, data) in texts.items()]
    if all(step.before == step.after for step in steps):
        raise NotWrittenError(f"All elements of the type {part.element.type} look like this one already.")
    return steps


def _looks(board: Board, part: Part) -> Looks:
    """In words that mean the same of any element."""
    found: dict[str, Any] = {key: None for key in LOOKS if key in board.options(part.element)}
    for key, at in board.said(part.element, board.places(part.element)).items():
        if key in found:
            raw = at.raw if change_of(at.raw) is None else part.values.get(key)
            found |= {key: raw if isinstance(raw, (str, int, float)) else ...}
    return {key: look for key, look in found.items() if look is not ...}


def _boards(one: ShownGame, board: Board) -> Iterator[Board]:
    """The same side of one card of each kind, beginning with the one that is arranged."""
    yield board
    kinds = {board.card.kind}
    for name, shown in one.cards.items():
        if shown.card.kind not in kinds and (shown.front if board.side == "front" else shown.back):
            kinds.add(shown.card.kind)
            yield Board(one, name, board.side)


def _differing(board: Board, part: Part, looks: Looks) -> dict[str, dict[str, Value | None]]:
    """By the file of the game that says it or shall say it, what is to be written; None for what is to be taken out.

    What it takes from another element is left to that one.
    """
    element, options, places = part.element, board.options(part.element), board.places(part.element)
    own = f"{TEMPLATES}/{board.game}/"
    files = [file for place in (element.place, *places.values()) if (file := place.file or "").startswith(own)]
    home = next((file for file in files if file != board.own_file), board.own_file)
    inherits = bool(element.bases) or any(not (place.file or "").startswith(own) for place in places.values())
    said = board.said(element, {key: place for key, place in places.items() if key in looks})
    bases = {one.element.source for one in board.parts if one.element.type == element.type} & {*element.bases}
    found: dict[str, dict[str, Value | None]] = {}
    for key, look in looks.items():
        now, default, wished = said.get(key), options[key].default, look
        if now is None and (look is None or (key in LABEL and "label" not in places)):
            continue
        if now and (not isinstance(now.raw, (str, int, float)) or now.path[1] in bases):
            continue
        file = places[key].file or "" if now else ""
        is_own = file.startswith(own) and now is not None and now.path[1] == element.source
        if look is None and (inherits or not is_own):
            wished = default if isinstance(default, (str, int, float)) else None
        if (wished is None and is_own) or (wished is not None and (now is None or spelt(now.raw) != spelt(wished))):
            found.setdefault(file if is_own else home, {})[key] = wished
    return found


def _written(board: Board, part: Part, file: str, data: bytes, changes: Looks) -> bytes:
    """The file with those options of the element, and without those that are None."""
    source, places = part.element.source, board.places(part.element)
    said = board.said(part.element, {key: place for key, place in places.items() if place.file == file})
    there: dict[str, Written] = {key: at for key, at in said.items() if at.path[1] == source}
    for key, change in changes.items():
        data = without_option(data, there[key]) if change is None else data
    values = {key: change for key, change in changes.items() if change is not None}
    return with_options(data, source, there, values, board.options(part.element), board.template.ruler)

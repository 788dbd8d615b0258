"""Makes the elements that are painted out of what files say of them, each as one table of settings in documented words.

An element takes settings from the same element in the template that its file extends, and from another element that it
`extends` itself. A repeated one becomes an element for each turn, and a label an element of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from proofdeck.ground.problems import NOWHERE, Place, Problems, did_you_mean, hint_from
from proofdeck.paper.faces import field_words
from proofdeck.paper.faces.elements import ELEMENTS
from proofdeck.paper.faces.lengths import change_of, multiplied
from proofdeck.paper.faces.options import COMMON, LABEL, ElementOption, shown
from proofdeck.paper.faces.template_files import Merged, Setting

Settings = dict[str, Setting]
FOR_ALL = ("type", "before", "extends", "repeat", "step")
"""What an element of any type can say, besides its options."""
MOST_TURNS = 200
_AT_THE_TOP = 'To extend another file, write extends = "base/front.toml" above the first table.'
_REPEAT = 'Write repeat = 4, or a list such as ["wood", "steel"].'
_BY_CARD = 'For a number that depends on the card, write repeat = 10 and when = "{{ turn <= cost|int }}".'


@dataclass(frozen=True, slots=True)
class PaintedElement:
    """One element. turn: names for its expressions if it is repeated; source: its name in files.

    bases: the elements that it extends, the nearest first.
    """

    settings: Settings
    place: Place
    source: str
    turn: Mapping[str, object] = field(default_factory=dict)
    bases: tuple[str, ...] = ()


def elements_of(merged: Merged, problems: Problems) -> dict[str, PaintedElement]:
    """Each element that is painted, in the order in which the elements were first named."""
    return _Elements(merged, problems).painted()


class _Elements:
    def __init__(self, merged: Merged, problems: Problems) -> None:
        self._merged, self._problems = merged, problems
        self._known: dict[str, Settings] = {}
        self._bases: dict[str, tuple[str, ...]] = {}

    def painted(self) -> dict[str, PaintedElement]:
        found: dict[str, PaintedElement] = {}
        for name, place in self._merged.element_places.items():
            for own, settings, turn in self._turns(name):
                for part, said in _with_label(own, settings):
                    if part in found or (part != name and part in self._merged.elements):
                        message = f"'{name}' is painted as '{part}', and there is another element of that name"
                        self._refuse("elements", message, Setting(part, place), "Rename one of the two.")
                    else:
                        found[part] = PaintedElement(said, place, name, turn, self._bases.get(name, ()))
        return found

    def _turns(self, name: str) -> Iterator[tuple[str, Settings, Mapping[str, object]]]:
        """The element, or each of its turns: name, settings, and what `each` and `turn` are."""
        settings = dict(self._settings(name))
        repeat, step = settings.pop("repeat", None), settings.pop("step", None)
        if (before := settings.get("before")) and "repeat" in self._settings(str(before.raw)):
            settings["before"] = Setting(f"{before.raw}_1", before.place)
        if repeat is None:
            if step is not None:
                self._refuse("step", "the element is not repeated", step, _REPEAT)
            yield name, settings, {}
            return
        steps = self._steps(settings, step)
        for number, each in enumerate(self._each(repeat)):
            yield f"{name}_{number + 1}", _moved(settings, steps, number), {"each": each, "turn": number + 1}

    def _each(self, repeat: Setting) -> Sequence[object]:
        raw = repeat.raw
        if isinstance(raw, int) and not isinstance(raw, bool) and 1 <= raw <= MOST_TURNS:
            return range(1, raw + 1)
        if (
            isinstance(raw, list)
            and 1 <= len(raw) <= MOST_TURNS
            and not any(isinstance(each, (list, bool)) for each in raw)
        ):
            return raw
        why = (
            "the list is empty" if raw == [] else f"{shown(raw)} is neither a list nor a number from 1 to {MOST_TURNS}"
        )
        self._refuse("repeat", why, repeat, _BY_CARD if isinstance(raw, str) else _REPEAT)
        return ()

    def _steps(self, settings: Settings, step: Setting | None) -> dict[str, tuple[str, object]]:
        """How far each length moves from one turn to the next: where it begins, and the step. A line moves as one."""
        said = step.raw if step is not None else {}
        if step is not None and not isinstance(said, dict):
            self._refuse("step", f"{shown(said)} is not a table such as {{x = 0, y = 8.5}}", step)
            return {}
        lengths = _lengths(settings.get("type"))
        steps: dict[str, tuple[str, object]] = {}
        for key, by in said.items():
            begin = _plain(key, settings, lengths)
            try:
                if key not in lengths or begin is None:
                    what = f"the element does not set {key}" if key in lengths else f"there is no length {shown(key)}"
                    raise ValueError(what)
                multiplied(by, 1)
            except ValueError as error:
                near = (
                    "" if key in lengths else hint_from(did_you_mean(key, lengths), f"Lengths: {', '.join(lengths)}.")
                )
                self._refuse("step", str(error), step or Setting(by, NOWHERE), near)
                continue
            steps[key] = begin, by
        for key, end in (("x", "x2"), ("y", "y2")):
            if key in steps and end in lengths and end in settings and end not in said:
                steps[end] = str(settings[end].raw), steps[key][1]
        return steps

    def _settings(self, name: str, asked: tuple[str, ...] = ()) -> Settings:
        """The settings of an element with all that it inherits; {} if there is no such element."""
        if name not in self._known:
            files = self._merged.elements.get(name, [])
            base = self._base(name, files, (*asked, name))
            self._known[name] = self._inherited(base, files)
        return self._known[name]

    def _base(self, name: str, files: list[Settings], asked: tuple[str, ...]) -> Settings:
        """The settings of the element that this one extends."""
        said = next((said["extends"] for said in reversed(files) if "extends" in said), None)
        if said is None:
            return {}
        others = [other for other in self._merged.elements if other != name]
        other = str(said.raw)
        if other in asked:
            through = f" through {' and '.join(map(shown, asked[asked.index(other) + 1 :]))}" if other != name else ""
            self._problems.report("E202", f"the element '{other}' extends itself{through}", said.place, field="extends")
        elif other not in others:
            hint = hint_from(did_you_mean(other, others), _AT_THE_TOP)
            message = f"there is no other element {shown(said.raw)}"
            self._problems.report("E202", message, said.place, field="extends", hint=hint)
        else:
            settings = self._settings(other, asked)
            self._bases[name] = other, *self._bases.get(other, ())
            return {key: setting for key, setting in settings.items() if key != "before"}
        return {}

    def _inherited(self, base: Settings, files: list[Settings]) -> Settings:
        """The settings of `base`, overridden by one file after the other."""
        settings = base
        for said in files:
            own = self._named(said, settings.get("type"))
            own.pop("extends", None)
            settings = {**_kept(settings, own.get("type")), **self._changed(own, settings)}
        return settings

    def _changed(self, own: Settings, inherited: Settings) -> Settings:
        """Its settings, with lengths such as `"+= 5"` added to those that it inherits."""
        lengths = _lengths(own.get("type", inherited.get("type")))
        changed = dict(own)
        for key in own.keys() & lengths.keys():
            if (change := change_of(own[key].raw)) is None:
                continue
            begin = _plain(key, inherited, lengths) if inherited else None
            if begin is None:
                why = f"{shown(own[key].raw)} changes a length that the element does not inherit"
                self._refuse(key, why, own[key], 'Write a length, or extends = "NAME" for the element that has it.')
                del changed[key]
            else:
                changed[key] = Setting(begin + change, own[key].place)
        return changed

    def _named(self, said: Settings, inherited_type: Setting | None) -> Settings:
        """The settings of one file in documented words."""
        own: Settings = {}
        kind = said.get("type", inherited_type)
        meant = field_words.kind_of(kind.raw) if kind is not None and isinstance(kind.raw, str) else ""
        options = (*FOR_ALL, *ELEMENTS.get(meant, {}))
        for word, setting in said.items():
            key = field_words.option_of(meant, word, options)
            if key in own or (key != word and key in said):
                message = f"'{word}' is another word for '{key}', which the element has too"
                self._problems.report("E208", message, setting.place, field=word, hint="Delete one of the two lines.")
            elif key == "type" and meant:
                own[key] = Setting(meant, setting.place)
            else:
                own[key] = setting
        return own

    def _refuse(self, key: str, message: str, setting: Setting, hint: str = "") -> None:
        self._problems.report("E205", f"{key}: {message}", setting.place, field=key, hint=hint)


def _kept(inherited: Settings, new_type: Setting | None) -> Settings:
    """The options an element inherits: if its type differs from the base's, only those that both types have."""
    if new_type is None or not isinstance(new_type.raw, str) or new_type.raw not in ELEMENTS:
        return inherited
    same = "type" in inherited and inherited["type"].raw == new_type.raw
    known = ELEMENTS[new_type.raw]
    return {key: setting for key, setting in inherited.items() if same or key in known or key in FOR_ALL}


def _lengths(kind: Setting | None) -> dict[str, ElementOption]:
    """The options of that type that are one length."""
    options = ELEMENTS.get(kind.raw, {}) if kind is not None and isinstance(kind.raw, str) else {}
    return {name: option for name, option in options.items() if option.unit and option.default != ()}


def _plain(key: str, settings: Settings, lengths: Mapping[str, ElementOption]) -> str | None:
    """A length as it is written, or its default; None if it has neither."""
    if key in settings:
        return str(settings[key].raw)
    default = 0 if key in {"x", "y"} else lengths[key].default if key in lengths else None
    return None if default is None else f"{default:g}"


def _moved(settings: Settings, steps: Mapping[str, tuple[str, object]], number: int) -> Settings:
    moved = {
        key: Setting(begin + multiplied(by, number), settings[key].place if key in settings else NOWHERE)
        for key, (begin, by) in steps.items()
    }
    return {**settings, **moved} if number else settings


def _with_label(name: str, settings: Settings) -> Iterator[tuple[str, Settings]]:
    """The element, and its label as a text in the same box, painted right above it."""
    label = settings.get("label")
    kind = settings.get("type")
    if label is None or kind is None or "label" not in ELEMENTS.get(str(kind.raw), {}):
        yield name, settings
        return
    yield name, {key: setting for key, setting in settings.items() if key not in LABEL}
    own = {key.removeprefix("label_"): setting for key, setting in settings.items() if key in LABEL and key != "label"}
    placed = {key: setting for key, setting in settings.items() if key in COMMON or key == "before"}
    said = {"type": "text", "align": "center", "valign": "middle"}
    made = {key: Setting(raw, label.place) for key, raw in said.items()}
    yield f"{name}_label", {**placed, **made, "text": label, **own}

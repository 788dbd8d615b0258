"""Makes each element one table of settings, in documented words, out of what several files say of it."""

from __future__ import annotations

from collections.abc import Mapping

from generator.faces import field_words
from generator.faces.options import ELEMENTS
from generator.faces.template_files import Merged, Setting
from generator.problems import Problems

Settings = dict[str, Setting]
FOR_ALL = ("type", "before")
"""What an element of any type can say, besides its options."""


def elements_of(merged: Merged, problems: Problems) -> dict[str, Settings]:
    """The settings of each element, in the order in which the elements were first named."""
    return {name: _inherited({}, files, problems) for name, files in merged.elements.items()}


def _inherited(base: Settings, files: list[Settings], problems: Problems) -> Settings:
    """The settings of `base`, overridden by one file after the other."""
    settings = base
    for said in files:
        own = _named(said, settings.get("type"), problems)
        settings = {**_kept(settings, own.get("type")), **own}
    return settings


def _named(said: Settings, inherited_type: Setting | None, problems: Problems) -> Settings:
    """The settings of one file in documented words."""
    own: Settings = {}
    kind = said.get("type", inherited_type)
    meant = field_words.kind_of(kind.raw) if kind is not None and isinstance(kind.raw, str) else ""
    options = (*FOR_ALL, *ELEMENTS.get(meant, {}))
    for word, setting in said.items():
        key = field_words.option_of(meant, word, options)
        if key in own or (key != word and key in said):
            message = f"'{word}' is another word for '{key}', which the element has too"
            problems.report("E208", message, setting.place, field=word, hint="Delete one of the two lines.")
        elif key == "type" and meant:
            own[key] = Setting(meant, setting.place)
        else:
            own[key] = setting
    return own


def _kept(inherited: Settings, new_type: Setting | None) -> Mapping[str, Setting]:
    """The options an element inherits: if its type differs from the base's, only those that both types have."""
    if new_type is None or not isinstance(new_type.raw, str) or new_type.raw not in ELEMENTS:
        return inherited
    same = "type" in inherited and inherited["type"].raw == new_type.raw
    known = ELEMENTS[new_type.raw]
    return {key: setting for key, setting in inherited.items() if same or key in known or key == "before"}

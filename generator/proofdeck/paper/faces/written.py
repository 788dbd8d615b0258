"""Made templates as the files of a project, for people who go on with them."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from proofdeck.paper.faces.made import Assets, MadeTemplates, made_templates
from proofdeck.paper.faces.placed import parts_of
from proofdeck.source.cards.deck import Deck
from proofdeck.source.cards.roles import Role

ELEMENT = re.compile(r"^(?=(?:# .*\n)?\[elements\.)", re.MULTILINE)


def written_templates(deck: Deck, found: Assets, made: MadeTemplates) -> dict[str, str]:
    """Templates of those faces as files, by name. What all kinds have in common is in the front that they extend.

    Pictures are listed only if their files are not all called alike: `images/`, then what the cell says.
    """
    pictures = found.pictures
    cells = {cell for part in parts_of(deck) if part.role is Role.PICTURE for cell in part.column.filled}
    parted = {pictures[cell].partition(cell) for cell in cells & {*pictures}}
    before, cell, behind = parted.pop() if len({(one[0], one[2]) for one in parted}) == 1 else ("", "", "")
    around = (before, behind) if cell else None
    files = dict(made_templates(deck, replace(found, around=around), made.size, made.look, made.share).files)
    files["back.toml"] = files["back.toml"].replace(f'size = "{made.size}"\n', "", 1)
    kinds = {name: ELEMENT.split(text) for name, text in files.items() if name not in {"front.toml", "back.toml"}}
    if kinds:
        blocks = [one[1:] for one in (*kinds.values(), ELEMENT.split(files["front.toml"]))]
        same = sum(1 for _ in takewhile(lambda one: len({*one}) == 1, zip(*blocks, strict=False)))
        for name, (_, *own) in kinds.items():
            head = f'# What only these cards have.\n\nextends = "{deck.game}/front.toml"\n\n'
            files[name] = head + "".join(own[same:])
        files["front.toml"] = "".join(ELEMENT.split(files["front.toml"])[: same + 1])
    return files

"""`export ttpg`: a package of decks, tokens and boards for Tabletop Playground. Lengths in its templates are cm."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping

from generator.cache import digest
from generator.export.atlas import Atlas, sheet_jobs, sheets_of
from generator.export.online import cells_of
from generator.export.settings import Settings
from generator.export.shop import text_job
from generator.export.target import ExportedGame, Target
from generator.faces.face import Outline
from generator.problems import counted
from generator.workspace.outputs import Job

SAME_INDEX, ONE_FILE = -3, -2
"""Where a back is: at the same index of a sheet of its own, or a file for all."""
HIDDEN_IS_BACK = -3
MODELS: Mapping[Outline, str] = {"rectangle": "Rounded", "hexagon": "Hexagonal", "ellipse": "Round"}
THIN, THICK = 0.05, 0.2
"""cm: a card, and a token or board."""


def jobs(goods: ExportedGame, settings: Settings) -> list[Job]:
    """A folder with a manifest, a template for each sheet of cards, and the sheets."""
    package = goods.game.name
    sheets = sheets_of(goods, goods.designs, settings)
    manifest = {
        "Name": goods.game.title,
        "Version": goods.game.about.version or "1",
        "GUID": _guid(goods, "package"),
        "CopyProtection": False,
    }
    return [
        text_job(f"{package}/Manifest.json", "package", _as_json(manifest)),
        *sheet_jobs(goods, sheets, f"{package}/Textures", settings),
        *(_template_job(goods, sheet) for sheet in sheets),
    ]


def _template_job(goods: ExportedGame, sheet: Atlas) -> Job:
    count = sum(one.copies for one in sheet.designs)
    text = _as_json(_template(goods, sheet))
    return text_job(f"{goods.game.name}/Templates/{sheet.designs[0].name}.json", counted(count, "piece"), text)


def _template(goods: ExportedGame, sheet: Atlas) -> dict[str, object]:
    """A stack with every copy of the cards of a sheet."""
    first, cells = sheet.designs[0].front, [cells_of(one.card, goods) for one in sheet.designs]
    is_card = first.outline == "rectangle" and not sheet.designs[0].is_board
    return {
        "Type": "Card",
        "GUID": _guid(goods, sheet.designs[0].name),
        "Name": _name(goods, sheet),
        "Metadata": "",
        "Tags": [],
        "CollisionType": "Regular",
        "SurfaceType": "Cardboard",
        "Models": [],
        "FrontTexture": sheet.front,
        "BackTexture": sheet.back,
        "HiddenTexture": "",
        "BackIndex": SAME_INDEX if sheet.has_own_backs else ONE_FILE,
        "HiddenIndex": HIDDEN_IS_BACK,
        "NumHorizontal": sheet.grid.columns,
        "NumVertical": sheet.grid.rows,
        "Width": round(first.size.width / 10, 4),
        "Height": round(first.size.height / 10, 4),
        "Thickness": THIN if is_card else THICK,
        "Model": MODELS[first.outline] if not sheet.designs[0].is_board else "Square",
        "HiddenInHand": is_card,
        "UsedWithCardHolders": is_card,
        "CanStack": True,
        "Indices": [index for index, one in enumerate(sheet.designs) for _ in range(one.copies)],
        "CardNames": {str(index): one["label"] for index, one in enumerate(cells)},
        "CardMetadata": {str(index): one["description"] for index, one in enumerate(cells)},
        "CardTags": {str(index): [one.card.kind] for index, one in enumerate(sheet.designs) if one.card.kind},
    }


def _name(goods: ExportedGame, sheet: Atlas) -> str:
    """The name of the card if there is only one, or the most common kind of card."""
    names = {one.card.name or one.card.id for one in sheet.designs}
    kinds = Counter(one.card.kind for one in sheet.designs if one.card.kind)
    what = names.pop() if len(names) == 1 else kinds.most_common(1)[0][0] if kinds else "cards"
    return f"{goods.game.title}: {what}"


def _guid(goods: ExportedGame, name: str) -> str:
    """32 hexadecimal digits, the same in each export."""
    return digest("ttpg", goods.game.name, name).upper()


def _as_json(data: Mapping[str, object]) -> str:
    return f"{json.dumps(data, ensure_ascii=False, indent=1)}\n"


TARGET = Target("ttpg", "a package of decks, tokens and boards for Tabletop Playground", ("dpi",), jobs)

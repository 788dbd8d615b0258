"""The facts about a print that its first page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from proofdeck.ground.paper import Ink
from proofdeck.ground.phrases import phrases_of
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.faces.face import Font
from proofdeck.paper.faces.materials import MaterialError
from proofdeck.paper.sheets.cover import Imprint, TiledBoard, pieces_of
from proofdeck.paper.sheets.drawing import BOLD, TITLE
from proofdeck.paper.sheets.sheet import Imposition, Sheet
from proofdeck.source.project.edition import issue
from proofdeck.source.project.look import ANY


def imprint_of(
    made: Print,
    sheets: Sequence[Sheet],
    how: Imposition,
    *,
    ink: Ink = "full",
    command: str = "",
    exchange: tuple[str, ...] = (),
) -> Imprint:
    """command: what makes the sheets again; exchange: how to update the printed deck, for sheets of changes."""
    names = {card.id: card.name for card in made.game.printed}
    boards = {
        sheet.label: TiledBoard(sheet.label, names.get(sheet.label, sheet.label), tiling.columns, tiling.rows)
        for sheet in sheets
        if (tiling := sheet.plan.tiling)
    }
    game, say, author = made.game, phrases_of(made.game.tongue), made.game.about.author
    return Imprint(
        title=game.title,
        about=replace(game.about, language=game.tongue).line,
        cards=len(made.items),
        sheets=len(sheets),
        ink=ink,
        how=how,
        folded=how.layout is not None and how.layout.fold and any(sheet.back is None for sheet in sheets),
        exchange=exchange,
        pieces=pieces_of(made.items, sheets, {card.id: card.fields.get("kind", "") for card in game.printed}, say),
        accent=made.look.accent,
        font=title_font(made),
        phrases=say,
        has_backs=any(item.back for item in made.items),
        boards=tuple(boards.values()),
        needs=game.about.needs,
        issue=issue(game),
        command=command,
        credit=" · ".join(part for part in (author and say("by", author=author), game.about.licence) if part),
        credits=game.about.credits,
    )


def title_font(made: Print) -> Font:
    """The font of the game's titles, if it is available."""
    font = Font(made.look.title, 700)
    try:
        made.supplies.fonts.file(font)
    except MaterialError:
        return TITLE
    return BOLD if made.look == ANY else font

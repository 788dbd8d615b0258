"""What has changed since an earlier reading of the project, card by card, with the faces of then and of now."""

from __future__ import annotations

from functools import partial
from typing import Any

from proofdeck.book.changes.difference import CardChange, GameChange
from proofdeck.book.changes.report import of_card, summary
from proofdeck.book.changes.snapshot import CardSnapshot
from proofdeck.front.preview.showing import Drawn, Showing, ShownProject
from proofdeck.ground.problems import ProofdeckError

FILTERS = {"summary": summary, "of_card": of_card}
"""How the page tells a change."""
SIDE_PAIR = tuple[Drawn | None, Drawn | None]


def differences(showing: Showing, since: str) -> dict[str, Any]:
    """What the page says of them. since: `opened`, `printed` or a git revision; wrong: why there is no such reading."""
    since, wrong = since.strip() or "opened", ""
    changes: list[GameChange] = []
    try:
        changes = showing.changes(since)
    except ProofdeckError as error:
        wrong = error.problems[0].message
    known = since not in {"opened", "printed"} and not wrong
    first = showing.earlier(since) if known else showing.first
    return {"since": since, "changes": changes, "wrong": wrong, "faces": partial(_faces, first, showing.now)}


def _faces(first: ShownProject, now: ShownProject, game: GameChange, change: CardChange) -> SIDE_PAIR:
    """The side that differs, before and now; None if there is no picture of it."""
    old, new = (_sides(one, game.name, card) for one, card in ((first, change.old), (now, change.new)))
    pairs = [(one, other) for one, other in zip(old, new, strict=True) if one and other and one.key != other.key]
    return pairs[0] if pairs else (old[0], new[0])


def _sides(shown: ShownProject, game: str, card: CardSnapshot | None) -> SIDE_PAIR:
    known = shown.games[game].cards.get(card.id) if card and game in shown.games else None
    return (known.front, known.back) if known else (None, None)

"""Turns a written table into an itemised sheet for each player and a ranking with its reasons."""

from __future__ import annotations

from typing import Any

from proofdeck.ground.problems import Place, Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.notation import LONGEST_TABLE, read_notation


def calculate(playable: Playable, text: str, shown: str, problems: Problems) -> Scored | None:
    """Read the notation and score it. None after problems, which report every mistake in the text.

    shown: the name of the text in problems.
    """
    if len(text) > LONGEST_TABLE:
        problems.report("E702", f"the text is longer than {LONGEST_TABLE} characters", Place(shown))
        return None
    scope = problems.scope()
    scored = playable.engine.score(playable.game, read_notation(text, shown), problems)
    return scored if scope.is_clean else None


def as_object(game: str, scored: Scored) -> dict[str, Any]:
    """The result for programs: `{"version": 1, "game", "players", "ranking", "decided_by"}`, with `sides` if players
    are partners, and with `result` if they won or lost against the game.
    """
    ranking, decided = scored.ranking, scored.ranking.decided_by
    return {
        "version": 1,
        "game": game,
        "players": [
            {
                "name": name,
                "total": sheet.total,
                "items": [
                    {"clause": item.clause, "label": item.label, "points": item.points, "cards": list(item.cards)}
                    for item in sheet.items
                ],
                "tallies": dict(sheet.tallies),
            }
            for name, sheet in zip(scored.names, scored.sheets, strict=True)
        ],
        "ranking": [[scored.names[seat] for seat in group] for group in ranking.groups],
        "decided_by": {"clause": decided.clause, "label": decided.label} if decided else None,
        **ranking.told_of_sides(scored.names),
    }

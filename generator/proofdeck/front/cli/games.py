"""`proofdeck games`: the games of a project."""

from __future__ import annotations

from pathlib import Path

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, ProjectFolder, print_object, warn


def games(
    project: ProjectFolder = Path(),
    as_json: AsJson = False,
) -> None:
    """List the games of the project with their titles, players and pieces by kind."""
    from proofdeck.ground.problems import Problems, as_row, counted
    from proofdeck.source.project.reading import load_project

    problems = Problems()
    found = load_project(project, problems).games.values()
    rows = [
        {
            "name": game.name,
            "title": game.title,
            "players": list(game.about.players) if game.about.players else None,
            "pieces": game.deck.count(),
            "kinds": {kind: game.deck.count(kind) for kind in dict.fromkeys(card.kind for card in game.deck)},
        }
        for game in found
    ]
    if as_json:
        print_object({"version": 1, "games": rows, "problems": list(map(as_row, problems))})
        return
    warn(problems, project)
    width = max((len(game.name) for game in found), default=0)
    for game in found:
        facts = " · ".join(part for part in (game.about.line, counted(game.deck.count(), "piece")) if part)
        say(f"{game.name:<{width}}  {game.title}: {facts}")

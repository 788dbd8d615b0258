"""What a book says, with all drawings that its page asks for."""

from __future__ import annotations

from dataclasses import replace

from generator.bounds import whole
from generator.deck.prints import parts_of
from generator.problems import Problems
from generator.project.folder import Project
from generator.project.game import Game
from generator.rulebook.composing import Proved, manuscript
from generator.rulebook.figures import Figure, FigureRequest, anatomy, setup
from generator.rulebook.manuscript import Manuscript
from generator.rulebook.tree import Drawing


def draw_manuscript(project: Project, game: Game, proof: Proved, problems: Problems) -> Manuscript | None:
    """Return what the book says, with all drawings; None without rules, or if its text cannot be filled in."""
    plain = manuscript(game, proof, problems)
    return plain and replace(plain, figures=_figures(project, game, plain, proof, problems))


def _figures(
    project: Project, game: Game, plain: Manuscript, proof: Proved, problems: Problems
) -> dict[FigureRequest, Figure]:
    """Return the drawings that the page asks for; what cannot be drawn becomes a problem."""
    found: dict[FigureRequest, Figure] = {}
    for asked in dict.fromkeys(block.asked for block in plain.blocks if isinstance(block, Drawing)):
        draw = _anatomy if asked.kind == "anatomy" else _setup
        try:
            figure = draw(project, game, proof, asked)
        except ValueError as error:
            problems.report("E611", str(error), game.book.place(_line_of(game, asked)))
        else:
            found |= {asked: figure} if figure else {}
    return found


def _anatomy(project: Project, game: Game, _: Proved, asked: FigureRequest) -> Figure | None:
    """Draw the parts of a card; None if its template cannot be read, which is reported elsewhere.

    Raises ValueError for a part that is not drawn.
    """
    card = next((card for card in game.printed if card.id == asked.subject), None)
    if card is None:
        raise ValueError(f"there is no card '{asked.subject}'")
    found = parts_of(project, game, card)
    return found and anatomy(card.id, *found, asked.parts)


def _setup(_: Project, game: Game, proof: Proved, asked: FigureRequest) -> Figure | None:
    """Draw the table after the deal; None if its engine is not run. Raises ValueError if the game cannot be dealt."""
    playable = proof.playable
    if playable is None and "engine" in game.page.head:
        return None
    if playable is None or "engine" not in game.page.head:
        raise ValueError("the table after the deal is drawn from an engine, and this game has none")
    return setup(playable.engine, playable.game, game.deck, whole(asked.subject) or 0, asked.parts, game.phrases)


def _line_of(game: Game, asked: FigureRequest) -> int | None:
    """Return where the page asks for it: the line with its kind and everything that it names."""
    wanted = (f"{asked.kind}(", asked.subject)
    lines = enumerate(game.book.body.splitlines(), game.book.first_line)
    return next((number for number, line in lines if all(word in line for word in wanted)), None)

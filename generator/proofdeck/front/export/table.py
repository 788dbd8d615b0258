"""The tables of a game that is exported: one for each number of players, if its cards can be dealt."""

from __future__ import annotations

from dataclasses import replace

from proofdeck.front.export.target import ExportedGame
from proofdeck.front.making.tables import LaidTable, dealt_table, free_table
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.head import SETUP


def tables_of(goods: ExportedGame) -> list[LaidTable]:
    """A table for each number of players, or the only one if nothing can be dealt."""
    return _dealt(goods) or _laid(goods)


def _laid(goods: ExportedGame) -> list[LaidTable]:
    """As the setup says for each number of players; without one, what is in the box."""
    game, asked = goods.game, goods.options.players
    if game.page.under(SETUP):
        fewest, most = game.about.players or (1, 1)
        try:
            counts = [asked] if asked else range(fewest, most + 1)
            return [free_table(game, goods.designs, players, players) for players in counts]
        except ValueError as error:
            message = f"the table of {game.title} is not laid out: {error}"
            goods.problems.append(Problem("W534", message, game.page.shown, hint="`proofdeck check` names the line."))
            game = replace(game, page=replace(game.page, head={}))
    return [free_table(game, goods.designs, 0, asked)]


def _dealt(goods: ExportedGame) -> list[LaidTable]:
    """The table after the deal for each number of players. A game that cannot be played is told once."""
    if "engine" not in goods.game.page.head:
        return []
    own = Problems()
    playable = playable_of(goods.project, goods.game, own, trust=goods.options.trust)
    if playable is None:
        why = next((problem.message for problem in own if problem.is_error), "its engine cannot be read")
        goods.problems.append(_not_dealt(goods, why))
        return []
    fewest, most = playable.game.min_players, playable.game.max_players
    if goods.options.players and not fewest <= goods.options.players <= most:
        goods.problems.append(_not_dealt(goods, f"it is for {fewest} to {most} players, not {goods.options.players}"))
        return []
    counts = [goods.options.players] if goods.options.players else range(fewest, most + 1)
    try:
        with playable.origin.faults():
            return [dealt_table(goods.made, playable, goods.designs, players) for players in counts]
    except ProofdeckError as error:
        goods.problems.append(_not_dealt(goods, error.problems[0].message))
        return []


def _not_dealt(goods: ExportedGame, why: str) -> Problem:
    hint = "There is a pile for each back instead. See `proofdeck check`, or --trust for an engine of your own."
    return Problem("W534", f"the cards of {goods.game.title} are not dealt: {why}", goods.game.page.shown, hint=hint)

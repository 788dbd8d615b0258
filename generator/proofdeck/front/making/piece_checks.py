"""Compares the boards and pieces of a deck with what the engine of its game, or its setup, does with them."""

from __future__ import annotations

from proofdeck.ground.problems import Problems, counted, did_you_mean, hint_from, some_of
from proofdeck.paper.deck.prints import Print
from proofdeck.paper.faces.sizes import looks_like_a_piece
from proofdeck.play.free.laying import SetupError, start_of
from proofdeck.play.free.setup import check_head, heads, pieces_of, read_setup
from proofdeck.play.setup.opening import playable_of
from proofdeck.play.setup.trusting import own_engine
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import SETUP, TRACKS

MOST_SPACES = 12
"""How many spaces of a board a message names."""


def check_dealt(project: Project, game: Game, made: Print, problems: Problems, *, trust: bool) -> None:
    """Warn of rows that look like boards or tokens and that an engine of the project deals like cards."""
    playable = playable_of(project, game, Problems(), trust=trust) if own_engine(game) and not game.language else None
    if playable is None:
        return
    zones = playable.game.new_initial_state(playable.game.min_players, 0).zones()
    dealt = {card for cards in zones.values() for card in cards}
    for card in game.deck:
        template = made.templates.get(("front", card.kind))
        if card.id in dealt and template and looks_like_a_piece(template.shape):
            message = f"{card.name or card.id} is printed as a board or a token, but the engine deals it like a card"
            hint = "Say in a column `component` what it is, such as board or token: such rows are never dealt."
            problems.report("W647", message, card.place("kind"), field="kind", hint=hint)


def check_spaces(project: Project, game: Game, made: Print, problems: Problems, *, trust: bool) -> None:
    """Warn of spaces that pieces can be on and that the template of their board does not have."""
    playable = playable_of(project, game, Problems(), trust=trust) if not game.language else None
    cards = {card.id: card for card in game.deck}
    for board, wanted in playable.game.spaces_of_boards().items() if playable else ():
        card = cards.get(board)
        template = made.templates.get(("front", card.kind)) if card else None
        if not card or not template:
            continue
        lacking = [name for name in dict.fromkeys(wanted) if name not in template.spaces]
        called = card.name or card.id
        if lacking and not template.spaces:
            message = f"pieces lie on '{called}', but its template does not say where its spaces are"
            hint = "Write a [[spaces]] with x and y for each. Until then, pieces are shown before their players."
            problems.report("W649", message, card.place("id"), field="id", hint=hint)
        elif lacking:
            message = f"the engine puts pieces on spaces that '{called}' does not have: {some_of(lacking, MOST_SPACES)}"
            has = f"It has {some_of(list(template.spaces), MOST_SPACES)}."
            near = "" if lacking[0].isdigit() else did_you_mean(lacking[0], template.spaces)
            hint = hint_from(near, has, "Add a [[spaces]] for each, or correct the engine.")
            problems.report("W648", message, template.spaces_place, field="spaces", hint=hint)


def check_setup(game: Game, problems: Problems) -> None:
    """Report each line of the setup that cannot be read, and the first one that its cards cannot make."""
    page = game.page
    check_head(page, TRACKS, problems)
    scope = problems.scope()
    check_head(page, SETUP, problems)
    if SETUP not in page.keys:
        return
    fewest, most = game.about.players or (1, 1)
    for players in range(fewest, most + 1) if scope.is_clean else ():
        try:
            start_of(pieces_of(game, players), players, 1, read_setup(heads(page, SETUP), players))
        except SetupError as error:
            entries = page.under(SETUP)
            entry = entries.get(error.label) or next(iter(entries.values()))
            message = f"{SETUP}: {error.label}: {error.why} ({counted(players, 'player')})"
            problems.report("E506", message, entry.place, field=SETUP, hint="See `proofdeck preview`, Play.")
            return

"""What a book says, with all drawings that its page asks for."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from proofdeck.book.manuscript.arranged import arranged
from proofdeck.book.manuscript.composing import Held, Proved, manuscript, prove_rules
from proofdeck.book.manuscript.figures import THE_MAT, Figure, FigureRequest, Mat, anatomy, element_of, setup
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.tree import PageFigure
from proofdeck.ground.bounds import whole
from proofdeck.ground.problems import Problem, Problems, did_you_mean, hint_from
from proofdeck.ground.workspace.workspace import Kept, question
from proofdeck.paper.deck.prints import parts_of
from proofdeck.paper.deck.templates import template_of
from proofdeck.paper.deck.versions import PrintVersion, game_of
from proofdeck.play.engine.loading import Playable
from proofdeck.play.engine.score_sheet import ScoredTable
from proofdeck.play.free.setup import heads, pieces_of, read_setup
from proofdeck.play.scene.boards import Plans, mat_of, plans_of
from proofdeck.play.scene.zones import SEED
from proofdeck.play.setup.opening import engine_faults, playable_of
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import Game
from proofdeck.source.project.head import SETUP


class ComposedBook(NamedTuple):
    """The book of a game with all drawings, compared with its engine.

    manuscript: None without rules, or if its text cannot be filled in; held: the examples that hold; is_played: whether
    its engine was run; problems: everything that is wrong. scored: the tables of its examples.
    """

    manuscript: Manuscript | None
    held: Held
    is_played: bool
    problems: tuple[Problem, ...]
    scored: tuple[ScoredTable, ...] = ()


class DrawnFigure(NamedTuple):
    """A drawing that a page asks for; None with the problems that say why, or where a template cannot be read."""

    figure: Figure | None
    problems: tuple[Problem, ...] = ()


def compose(project: Project, version: PrintVersion, trust: bool) -> ComposedBook:
    """The book of a game in that version. Players do not matter."""
    found = composed(project, version, trust)
    if found.manuscript is None:
        return found
    figures = dict(found.manuscript.figures)
    asked = dict.fromkeys(block.asked for block in found.manuscript.blocks if isinstance(block, PageFigure))
    if any(told.before or told.after for told in found.manuscript.told):
        asked[THE_MAT] = None
    drawings = {one: draw(project, version, trust, one) for one in asked if one not in figures}
    figures |= {one: drawn.figure for one, drawn in drawings.items() if drawn.figure}
    problems = (problem for drawn in drawings.values() for problem in drawn.problems)
    return found._replace(manuscript=replace(found.manuscript, figures=figures), problems=(*found.problems, *problems))


@question(Kept.VALUE)
def composed(project: Project, version: PrintVersion, trust: bool) -> ComposedBook:
    """The same without the drawings that follow templates and not rules."""
    game = game_of(project, version)
    problems = Problems()
    proof, plain = Proved(None), None
    with engine_faults(project, game, problems):
        proof = prove_rules(project, game, problems, trust=trust)
        plain = manuscript(game, proof, problems)
    project.carry(problems)
    scored = tuple(ScoredTable(tuple(ran.sheets.values()), ran.ranking) for ran in proof.ran if ran.sheets)
    return ComposedBook(plain, proof.held, proof.playable is not None, tuple(problems), scored)


@question(Kept.VALUE)
def draw(project: Project, version: PrintVersion, trust: bool, asked: FigureRequest) -> DrawnFigure:
    """One drawing."""
    game = game_of(project, version)
    figure: Figure | None = None
    problems = Problems()
    try:
        with engine_faults(project, game, problems):
            if asked == THE_MAT:
                figure = _mat(project, version, trust)
            elif asked.kind == "anatomy":
                figure = _anatomy(project, game, asked, problems)
            else:
                figure = _setup(project, version, trust, asked)
    except ValueError as error:
        problems.report("E611", str(error), game.book.place_of(f"{asked.kind}(", asked.subject))
    project.carry(problems)
    return DrawnFigure(figure, tuple(problems))


def _anatomy(project: Project, game: Game, asked: FigureRequest, problems: Problems) -> Figure | None:
    """The parts of a card; None if its template cannot be read, which is reported elsewhere.

    Parts that are not drawn, perhaps because the card has a new face, are left out with a warning. Raises ValueError
    for a card that is not there.
    """
    card = next((card for card in game.printed if card.id == asked.subject), None)
    if card is None:
        raise ValueError(f"there is no card '{asked.subject}'")
    found = parts_of(project, game, card)
    if found is None:
        return None
    boxes, size = found
    for name, _ in asked.parts:
        if (element := element_of(name)) not in boxes:
            near = did_you_mean(element, boxes)
            hint = hint_from(near, "Name an element of the template, or remove it from the page.")
            message = f"the picture of '{card.id}' leaves out '{element}', which its template does not draw"
            problems.report("W635", message, game.book.place_of(f"{asked.kind}(", asked.subject), hint=hint)
    return anatomy(card.id, boxes, size, asked.parts)


def _setup(project: Project, version: PrintVersion, trust: bool, asked: FigureRequest) -> Figure | None:
    """The table after the deal; None if its engine is not run. Raises ValueError if the game cannot be dealt."""
    game = game_of(project, version)
    players = whole(asked.subject) or 0
    if "engine" not in game.page.head:
        if not game.page.under(SETUP):
            raise ValueError("the table is drawn from an engine, or from a `setup:` in the head; this game has neither")
        lines = read_setup(heads(game.page, SETUP), players)
        return arranged(pieces_of(game, players), players, lines, asked.parts, game.phrases)
    playable = playable_of(project, game, Problems(), trust=trust)
    if playable is None:
        return None
    plans = _plans(project, version, playable)
    return setup(playable.engine, playable.game, game.deck, players, asked.parts, game.phrases, plans)


def _mat(project: Project, version: PrintVersion, trust: bool) -> Mat:
    """The printed board whose spaces are the tiles of the game's board, if there is one."""
    playable = playable_of(project, game_of(project, version), Problems(), trust=trust)
    if playable is None or playable.engine.pictures.board is None:
        return Mat("")
    plans = _plans(project, version, playable)
    table = playable.game.new_initial_state(playable.game.min_players, SEED)
    mats = [name for name, plan in plans.items() if plan.spaces]
    return Mat(*mat_of(playable.engine.pictures.board(table), mats, plans))


def _plans(project: Project, version: PrintVersion, playable: Playable) -> Plans:
    deck = game_of(project, version).deck
    return plans_of(playable.game, deck, lambda kind: template_of(project, version, "front", kind))

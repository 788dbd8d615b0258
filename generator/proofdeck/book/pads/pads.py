"""The score pads and master sheets of a game: the files, and what they depend on.

The contents of a pad come from the game's engine or its table of scores, as used by the calculator. A game without
either gets rounds and players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from proofdeck.book.pads.grids import dress_of, faces_of, sheets_of, supplies_for_grids
from proofdeck.book.pads.measuring import SIZES, WIDE_PAGE
from proofdeck.book.pads.pad import master_sheets, plain_form, score_pad
from proofdeck.book.pads.tracking import track_rows, track_sheet
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.paper import Ink, suffix
from proofdeck.ground.problems import Problems, counted, has_errors
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.face_keys import FaceKeys
from proofdeck.paper.faces.face import Face
from proofdeck.paper.ink.supplies import Supplies, supplies_from
from proofdeck.paper.sheets.sheet import Sheet
from proofdeck.play.engine.categories import ScoreForm
from proofdeck.play.engine.trust import UNTRUSTED
from proofdeck.play.free.pieces import FreeCounter
from proofdeck.play.free.setup import heads, read_tracks
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.project.edition import edition
from proofdeck.source.project.folder import Project
from proofdeck.source.project.game import ClauseWords, Game
from proofdeck.source.project.head import TRACKS
from proofdeck.source.project.look import look_of
from proofdeck.source.project.request import MASTER_SHEET, PADS, SCORE_PAD, TRACK_SHEET, Options
from proofdeck.source.rules.sides import Sides

SAYS = {SCORE_PAD: "pad", MASTER_SHEET: "sheet", TRACK_SHEET: "sheet"}


@dataclass(frozen=True)
class Pads:
    """The painted pads of a game, by product."""

    game: Game
    supplies: Supplies
    faces: dict[str, list[Face]]


def pad_jobs(project: Project, game: Game, options: Options, said: ClauseWords, problems: Problems) -> list[Job]:
    """A file for each product and paper asked for; none if the rules of the game cannot be read."""
    pads = pads_of(project, game, said, problems, ink=options.ink, trust=options.trust)
    if pads is None:
        hint = "Fix its rules first; `proofdeck check` shows what is wrong."
        problems.report("W741", f"the score pads of {game.title} were not made", game.page.place(), hint=hint)
        return []
    keys = FaceKeys(supplies_from(project))
    wanted = [product for product in PADS if options.makes(product) and pads.faces[product]]
    return [_job(pads, product, paper, options, keys) for product in wanted for paper in options.for_sheets]


def pads_of(
    project: Project, game: Game, said: ClauseWords, problems: Problems, *, ink: Ink = "full", trust: bool = False
) -> Pads | None:
    """The faces of its pads; None if its rules cannot be read. problems: those of pads, not of rules."""
    form = _form(project, game, said, trust)
    if form is None:
        return None
    own = Problems()
    supplies = supplies_for_grids(project.root)
    dress = dress_of(look_of(project, game, Problems()).printed_with(ink), supplies, own)
    foot, say = edition(game), game.phrases.written
    tracks = _tracks(game)
    pad = score_pad(game.title, form, foot)
    pad = replace(pad, rows=(*pad.rows, *track_rows(tracks))).said(say, notes=form.says_how)
    sheets = [sheet.said(say, notes=True) for sheet in master_sheets(game.title, form.rounds, foot)]
    faces = {
        SCORE_PAD: faces_of([pad], dress, supplies, own, SIZES),
        MASTER_SHEET: faces_of(sheets, dress, supplies, own, (WIDE_PAGE,)),
        TRACK_SHEET: faces_of([track_sheet(game.title, tracks, foot)], dress, supplies, own, SIZES) if tracks else [],
    }
    problems.extend(dict.fromkeys(own))
    return Pads(game, supplies, faces)


def _tracks(game: Game) -> list[FreeCounter]:
    """What the head of its page says to keep track of; nothing if that cannot be read, which is reported elsewhere."""
    try:
        return list(read_tracks(heads(game.page, TRACKS), 1))
    except ValueError:
        return []


def _form(project: Project, game: Game, said: ClauseWords, trust: bool) -> ScoreForm | None:
    """How the game is scored; None if its rules cannot be read."""
    own = Problems()
    playable = playable_of(project, game, own, trust=trust)
    if playable is not None and playable.engine.score_form is not None:
        form = playable.engine.score_form(playable.game)
        if not form.says_how:
            words = said(game)
            clauses = (clause for row in form.categories for clause in sorted(row.clauses))
            form = replace(form, notes=tuple(words[clause].partition(" ")[2] for clause in clauses if clause in words))
        if "engine" not in game.page.head:
            form = replace(form, players=plain_form(game.about.players).players)
        return _with_sides(form, playable.game.sides(form.players[1]))
    wrong = [problem for problem in own if problem.code != UNTRUSTED]
    form = plain_form(game.about.players)
    return None if playable is None and has_errors(wrong) else _with_sides(form, game.about.sides.of(form.players[1]))


def _with_sides(form: ScoreForm, sides: Sides) -> ScoreForm:
    return form if sides.is_plain else replace(form, sides=sides)


def _job(pads: Pads, product: str, paper: str, options: Options, keys: FaceKeys) -> Job:
    game, faces = pads.game, pads.faces[product]
    sheets = sheets_of(faces, paper, crop_marks=options.crop_marks, fill=True)
    path = f"{product}-{paper}{suffix(options.ink)}.pdf"

    def data(_: Progress) -> bytes:
        from proofdeck.paper.ink.printing import print_fronts

        return print_fronts(sheets, game.title, f"{product.replace('-', ' ')} for {paper.upper()}", pads.supplies)

    key = digest(product, engine_digest(), game.title, paper, options.crop_marks, [keys.face(face) for face in faces])
    return one_file(path, _says(product, sheets), key, data)


def _says(product: str, sheets: Sequence[Sheet]) -> str:
    """`4 pads on 1 page`."""
    count = sum(len(sheet.front.placed) for sheet in sheets)
    return f"{counted(count, SAYS[product])} on {counted(len(sheets), 'page')}"

"""The files to make for a game, what each depends on, and how to make it.

The key of a file is a hash of its display lists, of what they refer to (fonts, outlines, pixels), of the options and of
the program version. Painting and rasterising are slow, so their libraries are imported only if a file is out of date.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from proofdeck.book.changes.printed import SHEET_LIST, Printed, alone, missing, sheet_list
from proofdeck.book.changes.report import exchanged
from proofdeck.book.changes.snapshot import GameSnapshot, cards_of, faces_of_copies
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.paper import PAPERS
from proofdeck.ground.problems import Problems, counted
from proofdeck.ground.transform import move
from proofdeck.ground.units import Size
from proofdeck.ground.workspace.outputs import Job, MadeFiles, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.designs import names_of_shared_backs
from proofdeck.paper.deck.imprints import imprint_of
from proofdeck.paper.deck.prints import Print, filling, larger, printed_with
from proofdeck.paper.faces.face import Face
from proofdeck.paper.sheets.sheet import Imposition, Sheet, impose
from proofdeck.source.project.request import CHANGED, Options

CONTACT_SHEET = "contact-sheet.png"


def jobs_of(deck: Print, options: Options, problems: Problems, printed: Printed | None = None) -> list[Job]:
    """All files of one game that the options ask for. printed: the last print, for sheets of changes."""
    if not deck.items:
        return []
    faces = faces_of_copies(deck)
    made, exchange = deck, []
    if options.changed:
        if printed is not None and options.patterns:
            printed = alone(printed, {item.label for item in deck.items})
        lacking = missing(faces, printed)
        made = replace(deck, items=tuple(item for item, lacks in zip(deck.items, lacking, strict=True) if lacks))
        exchange = exchanged(cards_of(deck, faces), printed)
    made = printed_with(made, options.ink)
    if options.large:
        made = larger(made, papers_of(options).values())
    papers = papers_of(options).items() if made.items else ()
    laid = [lay_sheets(made, name, paper, options, problems) for name, paper in papers]
    jobs = [sheet_job(one, options, exchange) for one in laid if one.sheets]
    if options.png_dpi is not None:
        jobs.append(_pictures(made, options.png_dpi))
    if options.contact_sheet:
        jobs.append(_contact_sheet(made))
    says = "; ".join(exchange) or "nothing to print" if options.changed else "list of what is on the sheets"
    return [*jobs, _sheet_list(deck, faces, says, whole=not options.patterns)]


def _sheet_list(deck: Print, faces: Sequence[str], says: str, *, whole: bool) -> Job:
    game = deck.game

    def data(_: Progress) -> bytes:
        return sheet_list(GameSnapshot(game.name, game.title, cards_of(deck, faces)), whole=whole)

    cells = [(card.id, card.name, *card.fields.items()) for card in game.printed]
    key = digest(SHEET_LIST, engine_digest(), game.title, faces, cells, whole)
    return one_file(SHEET_LIST, says, key, data)


def papers_of(options: Options) -> dict[str, Size]:
    """The paper of the layout under the name of the layout, or the papers asked for."""
    own = options.arrangement
    return {own.name: own.paper} if own and own.paper else {name: PAPERS[name] for name in options.for_sheets}


def _imposition(name: str, paper: Size, options: Options) -> Imposition:
    back = move(*options.back_offset).after(options.measured.on(paper))
    return Imposition(
        name,
        paper,
        options.arrangement,
        options.duplex,
        back,
        options.crop_marks,
        options.first - 1,
        options.measured.larger,
    )


class LaidSheets(NamedTuple):
    """The sheets of a print on one paper. made: with what fills the last ones; name: of the paper."""

    made: Print
    name: str
    how: Imposition
    sheets: Sequence[Sheet]


def lay_sheets(made: Print, name: str, paper: Size, options: Options, problems: Problems) -> LaidSheets:
    """Arrange a print on sheets of that paper; there are none if nothing fits. Cards without backs need one side."""
    how = _imposition(name, paper, options)
    how = how if any(item.back for item in made.items) else replace(how, duplex="none")
    made = made if options.changed or options.patterns else filling(made, how)
    return LaidSheets(made, name, how, impose(made.items, how, problems))


def sheet_job(laid: LaidSheets, options: Options, exchange: Sequence[str] = ()) -> Job:
    """The PDF of those sheets. exchange: how to update the printed deck, if they contain only what has changed."""
    made, name, how, sheets = laid
    command = options.command(made.game.name, name)
    imprint = imprint_of(made, sheets, how, ink=options.ink, command=command, exchange=tuple(exchange))
    path = f"{CHANGED if options.changed else 'cards'}-{name}{options.suffix}.pdf"

    def data(progress: Progress) -> bytes:
        from proofdeck.paper.ink.printing import print_sheets

        what = f"{made.game.name}/{path}"
        return print_sheets(sheets, imprint, made.supplies, lambda done, of: progress(what, done, of))

    faces = [made.keys.face(face) for face in made.faces()]
    printed = [(item.front.digest, item.back and item.back.digest) for item in made.items]
    key = digest("sheets", engine_digest(), imprint, faces, how, printed)
    return one_file(path, f"{counted(imprint.cards, 'piece')} on {counted(imprint.sheets, 'sheet')}", key, data)


def _pictures(made: Print, dpi: float) -> Job:
    """A PNG of each side of each card, such as fronts/paladin.png, and one of each back that cards share."""
    backs = [(item.back, item.label) for item in made.items if item.back is not None]
    shared = names_of_shared_backs(backs)
    faces = {
        **dict(_called("fronts", [(item.front, item.label) for item in made.items])),
        **{f"backs/{shared[back.digest]}.png": back for back, _ in backs if back.digest in shared},
        **dict(_called("backs", [one for one in backs if one[0].digest not in shared])),
    }

    def make(stale: Sequence[str], progress: Progress) -> MadeFiles:
        from proofdeck.paper.ink.raster import faces_pdf, pixels_of, rasterise

        paths: dict[str, list[str]] = {}
        for path in stale:
            paths.setdefault(faces[path].digest, []).append(path)
        different = [faces[same[0]] for same in paths.values()]
        pdf = faces_pdf(different, made.supplies, dpi)
        sizes = [pixels_of(face.size, dpi) for face in different]
        for done, (number, png) in enumerate(rasterise(pdf, sizes, dpi), start=1):
            progress(f"{made.game.name}/*.png", done, len(different))
            for path in paths[different[number].digest]:
                yield path, png

    by_path = {path: digest("png", engine_digest(), dpi, made.keys.face(face)) for path, face in faces.items()}
    return Job(f"{dpi:g} dpi", by_path, make)


def _called(folder: str, sides: Sequence[tuple[Face, str]]) -> Iterator[tuple[str, Face]]:
    """A path for each card, and a numbered one for each copy that differs from the earlier ones."""
    seen: dict[str, dict[str, None]] = {}
    copies: Counter[str] = Counter()
    for face, label in sides:
        copies[label] += 1
        known = seen.setdefault(label, {})
        if face.digest not in known:
            known[face.digest] = None
            yield f"{folder}/{label}{'' if len(known) == 1 else f'-copy-{copies[label]}'}.png", face


def _contact_sheet(made: Print) -> Job:
    fronts = list({item.front.digest: item.front for item in made.items}.values())

    def data(_: Progress) -> bytes:
        from proofdeck.paper.ink.raster import contact_sheet

        return contact_sheet(fronts, made.supplies)

    key = digest("contact sheet", engine_digest(), [made.keys.face(face) for face in fronts])
    return one_file(CONTACT_SHEET, counted(len(fronts), "face"), key, data)

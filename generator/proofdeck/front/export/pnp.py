"""`export pnp`: one ZIP as print-and-play sites and contests want it.

It holds the sheets in colour and with little ink, for two-sided printing and for folding, on each paper; the rules; the
score pads; and a list of it all that counts pages and cuts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from proofdeck.book.manuscript.books import PROOF, book_jobs
from proofdeck.book.manuscript.composing import clause_words
from proofdeck.book.pads.pads import pad_jobs
from proofdeck.front.export.online import archive
from proofdeck.front.export.settings import CONTESTS, Contest, TargetSettings
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.front.making.jobs import LaidSheets, lay_sheets, papers_of, sheet_job
from proofdeck.ground.cache import digest, engine_digest
from proofdeck.ground.paper import Ink, paper_label
from proofdeck.ground.problems import Problems, counted, has_errors, some_of
from proofdeck.ground.workspace.outputs import Job, one_file
from proofdeck.ground.workspace.workspace import Progress
from proofdeck.paper.deck.prints import printed_with
from proofdeck.paper.faces.sizes import NAMED_SIZES
from proofdeck.paper.sheets.marks import straight_cuts
from proofdeck.paper.sheets.sheet import contents
from proofdeck.source.project.edition import edition
from proofdeck.source.project.layouts import built_in
from proofdeck.source.project.request import USUAL_PAPERS, Options

FOLDERS: Mapping[tuple[Ink, str], str] = {
    ("full", ""): "colour",
    ("low", ""): "low-ink",
    ("full", "gutterfold"): "colour-to-fold",
    ("low", "gutterfold"): "low-ink-to-fold",
}
"""The ink and the layout of the sheets in each folder."""
RULES, PADS, LIST = "rules", "score-pads", "READ-ME.txt"
FOR_WHOM: Mapping[str, str] = {
    "colour": "the cards, if your printer prints on both sides. Begin here.",
    "low-ink": "the same with little ink: white grounds, and scenes as lines.",
    "colour-to-fold": "the cards for printing on one side: fold each sheet along its dashed line and glue it.",
    "low-ink-to-fold": "the same with little ink.",
    RULES: "the rules, to print or to read on a screen.",
    PADS: "sheets to write scores on.",
}
"""What each folder is for."""
POKER = ("poker", "poker-us")


@dataclass(frozen=True)
class ZipPart:
    """Files in one folder of the ZIP. laid: the sheets, if these are sheets."""

    folder: str
    job: Job
    laid: LaidSheets | None = None


def jobs(goods: ExportedGame, settings: TargetSettings) -> list[Job]:
    """The ZIP."""
    if settings.contest:
        _check_contest(goods, CONTESTS[settings.contest])
    asked = replace(goods.options, papers=settings.paper or USUAL_PAPERS)
    parts = [*_sheets(goods, asked), *_papers(goods, asked)]
    if has_errors(goods.problems) or not parts:
        return []
    path = f"{goods.game.name}-print-and-play.zip"
    files = {f"{part.folder}/{name}": key for part in parts for name, key in part.job.keys.items()}

    def data(progress: Progress) -> bytes:
        made = {
            f"{part.folder}/{name}": data for part in parts for name, data in part.job.make([*part.job.keys], progress)
        }
        told = "\n".join(_told(goods, parts, made, papers_of(asked))).encode()
        whole = {LIST: told, **made}
        return archive((f"{goods.game.name}/{name}", data) for name, data in whole.items())

    key = digest(path, engine_digest(), files, edition(goods.game), goods.game.about)
    return [one_file(path, f"{counted(len(files) + 1, 'file')} for printing at home", key, data)]


def _sheets(goods: ExportedGame, asked: Options) -> Iterator[ZipPart]:
    """The sheets of cards, in each way to print them; none to fold if a piece is too large for that."""
    for (ink, layout), folder in FOLDERS.items():
        options = replace(asked, ink=ink, layout=layout or asked.layout, arrangement=built_in().get(layout))
        made = printed_with(goods.made, ink)
        for name, paper in papers_of(options).items():
            found = Problems()
            laid = lay_sheets(made, name, paper, options, found)
            if not layout:
                goods.problems.extend(found)
            if laid.sheets:
                yield ZipPart(folder, sheet_job(laid, options), laid)


def _papers(goods: ExportedGame, asked: Options) -> Iterator[ZipPart]:
    """The book of rules and the score pads."""
    found = Problems()
    if goods.game.book.body.strip():
        books = book_jobs(goods.project, goods.made, replace(asked, proof=False), found)
        yield from (ZipPart(RULES, job) for job in books if not any(PROOF in name for name in job.keys))
    yield from (ZipPart(PADS, job) for job in pad_jobs(goods.project, goods.game, asked, clause_words, found))
    goods.problems.extend(goods.game.located(found))


def _told(
    goods: ExportedGame, parts: Sequence[ZipPart], made: Mapping[str, bytes], papers: Iterable[str]
) -> Iterator[str]:
    """Which folder to print, what is in the ZIP, with pages and cuts, and what else players need."""
    about = replace(goods.game.about, version="", date="", language="")
    sheets: dict[str, LaidSheets] = {}
    for part in parts:
        sheets |= {f"{part.folder}/{name}": part.laid for name in part.job.keys if part.laid}
    yield edition(goods.game)
    yield from filter(None, (about.line, f"By {about.author}" if about.author else "", about.licence, about.credits))
    if about.needs:
        yield f"\nYou also need: {about.needs}."
    names = " or ".join(map(paper_label, papers))
    yield f"\nPrint one of the folders of cards, and in it the file for your paper: {names}."
    yield "Print at 100 %, not fitted to the page. The first page of the file says how to turn or fold the paper.\n"
    folders = dict.fromkeys(part.folder for part in parts)
    yield from (f"{name + '/':18}{FOR_WHOM[name]}" for name in folders)
    if FOLDERS["full", "gutterfold"] not in folders:
        yield "There are no sheets to fold, because a piece is larger than half a sheet."
    yield "\nAll files, with pages, sheets and straight cuts:\n"
    for name, data in made.items():
        yield f"{name:44}{'; '.join(_counts(data if name.endswith('.pdf') else b'', sheets.get(name)))}".rstrip()
    yield ""


def _counts(pdf: bytes, laid: LaidSheets | None) -> Iterator[str]:
    """`12 pages; 9 sheets; 63 cuts`."""
    if pdf:
        import pypdfium2

        document = pypdfium2.PdfDocument(pdf)
        yield counted(len(document), "page")
        document.close()
    if laid:
        yield counted(len(laid.sheets), "sheet")
        pieces = contents(laid.made.items, laid.sheets)
        straight = sum(straight_cuts(sheet.plan, len(on)) for sheet, on in zip(laid.sheets, pieces, strict=True))
        if straight:
            yield counted(straight, "straight cut")


def _check_contest(goods: ExportedGame, contest: Contest) -> None:
    """Add a problem for each way in which the game is not what the contest asks for."""
    items = goods.made.items
    wrong = []
    if len(items) != contest.cards:
        wrong.append(f"it has {counted(len(items), 'piece')}, and the contest asks for exactly {contest.cards} cards")
    shapes = {NAMED_SIZES[name].size for name in POKER}
    others = {f"{item.label} ({item.front.size})": None for item in items if item.front.size not in shapes}
    if others:
        wrong.append(f"not all of its pieces are poker cards: {some_of([*others], 3)}")
    for name, paper in papers_of(goods.options).items():
        sheets = lay_sheets(goods.made, name, paper, goods.options, Problems()).sheets
        if len(sheets) > contest.sheets:
            wrong.append(f"its cards take {counted(len(sheets), 'sheet')} of {name}, not {contest.sheets}")
    for why in wrong:
        hint = "Change quantities and sizes, name cards with --only, or leave out --contest."
        goods.problems.report(
            "E541", f"{goods.game.title} cannot be in this contest: {why}", field="contest", hint=hint
        )


TARGET = Target(
    "pnp",
    "one ZIP for print-and-play sites: colour and low ink, two-sided and to fold, rules, pads, a list",
    ("paper", "contest"),
    jobs,
)

"""What a print costs: `python tests/benchmarks/bench_print.py [--quick] [--runs N]`.

A deck of unique cards is written into a temporary project: 63 x 88 mm, a frame, a title, a type, a value in a disc, an
emblem and a wrapped body in five colours, with a plain back. Every figure is a process of its own, from the start of
the interpreter to its end: user and system seconds of it and of all that it started, and its peak memory, both as the
kernel counts them. The same cards drawn by hand with ReportLab in the same run are the floor to compare with, because
seconds alone say more of a machine than of a program.
"""

from __future__ import annotations

import argparse
import compileall
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))
CARDS = 131
SIZES = (1_000, 3_000, 10_000)
KINDS = ("person", "animal", "tool", "deed", "place")
EMBLEMS = ("hood", "wolf-head", "broadsword", "quill-ink", "tower", "fox", "raven", "shield")
WORDS = """a the old quiet road under lantern river draw two cards then pass one left each player may trade again when
rain falls count every market stall twice keep what you find beside the mill nobody asks why bells ring""".split()

FRONT = """
size = "poker"
bleed = 2
[fonts]
title = {family = "Cinzel", weight = 700}
body = "Crimson Text"
label = "Alegreya Sans"
[colours]
accent = "{{ tones[kind] }}"
[data.tones]
person = "#1a4f94"
animal = "#0c6b54"
tool = "#a5401a"
deed = "#5c1f55"
place = "#8c1f2b"
[elements.ground]
type = "rectangle"
bleed = true
fill = "#fdf8ec"
[elements.frame]
type = "rectangle"
x = 3
y = 3
width = 57
height = 82
corner = 2.5
stroke = "accent"
stroke_width = 0.7
[elements.title]
type = "text"
text = "{{ name }}"
font = "title"
size = 12
min_size = 8
align = "center"
x = 14
y = 5
width = 35
height = 6
[elements.type]
type = "text"
text = "{{ kind | upper }}"
font = "label"
size = 8
align = "center"
colour = "accent"
x = 14
y = 11
width = 35
height = 4
[elements.disc]
type = "ellipse"
x = 4
y = 4
width = 9
height = 9
fill = "accent"
[elements.value]
type = "text"
text = "{{ value }}"
font = "label"
size = 14
colour = "white"
align = "center"
valign = "middle"
x = 4
y = 4
width = 9
height = 9
[elements.emblem]
type = "icon"
icon = "{{ icon }}"
colour = "accent"
x = 19
y = 18
width = 25
height = 25
[elements.body]
type = "text"
text = "{{ text }}"
size = 10
min_size = 7
x = 7
y = 47
width = 49
height = 34
"""
BACK = 'size = "poker"\nbleed = 2\n[elements.ground]\ntype = "rectangle"\nbleed = true\nfill = "#33415c"\n'


class Cost(NamedTuple):
    """cpu, wall: s; peak: MB."""

    cpu: float
    wall: float
    peak: float


def rows(count: int) -> Iterator[tuple[str, str, str, int, str, str]]:
    """id, name, kind, value, text, icon of unique cards, the same in every run."""
    chance = random.Random(count)
    for number in range(count):
        kind = KINDS[number % len(KINDS)]
        text = " ".join(chance.choice(WORDS) for _ in range(chance.randint(13, 24))).capitalize()
        name = f"{chance.choice(WORDS)} {chance.choice(WORDS)} {number}".title()
        yield f"c{number}", name, kind, number % 13, f"**{kind}:** {text}.", EMBLEMS[number % len(EMBLEMS)]


def write_project(root: Path, count: int) -> Path:
    folder = root / "templates" / "deck"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "front.toml").write_text(FRONT)
    (folder / "back.toml").write_text(BACK)
    with (root / "cards.csv").open("w") as file:
        file.write("game,id,name,kind,value,text,icon\n")
        file.writelines(f'deck,{i},{n},{k},{v},"{t}",{e}\n' for i, n, k, v, t, e in rows(count))
    return root


def compile_modules() -> None:
    """Compile the program as an installer does; in a fresh checkout, each process would do it again."""
    for place in spec.submodule_search_locations or [] if (spec := find_spec("proofdeck")) else []:
        compileall.compile_dir(place, quiet=2)


def measured(command: Sequence[str], root: Path) -> Cost:
    """Run it to its end. The memory of this script counts as its own until it starts, so this script stays small."""
    from benchmarks.costs import seconds_of_children

    before, start = seconds_of_children(), time.perf_counter()
    environment = {**os.environ, "XDG_CACHE_HOME": str(root / "cache")}
    process = subprocess.Popen(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    clock, unit = time.perf_counter() - start, 1e6 if sys.platform == "darwin" else 1e3
    return Cost(seconds_of_children() - before, clock, usage.ru_maxrss / unit)


def proofdeck(root: Path, *words: str) -> Cost:
    return measured([sys.executable, "-m", "proofdeck", "build", "-q", "--paper", "a4", *words], root)


def by_hand(root: Path, count: int) -> Cost:
    return measured([sys.executable, __file__, "--draw-by-hand", str(count)], root)


def draw_by_hand(count: int) -> None:
    """The floor: what somebody would write who needs this one deck and nothing else."""
    import reportlab
    from reportlab.lib.colors import HexColor
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.units import mm
    from reportlab.lib.utils import simpleSplit
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont
    from reportlab.pdfgen.canvas import Canvas

    fonts = Path(reportlab.__file__).parent / "fonts"
    pdfmetrics.registerFont(TTFont("regular", str(fonts / "Vera.ttf")))
    pdfmetrics.registerFont(TTFont("bold", str(fonts / "VeraBd.ttf")))
    tones = dict(zip(KINDS, map(HexColor, ("#1a4f94", "#0c6b54", "#a5401a", "#5c1f55", "#8c1f2b")), strict=True))
    canvas = Canvas("by-hand.pdf", pagesize=A4, pageCompression=1)

    def backs(on_page: int) -> None:
        canvas.showPage()
        canvas.setFillColor(HexColor("#33415c"))
        for place in range(on_page):
            canvas.rect((10.5 + (2 - place % 3) * 63) * mm, (16.5 + (2 - place // 3) * 88) * mm, 63 * mm, 88 * mm, 0, 1)
        canvas.showPage()

    for number, (_, name, kind, value, text, _) in enumerate(rows(count)):
        if number and number % 9 == 0:
            backs(9)
        canvas.saveState()
        canvas.translate((10.5 + number % 3 * 63) * mm, (16.5 + (2 - number % 9 // 3) * 88) * mm)
        canvas.setFillColor(HexColor("#fdf8ec"))
        canvas.rect(0, 0, 63 * mm, 88 * mm, stroke=0, fill=1)
        canvas.setStrokeColor(tones[kind])
        canvas.setFillColor(tones[kind])
        canvas.roundRect(3 * mm, 3 * mm, 57 * mm, 82 * mm, 2.5 * mm)
        canvas.circle(8.5 * mm, 79.5 * mm, 4.5 * mm, stroke=0, fill=1)
        emblem = canvas.beginPath()
        emblem.moveTo(31.5 * mm, 70 * mm)
        for x, y in ((36, 60), (44, 58), (38, 52), (39, 45), (31.5, 48), (24, 45), (25, 52), (19, 58), (27, 60)):
            emblem.lineTo(x * mm, y * mm)
        emblem.close()
        canvas.drawPath(emblem, stroke=0, fill=1)
        canvas.setFont("regular", 8)
        canvas.drawCentredString(31.5 * mm, 74 * mm, kind.upper())
        canvas.setFillColor(HexColor("#000000"))
        canvas.setFont("bold", 10)
        canvas.drawCentredString(31.5 * mm, 79 * mm, name)
        canvas.setFont("regular", 9)
        for at, line in enumerate(simpleSplit(text.replace("**", ""), "regular", 9, 49 * mm)):
            canvas.drawString(7 * mm, 38 * mm - at * 11, line)
        canvas.setFillColor(HexColor("#ffffff"))
        canvas.setFont("bold", 14)
        canvas.drawCentredString(8.5 * mm, 78 * mm, str(value))
        canvas.restoreState()
    backs((count - 1) % 9 + 1)
    canvas.save()


def line(what: str, costs: Sequence[Cost], budget: str = "", ratio: float | None = None) -> None:
    least, middle = min(cost.cpu for cost in costs), statistics.median(cost.cpu for cost in costs)
    wall, peak = min(cost.wall for cost in costs), max(cost.peak for cost in costs)
    compared = "" if ratio is None else f"{least / ratio:.1f} x"
    print(f"{what:<38}{least:>8.2f}{middle:>8.2f}{wall:>8.2f}{peak:>8.0f}{compared:>9}   {budget}", flush=True)


def main(runs: int, quick: bool) -> None:
    from benchmarks.costs import adopt_orphans

    adopt_orphans()
    compile_modules()
    print(f"{'':<38}{'CPU s':>8}{'CPU s':>8}{'s':>8}{'MB':>8}{'by hand':>9}")
    print(
        f"{f'{runs} runs each':<38}{'least':>8}{'median':>8}{'least':>8}{'peak':>8}{'':>9}   budget (least CPU; peak)"
    )
    with tempfile.TemporaryDirectory() as folder:
        root = write_project(Path(folder), CARDS)
        cards = root / "cards.csv"
        text = cards.read_text()
        floor = [by_hand(root, CARDS) for _ in range(runs)]
        least = min(cost.cpu for cost in floor)
        line(f"{CARDS} cards with ReportLab by hand", floor)
        cold = [proofdeck(root, "--no-cache") for _ in range(runs)]
        line(f"{CARDS} cards, one A4 PDF, no cache", cold, "0.7 s; 100 MB", least)
        proofdeck(root)
        line("nothing changed", [proofdeck(root) for _ in range(runs)], "0.25 s", least)
        changed = []
        for number in range(runs):
            cards.write_text(text.replace("deck,c5,", f"deck,c5,New {number} ", 1))
            changed.append(proofdeck(root))
        line("one card changed", changed, "", least)
        cards.write_text(text)
        pictures = [proofdeck(root, "--no-cache", "--png", "300") for _ in range(runs)]
        line(f"the same and {CARDS} PNGs at 300 dpi", pictures, "", least)
        more = min(cost.cpu for cost in pictures) - min(cost.cpu for cost in cold)
        print(f"{'  more than without':<38}{more:>8.2f}{'':>33}   3 s")
        print()
        for name, file, budget in (
            ("of the PDF", "output/deck/cards-a4.pdf", "150 KB"),
            ("by hand", "by-hand.pdf", ""),
        ):
            print(f"{f'size {name}, KB':<38}{(root / file).stat().st_size / 1000:>8.0f}{'':>33}   {budget}")
        print()
        for count in SIZES[: 1 if quick else None]:
            write_project(root, count)
            (cost,) = large = [proofdeck(root, "--no-cache")]
            line(f"{count:,} cards, one A4 PDF, no cache", large, "linear; 300 MB", by_hand(root, count).cpu)
            print(f"{'  ms a card':<38}{cost.cpu / count * 1000:>8.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").split(":", maxsplit=1)[0])
    parser.add_argument("--runs", type=int, default=5, help="of each figure but the large decks")
    parser.add_argument("--quick", action="store_true", help="1,000 cards at most")
    parser.add_argument("--draw-by-hand", type=int, metavar="CARDS", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.draw_by_hand:
        draw_by_hand(asked.draw_by_hand)
    else:
        main(asked.runs, asked.quick)

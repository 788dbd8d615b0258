"""What art costs: `python tests/benchmarks/bench_art.py`.

A deck of 54 cards, each with its own full-bleed picture, a scrim, an outlined title, a rounded portrait with a soft
shadow and a frame of nine parts; beside the same deck drawn by hand with ReportLab, which has no scrim, outline or
shadow of its own and gets plain ones. CPU is that of a process and all that it started; files are A4 sheets.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
CARDS = 54
sys.path.insert(0, str(ROOT / "tests"))

FRONT = """
size = "poker"
bleed = 2
[fonts]
title = {family = "Cinzel", weight = 700}
body = "Crimson Text"
[elements.art]
type = "image"
file = "art/{{ id }}.jpg"
bleed = true
[elements.scrim]
type = "rectangle"
bleed = true
y = 44
fill = "linear(90, clear, #101820)"
[elements.frame]
type = "image"
file = "art/frame.png"
slice = 40
edge = 4
x = 2.5
y = 2.5
width = 58
height = 83
[elements.portrait]
type = "image"
file = "art/{{ id }}.jpg"
x = 18
y = 14
width = 27
height = 27
corner = 5
shadow = "0.4 0.8 1.6 #000000aa"
[elements.title]
type = "text"
text = "{{ name }}"
font = "title"
size = 14
lines = 1
align = "center"
colour = "white"
outline = "0.4 #101820"
x = 6
y = 60
width = 51
height = 8
[elements.words]
type = "text"
text = "{{ text }}"
size = 9
colour = "white"
align = "center"
x = 8
y = 70
width = 47
height = 12
"""

BY_HAND = """
import sys
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
c = Canvas(sys.argv[1], pagesize=(210 * mm, 297 * mm))
for number in range(54):
    if number and number % 9 == 0:
        c.showPage()
    x, y = (10 + number % 3 * 63) * mm, (16 + number // 3 % 3 * 88) * mm
    picture = f"art/c{number}.jpg"
    c.drawImage(picture, x, y, 63 * mm, 88 * mm)
    c.saveState()
    c.setFillColorRGB(0.06, 0.09, 0.13, alpha=0.6)
    c.rect(x, y, 63 * mm, 44 * mm, stroke=0, fill=1)
    c.restoreState()
    c.saveState()
    path = c.beginPath()
    path.roundRect(x + 18 * mm, y + 47 * mm, 27 * mm, 27 * mm, 5 * mm)
    c.clipPath(path, stroke=0)
    c.drawImage(picture, x + 18 * mm, y + 47 * mm, 27 * mm, 38 * mm)
    c.restoreState()
    c.drawImage("art/frame.png", x + 2.5 * mm, y + 2.5 * mm, 58 * mm, 83 * mm, mask="auto")
    c.setFillColorRGB(1, 1, 1)
    c.setFont("Times-Bold", 14)
    c.drawCentredString(x + 31.5 * mm, y + 22 * mm, f"Card number {number}")
    c.setFont("Times-Roman", 9)
    c.drawCentredString(x + 31.5 * mm, y + 14 * mm, "Take two cards, then pass one to the left.")
c.save()
"""


def project(root: Path) -> None:
    """Pictures that no compressor can shrink to nothing, as photographs are."""
    from PIL import Image, ImageDraw, ImageFilter

    (root / "art").mkdir()
    for number in range(CARDS):
        noise = Image.effect_noise((93, 130), 60 + number).resize((744, 1039), Image.Resampling.BICUBIC)
        tone = Image.new("RGB", noise.size, (60 + number * 3, 90, 200 - number * 3))
        Image.blend(Image.merge("RGB", (noise,) * 3), tone, 0.5).save(root / "art" / f"c{number}.jpg", quality=88)
    frame = Image.new("RGBA", (256, 256), (0, 0, 0, 0))
    ImageDraw.Draw(frame).rounded_rectangle((4, 4, 251, 251), 36, outline=(214, 178, 94, 255), width=14)
    frame.filter(ImageFilter.SMOOTH).save(root / "art" / "frame.png")
    rows = [f"deck,c{n},Card number {n},Take two cards then pass one to the left." for n in range(CARDS)]
    (root / "cards.csv").write_text("game,id,name,text\n" + "\n".join(rows) + "\n")
    (root / "templates" / "deck").mkdir(parents=True)
    (root / "templates" / "deck" / "front.toml").write_text(FRONT)
    (root / "templates" / "deck" / "back.toml").write_text('size = "poker"\n')
    (root / "by_hand.py").write_text(BY_HAND)


def cpu(root: Path, *command: str) -> float:
    """Seconds of processor of that command, in that folder."""
    from benchmarks.costs import seconds_of_children

    before = seconds_of_children()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_CACHE_HOME": str(root / "cache")}
    subprocess.run([sys.executable, *command], cwd=root, env=environment, check=True, capture_output=True)
    return seconds_of_children() - before


def main() -> None:
    from benchmarks.costs import adopt_orphans

    adopt_orphans()
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        project(root)
        words = ["-m", "proofdeck", "build", "-q", "--only", "cards", "--paper", "a4"]
        first = cpu(root, *words)
        hand = min(cpu(root, "by_hand.py", "hand.pdf") for _ in range(3))
        ours = min(cpu(root, *words, "--no-cache") for _ in range(3))
        sizes = [(root / name).stat().st_size / 1e6 for name in ("output/deck/cards-a4.pdf", "hand.pdf")]
        art = sum(path.stat().st_size for path in (root / "art").iterdir()) / 1e6
        print(f"art                  {art:5.1f} MB")
        print(f"Proofdeck, first     {first:5.2f} s  {sizes[0]:5.1f} MB")
        print(f"Proofdeck            {ours:5.2f} s  {sizes[0]:5.1f} MB")
        print(f"ReportLab by hand    {hand:5.2f} s  {sizes[1]:5.1f} MB")


if __name__ == "__main__":
    main()

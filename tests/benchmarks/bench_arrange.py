"""How long the real face takes to be on the screen after the mouse has let an element go, in Chromium.

    python tests/benchmarks/bench_arrange.py              30 drags in the largest deck, eight seconds apart
    python tests/benchmarks/bench_arrange.py --drags 10

The deck is that of Fantasy Contract Rummy alone: 131 cards, 31 designs. The page measures from the event of the mouse
until the new picture is decoded; the floor is the same request for a picture that is there already. Each drag leads
somewhere at random, and only those count whose face has not been there before: faces are kept.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
from pathlib import Path
from threading import Thread

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

GAME, CARD, ELEMENT = "fantasy-contract-rummy", "bow-and-arrow", "title"
IDLE = 8000
"""ms between two drags."""
FLOOR = """async () => {
  const [image, times] = [document.querySelector(".board > img.face"), []];
  for (let turn = 0; turn < 20; turn += 1) {
    const start = performance.now();
    await (await fetch(image.src, {cache: "no-store"})).blob();
    await image.decode();
    times.push(performance.now() - start);
  }
  return times;
}"""


def drags(many: int) -> tuple[list[float], list[float]]:
    """Milliseconds of each drag that leads to a new face, and of each request for a picture that is there."""
    from browsing import chromium
    from tables import game_with_faces

    from proofdeck.front.preview.server import Preview
    from proofdeck.ground.processes import look_for_garbage_less_often

    look_for_garbage_less_often()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "deck"
        root.mkdir()
        preview = Preview(game_with_faces(root, GAME))
        serving = Thread(target=preview.serve)
        serving.start()
        try:
            with chromium() as browser:
                page = browser.new_context(viewport={"width": 1400, "height": 1000}).new_page()
                page.goto(f"{preview.address}g/{GAME}/card/{CARD}?arrange=front/{ELEMENT}")
                page.wait_for_timeout(3 * IDLE)
                chance, faces = random.Random(1), []
                board = page.locator('.board[data-side="front"]').bounding_box()
                assert board
                for _ in range(many):
                    box = page.locator(f'.board[data-side="front"] .box[data-key="{ELEMENT}"]').bounding_box()
                    assert box
                    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
                    page.mouse.move(x, y)
                    page.mouse.down()
                    page.mouse.move(x + 5, y + 5)
                    to = board["x"] + board["width"] * chance.random(), board["y"] + board["height"] * chance.random()
                    page.mouse.move(*to)
                    page.wait_for_timeout(100)
                    page.mouse.up()
                    page.wait_for_timeout(IDLE)
                    faces.append(page.locator('.board[data-side="front"] > img.face').get_attribute("src"))
                times = page.evaluate("performance.getEntriesByName('face').map(one => one.duration)")
                floor = page.evaluate(FLOOR)
        finally:
            preview.stop()
            serving.join()
    assert len(times) == many
    return [took for at, took in enumerate(times) if faces[at] not in faces[:at]], floor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drags", type=int, default=30)
    times, floor = drags(parser.parse_args().drags)
    least = statistics.median(floor)
    print(f"{len(times)} new faces; a picture that is there: {least:.0f} ms")
    for name, of in (("median", 0.5), ("95 of 100", 0.95), ("longest", 1.0)):
        at = sorted(times)[min(len(times) - 1, int(of * len(times)))]
        print(f"from the mouse to the real face, {name}: {at:.0f} ms, {at / least:.1f} x")


if __name__ == "__main__":
    main()

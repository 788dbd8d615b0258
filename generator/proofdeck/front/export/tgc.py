"""`export tgc`: an order for The Game Crafter, with the products and pixels of its own product list."""

from __future__ import annotations

from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.shop import batches_of, in_pixels, nearest, order_jobs
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.workspace.outputs import Job

SAFE = 3.175
"""mm inside the cut: 75 pixels from the edge of the canvas."""
PRODUCTS = (
    in_pixels("poker", (825, 1125), (750, 1050), SAFE),
    in_pixels("euro-poker", (825, 1125), (746, 1043), SAFE),
    in_pixels("bridge", (750, 1125), (675, 1050), SAFE),
    in_pixels("us-game", (750, 1125), (661, 1028), SAFE),
    in_pixels("mint-tin", (750, 1125), (614, 1028), SAFE),
    in_pixels("tarot", (900, 1500), (825, 1424), SAFE),
    in_pixels("mini", (600, 825), (525, 750), SAFE),
    in_pixels("micro", (450, 600), (375, 525), SAFE),
    in_pixels("square", (1125, 1125), (1049, 1049), SAFE),
    in_pixels("small-square", (825, 825), (750, 750), SAFE),
    in_pixels("euro-square", (900, 900), (827, 827), SAFE),
    in_pixels("jumbo", (1125, 1725), (1051, 1649), SAFE),
    in_pixels("domino", (600, 1125), (525, 1050), SAFE),
    in_pixels("business", (675, 1125), (600, 1050), SAFE),
    in_pixels("divider", (975, 1125), (900, 1050), SAFE),
    in_pixels("hex", (1200, 1050), (1109, 974), SAFE, "hexagon"),
    in_pixels("circle", (1125, 1125), (1050, 1050), SAFE, "ellipse"),
    in_pixels("circle-chit-225", (225, 225), (150, 150), SAFE, "ellipse"),
    in_pixels("circle-chit-300", (300, 300), (225, 225), SAFE, "ellipse"),
    in_pixels("circle-chit-375", (375, 375), (300, 300), SAFE, "ellipse"),
    in_pixels("hex-tile-675", (675, 600), (600, 525), SAFE, "hexagon"),
    in_pixels("hex-tile-825", (825, 750), (750, 675), SAFE, "hexagon"),
)
"""Canvas and cut in pixels."""


def jobs(goods: ExportedGame, _settings: TargetSettings) -> list[Job]:
    """An order of the products that the sizes of the cards come closest to."""
    return order_jobs(goods, batches_of(goods, lambda face: nearest(PRODUCTS, face)))


TARGET = Target("tgc", "an order for The Game Crafter", (), jobs)

"""`export mpc`: an order for MakePlayingCards and Printer's Studio, with the order file of mpc-autofill."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from proofdeck.front.export.settings import TargetSettings
from proofdeck.front.export.shop import Batch, batches_of, in_pixels, nearest, order_jobs, text_job
from proofdeck.front.export.target import ExportedGame, Target
from proofdeck.ground.problems import counted
from proofdeck.ground.workspace.outputs import Job

BLEED = 36
"""Pixels on each side, 0.12 in."""
SAFE = 3.048
PRODUCTS = tuple(
    in_pixels(name, (width, height), (width - 2 * BLEED, height - 2 * BLEED), SAFE)
    for name, width, height in (
        ("poker", 822, 1122),
        ("bridge", 747, 1122),
        ("tarot", 897, 1497),
        ("mini", 597, 822),
        ("micro", 447, 597),
        ("domino", 597, 1122),
        ("business", 672, 1122),
        ("square", 1122, 1122),
        ("small-square", 822, 822),
        ("jumbo", 1122, 1722),
    )
)
AUTOFILLED = "poker"
"""The product that mpc-autofill orders."""
MOST = 612
"""Cards in one order."""
BRACKETS = (18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, MOST)
STOCK = "(S30) Standard Smooth"


class OrderLine(NamedTuple):
    """One card of an order, by the paths of its pictures."""

    front: str
    back: str


def jobs(goods: ExportedGame, _settings: TargetSettings) -> list[Job]:
    """Pictures, list and proof, and an order file for each 612 poker cards."""
    batches = batches_of(goods, lambda face: nearest(PRODUCTS, face))
    return [
        *order_jobs(goods, batches),
        *(job for one in batches if one.product.name == AUTOFILLED for job in _orders(one)),
    ]


def _orders(batch: Batch) -> Iterator[Job]:
    slots = [
        OrderLine(front, back)
        for front, back, one in zip(batch.fronts, batch.backs, batch.designs, strict=True)
        for _ in range(one.copies)
    ]
    for number, start in enumerate(range(0, len(slots), MOST), 1):
        part = slots[start : start + MOST]
        says = f"{counted(len(part), 'card')} for mpc-autofill"
        yield text_job(f"order-{number}.xml", says, order_xml(part))


def order_xml(slots: list[OrderLine]) -> str:
    """The order as mpc-autofill reads it. Paths are relative to the folder in which it is started."""
    order = Element("order")
    details = SubElement(order, "details")
    bracket = next(bracket for bracket in BRACKETS if bracket >= len(slots))
    for name, words in (("quantity", len(slots)), ("bracket", bracket), ("stock", STOCK), ("foil", "false")):
        SubElement(details, name).text = str(words)
    _side(SubElement(order, "fronts"), [slot.front for slot in slots])
    backs = [slot.back for slot in slots]
    usual = max(dict.fromkeys(backs), key=backs.count)
    if set(backs) != {usual}:
        _side(SubElement(order, "backs"), backs, usual)
    SubElement(order, "cardback").text = usual
    indent(order)
    return tostring(order, "unicode", xml_declaration=False) + "\n"


def _side(parent: Element, paths: list[str], usual: str = "") -> None:
    """An entry for each picture with the numbers of its slots, except for the usual back."""
    for path in dict.fromkeys(paths):
        if path != usual:
            card = SubElement(parent, "card")
            slots = ",".join(str(number) for number, one in enumerate(paths) if one == path)
            entries = (("id", path), ("sourceType", "Local File"), ("slots", slots), ("name", path.rpartition("/")[2]))
            for name, words in (*entries, ("query", "")):
                SubElement(card, name).text = words


TARGET = Target("mpc", "an order for MakePlayingCards and Printer's Studio, with a file for mpc-autofill", (), jobs)

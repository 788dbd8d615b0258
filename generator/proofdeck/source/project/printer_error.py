"""How far a printer is off: where the second side of a sheet lands, relative to the first, and how large both are.

Lengths in mm.
"""

from __future__ import annotations

from cmath import phase
from dataclasses import dataclass, replace
from math import degrees

from proofdeck.ground.transform import Transform, move, turn
from proofdeck.ground.units import Size

Point = tuple[float, float]
Places = tuple[Point, Point]
RULER = 150
"""The ruler of the test sheet."""
MOST_OFF = 0.05
"""By what share a working printer makes everything larger or smaller."""


@dataclass(frozen=True, slots=True)
class PrinterError:
    """What moves the backs behind their fronts. right, down: of the middle; turn: clockwise, in degrees; scale: of all.

    All as seen on the back. larger: the factor by which both sides are enlarged, so that they are as large as they say.
    """

    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0
    scale: float = 1.0
    larger: float = 1.0

    def on(self, paper: Size) -> Transform:
        """The transform of backs on portrait paper of that size."""
        return move(self.right, self.down).after(turn(self.turn, self.scale, paper.width / 2, paper.height / 2))

    def measured(self, ruler: float) -> PrinterError:
        """What the ruler of a test sheet that was printed with this measures. Raises ValueError for what cannot be."""
        larger = round(self.larger * RULER / ruler, 6)
        if not 1 - MOST_OFF <= larger <= 1 + MOST_OFF:
            raise ValueError(
                f"a ruler of {RULER} mm that measures {ruler:g} mm is off by more than {MOST_OFF * 100:g} %: print the"
                " test sheet at 100 %, not fitted to the page, and measure it again"
            )
        return replace(self, larger=larger)

    def enlarging(self, paper: Size) -> Transform:
        """The transform of both sides, before backs are moved."""
        return turn(0, self.larger, paper.width / 2, paper.height / 2)

    def __str__(self) -> str:
        """`0.5 mm right, 1 mm up, turned by 0.1 degrees, 0.2 % larger, both sides 0.8 % larger`."""
        across, along = "right" if self.right > 0 else "left", "down" if self.down > 0 else "up"
        parts = [f"{abs(self.right):.2g} mm {across}", f"{abs(self.down):.2g} mm {along}"]
        parts = parts if self.right or self.down or self.larger == 1 else []
        if self.turn:
            parts.append(f"turned {'clockwise' if self.turn > 0 else 'anticlockwise'} by {abs(self.turn):.2g} degrees")
        if percent := abs(self.scale - 1) * 100:
            parts.append(f"{percent:.2g} % {'larger' if self.scale > 1 else 'smaller'}")
        if percent := abs(self.larger - 1) * 100:
            parts.append(f"both sides {percent:.2g} % {'larger' if self.larger > 1 else 'smaller'}")
        return ", ".join(parts)


NO_ERROR = PrinterError()


def moving(paper: Size, places: Places, to: Places) -> PrinterError:
    """What takes two places on that paper to two others.

    A turn, an enlargement and a move have four unknowns, and two points are four numbers.
    """
    (first, second), found = (complex(*place) for place in places), [complex(*place) for place in to]
    factor = (found[1] - found[0]) / (second - first)
    middle = complex(paper.width / 2, paper.height / 2)
    shift = found[0] + factor * (middle - first) - middle
    angle = degrees(phase(factor))
    return PrinterError(round(shift.real, 4), round(shift.imag, 4), round(angle, 4), round(abs(factor), 6))

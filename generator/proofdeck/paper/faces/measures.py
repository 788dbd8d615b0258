"""`box.NAME` in expressions: where another element is, measured as painted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from proofdeck.ground.units import Box
from proofdeck.source.expressions.cage import ExpressionError


class Boxes(Mapping[str, Mapping[str, float]]):
    """The elements of a face by name, each measured on demand.

    measure: the box of an element in mm. Raises ExpressionError if elements depend on each other in a circle.
    """

    def __init__(self, names: tuple[str, ...], measure: Callable[[str], Box]) -> None:
        self._names = names
        self._measure = measure
        self._asked: list[str] = []
        self._known: dict[str, Mapping[str, float]] = {}
        self._circle = ""

    def __getitem__(self, name: str) -> Mapping[str, float]:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._known:
            if name in self._asked:
                circle = " by ".join(f"'{one}'" for one in [*self._asked[self._asked.index(name) :], name])
                self._circle = f"elements depend on each other in a circle: {circle}"
                raise ExpressionError(self._circle)
            self._asked.append(name)
            try:
                self._known[name] = _edges(self._measure(name))
            except ExpressionError:
                if self._circle:
                    raise ExpressionError(self._circle) from None
                raise
            finally:
                self._asked.pop()
        return self._known[name]

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def _edges(box: Box) -> Mapping[str, float]:
    edges = {"left": box.x, "top": box.y, "right": box.right, "bottom": box.bottom}
    edges |= {"width": box.width, "height": box.height}
    return {name: round(value, 4) for name, value in edges.items()}

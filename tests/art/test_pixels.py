"""What is painted as pixels is painted by another process, which may fail in each way without harm to this one."""

from __future__ import annotations

import resource

import pytest

from proofdeck.ground.apart import limit
from proofdeck.paper.svg import pixels
from proofdeck.paper.svg.tree import SvgError

SLOW = '<filter id="f"><feTurbulence baseFrequency="1" numOctaves="9999"/></filter><rect filter="url(#f)" {size}/>'


def svg_with(inside: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{inside}</svg>'


def test_a_drawing_that_takes_too_long_is_refused_with_the_limits_and_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pixels, "LONGEST", 1)
    slow = svg_with(SLOW.format(size='width="9" height="9"'))
    with pytest.raises(SvgError, match="within 1 s or 1 GB of memory") as refusal:
        pixels.painted(slow, 2_000, 2_000, ())
    assert "Simplify" in refusal.value.hint


def test_what_resvg_refuses_is_told_in_its_words() -> None:
    with pytest.raises(SvgError, match="painted as pixels: SVG has an invalid size"):
        pixels.painted('<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0"/>', 9, 9, ())


def test_a_system_that_cannot_limit_memory_still_limits_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on macOS."""
    limited: list[int] = []

    def setrlimit(what: int, _: object) -> None:
        if what == resource.RLIMIT_AS:
            raise ValueError("current limit exceeds maximum limit")
        limited.append(what)

    monkeypatch.setattr(resource, "setrlimit", setrlimit)
    limit(1 << 30, 5)
    assert limited == [resource.RLIMIT_CPU]

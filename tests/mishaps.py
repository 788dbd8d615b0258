"""What a mishap, or somebody who means harm, does to a small valid file: at bytes, at words and at lines."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from typing import Any

from effort import tries
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

TIMES = int(os.environ.get("PROOFDECK_FUZZ", "1"))
WORD = re.compile(rb"[\w.-]+")
TOKENS = [
    token.encode("utf-8", "surrogatepass")
    for token in (
        '"',
        ",",
        "\n",
        "\ufeff",
        "{{",
        "}}",
        "]",
        "=",
        "'",
        "\\",
        "{",
        "[",
        "---",
        "```",
        "|",
        ":",
        ";",
        "#",
        "-",
        "*",
        "\t",
        "\0",
        "\x1b[31m",
        "\x85",
        "\u2028",
        "\u202e",
        "\ud800",
        "\U000e0041",
        "\u0301",
        "\ue004ab\ue002",
        "\ue0067b7d\ue002",
        "²",
        "١",
        "0",
        "-1",
        "1e999",
        "nan",
        "0x10",
        "9" * 5_000,
        "1" * 400,
        "12:30:45",
        "true",
        "null",
        "~",
        "a" * 300,
        "é" * 300,
        "../x",
        "." * 50,
        ".a" * 400,
        "[" * 400,
        "{a: " * 400,
        "- " * 99,
        "> " * 99,
        "(" * 400,
        "&a [*a]",
        "*a",
        "!!binary aGk=",
        "? ",
        "{{ name(5) }}",
        "{{ name(none) }}",
        "{{ cards(1.5) }}",
        "{{ setup(99) }}",
        "{% for x in [1] %}",
        "{{ '\\ud800' }}",
        "{{ '\\ue004ab\\ue002' }}",
        "r[a.b]",
        "```example id=ex.z\n",
        "expect:\n",
        "1 + 1 = 3",
        "x99",
        "as",
        "score:\n",
        "engine: os\n",
        "sizes: A4\n",
        "glossary:\n",
        "<b>",
        "</g>",
        "XFD1048576",
        "1048576",
        "&#55296;",
        "\\ud800",
    )
]
"""Pieces that mean something to one reader or another, or break it."""


def cases(number: int) -> Callable[[Any], Any]:
    """The same cases each time, all if the run is thorough; other and more ones when PROOFDECK_FUZZ asks for them."""
    quiet = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    return settings(
        max_examples=number * TIMES if TIMES > 1 else tries(number),
        deadline=None,
        derandomize=TIMES == 1,
        database=None,
        suppress_health_check=quiet,
    )


MISHAPS = st.lists(
    st.tuples(
        st.sampled_from(["flip", "insert", "remove", "repeat", "swap", "word"]),
        st.integers(0, 10_000),
        st.one_of(st.binary(min_size=1, max_size=6), st.sampled_from(TOKENS)),
    ),
    min_size=1,
    max_size=6,
)
Mishaps = Sequence[tuple[str, int, bytes]]


def mangled(text: str | bytes, mishaps: Mishaps) -> bytes:
    """What is left of a file after them."""
    data = text.encode() if isinstance(text, str) else text
    for kind, where, junk in mishaps:
        at = where % (len(data) + 1)
        head, tail = data[:at], data[at:]
        if kind == "flip":
            data = head + junk + tail[len(junk) :]
        elif kind == "insert":
            data = head + junk + tail
        elif kind == "remove":
            data = head + tail[len(junk) * 3 :]
        elif kind == "repeat":
            data = head + tail[: len(junk) * 9] * 3 + tail
        elif kind == "swap":
            lines = data.split(b"\n")
            one, other = where % len(lines), len(junk) * where % len(lines)
            lines[one], lines[other] = lines[other], lines[one]
            data = b"\n".join(lines)
        else:
            data = head + WORD.sub(lambda _, junk=junk: junk, tail, count=1)  # type: ignore[misc]
    return data

"""Requests whose fields say how people ask for them: as options of a command, and as keywords in Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from typer.testing import CliRunner

from proofdeck.front.cli.options import CommandGroup
from proofdeck.front.door.keywords import request_of
from proofdeck.ground.flags import Flag, options_of

pytestmark = pytest.mark.quick


def read_pair(words: str) -> tuple[float, float]:
    x, y = map(float, words.split(","))
    return x, y


def read_even(words: str) -> int:
    if int(words) % 2:
        raise ValueError(f"{words} is odd")
    return int(words)


@dataclass(frozen=True)
class Order:
    """One field of each shape."""

    names: Annotated[tuple[str, ...], Flag("Names.")] = ()
    evens: Annotated[tuple[int, ...], Flag("Even numbers.", keyword="even", read=read_even)] = ()
    sizes: Annotated[tuple[str, ...], Flag("Sizes.", typed=("-s", "--size"), one_of=("small", "large"))] = ()
    ink: Annotated[Literal["black", "red"], Flag("Ink.")] = "black"
    pair: Annotated[tuple[float, float], Flag("X,Y.", least=-1, most=1, read=read_pair, usual="0,0")] = (0.0, 0.0)
    width: Annotated[float | None, Flag("Width.", least=1, most=9)] = None
    to_file: Annotated[Path | None, Flag("File.")] = None
    loud: Annotated[bool, Flag("Loud.")] = False
    made_up: int = 7


def ordered(*words: str) -> Any:
    """The order that a command gets, or what the user is told."""
    group, got = CommandGroup(), []

    @group.command()
    def order(*, order: Order, last: Annotated[int, Flag("Last.")] = 1) -> None:
        got.append((order, last))

    done = CliRunner().invoke(group, list(words), catch_exceptions=False)
    return got[0] if got else done.output


def test_a_request_is_made_of_what_is_typed_and_what_is_left_out_has_its_default() -> None:
    assert ordered() == (Order(), 1)
    words = "--names a --names b --even 2 -s large --size small --ink red --pair 1,-1 --width 2 --to-file x/y --loud"
    filled = Order(("a", "b"), (2,), ("large", "small"), "red", (1.0, -1.0), 2.0, Path("x/y"), loud=True)
    assert ordered(*words.split(), "--last", "3") == (filled, 3)
    assert [ordered("--width", end)[0].width for end in "19"] == [1, 9], "both ends are in range"
    assert type(ordered("-s", "large")[0].sizes[0]) is str  # no member of an enumeration, which would be another key


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--even 2 --even 3", "Invalid value for --even: 3 is odd"),
        ("--size huge", "'huge' is not one of 'small', 'large'"),
        ("--width 10", "'10' is not a number from 1 to 9. Write one after --width."),
        ("--made-up 3", "No such option: --made-up"),
    ],
)
def test_what_cannot_be_read_is_told_with_the_name_of_its_option(words: str, told: str) -> None:
    assert told in " ".join(ordered(*words.split()).replace("│", " ").split())


def test_keywords_make_the_same_request_as_words() -> None:
    assert request_of(Order, {}) == Order()
    keywords: dict[str, Any] = {"names": "ann", "even": [2], "sizes": ["small"], "pair": [0, 1], "to_file": "x/y"}
    assert request_of(Order, keywords, made_up=3) == Order(
        ("ann",), (2,), ("small",), pair=(0, 1), to_file=Path("x/y"), made_up=3
    )


@pytest.mark.parametrize(
    ("keywords", "told"),
    [
        ({"sizes": "huge"}, "sizes: 'huge' is not one of small and large"),
        ({"ink": "blue"}, "ink: 'blue' is not one of black and red"),
        ({"pair": (0, 2)}, "pair: 2 is not between -1 and 1"),
        ({"width": float("nan")}, "width: nan is not between 1 and 9"),
    ],
)
def test_keywords_are_refused_for_a_word_that_is_not_offered_or_a_length_out_of_bounds(
    keywords: dict[str, Any], told: str
) -> None:
    with pytest.raises(ValueError, match=told):
        request_of(Order, keywords)


def test_the_options_of_a_request_are_in_the_order_of_its_fields() -> None:
    keywords: Sequence[str] = [option.keyword for option in options_of(Order)]
    assert keywords == ["names", "even", "sizes", "ink", "pair", "width", "to_file", "loud"]


def test_no_word_of_a_help_text_is_taken_for_markup() -> None:
    """Typer can leave out what it reads as the name of a style, such as `[with]`."""

    @dataclass(frozen=True)
    class Odd:
        odd: Annotated[str, Flag("Choose what [with] and [bold] in proofdeck.toml declare.")] = ""

    def command(*, odd: Odd) -> None: ...

    group = CommandGroup()
    group.command("odd")(command)
    shown = CliRunner().invoke(group, ["--help"]).output
    assert "Choose what [with] and [bold] in proofdeck.toml declare." in " ".join(shown.split())

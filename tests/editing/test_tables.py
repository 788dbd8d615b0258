"""An edit of a value changes that value: every other byte of the template is the same, and so is its meaning."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from effort import tries

from proofdeck.front.preview.editing.refusal import NotWrittenError
from proofdeck.front.preview.editing.tables import with_values, without_table, without_value, written

ROOT = Path(__file__).parents[2]
MANY = tries(1000)
KEYS = ("x", "y", "width", "height", "size", "align", "colour", "text", "fit", "a key")


@cache
def templates() -> list[tuple[str, bytes]]:
    """All templates of the shipped games and of the starters, with both kinds of line ends."""
    files = [*(ROOT / "templates").glob("*/*.toml"), *(ROOT / "generator/proofdeck/front/starters").glob("**/*.toml")]
    found = [(str(path.relative_to(ROOT)), path.read_bytes()) for path in sorted(files)]
    windows = [(f"{name} with CRLF", data.replace(b"\n", b"\r\n")) for name, data in found]
    return [*found, *windows, *((f"{name} with a mark", b"\xef\xbb\xbf" + data) for name, data in found)]


def wish(random: Random) -> str | float | bool:
    texts = ["left", "**Bold** {{ name }}", 'with "quotes"', "two\nlines", "ä → \\", "# no comment", "[x]"]
    number = round(random.uniform(-20, 90), random.choice([0, 1, 2]))
    wishes: list[str | float | bool] = [number, random.choice(texts), random.choice([True, False])]
    return random.choice(wishes)


def elements_of(data: bytes) -> list[str]:
    return [name for name, one in read(data).get("elements", {}).items() if isinstance(one, dict)]


def read(data: bytes) -> dict[str, Any]:
    return tomllib.loads(data.decode("utf-8-sig"))


def common(one: bytes, other: bytes) -> tuple[int, int]:
    """How many bytes are the same at the beginning, and at the end behind those."""
    start = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest = zip(reversed(one[start:]), reversed(other[start:]), strict=False)
    end = next((at for at, (a, b) in enumerate(rest) if a != b), min(len(one), len(other)) - start)
    return start, end


def drawn() -> Iterator[tuple[str, bytes, str, str, str | float | bool]]:
    random, known = Random(1), [one for one in templates() if elements_of(one[1])]
    for _ in range(MANY):
        name, data = random.choice(known)
        yield name, data, random.choice(elements_of(data)), random.choice(KEYS), wish(random)


def test_one_value_is_what_was_wished_and_every_other_byte_is_the_same() -> None:
    for name, data, element, key, wished in drawn():
        after = with_values(data, ("elements", element), {key: wished})
        expected = read(data)
        before = expected["elements"][element].get(key)
        expected["elements"][element][key] = wished
        assert read(after) == expected, name
        start, end = common(data, after)
        gone, new = data[start : len(data) - end], after[start : len(after) - end]
        if before is None:
            assert gone == b"", name
            assert new.count(b"\n") == 1, name
        elif "\n" not in str(before):
            assert b"\n" not in gone + new, name


def test_a_value_that_is_set_back_gives_the_file_byte_for_byte_if_it_was_written_that_way() -> None:
    for name, data, element, key, wished in drawn():
        before = read(data)["elements"][element].get(key)
        table = ("elements", element)
        if not isinstance(before, (str, float, int)) or with_values(data, table, {key: before}) != data:
            continue
        assert with_values(with_values(data, table, {key: wished}), table, {key: before}) == data, name


def test_a_new_element_is_three_lines_at_the_end_and_goes_without_a_trace() -> None:
    for name, data in templates():
        after = with_values(data, ("elements", "new-one"), {"type": "text", "text": "New"})
        end = b"\r\n" if b"\r\n" in data else b"\n"
        lines = [b"[elements.new-one]", b'type = "text"', b'text = "New"', b""]
        assert after.endswith(end.join(lines)), name
        assert after.startswith(data), name
        gone = without_table(after, ("elements", "new-one"))
        assert gone == data, name


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b"[elements.new]\nx = 1\n"),
        (b"size = 1\n", b"size = 1\n\n[elements.new]\nx = 1\n"),
        (b"size = 1", b"size = 1\n\n[elements.new]\nx = 1\n"),
    ],
)
def test_a_new_table_has_an_empty_line_above_it_unless_it_is_the_first(before: bytes, after: bytes) -> None:
    assert with_values(before, ("elements", "new"), {"x": 1}) == after


def test_a_comment_behind_a_value_stays_where_it_is() -> None:
    data = b'[elements.title]\nx = 3 # from the left\ntext = "a # b" # as typed\n'
    after = with_values(data, ("elements", "title"), {"x": 4.25, "text": "c"})
    assert after == b'[elements.title]\nx = 4.25 # from the left\ntext = "c" # as typed\n'


def test_values_of_several_lines_are_replaced_whole() -> None:
    data = b'[elements.body]\ntext = """\nOne\n# Two\n"""\npoints = [\n  [0, 0], # corner\n]\nx = 1\n'
    after = with_values(data, ("elements", "body"), {"text": "One", "x": 2})
    assert after == b'[elements.body]\ntext = "One"\npoints = [\n  [0, 0], # corner\n]\nx = 2\n'


def test_a_value_goes_with_its_line_and_nothing_else() -> None:
    for name, data, element, key, _ in drawn():
        expected = read(data)
        if key not in expected["elements"][element]:
            with pytest.raises(NotWrittenError):
                without_value(data, ("elements", element, key))
            continue
        del expected["elements"][element][key]
        after = without_value(data, ("elements", element, key))
        assert read(after) == expected, name
        start, end = common(data, after)
        assert start + end == len(after), name


@pytest.mark.parametrize(
    ("data", "table"),
    [
        (b"elements = {title = [{x = 3}]}\n", ("elements", "title")),
        (b"[elements]\ntitle = 3 # {x = 3}\n", ("elements", "title")),
        (b"[elements.title\n", ("elements", "title")),
        (b"# \xff\n", ("elements", "title")),
        (b"elements = 3\n", ("elements", "title")),
    ],
)
def test_what_cannot_be_changed_alone_is_left_as_it_is(data: bytes, table: tuple[str, ...]) -> None:
    with pytest.raises(NotWrittenError):
        with_values(data, table, {"x": 4})


def test_numbers_have_at_most_two_decimal_places() -> None:
    assert [written(one) for one in (3, 3.0, 3.10, 3.14159, -0.001, -2.5, 100.0, True)] == [
        *("3", "3", "3.1", "3.14", "0", "-2.5", "100", "true")
    ]
    assert json.loads(written('a "b"\n\t\\')) == 'a "b"\n\t\\'


def test_a_table_in_braces_is_deleted_with_its_line_or_its_comma() -> None:
    path = ("elements", "new")
    assert without_table(b"[elements]\nnew = { x = 1 }\n", path) == b"[elements]\n"
    text = b"elements = { new = { x = 1 }, old = { x = 2 } }\n"
    assert without_table(text, path) == b"elements = { old = { x = 2 } }\n"
    assert without_table(text, ("elements", "old")) == b"elements = { new = { x = 1 } }\n"


BRACES = b'[elements]\r\ntitle = {x = 3 ,"a b"="q, }" , text = \'# {\'} # left\r\nbox={ }\r\n'


@pytest.mark.parametrize(
    ("key", "value", "old", "new"),
    [
        ("x", 4.25, b"x = 3 ,", b"x = 4.25 ,"),
        ("a b", "{", b'="q, }" ,', b'="{" ,'),
        ("text", True, b"text = '# {'}", b"text = true}"),
        ("y", 1, b"text = '# {'}", b"text = '# {', y = 1}"),
    ],
)
def test_a_value_in_braces_is_changed_or_added_and_every_other_byte_is_the_same(
    key: str, value: str | float, old: bytes, new: bytes
) -> None:
    assert BRACES.count(old) == 1
    assert with_values(BRACES, ("elements", "title"), {key: value}) == BRACES.replace(old, new)


def test_the_first_value_in_braces_is_added() -> None:
    assert with_values(BRACES, ("elements", "box"), {"x": 1}) == BRACES.replace(b"{ }", b"{ x = 1 }")


@pytest.mark.parametrize(
    ("key", "old", "new"),
    [
        ("x", b'{x = 3 ,"a b"', b'{"a b"'),
        ("a b", b'x = 3 ,"a b"="q, }" ,', b"x = 3 ,"),
        ("text", b""" , text = '# {'}""", b"}"),
    ],
)
def test_a_value_in_braces_goes_with_its_comma(key: str, old: bytes, new: bytes) -> None:
    assert BRACES.count(old) == 1
    assert without_value(BRACES, ("elements", "title", key)) == BRACES.replace(old, new)


def test_a_value_that_is_added_in_braces_goes_without_a_trace() -> None:
    table = ("elements", "title")
    for key, wished in (("y", 1), ("z z", "}, {"), ("before", "box")):
        assert without_value(with_values(BRACES, table, {key: wished}), (*table, key)) == BRACES

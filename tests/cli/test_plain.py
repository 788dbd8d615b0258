"""Whatever files, names and arguments hold, a terminal gets plain letters, and programs get the exact words."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from proofdeck.front.cli.app import app
from proofdeck.front.cli.plain import HIDDEN, JOINERS, plain, plain_json, plain_lines, plain_problem
from proofdeck.ground.problems import FIELDS, Problem, to_json

Writer = Callable[..., Path]

EVIL = "\x1b[31m\x00\x07\x08\r\x7f\x9b2J\u202e\u2066\u2028\u200f\ufeff\U000e0041"
SPELT = "".join(f"\\U{ord(letter):08x}" for letter in EVIL)
"""As TOML and YAML write it."""
ANY_TEXT = st.text(st.one_of(st.characters(), st.characters(categories=["Cc", "Cf", "Cs", "Zl", "Zp"])))


def hidden(text: str) -> list[str]:
    """The characters of an output that no terminal should get."""
    return [
        letter for letter in text if letter not in JOINERS and letter != "\n" and unicodedata.category(letter) in HIDDEN
    ]


@given(ANY_TEXT)
def test_any_words_become_plain_and_tell_what_they_were(words: str) -> None:
    assert hidden(plain(words)) == []
    assert "\n" not in plain(words)
    assert hidden(plain_lines(words)) == []
    assert plain_lines(words).count("\n") == words.count("\n")
    if words.isprintable():
        assert plain(words) == words


def test_hidden_characters_become_visible_and_joiners_of_scripts_stay() -> None:
    assert plain("a\x1b[31m\x9b\u202e\ud800b\nc") == r"a\x1b[31m\x9b\u202e\ud800b\nc"
    assert plain("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f680 é “–” ♠") == (
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645 \U0001f469\u200d\U0001f680 é “–” ♠"
    )


@given(st.dictionaries(ANY_TEXT, st.lists(ANY_TEXT, max_size=3), max_size=3))
def test_json_is_plain_and_says_exactly_what_it_said(found: dict[str, list[str]]) -> None:
    text = plain_json(json.dumps(found, ensure_ascii=False, indent=2))
    assert hidden(text) == []
    assert json.loads(text) == found


@given(ANY_TEXT)
def test_a_problem_is_one_line_a_field_and_exact_for_programs(words: str) -> None:
    problem = Problem("E101", words, words, 1, 1, words, words)
    shown = plain_problem(problem)
    assert all(plain(str(getattr(shown, name))) == str(getattr(shown, name)) for name in FIELDS)
    assert json.loads(plain_json(to_json([problem])))["problems"][0]["message"] == words


def test_every_command_speaks_through_the_one_place_that_makes_words_plain() -> None:
    """Three lines print by themselves: words, JSON, and one that is coloured and escapes what it quotes."""
    cli = Path(__file__).parent.parent.parent / "generator/proofdeck/front/cli"
    found = {
        path.name: len(re.findall(r"typer\.(?:echo|secho)\(|(?<![\w.])print\(", path.read_text()))
        for path in cli.glob("*.py")
    }
    assert {name: count for name, count in found.items() if count} == {
        "plain.py": 1,
        "terminal.py": 1,
        "asking.py": 1,
    }


@pytest.fixture
def evil(write: Writer) -> Path:
    """A project in which everything that may be a text holds characters that control terminals."""
    write("cards.csv", f"game,id,name,kind,text,value\nwood,fox,Fox{EVIL},{EVIL},{EVIL},{EVIL}\nwood,a{EVIL},b,,,x\n")
    write(
        "templates/wood/front.toml",
        f'extends = "{SPELT}"\nsize = "{SPELT}"\n"key{SPELT}" = 1\n[fonts]\nbody = "{SPELT}"\n'
        f'"{SPELT}" = {{file = "{SPELT}.ttf"}}\n[colours]\na = "{SPELT}"\n[elements."{SPELT}"]\ntype = "{SPELT}"\n'
        f'[elements.t]\ntype = "text"\ntext = "{{{{ no{SPELT} }}}} {{{{ name | nosuch }}}}"\nfont = "{SPELT}"\n'
        f'[elements.i]\ntype = "icon"\nicon = "{SPELT}"\n[elements.p]\ntype = "image"\nfile = "{SPELT}.png"\n',
    )
    write("templates/wood/rulebook.toml", f'accent = "{SPELT}"\n"{SPELT}" = "a"\n')
    return write(
        "rules_md/wood.md",
        f'---\ntitle: "Wood {SPELT}"\nplayers: "{SPELT}"\nsizes: "{SPELT}"\nengine: "{SPELT}"\n'
        f'"{SPELT}": 1\nage: "{SPELT}"\nrules: {{hand: "{SPELT}"}}\nglossary: {{"{SPELT}": {{is: "{SPELT}"}}}}\n---\n\n'
        f"r[a.b{EVIL}]\nDraw {EVIL} {{{{ hand }}}} {{{{ no{EVIL} }}}}.\n\n"
        f"```example id=ex.a{EVIL}\nAna{EVIL}: Fox\nexpect:\n  Ana: {EVIL}\n---\n7 {EVIL}\n```\n",
    )


COMMANDS = (
    ("check",), ("check", "--format", "concise"), ("check", "--format", "github"), ("check", "--format", "json"),
    ("check", "--proof", "--games", "1"), ("build",), ("build", "--json"), ("build", "--proof"), ("games",),
    ("games", "--json"), ("rules", "wood"), ("score", "wood", "table.txt"), ("score", "wood", "table.txt", "--json"),
    ("simulate", "wood"), ("lab", "wood"), ("compare", "wood", "--set", "a=1"), ("compare", "wood", "--set", "a=1,2"),
    ("lab", "wood", "--ladder", "random,greedy"), ("hunt", "wood"),
    ("mutate", "wood"), ("replay", "table.txt"), ("match", "import", "table.txt"),
    ("match", "new", "wood", "Ana", "Ben"), ("match", "list"), ("tournament", "list"),
)  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_no_file_can_put_a_control_character_on_the_terminal(evil: Path, command: tuple[str, ...]) -> None:
    (evil / "table.txt").write_text(f'{{"version": 1, "game": "{EVIL}", "a{EVIL}": \n{EVIL}: {EVIL}\nexpect{EVIL}')
    file = [str(evil / part) if part == "table.txt" else part for part in command]
    project = [] if command[0] in {"match", "tournament"} and command[1] != "new" else ["-C", str(evil)]
    result = CliRunner().invoke(app, [*file, *project])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.output
    assert hidden(result.output) == []


TYPED = EVIL.replace("\0", "")
"""No argument can hold a NUL."""


@pytest.mark.parametrize(
    "arguments",
    [
        (TYPED,), ("check", TYPED), ("check", f"--{TYPED}"), ("check", "-C", TYPED), ("check", "--games", TYPED),
        ("build", "--paper", TYPED), ("build", "--only", TYPED), ("build", "--back-offset", TYPED), ("explain", TYPED),
        ("score", TYPED), ("score", "tombs", TYPED),
        ("compare", "tombs", "--set", TYPED), ("compare", "tombs", "--set", f"goal.2=3,{TYPED}"),
        ("lab", "tombs", "--ladder", TYPED),
        ("rules", TYPED), ("replay", TYPED), ("match", TYPED),
        ("match", "new", TYPED, TYPED), ("match", "new", "tombs", TYPED, "Ben"), ("match", "stats", TYPED),
        ("match", "show", "--match", TYPED), ("tournament", "new", TYPED), ("tournament", "show", TYPED),
        ("new", f"a/{TYPED}"),
        ("check", "\udcff"), ("match", "new", "tombs", "A\udcff", "Ben"), ("check", "-C", "x" * 300),
        ("score", "tombs", "x" * 300), ("replay", "x" * 300), ("match", "list", "--db", "x" * 300),
        ("replay", "\udcff"), ("score", "tombs", "\udcff"), ("match", "list", "--db", "\udcff"), ("new", "x" * 300),
    ],
    ids=range(34),
)  # fmt: skip
def test_no_argument_can_put_a_control_character_on_the_terminal_or_end_in_a_traceback(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert hidden(result.output) == []

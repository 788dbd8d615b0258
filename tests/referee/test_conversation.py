"""The conversation on the page about assistants is what happens: the official client plays it again, line by line."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli.commands import ROOT, run

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

from referee.assistants import Assistant, assistant

PAGE = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
ASKED = re.compile(r"^> (\w+) (\{.*\})\n((?:(?!> ).*\n)*)", re.MULTILINE)
LEFT_OUT = "..."


def conversation() -> list[tuple[str, dict[str, object], str]]:
    """The tools that are used, with their arguments and the lines of the answer."""
    (text,) = re.findall(r"^```text\n(> .*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [(tool, json.loads(given), said) for tool, given, said in ASKED.findall(text)]


def as_pattern(shown: str) -> str:
    """`...` on a line of its own stands for any lines, and within a line for any words."""
    lines = (".*\n)*" if line == LEFT_OUT else f"{re.escape(line)}\n" for line in shown.splitlines())
    return "".join(f"(?:{one}" if one == ".*\n)*" else one.replace(re.escape(LEFT_OUT), ".*") for one in lines)


@pytest.fixture(scope="module")
def asks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Assistant]:
    """An assistant at the project that the page makes."""
    place = tmp_path_factory.mktemp("conversation")
    assert run(place, "new", "tombs", "--like", "tombs").code == 0
    with assistant(place / "tombs") as one:
        yield one


def test_the_conversation_is_played_again_word_for_word(asks: Assistant) -> None:
    for tool, given, shown in conversation():
        said = asks(tool, **given).text + "\n"
        assert re.fullmatch(as_pattern(shown), said), f"{tool} {given} says:\n{said}\nand the page has:\n{shown}"


def test_the_page_names_each_tool_and_the_conversation_uses_most_of_them(asks: Assistant) -> None:
    tools = {tool.name for tool in asks.ask("list_tools").tools}
    table = PAGE.partition("| tool | what it does |")[2].partition("\n\n")[0]
    rows = (row.split("|")[1] for row in table.splitlines() if row.startswith("|"))
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row)} == tools
    assert {tool for tool, *_ in conversation()} >= {"write", "check", "compare", "table", "propose"}


def test_without_the_protocol_a_sentence_says_how_to_install_it(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("game,id,name\ng,a,A\n")
    hidden = f"import sys; sys.modules['mcp'] = None; sys.argv = ['proofdeck', 'mcp', '-C', {str(tmp_path)!r}]; "
    code = f"{hidden}from proofdeck.front.cli import main; main()"
    call = [sys.executable, "-c", code]
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    done = subprocess.run(call, env=surroundings, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "The Model Context Protocol is not installed. Run `pip install 'proofdeck[mcp]'`.\n"


def test_no_other_command_loads_the_protocol(tmp_path: Path) -> None:
    code = "import sys; from proofdeck.front.cli.app import COMMANDS, _module; [_module(name) for name in COMMANDS]; "
    code += "print(sorted({name.partition('.')[0] for name in sys.modules} & {'mcp', 'pydantic', 'anyio'}))"
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT / "generator")}
    done = subprocess.run([sys.executable, "-c", code], env=surroundings, capture_output=True, text=True, check=False)
    assert done.stdout == "[]\n", done.stderr

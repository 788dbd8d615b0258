"""Faulty edits of projects, each with the code that is to refuse it."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple


class Fault(NamedTuple):
    """An edit of one file. code: what is wrong with it."""

    says: str
    code: str
    file: str
    text: str


def replaced(pattern: str, by: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        return re.sub(pattern, by, text, count=1, flags=re.MULTILINE)

    return edit


def added(words: str) -> Callable[[str], str]:
    return lambda text: f"{text.rstrip()}\n\n{words}\n"


def element(words: str) -> Callable[[str], str]:
    return added(f"[elements.wrong]\nx = 10\ny = 10\nwidth = 10\nheight = 10\n{words}")


def in_cell(column: str, words: str) -> Callable[[str], str]:
    """The spreadsheet with those words in the row of its first card."""

    def edit(text: str) -> str:
        rows = list(csv.reader(io.StringIO(text)))
        head = next(number for number, row in enumerate(rows) if "name" in row)
        if column not in rows[head]:
            return text
        at, card = rows[head].index(column), rows[head + 1]
        card += [""] * (at + 1 - len(card))
        card[at] = words
        return written(rows)

    return edit


def first_row_twice(text: str) -> str:
    rows = list(csv.reader(io.StringIO(text)))
    head = next(number for number, row in enumerate(rows) if "name" in row)
    return written([*rows, rows[head + 1]])


def written(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()


def first_clause_twice(text: str) -> str:
    (name, *_) = re.findall(r"^r\[([\w.-]+)\]", text, re.MULTILINE)
    return added(f"r[{name}]\nSomething else.")(text)


def wrong_result(text: str) -> str:
    """The first whole number that an example expects, and one more."""
    return re.sub(
        r"(^expect:\n(?:  .*\n)*?  [^\n:]*: )(\d+)$",
        lambda found: f"{found[1]}{int(found[2]) + 1}",
        text,
        count=1,
        flags=re.MULTILINE,
    )


PAGE: dict[str, tuple[str, Callable[[str], str]]] = {
    "a number of players in words": ("E506", replaced(r"^players: .*$", "players: many")),
    "a head that ends in the middle": ("E506", replaced(r"^title: .*$", 'title: "Open')),
    "an engine that is not there": ("E608", replaced(r"^engine: .*$", "engine: proofdeck.play.games.nowhere")),
    "a parameter in words": ("E602", replaced(r"^  ([a-z][\w-]*): \d+$", r"  \1: lots")),
    "braces that nothing closes": ("E611", added("You have {{ hand cards.")),
    "a name that nobody knows": ("E611", added("You have {{ nothing_here }} cards.")),
    "a reference to no clause": ("E605", added('See {{ see("no.such-clause") }}.')),
    "the same clause twice": ("E604", first_clause_twice),
    "a clause that nothing applies": ("E606", added("r[made.up]\nEverybody sings.")),
    "a clause under another name": ("E605", replaced(r"^r\[(setup\.[\w-]+)\]", "r[renamed.clause]")),
    "an example with another result": ("E621", wrong_result),
}
CARDS: dict[str, tuple[str, Callable[[str], str]]] = {
    "a number of copies in words": ("E104", in_cell("quantity", "many")),
    "fewer copies than none": ("E104", in_cell("quantity", "-1")),
    "two cards of one id": ("E111", first_row_twice),
    "an icon that nobody has drawn": ("E303", in_cell("text", "Take :no-such-icon: now.")),
    "a name on a card that nobody knows": ("E210", in_cell("text", "Take {{ no_such_column }} now.")),
}
TEMPLATE: dict[str, tuple[str, Callable[[str], str]]] = {
    "brackets that nothing closes": ("E201", added("[elements.wrong")),
    "a misspelt option": ("E208", element('type = "text"\ntext = "x"\ncolr = "red"')),
    "a type of element that is not there": ("E207", element('type = "txt"')),
    "a column that is not there": ("E210", element('type = "text"\ntext = "{{ no_such_column }}"')),
    "a colour that is none": ("E212", element('type = "text"\ntext = "x"\ncolour = "blurple"')),
    "a picture that is not there": ("W319", element('type = "image"\nfile = "nowhere.png"')),
}
SETTINGS: dict[str, tuple[str, Callable[[str], str]]] = {
    "a setting that is not there": ("E513", added("colour = 1")),
    "settings that end in the middle": ("E513", added("[sheets")),
}
OF_ENGINES = {"a clause that nothing applies", "a clause under another name", "a parameter in words"}
"""Faults that are none without an engine."""
OF_TEXTS = {"an icon that nobody has drawn", "a name on a card that nobody knows"}
NO_TEXT = {"rummy-duel", "toonerville-rook", "board"}
"""Games whose first card prints no text."""


def faults_in(root: Path, game: str) -> Iterator[Fault]:
    """The faulty edits that are possible in a project with one game."""
    template = next(
        file for name in ("front.toml", "front-unit.toml") if (file := root / "templates" / game / name).exists()
    )
    files = {f"rules_md/{game}.md": PAGE, "cards.csv": CARDS, template.relative_to(root).as_posix(): TEMPLATE}
    page = (root / "rules_md" / f"{game}.md").read_text(encoding="utf-8")
    unseen = ({*OF_TEXTS} if root.name in NO_TEXT else set()) | (set() if "engine:" in page else OF_ENGINES)
    for name, faults in {**files, "proofdeck.toml": SETTINGS}.items():
        before = (root / name).read_text(encoding="utf-8") if (root / name).exists() else ""
        for says, (code, edit) in faults.items():
            text = edit(before)
            if text != before and says not in unseen:
                yield Fault(says, code, name, text)

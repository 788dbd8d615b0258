"""The passages of a page: its clauses, examples, claims, changes and other paragraphs, without their layout.

A passage speaks of clauses and parameters. It names a clause by `see("turn.draw")`, or in a comment, which is not
printed: `{# rules: turn.draw, place.empty #}`. It names a parameter by printing it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from proofdeck.source.rules.changes import FORM as CHANGE
from proofdeck.source.rules.claims import FORM as CLAIM
from proofdeck.source.rules.clauses import FENCE, MARK, SectionHeading
from proofdeck.source.rules.examples import blocks
from proofdeck.source.rules.facts import Form, facts
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import TABLE

JINJA = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
BOUND = re.compile(r"(?<![ \t])[ \t]*\{#\s*rules:(?P<ids>[^#]*)#\}")
STRING = re.compile(r"'([^']*)'|\"([^\"]*)\"")
PATH = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.\w+|\[\d+\])*")
LAYOUT = re.compile(r"<[^<>]*>|^[ \t]*(?:[-+>*]|#+|\d{1,9}[.)])(?=[ \t])|-{2,}", re.MULTILINE)
"""What shapes words without being part of them: tags, marks of lists and headings, rules of tables."""
EMPHASIS = re.compile(r"[*`]+|(?<!\w)_+|_+(?!\w)")
DRAWN = re.compile(r"\{\{\s*(anatomy|setup|cards|components(?=\(\s*[\"']))\(")
"""A figure: what its captions, its numbers or its cards say, or which kinds of pieces a list leaves out."""
ITEM = re.compile(r"(?:[-*+]|\d{1,9}[.)])[ \t]")


@dataclass(frozen=True, slots=True)
class Passage:
    """Some words of a page. name: the id of a clause or an example, or the heading of its section and a number.

    source: as it is written; line: of the file, of a clause that of its mark; last: the last line that is not empty.
    section: how many headings are above it.
    """

    name: str
    source: str
    line: int
    last: int
    section: int = 0

    @property
    def words(self) -> str:
        """The words without their layout."""
        return plain_words(self.source)

    @property
    def is_figure(self) -> bool:
        """Whether it has no words but those in a figure."""
        return not any(letter.isalpha() for letter in JINJA.sub("", self.source))

    @property
    def has_words(self) -> bool:
        """Whether it says anything, perhaps as a figure."""
        return not self.is_figure or bool(DRAWN.search(self.source))


@dataclass(frozen=True, slots=True)
class Passages:
    """The passages of a page. clauses, examples, claims, changes: by id; others: the paragraphs, list items and tables
    outside them; headings: in order.

    What follows a clause up to the next one belongs to it.
    """

    clauses: Mapping[str, Passage]
    examples: Mapping[str, Passage]
    claims: Mapping[str, Passage]
    changes: Mapping[str, Passage]
    others: tuple[Passage, ...]
    headings: tuple[Passage, ...]


def plain_words(source: str) -> str:
    """The words of a text in Markdown or on a card, in one line: the same for every layout of the same words."""
    parts, at = list[str](), 0
    for found in JINJA.finditer(source):
        code = f"{found[0][:2]} {found[0][2:-2].strip()} {found[0][-2:]}"
        parts += [_unshaped(source[at : found.start()]), "" if code.startswith("{#") else code]
        at = found.end()
    return " ".join("".join([*parts, _unshaped(source[at:])]).split())


def _unshaped(text: str) -> str:
    return EMPHASIS.sub("", LAYOUT.sub(" ", text))


def passages_of(page: RulesPage) -> Passages:
    """All passages of a page, in order."""
    reader = _Reader()
    fenced = False
    for line, text in page.lines:
        is_fence = bool(FENCE.match(text))
        fenced ^= is_fence
        if fenced or is_fence:
            reader.pause()
        elif heading := SectionHeading.read(text):
            reader.open_section(heading.title, line)
        elif mark := MARK.match(text):
            reader.open_clause(mark["id"], line)
        else:
            reader.read(text, line)
    reader.close()
    claims, changes = _facts(page, CLAIM, "source", "says"), _facts(page, CHANGE, *CHANGE.needed)
    told = dict(_examples(page)), dict(claims), dict(changes)
    return Passages(reader.clauses, *told, tuple(reader.others), tuple(reader.headings))


class _Reader:
    """Gathers lines into passages, one after the other."""

    def __init__(self) -> None:
        self.clauses: dict[str, Passage] = {}
        self.others: list[Passage] = []
        self.headings: list[Passage] = []
        self._heading, self._section, self._clause = "", 0, ""
        self._lines: list[str] = []
        self._line = self._last = 0

    def open_section(self, heading: str, line: int) -> None:
        self.close()
        self._heading, self._section, self._clause = heading, self._section + 1, ""
        self._add_heading(heading, line)

    def _add_heading(self, words: str, line: int) -> None:
        before = sum(one.source == words for one in self.headings)
        name = f"heading {words} {before + 1}" if before else f"heading {words}"
        found = Passage(name, words, line, line, self._section)
        self.headings += [found] if found.has_words else []

    def open_clause(self, clause: str, line: int) -> None:
        self.close()
        self._clause, self._line = clause, line

    def pause(self) -> None:
        """An example or a claim: a clause goes on below it, and a paragraph does not."""
        if not self._clause:
            self.close()

    def read(self, text: str, line: int) -> None:
        if text.startswith("#"):
            self.close()
            self._clause = ""
            self._add_heading(text.lstrip("#").strip(), line)
            return
        if not self._clause and (not text.strip() or ITEM.match(text)):
            self.close()
        if not self._lines and not self._clause:
            self._line = line
        if self._clause or text.strip():
            self._lines.append(text)
            self._last = line if text.strip() else self._last

    def close(self) -> None:
        source = "\n".join(self._lines)
        number = 1 + sum(one.section == self._section for one in self.others)
        name = self._clause or f"{self._heading} {number}".strip()
        found = Passage(name, source, self._line, self._last, self._section)
        if found.has_words and self._clause:
            self.clauses.setdefault(name, found)
        elif found.has_words:
            self.others.append(found)
        self._lines = []


def _examples(page: RulesPage) -> Iterator[tuple[str, Passage]]:
    for block in blocks(page.body, page.first_line):
        if block.id and block.prose:
            last = block.line + len(block.lines)
            yield block.id, Passage(block.id, "\n".join(block.prose), block.line + block.upper + 2, last)


def _facts(page: RulesPage, form: Form, *keys: str) -> Iterator[tuple[str, Passage]]:
    """What is said in each block of that form: the lines of those keys, and the prose below them."""
    for block in blocks(page.body, page.first_line, form.kind):
        said = facts(block)
        words = [*(said[key][0] for key in keys if key in said), *block.prose]
        if block.id and words:
            name = f"{form.called} {block.id}"
            yield block.id, Passage(name, "\n".join(words), block.line, block.line + len(block.lines))


# -- what a passage speaks of ------------------------------------------------------------------------------------------


def clauses_named(source: str) -> list[str]:
    """The ids in its comments `{# rules: ... #}`, as written."""
    return [name for found in BOUND.finditer(source) for name in found["ids"].replace(",", " ").split()]


def without_bonds(source: str) -> str:
    """The text without such comments and the blanks before them."""
    return BOUND.sub("", source)


def clauses_seen(source: str, known: Collection[str]) -> list[str]:
    """The clauses that a passage names, in any way, each once."""
    strings = (one or other for found in JINJA.finditer(source) for one, other in STRING.findall(found[0]))
    return [name for name in dict.fromkeys([*strings, *clauses_named(source)]) if name in known]


def parameters_in(source: str, known: Iterable[str], lead: str = "") -> frozenset[str]:
    """The parameters that a passage prints. known: their names; lead: what comes before each, such as `rules.`."""
    by_path = {lead + name.replace("-", "_"): name for name in known}
    code = (STRING.sub("", found[0]) for found in JINJA.finditer(source) if not found[0].startswith("{#"))
    paths = {path.replace("[", ".").replace("]", "") for part in code for path in PATH.findall(part)}
    return frozenset(name for path, name in by_path.items() if any(_reaches(one, path) for one in paths))


def _reaches(written: str, path: str) -> bool:
    """Whether an expression gives that parameter, or the table that it is in."""
    return written == path or path.startswith(f"{written}.") or written.startswith(f"{path}.")


def parameters_of(page: RulesPage) -> list[str]:
    """The names of all parameters in the head of a page."""
    return list(page.under(TABLE))


class Speaking:
    """Finds the clauses of which texts speak: those that they name, and those that print the same parameters."""

    def __init__(self, page: RulesPage, passages: Passages) -> None:
        self.known = passages.clauses
        self._parameters = parameters_of(page)
        self._printing: dict[str, list[str]] = {}
        for name, one in self.known.items():
            for parameter in parameters_in(one.source, self._parameters):
                self._printing.setdefault(parameter, []).append(name)

    def clauses_of(self, source: str, lead: str = "", more: Iterable[str] = ()) -> list[str]:
        """In the order of the page. lead: what comes before parameters; more: clauses that are named elsewhere."""
        printed = parameters_in(source, self._parameters, lead)
        speaks = {*clauses_seen(source, self.known), *more}
        speaks |= {name for parameter in printed for name in self._printing.get(parameter, ())}
        return [name for name in self.known if name in speaks]


def free_passages(page: RulesPage) -> list[Passage]:
    """The passages of a page that speak of no clause and no parameter, so that nothing holds what they say."""
    passages = passages_of(page)
    speaking = Speaking(page, passages)
    return [one for one in passages.others if not speaking.clauses_of(one.source)]

"""Checks the wording of a page: one name per thing, and no rule that says should.

Only prose is checked, not the head, code, tables of examples, Jinja, ids of clauses or the targets of links.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from proofdeck.ground.problems import Problems
from proofdeck.ground.typography import EASTERN
from proofdeck.source.rules.clauses import FENCE, HEADING, MARK
from proofdeck.source.rules.examples import blocks
from proofdeck.source.rules.glossary import TABLE, Term
from proofdeck.source.rules.page import RulesPage

JINJA = (("{{", "}}"), ("{%", "%}"), ("{#", "#}"))
TICKS = re.compile(r"`+")
PARAGRAPH = re.compile(r"(\n[ \t]*\n)")
TARGET = re.compile(r"(?<=\])\([^)\s]{0,500}\)")
"""The target of a link."""
Slip = tuple[int, str, str, str]
"""Position in the prose, counted in letters; code, message and hint of the problem."""
VAGUE = re.compile(r"\bshould(n['’]t)?\b", re.IGNORECASE)


def check_wording(page: RulesPage, terms: Iterable[Term], problems: Problems) -> None:
    """Warn of names the glossary avoids, terms never used, and rules that say should."""
    prose = prose_of(page.body)
    known = list(terms)
    starts = [0, *(found.end() for found in re.finditer("\n", prose))]
    for at, code, message, hint in sorted([*_other_names(prose, known), *_vague(page.body, prose)]):
        line = bisect_right(starts, at)
        problems.report(code, message, page.place(page.first_line + line - 1, at - starts[line - 1] + 1), hint=hint)
    folded = prose.lower()
    for term in known:
        if not _occurrences(term.word, prose, folded):
            message = f"the text never uses the term '{term.word}'"
            hint = "Remove it from the glossary, or use it in the text."
            problems.report("W642", message, page.place(term.line), field=TABLE, hint=hint)


def prose_of(body: str) -> str:
    """The text with everything but prose replaced by blanks, so that every word keeps its position."""
    lines = body.splitlines()
    told = {
        place for block in blocks(body) for place in range(block.line + block.upper + 1, block.line + len(block.lines))
    }
    fenced = False
    for place, line in enumerate(lines):
        fence = bool(FENCE.match(line))
        fenced ^= fence
        if fence or MARK.match(line) or (fenced and place not in told):
            lines[place] = " " * len(line)
    text = "\n".join(lines)
    for opening, closing in JINJA:
        text = _blanked(text, _between(text, opening, closing))
    paragraphs = PARAGRAPH.split(TARGET.sub(blanked, text))
    return "".join(_blanked(paragraph, _code(paragraph)) for paragraph in paragraphs)


def _between(text: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    """The start and end of each such pair."""
    end = 0
    while (start := text.find(opening, end)) >= 0 and (close := text.find(closing, start)) >= 0:
        end = close + len(closing)
        yield start, end


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Code in a paragraph: from a run of backquotes to the next run of the same length."""
    runs = [found.span() for found in TICKS.finditer(text)]
    last = {end - start: place for place, (start, end) in enumerate(runs)}
    place = 0
    while place < len(runs):
        start, end = runs[place]
        ticks = end - start
        place += 1
        if last[ticks] < place:
            continue
        while runs[place][1] - runs[place][0] != ticks:
            place += 1
        yield start, runs[place][1]
        place += 1


def _blanked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    parts, at = [], 0
    for start, end in spans:
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
        at = end
    return "".join([*parts, text[at:]])


def blanked(found: re.Match[str]) -> str:
    """Replace a match by blanks, keeping its line ends."""
    return re.sub(r"[^\n]", " ", found[0])


def _other_names(prose: str, terms: list[Term]) -> Iterator[Slip]:
    """Search for long names first, so that `draw deck` is one name even if `deck` is another."""
    names = [(term.word, "") for term in terms] + [(word, term.word) for term in terms for word in term.avoided]
    folded = prose.lower()
    for name, called in sorted(names, key=lambda pair: -len(pair[0])):
        spans = _occurrences(name, prose, folded)
        for start, end in spans if called else ():
            words = " ".join(prose[start:end].split())
            yield start, "W641", f"'{words}' is another name for the '{called}'", f"Write '{called}'."
        prose = _blanked(prose, spans)


def _vague(body: str, prose: str) -> Iterator[Slip]:
    for start, end in _clauses(body):
        for found in VAGUE.finditer(prose, start, end):
            yield found.start(), "W643", f"'{found[0]}' leaves it open whether this is a rule", "Write must or may."


def _clauses(body: str) -> Iterator[tuple[int, int]]:
    """Start and end of each clause's paragraph, in letters of the prose."""
    inside, at, start = False, 0, 0
    for line in [*body.splitlines(), ""]:
        is_mark = bool(MARK.match(line))
        if inside and (is_mark or not line.strip() or FENCE.match(line) or HEADING.match(line)):
            yield start, at
            inside = False
        at += len(line) + 1
        if is_mark:
            inside, start = True, at


def _occurrences(name: str, prose: str, folded: str) -> list[tuple[int, int]]:
    """Where the name occurs. folded: the prose in lower case, which is searched first because that is quick."""
    first, *others = name.lower().split()
    if (first if others else first[:-2]) not in folded:
        return []
    return [found.span() for found in _pattern(name).finditer(prose)]


def _pattern(name: str) -> re.Pattern[str]:
    """A pattern for the name as a whole word, across line ends too, in the singular or plural."""
    *first, last = name.split()
    endings = [re.escape(last) + "(?:e?s)?"]
    if last[-1:] in {"y", "Y"}:
        endings.append(re.escape(last[:-1]) + "ies")
    if last.casefold().endswith(("f", "fe")):
        endings.append(re.escape(re.sub("fe?$", "", last, flags=re.IGNORECASE)) + "ves")
    words = [*map(re.escape, first), f"(?:{'|'.join(endings)})"]
    begins, ends = (r"(?<![\w-])", r"(?![\w-])") if name[:1] < EASTERN else ("", "")
    return re.compile(begins + r"\s+".join(words) + ends, re.IGNORECASE)

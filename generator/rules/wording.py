"""How the text of a page is worded: one name for one thing, and rules that say must.

What is not prose is left out: the head, code, what an example runs, Jinja, the names of clauses, and where links lead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from generator.problems import Problem
from generator.rules.clauses import FENCE, HEADING, MARK
from generator.rules.examples import blocks
from generator.rules.glossary import TABLE, Term
from generator.rules.page import RulesPage

JINJA = (("{{", "}}"), ("{%", "%}"), ("{#", "#}"))
TICKS = re.compile(r"`+")
PARAGRAPH = re.compile(r"(\n[ \t]*\n)")
TARGET = re.compile(r"(?<=\])\([^)\s]{0,500}\)")
"""Where a link leads."""
VAGUE = re.compile(r"\bshould(n['’]t)?\b", re.IGNORECASE)


def check_wording(page: RulesPage, terms: Iterable[Term], problems: list[Problem]) -> None:
    """Warnings: other names than those of the glossary, terms that nobody uses, rules that say should."""
    prose = prose_of(page.body)
    known = list(terms)
    found = [*_other_names(page, prose, known), *_vague(page, prose)]
    problems.extend(sorted(found, key=lambda problem: (problem.line or 0, problem.column or 0)))
    for term in known:
        if not _pattern(term.word).search(prose):
            message = f"the text never speaks of the term '{term.word}'"
            hint = "Take it out of the glossary, or call the thing so."
            problems.append(Problem("W642", message, page.shown, term.line, field=TABLE, hint=hint))


def prose_of(body: str) -> str:
    """The text with blanks for all that is not prose; every word stays where it is."""
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
    paragraphs = PARAGRAPH.split(TARGET.sub(_blank, text))
    return "".join(_blanked(paragraph, _code(paragraph)) for paragraph in paragraphs)


def _between(text: str, opening: str, closing: str) -> Iterator[tuple[int, int]]:
    """Where each such pair begins and ends."""
    end = 0
    while (start := text.find(opening, end)) >= 0 and (close := text.find(closing, start)) >= 0:
        end = close + len(closing)
        yield start, end


def _code(text: str) -> Iterator[tuple[int, int]]:
    """Where code stands in a paragraph: from some backquotes to the next that are as many."""
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


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def _other_names(page: RulesPage, prose: str, terms: list[Term]) -> Iterator[Problem]:
    """Long names first: `draw deck` is one name, whatever `deck` is."""
    names = [(term.word, "") for term in terms] + [(word, term.word) for term in terms for word in term.avoided]
    for name, called in sorted(names, key=lambda pair: -len(pair[0])):
        pattern = _pattern(name)
        for found in pattern.finditer(prose):
            if called:
                line, column = _place(page, prose, found.start())
                words = " ".join(found[0].split())
                message = f"'{words}' is another name for the '{called}'"
                yield Problem("W641", message, page.shown, line, column, hint=f"Say '{called}'.")
        prose = pattern.sub(_blank, prose)


def _vague(page: RulesPage, prose: str) -> Iterator[Problem]:
    for start, end in _clauses(page.body):
        for found in VAGUE.finditer(prose, start, end):
            line, column = _place(page, prose, found.start())
            hint = "Rules say must, or may."
            yield Problem("W643", f"'{found[0]}' leaves open whether it is a rule", page.shown, line, column, hint=hint)


def _clauses(body: str) -> Iterator[tuple[int, int]]:
    """Where the paragraph of each clause begins and ends, in letters of its prose."""
    inside, at, start = False, 0, 0
    for line in [*body.splitlines(), ""]:
        is_mark = bool(MARK.match(line))
        if inside and (is_mark or not line.strip() or FENCE.match(line) or HEADING.match(line)):
            yield start, at
            inside = False
        at += len(line) + 1
        if is_mark:
            inside, start = True, at


def _place(page: RulesPage, prose: str, at: int) -> tuple[int, int]:
    """Line of the file, column of the line."""
    return page.first_line + prose.count("\n", 0, at), at - prose.rfind("\n", 0, at)


def _pattern(name: str) -> re.Pattern[str]:
    """The name as a whole word, over the end of a line too, one or several."""
    *first, last = name.split()
    endings = [re.escape(last) + "(?:e?s)?"]
    if last[-1:] in {"y", "Y"}:
        endings.append(re.escape(last[:-1]) + "ies")
    if last.casefold().endswith(("f", "fe")):
        endings.append(re.escape(re.sub("fe?$", "", last, flags=re.IGNORECASE)) + "ves")
    words = [*map(re.escape, first), f"(?:{'|'.join(endings)})"]
    return re.compile(r"(?<![\w-])" + r"\s+".join(words) + r"(?![\w-])", re.IGNORECASE)

"""A page of rules as people write it: any headings, and no head. It becomes a page of this house, line by line.

The first heading is the title. Sections begin with `##` and have no number unless the page has clauses; no level of
heading is left out, as readers who cannot see the page rely on that. What the text says plainly about players, time
and age is taken into the head.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from proofdeck.source.rules.clauses import FENCE, MARK
from proofdeck.source.rules.page import HeadEntry, RulesPage
from proofdeck.source.rules.shortcodes import NAME, emoji_called
from proofdeck.source.rules.speech import language_of

ATX = re.compile(r" {0,3}(?P<signs>#{1,6})(?:[ \t]++(?P<words>(?:\S|[ \t]++(?=\S))*?))??(?:[ \t]++#+)?[ \t]*+$")
TAGGED = re.compile(r"\s*<h(?P<level>[1-6])\b[^>]*>(?P<words>.*?)</h(?P=level)>\s*$", re.IGNORECASE)
APART = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul".split()
)
"""Tags that begin a paragraph and end one."""
HTML = re.compile(rf" {{0,3}}</?(?:{'|'.join(sorted(APART))}|t[dh])\b", re.IGNORECASE)
"""A line with which a block of HTML begins, which goes on to an empty line."""
ONLY_TAGS = re.compile(r"\s*(?:</?\w[^<>]*>\s*)+$")
PANDOC = re.compile(r"%[ \t]+(?P<words>\S.*)$")
UNDERLINE = re.compile(r" {0,3}(?P<sign>=+|-+)[ \t]*$")
NO_PARAGRAPH = re.compile(r"\s*$|\s{4}|\s{0,3}(?:[-*+>|#]|\d{1,9}[.)])\s?")
"""Lines above a row of hyphens that make it a line across the page, and not the line under a heading."""
ANCHOR = re.compile(r"(?<!\s)\s*\{#[^{}]*\}\s*$|<a\s[^>]*>\s*</a>", re.IGNORECASE)
HEADING_ID = re.compile(r"(?<!\s)\s*\{:?\s*[#.][^{}]*\}(?=[\s#]*$)")
"""What Pandoc, kramdown and Google Docs have behind a heading."""
SHORTCODE = re.compile(rf"(?<![\w:]):({NAME}):(?![\w:])")
MARKUP = re.compile(r"!?\[(?P<words>[^\]]*)\]\([^)]*\)|<[^>]*>|\[@[^\]]*\]|[*_`~]+(?=\S)|(?<=\S)[*_`~]+")
PICTURES = {"So", "Sk", "Cf", "Mn"}
"""Kinds of characters that are pictures, or vary one."""
TO_PROGRAMS = re.compile(r"\s*(?:\{%.*%\}|\{:.*\}|\[\[?_?TOC_?\]?\])\s*$", re.IGNORECASE)
"""Lines by which a site or its generator is told what to do."""
HOLDS_MARKDOWN = re.compile(r"<\w+\s(?>[^<>]*?\bmarkdown=)[^<>]*>", re.IGNORECASE)
"""A tag that says that what it holds is Markdown, as kramdown reads it."""
BRACE = re.compile(r"\{[{%#]")
SECTION, DEEPEST = 2, 6
OPENING = 60
"""The lines of a page in which it may say for whom it is."""
UNNUMBERED = " {-}"

TO = r"\s*(?:-|\N{EN DASH}|\N{EM DASH}|to|or|and|bis|oder|à|ou|a|o|e|y|до|~)\s*"
SEATS = (
    r"(?:players?|people|spieler(?:innen)?|personen|joueurs?|joueuses?|personnes|jugador(?:es)?|personas|giocator[ei]|"
    r"jogador(?:es)?|spelers?|graczy|gracze|hráč\w*|spelare|spillere|игрок\w*)"
)
LEAD = r"(?:^|[.;(|·])[\s>*_\-+#|]*[^\w\s]*\s*[*_]*"
PLAYERS = (
    rf"(?<![\d.,])(?P<numbers>\d\d?{TO}\d\d?)\s*\+?\s*[*_]*{SEATS}\b",
    rf"{LEAD}(?:number of |recommended )?{SEATS}[*_]*\s*[:|]\s*[*_]*\s*(?P<numbers>\d\d?(?:{TO}\d\d?)?)(?![\d.,])",
    rf"\bfor (?P<numbers>\d\d?) {SEATS}\b",
    r"(?P<numbers>\d\d?(?:-|\N{EN DASH})?\d?\d?)人",
)
MINUTES = r"(?:minutes?|mins?|minuten|minutos|minuti|minut|минут\w*|分|hours?|hrs?|stunden?|heures?|horas?|ore)\b"
NUMBERS = rf"(?P<time>\d{{1,3}}(?:{TO}\d{{1,3}})?\+?\s*{MINUTES})"
LASTING = (
    r"(?:playing |play |game |approx\w* )?(?:time|duration|length|playtime|spieldauer|spielzeit|dauer|durée|duración|"
    r"durata|duração|speelduur|czas gry)\b"
)
TIMES = (
    rf"{LEAD}{LASTING}[^\d\n]{{0,24}}{NUMBERS}",
    rf"{LEAD}{NUMBERS}[*_]*\s*$",
)
AGES = (
    r"\b(?:ages?|aged)[*_]*\s*:?[*_]*\s*(?P<age>\d\d?)\s*(?:\+|and up|and above|or older|years)",
    r"\bab (?P<age>\d\d?) jahren\b|\bdès (?P<years>\d\d?) ans\b",
    r"\bages?[*_]*\s*:[*_]*\s*(?P<age>\d\d?)(?!\d)",
)


class Title(NamedTuple):
    """A heading of a page. `at`, `last`: the indices of its first line and its last."""

    at: int
    last: int
    level: int
    words: str


def at_home(page: RulesPage) -> RulesPage:
    """Return the page with sections and a title as this house has them. A page that has them already is the same."""
    lines = page.body.splitlines()
    if not any(line.strip() for line in lines):
        return page
    headings = list(_headings(lines))
    found = {} if page.keys else _facts(page, lines)
    named = page.head.get("title")
    if headings and headings[0].level == 1 and (not named or named.value == _plain(headings[0].words)):
        title, *headings = headings
        lines[title.at : title.last + 1] = [""] * (title.last + 1 - title.at)
        if words := _plain(title.words):
            found["title"] = HeadEntry(words, page.shown, page.first_line + title.at, 1)
    own = any(one.words[:1].isdigit() for one in headings)
    numbered = any(map(MARK.match, lines)) or (bool(page.keys) and not own)
    top, before = min((one.level for one in headings), default=SECTION), SECTION - 1
    for one in headings:
        if one.at and ONLY_TAGS.match(lines[one.at - 1]):
            lines[one.at - 1] = ""
        before = min(one.level + SECTION - top, before + 1, DEEPEST)
        lead = f"{'#' * before} {ANCHOR.sub('', one.words)}".rstrip()
        number = UNNUMBERED if before == SECTION and not numbered and not lead.endswith("}") else ""
        lines[one.at : one.last + 1] = [lead + number, *[""] * (one.last - one.at)]
    return replace(page, head={**found, **page.head}, body="\n".join(lines))


def as_written(page: RulesPage) -> RulesPage:
    """Return a page on which nothing is filled in, and which says nothing to other programs."""
    return replace(page, body="\n".join(map(plain_line, _without_comments(page.body.splitlines()))))


def _without_comments(lines: list[str]) -> list[str]:
    """The lines without comments of Obsidian that go over several lines; one that has no end is words."""
    found, begun, fence = list(lines), -1, ""
    for at, line in enumerate(lines):
        if begun < 0 and (mark := FENCE.match(line)):
            fence = "" if fence == mark[1] else fence or mark[1]
        if fence or line.count("%%") % 2 == 0:
            continue
        if begun < 0:
            begun = at
            continue
        first, last = lines[begun].partition("%%")[0], line.partition("%%")[2]
        found[begun : at + 1] = [first, *[""] * (at - begun - 1), last]
        begun = -1
    return found


def plain_line(line: str) -> str:
    """One line of it."""
    line = HEADING_ID.sub("", line) if ATX.match(line) else line
    return "" if TO_PROGRAMS.match(line) else BRACE.sub(r'{{ "\g<0>" }}', HOLDS_MARKDOWN.sub("", line))


def _headings(lines: list[str]) -> Iterator[Title]:
    """Find the headings outside fences: with signs, underlined, in HTML, and the title of a page for Pandoc.

    A heading among the words of a block of HTML is none; a line of tags alone is ended before it.
    """
    fence, is_html = "", False
    for at, line in enumerate(lines):
        is_html = bool(line.strip()) and (is_html or bool((not at or not lines[at - 1].strip()) and HTML.match(line)))
        if mark := FENCE.match(line):
            fence = "" if fence == mark[1] else fence or mark[1]
        elif fence:
            continue
        elif (found := ATX.match(line)) and not (is_html and not ONLY_TAGS.match(lines[at - 1])):
            is_html = False
            yield Title(at, at, len(found["signs"]), found["words"] or "")
        elif found := TAGGED.match(line):
            yield Title(at, at, int(found["level"]), found["words"])
        elif at == 0 and (found := PANDOC.match(line)):
            yield Title(at, at, 1, found["words"])
        elif (
            at + 1 < len(lines)
            and not (NO_PARAGRAPH.match(line) or MARK.match(line))
            and (found := UNDERLINE.match(lines[at + 1]))
        ):
            above = lines[at - 1] if at else ""
            if NO_PARAGRAPH.match(above) and not MARK.match(above):
                yield Title(at, at + 1, 1 if found["sign"][0] == "=" else 2, line.strip())


def _plain(words: str) -> str:
    """Return a heading without its marks and pictures, on one line."""
    words = SHORTCODE.sub(lambda found: emoji_called(found[1]) or found[0], ANCHOR.sub("", words))
    plain = MARKUP.sub(lambda found: found["words"] or "", words)
    return " ".join("".join(one for one in plain if unicodedata.category(one) not in PICTURES).split())


def _facts(page: RulesPage, lines: list[str]) -> dict[str, HeadEntry]:
    """Take what the first lines say plainly: for how many players, how long, from what age; and the language."""
    found: dict[str, HeadEntry] = {}
    if language := language_of(page.body):
        found["language"] = HeadEntry(language, page.shown, page.first_line, 1)
    for key, patterns in (("players", PLAYERS), ("time", TIMES), ("age", AGES)):
        for pattern in patterns:
            for at, line in enumerate(lines[:OPENING]):
                if key not in found and (match := re.search(pattern, line, re.IGNORECASE)):
                    words = next(group for group in match.groups() if group)
                    words = f"{words}+" if key == "age" else " ".join(words.split())
                    found[key] = HeadEntry(words, page.shown, page.first_line + at, match.start(1) + 1)
    return {key: entry for key, entry in found.items() if key != "players" or _possible(str(entry.value))}


def _possible(players: str) -> bool:
    numbers = [int(number) for number in re.findall(r"\d+", players)]
    return 1 <= numbers[0] <= numbers[-1]

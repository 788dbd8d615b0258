"""Numbers that are typed on cards, where they would stay the same when a rule changes.

Cards must meet the same demand as worked examples: a number comes from its row, from a parameter or from a sum. A
number that merely equals a parameter counts as typed, because what is equal today may differ tomorrow. What an
expression prints is meant as typed, `{{ 8 }}`. A factor is not: the 2 in `{{ value|int * 2 }}` may well be a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from proofdeck.book.proof.examples import JINJA, NUMBER, loose_numbers
from proofdeck.ground.problems import Place, Problem, Problems
from proofdeck.paper.faces.template import ElementTemplate, Template
from proofdeck.source.cards import Card
from proofdeck.source.cards.columns import QUANTITY_FOR_PLAYERS
from proofdeck.source.expressions.cells import WRITTEN
from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.parameters import TABLE, in_expressions
from proofdeck.source.rules.wording import blanked

CODE = "W625"
COUNTING = frozenset({0, 1})
"""As digits these say no more than "none" and "one" do."""
COPIES = frozenset({"quantity", *QUANTITY_FOR_PLAYERS})
"""Columns that say how much is printed, and nothing about the game."""
LETTER = re.compile(r"[^\W\d_]")
WORD = re.compile(r"\w+")
MARKUP = re.compile(r":[A-Za-z][\w-]*(?:\|[#+-]?\w+%?){0,3}:|</?[A-Za-z][^<>\n]{0,80}>")
"""An icon, `:raven|accent|150%:`, or a tag, `<size 150%>`."""
NUMBERED = re.compile(r"^[ \t]*(?:\*\*(\d+)[.)]?[ ][^*\n]+\*\*|(\d+)[.)][ ])", re.MULTILINE)
"""A step of a list: `**1 Draw**`, `1. Draw`."""
SEATS = re.compile(r"\d+(?= players?\b)")
FACTOR = re.compile(r"(?<![\w.])\d+(?=\s*\*(?!\*))|(?<=[^*]\*)\d+(?![\w.])|(?<=[^*]\*[ ])\d+(?![\w.])")
"""Before or after a star, except in powers."""
ENDLESS = re.compile(r"\d{10,}")
"""Longer numbers cannot be numbers of rules."""
AROUND = 24
"""How many letters a message shows on each side of a number."""
MOST_OFFERED = 3
MOST_TOLD = 40
"""The most numbers reported for one text; once they are corrected, the others are reported."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A number in a text. `at`: where it begins; `is_factor`: whether an expression multiplies by it."""

    at: int
    digits: str
    is_factor: bool = False

    @property
    def number(self) -> int:
        return int(self.digits)


@dataclass(frozen=True)
class RuleNumbers:
    """The numbers of the rules by name, and the numbers of players, if the page gives them."""

    values: Mapping[str, int]
    players: tuple[int, int] | None = None

    @classmethod
    def of(cls, page: RulesPage, players: tuple[int, int] | None) -> RuleNumbers:
        """Return the numbers in the head of the page."""
        values = {name: entry.value for name, entry in page.under(TABLE).items()}
        return cls({name: value for name, value in values.items() if type(value) is int}, players)

    def typed_in(self, text: str, row: Iterable[int] = ()) -> list[Typed]:
        """Return the numbers in `text` that are typed by hand. `row`: the numbers in the other cells of the card."""
        plain = _plain(text)
        spared = [*_steps(plain), *(found.span() for found in SEATS.finditer(plain) if self._can_sit(int(found[0])))]
        for start, end in spared:
            plain = plain[:start] + " " * (end - start) + plain[end:]
        bound = {*COUNTING, *row}.difference(self.values.values())
        loose = (Typed(found.start(), found[0]) for found in loose_numbers(plain, bound))
        return [*islice(loose, MOST_TOLD), *islice(self._factors_in(text), MOST_TOLD)]

    def _factors_in(self, text: str) -> Iterator[Typed]:
        """Return the factors of its expressions that are numbers of the rules."""
        rules = set(self.values.values())
        for part in JINJA.finditer(ENDLESS.sub(blanked, text)):
            for found in FACTOR.finditer(part[0]):
                if int(found[0]) in rules:
                    yield Typed(part.start() + found.start(), found[0], is_factor=True)

    def _can_sit(self, number: int) -> bool:
        fewest, most = self.players or (number, number)
        return fewest <= number <= most

    def cure(self, typed: Typed, subject: str, line: str) -> str:
        """Name the parameters that are most likely meant.

        `subject`: what the card is called; `line`: what is said there.
        """
        named, said = _words(subject), _words(line)
        rank = {name: 2 * len(_words(name) & named) + len(_words(name) & said) for name in self.values}
        equal = [name for name, value in self.values.items() if value == typed.number]
        likely = equal or [name for name in rank if rank[name]]
        highest = max((rank[name] for name in likely), default=0)
        best = [name for name in likely if rank[name] == highest][:MOST_OFFERED]
        if typed.is_factor:
            name_it = f"or give it a name, {{% set factor = {typed.digits} %}}, if it is meant as typed."
            return f"Write {' or '.join(map(in_expressions, best))}; {name_it}"
        meant = f"{{{{ {typed.digits} }}}} if it is meant as typed"
        if not best:
            return f"Take it from a row or from the rules, as in {{{{ deck.ID.value }}}}, or write {meant}."
        changed = {name: "" if name in equal else f" (now {self.values[name]})" for name in best}
        offered = " or ".join(f"{{{{ {in_expressions(name)} }}}}{changed[name]}" for name in best)
        return f"Write {offered}; or {meant}."


def check_typed_numbers(
    cards: Iterable[Card],
    templates: Mapping[tuple[str, str], Template | None],
    numbers: RuleNumbers,
    problems: Problems,
) -> None:
    """Warn of each number that is typed on a card or in a text of its templates, if the rules have numbers.

    `templates`: by side and kind.
    """
    if not numbers.values:
        return
    printed = {key: _columns(template) for key, template in templates.items() if template}
    for card in cards:
        columns = {name for side in ("front", "back") for name in printed.get((side, card.kind), ())}
        problems.extend(_on_card(card, columns, numbers))
    for template in {template.file: template for template in templates.values() if template}.values():
        problems.extend(_in_template(template, numbers))


def _on_card(card: Card, columns: Iterable[str], numbers: RuleNumbers) -> Iterator[Problem]:
    texts = {name: cell for name, cell in card.fields.items() if name not in WRITTEN and LETTER.search(cell)}
    others = (cell for name, cell in card.fields.items() if name not in texts and name not in COPIES)
    row = {int(number) for cell in others for number in NUMBER.findall(_plain(cell))}
    for name in texts.keys() & set(columns):
        for typed in numbers.typed_in(texts[name], row):
            place = card.place_within(name, typed.at)
            yield _problem(card.id, typed, texts[name], place, name, numbers)


def _in_template(template: Template, numbers: RuleNumbers) -> Iterator[Problem]:
    for element in {element.place_of("text"): element for element in template.elements}.values():
        text = _text_of(element)
        for typed in numbers.typed_in(text):
            yield _problem(f"text of '{element.name}'", typed, text, element.place_of("text"), "text", numbers)


def _text_of(element: ElementTemplate) -> str:
    """Return a cell as it is written; "" for what is not printed."""
    if element.type != "text" or not element.constants.get("when", True):
        return ""
    setting = element.settings.get("text")
    return str(setting.raw if setting else element.constants["text"])


def _columns(template: Template) -> set[str]:
    """Return every word in the expressions of its texts, which include the columns that it prints."""
    return {
        word
        for element in template.elements
        for part in JINJA.findall(_text_of(element))
        for word in WORD.findall(part)
    }


def _problem(what: str, typed: Typed, text: str, place: Place, name: str, numbers: RuleNumbers) -> Problem:
    start = text.rfind("\n", 0, typed.at) + 1
    line = text[start:].partition("\n")[0]
    message = f"{what}: {typed.digits} in '{_around(line, typed.at - start)}' is typed by hand"
    hint = numbers.cure(typed, what, line)
    return Problem(CODE, message, *place, name, hint)


def _around(line: str, at: int) -> str:
    """Return the words around that place."""
    before, after = line[:at], line[at:]
    if len(before) > AROUND:
        before = before[-AROUND:].partition(" ")[2]
    if len(after) > AROUND:
        after = after[:AROUND].rpartition(" ")[0]
    return f"{before}{after}".replace("**", "").strip()


def _plain(text: str) -> str:
    """Return a text of the same length, without markup, expressions and numbers that are too long."""
    return ENDLESS.sub(blanked, MARKUP.sub(blanked, JINJA.sub(blanked, text)))


def _steps(text: str) -> Iterator[tuple[int, int]]:
    """Return where the numbers of a list are that counts 1, 2 and so on."""
    lists: list[list[tuple[int, int]]] = []
    for found in NUMBERED.finditer(text):
        group = 1 if found[1] else 2
        if int(found[group]) == 1:
            lists.append([])
        if lists and int(found[group]) == len(lists[-1]) + 1:
            lists[-1].append(found.span(group))
    return (span for steps in lists if len(steps) > 1 for span in steps)


def _words(text: str) -> set[str]:
    return {word.casefold() for word in re.findall(r"[^\W\d_]+", text)}

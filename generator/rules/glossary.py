"""The glossary in the head of a page of rules: what each thing is called, and what it is never called.

::

    glossary:
      draw pile: {is: "the face-down cards from which you draw", instead-of: [stock, draw deck]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.problems import Problem, did_you_mean, hint_from
from generator.rules.page import Entry, RulesPage

TABLE = "glossary"
MEANING, AVOIDED = "is", "instead-of"
MOST_NAMES = 300
"""Of terms and of what they are not called; each is looked for in the whole text."""
HINT = 'It is written: draw pile: {is: "the face-down cards", instead-of: [stock, draw deck]}'


@dataclass(frozen=True, slots=True)
class Term:
    """One thing by its name. meaning: what it is; avoided: how the text must not call it; line: of the file."""

    word: str
    meaning: str
    avoided: tuple[str, ...]
    line: int


def read_glossary(page: RulesPage, problems: list[Problem]) -> list[Term]:
    """The terms of a page in its order. Those that cannot be understood become problems."""
    reader = _Reader(page.shown, problems)
    if TABLE in page.head:
        reader.refuse("the glossary is no table of terms", page.head[TABLE])
        return []
    tables: dict[str, dict[str, Entry]] = {}
    for name, entry in page.under(TABLE).items():
        word, _, key = name.rpartition(".") if "." in name else (name, "", "")
        tables.setdefault(word.strip(), {})[key] = entry
    terms = [term for word, entries in tables.items() if (term := reader.term(word, entries))]
    if len(terms) + sum(len(term.avoided) for term in terms) > MOST_NAMES:
        reader.refuse(f"the glossary has more than {MOST_NAMES} names", next(iter(page.under(TABLE).values())))
        return []
    reader.check_names(terms)
    return terms


class _Reader:
    """Reads term after term, and collects what is wrong with them."""

    def __init__(self, shown: str, problems: list[Problem]) -> None:
        self._shown, self._problems = shown, problems

    def term(self, word: str, entries: Mapping[str, Entry]) -> Term | None:
        before = len(self._problems)
        first = next(iter(entries.values()))
        if not word:
            self.refuse("a term has no name", first)
        for key, entry in entries.items():
            if not key:
                self.refuse(f"'{word}' is no table that says what it is", entry)
            elif key not in {MEANING, AVOIDED}:
                hint = hint_from(did_you_mean(key, [MEANING, AVOIDED]), HINT)
                self.refuse(f"'{key}' says nothing about '{word}'", entry, hint)
        meaning = self._meaning(word, first, entries.get(MEANING)) if "" not in entries else ""
        avoided = self._avoided(word, entries.get(AVOIDED))
        return Term(word, meaning, avoided, first.line) if len(self._problems) == before else None

    def check_names(self, terms: list[Term]) -> None:
        """Each name stands for one thing."""
        known: dict[str, Term] = {}
        for term in terms:
            if term.word.casefold() in known:
                self._refuse_line(f"the term '{term.word}' stands twice in the glossary", term.line)
            known.setdefault(term.word.casefold(), term)
        avoided: dict[str, str] = {}
        for term in terms:
            for word in term.avoided:
                folded = word.casefold()
                if folded in known:
                    self._refuse_line(f"'{word}' is to be called '{term.word}', and is a term itself", term.line)
                elif folded in avoided:
                    message = f"'{word}' is to be called '{term.word}', and '{avoided[folded]}' already"
                    self._refuse_line(message, term.line)
                avoided.setdefault(folded, term.word)

    def refuse(self, message: str, entry: Entry, hint: str = HINT) -> None:
        self._problems.append(Problem("E640", message, self._shown, entry.line, entry.column, TABLE, hint))

    def _refuse_line(self, message: str, line: int) -> None:
        hint = "One name a thing, and one thing a name."
        self._problems.append(Problem("E640", message, self._shown, line, field=TABLE, hint=hint))

    def _meaning(self, word: str, first: Entry, entry: Entry | None) -> str:
        words = "" if entry is None or entry.value is None else str(entry.value).strip()
        if not words:
            self.refuse(f"nothing says what '{word}' is", entry or first)
        return words

    def _avoided(self, word: str, entry: Entry | None) -> tuple[str, ...]:
        """One word or a list of them."""
        if entry is None:
            return ()
        items = entry.items if entry.value is None else (entry,)
        words = ["" if item.value is None else " ".join(str(item.value).split()) for item in items]
        for item, avoided in zip(items, words, strict=True):
            if not avoided:
                self.refuse(f"a name that '{word}' stands for is empty or no word", item)
        if not items:
            self.refuse(f"'{AVOIDED}' of '{word}' names nothing", entry)
        return tuple(words)

"""The glossary in the head of a rules page: the name of each thing, and names not to use for it.

::

    glossary:
      draw pile: {is: "the face-down cards from which you draw", instead-of: [stock, draw deck], rules: turn.draw}

`rules` names the clauses of which the meaning speaks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from proofdeck.ground.problems import Problems, did_you_mean, hint_from
from proofdeck.source.rules.page import HeadEntry, RulesPage

TABLE = "glossary"
MEANING, AVOIDED, SPEAKS_OF = "is", "instead-of", "rules"
MOST_NAMES = 300
"""The most terms and avoided names; each is searched for in the whole text."""
HINT = 'Write it like this: draw pile: {is: "the face-down cards", instead-of: [stock, draw deck]}'


@dataclass(frozen=True, slots=True)
class Term:
    """One term. meaning: what it is; avoided: other names that the text must not use; line: of the file; clauses: ids
    of those of which it speaks.
    """

    word: str
    meaning: str
    avoided: tuple[str, ...]
    line: int
    clauses: tuple[str, ...] = ()


def read_glossary(page: RulesPage, problems: Problems) -> list[Term]:
    """The terms of a page in order. Those that cannot be read become problems."""
    reader = _GlossaryReader(page, problems)
    if TABLE in page.head:
        reader.refuse("the glossary is not a table of terms", page.head[TABLE])
        return []
    tables: dict[str, dict[str, HeadEntry]] = {}
    for name, entry in page.under(TABLE).items():
        word, _, key = name.rpartition(".") if "." in name else (name, "", "")
        tables.setdefault(word.strip(), {})[key] = entry
    terms = [term for word, entries in tables.items() if (term := reader.term(word, entries))]
    if len(terms) + sum(len(term.avoided) for term in terms) > MOST_NAMES:
        reader.refuse(f"the glossary has more than {MOST_NAMES} names", next(iter(page.under(TABLE).values())))
        return []
    reader.check_names(terms)
    return terms


class _GlossaryReader:
    """Reads the terms one by one, and collects their problems."""

    def __init__(self, page: RulesPage, problems: Problems) -> None:
        self._page, self._problems = page, problems

    def term(self, word: str, entries: Mapping[str, HeadEntry]) -> Term | None:
        scope = self._problems.scope()
        first = next(iter(entries.values()))
        if not word:
            self.refuse("a term has no name", first)
        for key, entry in entries.items():
            if not key:
                self.refuse(f"'{word}' needs a table that says what it is", entry)
            elif key not in {MEANING, AVOIDED, SPEAKS_OF}:
                hint = hint_from(did_you_mean(key, [MEANING, AVOIDED, SPEAKS_OF]), HINT)
                self.refuse(f"'{key}' is not a key for '{word}'", entry, hint)
        meaning = self._meaning(word, first, entries.get(MEANING)) if "" not in entries else ""
        avoided = self._avoided(word, entries.get(AVOIDED))
        clauses = tuple(" ".join(_words_of(entries.get(SPEAKS_OF))).replace(",", " ").split())
        return Term(word, meaning, avoided, first.line, clauses) if scope.is_clean else None

    def check_names(self, terms: list[Term]) -> None:
        """Check that each name means only one thing."""
        known: dict[str, Term] = {}
        for term in terms:
            if term.word.casefold() in known:
                self._refuse_line(f"the term '{term.word}' is in the glossary twice", term.line)
            known.setdefault(term.word.casefold(), term)
        avoided: dict[str, str] = {}
        for term in terms:
            for word in term.avoided:
                folded = word.casefold()
                if folded in known:
                    self._refuse_line(f"'{word}' is to be avoided for '{term.word}', but is a term itself", term.line)
                elif folded in avoided:
                    message = f"'{word}' is to be avoided for both '{avoided[folded]}' and '{term.word}'"
                    self._refuse_line(message, term.line)
                avoided.setdefault(folded, term.word)

    def refuse(self, message: str, entry: HeadEntry, hint: str = HINT) -> None:
        self._problems.report("E640", message, entry.place, field=TABLE, hint=hint)

    def _refuse_line(self, message: str, line: int) -> None:
        hint = "Use one name per thing, and one thing per name."
        self._problems.report("E640", message, self._page.place(line), field=TABLE, hint=hint)

    def _meaning(self, word: str, first: HeadEntry, entry: HeadEntry | None) -> str:
        words = "" if entry is None or entry.value is None else str(entry.value).strip()
        if not words:
            self.refuse(f"'{word}' is not defined", entry or first)
        return words

    def _avoided(self, word: str, entry: HeadEntry | None) -> tuple[str, ...]:
        """One word or a list of them."""
        if entry is None:
            return ()
        words = _words_of(entry)
        for item, avoided in zip(_items(entry), words, strict=True):
            if not avoided:
                self.refuse(f"a name to avoid for '{word}' is empty or not a text", item)
        if not words:
            self.refuse(f"'{AVOIDED}' of '{word}' is empty", entry)
        return words


def _items(entry: HeadEntry) -> tuple[HeadEntry, ...]:
    return entry.items if entry.value is None else (entry,)


def _words_of(entry: HeadEntry | None) -> tuple[str, ...]:
    """Each item of a list, or the only one; "" for one that is not a text."""
    items = _items(entry) if entry else ()
    return tuple("" if item.value is None else " ".join(str(item.value).split()) for item in items)

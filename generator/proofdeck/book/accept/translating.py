"""Translations: a page to begin with, what is new or stale in one that is there, and words that lack a translation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from proofdeck.book.accept.proposing import Edit, apply, lines_of
from proofdeck.book.accept.rewriting import decoded
from proofdeck.book.manuscript.composing import results_of
from proofdeck.book.signing.comparing import compare
from proofdeck.book.signing.signed import read_signed
from proofdeck.book.signing.translated import translated_passages
from proofdeck.ground.files import write_file
from proofdeck.ground.phrases import phrases_of
from proofdeck.ground.places import RULES
from proofdeck.ground.problems import Problem, Problems, ProofdeckError
from proofdeck.play.engine.loading import Playable
from proofdeck.play.setup.opening import playable_of
from proofdeck.source.cards.languages import untranslated
from proofdeck.source.project.game import Game
from proofdeck.source.project.languages import NOTED
from proofdeck.source.project.reading import load_project
from proofdeck.source.rules.clauses import MARK, NOTE
from proofdeck.source.rules.examples import Block, blocks, by_id
from proofdeck.source.rules.page import RulesPage, read_page
from proofdeck.source.rules.passages import BOUND, JINJA, Passage, Passages, passages_of
from proofdeck.source.rules.translations import SAID, WORDS

BESIDE = "original:"
"""How a comment begins that holds the original beside its translation."""
BETWEEN = re.compile(r"\b\d+\b|[…:,;+×]")
"""What comes between words that have translations of their own."""
OF_THE_HEAD = ("title", "age", "time")


@dataclass(frozen=True, slots=True)
class TranslationWork:
    """What was written into a page, and what is left to translate.

    file: the page, "" for a game without rules; is_new: whether it was not there; added, stale: passages by name.
    cells: how many cells of the spreadsheet are empty in that language; words: what engines and cards are called by in
    examples.
    """

    game: str
    title: str
    file: str
    is_new: bool
    added: tuple[str, ...]
    stale: tuple[str, ...]
    cells: int
    words: tuple[str, ...]


def translate(root: Path, language: str, names: Sequence[str], *, trust: bool) -> list[TranslationWork]:
    """Write a page to translate for each of those games that has rules, or add to it what is new or stale.

    What is translated stays as it is. Raises ProofdeckError for an unknown game, or if a page cannot be written.
    """
    problems = Problems()
    project = load_project(root, problems)
    found = []
    record = read_signed(root, problems)
    for game in project.chosen(names, problems):
        if not game.page.shown.startswith(RULES):
            hint = f"Move the rules of {game.title} to {RULES}/{game.name}.md first."
            raise ProofdeckError(Problem("E523", f"{game.page.shown} cannot be translated", game.page.shown, hint=hint))
        if not game.page.is_written:
            cells = sum(1 for _ in untranslated(game.deck, language))
            found.append(TranslationWork(game.name, game.title, "", False, (), (), cells, ()))
            continue
        playable = playable_of(project, game, Problems(), trust=trust)
        shown = f"{RULES}/{game.name}.{language}.md"
        there = read_page(root / shown, shown, Problems())
        words = tuple(_untranslated_words(game, playable, language, there))
        cells = sum(1 for _ in untranslated(game.deck, language))
        if there is None:
            text, added, stale = skeleton(game.page, words), tuple(_names(passages_of(game.page))), tuple[str, ...]()
        else:
            changes = compare(project, game, playable, record, Problems(), trust=trust).changes
            old = [one.pair.name for one in changes if one.pair.kind == language and one.signed and one.parts]
            text, added, stale = updated(game.page, there, decoded((root / shown).read_bytes()), old)
        if there is None or added or stale:
            write_file(root / shown, text.encode("utf-8", "surrogateescape"))
        found.append(TranslationWork(game.name, game.title, shown, there is None, added, stale, cells, words))
    return found


def _names(passages: Passages) -> Iterator[str]:
    yield from (*passages.clauses, *passages.examples, *(one.name for one in passages.others))


# -- a page to begin with ----------------------------------------------------------------------------------------------


def skeleton(page: RulesPage, words: Iterable[str]) -> str:
    """A page with every passage to be written over, each with its original beside it, and words to be filled in."""
    head = [f"{key}: {_quoted(str(page.head[key].value))}" for key in OF_THE_HEAD if key in page.head]
    if asked := list(words):
        head += [f"{WORDS}:", *(f"  {_quoted(word)}: " for word in asked)]
    body = "\n".join(_lines(page))
    return "\n".join(["---", *head, "---", "", body.strip("\n"), ""])


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lines(page: RulesPage) -> Iterator[str]:
    """The body of the page for a translator."""
    passages = passages_of(page)
    ends = {one.last: one for one in (*passages.clauses.values(), *passages.others)}
    fences = {block.line: block for kind in ("example", "claim") for block in blocks(page.body, page.first_line, kind)}
    skipped = 0
    for line, text in page.lines:
        if (block := fences.get(line)) is not None:
            yield from _of_block(block, passages)
            skipped = line + len(block.lines) + 1
        elif line > skipped:
            plain = NOTE.sub(_without_reason, text) if MARK.match(text) else BOUND.sub("", text).rstrip()
            yield f"{plain} {beside(ends[line])}" if line in ends else plain


def beside(passage: Passage) -> str:
    """A comment with the original."""
    return f"{{# {BESIDE} {JINJA.sub(_spoken, passage.words)} #}}"


def _spoken(found: re.Match[str]) -> str:
    """An expression as words of a comment."""
    return f"[{found[0][2:-2].strip()}]".replace('"', "").replace("'", "")


def _without_reason(found: re.Match[str]) -> str:
    return "" if found["physical"] else found[0]


def _of_block(block: Block, passages: Passages) -> Iterator[str]:
    """An example or a claim with nothing but what is translated."""
    name, kind = block.settings.get("id", ""), block.kind
    yield f"```{kind} id={name}"
    yield from (line for line in block.lines[: block.upper] if kind == "claim" and line.split(":")[0] in SAID)
    if block.prose or kind == "example":
        yield "---"
    prose = "\n".join(block.prose).rstrip()
    yield f"{prose} {beside(passages.examples[name])}" if name in passages.examples else prose
    yield "```"


# -- one that is there -------------------------------------------------------------------------------------------------


def updated(
    page: RulesPage, there: RulesPage, text: str, stale: Collection[str]
) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text of a translation with new passages added and stale ones noted, and the names of both.

    stale: the passages whose original has changed. One that has the new original beside it already stays as it is.
    """
    originals, passages = passages_of(page), passages_of(there)
    noted = {
        passage.last: original
        for original, passage in translated_passages(originals, passages)
        if original.name in stale and beside(original) not in passage.source
    }
    inserted, added = _added(page, there, originals, passages)
    edits = []
    for number, line in enumerate(lines_of(text), 1):
        plain = line.rstrip("\r\n")
        ending = line[len(plain) :] or "\n"
        beyond = "".join(f"{ending}{new}" for new in inserted.get(number, ()))
        if number in noted:
            edits.append(Edit(number, 1, plain, f"{NOTED.sub('', plain)} {beside(noted[number])}{beyond}"))
        elif beyond:
            edits.append(Edit(number, len(plain) + 1, "", beyond))
    return apply(text, edits), added, tuple(one.name for one in noted.values())


def _added(
    page: RulesPage, there: RulesPage, originals: Passages, passages: Passages
) -> tuple[Mapping[int, list[str]], tuple[str, ...]]:
    """The lines to insert after each line, and the names of the clauses and examples in them."""
    ends = {name: one.last for name, one in passages.clauses.items()}
    ends |= {name: one.line + len(one.lines) + 1 for name, one in by_id(there).items()}
    inserted: dict[int, list[str]] = {}
    added: list[str] = []
    after = 0
    for name, lines in _in_order(page, originals):
        after = ends.get(name, after)
        if name not in ends and after:
            inserted.setdefault(after, []).extend(["", *lines])
            added.append(name)
    return inserted, tuple(added)


def _in_order(page: RulesPage, passages: Passages) -> list[tuple[str, list[str]]]:
    """Every clause and example of a page with what a translator gets of it, in order."""
    found: list[tuple[int, str, list[str]]] = []
    for name, one in passages.clauses.items():
        *lines, last = one.source.strip("\n").split("\n")
        found.append((one.line, name, [f"r[{name}]", *lines, f"{last} {beside(one)}"]))
    tables = blocks(page.body, page.first_line)
    found += ((one.line, one.id, list(_of_block(one, passages))) for one in tables)
    return [(name, lines) for _, name, lines in sorted(found)]


# -- words -------------------------------------------------------------------------------------------------------------


def _untranslated_words(game: Game, playable: Playable | None, language: str, there: RulesPage | None) -> Iterator[str]:
    """Words of the engine, kinds of cards and labels of points that have no translation, each once."""
    terms = {name: str(entry.value) for name, entry in there.under(WORDS).items() if entry.value} if there else {}
    say = phrases_of(language, terms)
    kinds = {card.kind for card in game.deck if card.kind and not card.translations.get(language, {}).get("kind")}
    every = [*(_engine_words(game, playable) if playable else ()), *sorted(kinds)]
    names = {card.name for card in game.deck}
    for words in dict.fromkeys(part.strip(" .()") for one in every for part in BETWEEN.split(one)):
        if any(map(str.isalpha, words)) and words not in names and say.rewritten(words) == words:
            yield words


def _engine_words(game: Game, playable: Playable) -> Iterator[str]:
    """What its moves are called by, and what gives points in its examples."""
    for outline, _ in playable.game.kinds_of_moves():
        yield outline
    for ran in results_of(game, playable, Problems()):
        yield from (item.label for sheet in ran.sheets.values() for item in sheet.items)

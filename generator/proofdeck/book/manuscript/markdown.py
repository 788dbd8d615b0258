"""The reference for repositories and terminals: plain Markdown, in which pictures are words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from proofdeck.book.manuscript.editions import seen_elsewhere
from proofdeck.book.manuscript.figures import Anatomy, Parts, Setup
from proofdeck.book.manuscript.in_words import board_in_words, examples_in_words, parts_in_words, place_in_words
from proofdeck.book.manuscript.manuscript import Manuscript
from proofdeck.book.manuscript.tree import (
    Block,
    Listing,
    PageFigure,
    Paragraph,
    Quote,
    RuleLine,
    Subheading,
    TextTable,
    ToldExample,
    Verbatim,
)
from proofdeck.book.manuscript.words import (
    Break,
    CardPictures,
    Code,
    Emphasis,
    Illustration,
    Inline,
    Inlines,
    Link,
    Marked,
    See,
    Strong,
    Unheld,
    Words,
)

SPECIAL = re.compile(r"([\\`*\[\]<>|]|(?<!\w)_|_(?!\w))")
AT_THE_BEGINNING = re.compile(r"^(\d{0,9})(?=[-+#>=.)]+(?:\s|$))", re.MULTILINE)
"""Where a backslash stops a line of prose from becoming a list, a heading or a quotation."""


def markdown(book: Manuscript) -> str:
    """Write the whole book."""
    write = _Writer(book)
    head = [f"# {escaped(book.title)}", *([escaped(book.about)] if book.about else [])]
    body = list(write.blocks(book.text.premise))
    for section in book.text.sections:
        body += [f"## {f'{section.number} ' if section.number else ''}{write.inline(section.title)}"]
        body += write.blocks(section.inside)
    return "\n\n".join([*head, *filter(None, body)]) + "\n"


def escaped(words: str) -> str:
    """Write words on one line, so that Markdown takes them for nothing else."""
    return AT_THE_BEGINNING.sub(r"\1\\", SPECIAL.sub(r"\\\1", " ".join(words.splitlines())))


UNDER_HEAD = {"left": ":---", "center": ":---:", "right": "---:"}
MARKS = {"struck": ("~~",) * 2, "marked": ("==",) * 2, "lowered": ("<sub>", "</sub>"), "raised": ("<sup>", "</sup>")}


class _Writer:
    def __init__(self, book: Manuscript) -> None:
        self._book, self._say, self._numbers = book, book.phrases, book.numbers
        self._seen = seen_elsewhere(book)

    def blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        """Yield each block as its lines."""
        return map(self._block, blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Paragraph(inside, clause):
                return self._paragraph(inside, clause)
            case Subheading(level, inside):
                return f"{'#' * level} {self.inline(inside)}"
            case Listing(entries, start):
                leads = (f"{start + place}. " if start is not None else "- " for place in range(len(entries)))
                return "\n".join(
                    _indented(lead, self._blocks_of(item.inside)) for lead, item in zip(leads, entries, strict=True)
                )
            case TextTable(head, rows, sides):
                line = "".join(f"|{UNDER_HEAD.get(side, '---')}" for side in sides or [""] * len(head))
                return "\n".join([self._cells(head), f"{line}|", *map(self._cells, rows)])
            case Quote(inside):
                return _indented("> ", self._blocks_of(inside), "> ")
            case Verbatim(text):
                fence = "`" * max(3, *(len(run) + 1 for run in re.findall("`+", text)), 3)
                return f"{fence}\n{text}\n{fence}"
            case RuleLine():
                return "---"
            case ToldExample():
                return _indented("> ", "\n\n".join(self._example(block)), "> ")
            case PageFigure():
                return self._figure(block)

    def _blocks_of(self, blocks: Iterable[Block]) -> str:
        """Write the inside of another block; a list follows its paragraph without an empty line."""
        found = list(blocks)
        lines = ""
        for place, block in enumerate(found):
            gap = "" if not place else "\n" if isinstance(block, Listing) else "\n\n"
            lines += f"{gap}{self._block(block)}"
        return lines

    def _paragraph(self, inside: Inlines, clause: str) -> str:
        numbers = self._seen.get(clause, [])
        seen = f" *({examples_in_words(numbers, self._say)})*" if numbers else ""
        words = self.inline(inside)
        words = f"**{self._numbers[clause]}** {words}{seen}".rstrip() if clause else words
        return AT_THE_BEGINNING.sub(r"\1\\", words)

    def inline(self, inlines: Inlines) -> str:
        return "".join(map(self._inline, inlines))

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Words(text):
                return SPECIAL.sub(r"\\\1", text)
            case Strong(inside):
                return f"**{self.inline(inside)}**"
            case Emphasis(inside):
                return f"*{self.inline(inside)}*"
            case Marked(how, inside):
                begin, end = MARKS[how]
                return f"{begin}{self.inline(inside)}{end}"
            case Code(text):
                fence = "``" if "`" in text else "`"
                return f"{fence}{text}{fence}"
            case Break(hard):
                return "\\\n" if hard else "\n"
            case Link(address, inside):
                return f"[{self.inline(inside)}](<{address}>)"
            case Unheld():
                return ""
            case See(clause):
                return self._numbers.get(clause, clause)
            case Illustration():
                return f"*{escaped(inline.words)}*" if inline.words else ""
            case CardPictures(ids):
                names = self._book.names
                return f"*{', '.join(escaped(names[name]) for name in ids if name in names)}*"

    def _cells(self, cells: Iterable[Inlines]) -> str:
        lines = (self.inline(cell).replace("\\\n", "<br>").replace("\n", " ") for cell in cells)
        return f"| {' | '.join(lines)} |"

    def _example(self, told: ToldExample) -> Iterator[str]:
        """Write the subject of an example, its table, its moves, their results and its prose."""
        say, names = self._say, self._book.names
        about = say.listed(self._numbers.get(clause, clause) for clause in self._book.in_order(told.covers))
        yield f"**{say('Example')} {told.number}**{f' ({about})' if about else ''}"
        table = [place_in_words(row, names) for row in told.rows]
        table += [f"{say('board')}: {board_in_words(told.before, names, say)}"] if told.before else []
        if table:
            yield "\n".join(f"- {escaped(line)}" for line in table)
        if told.moves:
            moves = (f"{who} {what}".strip() for who, what in told.moves)
            yield "\n".join(f"{place}. {escaped(move)}" for place, move in enumerate(moves, 1))
        if told.refused:
            yield f"{say('not_allowed')}, {say('see')} {self._numbers.get(told.refused, told.refused)}{say('stop')}"
        results = [self.inline(one) for one in told.results]
        results += [f"{say('board')}: {board_in_words(told.after, names, say)}"] if told.after else []
        if results:
            yield f"{say('then')}: {'; '.join(results)}{say('stop')}"
        yield from self.blocks(told.prose)

    def _figure(self, drawing: PageFigure) -> str:
        """Write the table after the deal, the pieces of the game, or the parts of a card, as a list."""
        figure = self._book.figures.get(drawing.asked)
        if isinstance(figure, Anatomy):
            return "\n".join(f"{place}. {escaped(part.words)}" for place, part in enumerate(figure.parts, 1))
        if isinstance(figure, Parts):
            return "\n".join(f"- {escaped(line)}" for line in parts_in_words(figure, self._book.names))
        rows = [*figure.others, *figure.middle, *figure.own] if isinstance(figure, Setup) else []
        return "\n".join(f"- {escaped(place_in_words(row, self._book.names))}" for row in rows)


def _indented(lead: str, lines: str, later: str = "") -> str:
    """Indent lines behind the sign of a list or a quotation. `later`: what is in front of all but the first."""
    later = later or " " * len(lead)
    first, *others = lines.split("\n")
    return "\n".join([f"{lead}{first}".rstrip(), *(f"{later}{line}".rstrip() for line in others)])

"""Read a page in Markdown, with parameters and cards already filled in, into a tree.

markdown-it reads it, with two rules of our own. A line `r[turn.draw]` is a block by itself, and gives its clause to the
paragraph or list item that follows. A numbered list begins only after an empty line or a colon, so that a line of prose
that happens to begin with `1.` stays prose.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING

from proofdeck.book.manuscript.addresses import CHANGED, OURS, UNHELD, UNHELD_HERE, cards_of, clause_of, figure_of
from proofdeck.book.manuscript.sizes import side_of, width_of
from proofdeck.book.manuscript.tags import Tag, among_words, ended_in, grouped, in_blocks, is_html
from proofdeck.book.manuscript.tree import (
    Block,
    Blocks,
    Listing,
    ListItem,
    PageFigure,
    Paragraph,
    Quote,
    RuleLine,
    Section,
    Subheading,
    Text,
    TextTable,
    ToldExample,
    Verbatim,
)
from proofdeck.book.manuscript.words import (
    SAFE,
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
from proofdeck.ground.phrases import ENGLISH, Phrases
from proofdeck.ground.typography import Typesetter
from proofdeck.source.rules.clauses import MARK, Clause, Edition, SectionHeading
from proofdeck.source.rules.examples import Block as Fence
from proofdeck.source.rules.shortcodes import NAME, emoji_called

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.token import Token
    from markdown_it.tree import SyntaxTreeNode

CONTINUED = ("clause", "claim", "changed")
"""Blocks after which a list continues: the mark of a clause, a claim, and what was changed."""
BOX = re.compile(r"^\[([ xX])\] ")
"""A task."""
ENTRY = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])\s")
"""A line that begins an entry of a list, below which another list may begin."""
CALLOUT = re.compile(r"\[!(?P<kind>\w+)\][-+]?[ \t]*(?P<title>.*)")
SIGNS = re.compile(
    r"!\[\[(?P<picture>[^\[\]|]{1,200})(?P<about>(?:\|[^\[\]]{0,200})?)\]\]"
    r"|\[\[(?P<page>[^\[\]|]{1,200})(?:\|(?P<called>[^\[\]]{1,200}))?\]\]"
    r"|==(?P<marked>[^\s=](?:[^=]{0,198}[^\s=])?)=="
    r"|(?<=\w)~(?P<lowered>\w{1,20})~|(?<=\w)\^(?P<raised>\w{1,20})\^"
    rf"|(?<![\w:]):(?P<emoji>{NAME}):(?![\w:])"
    r"|%%[^%]{0,1000}%%|^:{3,}[ \t]*\{?\w*\}?$|(?<=\s)\^[A-Za-z0-9-]{1,40}$"
)
"""A picture, a link, marks, low and high letters, an emoji, a comment, lines around a box, the id of a paragraph."""
SIZE = re.compile(r"\d{1,4}(?:x\d{1,4})?")
"""The size of a picture after its words, as Obsidian has it."""
ASKED = re.compile(r"\{:?\s*([^{}]{0,99}\b(?:width|align|style)\b[^{}]{0,99})\}")
"""What Pandoc and kramdown have behind a picture."""
ATTRIBUTE = re.compile(r"(\w+)=[\"']?([^\"'\s}]+)")


def read_text(
    markdown: str,
    clauses: Mapping[str, Clause],
    told: Mapping[str, ToldExample],
    claims: Mapping[str, ListItem],
    say: Phrases = ENGLISH,
    changes: tuple[ListItem, ...] = (),
) -> Text:
    """Read a whole page. `told`, `claims`: what is printed for its examples and its claims, by id; `changes`: for all
    that was changed.
    """
    reader = _BlockReader(clauses, told, claims, say, changes)
    lines = markdown.split("\n")
    premise: list[SyntaxTreeNode] = []
    sections: list[tuple[SectionHeading, list[SyntaxTreeNode]]] = []
    for node in _nodes(markdown):
        heading = SectionHeading.read(lines[node.map[0]]) if node.type == "heading" and node.map else None
        if heading is not None:
            sections.append((heading, []))
        else:
            (sections[-1][1] if sections else premise).append(node)
    first, found, number = reader.blocks(premise), list[Section](), 0
    for heading, nodes in sections:
        number += heading.is_numbered
        title = read_inline(heading.title, say)
        printed = str(number) if heading.is_numbered else ""
        found.append(Section(printed, title, reader.blocks(nodes), heading.edition))
    return Text(first, tuple(found))


def read_blocks(markdown: str, say: Phrases = ENGLISH) -> Blocks:
    """Read paragraphs and lists, such as the prose of an example."""
    return _BlockReader({}, {}, {}, say).blocks(_nodes(markdown))


def read_inline(markdown: str, say: Phrases = ENGLISH) -> Inlines:
    """Read part of a sentence."""
    from markdown_it.tree import SyntaxTreeNode

    return _typeset(_inlines(SyntaxTreeNode(_parser().parseInline(markdown)).children[0].children), say)


def last_lines(markdown: str) -> set[int]:
    """The lines, counted from 0, in which a paragraph ends, so that words can be added to it there.

    A block of HTML, a heading, code or an address for links would not take them as words.
    """
    parser = _parser()
    tokens: list[Token] = []
    parser.block.parse(markdown, parser, {}, tokens)
    return {one.map[1] - 1 for one in tokens if one.type == "paragraph_open" and one.map}


class _BlockReader:
    """Reads the blocks of one page. The clause of a mark waits for the paragraph that it belongs to."""

    def __init__(
        self,
        clauses: Mapping[str, Clause],
        told: Mapping[str, ToldExample],
        claims: Mapping[str, ListItem],
        say: Phrases,
        changes: tuple[ListItem, ...] = (),
    ) -> None:
        self._clauses, self._told, self._claims, self._say, self._changes = clauses, told, claims, say, changes
        self._waiting = ""

    def blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Blocks:
        found: list[Block] = []
        before = ""
        for node, *others in _html_together(nodes):
            if others:
                found += [*([Paragraph((), self._taken())] if self._waiting else []), *self._html([node, *others])]
            elif node.type == "clause":
                self._waiting = node.content if node.content in self._clauses else ""
            else:
                for block in self._read(node):
                    longer = _continued(found[-1], block) if found and before in CONTINUED else None
                    found[-1:] = [longer] if longer else [*found[-1:], block]
            before = node.info.partition(" ")[0] if node.type == "fence" else node.type
        return tuple(found)

    def _read(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Read the blocks of a node; most nodes are one block."""
        if node.type == "paragraph":
            yield from self._paragraph(node)
        elif (group := self._group(node)) is not None:
            yield group
        else:
            yield from self._apart(node)

    def _group(self, node: SyntaxTreeNode) -> Block | None:
        """Read a node that holds other blocks."""
        match node.type:
            case "bullet_list" | "footnote_block":
                return Listing(tuple(map(self._item, node.children)), 1 if node.type == "footnote_block" else None)
            case "ordered_list":
                return Listing(tuple(map(self._item, node.children)), int(node.attrs.get("start", 1)))
            case "blockquote":
                return Quote(self._called(self.blocks(node.children)))
            case "dl":
                return Listing(tuple(self._explained(node)))
        return None

    def _apart(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Read a node to which no clause belongs."""
        if self._waiting:
            yield Paragraph((), self._taken())
        if node.type == "heading" and node.level:
            yield Paragraph((Strong(self._words(node)),))
        elif _is_html(node):
            yield from self._html([node])
        elif node.type == "heading":
            yield Subheading(max(3, int(node.tag[1])), self._words(node))
        elif node.type == "fence" and node.level == 0 and node.markup == "```":
            yield from self._fence(node)
        elif node.type in {"fence", "code_block"}:
            yield Verbatim(node.content.rstrip("\n"))
        elif node.type == "hr":
            yield RuleLine()
        elif node.type == "table":
            head, *bodies = node.children
            rows = (row for body in bodies for row in body.children)
            sides = [str(cell.attrs.get("style", "")).rpartition(":")[2] for cell in head.children[0].children]
            yield TextTable(self._cells(head.children[0]), tuple(map(self._cells, rows)), tuple(sides))

    def _html(self, nodes: Sequence[SyntaxTreeNode]) -> Blocks:
        return in_blocks([node.content for node in nodes], lambda inside: _typeset(inside, self._say))

    def _fence(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Read an example, a claim, or lines as they were typed."""
        kind, _, words = node.info.partition(" ")
        name = Fence(kind, words, 1, ()).id
        if kind == "example":
            yield from [self._told[name]] if name in self._told else []
        elif kind == "claim":
            yield from [Listing((self._claims[name],))] if name in self._claims else []
        elif kind != "changed":
            yield Verbatim(node.content.rstrip("\n"))

    def _item(self, node: SyntaxTreeNode) -> ListItem:
        inside = self.blocks(node.children)
        first = inside[0] if inside else None
        clause = self._clauses.get(first.clause) if isinstance(first, Paragraph) else None
        return ListItem(inside, clause.edition if clause else Edition.PLAYERS)

    def _called(self, inside: Blocks) -> Blocks:
        """A quotation that begins with `[!NOTE]` begins with that word."""
        match inside:
            case (Paragraph((Words(text), *others)) as first, *rest) if found := CALLOUT.match(text):
                known = dict(pair.split(" ", 1) for pair in self._say("callouts").split(", "))
                word = found["title"] or known.get(found["kind"].casefold(), found["kind"].capitalize())
                after = others[1:] if others and isinstance(others[0], Break) else others
                return replace(first, inside=(Strong((Words(word),)), Break(hard=True), *after)), *rest
        return inside

    def _explained(self, node: SyntaxTreeNode) -> Iterator[ListItem]:
        """Each term with what it means."""
        terms: list[Inlines] = []
        for child in node.children:
            if child.type == "dt":
                terms.append(self._words(child))
                continue
            inside = self.blocks(child.children)
            lead = tuple(inline for term in terms for inline in (Strong(term), Words(": ")))
            first = inside[0] if inside else None
            words, rest = (first.inside, inside[1:]) if isinstance(first, Paragraph) else ((), inside)
            yield ListItem((Paragraph((*lead, *words)), *rest))
            terms = []

    def _paragraph(self, node: SyntaxTreeNode) -> Iterator[Block]:
        """Read the words of a paragraph, and the figures that are alone or among them."""
        words: list[SyntaxTreeNode] = []
        for child in node.children[0].children if node.children else ():
            address = str(child.attrs.get("src", "")) if child.type == "image" else ""
            asked = figure_of(address)
            if asked is None and address != CHANGED:
                words.append(child)
                continue
            yield from self._said(words)
            yield PageFigure(asked) if asked else Listing(self._changes, is_small=True)
            words = []
        yield from self._said(words)

    def _said(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        inside = _typeset(_inlines(nodes), self._say)
        if any(not isinstance(one, Break) for one in inside):
            yield Paragraph(inside, self._taken())

    def _taken(self) -> str:
        clause, self._waiting = self._waiting, ""
        return clause

    def _words(self, node: SyntaxTreeNode) -> Inlines:
        return _typeset(_inlines(node.children[0].children), self._say) if node.children else ()

    def _cells(self, row: SyntaxTreeNode) -> tuple[Inlines, ...]:
        return tuple(map(self._words, row.children))


def _continued(last: Block, block: Block) -> Listing | None:
    """Join two lists of the same kind; None for anything else."""
    if not isinstance(last, Listing) or not isinstance(block, Listing) or (last.start is None) != (block.start is None):
        return None
    return replace(last, entries=(*last.entries, *block.entries))


def _is_html(node: SyntaxTreeNode) -> bool:
    return node.type == "html_block" or (node.type == "code_block" and is_html(node.content))


def _html_together(nodes: Sequence[SyntaxTreeNode]) -> Iterator[list[SyntaxTreeNode]]:
    """Each node alone, but pieces of HTML that follow each other together."""
    for is_tag, group in groupby(nodes, _is_html):
        some = list(group)
        yield from [some] if is_tag else ([node] for node in some)


def _inlines(nodes: Sequence[SyntaxTreeNode]) -> Inlines:
    ended = ended_in("".join(one.content for one in nodes if one.type == "html_inline"))
    found: list[Inline | Tag] = []
    for node in nodes:
        last = found[-1] if found else None
        asked = ASKED.match(node.content) if isinstance(last, Illustration) and node.type == "text" else None
        if asked and isinstance(last, Illustration):
            named = dict(ATTRIBUTE.findall(asked[1]))
            found[-1] = replace(last, wide=width_of(named) or last.wide, side=side_of(named) or last.side)
            found += _worded(node.content[asked.end() :])
        else:
            found += _inline(node, ended)
    return grouped(found)


def _inline(node: SyntaxTreeNode, ended: frozenset[str]) -> Iterator[Inline | Tag]:
    """ended: the tags that have an end among the same words."""
    match node.type:
        case "text":
            yield from _worded(node.content)
        case "code_inline":
            yield Code(node.content)
        case "strong":
            yield Strong(_inlines(node.children))
        case "em":
            yield Emphasis(_inlines(node.children))
        case "s":
            yield Marked("struck", _inlines(node.children))
        case "footnote_ref":
            yield Marked("raised", (Words(str(node.meta["id"] + 1)),))
        case "softbreak" | "hardbreak":
            yield Break(hard=node.type == "hardbreak")
        case "link":
            yield from _linked(str(node.attrs["href"]), node)
        case "image":
            ids = cards_of(str(node.attrs["src"]))
            if ids or not str(node.attrs["src"]).startswith(OURS):
                yield CardPictures(ids) if ids else _pictured(str(node.attrs["src"]), node.content.split("|"))
        case "html_inline":
            yield from among_words(node.content, ended)


def _worded(text: str) -> Iterator[Inline]:
    """Plain words, with what other programs than GitHub mean by their signs."""
    text, at = BOX.sub(lambda box: "\N{BALLOT BOX WITH CHECK} " if box[1].strip() else "\N{BALLOT BOX} ", text), 0
    for found in SIGNS.finditer(text):
        if before := text[at : found.start()]:
            yield Words(before)
        at = found.end()
        if found["picture"]:
            yield _pictured(found["picture"].strip(), found["about"].split("|"))
        elif found["page"]:
            yield Words((found["called"] or _page_called(found["page"])).strip())
        elif found["emoji"]:
            yield Words(emoji_called(found["emoji"]) or found[0])
        else:
            how = next((how for how in ("marked", "lowered", "raised") if found[how]), "")
            yield from (Marked(how, (Words(found[how]),)) for _ in range(bool(how)))
    if rest := text[at:]:
        yield Words(rest)


def _pictured(source: str, about: Sequence[str]) -> Illustration:
    """A picture, with what Obsidian has behind its words: its side, and its width in pixels."""
    said = [words.strip() for words in about]
    sizes = [words for words in said if SIZE.fullmatch(words)][-1:] if len(said) > 1 else []
    sides = [words for words in said if words in {"left", "right"}][-1:] if len(said) > 1 else []
    alt = " ".join(words for words in said if words and words not in {*sizes, *sides})
    wide = width_of({"width": sizes[0].partition("x")[0]}) if sizes else 0.0
    return Illustration(source, alt, wide, "".join(sides))


def _page_called(page: str) -> str:
    """What Obsidian shows of a link: the names of a page and of a heading, without the id of a paragraph."""
    return ": ".join(name.strip() for name in page.split("#") if name.strip() and not name.startswith("^"))


def _linked(address: str, node: SyntaxTreeNode) -> Iterator[Inline]:
    if clause := clause_of(address):
        yield See(clause)
    elif address == UNHELD:
        yield Unheld()
    elif address.startswith(SAFE):
        yield Link(address, _inlines(node.children))
    else:
        yield from _inlines(node.children)


def _typeset(inlines: Inlines, say: Phrases) -> Inlines:
    """Return the words of a paragraph as a printer sets them. Code stays as it was typed."""
    return tuple(_set(inlines, Typesetter(say)))


def _set(inlines: Inlines, typesetter: Typesetter) -> Iterator[Inline]:
    for inline in inlines:
        match inline:
            case Words(text):
                yield Words(typesetter.set(text))
            case Strong(inside) | Emphasis(inside) | Marked(_, inside) | Link(_, inside):
                yield replace(inline, inside=tuple(_set(inside, typesetter)))
            case _:
                typesetter.pass_over(" " if isinstance(inline, Break) else "x")
                yield inline


def _nodes(markdown: str) -> Sequence[SyntaxTreeNode]:
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(_parser().parse(markdown)).children


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import list_block
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    def clause(state: StateBlock, line: int, _end: int, silent: bool) -> bool:
        mark = MARK.match(state.src[state.bMarks[line] : state.eMarks[line]])
        if mark is None:
            return False
        if not silent:
            token = state.push("clause", "", 0)
            token.content, token.map = mark["id"], [line, line + 1]
            state.line = line + 1
        return True

    def listing(state: StateBlock, line: int, end: int, silent: bool) -> bool:
        if silent and state.parentType == "paragraph" and line and state.sCount[line] >= state.blkIndent:
            words = state.src[state.bMarks[line] + state.tShift[line] : state.eMarks[line]]
            above = state.src[state.bMarks[line - 1] : state.eMarks[line - 1]].rstrip().removesuffix(UNHELD_HERE)
            if words[:1].isdigit() and not above.endswith(":") and not ENTRY.match(above):
                return False
        return bool(list_block(state, line, end, silent))

    parser = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    parser.use(footnote_plugin).use(deflist_plugin)
    alternatives = ["paragraph", "reference", "blockquote"]
    parser.block.ruler.before("code", "clause", clause, {"alt": [*alternatives, "list"]})
    parser.block.ruler.at("list", listing, {"alt": alternatives})
    return parser

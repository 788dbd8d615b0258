"""What holds for an element: its attributes, then rules of style sheets by their weight, then its own style."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from proofdeck.paper.svg.tree import Node, SvgError

LONGEST_SHEET = 512 * 1024
MOST_STEPS = 5_000_000
"""How often the parts of selectors may be compared with elements in all."""
SELECTOR_STEPS = 200
"""What reading a selector costs."""
DEEP = 10
"""Levels that a selector looks up, and that variables stand for variables."""
OPEN = 2
"""Braces that a style sheet may leave open at its end."""
KEYWORDS = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
INITIAL = {"fill": "black", "stroke": "none", "color": "black", "visibility": "visible", "stroke-width": "1"}
LONGEST_VALUE = 10_000
UNREAD = frozenset(("import", "layer", "supports", "container", "scope"))
"""Parts of style sheets in which rules would be; the others, such as @font-face and @keyframes, have none."""
INHERITED = frozenset(
    (
        *("fill", "fill-opacity", "fill-rule", "clip-rule", "color", "visibility", "paint-order", "letter-spacing"),
        *("stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap"),
        *("stroke-linejoin", "stroke-miterlimit", "marker-start", "marker-mid", "marker-end", "word-spacing"),
        *("font-family", "font-size", "font-style", "font-weight", "font-stretch", "font-variant"),
        *("text-anchor", "direction", "writing-mode", "text-rendering", "shape-rendering", "image-rendering"),
        *("color-interpolation-filters", "white-space"),
    )
)
FONT_STYLES = {
    "font-style": re.compile("italic|oblique"),
    "font-variant": re.compile("small-caps"),
    "font-weight": re.compile(r"bold|bolder|lighter|\d{1,4}"),
    "font-stretch": re.compile("(?:(?:ultra|extra|semi)-)?(?:condensed|expanded)"),
}
_FONT = re.compile(
    r"(?P<styles>(?:[a-z-]+\s+|\d{1,4}\s+)*)"
    r"(?P<size>\d*\.?\d+(?:[a-z]+|%)|(?:x{1,3}-)?(?:small|large)|medium|smaller|larger)(?:\s*/\s*[\w.%]+)?"
    r"\s+(?P<family>.+)",
    re.IGNORECASE | re.DOTALL,
)
_MEDIA = re.compile(r"\s*(?:only\s+)?(?:all|screen|print)\s*(?:,.*)?", re.IGNORECASE | re.DOTALL)
_QUIRKS = re.compile(r"[\"'\\(){}!@]|/\*")
_VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)")

Declaration = tuple[str, str, bool]
"""A name, a value, and whether it is important."""


class Rules(NamedTuple):
    """What the style sheets of a file declare for each of its elements. unread: what in them is not followed."""

    declared: Mapping[Node, tuple[Declaration, ...]]
    unread: tuple[tuple[str, int], ...] = ()


@lru_cache(maxsize=1 << 12)
def declarations(words: str) -> tuple[Declaration, ...]:
    """The declarations of a `style`."""
    if _QUIRKS.search(words):
        import tinycss2

        return tuple(_declarations(tinycss2.parse_blocks_contents(words, skip_comments=True, skip_whitespace=True)))
    pairs = (part.partition(":") for part in words.split(";"))
    return _expanded((name.strip().casefold(), value.strip(), False) for name, colon, value in pairs if colon)


def _declarations(found: Iterable[object]) -> Iterator[Declaration]:
    import tinycss2

    rows = [one for one in found if getattr(one, "type", "") == "declaration"]
    names = ((row.name if row.name.startswith("--") else row.lower_name) for row in rows)  # type: ignore[attr-defined]
    values = (tinycss2.serialize(row.value).strip() for row in rows)  # type: ignore[attr-defined]
    important = (row.important for row in rows)  # type: ignore[attr-defined]
    yield from _expanded(zip(names, values, important, strict=True))


def _expanded(found: Iterable[Declaration]) -> tuple[Declaration, ...]:
    """With `marker` and `font` written out."""
    rows: list[Declaration] = []
    for name, value, important in found:
        if name == "marker":
            rows += [(f"marker-{end}", value, important) for end in ("start", "mid", "end")]
        elif name == "font":
            rows += [(one, words, important) for one, words in _font(value).items()]
        else:
            rows.append((name, value, important))
    return tuple(rows)


def _font(value: str) -> dict[str, str]:
    """What `font: italic 12px Cinzel` says; what it leaves out is as usual. Nothing for what is not such a value."""
    if value in KEYWORDS:
        return dict.fromkeys((*FONT_STYLES, "font-size", "font-family"), value)
    found = _FONT.fullmatch(value)
    if found is None:
        return {}
    words = found["styles"].casefold().split()
    styles = {
        name: next((word for word in words if like.fullmatch(word)), "normal") for name, like in FONT_STYLES.items()
    }
    return {**styles, "font-size": found["size"], "font-family": found["family"]}


def read_rules(root: Node, name: str) -> Rules:
    """What the style sheets in a file declare. Raises SvgError if they would take too long to follow."""
    sheets = [node for node in root.iter("style") if isinstance(node, Node)]
    if not sheets:
        return Rules({})
    texts = ["".join(sheet.itertext()) for sheet in sheets]
    if sum(map(len, texts)) > LONGEST_SHEET or any(text.count("{") - text.count("}") > OPEN for text in texts):
        why = f"is longer than {LONGEST_SHEET >> 10} KB, or its braces do not match"
        raise SvgError(f"{name}, line {sheets[0].line}: a style sheet {why}")
    import cssselect2

    matcher, unread = cssselect2.Matcher(), list[tuple[str, int]]()
    steps, reach = 0.0, _Reach(root)
    for sheet, text in zip(sheets, texts, strict=True):
        for prelude, found in _rules(text, sheet, unread):
            steps += SELECTOR_STEPS * (1 + sum(token.type == "literal" for token in prelude))
            if steps > MOST_STEPS:
                break
            try:
                selectors = cssselect2.compile_selector_list(prelude)
            except (cssselect2.SelectorError, RecursionError):
                unread.append(("a selector of a style sheet", sheet.line))
                continue
            parts = _parts(prelude)
            steps += sum(reach.steps(selector, parts) for selector in selectors)
            for selector in selectors:
                matcher.add_selector(selector, found)
    if steps > MOST_STEPS:
        raise SvgError(f"{name}, line {sheets[0].line}: its style sheets have more than can be read in seconds")
    return Rules(dict(_matched(cssselect2.ElementWrapper.from_xml_root(root), matcher)), tuple(unread))


def _rules(
    text: str | Sequence[Any], sheet: Node, unread: list[tuple[str, int]]
) -> Iterator[tuple[list[Any], tuple[Declaration, ...]]]:
    """The selectors and declarations of each rule, also of those for screens and print."""
    import tinycss2

    for rule in tinycss2.parse_rule_list(text, skip_comments=True, skip_whitespace=True):
        if rule.type == "qualified-rule":
            inner = tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True)
            yield rule.prelude, tuple(_declarations(inner))
        elif rule.type == "at-rule" and rule.lower_at_keyword == "media" and rule.content:
            if _MEDIA.fullmatch(tinycss2.serialize(rule.prelude)):
                yield from _rules(rule.content, sheet, unread)
        elif rule.type == "at-rule" and rule.lower_at_keyword in UNREAD:
            unread.append((f"@{rule.lower_at_keyword}", sheet.line))


def _parts(prelude: Sequence[Any]) -> int:
    """How many combinators the longest of its selectors has, at most."""
    longest = count = 0
    for token in prelude:
        if token.type == "literal" and token.value == ",":
            count = 0
        elif token.type == "whitespace" or (token.type == "literal" and token.value in ">+~"):
            count += 1
        elif token.type == "function" or (token.type == "() block"):
            count += 3
        longest = max(longest, count)
    return longest


class _Reach:
    """How many elements a selector is tried on, and how far it may have to look from each."""

    def __init__(self, root: Node) -> None:
        self._counts: dict[tuple[str, str], int] = {}
        self._all = self._far = 1
        for node in root.iter():
            self._all += 1
            self._far = max(self._far, len(node))
            for kind, names in (("class", node.get("class", "").split()), ("tag", [str(node.tag).casefold()])):
                for name in names:
                    self._counts[kind, name] = self._counts.get((kind, name), 0) + 1

    def steps(self, selector: Any, parts: int) -> float:
        tried = self._all
        if selector.id is not None:
            tried = 1
        elif selector.class_name is not None:
            tried = self._counts.get(("class", selector.class_name), 0)
        elif selector.local_name is not None:
            tried = self._counts.get(("tag", selector.lower_local_name), 0)
        return 2 + tried * min(float(max(self._far, DEEP)) ** max(0, parts - 1), MOST_STEPS) * (DEEP if parts else 1)


def _matched(wrapper: Any, matcher: Any) -> Iterator[tuple[Node, tuple[Declaration, ...]]]:
    for element in wrapper.iter_subtree():
        rows = tuple(row for _, _, pseudo, found in matcher.match(element) if pseudo is None for row in found)
        if rows:
            yield element.etree_element, rows


def own_values(node: Node, rules: Rules, around: Mapping[str, str]) -> dict[str, str]:
    """Attributes and declarations of an element, the winners, without `var()`. around: what it inherits."""
    own = dict(node.attrib)
    words = own.pop("style", "")
    if rules.declared or words:
        sheet, style = rules.declared.get(node, ()), declarations(words) if words else ()
        for weighty in (False, True):
            for rows in (sheet, style):
                own.update((name, value) for name, value, important in rows if important is weighty)
    for name in [name for name, value in own.items() if value in KEYWORDS]:
        if own[name] == "initial" and name in INHERITED:
            own[name] = INITIAL.get(name, "")
        else:
            del own[name]
    for name in [name for name, value in own.items() if "var(" in value]:
        own[name] = _with_variables(own[name], {**around, **own})
    return own


def _with_variables(value: str, known: Mapping[str, str]) -> str:
    for _ in range(DEEP):
        if "var(" not in value:
            break
        value = _VAR.sub(lambda match: known.get(match[1], match[2] or ""), value)
        if len(value) > LONGEST_VALUE:
            return ""
    return value.strip()


def inherited(own: Mapping[str, str], around: Mapping[str, str]) -> Mapping[str, str]:
    """What the elements in an element inherit. around: what it inherits itself."""
    found = {name: value for name, value in own.items() if name in INHERITED or name.startswith("--")}
    return {**around, **found} if found else around

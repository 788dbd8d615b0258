"""Evaluates Jinja in a template's values safely: text with `{{ ... }}` and a card's fields in, text out.

A project may come from a stranger. So an expression can read fields and tables and use listed filters and tests, but it
can call only `range`, cannot access attributes of objects, define macros or load files, can loop only a limited number
of times and cannot create long texts. Anything else is refused with a plain sentence.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from proofdeck.ground.flags import LANGUAGE
from proofdeck.source.expressions.cage import LONGEST, MOST_PIECES, Budget, ExpressionError, environment, in_budget

if TYPE_CHECKING:
    from jinja2 import Template, nodes

ONLY_RANGE = frozenset(("range",))
SMALL = 100
"""Letters of a constant that need not be counted."""
SURROGATE = re.compile("[\ud800-\udfff]")

Expression = Callable[[Mapping[str, object]], str]


PIECE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
OF_A_LANGUAGE = re.compile(rf"""("[^"]*"|'[^']*')|\b([^\W\d]\w*)@({LANGUAGE.pattern})""")
AT, HYPHEN = "·", "ǀ"
"""Letters of names for Jinja that nobody writes, in place of those that it does not take."""


def name_in(column: str, language: str) -> str:
    """How expressions know that column in that language, which people write as `text@pt-br`."""
    return f"{column}{AT}{language.replace('-', HYPHEN)}"


def _spelt(text: str) -> str:
    """The text with names such as `text@de` as Jinja takes them."""
    if "@" not in text:
        return text
    return PIECE.sub(lambda piece: OF_A_LANGUAGE.sub(lambda it: it[1] or name_in(it[2], it[3]), piece[0]), text)


def written(name: str) -> str:
    """The name as people write it."""
    return name.replace(AT, "@").replace(HYPHEN, "-")


def is_expression(text: str) -> bool:
    return "{{" in text or "{%" in text or "{#" in text


@lru_cache(maxsize=4096)
def compile_expression(text: str, callables: frozenset[str] = ONLY_RANGE, longest: int = LONGEST) -> Expression:
    """`text` as a function from names to text of at most `longest` letters.

    callables: the names that may be called. Raises ExpressionError if the text is not valid Jinja or exceeds a limit.
    """
    from jinja2 import Template

    cage = environment()
    with _in_plain_words():
        tree = _parsed(text, callables)
        _give_lines(tree)
        template = Template.from_code(cage, cage.compile(tree), cage.globals)

    def evaluate(names: Mapping[str, object]) -> str:
        try:
            return _evaluate(template, names, longest)
        except ExpressionError as error:
            error.line = _line_of(error)
            raise

    return evaluate


def check_expression(text: str, callables: frozenset[str]) -> None:
    """Raises ExpressionError as `compile_expression` does, without the time that compiling takes."""
    with _in_plain_words():
        _parsed(text, callables)


def _parsed(text: str, callables: frozenset[str]) -> nodes.Template:
    if text.count("{{") + text.count("{%") > MOST_PIECES:
        raise ExpressionError(f"the text has more than {MOST_PIECES:,} expressions")
    tree = environment().parse(_spelt(text))
    _cage(tree, callables | ONLY_RANGE)
    return tree


@contextmanager
def _in_plain_words() -> Iterator[None]:
    """Raise ExpressionError for whatever Jinja raises."""
    from jinja2 import TemplateError

    try:
        yield
    except ExpressionError:
        raise
    except TemplateError as error:
        raise ExpressionError(str(error.message), line=getattr(error, "lineno", 0)) from None
    except (RecursionError, MemoryError, OverflowError, SyntaxError):
        raise ExpressionError("the expression is nested too deeply") from None
    except ValueError:
        raise ExpressionError("a number in the expression has too many digits") from None


def _line_of(error: BaseException) -> int:
    """The line of the text that failed; Jinja puts template lines into tracebacks."""
    line = 0
    for raised in (error, error.__context__):
        trace = raised.__traceback__ if raised else None
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == "<template>":
                line = trace.tb_lineno
            trace = trace.tb_next
    return line


@lru_cache(maxsize=4096)
def names_in(text: str) -> frozenset[str]:
    """Every name in the expressions of `text`, which must be valid."""
    from jinja2 import nodes

    return frozenset(node.name for node in environment().parse(_spelt(text)).find_all(nodes.Name))


def mistakes(text: str, names: Mapping[str, Any]) -> list[ExpressionError]:
    """Unknown names, and calls with constant arguments that fail, found without evaluating the text, in order of lines.

    names: those that will be available, including functions. The result is empty for a text that cannot be compiled.
    """
    from jinja2 import TemplateError, meta, nodes

    try:
        tree = environment().parse(_spelt(text))
        known = {*names, "range"}
        all_known = all(node.name in known for node in tree.find_all(nodes.Name))
        unknown = set() if all_known else meta.find_undeclared_variables(tree) - known
    except TemplateError:
        return []
    asked = {test.node.name for test in tree.find_all(nodes.Test) if isinstance(test.node, nodes.Name)}
    found = [
        ExpressionError(f"the name '{written(node.name)}' is unknown", written(node.name), node.lineno)
        for node in tree.find_all(nodes.Name)
        if node.name in unknown - asked
    ]
    for call in tree.find_all(nodes.Call):
        plain = [argument.value for argument in call.args if isinstance(argument, nodes.Const)]
        if isinstance(call.node, nodes.Name) and call.node.name in names and len(plain) == len(call.args):
            try:
                names[call.node.name](*plain, **{word.key: word.value.as_const() for word in call.kwargs})
            except ExpressionError as error:
                found.append(ExpressionError(str(error), line=call.lineno))
            except (nodes.Impossible, TypeError):
                continue
    return sorted(found, key=lambda error: error.line)


def _evaluate(template: Template, names: Mapping[str, object], longest: int) -> str:
    from jinja2 import TemplateError, UndefinedError

    budget = Budget(longest)
    pieces: list[str] = []
    try:
        with in_budget(budget):
            for piece in template.generate({**names, "_budget": budget}):
                budget.grow(len(piece))
                pieces.append(piece)
    except UndefinedError as error:
        raise ExpressionError(*_undefined(str(error.message))) from None
    except TemplateError as error:
        raise ExpressionError(str(error.message)) from None
    except ExpressionError:
        raise
    except (RecursionError, MemoryError):
        raise ExpressionError("the expression has too much to do") from None
    except ArithmeticError as error:
        raise ExpressionError(str(error)) from None
    except (TypeError, ValueError, LookupError, AttributeError):
        raise ExpressionError("the values do not fit what is done with them") from None
    return "".join(pieces)


def _undefined(message: str) -> tuple[str, str]:
    parts = message.split("'")
    if message.endswith("is undefined") and len(parts) == 3:
        name = written(parts[1])
        return f"the name '{name}' is unknown", name
    if "has no " in message and len(parts) >= 2:
        return f"there is no part '{parts[-2]}'", ""
    return message, ""


def _cage(tree: nodes.Template, callables: frozenset[str]) -> None:
    """Refuse what an expression must not contain, and count the iterations of its loops."""
    from jinja2 import nodes

    found: dict[type, list[Any]] = {}
    for node in tree.find_all(nodes.Node):
        found.setdefault(type(node), []).append(node)
    _refuse(found, callables)
    for loop in found.get(nodes.For, ()):
        body = nodes.Const(sum(1 for _ in loop.find_all(nodes.Node)))
        loop.iter = nodes.Filter(loop.iter, "_counted", [nodes.Name("_budget", "load"), body], [], None, None)
    for concat in found.get(nodes.Concat, ()):
        concat.nodes = [nodes.Filter(nodes.List(concat.nodes), "_glued", [], [], None, None)]
    for kind in (nodes.List, nodes.Tuple):
        for several in found.get(kind, ()):
            if getattr(several, "ctx", "load") == "load":
                several.items = [_weighed(item) for item in several.items]
    for pair in found.get(nodes.Pair, ()):
        pair.key, pair.value = _weighed(pair.key), _weighed(pair.value)
    for compare in found.get(nodes.Compare, ()):
        compare.expr = _weighed(compare.expr)
        for other in compare.ops:
            other.expr = _weighed(other.expr, "_searched" if other.op in {"in", "notin"} else "_weighed")
    for part in found.get(nodes.Getitem, ()):
        if isinstance(cut := part.arg, nodes.Slice):
            start, stop, step = (bound or nodes.Const(None) for bound in (cut.start, cut.stop, cut.step))
            part.arg = nodes.Filter(start, "_slice", [stop, step], [], None, None)


def _weighed(node: nodes.Expr, how: str = "_weighed") -> nodes.Expr:
    """The node, with what it costs to hold its value, to compare it or to look for something in it."""
    from jinja2 import nodes

    small = isinstance(node, nodes.Const) and len(str(node.value)) < SMALL
    return node if small else nodes.Filter(node, how, [], [], None, None, lineno=node.lineno)


def _refuse(found: Mapping[type, Sequence[Any]], callables: frozenset[str]) -> None:
    """Raises ExpressionError if something is not allowed. found: the nodes of a tree by their type."""
    from jinja2 import nodes

    refused = (
        (nodes.Macro, "macro"),
        (nodes.CallBlock, "call"),
        (nodes.Include, "include"),
        (nodes.Import, "import"),
        (nodes.FromImport, "import"),
        (nodes.Extends, "extends"),
        (nodes.Block, "block"),
        (nodes.FilterBlock, "filter"),
        (nodes.AssignBlock, "set ... endset"),
    )
    for kind, word in refused:
        if kind in found:
            raise ExpressionError(f"'{word}' cannot be used here")
    for text in found.get(nodes.Const, ()):
        if isinstance(text.value, str) and SURROGATE.search(text.value):
            raise ExpressionError("half of a character cannot be printed", line=text.lineno)
        if isinstance(text.value, float) and not math.isfinite(text.value):
            raise ExpressionError("a number in the expression has too many digits", line=text.lineno)
    for call in found.get(nodes.Call, ()):
        if not (isinstance(call.node, nodes.Name) and call.node.name in callables):
            only = ", ".join(f"{name}()" for name in sorted(callables))
            raise ExpressionError(f"only {only} can be called here", line=call.lineno)
    for access in found.get(nodes.Getattr, ()):
        if access.attr.startswith("_"):
            raise ExpressionError(f"'.{access.attr}' cannot be used here", line=access.lineno)
    if any(loop.recursive for loop in found.get(nodes.For, ())):
        raise ExpressionError("'recursive' cannot be used here")


def _give_lines(tree: nodes.Template) -> None:
    """Output each piece separately, so that an error has the line of its own piece."""
    from jinja2 import nodes

    for parent in [tree, *tree.find_all(nodes.Node)]:
        for branch in ("body", "else_"):
            items = getattr(parent, branch, None)
            if isinstance(items, list):
                pieces = [item.nodes if isinstance(item, nodes.Output) else [item] for item in items]
                setattr(parent, branch, [
                    nodes.Output([piece], lineno=piece.lineno) if isinstance(piece, nodes.Expr) else piece
                    for several in pieces for piece in several
                ])  # fmt: skip

"""Evaluates Jinja in a template's values safely: text with `{{ ... }}` and a card's fields in, text out.

A project may come from a stranger. So an expression can read fields and tables and use listed filters and tests, but it
can call only `range`, cannot access attributes of objects, define macros or load files, can loop only a limited number
of times and cannot create long texts. Anything else is refused with a plain sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from types import FunctionType
from typing import TYPE_CHECKING, Any

from generator.phrases import Phrases, phrases_of
from generator.problems import did_you_mean

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment

MOST_STEPS = 20_000
"""Iterations of all loops in one value."""
LONGEST = 20_000
"""Characters in any text that an expression creates."""
ONLY_RANGE = frozenset(("range",))
SURROGATE = re.compile("[\ud800-\udfff]")
LARGEST = 10**12
"""The largest number allowed."""
MOST_PIECES = 2_000
"""Expressions and statements in one text; each is processed several times."""
MOST_WORK = 2_000_000
"""Letters and items that the filters of one value may process in all."""

FILTERS = frozenset(
    "abs capitalize count d default first float int join last length list lower max min nth replace reverse round sort "
    "string sum title trim truncate unique upper wordcount in_words times".split()
)
TESTS = frozenset(
    "defined undefined divisibleby eq even ge gt in le lt ne none number odd sameas string true false".split()
)


class ExpressionError(ValueError):
    """A value cannot be computed; the message says why.

    unknown: the unknown name, or "". line: where in the text, counted from 1, or 0 if that is not known. word: the key
    that a table lacks, or "". hint: how to fix it, or "".
    """

    def __init__(self, message: str, unknown: str = "", line: int = 0, word: str = "", hint: str = "") -> None:
        super().__init__(message)
        self.unknown = unknown
        self.line = line
        self.word = word
        self.hint = hint


Expression = Callable[[Mapping[str, Any]], str]


def is_expression(text: str) -> bool:
    return "{{" in text or "{%" in text or "{#" in text


@lru_cache(maxsize=4096)
def compile_expression(text: str, callables: frozenset[str] = ONLY_RANGE, longest: int = LONGEST) -> Expression:
    """`text` as a function from names to text of at most `longest` letters.

    callables: the names that may be called. Raises ExpressionError if the text is not valid Jinja or exceeds a limit.
    """
    from jinja2 import Template

    environment = _environment()
    with _in_plain_words():
        tree = _parsed(text, callables)
        _give_lines(tree)
        template = Template.from_code(environment, environment.compile(tree), environment.globals)

    def evaluate(names: Mapping[str, Any]) -> str:
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


def _parsed(text: str, callables: frozenset[str]) -> Any:
    if text.count("{{") + text.count("{%") > MOST_PIECES:
        raise ExpressionError(f"the text has more than {MOST_PIECES:,} expressions")
    tree = _environment().parse(text)
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

    return frozenset(node.name for node in _environment().parse(text).find_all(nodes.Name))


def mistakes(text: str, names: Mapping[str, Any]) -> list[ExpressionError]:
    """Unknown names, and calls with constant arguments that fail, found without evaluating the text, in order of lines.

    names: those that will be available, including functions. The result is empty for a text that cannot be compiled.
    """
    from jinja2 import TemplateError, meta, nodes

    try:
        tree = _environment().parse(text)
        known = {*names, "range"}
        all_known = all(node.name in known for node in tree.find_all(nodes.Name))
        unknown = set() if all_known else meta.find_undeclared_variables(tree) - known
    except TemplateError:
        return []
    asked = {test.node.name for test in tree.find_all(nodes.Test) if isinstance(test.node, nodes.Name)}
    found = [
        ExpressionError(f"the name '{node.name}' is unknown", node.name, node.lineno)
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


def _evaluate(template: Any, names: Mapping[str, Any], longest: int) -> str:
    from jinja2 import TemplateError, UndefinedError

    budget = _Budget(longest)
    of_filters = _budget_of_filters.set(budget)
    try:
        pieces: list[str] = []
        for piece in template.generate({**names, "_budget": budget}):
            budget.grow(len(piece))
            pieces.append(piece)
    except UndefinedError as error:
        raise ExpressionError(*_undefined(str(error.message))) from None
    except TemplateError as error:
        raise ExpressionError(str(error.message)) from None
    except ExpressionError:
        raise
    except (ArithmeticError, TypeError, ValueError, LookupError, RecursionError, MemoryError, AttributeError) as error:
        raise ExpressionError(f"{error}" or type(error).__name__) from None
    finally:
        _budget_of_filters.reset(of_filters)
    return "".join(pieces)


def _undefined(message: str) -> tuple[str, str]:
    parts = message.split("'")
    if message.endswith("is undefined") and len(parts) == 3:
        return f"the name '{parts[1]}' is unknown", parts[1]
    if "has no " in message and len(parts) >= 2:
        return f"there is no part '{parts[-2]}'", ""
    return message, ""


class _Budget:
    """The remaining allowance of one evaluation."""

    def __init__(self, longest: int) -> None:
        self.steps = MOST_STEPS
        self.longest = longest
        self.letters = longest
        self.work = MOST_WORK

    def spend(self, work: int) -> None:
        self.work -= work
        if self.work < 0:
            raise ExpressionError("the filters process too much text")

    def grow(self, letters: int) -> None:
        self.letters -= letters
        if self.letters < 0:
            raise ExpressionError(f"the text grows beyond {self.longest} characters")

    def counted(self, items: Iterable[Any]) -> Iterator[Any]:
        for item in items:
            self.steps -= 1
            if self.steps < 0:
                raise ExpressionError(f"the loops run more than {MOST_STEPS} times")
            yield item


_budget_of_filters: ContextVar[_Budget] = ContextVar("budget")
"""The allowance of the current evaluation, because Jinja passes filters only their arguments."""


def _bounded(value: Any) -> Any:
    """Return the value if it is small enough."""
    if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) > LARGEST:
        raise ExpressionError(f"a number grows beyond {LARGEST}")
    if isinstance(value, (str, list, tuple)) and len(value) > LONGEST:
        raise ExpressionError(f"the text grows beyond {LONGEST} characters")
    return value


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MOST_STEPS:
        raise ExpressionError(f"range() is longer than {MOST_STEPS}")
    return numbers


def _cage(tree: Any, callables: frozenset[str]) -> None:
    """Refuse what an expression must not contain, and count the iterations of its loops."""
    from jinja2 import nodes

    found: dict[type, list[Any]] = {}
    for node in tree.find_all(nodes.Node):
        found.setdefault(type(node), []).append(node)
    _refuse(found, callables)
    for loop in found.get(nodes.For, ()):
        loop.iter = nodes.Filter(loop.iter, "_counted", [nodes.Name("_budget", "load")], [], None, None)
    for concat in found.get(nodes.Concat, ()):
        concat.nodes = [nodes.Filter(nodes.List(concat.nodes), "_glued", [], [], None, None)]


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
    for call in found.get(nodes.Call, ()):
        if not (isinstance(call.node, nodes.Name) and call.node.name in callables):
            only = ", ".join(f"{name}()" for name in sorted(callables))
            raise ExpressionError(f"only {only} can be called here", line=call.lineno)
    for access in found.get(nodes.Getattr, ()):
        if access.attr.startswith("_"):
            raise ExpressionError(f"'.{access.attr}' cannot be used here", line=access.lineno)
    if any(loop.recursive for loop in found.get(nodes.For, ())):
        raise ExpressionError("'recursive' cannot be used here")


def _give_lines(tree: Any) -> None:
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


@lru_cache(maxsize=1)
def _environment() -> SandboxedEnvironment:
    from jinja2 import StrictUndefined, Undefined
    from jinja2.sandbox import SandboxedEnvironment

    class Cage(SandboxedEnvironment):
        intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

        def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
            return _arithmetic(operator, left, right, super().call_binop, context)

        def getattr(self, obj: Any, attribute: str) -> Any:
            if isinstance(obj, Mapping):
                return obj[attribute] if attribute in obj else self._not_in(obj, attribute)
            if isinstance(obj, Undefined):
                return getattr(obj, attribute)
            if type(obj).__name__ == "LoopContext" and attribute in _LOOP:
                return super().getattr(obj, attribute)
            raise ExpressionError(f"'.{attribute}' cannot be used here")

        def getitem(self, obj: Any, argument: Any) -> Any:
            if isinstance(obj, (Mapping, list, tuple, str)):
                try:
                    return obj[argument]
                except (LookupError, TypeError):
                    if isinstance(obj, Mapping):
                        return self._not_in(obj, argument)
                    return self.undefined(obj=obj, name=str(_called(argument)))
            raise ExpressionError("only fields, lists and texts have parts")

        def _not_in(self, table: Mapping[Any, Any], word: Any) -> Undefined:
            """A missing key. `is defined` and `default` accept it; other uses raise an error with the nearest key."""

            def error(_: str) -> ExpressionError:
                hint = did_you_mean(str(_called(word)), map(str, table))
                return ExpressionError(f"there is no '{word}' in that table", word=str(_called(word)), hint=hint)

            exc: Any = error
            return self.undefined(obj=table, name=str(_called(word)), exc=exc)

    environment = Cage(undefined=StrictUndefined, optimized=False, keep_trailing_newline=True, finalize=_called)
    environment.globals = {"range": _range}
    known = {**environment.filters, "nth": _nth, "in_words": _spoken(Phrases.in_words), "times": _spoken(Phrases.times)}
    environment.filters = {name: _checked(known[name], name) for name in FILTERS}
    environment.filters["_counted"] = lambda items, budget: budget.counted(items)
    environment.filters["_glued"] = _glued
    environment.tests = {name: environment.tests[name] for name in TESTS}
    return environment


_LOOP = frozenset(("index", "index0", "first", "last", "length", "revindex", "revindex0"))


def _arithmetic(operator: str, left: Any, right: Any, compute: Callable[..., Any], context: Any) -> Any:
    from jinja2 import Undefined

    for value in (left, right):
        if isinstance(value, Undefined):
            str(value)  # raises an error that names the missing name or key
    numbers = isinstance(left, (int, float)) and isinstance(right, (int, float))
    if operator == "**" and (not numbers or abs(left) > 1000 or abs(right) > 10):
        raise ExpressionError("'**' takes a base up to 1000 and an exponent up to 10")
    if operator == "*" and not numbers:
        items, times = (right, left) if isinstance(left, int) else (left, right)
        if not isinstance(items, (str, list)) or not isinstance(times, int) or len(items) * times > LONGEST:
            raise ExpressionError("'*' takes two numbers, or a text and a small number")
    if operator == "%" and not numbers:
        raise ExpressionError("'%' takes two numbers")
    return _bounded(compute(context, operator, left, right))


def _called(value: Any) -> Any:
    """Return the value unless it is a function."""
    if isinstance(value, FunctionType):
        raise ExpressionError("a function needs brackets after its name")
    return value


def _glued(parts: list[Any]) -> str:
    texts = [str(_called(part)) for part in parts]
    if sum(map(len, texts)) > LONGEST:
        raise ExpressionError(f"the text grows beyond {LONGEST} characters")
    return "".join(texts)


def _checked(apply: Callable[..., Any], name: str) -> Callable[..., Any]:
    """A filter that refuses large input and output."""
    from functools import wraps

    @wraps(apply)
    def checked(*arguments: Any, **named: Any) -> Any:
        values = [_called(value) for value in (*arguments, *named.values())]
        letters = [len(value) for value in values if isinstance(value, str)]
        items = [len(value) for value in values if isinstance(value, (list, tuple, range))]
        _budget_of_filters.get().spend(sum(letters) + sum(items))
        if name in {"replace", "join"} and _product(letters) * max(items, default=1) > LONGEST * 50:
            raise ExpressionError(f"the text is too long for '{name}'")
        result = apply(*arguments, **named)
        return _bounded(list(result) if isinstance(result, Iterator) else result)

    return checked


def _nth(words: Any, number: Any, separator: str = "/") -> str:
    """Part `number` of a text, counted from 1; after the last one comes the first again."""
    parts = [part.strip() for part in str(words).split(str(separator) or "/")]
    return parts[(int(number) - 1) % len(parts)]


def _spoken(say: Callable[[Phrases, Any], str]) -> Callable[..., str]:
    """A filter that writes in the language of the cards."""
    from jinja2 import pass_context

    @pass_context
    def spoken(context: Any, value: Any) -> str:
        return say(_phrases(str(context.get("language", ""))), value)

    return spoken


_phrases = cache(phrases_of)


def _product(numbers: Iterable[int]) -> int:
    product = 1
    for number in numbers:
        product *= max(1, number)
    return product

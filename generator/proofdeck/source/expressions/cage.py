"""What an expression may use while it runs: operators, filters and tests that count what they are given.

Neither the time nor the memory of an evaluation depends on the machine: each text, list and table that is made or
looked at costs its weight, and each turn of a loop what is written in it. An evaluation with nothing left is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from itertools import chain
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeVar

from proofdeck.ground.bounds import DEEPEST
from proofdeck.ground.phrases import Phrases, phrases_of
from proofdeck.ground.problems import did_you_mean

if TYPE_CHECKING:
    from jinja2.runtime import Context
    from jinja2.sandbox import SandboxedEnvironment

T = TypeVar("T")
MOST_STEPS = 20_000
"""Iterations of all loops in one value."""
LONGEST = 20_000
"""Characters in any text that an expression creates, and items in any list."""
HEAVIEST = 200_000
"""Letters and items in any value, with all that is in it."""
LARGEST = 10**12
"""The largest number allowed."""
MOST_PIECES = 2_000
"""Expressions and statements in one text; each is processed several times."""
MOST_WORK = 2_000_000
"""Letters, items and parts of loops that one value may process in all."""
LONGEST_MESSAGE = 250
"""Letters in a message, which may quote a value."""
A_CALL = 100
"""What calling a function costs."""

FILTERS = frozenset(
    "abs capitalize count d default filled first float int join last length list lower max min nth replace reverse "
    "round sort string sum title trim truncate unique upper wordcount in_words times".split()
)
TESTS = frozenset(
    "defined undefined divisibleby eq even ge gt in le lt ne none number odd sameas string true false".split()
)
FREE = frozenset("count d default first last length defined undefined none number string sameas true false".split())
"""Filters and tests that do not look into what they are given."""
FURTHEST = {"center": LONGEST, "round": 15, "truncate": LONGEST}
"""The largest number that may be given to a filter."""
_LOOP = frozenset(("index", "index0", "first", "last", "length", "revindex", "revindex0"))


class ExpressionError(ValueError):
    """A value cannot be computed; the message says why.

    unknown: the unknown name, or "". line: where in the text, counted from 1, or 0 if that is not known. word: the key
    that a table lacks, or "". hint: how to fix it, or "".
    """

    def __init__(self, message: str, unknown: str = "", line: int = 0, word: str = "", hint: str = "") -> None:
        super().__init__(message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…")
        self.unknown = unknown
        self.line = line
        self.word = word
        self.hint = hint


class Budget:
    """The remaining allowance of one evaluation."""

    def __init__(self, longest: int) -> None:
        self.steps = MOST_STEPS
        self.longest = longest
        self.letters = longest
        self.work = MOST_WORK

    def spend(self, work: int) -> None:
        self.work -= work
        if self.work < 0:
            raise ExpressionError("the expression has too much to do", hint="Use shorter texts, lists and loops.")

    def grow(self, letters: int) -> None:
        self.letters -= letters
        if self.letters < 0:
            raise ExpressionError(f"the text grows beyond {self.longest} characters")

    def counted(self, items: Iterable[object], body: int) -> Iterator[object]:
        """The items of a loop. body: how much is written in it."""
        for item in items:
            self.steps -= 1
            if self.steps < 0:
                raise ExpressionError(f"the loops run more than {MOST_STEPS} times")
            self.spend(body)
            yield item


_budget: ContextVar[Budget] = ContextVar("budget")
"""The allowance of the current evaluation, because Jinja passes operators and filters only their arguments."""


@contextmanager
def in_budget(budget: Budget) -> Iterator[None]:
    before = _budget.set(budget)
    try:
        yield
    finally:
        _budget.reset(before)


def _weight(value: object, depth: int = 0) -> int:
    """Letters and items in a value, with all that is in it. Raises ExpressionError if that is too much or too deep."""
    if isinstance(value, (str, range)):
        return 1 + len(value)
    if not isinstance(value, (list, tuple, dict)):
        return 1
    if depth > DEEPEST:
        raise ExpressionError(f"a list is nested more than {DEEPEST} deep")
    total = 1
    for item in chain(value, value.values()) if isinstance(value, dict) else value:
        total += _weight(item, depth + 1)
        if total > HEAVIEST:
            raise ExpressionError(f"a list grows beyond {HEAVIEST:,} letters and items")
    return total


def _weighed(value: T) -> T:
    """Return the value after paying for its weight."""
    _budget.get().spend(_weight(value))
    return value


def _searched(value: T) -> T:
    """Return the value after paying for what it costs to look for something in it."""
    _budget.get().spend(1 if isinstance(value, Mapping) else _weight(value))
    return value


def _bounded(value: T) -> T:
    """Return the value, paid for, if it is small enough."""
    if isinstance(value, complex) or (
        isinstance(value, (int, float)) and not isinstance(value, bool) and not abs(value) <= LARGEST
    ):
        raise ExpressionError(f"a number grows beyond {LARGEST}")
    if isinstance(value, (str, list, tuple)) and len(value) > LONGEST:
        raise ExpressionError(f"the text grows beyond {LONGEST} characters")
    return _weighed(value)


def _range(*bounds: int) -> range:
    numbers = range(*bounds)
    if len(numbers) > MOST_STEPS:
        raise ExpressionError(f"range() is longer than {MOST_STEPS}")
    return numbers


@lru_cache(maxsize=1)
def environment() -> SandboxedEnvironment:
    from jinja2 import StrictUndefined, Undefined
    from jinja2.sandbox import SandboxedEnvironment

    class Cage(SandboxedEnvironment):
        intercepted_binops = frozenset(("+", "-", "*", "/", "//", "%", "**"))

        def call_binop(self, context: object, operator: str, left: object, right: object) -> object:
            return _arithmetic(operator, left, right, super().call_binop, context)

        def call(self, context: Any, called: Any, /, *given: Any, **named: Any) -> Any:
            _budget.get().spend(A_CALL)
            return _weighed(super().call(context, called, *given, **named))

        def getattr(self, obj: object, attribute: str) -> object:
            if isinstance(obj, Mapping):
                return obj[attribute] if attribute in obj else _not_in(self, obj, attribute)
            if isinstance(obj, Undefined):
                return getattr(obj, attribute)
            if type(obj).__name__ == "LoopContext" and attribute in _LOOP:
                return super().getattr(obj, attribute)
            raise ExpressionError(f"'.{attribute}' cannot be used here")

        def getitem(self, obj: object, argument: object) -> object:
            return _part(self, obj, argument)

    cage = Cage(undefined=StrictUndefined, optimized=False, keep_trailing_newline=True, finalize=_printed)
    cage.globals = {"range": _range}
    known = {
        **cage.filters,
        "nth": _nth,
        "filled": _filled,
        "in_words": _spoken(Phrases.in_words),
        "times": _spoken(Phrases.times),
    }
    cage.filters = {name: _checked(known[name], name) for name in FILTERS}
    cage.filters |= {"_counted": lambda items, budget, body: budget.counted(items, body), "_glued": _glued}
    cage.filters |= {"_weighed": _weighed, "_searched": _searched, "_slice": slice}
    tests: Mapping[str, Any] = cage.tests
    cage.tests = {name: _checked(tests[name], name) for name in TESTS}
    return cage


def _part(cage: SandboxedEnvironment, obj: object, argument: Any) -> object:
    """`obj[argument]`; for something undefined because its key was blank, the same again."""
    from jinja2 import ChainableUndefined

    if isinstance(obj, ChainableUndefined):
        return obj
    if isinstance(obj, (Mapping, list, tuple, str)):
        try:
            return _weighed(obj[argument]) if isinstance(argument, slice) else obj[_weighed(argument)]
        except (LookupError, TypeError):
            if isinstance(argument, slice):
                raise ExpressionError("a part such as [1:3] needs whole numbers") from None
            if isinstance(obj, Mapping):
                return _not_in(cage, obj, argument)
            return cage.undefined(obj=obj, name=str(_called(argument)))
    raise ExpressionError("only fields, lists and texts have parts")


def _not_in(cage: SandboxedEnvironment, table: Mapping[object, object], word: object) -> object:
    """A missing key. `is defined` and `default` accept it; other uses raise an error with the nearest key.

    What is looked up with a blank cell prints nothing, and so do its parts.
    """
    from jinja2 import ChainableUndefined

    def error(_: str) -> ExpressionError:
        hint = did_you_mean(str(_called(word)), map(str, table))
        return ExpressionError(f"there is no '{word}' in that table", word=str(_called(word)), hint=hint)

    exc: Any = error
    kind = ChainableUndefined if isinstance(word, str) and not word.strip() else cage.undefined
    return kind(obj=table, name=str(_called(word)), exc=exc)


def _arithmetic(operator: str, left: Any, right: Any, compute: Callable[..., object], context: object) -> object:
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
    try:
        return _bounded(compute(context, operator, left, right))
    except TypeError:
        hint = "A column holds text: write value|int for its number."
        raise ExpressionError(f"'{operator}' cannot be used with these two values", hint=hint) from None


def _called(value: object) -> object:
    """Return the value unless it is a function."""
    if isinstance(value, FunctionType):
        raise ExpressionError("a function needs brackets after its name")
    return value


def _printed(value: object) -> object:
    """Return a value that is about to become text."""
    return _called(value) if isinstance(value, str) else _weighed(_called(value))


def _glued(parts: list[object]) -> str:
    texts = [str(_printed(part)) for part in parts]
    if sum(map(len, texts)) > LONGEST:
        raise ExpressionError(f"the text grows beyond {LONGEST} characters")
    return str(_weighed("".join(texts)))


def _checked(apply: Callable[..., object], name: str) -> Callable[..., object]:
    """A filter or a test that refuses large input and output."""

    @wraps(apply)
    def checked(*arguments: object, **named: object) -> object:
        values = [_called(value) for value in (*arguments, *named.values())]
        if name not in FREE:
            _afford(name, values)
        try:
            result = apply(*arguments, **named)
            result = list(result) if isinstance(result, Iterator) else result
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            if isinstance(error, ExpressionError):
                raise
            raise ExpressionError(f"'{name}' cannot be used with this value") from None
        return result if name in FREE else _bounded(result)

    return checked


def _afford(name: str, values: list[object]) -> None:
    """Raises ExpressionError if a filter or a test must not be given these values."""
    sizes = [_weight(value) for value in values]
    _budget.get().spend(sum(sizes))
    if name in {"replace", "join"} and _product(sizes) > LONGEST * 50:
        raise ExpressionError(f"the text is too long for '{name}'")
    if name == "sum" and any(isinstance(value, (list, tuple)) for value in values[1:]):
        raise ExpressionError("'sum' adds numbers only")
    most = FURTHEST.get(name)
    if most is not None and any(isinstance(value, (int, float)) and not abs(value) <= most for value in values[1:]):
        raise ExpressionError(f"'{name}' takes numbers up to {most}")


def _nth(words: object, number: str | float, separator: str = "/") -> str:
    """Part `number` of a text, counted from 1; after the last one comes the first again."""
    parts = [part.strip() for part in str(words).split(str(separator) or "/")]
    return parts[(int(number) - 1) % len(parts)]


def _filled(cells: Any, begin: str = "") -> Any:
    """The items of a list that are not blank; of a table, those with such names. begin: how the names begin."""
    if isinstance(cells, Mapping):
        return {name: cell for name, cell in cells.items() if str(name).startswith(begin) and str(cell).strip()}
    return [cell for cell in cells if str(cell).strip()]


def _spoken(say: Callable[[Phrases, object], str]) -> Callable[..., str]:
    """A filter that writes in the language of the cards."""
    from jinja2 import pass_context

    @pass_context
    def spoken(context: Context, value: object) -> str:
        return say(_phrases(str(context.get("language", ""))), value)

    return spoken


_phrases = cache(phrases_of)


def _product(numbers: Iterable[int]) -> int:
    product = 1
    for number in numbers:
        product *= max(1, number)
    return product

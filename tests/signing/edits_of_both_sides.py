"""Random edits of pages and of engines: those that change what is said or done, and those that change only its look."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from random import Random

WORD = re.compile(r"(?<![\w{}%#\[.(\"'/@=-])[A-Za-z]{3,}(?![\w}\])\"'=(.-])")


# -- pages -------------------------------------------------------------------------------------------------------------


def reworded(lines: list[str], first: int, last: int, random: Random) -> bool:
    """Change, drop or add a word in those lines; whether there was any."""
    at = [(number, found) for number in range(first, last) for found in WORD.finditer(_blank_code(lines[number]))]
    if not at:
        return False
    number, found = random.choice(at)
    word = random.choice(["never", "", f"not {found[0]}", f"{found[0]} too"])
    lines[number] = f"{lines[number][: found.start()]}{word}{lines[number][found.end() :]}"
    return True


def laid_out_differently(lines: list[str], first: int, last: int, random: Random) -> None:
    """Change the look of those lines, and no word: breaks, spaces, emphasis, marks of lists, comments."""
    number = random.randrange(first, last)
    line = lines[number]
    plain = _blank_code(line)
    spaces = [found.start() for found in re.finditer(r"(?<=[a-z,]) (?=[a-z])", plain)]
    words = list(WORD.finditer(plain))
    match random.randrange(5):
        case 0 if spaces and not line.startswith("|"):
            at = random.choice(spaces)
            lines[number] = f"{line[:at]}\n{line[at + 1 :]}"
        case 1 if spaces:
            at = random.choice(spaces)
            lines[number] = f"{line[:at]}   {line[at + 1 :]}"
        case 2 if words:
            found = random.choice(words)
            sign = random.choice(["*", "**", "_"])
            lines[number] = f"{line[: found.start()]}{sign}{found[0]}{sign}{line[found.end() :]}"
        case 3 if line.strip():
            lines[number] = f"{line} {{# the designer looks at this again #}}"
        case _:
            lines[number] = re.sub(r"\{\{\s*(.*?)\s*\}\}", r"{{\1}}", re.sub(r"^- ", "* ", line))


def _blank_code(line: str) -> str:
    """The line with what is not prose replaced by signs, so that positions stay."""
    code = re.compile(r"\{\{.*?(?:\}\}|$)|\{[%#].*?(?:[%#]\}|$)|^.*?\}\}|`[^`]*`|r\[.*|\*+|_+|\[[^\]]*\]\([^)]*\)")
    return code.sub(lambda found: "#" * len(found[0]), line)


# -- engines -----------------------------------------------------------------------------------------------------------


def rewritten_layout(source: str, random: Random) -> str:
    """The same code, with comments, other docstrings, annotations, empty lines or a layout of its own."""
    match random.randrange(4):
        case 0:
            return ast.unparse(ast.parse(source))
        case 1:
            lines = source.splitlines()
            at = random.choice(list(_ends_of_statements(source)))
            lines[at - 1 : at] = [f"{lines[at - 1]}  # {random.random()}", ""]
            return "\n".join(lines)
        case 2:
            return _with_tree(source, random, _with_docstring)
        case _:
            return _with_tree(source, random, _with_annotation)


def changed_function(source: str, random: Random) -> tuple[str, str]:
    """The code with something else in one of its functions, and the name of that function."""
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    random.shuffle(functions)
    for function in functions:
        places = [one for part in function.body for one in ast.walk(part) if _can_change(one)]
        if places:
            _change(random.choice(places))
            return ast.unparse(tree), function.name
    raise AssertionError("no function can be changed")


def _can_change(node: ast.AST) -> bool:
    number = isinstance(node, ast.Constant) and type(node.value) is int
    return number or isinstance(node, ast.Compare | ast.BoolOp | ast.BinOp | ast.If | ast.IfExp)


def _change(node: ast.AST) -> None:
    match node:
        case ast.Constant(value=int(number)):
            node.value = number + 1
        case ast.Compare():
            node.ops[0] = ast.NotEq() if not isinstance(node.ops[0], ast.NotEq) else ast.Eq()
        case ast.BoolOp():
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        case ast.BinOp():
            node.op = ast.Sub() if not isinstance(node.op, ast.Sub) else ast.Add()
        case ast.If() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)


def _ends_of_statements(source: str) -> Iterator[int]:
    """The lines on which a statement ends, counted from 1."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.NEWLINE:
            yield token.start[0]


def _with_tree(source: str, random: Random, edit: Callable[[ast.FunctionDef], None]) -> str:
    tree = ast.parse(source)
    edit(random.choice([node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]))
    return ast.unparse(ast.fix_missing_locations(tree))


def _with_docstring(function: ast.FunctionDef) -> None:
    if ast.get_docstring(function) is not None:
        function.body = function.body[1:]
    function.body.insert(0, ast.Expr(ast.Constant("What it does, in other words.")))


def _with_annotation(function: ast.FunctionDef) -> None:
    function.returns = ast.Constant("object")

"""The code that decides a computation, as a hash that does not change with comments, docstrings or line breaks.

It begins with the module of the computation and follows everything imported from there: modules of the game, of the
engine and of rule points, and modules of the project if the engine is its own. What a game does besides its play, such
as its pictures, is left out unless the computation asks for it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from proofdeck.ground.cache import digest

PROGRAM = Path(__file__).parents[2]
NAME = __name__.partition(".")[0]
DECIDING = tuple(f"{NAME}.{room}" for room in ("kit", "play.games.", "play.engine.", "source.rules.points"))
"""The rooms whose code decides. Other rooms bring cards and parameters, which are known by their values."""
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Holding = ast.stmt | ast.ExceptHandler | ast.match_case
"""What an import can be, or be part of."""
ONLY_FOR_TYPES = "TYPE_CHECKING"
PACKAGE = "__init__.py"
GAMES = f"{NAME}.play.games."
"""Packages that load their parts by name. If one is imported as a whole, any of its modules may run."""


Remember = Callable[..., Any]
"""Calls a function of plain data, or knows what it gave for them."""


def at_once(function: Callable[..., object], *given: object) -> object:
    """Call the function and remember nothing."""
    return function(*given)


def code_of(find: Callable[..., object], remember: Remember = at_once) -> str:
    """Hash the code that `find` may run. The hash is the same on every system and for every layout of the text."""
    met = modules_that_decide(find, remember)
    return digest(*(part for name in sorted(met) for part in (name, met[name].said)))


class ModuleRead(NamedTuple):
    """What a module imports, and a hash of what it says apart from layout and comments.

    imports: (module, name in it or ""), with a dot in front of the module for each step up from its own package.
    """

    imports: tuple[tuple[str, str], ...]
    said: str


@lru_cache(maxsize=500)
def read_module(text: bytes) -> ModuleRead:
    """Read the text of a module."""
    tree = ast.parse(text)
    return ModuleRead(tuple(_imports(tree)), digest(plain_tree(tree)))


def modules_that_decide(find: Callable[..., object], remember: Remember = at_once) -> dict[str, ModuleRead]:
    """The module of `find` and everything that can be imported from there, by name."""
    while isinstance(find, partial):
        find = find.func
    source = Path(find.__code__.co_filename)
    return modules_from(
        find.__module__, source.parents[find.__module__.count(".") + (source.name == PACKAGE)], remember
    )


def modules_from(module: str, folder: Path, remember: Remember = at_once) -> dict[str, ModuleRead]:
    """That module and everything that can be imported from there, by name. folder: where its package is."""
    met = dict[str, ModuleRead]()
    file_at = cache(partial(file_of, folder=folder))
    ahead = [module]
    while ahead:
        name = ahead.pop()
        file = file_at(name)
        if file is not None and name not in met:
            met[name] = remember(read_module, file.read_bytes())
            ahead += _modules(met[name].imports, name if file.name == PACKAGE else name.rpartition(".")[0], file_at)
            if file.name == PACKAGE and name.startswith(GAMES):
                ahead += [f"{name}.{part.stem}" for part in file.parent.glob("*.py") if part.name != PACKAGE]
    return met


def _modules(imports: Sequence[tuple[str, str]], package: str, file_at: Callable[[str], Path | None]) -> Iterator[str]:
    """Return the module that an import from a package means, or the package itself.

    `package`: that of the importing module.
    """
    for written, name in imports:
        below = written.lstrip(".")
        above = package.split(".")[: len(package.split(".")) + 1 - (len(written) - len(below))]
        module = below if below == written else ".".join(filter(None, (*above, below)))
        inner = f"{module}.{name}"
        yield inner if name and file_at(inner) else module


def file_of(name: str, folder: Path) -> Path | None:
    """Return the file of a module that can decide; None for any other.

    `folder`: of the project if the engine is its own.
    """
    if name.startswith(f"{NAME}."):
        if not name.startswith(DECIDING):
            return None
        folder = PROGRAM.parent
    elif folder == PROGRAM.parent:  # a library, which is beside the program once that is installed
        return None
    place = folder.joinpath(*name.split("."))
    candidates = (place.with_name(f"{place.name}.py"), place / "__init__.py")
    return next((path for path in candidates if path.is_file()), None)


def _imports(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Return everything that a module imports, wherever it does so. Imports for types only decide nothing."""
    ahead: list[ast.AST] = [tree]
    while ahead:
        node = ahead.pop()
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((f"{'.' * node.level}{node.module or ''}", alias.name) for alias in node.names)
        elif isinstance(node, ast.Module | Holding) and not _is_for_types(node):
            ahead += (part for part in ast.iter_child_nodes(node) if isinstance(part, Holding))


def _is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == ONLY_FOR_TYPES


def plain_tree(node: object) -> object:
    """Turn a syntax tree into tuples, without places, docstrings, and what differs between versions of Python."""
    if isinstance(node, list):
        return [plain_tree(part) for part in node]
    if not isinstance(node, ast.AST):
        return node
    if isinstance(node, ast.Constant):
        return "Constant", type(node.value).__name__, repr(node.value)
    fields = [(name, getattr(node, name, None)) for name in node._fields if name != "ctx"]
    if isinstance(node, Documented) and ast.get_docstring(node, clean=False) is not None:
        fields = [(name, node.body[1:] if name == "body" else value) for name, value in fields]
    if isinstance(node, ast.JoinedStr):  # Python 3.12 puts empty words between the parts of an f-string
        fields = [("values", [part for part in node.values if getattr(part, "value", None) != ""])]
    return type(node).__name__, *((name, plain_tree(value)) for name, value in fields if value or value in (0, False))

"""The code that applies each clause: the functions that name it, and those that they call, each with a digest.

A function names a clause by the name to which the clause is bound, `PEACE`, or by its id. A table that names a clause
hands its name on: what uses the table names the clause as well. Comments, docstrings, annotations and layout are not
part of a digest, and neither is what a game does besides its play, such as its bot.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from proofdeck.ground.cache import digest
from proofdeck.play.engine.deciding import Remember, at_once, file_of, modules_from, plain_tree
from proofdeck.source.rules.points import RulePoints

BESIDES_PLAY = frozenset({"bot", "claims", "position"})
"""Modules of a game that do not decide how it is played."""
BINDS = frozenset({"bind", "bind_all"})
COMMON = frozenset({*dir(dict), *dir(list), *dir(set), *dir(str)})
"""Methods of Python's own types. Such a name is that of a method of the game only after `self`."""
SELF = frozenset({"self", "cls"})
SHORT = 16


class Unit(NamedTuple):
    """A function, a method or an assignment of a module, such as `TombsState.deal`.

    names: what it refers to; strings: what it quotes; binds: whether it binds clauses. digest: of what it does.
    """

    name: str
    line: int
    names: frozenset[str]
    strings: frozenset[str]
    binds: bool
    is_table: bool
    digest: str

    @property
    def called(self) -> str:
        return self.name.rpartition(".")[2]


class ClauseCode(NamedTuple):
    """What applies a clause. digests: of each unit that names it and what that calls; places: its file and line.

    beyond: a digest of all that these call in turn.
    """

    digests: Mapping[str, str]
    places: Mapping[str, tuple[str, int]]
    beyond: str


def read_units(text: bytes) -> tuple[Unit, ...]:
    """The units of a module, in order."""
    return tuple(_units(ast.parse(text).body, ""))


def code_of_clauses(
    module: str, folder: Path, points: RulePoints, remember: Remember = at_once
) -> dict[str, ClauseCode]:
    """The code of each clause that an engine applies. module: of the engine, imported already; folder: its project."""
    files = {name: file for name in modules_from(module, folder, remember) if (file := _file_of_game(name, folder))}
    units = {name: remember(read_units, file.read_bytes()) for name, file in sorted(files.items())}
    acting = [(name, unit) for name, found in units.items() for unit in found if not unit.binds]
    by_name: dict[str, list[Unit]] = {}
    for _, unit in acting:
        by_name.setdefault(unit.called, []).append(unit)
    naming = _names_of_clauses(units, points)
    return {clause: _code(clause, naming[clause], acting, by_name, files) for clause in points}


def _file_of_game(name: str, folder: Path) -> Path | None:
    """The file of a module that is part of the game's play; None for any other, such as the kit."""
    if name.startswith("proofdeck.") and not name.startswith("proofdeck.play.games."):
        return None
    return None if name.rpartition(".")[2] in BESIDES_PLAY else file_of(name, folder)


def _names_of_clauses(units: Mapping[str, Sequence[Unit]], points: RulePoints) -> dict[str, set[str]]:
    """The names to which each clause is bound, and those of tables that name it."""
    found: dict[str, set[str]] = {clause: set() for clause in points}
    for module, inside in units.items():
        values = vars(sys.modules[module]) if module in sys.modules else {}
        for unit in inside:
            value = values.get(unit.name)
            for clause in _clauses_in(value, points) if unit.binds else (value,) if isinstance(value, str) else ():
                if clause in found:
                    found[clause].add(unit.called)
    tables = [unit for inside in units.values() for unit in inside if unit.is_table and not unit.binds]
    for clause, names in found.items():
        before = -1
        while len(names) > before:
            before = len(names)
            names |= {unit.called for unit in tables if names & unit.names or clause in unit.strings}
    return found


def _clauses_in(value: object, points: RulePoints) -> Iterable[str]:
    if isinstance(value, int):
        return points.named(value)
    return [name for one in value for name in _clauses_in(one, points)] if isinstance(value, tuple) else ()


def _code(
    clause: str,
    names: set[str],
    acting: Sequence[tuple[str, Unit]],
    by_name: Mapping[str, Sequence[Unit]],
    files: Mapping[str, Path],
) -> ClauseCode:
    """names: those by which code names the clause; acting: units that may, with their modules; by_name: the same."""
    digests: dict[str, str] = {}
    places: dict[str, tuple[str, int]] = {}
    reached: dict[str, Unit] = {}
    for module, unit in acting:
        if names & unit.names or clause in unit.strings:
            shown = f"{module.rpartition('.')[2]}.{unit.name}"
            called = sorted(other.digest for name in unit.names for other in by_name.get(name, ()))
            digests[shown] = digest(unit.digest, called)[:SHORT]
            places[shown] = str(files[module]), unit.line
            _reach(unit, by_name, reached)
    return ClauseCode(digests, places, digest(sorted(unit.digest for unit in reached.values()))[:SHORT])


def _reach(unit: Unit, by_name: Mapping[str, Sequence[Unit]], reached: dict[str, Unit]) -> None:
    """Add a unit and all that it calls in turn."""
    ahead = [unit]
    while ahead:
        one = ahead.pop()
        key = f"{one.name} {one.digest}"
        if key not in reached:
            reached[key] = one
            ahead += (other for name in one.names for other in by_name.get(name, ()))


# -- reading a module --------------------------------------------------------------------------------------------------


def _units(body: Iterable[ast.stmt], lead: str) -> Iterator[Unit]:
    for node in body:
        match node:
            case ast.ClassDef():
                bare = ast.ClassDef(node.name, node.bases, node.keywords, [], node.decorator_list)
                yield _unit(f"{lead}{node.name}", node.lineno, bare)
                yield from _units(node.body, f"{lead}{node.name}.")
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                yield _unit(f"{lead}{node.name}", node.lineno, node)
            case ast.Assign(targets=targets):
                for target in targets:
                    for name in _targets(target):
                        yield _unit(f"{lead}{name}", node.lineno, node)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                yield _unit(f"{lead}{name}", node.lineno, node)
            case ast.If() | ast.With() | ast.Try() | ast.For() | ast.While():
                yield from _units(node.body, lead)


def _targets(target: ast.expr) -> Iterator[str]:
    match target:
        case ast.Name(id=name):
            yield name
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from _targets(part)


def _unit(name: str, line: int, node: ast.stmt) -> Unit:
    node = _Bare().visit(node)
    inside = list(ast.walk(node))
    local = {one.arg for one in inside if isinstance(one, ast.arg)}
    local |= {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    names = {one.id for one in inside if isinstance(one, ast.Name)} - local
    names |= {one.attr for one in inside if isinstance(one, ast.Attribute) and _may_be_own(one)}
    strings = {one.value for one in inside if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    binds = any(isinstance(one, ast.Attribute) and one.attr in BINDS for one in inside)
    is_table = isinstance(node, ast.Assign | ast.AnnAssign)
    own = {name.rpartition(".")[2]}
    what = digest(plain_tree(node))[:SHORT]
    return Unit(name, line, frozenset(names - own), frozenset(strings), binds and is_table, is_table, what)


def _may_be_own(node: ast.Attribute) -> bool:
    return node.attr not in COMMON or (isinstance(node.value, ast.Name) and node.value.id in SELF)


class _Bare(ast.NodeTransformer):
    """Takes annotations away, which do nothing."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.generic_visit(node)
        node.returns = None
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        self.generic_visit(node)
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)

"""Imports the modules of an engine: ours from the program, those of a project from their source in its folder."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES, SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

from proofdeck.play.engine.faults import is_of_author, lies_with_author


def imported(name: str) -> ModuleType | None:
    """Import a module; None if there is no such module. A failed import inside the module is raised."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and not name.startswith(error.name):
            raise
        return None


def modules_of(folder: Path) -> list[Path]:
    """The files of the engines imported from that folder, and of what they import from there."""
    root = folder.resolve()
    loaded = [module for name, module in list(sys.modules.items()) if name != "__main__"]
    files = (file for module in loaded if (file := getattr(module, "__file__", None)))
    return sorted(Path(file) for file in files if lies_with_author(_place_of(file), root))


@cache
def _place_of(module: str) -> str:
    """The resolved path of a module, cached because thousands of modules share a few folders."""
    folder, name = os.path.split(module)
    place = Path(_folder_of(folder), name)
    return os.path.realpath(place) if place.is_symlink() else str(place)


@cache
def _folder_of(modules: str) -> str:
    return os.path.realpath(modules)


class _FromSource(SourceFileLoader):
    """Compiles the author's source, because bytecode next to it may come from code that was not checked."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


@cache
def _read_from_source(folder: Path) -> None:
    """Compile modules in that folder from their source each time from now on."""

    def finder(place: str) -> FileFinder:
        if not Path(place).is_dir() or not is_of_author(Path(place), folder):
            raise ImportError
        return FileFinder(place, (ExtensionFileLoader, EXTENSION_SUFFIXES), (_FromSource, SOURCE_SUFFIXES))

    sys.path_hooks.insert(0, finder)
    for place in [known for known in sys.path_importer_cache if is_of_author(Path(known), folder)]:
        del sys.path_importer_cache[place]


def _forget_others(root: Path) -> None:
    """Let modules of that project take the names of those that another project has in this process."""
    for name, module in list(sys.modules.items()):
        if isinstance(getattr(module, "__loader__", None), _FromSource):
            top = root / name.partition(".")[0]
            is_here = top.with_suffix(".py").exists() or top.is_dir()
            if is_here and not lies_with_author(_place_of(str(module.__file__)), root):
                del sys.modules[name]


@contextmanager
def importing_from(folder: Path | None) -> Iterator[None]:
    """Make modules in that folder importable, after all others."""
    if folder is None:
        yield
        return
    root = folder.resolve()
    _read_from_source(root)
    _forget_others(root)
    place = str(root)
    sys.path.append(place)
    try:
        yield
    finally:
        sys.path.remove(place)

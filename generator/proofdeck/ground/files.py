"""The one door to files: what is read through it can be heard, and what is written is written whole or not at all.

Whoever wants to know what some work is made of listens while it is done: `heard_by` tells it of each look at the disk.
What is part of the program, such as its own templates of pages, is not read through this door.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path

from proofdeck.ground.problems import Problem, ProofdeckError

Signature = list[int]
"""Size, modification time and inode change time in ns: equal signatures mean the same, untouched file."""
Listener = Callable[[str, tuple[str, ...], object], None]
"""Told of a look at the disk: which one of LOOKS, at what, and what was seen."""
MOST_FILES = 20_000
"""Files of a folder that are looked at."""
MOST_BYTES = 64 * 1024 * 1024
"""A larger file is told from others by its signature alone."""

_listener: ContextVar[Listener | None] = ContextVar("listener", default=None)


@contextlib.contextmanager
def heard_by(listener: Listener) -> Iterator[None]:
    """Tell `listener` of every look at the disk inside the block."""
    before = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(before)


def _heard(look: str, *at: str, seen: object) -> None:
    if (listener := _listener.get()) is not None:
        listener(look, at, seen)


def read_file(path: Path, most: int = MOST_BYTES) -> bytes:
    """What is in a file, but no more than one byte above `most`. Raises OSError if it cannot be read."""
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError:
        _heard("file", str(path), seen=None)
        raise
    if len(data) > most:
        _heard("signature", str(path), seen=signature(path))
    else:
        _heard("file", str(path), seen=data)
    return data


def read_text(path: Path) -> str:
    """The text of a file, with a sign in the place of what is not UTF-8. Raises OSError if it cannot be read."""
    return read_file(path).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")


def is_file(path: Path) -> bool:
    """Whether the file exists."""
    found = os.path.isfile(path)  # noqa: PTH113 - which raises for no name
    _heard("there", str(path), seen=found)
    return found


def is_folder(path: Path) -> bool:
    """Whether the folder exists."""
    found = path.is_dir()
    _heard("folder", str(path), seen=found)
    return found


def names_in(folder: Path) -> list[str]:
    """The names of the files and folders in a folder, sorted; none if there is no such folder."""
    found = _names(str(folder))
    _heard("names", str(folder), seen=found)
    return found


def names_ending(folder: Path, endings: Collection[str]) -> list[str]:
    """The names in a folder that end like that, in any case, sorted."""
    like = sorted(f"*{ending}" for ending in endings)
    found = _names_like(str(folder), *like)
    _heard("names like", str(folder), *like, seen=found)
    return found


def _names_like(name: str, *like: str) -> list[str]:
    return [one for one in _names(name) if one.lower().endswith(tuple(ending[1:] for ending in like))]


def children(folder: Path) -> list[Path]:
    """The same as paths."""
    return [folder / name for name in names_in(folder)]


def folders_in(folder: Path, *but: str) -> list[Path]:
    """The folders in a folder, except hidden ones and those of that name, sorted."""
    found = _folders(str(folder), *but)
    _heard("folders", str(folder), *but, seen=found)
    return [folder / name for name in found]


def _folders(name: str, *but: str) -> list[str]:
    folders = (one for one in _names(name) if one not in but and not is_hidden(one))
    return [one for one in folders if Path(name, one).is_dir()]


def _names(name: str) -> list[str]:
    try:
        return sorted(path.name for path in Path(name).iterdir())
    except OSError:
        return []


def _names_of(paths: Iterable[Path], folder: Path) -> list[str]:
    """The names of files below that folder, without it."""
    return [str(path)[len(str(folder)) :] for path in paths]


def _content(name: str) -> object:
    """What is in a file; its signature if it is very large."""
    path = Path(name)
    try:
        return path.read_bytes() if path.stat().st_size <= MOST_BYTES else signature(path)
    except OSError:
        return None


def write_file(path: Path, data: bytes) -> None:
    """Write to a temporary name next to it, then rename. Raises ProofdeckError if the folder cannot be written to."""
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.", suffix=".part")
        temporary = Path(name)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        hint = "Check whether another program has the file open, the disk is full or the folder is protected."
        raise ProofdeckError(
            Problem("E505", f"cannot write {path.name}: {error.strerror or error}", str(path), hint=hint)
        ) from None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)


def rewrite_file(path: Path, data: bytes) -> None:
    """Write a file that is there, keeping its permissions. Raises OSError if it is gone, and as `write_file` does."""
    mode = path.stat().st_mode
    write_file(path, data)
    path.chmod(mode)


def append_line(path: Path, line: str) -> None:
    """Add a line to the end of a file, which is created if needed. Raises ProofdeckError if it cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(line + "\n")
    except OSError as error:
        hint = "Check whether the disk is full or the folder is protected."
        raise ProofdeckError(
            Problem("E505", f"cannot write {path.name}: {error.strerror or error}", str(path), hint=hint)
        ) from None


def inside(root: Path, name: str) -> Path | None:
    """The path of that name in the folder, following links; None if it is outside or not a valid file name."""
    path = root / name
    found = _behind_links(str(path))
    _heard("behind links", str(path), seen=found)
    real = None if found is None else Path(os.path.abspath(path.parent / found))  # noqa: PTH100 - without links
    return real if real is not None and real.is_relative_to(root.resolve()) else None


def _behind_links(name: str) -> str | None:
    """Where a path leads, seen from the folder in which it is."""
    try:
        return os.path.relpath(os.path.realpath(name), os.path.dirname(name))  # noqa: PTH120 - as it is written
    except (OSError, ValueError):
        return None


def touch_of(path: Path) -> Signature | None:
    """The signature of a file that somebody else reads, such as a library."""
    found = signature(path)
    _heard("signature", str(path), seen=found)
    return found


def everything_in(folder: Path, *but: Path) -> str:
    """A digest of the signatures of all files of a folder, except those files and what is in those folders."""
    names = str(folder), *map(str, but)
    found = _everything(*names)
    _heard("everything", *names, seen=found)
    return found


def _everything(name: str, *but: str) -> str:
    folder, left_out = Path(name), {Path(one) for one in but}
    files = [path for path in _files_below(folder, is_hidden) if left_out.isdisjoint((path, *path.parents))]
    signatures = repr(list(zip(_names_of(files, folder), map(signature, files), strict=True)))
    return hashlib.blake2b(signatures.encode(), digest_size=16).hexdigest()


def signature(path: Path | str) -> Signature | None:
    """The signature of a file; None if there is no such file."""
    try:
        stat = os.stat(path)  # noqa: PTH116 - hundreds of files, for each of which a `Path` would take longer
    except (OSError, ValueError):
        return None
    return [stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns]


def is_hidden(name: str) -> bool:
    """Whether a file or folder of that name is not shown to people, or holds bytecode."""
    return name.startswith((".", "__pycache__"))


def is_nothing(_: str) -> bool:
    """What leaves nothing out."""
    return False


BELOW = {is_hidden: "below", is_nothing: "all below"}
"""The look at all files of a folder, by what leaves out some of them."""


def files_below(folder: Path, leave_out: Callable[[str], bool] = is_hidden, most: int = MOST_FILES) -> list[Path]:
    """Every file in the folder and its subfolders, sorted, also where these are links; each folder once.

    leave_out: the names of files and folders that do not count.
    """
    found = _files_below(folder, leave_out, most)
    if leave_out in BELOW:
        _heard(BELOW[leave_out], str(folder), seen=_names_of(found, folder))
    return found


def _files_below(folder: Path, leave_out: Callable[[str], bool], most: int = MOST_FILES) -> list[Path]:
    found: list[Path] = []
    for parent, folders, names in _walk(folder):
        folders[:] = [name for name in folders if not leave_out(name)]
        found.extend(Path(parent, name) for name in names if not leave_out(name))
        if len(found) > most:
            break
    return found


def links_out(root: Path, places: Iterable[Path]) -> list[Path]:
    """The links at or below those places that lead out of the folder `root`, in the order of their names."""
    places = list(places)
    found = _links_out(root, places)
    _heard("links", str(root), *map(str, places), seen=_names_of(found, root))
    return found


def _links_out(root: Path, places: Iterable[Path]) -> list[Path]:
    places = list(places)
    found = [place for place in places if place.is_symlink() and _leads_out(root, place)]
    for place in places:
        for parent, folders, names in _walk(place) if place not in found else ():
            links = [path for name in (*folders, *names) if (path := Path(parent, name)).is_symlink()]
            out = [path for path in links if _leads_out(root, path)]
            folders[:] = [name for name in folders if Path(parent, name) not in out]
            found += out
    return found


def _leads_out(root: Path, link: Path) -> bool:
    return link.exists() and inside(root, str(link.absolute())) is None


def _walk(folder: Path) -> Iterator[tuple[str, list[str], list[str]]]:
    """As `os.walk`, top down and sorted, with links followed, and each folder once however many lead to it."""
    met: set[str] = set()
    for parent, folders, names in os.walk(folder, followlinks=True):
        real = os.path.realpath(parent)
        folders[:] = [] if real in met else sorted(folders)
        if real not in met:
            yield parent, folders, sorted(names)
        met.add(real)


LOOKS: Mapping[str, Callable[..., object]] = {
    "file": _content,
    "there": os.path.isfile,
    "folder": os.path.isdir,
    "names": _names,
    "names like": _names_like,
    "folders": _folders,
    "below": lambda name: _names_of(_files_below(Path(name), is_hidden), Path(name)),
    "all below": lambda name: _names_of(_files_below(Path(name), is_nothing), Path(name)),
    "everything": _everything,
    "signature": signature,
    "behind links": _behind_links,
    "links": lambda root, *places: _names_of(_links_out(Path(root), map(Path, places)), Path(root)),
}
"""How to look again at what was heard."""

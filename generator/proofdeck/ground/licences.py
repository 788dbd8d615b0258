"""The licences of Proofdeck and of the installed packages that it needs, as the packages themselves declare them."""

from __future__ import annotations

import re
from contextlib import suppress
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import NamedTuple

from proofdeck.ground.problems import Problem, ProofdeckError

OWN = "proofdeck"
NAMED = re.compile(r"(?P<name>[\w.-]+)\s*(?:\[(?P<extras>[^]]*)\])?")
"""How a requirement begins: `pandas`, `pandas[excel, html]`."""
FOR_EXTRA = re.compile(r"""\bextra\s*==\s*["']([^"']+)["']""")
NO_LICENCE = "License :: OSI Approved"
"""A classifier that does not say which licence."""


class Package(NamedTuple):
    """An installed package. licences: one SPDX expression, or the name of each licence that it declares."""

    name: str
    version: str
    licences: tuple[str, ...]
    address: str


def packages() -> list[Package]:
    """Proofdeck, then what it needs by name; what its extras need is included where it is installed."""
    try:
        own = distribution(OWN)
    except PackageNotFoundError:
        hint = "Install it with `pip install .` in its folder."
        raise ProofdeckError(Problem("E527", "Proofdeck is not installed as a package", hint=hint)) from None
    needed = _needed(own, _told(own, "Provides-Extra"))
    return [_package(own), *(_package(needed[name]) for name in sorted(needed))]


def _needed(own: Distribution, extras: list[str]) -> dict[str, Distribution]:
    """Normalised name -> package. A requirement for other systems or Pythons counts if it is installed here."""
    found: dict[str, Distribution] = {}
    waiting, seen = [(own, extra) for extra in ("", *extras)], set()
    while waiting:
        needing, extra = waiting.pop()
        for name, wanted in _requirements(needing, extra):
            if (name, wanted) in seen or name == OWN:
                continue
            seen.add((name, wanted))
            try:
                found[name] = distribution(name)
            except PackageNotFoundError:
                continue
            waiting.append((found[name], wanted))
    return found


def _requirements(needing: Distribution, extra: str) -> list[tuple[str, str]]:
    """What the package needs for this extra of its own, or without any: names, each with an extra or ""."""
    rows: list[tuple[str, str]] = []
    for requirement in needing.requires or []:
        what, _, marker = requirement.partition(";")
        named = NAMED.match(what.strip())
        if named and extra in (FOR_EXTRA.findall(marker) or [""]):
            extras = (named["extras"] or "").split(",")
            rows += [(_normal(named["name"]), wanted.strip()) for wanted in ("", *extras)]
    return rows


def _normal(name: str) -> str:
    """The one spelling of `Font_Pkg`, `font.pkg` and `font-pkg`."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _package(installed: Distribution) -> Package:
    return Package(installed.name, installed.version, _licences(installed), _address(installed))


def _licences(installed: Distribution) -> tuple[str, ...]:
    """The SPDX expression, else the classifiers, else the first line of the free text or of the licence file."""
    if expressions := _told(installed, "License-Expression"):
        return tuple(expressions)
    classifiers = [one for one in _told(installed, "Classifier") if one.startswith("License ::") and one != NO_LICENCE]
    if classifiers:
        return tuple(one.rpartition(" :: ")[2] for one in classifiers)
    text = "".join(_told(installed, "License")) or _licence_file(installed)
    return tuple(line.strip() for line in text.strip().splitlines()[:1])


def _licence_file(installed: Distribution) -> str:
    """The text of the first licence file that is there and can be read, or ""."""
    for name in _told(installed, "License-File"):
        for place in (f"licenses/{name}", name):
            with suppress(UnicodeDecodeError):
                if text := installed.read_text(place):
                    return text
    return ""


def _address(installed: Distribution) -> str:
    """Its home page, else its source, else the first address that it names; empty if it names none."""
    rows = [row.partition(",") for row in _told(installed, "Project-URL")]
    labelled = {label.strip().lower(): address.strip() for label, _, address in rows}
    best = [labelled[word] for word in ("homepage", "repository", "source", "source code") if word in labelled]
    return next(iter((*_told(installed, "Home-page"), *best, *labelled.values())), "")


def _told(installed: Distribution, field: str) -> list[str]:
    """What the package says in a field, which may be there several times."""
    return [words for words in installed.metadata.get_all(field) or [] if words.strip()]

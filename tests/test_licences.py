"""`proofdeck licences` lists what is installed and needed, and nothing here can be had only under the GPL or AGPL."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from proofdeck.front.cli.app import app
from proofdeck.ground import __version__
from proofdeck.ground.licences import Package, packages
from proofdeck.ground.problems import ProofdeckError

ROOT = Path(__file__).parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
GPL = re.compile(r"\bA?GPL|(?<!Lesser )(?<!Library )General Public License")

Installer = Callable[..., None]


def names_in(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[^\w.-]", requirement)[0]) for requirement in requirements}


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def only_under_gpl(licences: tuple[str, ...]) -> bool:
    """Classifiers are a choice, as with Pyphen; so is OR in an expression, but AND is not. No licence is
    no choice."""
    return all(any(demands_gpl(part) for part in one.split(" AND ")) for one in licences)


def demands_gpl(part: str) -> bool:
    return all(GPL.search(choice) for choice in part.split(" OR "))


@cache
def here() -> dict[str, Package]:
    return {normal(package.name): package for package in packages()}


def is_installed(name: str) -> bool:
    try:
        return bool(distribution(name))
    except PackageNotFoundError:
        return False


# -- what is installed here ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(names_in(PROJECT["dependencies"])))
def test_every_dependency_is_listed_with_a_licence(name: str) -> None:
    assert here()[name].licences


@pytest.mark.parametrize("extra", PROJECT["optional-dependencies"])
def test_of_an_extra_exactly_what_is_installed_is_listed_with_a_licence(extra: str) -> None:
    needed = names_in(PROJECT["optional-dependencies"][extra])
    found = here()
    assert needed & found.keys() == {name for name in needed if is_installed(name)}
    assert [name for name in needed & found.keys() if not found[name].licences] == []


def test_proofdeck_is_the_first_and_under_its_own_licence() -> None:
    first = packages()[0]
    assert (first.name, first.version, first.licences) == ("proofdeck", __version__, (PROJECT["license"],))


def test_nothing_that_is_needed_is_without_a_licence_or_can_be_had_only_under_the_gpl_or_agpl() -> None:
    assert [package for package in packages() if only_under_gpl(package.licences)] == []


@pytest.mark.parametrize(
    "licences",
    [
        (), ("GPL-3.0-only",), ("AGPL-3.0-or-later",), ("MIT AND GPL-2.0-or-later",), ("GNU GPL v3",),
        ("GNU Affero General Public License v3",), ("GNU General Public License v3",),
        ("GNU General Public License v2 or later (GPLv2+)", "GNU General Public License v3 (GPLv3)"),
    ],
)  # fmt: skip
def test_a_package_only_under_the_gpl_or_under_nothing_is_noticed(licences: tuple[str, ...]) -> None:
    assert only_under_gpl(licences)


@pytest.mark.parametrize(
    "licences",
    [
        ("MIT",), ("LGPL-3.0-or-later",), ("MIT OR GPL-2.0-only",), ("BSD-3-Clause AND MIT OR GPL-2.0-only",),
        ("GNU Library or Lesser General Public License (LGPL)",), ("GNU Lesser General Public License v3 (LGPLv3)",),
        ("Apache Software License", "GNU General Public License (GPL)"),
    ],
)  # fmt: skip
def test_a_package_with_another_choice_is_not(licences: tuple[str, ...]) -> None:
    assert not only_under_gpl(licences)


# -- packages made by the test ---------------------------------------------------------------------------------------


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installer:
    """`install("fox", "License: MIT")` makes an installed package, which is found before any real one."""
    monkeypatch.syspath_prepend(tmp_path)

    def installer(name: str, *lines: str, **files: bytes) -> None:
        folder = tmp_path / f"{name.replace('-', '_')}-1.0.dist-info"
        folder.mkdir()
        head = "\n".join(("Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *lines))
        (folder / "METADATA").write_text(f"{head}\n\n", encoding="utf-8")
        for file, text in files.items():
            (folder / "licenses").mkdir(exist_ok=True)
            (folder / "licenses" / file).write_bytes(text)

    return installer


def needs(*requirements: str) -> tuple[str, ...]:
    return tuple(f"Requires-Dist: {requirement}" for requirement in requirements)


def test_what_packages_need_is_followed_in_circles_and_in_any_spelling(install: Installer) -> None:
    install("proofdeck", *needs("Zoo_Keeper>=1", "zoo-missing"))
    install("zoo-keeper", *needs("zoo.fox (<2)", "zoo-snow; sys_platform == 'zoo'"))
    install("zoo-fox", *needs("zoo-keeper", "proofdeck"))
    install("zoo-stranger")
    assert [package.name for package in packages()] == ["proofdeck", "zoo-fox", "zoo-keeper"]


def test_extras_of_proofdeck_count_and_those_of_others_only_if_they_are_asked_for(install: Installer) -> None:
    install("proofdeck", "Provides-Extra: art", *needs("zoo-fox[den, fur]", "zoo-art; extra == 'art'"))
    install("zoo-fox", *needs('zoo-den; extra == "den"', "zoo-fur ; extra=='fur'", "zoo-test; extra == 'test'"))
    for name in ("zoo-art", "zoo-den", "zoo-fur", "zoo-test"):
        install(name)
    assert [package.name for package in packages()[1:]] == ["zoo-art", "zoo-den", "zoo-fox", "zoo-fur"]


@pytest.mark.parametrize(
    ("lines", "licences"),
    [
        (("License-Expression: OFL-1.1", "License: nonsense"), ("OFL-1.1",)),
        (("Classifier: License :: OSI Approved", "License: ISC licence"), ("ISC licence",)),
        (
            ("Classifier: License :: OSI Approved :: MIT License", "Classifier: License :: Public Domain"),
            ("MIT License", "Public Domain"),
        ),
        (("License: The Zoo Licence", "        with many more words"), ("The Zoo Licence",)),
        (("License-File: LATIN", "License-File: MISSING", "License-File: COPYING"), ("The Fox Licence",)),
        ((), ()),
    ],
)
def test_a_licence_is_read_from_where_a_package_declares_it(
    lines: tuple[str, ...], licences: tuple[str, ...], install: Installer
) -> None:
    install("proofdeck", *lines, LATIN="© Zoo".encode("latin-1"), COPYING=b"The Fox Licence\n\nDo as you like.\n")
    assert packages()[0].licences == licences


@pytest.mark.parametrize(
    ("lines", "address"),
    [
        (("Home-page: https://fox.test", "Project-URL: Source, https://code.test"), "https://fox.test"),
        (("Project-URL: Changes, https://new.test", "Project-URL: homepage, https://fox.test"), "https://fox.test"),
        (("Project-URL: Changes, https://new.test", "Project-URL: Source, https://code.test"), "https://code.test"),
        (("Project-URL: Changes, https://new.test", "Project-URL: Chat, https://talk.test"), "https://new.test"),
        ((), ""),
    ],
)
def test_the_address_is_the_home_of_a_package(lines: tuple[str, ...], address: str, install: Installer) -> None:
    install("proofdeck", *lines)
    assert packages()[0].address == address


def test_without_an_installation_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("proofdeck.ground.licences.OWN", "zoo-missing")
    with pytest.raises(ProofdeckError) as refused:
        packages()
    assert [problem.code for problem in refused.value.problems] == ["E527"]


# -- the command -----------------------------------------------------------------------------------------------------


def test_the_command_prints_a_line_for_each_package(install: Installer) -> None:
    install("proofdeck", "License-Expression: MIT", "Home-page: https://deck.test", *needs("zoo-fox", "zoo-oak"))
    install("zoo-fox", "Classifier: License :: A", "Classifier: License :: B")
    install("zoo-oak", "Home-page: https://oak.test")
    assert CliRunner().invoke(app, ["licences"]).output.splitlines() == [
        "proofdeck 1.0  MIT · https://deck.test",
        "zoo-fox 1.0    A, B",
        "zoo-oak 1.0    no licence declared · https://oak.test",
    ]


def test_programs_get_the_same_packages() -> None:
    told = json.loads(CliRunner().invoke(app, ["licences", "--json"]).output)
    rows = [{**package._asdict(), "licences": list(package.licences)} for package in packages()]
    assert told == {"version": 1, "packages": rows}

"""`proofdeck licences`: the licences of Proofdeck and of what it is built on."""

from __future__ import annotations

from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, print_object


def licences(as_json: AsJson = False) -> None:
    """List the licences of Proofdeck and of the packages, fonts and icons it uses."""
    from proofdeck.ground.licences import packages

    found = packages()
    if as_json:
        print_object({"version": 1, "packages": [package._asdict() for package in found]})
        return
    width = max(len(f"{package.name} {package.version}") for package in found)
    for package in found:
        named = ", ".join(package.licences) or "no licence declared"
        facts = " · ".join(part for part in (named, package.address) if part)
        say(f"{f'{package.name} {package.version}':<{width}}  {facts}")

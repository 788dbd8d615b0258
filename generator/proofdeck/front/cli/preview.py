"""`proofdeck preview`: a page in the browser that updates with each save."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import ProjectFolder, moment
from proofdeck.ground.flags import Flag, Lang, Trust

MOST_PORTS = 65_535


def preview(
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", help="The game to show first.", autocompletion=completing.games)
    ] = "",
    project: ProjectFolder = Path(),
    port: Annotated[int, Flag("Port to use; any free one by default.", metavar="N", least=0, most=MOST_PORTS)] = 0,
    browser: Annotated[bool, Flag("Only print the address.", typed=(" /--no-browser",))] = True,
    share: Annotated[bool, Flag("Put hands on phones in the same network.")] = False,
    at: Annotated[str, Flag("Address of this computer that phones use; the usual one by default.", metavar="IP")] = "",
    follow: Annotated[bool, Flag("Keep downloading the cards from their address.")] = False,
    lang: Lang = "",
    trust: Trust = False,
) -> None:
    """Show cards, sheets, rulebook and problems in your browser, updated with each save, until Ctrl-C."""
    from contextlib import nullcontext

    from proofdeck.front.preview.following import following
    from proofdeck.front.preview.server import Preview, address_of
    from proofdeck.ground.problems import Problem, ProofdeckError

    try:
        page = Preview(project, trust=trust, port=port, lang=lang, share=at if share or at else None)
    except OSError as error:
        hint = "Choose another port with --port, or leave it out."
        message = f"port {port} cannot be used: {error.strerror or error}"
        raise ProofdeckError(Problem("E520", message, field="port", hint=hint)) from None
    page.showing.now.project.chosen([game] if game else [], [])
    address = address_of(page, game)
    say(f"{address}\nThis page updates with each save and is visible only on this computer. Ctrl-C stops it.")
    if page.guests:
        say(f"Hands are shared at http://{page.guests.host}/ with whoever has the code of a seat; see Play.")
    if browser:
        import webbrowser

        webbrowser.open(address)
    with following(project, moment, say) if follow else nullcontext():
        page.serve()

"""`proofdeck printer`: a test sheet with hardly any ink, and what it shows of a printer, kept for `build --printer`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from proofdeck.front.cli import completing
from proofdeck.front.cli.plain import say
from proofdeck.front.cli.terminal import AsJson, print_object, shown
from proofdeck.ground.flags import Flag, Lang
from proofdeck.ground.paper import PAPERS, Duplex
from proofdeck.ground.units import Size
from proofdeck.source.project.printer_error import Point, PrinterError
from proofdeck.source.project.request import read_offset

Reading = tuple[float, float] | None
LARGEST = 10.0
"""mm that can be read on the scale of a test sheet."""
NONE_YET = "No printer has been measured on this computer. `proofdeck printer NAME` makes a test sheet."


def read_reading(words: str) -> tuple[float, float] | None:
    """`0.5,-1`; None for nothing. Raises ValueError for anything else, and for what is not on the scale."""
    if not words:
        return None
    x, y = read_offset(words)
    if max(abs(x), abs(y)) > LARGEST:
        raise ValueError(f"the scales end at {LARGEST:g} mm")
    return x, y


def printer(
    *,
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="What you call it.", autocompletion=completing.printers)
    ] = "",
    first: Annotated[Reading, Flag("What cross 1 shows, in mm.", metavar="X,Y", read=read_reading, usual="")] = None,
    second: Annotated[Reading, Flag("What cross 2 shows, in mm.", metavar="X,Y", read=read_reading, usual="")] = None,
    ruler: Annotated[
        float | None,
        Flag("What the ruler of 150 mm on the test sheet measures, in mm.", metavar="MM", least=1, most=999),
    ] = None,
    paper: Annotated[str, Flag("Paper of the test sheet.", one_of=tuple(PAPERS))] = "a4",
    duplex: Annotated[Duplex, Flag("Which edge the printer turns the paper on.")] = "long-edge",
    output: Annotated[
        Path, Flag("Write the test sheet to this folder.", typed=("-o", "--output"), metavar="DIR")
    ] = Path(),
    lang: Lang = "",
    forget: Annotated[bool, Flag("Forget that printer.")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure how your printer moves the backs of sheets, once: print a test sheet, then enter what it shows."""
    from proofdeck.source.project.printers import forget_printer, known_printers

    if not name:
        known = known_printers()
        told = [f"{called}  {error}" for called, error in known.items()] or [NONE_YET]
        found: Mapping[str, object] = _rows(known)
    elif forget:
        told = [f"'{name}' is {'forgotten' if forget_printer(name) else 'not a printer that was measured'}."]
        found = _rows(known_printers())
    elif (first is None) != (second is None):
        raise typer.BadParameter("enter both readings", param_hint="--first, --second")
    elif first is not None or ruler is not None:
        crosses = (first, second) if first is not None and second is not None else None
        error = _measured(name, PAPERS[paper], duplex, crosses, ruler)
        what = "Backs" if error.larger == 1 else "Sheets"
        again = f"Print the test sheet again to see it, and then cards: proofdeck build --printer {name}"
        told, found = (
            [f"{what} for '{name}' are now {'moved' if error.larger == 1 else 'corrected'}: {error}.", again],
            _rows({name: error}),
        )
    else:
        from proofdeck.front.making.calibration import write_test_sheet

        path = write_test_sheet(output, name, paper, duplex, lang)
        told, found = [f"{shown(path)}  print it on both sides; its front says what to do then"], {"path": str(path)}
    if as_json:
        print_object({"version": 1, **found})
    else:
        say("\n".join(told))


def _measured(
    name: str, paper: Size, duplex: Duplex, crosses: tuple[Point, Point] | None, ruler: float | None
) -> PrinterError:
    """What is known of that printer after these readings of one test sheet."""
    from proofdeck.front.making.calibration import measure

    try:
        return measure(name, paper, duplex, crosses, ruler)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--ruler") from None


def _rows(known: Mapping[str, PrinterError]) -> dict[str, object]:
    return {"printers": {name: asdict(error) for name, error in known.items()}}

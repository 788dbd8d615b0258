"""Each file in bad/ is a template with mistakes; the .expected beside it is what its author is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from materials import supplies_in

from proofdeck.ground.problems import Place, Problem, Problems, in_reading_order
from proofdeck.paper.faces.layout import Copy, faces_of
from proofdeck.paper.faces.preflight import findings
from proofdeck.paper.faces.template import load_template
from proofdeck.source.cards.deck import Card

BAD = Path(__file__).parent / "bad"


def told(name: str) -> str:
    """The problems of the template with one card, as a terminal shows them in one line each."""
    problems = Problems()
    template = load_template(BAD / name, [(BAD, "templates")], problems)
    if template is not None:
        fields = {"id": "wolf", "name": "Wolf", "text": "a long **text** of ten words or so, I think", "rank": "x"}
        places = {key: Place("cards.csv", 2, column) for column, key in enumerate(fields, start=1)}
        card = Card("game", "wolf", "Wolf", "", None, 1, fields, places)
        supplies = supplies_in(BAD, [BAD], template.icon_sets)
        (face,) = faces_of(template, supplies, "front", {}, [Copy(card, 1, 1)], problems)
        elements = {element.name: element for element in template.elements}
        for code, element, key, why, hint in findings(face, template, supplies):
            at = elements[element].place_of(key)
            problems.append(Problem(code, why, at.file, at.line, at.column, key, hint))
    rows = [f"{p.where} {p.code} {p.message}" + (f" -- {p.hint}" if p.hint else "") for p in in_reading_order(problems)]
    return "\n".join(rows)


@pytest.mark.parametrize("path", sorted(BAD.glob("*.toml")), ids=lambda path: path.stem)
def test_the_author_is_told_what_where_and_how_to_mend_it(path: Path) -> None:
    expected = path.with_suffix(".expected").read_text(encoding="utf-8").strip()
    assert told(path.name) == expected


def test_every_template_code_has_a_bad_template() -> None:
    """E202 to E212, E214, E215 and E301 to E306; E213 needs two templates and is tested with whole projects."""
    seen = " ".join(path.read_text(encoding="utf-8") for path in BAD.glob("*.expected"))
    wanted = [f"E{number}" for number in (*range(201, 213), 214, 215, *range(301, 307))] + ["W308", "W309", "W310"]
    assert [code for code in wanted if code not in seen] == []


def test_letters_that_a_font_lacks_are_told_once_for_all_cards() -> None:
    problems = Problems()
    template = load_template(BAD / "words.toml", [(BAD, "templates")], problems)
    assert template is not None
    copies = []
    for line, name in enumerate(["Ж", "Я", "Anna", "Жя"], start=2):
        places = {"id": Place("cards.csv", line, 1), "name": Place("cards.csv", line, 3)}
        copies.append(Copy(Card("game", f"c{line}", name, "", None, 1, {"id": f"c{line}", "name": name}, places), 1, 1))
    supplies = supplies_in(BAD, [BAD])
    faces_of(template, supplies, "front", {}, copies, problems)
    lacking = [(problem.where, problem.message) for problem in problems if problem.code == "E302"]
    said = "Crimson Text 400 has no 'Ж', '♠', 'Я' and 'я' (U+0416, U+2660, U+042F, U+044F)"
    assert lacking == [("cards.csv:2:3", f"c2: text of 'lacking': {said}; 3 other cards need missing letters too")]


def test_cells_that_are_wrong_in_the_same_way_are_told_once_with_the_place_that_reads_them() -> None:
    problems = Problems()
    template = load_template(BAD / "lookups.toml", [(BAD, "templates")], problems)
    assert template is not None
    copies = []
    for line, rank in enumerate(["x", "y", "xx", "x", "x"], start=2):
        places = {"id": Place("cards.csv", line, 1), "rank": Place("cards.csv", line, 4)}
        fields = {"id": f"c{line}", "rank": rank}
        copies.append(Copy(Card("game", f"c{line}", "", "", None, 1, fields, places), 1, 1))
    supplies = supplies_in(BAD, [BAD], template.icon_sets)
    faces_of(template, supplies, "front", {}, copies, problems)
    told = {problem.where: problem for problem in problems if problem.file == "cards.csv"}
    assert [*told] == ["cards.csv:2:4", "cards.csv:3:4"]
    assert told["cards.csv:2:4"].message == "c2: fill of 'one': there is no 'x' in that table, and on 2 other cards"
    assert told["cards.csv:3:4"].message == "c3: fill of 'one': there is no 'y' in that table"
    assert told["cards.csv:3:4"].hint.endswith("The expression is at templates/lookups.toml:7.")

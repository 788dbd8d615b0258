"""Pages of rules as people write them: what becomes of their headings, and what is read from their words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofdeck.source.rules.page import RulesPage
from proofdeck.source.rules.plain import as_written, at_home
from proofdeck.source.rules.speech import language_of


def shape(body: str) -> tuple[str, list[str]]:
    """The title, and the lines of headings."""
    page = at_home(RulesPage("RULES.md", {}, body))
    title = page.head["title"].value if "title" in page.head else ""
    return str(title), [line for line in page.body.splitlines() if line.startswith("#")]


@pytest.mark.parametrize(
    ("body", "title", "headings"),
    [
        ("# Goblin Rush\n## Setup\n### Deal", "Goblin Rush", ["## Setup {-}", "### Deal"]),
        ("# **Goblin** [Rush](x.md)\ntext", "Goblin Rush", []),
        ("# \N{DRAGON} Goblin Rush", "Goblin Rush", []),
        ("# Goblin Rush\n# Setup\n## Deal\n# End", "Goblin Rush", ["## Setup {-}", "### Deal", "## End {-}"]),
        ("## Setup\n#### Deal\n## End", "", ["## Setup {-}", "### Deal", "## End {-}"]),
        ("### Setup\n#### Deal", "", ["## Setup {-}", "### Deal"]),
        ("Goblin Rush\n===========\n\nSetup\n-----\ntext", "Goblin Rush", ["## Setup {-}"]),
        ("text\n\n---\n\nmore", "", []),
        ('<h1 align="center">Goblin Rush</h1>\n<h2>Setup</h2>', "Goblin Rush", ["## Setup {-}"]),
        ("% Goblin Rush\n\n# Setup", "Goblin Rush", ["## Setup {-}"]),
        ("# Goblin Rush\n## Setup {#setup}", "Goblin Rush", ["## Setup {-}"]),
        ("# Goblin Rush\n```\n# no heading\n```", "Goblin Rush", ["# no heading"]),
        ('# Goblin Rush\n\n<div align="center">\n## Setup\n### Deal', "Goblin Rush", ["## Setup {-}", "### Deal"]),
        ("# Goblin Rush\n\n<p>\nwords\n## of HTML\n\n#### Deal", "Goblin Rush", ["## of HTML", "## Deal {-}"]),
        ("# Goblin Rush\n## Setup\n\nr[setup.deal]\nDeal.", "Goblin Rush", ["## Setup"]),
    ],
)
def test_the_first_heading_is_the_title_and_the_others_are_sections(body: str, title: str, headings: list[str]) -> None:
    assert shape(body) == (title, headings)


LINES = st.sampled_from(
    [
        "# A",
        "## B",
        "### C",
        "#### D",
        "###### E",
        "text",
        "",
        "Under\n===",
        "Line\n---",
        "```\n# x\n```",
        "- item",
        "r[a.b]",
    ]
)


@given(st.lists(LINES, max_size=12))
def test_no_level_is_left_out_no_line_moves_and_no_word_is_lost(lines: list[str]) -> None:
    body = "\n\n".join(lines)
    page = at_home(RulesPage("RULES.md", {}, body))
    plain = re.sub("```.*?```", "", page.body, flags=re.DOTALL)
    levels = [len(found) for found in re.findall("^#+", plain, re.MULTILINE)]
    assert all(after <= before + 1 for before, after in zip([1, *levels], levels, strict=False))
    assert 1 not in levels
    old, new = body.splitlines(), page.body.splitlines()
    assert len(new) <= len(old)
    title = str(page.head["title"].value) if "title" in page.head else ""
    words = [word for line in old for word in re.findall(r"\w+", line)]
    assert sorted(re.findall(r"\w+", f"{title} {page.body}")) == sorted(words)
    for before, after in zip(old, new, strict=False):
        assert set(re.findall(r"\w+", after)) <= set(re.findall(r"\w+", before)), "words stay on their lines"


def test_a_page_of_this_house_stays_as_it_is() -> None:
    body = (
        "Four orders fight.\n\n## Quick start {-}\n\n### First\n\n## Setup\n\nr[setup.deal]\nDeal {{ hand }} cards.\n"
    )
    page = RulesPage("rules_md/x.md", {}, body, keys={"title": 2})
    assert at_home(page).body == body.rstrip("\n")
    assert at_home(page).head == {}


@pytest.mark.parametrize(
    ("line", "key", "value"),
    [
        ("A game for 2-4 players", "players", "2-4"),
        ("A game for 3 to 5 players.", "players", "3 to 5"),
        ("**Players:** 2\N{EN DASH}6", "players", "2\N{EN DASH}6"),
        ("- Players: 2", "players", "2"),
        ("für 2 bis 8 Spieler", "players", "2 bis 8"),
        ("De 3 à 6 joueurs", "players", "3 à 6"),
        ("* 3 a 6 jogadores", "players", "3 a 6"),
        ("A game for 2 players, aged 10+", "players", "2"),
        ("A game for 2 players, aged 10+", "age", "10+"),
        ("Ages 8 and up", "age", "8+"),
        ("2\N{EN DASH}4 Spieler ab 6 Jahren", "age", "6+"),
        ("Playing time: 20-30 minutes", "time", "20-30 minutes"),
        ("A game for 2-4 players. Playing time: 20 minutes.", "time", "20 minutes"),
        ("* 1 hora", "time", "1 hora"),
        ("**Spieldauer**: ca. 45 Minuten", "time", "45 Minuten"),
        ("If 2 players are left, deal 3 to each.", "players", None),
        ("After 10 minutes the round is over.", "time", None),
        ("With 3.5-4 players it takes long.", "players", None),
        ("9-2 players", "players", None),
    ],
)
def test_what_the_text_says_plainly_is_taken(line: str, key: str, value: str | None) -> None:
    found = at_home(RulesPage("RULES.md", {}, f"# Goblin Rush\n\n{line}\n")).head.get(key)
    assert (found.value if found else None) == value


def test_a_page_with_a_head_says_there_for_whom_it_is() -> None:
    page = RulesPage("rules_md/x.md", {}, "For 2-4 players", keys={"title": 2})
    assert "players" not in at_home(page).head


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Draw a card. Then play as many cards as you can pay for, and discard the others.", ""),
        ("Zieht eine Karte. Dann sind die Karten und der Rest nicht mehr im Spiel. " * 3, "de"),
        ("Piochez une carte. Le joueur joue les cartes et les autres vont dans la pile. " * 3, "fr"),
        ("山札から一枚引く。それから、カードを出す。", "ja"),
        ("카드를 한 장 뽑는다. 그리고 카드를 낸다.", "ko"),
        ("Возьмите карту. Затем сыграйте карты.", "ru"),
        ("", ""),
    ],
)
def test_the_language_is_told_by_the_commonest_words_or_the_letters(text: str, language: str) -> None:
    assert language_of(text) == language


def test_nothing_is_filled_in_on_a_page_that_is_taken_as_it_is() -> None:
    page = as_written(RulesPage("RULES.md", {}, "{% include toc.html %}\nRoll {{ dice }} {# here #}\n{: .note }\n"))
    assert page.body.splitlines() == ["", 'Roll {{ "{{" }} dice }} {{ "{#" }} here #}']


def test_a_tag_of_a_hundred_thousand_attributes_is_passed_over() -> None:
    """Read back from each of them to the end, it would take an hour."""
    line = f"<a {'markdown=' * 100_000}"
    assert as_written(RulesPage("rush.md", {}, f"{line}\nDraw.")).body == f"{line}\nDraw."

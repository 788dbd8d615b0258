"""A game of set collection without a line of Python: its score, its pads and its book, by the real command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from cli.commands import run
from cli.terminals import Terminal, can_run
from reading import text_of

Writer = Callable[..., Path]
CARDS = """
game,id,name,kind,suit,quantity
market,apple,Apple,fruit,red,6
market,cherry,Cherry,fruit,red,4
market,pear,Pear,fruit,green,6
market,leek,Leek,plant,green,4
market,rot,Rot,rot,,5
"""
PAGE = """
---
title: Market
players: 2-4
sizes: A4
score:
  wins: highest
  rules:
    colours: {count: cards, by: suit, series: 1 3 6 10}
    pairs: {count: pairs, by: name, points: 2}
    rotten: {count: kind rot, points: -3, at-least: -6}
    most-green: {most: suit green, points: 6 3}
    coins: {asks: coins, points: 1, at-most: 5}
---

Buy what is fresh.

## Scoring

r[score.colours]
One card of a colour is worth 1 point, two are worth 3, three are worth 6 and more are worth 10.

```example id=ex.two-stalls covers=score.colours,score.pairs,score.rotten,score.most-green,score.coins,score.wins
Ana: Apple x2, Cherry, Pear, Rot; coins 7
Ben: Pear x2, Leek, Rot x3, 2 coins
expect:
  Ana: 14
  Ana [score.colours]: 7
  Ana [score.pairs]: 2
  Ana [score.rotten]: -3
  Ana [score.most-green]: 3
  Ana [score.coins]: 5
  Ben: 12
  Ben [score.rotten]: -6
  winner: Ana
---
Three red cards and a green one give Ana 6 + 1 = 7 points. Of her 7 coins, 5 count.
```

r[score.pairs]
Two cards of one name are worth 2 points more.

r[score.rotten]
Each Rot costs 3 points, but never more than 6 in all.

r[score.most-green]
The player with the most green cards gets 6 points, the next 3.

r[score.coins]
Each coin is worth 1 point, up to 5.

r[score.wins]
The highest total wins.
"""
TABLE = "Ana: Apple x2, Cherry, Pear, Rot; coins 7\nBen: Pear x2, Leek, Rot x3, 2 coins\n"


@pytest.fixture
def market(write: Writer) -> Path:
    write("cards.csv", CARDS)
    write("templates/market/front.toml", 'extends = "base/front.toml"\n')
    write("table.txt", TABLE)
    return write("rules_md/market.md", PAGE)


def test_a_table_is_scored_and_explained_in_the_words_of_the_page(market: Path) -> None:
    assert run(market, "check").code == 0
    scores = json.loads(run(market, "score", "market", "table.txt", "--json").out)
    assert {player["name"]: player["total"] for player in scores["players"]} == {"Ana": 14, "Ben": 12}
    lines = [" ".join(line.split()) for line in run(market, "score", "market", "table.txt").out.splitlines()]
    assert "-6 rotten: 3 cards, at least -6 [score.rotten] Rot, Rot, Rot" in lines
    assert "5 7 coins, at most 5 [score.coins]" in lines
    explained = run(market, "score", "market", "table.txt", "--why", "green").out
    assert "most green: place 1 with 3 cards" in explained
    assert "[score.most-green] 1.4 The player with the most green cards gets 6 points, the next 3." in explained
    for_programs = json.loads(run(market, "score", "market", "table.txt", "--why", "green", "--json").out)
    assert " ".join(for_programs.pop("why")).split() == explained.split()
    assert for_programs == scores


def test_the_examples_of_the_page_notice_every_rule_that_is_switched_off(market: Path) -> None:
    said = run(market, "mutate", "market").out
    assert "1 example notices 6 of 6 changes" in said


def test_an_example_that_is_wrong_is_told_with_its_line(market: Path) -> None:
    page = market / "rules_md" / "market.md"
    page.write_text(page.read_text().replace("Ana [score.coins]: 5", "Ana [score.coins]: 7"))
    told = run(market, "check").out
    line = page.read_text().splitlines().index("  Ana [score.coins]: 7") + 1
    assert f"rules_md/market.md:{line}" in told
    assert "E621 Ana [score.coins] is expected to be 7, but the engine says 5" in told


def test_pads_and_book_say_what_the_table_says(market: Path) -> None:
    assert run(market, "build", "market", "--only", "score-pad").code == 0
    pad = " ".join(text_of((market / "output" / "market" / "score-pad-a4.pdf").read_bytes(), 0).split())
    for words in (
        "Colours cards by suit: 1, 3, 6, 10",
        "Rotten kind rot: −3 each, at least −6",
        "Most green most suit green: 6, 3",
        "Coins 1 each, at most 5",
        "Players who tie share the points of the places they take up. Drop fractions.",
    ):
        assert words in pad
    book = run(market, "rules", "market").out
    assert "Ana: Apple ×2, Cherry, Pear, Rot; coins 7" in book


@pytest.mark.skipif(not can_run(), reason="no terminals of this kind")
def test_a_game_in_german_is_asked_for_and_scored_in_german(market: Path, write: Writer) -> None:
    write("rules_md/market.md", PAGE.replace("---\n", "---\nlanguage: de\n", 1))
    with Terminal(market, "score", "market") as terminal:
        terminal.says("Ana, Ben")
        assert "Karten von Ana (Enter für keine)" in terminal.wait()
        for answer in ("Apple x2", "7", "Leek", "2"):
            terminal.says(answer)
        terminal.wait_for("Entschieden durch: die meisten Punkte")
        assert any("Ana hat" in line for line in terminal.lines)
        assert not [line for line in terminal.lines if "in all" in line or "Decided" in line]
        terminal.says("")
        assert terminal.ends() == 0
    assert "insgesamt" in run(market, "score", "market", "table.txt").out


@pytest.mark.skipif(not can_run(), reason="no terminals of this kind")
@pytest.mark.parametrize(
    ("language", "asked", "said"),
    [
        (
            "de",
            "Wer spielt mit? 2 bis 4 Namen der Reihe nach, mit Kommas getrennt:",
            {
                "hilfe": "warum 48        erklärt Punkte",
                "help": "zurück          nimmt die letzte Antwort zurück",
                "zeilen": "1  Karten von Ana: Apple x2",
                "warum Ana": "höchstens 5  [score.coins]",
                "warum Paare": "2  Paare, Apple: 1 Paar  [score.pairs]",
                "warum nichts davon": "Nichts passt zu „nichts davon“.",
                "ändern 9": "Welche Zeile, von 1 bis 3?",
                "zurück": "Zurückgenommen: ein Enter",
            },
        ),
        (
            "es",
            "¿Quién juega? de 2 a 4 nombres en orden, separados por comas:",
            {"ayuda": "deshacer        retira", "porqué Ana": "Ana tiene", "deshacer": "Retirado:"},
        ),
        ("ja", "順番に2～4人の名前", {"ヘルプ": "戻す", "なぜ Ana": "Anaは", "戻す": "取り消し:"}),
    ],
)
def test_what_else_is_said_at_the_terminal_is_in_the_language_of_the_game_and_english_is_understood(
    language: str, asked: str, said: dict[str, str], market: Path, write: Writer
) -> None:
    write("rules_md/market.md", PAGE.replace("---\n", f"---\nlanguage: {language}\n", 1))
    with Terminal(market, "score", "market") as terminal:
        assert asked in terminal.wait()
        for answer in ("Ana, Ben", "Apple x2", "7", "Leek", "keine" if language == "de" else ""):
            terminal.says(answer)
        for words, answer in said.items():
            terminal.says(words)
            terminal.wait_for(answer)
        terminal.says("quit")
        assert terminal.ends() == 0
    with Terminal(market, "score", "market") as terminal:
        terminal.says({"de": "ja", "es": "sí", "ja": "はい"}[language])
        terminal.says("quit")
        assert terminal.ends() == 0
        assert not [line for line in terminal.lines if "You have left" in line or "Continue it" in line]


@pytest.mark.skipif(not can_run(), reason="no terminals of this kind")
def test_a_terminal_asks_for_cards_and_then_for_coins(market: Path) -> None:
    with Terminal(market, "score", "market") as terminal:
        terminal.says("Ana, Ben")
        assert "Cards of Ana" in terminal.wait()
        terminal.says("Apple x2, Cherry, Pear, Rot")
        assert "Coins of Ana" in terminal.wait()
        terminal.says("many")
        terminal.wait_for("coins needs a whole number")
        for answer in ("7", "Pear x2, Leek, Rot x3", "2"):
            terminal.says(answer)
        terminal.wait_for("1. Ana")
        terminal.says("")
        assert terminal.ends() == 0
    assert [line.strip() for line in terminal.lines if "in all" in line] == ["14  in all", "12  in all"]

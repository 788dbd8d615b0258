"""A table without rules begins as the rules deal it, if a game has an engine, and every piece is on it once."""

from __future__ import annotations

import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from kit.families import folder_of
from tables import playable, project

from proofdeck.front.table.free import FreeTables
from proofdeck.front.table.shown import TableGame
from proofdeck.ground.phrases import ENGLISH
from proofdeck.play.free.box import BoxCard, FreeBox
from proofdeck.play.free.dealt import dealt_start
from proofdeck.play.free.pieces import SURFACE, FreePiece, FreeStart
from proofdeck.play.free.record import as_data, from_data
from proofdeck.play.scene.zones import after_the_deal, zones_of
from proofdeck.source.cards import Deck

GAMES = ("fantasy-contract-rummy", "fishing-dragon", "rummy-duel", "salt-roads", "tombs", "toonerville-rook")


def pieces_of(deck: Deck, players: int) -> list[FreePiece]:
    return [
        FreePiece(f"{card.id}-{number}", card.id, card.name or card.id, card.kind, back=card.kind)
        for card in deck
        for number in range(card.copies(players))
    ]


def dealt(name: str, players: int, seed: int) -> tuple[FreeStart, list[tuple[str, int | None, bool, list[str]]]]:
    """The table, and the zones of the engine: key, seat, whether it is a hand, cards."""
    game, found = project().games[name], playable(name)
    state = after_the_deal(found.engine, found.game, game.deck, players, seed)
    zones = list(zones_of(state, replace(found.engine.pictures, phrases=game.phrases), {}))
    start = dealt_start(pieces_of(game.deck, players), players, zones, {})
    return start, [(zone.key, zone.seat, zone.is_hand, list(zone.cards)) for zone in zones]


@pytest.mark.parametrize("name", GAMES)
def test_each_zone_of_the_engine_is_a_pile_or_a_hand_with_its_cards_in_their_order(name: str) -> None:
    players = playable(name).game.min_players
    start, zones = dealt(name, players, 3)
    card = {piece.id: piece.card for piece in start.pieces}
    piles = [[card[one] for one in pile.pieces] for pile in start.piles]
    known = {piece.card for piece in start.pieces}
    for _, seat, is_hand, cards in zones:
        printed = [one for one in cards if one in known]
        if is_hand and seat is not None:
            assert [card[one] for one in start.hands[seat]] == printed
        elif printed:
            assert printed in piles
    lying = Counter(one for group in (*(pile.pieces for pile in start.piles), *start.hands) for one in group)
    assert lying == Counter(piece.id for piece in start.pieces)
    assert not start.up & {one for hand in start.hands for one in hand}
    assert all(0 <= pile.x <= SURFACE.width and 0 <= pile.y <= SURFACE.height for pile in start.piles)
    assert from_data(as_data(start)) == start


def test_each_seed_is_another_deal_and_the_same_seed_the_same() -> None:
    assert dealt("tombs", 2, 5)[0] == dealt("tombs", 2, 5)[0]
    assert len({str(dealt("tombs", 2, seed)[0].hands) for seed in range(6)}) > 3


def test_the_page_deals_by_the_rules_and_says_for_how_many_they_are(tmp_path: Path) -> None:
    (tmp_path / "rules_md").mkdir()
    for file in ("cards.csv", "rules_md/tombs.md"):
        (tmp_path / file).write_bytes((project().root / file).read_bytes())
    cards = [
        BoxCard(card.id, card.name or card.id, card.kind, 63, 88, card.kind, "rectangle", False, ((0, card.quantity),))
        for card in project().games["tombs"].deck
    ]
    shown = TableGame({}, {}, None, lambda _: {}, ENGLISH, str, FreeBox(tuple(cards), tracks=(("threat", "0-15"),)))
    tables = FreeTables(tmp_path, lambda _: shown, trust=False)
    asked = {"do": "begin", "dealt": "yes", **{f"name-{seat}": f"P{seat}" for seat in range(1, 10)}}
    assert tables.act("tombs", {**asked, "players": "9"})
    assert tables.room("tombs").table is None
    assert "2 to 4 players" in tables.room("tombs").said.lines[0]
    assert tables.act("tombs", {**asked, "players": "3"})
    table = tables.room("tombs").table
    assert table is not None
    assert [len(hand) for hand in table.sitting.table.hands] == [2, 2, 2]
    assert [counter.label for counter in table.sitting.table.counters.values()] == ["threat"]


def test_the_dice_of_a_game_lie_on_the_table_that_its_rules_deal(tmp_path: Path) -> None:
    root = Path(shutil.copytree(folder_of("dice"), tmp_path / "dice"))
    engine = root / "dice_rules.py"
    more = "    fates: list[int] = die(20, count=2)\n    luck: list[int] = die(3, each=True)\n"
    engine.write_text(engine.read_text().replace("    risked:", f"{more}    risked:", 1))
    shown = TableGame({}, {}, None, lambda _: {}, ENGLISH, str, FreeBox())
    tables = FreeTables(root, lambda _: shown, trust=True)
    assert tables.act("dice", {"do": "begin", "dealt": "yes", "players": "2", "name-1": "Ana", "name-2": "Ben"})
    table = tables.room("dice").table
    assert table is not None
    dice = table.sitting.table.dice.values()
    assert [die.faces for die in dice] == [6, 20, 20, 3, 3]
    assert [die.label for die in dice][:3] == ["Face", "Fates", "Fates"]
    assert len({(die.x, die.y) for die in dice}) == 5

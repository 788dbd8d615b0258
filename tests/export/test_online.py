"""Games for tables online, read again by what their formats say: every id and index leads to the right card."""

from __future__ import annotations

import io
import json
import math
import re
import shutil
import zipfile
import zlib
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from kit.families import folder_of
from PIL import Image, ImageChops
from reading import picture

import proofdeck
from proofdeck.front.starting import start_project

ROOT = Path(__file__).parents[2]
Writer = Callable[..., Path]
DPI = 40
WIDGETS = {"deck", "card", "pile", "holder", "label", "seat", "scoreboard", "button"}


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], list[Path]]:
    """The files of a shipped game for a target, each exported once."""
    folder = tmp_path_factory.mktemp("exported")
    known: dict[tuple[str, str], list[Path]] = {}

    def files(target: str, game: str) -> list[Path]:
        if (target, game) not in known:
            known[target, game] = proofdeck.open(ROOT).export(target, game, dpi=DPI, output=folder).files
        return known[target, game]

    return files


def variants(path: Path) -> list[dict[str, Any]]:
    with zipfile.ZipFile(path) as opened:
        names = sorted(name for name in opened.namelist() if re.fullmatch(r"\d+\.json", name))
        return [json.loads(opened.read(name)) for name in names]


def of_type(widgets: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    return [one for name, one in widgets.items() if name != "_meta" and one.get("type") == kind]


def where(widgets: Mapping[str, Any]) -> dict[str, list[tuple[str, int]]]:
    """Holder -> (id of the card, face) of each card in it, piles looked into, from the bottom up. "": on a board."""
    found: dict[str, list[tuple[str, int]]] = {}
    for card in sorted(of_type(widgets, "card"), key=lambda one: one["z"]):
        parent = widgets.get(card.get("parent", ""))
        holder = widgets[parent["parent"]] if parent and parent["type"] == "pile" else parent
        assert holder is None or holder["type"] == "holder"
        found.setdefault(holder["id"] if holder else "", []).append((card["cardType"], card["activeFace"]))
    return found


# -- VirtualTabletop ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["tombs", "fishing-dragon"])
def test_every_id_in_a_vtt_file_leads_somewhere(game: str, shipped: Callable[[str, str], list[Path]]) -> None:
    (path,) = shipped("vtt", game)
    with zipfile.ZipFile(path) as opened:
        assets = {name: opened.read(name) for name in opened.namelist() if name.startswith("assets/")}
    for name, data in assets.items():
        crc, length = name.removeprefix("assets/").split("_")
        assert -(1 << 31) <= int(crc) < 1 << 31
        assert (int(crc) % (1 << 32), int(length)) == (zlib.crc32(data), len(data))
        assert Image.open(io.BytesIO(data)).format == "PNG"
    for state in variants(path):
        assert state["_meta"]["version"] == 16
        widgets = {name: one for name, one in state.items() if name != "_meta"}
        assert {one.get("type", "basic") for one in widgets.values()} <= WIDGETS | {"basic"}
        for name, one in widgets.items():
            assert one["id"] == name
            assert one.get("parent", name) in widgets
        for image in re.findall(r'"/(assets/[^"]*)"', json.dumps(widgets)):
            assert image in assets
        decks = {one["id"]: one for one in of_type(widgets, "deck")}
        for card in of_type(widgets, "card"):
            kinds = decks[card["deck"]]["cardTypes"]
            assert card["cardType"] in kinds
        for deck in decks.values():
            shown = [face["objects"][0]["dynamicProperties"]["value"] for face in deck["faceTemplates"]]
            assert shown == ["back", "front"]
            assert all({"label", "description", *shown} <= set(kind) for kind in deck["cardTypes"].values())


def test_the_cards_are_where_the_engine_deals_them(shipped: Callable[[str, str], list[Path]]) -> None:
    project = proofdeck.open(ROOT)
    for game, places in (  # the second one has cards that lie open
        ("tombs", {"hand 1": 0, "hand 2": 0}),
        ("fishing-dragon", {"hand 1": 0, "river": 1, "aside": None}),
    ):
        (path,) = shipped("vtt", game)
        table = where(variants(path)[0])
        table.pop("box-reference", None)
        dealt = Counter(card for cards in table.values() for card, _ in cards)
        copies = {card.id: card.copies(2) for card in project.games[game].cards.values()}
        assert {card: count for card, count in dealt.items() if count != copies[card]} == {}
        for zone, face in places.items():
            faces = {side for _, side in table[zone.replace(" ", "-")]}
            assert face is None or faces == {face}


def test_tombs_has_a_variant_for_each_number_of_players_with_that_many_hands_of_two(
    shipped: Callable[[str, str], list[Path]],
) -> None:
    (path,) = shipped("vtt", "tombs")
    for players, state in zip((2, 3, 4), variants(path), strict=True):
        info = state["_meta"]["info"]
        assert (info["name"], info["players"], info["variant"]) == ("Tombs", str(players), f"{players} players")
        table = where(state)
        hands = {name: cards for name, cards in table.items() if name.startswith("hand-")}
        assert {name: len(cards) for name, cards in hands.items()} == {
            f"hand-{seat}": 2 for seat in range(1, players + 1)
        }
        assert len(of_type(state, "seat")) == players
        signs = ("sun", "moon", "tower", "leaf")[:players]
        assert [card for card, _ in table[""]] == [f"marker-{sign}" for sign in signs]
        units = sum(len(cards) for name, cards in table.items() if name and not name.startswith("box-"))
        assert units == {2: 4 * 8, 3: 4 * 9, 4: 4 * 10}[players]
        assert len(table["box-tombstone"]) == 9


def test_nothing_on_a_table_overlaps_or_is_outside(shipped: Callable[[str, str], list[Path]]) -> None:
    for game in ("tombs", "fishing-dragon"):
        (path,) = shipped("vtt", game)
        for state in variants(path):
            names = [name for name, one in state.items() if name != "_meta" and "parent" not in one]
            placed = [state[name] for name in names if state[name].get("type", "basic") in {"basic", "holder", "seat"}]
            boxes = [
                (one["x"], one["y"], one["x"] + one.get("width", 150), one["y"] + one.get("height", 40))
                for one in placed
            ]
            assert all(x >= 0 and y >= 0 and right <= 1600 and bottom <= 1000 for x, y, right, bottom in boxes)
            for number, one in enumerate(boxes):
                for other in boxes[number + 1 :]:
                    assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.fixture(scope="module")
def rolling(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], list[Path]]:
    """The files of a game with a die of six faces, two of 20 and one of three before each player."""
    root = shutil.copytree(folder_of("dice"), tmp_path_factory.mktemp("rolling") / "dice")
    engine = root / "dice_rules.py"
    more = "    fates: list[int] = die(20, count=2)\n    luck: list[int] = die(3, each=True)\n"
    engine.write_text(engine.read_text().replace("    risked:", f"{more}    risked:", 1))
    return lambda target: proofdeck.open(root, trust=True).export(target, "dice", dpi=DPI, players=2).files


def test_a_table_has_the_dice_of_its_game(rolling: Callable[[str], list[Path]]) -> None:
    (path,) = rolling("vtt")
    (table,) = variants(path)
    dice = of_type(table, "dice")
    assert [one["faces"][-1] for one in dice] == [6, 20, 20, 3, 3]
    assert all(one["faces"] == [*range(1, one["faces"][-1] + 1)] for one in dice)
    labels = {one["text"] for one in of_type(table, "label")}
    assert {"Face", "Fates", "Luck of Ana", "Luck of Ben"} <= labels
    boxes = [(one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in dice]
    boxes += [
        (one["x"], one["y"], one["x"] + one["width"], one["y"] + one["height"]) for one in of_type(table, "holder")
    ]
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    with zipfile.ZipFile(rolling("pcio")[0]) as opened:
        spinners = [one for one in json.loads(opened.read("widgets.json")) if one["type"] == "spinner"]
    assert [len(one["options"]) for one in spinners] == [6, 20, 20, 3, 3]
    assert [(one["x"], one["y"]) for one in spinners] == [(one["x"], one["y"]) for one in dice]


def test_a_save_has_the_smallest_dice_with_enough_faces(rolling: Callable[[str], list[Path]]) -> None:
    things = save_of(rolling("tts"), 2)["ObjectStates"]
    dice = [(one["Name"], one["Nickname"], one["Description"]) for one in things if one["Name"].startswith("Die_")]
    again = "From 1 to 3: roll again for anything else."
    luck = [("Die_4", f"Luck of {who}", again) for who in ("Ana", "Ben")]
    assert dice == [("Die_6", "Face", ""), ("Die_20", "Fates", ""), ("Die_20", "Fates", ""), *luck]
    assert len({one["GUID"] for one in things}) == len(things)


@pytest.mark.parametrize(("game", "card"), [("tombs", "thorn"), ("fishing-dragon", "star-6"), ("salt-roads", "silk")])
def test_each_table_of_a_shipped_game_is_larger_than_it_would_be_in_plain_rows(
    game: str, card: str, shipped: Callable[[str, str], list[Path]]
) -> None:
    """In rows from the left, a poker card was at most 103 units wide."""
    (path,) = shipped("vtt", game)
    for state in variants(path):
        (deck,) = (one for one in of_type(state, "deck") if card in one["cardTypes"])
        assert deck["cardDefaults"]["width"] > 103


def test_cards_with_backs_of_their_own_are_one_deck_that_can_be_shuffled(deck: Callable[[int], Path]) -> None:
    project = proofdeck.open(deck(40))
    (state,) = variants(project.export("vtt", dpi=30).files[0])
    assert len([one for one in of_type(state, "holder") if one["id"] != "hand"]) == 1
    (cards,) = of_type(state, "deck")
    assert len({kind["back"] for kind in cards["cardTypes"].values()}) == 40
    assert len(of_type(state, "pile")) == 1
    save = json.loads(project.export("tts", dpi=30).files[-1].read_text(encoding="utf-8"))
    (pile,) = save["ObjectStates"]
    assert (pile["Name"], len(pile["DeckIDs"]), len(pile["ContainedObjects"])) == ("DeckCustom", 40, 40)
    assert all(sheet["UniqueBack"] for sheet in pile["CustomDeck"].values())


ZOO = "name,kind,quantity\nAda,Hero,3\nBo,Hero,2\nFog,Event,2\nSun,Event,2\nRuby,Gem,3\nJade,Gem,3\n"
ZOO_RULES = """---
title: Zoo
players: 2-3
needs: a die
setup:
  Heroes: Hero, shuffled, at 120 80
  Market: 1 of Heroes, face up, row, at 480 60
  hand: 1 of Heroes
---

Play a hero.
"""


@pytest.fixture
def zoo(tmp_path: Path) -> Path:
    """A game without an engine, with two kinds of cards and tokens that differ."""
    root = tmp_path / "zoo"
    gems = root / "templates" / "zoo" / "front-gem.toml"
    gems.parent.mkdir(parents=True)
    gems.write_text(
        'size = "20x20mm"\noutline = "ellipse"\nsafe = 0\n[elements.name]\ntype = "text"\ntext = "{{ name }}"\n',
        encoding="utf-8",
    )
    (root / "cards.csv").write_text(ZOO, encoding="utf-8")
    return root


def test_without_an_engine_a_deck_is_called_after_its_kind_and_tokens_that_differ_are_in_a_bag(zoo: Path) -> None:
    save = json.loads(proofdeck.open(zoo).export("tts", dpi=30).files[-1].read_text(encoding="utf-8"))
    things = {one["Nickname"]: one for one in save["ObjectStates"]}
    assert {name: one["Name"] for name, one in things.items()} == {
        "Hero": "DeckCustom",
        "Event": "DeckCustom",
        "Gem": "Bag",
    }
    assert [one["Nickname"] for one in things["Gem"]["ContainedObjects"]].count("Ruby") == 3
    assert things["Gem"]["Bag"] == {"Order": 2}
    assert len(save["SnapPoints"]) == 5


def test_partners_are_told_by_the_colours_of_their_hands(zoo: Path) -> None:
    rules = zoo / "rules_md" / f"{zoo.name}.md"
    rules.parent.mkdir()
    notes = {}
    for sides in ("partners", "together"):
        rules.write_text(f"---\ntitle: Zoo\nplayers: 4\nsides: {sides}\n---\nA zoo.\n", encoding="utf-8")
        save = json.loads(proofdeck.open(zoo).export("tts", dpi=30).files[-1].read_text(encoding="utf-8"))
        notes[sides] = save["Note"]
    assert notes == {"partners": "White + Yellow / Red + Green", "together": ""}


def test_a_setup_is_laid_out_for_each_number_of_players_and_without_its_cards_it_is_told(zoo: Path) -> None:
    rules = zoo / "rules_md" / f"{zoo.name}.md"
    rules.parent.mkdir()
    rules.write_text(ZOO_RULES, encoding="utf-8")
    game = proofdeck.open(zoo).export("vtt", dpi=30)
    tables = variants(game.files[0])
    assert [len(of_type(table, "seat")) for table in tables] == [2, 3]
    labels = [one["text"] for one in of_type(tables[0], "label")]
    assert {"Heroes", "Market", "Ana’s hand", "Event", "Discard", "Gem"} <= set(labels)
    counts = {name: len(cards) for name, cards in where(tables[1]).items()}
    assert (counts["heroes"], counts["market"], counts["hand-1"], counts["hand-3"]) == (1, 1, 1, 1)
    assert [one["activeFace"] for one in of_type(tables[0], "card") if one["parent"] == "market"] == [1]
    rules.write_text(ZOO_RULES.replace("1 of Heroes, face", "9 of Heroes, face"), encoding="utf-8")
    told = proofdeck.open(zoo).export("vtt", dpi=30).problems
    assert [problem.code for problem in told] == ["W534"]
    assert "Market: 9 of Heroes are more than are left there (5)" in told[0].message


def test_a_save_has_the_counters_of_the_rules_and_columns_are_laid_out_card_by_card(zoo: Path) -> None:
    rules = zoo / "rules_md" / f"{zoo.name}.md"
    rules.parent.mkdir()
    tracks = "tracks: {threat: 2-15, life: 20 each}\n"
    column = "  Row: 3 of Heroes, column, top face up, at 480 60\n"
    text = ZOO_RULES.replace("  Market: 1 of Heroes, face up, row, at 480 60\n", column)
    text = text.replace("needs:", f"{tracks}needs:")
    rules.write_text(text.replace("  hand: 1 of Heroes\n", ""), encoding="utf-8")
    save = json.loads(proofdeck.open(zoo).export("tts", dpi=30).files[-1].read_text(encoding="utf-8"))
    counters = [one for one in save["ObjectStates"] if one["Name"] == "Counter"]
    said = [(one["Nickname"], one["Counter"]["value"], one["Description"]) for one in counters]
    assert said == [("threat", 2, "2–15"), *[("life", 20, "0–20")] * 3]
    places = {(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in counters}
    assert len(places) == len({one["GUID"] for one in save["ObjectStates"]} & {one["GUID"] for one in counters}) == 4
    cards = [one["Transform"] for one in save["ObjectStates"] if one["Name"] == "Card"]
    assert len({one["posX"] for one in cards}) == 1
    assert [one["posZ"] for one in cards] == sorted({one["posZ"] for one in cards}, reverse=True)
    assert [one["rotZ"] for one in cards] == [180.0, 180.0, 0.0]


def test_browsers_have_counters_of_the_rules_beside_the_hand_and_bags_that_are_mixed(zoo: Path) -> None:
    rules = zoo / "rules_md" / f"{zoo.name}.md"
    rules.parent.mkdir()
    tracks = "tracks: {threat: 2-15, life: 20 each}\n"
    rules.write_text(ZOO_RULES.replace("needs:", f"{tracks}needs:"), encoding="utf-8")
    project = proofdeck.open(zoo)
    state = variants(project.export("vtt", dpi=30).files[0])[1]
    mixed = [one for one in of_type(state, "button") if one["text"] == "Mix"]
    assert [one["clickRoutine"] for one in mixed] == [[{"func": "SHUFFLE", "holder": "gem"}]]
    texts = [one["text"] for one in of_type(state, "label")]
    assert [text for text in texts if text in (2, 20)] == [2, 20, 20, 20]
    assert {"threat", "life, Ana", "life, Ben", "life, Cleo"} <= set(texts)
    pressed = [one["clickRoutine"][0] for one in of_type(state, "button") if one["text"] in ("−", "+")]
    assert len(pressed) == 8
    assert {"func": "LABEL", "label": "t2-3", "mode": "dec", "value": 1} in pressed
    widgets = json.loads(zipfile.ZipFile(project.export("pcio", dpi=30).files[1]).read("widgets.json"))
    counters = [one for one in widgets if one["type"] == "counter" and not one["id"].startswith("score")]
    assert [(one["label"], one["counterValue"]) for one in counters][:2] == [("threat", 2), ("life, Ana", 20)]
    (hand,) = (one for one in widgets if one["id"] == "hand")
    for one in counters:
        assert hand["x"] + hand["width"] < one["x"]
        assert one["x"] + one["width"] <= 1250
        assert one["y"] + one["height"] <= 1000
    assert len({(one["x"], one["y"]) for one in counters}) == 4


def test_a_pile_of_one_card_without_a_name_is_called_by_its_first_words(write: Writer) -> None:
    write("templates/g/front.toml", 'size = "mini"\nsafe = 0\n')
    rows = "Question,Answer\nWhat never ends in this house?,Laundry\n"
    project = proofdeck.open(write("cards.csv", rows))
    (state,) = variants(project.export("vtt", dpi=30).files[0])
    assert [one["text"] for one in of_type(state, "label")] == ["What never ends in this house?"]


def test_dealing_again_moves_as_many_cards_as_are_dealt(shipped: Callable[[str, str], list[Path]]) -> None:
    (path,) = shipped("vtt", "fishing-dragon")
    (state,) = variants(path)[:1]
    (button,) = of_type(state, "button")
    moves = {step["to"]: step["count"] for step in button["clickRoutine"] if step["func"] == "MOVE"}
    table = where(state)
    homes = {step["holder"] for step in button["clickRoutine"] if step["func"] == "RECALL"}
    assert homes == {deck["parent"] for deck in of_type(state, "deck")} - {"box-reference"}
    assert moves == {name: len(table[name]) for name in table if name not in homes and not name.startswith("box-")}


def test_a_picture_in_a_vtt_file_is_that_of_the_card(shipped: Callable[[str, str], list[Path]]) -> None:
    (path,) = shipped("vtt", "tombs")
    game = proofdeck.open(ROOT).games["tombs"]
    state = variants(path)[0]
    kinds = {name: kind for deck in of_type(state, "deck") for name, kind in deck["cardTypes"].items()}
    with zipfile.ZipFile(path) as opened:
        for name, sides in (("magus", ("front", "back")), ("marker-sun", ("front",))):
            for side in sides:
                shown = Image.open(io.BytesIO(opened.read(kinds[name][side].removeprefix("/"))))
                expected = Image.open(io.BytesIO(game.face(name, side, dpi=DPI).png))  # type: ignore[arg-type]
                assert same_where_opaque(shown, expected)


def same_where_opaque(shown: Image.Image, expected: Image.Image) -> bool:
    """Whether two pictures agree; what is transparent in the first does not count."""
    assert shown.size == expected.size
    difference = ImageChops.difference(shown.convert("RGB"), expected.convert("RGB"))
    opaque = shown.convert("RGBA").getchannel("A").point(lambda value: 255 * (value == 255))
    seen = Image.composite(difference, Image.new("RGB", shown.size), opaque)
    return max(high for _, high in seen.getextrema()) <= 2  # type: ignore[misc]


# -- Tabletop Simulator ------------------------------------------------------------------------------------------------


def save_of(files: list[Path], players: int) -> dict[str, Any]:
    (path,) = (path for path in files if path.name.endswith(f"-{players}-players.json"))
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def cards_of(save: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Every card, those in decks included."""
    return [
        card
        for thing in save["ObjectStates"]
        for card in (thing.get("ContainedObjects") or [thing])
        if card["Name"] == "Card"
    ]


def local(address: str) -> Path:
    parts = urlparse(address)
    assert parts.scheme == "file"
    return Path(unquote(parts.path))


@pytest.mark.parametrize("game", ["tombs", "fishing-dragon"])
def test_every_card_id_leads_to_a_cell_of_a_sheet_that_shows_that_card(
    game: str, shipped: Callable[[str, str], list[Path]]
) -> None:
    save = save_of(shipped("tts", game), 2)
    opened = proofdeck.open(ROOT).games[game]
    by_name = {card.name: card.id for card in opened.cards.values()}
    seen = set()
    for card in cards_of(save):
        key, index = divmod(card["CardID"], 100)
        (number,) = card["CustomDeck"]
        deck = card["CustomDeck"][number]
        assert int(number) == key
        assert index < deck["NumWidth"] * deck["NumHeight"] <= 70
        assert (deck["BackIsHidden"], deck["Type"]) == (True, 0)
        if card["Nickname"] in seen:
            continue
        seen.add(card["Nickname"])
        for side, address, unique in (("front", deck["FaceURL"], True), ("back", deck["BackURL"], deck["UniqueBack"])):
            sheet = picture(local(address))
            columns, rows = (deck["NumWidth"], deck["NumHeight"]) if unique else (1, 1)
            width, height = sheet.width // columns, sheet.height // rows
            assert (width * columns, height * rows) == sheet.size
            assert max(sheet.size) <= 4096
            column, row = (index % columns, index // columns) if unique else (0, 0)
            cell = sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height))
            expected = Image.open(io.BytesIO(opened.face(by_name[card["Nickname"]], side, dpi=DPI).png))  # type: ignore[arg-type]
            assert same_where_opaque(cell, expected), card["Nickname"]


def test_a_save_is_sound(shipped: Callable[[str, str], list[Path]]) -> None:
    save = save_of(shipped("tts", "tombs"), 3)
    things = [
        *save["ObjectStates"],
        *(card for one in save["ObjectStates"] for card in one.get("ContainedObjects", [])),
    ]
    guids = [thing["GUID"] for thing in things]
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch("[0-9a-f]{6}", guid) for guid in guids)
    assert {thing["Name"] for thing in things} == {"DeckCustom", "Card", "Custom_Tile"}
    transform = {f"{kind}{axis}" for kind in ("pos", "rot", "scale") for axis in "XYZ"}
    assert all(set(thing["Transform"]) == transform for thing in things)
    for deck in (thing for thing in save["ObjectStates"] if thing["Name"] == "DeckCustom"):
        assert deck["DeckIDs"] == [card["CardID"] for card in deck["ContainedObjects"]]
        assert len(deck["DeckIDs"]) > 1
        assert set(deck["CustomDeck"]) == {str(number // 100) for number in deck["DeckIDs"]}
    for tile in (thing for thing in things if thing["Name"] == "Custom_Tile"):
        for key in ("ImageURL", "ImageSecondaryURL"):
            assert local(tile["CustomImage"][key]).is_file()
        kind = tile["CustomImage"]["CustomTile"]["Type"]
        assert kind == (2 if "Marker" in tile["Nickname"] else 0)
    hands = save["Hands"]["HandTransforms"]
    assert [hand["Color"] for hand in hands] == ["White", "Red", "Yellow"]
    for hand in hands:
        at = hand["Transform"]
        held = [
            card
            for card in save["ObjectStates"]
            if abs(card["Transform"]["posX"] - at["posX"]) < at["scaleX"] / 2
            and abs(card["Transform"]["posZ"] - at["posZ"]) < at["scaleZ"] / 2
        ]
        assert [card["Name"] for card in held] == ["Card", "Card"]
    assert save["TabStates"]["0"]["title"] == "Rules"
    assert "tombstone" in save["TabStates"]["0"]["body"]


def test_cards_in_a_save_have_their_real_proportions_and_words(shipped: Callable[[str, str], list[Path]]) -> None:
    save = save_of(shipped("tts", "tombs"), 2)
    magus = next(card for card in cards_of(save) if card["Nickname"] == "Magus")
    scale = magus["Transform"]["scaleX"] * 56 / 63
    assert 1 < scale <= 1.6
    assert magus["Transform"]["scaleZ"] == pytest.approx(scale * 88 / 80, abs=1e-3)
    (mat,) = (
        thing for thing in save["ObjectStates"] if thing.get("Locked") and thing["Nickname"] == "The Burial Ground"
    )
    assert mat["Transform"]["scaleX"] == pytest.approx(scale * 198 / 50.8, abs=1e-3)
    assert magus["Description"].startswith("Magus: unit")
    assert ":" not in magus["Description"].partition(".")[2].replace("tombstone: ", "")
    assert json.loads(magus["GMNotes"])["kind"] == "unit"


def test_an_address_takes_the_place_of_the_files_on_this_machine(tmp_path: Path) -> None:
    address = "https://example.org/tombs/"
    files = proofdeck.open(ROOT).export("tts", "tombs", dpi=DPI, output=tmp_path, base_url=address, players=2).files
    text = next(path for path in files if path.suffix == ".json").read_text(encoding="utf-8")
    images = {path.name for path in files if path.suffix == ".png"}
    assert "file:" not in text
    assert set(re.findall(r'"https://example\.org/tombs/([^"]*)"', text)) == images


def test_a_sheet_of_which_one_card_changes_gets_another_name_and_its_back_keeps_its_own(write: Writer) -> None:
    side = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "{}"\n'
    write("templates/g/front.toml", side.format("{{ colour }}"))
    write("templates/g/back.toml", side.format("#000000"))
    rows = "game,id,colour\ng,fox,#ff0000\ng,owl,#00ff00\n"
    project = proofdeck.open(write("cards.csv", rows))
    before = {path.name for path in project.export("tts", dpi=DPI).files}
    write("cards.csv", rows.replace("#00ff00", "#0000ff"))
    after = {path.name for path in project.export("tts", dpi=DPI).files}
    assert {name.partition("-")[0] for name in before - after} == {"fronts"}
    assert {name.partition("-")[0] for name in after - before} == {"fronts"}
    assert {name.partition("-")[0] for name in after & before} == {"backs", "g.json"}


# -- playingcards.io ---------------------------------------------------------------------------------------------------


def test_a_pcio_file_is_sound(shipped: Callable[[str, str], list[Path]]) -> None:
    (path,) = (path for path in shipped("pcio", "tombs") if path.name == "tombs-2-players.pcio")
    with zipfile.ZipFile(path) as opened:
        assert {one.compress_type for one in opened.infolist()} == {zipfile.ZIP_STORED}
        names = set(opened.namelist())
        assert opened.read("schemaVersion") == b"8"
        widgets = json.loads(opened.read("widgets.json"))
    by_id = {one["id"]: one for one in widgets}
    assert len(by_id) == len(widgets)
    assert [one["z"] for one in widgets] == sorted({one["z"] for one in widgets})
    assert by_id["hand"]["type"] == "hand"
    for image in re.findall(r'"package://([^"]*)"', json.dumps(widgets)):
        assert image in names
        assert re.fullmatch(r"userassets/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.png", image)
    cards = [one for one in widgets if one["type"] == "card"]
    for card in cards:
        deck = by_id[card["deck"]]
        kind = deck["cardTypes"][card["cardType"]]
        assert all(isinstance(value, str) for value in kind.values())
        assert {"label", "image", "back"} <= set(kind)
        if "parent" in card:
            assert by_id[card["parent"]]["type"] == "holder"
            assert deck["id"] in by_id[card["parent"]]["allowedDecks"]
    for deck in (one for one in widgets if one["type"] == "cardDeck"):
        assert [deck[side]["objects"][0]["value"] for side in ("faceTemplate", "backTemplate")] == ["image", "back"]
    held = Counter(card.get("parent", "") for card in cards)
    assert (held["hand-1"], held["hand-2"], held["box-tombstone"], held[""]) == (2, 2, 9, 2)
    assert Counter(one["type"] for one in widgets)["seat"] == 2
    for one, other in pairwise(card for card in cards if card.get("parent") == "stock"):
        assert one["z"] < other["z"]


@pytest.mark.parametrize("game", ["fishing-dragon", "tombs"])
def test_in_a_pcio_file_only_open_cards_lie_face_up_and_only_hidden_ones_can_be_shuffled(
    game: str, shipped: Callable[[str, str], list[Path]]
) -> None:
    for path in shipped("pcio", game):
        widgets = json.loads(zipfile.ZipFile(path).read("widgets.json"))
        face_up = {one.get("parent", "") for one in widgets if one["type"] == "card" and one["faceup"]}
        face_down = {one["parent"] for one in widgets if one["type"] == "card" and not one["faceup"]}
        shuffled = {one["id"] for one in widgets if one["type"] == "holder" and one["hasShuffleButton"]}
        hands = {stack for stack in face_down if stack.startswith("hand-")}
        assert shuffled == face_down - hands == {"stock"}
        assert {"fishing-dragon": "river", "tombs": "box-tombstone"}[game] in face_up
        assert face_up.isdisjoint(face_down)


# -- Tabletop Playground ----------------------------------------------------------------------------------------------

REQUIRED = {
    *("BackIndex", "CardMetadata", "CardNames", "CardTags", "CollisionType", "FrontTexture", "GUID", "HiddenIndex"),
    *("Indices", "Metadata", "Models", "Name", "SurfaceType", "Tags", "Type"),
}
"""Of a card in the schema of Tabletop Playground."""


def test_a_package_has_every_copy_and_every_index_shows_its_card(shipped: Callable[[str, str], list[Path]]) -> None:
    files = shipped("ttpg", "tombs")
    opened = proofdeck.open(ROOT).games["tombs"]
    by_name = {card.name: card for card in opened.cards.values()}
    (manifest,) = (path for path in files if path.name == "Manifest.json")
    told = json.loads(manifest.read_text(encoding="utf-8"))
    templates = [json.loads(path.read_text(encoding="utf-8")) for path in files if path.parent.name == "Templates"]
    guids = [told["GUID"], *(one["GUID"] for one in templates)]
    assert len(set(guids)) == len(guids)
    assert all(re.fullmatch("[0-9A-F]{32}", guid) for guid in guids)
    copies: Counter[str] = Counter()
    for one in templates:
        assert set(one) >= REQUIRED
        assert (one["Type"], one["CollisionType"], one["SurfaceType"]) == ("Card", "Regular", "Cardboard")
        columns, rows = one["NumHorizontal"], one["NumVertical"]
        sheets = {side: picture(manifest.parent / "Textures" / one[f"{side}Texture"]) for side in ("Front", "Back")}
        for index in one["Indices"]:
            assert index < columns * rows
            copies[one["CardNames"][str(index)]] += 1
        for index, name in one["CardNames"].items():
            card = by_name[name]
            assert (round(one["Width"], 2), round(one["Height"], 2)) == SIZES.get(card.kind, (6.3, 8.8))
            assert one["Model"] == MODELS.get(card.kind, "Rounded")
            width, height = sheets["Front"].width // columns, sheets["Front"].height // rows
            left, top = int(index) % columns * width, int(index) // columns * height
            cell = sheets["Front"].crop((left, top, left + width, top + height))
            expected = Image.open(io.BytesIO(opened.face(card.id, dpi=DPI).png))
            inside = (1, 1, width - 1, height - 1)  # the mat has no bleed, so its outermost pixels are repeated
            assert same_where_opaque(cell.crop(inside), expected.crop(inside)), name
    assert copies == {card.name: card.quantity for card in opened.cards.values()}


def test_a_state_lays_every_piece_where_the_game_begins(shipped: Callable[[str, str], list[Path]]) -> None:
    files = shipped("ttpg", "salt-roads")
    templates = {
        one["GUID"]: one
        for one in (json.loads(path.read_text(encoding="utf-8")) for path in files if path.parent.name == "Templates")
    }
    card_of = {
        (guid, index): next(card.id for card in CARDS.values() if card.name == name)
        for guid, one in templates.items()
        for index, name in ((int(number), name) for number, name in one["CardNames"].items())
    }
    states = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in files if path.suffix == ".vts"}
    assert sorted(states) == [f"salt-roads-{players}-players" for players in (2, 3, 4)]
    for players, state in zip((2, 3, 4), states.values(), strict=True):
        lying = []
        for thing in state["objects"]:
            shown = [(thing["templateId"], thing["atlasIndex"])]
            shown += [(one["templateId"], one["index"]) for one in thing["stackSerialization"]]
            lying += [(card_of[one], thing) for one in shown]
            sizes = {(templates[guid]["Width"], templates[guid]["Height"]) for guid, _ in shown}
            assert len(sizes) == 1
        assert Counter(card for card, _ in lying) == Counter({one: card.copies(players) for one, card in CARDS.items()})
        of_players = Counter((card, thing["ownerIndex"]) for card, thing in lying if thing["ownerIndex"] >= 0)
        coins = {owner: number for (card, owner), number in of_players.items() if card == "coin"}
        assert coins == dict.fromkeys(range(players), 3)
        assert all(thing["transform"]["rotation"]["w"] == 1 for card, thing in lying if card == "coin")
        hands = [thing for card, thing in lying if thing["ownerIndex"] >= 0 and card != "coin"]
        assert all(thing["transform"]["rotation"]["x"] == 1 for thing in hands)
        (board,) = (thing["transform"]["translation"] for card, thing in lying if card == "road")
        caravans = [thing["transform"]["translation"] for card, thing in lying if card.startswith("caravan")]
        assert len([one for one in caravans if on_first_space(one, board)]) == players
        assert all(one["z"] > board["z"] for one in caravans)
        heights = sorted(thing["transform"]["translation"]["z"] for card, thing in lying if card == "coin")
        assert min(later - one for one, later in pairwise(dict.fromkeys(heights))) >= 0.2 - 1e-9, "coins are 2 mm thick"


CARDS = proofdeck.open(ROOT).games["salt-roads"].cards


def on_first_space(place: Mapping[str, float], board: Mapping[str, float]) -> bool:
    """Whether a piece is on the start of the printed road, 19 mm from its left and 113 mm from its upper edge."""
    across, down = 10 * (place["y"] - board["y"]) + 198 / 2, 10 * (board["x"] - place["x"]) + 133 / 2
    return math.hypot(across - 19, down - 113) < 16


SIZES = {"mat": (19.8, 26.7), "track": (19.8, 13.3), "marker": (2.54, 2.54), "tombstone": (4.0, 5.2)}
MODELS = {"mat": "Square", "track": "Square", "marker": "Round"}


@pytest.mark.parametrize("shared", [True, False])
def test_backs_are_one_file_or_a_sheet_at_the_same_index(
    shared: bool, deck: Callable[..., Path], write: Writer
) -> None:
    root = deck(4)
    back = write("templates/deck/back.toml", 'size = "poker"\nsafe = 0\n[elements.x]\ntype = "rectangle"\n')
    assert back == root
    fill = "#ff0000" if shared else "{{ '#ff000' ~ id[1:] }}"
    page = root / "templates" / "deck" / "back.toml"
    page.write_text(f'{page.read_text()}fill = "{fill}"\n')
    files = proofdeck.open(root).export("ttpg", dpi=30).files
    (template,) = (json.loads(path.read_text()) for path in files if path.parent.name == "Templates")
    (back_sheet,) = (picture(path) for path in files if path.name == template["BackTexture"])
    (front_sheet,) = (picture(path) for path in files if path.name == template["FrontTexture"])
    assert template["BackIndex"] == (-2 if shared else -3)
    assert back_sheet.width * (4 if shared else 1) == front_sheet.width
    if not shared:
        width = back_sheet.width // 4
        for index in range(4):
            assert back_sheet.getpixel((index * width + width // 2, 40)) == (255, 0, index + 1)


@pytest.mark.quick
def test_a_back_that_two_cards_share_is_one_file_and_each_other_card_keeps_its_own(
    deck: Callable[..., Path], write: Writer
) -> None:
    shades = "{{ '#ff0000' if id in ('c1', 'c2') else '#ff000' ~ id[1:] }}"
    ground = f'[elements.x]\ntype = "rectangle"\nfill = "{shades}"\n'
    deck(4)
    root = write("templates/deck/back.toml", f'size = "poker"\nsafe = 0\n{ground}')
    files = proofdeck.open(root).export("ttpg", dpi=30).files
    found = [json.loads(path.read_text()) for path in files if path.parent.name == "Templates"]
    assert sorted((template["BackIndex"], template["NumHorizontal"]) for template in found) == [(-3, 2), (-2, 2)]


# -- any project -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trust", [True, False])
def test_a_strangers_engine_deals_only_with_permission(trust: bool, tmp_path: Path) -> None:
    start_project(tmp_path / "tide", engine=True)
    project = proofdeck.open(tmp_path / "tide", trust=trust)
    built = project.export("vtt", dpi=DPI, players=2)
    (state,) = variants(built.files[0])
    table = where(state)
    cards = project.games["tide"].cards.count()
    assert sum(map(len, table.values())) == cards
    assert [problem.code for problem in built.problems] == ([] if trust else ["W534"])
    assert ("hand-1" in table) is trust
    assert all(card["activeFace"] == 0 for card in of_type(state, "card") if card["parent"].startswith("pile-hand"))


def test_more_copies_for_more_players_are_all_on_the_table(tmp_path: Path) -> None:
    start_project(tmp_path / "tombs", like="tombs")
    page = tmp_path / "tombs" / "cards.csv"
    text = page.read_text(encoding="utf-8")
    row = "tombs,thorn,Thorn,unit,,,,10,8,9,,"
    assert row in text
    page.write_text(text.replace(row, "tombs,thorn,Thorn,unit,,,,1,8,9,10,"), encoding="utf-8")
    (file,) = proofdeck.open(tmp_path / "tombs").export("vtt", dpi=DPI).files
    for each, state in zip((8, 9, 10), variants(file), strict=True):
        assert len({card["id"] for card in of_type(state, "card") if card["cardType"] == "thorn"}) == each


@pytest.mark.parametrize("players", [1, 12])
def test_a_number_of_players_that_the_engine_cannot_deal_for_is_told(players: int, tmp_path: Path) -> None:
    start_project(tmp_path / "tide", engine=True)
    page = tmp_path / "tide" / "rules_md" / "tide.md"
    page.write_text(
        re.sub(r"^players:.*\n", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE), encoding="utf-8"
    )
    built = proofdeck.open(tmp_path / "tide", trust=True).export("vtt", dpi=DPI, players=players)
    assert [problem.code for problem in built.problems] == ["W534"]
    assert f"players, not {players}" in built.problems[0].message


@pytest.mark.parametrize("target", ["vtt", "tts", "pcio", "cgs"])
def test_a_game_without_an_engine_has_all_its_cards_on_the_table(target: str, deck: Callable[[int], Path]) -> None:
    built = proofdeck.open(deck(5)).export(target, dpi=DPI)
    assert list(built.problems) == []
    file = built.files[-1]
    if target == "vtt":
        assert sum(map(len, where(variants(file)[0]).values())) == 5
    elif target == "tts":
        assert len(cards_of(json.loads(file.read_text()))) == 5
    elif target == "cgs":
        decks = [path.read_text().splitlines()[1:] for path in built.files if path.parent.name == "decks"]
        assert decks == [[f"1 [c{number}{'' if number == 1 else f'.c{number}'}] c{number}" for number in range(1, 6)]]
    else:
        widgets = json.loads(zipfile.ZipFile(file).read("widgets.json"))
        assert sum(one["type"] == "card" for one in widgets) == 5


HOSTILE = ['"quote" \\ /', "🐺 ]}</script>", "<b>bold</b> & more", "x" * 300, "a\u202eb", "__proto__", "same", "same"]


@pytest.mark.parametrize("target", ["vtt", "tts", "pcio", "cgs"])
def test_hostile_names_arrive_whole_and_are_told_apart(target: str, write: Writer) -> None:
    import csv

    text = io.StringIO()
    rows = csv.writer(text)
    rows.writerow(("game", "id", "name", "image", "parent"))
    rows.writerows(("g", f"c{number}", name, "x", "y") for number, name in enumerate(HOSTILE))
    write("cards.csv", text.getvalue())
    front = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "#c0c0c0"\n'
    write("templates/g/back.toml", front)
    built = proofdeck.open(write("templates/g/front.toml", front)).export(target, dpi=DPI)
    file = built.files[-1]
    if target == "tts":
        names = [card["Nickname"] for card in cards_of(json.loads(file.read_text(encoding="utf-8")))]
    elif target == "cgs":
        (cards,) = (path for path in built.files if path.name == "AllCards.json")
        found = json.loads(cards.read_text(encoding="utf-8"))
        names = [card["name"] for card in found]
        assert all((card["cell_image"], card["cell_parent"]) == ("x", "y") for card in found)
        assert all("image" not in card and "parent" not in card for card in found)
    else:
        widgets = (
            variants(file)[0]
            if target == "vtt"
            else {one["id"]: one for one in json.loads(zipfile.ZipFile(file).read("widgets.json"))}
        )
        kinds = [kind for one in widgets.values() for kind in one.get("cardTypes", {}).values()]
        names = [kind["label"] for kind in kinds]
        assert all("x" not in (kind.get("image"), kind.get("parent")) for kind in kinds)
        assert all(kind["cell_parent"] == "y" for kind in kinds)
    assert sorted(names) == sorted(HOSTILE)


@pytest.mark.parametrize("target", ["vtt", "tts", "pcio", "cgs"])
def test_the_same_game_gives_the_same_bytes_and_is_not_made_twice(target: str, deck: Callable[[int], Path]) -> None:
    project = proofdeck.open(deck(3))
    first = project.export(target, dpi=DPI)
    before = {path: path.read_bytes() for path in first.files}
    assert project.export(target, dpi=DPI).made == []
    again = project.export(target, dpi=DPI, cache=False)
    assert set(again.made) == set(before)
    assert {path: path.read_bytes() for path in again.files} == before
    for path in again.files:
        if zipfile.is_zipfile(path):
            assert {one.date_time for one in zipfile.ZipFile(path).infolist()} == {(1980, 1, 1, 0, 0, 0)}


@pytest.mark.parametrize("target", ["vtt", "tts", "pcio", "cgs", "ttpg"])
def test_at_another_resolution_a_game_is_made_anew(target: str, deck: Callable[[int], Path]) -> None:
    project = proofdeck.open(deck(3))
    project.export(target, dpi=DPI)
    found = {path: path.read_bytes() for path in project.export(target, dpi=2 * DPI).files}
    anew = {path: path.read_bytes() for path in project.export(target, dpi=2 * DPI, cache=False).files}
    assert found == anew

"""`export cgs`: read again by what the schemas of Card Game Simulator say, and as its loader takes them."""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from PIL import Image, ImageChops
from reading import picture

import proofdeck
from proofdeck.front.starting import start_project

ROOT = Path(__file__).parents[2]
Writer = Callable[..., Path]
DPI = 40
INCH = 25.4

TEXT, NUMBER, YES_OR_NO = str, (int, float), bool
POINT = {"x": NUMBER, "y": NUMBER}
NAMED = {"id": TEXT, "url": TEXT}
DECK = {"name": TEXT, "txt": TEXT, "url": TEXT, "isAvailable": YES_OR_NO}
FIELDS: dict[str, Any] = {
    **dict.fromkeys(("name", "autoUpdateUrl", "allCardsUrl", "cardBackImageUrl", "cardImageUrl"), TEXT),
    **dict.fromkeys(("cardPrimaryProperty", "setCodeDefault", "setNameDefault"), TEXT),
    **dict.fromkeys(("autoUpdate", "gameStartHandCount"), int),
    "cardNameIsUnique": YES_OR_NO,
    "cardSize": POINT,
    "cardProperties": [{"name": TEXT, "type": {"string"}, "display": TEXT}],
    "cardBackFaceImageUrls": [NAMED],
    "deckFileType": {"dec", "hsd", "lor", "txt", "ydk"},
    "deckFileTxtId": {"id", "set"},
    "deckUrls": [DECK],
    "gameBoardCards": [{"card": TEXT, "boards": [{"id": TEXT, "offsetMin": POINT, "size": POINT}]}],
    "gameBoardUrls": [NAMED],
    "gameStartDecks": [DECK],
}
"""What cgs.json may hold, from schema/cgs.json of finol-digital/FinolDigital.Cgs.Json, which allows no other field."""


def follows(value: object, shape: Any) -> bool:
    if isinstance(shape, dict):
        return isinstance(value, dict) and all(key in shape and follows(one, shape[key]) for key, one in value.items())
    if isinstance(shape, list):
        return isinstance(value, list) and all(follows(one, shape[0]) for one in value)
    if isinstance(shape, set):
        return value in shape
    return isinstance(value, shape) and isinstance(value, bool) == (shape is bool)


class Loaded(NamedTuple):
    """A game as the program has it after loading. cards: by their ids, which name the back as well."""

    told: dict[str, Any]
    cards: Mapping[str, dict[str, Any]]
    folder: Path

    def front(self, card: str) -> Path:
        return self.folder / "sets" / str(self.told["setCodeDefault"]) / f"{card.partition('.')[0]}.png"

    def back(self, card: str) -> Path:
        _, _, back = card.partition(".")
        return self.folder / "backs" / f"{back}.png" if back else self.folder / "CardBack.png"

    def deck(self, name: str) -> Counter[str]:
        """The cards of a deck as LoadTxt finds them: the first whose id contains what is in brackets, if it is that
        card or has that name.
        """
        found: Counter[str] = Counter()
        for line in (self.folder / "decks" / f"{name}.txt").read_text(encoding="utf-8").split("\n"):
            if not line.strip() or line.startswith("#"):
                continue
            count, bracketed, *rest = line.strip().split(" ")
            wanted, name = bracketed[1:-1], " ".join(rest)
            found[
                next(
                    one
                    for one, card in self.cards.items()
                    if wanted.lower() in one.lower() and (one == wanted or card["name"].lower() == name.lower())
                )
            ] += int(count)
        return found

    def start(self) -> Counter[str]:
        return sum((self.deck(one["name"]) for one in self.told["gameStartDecks"]), Counter())


def load(files: list[Path]) -> Loaded:
    (path,) = (path for path in files if path.name == "cgs.json")
    cards = {}
    for card in json.loads((path.parent / "AllCards.json").read_text(encoding="utf-8")):
        for back in card["backs"]:
            cards[f"{card['id']}.{back}" if back else card["id"]] = card
    return Loaded(json.loads(path.read_text(encoding="utf-8")), cards, path.parent)


@pytest.fixture(scope="module")
def tombs(tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    return load(proofdeck.open(ROOT).export("cgs", "tombs", dpi=DPI, output=tmp_path_factory.mktemp("cgs")).files)


def test_the_definition_holds_only_what_the_schema_knows(tombs: Loaded, tmp_path: Path) -> None:
    address = "https://example.org/tombs/"
    online = load(proofdeck.open(ROOT).export("cgs", "tombs", dpi=DPI, output=tmp_path, base_url=address).files)
    for told in (tombs.told, online.told):
        assert follows(told, FIELDS)
        assert told["name"] == "Tombs"
    assert tombs.told["autoUpdate"] == -1
    assert "http" not in json.dumps(tombs.told)
    listed = [one["url"] for key in ("cardBackFaceImageUrls", "deckUrls", "gameBoardUrls") for one in online.told[key]]
    listed += [online.told[key] for key in ("autoUpdateUrl", "allCardsUrl", "cardBackImageUrl")]
    assert all((online.folder / one.removeprefix(address)).is_file() for one in listed)
    template = online.told["cardImageUrl"].removeprefix(address)
    for card in online.cards.values():
        assert (online.folder / template.format(cardSet=online.told["setCodeDefault"], cardId=card["id"])).is_file()


def test_every_card_has_its_words_and_both_pictures_in_the_size_of_a_card(tombs: Loaded) -> None:
    game = proofdeck.open(ROOT).games["tombs"]
    known = {one["name"] for one in tombs.told["cardProperties"]}
    assert tombs.told["cardPrimaryProperty"] in known
    size = tombs.told["cardSize"]
    assert (size["x"] * INCH, size["y"] * INCH) == pytest.approx((63, 88), abs=0.01)
    canvas = round(63 / INCH * DPI), round(88 / INCH * DPI)
    for name, card in tombs.cards.items():
        ours = game.cards[card["id"]]
        assert card["name"] == ours.name
        assert set(card) <= {"id", "name", "backs"} | known
        assert card["description"].startswith(ours.name)
        assert card.get("cell_kind", "") == ours.kind
        for side, path in (("front", tombs.front(name)), ("back", tombs.back(name))):
            shown = picture(path)
            assert shown.size == canvas
            if ours.kind == "unit":
                assert same_where_opaque(shown, Image.open(io.BytesIO(game.face(ours.id, side, dpi=DPI).png)))  # type: ignore[arg-type]


def same_where_opaque(shown: Image.Image, expected: Image.Image) -> bool:
    difference = ImageChops.difference(shown.convert("RGB"), expected.convert("RGB"))
    opaque = shown.convert("RGBA").getchannel("A").point(lambda value: 255 * (value == 255))
    seen = Image.composite(difference, Image.new("RGB", shown.size), opaque)
    return max(high for _, high in seen.getextrema()) <= 2  # type: ignore[misc]


def test_a_piece_of_another_size_keeps_it_in_the_middle_of_a_card(tombs: Loaded) -> None:
    for name, width, height in (("marker-sun", 25.4, 25.4), ("tombstone", 40, 52), ("board", 63, 63 / 198 * 267)):
        left, top, right, bottom = picture(tombs.front(name)).convert("RGBA").getchannel("A").getbbox() or (0, 0, 0, 0)
        across, down = picture(tombs.front(name)).size
        assert (right - left, bottom - top) == pytest.approx((width / INCH * DPI, height / INCH * DPI), abs=1.1)
        assert ((left + right) / 2, (top + bottom) / 2) == pytest.approx((across / 2, down / 2), abs=1)


def test_decks_have_every_copy_and_the_hand_comes_from_the_last_one(tombs: Loaded) -> None:
    units = {"blade", "magus", "ombra", "thorn"}
    for players, each in ((2, 8), (3, 9), (4, 10)):
        assert tombs.deck(f"stock-{players}-players") == dict.fromkeys(units, each)
    assert tombs.told["gameStartDecks"][-1] == {"name": "stock-2-players"}
    assert tombs.told["gameStartHandCount"] == 2
    start = tombs.start()
    assert (start["tombstone.tombstone"], start["marker-sun.marker-sun"], start["marker-leaf.marker-leaf"]) == (
        9,
        10,
        0,
    )
    files = {path.stem for path in (tombs.folder / "decks").iterdir()}
    assert files == {one["name"] for one in tombs.told["deckUrls"]}


def test_decks_that_are_shuffled_together_are_one_whatever_their_backs(tmp_path: Path) -> None:
    """Rook is played with a deck of 57 for each player, and each deck has a back of its own."""
    loaded = load(proofdeck.open(ROOT).export("cgs", "toonerville-rook", dpi=30, output=tmp_path, players=4).files)
    stock = loaded.deck(loaded.told["gameStartDecks"][-1]["name"])
    assert sum(stock.values()) == 4 * 57
    assert len({loaded.back(card) for card in stock}) == 4


def test_a_board_appears_once_in_the_middle_of_the_table(tombs: Loaded) -> None:
    """The program lays a board down for every copy of its card in the decks that it loads."""
    entry, other = tombs.told["gameBoardCards"]
    assert [tombs.start()[one["card"]] for one in (entry, other)] == [1, 1]
    (board,), (track,) = entry["boards"], other["boards"]
    assert track["offsetMin"]["x"] * INCH > 99, "beside the first"
    size, corner = ([board[key][axis] * INCH for axis in "xy"] for key in ("size", "offsetMin"))
    assert size == pytest.approx([198, 267], abs=0.01)
    assert corner == pytest.approx([-99, -133.5], abs=0.01)
    shown = picture(tombs.folder / "boards" / f"{board['id']}.png")
    assert shown.size == pytest.approx((198 / INCH * DPI, 267 / INCH * DPI), abs=1)


def test_cards_of_one_name_are_told_apart_even_if_one_id_contains_the_other(write: Writer) -> None:
    side = 'size = "mini"\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nfill = "#c0c0c0"\n'
    write("templates/g/front.toml", side.replace("#c0c0c0", "{{ colour }}"))
    write("cards.csv", "game,id,name,quantity,colour\ng,old-wolf,Wolf,1,#c0c0c0\ng,wolf,Wolf,3,#ff0000\n")
    loaded = load(proofdeck.open(write("templates/g/back.toml", side)).export("cgs", dpi=DPI).files)
    assert loaded.start() == {"old-wolf": 1, "wolf": 3}


def test_a_game_that_cannot_be_dealt_has_a_deck_and_no_hand(tmp_path: Path) -> None:
    start_project(tmp_path / "tide", engine=True)
    sizes = []
    for trust in (True, False):
        project = proofdeck.open(tmp_path / "tide", trust=trust)
        loaded = load(project.export("cgs", dpi=DPI, players=2).files)
        sizes.append(loaded.told["gameStartHandCount"])
        assert sum(loaded.start().values()) == project.games["tide"].cards.count()
    assert sizes[0] > sizes[1] == 0

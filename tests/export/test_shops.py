"""Orders for print shops: exact pixels, names, quantities, the order file, the proof."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pikepdf
import pytest
from reading import picture, pixel

import proofdeck
from proofdeck.front.export.mpc import MOST, OrderLine, order_xml
from proofdeck.front.export.mpc import PRODUCTS as MPC
from proofdeck.front.export.settings import TARGETS
from proofdeck.front.export.shop import Product
from proofdeck.front.export.tgc import PRODUCTS as TGC
from proofdeck.ground.problems import ProofdeckError

Writer = Callable[..., Path]
MM = 25.4 / 72
SIDE = """
    size = "{size}"
    bleed = {bleed}
    safe = 0
    [elements.ground]
    type = "rectangle"
    bleed = true
    fill = "{fill}"
"""


@pytest.fixture
def cards(write: Writer) -> Callable[..., proofdeck.Project]:
    """Ten wolves and two owls that share a back, and a joker with a back of its own."""

    def make(size: str = "poker-us", bleed: float = 4) -> proofdeck.Project:
        write("cards.csv", "game,id,name,kind,quantity\ng,wolf,=Wolf,,10\ng,owl,Owl,,2\ng,joker,Joker,joker,1\n")
        fronts = "{{ {'wolf': '#ff0000', 'owl': '#008000', 'joker': '#0000ff'}[id] }}"
        write("templates/g/front.toml", SIDE.format(size=size, bleed=bleed, fill=fronts))
        write("templates/g/back-joker.toml", SIDE.format(size=size, bleed=bleed, fill="#ffffff"))
        return proofdeck.open(write("templates/g/back.toml", SIDE.format(size=size, bleed=bleed, fill="#000000")))

    return make


def order(files: list[Path]) -> list[dict[str, str]]:
    (path,) = (path for path in files if path.name == "order.csv")
    with path.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.parametrize("target", ["tgc", "mpc", "dtc", "cut"])
def test_a_target_that_fits_no_card_of_a_game_says_that_it_makes_nothing(
    cards: Callable[..., proofdeck.Project], target: str
) -> None:
    with pytest.raises(ProofdeckError) as raised:
        cards("300x33").export(target, "g")
    assert [problem.code for problem in raised.value.problems if problem.is_error] == ["E539"]
    assert raised.value.problems[0].message == f"'{target}' makes nothing of G: no card of it fits"


@pytest.mark.parametrize("target", TARGETS)
def test_a_game_whose_cards_are_not_printed_is_exported_nowhere_and_says_so(write: Writer, target: str) -> None:
    project = proofdeck.open(write("cards.csv", "game,id,name,quantity\ng,wolf,Wolf,0\n"))
    with pytest.raises(ProofdeckError) as raised:
        project.export(target, "g")
    (problem,) = raised.value.problems
    assert (problem.code, problem.message) == ("E539", f"'{target}' makes nothing of G: it has no cards to print")


def test_the_other_games_are_exported_beside_one_that_cannot_be(write: Writer) -> None:
    root = write("cards.csv", "game,id,name,quantity\ng,wolf,Wolf,1\nh,owl,Owl,0\n")
    with pytest.raises(ProofdeckError, match="'vtt' makes nothing of H"):
        proofdeck.open(root).export("vtt")
    assert (root / "output" / "g" / "export" / "vtt" / "g.vtt").is_file()


@pytest.mark.parametrize(
    ("target", "size", "product", "pixels"),
    [
        ("tgc", "poker-us", "poker", (825, 1125)),
        ("tgc", "poker", "euro-poker", (825, 1125)),
        ("tgc", "bridge", "bridge", (750, 1125)),
        ("tgc", "tarot", "tarot", (900, 1500)),
        ("tgc", "token", "circle-chit-375", (375, 375)),
        ("tgc", "hex", "hex", (1200, 1050)),
        ("mpc", "poker", "poker", (822, 1122)),
        ("mpc", "poker-us", "poker", (822, 1122)),
        ("mpc", "tarot", "tarot", (897, 1497)),
        ("mpc", "square-large", "square", (1122, 1122)),
        ("shop", "poker-us", "63.5x88.9mm", (821, 1121)),  # 69.5 x 94.9 mm at 300 dpi
        ("shop", "token", "25.4x25.4mm-ellipse", (371, 371)),
    ],
)
def test_every_picture_of_a_product_has_exactly_its_pixels(
    cards: Callable[..., proofdeck.Project], target: str, size: str, product: str, pixels: tuple[int, int]
) -> None:
    built = cards(size).export(target)
    assert list(built.problems) == []
    assert {row["product"] for row in order(built.files)} == {product}
    pictures = [picture(path) for path in built.files if path.suffix == ".png"]
    assert len(pictures) == 5
    assert {(one.size, one.mode) for one in pictures} == {(pixels, "RGB")}


def test_the_list_names_files_that_are_there_with_the_copies_of_each_card(
    cards: Callable[..., proofdeck.Project],
) -> None:
    built = cards().export("tgc")
    folder = next(path.parent for path in built.files if path.name == "order.csv")
    rows = order(built.files)
    assert [(row["id"], row["quantity"]) for row in rows] == [("wolf", "10"), ("owl", "2"), ("joker", "1")]
    assert [row["front"] for row in rows] == [
        f"poker/fronts/{name}.png" for name in ("001-wolf", "002-owl", "003-joker")
    ]
    assert [row["back"] for row in rows] == [
        "poker/backs/shared-1-back.png",
        "poker/backs/shared-1-back.png",
        "poker/backs/003-joker-back.png",
    ]
    named = {row[side] for row in rows for side in ("front", "back")}
    assert named == {path.relative_to(folder).as_posix() for path in built.files if path.suffix == ".png"}
    for row, colour in zip(rows, ((255, 0, 0), (0, 128, 0), (0, 0, 255)), strict=True):
        front = picture(folder / row["front"])
        assert (pixel(front, 400, 500), pixel(front, 0, 0)) == (colour, colour)


def test_a_name_is_never_a_formula_in_a_spreadsheet_program(cards: Callable[..., proofdeck.Project]) -> None:
    assert [row["name"] for row in order(cards().export("tgc").files)] == ["'=Wolf", "Owl", "Joker"]


def test_cards_of_no_product_are_left_out_and_named(cards: Callable[..., proofdeck.Project]) -> None:
    with pytest.raises(ProofdeckError) as raised:
        cards("mat").export("tgc")
    nothing, left_out = raised.value.problems
    assert (nothing.code, left_out.code) == ("E539", "W532")
    assert "wolf, owl and joker (198 x 267 mm)" in left_out.message


def test_bleed_that_is_lacking_is_told_with_how_much(cards: Callable[..., proofdeck.Project]) -> None:
    built = cards(bleed=1).export("shop", bleed=4)
    assert [problem.code for problem in built.problems] == ["W533"]
    assert "lack 3.0 mm of bleed" in built.problems[0].message


def test_the_cut_of_a_product_is_its_size_as_shops_give_it() -> None:
    """mm of a finished card, which is what both shops cut."""
    sizes = {
        "poker": (63.5, 88.9),
        "bridge": (57.15, 88.9),
        "mini": (44.45, 63.5),
        "domino": (44.45, 88.9),
        "business": (50.8, 88.9),
    }
    for products in (MPC, TGC):
        found = {one.name: (one.trim.width, one.trim.height) for one in products}
        for name, size in sizes.items():
            assert found[name] == pytest.approx(size), name


@pytest.mark.parametrize("products", [MPC, TGC], ids=["mpc", "tgc"])
def test_a_canvas_is_the_cut_with_bleed_on_each_side(products: tuple[Product, ...]) -> None:
    for product in products:
        canvas, trim, safe = product.canvas, product.trim, product.safe
        for pixels, length in zip(canvas, (trim.width, trim.height), strict=True):
            around = (pixels - length / 25.4 * 300) / 2
            assert 35 <= around <= 69, product
            assert 2 * safe < length


def test_the_order_of_mpc_autofill_has_each_slot_once_on_each_side(cards: Callable[..., proofdeck.Project]) -> None:
    built = cards().export("mpc")
    (path,) = (path for path in built.files if path.suffix == ".xml")
    tree = ElementTree.parse(path).getroot()
    quantity = int(tree.findtext("details/quantity", ""))
    assert (quantity, tree.findtext("details/bracket"), tree.findtext("details/foil")) == (13, "18", "false")
    fronts, backs = (
        {
            card.findtext("id", ""): [int(slot) for slot in card.findtext("slots", "").split(",")]
            for card in tree.iterfind(side)
        }
        for side in ("fronts/card", "backs/card")
    )
    assert sorted(slot for slots in fronts.values() for slot in slots) == list(range(quantity))
    copies = {row["front"]: int(row["quantity"]) for row in order(built.files)}
    assert {name: len(slots) for name, slots in fronts.items()} == copies
    assert backs == {"poker/backs/003-joker-back.png": [12]}
    cardback = tree.findtext("cardback", "")
    assert cardback == "poker/backs/shared-1-back.png"
    for name in (*fronts, *backs, cardback):
        assert (path.parent / name).is_file()
    for card in tree.iter("card"):
        assert card.findtext("sourceType") == "Local File"
        assert card.findtext("name") == card.findtext("id", "").rpartition("/")[2]


def test_a_deck_of_more_than_612_cards_becomes_several_orders(cards: Callable[..., proofdeck.Project]) -> None:
    project = cards()
    page = project.root / "cards.csv"
    page.write_text(page.read_text().replace(",,10", ",,700"))
    orders = [ElementTree.parse(path) for path in project.export("mpc").files if path.suffix == ".xml"]
    assert [int(one.findtext("details/quantity", "")) for one in orders] == [MOST, 91]


def test_the_usual_back_is_the_one_with_the_most_cards() -> None:
    xml = ElementTree.fromstring(order_xml([OrderLine("a", "x"), OrderLine("a", "y"), OrderLine("b", "y")]))
    assert xml.findtext("cardback") == "y"
    assert [(card.findtext("id"), card.findtext("slots")) for card in xml.iterfind("backs/card")] == [("x", "0")]


def test_the_proof_draws_the_cut_and_the_safe_area_of_every_picture(cards: Callable[..., proofdeck.Project]) -> None:
    built = cards().export("tgc")
    (path,) = (path for path in built.files if path.name == "proof.pdf")
    with pikepdf.open(path) as pdf:
        (page,) = pdf.pages
        boxes: list[tuple[str, float, float]] = []
        points: list[tuple[float, float]] = []
        colour = ""
        for instruction in pikepdf.parse_content_stream(page):
            operands, word = instruction.operands, str(instruction.operator)
            if word == "RG":
                colour = " ".join(f"{float(n):.2f}" for n in operands)
            elif word == "m":
                points = [(float(operands[0]), float(operands[1]))]
            elif word == "l":
                points.append((float(operands[0]), float(operands[1])))
            elif word == "S":
                xs, ys = zip(*points, strict=True)
                boxes.append((colour, round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)))
    scale = 0.6
    cut, safe = (63.5, 88.9), (63.5 - 2 * 3.175, 88.9 - 2 * 3.175)
    found = Counter(boxes)
    assert len(found) == 2
    expected = {tuple(round(length * scale, 2) for length in size) for size in (cut, safe)}
    assert {(width, height) for _, width, height in found} == expected
    assert set(found.values()) == {5}  # three fronts and two backs


def test_a_target_refuses_settings_that_it_does_not_take(cards: Callable[..., proofdeck.Project]) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match="E531 'tgc' does not take --dpi"):
        cards().export("tgc", dpi=600)


@pytest.mark.parametrize("target", ["tgc", "cgs"])
@pytest.mark.parametrize("what", ["a file in place of the folder", "a full disk"])
def test_a_folder_that_cannot_be_written_to_is_told_in_a_sentence_and_nothing_is_left_half(
    what: str, target: str, cards: Callable[..., proofdeck.Project], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = cards()
    folder = project.root / "output" / "g" / "export"
    if what == "a full disk":
        import os

        real, written = os.fdopen, []

        def full(*arguments: object, **more: object) -> object:
            written.append(1)
            if len(written) > 3:
                raise OSError(28, "No space left on device")
            return real(*arguments, **more)  # type: ignore[call-overload]

        monkeypatch.setattr("proofdeck.ground.files.os.fdopen", full)
    else:
        folder.parent.mkdir(parents=True)
        folder.write_text("a file")
    with pytest.raises(proofdeck.ProofdeckError, match="E505 cannot write"):
        project.export(target)
    monkeypatch.undo()
    whole = [path for path in folder.rglob("*") if path.is_file()] if folder.is_dir() else []
    for path in whole:
        if path.suffix == ".png":
            picture(path)
        else:
            assert path.read_text().endswith("\n")
    assert not [path for path in whole if path.suffix == ".part"]

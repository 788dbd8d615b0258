"""Orders in four inks with the profile of a press: read back with other libraries than the one that wrote them.

The profile is made here: of a press that prints each colour with as much of all inks as it can.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageCms

import proofdeck
from proofdeck.paper.ink.press import MOST_INK
from proofdeck.paper.ink.profiles import LARGEST, plates_through, read_profile

Writer = Callable[..., Path]
SIDE = 'size = "poker-us"\nbleed = 4\nsafe = 0\n[elements.ground]\ntype = "rectangle"\nbleed = true\nfill = "{}"\n'
NAME = "Proofdeck test press"
SIGN = 128
"""The bit by which Pillow's numbers for a* and b* differ from those of a profile."""


# -- a profile ---------------------------------------------------------------------------------------------------------


def inks_of(red: float, green: float, blue: float) -> tuple[float, float, float, float]:
    """Shares of ink for a colour, each from 0 to 1: black under everything that is dark, on top of the colours."""
    cyan, magenta, yellow = 1 - red, 1 - green, 1 - blue
    return cyan, magenta, yellow, min(cyan, magenta, yellow) ** 2


def lut8(inputs: int, outputs: int, points: int, values: Iterator[float]) -> bytes:
    """A table of an ICC profile, type mft1: identity matrix and curves, and an output for each point of a grid."""
    one = (1 << 16).to_bytes(4)
    matrix = b"".join(one if place % 4 == 0 else bytes(4) for place in range(9))
    curve = bytes(range(256))
    grid = bytes(round(255 * min(1.0, max(0.0, value))) for value in values)
    assert len(grid) == points**inputs * outputs
    return b"mft1" + bytes(4) + bytes((inputs, outputs, points, 0)) + matrix + curve * inputs + grid + curve * outputs


def to_inks(points: int = 17) -> Iterator[float]:
    """Lab to inks, by way of the nearest colour of a screen."""
    grid = product(steps(points), repeat=3)
    lab = b"".join(bytes((light, a ^ SIGN, b ^ SIGN)) for light, a, b in grid)
    for red, green, blue in through(Image.frombytes("LAB", (points**3, 1), lab), "LAB", "sRGB", "RGB"):
        yield from inks_of(red / 255, green / 255, blue / 255)


def to_looks(points: int = 9) -> Iterator[float]:
    """Inks to Lab: what the coloured inks leave of the light, with black taking nine tenths of it."""
    inks = [[step / 255 for step in point] for point in product(steps(points), repeat=4)]
    colours = [bytes(round(255 * (1 - ink) * (1 - 0.9 * black)) for ink in coloured) for *coloured, black in inks]
    rgb = Image.frombytes("RGB", (len(colours), 1), b"".join(colours))
    for lab in through(rgb, "sRGB", "LAB", "LAB"):
        yield from (value / 255 for value in (lab[0], lab[1] ^ SIGN, lab[2] ^ SIGN))


def steps(points: int) -> list[int]:
    return [round(255 * point / (points - 1)) for point in range(points)]


def through(image: Image.Image, source: str, target: str, mode: str) -> list[tuple[int, ...]]:
    known = {name: ImageCms.createProfile(name) for name in ("sRGB", "LAB")}
    changed = ImageCms.profileToProfile(image, known[source], known[target], outputMode=mode)
    assert changed is not None
    data, bands = changed.tobytes(), len(changed.getbands())
    return [tuple(data[at : at + bands]) for at in range(0, len(data), bands)]


def profile_bytes(version: int = 2, space: bytes = b"CMYK", kind: bytes = b"prtr", tags: bytes = b"A2B0 B2A0") -> bytes:
    """An ICC profile of a press."""
    words = NAME.encode() + b"\0"
    desc = b"desc" + bytes(4) + len(words).to_bytes(4) + words + bytes(8 + 3 + 67)
    white = b"XYZ " + bytes(4) + b"".join(round(part * 65536).to_bytes(4) for part in (0.9642, 1.0, 0.8249))
    parts = {b"desc": desc, b"wtpt": white, b"cprt": b"text" + bytes(4) + b"CC0\0"}
    made = {b"A2B0": lambda: lut8(4, 3, 9, to_looks()), b"B2A0": lambda: lut8(3, 4, 17, to_inks())}
    parts |= {tag: made[tag]() for tag in tags.split()}
    table, body = len(parts).to_bytes(4), b""
    for tag, data in parts.items():
        at = 128 + 4 + 12 * len(parts) + len(body)
        table += tag + at.to_bytes(4) + len(data).to_bytes(4)
        body += data + bytes(-len(data) % 4)
    header = bytearray(128)
    header[:4] = (128 + len(table) + len(body)).to_bytes(4)
    header[8], header[12:16], header[16:20], header[20:24], header[36:40] = version, kind, space, b"Lab ", b"acsp"
    header[68:80] = white[8:]
    return bytes(header) + table + body


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("profile") / "press.icc"
    path.write_bytes(profile_bytes())
    return path


# -- what comes of it --------------------------------------------------------------------------------------------------


@pytest.fixture
def project(write: Writer) -> proofdeck.Project:
    """Three reds and two greys, whose common back is black."""
    write("cards.csv", "game,id,quantity\ng,red,3\ng,grey,2\n")
    write("templates/g/front.toml", SIDE.format("{{ '#c81e1e' if id == 'red' else '#808080' }}"))
    return proofdeck.open(write("templates/g/back.toml", SIDE.format("#000000")))


def inks_on(page: pikepdf.Page) -> tuple[int, ...]:
    """In the middle of a page, 0 to 255."""
    (image,) = page.Resources.XObject.values()
    assert str(image.ColorSpace) == "/DeviceCMYK"
    data, width, height = image.read_bytes(), int(image.Width), int(image.Height)
    at = (height // 2 * width + width // 2) * 4
    return tuple(data[at : at + 4])


@pytest.mark.parametrize(("target", "name"), [("dtc", "g.pdf"), ("shop", "63.5x88.9mm.pdf")])
def test_the_profile_is_embedded_and_mixes_the_inks(
    target: str, name: str, project: proofdeck.Project, profile: Path
) -> None:
    colour = {"colour": "cmyk"} if target == "shop" else {}
    built = project.export(target, dpi=100, icc=profile, **colour)  # type: ignore[arg-type]
    (file,) = (path for path in built.files if path.name == name)
    with pikepdf.open(file) as pdf:
        (intent,) = pdf.Root.OutputIntents
        assert (str(intent.S), str(intent.OutputConditionIdentifier)) == ("/GTS_PDFX", "Custom")
        assert (str(intent.Info), "/RegistryName" in intent) == (NAME, False)
        assert intent.DestOutputProfile.read_bytes() == profile.read_bytes()
        assert int(intent.DestOutputProfile.N) == 4
        assert str(pdf.trailer.Info.GTS_PDFXVersion) == "PDF/X-1a:2003"
        back, red, *_, grey = (inks_on(page) for page in pdf.pages)
    assert len(built.files) == 3  # with the list and the proof
    assert back == (0, 0, 0, 255)
    assert grey[:3] == (0, 0, 0)
    expected = [255 * ink for ink in inks_of(0xC8 / 255, 0x1E / 255, 0x1E / 255)]
    assert red == pytest.approx(expected, abs=12)  # the grid of the profile is coarse


def test_a_shop_may_have_pages_with_any_bleed(project: proofdeck.Project, profile: Path) -> None:
    files = project.export("shop", dpi=90, colour="cmyk", bleed=2.5, size="63x88").files
    (file,) = (path for path in files if path.name == "63x88mm.pdf")
    with pikepdf.open(file) as pdf:
        assert len(pdf.pages) == 2 * 5
        for page in pdf.pages:
            in_mm = [[float(corner) * 25.4 / 72 for corner in box] for box in (page.MediaBox, page.TrimBox)]
            assert in_mm[0] == pytest.approx([0, 0, 68, 93], abs=0.01)
            assert in_mm[1] == pytest.approx([2.5, 2.5, 65.5, 90.5], abs=0.01)


def test_no_spot_has_more_ink_than_the_shop_allows_and_black_stays(profile: Path) -> None:
    values = range(0, 256, 15)
    colours = [*product(values, repeat=3)]
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    made = plates_through(read_profile(profile))(image).inks
    with_all = through_press(image, profile)
    limit = MOST_INK * 255 / 100
    assert max(map(sum, with_all)) > 1.3 * limit
    for at, (colour, wanted) in enumerate(zip(colours, with_all, strict=True)):
        inks = tuple(made[4 * at : 4 * at + 4])
        assert sum(inks) <= limit
        if len(set(colour)) == 1:
            assert inks[:3] == (0, 0, 0)
        elif sum(wanted) <= limit:
            assert inks == wanted
        else:
            assert inks[3] == wanted[3]
            assert sum(inks) > limit - 4
            share = sum(inks[:3]) / sum(wanted[:3])
            assert inks[:3] == pytest.approx([share * ink for ink in wanted[:3]], abs=2)


def through_press(image: Image.Image, profile: Path) -> list[tuple[int, ...]]:
    """The inks that the profile itself asks for."""
    how = ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        str(profile),
        "RGB",
        "CMYK",
        ImageCms.Intent.RELATIVE_COLORIMETRIC,
        ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )
    changed = ImageCms.applyTransform(image, how)
    assert changed is not None
    data = changed.tobytes()
    return [tuple(data[at : at + 4]) for at in range(0, len(data), 4)]


def test_a_grey_is_as_far_between_paper_and_black_as_on_a_screen(profile: Path) -> None:
    image = Image.frombytes("L", (256, 1), bytes(range(256))).convert("RGB")
    made = plates_through(read_profile(profile))(image).inks
    blacks = [made[4 * grey + 3] for grey in range(256)]
    assert (blacks[0], blacks[255]) == (255, 0)
    assert blacks == sorted(blacks, reverse=True)
    for grey in range(256):
        left = 1 - 0.9 * blacks[grey] / 255
        light = (lightness(left) - lightness(0.1)) / (100 - lightness(0.1))
        assert light == pytest.approx(lightness(grey / 255) / 100, abs=0.02)


def test_dark_letters_that_are_not_quite_grey_are_black_alone_and_a_dark_red_is_not(profile: Path) -> None:
    image = Image.new("RGB", (2, 1))
    image.putdata([(29, 29, 31), (60, 20, 20)])
    made = plates_through(read_profile(profile))(image).inks
    assert made[:3] == bytes(3)
    assert 0 not in made[5:7]


def lightness(value: float) -> float:
    """L* of a grey of sRGB from 0 to 1."""
    linear = value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
    return float(116 * linear ** (1 / 3) - 16) if linear > 0.008856 else linear * 903.3


def test_another_profile_in_the_same_place_makes_the_order_again(
    project: proofdeck.Project, profile: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.icc"
    own.write_bytes(profile.read_bytes())
    first = project.export("dtc", dpi=60, icc=own)
    (pdf,) = (path for path in first.made if path.name == "g.pdf")
    before = pdf.read_bytes()
    assert project.export("dtc", dpi=60, icc=own).made == []
    own.write_bytes(profile.read_bytes().replace(NAME.encode(), NAME.upper().encode()))
    assert pdf in project.export("dtc", dpi=60, icc=own).made
    assert pdf.read_bytes() != before


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (None, "cannot be read"),
        (b"", "is not an ICC profile"),
        (b"%PDF-1.4" + bytes(500), "is not an ICC profile"),
        (lambda: profile_bytes()[:-1], "is not an ICC profile"),
        (lambda: profile_bytes(space=b"RGB "), "is a profile for RGB, not for CMYK"),
        (lambda: profile_bytes(kind=b"link"), "is not the profile of a printer"),
        (lambda: profile_bytes(version=4), "is of version 4, and PDF/X-1a:2003 takes version 2"),
        (lambda: profile_bytes(tags=b""), "is damaged, or has no table from colours to inks"),
        (lambda: bytes(LARGEST + 1), "is larger than 16 MB"),
    ],
)  # fmt: skip
def test_a_profile_that_cannot_be_used_is_refused_with_a_cure(
    data: bytes | Callable[[], bytes] | None, told: str, project: proofdeck.Project, tmp_path: Path
) -> None:
    path = tmp_path / "bad.icc"
    if data is not None:
        path.write_bytes(data if isinstance(data, bytes) else data())
    with pytest.raises(proofdeck.ProofdeckError) as caught:
        project.export("dtc", icc=path)
    (problem,) = caught.value.problems
    assert (problem.code, told in problem.message, problem.hint != "") == ("E537", True, True)
    assert not (project.root / "output").exists()


def test_pictures_in_rgb_take_no_profile(project: proofdeck.Project, profile: Path) -> None:
    with pytest.raises(proofdeck.ProofdeckError, match="E531 pictures in RGB take no profile"):
        project.export("shop", icc=profile)
    with pytest.raises(proofdeck.ProofdeckError, match="E531 'CYMK' is not a kind of colour"):
        project.export("shop", colour="CYMK")

"""PDF/X-1a:2003 for presses: one picture on each page, in cyan, magenta, yellow and black ink.

Without a profile, what is grey in a colour is printed with black ink alone, so words stay sharp, and no spot gets more
than two coloured inks and black: at most 200 % of ink. The press is then named by the condition that it prints under;
with a profile, by the profile, which is embedded.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from reportlab.pdfbase import pdfdoc

from proofdeck.ground.processes import interrupts_held_back
from proofdeck.ground.units import Box, Size
from proofdeck.paper.ink.document import POINTS_PER_MM, pdf_box
from proofdeck.paper.ink.embedding import compressed

if TYPE_CHECKING:
    from PIL import Image

CONFORMANCE = "PDF/X-1a:2003"
CONDITION, CONDITION_SAYS = "CGATS TR 001", "US Web Coated (SWOP) v2"
REGISTRY = "http://www.color.org"
MOST_INK = 240
"""Per cent of ink on any spot: what DriveThruCards allows, and less than other shops do."""


class Profile(NamedTuple):
    """A press as its profile describes it. name: what the profile calls itself."""

    data: bytes
    name: str


class Plate(NamedTuple):
    """A picture for a press. inks: four bytes for each pixel; size: in pixels."""

    inks: bytes
    size: tuple[int, int]


def plate(image: Image.Image) -> Plate:
    """An RGB picture in four inks."""
    from PIL import Image, ImageChops

    coloured = [ImageChops.invert(channel) for channel in image.convert("RGB").split()]
    black = ImageChops.darker(ImageChops.darker(coloured[0], coloured[1]), coloured[2])
    inks = Image.merge("CMYK", [*(ImageChops.subtract(ink, black) for ink in coloured), black])
    return Plate(inks.tobytes(), image.size)


def press_pdf(
    title: str, plates: Sequence[Plate], pages: Iterable[int], paper: Size, trim: Box, profile: Profile | None = None
) -> bytes:
    """The PDF. pages: the number of the plate on each page; the same input gives the same bytes."""
    document = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 4))
    document.info = _Info()
    document.setTitle(title)
    for set_it in (document.setSubject, document.setAuthor):
        set_it("")
    document.setCreator("Proofdeck")
    document.setProducer("Proofdeck")
    document.Catalog.OutputIntents = pdfdoc.PDFArray([_intent(document, profile)])
    document.Catalog.__NoDefault__ = [*type(document.Catalog).__NoDefault__, "OutputIntents"]
    width, height = paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM
    images = [document.Reference(_image(one)) for one in plates]
    content = document.Reference(compressed(f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /Im Do Q".encode()))
    digest = 0
    for number in pages:
        page = pdfdoc.PDFPage()
        page.MediaBox = page.BleedBox = pdf_box(Box(0, 0, paper.width, paper.height), paper)
        page.TrimBox = pdf_box(trim, paper)
        page.Contents = content
        page.Resources = pdfdoc.PDFDictionary({"XObject": pdfdoc.PDFDictionary({"Im": images[number]})})
        digest = zlib.crc32(plates[number].inks, digest)
        document.addPage(page)
    document.updateSignature(str(digest))
    with interrupts_held_back():
        return bytes(document.GetPDFData(None))


class _Info(pdfdoc.PDFInfo):  # type: ignore[misc]
    """What PDF/X asks of the information on a file."""

    def format(self, document: pdfdoc.PDFDocument) -> object:
        entries = {
            name: pdfdoc.PDFString(words)
            for name, words in (
                ("Title", self.title),
                ("Creator", self.creator),
                ("Producer", self.producer),
                ("GTS_PDFXVersion", CONFORMANCE),
                ("GTS_PDFXConformance", CONFORMANCE),
            )
        }
        date = pdfdoc.PDFDate(ts=document._timeStamp)
        entries |= {"CreationDate": date, "ModDate": date, "Trapped": pdfdoc.PDFName("False")}
        return pdfdoc.PDFDictionary(entries).format(document)


def _intent(document: pdfdoc.PDFDocument, profile: Profile | None) -> pdfdoc.PDFDictionary:
    """The press that the inks are for."""
    if profile is None:
        said = {"OutputConditionIdentifier": CONDITION, "OutputCondition": CONDITION_SAYS, "Info": CONDITION_SAYS}
        said["RegistryName"] = REGISTRY
        embedded = {}
    else:
        said = {"OutputConditionIdentifier": "Custom", "OutputCondition": profile.name, "Info": profile.name}
        embedded = {"DestOutputProfile": document.Reference(compressed(profile.data, {"N": 4}))}
    words = {name: pdfdoc.PDFString(text) for name, text in said.items()}
    return pdfdoc.PDFDictionary({"Type": "/OutputIntent", "S": "/GTS_PDFX", **words, **embedded})


def _image(one: Plate) -> object:
    width, height = one.size
    entries = {"Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height, "BitsPerComponent": 8}
    return compressed(one.inks, {**entries, "ColorSpace": "/DeviceCMYK"})

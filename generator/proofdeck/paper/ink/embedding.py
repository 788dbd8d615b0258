"""Fonts inside a PDF: the glyphs that a document uses, as one subset per font.

Glyph ids go straight into the text (Type0, Identity-H), and /ToUnicode maps each glyph to its characters. So ligatures,
alternate numerals, instances of variable fonts and CFF outlines are all embedded the same way, and copied text is
right. ReportLab's own TTFont addresses glyphs by character, rejects CFF and paints a variable font's default instance,
so only its document objects are used here.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable

from reportlab.pdfbase import pdfdoc

from proofdeck.paper.faces.face import Glyph
from proofdeck.paper.ink.fonts import FontFile

_SYMBOLIC = 4
_ITALIC = 64


class EmbeddedFont:
    """One font of one document: records the glyphs painted, and becomes a PDF font at the end."""

    def __init__(self, file: FontFile, resource: str) -> None:
        self.file = file
        self.resource = resource
        self.font = pdfdoc.PDFDictionary({})
        self._characters: dict[int, str] = {}
        self._unseen: dict[str, int] = {}

    def use(self, glyphs: Iterable[Glyph]) -> None:
        for glyph in glyphs:
            known = self._characters.setdefault(glyph.id, glyph.text)
            if not known and glyph.text:
                self._characters[glyph.id] = glyph.text

    def unseen(self, text: str) -> int:
        """A glyph that stands for that text where nothing is painted, one of the last of the font."""
        return self._unseen.setdefault(text, max(0, self.file.face.glyph_count - 1 - len(self._unseen)))

    def says(self, glyphs: Iterable[Glyph]) -> bool:
        """Whether copied text would be right for these glyphs; readers move marks above a letter to another line."""
        for glyph in glyphs:
            known = self._characters.get(glyph.id, glyph.text)
            if not glyph.text or glyph.dy or (known != glyph.text and not (known == " " and glyph.text == "\u00a0")):
                return False
        return True

    def finish(self, document: pdfdoc.PDFDocument) -> None:
        """Fill in the font's dictionaries, once all text is painted."""
        data = self.file.subset(self._characters)
        name = f"{_tag(data)}+{_postscript_name(self.file)}"
        widths = [
            part
            for glyph in sorted(self._characters)
            for part in (glyph, pdfdoc.PDFArray([round(self.file.width(glyph) * 1000)]))
        ]
        descendant = {
            "Type": "/Font",
            "Subtype": "/CIDFontType0" if self.file.is_cff else "/CIDFontType2",
            "BaseFont": f"/{name}",
            "CIDSystemInfo": pdfdoc.PDFDictionary(
                {"Registry": pdfdoc.PDFString("Adobe"), "Ordering": pdfdoc.PDFString("Identity"), "Supplement": 0}
            ),
            "FontDescriptor": document.Reference(self._descriptor(document, name, data)),
            "DW": 1000,
            "W": pdfdoc.PDFArrayCompact(widths),
        }
        if not self.file.is_cff:
            descendant["CIDToGIDMap"] = "/Identity"
        for key, value in {
            "Type": "/Font",
            "Subtype": "/Type0",
            "BaseFont": f"/{name}",
            "Encoding": "/Identity-H",
            "DescendantFonts": pdfdoc.PDFArray([document.Reference(pdfdoc.PDFDictionary(descendant))]),
            "ToUnicode": document.Reference(compressed(_to_unicode(self._characters))),
        }.items():
            self.font[key] = value

    def _descriptor(self, document: pdfdoc.PDFDocument, name: str, data: bytes) -> pdfdoc.PDFDictionary:
        extents = self.file.shaper.get_font_extents("ltr")
        em = self.file.em
        scaled = {"Ascent": extents.ascender, "Descent": extents.descender}
        stream = compressed(data, {"Subtype": "/OpenType"} if self.file.is_cff else {"Length1": len(data)})
        italic = "Italic" in self.file.path.stem
        return pdfdoc.PDFDictionary(
            {
                "Type": "/FontDescriptor",
                "FontName": f"/{name}",
                "Flags": _SYMBOLIC | (_ITALIC if italic else 0),
                "FontBBox": pdfdoc.PDFArrayCompact([-1000, -500, 2000, 1500]),
                "ItalicAngle": -12 if italic else 0,
                "CapHeight": round(self.file.cap_height * 1000),
                "StemV": 80,
                **{key: round(value * 1000 / em) for key, value in scaled.items()},
                "FontFile3" if self.file.is_cff else "FontFile2": document.Reference(stream),
            }
        )


def compressed(data: bytes, entries: dict[str, object] | None = None) -> pdfdoc.PDFStream:
    """A PDF stream that is compressed at once, to save memory in large documents."""
    return pdfdoc.PDFStream(
        pdfdoc.PDFDictionary({**(entries or {}), "Filter": "/FlateDecode"}), zlib.compress(data, 6), filters=[]
    )


def _tag(data: bytes) -> str:
    """Six capitals that identify a subset, derived from its content."""
    number = zlib.crc32(data)
    return "".join(chr(ord("A") + (number // 26**place) % 26) for place in range(6))


def _postscript_name(file: FontFile) -> str:
    weight = "".join(f"-{value:.0f}" for _, value in file.axes)
    return pdf_name("".join(one for one in file.path.stem.split("[")[0] if one.isalnum() or one == "-")) + weight


def pdf_name(words: str) -> str:
    """The words as a PDF name: UTF-8, with all but plain letters, digits and hyphens as two hexadecimal digits."""
    return re.sub(rb"[^A-Za-z0-9-]", lambda found: b"#%02x" % ord(found[0]), words.encode()).decode("ascii")


def _to_unicode(characters: dict[int, str]) -> bytes:
    rows = [f"<{glyph:04x}> <{text.encode('utf-16-be').hex()}>" for glyph, text in sorted(characters.items()) if text]
    chunks = [rows[start : start + 100] for start in range(0, len(rows), 100)]
    body = "\n".join(f"{len(chunk)} beginbfchar\n" + "\n".join(chunk) + "\nendbfchar" for chunk in chunks)
    return (
        "/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n"
        "/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n"
        "/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n"
        f"1 begincodespacerange\n<0000> <ffff>\nendcodespacerange\n{body}\n"
        "endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend"
    ).encode("ascii")

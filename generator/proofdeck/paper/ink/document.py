"""Writes faces and sheets to one PDF file, using ReportLab's document objects.

Each face is one form, painted once and placed for each copy; each icon is one form, one unit high, coloured where it is
placed. Every form and page has a resource dictionary of exactly what it uses, so nothing is missing, and no standard
font is declared without being embedded. The same input gives the same bytes, because no clock is read.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable
from dataclasses import replace
from types import MappingProxyType

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc

from proofdeck.ground.processes import interrupts_held_back
from proofdeck.ground.transform import STAY, Transform
from proofdeck.ground.units import MM_PER_INCH, MM_PER_POINT, Box, Size
from proofdeck.paper.faces.face import (
    WHOLE,
    Colour,
    Face,
    Font,
    Gradient,
    Group,
    Icon,
    Picture,
    Raster,
    Shape,
    Spot,
    TextRun,
)
from proofdeck.paper.faces.pictures import placed_in
from proofdeck.paper.ink.content import Content, numbers, path_operators
from proofdeck.paper.ink.embedding import EmbeddedFont, compressed, pdf_name
from proofdeck.paper.ink.fonts import FontFile
from proofdeck.paper.ink.images import Pixels, Way
from proofdeck.paper.ink.rasters import RASTER_DPI
from proofdeck.paper.ink.supplies import Supplies
from proofdeck.paper.svg.drawing import Outline
from proofdeck.paper.svg.lines import in_lines

rl_config.invariant = 1
rl_config.useA85 = 0

POINTS_PER_MM = 1 / MM_PER_POINT
LANDSCAPE = 270
"""Degrees by which a viewer turns a page that `sheets.transform.quarter_turn` has put on portrait paper."""
REACH = Box(-100, -100, 700, 700)
"""mm around a face, beyond anything visible on it."""
LINE = 0.18
"""mm, the lines of a drawing that is printed as lines: half a point, as most printers still draw without gaps."""
AROUND_A_GLYPH = Box(-4, -4, 10, 10)
"""em"""
GROUP = MappingProxyType({"S": "/Transparency", "CS": "/DeviceRGB", "I": "true"})
"""A group that is painted as one and does not blend with what is below."""
_KINDS = ("Font", "XObject", "ExtGState", "Shading", "Pattern", "ColorSpace", "Properties")


class Document:
    """A PDF under construction. Lengths in mm, y down; converted to points when a page is closed."""

    def __init__(self, supplies: Supplies, title: str, subject: str = "") -> None:
        self._supplies = supplies
        self._pdf = pdfdoc.PDFDocument(compression=1, invariant=1, pdfVersion=(1, 6), lang="en")
        self._pdf.setTitle(title)
        self._pdf.setSubject(subject)
        self._pdf.setAuthor("")
        self._pdf.setCreator("Proofdeck")
        self._pdf.setProducer("Proofdeck")
        self._pdf.Catalog.ViewerPreferences = pdfdoc.PDFDictionary(
            {"PrintScaling": "/None", "DisplayDocTitle": "true", "PickTrayByPDFSize": "true"}
        )
        self._objects: dict[str, dict[str, object]] = {kind: {} for kind in _KINDS}
        self._names: dict[object, str] = {}
        self._shared: dict[object, object] = {}
        self._fonts: dict[FontFile, EmbeddedFont] = {}
        self._digest = 0

    # -- what Content asks for ------------------------------------------------------------------------------------

    def font(self, font: Font, run: TextRun) -> str:
        embedded = self._embedded(font)
        embedded.use(run.glyphs)
        return embedded.resource

    def _embedded(self, font: Font) -> EmbeddedFont:
        file = self._supplies.fonts.file(font)
        embedded = self._fonts.get(file)
        if embedded is None:
            embedded = self._fonts[file] = EmbeddedFont(file, f"F{len(self._fonts) + 1}")
            self._objects["Font"][embedded.resource] = self._pdf.Reference(embedded.font)
        return embedded

    def widths(self, font: Font) -> Callable[[int], float]:
        return self._supplies.fonts.file(font).width

    def synthesis(self, font: Font) -> tuple[float, float]:
        file = self._supplies.fonts.file(font)
        return file.bold, file.slant

    def unseen(self, run: TextRun) -> TextRun:
        embedded = self._embedded(run.font)
        return replace(run, glyphs=tuple(glyph._replace(id=embedded.unseen(glyph.text)) for glyph in run.glyphs))

    def needs_actual_text(self, run: TextRun) -> bool:
        return not self._embedded(run.font).says(run.glyphs)

    def icon(self, name: str) -> str:
        if name in self._names:
            return self._names[name]
        outline = self.outline(name)

        def paint(content: Content) -> None:
            for layer in outline.layers:
                content.add(*(["q"] if layer.clips or layer.line else []))
                for path, even_odd in layer.clips:
                    content.clip(path, even_odd=even_odd, digits=5)
                if layer.line:
                    content.stroke(layer.line)
                else:
                    content.add(path_operators(layer.path, 5), "f*" if layer.even_odd else "f")
                content.add(*(["Q"] if layer.clips or layer.line else []))

        air = 0.1
        return self._form(name, "K", Box(-air, -air, outline.aspect + 2 * air, 1 + 2 * air), paint)

    def outline(self, name: str) -> Outline:
        outline = self._supplies.outline(name)
        if outline is None:
            raise KeyError(name)
        return outline

    def picture(self, picture: Picture) -> tuple[str, Transform]:
        supplies = self._supplies
        whole = placed_in(picture, supplies.image_size(picture.file))
        is_drawn = supplies.is_drawing(picture.file)
        if not is_drawn and picture.part != WHOLE:
            whole = picture.box
        if is_drawn:
            drawing = supplies.drawing(picture.file, picture.tint, picture.low_ink == "light", picture.transparent)
            scale = whole.width / drawing.width, whole.height / drawing.height
            if picture.low_ink == "lines":
                drawing = in_lines(drawing, LINE / max(map(abs, scale)))
            dots = round(RASTER_DPI / MM_PER_INCH * max(map(abs, scale)), 2) if drawing.rasters else 0.0
            key: object = ("drawing", picture.file, picture.tint, picture.low_ink, picture.transparent, dots)
            box = Box(0, 0, drawing.width, drawing.height)
            form = self._form(key, "D", box, lambda content: content.marks(drawing.at(dots) if dots else drawing.marks))
            return form, Transform(scale[0], 0, 0, scale[1], whole.x, whole.y)
        way = Way(picture.low_ink in {"light", "lines"}, picture.tint, picture.part, picture.transparent)
        pixels = supplies.pixels(picture.file, whole, way)
        key = ("image", picture.file, pixels.width, pixels.height, *way)
        name = self._once(key, "XObject", "I", lambda: self._image(pixels))
        return name, Transform(whole.width, 0, 0, -whole.height, whole.x, whole.bottom)

    def _image(self, pixels: Pixels) -> object:
        entries = {
            "Type": "/XObject",
            "Subtype": "/Image",
            "Width": pixels.width,
            "Height": pixels.height,
            "BitsPerComponent": 8,
            "ColorSpace": "/DeviceRGB",
        }
        if pixels.jpeg:
            return pdfdoc.PDFStream(pdfdoc.PDFDictionary({**entries, "Filter": "/DCTDecode"}), pixels.data, filters=[])
        if pixels.alpha is not None:
            mask = {**entries, "ColorSpace": "/DeviceGray"}
            entries["SMask"] = self._pdf.Reference(compressed(pixels.alpha, mask))
        return compressed(pixels.data, entries)

    def raster(self, mark: Raster) -> tuple[str, Box]:
        box, pixels = self._supplies.raster(mark, mark.dots)
        return (self._once(mark, "XObject", "I", lambda: self._image(pixels)) if pixels else "", box)

    def pattern(self, gradient: Gradient) -> str:
        def made() -> object:
            matrix = pdfdoc.PDFArrayCompact([round(number, 6) for number in gradient.matrix])
            shading = self._objects["Shading"][self.shading(gradient)]
            return pdfdoc.PDFDictionary({"PatternType": 2, "Shading": shading, "Matrix": matrix})

        return self._once(("pattern", gradient), "Pattern", "P", made)

    def opacity(self, fill: float, stroke: float) -> str:
        entries = {"ca": round(fill, 3), "CA": round(stroke, 3)}
        return self._once(("opacity", fill, stroke), "ExtGState", "A", lambda: pdfdoc.PDFDictionary(entries))

    def blend(self, mode: str) -> str:
        name = "".join(word.capitalize() for word in mode.split("-"))
        return self._once(("blend", mode), "ExtGState", "B", lambda: pdfdoc.PDFDictionary({"BM": f"/{name}"}))

    def fading(self, gradient: Gradient) -> str:
        def made() -> object:
            greys = tuple((at, f"#{colour[7:9] or 'ff'}" + (colour[7:9] or "ff") * 2) for at, colour in gradient.stops)
            grey = self.shading(replace(gradient, stops=greys))
            mask = self._form(("mask", gradient), "M", REACH, lambda content: content.shade(grey), is_group=True)
            entries = {"Type": "/Mask", "S": "/Luminosity", "G": self._objects["XObject"][mask]}
            return pdfdoc.PDFDictionary({"SMask": pdfdoc.PDFDictionary(entries)})

        return self._once(("fading", gradient), "ExtGState", "L", made)

    def group(self, mark: Group) -> str:
        return self._form(mark, "T", REACH, lambda content: content.marks(mark.marks), is_group=True)

    def ring(self, marks: tuple[Shape | TextRun | Icon, ...], colour: Colour, width: float) -> str:
        def paint(content: Content) -> None:
            content.ring(self._silhouette(marks, width > 0), colour, width)

        return self._form(("ring", marks, colour, width), "R", REACH, paint, is_group=True)

    def _silhouette(self, marks: tuple[Shape | TextRun | Icon, ...], lined: bool) -> str:
        """A form that inherits colour and line. Not every viewer passes these into a group, so it is not one."""

        def paint(content: Content) -> None:
            for mark in marks:
                content.silhouette(mark, lined, lambda font, glyph: self._glyph(font, glyph, lined))

        return self._form(("silhouette", marks, lined), "H", REACH, paint)

    def _glyph(self, font: Font, glyph: int, lined: bool) -> str:
        """The outline of a glyph as a form, for uses other than text."""
        file = self._supplies.fonts.file(font)

        def paint(content: Content) -> None:
            if outline := file.outline(glyph):
                content.add(path_operators(outline, 4), "B" if lined else "f")

        return self._form(("glyph", file, glyph, lined), "Y", AROUND_A_GLYPH, paint)

    def shading(self, gradient: Gradient) -> str:
        return self._once(("shading", gradient), "Shading", "G", lambda: _shading(gradient))

    def spot(self, spot: Spot) -> str:
        def made() -> object:
            tint = _interpolation("#ffffff", spot.colour)
            return pdfdoc.PDFArray(["/Separation", f"/{pdf_name(spot.name)}", "/DeviceRGB", tint])

        return self._once(("spot", spot), "ColorSpace", "S", made)

    # -- forms and pages ------------------------------------------------------------------------------------------

    def face(self, face: Face) -> str:
        """The form of a face, painted at the first call."""
        box = Box(0, 0, face.size.width, face.size.height).inset(-face.bleed)
        return self._form(face.digest, "C", box, lambda content: content.marks(face.marks))

    def content(self) -> Content:
        return Content(self)

    def begin_cut_layer(self, content: Content) -> None:
        """Begin a layer that a viewer can switch off."""
        if "Cut" not in self._objects["Properties"]:
            group = pdfdoc.PDFDictionary({"Type": "/OCG", "Name": pdfdoc.PDFString("Cut lines")})
            self._objects["Properties"]["Cut"] = self._pdf.Reference(group)
        content.add(f"/OC {content.use('Properties', 'Cut')} BDC")

    def page(
        self,
        paper: Size,
        content: Content,
        trim: Box | None = None,
        bleed: Box | None = None,
        *,
        turned: bool = False,
        moved: Transform = STAY,
    ) -> None:
        """Close a page. trim, bleed: around the cards; turned: whether it is read as landscape; moved: by what."""
        scale = POINTS_PER_MM
        to_points = Transform(scale, 0, 0, -scale, 0, paper.height * scale).after(moved)
        head = f"{numbers(to_points, 7)} cm\n".encode()
        page = pdfdoc.PDFPage()
        page.MediaBox = pdf_box(Box(0, 0, paper.width, paper.height), paper)
        if trim is not None and trim.width:
            page.TrimBox = pdf_box(moved.box(trim), paper)
            page.BleedBox = pdf_box(moved.box(bleed or trim), paper)
        if turned:
            page.Rotate = LANDSCAPE
        data = head + content.data
        page.Contents = self._pdf.Reference(compressed(data))
        page.Resources = self._resources(content)
        self._digest = zlib.crc32(data, self._digest)
        self._pdf.addPage(page)

    def finish(self) -> bytes:
        """The complete file."""
        for font in self._fonts.values():
            font.finish(self._pdf)
        self._declare_layers()
        self._pdf.updateSignature(str(self._digest))
        with interrupts_held_back():  # ReportLab catches every exception, prints it, and carries on
            return bytes(self._pdf.GetPDFData(None))

    def _declare_layers(self) -> None:
        group = self._objects["Properties"].get("Cut")
        if group is None:
            return
        catalog = self._pdf.Catalog
        default = pdfdoc.PDFDictionary({"Order": pdfdoc.PDFArray([group]), "ON": pdfdoc.PDFArray([group])})
        catalog.OCProperties = pdfdoc.PDFDictionary({"OCGs": pdfdoc.PDFArray([group]), "D": default})
        catalog.__NoDefault__ = [*type(catalog).__NoDefault__, "OCProperties"]

    def _form(
        self, key: object, prefix: str, box: Box, paint: Callable[[Content], None], *, is_group: bool = False
    ) -> str:
        """The name of a form. is_group: whether it is painted as one even if nothing in it mixes with what is below."""

        def made() -> object:
            content = Content(self)
            paint(content)
            entries = {
                **({"Group": pdfdoc.PDFDictionary(dict(GROUP))} if is_group or content.mixes else {}),
                "Type": "/XObject",
                "Subtype": "/Form",
                "BBox": pdfdoc.PDFArrayCompact([round(n, 4) for n in (box.x, box.y, box.right, box.bottom)]),
                "Resources": self._resources(content),
            }
            self._digest = zlib.crc32(content.data, self._digest)
            return compressed(content.data, entries)

        return self._once(key, "XObject", prefix, made)

    def _once(self, key: object, kind: str, prefix: str, made: Callable[[], object]) -> str:
        """The name of the thing with that key, which is made at the first call."""
        if (name := self._names.get(key)) is None:
            thing = made()
            name = self._names[key] = f"{prefix}{len(self._objects[kind]) + 1}"
            self._objects[kind][name] = self._pdf.Reference(thing)
        return name

    def _resources(self, content: Content) -> object:
        """The resources of a content; contents with the same resources share one dictionary."""
        key = ("resources", *((kind, *sorted(names)) for kind, names in sorted(content.used.items())))
        if key not in self._shared:
            used = {
                kind: pdfdoc.PDFDictionary({name: self._objects[kind][name] for name in sorted(names)})
                for kind, names in sorted(content.used.items())
            }
            self._shared[key] = self._pdf.Reference(pdfdoc.PDFDictionary(used))
        return self._shared[key]


def pdf_box(box: Box, paper: Size) -> object:
    """A box in points, y up."""
    corners = (box.x, paper.height - box.bottom, box.right, paper.height - box.y)
    return pdfdoc.PDFArrayCompact([round(corner * POINTS_PER_MM, 3) for corner in corners])


def _interpolation(start: str, end: str) -> object:
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 2,
            "Domain": pdfdoc.PDFArrayCompact([0, 1]),
            "C0": _rgb(start),
            "C1": _rgb(end),
            "N": 1,
        }
    )


def _rgb(colour: str) -> object:
    return pdfdoc.PDFArrayCompact([round(int(colour[i : i + 2], 16) / 255, 4) for i in (1, 3, 5)])


def _shading(gradient: Gradient) -> object:
    radial = gradient.kind == "radial"
    x, y, *rest = gradient.coords
    begins, hole = rest[1:3] or [x, y], rest[3] if len(rest) > 3 else 0
    coords = [*begins, hole, x, y, rest[0]] if radial else list(gradient.coords)
    return pdfdoc.PDFDictionary(
        {
            "ShadingType": 3 if radial else 2,
            "ColorSpace": "/DeviceRGB",
            "Coords": pdfdoc.PDFArrayCompact([round(number, 4) for number in coords]),
            "Extend": pdfdoc.PDFArrayCompact(["true", "true"]),
            "Function": _stitched(gradient),
        }
    )


def _stitched(gradient: Gradient) -> object:
    """The colour function of a gradient, in pieces between stops."""
    pairs = list(zip(gradient.stops, gradient.stops[1:], strict=False))
    pieces: Iterable[object] = [_interpolation(one[1], two[1]) for one, two in pairs]
    return pdfdoc.PDFDictionary(
        {
            "FunctionType": 3,
            "Domain": pdfdoc.PDFArrayCompact([0, 1]),
            "Functions": pdfdoc.PDFArray(list(pieces)),
            "Bounds": pdfdoc.PDFArrayCompact([round(two[0], 4) for _, two in pairs[:-1]]),
            "Encode": pdfdoc.PDFArrayCompact([bound for _ in pairs for bound in (0, 1)]),
        }
    )

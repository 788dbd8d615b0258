"""The words that people bring from other tools, and what a template makes of each.

CSS, Squib, nanDECK, protograf, ReportLab and drawing programs have names of their own for what a template can say. A
word that can mean only one thing here is taken for the documented one (`TAKEN`). If it could mean several things, or
works differently elsewhere, the author is told what to write (`CURES`). Nothing behind this module knows other words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

Words = Mapping[str, str]


def _words(rows: Mapping[str, str]) -> dict[str, str]:
    """One entry per word of each row: `{"w width_mm": "width"}` has two."""
    return {word: meaning for words, meaning in rows.items() for word in words.split()}


KINDS: Words = _words({
    "rect box": "rectangle",
    "circle oval": "ellipse",
    "picture img png jpg jpeg svg photo": "image",
    "string textbox paragraph": "text",
    "symbol glyph": "icon",
    "poly": "polygon",
    "qrcode qr_code": "qr",
    "code128 bar_code": "barcode",
})  # fmt: skip
"""Other words for types of elements."""
KIND_CURES: Words = _words({
    "square": 'Write type = "rectangle" with the same width and height.',
    "hexagon hex": 'Write type = "polygon" and sides = 6.',
    "triangle": 'Write type = "polygon" and sides = 3, or its corners as points.',
    "star": 'Write type = "polygon" with sides = 5 and inner = 0.4.',
    "polyline": 'Write type = "path" with d = "M0,0 L10,0 L5,8".',
    "arc curve bezier": 'Write type = "path" with d = "M0,0 C0,5 10,5 10,0".',
    "arrow": 'Write type = "icon", or type = "path".',
    "background": 'Write type = "rectangle" without x, y, width and height, with bleed = true.',
    "html htmltext rtf rtftext markdown": 'Write type = "text"; words in a text can have markup such as **bold**.',
    "gradient": 'Write type = "rectangle" with fill = "linear(90, white, black)".',
    "table": 'Write type = "text"; lines such as | a | b | are the rows of a table.',
    "group layer": "Elements have no groups; those further down in the file are painted on top.",
})  # fmt: skip

_SHAPE = _words({
    "fill_color fill_colour fillcolor fillcolour background background_color background_colour bg_color": "fill",
    "stroke_color stroke_colour strokecolor line_color line_colour border_color border_colour outline_color": "stroke",
    "line_width linewidth stroke_weight border_width border_size outline_width thickness": "stroke_width",
    "stroke_dasharray dash_array dashes": "dash",
})  # fmt: skip
_LABELLED = _words({"text caption string": "label", "label_color label_stroke": "label_colour"})
_CORNER = _words({"radius rounding corner_radius border_radius": "corner"})
_COLOUR = _words({"color": "colour"})
TAKEN: Mapping[str, Words] = {
    "": _words({
        "w": "width",
        "h": "height",
        "left x1": "x",
        "top y1": "y",
        "alpha": "opacity",
        "visible show if": "when",
        "blend_mode mix_blend_mode": "blend",
        "drop_shadow box_shadow text_shadow": "shadow",
    }),
    "rectangle": _SHAPE | _LABELLED | _CORNER,
    "ellipse": _SHAPE | _LABELLED,
    "polygon": _SHAPE | _LABELLED | _words({"n": "sides"}),
    "path": _SHAPE | _words({"view_box viewbox": "view", "fill_rule": "rule"}),
    "line": {key: meaning for key, meaning in _SHAPE.items() if meaning != "fill"} | _words({"color colour": "stroke"}),
    "text": _COLOUR | _words({
        "font_color font_colour text_color text_colour fill_color fill_colour": "colour",
        "font_size fontsize text_size point_size": "size",
        "min_font_size": "min_size",
        "str string content caption label": "text",
        "halign h_align text_align horizontal_align justification alignment": "align",
        "v_align vertical_align": "valign",
        "max_lines": "lines",
        "hyphens hyphenation": "hyphenate",
    }),
    "icon": _COLOUR | _words({"name symbol glyph": "icon", "fill fill_color fill_colour": "colour"}),
    "image": _CORNER | _words({
        "src source path filename image picture url href png svg": "file",
        "object_fit fit": "mode",
    }),
    "grid": _words({"spacing": "gap", "legend": "key"}),
    "cell": _SHAPE | _CORNER | _COLOUR,
}  # fmt: skip
"""By type of element ("" for all types): other words for options."""

_CENTRE = "x and y are the top left corner of the element, and width and height its size."
_LINE = "Did you mean 'stroke' (the colour of the line) or 'stroke_width' (how thick it is)?"
_FILL = "Did you mean 'fill' (the colour inside) or 'stroke' (the colour of the line)?"
_FONT = 'Name the font under [fonts]: title = {family = "Cinzel", weight = 700}; then write font = "title".'
_RADIUS = "Write width and height, each twice the radius. " + _CENTRE
_SHAPE_CURES = _words({"color colour": _FILL, "border outline pen": _LINE})
CURES: Mapping[str, Words] = {
    "": _words({
        "rotation rotate rotated turn": "Did you mean 'angle'? It is in degrees, clockwise.",
        "range cards": "Choose the cards with when = \"{{ kind == 'hero' }}\".",
        "kind shape": "Did you mean 'type'?",
        "layout inherit inherits parent base": "Did you mean 'extends'? It names another element.",
    "count each for_each foreach times": "Did you mean 'repeat'? For example: repeat = 4, step = {x = 8}.",
        "layer z_index zindex order below": "Did you mean 'before'? It names the element that is painted above.",
        "right": "Write width: it reaches from x to the right edge of the element.",
        "bottom": "Write height: it reaches from y to the bottom edge of the element.",
        "cx cy center centre x_c y_c centre_x centre_y center_x center_y": _CENTRE,
        "hidden hide display": "Did you mean 'when'? The element is left out when that is false.",
        "transparency": "Did you mean 'opacity'? 0 is invisible, 1 is solid.",
        "cap join line_cap line_join stroke_strategy": "The ends and corners of lines cannot be changed.",
        "margin padding": "Make the element smaller: write x, y, width and height.",
        "units unit": 'Lengths are in mm. Write another unit beside the number: "0.25in".',
    }),
    "rectangle": _SHAPE_CURES | _words({"x_radius y_radius rx ry": "Did you mean 'corner'? It is the radius in mm."}),
    "ellipse": _SHAPE_CURES | _words({"radius r diameter": _RADIUS, "rx ry x_radius y_radius": _RADIUS}),
    "polygon": _SHAPE_CURES | _words({
        "radius outer_radius size": _RADIUS,
        "inner_radius": "Did you mean 'inner'? It is a share of the outer radius, from 0 to 1.",
        "x2 x3 y2 y3": 'Write the corners as points = "0,0 10,0 5,8", in mm from x and y.',
    }),
    "path": _SHAPE_CURES | _words({"points": "Did you mean 'd'? For example: d = \"M0,0 L10,0 L5,8 Z\"."}),
    "line": _words({
        "border outline pen": _LINE,
        "length": "Write x2 and y2: where the line ends.",
    }),
    "text": _words({
        "font_family fontfamily font_name font_face family typeface": _FONT,
        "font_weight weight": "Did you mean 'bold'? Other weights are named under [fonts].",
        "font_style style": "Did you mean 'italic' or 'bold'?",
        "wrap word_wrap": "Text is wrapped in its box; lines = 1 keeps it on one line.",
        "ellipsize overflow autoscale shrink auto_size max_size": "Did you mean 'min_size'? Text shrinks down to it.",
        "spacing line_spacing leading": "Did you mean 'line_height'? It is a factor of the size, such as 1.2.",
        "letter_spacing character_spacing charspace": "Did you mean 'tracking'? It is in em, such as 0.05.",
        "markup html": "Markup works in every text.",
        "justify": 'Did you mean \'align\'? For example: align = "justify".',
        "stroke stroke_color stroke_width": "Did you mean 'outline'? For example: outline = \"0.4 white\".",
        "fill background background_color bg_color highlight border": "Put a rectangle before the text.",
        "underline strikethrough": "Text cannot be underlined; it can be bold, italic or in another colour.",
    }),
    "icon": _words({
        "file src svg image": 'Draw your own icon as SVG in templates/icons/, or write type = "image".',
        "scale": "Write width and height; the icon fills that box.",
        "count": 'Write each place as a share of the box: at = "0.5,0 0.5,1".',
    }),
    "image": _words({
        "color colour fill": "Did you mean 'tint'? It prints the picture in shades of a colour.",
        "crop crop_x crop_y crop_width crop_height object_position": "Did you mean 'focus'? That point stays visible.",
        "border stroke outline": "Put a rectangle with that line after the picture.",
        "scale size": "Write width and height; mode says how the picture fills that box.",
        "data id force_id placeholder": "Write file: the path of a picture.",
        "flip mirror flip_horizontal flip_vertical": "Turn the picture itself over, or write angle = 180.",
    }),
    "grid": _words({
        "rows columns cols": 'Write the cells: cells = "x . x / . @ . / x . x".',
        "fill stroke color colour": 'The key says how cells look: key = {x = {fill = "black"}}.',
    }),
    "cell": _words({"border outline pen": _LINE}),
}  # fmt: skip
"""By type of element ("" for all types): what to write in place of an option of another tool."""

TOP: Words = _words({
    "colors palette": "colours",
    "card_size trim_size": "size",
    "corner corner_radius cornerradius rounding border_radius trim_radius": "radius",
    "shape cut cut_shape": "outline",
    "safe_zone safe_area safezone": "safe",
    "font typefaces": "fonts",
    "element": "elements",
})  # fmt: skip
"""Other words for settings at the top of a template."""
_SIZE = 'The size of the card is one setting: size = "63x88".'
TOP_CURES: Words = _words({
    "width height w h card_width card_height": _SIZE,
    "background background_color color colour fill": "Paint it with an element: a rectangle with bleed = true.",
    "units unit": 'Lengths are in mm. Write another unit beside the number: "0.25in".',
    "orientation landscape portrait rotate": 'Write the size as you hold the card: size = "88x63".',
    "margin trim cut_zone": "Did you mean 'bleed' (outside the cut) or 'safe' (inside)?",
    "paper page_size sheet pagesize": "Choose the paper when you build: proofdeck build --paper a4.",
    "csv xlsx data_file link spreadsheet": "The cards are in cards.csv or cards.xlsx, in the project folder.",
    "variables vars defaults": "Did you mean 'data' (lists and tables) or 'let' (texts computed for each card)?",
    "inherits parent": "Did you mean 'extends'?",
    "layouts layout": "Did you mean 'elements', or 'extends' for another template?",
})  # fmt: skip

VALUES: Mapping[str, Words] = {
    "align": _words({"centre middle centered centred": "center", "justified": "justify"}),
    "valign": _words({"center centre centered centred": "middle"}),
    "mode": _words({"fit": "contain"}),
    "mask": _words({"circle oval": "ellipse", "hex": "hexagon"}),
    "blend": _words({"over": "normal", "hardlight hard_light": "hard-light", "softlight soft_light": "soft-light"}),
}
"""By option: other words for its values."""


def kind_of(word: str) -> str:
    """The type of element that the word means, or the word itself."""
    return KINDS.get(folded(word), word)


def option_of(kind: str, word: str, options: Iterable[str]) -> str:
    """The option of that type of element that the word means, or the word itself if it means none of `options`."""
    name = folded(word)
    if word in options:
        return word
    found = {**TAKEN[""], **TAKEN.get(kind, {})}.get(name, name)
    return found if found in options else word


def cure_for(kind: str, word: str) -> str:
    """What to write in place of an option that this type of element does not have; "" for an unknown word."""
    return {**CURES[""], **CURES.get(kind, {})}.get(folded(word), "")


def setting_of(word: str, settings: Iterable[str]) -> str:
    """The setting at the top of a template that the word means, or the word itself."""
    name = word if word in settings else folded(word)
    found = TOP.get(name, name)
    return found if found in settings else word


def folded(word: str) -> str:
    """As words are written here: `fontSize`, `font-size` and `FONT_SIZE` are `font_size`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", word.strip()).replace("-", "_").replace(" ", "_").casefold()

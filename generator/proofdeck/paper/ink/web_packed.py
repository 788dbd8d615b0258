"""Unpacks fonts that are compressed for web pages: WOFF and WOFF2."""

from __future__ import annotations

import io
import struct
import zlib
from functools import lru_cache

WOFF, WOFF2 = b"wOFF", b"wOF2"
_WOFF_HEAD, _WOFF2_HEAD, _WOFF2_META = 44, 48, 28
"""Bytes of the headers, and where that of WOFF2 speaks of metadata, which may be packed too and are of no use."""


@lru_cache(maxsize=8)
def unpacked(data: bytes, largest: int) -> bytes:
    """The font as TTF or OTF; what is not packed as it is. Raises ValueError for what is damaged or too large."""
    try:
        if data[:4] == WOFF:
            return _from_woff(data, largest)
        return _from_woff2(data, largest) if data[:4] == WOFF2 else data
    except Exception as error:  # noqa: BLE001 - the libraries raise whatever a damaged font leads them to
        raise ValueError(str(error)) from None


def _from_woff(data: bytes, largest: int) -> bytes:
    kind, count = data[4:8], struct.unpack_from(">H", data, 12)[0]
    rows, body = b"", b""
    start = 12 + 16 * count
    for number in range(count):
        tag, at, packed, length, checksum = struct.unpack_from(">4sLLLL", data, _WOFF_HEAD + 20 * number)
        table = data[at : at + packed]
        if packed < length:
            table = zlib.decompressobj().decompress(table, length)
        if len(table) != length or len(body) + length > largest:
            raise ValueError("a table has another length than it says")
        rows += struct.pack(">4sLLL", tag, checksum, start + len(body), length)
        body += table + bytes(-length % 4)
    step = 1 << (count.bit_length() - 1)
    return kind + struct.pack(">HHHH", count, step * 16, step.bit_length() - 1, (count - step) * 16) + rows + body


def _from_woff2(data: bytes, largest: int) -> bytes:
    import brotli
    from fontTools.ttLib import TTFont
    from fontTools.ttLib.woff2 import WOFF2DirectoryEntry

    # A few bytes can be packed into gigabytes, so it is unpacked within a limit before fontTools does so without one.
    data = data[:_WOFF2_META] + bytes(_WOFF2_HEAD - _WOFF2_META) + data[_WOFF2_HEAD:]
    stream = io.BytesIO(data)
    stream.seek(_WOFF2_HEAD)
    for _ in range(struct.unpack_from(">H", data, 12)[0]):
        WOFF2DirectoryEntry().fromFile(stream)
    packed = stream.read(struct.unpack_from(">L", data, 20)[0])
    if len(brotli.Decompressor().process(packed, output_buffer_limit=largest + 1)) > largest:
        raise ValueError("it is too large")
    font = TTFont(io.BytesIO(data), recalcBBoxes=False, recalcTimestamp=False)
    font.flavor = None
    made = io.BytesIO()
    font.save(made, reorderTables=None)
    return made.getvalue()

"""In which encoding a text was saved that is neither marked nor UTF-8: by what its bytes would say in each.

Only the encodings that spreadsheet programs still write are tried, those of Windows first. A guess is always told.
"""

from __future__ import annotations

import re
from collections.abc import Callable

WINDOWS = "cp1252"
COMMON = {
    "cp1251": "оеаинтсрвлкмдпуяыьгзбчй",
    "koi8-r": "оеаинтсрвлкмдпуяыьгзбчй",
    "cp1253": "αοιετσνηυρπκλμςωάέόίή",
    "cp1256": "الينتمروبدعسفهحقك",
}
"""The letters that are most frequent in the languages of an encoding whose letters are all beyond ASCII."""
SEEN = 0.3
"""What the letters must be worth on average, each by its place among them; in a wrong encoding half as much."""
HIGH = re.compile(rb"[\x80-\xff]+")
CHINESE = "的一是不了在人有我这个们中来上大为和地到要就出会可你对生能而子得下年后两张牌手抽弃从每回合卡点"
KOREAN = "이다는을의에가하고를지로한도기사어자리나장카드수서시면든인부게"
"""The letters that are most frequent in each; most pairs of bytes are a letter in both encodings."""
HEBREW = re.compile(rb"[\xe0-\xfa]+")
"""Its letters, which in other encodings are small ones: nobody writes a table without a capital in Russian."""
KANA = re.compile("[\u3041-\u30ff]")
POLISH = re.compile(
    "(?<=[^\\W\\d_])[¹³¿¯£¥ªº¼¾](?=[^\\W\\d_]|\\b)|\\b[¯£¥ª¼¾](?=[^\\W\\d_])|(?<=[^\\W\\d_])[êñæœ¶]?[¹³¿]"
)
"""Signs inside words, where Windows-1250 has letters."""
CZECH = re.compile("(?=.*[øšž])(?=.*[ìùò])(?=.*[øìù]).*[øìè]", re.DOTALL)
"""Letters of Windows-1252 that no language has beside each other, and that Windows-1250 reads as ř, ě, č, ů and ň."""
TURKISH = re.compile("[ðþýÐÞÝ]")
ICELANDIC = re.compile("[áéíóúæÁÉÍÓÚÆ]")
MAC = re.compile(r"(?<=[A-Za-z])[\x80-\x9f](?=[A-Za-z])".encode("latin-1"))
"""Where the encoding of old Macs has letters, and that of Windows has signs."""


def guessed(data: bytes) -> str:
    """The name of the encoding, as Python calls it. data: not UTF-8."""
    runs = HIGH.findall(data)
    high, low = sum(map(len, runs)), len(re.findall(rb"[A-Za-z]", data))
    for encoding, could_be in (("cp932", _japanese), ("big5", _taiwanese), ("cp949", _korean), ("gb18030", _chinese)):
        if (text := _strictly(data, encoding)) is not None and could_be(data, text):
            return encoding
    if high > low / 2 and 2 * high > 5 * len(runs):
        if all(HEBREW.fullmatch(run) for run in runs):
            return "cp1255"
        scores = {encoding: _worth(data, encoding, letters) for encoding, letters in COMMON.items()}
        best = max(scores, key=lambda encoding: scores[encoding])
        if scores[best] >= SEEN:
            return best
    if len(found := MAC.findall(data)) > 1 and 2 * len(found) > len(runs):
        return "mac-roman"
    text = data.decode(WINDOWS, "replace")
    if POLISH.search(text) or CZECH.search(text) or ("\ufffd" in text and _strictly(data, "cp1250") is not None):
        return "cp1250"
    return "cp1254" if TURKISH.search(text) and not ICELANDIC.search(text) else WINDOWS


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _worth(data: bytes, encoding: str, letters: str) -> float:
    """How much the letters look like that encoding: the more frequent they are, the more they are worth."""
    beyond = [letter for letter in data.decode(encoding, "replace").lower() if letter >= "\x80"]
    return sum(1 / (1 + at / 4) for letter in beyond if (at := letters.find(letter)) >= 0) / max(1, len(beyond))


def _pairs(data: bytes) -> list[tuple[int, int]]:
    """The letters of two bytes, as far as they begin beyond ASCII."""
    return [(found[0][0], found[0][1]) for found in re.finditer(rb"[\x81-\xfe][\x40-\xfe]", data)]


def _mostly(data: bytes, holds: Callable[[int, int], bool]) -> bool:
    pairs = _pairs(data)
    return bool(pairs) and sum(holds(*pair) for pair in pairs) >= 0.9 * len(pairs)


def _japanese(_: bytes, text: str) -> bool:
    beyond = sum(letter >= "\x80" for letter in text)
    halves = sum("\uff61" <= letter <= "\uff9f" for letter in text)  # what Chinese becomes when it is read so
    return 5 * len(KANA.findall(text)) > beyond and 4 * halves < beyond


def _taiwanese(data: bytes, _: str) -> bool:
    return _mostly(data, lambda first, _: 0xA1 <= first <= 0xC9) and any(below < 0x7F for _, below in _pairs(data))


def _korean(data: bytes, text: str) -> bool:
    if not (_mostly(data, lambda first, below: 0xB0 <= first <= 0xC8 and below >= 0xA1) and _is_wide(data)):
        return False
    chinese = _strictly(data, "gb18030") or ""
    frequent = sum(letter in CHINESE for letter in chinese)
    return not frequent or sum(letter in KOREAN for letter in text) > frequent


def _chinese(data: bytes, _: str) -> bool:
    return _mostly(data, lambda first, below: 0xA1 <= first <= 0xF7 and below >= 0xA1) and _is_wide(data)


def _is_wide(data: bytes) -> bool:
    """Whether all that is beyond ASCII comes in pairs, which accents among letters do not."""
    runs = HIGH.findall(data)
    return all(len(run) % 2 == 0 for run in runs) and sum(map(len, runs)) > 2 * len(runs)

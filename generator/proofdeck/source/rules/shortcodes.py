"""Emoji by their names between colons, `:game_die:`, as GitHub and chats have them."""

from __future__ import annotations

import unicodedata
from functools import cache

NAMED = {
    "+1": "👍", "-1": "👎", "100": "💯", "art": "🎨", "arrow_down": "⬇", "arrow_left": "⬅", "arrow_right": "➡",
    "arrow_up": "⬆", "ballot_box_with_check": "☑", "beer": "🍺", "black_joker": "🃏", "boom": "💥",
    "bow_and_arrow": "🏹", "bulb": "💡", "bust_in_silhouette": "👤", "busts_in_silhouette": "👥",
    "card_file_box": "🗃", "clubs": "♣", "cow": "🐮", "crossed_swords": "⚔", "dart": "🎯", "diamonds": "♦",
    "exclamation": "❗", "flower_playing_cards": "🎴", "heart": "❤", "hearts": "♥", "heavy_check_mark": "✔",
    "hourglass_flowing_sand": "⏳", "information_source": "ℹ", "memo": "📝", "moneybag": "💰", "moon": "🌔",
    "muscle": "💪", "one": "1️⃣", "point_left": "👈", "point_right": "👉", "question": "❓", "scroll": "📜",
    "smile": "😄", "smiley": "😃", "spades": "♠", "star": "⭐", "star2": "🌟", "stop_sign": "🛑", "sunny": "☀",
    "tada": "🎉", "thumbsdown": "👎", "thumbsup": "👍", "three": "3️⃣", "timer_clock": "⏲", "two": "2️⃣",
    "warning": "⚠", "white_check_mark": "✅", "x": "❌", "zap": "⚡",
}  # fmt: skip
"""Those whose names are not the names of the characters."""
NAME = r"[a-z0-9][a-z0-9_+-]{0,40}|[+-]1"


@cache
def emoji_called(name: str) -> str:
    """The emoji of that name; "" if there is none."""
    if name in NAMED:
        return NAMED[name]
    words = name.replace("_", " ")
    for called in (f"{words} FACE", words, f"{words} SIGN"):
        try:
            found = unicodedata.lookup(called)
        except KeyError:
            continue
        if unicodedata.category(found) == "So":
            return found
    return ""

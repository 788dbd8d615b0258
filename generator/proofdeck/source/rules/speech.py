"""The language of a page, told by its commonest words or, where that tells enough, by its letters."""

from __future__ import annotations

import re
from collections import Counter

COMMONEST = {
    "en": "the of and to is you your with for are player cards",
    "de": "der die das und ist nicht ein eine mit werden karten spieler",
    "es": "el los las una con para por del jugador cartas que se",
    "fr": "le les des une est avec pour dans joueur cartes du et",
    "it": "il gli della di che con una per giocatore carte sono e",
    "pt": "os uma com para não dos jogador cartas que do da em",
    "nl": "de het een van en met kaarten speler zijn niet voor die",
    "pl": "i w na z do się nie jest gracz karty kart jest",
    "sv": "och att det en som på är inte med spelare kort",
    "da": "og at det en som på er ikke med spiller kort",
    "cs": "a je se na v hráč karty karet s do pro nebo",
}
SCRIPTS = {"ja": r"[\u3040-\u30ff]", "ko": r"[\uac00-\ud7af]", "ru": r"[\u0400-\u04ff]", "zh": r"[\u4e00-\u9fff]"}
"""Letters that only one of these languages uses, or that the one before it would have been told by."""
MOST_READ = 20_000
FEWEST = 12


def language_of(text: str) -> str:
    """Return the code of the language that a text is written in; "" if it is English or cannot be told."""
    start = text[:MOST_READ]
    letters = sum(map(str.isalpha, start))
    for language, letter in SCRIPTS.items():
        if len(re.findall(letter, start)) * 5 > letters:
            return language
    words = Counter(re.findall(r"[^\W\d_]+", start.casefold()))
    found = {language: sum(words[word] for word in set(common.split())) for language, common in COMMONEST.items()}
    best = max(found, key=lambda language: found[language])
    return best if best != "en" and found[best] >= FEWEST else ""

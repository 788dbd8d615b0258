"""Which clause of Fantasy Contract Rummy forbids an action: read from the printed rules, without the engine.

What the book says of a step forbids whatever does not belong to it. While a play is carried out that is its own clause:
a set is laid from the hand (play.one), repaired from the hand (play.repair), or gets 1 to 5 cards of the hand
(action.reinforcements). The clause on a type of set forbids only what can be no such set, and stand-in.natural what
could be one if stand-ins could make it alone. Cards are added in one order, for which the type of set stands, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

EFFECTS = {
    "flipping": "rewrite-destiny", "stealing": "thievery", "paying": "tax-collector", "aiming": "reinforcements",
    "helping": "helping-hand", "robbing": "hostile-action", "burying": "pestilence",
}  # fmt: skip
"""The action card by which contracts are turned over, cards stolen, paid, added, given, taken, or buried."""
OTHER_DRAWS = {"Take the top of the discard pile": "draw.discard-pile", "Look at contracts": "draw.contracts"}
CHARACTERS = {"paladin", "bard", "mage", "druid", "rogue", "ranger", "trickster"}
COMPANIONS = {"weasel", "wolf", "raven", "bear", "phoenix", "spirit"}
WEAPONS = {"sword", "shield", "lute", "mirror", "tome", "staff", "dagger", "bow-and-arrow"}
ANY_NUMBER = 99

Seen = Mapping[str, Any]
Laid = tuple[str, str]
"""A card and the motif that it shows."""
Hand = Counter[str]


def rummy_forbidding(seen: Seen, said: Sequence[str], words: str) -> set[str]:
    """Why an action that is not legal is not. seen: by the player who moves; said: what has been done in this turn."""
    phase = seen["phase"]
    if phase == "drawing":
        return {OTHER_DRAWS.get(words, "draw.deck")}
    if phase == "looking":
        never = words == "Lay Hoarder secretly" and "hoarder" in seen["contracts looked at"]
        return {"contracts.hoarder-open" if never else "contracts.keep"}
    if phase in EFFECTS:
        return {f"action.{EFFECTS[phase]}"}
    if phase in ("discarding", "shedding"):
        return {"play.one" if _is_play(words) else "discard.one"}
    return {_while_playing(seen, words) if phase == "playing" else _while_building(seen, said, words)}


def _is_play(words: str) -> bool:
    return words.startswith(("Open ", "Repair ", "Play ")) and words != "Play no more"


def _while_playing(seen: Seen, words: str) -> str:
    what, hand = _slug(words.partition(" ")[2]), Hand(seen[f"hand {seen['to move']}"])
    if words.startswith("Open "):
        return "stand-in.natural" if can_become(what, [], hand, natural=False) else f"set.{what}"
    if words.startswith("Repair "):
        return "play.repair"
    return f"action.{what}" if _is_play(words) and hand[what] else "play.one"


def _while_building(seen: Seen, said: Sequence[str], words: str) -> str:
    begun = max(n for n, line in enumerate(said) if line.startswith(("Open ", "Repair ", "Reinforce ")))
    added = [_laid(line.removeprefix("Add ")) for line in said[begun + 1 :]]
    kind, there = _begun(seen, said[begun])
    reinforced = said[begun].startswith("Reinforce ")
    most = (5 if reinforced else ANY_NUMBER) - len(added)
    play = "action.reinforcements" if reinforced else "play.repair" if there else "play.one"
    left = Hand(seen[f"hand {seen['to move']}"]) - Hand(card for card, _ in added)
    if words == "Close":
        if reinforced and not added:
            return play
        more, most = there + added, 0
    else:
        card, motif = _laid(words.removeprefix("Add "))
        if not words.startswith("Add ") or not left[card] or not most:
            return play
        more, most, left = [*there, *added, (card, motif)], most - 1, left - Hand([card])
    if can_become(kind, more, left, most):
        return f"set.{kind}"
    return "stand-in.natural" if can_become(kind, more, left, most, natural=False) else f"set.{kind}"


def _begun(seen: Seen, line: str) -> tuple[str, list[Laid]]:
    """The type of set that is built, and what lies there already."""
    if line.startswith("Open "):
        return _slug(line.removeprefix("Open ")), []
    target = re.fullmatch(r"\w+ (own|opponent's) set (\d+)", line)
    assert target
    me = seen["to move"] - 1
    found = seen[f"sets {1 + (me if target[1] == 'own' else 1 - me)}"][int(target[2]) - 1]
    return _slug(found["type"]), [_laid(card) for card in found["cards"]]


# -- sets --------------------------------------------------------------------------------------------------------------


def can_become(kind: str, laid: Sequence[Laid], hand: Hand, most: int = ANY_NUMBER, *, natural: bool = True) -> bool:
    """Whether at most so many cards of the hand make a set of what is laid.

    natural: whether each group must hold a card that is no stand-in.
    """
    motifs = [motif for _, motif in laid]
    if kind in ("master-of-arms", "friend-of-animals"):
        return _with_one_character(kind, motifs, hand, most)
    if kind == "multiplets":
        return _multiplets(laid, hand, most, natural=natural)
    if kind == "formation":
        others = {motif for motif in CHARACTERS - {"trickster"} if hand[motif]} - {*motifs}
        given = min(len(CHARACTERS) - len(motifs), len(others) + hand["trickster"])
        return {*motifs} <= CHARACTERS and len({*motifs}) == len(motifs) and 3 - len(motifs) <= min(given, most)
    groups = {
        "class-formation": [{motif} for motif in CHARACTERS],
        "armory": [WEAPONS],
        "weapon-specialist": [{motif} for motif in WEAPONS],
        "animal-kingdom": [COMPANIONS],
    }[kind]
    return any(_group(group, laid, hand, most, natural=natural) for group in groups if group >= {*motifs})


def _group(group: set[str], laid: Sequence[Laid], hand: Hand, most: int, *, natural: bool) -> bool:
    """Three or more cards of those motifs."""
    own = sum(hand[motif] for motif in group)
    stands_in = _stand_in(next(iter(group)))
    if natural and not own and all(card != motif for card, motif in laid):
        return False
    return 3 - len(laid) <= min(own + hand[stands_in], most)


def _stand_in(motif: str) -> str:
    """Who can stand in for it, if anybody can."""
    if motif in COMPANIONS:
        return "druid"
    return "trickster" if motif in CHARACTERS - {"trickster"} else ""


def _with_one_character(kind: str, motifs: Sequence[str], hand: Hand, most: int) -> bool:
    """One character, and three motifs of weapons or three different companions."""
    others = WEAPONS if kind == "master-of-arms" else COMPANIONS
    characters = sum(motif in CHARACTERS for motif in motifs)
    there = [motif for motif in motifs if motif in others]
    if characters > 1 or characters + len(there) < len(motifs):
        return False
    if others is COMPANIONS and len({*there}) < len(there):
        return False
    people = sum(hand[motif] for motif in CHARACTERS)
    if not characters and not people:
        return False
    given = sum(hand[motif] > 0 for motif in others - {*there})
    if others is COMPANIONS:
        given += hand["druid"] - (not characters and people == hand["druid"])
    missing = max(0, 3 - len({*there}))
    return missing <= min(given, len(others) - len({*there})) and missing + (not characters) <= most


def _multiplets(laid: Sequence[Laid], hand: Hand, most: int, *, natural: bool) -> bool:
    """One motif of each kind, with as many cards of each, two or more."""
    kinds = (CHARACTERS, COMPANIONS, WEAPONS)
    counts = Counter(motif for _, motif in laid)
    if any(len(kind & {*counts}) > 1 for kind in kinds):
        return False
    largest = max((hand[weapon] + counts[weapon] for weapon in WEAPONS), default=0)
    for size in range(max(2, *counts.values(), 0), largest + 1):
        ways = [
            [used for motif in kind & {*counts} or kind for used in _made(motif, size, laid, hand, natural=natural)]
            for kind in kinds
        ]
        if 3 * size - len(laid) <= most and any(sum(used, Hand()) <= hand for used in product(*ways)):
            return True
    return False


def _made(motif: str, size: int, laid: Sequence[Laid], hand: Hand, *, natural: bool) -> Iterator[Hand]:
    """With which cards of the hand one group can be brought to that size."""
    there = [card for card, shown in laid if shown == motif]
    fewest = 1 if natural and motif not in there else 0
    for own in range(fewest, size - len(there) + 1):
        used = Hand({motif: own}) + Hand({_stand_in(motif): size - len(there) - own})
        if used <= hand:
            yield used


# -- words -------------------------------------------------------------------------------------------------------------


def _laid(words: str) -> Laid:
    card, _, motif = words.partition(" as ")
    return _slug(card), _slug(motif or card)


def _slug(name: str) -> str:
    return re.sub(r"[’']", "", name).lower().replace("&", "and").replace(" ", "-")

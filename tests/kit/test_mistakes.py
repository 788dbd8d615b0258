"""What authors are told who declare a thing on the table wrongly: where, what, and what to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from cli.commands import run_briefly
from kit.families import copied


class Mistake(NamedTuple):
    """One edit of a family. where: the file, some words that the line is the first to have, the column.

    says: the first message; look: what its hint begins with, "" if the sentence itself says what to do.
    """

    family: str
    file: str
    right: str
    wrong: str
    where: tuple[str, str, int | None]
    says: str
    look: str


GRID = 'grid("village", SPACES, piece="worker")'
STONE = 'pool("stone", each=True, scored="Stone")'
ROAD = 'track("road", lambda rules: rules.road, piece="caravan"'
COIN = 'pool("coin", each=True'
BID = "self.commit(bid=amount)"
OWN_NAME = "give each space its own name"
TO_COMMIT = "Commit the position of the word in its list"
FAILS = "the engine fails here: "

MISTAKES = {
    "a board without spaces": Mistake(
        "board",
        "board_rules.py",
        GRID,
        GRID.replace("SPACES", "()"),
        ("board_rules.py", "village: list[int]", None),
        f"{FAILS}the board 'village' has no spaces; write their names, such as ('forest', 'mine')",
        "",
    ),
    "a space that is listed twice": Mistake(
        "board",
        "board_rules.py",
        'YARD := "yard")',
        'YARD := "yard", "pit")',
        ("board_rules.py", "village: list[int]", None),
        f"{FAILS}the space 'pit' is listed twice; {OWN_NAME}",
        "",
    ),
    "a limit of a space that takes one piece": Mistake(
        "board",
        "board_rules.py",
        GRID,
        GRID.replace(")", ", most=2)"),
        ("board_rules.py", "village: list[int]", None),
        f"{FAILS}a space takes one piece: write `each=True` for several, of which `most` is the limit",
        "",
    ),
    "a board that the spreadsheet lacks": Mistake(
        "board",
        "board_rules.py",
        GRID,
        GRID.replace("village", "vilage"),
        ("board_rules.py", "village: list[int]", None),
        f"{FAILS}'village' lies on the board 'vilage', but no row of the spreadsheet has that id or kind",
        "Did you mean 'village'? Add a row for it, or rename it in the engine.",
    ),
    "a piece that the spreadsheet lacks": Mistake(
        "board",
        "board_rules.py",
        STONE,
        STONE.replace("stone", "stoen"),
        ("board_rules.py", "stone: list[int]", None),
        f"{FAILS}'stone' is about the piece 'stoen', but no row of the spreadsheet has that id or kind",
        "Did you mean 'stone'? Add a row for it, or rename it in the engine.",
    ),
    "a name that is declared twice": Mistake(
        "board",
        "board_rules.py",
        "    round: int = fact(1)",
        "    wood: int = fact(1)",
        ("board_rules.py", "wood: int = fact", None),
        f"{FAILS}'wood' is declared twice; use a different name",
        "",
    ),
    "an action that is declared twice": Mistake(
        "board",
        "board_rules.py",
        "    def rest(self)",
        "    def work(self)",
        ("board_rules.py", "def work(self) ->", None),
        f"{FAILS}'work' is declared twice; use a different name",
        "",
    ),
    "a number that begins outside of its bounds": Mistake(
        "board",
        "board_rules.py",
        "fact(1)",
        "fact(1, least=2)",
        ("board_rules.py", "round: int = fact", None),
        f"{FAILS}it begins with 1, which is not within its bounds: correct `start`, `least` or `most`",
        "",
    ),
    "bounds of what is not a number": Mistake(
        "board",
        "board_rules.py",
        "fact(1)",
        "fact(False, most=1)",
        ("board_rules.py", "round: int = fact", None),
        f"{FAILS}only a whole number without `words` has bounds: leave out `least` and `most`",
        "",
    ),
    "bounds that the deal breaks": Mistake(
        "board",
        "board_rules.py",
        "fact(1)",
        "fact(1, least=lambda rules: 3)",
        ("board_rules.py", "def deal", None),
        f"{FAILS}after the deal to 2 players, 'round' is wrong: 1 is not between 3 and 999999",
        "Correct the number, or what limits it: how many pieces are printed",
    ),
    "fewer rows of a kind than players": Mistake(
        "roads",
        "cards.csv",
        "caravan-rose,Rose Caravan,caravan",
        "rose,Rose,reference",
        ("cards.csv", "caravan-indigo", 37),
        "'place' needs a row of the kind 'caravan' for each of 4 players, but there are 3",
        "Add rows, keep only one",
    ),
    "more pieces at the start than are printed": Mistake(
        "roads",
        "roads_rules.py",
        COIN,
        COIN.replace(",", ", 31,"),
        ("cards.csv", "roads,coin,", 25),
        "with 2 players, 62 of 'Coin' are on the table, but there are only 30 pieces",
        "Print more of them",
    ),
    "more pieces after the deal than are printed": Mistake(
        "auction",
        "cards.csv",
        ",60,",
        ",3,",
        ("auction_rules.py", "def deal", None),
        f"{FAILS}after the deal to 2 players, 'coins 1' is wrong: there are only 3 of them",
        "Correct the number, or what limits it: how many pieces are printed",
    ),
    "more cards taken from the deck than it has": Mistake(
        "auction",
        "rules_md/auction.md",
        "lots: 6",
        "lots: 12",
        ("auction_rules.py", "self.take_first", None),
        f"{FAILS}12 cards are needed, but there are 8",
        "Deal fewer cards, print more",
    ),
    "a track that ends before it begins": Mistake(
        "roads",
        "roads_rules.py",
        ROAD,
        ROAD.replace("lambda rules: rules.road", "-1"),
        ("roads_rules.py", "place: list[int]", None),
        f"{FAILS}the last space of a track is 1 or more, because spaces are counted from 0, and not -1",
        "",
    ),
    "a track that is longer than its board": Mistake(
        "roads",
        "roads_rules.py",
        ROAD,
        ROAD.replace("lambda rules: rules.road", "14"),
        ("templates/roads/front-board.toml", "[[spaces]]", 1),
        "the engine puts pieces on spaces that 'The Road' does not have: 13 and 14",
        "It has 0, 1, 2",
    ),
    "a choice outside its words": Mistake(
        "auction",
        "auction_rules.py",
        BID,
        "self.commit(bid=99)",
        ("auction_rules.py", "self.commit", None),
        f"{FAILS}nobody can choose that as 'bid': 99 is not a position in the list 0, 1, 2, 3, 4, 5, 6, 7 and 13 "
        "others, counted from 0",
        TO_COMMIT,
    ),
    "points without what they are of": Mistake(
        "dice",
        "rules_md/dice.md",
        "kept 31",
        "gained 31",
        ("rules_md/dice.md", "gained 31", 6),
        "it is not clear where 'gained 31' belongs",
        "Write what it is first: kept 1.",
    ),
    "an example that expects what nobody sees": Mistake(
        "dice",
        "rules_md/dice.md",
        "  risked: 0",
        "  rolled: 0",
        ("rules_md/dice.md", "rolled: 0", None),
        "an example cannot expect 'rolled'",
        "Known here: to move, can, cannot, winner, decided by, never, always, stuck, cards in all, risked, kept 1,",
    ),
    "an action that takes a word in place of cards": Mistake(
        "board",
        "board_rules.py",
        'held("offer", BUILD)',
        '"offer"',
        ("board_rules.py", '@action("Build', None),
        f"{FAILS}'card' of 'Build the {{card}}' must be held(...), any_card(...), numbers(...) or one_of(...), and not "
        "'offer'",
        "",
    ),
    "a name that the kit does not have": Mistake(
        "roads",
        "roads_rules.py",
        "kit.track(",
        "kit.tracks(",
        ("roads_rules.py", "kit.tracks(", None),
        f"{FAILS}AttributeError: module 'proofdeck.kit' has no attribute 'tracks'",
        "Did you mean 'track'?",
    ),
    "a row that has no number, like a piece": Mistake(
        "auction",
        "cards.csv",
        ",Urn,lot,1,1,",
        ",Urn,lot,,1,",
        ("cards.csv", ",Urn,lot,,1,", 21),
        "'' is not a whole number",
        "Correct the column 'value' of the card 'urn'. If it is never dealt, say what it is in a column `component`",
    ),
    "a method that every table has": Mistake(
        "auction",
        "auction_rules.py",
        "    def next_lot(self)",
        "    def fill(self, amount: int) -> None:\n        self.coins[0] += amount\n\n    def next_lot(self)",
        ("auction_rules.py", "class Auction", None),
        f"{FAILS}every table already has a method 'fill'; use a different name for yours",
        "",
    ),
    "a method without the seat that it is asked for": Mistake(
        "auction",
        "auction_rules.py",
        "def items(self, seat: int)",
        "def items(self)",
        ("auction_rules.py", "class Auction", None),
        f"{FAILS}every table already has a method 'items', which takes (self, seat); give yours the same",
        "",
    ),
    "a zone that has the name of a call": Mistake(
        "auction",
        "auction_rules.py",
        "    lots: list[int] = pile(NOBODY)",
        "    pile: list[int] = pile(NOBODY)",
        ("auction_rules.py", "gone: list[int]", None),
        f"{FAILS}TypeError: 'Zone' object is not callable",
        "`pile` is a zone of yours by now: give that another name.",
    ),
    "a fact that is not declared": Mistake(
        "auction",
        "auction_rules.py",
        "        lot = self.lot.pop()",
        "        self.hammer = most\n        lot = self.lot.pop()",
        ("auction_rules.py", "self.hammer", None),
        f"{FAILS}AttributeError: 'Auction' object has no attribute 'hammer'",
        "To remember it, declare `hammer = fact(0)` for a number",
    ),
    "cards of an item that are a number": Mistake(
        "auction",
        "auction_rules.py",
        'self.item(COINS_LEFT, "coins", self.coins[seat] // 2',
        'self.item(COINS_LEFT, "coins", self.coins[seat] // 2, 7',
        ("auction_rules.py", 'COINS_LEFT, "coins"', None),
        f"{FAILS}the cards of 'coins' must be a list of their numbers, such as self.cards_in(...), not 7",
        "",
    ),
    "going on before all have chosen": Mistake(
        "auction",
        "auction_rules.py",
        "        if self.commit(bid=amount):\n            self.apply(BID)\n            self.sell()",
        f"        {BID}\n        self.apply(BID)\n        self.sell()",
        ("auction_rules.py", '@action("Bid', None),
        "'Bid 0' moves cards or pieces although some players have not chosen yet (after the deal, 2 players, seed 1)",
        "Write `if self.commit(...):`, and do below it what was chosen",
    ),
    "a rule that is applied while points are counted": Mistake(
        "auction",
        "auction_rules.py",
        "        yield self.item(COINS_LEFT",
        "        self.apply(COINS_LEFT)\n        yield self.item(COINS_LEFT",
        ("auction_rules.py", "def items", None),
        "standing() or prospect() changes fired of the table (after the deal, 2 players, seed 1)",
        "Looking at a table must not record that a rule takes effect: write `self.on & CLAUSE`, not",
    ),
    "a choice that nothing commits": Mistake(
        "draft",
        "draft_rules.py",
        "        if self.commit(chosen=card):\n            self.reveal()",
        "        self.basket[self.player][card] += 1",
        ("draft_rules.py", "chosen: list[int]", None),
        f"{FAILS}no line commits the choice 'chosen'",
        "In the action that chooses, write `if self.commit(chosen=...):`.",
    ),
    "fewer coins than the deal pays out": Mistake(
        "auction",
        "auction_rules.py",
        '        self.coins = [self.rules.values.number("coins")] * self.players',
        '        self.pay_out("coins", 25, range(self.players))',
        ("auction_rules.py", "def deal", None),
        f"{FAILS}75 of 'coin' are needed in the deal to 3 players, but there are 60",
        "Print more of them, or begin with fewer.",
    ),
    "a seat in place of a list of seats": Mistake(
        "auction",
        "auction_rules.py",
        "            self.won[highest[0]] |= 1 << lot",
        '            self.pay_out("coins", 1, highest[0])',
        ("auction_rules.py", "self.pay_out", None),
        f"{FAILS}the seats of pay_out() must be a list, such as [0] or range(self.players), not 0",
        "",
    ),
    "a seat and steps that have changed places": Mistake(
        "roads",
        "roads_rules.py",
        'self.advance("place", rules.worth[self.card[seat]], seat)',
        'self.advance("place", seat, 5 + rules.worth[self.card[seat]])',
        ("roads_rules.py", "self.advance", None),
        f"{FAILS}there is no seat 6: write advance('place', steps, seat)",
        "",
    ),
    "a word of the kit that is not imported": Mistake(
        "auction",
        "auction_rules.py",
        "    pool,\n",
        "",
        ("auction_rules.py", "= pool(", None),
        f"{FAILS}NameError: name 'pool' is not defined",
        "It is a word of the kit: add it to `from proofdeck.kit import ...`.",
    ),
    "a commitment without a choice": Mistake(
        "auction",
        "auction_rules.py",
        "    bid: list[int] = choice([str(number) for number in range(MOST_COINS + 1)], each=True)\n",
        "",
        ("auction_rules.py", "self.commit", None),
        f"{FAILS}no choice is declared: write `bid = choice(each=True)` in the class of the table",
        "",
    ),
    "a value that is not there": Mistake(
        "auction",
        "rules_md/auction.md",
        "{{ setup(2) }}",
        '{{ value("coin") }} and {{ setup(2) }}',
        ("rules_md/auction.md", "value(", None),
        "the card 'coin' has no value: the cell of the column 'value' is empty. For another column, write "
        'cell("coin", "column").',
        "",
    ),
    "a cell of a column that is not there": Mistake(
        "auction",
        "rules_md/auction.md",
        "{{ setup(2) }}",
        '{{ cell("urn", "txet") }} and {{ setup(2) }}',
        ("rules_md/auction.md", "cell(", None),
        "there is no column 'txet'. Did you mean 'text'?",
        "",
    ),
    "a cell that is empty": Mistake(
        "auction",
        "rules_md/auction.md",
        "{{ setup(2) }}",
        '{{ cell("coin", "value") }} and {{ setup(2) }}',
        ("rules_md/auction.md", "cell(", None),
        "the card 'coin' has nothing in the column 'value'.",
        "",
    ),
    "a choice that is not declared": Mistake(
        "auction",
        "auction_rules.py",
        BID,
        "self.commit(bd=amount)",
        ("auction_rules.py", "self.commit", None),
        f"{FAILS}there is no choice 'bd'. Did you mean 'bid'?",
        "",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_is_told_with_its_place_and_a_cure(mistake: Mistake, tmp_path: Path) -> None:
    root = copied(mistake.family, tmp_path)
    file = root / mistake.file
    text = file.read_text(encoding="utf-8")
    assert mistake.right in text
    file.write_text(text.replace(mistake.right, mistake.wrong, 1), encoding="utf-8")
    problems = json.loads(run_briefly(root, "check", "--trust", "--json").out)["problems"]
    told = next((one for one in problems if one["message"] == mistake.says), None)
    assert told, problems
    place, words, column = mistake.where
    lines = (root / place).read_text(encoding="utf-8").splitlines()
    line = next(number for number, one in enumerate(lines, 1) if words in one)
    assert [told.get(key) for key in ("file", "line", "column")] == [place, line, column]
    assert str(told.get("hint") or "").startswith(mistake.look)

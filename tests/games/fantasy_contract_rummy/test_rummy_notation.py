"""Tables of Fantasy Contract Rummy as people write them, and what they are told when they slip."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import playable

from proofdeck.ground.problems import Problems
from proofdeck.play.engine.engine import Scored
from proofdeck.play.engine.notation import read_notation
from proofdeck.score.calculator import as_object, calculate
from proofdeck.score.report import as_text

NAME = "fantasy-contract-rummy"


def scored(text: str) -> Scored:
    problems = Problems()
    found = calculate(playable(NAME), text, "table", problems)
    assert not problems
    assert found is not None
    return found


def mistakes(text: str) -> list[tuple[str, int | None, int | None, str]]:
    problems = Problems()
    assert calculate(playable(NAME), text, "table", problems) is None
    return [(problem.code, problem.line, problem.column, problem.message) for problem in problems]


BOTH = """
Ana:
  master-of-arms: Paladin, Shield x2, Sword, Dagger
  friend-of-animals: Trickster as Ranger, Wolf, Bear, Raven
  open: Warrior's Arsenal
  secret: Slippery Beasts
  actions: Espionage, Helping Hand
Ben:
  multiplets: Druid x2, Dagger x2, Wolf x2
"""


def test_a_whole_table() -> None:
    """Ana: 10 + 24 + 5 + 4 + 5 = 48; 12 + 5 + 7 + 3 + 6 = 33; three weapons fulfil no Arsenal, -20; -44; 2 + 4."""
    found = scored(BOTH)
    assert [sheet.total for sheet in found.sheets] == [48 + 33 - 20 - 44 + 6, 43]
    assert [[found.names[seat] for seat in group] for group in found.ranking.groups] == [["Ben"], ["Ana"]]
    assert found.ranking.decided_by is not None
    assert found.ranking.decided_by.clause == "end.total"


def test_the_object_for_programs_has_the_promised_shape() -> None:
    row = as_object(NAME, scored(BOTH))
    assert (row["version"], row["game"], row["ranking"]) == (1, NAME, [["Ben"], ["Ana"]])
    first = row["players"][0]
    assert first["name"] == "Ana"
    assert sum(item["points"] for item in first["items"]) == first["total"]
    assert set(first["items"][0]) == {"clause", "label", "points", "cards"}


@pytest.mark.parametrize(
    ("line", "total"),
    [
        ("set: Paladin, Shield x2, Sword, Dagger", 48),
        ("SET :  2x shields, paladin,swords,  DAGGER", 48),
        ("master: pala, shield, shield, sword, dag", 48),
        ("set: mirror x3", 11),
        ("armory: mirrors x3", 10),
        ("set: bow & arrow, bow and arrow, Bow-and-Arrow", 9 + 5),
        ("set: trickster, shield x2, sword, dagger, bow", 53),
        ("class formation: Paladin x2, Trickster", 20 + 12 + 10),
        ("set: druid, wolf, bear", 8 + 5 + 7 + 6),
        ("broken formation: Paladin, Bard", 0),
        ("open: hoarder\n  armory: sword x6", 16 + 34),
        ("actions: tax, espionage x2", 6 + 4),
        ("hand: tax, espionage x2, wolf", 0),
        ("set: wolves x3  # three of them", 21),
        ("Paladin, Shield x2, Sword, Dagger", 48),
        ("paladin  as paladin,Shield x2, Sword, Dagger", 48),
        ("Wolf x3", 21),
        ("armory mirrors x3", 10),
    ],
)
def test_people_write_in_many_ways(line: str, total: int) -> None:
    assert scored(f"Ana:\n  {line}\n").sheets[0].total == total


def test_a_set_may_stand_beside_the_name() -> None:
    found = scored("Ana: Wolf x3\n  Mirror x3\nBen\n  Paladin, Shield x2, Sword, Dagger\n")
    assert [sheet.total for sheet in found.sheets] == [21 + 11, 48]


def test_clauses_that_give_no_points_are_handed_over_too() -> None:
    found = scored("Ana:\n  animal kingdom: Wolf, Druid as Wolf x2\n  secret: Slippery Beasts\n")
    assert found.fired == {
        "set.animal-kingdom", "stand-in.druid", "stand-in.natural", "contract.slippery-beasts", "pay.secret",
    }  # fmt: skip


def test_the_best_reading_is_named() -> None:
    found = scored("Ana:\n  set: trickster, shield x2, sword, dagger, bow\n")
    assert found.sheets[0].items[0].label == "Master of Arms, values"
    assert "Trickster as Paladin" in found.sheets[0].items[0].cards


def test_a_plain_trickster_or_druid_is_told_what_it_is_read_as() -> None:
    found = scored("Ana:\n  Trickster, Lute x2, Mirror, Dagger\nBen:\n  Animal Kingdom: Druid as Wolf, Druid, Wolf\n")
    assert found.notes == (
        "Ana: Trickster is read as Bard, because that counts most.",
        "Ben: Druid is read as Weasel, because that counts most.",
    )
    assert "Ana: Trickster is read as Bard, because that counts most." in as_text(found).splitlines()
    assert scored("Ana:\n  class-formation: Trickster x3\n  Druid as Bear, Wolf x2").notes == ()


@pytest.mark.parametrize(
    ("cards", "contract", "alone", "together"),
    [
        ("Weasel, Wolf, Raven, Bear, Phoenix, Druid", "Companion Mastery", 38 + 6, 38 + 6 + 44),
        ("Trickster, Tome x3, Sword, Staff, Mirror", "Warrior's Arsenal", 12 + 27 + 10 + 5, 12 + 9 + 10 + 5 + 20),
    ],
)
def test_an_open_reading_counts_the_most_together_with_the_contracts(
    cards: str, contract: str, alone: int, together: int
) -> None:
    """The Druid may be the Spirit or a friend of five animals; the Trickster a Mage or a Paladin."""
    assert scored(f"Ana:\n  {cards}\n").sheets[0].total == alone
    assert scored(f"Ana:\n  {cards}\n  open: {contract}\n").sheets[0].total == together


def test_a_pile_is_read_beside_the_sets_that_lie_there() -> None:
    """The six Swords fulfil the Hoarder already, so the pile is two sets: 35 + 14 + 17 + 16."""
    table = "Ana:\n  weapon-specialist: Sword x6\n  open: Hoarder\n  pile: Staff x3, Dagger x3\n"
    assert scored(table).sheets[0].total == 82


def test_a_pile_repairs_a_broken_set_and_the_suggestion_changes_its_line() -> None:
    table = "Ana:\n  Wolf x3\n  broken armory: Shield x2\n  pile: Shield, Sword, Wolf\n"
    assert scored(table).sheets[0].total == 21 + 12 + 5 + 4
    suggest = playable(NAME).engine.suggest
    assert suggest is not None
    found = suggest(playable(NAME).game, read_notation(table, "table"), Problems())["Ana"]
    assert (found.answers, found.left) == ((), ("Wolf",))
    assert found.instead == {3: "armory: Sword, Shield x3"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana:\n  set: Paladni, Shield x2, Sword", [("E701", 2, 8, "there is no card 'Paladni'")]),
        ("Ana:\n  armory: sword, wolf, staff", [("E704", 2, 11, "these cards are not a Armory [set.armory]")]),
        (
            "Ana:\n  class formation: Paladin x3\nBen:\n  class formation: Paladin x3",
            [("E703", 4, 20, "there are 6 of Paladin, but the deck has 4 [setup.decks]")],
        ),
        (
            "Ana:\n  class formation: Paladin, Trickster as Paladin x4",
            [("E703", 2, 29, "there are 4 of Trickster, but the deck has 3 [setup.decks]")],
        ),
        (
            "Ana:\n  armory: sword x3\n  open: companion mastery x2",
            [("E703", 3, 9, "there are 2 of Companion Mastery, but the deck has 1 [setup.decks]")],
        ),
        (
            "Ana:\n  set: Bard as Paladin, sword, staff, tome",
            [
                ("E704", 2, 16, "Bard cannot stand in for Paladin [stand-in.trickster]"),
            ],
        ),
        (
            "Ana:\n  class formation: Trickster as Mage x3",
            [("E704", 2, 20, "these cards are not a Class Formation [stand-in.natural]")],
        ),
        ("Ana:\n  sets: sword, s, staff", [("E701", 2, 16, "'s' may mean Spirit, Sword, Shield or Staff")]),
        ("Ana:\n  actions: Sword", [("E704", 2, 12, "Sword is not an action")]),
        ("Ana:\nBen:\nCleo:", [("E704", None, None, "Fantasy Contract Rummy is for two players, but there are 3")]),
        ("", [("E704", None, None, "Fantasy Contract Rummy is for two players, but there are 0")]),
        ("set: sword x3", [("E702", 1, 1, "'set' is not a player")]),
        ("Ana sword x3", [("E702", 1, 1, "'Ana' is not a player")]),
        ("Ana:\n  Sword,  Wofl, Staff", [("E701", 2, 11, "there is no card 'Wofl'")]),
        ("Ana: sword x2", [("E704", 1, 6, "these cards are not a set of any type")]),
    ],
)
def test_a_slip_is_named_with_its_place(text: str, expected: list[tuple[str, int | None, int | None, str]]) -> None:
    found = mistakes(text)
    assert [row for row in expected if row not in found] == []


PIECES = st.sampled_from(
    "Ana: Ben: : , \n \n\n  # x2 2x as set: armory: multiplets: broken open: secret: actions: hand: Paladin Shield "
    "Trickster Druid Wolf Sword Hoarder Espionage Zebra s 999x x0 é = \t".split(" ")
)


@given(st.lists(PIECES | st.text(max_size=4), max_size=40))
def test_no_text_gives_a_traceback(pieces: list[str]) -> None:
    problems = Problems()
    found = calculate(playable(NAME), " ".join(pieces), "table", problems)
    assert (found is None) == bool(problems)

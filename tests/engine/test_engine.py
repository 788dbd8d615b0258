"""What the engine promises whatever the game: fair shuffles, honest counts, search that finds the better move."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tables import ROOT, engine, playable, project

from proofdeck.ground.problems import Problems, ProofdeckError
from proofdeck.play.engine.bots import Bot, RandomBot
from proofdeck.play.engine.ismcts import Ismcts
from proofdeck.play.engine.loading import load_engine, load_playable
from proofdeck.play.engine.piles import derived, shuffled
from proofdeck.play.engine.playouts import percentile, play_one, summary, wilson
from proofdeck.play.engine.transcript import MOST_LINES, Replay, record
from proofdeck.source.rules.page import read_page

Writer = Callable[..., Path]


@given(st.lists(st.integers(0, 50), max_size=80), st.integers(0, 2**60), st.integers(0, 99))
def test_a_shuffle_keeps_the_cards_and_follows_from_its_seed_and_number(
    cards: list[int], seed: int, number: int
) -> None:
    assert Counter(shuffled(cards, seed, number)) == Counter(cards)
    assert shuffled(cards, seed, number) == shuffled(cards, seed, number)


def test_every_order_of_three_cards_is_equally_likely() -> None:
    """12,000 shuffles, six orders: 2,000 each, and four standard deviations are 163."""
    orders = Counter(tuple(shuffled([0, 1, 2], seed, 0)) for seed in range(12_000))
    assert len(orders) == 6
    assert all(abs(count - 2000) < 163 for count in orders.values())


def test_another_number_is_another_shuffle_and_another_part_another_seed() -> None:
    cards = list(range(52))
    assert len({tuple(shuffled(cards, 7, number)) for number in range(20)}) == 20
    assert len({derived(7, "game", index) for index in range(1000)}) == 1000
    assert derived(1, "bot", 1, 2) != derived(1, "bot", 12)


def test_the_interval_of_a_share_is_wilsons() -> None:
    """With a pencil for 1 of 10: (0.1 + 0.19207 -+ 1.95996 * sqrt(0.009 + 0.0096)) / 1.38415."""
    low, high = wilson(1, 10)
    assert low == pytest.approx(0.01788, abs=1e-4)
    assert high == pytest.approx(0.40415, abs=1e-4)
    assert wilson(0, 0) == (0, 1)
    assert wilson(0, 50)[0] == pytest.approx(0)
    assert wilson(50, 50)[1] == pytest.approx(1)


@pytest.mark.parametrize(
    ("values", "percent", "found"), [([3, 1, 2], 50, 2), ([5], 95, 5), (list(range(1, 101)), 5, 5)]
)
def test_a_percentile_is_a_value_that_was_seen(values: list[int], percent: float, found: int) -> None:
    assert percentile(values, percent) == found


def test_the_same_game_is_the_same_whatever_was_played_before() -> None:
    game, greedy = playable("tombs").game, engine("tombs").greedy
    alone = play_one(game, [greedy, RandomBot], 3, 5)
    for index in range(5):
        play_one(game, [greedy, RandomBot], 3, index)
    assert play_one(game, [greedy, RandomBot], 3, 5) == alone


def test_a_summary_counts_what_happened() -> None:
    game = playable("tombs").game
    outcomes = [play_one(game, [RandomBot, RandomBot], 3, index) for index in range(40)]
    found = summary(game, ["random", "random"], outcomes)
    assert found["games"] == 40
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(1)
    assert found["turns"]["mean"] == pytest.approx(sum(o.turns for o in outcomes) / 40)
    assert found["clauses"]["turn.draw"] == 1
    assert "teams.friendly" in found["never_fired"]
    assert sum(found["decided_by"].values()) + found["ties"] == pytest.approx(1)


def test_search_beats_chance() -> None:
    """Wins of 30 games from alternating seats; chance alone would reach 24 once in five hundred times."""
    game = playable("tombs").game

    def searching(random: Random) -> Bot:
        return Ismcts(random, simulations=60, horizon=40)

    wins = 0.0
    for index in range(30):
        makers = [searching, RandomBot] if index % 2 else [RandomBot, searching]
        wins += play_one(game, makers, 17, index).shares[1 - index % 2]
    assert wins >= 24


# -- engines from elsewhere --------------------------------------------------------------------------------------------


def loaded(write: Writer, engine_name: str, *, trust: bool) -> tuple[bool, list[str]]:
    root = write("rules_md/game.md", f"---\nengine: {engine_name}\n---\n")
    problems = Problems()
    page = read_page(root / "rules_md/game.md", "rules_md/game.md", problems)
    assert page is not None
    found = load_engine(page, root, problems, trust=trust)
    return found is not None, [problem.code for problem in problems]


def test_an_engine_from_elsewhere_is_code_and_does_not_run_unasked(write: Writer, tmp_path: Path) -> None:
    write("strange_engine.py", "from pathlib import Path\nPath(__file__).with_name('ran').touch()\n")
    assert loaded(write, "strange_engine", trust=False) == (False, ["E609"])
    assert not (tmp_path / "ran").exists()


def test_an_engine_of_the_project_is_loaded_when_it_is_trusted(write: Writer) -> None:
    write("my_own_tombs.py", "from proofdeck.play.games.tombs import GAME\n")
    assert loaded(write, "my_own_tombs", trust=True) == (True, [])


@pytest.mark.parametrize(
    ("name", "trust", "code"),
    [
        ("proofdeck.play.games.tomsb", False, "E608"),
        ("proofdeck.play.games.tombs.nothing", False, "E608"),
        ("no_such_module", True, "E608"),
        ("os", True, "E608"),
        ("os", False, "E609"),
        ("proofdeck.play.games.tombs.rules", False, "E608"),
        ("'..'", True, "E608"),
    ],
)
def test_an_engine_that_is_none_is_told(write: Writer, name: str, trust: bool, code: str) -> None:
    assert loaded(write, name, trust=trust) == (False, [code])


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("generator.games.tombs", "E608", "Write `engine: proofdeck.play.games.tombs`."),
        (
            "my_own_tombs",
            "E616",
            "Write `from proofdeck.kit import ...` in place of `from generator.engine.kit import ...`.",
        ),
    ],
)
def test_what_names_the_package_as_it_was_called_formerly_is_told_the_new_line(
    write: Writer, name: str, code: str, says: str
) -> None:
    write("my_own_tombs.py", "from generator.engine.kit import game_of\n")
    root = write("rules_md/game.md", f"---\nengine: {name}\n---\n")
    problems = Problems()
    page = read_page(root / "rules_md/game.md", "rules_md/game.md", problems)
    assert page is not None
    assert load_engine(page, root, problems, trust=True) is None
    assert [(problem.code, problem.hint) for problem in problems] == [(code, says)]


# -- transcripts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "1 E803 the file does not begin"),
        ("nonsense", "1 E803 the line is not a JSON object"),
        ("[1]", "1 E803 the line is not a JSON object"),
        ('{"version": 3}', "1 E803 the file does not begin"),
        ('{"version": 0}', "1 E803 the file does not begin"),
        ('{"version": 1, "game": 3}', "1 E803 the header lacks the game"),
        ('{"version": 1, "game": "tombs", "players": 2, "seed": 1}\n{"a"', "2 E803 the line is not a JSON object"),
    ],
)
def test_a_file_that_is_no_transcript_is_told_with_its_line(text: str, says: str) -> None:
    with pytest.raises(ProofdeckError, match=says):
        Replay(text.splitlines(), "t.jsonl")


@pytest.mark.parametrize(
    ("header", "rows", "says"),
    [
        ('"players": 2, "seed": 1', '{"action": "Fly"}', "2 E803 there is no action 'Fly'"),
        ('"players": 2, "seed": 1', '{"action": "Blade on b2"}', "2 E803"),
        ('"players": 9, "seed": 1', "", "1 E803 tombs is for 2 to 4 players"),
        ('"players": 2, "seed": 1', '{"returns": []}', "2 E803 the rules end this game differently"),
    ],
)
def test_a_transcript_that_the_rules_deny_is_told_with_its_line(header: str, rows: str, says: str) -> None:
    text = f'{{"version": 1, "game": "tombs", {header}, "fingerprint": "f"}}\n{rows}'
    replay = Replay(text.splitlines(), "t.jsonl")
    with pytest.raises(ProofdeckError, match=says):
        list(replay.steps(playable("tombs").game, replay.begin(playable("tombs").game, "f")))


def test_a_game_recorded_before_tables_had_other_hashes_is_replayed_all_the_same() -> None:
    """Its moves and its end are compared; a hash of today must be right."""
    tombs = playable("tombs")
    state = tombs.game.new_initial_state(2, 1)
    lines = list(record(tombs.game, state, 1, ["random"] * 2, [RandomBot(Random(seed)) for seed in (1, 2)], "f"))
    hashed = next(at for at, written in enumerate(lines) if '"hash"' in written)
    lines[hashed] = re.sub('"hash":"[^"]*"', '"hash":"then"', lines[hashed])
    for version in (1, 2):
        header = lines[0].replace('"version":2', f'"version":{version}')
        replay = Replay([header, *lines[1:]], "t.jsonl")
        steps = replay.steps(tombs.game, replay.begin(tombs.game, "f"))
        if version == 1:
            assert len(list(steps)) == replay.moves
        else:
            with pytest.raises(ProofdeckError, match=f"{hashed + 1} E803 hash is .* but then in the transcript"):
                list(steps)


def test_a_transcript_of_other_cards_is_not_replayed() -> None:
    replay = Replay(['{"version": 1, "game": "tombs", "players": 2, "seed": 1, "fingerprint": "f"}'], "t.jsonl")
    with pytest.raises(ProofdeckError, match=r"different cards or parameters\n.*git worktree add"):
        replay.begin(playable("tombs").game, "g")


@pytest.mark.parametrize(
    ("cells", "is_the_same"),
    [
        ({"rules": "turn.draw"}, True),
        ({"note": ""}, True),
        ({"rules": "Draw a card."}, False),
        ({"note": "new"}, False),
    ],
)
def test_only_cells_that_can_matter_in_play_tell_a_deck_from_another(cells: dict[str, str], is_the_same: bool) -> None:
    tombs, page = project().games["tombs"], project().games["tombs"].page
    bare = [
        replace(card, fields={key: cell for key, cell in card.fields.items() if key != "rules"}) for card in tombs.deck
    ]
    other = [replace(card, fields={**card.fields, **cells}) for card in bare]
    found = [load_playable(page, replace(tombs.deck, cards=tuple(cards)), ROOT, Problems()) for cards in (bare, other)]
    prints = [one.fingerprint for one in found if one is not None]
    assert (prints[0] == prints[1]) is is_the_same


def test_a_transcript_with_more_lines_than_a_game_has_moves_is_refused_unread() -> None:
    header = '{"version": 1, "game": "tombs", "players": 2, "seed": 1, "fingerprint": "f"}'
    with pytest.raises(ProofdeckError, match="no game has more"):
        Replay([header, *["no JSON"] * MOST_LINES], "t.jsonl")
    with pytest.raises(ProofdeckError, match="begin with the header"):
        Replay(["{}", *["no JSON"] * 3], "t.jsonl")

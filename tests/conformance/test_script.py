"""The script itself: its defaults, its size, and what it leaves alone."""

from typing import Any

import brotli
import rjsmin

from games.rules.presets import presets
from games.rules.ruleset import RuleSet, as_json
from tests.conformance.javascript import SCRIPTS, conversation, encoded
from tests.conformance.played import parameters_of

LOADER = SCRIPTS[0].with_name("tally_loader.js")
OF_CARDS_AND_WORDS = {
    *("run_wrap", "max_wilds_per_meld", "wild_scope", "wild_may_duplicate", "layoff", "seats", "opening", "dead_stock"),
}
"""The parameters that the script needs not know."""
TWO = {"active": [0, 1], "declared": "knock", "ender": 0, "deadwood": {"0": 7, "1": 17}, "card": None}
GAME: dict[str, Any] = {"rules": {}, "seats": 2, "dealer": 0, "rounds": []}


def test_parameters_not_named_are_those_of_the_standard_rules() -> None:
    with conversation() as ask:
        known = ask({"ask": "rules", "parameters": {}})
    values = as_json(RuleSet()) | {"false_knock_penalty": None}
    assert known == {name: value for name, value in values.items() if name not in OF_CARDS_AND_WORDS}


def test_every_preset_has_its_own_values() -> None:
    with conversation() as ask:
        for preset in presets().values():
            known = ask({"ask": "rules", "parameters": parameters_of(preset.rules)})
            values = as_json(preset.rules)
            assert known == {name: values.get(name) for name in known}
            assert ask({"ask": "most", "parameters": parameters_of(preset.rules)}) == preset.rules.most_deadwood


def test_all_of_it_has_ten_kilobytes_at_most_as_it_is_served() -> None:
    minified = [rjsmin.jsmin(path.read_text(encoding="utf-8")) for path in SCRIPTS]
    bundle = len(brotli.compress("\n".join(minified).encode()))
    loader = len(brotli.compress(rjsmin.jsmin(LOADER.read_text(encoding="utf-8")).encode()))
    assert bundle + loader <= 10_000


def test_a_round_with_faults_counts_for_nothing() -> None:
    over = TWO | {"deadwood": {"0": 11, "1": 17}}
    rounds = [{"number": 1, "facts": TWO}, {"number": 2, "facts": over}, {"number": 3, "facts": TWO}]
    with conversation() as ask:
        sheet = ask({"ask": "sheet", "game": GAME | {"rounds": rounds}})
    lines = sheet["rounds"]
    assert [line["counts"] for line in lines] == [True, False, True]
    assert [line["score"]["points"] for line in lines] == [[10, 0], [10, 0], [20, 0]]
    assert lines[1]["faults"] == [{"code": "over_knock_limit", "seat": 0, "amount": 11, "limit": 10}]
    assert lines[2]["deal"] == {"dealer": 1, "active": [0, 1]}


def test_a_game_is_left_as_it_was() -> None:
    before = GAME | {"rounds": [{"number": 1, "facts": TWO}]}
    with conversation() as ask:
        game = ask({"ask": "unchanged", "game": before, "moves": [[1, TWO], [2, TWO], [1]]})
    assert encoded(game) == encoded(before)

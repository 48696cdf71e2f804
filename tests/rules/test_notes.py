"""Notes on presets are shown only while they are true of the changed rules.

Every preset is changed in every parameter, one at a time, and every sentence that is then still shown is held against
two others: the values its data allow, listed here by hand, and the behavior of the scorer (``TRUE``).
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.rules.declaration import Declaration, Ending
from games.rules.faults import RulesError
from games.rules.house_rules import house_rule_applies, house_rules
from games.rules.presets import Note, Preset, presets, rule_set
from games.rules.rule_properties import hands_per_round
from games.rules.ruleset import FACES_TEN, RuleSet, as_json, with_house_rules
from games.rules.scoring import Event, RoundResult, score_round
from tests.rules.single_changes import DATA, NOTES, single_changes

SAMPLED = pytest.mark.parametrize(
    "every", [pytest.param(4, id="every fourth preset"), pytest.param(1, id="every preset", marks=pytest.mark.slow)]
)


def shown(preset: Preset, rules: RuleSet) -> set[str]:
    """Return the ids of the notes shown for a preset under these rules."""
    fields = {*preset.notes_under(rules), *preset.readings_under(rules)}
    return {note.id for note in (*preset.weakness_notes, *preset.reading_notes) if note.text in fields}


def allows(allowed: Any, value: Any) -> bool:
    """Say whether the data of a note allow a value, read as JSON: 0 is not false."""
    if isinstance(allowed, dict):
        return not allows(allowed["not"], value)
    return json.dumps(value, sort_keys=True) in [json.dumps(other, sort_keys=True) for other in allowed]


def test_notes_of_a_preset_are_true_of_it(subtests: pytest.Subtests) -> None:
    for preset in presets():
        with subtests.test(preset=preset):
            there = presets()[preset]
            assert shown(there, there.rules) == {note.id for note in (*there.weakness_notes, *there.reading_notes)}
            assert there.note == " ".join(NOTES[name]["text"] for name in DATA["presets"][preset]["notes"])


@SAMPLED
def test_a_sentence_goes_with_the_value_it_speaks_of_and_with_no_other(subtests: pytest.Subtests, every: int) -> None:
    for preset in list(presets())[::every]:
        with subtests.test(preset=preset):
            there, number = presets()[preset], 0
            for name, value, rules in single_changes(there):
                number += 1
                question = shown(there, rules)
                for note in (*there.weakness_notes, *there.reading_notes):
                    holds = NOTES[note.id]["holds"]
                    stays = holds != "preset" and (name not in holds or allows(holds[name], value))
                    assert (note.id in question) == stays, f"{note.id} with {name} = {value!r}"
            assert number > 190


@SAMPLED
def test_notes_shown_after_a_single_change_match_the_rules(subtests: pytest.Subtests, every: int) -> None:
    for preset in list(presets())[::every]:
        with subtests.test(preset=preset):
            there = presets()[preset]
            for name, value, rules in single_changes(there):
                wrong = [note for note in shown(there, rules) if not TRUE[note](rules)]
                assert wrong == [], f"with {name} = {value!r}"


@pytest.mark.slow
def test_notes_shown_under_any_house_rules_match_the_rules(subtests: pytest.Subtests) -> None:
    for preset in presets():
        with subtests.test(preset=preset):
            there = presets()[preset]
            for one in house_rules().values():
                if not house_rule_applies(one, there.rules):
                    continue
                first = with_house_rules(there.rules, one.overrides)
                for other in house_rules().values():
                    rules = with_house_rules(first, other.overrides) if house_rule_applies(other, first) else first
                    wrong = [note for note in shown(there, rules) if not TRUE[note](rules)]
                    assert wrong == [], f"{one.id}, {other.id}"


def test_notes_shown_for_another_number_of_players_match_the_rules() -> None:
    for there in presets().values():
        for players in there.by_players:
            rules = there.rules_for(players)
            assert [note for note in shown(there, rules) if not TRUE[note](rules)] == []
    how_to = presets()["how_to"]
    assert "C5" in shown(how_to, how_to.rules_for(4))
    assert "C6" in shown(how_to, how_to.rules_for(3))
    assert {note.id for note in how_to.weakness_notes} <= shown(how_to, how_to.rules_for(3))


def test_a_house_rule_takes_the_note_along_that_it_contradicts() -> None:
    ginski = presets()["ginski"]
    other = rule_set("ginski", house_rules()["undercut_ender_only"].overrides)
    assert "everyone else's deadwood" in ginski.note
    assert ginski.notes_under(other) == ()
    assert not [text for text in ginski.readings_under(other) if "deadwood of everybody else" in text]


def test_the_part_of_a_note_that_is_still_true_stays(snapshot: SnapshotAssertion) -> None:
    pagat = presets()["pagat"]
    assert pagat.notes_under(rule_set("pagat", {"gin_bonus": 25})) == snapshot
    bicycle = presets()["bicycle"]
    assert bicycle.notes_under(rule_set("bicycle", {"target": 150})) == snapshot


def test_notes_are_sentences_of_presets_with_a_source_and_name_parameters_and_values() -> None:
    used = [name for row in DATA["presets"].values() for name in (*row["notes"], *row["readings"])]
    assert set(used) == set(NOTES)
    assert set(TRUE) == set(NOTES)
    for row in NOTES.values():
        assert set(row) == {"text", "holds", "source"}
        assert re.fullmatch(r"[A-Z].*\.", row["text"])
        assert re.match(r"Rules \d", row["source"])
        for name, allowed in ({} if row["holds"] == "preset" else row["holds"]).items():
            values = allowed["not"] if isinstance(allowed, dict) else allowed
            assert values
            for value in values:
                house = {name: value} | ({"column_multipliers": [1] * value} if name == "columns" else {})
                assert json.dumps(as_json(with_house_rules(RuleSet(target=100), house)).get(name)) == json.dumps(value)


# --- A sentence that speaks of a parameter is bound to it -------------------------------------------------------------

SPEAKS_OF = {
    r"\bundercut": ("undercut_", "knock_limit"),
    r"\btie\b|\bequal": ("undercut_on", "undercut_tie", "knock_limit"),
    r"\bknock": ("knock_", "undercut_", "limit_"),
    r"\b(big )?gin('s)? (scores|keeps)|\bgin's 25": ("gin_bonus",),
    r"\blay(ing)? ?off|\blayoff": ("layoff",),
    r"\bupcard": ("opening", "limit_source"),
    r"\bace\b": ("limit_ace", "run_wrap"),
    r"\btarget|, to \d\d": ("target",),
    r"\bspade|\bdoubling suits": ("double_suits",),
    r"\bbox(es)?\b": ("box_", "sweep_boxes", "team_netting", "shutout"),
    r"\bshutout|\bshut out": ("shutout",),
    r"\bcolumns?\b|\bon one sheet": ("columns",),
    r"\bwild\b": ("wild_", "max_wilds_per_meld"),
    r"\bdeals?\b|\bdealer\b": ("next_dealer", "dead_hand_dealer", "opening", "team_netting"),
    r"\bstock\b": ("dead_stock", "opening"),
    r"\bpartner|\bteam|\bside\b|\bcaptain\b": ("seating",),
    r"\brounded": ("round_to",),
    r"\bpays\b|\bworth\b": ("settlement", "seating", "shutout"),
}
FREE = {
    "no_gin_off": "no parameter can be what it speaks of",
    "gin_off": "no parameter can be what it speaks of",
    "D2": "gin can't be undercut, by any rules",
}


def test_a_sentence_is_bound_to_what_it_speaks_of(subtests: pytest.Subtests) -> None:
    for name in NOTES:
        with subtests.test(name=name):
            text, holds = NOTES[name]["text"], NOTES[name]["holds"]
            spoken_of = (
                {}
                if holds == "preset"
                else {words: of for words, of in SPEAKS_OF.items() if re.search(words, text, re.I)}
            )
            unbound = [words for words, of in spoken_of.items() if not any(bound.startswith(of) for bound in holds)]
            assert bool(unbound) == (name in FREE), unbound


# Numbers in a sentence that aren't the value of a parameter.
OTHER_NUMBERS = {
    "column_target": {125, 150},
    "E1": set[int](),
    "ace_one": {1},
    "ace_not_printed": {1},
    "sources_on_ace": {1},
    "B3": {1},
    "D2": {2},
    "tedesco_200": {200},
    "unrounded": {500},
    "double_game": {200},
    "printed_targets": {150},
}


def test_a_number_in_a_sentence_is_a_value_it_is_bound_to(subtests: pytest.Subtests) -> None:
    for name in NOTES:
        with subtests.test(name=name):
            holds = {} if NOTES[name]["holds"] == "preset" else NOTES[name]["holds"]
            bound = {
                value for allowed in holds.values() if isinstance(allowed, list) for value in allowed if value.__hash__
            }
            numbers = {int(number) for number in re.findall(r"\d+", NOTES[name]["text"])}
            assert numbers - OTHER_NUMBERS.get(name, set()) <= bound


# --- What each sentence says, asked of the rules ----------------------------------------------------------------------


def scored(rules: RuleSet, ending: Ending, deadwood: Mapping[int, int]) -> RoundResult | None:
    """Return the result of a round that seat 0 ended, with any limit there may be; None if it isn't legal."""
    house = {"double_suits": [], "rank_values": FACES_TEN, "limit_source": "fixed", "hand_size": 10}
    house |= {"knock_limit": None} if rules.knock_limit != 0 else {}
    try:
        return score_round(Declaration(tuple(deadwood), ending, 0, deadwood), with_house_rules(rules, house))
    except RulesError:
        return None


def knocked(rules: RuleSet, *deadwood: int) -> RoundResult | None:
    return scored(rules, Ending.KNOCK, dict(enumerate(deadwood)))


def gin(rules: RuleSet, *others: int) -> RoundResult | None:
    return scored(rules, Ending.GIN, dict(enumerate((0, *others))))


def undercut_pays(*deadwood: int, points: int) -> Callable[[RuleSet], bool]:
    """Return whether seat 0, who knocked with the first, is undercut by seat 1 for so many points plus the bonus."""

    def is_so(r: RuleSet) -> bool:
        result = knocked(r, *deadwood)
        return bool(result and result.event is Event.UNDERCUT and result.points[1] == r.undercut_bonus + points)

    return is_so


def tie_is(event: Event) -> Callable[[RuleSet], bool]:
    return lambda r: (result := knocked(r, 3, 3)) is not None and result.event is event


def gin_pays(amount: int) -> Callable[[RuleSet], bool]:
    return lambda r: (result := gin(r, 40)) is not None and result.points[0] == 40 + amount


def undercut_bonus(amount: int, tie: int) -> Callable[[RuleSet], bool]:
    """Say whether an undercut earns an amount besides the difference, with equal deadwood another."""

    def is_so(r: RuleSet) -> bool:
        lower, equal = knocked(r, 3, 2), knocked(r, 3, 3)
        if lower is None or equal is None:
            return False
        paid, paid_tie = (
            sum(line.points for line in result.lines if line.seat == 1 and line.kind == "undercut")
            for result in (lower, equal)
        )
        return paid == amount and (equal.event is Event.KNOCK or paid_tie == tie)

    return is_so


def both(*all_of: Callable[[RuleSet], bool]) -> Callable[[RuleSet], bool]:
    return lambda r: all(one(r) for one in all_of)


def seats_are(r: RuleSet, low: int, high: int) -> bool:
    return (r.seats.min, r.seats.max) == (low, high)


def always(r: RuleSet) -> bool:
    return True


def ends(r: RuleSet) -> bool:
    return r.target is not None


def shuts_out(r: RuleSet) -> bool:
    return ends(r) and r.shutout != "none"


def deal_alternates(r: RuleSet) -> bool:
    return r.next_dealer in ("alternate", "left", "idle_player")


def upcard_limit(r: RuleSet) -> bool:
    return r.limit_source == "upcard" and r.knock_limit != 0


def ace_allows_one(r: RuleSet) -> bool:
    return upcard_limit(r) and r.limit_ace == "value" and r.rank_values[0] == 1


def undercut_takes_all(r: RuleSet) -> bool:
    return undercut_pays(9, 5, 20, points=29)(r)


def several_at_once(r: RuleSet) -> bool:
    return hands_per_round(r) > 2


def one_undercuts(r: RuleSet) -> bool:
    result = knocked(r, 9, 5, 7)
    return result is not None and result.winners == (1,) and several_at_once(r)


def equals_score_in_full(r: RuleSet) -> bool:
    result, alone = knocked(r, 9, 5, 5), knocked(r, 9, 5, 20)
    return bool(
        result and alone and result.winners == (1, 2) and result.points[1] == result.points[2] and several_at_once(r)
    )


def own_comes_off_once(r: RuleSet) -> bool:
    result = knocked(r, 8, 15, 20)
    return result is not None and result.points[0] == 27 + r.knock_bonus and several_at_once(r)


def unmelded_wins_after_a_knock(r: RuleSet) -> bool:
    result = knocked(r, 3, 0)
    return result is not None and result.event is Event.UNDERCUT


TRUE: Mapping[str, Callable[[RuleSet], bool]] = {
    "undercut_example": undercut_takes_all,
    "big_gin_on_top": lambda r: r.big_gin_bonus == 50 and gin_pays(25)(r),
    "ace_not_printed": ace_allows_one,
    "both_articles": undercut_bonus(25, 10),
    "target_and_doublers": lambda r: r.target == 100 and r.double_suits == {"s"},
    "doublers": lambda r: r.double_suits == {"s"},
    "card_is_torn": always,
    "worked_out": both(gin_pays(25), tie_is(Event.UNDERCUT)),
    "older_scoring": both(gin_pays(20), undercut_bonus(10, 10)),
    "from_digests": always,
    "text_not_at_hand": always,
    "numbers_agree": lambda r: r == rule_set("bicycle"),
    "sources_on_ace": ace_allows_one,
    "nobody_knocks": lambda r: knocked(r, 1, 9) is None,
    "as_straight": lambda r: r == rule_set("straight"),
    "three_games": lambda r: r.columns == 3,
    "printed_targets": lambda r: r.target == 100,
    "hollywood_and_oklahoma": lambda r: r.columns == 3 and upcard_limit(r) and r.target == 250,
    "no_gin_off": always,
    "between_teams": lambda r: r.seating == "teams" and r.target == 300,
    "pieced_together": always,
    "from_memory": lambda r: gin_pays(20)(r) and r.undercut_bonus == 20,
    "two_of_three": lambda r: r.seating in ("loser_sits_out", "loser_deals_and_sits"),
    "one_alone": lambda r: r.seating == "captain",
    "boxes_at_once": lambda r: ends(r) and r.box_timing == "immediate" and r.box_value == 10 and r.box_win > 0,
    "any_count": lambda r: r.knock_limit is None and r.limit_source == "fixed" and r.target is None,
    "A1": lambda r: r.opening == "upcard_offer" and r.first_turn != "lower_score" and r.seating == "all_active",
    "A2": undercut_takes_all,
    "A3": tie_is(Event.KNOCK),
    "A4": one_undercuts,
    "A5": equals_score_in_full,
    "A6": lambda r: (result := knocked(r, 9, 5)) is not None and result.points[0] == 0 and r.settlement != "zero_sum",
    "A7": lambda r: r.deck == "rumski70" and r.max_wilds_per_meld > 0 and r.wild_scope == "any",
    "A8": lambda r: r.deck == "rumski70" and r.max_wilds_per_meld > 0 and r.wild_may_duplicate,
    "A9": lambda r: r.layoff == "never",
    "A10": own_comes_off_once,
    "A11": always,
    "A12": lambda r: unmelded_wins_after_a_knock(r) and r.deck == "rumski70",
    "A13": lambda r: ends(r) and r.winner == "first_to_target",
    "A14": lambda r: r.dead_stock == 0 and r.dead_hand_dealer == "next",
    "B1": lambda r: r.big_gin_bonus == 50 and gin_pays(25)(r),
    "B1_off": lambda r: r.big_gin_bonus is None and r.hand_size == 10,
    "B2": lambda r: ends(r) and r.line_bonus > 0 and r.line_margin == 50 and r.box_timing == "end",
    "B3": lambda r: ace_allows_one(r) and r.rank_values[12] == 10 and r.knock_limit in (10, None) and r.target == 100,
    "B4": lambda r: deal_alternates(r) and r.seating == "all_active" and seats_are(r, 2, 2),
    "B5": lambda r: ends(r) and r.winner == "highest_total",
    "C1": both(undercut_bonus(25, 10), undercut_pays(9, 2, points=7)),
    "C2": lambda r: r.dead_stock == 2,
    "C3": lambda r: r.target == 100 and r.winner == "highest_total",
    "C4": lambda r: shuts_out(r) and r.shutout_test == "no_hands_won",
    "C5": lambda r: r.team_netting == "sum" and r.seating in ("all_active", "teams"),
    "C6": lambda r: (
        ends(r) and r.shutout == "add" and r.shutout_amount > 0 and r.settlement != "one_point" and r.seats.max > 2
    ),
    "C7": lambda r: r.layoff == "unless_gin" and unmelded_wins_after_a_knock(r),
    "D1": lambda r: r.target == 100,
    "D2": lambda r: r.hand_scoring == "flop" and (result := gin(r, 0)) is not None and result.points[0] == 2,
    "D3": lambda r: r.dead_hand_dealer == "same" and r.next_dealer in ("winner", "loser"),
    "D4": lambda r: r.double_suits == {"s"},
    "D5": lambda r: shuts_out(r) and r.shutout_test == "no_points" and all(_points_of_wins(r)),
    "D6": always,
    "D7": lambda r: ends(r) and r.shutout == "double_total" and bool(r.box_win and r.box_value and r.game_bonus),
    "D7_game": lambda r: ends(r) and r.settlement == "one_point" and r.shutout in ("double_points", "double_total"),
    "E1": lambda r: gin_pays(25)(r) and r.undercut_bonus == 20,
    "E2": tie_is(Event.UNDERCUT),
    "E3": lambda r: r.dead_hand_dealer == "next" and deal_alternates(r) and not r.seating.startswith("loser"),
    "E4": lambda r: r.dead_stock == 1,
    "E5": lambda r: r.run_wrap == "none" and r.rank_values[0] == 1 and r.deck == "french52",
    "E_melds": lambda r: r.deck == "french52",
    "E_knock": lambda r: (result := knocked(r, 3, 20)) is not None and result.points[0] == 17,
    "straight_gin": lambda r: knocked(r, 1, 9) is None and (result := gin(r, 40)) is not None and result.points[0] > 40,
    "mahjong": always,
    "ace_one": ace_allows_one,
    "ace_gin": lambda r: upcard_limit(r) and r.limit_ace == "gin_only",
    "first_upcard": upcard_limit,
    "spade_boxes": lambda r: r.double_suits == {"s"} and r.double_boxes == "extra" and r.box_win > 0,
    "column_target": lambda r: r.columns == 3 and r.target == 100,
    "gin_off": lambda r: not r.layoff_zero_voids_gin,
    "unrounded": lambda r: r.round_to == 0,
    "undercut_10": undercut_bonus(10, 10),
    "double_game": lambda r: ends(r) and (r.game_bonus, r.shutout, r.shutout_amount) == (100, "add", 100),
    "winner_deals": lambda r: r.next_dealer == "winner" and r.seating != "loser_deals_and_sits",
    "team_boxes": lambda r: r.seating == "teams" and r.team_netting == "per_hand",
    "team_targets": lambda r: r.seating == "teams" and r.target == 150 and seats_are(r, 6, 8),
    "everybody_pays": lambda r: ends(r) and r.settlement == "difference" and r.seating not in ("teams", "captain"),
    "captain_pays": lambda r: r.seating == "captain",
    "tedesco_200": lambda r: r == rule_set("tedesco"),
    "jersey_20": lambda r: gin_pays(20)(r) and r.undercut_bonus == 20,
    "tie_stands": tie_is(Event.KNOCK),
    "knock_tie": undercut_bonus(10, 0),
    "knock_tied": equals_score_in_full,
}


def _points_of_wins(r: RuleSet) -> Iterator[int]:
    """Yield the least that a hand can be won with, in every way to win one."""
    for result in (knocked(r, 1, 2), knocked(r, 1, 1), knocked(r, 2, 1), gin(r, 0)):
        if result is not None and result.winners:
            yield result.points[result.winners[0]]


def test_every_sentence_can_be_untrue() -> None:
    """A check that says yes to everything shows nothing: each is false for some rules, or of the source alone."""
    some = [rules for there in presets().values() for rules in (there.rules, *(r for *_, r in single_changes(there)))]
    of_the_source = {name for name, is_so in TRUE.items() if is_so is always}
    assert of_the_source == {name for name in NOTES if NOTES[name]["holds"] == {}}
    assert [name for name in set(TRUE) - of_the_source if all(TRUE[name](rules) for rules in some)] == []


def test_false_and_zero_are_different_values() -> None:
    note = Note("x", "X.", {"gin_bonus": [0], "bonus_per_opponent": [False], "seats": {"not": [{"min": 2}]}}, "Rules 8")
    assert note.is_true({"gin_bonus": 0, "bonus_per_opponent": False, "seats": {"min": 3}})
    assert not note.is_true({"gin_bonus": False, "bonus_per_opponent": False, "seats": {"min": 3}})
    assert not note.is_true({"gin_bonus": 0, "bonus_per_opponent": 0, "seats": {"min": 3}})
    assert not note.is_true({"gin_bonus": 0, "bonus_per_opponent": False, "seats": {"min": 2}})

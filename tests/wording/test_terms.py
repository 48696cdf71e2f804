"""Explained terms: how they are marked up, and which of them apply to a round or settlement."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.pages.table.term_views import explained_terms, term_links, terms_of_end, terms_of_round
from games.rules.declaration import Declaration, Ending
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import ScoreLine, score_round
from games.wording.rules.summary import summary
from tests.rules.single_changes import single_changes

ALL = {name: preset.rules for name, preset in presets().items()}


def undercut(rules: RuleSet) -> str:
    return next(view.example for view in explained_terms(rules) if view.id == "undercut")


def test_every_word_has_a_meaning_and_a_place_of_its_own(subtests: pytest.Subtests) -> None:
    for preset, rules in ALL.items():
        with subtests.test(preset=preset):
            views = explained_terms(rules, "/rules/")
            assert len({view.id for view in views}) == len({view.word for view in views}) == len(views)
            assert all(view.meaning.endswith(".") and view.url == f"/rules/#term-{view.id}" for view in views)


@pytest.mark.parametrize(
    "rules",
    [
        RuleSet(),
        with_house_rules(RuleSet(), {"undercut_bonus": 10, "box_win": 0}),
        ALL["gamesgrid_flop"],
        ALL["partnership"],
    ],
)
def test_an_undercut_is_worked_out_by_the_rules_in_force(rules: RuleSet, snapshot: SnapshotAssertion) -> None:
    assert undercut(rules) == snapshot


@pytest.mark.parametrize(
    "preset", ["ginski", "gamesgrid_flop", "how_to", "tournament_partners", "captain", "knock_rummy"]
)
def test_words_are_explained_by_the_rules_in_force_after_any_single_change(preset: str) -> None:
    for name, value, rules in single_changes(presets()[preset]):
        text_found = " ".join(summary(rules))
        for view in explained_terms(rules):
            # The card values are within a longer sentence there.
            strange = [text for text in view.sentences if text not in text_found and view.id != "deadwood"]
            assert strange == [], f"{view.id} with {name} = {value!r}"


def test_the_rumski_deck_has_words_of_its_own() -> None:
    assert [view.word for view in explained_terms(ALL["ginski"]) if "gin" in view.id] == ["Ginski", "Big Ginski"]


def test_a_round_is_about_how_it_ended_and_what_it_scored() -> None:
    rules = with_house_rules(RuleSet(), {"box_undercut": 1})
    result = score_round(Declaration((0, 1), Ending.KNOCK, 0, {0: 9, 1: 7}), rules)
    assert [link.id for link in terms_of_round(result, rules)] == ["undercut", "deadwood", "box"]


def test_a_word_that_means_nothing_here_is_left_out() -> None:
    assert [link.id for link in term_links(ALL["straight"], ("knock", "gin", "gin", "nothing"))] == ["gin"]
    lines = [
        ScoreLine(0, "game", "game_bonus", 100),
        ScoreLine(0, "hand_points", "", 7),
        ScoreLine(0, "column", "columns", 1),
    ]
    assert [link.word for link in terms_of_end(lines, RuleSet())] == ["Game bonus"]


def test_every_kind_of_line_that_can_be_explained_is_known() -> None:
    """A new kind of line has to be put among those that are explained, or here."""
    from games.wording.scores import _LINE_TEXT
    from games.wording.terms import _OF_LINES

    of_itself = {"flop_hand", "hand_points", "points_and_boxes", "game_won"}
    assert set(_LINE_TEXT) - set(_OF_LINES) == of_itself

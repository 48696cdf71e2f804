"""The sentences about a season."""

import pytest
from syrupy.assertion import SnapshotAssertion

from games.rules.league.needs import Need, NeedCode
from games.rules.league.season import SeasonCode, SeasonFault
from games.wording.season.needs import need_text
from games.wording.season.season_setup import change_sentence, season_fault_text

NAMES = {1: "Ann", 2: "Ben"}


def test_each_need_is_a_sentence(snapshot: SnapshotAssertion) -> None:
    needs = [
        Need(NeedCode.CHAMPION, 1),
        Need(NeedCode.OUT, 1, 3),
        Need(NeedCode.OUT, 2),
        Need(NeedCode.WINS_NEEDED, 1, 1),
        Need(NeedCode.WINS_NEEDED, 1, 3),
        Need(NeedCode.WINS_ENOUGH, 1, 1),
        Need(NeedCode.WINS_ENOUGH, 2, 4),
        Need(NeedCode.UNRANKED, 1, 1),
        Need(NeedCode.UNRANKED, 1, 2),
        Need(NeedCode.FINISHED, 1, place=1),
        Need(NeedCode.FINISHED, 1, place=1, shared=True),
        Need(NeedCode.FINISHED, 1, place=4),
        Need(NeedCode.FINISHED, 1, place=5, shared=True),
        Need(NeedCode.FINISHED, 1, 4, place=3),
        Need(NeedCode.WINS_LEFT, 1, 1),
        Need(NeedCode.WINS_LEFT, 1, 3),
        Need(NeedCode.SURE_OF, 1, 4),
        Need(NeedCode.FOR_THIRD, 1, 4),
        Need(NeedCode.NEXT_WIN, 1, 1, 9, place=3),
        Need(NeedCode.NEXT_WIN, 1, 2, 9, place=3),
        Need(NeedCode.NEXT_DRAW, 1, 1, 9, place=1),
        Need(NeedCode.NEXT_DRAW, 1, 2, 9, place=2),
        Need(NeedCode.PASS_BY_WIN, 1, 0, 9, 2),
        Need(NeedCode.PASS_BY_MARGIN, 1, 2, 9, 2, "boxes", met=True),
        Need(NeedCode.PASS_BY_MARGIN, 1, 1, 9, 2, "boxes"),
        Need(NeedCode.PASS_BY_MARGIN, 1, 13, 9, 2, "point_difference"),
        Need(NeedCode.PASS_BY_MARGIN, 1, 3, 9, 2, "gins"),
    ]
    assert [need_text(need, NAMES) for need in needs] == snapshot


def test_every_need_has_a_sentence(subtests: pytest.Subtests) -> None:
    for code in list(NeedCode):
        with subtests.test(code=code):
            text = need_text(Need(code, 1, 1, 9, 2, "boxes"), NAMES)
            assert (text[-1], "None" in text, "Ann" in text) == (".", False, True)


@pytest.mark.parametrize("code", list(SeasonCode))
def test_every_fault_of_a_season_has_a_sentence(code: SeasonCode) -> None:
    text = season_fault_text(SeasonFault("wins", code, "wins", 1, 2))
    assert (text[0].isupper(), text[-1], "None" in text, "%" in text) == (True, ".", False, False)


def test_changes_of_rules_are_worded_like_their_choices(snapshot: SnapshotAssertion) -> None:
    changes: list[tuple[str, object, object]] = [
        ("pairing", "swiss", "free"),
        ("order", ["points", "lot"], ["wins"]),
        ("loss", 1, 0),
        ("bye", "win", "nothing"),
        ("match_end", "all_games", "when_decided"),
        ("crossing", "every_round", "by_turns"),
        ("house_rules", {}, {"gin_bonus": 30}),
        ("best_nights", None, 5),
        ("rules_title", "", "Ours"),
        ("strict", False, True),
    ]
    assert [change_sentence(name, before, after) for name, before, after in changes] == snapshot

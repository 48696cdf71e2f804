"""The sentences about a season."""

from dataclasses import fields
from typing import Any

import pytest

from games.rules.needs import Need, NeedCode
from games.rules.season import BadSeason, SeasonCode, SeasonFault, SeasonRules, season_rules
from games.wording import need_text, season_fault_text

NAMES = {1: "Ann", 2: "Ben"}
BEFORE = ", if nothing else happens before."


@pytest.mark.parametrize(
    ("need", "text"),
    [
        (Need(NeedCode.CHAMPION, 1), "Nobody can pass Ann any more: first place is safe."),
        (Need(NeedCode.OUT, 1, 3), "Ann cannot come first any more, even by winning everything that is left."),
        (Need(NeedCode.OUT, 2), "Ben cannot come first any more."),
        (
            Need(NeedCode.WINS_NEEDED, 1, 1),
            "Ann needs 1 more win to be sure of first place, whatever the others do.",
        ),
        (
            Need(NeedCode.WINS_NEEDED, 1, 3),
            "Ann needs 3 more wins to be sure of first place, whatever the others do.",
        ),
        (
            Need(NeedCode.WINS_ENOUGH, 1, 1),
            "1 more win makes Ann sure of first place, whatever the others do; it may take less.",
        ),
        (
            Need(NeedCode.WINS_ENOUGH, 2, 4),
            "4 more wins make Ben sure of first place, whatever the others do; it may take less.",
        ),
        (Need(NeedCode.UNRANKED, 1, 1), "Ann needs 1 more match to get a place."),
        (Need(NeedCode.UNRANKED, 1, 2), "Ann needs 2 more matches to get a place."),
        (Need(NeedCode.NEXT_WIN, 1, 1, 9, place=3), f"A win in the next match brings Ann to first place{BEFORE}"),
        (Need(NeedCode.NEXT_WIN, 1, 2, 9, place=3), f"A win in the next match brings Ann to place 2 or better{BEFORE}"),
        (Need(NeedCode.NEXT_DRAW, 1, 1, 9, place=1), f"A draw in the next match keeps Ann in first place{BEFORE}"),
        (
            Need(NeedCode.NEXT_DRAW, 1, 2, 9, place=2),
            f"A draw in the next match keeps Ann in place 2 or better{BEFORE}",
        ),
        (Need(NeedCode.PASS_BY_WIN, 1, 0, 9, 2), f"By winning the next match Ann passes Ben{BEFORE}"),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 2, 9, 2, "boxes", met=True),
            f"By winning the next match by 2 boxes or more Ann passes Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 1, 9, 2, "boxes"),
            f"By winning the next match with 1 box or more Ann passes Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 13, 9, 2, "point_difference"),
            f"By winning the next match by 13 points or more Ann passes Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 3, 9, 2, "gins"),
            f"By winning the next match with 3 gins or more Ann passes Ben{BEFORE}",
        ),
    ],
)
def test_what_somebody_needs_is_a_sentence(need: Need, text: str) -> None:
    assert need_text(need, NAMES) == text


@pytest.mark.parametrize("code", list(NeedCode))
def test_every_need_has_a_sentence(code: NeedCode) -> None:
    text = need_text(Need(code, 1, 1, 9, 2, "boxes"), NAMES)
    assert (text[-1], "None" in text, "Ann" in text) == (".", False, True)


@pytest.mark.parametrize("code", list(SeasonCode))
@pytest.mark.parametrize("name", [field.name for field in fields(SeasonRules)])
def test_every_fault_of_a_season_has_a_sentence(code: SeasonCode, name: str) -> None:
    text = season_fault_text(SeasonFault(name, code, "wins", 1, 2))
    assert (text[0].isupper(), text[-1], "None" in text) == (True, ".", False)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"win": 101}, "The points for a win must be between 0 and 100."),
        ({"count": "two"}, "The number of games or rounds in a match must be a whole number."),
        ({"bye": "free"}, "What a bye brings: that is not one of the choices."),
        ({"strict": 1}, "Saying nothing of what could have been better must be yes or no."),
        ({"order": []}, "The order of tie-breaks must be a list of one tie-break or more."),
        ({"order": ["lot", "wins"]}, "The lot must come last: nobody is level after it."),
        ({"order": ["head_to_head", "head_to_head"]}, "The tie-break 'head to head' is there twice."),
        ({"colour": 1}, "There is no rule of a season called 'colour'."),
        ({"draw": 3}, "A win must bring at least as much as a draw, and a draw at least as much as a loss."),
        ({"count": 2}, "A match of one game has no number of games; choose several games, or leave it at 1."),
    ],
)
def test_a_fault_says_what_is_wrong(data: dict[str, Any], text: str) -> None:
    with pytest.raises(BadSeason) as bad:
        season_rules(data)
    assert [season_fault_text(fault) for fault in bad.value.faults] == [text]

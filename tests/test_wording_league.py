"""The sentences about a season."""

import pytest

from games.rules.league.needs import Need, NeedCode
from games.rules.league.season import SeasonCode, SeasonFault
from games.wording.season.needs import need_text
from games.wording.season.season_setup import change_sentence, season_fault_text
from tests.each import each

NAMES = {1: "Ann", 2: "Ben"}
BEFORE = ", if nothing else happens before."


@each(
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
        (Need(NeedCode.FINISHED, 1, place=1), "Ann finishes first."),
        (Need(NeedCode.FINISHED, 1, place=1, shared=True), "Ann shares first place."),
        (Need(NeedCode.FINISHED, 1, place=4), "Ann finishes in place 4."),
        (Need(NeedCode.FINISHED, 1, place=5, shared=True), "Ann shares place 5."),
        (Need(NeedCode.FINISHED, 1, 4, place=3), "Ann finishes in place 3 or 4."),
        (Need(NeedCode.WINS_LEFT, 1, 1), "Ann wins the knock-out with 1 more win."),
        (Need(NeedCode.WINS_LEFT, 1, 3), "Ann wins the knock-out with 3 more wins."),
        (Need(NeedCode.SURE_OF, 1, 4), "Ann is sure of place 4 or better."),
        (Need(NeedCode.FOR_THIRD, 1, 4), "Ann plays for third place, and is fourth at worst."),
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


@each("code", list(NeedCode))
def test_every_need_has_a_sentence(code: NeedCode) -> None:
    text = need_text(Need(code, 1, 1, 9, 2, "boxes"), NAMES)
    assert (text[-1], "None" in text, "Ann" in text) == (".", False, True)


@pytest.mark.parametrize("code", list(SeasonCode))
def test_every_fault_of_a_season_has_a_sentence(code: SeasonCode) -> None:
    text = season_fault_text(SeasonFault("wins", code, "wins", 1, 2))
    assert (text[0].isupper(), text[-1], "None" in text, "%" in text) == (True, ".", False, False)


def test_changes_of_rules_are_told_as_they_are_chosen() -> None:
    assert change_sentence("pairing", "swiss", "free") == "How matches come about: free play, before swiss system"
    assert change_sentence("order", ["points", "lot"], ["wins"]) == (
        "Order of the table: wins, before league points, drawing of lots"
    )
    assert change_sentence("loss", 1, 0) == "A loss: 0, before 1"
    assert change_sentence("bye", "win", "nothing") == "A bye: nothing, before as a win"
    assert change_sentence("house_rules", {}, {"gin_bonus": 30}) == "House rules: changed, before none"
    assert change_sentence("best_nights", None, 5) == "Best nights that count: 5, before all"
    assert change_sentence("rules_title", "", "Ours") == "What the rules are called: Ours, before none"
    assert change_sentence("strict", before=False, after=True) == "Silent about better plays: yes, before no"

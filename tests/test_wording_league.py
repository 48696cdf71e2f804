"""The sentences about a season."""

import pytest

from games.rules.league.needs import Need, NeedCode
from games.rules.league.season import SeasonCode, SeasonFault
from games.wording.season.needs import need_text
from games.wording.season.season_setup import change_sentence, season_fault_text

NAMES = {1: "Ann", 2: "Ben"}
BEFORE = ", if nothing else changes before then."


def test_each_need_is_a_sentence(subtests: pytest.Subtests) -> None:
    cases = [
        (Need(NeedCode.CHAMPION, 1), "Nobody can pass Ann now: first place is safe."),
        (Need(NeedCode.OUT, 1, 3), "Ann can no longer finish first, even by winning every match left."),
        (Need(NeedCode.OUT, 2), "Ben can no longer finish first."),
        (
            Need(NeedCode.WINS_NEEDED, 1, 1),
            "Ann needs 1 more win to clinch first place, whatever the others do.",
        ),
        (
            Need(NeedCode.WINS_NEEDED, 1, 3),
            "Ann needs 3 more wins to clinch first place, whatever the others do.",
        ),
        (
            Need(NeedCode.WINS_ENOUGH, 1, 1),
            "1 more win clinches first place for Ann, whatever the others do. Less may be enough.",
        ),
        (
            Need(NeedCode.WINS_ENOUGH, 2, 4),
            "4 more wins clinch first place for Ben, whatever the others do. Fewer may be enough.",
        ),
        (Need(NeedCode.UNRANKED, 1, 1), "Ann needs 1 more match to be ranked."),
        (Need(NeedCode.UNRANKED, 1, 2), "Ann needs 2 more matches to be ranked."),
        (Need(NeedCode.FINISHED, 1, place=1), "Ann finishes first."),
        (Need(NeedCode.FINISHED, 1, place=1, shared=True), "Ann shares first place."),
        (Need(NeedCode.FINISHED, 1, place=4), "Ann finishes in 4th place."),
        (Need(NeedCode.FINISHED, 1, place=5, shared=True), "Ann is tied for 5th place."),
        (Need(NeedCode.FINISHED, 1, 4, place=3), "Ann finishes in 3rd or 4th place."),
        (Need(NeedCode.WINS_LEFT, 1, 1), "Ann needs 1 more win to take first place."),
        (Need(NeedCode.WINS_LEFT, 1, 3), "Ann needs 3 more wins to take first place."),
        (Need(NeedCode.SURE_OF, 1, 4), "Ann is sure to finish in 4th place or better."),
        (Need(NeedCode.FOR_THIRD, 1, 4), "Ann plays for third place and can't finish below fourth."),
        (Need(NeedCode.NEXT_WIN, 1, 1, 9, place=3), f"A win in the next match puts Ann in first place{BEFORE}"),
        (
            Need(NeedCode.NEXT_WIN, 1, 2, 9, place=3),
            f"A win in the next match moves Ann up to 2nd place or better{BEFORE}",
        ),
        (Need(NeedCode.NEXT_DRAW, 1, 1, 9, place=1), f"A draw in the next match keeps Ann in first place{BEFORE}"),
        (
            Need(NeedCode.NEXT_DRAW, 1, 2, 9, place=2),
            f"A draw in the next match keeps Ann in 2nd place or better{BEFORE}",
        ),
        (Need(NeedCode.PASS_BY_WIN, 1, 0, 9, 2), f"A win in the next match takes Ann past Ben{BEFORE}"),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 2, 9, 2, "boxes", met=True),
            f"Winning the next match by 2 boxes or more takes Ann past Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 1, 9, 2, "boxes"),
            f"Winning the next match with 1 box or more takes Ann past Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 13, 9, 2, "point_difference"),
            f"Winning the next match by 13 points or more takes Ann past Ben{BEFORE}",
        ),
        (
            Need(NeedCode.PASS_BY_MARGIN, 1, 3, 9, 2, "gins"),
            f"Winning the next match with 3 gins or more takes Ann past Ben{BEFORE}",
        ),
    ]
    for need, text in cases:
        with subtests.test(need=need, text=text):
            assert need_text(need, NAMES) == text


def test_every_need_has_a_sentence(subtests: pytest.Subtests) -> None:
    for code in list(NeedCode):
        with subtests.test(code=code):
            text = need_text(Need(code, 1, 1, 9, 2, "boxes"), NAMES)
            assert (text[-1], "None" in text, "Ann" in text) == (".", False, True)


@pytest.mark.parametrize("code", list(SeasonCode))
def test_every_fault_of_a_season_has_a_sentence(code: SeasonCode) -> None:
    text = season_fault_text(SeasonFault("wins", code, "wins", 1, 2))
    assert (text[0].isupper(), text[-1], "None" in text, "%" in text) == (True, ".", False, False)


def test_changes_of_rules_are_worded_like_their_choices() -> None:
    assert change_sentence("pairing", "swiss", "free") == "Format: free play (was Swiss system)"
    assert change_sentence("order", ["points", "lot"], ["wins"]) == (
        "Order of the standings: wins (was league points, drawing lots)"
    )
    assert change_sentence("loss", 1, 0) == "A loss: 0 (was 1)"
    assert change_sentence("bye", "win", "nothing") == "A bye: no points (was as a win)"
    assert change_sentence("match_end", "all_games", "when_decided") == (
        "A match of several games: ends once nobody can catch up (was all games are played)"
    )
    assert change_sentence("crossing", "every_round", "by_turns") == (
        "Losers enter the losers' bracket: crossed over every other round (was crossed over each round)"
    )
    assert change_sentence("house_rules", {}, {"gin_bonus": 30}) == "House rules: changed (was none)"
    assert change_sentence("best_nights", None, 5) == "How many of the best nights count: 5 (was all)"
    assert change_sentence("rules_title", "", "Ours") == "Name of the rules: Ours (was none)"
    assert change_sentence("strict", before=False, after=True) == "Hide better plays: yes (was no)"

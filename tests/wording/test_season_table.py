"""The sentences about places in a knock-out, and why there are none."""

import pytest

from games.rules.pairings.bracket_places import BracketPlace
from games.wording.season.season_table import bracket_result_text, bracket_text, nothing_certain_text, shared_order_text
from games.wording.words import rank_place_text


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (BracketPlace(1, 1, 3), "Won the final."),
        (BracketPlace(1, 2, 3, wins_left=1), "Still in: 1 more win takes first place."),
        (BracketPlace(1, 8, 1, wins_left=3), "Still in: 3 more wins take first place."),
        (BracketPlace(2, 2, 3, out=1), "Lost the final."),
        (BracketPlace(3, 3, 2, out=2), "Out in the semi-finals."),
        (BracketPlace(3, 3, 2, out=2, third="level"), "Out in the semi-finals."),
        (BracketPlace(3, 4, 2, out=2, third="open"), "Plays for third place."),
        (BracketPlace(3, 3, 2, out=2, third="won"), "Won the match for third place."),
        (BracketPlace(4, 4, 2, out=2, third="lost"), "Lost the match for third place."),
        (BracketPlace(5, 5, 1, out=4), "Out in the quarter-finals."),
        (BracketPlace(17, 17, 2, out=16), "Out in round 2."),
    ],
)
def test_how_far_somebody_came(place: BracketPlace, text: str) -> None:
    assert bracket_result_text(place) == text


def test_what_places_go_by() -> None:
    assert bracket_text(open_final=False).endswith("shares a place.")
    assert bracket_text(open_final=True).endswith("Until the final is decided, everyone still in shares first place.")
    assert shared_order_text(("points", "wins")) == "Those who share a place are listed by league points, then wins."
    assert [rank_place_text(5, shared=True), rank_place_text(5, shared=False)] == ["5=", "5"]


def test_why_there_is_nothing_to_say() -> None:
    assert nothing_certain_text(closed=False, left=True) == "Nothing can be said for certain yet."
    assert nothing_certain_text(closed=False, left=False).startswith("No match is left to be played.")
    assert nothing_certain_text(closed=True, left=False) == "The season is closed, and nobody has a place."

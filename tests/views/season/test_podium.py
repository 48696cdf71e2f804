"""The podium has those who came: no place for anyone who missed every match."""

from collections.abc import Sequence

import pytest

from games.pages.season.bracket_drawing import bracket_drawing
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from tests.bracket_night import (
    BY_ROUND,
    SIX,
    draw_round,
    give_up,
    leave,
    match_of,
    matches,
    night,
    opponent,
    play_others,
    who,
    win,
)
from tests.leagues import Club


def podium(tuesday: Club) -> dict[int, tuple[str, ...]]:
    drawing = bracket_drawing(SeasonAccess(tuesday.access, tuesday.season))
    assert drawing
    return {place.place: place.names for place in drawing.podium}


def miss(tuesday: Club, number: int, *names: str) -> None:
    """Nobody of these came to their matches of a round."""
    for match in matches(tuesday, number):
        missing = [side.entrant for side in match.sides.all() if side.entrant.member.name in names]  # type: ignore[union-attr]
        if missing and match.state == "planned":
            give_up(tuesday, match, missing)


def play_on(tuesday: Club, missing: Sequence[str] = ()) -> None:
    """Play the bracket to its end; some never come."""
    for number in range(1, 12):
        miss(tuesday, number, *missing)
        play_others(tuesday, number)
        try:
            draw_round(tuesday, number + 1, third_place=True)
        except RefusedError:
            return


@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_nobody_of_a_match_that_both_missed_is_on_the_podium(pairing: str) -> None:
    tuesday = night(pairing)
    absent = who(match_of(tuesday, "Ann", 1))
    play_on(tuesday, absent)
    assert {name for names in podium(tuesday).values() for name in names} == {*SIX[:4]} - {*absent}
    assert len(podium(tuesday)[1]) == 1


@pytest.mark.parametrize("names", [SIX[:3], SIX[:4], SIX])
@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_who_misses_every_match_is_not_on_the_podium(pairing: str, names: Sequence[str]) -> None:
    tuesday = night(pairing, names)
    play_on(tuesday, ["Ann"])
    on_podium = {name for found in podium(tuesday).values() for name in found}
    assert podium(tuesday)[1] != ("Ann",)
    assert "Ann" not in on_podium
    assert on_podium


def test_who_withdraws_before_the_first_match_is_not_on_the_podium() -> None:
    tuesday = night("knockout", SIX[:3])
    leave(tuesday, "Ann")  # has a bye in the first round
    play_on(tuesday)
    assert "Ann" not in {name for found in podium(tuesday).values() for name in found}


def test_who_played_and_then_missed_the_final_is_second() -> None:
    tuesday = night("knockout")
    win(tuesday, "Ann", 1)
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    other = opponent(match_of(tuesday, "Ann", 2), "Ann")
    miss(tuesday, 2, "Ann")
    assert podium(tuesday)[1] == (other,)
    assert podium(tuesday)[2] == ("Ann",)


def test_who_wins_because_nobody_else_came_is_first() -> None:
    tuesday = night("knockout", SIX[:3])
    play_on(tuesday, SIX[1:3])
    assert podium(tuesday) == {1: ("Ann",)}

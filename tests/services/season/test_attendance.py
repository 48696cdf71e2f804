"""Who is in the room: checked in at the desk, and left out of a draw."""

import pytest

from games.models import Attendance, Duty, LeagueEvent, Season
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.selectors.operating.audit_leagues import audit_leagues
from games.selectors.season.attendance import absent_tonight, attendance
from games.selectors.season.draw_state import draw_state
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.last_draw import last_draw
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import points_of
from games.services.season.attendance import check_in
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import withdraw
from games.services.season.match_stop import restore
from games.services.season.matches import cancel, forfeit
from games.services.season.season_close import close_season
from tests.leagues import Club, club
from tests.refusals import refused


def here(tuesday: Club) -> list[str]:
    names = names_of_entrants(tuesday.season)
    present = attendance(tuesday.season, date_in_league(tuesday.league))
    return sorted(names[entrant] for entrant, is_here in present.items() if is_here)


def checked(tuesday: Club, *names: str, is_here: bool = True) -> int:
    entrants = [tuesday.entrants[name].pk for name in names]
    return check_in(access=tuesday.access, season=tuesday.season, entrants=entrants, here=is_here)


def test_people_come_and_go_and_a_second_tap_changes_nothing() -> None:
    tuesday = club()
    assert checked(tuesday, "Ann", "Ben") == 2
    assert checked(tuesday, "Ann") == 0
    assert here(tuesday) == ["Ann", "Ben"]
    assert checked(tuesday, "Ann", is_here=False) == 1
    assert here(tuesday) == ["Ben"]
    assert check_in(access=tuesday.access, season=tuesday.season, entrants=None, here=True) == 3
    assert here(tuesday) == ["Ann", "Ben", "Cleo", "Dan"]
    assert Attendance.objects.count() == 4


def test_anyone_at_a_table_is_here_unless_the_desk_says_otherwise() -> None:
    tuesday = club()
    tuesday.table(tuesday.match("Ann", "Ben"), tuesday.access)
    assert here(tuesday) == ["Ann", "Ben"]
    checked(tuesday, "Ann", is_here=False)
    assert here(tuesday) == ["Ben"]


def test_only_competing_entrants_of_an_open_season_are_checked_in_by_its_officers() -> None:
    tuesday, other = club(), club("Eve", "Fay")
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Dan"].pk)
    for entrant in (other.entrants["Eve"], tuesday.entrants["Dan"]):
        with pytest.raises(RefusedError, match="not_found"):
            check_in(access=tuesday.access, season=tuesday.season, entrants=[entrant.pk], here=True)
    with pytest.raises(RefusedError, match="not_your_duty"):
        check_in(access=tuesday.phone("Ann"), season=tuesday.season, entrants=None, here=True)
    check_in(access=tuesday.official(Duty.SCORER), season=tuesday.season, entrants=None, here=True)
    close_season(access=tuesday.access, season=tuesday.season)
    assert refused(checked, tuesday, "Ann", is_here=False) == "season_closed"


def test_a_swiss_round_leaves_out_the_absent_only_when_told_to() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", "Eve", pairing="swiss")
    checked(tuesday, "Ann", "Ben", "Cleo", "Dan")
    absent = absent_tonight(Season.objects.get(pk=tuesday.season.pk))
    assert absent == {tuesday.entrants["Eve"].pk}
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(absent=absent), key="one")
    assert not tuesday.entrants["Eve"].sides.exists()
    assert tuesday.season.matches.count() == 2  # and no bye, for anybody
    assert LeagueEvent.objects.get(kind="drawn").facts["absent"] == sorted(absent)
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(redraw=True), key="two")
    assert tuesday.entrants["Eve"].sides.count() == 1
    assert "absent" not in LeagueEvent.objects.filter(kind="drawn").latest("pk").facts


def test_requested_byes_count_as_a_draw_or_a_win_and_stay_when_the_round_is_drawn_again() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", "Eve", pairing="swiss")
    dan, eve = (tuesday.entrants[name].pk for name in ("Dan", "Eve"))
    byes = {dan: RequestedBye.HALF, eve: RequestedBye.FULL}
    plan = PairingPlan(requested_byes=byes)
    draw(access=tuesday.access, season=tuesday.season, plan=plan, key="one")
    season = Season.objects.get(pk=tuesday.season.pk)
    matches = {match.requested_bye: match for match in season.matches.filter(state="bye")}
    # Three are left: one of them has the pairing's bye.
    assert {kind: match.sides.get().outcome for kind, match in matches.items()} == {
        "": "win",
        "half": "draw",
        "full": "win",
    }
    points = points_of(season)
    assert (points[dan], points[eve]) == (1, 2)
    assert sorted(points.values()) == [0, 0, 1, 2, 2]
    again = last_draw(season, draw_state(season))
    assert again is not None
    assert (again.absent, again.requested_byes) == ({dan, eve}, byes)
    cancel(access=tuesday.access, season=season, number=matches["half"].number, reason="")
    restore(access=tuesday.access, season=season, number=matches["half"].number, reason="")
    assert matches["half"].sides.get().outcome == "draw"
    assert [difference for audit in audit_leagues() for difference in audit.differences] == []


def test_the_pairing_gives_its_bye_to_nobody_who_had_a_full_one() -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="swiss")
    byes = {tuesday.entrants["Ann"].pk: RequestedBye.HALF, tuesday.entrants["Ben"].pk: RequestedBye.FULL}
    with pytest.raises(RefusedError, match="not_playable"):
        draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(requested_byes=byes), key="one")
    stranger = club("Gus").entrants["Gus"].pk
    with pytest.raises(RefusedError, match="not_found"):
        plan = PairingPlan(requested_byes={stranger: RequestedBye.HALF})
        draw(access=tuesday.access, season=tuesday.season, plan=plan, key="one")
    plan = PairingPlan(requested_byes={tuesday.entrants["Ben"].pk: RequestedBye.FULL})
    draw(access=tuesday.access, season=tuesday.season, plan=plan, key="one")
    number = tuesday.season.matches.get(state="planned").number
    missing = [tuesday.entrants["Cleo"]]
    forfeit(access=tuesday.access, season=tuesday.season, number=number, missing=missing, reason="")
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="two")
    # Ann won by forfeit, Ben had as much: the bye is Cleo's.
    assert tuesday.season.matches.get(round=2, state="bye").sides.get().entrant == tuesday.entrants["Cleo"]


@pytest.mark.parametrize("pairing", ["knockout", "round_robin"])
def test_nobody_is_left_out_of_other_draws(pairing: str) -> None:
    tuesday = club(pairing=pairing)
    plan = PairingPlan(absent=frozenset({tuesday.entrants["Ann"].pk}))
    assert refused(draw, access=tuesday.access, season=tuesday.season, plan=plan, key="one") == "invalid_value"
    assert not tuesday.season.matches.exists()

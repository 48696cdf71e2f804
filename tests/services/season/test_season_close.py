"""What an organizer does in a season: pause, restore, penalize, withdraw entrants, hide, close."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from games.models import Duty, Season
from games.selectors.season.season_rows import season_rows
from games.services.season import penalties
from games.services.season.entrants import return_entrant, withdraw
from games.services.season.match_stop import restore, resume, stop
from games.services.season.matches import cancel, forfeit, line_up, reschedule
from games.services.season.penalties import give_penalty, lift_penalty
from games.services.season.season_close import UNTIL_SHOWN, close_season, hide_standings, reopen_season, show_standings
from tests.leagues import Club, club, result, state
from tests.makers import gin, knock
from tests.refusals import refused


def points(tuesday: Club) -> dict[str, int]:
    names = {entrant.pk: name for name, entrant in tuesday.entrants.items()}
    return {names[row.entrant]: row.points for row in season_rows(Season.objects.get(pk=tuesday.season.pk))}


def kinds(tuesday: Club) -> list[str]:
    return [event.kind for event in tuesday.season.events.all()]


def test_abandoned_match_counts_at_its_current_score_and_may_be_resumed() -> None:
    tuesday = club()
    match, do = tuesday.match("Ann", "Ben"), {"access": tuesday.access, "season": tuesday.season, "number": 1}
    assert refused(stop, reason="", **do) == "not_playable"
    tuesday.play(match, tuesday.phone("Ann"), knock(0, 5, 20))
    assert refused(resume, **do) == "not_playable"
    stop(reason="The lights went out", **do)  # type: ignore[arg-type]
    assert (result(match), state(match)) == ([("win", 15, 1), ("loss", 0, 0)], ("played", True))
    resume(**do)  # type: ignore[arg-type]
    assert state(match) == ("running", False)
    assert kinds(tuesday)[-2:] == ["stopped", "resumed"]


def test_canceled_or_forfeited_match_can_be_restored() -> None:
    tuesday = club(house_rules={"target": 10})
    played, planned = tuesday.match("Ann", "Ben"), tuesday.match("Cleo", "Dan")
    tuesday.play(played, tuesday.access, gin(0, 40))
    before, do = result(played), {"access": tuesday.access, "season": tuesday.season, "reason": ""}
    cancel(number=1, **do)  # type: ignore[arg-type]
    forfeit(number=2, missing=[tuesday.entrants["Dan"]], **do)  # type: ignore[arg-type]
    assert points(tuesday) == {"Ann": 0, "Ben": 0, "Cleo": 2, "Dan": 0}
    restore(number=1, **do)  # type: ignore[arg-type]
    restore(number=2, **do)  # type: ignore[arg-type]
    assert (result(played), state(played)) == (before, ("played", True))
    assert (result(planned), state(planned)) == ([("", 0, 0), ("", 0, 0)], ("planned", False))
    assert refused(restore, number=2, **do) == "not_playable"


def test_a_bye_comes_back_as_a_bye() -> None:
    tuesday = club()
    match, do = tuesday.match("Ann"), {"access": tuesday.access, "season": tuesday.season, "number": 1}
    cancel(reason="", **do)  # type: ignore[arg-type]
    restore(reason="", **do)  # type: ignore[arg-type]
    assert (result(match)[0][0], state(match)) == ("win", ("bye", True))


@pytest.mark.usefixtures("sealed")
def test_penalties_and_bonuses_are_given_and_lifted(monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = club()
    do = {"access": tuesday.access, "season": tuesday.season}
    ann, ben = tuesday.entrants["Ann"].pk, tuesday.entrants["Ben"].pk
    for _ in range(2):
        taken = give_penalty(entrant_id=ann, points=3, reason="Late", key="k", **do)  # type: ignore[arg-type]
    give_penalty(entrant_id=ben, points=-1, reason="Brought the cake", key="l", **do)  # type: ignore[arg-type]
    assert (points(tuesday)["Ann"], points(tuesday)["Ben"]) == (-3, 1)
    lift_penalty(penalty_id=taken.pk, **do)  # type: ignore[arg-type]
    lift_penalty(penalty_id=taken.pk, **do)  # type: ignore[arg-type]
    assert points(tuesday)["Ann"] == 0
    assert kinds(tuesday)[-3:] == ["penalty_given", "penalty_given", "penalty_lifted"]
    for wrong in ({"points": 0}, {"points": 1001}, {"reason": ""}):
        fields = {"entrant_id": ann, "points": 1, "reason": "x", "key": "m"} | wrong
        assert refused(give_penalty, **fields, **do) == "invalid_value"
    other = club()
    foreign = other.entrants["Ann"].pk
    assert refused(give_penalty, entrant_id=foreign, points=1, reason="x", key="n", **do) == "not_found"
    assert refused(lift_penalty, access=other.access, season=other.season, penalty_id=taken.pk) == "not_found"
    monkeypatch.setattr(penalties, "MOST_PENALTIES", 2)  # the one that was lifted counts, too
    assert refused(give_penalty, entrant_id=ann, points=1, reason="x", key="o", **do) == "too_many"


@pytest.mark.parametrize(("annul", "left"), [(False, {"Ben": 0, "Cleo": 2}), (True, {"Ben": 0, "Cleo": 0})])
def test_withdrawal_removes_open_matches_or_all_if_chosen(annul: bool, left: dict[str, int]) -> None:
    tuesday = club("Ann", "Ben", "Cleo", house_rules={"target": 10})
    played, open_one = tuesday.match("Ann", "Cleo"), tuesday.match("Ann", "Ben")
    other = tuesday.match("Ben", "Cleo")
    tuesday.play(played, tuesday.access, gin(1, 40))
    who = {"access": tuesday.access, "season": tuesday.season, "entrant_id": tuesday.entrants["Ann"].pk}
    withdraw(annul=annul, reason="Moved away", **who)  # type: ignore[arg-type]
    assert (state(open_one)[0], state(other)[0]) == ("canceled", "planned")
    assert {name: points(tuesday)[name] for name in left} == left
    assert refused(tuesday.match, "Ann", "Ben") == "not_playable"
    return_entrant(**who)  # type: ignore[arg-type]
    assert (state(played)[0], state(open_one)[0]) == ("played", "planned")
    assert points(tuesday)["Cleo"] == 2


def test_a_match_of_two_who_left_stays_canceled_until_both_are_back() -> None:
    tuesday = club()
    match, do = tuesday.match("Ann", "Ben"), {"access": tuesday.access, "season": tuesday.season}
    withdraw(entrant_id=tuesday.entrants["Ann"].pk, **do)  # type: ignore[arg-type]
    withdraw(entrant_id=tuesday.entrants["Ben"].pk, **do)  # type: ignore[arg-type]
    return_entrant(entrant_id=tuesday.entrants["Ann"].pk, **do)  # type: ignore[arg-type]
    assert state(match)[0] == "canceled"
    assert refused(restore, number=1, reason="", **do) == "not_playable"


@pytest.mark.usefixtures("sealed")
def test_a_closed_season_stays_as_it_is_and_catches_up_when_it_is_opened() -> None:
    tuesday = club(house_rules={"target": 10})
    match, later = tuesday.match("Ann", "Ben"), tuesday.match("Cleo", "Dan")
    do = {"access": tuesday.access, "season": tuesday.season}
    tuesday.table(match, tuesday.access)
    close_season(**do)
    tuesday.play(match, tuesday.access, gin(0, 40))
    assert state(match) == ("planned", False)
    writes: list[Callable[[], object]] = [
        lambda: close_season(**do),
        lambda: hide_standings(until=UNTIL_SHOWN, **do),
        lambda: cancel(number=2, reason="", **do),  # type: ignore[arg-type]
        lambda: forfeit(number=2, missing=[tuesday.entrants["Cleo"]], reason="", **do),  # type: ignore[arg-type]
        lambda: stop(number=1, reason="", **do),  # type: ignore[arg-type]
        lambda: restore(number=1, reason="", **do),  # type: ignore[arg-type]
        lambda: reschedule(number=2, changed={"night": None}, **do),  # type: ignore[arg-type]
        lambda: line_up(number=2, members=[[tuesday.members["Cleo"]], [tuesday.members["Ann"]]], **do),  # type: ignore[arg-type]
        lambda: give_penalty(entrant_id=1, points=1, reason="x", key="k", **do),  # type: ignore[arg-type]
        lambda: withdraw(entrant_id=tuesday.entrants["Ann"].pk, **do),  # type: ignore[arg-type]
    ]
    assert {refused(write) for write in writes} == {"season_closed"}
    assert state(later) == ("planned", False)
    for _ in range(2):
        reopen_season(**do)
    assert state(match) == ("played", True)
    assert kinds(tuesday).count("season_opened") == 1


def test_the_table_is_hidden_until_a_moment_or_until_it_is_shown() -> None:
    tuesday = club()
    do = {"access": tuesday.access, "season": tuesday.season}
    hide_standings(until=datetime(2030, 1, 1, tzinfo=UTC), **do)
    hide_standings(until=UNTIL_SHOWN, **do)
    assert Season.objects.get(pk=tuesday.season.pk).hidden_until == UNTIL_SHOWN
    close_season(**do)
    for _ in range(2):
        show_standings(**do)
    assert Season.objects.get(pk=tuesday.season.pk).hidden_until is None
    assert kinds(tuesday).count("table_shown") == 1


def test_a_referee_runs_no_season() -> None:
    tuesday = club()
    rita, season = tuesday.official(Duty.REFEREE), tuesday.season
    tuesday.match("Ann", "Ben")
    writes: list[Callable[[], object]] = [
        lambda: close_season(access=rita, season=season),
        lambda: reopen_season(access=rita, season=season),
        lambda: hide_standings(access=rita, season=season, until=UNTIL_SHOWN),
        lambda: show_standings(access=rita, season=season),
        lambda: stop(access=rita, season=season, number=1, reason=""),
        lambda: resume(access=rita, season=season, number=1),
        lambda: restore(access=rita, season=season, number=1, reason=""),
        lambda: give_penalty(access=rita, season=season, entrant_id=1, points=1, reason="x", key="k"),
        lambda: lift_penalty(access=rita, season=season, penalty_id=1),
    ]
    assert {refused(write) for write in writes} == {"not_your_duty"}

"""Checks of a match's rounds: confirm, dispute, approve and tick off; who may, and what is refused."""

import pytest

from games.models import Duty, Match, Role, RoundCheck, Season, Verdict
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.selectors.access import access_by_device
from games.selectors.league.league_access import access_to_league
from games.selectors.secrets import secret_of
from games.services.devices import make_device
from games.services.season.checks import RoundVersion, check_rounds, tick_rounds
from games.services.season.matches import cancel
from games.services.sharing.links import accept_link
from games.services.table.games import swap_seats
from tests.leagues import Club, club, state
from tests.makers import Phone, correct, gin, knock, line, revision, void

CONFIRMED, DISPUTED, APPROVED, CHECKED = Verdict.CONFIRMED, Verdict.DISPUTED, Verdict.APPROVED, Verdict.CHECKED


@pytest.fixture
def tuesday() -> Club:
    """Ann's phone entered three rounds against Ben, and won with the last; the opponent confirms."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 60})
    made.play(made.match("Ann", "Ben"), made.phone("Ann"), knock(0, 5, 20), knock(1, 2, 10), gin(0, 40))
    return made


def seen(*rounds: int) -> list[RoundVersion]:
    return [RoundVersion(1, number, number + 1) for number in rounds]


def check_outcome(
    tuesday: Club,
    access: LeagueAccess,
    verdict: Verdict,
    *rounds: RoundVersion,
    sides: tuple[int, ...] = (),
    reason: str = "",
) -> str:
    """Say something of rounds; "done", or why not."""
    try:
        check_rounds(
            access=access,
            season=tuesday.season,
            number=1,
            rounds=rounds,
            verdict=verdict,
            sides=sides,
            reason=reason,
        )
    except RefusedError as why:
        return why.code
    return "done"


def stored_checks(tuesday: Club) -> list[tuple[int, str, int | None]]:
    """All checks: round, verdict, side."""
    return list(RoundCheck.objects.order_by("pk").values_list("round", "verdict", "side"))


def match() -> Match:
    return Match.objects.get()


def test_one_tap_confirms_all_of_them_and_a_second_says_nothing_new(tuesday: Club) -> None:
    ben = tuesday.phone("Ben")
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 2)) == "done"
    assert state(match()) == ("played", False)
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 2, 3)) == "done"
    assert state(match()) == ("played", True)
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 2, 3)) == "done"
    assert stored_checks(tuesday) == [(number, "confirmed", 1) for number in (1, 2, 3)]


def test_several_rounds_are_confirmed_all_or_none(tuesday: Club) -> None:
    ann = Phone(tuesday.table(match(), tuesday.phone("Ann")), "", {})
    correct(ann, 2, knock(1, 3, 10))
    ben = tuesday.phone("Ben")
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 2, 3)) == "stale"
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1), RoundVersion(1, 9, 9)) == "not_found"
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1), RoundVersion(2, 1, 2)) == "not_found"
    assert stored_checks(tuesday) == []


def test_a_dispute_says_why_and_its_side_may_take_it_back(tuesday: Club) -> None:
    ben = tuesday.phone("Ben")
    assert check_outcome(tuesday, ben, DISPUTED, *seen(1)) == "invalid_value"
    assert check_outcome(tuesday, ben, DISPUTED, *seen(1), reason="I had 18") == "done"
    assert check_outcome(tuesday, ben, DISPUTED, *seen(1), reason="I had 19") == "done"
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 2, 3)) == "done"
    assert state(match()) == ("played", True)


def test_each_role_may_give_its_verdicts(tuesday: Club) -> None:
    """What each may say of a round: confirm, dispute, approve, tick; and hold out the phone for all thumbs."""
    people = {
        "organizer": tuesday.access,
        "referee": tuesday.official(Duty.REFEREE, "Rita"),
        "scorer": tuesday.official(Duty.SCORER, "Sam"),
        "player": tuesday.phone("Ann"),
        "member": tuesday.phone("Cleo"),
        "stranger": access_to_league(tuesday.league, None, make_device(label="A phone").device),
    }
    no, duty, done = "not_allowed", "not_your_duty", "done"
    expected = {
        "organizer": [no, done, done, done, done],
        "referee": [no, done, done, done, done],
        "scorer": [no, no, duty, duty, done],
        "player": [done, done, duty, duty, done],
        "member": [no, no, duty, duty, no],
        "stranger": [no, no, duty, duty, no],
    }
    fields = {
        who: [
            check_outcome(tuesday, access, CONFIRMED, *seen(1)),
            check_outcome(tuesday, access, DISPUTED, *seen(1), reason="no"),
            check_outcome(tuesday, access, APPROVED, *seen(1)),
            check_outcome(tuesday, access, CHECKED, *seen(1)),
            check_outcome(tuesday, access, CONFIRMED, *seen(1), sides=(0, 1)),
        ]
        for who, access in people.items()
    }
    assert fields == expected


def test_a_phone_that_scores_at_the_table_is_held_out_for_both_thumbs(tuesday: Club) -> None:
    table = match().table
    assert table
    device = make_device(label="The club's phone").device
    for role, came in ((Role.WATCH, "not_allowed"), (Role.SCORE, "done")):
        accept_link(secret=secret_of(table.links.get(role=role)), device=device)
        there: Access = access_by_device(table.public_id, device)
        try:
            check_rounds(
                access=LeagueAccess(tuesday.league, device=device),
                season=tuesday.season,
                number=1,
                rounds=seen(1, 2, 3),
                verdict=CONFIRMED,
                sides=(0, 1),
                table_access=there,
            )
            outcome = "done"
        except RefusedError as why:
            outcome = why.code
        assert outcome == came
    assert state(match()) == ("played", True)


def test_a_phone_of_another_table_is_not(tuesday: Club) -> None:
    other = tuesday.match("Cleo", "Dan")
    cleo = tuesday.phone("Cleo")
    elsewhere = tuesday.table(other, cleo)
    with pytest.raises(RefusedError) as why:
        check_rounds(
            access=cleo,
            season=tuesday.season,
            number=1,
            rounds=seen(1),
            verdict=CONFIRMED,
            sides=(0, 1),
            table_access=elsewhere,
        )
    assert why.value.code == "not_allowed"


def test_check_for_a_missing_side_is_refused(tuesday: Club) -> None:
    assert check_outcome(tuesday, tuesday.phone("Ann"), CONFIRMED, *seen(1), sides=(0, 2)) == "not_found"


def test_canceled_match_and_closed_season_cannot_be_confirmed(tuesday: Club) -> None:
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="marked cards")
    assert check_outcome(tuesday, tuesday.phone("Ben"), CONFIRMED, *seen(1)) == "not_playable"
    assert state(match()) == ("canceled", True)
    Season.objects.update(closed_at=match().season.created_at)
    assert check_outcome(tuesday, tuesday.phone("Ben"), CONFIRMED, *seen(1)) == "season_closed"


def test_a_match_without_a_table_has_no_rounds(tuesday: Club) -> None:
    planned = tuesday.match("Cleo", "Dan")
    with pytest.raises(RefusedError) as why:
        check_rounds(
            access=tuesday.access, season=tuesday.season, number=planned.number, rounds=seen(1), verdict=APPROVED
        )
    assert why.value.code == "not_found"


def test_deleted_round_needs_no_check_and_a_swap_changes_all_rounds(tuesday: Club) -> None:
    ann, ben = tuesday.phone("Ann"), tuesday.phone("Ben")
    table = Phone(tuesday.table(match(), ann), "", {})
    assert check_outcome(tuesday, ben, CONFIRMED, *seen(1, 3)) == "done"
    void(table, 2)
    assert state(match())[1]
    swap_seats(access=table.access, key="s", game=1, first=0, second=1, revision=revision(table))
    assert not state(match())[1]
    now = [RoundVersion(1, number, line(table, number).revision) for number in (1, 3)]
    assert check_outcome(tuesday, ben, CONFIRMED, *now) == "done"
    assert state(match())[1]


# Ticks.


def tick(tuesday: Club, access: LeagueAccess, *rounds: tuple[int, RoundVersion]) -> int | str:
    try:
        return tick_rounds(access=access, season=tuesday.season, rounds=rounds)
    except RefusedError as why:
        return why.code


def test_ticks_change_no_result_and_leave_out_what_changed_meanwhile(tuesday: Club) -> None:
    rita = tuesday.official(Duty.REFEREE)
    other = tuesday.match("Cleo", "Dan")
    tuesday.play(other, tuesday.phone("Cleo"), knock(0, 5, 20))
    never = tuesday.match("Ann", "Dan")
    correct(Phone(tuesday.table(match_of(1), tuesday.phone("Ann")), "", {}), 2, knock(1, 3, 10))
    rounds = [(1, one) for one in seen(1, 2)] + [(2, seen(1)[0]), (never.number, seen(1)[0]), (99, seen(1)[0])]
    before = state(match_of(1))
    assert tick(tuesday, rita, *rounds) == 2
    assert state(match_of(1)) == before
    assert stored_checks(tuesday) == [(1, "checked", None), (1, "checked", None)]
    assert tick(tuesday, rita, *rounds) == 2
    assert len(stored_checks(tuesday)) == 2


def match_of(number: int) -> Match:
    return Match.objects.get(number=number)


def test_tick_leaves_a_referees_verdict_unchanged(tuesday: Club) -> None:
    rita = tuesday.official(Duty.REFEREE)
    assert check_outcome(tuesday, rita, DISPUTED, *seen(1), reason="look at it") == "done"
    assert tick(tuesday, rita, (1, seen(1)[0])) == 1
    assert check_outcome(tuesday, rita, APPROVED, *seen(1)) == "done"
    assert check_outcome(tuesday, rita, APPROVED, *seen(1)) == "done"
    assert [verdict for _, verdict, _ in stored_checks(tuesday)] == ["disputed", "checked", "approved"]


def test_only_officials_tick_and_only_in_an_open_season(tuesday: Club) -> None:
    assert tick(tuesday, tuesday.phone("Ann"), (1, seen(1)[0])) == "not_your_duty"
    Season.objects.update(closed_at=tuesday.season.created_at)
    assert tick(tuesday, tuesday.official(Duty.REFEREE), (1, seen(1)[0])) == "season_closed"

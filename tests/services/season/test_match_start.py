"""Starting a match's table and watching it: permissions, devices, and what is recorded."""

import pytest

from games.models import AccessLink, Account, Duty, LeagueEvent, LeaguePass, Match, Member, Role
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.access import access_by_device
from games.selectors.league.league_access import access_to_league
from games.services.devices import make_device
from games.services.season.match_start import open_match, watch_match
from tests.leagues import Club, account, club
from tests.makers import knock
from tests.match_night import place, tablet
from tests.refusals import refused


def opened(tuesday: Club, match: Match, access: LeagueAccess) -> Role:
    """The role that a device has at the table of a match, once it was opened on it."""
    table = open_match(access=access, season=tuesday.season, number=match.number).table
    assert table
    return access_by_device(table.public_id, access.device).role


def test_who_plays_scores_there_and_who_judges_owns_the_table() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    assert opened(tuesday, match, tuesday.phone("Ann")) is Role.SCORE
    assert opened(tuesday, match, tuesday.phone("Ben")) is Role.SCORE
    assert opened(tuesday, match, tuesday.official(Duty.SCORER, "Sam")) is Role.SCORE
    assert opened(tuesday, match, tuesday.official(Duty.REFEREE)) is Role.OWNER
    assert LeagueEvent.objects.filter(kind="table_opened", match=match).count() == 1


def test_tablet_opens_only_matches_at_its_venue_table() -> None:
    tuesday = club()
    here, there = place(tuesday), place(tuesday, "Table 3")
    match = tuesday.match("Ann", "Ben", place=here)
    assert opened(tuesday, match, tablet(tuesday, here)) is Role.SCORE
    with pytest.raises(RefusedError) as why:
        open_match(access=tablet(tuesday, there), season=tuesday.season, number=match.number)
    assert why.value.code == "not_allowed"


def test_revoked_or_duplicate_links_do_not_matter() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    assert opened(tuesday, match, tuesday.phone("Ann")) is Role.SCORE
    table = Match.objects.get(pk=match.pk).table
    AccessLink.objects.filter(table=table, role=Role.SCORE).update(revoked_at=table.created_at)  # type: ignore[union-attr]
    assert opened(tuesday, match, tuesday.phone("Ben")) is Role.SCORE
    one = AccessLink.objects.get(table=table, role=Role.SCORE, revoked_at=None)
    one.pk, one.secret_hash = None, "another"
    one.save()
    assert opened(tuesday, match, tuesday.phone("Ben")) is Role.SCORE


def logged_in(tuesday: Club, name: str) -> LeagueAccess:
    """A browser on which a member is logged in without having claimed their name there."""
    who: Account = account(name)
    Member.objects.filter(pk=tuesday.members[name].pk).update(account=who)
    return access_to_league(tuesday.league, who, make_device(label="Mac").device)


def test_logging_in_claims_the_device_for_the_player() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), logged_in(tuesday, "Ann")
    opened(tuesday, match, ann)
    again = access_to_league(tuesday.league, None, ann.device)
    assert again.member == tuesday.members["Ann"]
    opened(tuesday, match, ann)
    assert LeaguePass.objects.filter(device=ann.device).count() == 1


def test_tablet_belongs_to_nobody_even_with_an_account_logged_in() -> None:
    tuesday = club()
    here = place(tuesday)
    match, stands = tuesday.match("Ann", "Ben", place=here), tablet(tuesday, here)
    ann = logged_in(tuesday, "Ann")
    opened(tuesday, match, access_to_league(tuesday.league, ann.account, stands.device))
    assert access_to_league(tuesday.league, None, stands.device).member is None


def test_league_viewers_may_watch_a_started_match() -> None:
    tuesday = club()
    match, cleo = tuesday.match("Ann", "Ben"), tuesday.phone("Cleo")

    def watch(number: int = 1) -> object:
        return watch_match(access=cleo, season=tuesday.season, number=number)

    for number, code in ((1, "not_playable"), (2, "not_found")):
        assert refused(watch, number) == code
    tuesday.play(match, tuesday.phone("Ann"), knock(0, 5, 20))
    table = watch_match(access=cleo, season=tuesday.season, number=1)
    assert access_by_device(table.public_id, cleo.device).role is Role.WATCH


def test_the_table_of_a_match_is_called_by_who_sits_there() -> None:
    tuesday = club()
    table = open_match(
        access=tuesday.phone("Ann"), season=tuesday.season, number=tuesday.match("Ann", "Ben").number
    ).table
    assert table
    assert (table.name, table.seats.count()) == ("", 2)

"""Who may listen to a table's or season's stream, checked whenever one is opened."""

from collections.abc import Iterator

import pytest
from django.utils import timezone

from games.live import Admission, StreamRefusal
from games.models import Account, Device, Duty, LinkTarget, Office, Pairing, Pass, Role, Season
from games.permissions import LeagueAccess
from games.selectors.access import hash_secret
from games.selectors.league.league_access import SeasonAccess, access_to_league
from games.selectors.secrets import derived_secret
from games.selectors.table import streams as selectors
from games.selectors.table.streams import (
    admit_stream,
    league_grant,
    phone_stream_path,
    poll_state,
    season_stream_path,
    season_topic,
    stream_path,
)
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, change_league, ensure_link, revoke_league_link
from games.services.sharing.links import revoke_link
from tests.leagues import Club, club
from tests.makers import Phone, dead, enter, join, link, start


@pytest.fixture
def ann(transactional_db: None) -> Iterator[Phone]:
    """Admission gives its connection back, which a test's own transaction would not survive."""
    yield start()


def token(phone: Phone) -> str:
    return stream_path(phone.access).split("/")[2]


def test_a_stream_is_admitted_with_the_newest_revision(ann: Phone) -> None:
    eve = join(ann, Role.WATCH)
    address = token(eve)
    enter(ann, dead())
    assert admit_stream(address) == Admission(
        ann.table.public_id, eve.access.link.pk, 2, device_hashes=frozenset({hash_secret(eve.secret)})
    )
    assert admit_stream(token(ann)) == Admission(ann.table.public_id, ann.access.link.pk, 2)


def test_stream_of_a_revoked_link_is_gone(ann: Phone) -> None:
    address = token(join(ann, Role.WATCH))
    revoke_link(access=ann.access, link_id=link(ann.access, Role.WATCH).pk)
    assert admit_stream(address) is StreamRefusal.GONE
    assert isinstance(admit_stream(token(ann)), Admission)


def test_stream_of_a_deleted_table_is_gone(ann: Phone) -> None:
    address = token(ann)
    ann.access.table.public_id = "0123456789abcdef"
    assert admit_stream(stream_path(ann.access).split("/")[2]) is StreamRefusal.GONE
    assert isinstance(admit_stream(address), Admission)


def test_a_stream_under_a_forged_address_is_unknown(ann: Phone, subtests: pytest.Subtests) -> None:
    for wrong in ["", "x", "a:b:c", "\x00", "\u00e4", "9" * 5000, "WzEsMl0:1:x"]:
        with subtests.test(wrong=wrong):
            assert admit_stream(wrong) is StreamRefusal.UNKNOWN
            assert admit_stream(token(ann) + "x") is StreamRefusal.UNKNOWN


def test_the_address_of_a_stream_is_not_good_for_ever(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    address = token(ann)
    assert isinstance(admit_stream(address), Admission)
    monkeypatch.setattr(selectors, "_MAX_AGE", -1)
    assert admit_stream(address) is StreamRefusal.GONE


def test_a_stream_of_all_tables_of_a_phone_is_requested_again(ann: Phone) -> None:
    eve = join(ann, Role.WATCH)
    start("Gus", "Hal")
    assert eve.access.device
    address = phone_stream_path(eve.access.device).split("/")[2]
    name = f"phone:{eve.access.device.pk}"
    assert admit_stream(address) == Admission(name, None, 2, recheck=True)  # one table, at revision 1
    enter(ann, dead())
    assert admit_stream(address) == Admission(name, None, 3, recheck=True)
    assert poll_state([name], []).revisions == {}
    # A link that is switched off moves it, too: the table is not to be shown any longer.
    revoke_link(access=ann.access, link_id=link(ann.access, Role.WATCH).pk)
    assert admit_stream(address) == Admission(name, None, 4, recheck=True)
    Pass.objects.filter(device=eve.access.device).delete()
    Device.objects.filter(pk=eve.access.device.pk).delete()
    assert admit_stream(address) is StreamRefusal.GONE


# --- Seasons --------------------------------------------------------------------------------------------------------


@pytest.fixture
def tuesday(transactional_db: None) -> Club:
    return club()


def address_for(access: LeagueAccess, club: Club) -> str:
    season = Season.objects.select_related("league").get(pk=club.season.pk)
    return season_stream_path(SeasonAccess(access, season)).split("/")[2]


def make_private(club: Club) -> None:
    change_league(access=club.access, name="Tuesday Gin", place="", zone="Europe/Berlin", public=False)


def guest(club: Club) -> tuple[LeagueAccess, int]:
    """Somebody who took up the league's link, and the link."""
    device: Device = make_device(label="Android phone").device
    opened = ensure_link(club.league, LinkTarget.LEAGUE)
    accept_league_link(secret=derived_secret(opened.nonce), account=None, device=device)
    return access_to_league(club.league, None, device), opened.pk


def test_a_season_of_a_public_league_is_for_everybody_under_one_address(tuesday: Club) -> None:
    address = address_for(LeagueAccess(tuesday.league), tuesday)
    revision = Season.objects.get(pk=tuesday.season.pk).revision
    expected = Admission(f"season:{tuesday.season.public_id}", f"league:{tuesday.league.pk}", revision)
    assert admit_stream(address) == expected
    assert admit_stream(address_for(tuesday.access, tuesday)) == expected


def test_a_season_of_a_private_league_is_for_those_who_may_see_it(tuesday: Club) -> None:
    everybody = address_for(LeagueAccess(tuesday.league), tuesday)
    make_private(tuesday)
    assert admit_stream(everybody) is StreamRefusal.GONE
    for access in (tuesday.access, tuesday.phone("Ann"), guest(tuesday)[0], tuesday.official(Duty.SCORER)):
        admitted = admit_stream(address_for(access, tuesday))
        # An account may be closed by another process, which rings for nobody here.
        assert isinstance(admitted, Admission)
        assert admitted.recheck is (access.account is not None)


def test_losing_access_to_a_league_ends_the_right_to_its_stream(tuesday: Club) -> None:
    make_private(tuesday)
    visitor, opened = guest(tuesday)
    scorer = tuesday.official(Duty.SCORER)
    at_link, at_office, at_account = (address_for(one, tuesday) for one in (visitor, scorer, tuesday.access))
    revoke_league_link(access=tuesday.access, link_id=opened)
    Office.objects.filter(account=scorer.account).delete()
    Account.objects.filter(pk=tuesday.organizer.pk).update(is_active=False)
    assert [admit_stream(address) for address in (at_link, at_office, at_account)] == [StreamRefusal.GONE] * 3


def test_stream_of_a_deleted_season_is_gone(tuesday: Club) -> None:
    # One in which nothing was decided yet: any other is never deleted.
    season = Season.objects.create(league=tuesday.season.league, preset="standard", pairing=Pairing.FREE)
    address = season_stream_path(SeasonAccess(tuesday.access, season)).split("/")[2]
    assert admit_stream(address) is not StreamRefusal.GONE
    season.delete()
    assert admit_stream(address) is StreamRefusal.GONE


# --- Current revisions, for processes that missed a notification -----------------------------------------------------


def test_polling_returns_revisions_and_revoked_links_of_tables(ann: Phone) -> None:
    ben, eve, other = join(ann), join(ann, Role.WATCH), start()
    links = {phone.access.link.pk for phone in (ann, ben, eve)}
    names = [ann.table.public_id, other.table.public_id, "0123456789abcdef"]
    seen = poll_state(names, links)
    assert seen.revisions == {ann.table.public_id: 1, other.table.public_id: 1}
    assert not any(seen.report_counts.values())
    assert set(seen.access_marks.items()) == {(link, 0) for link in links}
    enter(ben, dead())
    enter(ann, dead(), number=1)
    revoke_link(access=ann.access, link_id=ben.access.link.pk)
    Pass.objects.filter(link=eve.access.link).update(ended_at=timezone.now())
    after = poll_state(names, links)
    assert after.revisions == {ann.table.public_id: 2, other.table.public_id: 1}
    assert after.report_counts == {ann.table.public_id: 1, other.table.public_id: 0}
    assert after.access_marks == {ann.access.link.pk: 0, ben.access.link.pk: -1, eve.access.link.pk: 1}
    enter(ann, dead())
    # Reports on an earlier revision aren't new.
    assert poll_state(names, links).report_counts[ann.table.public_id] == 0


def test_polling_returns_revisions_and_ended_rights_of_seasons(tuesday: Club) -> None:
    season = Season.objects.get(pk=tuesday.season.pk)
    name, right = season_topic(season), league_grant(tuesday.league)
    before = poll_state([name], [right])
    assert before.revisions == {name: season.revision}
    change_league(access=tuesday.access, name="Tuesday Gin", place="", zone="Europe/Berlin", public=False)
    opened = ensure_link(tuesday.league, LinkTarget.LEAGUE)
    closed = poll_state([name], [right])
    revoke_league_link(access=tuesday.access, link_id=opened.pk)
    marks = [seen.access_marks[right] for seen in (before, closed, poll_state([name], [right]))]
    assert len(set(marks)) == 3

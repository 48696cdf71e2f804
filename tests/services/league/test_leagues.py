"""What is changed about a league, its places and its links: only a real change is an event."""

import pytest

from games.models import LeagueEvent
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, change_league
from games.services.league.members import rename_member
from games.services.league.places import add_place, rename_place
from tests.leagues import ZONE, club
from tests.refusals import refused

pytestmark = pytest.mark.django_db


def test_what_stays_as_it_was_is_no_event() -> None:
    tuesday = club()
    there, ann = add_place(access=tuesday.access, name="Table 1"), tuesday.members["Ann"]
    before = LeagueEvent.objects.count()
    change_league(access=tuesday.access, name="Tuesday Gin", place="The Swan", zone=ZONE, public=True)
    rename_place(access=tuesday.access, place_id=there.pk, name="Table 1")
    assert rename_member(access=tuesday.access, member_id=ann.pk, name="Ann") == ann
    assert LeagueEvent.objects.count() == before
    change_league(access=tuesday.access, name="Tuesday Gin", place="The Crown", zone=ZONE, public=True)
    rename_place(access=tuesday.access, place_id=there.pk, name="Table 2")
    rename_member(access=tuesday.access, member_id=ann.pk, name="Anna")
    assert LeagueEvent.objects.count() == before + 3


def test_a_link_that_was_never_made_opens_nothing() -> None:
    device = make_device(label="A phone").device
    assert refused(accept_league_link, secret="nobody made this", account=None, device=device) == "not_found"

"""The chain's codes cover what they must, with every key that was ever used; what the program does is no difference."""

import pytest
from django.conf import settings
from django.db import connection
from django.test import override_settings

from games.models import ChainKey, Entry, LeagueEvent, Seal, guards
from games.models.season import Pairing
from games.selectors.chains import derived_key, entry_mac, event_mac
from games.selectors.operating.audit_chains import audit_chains
from games.services.chains import begin_next_key
from games.services.league.member_erase import erase_member
from games.services.league.members import rename_member
from games.services.season.season_close import close_season
from games.services.table.tables import start_table
from tests.leagues import club
from tests.makers import Phone, enter, gin, knock, start

pytestmark = pytest.mark.django_db


def found() -> list[str]:
    return [one.code for one in audit_chains()]


@pytest.fixture
def ann() -> Phone:
    """A table with three rounds, the game goes on."""
    phone = start()
    for declaration in (knock(0, 3, 20), gin(1, 12), knock(1, 4, 9)):
        enter(phone, declaration)
    assert found() == []
    return phone


def test_a_code_covers_the_entry_before(ann: Phone) -> None:
    key = derived_key(settings.SECRET_KEY, 1)
    first, second = Entry.objects.filter(table=ann.table).order_by("revision")[:2]
    assert second.mac == entry_mac(key, ann.table, second, first.mac)
    assert second.mac != entry_mac(key, ann.table, second, "")


def test_a_missing_end_is_found(ann: Phone) -> None:
    guards.remove(connection)
    Entry.objects.filter(table=ann.table, revision=4).delete()
    assert found() == ["ledger_cut"]


def test_an_entry_in_the_middle_is_found_and_only_that(ann: Phone) -> None:
    guards.remove(connection)
    Entry.objects.filter(table=ann.table, revision=2).update(reason="forged")
    assert found() == ["entry_differs"]


def test_entries_of_an_older_key_are_checked_with_it(ann: Phone) -> None:
    assert begin_next_key() == 2
    enter(ann, gin(0, 5))
    keys = Entry.objects.filter(table=ann.table).order_by("revision").values_list("chain_key", flat=True)
    assert list(keys) == [1, 1, 1, 1, 2]
    assert found() == []


def test_a_new_secret_begins_a_new_key_and_the_former_one_is_still_known(ann: Phone) -> None:
    former = settings.SECRET_KEY
    with override_settings(SECRET_KEY="another secret " * 5, SECRET_KEY_FALLBACKS=[former]):
        enter(ann, gin(0, 5))
        assert found() == []
    with override_settings(SECRET_KEY="another secret " * 5, SECRET_KEY_FALLBACKS=[]):
        (lost,) = audit_chains()
        assert (lost.code, lost.details) == ("key_lost", {"number": 1, "codes": 4})
        enter(ann, gin(0, 5))
        assert found() == ["key_lost"]
    assert [key.number for key in ChainKey.objects.order_by("number")] == [1, 2]


def test_a_key_that_never_was_is_found(ann: Phone) -> None:
    guards.remove(connection)
    Entry.objects.filter(table=ann.table, revision=2).update(chain_key=9)
    assert found() == ["key_unknown"]


def test_renamed_and_erased_people_are_no_difference() -> None:
    tuesday = club("Ann", "Ben", house_rules={"target": 30})
    tuesday.play(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"), gin(0, 40))
    close_season(access=tuesday.access, season=tuesday.season)
    assert found() == []
    rename_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk, name="Anna")
    assert found() == ["renamed_since"] * 2, "the game and the season"
    erase_member(access=tuesday.access, member_id=tuesday.members["Ben"].pk)
    assert set(found()) == {"renamed_since"}


def test_a_player_who_is_spelt_anew_is_sealed_anew() -> None:
    ann = start("Ann", "Ben")
    for declaration in (gin(0, 60), gin(0, 60)):
        enter(ann, declaration)
    assert Seal.objects.count() == 1
    start_table(names=["ANN", "Ben"], preset="standard", house_rules={}, dealer=0, device=ann.access.device)
    assert Seal.objects.count() == 2
    assert found() == []


def test_each_season_and_what_is_no_seasons_have_a_history_of_their_own() -> None:
    tuesday = club("Ann", "Ben", pairing=Pairing.ROUND_ROBIN)
    league = LeagueEvent.objects.filter(league=tuesday.league, season=None)
    season = LeagueEvent.objects.filter(season=tuesday.season)
    key = derived_key(settings.SECRET_KEY, 1)
    for events, owner in ((league, tuesday.league), (season, tuesday.season)):
        owner.refresh_from_db()
        first, second = events.order_by("pk")[:2]
        assert [event.number for event in events.order_by("pk")] == list(range(1, owner.history_length + 1))
        assert second.mac == event_mac(key, owner, second, first.mac)
        assert second.mac != event_mac(key, owner, second, "")
    assert found() == []

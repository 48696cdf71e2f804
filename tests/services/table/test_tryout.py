"""A practice table works like a real one, counts for nothing, and expires."""

import secrets
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Device, Player, RulesUse, SettledSeat, Table
from games.models.table import TRYOUT_LASTS
from games.pages.table.start_page import recent_tables, remembered_names
from games.refusals import RefusedError
from games.rules.scoring import Event
from games.selectors.access import access_by_device, access_by_token_link, is_still_valid, link_by_secret
from games.selectors.sharing.account_archive import account_archive
from games.services.devices import make_device
from games.services.sharing.links import accept_link
from games.services.table.rounds import enter_round
from games.services.table.tables import start_table
from games.services.table.tryout import NAMES, start_tryout
from tests.leagues import account
from tests.makers import Phone, assert_sound, current, differences_at, enter, gin, start, totals
from tests.refusals import refused, refused_about


@pytest.fixture
def tried() -> Phone:
    """The phone of somebody who made a table to play with."""
    made = make_device(label="A phone")
    started = start_tryout(device=made.device, key=secrets.token_hex(16))
    return Phone(started.access, made.secret, started.secrets)


def grow_old(phone: Phone) -> None:
    """Let the time of the table be over."""
    Table.objects.filter(pk=phone.access.table.pk).update(created_at=timezone.now() - TRYOUT_LASTS)


def test_it_has_a_knock_a_gin_and_an_undercut_and_one_more_gin_ends_it(tried: Phone) -> None:
    assert_sound(tried)
    events = [line.latest.result.event for line in current(tried).rounds]
    assert events == [Event.KNOCK, Event.GIN, Event.UNDERCUT, Event.GIN]
    assert totals(tried) == [60, 69]
    enter(tried, gin(0, 15))
    assert current(tried).over
    assert_sound(tried)


def test_the_audit_finds_nothing_in_it(tried: Phone) -> None:
    assert differences_at(tried.table) == []


def test_the_same_key_makes_the_same_table_also_from_a_phone_without_a_cookie_yet(tried: Phone) -> None:
    key = secrets.token_hex(16)
    tables = {start_tryout(device=make_device(label="A phone").device, key=key).access.table.pk for _ in range(2)}
    assert len(tables) == 1
    assert Table.objects.count() == 2


def test_a_key_that_started_a_real_table_starts_no_other() -> None:
    key, device = secrets.token_hex(16), make_device(label="A phone").device
    start_table(names=NAMES, preset="standard", house_rules={}, dealer=0, device=device, key=key)
    assert refused(start_tryout, device=device, key=key) == "idempotency_key_reused"
    assert Table.objects.get().closes_at is None


def test_it_leaves_nothing_behind_that_counts(tried: Phone) -> None:
    enter(tried, gin(0, 15))
    device = tried.access.device
    assert device is not None
    assert remembered_names(device) == ()
    assert not Player.objects.filter(remembered_by__isnull=False).exists()
    assert not RulesUse.objects.exists()
    assert tried.table.account is None
    assert list(account_archive(account())["tables"]) == []
    assert not SettledSeat.objects.exclude(table=tried.access.table).exists()


def test_tryout_table_expires_after_a_week(tried: Phone) -> None:
    device: Device | None = tried.access.device
    public_id = tried.access.table.public_id
    assert len(recent_tables(device)) == 1
    Table.objects.filter(pk=tried.access.table.pk).update(
        created_at=timezone.now() - TRYOUT_LASTS + timedelta(minutes=1)
    )
    assert access_by_device(public_id, device).table.pk == tried.access.table.pk
    grow_old(tried)
    assert recent_tables(device) == ()
    stale = tried.table
    for call in (
        lambda: access_by_device(public_id, device),
        *(
            lambda secret=secret: access_by_token_link(public_id, link_by_secret(secret))
            for secret in tried.secrets.values()
        ),
        *(lambda secret=secret: accept_link(secret=secret, device=device) for secret in tried.secrets.values()),
    ):
        assert refused_about(call) == ("link_revoked", "tryout")
    tried.access.table.created_at = stale.created_at
    assert not is_still_valid(tried.access)
    with pytest.raises(RefusedError, match="link_revoked"):
        enter_round(access=tried.access, key="k", game=1, round_number=5, declaration=gin(0, 3))


def test_other_tables_never_close() -> None:
    real = start()
    grow_old(real)
    assert real.table.closes_at is None
    assert not real.table.closed
    assert len(recent_tables(real.access.device)) == 1

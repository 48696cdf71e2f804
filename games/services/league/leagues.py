"""Leagues: found one, change it, record its history, and make, revoke and accept the links into it."""

import secrets
from collections.abc import Iterable
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import (
    Account,
    Device,
    Duty,
    League,
    LeagueEvent,
    LeagueLink,
    LeaguePass,
    LinkTarget,
    Match,
    Member,
    Office,
    Place,
    Season,
)
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.account.emails import demand_confirmed_email
from games.selectors.league.league_access import access_to_league, follow_merges, league_link_by_secret
from games.selectors.league.time_zones import all_time_zones
from games.selectors.secrets import derived_secret
from games.selectors.table.streams import league_grant
from games.services.account.security_log import log_security_event
from games.services.chains import append_events
from games.services.devices import rename_device
from games.services.idempotency import check_key, find_by_key

MOST_LEAGUES: Final = 20
"""Leagues of one account."""


@transaction.atomic(durable=True)
def create_league(*, account: Account, name: str, place: str, zone: str, public: bool, key: str) -> League:
    """Found a league with ``account`` as its organizer. ``name`` and ``place`` are clean.

    ``key`` makes a retry return the same league. Raises RefusedError ("invalid_value") for an unknown time zone,
    ("too_many"), and for a key that is invalid, made another league, or one in which the account has no office (any
    more).
    """
    check_key(key)
    check_zone(zone)
    Account.objects.select_for_update().get(pk=account.pk)
    if known := find_by_key(League.objects.all(), key):
        if not known.offices.filter(account=account).exists():
            raise RefusedError("idempotency_key_reused")
        return known
    if Office.objects.filter(account=account, duty=Duty.ORGANIZER).count() >= MOST_LEAGUES:
        raise RefusedError("too_many", most=MOST_LEAGUES, what="leagues of yours")
    league = League.objects.create(name=name, place=place, zone=zone, public=public, key=key)
    Office.objects.create(league=league, account=account, duty=Duty.ORGANIZER)
    record_event(access_to_league(league, account, None), "founded")
    return league


@transaction.atomic(durable=True)
def change_league(*, access: LeagueAccess, name: str, place: str, zone: str, public: bool) -> None:
    """Change the league's name, place, time zone or visibility.

    Raises RefusedError ("not_your_duty", "invalid_value").
    """
    check_zone(zone)
    league = locked_league(access)
    if (league.name, league.place, league.zone, league.public) == (name, place, zone, public):
        return
    league.name, league.place, league.zone, league.public = name, place, zone, public
    league.save(update_fields=["name", "place", "zone", "public"])
    recheck_viewers(league)
    record_event(access, "league_changed", facts={"name": name, "place": place, "zone": zone, "public": public})


def locked_league(access: LeagueAccess) -> League:
    """Return the league, locked for this transaction, to an organizer. Raises RefusedError ("not_your_duty")."""
    access.demand("manage_league")
    return League.objects.select_for_update().get(pk=access.league.pk)


def recheck_viewers(league: League) -> None:
    """After the commit, end the league's live streams, so that each watcher's access is checked again."""
    transaction.on_commit(partial(live.publish_revocation, league_grant(league)), robust=True)


def check_zone(zone: str) -> None:
    """Raise RefusedError ("invalid_value") for an unknown time zone."""
    if zone not in all_time_zones():
        raise RefusedError("invalid_value", what="zone")


def record_event(
    access: LeagueAccess,
    kind: str,
    *,
    facts: dict[str, Any] | None = None,
    season: Season | None = None,
    member: Member | None = None,
    match: Match | None = None,
    reason: str = "",
) -> None:
    """Record a decision in the league's history. Call it in the transaction of the change itself."""
    event = _event(access, kind, season or (match.season if match else None), member)
    event.match, event.match_number = match, match.number if match else None
    event.facts, event.reason = facts or {}, reason
    append_events([event])


def record_member_events(
    access: LeagueAccess, kind: str, members: Iterable[Member], *, season: Season | None = None
) -> None:
    """Record the same decision on several members, an event for each, as ``record_event`` does for one."""
    append_events([_event(access, kind, season, member) for member in members])


def _event(access: LeagueAccess, kind: str, season: Season | None, member: Member | None) -> LeagueEvent:
    return LeagueEvent(
        league=access.league,
        season=season,
        member=member,
        kind=kind,
        account=access.account,
        device=access.device,
        by=access.label,
    )


# --- Links -----------------------------------------------------------------------------------------------------------


def ensure_link(
    league: League, opens: LinkTarget, *, member: Member | None = None, place: Place | None = None
) -> LeagueLink:
    """Return the active link of this kind, made if there is none. Call it in a transaction."""
    wanted = {"league": league, "opens": opens, "member": member, "place": place}
    known = LeagueLink.objects.filter(**wanted, revoked_at=None).order_by("-pk").first()
    return known or new_link(nonce=secrets.token_hex(16), **wanted)


def new_link(*, nonce: str, **wanted: Any) -> LeagueLink:
    """Make a link; its secret is derived from ``nonce``."""
    return LeagueLink.objects.create(**wanted, nonce=nonce, secret_hash=hash_secret(derived_secret(nonce)))


@transaction.atomic(durable=True)
def league_link(*, access: LeagueAccess) -> LeagueLink:
    """Return the link that opens a private league, made if needed. Raises RefusedError ("not_your_duty")."""
    return ensure_link(locked_league(access), LinkTarget.LEAGUE)


@transaction.atomic(durable=True)
def revoke_league_link(*, access: LeagueAccess, link_id: int) -> LeagueLink:
    """Revoke a link of the league, with every pass it gave. A second time changes nothing.

    Raises RefusedError ("not_your_duty", "not_found").
    """
    access.demand("manage_league")
    link = LeagueLink.objects.select_for_update().filter(league=access.league, pk=link_id).first()
    if link is None:
        raise RefusedError("not_found")
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        recheck_viewers(link.league)
        record_event(access, "link_revoked", facts={"opens": link.opens}, member=link.member)
        log_security_event("league_link_revoked", league=access.league.public_id, link=link.pk)
    return link


@transaction.atomic(durable=True)
def accept_league_link(*, secret: str, account: Account | None, device: Device | None) -> LeagueLink:
    """Accept the link of ``secret`` for a device, or for an account. A second time changes nothing.

    A member's claim also binds the account, if there is one and the member has none. An invitation to an office waits
    on the device until it is accepted with an account (``games.services.league.offices``). Raises RefusedError
    ("not_found", "link_revoked", "name_taken" where another account is the member, or this account is another member,
    "invalid_value" where only a device can accept the link, and there is none).
    """
    link = league_link_by_secret(secret)
    if link is None:
        raise RefusedError("not_found")
    link = locked_link(link.pk)
    if link.opens == LinkTarget.OFFICE and account is not None:
        give_office(link, account)
        return link
    member = follow_merges(link.member)
    if device is None and (member is None or account is None):
        raise RefusedError("invalid_value", what="link")
    if member:
        _claim(member, account)
    if device:
        LeaguePass.objects.get_or_create(device=device, link=link)
        if member:
            rename_device(device=device, label=member.name)
    link.used_at = timezone.now()
    link.save(update_fields=["used_at"])
    return link


def locked_link(pk: int) -> LeagueLink:
    """Return an active link, locked for this transaction. Raises RefusedError ("link_revoked")."""
    locked = LeagueLink.objects.select_for_update(of=("self",)).select_related("league", "member", "place")
    link = locked.get(pk=pk)
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    return link


def give_office(link: LeagueLink, account: Account) -> None:
    """Give ``account`` the office that a locked link invites to. An invitation is for one person, so the link ends.

    Raises RefusedError ("email_unconfirmed").
    """
    demand_confirmed_email(account)
    Office.objects.get_or_create(league=link.league, account=account, duty=link.duty)
    link.used_at = link.revoked_at = timezone.now()
    link.save(update_fields=["used_at", "revoked_at"])
    record_event(access_to_league(link.league, account, None), "office_taken", facts={"duty": link.duty})


def _claim(member: Member, account: Account | None) -> None:
    if account is None or member.account_id == account.pk:
        return
    if member.account_id is not None:
        raise RefusedError("name_taken", name=member.name)
    if claimed := Member.objects.filter(league=member.league_id, account=account).first():
        raise RefusedError("name_taken", name=claimed.name)
    member.account = account
    member.save(update_fields=["account"])
    record_event(access_to_league(member.league, account, None), "claimed", member=member)

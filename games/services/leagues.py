"""A league: found it, change it, write down what was decided, and make and take up the links into it."""

import secrets
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import (
    Account,
    Device,
    Duty,
    Fixture,
    League,
    LeagueEvent,
    LeagueLink,
    LeaguePass,
    Member,
    Office,
    Opens,
    Place,
    Season,
)
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.access import hashed
from games.selectors.league_access import access_in, league_link_of, whole
from games.selectors.secrets import derived_secret
from games.selectors.streams import league_pass
from games.selectors.zones import known_zones
from games.services.devices import rename_device
from games.services.keys import check_key
from games.services.security_log import tell

MOST_LEAGUES: Final = 20
"""Leagues of one account."""


@transaction.atomic(durable=True)
def found_league(*, account: Account, name: str, place: str, zone: str, public: bool, key: str) -> League:
    """A new league, ``account`` its organiser. ``name`` and ``place`` are clean; ``key`` makes a retry the same one.

    Raises Refused ("invalid_value") for a time zone there is none of, ("too_many"), and for a key that is none, or is
    that of a league in which the account has no office (any more).
    """
    check_key(key)
    check_zone(zone)
    if known := League.objects.filter(key=key).first():
        if not known.offices.filter(account=account).exists():
            raise Refused("idempotency_key_reused")
        return known
    if Office.objects.filter(account=account, duty=Duty.ORGANISER).count() >= MOST_LEAGUES:
        raise Refused("too_many", most=MOST_LEAGUES, what="leagues of yours")
    league = League.objects.create(name=name, place=place, zone=zone, public=public, key=key)
    Office.objects.create(league=league, account=account, duty=Duty.ORGANISER)
    note(access_in(league, account, None), "founded")
    return league


@transaction.atomic(durable=True)
def change_league(*, access: LeagueAccess, name: str, place: str, zone: str, public: bool) -> None:
    """Call the league otherwise, move it, or let others see it. Raises Refused ("not_your_duty", "invalid_value")."""
    check_zone(zone)
    league = locked_league(access)
    if (league.name, league.place, league.zone, league.public) == (name, place, zone, public):
        return
    league.name, league.place, league.zone, league.public = name, place, zone, public
    league.save(update_fields=["name", "place", "zone", "public"])
    ask_viewers_again(league)
    note(access, "league_changed", facts={"name": name, "place": place, "zone": zone, "public": public})


def locked_league(access: LeagueAccess) -> League:
    """The league, locked for this transaction by who runs it. Raises Refused ("not_your_duty")."""
    access.demand("manage_league")
    return League.objects.select_for_update().get(pk=access.league.pk)


def ask_viewers_again(league: League) -> None:
    """Let nobody go on watching a season of the league who may not see it any more, once this is committed."""
    transaction.on_commit(partial(live.close_link, league_pass(league)), robust=True)


def check_zone(zone: str) -> None:
    """Raise Refused ("invalid_value") for a time zone that there is none of."""
    if zone not in known_zones():
        raise Refused("invalid_value", what="zone")


def note(
    access: LeagueAccess,
    kind: str,
    *,
    facts: dict[str, Any] | None = None,
    season: Season | None = None,
    member: Member | None = None,
    fixture: Fixture | None = None,
    reason: str = "",
) -> None:
    """Write down that somebody decided something, in the transaction in which it is done."""
    LeagueEvent.objects.create(
        league=access.league,
        season=season or (fixture.season if fixture else None),
        member=member,
        fixture=fixture,
        kind=kind,
        facts=facts or {},
        reason=reason,
        account=access.account,
        device=access.device,
        by=access.label,
    )


# --- Links -----------------------------------------------------------------------------------------------------------


def link_to(league: League, opens: Opens, *, member: Member | None = None, place: Place | None = None) -> LeagueLink:
    """The link that opens this, made where there is none that is switched on. To be called in a transaction."""
    wanted = {"league": league, "opens": opens, "member": member, "place": place}
    known = LeagueLink.objects.filter(**wanted, revoked_at=None).order_by("-pk").first()
    return known or new_link(nonce=secrets.token_hex(16), **wanted)


def new_link(*, nonce: str, **wanted: Any) -> LeagueLink:
    """A new link with the secret that belongs to ``nonce``."""
    return LeagueLink.objects.create(**wanted, nonce=nonce, secret_hash=hashed(derived_secret(nonce)))


@transaction.atomic(durable=True)
def league_link(*, access: LeagueAccess) -> LeagueLink:
    """The link to a league that is not for everybody's eyes. Raises Refused ("not_your_duty")."""
    return link_to(locked_league(access), Opens.LEAGUE)


@transaction.atomic(durable=True)
def revoke_league_link(*, access: LeagueAccess, link_id: int) -> LeagueLink:
    """Switch a link of the league off, with every pass that came by it. A second time changes nothing.

    Raises Refused ("not_your_duty", "not_found").
    """
    access.demand("manage_league")
    link = LeagueLink.objects.select_for_update().filter(league=access.league, pk=link_id).first()
    if link is None:
        raise Refused("not_found")
    if link.revoked_at is None:
        link.revoked_at = timezone.now()
        link.save(update_fields=["revoked_at"])
        ask_viewers_again(link.league)
        note(access, "link_revoked", facts={"opens": link.opens}, member=link.member)
        tell("league_link_revoked", league=access.league.public_id, link=link.pk)
    return link


@transaction.atomic(durable=True)
def take_up_league_link(*, secret: str, account: Account | None, device: Device | None) -> LeagueLink:
    """Give what the link of ``secret`` opens to ``device``, or to ``account`` where one asks. Again changes nothing.

    A member's claim binds the account as well, where there is one and the member has none. An office waits on the
    device until somebody takes it with an account (``games.services.offices``). Raises Refused ("not_found",
    "link_revoked", "name_taken" where the member is somebody else's or the account has another name here already,
    "invalid_value" where only a device can have what the link opens, and there is none).
    """
    link = league_link_of(secret)
    if link is None:
        raise Refused("not_found")
    link = locked_link(link.pk)
    if link.opens == Opens.OFFICE and account is not None:
        give_office(link, account)
        return link
    member = whole(link.member)
    if device is None and (member is None or account is None):
        raise Refused("invalid_value", what="link")
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
    """A link that is switched on, locked for this transaction. Raises Refused ("link_revoked")."""
    locked = LeagueLink.objects.select_for_update(of=("self",)).select_related("league", "member", "place")
    link = locked.get(pk=pk)
    if link.revoked_at is not None:
        raise Refused("link_revoked")
    return link


def give_office(link: LeagueLink, account: Account) -> None:
    """Give ``account`` the office that a locked link invites to. An invitation is for one person: it is used up."""
    Office.objects.get_or_create(league=link.league, account=account, duty=link.duty)
    link.used_at = link.revoked_at = timezone.now()
    link.save(update_fields=["used_at", "revoked_at"])
    note(access_in(link.league, account, None), "office_taken", facts={"duty": link.duty})


def _claim(member: Member, account: Account | None) -> None:
    if account is None or member.account_id == account.pk:
        return
    if member.account_id is not None:
        raise Refused("name_taken", name=member.name)
    if other := Member.objects.filter(league=member.league_id, account=account).first():
        raise Refused("name_taken", name=other.name)
    member.account = account
    member.save(update_fields=["account"])
    note(access_in(member.league, account, None), "claimed", member=member)

"""Offices of a league (organizer, referee, scorer): invite, accept, remove, hand the league over, leave it."""

from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from games.models import Account, Device, Duty, League, LeagueLink, LeaguePass, LinkTarget, Member, Office
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.selectors.league.merged_members import merged_member_ids
from games.services.idempotency import check_key, without_digest
from games.services.league.leagues import (
    give_office,
    locked_league,
    locked_link,
    new_link,
    recheck_viewers,
    record_event,
)
from games.services.league.members import release_claims

MOST_INVITATIONS: Final = 20
"""Open invitations of a league."""


@transaction.atomic(durable=True)
def invite(*, access: LeagueAccess, duty: Duty, key: str) -> LeagueLink:
    """Make a link that invites one person to an office; ``key`` makes a retry return the same one.

    Raises RefusedError ("not_your_duty", "too_many", "idempotency_key_reused" for a key that made another one, and for
    an invalid key).
    """
    check_key(key)
    league = locked_league(access)
    nonce = hash_secret(f"{league.pk}:{without_digest(key)}")[:32]
    if known := LeagueLink.objects.filter(league=league, nonce=nonce).first():
        if known.duty != duty:
            raise RefusedError("idempotency_key_reused")
        return known
    if league.links.filter(opens=LinkTarget.OFFICE, revoked_at=None).count() >= MOST_INVITATIONS:
        raise RefusedError("too_many", most=MOST_INVITATIONS, what="invitations")
    link = new_link(nonce=nonce, league=league, opens=LinkTarget.OFFICE, duty=duty)
    record_event(access, "invited", facts={"duty": duty})
    return link


@transaction.atomic(durable=True)
def accept_office(*, account: Account, device: Device | None, link_id: int) -> LeagueLink:
    """Accept the invitation to an office that waits on ``device``.

    Raises RefusedError ("not_found", "link_revoked").
    """
    passes = LeaguePass.objects.filter(device=device, link=link_id, link__opens=LinkTarget.OFFICE)
    if device is None or not passes.exists():
        raise RefusedError("not_found")
    link = locked_link(link_id)
    give_office(link, account)
    return link


@transaction.atomic(durable=True)
def remove_office(*, access: LeagueAccess, office_id: int) -> None:
    """Remove a person's office. Raises RefusedError ("not_your_duty", "not_found", "last_organizer")."""
    league = locked_league(access)
    office = Office.objects.filter(league=league, pk=office_id).first()
    if office is None:
        raise RefusedError("not_found")
    _drop(access, [office])


@transaction.atomic(durable=True)
def hand_over(*, access: LeagueAccess, account_id: int) -> None:
    """Make another account of this league its organizer in place of the one of ``access``, who keeps other offices.

    Raises RefusedError ("not_your_duty", "not_found" for an account without an office or a member here).
    """
    league = locked_league(access)
    if access.account is None or account_id == access.account.pk:
        raise RefusedError("not_found")
    if not known_accounts(league).filter(pk=account_id).exists():
        raise RefusedError("not_found")
    Office.objects.get_or_create(league=league, account_id=account_id, duty=Duty.ORGANIZER)
    Office.objects.filter(league=league, account=access.account, duty=Duty.ORGANIZER).delete()
    record_event(access, "handed_over", facts={"account": account_id})


@transaction.atomic(durable=True)
def leave_league(*, access: LeagueAccess) -> None:
    """Leave the league with this account and device: give up offices, passes, and the claim of a name.

    Results and the member stay. The pass of the claim stays on record too, so that the phone's label can be erased with
    the member later. Raises RefusedError ("last_organizer").
    """
    league = League.objects.select_for_update().get(pk=access.league.pk)
    if access.account is not None:
        _drop(access, list(Office.objects.filter(league=league, account=access.account)), left=True)
    if access.device is not None:
        passes = LeaguePass.objects.filter(device=access.device, link__league=league)
        passes.exclude(link__opens=LinkTarget.MEMBER).delete()
    if access.member is not None:
        release_claims(merged_member_ids(access.member))
        record_event(access, "left", member=access.member)


def known_accounts(league: League) -> QuerySet[Account]:
    """Return the accounts that have an office in a league, or belong to a member."""
    members = Member.objects.filter(league=league, account__isnull=False, erased_at=None)
    offices = Office.objects.filter(league=league)
    return Account.objects.filter(Q(pk__in=members.values("account")) | Q(pk__in=offices.values("account")))


def leagues_left_alone(account: Account) -> list[League]:
    """Return the leagues of which ``account`` is the only organizer, locked."""
    own_leagues = League.objects.filter(offices__account=account, offices__duty=Duty.ORGANIZER)
    locked = list(League.objects.select_for_update().filter(pk__in=own_leagues.values("pk")).order_by("pk"))
    others = Office.objects.filter(league__in=locked, duty=Duty.ORGANIZER).exclude(account=account)
    shared = set(others.values_list("league", flat=True))
    return [league for league in locked if league.pk not in shared]


def _drop(access: LeagueAccess, offices: list[Office], *, left: bool = False) -> None:
    """Delete offices of a locked league. Raises RefusedError ("last_organizer")."""
    for office in offices:
        office.delete()
        kind = "office_left" if left else "office_lost"
        record_event(access, kind, facts={"duty": office.duty, "account": office.account_id})
    recheck_viewers(access.league)
    if not Office.objects.filter(league=access.league, duty=Duty.ORGANIZER).exists():
        raise RefusedError("last_organizer", name=access.league.name)

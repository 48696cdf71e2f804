"""Erase a person's name from a league, or with an account. Results stay, without the name.

A name is stored with the member and the player, in the labels of phones that claimed it, and beside every decision and
check. All of these are changed. The ledger never is: pages leave out the label of a phone that was an erased member's
(``games.selectors.table.ledger``). Names that people typed themselves, in reasons, table names or the label of a phone
without a claim, cannot be distinguished from other words and stay.
"""

from collections.abc import Collection

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import (
    Account,
    Device,
    Entrant,
    League,
    LeagueEvent,
    Member,
    Office,
    OwnHand,
    Penalty,
    Player,
    Report,
    RoundCheck,
    Table,
    Teammate,
)
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.names import folded_name
from games.selectors.league.merged_members import ERASED_NAME, merged_member_ids
from games.selectors.season.league_dates import date_in_league
from games.services.league.leagues import locked_league, recheck_viewers, record_event
from games.services.league.members import active_member, publish_seasons_of, release_claims
from games.services.season.match_stop import leave_matches


@transaction.atomic(durable=True)
def erase_member(*, access: LeagueAccess, member_id: int) -> None:
    """Erase a member's name from the league, with all members merged into them. It cannot be undone.

    The member is withdrawn from open seasons. Raises RefusedError ("not_your_duty", "not_found", "holds_office" while
    the member's account has an office in the league).
    """
    league = locked_league(access)
    member = active_member(league, member_id)
    people = merged_member_ids(member)
    accounts = list(Account.objects.filter(members__in=people))
    if Office.objects.filter(league=league, account__in=accounts).exists():
        raise RefusedError("holds_office", name=member.name)
    publish_seasons_of(people)
    devices = list(Device.objects.filter(league_passes__link__member__in=people).values_list("pk", flat=True))
    names = {
        *Member.objects.filter(pk__in=people).values_list("name", flat=True),
        *(account.name for account in accounts),
    }
    _forget_in(league, devices, accounts, names)
    _forget_devices(devices)
    release_claims(people)
    _withdraw(access, people)
    now = timezone.now()
    Member.objects.filter(pk__in=people).update(name=ERASED_NAME, folded=folded_name(ERASED_NAME), erased_at=now)
    Player.objects.filter(member__in=people).update(name=ERASED_NAME, folded=folded_name(ERASED_NAME))
    recheck_viewers(league)
    record_event(access, "erased", member=member)


def erase_account_name(account: Account) -> None:
    """Erase the name of an account that is about to be deleted from its decisions. Call it in a transaction."""
    leagues = League.objects.filter(Q(events__account=account) | Q(members__account=account)).distinct()
    for league in leagues:
        _forget_in(league, [], [account], {account.name})


def _forget_in(league: League, devices: Collection[int], accounts: Collection[Account], names: set[str]) -> None:
    """Replace the names beside the decisions and checks of these devices and accounts in a league."""
    theirs = Q(device__in=devices) | Q(account__in=accounts)
    LeagueEvent.objects.filter(theirs, league=league).update(by=ERASED_NAME)
    RoundCheck.objects.filter(theirs, match__season__league=league).update(by=ERASED_NAME)
    Penalty.objects.filter(season__league=league, by__in=names).update(by=ERASED_NAME)


def _forget_devices(devices: Collection[int]) -> None:
    """Replace the labels of phones, and those beside what they wrote outside the ledger."""
    label = _("A phone")
    labels = set(Device.objects.filter(pk__in=devices).values_list("label", flat=True))
    Device.objects.filter(pk__in=devices).update(label=label)
    OwnHand.objects.filter(device__in=devices).update(by=label)
    OwnHand.objects.filter(revealed_by__in=labels, table__entries__device__in=devices).update(revealed_by=label)
    Report.objects.filter(device__in=devices).update(by=ERASED_NAME)
    Report.objects.filter(decided_device__in=devices).update(decided_by=ERASED_NAME)
    tables = Table.objects.filter(entries__device__in=devices)
    Table.objects.filter(pk__in=tables.values("pk")).update(redaction_count=F("redaction_count") + 1)


def _withdraw(access: LeagueAccess, people: Collection[int]) -> None:
    """Withdraw these members from the open seasons, which are locked, and from their teams."""
    day = date_in_league(access.league)
    entered = Entrant.objects.filter(member__in=people, season__closed_at=None, withdrawn_on=None)
    for entrant in entered.select_related("season__league", "member"):
        entrant.withdrawn_on = day
        entrant.save(update_fields=["withdrawn_on"])
        facts = {"entrant": entrant.pk, "on": day.isoformat()} | leave_matches(access, entrant, played=False)
        record_event(access, "withdrawn", season=entrant.season, member=entrant.member, facts=facts)
    for mate in Teammate.objects.filter(member__in=people, season__closed_at=None, left_on=None):
        mate.left_on = max(day, mate.joined_on)
        mate.save(update_fields=["left_on"])

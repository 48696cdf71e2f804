"""Take a person's name out: of a league, or with an account. Results stay, under nobody's name.

A name is in the member and the player, in the labels of phones that claimed it, and beside whatever was decided or
checked. All of these are changed. The ledger is not, ever: what pages read of it leaves out the label of a phone that
was an erased member's (``games.selectors.ledger``). What people wrote themselves, reasons and names of tables, and
what a phone without a claim called itself, nobody can tell from other words.
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
from games.refusals import Refused
from games.rules.names import folded
from games.selectors.nights import today
from games.selectors.people import SOMEBODY, people_of
from games.services.abandoned import drop_fixtures
from games.services.leagues import ask_viewers_again, locked_league, note
from games.services.members import cut_claims, member_here, move_seasons_of


@transaction.atomic(durable=True)
def erase_member(*, access: LeagueAccess, member_id: int) -> None:
    """Take a member's name out of the league, with all he was merged from. It cannot be undone.

    He withdraws from open seasons, where nothing more is to be played against nobody. Raises Refused ("not_your_duty",
    "not_found", "holds_office" while his account has an office here).
    """
    league = locked_league(access)
    member = member_here(league, member_id)
    people = people_of(member)
    accounts = list(Account.objects.filter(members__in=people))
    if Office.objects.filter(league=league, account__in=accounts).exists():
        raise Refused("holds_office", name=member.name)
    move_seasons_of(people)
    devices = list(Device.objects.filter(league_passes__link__member__in=people).values_list("pk", flat=True))
    names = {*Member.objects.filter(pk__in=people).values_list("name", flat=True), *(one.name for one in accounts)}
    _forget_in(league, devices, accounts, names)
    _forget_devices(devices)
    cut_claims(people)
    _withdraw(access, people)
    now = timezone.now()
    Member.objects.filter(pk__in=people).update(name=SOMEBODY, folded=folded(SOMEBODY), erased_at=now)
    Player.objects.filter(member__in=people).update(name=SOMEBODY, folded=folded(SOMEBODY))
    ask_viewers_again(league)
    note(access, "erased", member=member)


def forget_account(account: Account) -> None:
    """Take the name of an account that is about to be deleted out of what it decided. To be called in a transaction."""
    leagues = League.objects.filter(Q(events__account=account) | Q(members__account=account)).distinct()
    for league in leagues:
        _forget_in(league, [], [account], {account.name})


def _forget_in(league: League, devices: Collection[int], accounts: Collection[Account], names: set[str]) -> None:
    """Let what was decided in a league by these devices and accounts be decided by somebody."""
    theirs = Q(device__in=devices) | Q(account__in=accounts)
    LeagueEvent.objects.filter(theirs, league=league).update(by=SOMEBODY)
    RoundCheck.objects.filter(theirs, fixture__season__league=league).update(by=SOMEBODY)
    Penalty.objects.filter(season__league=league, by__in=names).update(by=SOMEBODY)


def _forget_devices(devices: Collection[int]) -> None:
    """Take the name off phones, and off what they wrote that is not in a ledger."""
    label = _("A phone")
    labels = set(Device.objects.filter(pk__in=devices).values_list("label", flat=True))
    Device.objects.filter(pk__in=devices).update(label=label)
    OwnHand.objects.filter(device__in=devices).update(by=label)
    OwnHand.objects.filter(revealed_by__in=labels, table__entries__device__in=devices).update(revealed_by=label)
    Report.objects.filter(device__in=devices).update(by=SOMEBODY)
    Report.objects.filter(decided_device__in=devices).update(decided_by=SOMEBODY)
    tables = Table.objects.filter(entries__device__in=devices)
    Table.objects.filter(pk__in=tables.values("pk")).update(forgot=F("forgot") + 1)


def _withdraw(access: LeagueAccess, people: Collection[int]) -> None:
    """Let these members leave the open seasons, which are locked, and their teams."""
    on = today(access.league)
    entered = Entrant.objects.filter(member__in=people, season__closed_at=None, withdrawn_on=None)
    for entrant in entered.select_related("season__league", "member"):
        entrant.withdrawn_on = on
        entrant.save(update_fields=["withdrawn_on"])
        facts = {"entrant": entrant.pk, "on": on.isoformat(), "fixtures": drop_fixtures(entrant, played=False)}
        note(access, "withdrawn", season=entrant.season, member=entrant.member, facts=facts)
    for mate in Teammate.objects.filter(member__in=people, season__closed_at=None, left_on=None):
        mate.left_on = max(on, mate.joined_on)
        mate.save(update_fields=["left_on"])

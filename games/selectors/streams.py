"""Live streams: the signed address of one, who may listen under it when it is opened, and where things stand later."""

from collections.abc import Collection
from typing import Final

from django.core import signing
from django.db import close_old_connections, connections
from django.db.models import Count, Exists, Max, Q

from games.live import Admission, Refusal, Seen
from games.models import AccessLink, Account, Device, League, LeagueEvent, Pass, Role, Season, Table
from games.permissions import Access
from games.refusals import Refused
from games.selectors.league_access import SeasonAccess, access_in
from games.selectors.phone_tables import phone_revision

_SALT: Final = "games.live"
_AGE: Final = 30 * 24 * 3600
"""Seconds a page's stream address is good for. What stands behind it is looked up at every connection, so this only
bounds how long an address that leaked could be tried."""


def stream_address(access: Access) -> str:
    """The path of the live stream for ``access``: signed, so that the stream needs neither cookie nor database."""
    return _address([access.table.public_id, [access.link.pk, access.device.pk if access.device else None]])


def season_stream_address(at: SeasonAccess) -> str:
    """The same for a season: one for all where its league is public, otherwise one for this account and device."""
    if at.season.league.public:
        return _address([at.season.public_id, None, None])
    account, device = at.access.account, at.access.device
    return _address([at.season.public_id, account.pk if account else None, device.pk if device else None])


def phone_stream_address(device: Device) -> str:
    """The same for all tables of a phone together."""
    return _address([device.pk])


_PHONE: Final = "phone:"
_SEASON: Final = "season:"
_LEAGUE: Final = "league:"


def live_name(season: Season) -> str:
    """What the bell calls a season: no table has such an id."""
    return f"{_SEASON}{season.public_id}"


def league_pass(league: League) -> str:
    """What the right to watch any season of a league hangs on; closed, everybody is asked anew."""
    return f"{_LEAGUE}{league.pk}"


def is_shared(link: AccessLink) -> bool:
    """Whether this link shows its table as every other link to watch does; in a league who looks makes a difference."""
    return link.role == Role.WATCH and getattr(link.table, "fixture", None) is None


def _phones(link: AccessLink, device: int | None) -> frozenset[str]:
    """What the cookie of a phone that sees what all who watch see hashes to; empty where there is no such phone."""
    known = Device.objects.filter(pk=device).first() if device and is_shared(link) else None
    return frozenset(filter(None, (known.secret_hash, known.former_hash))) if known else frozenset()


def admit_stream(token: str) -> Admission | Refusal:
    """Who may listen under ``token``, and the newest revision of what is listened to.

    Gives its database connection back.
    """
    try:
        told = signing.loads(token, salt=_SALT, max_age=_AGE)
    except signing.SignatureExpired:
        return Refusal.GONE
    except signing.BadSignature:
        return Refusal.UNKNOWN
    try:
        if len(told) == 1:
            return _at_phone(*told)
        return _at_table(*told) if len(told) == 2 else _at_season(*told)
    finally:
        connections.close_all()


def _address(told: list[str | int | list[int | None] | None]) -> str:
    return f"/live/{signing.dumps(told, salt=_SALT)}/"


def _at_table(public_id: str, held: list[int | None] | int) -> Admission | Refusal:
    """Whether this link, on this device if one came by it, still opens the table."""
    link, device = held if isinstance(held, list) else (held, None)
    if link is None:
        return Refusal.GONE
    ended = Pass.objects.filter(link=link, device=device, ended_at__isnull=False)
    links = AccessLink.objects.filter(pk=link, table__public_id=public_id, revoked_at__isnull=True)
    found = links.filter(~Exists(ended)).select_related("table__fixture").first()
    if found is None or found.table.closed:
        return Refusal.GONE
    table = found.table
    said = bool(table.said) and table.said_at == table.revision
    return Admission(table=public_id, link=link, revision=table.revision, said=said, phones=_phones(found, device))


def _at_season(public_id: str, account_id: int | None, device_id: int | None) -> Admission | Refusal:
    """Whether this account or device may still see the season: as a page would be, it is asked of all it holds."""
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    account = Account.objects.filter(pk=account_id, is_active=True).first() if account_id else None
    device = Device.objects.filter(pk=device_id).first() if device_id else None
    if season is None:
        return Refusal.GONE
    try:
        access_in(season.league, account, device)
    except Refused:
        return Refusal.GONE
    link = league_pass(season.league)
    return Admission(live_name(season), link, season.revision, asks_again=account is not None)


def _at_phone(device_id: int) -> Admission | Refusal:
    """What moves at any of a phone's tables rings there alone, so where they stand together is asked for again."""
    device = Device.objects.filter(pk=device_id).first()
    if device is None:
        return Refusal.GONE
    return Admission(f"{_PHONE}{device.pk}", None, phone_revision(device), asks_again=True)


def where_they_stand(names: Collection[str], links: Collection[int | str | None]) -> Seen:
    """Where these tables and seasons stand, and whether something was taken from these rights.

    Whatever ends a right in a league is written into its history, so the newest line of that is the mark of it. It
    looks after its connection to the database as a request does.
    """
    close_old_connections()
    try:
        return _seen(names, links)
    finally:
        close_old_connections()


def _seen(names: Collection[str], links: Collection[int | str | None]) -> Seen:
    tables = [name for name in names if ":" not in name]
    seasons = [name.removeprefix(_SEASON) for name in names if name.startswith(_SEASON)]
    revisions: dict[str, int] = {}
    said: dict[str, int] = {}
    rights: dict[int | str | None, int] = {}
    if tables:
        found = Table.objects.filter(public_id__in=tables)
        for name, revision, says, at in found.values_list("public_id", "revision", "said", "said_at"):
            revisions[name], said[name] = revision, says if at == revision else 0
    if seasons:
        for name, revision in Season.objects.filter(public_id__in=seasons).values_list("public_id", "revision"):
            revisions[_SEASON + name] = revision
    if own := [link for link in links if isinstance(link, int)]:
        ended = Count("passes", filter=Q(passes__ended_at__isnull=False))
        kept = AccessLink.objects.filter(pk__in=own).annotate(ended=ended)
        for link, revoked, passes in kept.values_list("pk", "revoked_at", "ended"):
            rights[link] = -1 if revoked else passes
    if leagues := [int(link.removeprefix(_LEAGUE)) for link in links if isinstance(link, str)]:
        events = LeagueEvent.objects.filter(league__in=leagues).order_by().values_list("league")
        rights |= {f"{_LEAGUE}{league}": newest for league, newest in events.annotate(newest=Max("pk"))}
    return Seen(revisions, said, rights)

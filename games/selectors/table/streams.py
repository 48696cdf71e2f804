"""Signed URLs of live streams (server-sent events): make them, authorize a connection, and poll revisions."""

from collections.abc import Collection
from typing import Final

from django.core import signing
from django.db import close_old_connections, connections
from django.db.models import Count, Exists, Max, Q
from django.urls import reverse

from games.live import Admission, PolledState, StreamRefusal
from games.models import AccessLink, Account, Device, League, LeagueEvent, Pass, Role, Season, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess, access_to_league
from games.selectors.table.phone_tables import phone_revision

_SALT: Final = "games.live"
_MAX_AGE: Final = 30 * 24 * 3600
"""Seconds for which a stream URL is valid. The right is checked at every connection anyway, so this only bounds how
long a leaked URL can be tried."""


def stream_path(access: Access) -> str:
    """Return the path of the live stream for ``access``, signed, so that it can be verified without a cookie."""
    return reverse("live", args=[stream_token(access)])


def stream_token(access: Access) -> str:
    """Return the signed token in the path of the live stream for ``access``."""
    return _token([access.table.public_id, [access.link.pk, access.device.pk if access.device else None]])


def season_stream_path(season_access: SeasonAccess) -> str:
    """Return the path of a season's live stream: shared by all in a public league, else of this account and device."""
    if season_access.season.league.public:
        return _address([season_access.season.public_id, None, None])
    account, device = season_access.access.account, season_access.access.device
    return _address([season_access.season.public_id, account.pk if account else None, device.pk if device else None])


def phone_stream_path(device: Device) -> str:
    """Return the path of the live stream of all tables of a phone."""
    return _address([device.pk])


_PHONE_PREFIX: Final = "phone:"
_SEASON_PREFIX: Final = "season:"
_LEAGUE_PREFIX: Final = "league:"


def season_topic(season: Season) -> str:
    """Return the name of a season's channel; the prefix keeps it distinct from tables' ids."""
    return f"{_SEASON_PREFIX}{season.public_id}"


def league_grant(league: League) -> str:
    """Return the key of the right to watch a league's seasons; when it is closed, all its streams are checked again."""
    return f"{_LEAGUE_PREFIX}{league.pk}"


def shows_shared_page(link: AccessLink) -> bool:
    """Return whether this link shows the same page as every other watch link; in a league, pages differ by reader."""
    return link.role == Role.WATCH and getattr(link.table, "match", None) is None


def _cookie_hashes(link: AccessLink, device: int | None) -> frozenset[str]:
    """Return the hashes of the phone's cookie if it sees the shared watch page; else empty."""
    known = Device.objects.filter(pk=device).first() if device and shows_shared_page(link) else None
    return frozenset(filter(None, (known.secret_hash, known.former_hash))) if known else frozenset()


def admit_stream(token: str) -> Admission | StreamRefusal:
    """Check whether ``token`` may open a stream, and return the channel with its newest revision.

    Closes its database connection.
    """
    try:
        content = signing.loads(token, salt=_SALT, max_age=_MAX_AGE)
    except signing.SignatureExpired:
        return StreamRefusal.GONE
    except signing.BadSignature:
        return StreamRefusal.UNKNOWN
    try:
        if len(content) == 1:
            return _admit_to_phone(*content)
        return _admit_to_table(*content) if len(content) == 2 else _admit_to_season(*content)
    finally:
        connections.close_all()


def _address(content: list[str | int | list[int | None] | None]) -> str:
    return reverse("live", args=[_token(content)])


def _token(content: list[str | int | list[int | None] | None]) -> str:
    return signing.dumps(content, salt=_SALT)


def _admit_to_table(public_id: str, link_and_device: list[int | None] | int) -> Admission | StreamRefusal:
    """Admit a stream of a table if the link, and the device's pass by it, are still valid."""
    link, device = link_and_device if isinstance(link_and_device, list) else (link_and_device, None)
    if link is None:
        return StreamRefusal.GONE
    ended = Pass.objects.filter(link=link, device=device, ended_at__isnull=False)
    links = AccessLink.objects.filter(pk=link, table__public_id=public_id, revoked_at__isnull=True)
    active_link = links.filter(~Exists(ended)).select_related("table__match").first()
    if active_link is None or active_link.table.closed:
        return StreamRefusal.GONE
    table = active_link.table
    has_reports = bool(table.report_count) and table.last_report_revision == table.revision
    was_asked = bool(table.request_count) and table.last_request_revision == table.revision
    return Admission(
        topic=public_id,
        grant=link,
        revision=table.revision,
        report_is_newest=has_reports or was_asked,
        device_hashes=_cookie_hashes(active_link, device),
    )


def _admit_to_season(public_id: str, account_id: int | None, device_id: int | None) -> Admission | StreamRefusal:
    """Admit a stream of a season if the account or device may still see it."""
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    account = Account.objects.filter(pk=account_id, is_active=True).first() if account_id else None
    device = Device.objects.filter(pk=device_id).first() if device_id else None
    if season is None:
        return StreamRefusal.GONE
    try:
        access_to_league(season.league, account, device)
    except RefusedError:
        return StreamRefusal.GONE
    link = league_grant(season.league)
    return Admission(season_topic(season), link, season.revision, recheck=account is not None)


def _admit_to_phone(device_id: int) -> Admission | StreamRefusal:
    """Admit a stream of a phone's tables. Notifications name single tables, so the combined revision is polled."""
    device = Device.objects.filter(pk=device_id).first()
    if device is None:
        return StreamRefusal.GONE
    return Admission(f"{_PHONE_PREFIX}{device.pk}", None, phone_revision(device), recheck=True)


def poll_state(names: Collection[str], links: Collection[int | str | None]) -> PolledState:
    """Return the current revisions of these channels, and a version of each right that changes when it is revoked.

    In a league, every revocation is written into its history, so the newest event's id is the version. Database
    connections are handled as for a request.
    """
    close_old_connections()
    try:
        return _current_state(names, links)
    finally:
        close_old_connections()


def _current_state(names: Collection[str], links: Collection[int | str | None]) -> PolledState:
    tables = [name for name in names if ":" not in name]
    seasons = [name.removeprefix(_SEASON_PREFIX) for name in names if name.startswith(_SEASON_PREFIX)]
    revisions: dict[str, int] = {}
    reports: dict[str, int] = {}
    rights: dict[int | str | None, int] = {}
    if tables:
        open_tables = Table.objects.filter(public_id__in=tables)
        columns = ("public_id", "revision", "report_count", "last_report_revision", "request_count")
        for name, revision, reports_made, reported_at, requests_made in open_tables.values_list(*columns):
            revisions[name] = revision
            reports[name] = (reports_made if reported_at == revision else 0) + requests_made
    if seasons:
        for name, revision in Season.objects.filter(public_id__in=seasons).values_list("public_id", "revision"):
            revisions[_SEASON_PREFIX + name] = revision
    if link_ids := [link for link in links if isinstance(link, int)]:
        ended = Count("passes", filter=Q(passes__ended_at__isnull=False))
        access_links = AccessLink.objects.filter(pk__in=link_ids).annotate(ended=ended)
        for link, revoked, passes in access_links.values_list("pk", "revoked_at", "ended"):
            rights[link] = -1 if revoked else passes
    if leagues := [int(link.removeprefix(_LEAGUE_PREFIX)) for link in links if isinstance(link, str)]:
        events = LeagueEvent.objects.filter(league__in=leagues).order_by().values_list("league")
        rights |= {f"{_LEAGUE_PREFIX}{league}": newest for league, newest in events.annotate(newest=Max("pk"))}
    return PolledState(revisions, reports, rights)

"""Build and check the URLs of a season's calendars.

A calendar program has no cookie. The calendars of a public league are open to all; those of a private league have a
key in their URL that opens only calendars of that season. It is a keyed hash (HMAC) of the season's id and the number
of revoked league links, so nothing is stored, and revoking the league's link also ends the URLs of its calendars.
"""

import base64
import hashlib
import hmac

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from games.models import LeagueLink, LinkTarget, Member, Season


def calendar_key(season: Season) -> str:
    """Return the key (144 bits) in the URL of a season's calendars; "" if the league is public."""
    if season.league.public:
        return ""
    revoked_links = LeagueLink.objects.filter(
        league=season.league_id, opens=LinkTarget.LEAGUE, revoked_at__isnull=False
    ).count()
    key = hashlib.sha256(b"games.calendar:" + settings.SECRET_KEY.encode()).digest()
    digest = hmac.new(key, f"{season.public_id}:{revoked_links}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def calendar_url(season: Season, member: Member | None = None) -> str:
    """Return the path of a season's calendar, or of a member's, with its key if the league is private."""
    args = [season.public_id]
    path = (
        reverse("season:member_calendar", args=[*args, member.pk]) if member else reverse("season:calendar", args=args)
    )
    key = calendar_key(season)
    return f"{path}?{urlencode({'key': key})}" if key else path


def season_by_calendar_key(public_id: str, key: str) -> Season | None:
    """Return the season if ``key`` opens its calendars, else None."""
    if not key:
        return None
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    if season is None or not hmac.compare_digest(calendar_key(season).encode(), key.encode("utf-8", "replace")):
        return None
    return season

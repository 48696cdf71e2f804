"""The addresses of a season's calendars.

A calendar program has no cookie. The calendar of a public league is open to all; that of another has a key in its
address, which opens nothing but calendars of that season. It is a keyed hash of the season and of how many of the
league's own links were switched off: nothing is stored, and whoever switches the link to the league off ends the
calendars' addresses with it.
"""

import base64
import hashlib
import hmac

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from games.models import LeagueLink, Member, Opens, Season


def calendar_key(season: Season) -> str:
    """The key in the address of a season's calendars: 144 bits; "" where the league is public."""
    if season.league.public:
        return ""
    off = LeagueLink.objects.filter(league=season.league_id, opens=Opens.LEAGUE, revoked_at__isnull=False).count()
    key = hashlib.sha256(b"games.calendar:" + settings.SECRET_KEY.encode()).digest()
    digest = hmac.new(key, f"{season.public_id}:{off}".encode(), hashlib.sha256).digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()


def calendar_url(season: Season, member: Member | None = None) -> str:
    """The path of a season's calendar, or of a member's in it, with the key where it needs one."""
    here = [season.public_id]
    path = reverse("member_calendar", args=[*here, member.pk]) if member else reverse("calendar", args=here)
    key = calendar_key(season)
    return f"{path}?{urlencode({'key': key})}" if key else path


def season_by_calendar_key(public_id: str, key: str) -> Season | None:
    """The season whose calendars ``key`` opens."""
    if not key:
        return None
    season = Season.objects.select_related("league").filter(public_id=public_id).first()
    if season is None or not hmac.compare_digest(calendar_key(season).encode(), key.encode("utf-8", "replace")):
        return None
    return season

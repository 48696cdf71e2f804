"""Views of a league's links, with URL and QR code."""

from typing import Final

import segno
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Duty, LeagueLink, Opens
from games.pages.leagues import CodeView
from games.selectors.secrets import secret_of
from games.wording.offices import invitation_title
from games.wording.words import day

_TITLES: Final = {
    Opens.LEAGUE: gettext_noop("To look at the league"),
    Opens.MEMBER: gettext_noop("To claim the name"),
    Opens.PLACE: gettext_noop("For the tablet"),
}
_EXPLANATIONS: Final = {
    Opens.LEAGUE: gettext_noop("Whoever scans this sees the league, and can change nothing."),
    Opens.MEMBER: gettext_noop("Whoever scans this is this member on that phone: give it to nobody else."),
    Opens.OFFICE: gettext_noop("For one person, who needs an account. Once it is taken up, it opens nothing any more."),
    Opens.PLACE: gettext_noop(
        "Scan it with the tablet that stands there. It may score whatever is played at this table."
    ),
}


def code_address(link: LeagueLink, base_url: str) -> str:
    """Return the URL of a link; empty if its secret can't be derived again."""
    secret = secret_of(link)
    return base_url + reverse("take_up", args=[secret]) if secret else ""


def qr_code(address: str) -> str:
    """Return the QR code of a URL as a data URI of an SVG image; empty for an empty URL."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff") if address else ""


def code_view(link: LeagueLink, public_id: str, base_url: str) -> CodeView:
    """Return the view of an active link of the league ``public_id``."""
    address = code_address(link, base_url)
    opens = Opens(link.opens)
    return CodeView(
        id=link.pk,
        title=invitation_title(Duty(link.duty)) if opens is Opens.OFFICE else _(_TITLES[opens]),
        explains=_(_EXPLANATIONS[opens]),
        url=address,
        qr=qr_code(address),
        used=_("Last used %(day)s") % {"day": day(link.used_at)} if link.used_at else _("Not used yet"),
        revoke_url=reverse("revoke_league_link", args=[public_id, link.pk]),
    )

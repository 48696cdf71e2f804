"""Views of a league's links, with URL and QR code."""

from typing import Final

import segno
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Duty, LeagueLink, LinkTarget
from games.pages.league.leagues import CodeContext
from games.selectors.secrets import secret_of
from games.wording.league.offices import invitation_title
from games.wording.words import day_text

_TITLES: Final = {
    LinkTarget.LEAGUE: gettext_noop("View the league"),
    LinkTarget.MEMBER: gettext_noop("Claim the name"),
    LinkTarget.PLACE: gettext_noop("Tablet"),
}
_EXPLANATIONS: Final = {
    LinkTarget.LEAGUE: gettext_noop("Anyone who scans this can see the league, but not change anything."),
    LinkTarget.MEMBER: gettext_noop(
        "A phone that scans this counts as the member's own. Only the member should scan it."
    ),
    LinkTarget.OFFICE: gettext_noop("This is for one person, and they'll need an account. It works only once."),
    LinkTarget.PLACE: gettext_noop(
        "Scan it with the tablet at this table. That tablet can then score every match played there."
    ),
}


def link_url(link: LeagueLink, base_url: str) -> str:
    """Return the URL of a link; empty if its secret can't be derived again."""
    secret = secret_of(link)
    return base_url + reverse("accept_link", args=[secret]) if secret else ""


def qr_code(address: str) -> str:
    """Return the QR code of a URL as a data URI of an SVG image; empty for an empty URL."""
    return segno.make(address, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff") if address else ""


def code_view(link: LeagueLink, public_id: str, base_url: str) -> CodeContext:
    """Return the view of an active link of the league ``public_id``."""
    address = link_url(link, base_url)
    opens = LinkTarget(link.opens)
    return CodeContext(
        id=link.pk,
        title=invitation_title(Duty(link.duty)) if opens is LinkTarget.OFFICE else _(_TITLES[opens]),
        explains=_(_EXPLANATIONS[opens]),
        url=address,
        qr=qr_code(address),
        used=_("Last used %(day)s") % {"day": day_text(link.used_at)} if link.used_at else _("Not used yet"),
        revoke_url=reverse("league:revoke", args=[public_id, link.pk]),
    )

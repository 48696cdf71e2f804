"""Build the page on which a table's owner invites others with links."""

import segno
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import AccessLink, Role, Table
from games.pages.sharing.join_code import LinkUse
from games.pages.sharing.join_code_page import invite_code
from games.pages.sharing.links_and_problems import LinkContext, LinksPage
from games.pages.table.table_page import table_title
from games.permissions import Access
from games.selectors.secrets import secret_of
from games.selectors.table.table_names import player_names
from games.selectors.table.table_paths import table_path
from games.wording.labels import label_text
from games.wording.words import time_text

_TITLES = {
    Role.WATCH: gettext_noop("To watch"),
    Role.SCORE: gettext_noop("To play and score"),
    Role.OWNER: gettext_noop("For your own phones"),
}
_EXPLANATIONS = {
    Role.WATCH: gettext_noop("Anyone who scans this can follow the score, but not change it."),
    Role.SCORE: gettext_noop("Anyone who scans this can enter, change and undo rounds."),
    Role.OWNER: gettext_noop("A phone that scans this can do everything this one can."),
}


def links_page(access: Access, base_url: str, errors: tuple[str, ...] = ()) -> LinksPage:
    """Return the page with all links of a table; ``base_url`` is this server's URL as other phones reach it."""
    table = access.table
    order = [Role.SCORE, Role.WATCH, Role.OWNER]  # a player scans the first code
    links = sorted(
        table.links.all(), key=lambda link: (link.revoked_at is not None, order.index(Role(link.role)), link.pk)
    )
    views = tuple(_link_view(link, access, base_url) for link in links)
    to_watch = next((view.url for view in views if view.role == Role.WATCH and view.url), "")
    return LinksPage(
        table_title=table_title(table, player_names(table)),
        table_url=table_path(table),
        links=views,
        create_url=table_path(table, "links"),
        takeover_url=table_path(table, "allow_takeover") if access.may("allow_takeover") else "",
        takeover=table.takeover,
        board_url=table_path(table, "board"),
        board_link=f"{to_watch}?to=board" if to_watch else "",
        errors=errors,
        code=invite_code(access, base_url),
    )


def join_url(secret: str, base_url: str) -> str:
    """Return the URL of the link with ``secret``."""
    return base_url + reverse("join", args=[secret])


def _link_view(link: AccessLink, access: Access, base_url: str) -> LinkContext:
    revoked = link.revoked_at is not None
    secret = "" if revoked else secret_of(link)
    url = join_url(secret, base_url) if secret else ""
    role = Role(link.role)
    return LinkContext(
        id=link.pk,
        role=role.value,
        title=_(_TITLES[role]),
        explains=_(_EXPLANATIONS[role]),
        label=label_text(link.label),
        url=url,
        qr=segno.make(url, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff") if url else "",
        revoke_url="" if link.pk == access.link.pk else table_path(link.table, "revoke", link.pk),
        revoked=revoked,
        use=_use(link),
    )


def link_uses(table: Table) -> tuple[LinkUse, ...]:
    """Return when each link of a table was used last."""
    return tuple(_use(link) for link in table.links.order_by("pk"))


def _use(link: AccessLink) -> LinkUse:
    used = _("Last used at %(time)s") % {"time": time_text(link.used_at)} if link.used_at else _("Not used yet")
    return LinkUse(link.pk, used)

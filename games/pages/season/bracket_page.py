"""The page of a season's bracket."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from games.pages.league.league import SeasonNav
from games.pages.league.league_codes import qr_code
from games.pages.season.bracket_drawing import BracketDrawing, bracket_drawing
from games.pages.season.season_nav import season_nav
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_state import is_hidden
from games.selectors.table.streams import season_stream_path
from games.wording.season.season_events import night_text
from games.wording.season.season_table import hidden_text


@dataclass(frozen=True, slots=True)
class BracketPage:
    """The page of a bracket; ``drawing`` is None before the first round is drawn, and while the table is hidden."""

    nav: SeasonNav
    season: str
    """The league and the season, as printed sheets name them."""
    today: str
    drawing: BracketDrawing | None
    nothing: str
    draw_url: str
    screen_url: str
    live_url: str
    poll_url: str
    revision: int
    share_url: str
    """The full address of the page in a public league; "" in a private one."""
    qr: str
    links_url: str
    """Where the link into a private league is, for those who may have it."""


def bracket_page(season_access: SeasonAccess, base_url: str) -> BracketPage:
    """Return the page of a season's bracket."""
    season, hidden = season_access.season, is_hidden(season_access)
    drawing = None if hidden else bracket_drawing(season_access)
    args = [season.public_id]
    public, manages = season.league.public, season_access.access.may("manage_league")
    share_url = base_url + reverse("season:bracket", args=args) if public else ""
    draws = manages and season.closed_at is None
    return BracketPage(
        nav=season_nav(season_access, "bracket"),
        season=f"{season.league.name} \u00b7 {season.name}",
        today=night_text(date_in_league(season.league), year=True),
        drawing=drawing,
        nothing=hidden_text() if hidden else _("The bracket appears here once its first round is drawn."),
        draw_url=reverse("season:draw", args=args) if draws and not hidden else "",
        screen_url=reverse("season:screen", args=args),
        live_url=season_stream_path(season_access) if season.closed_at is None else "",
        poll_url=reverse("season:revision", args=args),
        revision=season.revision,
        share_url=share_url,
        qr=qr_code(share_url),
        links_url=reverse("league:links", args=[season.league.public_id]) if manages and not public else "",
    )

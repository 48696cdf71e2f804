"""Build the page of a tablet that stands at a table of a league's room."""

from games.models import Device, LeaguePass, Opens, Place
from games.pages.match import HerePage
from games.selectors.own_matches import matches_at


def place_of(device: Device | None) -> Place | None:
    """Return the place at which a device stands: that of the link it opened last, unless the link was revoked."""
    if device is None:
        return None
    passes = LeaguePass.objects.filter(device=device, link__opens=Opens.PLACE, link__revoked_at=None)
    newest = passes.select_related("link__place__league").order_by("-pk").first()
    return newest.link.place if newest else None


def here_page(place: Place | None) -> HerePage:
    """Return the page with tonight's matches at ``place``, which is None for a device that stands at no place."""
    matches = matches_at(place) if place else ()
    return HerePage(
        place=place.name if place else "",
        league=place.league.name if place else "",
        next=matches[0] if matches else None,
        later=matches[1:],
    )

"""Build the page of a tablet that stands at a table of a league's room."""

from games.models import Device, LeaguePass, LinkTarget, Place
from games.pages.season.match import TabletPage
from games.pages.season.own_matches import matches_at_place


def place_of_device(device: Device | None) -> Place | None:
    """Return the place at which a device stands: that of the link it opened last, unless the link was revoked."""
    if device is None:
        return None
    passes = LeaguePass.objects.filter(device=device, link__opens=LinkTarget.PLACE, link__revoked_at=None)
    newest = passes.select_related("link__place__league").order_by("-pk").first()
    return newest.link.place if newest else None


def tablet_page(place: Place | None) -> TabletPage:
    """Return the page with tonight's matches at ``place``, which is None for a device that stands at no place."""
    matches = matches_at_place(place) if place else ()
    return TabletPage(
        place=place.name if place else "",
        league=place.league.name if place else "",
        next=matches[0] if matches else None,
        later=matches[1:],
    )

"""What a tablet shows at its place in the room."""

from games.models import Device, LeaguePass, Opens, Place
from games.pages.match import HerePage
from games.selectors.own_matches import matches_at


def place_of(device: Device | None) -> Place | None:
    """The place at which a device stands: that of the code it took up last, as long as that is good."""
    if device is None:
        return None
    passes = LeaguePass.objects.filter(device=device, link__opens=Opens.PLACE, link__revoked_at=None)
    taken = passes.select_related("link__place__league").order_by("-pk").first()
    return taken.link.place if taken else None


def here_page(place: Place | None) -> HerePage:
    """The matches of tonight at a place; None for a device that stands nowhere."""
    matches = matches_at(place) if place else ()
    return HerePage(
        place=place.name if place else "",
        league=place.league.name if place else "",
        next=matches[0] if matches else None,
        later=matches[1:],
    )

"""Places, the numbered tables of a league's room, and the links for the tablets on them."""

from typing import Final

from django.db import transaction

from games.models import League, LeagueLink, Opens, Place
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.services.leagues import link_to, locked_league, note

MOST_PLACES: Final = 100
"""Places of a league."""


@transaction.atomic(durable=True)
def add_place(*, access: LeagueAccess, name: str) -> Place:
    """Add a place under a clean ``name``. Raises Refused ("not_your_duty", "name_taken", "too_many")."""
    league = locked_league(access)
    _check_free(league, name)
    if league.places.count() >= MOST_PLACES:
        raise Refused("too_many", most=MOST_PLACES, what="tables in this room")
    place = Place.objects.create(league=league, name=name)
    note(access, "place_added", facts={"place": name})
    return place


@transaction.atomic(durable=True)
def rename_place(*, access: LeagueAccess, place_id: int, name: str) -> None:
    """Rename a place. Raises Refused ("not_your_duty", "not_found", "name_taken")."""
    place = _place(locked_league(access), place_id)
    if place.name == name:
        return
    _check_free(place.league, name, place.pk)
    note(access, "place_renamed", facts={"before": place.name, "place": name})
    place.name = name
    place.save(update_fields=["name"])


@transaction.atomic(durable=True)
def remove_place(*, access: LeagueAccess, place_id: int) -> None:
    """Delete a place, and its tablet's link with it. Matches planned there lose their place.

    Raises Refused ("not_your_duty", "not_found").
    """
    place = _place(locked_league(access), place_id)
    note(access, "place_removed", facts={"place": place.name})
    place.delete()


@transaction.atomic(durable=True)
def tablet_link(*, access: LeagueAccess, place_id: int) -> LeagueLink:
    """Return the link for the tablet at a place, made if needed. Raises Refused ("not_your_duty", "not_found")."""
    league = locked_league(access)
    return link_to(league, Opens.PLACE, place=_place(league, place_id))


def _place(league: League, place_id: int) -> Place:
    place = Place.objects.select_related("league").filter(league=league, pk=place_id).first()
    if place is None:
        raise Refused("not_found")
    return place


def _check_free(league: League, name: str, own: int = 0) -> None:
    if taken := league.places.filter(name__iexact=name).exclude(pk=own).first():
        raise Refused("name_taken", name=taken.name)

"""Places, the numbered tables of a league's room, and the links for the tablets on them."""

from typing import Final

from django.db import transaction

from games.models import League, LeagueLink, LinkTarget, Place
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.league.leagues import ensure_link, locked_league, record_event

MOST_PLACES: Final = 100
"""Places of a league."""


@transaction.atomic(durable=True)
def add_place(*, access: LeagueAccess, name: str) -> Place:
    """Add a place under a clean ``name``. Raises RefusedError ("not_your_duty", "name_taken", "too_many")."""
    league = locked_league(access)
    _check_free(league, name)
    if league.places.count() >= MOST_PLACES:
        raise RefusedError("too_many", most=MOST_PLACES, what="tables in this room")
    place = Place.objects.create(league=league, name=name)
    record_event(access, "place_added", facts={"place": name})
    return place


@transaction.atomic(durable=True)
def rename_place(*, access: LeagueAccess, place_id: int, name: str) -> None:
    """Rename a place. Raises RefusedError ("not_your_duty", "not_found", "name_taken")."""
    place = _place(locked_league(access), place_id)
    if place.name == name:
        return
    _check_free(place.league, name, place.pk)
    record_event(access, "place_renamed", facts={"before": place.name, "place": name})
    place.name = name
    place.save(update_fields=["name"])


@transaction.atomic(durable=True)
def remove_place(*, access: LeagueAccess, place_id: int) -> None:
    """Delete a place, and its tablet's link with it. Matches planned there lose their place.

    Raises RefusedError ("not_your_duty", "not_found").
    """
    place = _place(locked_league(access), place_id)
    record_event(access, "place_removed", facts={"place": place.name})
    place.delete()


@transaction.atomic(durable=True)
def tablet_link(*, access: LeagueAccess, place_id: int) -> LeagueLink:
    """Return the link for the tablet at a place, made if needed. Raises RefusedError ("not_your_duty", "not_found")."""
    league = locked_league(access)
    return ensure_link(league, LinkTarget.PLACE, place=_place(league, place_id))


def _place(league: League, place_id: int) -> Place:
    place = Place.objects.select_related("league").filter(league=league, pk=place_id).first()
    if place is None:
        raise RefusedError("not_found")
    return place


def _check_free(league: League, name: str, own: int = 0) -> None:
    if taken := league.places.filter(name__iexact=name).exclude(pk=own).first():
        raise RefusedError("name_taken", name=taken.name)

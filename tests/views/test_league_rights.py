"""Who may what in a league: every route, as everybody, in a league that is public and in one that is not."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.models import Duty, Entry, Fixture, League, LeagueEvent, Place
from tests.leagues import Club, club
from tests.makers import gin
from tests.match_night import browser, place, tablet

ROOTS: Final = ("l/<slug:public_id>/", "s/<slug:public_id>/", "s/<slug:public_id>/matches/<int:number>/")
EVERYBODY: Final = ("stranger", "elsewhere", "tablet", "player", "scorer", "referee", "organiser")
"""From the least right to the most: whoever may change something comes after all who may not."""
OUTSIDE: Final = {"stranger", "elsewhere"}
MAY: Final = {
    "see": set(EVERYBODY),
    "play": {"player", "scorer", "referee", "organiser"},
    "score": {"scorer", "referee", "organiser"},
    "judge": {"referee", "organiser"},
    "manage": {"organiser"},
}
PAGES: Final = ("see", None)
FORMS: Final = ("manage", "manage")
BUTTON: Final = (None, "manage")
NEEDS: Final[dict[str, tuple[str | None, str | None]]] = {
    # Url name: who may read it, who may send something to it; None: that cannot be done there.
    "league": PAGES,
    "league_settings": FORMS,
    "league_links": FORMS,
    "revoke_league_link": BUTTON,
    "leave_league": ("see", "see"),
    "members": FORMS,
    "codes": FORMS,
    "member": PAGES,
    "rename_member": BUTTON,
    "claim_member": BUTTON,
    "release_member": BUTTON,
    "merge_member": BUTTON,
    "part_member": BUTTON,
    "erase_member": FORMS,
    "offices": FORMS,
    "hand_over": BUTTON,
    "end_office": BUTTON,
    "places": FORMS,
    "rename_place": BUTTON,
    "remove_place": BUTTON,
    "tablet_link": BUTTON,
    "new_season": FORMS,
    "player": PAGES,
    "ratings": PAGES,
    "rating": PAGES,
    "archive": ("manage", None),
    "season": PAGES,
    "season_moved": PAGES,
    "season_revision": PAGES,
    "season_needs": PAGES,
    "season_screen": PAGES,
    "season_screen_moved": PAGES,
    "entrants": ("see", "manage"),
    "seed_entrants": BUTTON,
    "withdraw": BUTTON,
    "come_back": BUTTON,
    "take_out": BUTTON,
    "rename_team": BUTTON,
    "join_team": BUTTON,
    "leave_team": BUTTON,
    "season_rules": PAGES,
    "season_game_rules": PAGES,
    "change_season_rules": FORMS,
    "run_season": FORMS,
    "draw": FORMS,
    "fixtures": PAGES,
    "play_now": (None, "play"),
    "change_fixture": ("see", "manage"),
    "calendar": PAGES,
    "member_calendar": PAGES,
    "checks": ("judge", "judge"),
    "season_data": ("see", "manage"),
    "take_over": BUTTON,
    "download": PAGES,
    "fixture": PAGES,
    "play_fixture": (None, "play"),
    "watch_fixture": (None, "see"),
}
BY_LINK: Final = {"take_office"}
"""What only an invitation opens, whoever has it: tried in tests/views/test_offices.py."""


def routes() -> Iterator[tuple[str, str]]:
    """Url name and address, with its parts in brackets, of everything below a league and a season."""
    for top in get_resolver().url_patterns:
        for pattern in getattr(top, "url_patterns", [top]):
            address = str(pattern.pattern)
            if isinstance(pattern, URLResolver) and address in ROOTS:
                for part in pattern.url_patterns:
                    assert isinstance(part, URLPattern)
                    yield str(part.name), f"/{address}{part.pattern}"
            elif isinstance(pattern, URLPattern) and address.startswith(("l/", "s/")):
                yield str(pattern.name), f"/{address}"


ROUTES: Final = dict(routes())


def test_every_route_is_declared() -> None:
    assert set(ROUTES) == set(NEEDS) | BY_LINK


@pytest.fixture
def night(db: None) -> Club:
    """A season of free play with one match on its way, and a place in the room."""
    made = club("Ann", "Ben", "Cleo", "Dan")
    made.play(made.fixture("Ann", "Ben"), made.phone("Ann"), gin(0, 20))
    place(made)
    return made


@pytest.fixture
def people(night: Club) -> dict[str, Client]:
    """Everybody's browser."""
    found = {
        "stranger": Client(raise_request_exception=False),
        "elsewhere": browser(club("Zoe", "Yan").access),
        "tablet": browser(tablet(night, Place.objects.get(league=night.league))),
        "player": browser(night.phone("Ann")),
        "scorer": browser(night.official(Duty.SCORER, "Sam")),
        "referee": browser(night.official(Duty.REFEREE, "Rita")),
        "organiser": browser(night.access),
    }
    assert tuple(found) == EVERYBODY
    return found


def filled(night: Club, route: str) -> str:
    """The address with the league, the season and what is in them put in."""
    dan = night.members["Dan"].pk
    parts = {
        "public_id": night.season.public_id if route.startswith("/s/") else night.league.public_id,
        "number": 1 if route.startswith("/s/") else dan,
        "member": dan,
        "place": Place.objects.get(league=night.league).pk,
        "entrant": night.entrants["Dan"].pk,
        "what": "table",
        "kind": "csv",
    }
    return re.sub(r"<\w+:(\w+)>", lambda found: str(parts.get(found[1], 10**6)), route)


def sent(night: Club, name: str) -> dict[str, str]:
    """A form that asks for something, where an empty one would only be found wrong."""
    one, other = (str(night.entrants[name].pk) for name in ("Ann", "Cleo"))
    return {
        "play_now": {"player-1": one, "player-2": other},
        "change_fixture": {"do": "cancel", "reason": "Lights went out"},
    }.get(name, {})


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("name", sorted(NEEDS))
def test_each_route_is_for_whom_it_is_for(night: Club, people: dict[str, Client], name: str, public: bool) -> None:
    League.objects.filter(pk=night.league.pk).update(public=public)
    address, form = filled(night, ROUTES[name]), sent(night, name)
    for method, need in zip(("GET", "POST"), NEEDS[name], strict=True):
        for who, client in people.items():
            before = LeagueEvent.objects.count(), Entry.objects.count(), Fixture.objects.count()
            answer = client.get(address) if method == "GET" else client.post(address, form)
            told = (name, method, who, answer.status_code)
            assert answer.status_code < 500, told
            if need is None:
                assert answer.status_code == 405, told
            elif not public and who in OUTSIDE:
                assert answer.status_code == 404, told
            elif who in MAY[need]:
                assert answer.status_code not in (403, 405), told
                continue
            else:
                assert answer.status_code == 403, told
            assert (LeagueEvent.objects.count(), Entry.objects.count(), Fixture.objects.count()) == before, told


@pytest.mark.parametrize("duty", Duty)
def test_who_may_is_who_did(night: Club, duty: Duty) -> None:
    """The right itself works: each official sees what the others may not do, and the organiser does it."""
    client = browser(night.official(duty, "Olaf"))
    address = filled(night, ROUTES["change_fixture"])
    answer = client.post(address, sent(night, "change_fixture"))
    cancelled = Fixture.objects.get(season=night.season).state == "cancelled"
    assert (answer.status_code == 302, cancelled) == (duty is Duty.ORGANISER,) * 2

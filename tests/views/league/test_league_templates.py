"""No league template uses an undefined variable, in any state, for any visitor."""

import copy
import re
from typing import Any

import pytest
from django.conf import settings as project

from games.models import Duty, LinkTarget, Season
from games.selectors.season.league_dates import date_in_league
from games.services.league.leagues import ensure_link, league_link
from games.services.league.member_merge import merge_members
from games.services.league.members import add_members, claim_links
from games.services.league.offices import invite
from games.services.league.places import add_place, tablet_link
from games.services.season.entrants import join_team, leave_team, make_team, withdraw
from tests.leagues import Club, club
from tests.views.league_people import as_account, browser, member, official, organizer, secret
from tests.views.reading import text
from tests.views.test_nasty import NASTY


@pytest.fixture(autouse=True)
def loud(settings: Any) -> None:
    """An undefined variable is visible in the page."""
    templates = copy.deepcopy(project.TEMPLATES)
    templates[0]["OPTIONS"]["string_if_invalid"] = "[there is no %s]"
    settings.TEMPLATES = templates


def missing(answer: Any) -> list[str]:
    return re.findall(r"\[there is no (.*?)\]", text(answer))


def full(teams: bool) -> Club:
    """A club that has one of everything."""
    night = club("Ann", "Ben", "Cleo", teams=teams)
    access, on = night.access, date_in_league(night.league)
    add_place(access=access, name="Table 1")
    tablet_link(access=access, place_id=add_place(access=access, name="Table 2").pk)
    league_link(access=access)
    invite(access=access, duty=Duty.SCORER, key="k")
    claim_links(access=access)
    twin = add_members(access=access, names=["Anna"])[0]
    merge_members(access=access, member_id=twin.pk, into_id=night.members["Ann"].pk)
    if teams:
        aces, kings = (make_team(access=access, season=night.season, name=name) for name in ("Aces", "Kings"))
        one = {"access": access, "season": night.season, "day": on}
        mate = join_team(entrant_id=aces.pk, member_id=night.members["Ann"].pk, **one)
        leave_team(teammate_id=mate.pk, new_team_id=kings.pk, **one)
    else:
        night.match("Ann", "Ben")
        withdraw(access=access, season=night.season, entrant_id=night.entrants["Ann"].pk, reason="ill")
    Season.objects.create(
        league=night.league, name="Spring", preset="ginski", pairing="trios", key="x", closed_at=night.league.created_at
    )
    return night


@pytest.mark.parametrize("teams", [True, False])
def test_every_page_defines_all_its_variables(teams: bool) -> None:
    night = full(teams)
    home, ann = f"/l/{night.league.public_id}/", night.members["Ann"].pk
    people = [organizer(night), official(night, Duty.REFEREE), member(night, "Ben"), browser()]
    pages = ["/leagues/", "/leagues/new/", home, f"/s/{night.season.public_id}/entrants/"]
    pages += [home + rest for rest in ("settings/", "links/", "leave/", "members/", "members/codes/", "offices/")]
    pages += [home + rest for rest in ("places/", f"members/{ann}/", f"members/{ann}/erase/")]
    pages += [f"/k/{secret(link)}/" for link in night.league.links.filter(revoked_at=None)]
    for client in people:
        assert {page: response for page in pages if (response := missing(client.get(page)))} == {}


def test_no_text_breaks_a_form() -> None:
    night = full(True)
    home, season = f"/l/{night.league.public_id}/", f"/s/{night.season.public_id}/entrants/"
    client = as_account(night.organizer)
    ann, place = night.members["Ann"].pk, night.league.places.latest("pk").pk
    team = night.season.entrants.earliest("pk").pk
    mate = night.season.teammates.latest("pk").pk
    ensure_link(night.league, LinkTarget.MEMBER, member=night.members["Ben"])
    names = (
        "name",
        "place",
        "zone",
        "other-zone",
        "public",
        "key",
        "names",
        "duty",
        "to",
        "into",
        "member",
        "on",
        "reason",
    )
    addresses = [
        *("/leagues/new/", f"{home}settings/", f"{home}members/", f"{home}offices/", f"{home}offices/hand-over/"),
        *(f"{home}places/", f"{home}places/{place}/rename/", f"{home}members/{ann}/rename/"),
        *(f"{home}members/{ann}/merge/", season, f"{season}{team}/rename/", f"{season}{team}/join/"),
        *(f"{season}mates/{mate}/leave/", f"{season}{team}/withdraw/"),
    ]
    for typed in NASTY:
        fields = dict.fromkeys(names, typed)
        for address in addresses:
            answer = client.post(address, fields)
            assert (typed, address, answer.status_code < 500, missing(answer)) == (typed, address, True, [])

"""A season's calendar feeds, parsed by an independent program."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import icalendar
import pytest
from django.test import Client

from games.models import League, LeagueLink, LinkTarget, Place
from games.services.league.leagues import ensure_link, revoke_league_link
from games.services.season.match_stop import restore
from games.services.season.matches import cancel, line_up, reschedule
from tests.leagues import Club, club
from tests.match_night import browser

TUESDAY = date(2026, 10, 6)


def url(tuesday: Club, name: str = "") -> str:
    rest = f"/{tuesday.members[name].pk}.ics" if name else ".ics"
    return f"/s/{tuesday.season.public_id}/calendar{rest}"


def events(answer: Any) -> list[Any]:
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return icalendar.Calendar.from_ical(answer.content).walk("VEVENT")


@pytest.fixture
def tuesday(db: None) -> Club:
    """Ann meets Ben on a Tuesday in Berlin at half past seven; Cleo meets Dan some time that day."""
    made = club()
    place = Place.objects.create(league=made.league, name="Table 2")
    made.match("Ann", "Ben", night=TUESDAY, start_time=time(19, 30), place=place, number_in_draw=3)
    made.match("Cleo", "Dan", night=TUESDAY)
    made.match("Ann", "Cleo")
    return made


def test_matches_with_a_night_are_events_in_the_time_of_the_room(tuesday: Club) -> None:
    whole_day, timed = sorted(events(Client().get(url(tuesday))), key=lambda event: event["summary"], reverse=True)
    assert timed["summary"] == "Ann – Ben"
    start = timed["dtstart"].dt
    assert (start.isoformat(), str(start.tzinfo)) == ("2026-10-06T19:30:00+02:00", "Europe/Berlin")
    assert timed["dtend"].dt.isoformat() == "2026-10-06T21:30:00+02:00"
    assert timed["dtstamp"].dt.utcoffset() == timedelta(0)
    assert (timed["location"], timed["description"], timed["status"]) == (
        "Table 2, The Swan",
        "Autumn, Round 3",
        "CONFIRMED",
    )
    assert timed["url"].endswith(f"/s/{tuesday.season.public_id}/matches/1/")
    assert (whole_day["summary"], whole_day["dtstart"].dt) == ("Cleo – Dan", TUESDAY)


def test_calendar_has_the_time_zone_with_its_summer_time(tuesday: Club) -> None:
    calendar = icalendar.Calendar.from_ical(Client().get(url(tuesday)).content)
    zone = calendar.walk("VTIMEZONE")[0]
    assert zone["tzid"] == "Europe/Berlin"
    assert {part.name for part in zone.subcomponents} == {"STANDARD", "DAYLIGHT"}
    assert (calendar["version"], calendar["x-wr-timezone"]) == ("2.0", "Europe/Berlin")


def test_moving_a_match_moves_its_event(tuesday: Club) -> None:
    def now() -> Any:
        return next(event for event in events(Client().get(url(tuesday))) if event["summary"] == "Ann – Ben")

    do = {"access": tuesday.access, "season": tuesday.season, "number": 1}
    first = now()
    reschedule(changed={"night": date(2027, 1, 5), "at": time(20), "place": None}, **do)  # type: ignore[arg-type]
    moved = now()
    assert moved["dtstart"].dt.astimezone(UTC) == datetime(2027, 1, 5, 19, tzinfo=UTC)
    cancel(reason="", **do)  # type: ignore[arg-type]
    gone = now()
    restore(reason="", **do)  # type: ignore[arg-type]
    back = now()
    assert {event["uid"] for event in (first, moved, gone, back)} == {first["uid"]}
    assert [event["sequence"] for event in (first, moved, gone, back)] == [0, 1, 2, 3]
    assert [event["status"] for event in (moved, gone, back)] == ["CONFIRMED", "CANCELLED", "CONFIRMED"]


def test_member_has_a_calendar_with_their_matches_as_substitute(tuesday: Club) -> None:
    def names(who: str) -> list[str]:
        return [str(event["summary"]) for event in events(Client().get(url(tuesday, who)))]

    assert names("Ann") == ["Ann – Ben"]
    members = [[tuesday.members["Cleo"]], [tuesday.members["Ann"]]]
    line_up(access=tuesday.access, season=tuesday.season, number=2, members=members)
    assert sorted(names("Ann")) == ["Ann – Ben", "Cleo – Dan"]
    assert Client().get(f"/s/{tuesday.season.public_id}/calendar/{club().members['Ann'].pk}.ics").status_code == 404
    assert Client().get(f"/s/{tuesday.season.public_id}/calendar/{2**70}.ics").status_code == 404


def test_a_league_by_link_has_a_key_in_the_address_that_ends_with_the_link(tuesday: Club) -> None:
    League.objects.filter(pk=tuesday.league.pk).update(public=False)
    ann = browser(tuesday.phone("Ann"))
    page = ann.get(f"/s/{tuesday.season.public_id}/matches/").context["page"]
    stranger = Client()
    for key in ("", "?key=", "?key=x", "?key=%ff", "?key=%ED%A0%80"):
        assert stranger.get(url(tuesday) + key).status_code == 404
    for address in (page.calendar_url, page.own_calendar_url):
        assert events(stranger.get(address))
    # It opens nothing else.
    key = page.calendar_url.partition("?")[2]
    assert stranger.get(f"/s/{tuesday.season.public_id}/matches/?{key}").status_code == 404
    link = ensure_link(tuesday.league, LinkTarget.LEAGUE)
    assert LeagueLink.objects.filter(pk=link.pk).exists()
    revoke_league_link(access=tuesday.access, link_id=link.pk)
    assert stranger.get(page.calendar_url).status_code == 404
    assert events(ann.get(page.calendar_url))


def test_a_key_is_for_one_season(tuesday: Club) -> None:
    League.objects.filter(pk=tuesday.league.pk).update(public=False)
    key = browser(tuesday.access).get(f"/s/{tuesday.season.public_id}/matches/").context["page"].calendar_url
    other = club("Ann", "Ben")
    League.objects.filter(pk=other.league.pk).update(public=False)
    assert Client().get(f"{url(other)}?{key.partition('?')[2]}").status_code == 404


def test_the_address_of_a_public_league_needs_no_key(tuesday: Club) -> None:
    page = Client().get(f"/s/{tuesday.season.public_id}/matches/").context["page"]
    assert (page.calendar_url, page.own_calendar_url) == (url(tuesday), "")

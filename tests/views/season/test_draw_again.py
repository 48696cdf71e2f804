"""A round that is drawn again keeps its night, time, tables and choices, from the page and from programs."""

import re
from datetime import date, time, timedelta

import pytest

from games.models import Match, Place
from games.selectors.season.league_dates import date_in_league
from games.services.league.leagues import record_event
from games.services.season.draws import PairingPlan, draw
from games.services.season.matches import cancel, reschedule
from tests.api import season_kit
from tests.leagues import Club, club
from tests.makers import gin
from tests.views.reading import text
from tests.views.season_pages import filled, olga, page_of

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
NEXT = date(2031, 5, 6)


def drawn(tuesday: Club, **plan: object) -> Club:
    """Draw the next round with these choices."""
    key = f"round after {tuesday.season.matches.count()}"
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(**plan), key=key)  # type: ignore[arg-type]
    return tuesday


def semi_finals(pairing: str) -> Club:
    """Four players whose first round is played."""
    tuesday = drawn(club(pairing=pairing, house_rules={"target": 10}))
    for match in tuesday.season.matches.all():
        tuesday.play(match, tuesday.access, gin(0, 40))
    return tuesday


def press_again(tuesday: Club, key: str) -> None:
    """Press "Draw round … again" on the page as it comes."""
    browser, url = olga(tuesday), page_of(tuesday, "draw/")
    page = browser.get(url)
    tables = re.findall(r'name="place"\s+value="(\d+)"\s+checked', text(page))
    form = filled(page, "draw") | {"again": "1", "key": key, "do": "draw"}
    assert browser.post(url, form | {"place": tables}).status_code == 302


def last_round(tuesday: Club) -> set[tuple[object, ...]]:
    """Who plays in the last round, when and where."""
    matches = list(tuesday.season.matches.select_related("place").prefetch_related("sides"))
    return {_facts(one) for one in matches if one.round == max(other.round or 0 for other in matches)}


def _facts(match: Match) -> tuple[object, ...]:
    return frozenset(side.entrant_id for side in match.sides.all()), match.night, match.at, match.place


@pytest.mark.parametrize("pairing", ["knockout", "consolation"])
def test_night_time_tables_and_the_match_for_third_place_stay(pairing: str) -> None:
    tuesday = semi_finals(pairing)
    places = [Place.objects.create(league=tuesday.league, name=f"Table {n}") for n in (1, 2)]
    drawn(tuesday, first=NEXT, start_time=time(18, 15), places=(places[1],), third_place=True)
    before = last_round(tuesday)
    for press in range(3):
        press_again(tuesday, f"press {press}")
        assert last_round(tuesday) == before


def test_no_match_for_third_place_is_added() -> None:
    tuesday = drawn(semi_finals("knockout"), first=NEXT)
    press_again(tuesday, "again")
    assert len(last_round(tuesday)) == 1


def move(tuesday: Club, match: Match, night: date | None, place: Place | None) -> None:
    changed = {"night": night, "at": time(20) if night else None, "place": place}
    reschedule(access=tuesday.access, season=tuesday.season, number=match.number, changed=changed)


@pytest.mark.parametrize(
    ("pairing", "moved"),
    [
        *(("swiss", moved) for moved in ("the first", "the last", "all", "left open")),
        *((pairing, "the last") for pairing in ("knockout", "double_elimination")),
    ],
)
def test_matches_that_were_moved_are_drawn_for_the_night_of_their_round(pairing: str, moved: str) -> None:
    tuesday = club(*SIX, pairing=pairing)
    places = [Place.objects.create(league=tuesday.league, name=f"Table {n}") for n in (1, 2, 3)]
    drawn(tuesday, first=NEXT, start_time=time(19), places=tuple(places[1:]))
    before = last_round(tuesday)
    matches = list(tuesday.season.matches.filter(round=1, state="planned"))
    for match in {"the first": matches[:1], "the last": matches[-1:]}.get(moved, matches):
        move(tuesday, match, None if moved == "left open" else NEXT + timedelta(days=2), places[0])
    for press in range(2):
        press_again(tuesday, f"press {press}")
        assert last_round(tuesday) == before


def test_a_round_drawn_with_an_open_date_stays_open_if_a_match_got_one() -> None:
    tuesday = drawn(club(*SIX, pairing="swiss"))
    for match in tuesday.season.matches.filter(round=1):
        move(tuesday, match, NEXT, None)
    press_again(tuesday, "again")
    assert {(night, at) for _, night, at, _ in last_round(tuesday)} == {(None, None)}


def test_a_round_drawn_in_an_earlier_version_is_drawn_for_the_night_of_most_of_its_matches() -> None:
    tuesday = drawn(club(*SIX, pairing="swiss"), first=NEXT, start_time=time(19))
    before = last_round(tuesday)
    record_event(tuesday.access, "drawn", season=tuesday.season, facts={"key": "", "matches": 3})
    move(tuesday, tuesday.season.matches.get(number=1), NEXT + timedelta(days=2), None)
    press_again(tuesday, "again")
    assert last_round(tuesday) == before


def test_a_canceled_final_is_offered_again_while_the_match_for_third_place_is_open() -> None:
    tuesday = drawn(semi_finals("knockout"), first=NEXT, start_time=time(18, 15), third_place=True)
    before, final = last_round(tuesday), tuesday.season.matches.get(number=3)
    cancel(access=tuesday.access, season=tuesday.season, number=3, reason="")
    browser, url = olga(tuesday), page_of(tuesday, "draw/")
    page = browser.get(url)
    assert "Draw: Final" in text(page)
    assert "Draw: Final" in text(browser.get(page_of(tuesday, "desk/")))
    assert browser.post(url, filled(page, "draw") | {"key": "final", "do": "draw"}).status_code == 302
    assert last_round(tuesday) == before
    final.refresh_from_db()
    assert tuesday.season.matches.filter(round=2).count() == len(before) + (final.round == 2)
    assert "Draw: Final" not in text(browser.get(page_of(tuesday, "desk/")))


@pytest.mark.parametrize("night", [None, "gone"])
def test_an_open_date_and_a_past_night_stay(night: str | None) -> None:
    tuesday = club(pairing="swiss")
    first = date_in_league(tuesday.league) - timedelta(days=2) if night else None
    drawn(tuesday, first=first, start_time=time(20))
    press_again(tuesday, "again")
    assert {(when, at) for _, when, at, _ in last_round(tuesday)} == {(first, time(20) if first else None)}


def test_a_swiss_round_is_accelerated_again_and_leaves_out_the_same() -> None:
    tuesday = club(*SIX, pairing="swiss")
    drawn(tuesday, accelerate=True, absent=frozenset(tuesday.entrants[name].pk for name in SIX[4:]))
    before = last_round(tuesday)
    for press in range(2):
        press_again(tuesday, f"press {press}")
        assert last_round(tuesday) == before


def test_programs_keep_what_they_leave_out_and_change_what_they_send() -> None:
    run = season_kit.Run(drawn(semi_finals("knockout"), first=NEXT, start_time=time(18, 15), third_place=True))
    before = last_round(run.club)
    answer = run.organizer.post(f"{run.path}draw/", {"again": True}, Idempotency_Key=season_kit.key())
    assert (answer.status, last_round(run.club)) == (201, before)
    changed = {"again": True, "third_place": False, "first": None}
    assert run.organizer.post(f"{run.path}draw/", changed, Idempotency_Key=season_kit.key()).status == 201
    assert [(night, at) for _, night, at, _ in last_round(run.club)] == [(None, None)]

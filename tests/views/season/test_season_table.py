"""The standings page: now, after any night, hidden, and on the wall."""

from datetime import date, timedelta
from html import escape
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Entrant, Match, MatchSide, MatchState, Penalty, Season
from games.models.match import sides_for
from games.rules.league.season import SeasonRules, season_json, season_rules
from games.selectors.season.league_dates import date_in_league
from games.services.league.leagues import change_league
from tests.leagues import Club, club
from tests.makers import gin, knock
from tests.views.reading import HTMX, plain, says, shown, text, words

pytestmark = pytest.mark.django_db


def moved(tuesday: Club) -> None:
    """What use cases do with whatever they change."""
    Season.objects.filter(pk=tuesday.season.pk).update(revision=F("revision") + 1)


def result(
    tuesday: Club,
    one: str,
    other: str,
    points: tuple[int, int],
    *,
    weeks: int = 0,
    state: MatchState = MatchState.PLAYED,
    final: bool = True,
) -> Match:
    """A match of two that came to so many points, so many weeks before tonight."""
    night = date_in_league(tuesday.league) - timedelta(weeks=weeks)
    number = tuesday.season.matches.count() + 1
    match = Match.objects.create(season=tuesday.season, number=number, night=night, state=state, final=final)
    sides = sides_for(match, [tuesday.entrants[one], tuesday.entrants[other]])
    for at, side in enumerate(sides):
        side.points, side.against = points[at], points[1 - at]
        side.outcome = "win" if side.points > side.against else "loss" if side.points < side.against else "draw"
        side.boxes = side.points // 20
    MatchSide.objects.bulk_create(sides)
    moved(tuesday)
    return match


def weeks_ago(tuesday: Club, weeks: int) -> date:
    return date_in_league(tuesday.league) - timedelta(weeks=weeks)


def url(tuesday: Club, rest: str = "") -> str:
    return f"/s/{tuesday.season.public_id}/{rest}"


def rules(tuesday: Club, **changed: object) -> SeasonRules:
    found = season_rules(changed)
    Season.objects.filter(pk=tuesday.season.pk).update(rules=season_json(found))
    moved(tuesday)
    return found


def browser(tuesday: Club) -> Client:
    """The organizer's."""
    client = Client()
    client.force_login(tuesday.organizer)
    return client


def rows(answer: Any) -> list[tuple[str, str, str, str]]:
    """Place, name, points and movement of every line that has a place."""
    return [
        (row.place, row.name, row.points, row.arrow.text if row.arrow else "")
        for row in answer.context["page"].table.rows
    ]


def evening(tuesday: Club) -> None:
    """Ben led after two nights; on the third Ann passed Ben on head-to-head."""
    result(tuesday, "Ann", "Cleo", (100, 40), weeks=2)
    result(tuesday, "Ben", "Dan", (100, 20), weeks=2)
    result(tuesday, "Ben", "Cleo", (90, 30), weeks=1)
    result(tuesday, "Ann", "Ben", (80, 70), weeks=0)


def test_standings_show_rank_and_reason(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    evening(tuesday)
    answer = Client().get(url(tuesday))
    assert (answer.status_code, answer["Cache-Control"][:9]) == (200, "max-age=0")
    assert rows(answer) == [
        ("1", "Ann", "4", "up 1 place"),
        ("2", "Ben", "4", "down 1 place"),
        ("3", "Dan", "0", "same place"),
        ("4", "Cleo", "0", "same place"),
    ]
    assert shown(answer, ".about-row details > p") == snapshot
    assert "The arrows show what's changed since the standings before" in words(answer)
    ben = answer.context["page"].table.rows[1]
    assert (ben.played, ben.wins, ben.draws, ben.losses, ben.difference, ben.boxes) == (3, 2, 0, 1, "+130", 12)
    assert [mark.letter for mark in ben.form] == ["W", "W", "L"]
    assert [(value.title, value.text) for value in ben.values] == [
        ("League points", "4"),
        ("Wins", "2"),
        ("Head-to-head", "0"),
        ("Point difference", "+130"),
    ]


def test_running_match_counts_at_its_current_score_and_is_marked(snapshot: SnapshotAssertion) -> None:
    tuesday = club(house_rules={"target": 50})
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    tuesday.play(match, ann, knock(0, 5, 20))
    answer = Client().get(url(tuesday))
    first = answer.context["page"].table.rows[0]
    assert (first.name, first.points, first.provisional) == ("Ann", "2", "1 match not final yet")
    assert [(mark.letter, mark.provisional) for mark in first.form] == [("W", True)]
    assert shown(answer, ".points abbr") == ["*", "*"]
    assert answer.context["page"].table.sentences == snapshot
    tuesday.play(match, ann, gin(0, 40))
    answer = Client().get(url(tuesday))
    assert answer.context["page"].table.rows[0].provisional == ""
    assert shown(answer, ".points abbr") == []


def test_the_table_as_it_was_after_any_night(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    evening(tuesday)
    entrants = Entrant.objects.filter(season=tuesday.season)
    entrants.update(joined_on=weeks_ago(tuesday, 3))
    Penalty.objects.create(season=tuesday.season, entrant=tuesday.entrants["Ben"], points=1, reason="late", by="Olga")
    then = Client().get(url(tuesday, f"?on={weeks_ago(tuesday, 1)}"))
    # Between two nights it is the one before; the penalty came later.
    assert rows(then)[0] == ("1", "Ben", "4", "same place")
    between = Client().get(url(tuesday, f"?on={weeks_ago(tuesday, 1) + timedelta(days=3)}"))
    assert rows(between) == rows(then)
    first = Client().get(url(tuesday, f"?on={weeks_ago(tuesday, 2)}"))
    assert [(row.name, row.points, row.arrow) for row in first.context["page"].table.rows[:2]] == [
        ("Ben", "2", None),
        ("Ann", "2", None),
    ]
    page = then.context["page"]
    assert (page.live_url, page.moved_url, page.needs_url) == ("", "", "")
    assert [night.current for night in page.nights] == [False, True, False]
    assert says(Client().get(url(tuesday)), "1 league point deducted: late")
    assert not any(row.notes for row in page.table.rows)
    before_all = Client().get(url(tuesday, "?on=1999-01-01"))
    assert shown(before_all, "#standing > p") == snapshot


def test_an_invalid_date_is_reported_and_the_table_still_shown(
    subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for wrong in ["tomorrow", "2026-13-01", "0000-00-00", "9" * 400, "<b>", "2026-02-30"]:
        with subtests.test(wrong=wrong):
            tuesday = club()
            evening(tuesday)
            answer = Client().get(url(tuesday), {"on": wrong})
            assert answer.status_code == 400
            assert shown(answer, ".nights .error") == snapshot
            assert rows(answer)[0][1] == "Ann"
            assert f'role="alert">{escape(wrong[:20])} ' in text(answer)


def test_standings_of_a_future_night_are_the_current_ones() -> None:
    tuesday = club()
    evening(tuesday)
    answer = Client().get(url(tuesday, "?on=9999-12-31"))
    assert (answer.status_code, answer.context["page"].as_of, rows(answer)[0][1]) == (200, "", "Ann")


def test_entrants_with_too_few_matches_are_last_with_the_number_missing() -> None:
    tuesday = club()
    rules(tuesday, minimum=2)
    evening(tuesday)
    page = Client().get(url(tuesday)).context["page"].table
    assert [row.name for row in page.rows] == ["Ann", "Ben", "Cleo"]
    assert [(row.place, row.name, row.missing_text) for row in page.unranked] == [
        ("", "Dan", "1 more match needed to be ranked")
    ]
    result(tuesday, "Dan", "Cleo", (10, 5))
    page = Client().get(url(tuesday)).context["page"].table
    # Ann played a second match tonight.
    assert [row.name for row in page.rows if row.arrow and row.arrow.text == "new in the standings"] == ["Ann", "Dan"]


def test_those_who_are_level_share_a_place(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    rules(tuesday, order=["points"])
    evening(tuesday)
    answer = Client().get(url(tuesday))
    assert [row[0] for row in rows(answer)] == ["1=", "1=", "3=", "3="]
    assert shown(answer, ".about-row details > p") == snapshot


def test_only_the_best_nights_count(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    rules(tuesday, best_nights=1)
    evening(tuesday)
    answer = Client().get(url(tuesday))
    assert {row.name: row.points for row in answer.context["page"].table.rows} == {
        "Ann": "2",
        "Ben": "2",
        "Cleo": "0",
        "Dan": "0",
    }
    assert answer.context["page"].table.sentences[-2] == snapshot
    assert says(answer, "1 of 2 matches count")


def test_a_bye_counts_from_its_night_on() -> None:
    tuesday = club()
    evening(tuesday)
    night = date_in_league(tuesday.league) + timedelta(weeks=1)
    bye = tuesday.match("Dan", night=night)
    assert not says(Client().get(url(tuesday)), "1 bye")
    Match.objects.filter(pk=bye.pk).update(night=date_in_league(tuesday.league))
    moved(tuesday)
    dan = next(row for row in Client().get(url(tuesday)).context["page"].table.rows if row.name == "Dan")
    assert (dan.points, dan.played, dan.notes) == ("2", 1, ("1 bye",))


def test_withdrawn_entrant_is_listed_only_with_a_match() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", "Eve")
    evening(tuesday)
    Entrant.objects.filter(season=tuesday.season).update(withdrawn_on=date_in_league(tuesday.league))
    names = [row[1] for row in rows(Client().get(url(tuesday)))]
    assert sorted(names) == ["Ann", "Ben", "Cleo", "Dan"]


def test_teams_compete_under_their_own_names() -> None:
    tuesday = club(teams=True, preset="partnership")
    for name in ("Aces", "Kings"):
        tuesday.entrants[name] = Entrant.objects.create(
            season=tuesday.season, name=name, joined_on=weeks_ago(tuesday, 1)
        )
    result(tuesday, "Aces", "Kings", (20, 120))
    answer = Client().get(url(tuesday))
    assert [row[1] for row in rows(answer)] == ["Kings", "Aces"]
    assert answer.context["page"].table.who == "Team"
    assert [row.url for row in answer.context["page"].table.rows] == ["", ""]


# --- Hidden ---------------------------------------------------------------------------------------------------------


def hide(tuesday: Club, hours: int = 1) -> None:
    until = timezone.now() + timedelta(hours=hours)
    Season.objects.filter(pk=tuesday.season.pk).update(hidden_until=until)


def test_a_hidden_table_shows_names_without_places_to_all_but_who_runs_the_league(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    evening(tuesday)
    hide(tuesday)
    for rest in ("", "moved/", f"?on={weeks_ago(tuesday, 1)}", "screen/", "screen/moved/"):
        answer = Client().get(url(tuesday, rest))
        assert shown(answer, "#standing .remark, .wall-note") == snapshot(name="hidden")
        assert says(answer, "Ann Ben Cleo Dan"), rest
        assert not says(answer, "+"), rest
    needs = Client().get(url(tuesday, "needs/"))
    assert shown(needs, ".needs p") == snapshot(name="hidden")
    assert not (needs.context["page"].first or needs.context["page"].rest)
    assert Client().get(url(tuesday)).context["page"].needs_url == ""
    own = browser(tuesday)
    assert rows(own.get(url(tuesday)))[0][1] == "Ann"
    # The wall is for the whole room, whoever's account opened it.
    assert shown(own.get(url(tuesday, "screen/")), ".wall-note") == snapshot(name="hidden")
    hide(tuesday, hours=-1)
    assert rows(Client().get(url(tuesday)))[0][1] == "Ann"


# --- Rights ---------------------------------------------------------------------------------------------------------

PAGES = ("", "moved/", "revision/", "needs/", "screen/", "screen/moved/", "hall/", "hall/moved/")


def test_a_private_league_is_not_there_for_others() -> None:
    tuesday = club()
    change_league(access=tuesday.access, name="Tuesday Gin", place="", zone="Europe/Berlin", public=False)
    for page in PAGES:
        stranger, wrong = Client().get(url(tuesday, page)), Client().get(f"/s/{'0' * 16}/{page}")
        assert (stranger.status_code, plain(stranger)) == (404, plain(wrong)), page
        assert browser(tuesday).get(url(tuesday, page)).status_code == 200
    assert Client().get(f"/l/{tuesday.league.public_id}/rating/").status_code == 404


def test_the_pages_are_only_read(subtests: pytest.Subtests) -> None:
    for page in PAGES:
        with subtests.test(page=page):
            assert Client().post(url(club(), page)).status_code == 405


# --- Keeping up -----------------------------------------------------------------------------------------------------


def test_an_open_table_is_given_what_it_shows() -> None:
    tuesday = club()
    evening(tuesday)
    page = Client().get(url(tuesday))
    assert 'hx-get="/s/' in text(page)
    assert text(page).count('data-live-url="/live/') == 1
    moved = text(Client().get(url(tuesday, "moved/"), headers=HTMX))
    assert 'id="standing"' in moved
    assert 'hx-swap-oob="true"' in moved
    assert "<html" not in moved
    needs = text(Client().get(url(tuesday, "needs/"), headers=HTMX))
    assert "<html" not in needs
    assert "<html" in text(Client().get(url(tuesday, "needs/")))


def test_the_revision_is_a_number_and_unchanged_where_it_is_known() -> None:
    tuesday = club()
    revision = Season.objects.get(pk=tuesday.season.pk).revision
    answer = Client().get(url(tuesday, "revision/"))
    assert answer.json() == {"revision": revision}
    again = Client().get(url(tuesday, "revision/"), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_closed_season_has_no_live_stream() -> None:
    tuesday = club()
    evening(tuesday)
    Season.objects.update(closed_at=timezone.now())
    answer = Client().get(url(tuesday))
    assert says(answer, "Final standings")
    assert answer.context["page"].live_url == ""


def test_matches_of_a_hidden_table_are_listed_without_scores(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    evening(tuesday)
    for hidden in (False, True):
        if hidden:
            hide(tuesday)
        for client, seen in ((Client(), not hidden), (browser(tuesday), True)):
            page = client.get(url(tuesday, "matches/"), {"show": "played"})
            sides = [side for group in page.context["page"].groups for one in group.matches for side in one.sides]
            assert (any(side.points for side in sides), any(side.won for side in sides)) == (seen, seen)
            note = page.context["page"].hidden
            assert note == ("" if seen else snapshot)
            assert says(page, note)


# --- What each entrant needs ----------------------------------------------------------------------------------------


def sentences(tuesday: Club) -> dict[str, tuple[str, ...]]:
    page = Client().get(url(tuesday, "needs/")).context["page"]
    return {one.name: one.sentences for one in (*page.first, *page.rest)}


def test_what_each_entrant_still_needs_follows_from_the_remaining_matches(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="round_robin")
    evening(tuesday)
    tuesday.match("Ann", "Dan")
    lines = sentences(tuesday)
    assert lines["Ann"] == snapshot
    assert lines["Dan"] == snapshot


def test_what_it_takes_is_folded_until_half_of_the_matches_are_over() -> None:
    tuesday = club("Ann", "Ben", pairing="round_robin")
    result(tuesday, "Ann", "Ben", (100, 0))
    for folded, state in ((True, MatchState.PLANNED), (False, MatchState.PLAYED)):
        for _ in range(2):
            result(tuesday, "Ann", "Ben", (0, 0), state=state)
        part = text(Client().get(url(tuesday, "needs/"), headers=HTMX))
        assert ("needs-early" in part, "<li>" in part) == (folded, True)
        # The page itself shows it all.
        assert "needs-early" not in text(Client().get(url(tuesday, "needs/")))


def test_no_forecast_if_more_matches_may_be_added(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="free")
    evening(tuesday)
    tuesday.match("Ann", "Dan")
    assert sentences(tuesday) == snapshot
    Season.objects.update(closed_at=timezone.now(), revision=99)
    assert sentences(tuesday)["Ann"] == snapshot


def test_running_match_is_open_in_the_forecast_whatever_its_score(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben", pairing="round_robin")
    running = result(tuesday, "Ann", "Ben", (100, 0), state=MatchState.RUNNING, final=False)
    # What follows tells who is first now: by lot.
    assert {name: lines[0] for name, lines in sentences(tuesday).items()} == snapshot
    Match.objects.filter(pk=running.pk).update(state="played", final=True)
    Season.objects.update(revision=99)
    assert sentences(tuesday)["Ann"] == snapshot


def test_needs_are_in_the_order_of_the_table_that_is_shown() -> None:
    tuesday = club(pairing="round_robin")
    result(tuesday, "Ann", "Ben", (100, 40))
    result(tuesday, "Cleo", "Dan", (90, 40))
    result(tuesday, "Ben", "Cleo", (500, 0), state=MatchState.RUNNING, final=False)
    tuesday.match("Ann", "Dan")
    Season.objects.update(revision=99)
    seen = [name for __, name, *__ in rows(Client().get(url(tuesday)))]
    assert seen == ["Ben", "Ann", "Cleo", "Dan"]
    lines = sentences(tuesday)
    assert list(lines) == [name for name in seen if name in lines]
    assert len(lines) > 2


def test_before_the_first_match_is_there_nothing_is_certain(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="round_robin")
    assert sentences(tuesday) == {}
    assert shown(Client().get(url(tuesday, "needs/")), ".needs p") == snapshot


def test_between_two_rounds_the_page_says_what_it_waits_for(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben", pairing="swiss")
    result(tuesday, "Ann", "Ben", (100, 40))
    assert sentences(tuesday) == {}
    assert shown(Client().get(url(tuesday, "needs/")), ".needs p") == snapshot


def test_once_all_is_played_every_place_is_certain(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="round_robin")
    for one, other in (("Ann", "Ben"), ("Ann", "Cleo"), ("Ben", "Cleo")):
        result(tuesday, one, other, (100, 40))
    assert list(sentences(tuesday).values()) == snapshot


def test_a_closed_season_asks_for_no_more_matches(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    rules(tuesday, minimum=3)
    evening(tuesday)
    assert sentences(tuesday)["Dan"] == snapshot
    Season.objects.update(closed_at=timezone.now(), revision=99)
    assert sentences(tuesday) == snapshot
    assert shown(Client().get(url(tuesday, "needs/")), ".needs p.fine") == snapshot


# --- The wall -------------------------------------------------------------------------------------------------------


def test_the_wall_shows_the_table_tonight_and_what_comes_next() -> None:
    tuesday = club(house_rules={"target": 50})
    evening(tuesday)
    live, next_week = tuesday.match("Cleo", "Dan"), date_in_league(tuesday.league) + timedelta(weeks=1)
    tuesday.play(live, tuesday.phone("Cleo"), knock(0, 5, 20))
    tuesday.match("Ben", "Dan", night=next_week)
    tuesday.match("Ann", "Dan", night=next_week + timedelta(weeks=1))
    answer = Client().get(url(tuesday, "screen/"))
    page = answer.context["page"]
    assert [row.name for row in page.table.rows][:2] == ["Ann", "Ben"]
    assert [
        (match.state, [(side.name, side.points, side.ahead) for side in match.sides]) for match in page.tonight
    ] == [
        ("final", [("Ann", "80", True), ("Ben", "70", False)]),
        ("being played", [("Cleo", "15", True), ("Dan", "0", False)]),
    ]
    assert [[side.name for side in match.sides] for match in page.next] == [["Ben", "Dan"]]
    assert page.provisional
    assert "<form" not in text(answer)
    assert "<button" not in text(answer)


def test_a_season_with_nothing_in_it_has_all_its_pages() -> None:
    tuesday = club("Ann")
    Entrant.objects.all().delete()
    for page in PAGES:
        assert Client().get(url(tuesday, page)).status_code == 200


# --- How often the database is asked ----------------------------------------------------------------------------------


@pytest.mark.parametrize("matches", [1, 3])
def test_queries_of_the_pages_do_not_grow_with_matches(
    matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club()
    for _ in range(matches):
        result(tuesday, "Ann", "Ben", (80, 70))
        result(tuesday, "Cleo", "Dan", (80, 70), state=MatchState.RUNNING, final=False)
        tuesday.match("Ann", "Cleo", night=date_in_league(tuesday.league) + timedelta(weeks=1))
    client = Client()
    # The season, twice; names; entrants, penalties, nights; three sums, three of the last night; the form.
    with django_assert_max_num_queries(16):
        client.get(url(tuesday))
    # As long as nothing has moved that is known.
    for page, queries in (("", 2), ("moved/", 2), ("revision/", 1)):
        with django_assert_max_num_queries(queries):
            client.get(url(tuesday, page))
    # The season, names, when the next night is, two sorts of matches and their sides.
    with django_assert_max_num_queries(8):
        client.get(url(tuesday, "screen/"))
    # The season, twice; three sums, three for running matches; entrants, penalties, open matches and sides; names.
    with django_assert_max_num_queries(17):
        client.get(url(tuesday, "needs/"))
    with django_assert_max_num_queries(3):
        client.get(url(tuesday, "needs/"))
    moved(tuesday)
    with django_assert_max_num_queries(16):
        client.get(url(tuesday, "moved/"))


def test_a_forfeit_of_a_coming_match_is_no_night_that_was_played(client: Client) -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    result(tuesday, "Ann", "Ben", (90, 60), weeks=1)
    result(tuesday, "Cleo", "Ben", (1, 0), weeks=-3, state=MatchState.FORFEITED)
    page = client.get(url(tuesday)).context["page"]
    assert page.table.nights == (weeks_ago(tuesday, 1),)
    assert {row.name: row.points for row in page.table.rows}["Cleo"] != "0"
    # On its night, one that was forfeited is among them as before.
    result(tuesday, "Cleo", "Ann", (1, 0), state=MatchState.FORFEITED)
    assert client.get(url(tuesday)).context["page"].table.nights == (weeks_ago(tuesday, 0), weeks_ago(tuesday, 1))

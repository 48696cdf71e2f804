"""A season's pages as browsers without script open them: begin it, its rules, its matches, run it."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from games.models import Duty, Fixture, League, Place, Season
from games.services.closing import UNTIL_SHOWN, close_season
from games.services.draws import Plan, draw
from games.services.seasons import today
from tests.leagues import Club, club, result, state
from tests.makers import gin, knock, own_rules, start
from tests.match_night import browser
from tests.views.reading import plain, says, text


def page_of(tuesday: Club, rest: str = "") -> str:
    return f"/s/{tuesday.season.public_id}/{rest}"


def new_url(tuesday: Club) -> str:
    return f"/l/{tuesday.league.public_id}/seasons/new/"


def olga(tuesday: Club) -> Client:
    return browser(tuesday.access)


def filled(answer: Any, action: str = "") -> dict[str, str]:
    """What a browser would send of the forms of a page (those to ``action``) if nothing was typed."""
    found: dict[str, str] = {}
    for form in re.findall(r"<form[^>]*>.*?</form>", text(answer), re.DOTALL):
        if action not in form.partition(">")[0]:
            continue
        for tag in re.findall(r"<input[^>]*>", form):
            told = dict(re.findall(r'([\w-]+)="([^"]*)"', tag))
            ticked = told.get("type") not in ("radio", "checkbox") or " checked" in tag
            if "name" in told and ticked:
                found[told["name"]] = html.unescape(told.get("value", ""))
        for name, options in re.findall(r'<select[^>]* name="([^"]*)"[^>]*>(.*?)</select>', form, re.DOTALL):
            chosen = re.search(r'value="([^"]*)" selected', options)
            found[name] = chosen[1] if chosen else ""
    return found


# --- Begin ------------------------------------------------------------


def test_a_name_and_start_are_enough_and_two_taps_begin_one_season() -> None:
    tuesday = club()
    phone = olga(tuesday)
    form = filled(phone.get(new_url(tuesday)), "new")
    for _ in range(2):
        answer = phone.post(new_url(tuesday), form | {"name": "Winter"})
        season = Season.objects.get(name="Winter")
        assert answer.url == f"/s/{season.public_id}/run/"
    assert (season.preset, season.pairing, season.teams) == ("standard", "round_robin", False)
    assert says(phone.get(answer.url), "Run the season")


def test_house_rules_and_everything_else_are_chosen() -> None:
    tuesday = club()
    phone, saved = olga(tuesday), own_rules(start(), target=77)
    form = filled(phone.get(new_url(tuesday)), "new")
    told = {"name": "Swiss", "preset": f"own:{saved.public_id}", "pairing": "swiss", "length": "games", "count": "3"}
    answer = phone.post(new_url(tuesday), form | told | {"order-2": "buchholz", "order-3": "", "strict": "1"})
    assert answer.status_code == 302
    season = Season.objects.get(name="Swiss")
    assert (season.preset, season.house_rules, season.rules_title) == ("standard", {"target": 77}, "Kitchen gin")
    assert (season.pairing, season.rules["count"], season.rules["strict"]) == ("swiss", 3, True)
    assert season.rules["order"] == ["points", "buchholz", "point_difference", "boxes", "lot"]
    assert says(phone.get(f"/s/{season.public_id}/rules/game/"), "Kitchen gin")


def test_all_faults_stand_beside_their_fields_and_nothing_typed_is_lost() -> None:
    tuesday = club()
    phone = olga(tuesday)
    form = filled(phone.get(new_url(tuesday)), "new")
    told = {"name": "", "pairing": "trios", "win": "1", "draw": "two", "order-2": "beauty", "minimum": "4"}
    answer = phone.post(new_url(tuesday), form | told)
    assert answer.status_code == 400
    for fault in (
        "Please give a name.",
        "These rules are not for three players.",
        "Please type a whole number.",
        "There is no tie-break beauty.",
    ):
        assert says(answer, fault)
    again = filled(answer, "new")
    assert (again["pairing"], again["draw"], again["minimum"]) == ("trios", "two", "4")
    assert Season.objects.count() == 1


def test_only_who_runs_the_league_begins_a_season() -> None:
    tuesday = club()
    for access in (tuesday.phone("Ann"), tuesday.official(Duty.REFEREE)):
        for answer in (browser(access).get(new_url(tuesday)), browser(access).post(new_url(tuesday), {"name": "X"})):
            assert answer.status_code == 403
    assert Season.objects.count() == 1


# --- Rules ------------------------------------------------------------


def test_everybody_reads_the_rules_and_what_was_changed_in_them() -> None:
    tuesday = night()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    assert phone.get(url).status_code == 200
    form = filled(phone.get(url), "change") | {"bonus_gin": "5", "win": "1", "reason": "As <b>voted</b>"}
    shown = phone.post(url, form)
    assert shown.status_code == 422
    assert says(shown, "2 places change.")
    assert Season.objects.get(pk=tuesday.season.pk).rules["win"] == 2
    # Something else than was shown is shown first, too.
    assert phone.post(url, filled(shown, "change") | {"win": "3"}).status_code == 422
    saved = phone.post(url, filled(shown, "change"))
    assert saved.url == page_of(tuesday, "rules/")
    read = Client().get(saved.url)
    for sentence in (
        "A win brings 1 league point, a draw 1, a loss 0.",
        "The rules were changed",
        "A win: 1, before 2",
        "Any two may sit down and play",
    ):
        assert says(read, sentence)
    assert "As &lt;b&gt;voted&lt;/b&gt;" in text(read)
    assert not says(read, "Change the rules")


def test_once_a_match_was_begun_the_game_is_fixed_and_a_forged_form_changes_nothing() -> None:
    tuesday = night()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    page = phone.get(url)
    assert says(page, "The first match was begun")
    assert 'name="preset"' not in text(page)
    answer = phone.post(url, filled(page, "change") | {"preset": "oklahoma", "pairing": "swiss", "teams": "1"})
    assert says(answer, "Nothing is different from the rules so far.")
    season = Season.objects.get(pk=tuesday.season.pk)
    assert (season.preset, season.pairing, season.teams) == ("standard", "free", False)


def test_before_that_another_game_may_be_chosen_but_teams_take_nobodys_place() -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    form = filled(phone.get(url), "change")
    answer = phone.post(url, form | {"teams": "1"})
    assert (answer.status_code, says(answer, "Teams and single players cannot change places")) == (400, True)
    shown = phone.post(url, form | {"preset": "oklahoma"})
    assert phone.post(url, filled(shown, "change")).status_code == 302
    assert Season.objects.get(pk=tuesday.season.pk).preset == "oklahoma"


def test_the_rules_of_a_closed_season_are_read_and_no_longer_changed() -> None:
    tuesday = club()
    close_season(access=tuesday.access, season=tuesday.season)
    assert says(Client().get(page_of(tuesday, "rules/")), "The season was closed on")
    assert olga(tuesday).get(page_of(tuesday, "rules/change/")).status_code == 409


# --- Make matches ------------------------------------------------------------


def test_matches_are_drawn_from_the_page_once() -> None:
    tuesday = club(pairing="round_robin")
    place = Place.objects.create(league=tuesday.league, name="Table 1")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    form = filled(phone.get(url), "draw") | {"first": "2030-05-07", "place": str(place.pk), "do": "draw"}
    for _ in range(2):
        assert phone.post(url, form).url == page_of(tuesday, "matches/")
    fixtures = Fixture.objects.filter(season=tuesday.season)
    assert [(x.round, str(x.night), x.place) for x in fixtures.order_by("-number")[:1]] == [(3, "2030-05-21", place)]
    assert fixtures.count() == 6
    assert says(phone.get(url), "Whatever was begun stays.")


def test_what_is_wrong_with_a_draw_is_told_and_nothing_drawn() -> None:
    tuesday = club(pairing="swiss")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    answer = phone.post(url, {"first": "soon", "at": "25:61", "key": "k", "do": "draw"})
    assert answer.status_code == 400
    assert says(answer, "Please give a date, as 2026-10-06.")
    assert says(answer, "Please give a time of day, as 19:30.")
    assert phone.post(url, {"key": "k", "do": "draw"}).status_code == 302
    early = phone.post(url, {"key": "l", "do": "draw"})
    assert (early.status_code, says(early, "The round before has matches that are not over.")) == (409, True)
    page = phone.get(url)
    assert says(page, "2 matches of round 1 are not over yet.")
    assert phone.post(url, {"key": "m", "again": "1"}).status_code == 302
    assert tuesday.season.fixtures.count() == 2


def test_written_matches_are_added_or_their_lines_told() -> None:
    tuesday = club(pairing="script")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    wrong = phone.post(url, {"do": "script", "key": "k", "script": "Ann - Ben\nAnn - Ann\nCarl - Ben"})
    assert wrong.status_code == 400
    assert says(wrong, "Line 2 Nobody plays against himself.")
    assert says(wrong, "Line 3 Nobody in this season is called Carl.")
    assert "Ann - Ann" in text(wrong)
    assert says(phone.post(url, {"do": "script", "key": "k"}), "Please write at least one match.")
    assert tuesday.season.fixtures.count() == 0
    right = {"do": "script", "key": "k", "script": "2030-05-07 19:30\r\nAnn - Ben\r\nCleo - Dan"}
    for _ in range(2):
        assert phone.post(url, right).status_code == 302
    assert tuesday.season.fixtures.count() == 2


def test_a_latecomer_gets_his_matches_by_one_button() -> None:
    tuesday = club(pairing="round_robin")
    draw(access=tuesday.access, season=tuesday.season, plan=Plan(), key="k")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    assert "missing matches" not in text(phone.get(url))
    entrant = tuesday.entrants["Ann"]
    tuesday.season.fixtures.filter(sides__entrant=entrant)[0].delete()
    assert "missing matches" in text(phone.get(url))
    assert phone.post(url, {"do": "missing", "key": "l"}).status_code == 302
    assert tuesday.season.fixtures.count() == 6


# --- The list ------------------------------------------------------------


def test_tonight_comes_first_and_my_own_on_top() -> None:
    tuesday = club()
    night = today(tuesday.league)
    tuesday.fixture("Ann", "Cleo", night=night + timedelta(7))
    tuesday.fixture("Ann", "Dan", night=night - timedelta(7))
    tuesday.fixture("Ann", "Ben", night=night)
    tuesday.fixture("Cleo", "Dan", night=night)
    tuesday.fixture("Ben", "Dan")
    groups = browser(tuesday.phone("Dan")).get(page_of(tuesday, "matches/")).context["page"].groups
    assert [[match.number for match in group.matches] for group in groups] == [[4, 3], [2], [1], [5]]
    assert [match.mine for group in groups for match in group.matches] == [True, False, True, False, True]
    assert (groups[0].tonight, groups[1].note, groups[3].title) == (True, "still to be played", "No date yet")


def test_the_list_is_filtered_and_goes_on() -> None:
    tuesday = club(house_rules={"target": 10})
    night, ann = today(tuesday.league), tuesday.entrants["Ann"].pk
    for number in range(61):
        tuesday.fixture("Ann" if number % 2 else "Cleo", "Ben", night=night + timedelta(number + 1))
    tuesday.play(tuesday.fixture("Ann", "Dan"), tuesday.access, gin(0, 40))
    Fixture.objects.filter(number=62).update(night=night - timedelta(1))

    def numbers(asked: str) -> list[int]:
        page = Client().get(page_of(tuesday, f"matches/?{asked}")).context["page"]
        return [match.number for group in page.groups for match in group.matches]

    assert numbers("") == list(range(1, 61))
    assert numbers("page=2") == [61]
    assert numbers("show=played") == [62]
    assert numbers(f"show=played&who={ann}") == [62]
    assert numbers(f"who={ann}") == list(range(2, 61, 2))
    assert numbers("who=999999999999999999999&page=-1&show=x") == list(range(1, 61))
    assert numbers("who=999999") == []


def test_who_sits_out_is_told_round_by_round() -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="round_robin")
    draw(access=tuesday.access, season=tuesday.season, plan=Plan(), key="k")
    groups = Client().get(page_of(tuesday, "matches/")).context["page"].groups
    assert sorted(group.free for group in groups) == ["Free: Ann", "Free: Ben", "Free: Cleo"]


def test_two_sit_down_in_free_play() -> None:
    tuesday = club()
    dan, ben = browser(tuesday.phone("Dan")), tuesday.entrants["Ben"].pk
    form = filled(dan.get(page_of(tuesday, "matches/")), "play")
    for _ in range(2):
        answer = dan.post(page_of(tuesday, "matches/play/"), form | {"player-1": str(ben)})
        assert answer.url == page_of(tuesday, "matches/1/")
    assert [side.entrant_id for side in Fixture.objects.get().sides.all()] == [tuesday.entrants["Dan"].pk, ben]


@pytest.mark.parametrize(
    ("chosen", "status", "sentence"),
    [("", 409, "Please say who plays."), ("own", 409, "Nobody plays against himself."), ("77777", 404, "")],
)
def test_nobody_sits_down_alone_against_himself_or_with_a_stranger(chosen: str, status: int, sentence: str) -> None:
    tuesday = club()
    dan = browser(tuesday.phone("Dan"))
    chosen = str(tuesday.entrants["Dan"].pk) if chosen == "own" else chosen
    answer = dan.post(page_of(tuesday, "matches/play/"), {"key": "k", "player-1": chosen})
    assert (answer.status_code, says(answer, sentence)) == (status, True)
    assert not Fixture.objects.exists()


def test_who_only_looks_is_offered_no_game() -> None:
    tuesday = club()
    assert Client().get(page_of(tuesday, "matches/")).context["page"].play is None
    ids = {"player-1": str(tuesday.entrants["Ann"].pk), "player-2": str(tuesday.entrants["Ben"].pk), "key": "k"}
    assert Client().post(page_of(tuesday, "matches/play/"), ids).status_code == 403
    scorer = browser(tuesday.official(Duty.SCORER))
    assert scorer.post(page_of(tuesday, "matches/play/"), ids).status_code == 302


# --- One match ------------------------------------------------------------


def test_a_match_is_moved_and_its_history_says_so() -> None:
    tuesday = club()
    place = Place.objects.create(league=tuesday.league, name="Table 2")
    tuesday.fixture("Ann", "Ben", night=today(tuesday.league))
    phone, url = olga(tuesday), page_of(tuesday, "matches/1/change/")
    told = {"do": "reschedule", "night": "2030-05-07", "at": "20:15", "place": str(place.pk), "reason": "Ben is away"}
    assert phone.post(url, told).status_code == 302
    page = Client().get(url)
    assert says(page, "When: Tuesday 7 May at 20:15")
    assert says(page, "Table: Table 2")
    assert says(page, "Moved; before it was")
    assert says(page, "Ben is away")
    assert not says(page, "Another time or table")


def test_what_is_wrong_with_a_change_is_told() -> None:
    tuesday = club()
    tuesday.fixture("Ann", "Ben")
    phone, url = olga(tuesday), page_of(tuesday, "matches/1/change/")
    cases = [
        ({"do": "reschedule", "night": "yesterday"}, 400, "Please give a date, as 2026-10-06."),
        ({"do": "reschedule", "at": "19:30"}, 400, "Please give the night, too."),
        ({"do": "reschedule", "night": "2030-05-07", "place": "999"}, 404, ""),
        ({"do": "forfeit"}, 400, "Please say who did not come."),
        ({"do": "forfeit", "missing": str(tuesday.entrants["Cleo"].pk)}, 400, "Please say who did not come."),
        ({"do": "cancel", "reason": "x" * 201}, 400, "A reason has 200 characters at most."),
        ({"do": "stop"}, 409, "This match has not begun."),
        ({"do": "restore"}, 409, "This match has not begun."),
        ({"do": "line_up", "seat-0-0": "x"}, 404, ""),
        ({"do": "line_up"}, 409, "Please say who plays."),
        ({"do": "burn"}, 400, ""),
        ({}, 400, ""),
    ]
    for told, status, sentence in cases:
        answer = phone.post(url, told)
        assert (answer.status_code, says(answer, sentence)) == (status, True), told
    assert state(tuesday.season.fixtures.get()) == ("planned", False)
    assert not tuesday.season.fixtures.get().events.exclude(kind="fixture_added").exists()


def test_forfeits_stops_and_cancellations_come_from_the_page() -> None:
    tuesday = club()
    missed, abandoned = tuesday.fixture("Ann", "Ben"), tuesday.fixture("Cleo", "Dan")
    phone = olga(tuesday)
    first, second = page_of(tuesday, "matches/1/change/"), page_of(tuesday, "matches/2/change/")
    phone.post(first, {"do": "forfeit", "missing": str(tuesday.entrants["Ann"].pk), "reason": "Ill"})
    assert [outcome for outcome, *_ in result(missed)] == ["loss", "win"]
    assert says(phone.get(first), "Forfeited: Ann did not come")
    tuesday.play(abandoned, tuesday.access, knock(0, 5, 20))
    phone.post(second, {"do": "stop", "reason": "Fire alarm"})
    assert state(abandoned) == ("played", True)
    phone.post(second, {"do": "go_on"})
    phone.post(second, {"do": "cancel", "reason": ""})
    phone.post(first, {"do": "restore", "reason": ""})
    assert (state(abandoned)[0], state(missed)[0]) == ("cancelled", "planned")


def test_a_scorer_says_who_plays_and_nothing_else() -> None:
    tuesday = club()
    fixture = tuesday.fixture("Ann", "Ben")
    scorer, url = browser(tuesday.official(Duty.SCORER)), page_of(tuesday, "matches/1/change/")
    assert [form.do for form in scorer.get(url).context["page"].forms] == ["line_up"]
    told = {"do": "line_up", "seat-0-0": str(tuesday.members["Cleo"].pk), "seat-1-0": str(tuesday.members["Ben"].pk)}
    assert scorer.post(url, told).status_code == 302
    assert [(seat.member.name, seat.substitute) for seat in fixture.seats.all()] == [("Cleo", True), ("Ben", False)]
    for do in ("cancel", "forfeit", "reschedule", "stop", "restore", "go_on"):
        assert scorer.post(url, {"do": do}).status_code == 403
    assert Client().post(url, told).status_code == 403


# --- Run it ------------------------------------------------------------


def test_points_are_taken_and_taken_back_and_somebody_leaves() -> None:
    tuesday = club()
    tuesday.fixture("Ann", "Ben")
    phone, url, ann = olga(tuesday), page_of(tuesday, "run/"), str(tuesday.entrants["Ann"].pk)
    told = {"do": "penalty", "entrant": ann, "points": "\u22122", "reason": "Brought the cake", "key": "k"}
    for _ in range(2):
        assert phone.post(url, told).status_code == 302
    assert says(phone.get(url), "Ann was given 2 league points")
    assert says(Client().get(page_of(tuesday, "rules/")), "Brought the cake")
    penalty = tuesday.season.penalties.get()
    assert phone.post(url, {"do": "lift", "penalty": str(penalty.pk)}).status_code == 302
    assert phone.post(url, {"do": "withdraw", "entrant": ann, "played": "annul", "reason": "x"}).status_code == 302
    assert tuesday.season.fixtures.get().state == "cancelled"
    page = phone.get(url)
    assert says(page, "Ann left the season; all matches were annulled")
    assert says(page, "Taken back: Ann was given 2 league points")


def test_what_is_wrong_on_the_page_is_told() -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "run/")
    ann = str(tuesday.entrants["Ann"].pk)
    cases = [
        ({"do": "penalty"}, 400, ["Please choose who.", "Please type a number from -1000 to 1000.", "Please say why"]),
        ({"do": "penalty", "entrant": ann, "points": "0", "reason": "x"}, 400, ["No points are no penalty."]),
        ({"do": "penalty", "entrant": "99999", "points": "1", "reason": "x"}, 400, ["Please choose who."]),
        ({"do": "withdraw", "entrant": "Ann"}, 400, ["Please choose who."]),
        ({"do": "hide", "day": "never"}, 400, ["Please give a date"]),
        ({"do": "hide", "clock": "20:00"}, 400, ["Please give the day, too."]),
        ({"do": "hide", "day": "2001-01-01"}, 400, ["That is over already."]),
        ({"do": "lift", "penalty": "1"}, 404, []),
        ({"do": "lift", "penalty": "²"}, 404, []),
        ({"do": "dance"}, 400, []),
    ]
    for told, status, sentences in cases:
        answer = phone.post(url, told)
        assert answer.status_code == status, told
        for sentence in sentences:
            assert says(answer, sentence), told
    assert not tuesday.season.penalties.exists()


def test_the_table_is_hidden_and_the_season_closed_and_opened() -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "run/")

    def season() -> Season:
        return Season.objects.get(pk=tuesday.season.pk)

    phone.post(url, {"do": "hide", "day": "2030-07-01", "clock": "20:00"})
    assert str(season().hidden_until) == "2030-07-01 18:00:00+00:00"
    assert says(phone.get(url), "Hidden until 1 July 2030, 20:00.")
    phone.post(url, {"do": "show"})
    phone.post(url, {"do": "hide"})
    assert season().hidden_until == UNTIL_SHOWN
    assert says(phone.get(url), "Hidden until you show it.")
    phone.post(url, {"do": "close"})
    assert says(phone.get(url), "Nothing in it changes any more.")
    told = {"do": "penalty", "entrant": str(tuesday.entrants["Ann"].pk), "points": "1", "reason": "x", "key": "k"}
    refused = phone.post(url, told)
    assert (refused.status_code, says(refused, "This season is closed.")) == (409, True)
    phone.post(url, {"do": "reopen"})
    assert season().closed_at is None


# --- Rights, forged forms, and what it costs ---------------------------------------

PAGES = (
    *("rules/", "rules/game/", "rules/change/", "run/", "draw/", "matches/", "matches/?show=played"),
    *("matches/1/change/", "calendar.ics"),
)
FOR_ORGANISERS = ("rules/change/", "run/", "draw/")


def test_a_league_by_link_is_not_there_for_others_and_its_rules_are_for_who_runs_it() -> None:
    tuesday = club()
    tuesday.fixture("Ann", "Ben")
    League.objects.filter(pk=tuesday.league.pk).update(public=False)
    member, stranger = browser(tuesday.phone("Ann")), browser(club().access)
    wrong = stranger.get("/s/0123456789abcdef/rules/")
    for page in PAGES:
        assert olga(tuesday).get(page_of(tuesday, page)).status_code == 200, page
        assert member.get(page_of(tuesday, page)).status_code == (403 if page in FOR_ORGANISERS else 200), page
        answer = stranger.get(page_of(tuesday, page))
        assert (answer.status_code, plain(answer)) == (404, plain(wrong)), page
    for page in ("run/", "draw/", "rules/change/", "matches/play/", "matches/1/change/"):
        assert stranger.post(page_of(tuesday, page), {"do": "cancel"}).status_code == 404
    assert olga(tuesday).get(page_of(tuesday, "matches/99/change/")).status_code == 404


def test_forms_from_other_sites_do_nothing() -> None:
    tuesday = club(pairing="round_robin")
    tuesday.fixture("Ann", "Ben")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(tuesday.organiser)
    for page in ("run/", "draw/", "rules/change/", "matches/play/", "matches/1/change/"):
        assert strict.post(page_of(tuesday, page), {"do": "close"}).status_code == 403
    assert strict.post(new_url(tuesday), {"name": "Forged", "key": "k"}).status_code == 403
    assert Season.objects.get().closed_at is None


COSTS = {
    "rules/": 8,
    "rules/change/": 6,
    "run/": 11,
    "draw/": 10,
    "matches/": 9,
    "matches/?show=played": 8,
    "calendar.ics": 8,
    "matches/2/change/": 14,
}


@pytest.mark.parametrize("page", COSTS)
@pytest.mark.parametrize("many", [1, 3])
def test_pages_ask_as_often_for_three_as_for_one(page: str, many: int, django_assert_num_queries: Any) -> None:
    tuesday = club(house_rules={"target": 10})
    for _ in range(many):
        fixture = tuesday.fixture("Ann", "Ben", night=today(tuesday.league))
        tuesday.play(fixture, tuesday.access, gin(0, 40))
        tuesday.fixture("Cleo", "Dan", night=today(tuesday.league))
    phone = olga(tuesday)
    phone.get(page_of(tuesday, page))
    with django_assert_num_queries(COSTS[page]):
        assert phone.get(page_of(tuesday, page)).status_code == 200


def test_the_form_of_a_new_season_costs_little(django_assert_num_queries: Any) -> None:
    tuesday = club()
    phone = olga(tuesday)
    phone.get(new_url(tuesday))
    with django_assert_num_queries(5):
        assert phone.get(new_url(tuesday)).status_code == 200


def night() -> Club:
    """Ann beat Ben with a gin, Cleo beat Dan by knocking."""
    tuesday = club(house_rules={"target": 10})
    tuesday.play(tuesday.fixture("Ben", "Ann"), tuesday.access, gin(1, 40))
    tuesday.play(tuesday.fixture("Cleo", "Dan"), tuesday.access, knock(0, 1, 90))
    return tuesday

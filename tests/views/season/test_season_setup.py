"""Creating a season, changing its rules and drawing matches, in browsers without JavaScript."""

from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match, Place, Season
from games.services.season.draws import PairingPlan, draw
from games.services.season.season_close import close_season
from tests import bracket_night
from tests.leagues import club
from tests.makers import own_rules, start
from tests.match_night import browser
from tests.views.reading import is_refusal, says, shown, text
from tests.views.season_pages import filled, new_url, night, olga, page_of

# --- Begin ------------------------------------------------------


def test_a_name_and_start_are_enough_and_two_taps_begin_one_season() -> None:
    tuesday = club()
    phone = olga(tuesday)
    form = filled(phone.get(new_url(tuesday)), "new")
    for _ in range(2):
        answer = phone.post(new_url(tuesday), form | {"name": "Winter"})
        season = Season.objects.get(name="Winter")
        assert answer.url == f"/s/{season.public_id}/run/"
    assert (season.preset, season.pairing, season.teams) == ("standard", "round_robin", False)
    assert says(phone.get(answer.url), "Manage season")


def test_house_rules_and_everything_else_are_chosen() -> None:
    tuesday = club()
    phone, saved = olga(tuesday), own_rules(start(), target=77)
    form = filled(phone.get(new_url(tuesday)), "new")
    fields = {"name": "Swiss", "preset": f"own:{saved.public_id}", "pairing": "swiss", "length": "games", "count": "3"}
    order = {"order-1": "points", "order-2": "buchholz", "order-3": "", "order-4": "lot"}
    answer = phone.post(new_url(tuesday), form | fields | order | {"strict": "1"})
    assert answer.status_code == 302
    season = Season.objects.get(name="Swiss")
    assert (season.preset, season.house_rules, season.rules_title) == ("standard", {"target": 77}, "Kitchen gin")
    assert (season.pairing, season.rules["count"], season.rules["strict"]) == ("swiss", 3, True)
    assert season.rules["order"] == ["points", "buchholz", "lot"]
    assert says(phone.get(f"/s/{season.public_id}/rules/game/"), "Kitchen gin")


def test_a_new_bracket_is_best_of_its_games_unless_all_are_wanted(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    phone = olga(tuesday)
    form = filled(phone.get(new_url(tuesday)), "new") | {"pairing": "knockout", "length": "games", "count": "3"}
    assert form["match_end"] == ""
    said = []
    for name, match_end in (("Cup", ""), ("Plate", "all_games")):
        phone.post(new_url(tuesday), form | {"name": name, "match_end": match_end, "key": name})
        season = Season.objects.get(name=name)
        said.append(phone.get(f"/s/{season.public_id}/rules/").context["page"].sentences)
        change = f"/s/{season.public_id}/rules/change/"
        assert filled(phone.get(change), "change")["match_end"] == season.rules["match_end"]
    cup, plate = said
    assert [line for line in cup if line not in plate] == snapshot
    assert [line for line in plate if line not in cup] == snapshot


def test_a_double_elimination_says_where_its_losers_enter_until_that_is_drawn(snapshot: SnapshotAssertion) -> None:
    tuesday = bracket_night.night("double_elimination")
    phone, change = olga(tuesday), page_of(tuesday, "rules/change/")
    assert filled(phone.get(new_url(tuesday)), "new")["crossing"] == "every_round"
    before = phone.get(page_of(tuesday, "rules/")).context["page"].sentences
    preview = phone.post(change, filled(phone.get(change), "change") | {"crossing": "by_turns"})
    assert phone.post(change, filled(preview, "change")).status_code == 302
    after = phone.get(page_of(tuesday, "rules/")).context["page"].sentences
    assert [line for line in after if line not in before] == snapshot
    bracket_night.play_others(tuesday, 1)
    assert filled(phone.get(change), "change")["crossing"] == "by_turns"
    bracket_night.draw_round(tuesday, 2)
    form = filled(phone.get(change), "change")
    assert "crossing" not in form
    preview = phone.post(change, form | {"win": "3"})
    assert phone.post(change, filled(preview, "change")).status_code == 302
    assert Season.objects.get(pk=tuesday.season.pk).rules["crossing"] == "by_turns"
    knockout = bracket_night.night("knockout")
    bracket_night.play_others(knockout, 1)
    assert "crossing" not in filled(olga(knockout).get(page_of(knockout, "rules/change/")), "change")


def test_all_faults_are_shown_at_their_fields_and_the_input_stays(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    phone = olga(tuesday)
    form = filled(phone.get(new_url(tuesday)), "new")
    fields = {"name": "", "pairing": "trios", "win": "1", "draw": "two", "order-2": "beauty", "minimum": "4"}
    answer = phone.post(new_url(tuesday), form | fields)
    assert answer.status_code == 400
    assert shown(answer, ".error") == snapshot
    again = filled(answer, "new")
    assert (again["pairing"], again["draw"], again["minimum"]) == ("trios", "two", "4")
    assert Season.objects.count() == 1


def test_only_who_runs_the_league_begins_a_season() -> None:
    tuesday = club()
    for access in (tuesday.phone("Ann"), tuesday.official(Duty.REFEREE)):
        for answer in (browser(access).get(new_url(tuesday)), browser(access).post(new_url(tuesday), {"name": "X"})):
            assert answer.status_code == 403
    assert Season.objects.count() == 1


# --- Rules ------------------------------------------------------


def test_everybody_reads_the_rules_and_what_was_changed_in_them(snapshot: SnapshotAssertion) -> None:
    tuesday = night()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    before = Client().get(page_of(tuesday, "rules/")).context["page"].sentences
    assert phone.get(url).status_code == 200
    form = filled(phone.get(url), "change") | {"bonus_gin": "5", "win": "1", "reason": "As <b>voted</b>"}
    preview = phone.post(url, form)
    assert preview.status_code == 422
    assert shown(preview, "#moves") == snapshot
    assert Season.objects.get(pk=tuesday.season.pk).rules["win"] == 2
    # Input that differs from the preview is previewed first, too.
    assert phone.post(url, filled(preview, "change") | {"win": "3"}).status_code == 422
    saved = phone.post(url, filled(preview, "change"))
    assert saved.url == page_of(tuesday, "rules/")
    read = Client().get(saved.url)
    assert shown(read, "[aria-labelledby=pairing] li") == snapshot
    assert [line for line in shown(read, "[aria-labelledby=counts] li") if line not in before] == snapshot
    assert says(read, "The rules were changed")
    assert says(read, "A win: 1 (was 2)")
    assert "As &lt;b&gt;voted&lt;/b&gt;" in text(read)
    assert not says(read, "Change the rules")


def test_once_a_match_was_begun_the_game_is_fixed_and_a_forged_form_changes_nothing(
    snapshot: SnapshotAssertion,
) -> None:
    tuesday = night()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    page = phone.get(url)
    assert shown(page, ".remark") == snapshot
    assert 'name="preset"' not in text(page)
    answer = phone.post(url, filled(page, "change") | {"preset": "oklahoma", "pairing": "swiss", "teams": "1"})
    assert shown(answer, "#moves") == snapshot
    season = Season.objects.get(pk=tuesday.season.pk)
    assert (season.preset, season.pairing, season.teams) == ("standard", "free", False)


def test_before_that_another_game_may_be_chosen_but_teams_take_nobodys_place(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "rules/change/")
    form = filled(phone.get(url), "change")
    answer = phone.post(url, form | {"teams": "1"})
    assert answer.status_code == 400
    assert shown(answer, ".errors p") == snapshot
    preview = phone.post(url, form | {"preset": "oklahoma"})
    assert phone.post(url, filled(preview, "change")).status_code == 302
    assert Season.objects.get(pk=tuesday.season.pk).preset == "oklahoma"


def test_the_rules_of_a_closed_season_are_read_and_no_longer_changed() -> None:
    tuesday = club()
    close_season(access=tuesday.access, season=tuesday.season)
    assert says(Client().get(page_of(tuesday, "rules/")), "The season was closed on")
    assert olga(tuesday).get(page_of(tuesday, "rules/change/")).status_code == 409


# --- Make matches ------------------------------------------------------


def test_matches_are_drawn_from_the_page_once(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="round_robin")
    place = Place.objects.create(league=tuesday.league, name="Table 1")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    form = filled(phone.get(url), "draw") | {"first": "2030-05-07", "place": str(place.pk), "do": "draw"}
    for _ in range(2):
        assert phone.post(url, form).url == page_of(tuesday, "matches/")
    matches = Match.objects.filter(season=tuesday.season)
    assert [(x.round, str(x.night), x.place) for x in matches.order_by("-number")[:1]] == [(3, "2030-05-21", place)]
    assert matches.count() == 6
    assert shown(phone.get(url), ".sentences li") == snapshot


def test_faulty_draw_is_reported_and_makes_no_matches(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="swiss")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    answer = phone.post(url, {"first": "soon", "at": "25:61", "key": "k", "do": "draw"})
    assert answer.status_code == 400
    assert shown(answer, ".error") == snapshot
    assert phone.post(url, {"key": "k", "do": "draw"}).status_code == 302
    early = phone.post(url, {"key": "l", "do": "draw"})
    assert is_refusal(early, "not_playable", what="round_open", round=1)
    assert shown(phone.get(url), ".sentences li") == snapshot
    assert phone.post(url, {"key": "m", "again": "1"}).status_code == 302
    assert tuesday.season.matches.count() == 2


def test_typed_matches_are_added_or_their_faulty_lines_listed(snapshot: SnapshotAssertion) -> None:
    tuesday = club(pairing="script")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    wrong = phone.post(url, {"do": "script", "key": "k", "script": "Ann - Ben\nAnn - Ann\nCarl - Ben"})
    assert wrong.status_code == 400
    assert shown(wrong, ".text-faults li") == snapshot
    assert shown(phone.post(url, {"do": "script", "key": "k"}), ".error") == snapshot
    assert tuesday.season.matches.count() == 0
    right = {"do": "script", "key": "k", "script": "2030-05-07 19:30\r\nAnn - Ben\r\nCleo - Dan"}
    for _ in range(2):
        assert phone.post(url, right).status_code == 302
    assert tuesday.season.matches.count() == 2


def test_latecomer_gets_the_missing_matches_by_one_button() -> None:
    tuesday = club(pairing="round_robin")
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="k")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    assert "missing matches" not in text(phone.get(url))
    entrant = tuesday.entrants["Ann"]
    tuesday.season.matches.filter(sides__entrant=entrant)[0].delete()
    assert "missing matches" in text(phone.get(url))
    assert phone.post(url, {"do": "missing", "key": "l"}).status_code == 302
    assert tuesday.season.matches.count() == 6


# --- Who plays ----------------------------------------------------------------------------------------------------


def test_all_members_are_added_at_once_and_the_way_on_leads_to_the_matches() -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="round_robin")
    tuesday.season.entrants.exclude(member__name="Ann").delete()
    phone = olga(tuesday)
    page = phone.get(page_of(tuesday, "entrants/"))
    assert says(page, "Add all 2") and not says(page, "Create matches")
    answer = phone.post(page_of(tuesday, "entrants/"), {"all": "yes"}, follow=True)
    assert {entrant.name for entrant in answer.context["page"].entrants} == {"Ann", "Ben", "Cleo"}
    assert says(answer, "Create matches") and not says(answer, "Add all")
    assert phone.get(answer.context["page"].draw_url).status_code == 200
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="1")
    assert not says(phone.get(page_of(tuesday, "entrants/")), "Create matches")
    strangers = Client().get(page_of(tuesday, "entrants/"))
    assert strangers.context["page"].draw_url == ""
    assert Client().post(page_of(tuesday, "entrants/"), {"all": "yes"}).status_code == 403

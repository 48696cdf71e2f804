"""A season's matches: the list, free play, and changing a match."""

from datetime import timedelta

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match, Place
from games.services.season.draws import PairingPlan, draw
from games.services.season.seasons import date_in_league
from tests.bracket_night import give_up, leave, match_of, night, opponent
from tests.leagues import club, result, state
from tests.makers import gin, knock
from tests.match_night import browser
from tests.views.reading import is_refusal, says, shown
from tests.views.season_pages import filled, olga, page_of

# --- The list ------------------------------------------------------


def test_tonight_comes_first_and_my_own_on_top() -> None:
    tuesday = club()
    night = date_in_league(tuesday.league)
    tuesday.match("Ann", "Cleo", night=night + timedelta(7))
    tuesday.match("Ann", "Dan", night=night - timedelta(7))
    tuesday.match("Ann", "Ben", night=night)
    tuesday.match("Cleo", "Dan", night=night)
    tuesday.match("Ben", "Dan")
    groups = browser(tuesday.phone("Dan")).get(page_of(tuesday, "matches/")).context["page"].groups
    assert [[match.number for match in group.matches] for group in groups] == [[4, 3], [2], [1], [5]]
    assert [match.mine for group in groups for match in group.matches] == [True, False, True, False, True]
    assert (groups[0].tonight, groups[1].note, groups[3].title) == (True, "still to be played", "No date yet")


def test_the_list_is_filtered_and_goes_on() -> None:
    tuesday = club(house_rules={"target": 10})
    night, ann = date_in_league(tuesday.league), tuesday.entrants["Ann"].pk
    for number in range(61):
        tuesday.match("Ann" if number % 2 else "Cleo", "Ben", night=night + timedelta(number + 1))
    tuesday.play(tuesday.match("Ann", "Dan"), tuesday.access, gin(0, 40))
    Match.objects.filter(number=62).update(night=night - timedelta(1))

    def numbers(query: str) -> list[int]:
        page = Client().get(page_of(tuesday, f"matches/?{query}")).context["page"]
        return [match.number for group in page.groups for match in group.matches]

    assert numbers("") == list(range(1, 61))
    assert numbers("page=2") == [61]
    assert numbers("show=played") == [62]
    assert numbers(f"show=played&who={ann}") == [62]
    assert numbers(f"who={ann}") == list(range(2, 61, 2))
    assert numbers("who=999999999999999999999&page=-1&show=x") == list(range(1, 61))
    assert numbers("who=999999") == []


def test_byes_are_listed_round_by_round() -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing="round_robin")
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="k")
    groups = Client().get(page_of(tuesday, "matches/")).context["page"].groups
    assert sorted(group.sitting_out_text for group in groups) == [
        "Sitting out: Ann",
        "Sitting out: Ben",
        "Sitting out: Cleo",
    ]


def test_two_sit_down_in_free_play() -> None:
    tuesday = club()
    dan, ben = browser(tuesday.phone("Dan")), tuesday.entrants["Ben"].pk
    form = filled(dan.get(page_of(tuesday, "matches/")), "play")
    for _ in range(2):
        answer = dan.post(page_of(tuesday, "matches/play/"), form | {"player-1": str(ben)})
        assert answer.url == page_of(tuesday, "matches/1/")
    assert [side.entrant_id for side in Match.objects.get().sides.all()] == [tuesday.entrants["Dan"].pk, ben]


@pytest.mark.parametrize(
    ("chosen", "code", "context"),
    [
        ("", "not_playable", {"what": "line_up"}),
        ("own", "not_playable", {"what": "himself"}),
        ("77777", "not_found", {}),
    ],
)
def test_free_match_needs_an_opponent_of_the_season(chosen: str, code: str, context: dict[str, str]) -> None:
    tuesday = club()
    dan = browser(tuesday.phone("Dan"))
    chosen = str(tuesday.entrants["Dan"].pk) if chosen == "own" else chosen
    answer = dan.post(page_of(tuesday, "matches/play/"), {"key": "k", "player-1": chosen})
    assert is_refusal(answer, code, **context)
    assert not Match.objects.exists()


def test_viewers_are_not_offered_to_play() -> None:
    tuesday = club()
    assert Client().get(page_of(tuesday, "matches/")).context["page"].play is None
    ids = {"player-1": str(tuesday.entrants["Ann"].pk), "player-2": str(tuesday.entrants["Ben"].pk), "key": "k"}
    assert Client().post(page_of(tuesday, "matches/play/"), ids).status_code == 403
    scorer = browser(tuesday.official(Duty.SCORER))
    assert scorer.post(page_of(tuesday, "matches/play/"), ids).status_code == 302


# --- One match ------------------------------------------------------


def test_moved_match_has_an_entry_in_its_history() -> None:
    tuesday = club()
    place = Place.objects.create(league=tuesday.league, name="Table 2")
    tuesday.match("Ann", "Ben", night=date_in_league(tuesday.league))
    phone, url = olga(tuesday), page_of(tuesday, "matches/1/change/")
    fields = {"do": "reschedule", "night": "2030-05-07", "at": "20:15", "place": str(place.pk), "reason": "Ben is away"}
    assert phone.post(url, fields).status_code == 302
    page = Client().get(url)
    assert says(page, "When: Tuesday, May 7 at 8:15 PM")
    assert says(page, "Table: Table 2")
    assert says(page, "Moved (was:")
    assert says(page, "Ben is away")
    assert not says(page, "Change time or table")


def test_faults_of_a_change_are_reported(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    phone, url = olga(tuesday), page_of(tuesday, "matches/1/change/")
    cases = [
        {"do": "reschedule", "night": "yesterday"},
        {"do": "reschedule", "at": "19:30"},
        {"do": "forfeit"},
        {"do": "forfeit", "missing": str(tuesday.entrants["Cleo"].pk)},
        {"do": "cancel", "reason": "x" * 201},
    ]
    for fields in cases:
        answer = phone.post(url, fields)
        assert answer.status_code == 400, fields
        assert shown(answer, ".error") == snapshot, fields
    for fields in ({"do": "burn"}, {}):
        assert phone.post(url, fields).status_code == 400, fields
    refused = [
        ({"do": "reschedule", "night": "2030-05-07", "place": "999"}, "not_found", {}),
        ({"do": "stop"}, "not_playable", {"what": "planned"}),
        ({"do": "restore"}, "not_playable", {"what": "planned"}),
        ({"do": "line_up", "seat-0-0": "x"}, "not_found", {}),
        ({"do": "line_up"}, "not_playable", {"what": "line_up"}),
    ]
    for fields, code, context in refused:
        assert is_refusal(phone.post(url, fields), code, **context), fields
    assert state(tuesday.season.matches.get()) == ("planned", False)
    assert not tuesday.season.matches.get().events.exclude(kind="match_added").exists()


def test_forfeits_stops_and_cancellations_come_from_the_page(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    missed, abandoned = tuesday.match("Ann", "Ben"), tuesday.match("Cleo", "Dan")
    phone = olga(tuesday)
    first, second = page_of(tuesday, "matches/1/change/"), page_of(tuesday, "matches/2/change/")
    phone.post(first, {"do": "forfeit", "missing": str(tuesday.entrants["Ann"].pk), "reason": "Ill"})
    assert [outcome for outcome, *_ in result(missed)] == ["loss", "win"]
    assert says(phone.get(first), "Forfeited: Ann didn't show up")
    assert shown(phone.get(page_of(tuesday, "matches/1/")), ".stands") == snapshot
    tuesday.play(abandoned, tuesday.access, knock(0, 5, 20))
    phone.post(second, {"do": "stop", "reason": "Fire alarm"})
    assert state(abandoned) == ("played", True)
    phone.post(second, {"do": "go_on"})
    phone.post(second, {"do": "cancel", "reason": ""})
    phone.post(first, {"do": "restore", "reason": ""})
    assert (state(abandoned)[0], state(missed)[0]) == ("canceled", "planned")


def test_a_match_of_somebody_who_left_says_so_and_who_wins(snapshot: SnapshotAssertion) -> None:
    tuesday = night("knockout", target=100)
    match = match_of(tuesday, "Dan", 1)
    other, url = opponent(match, "Dan"), page_of(tuesday, f"matches/{match.number}/")
    tuesday.play(match, tuesday.access, knock(0, 2, 9))
    leave(tuesday, "Dan")
    page = olga(tuesday).get(url)
    # Who meets is drawn by lot.
    assert shown(page, ".stands")[0].replace(other, "OTHER") == snapshot
    assert shown(page, ".save") == ["Open the table"]
    assert says(olga(tuesday).get(f"{url}change/"), "Forfeited: Dan left the season")


def test_a_match_to_which_neither_came_names_no_winner(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    give_up(tuesday, match, [tuesday.entrants["Ann"], tuesday.entrants["Ben"]])
    assert shown(olga(tuesday).get(page_of(tuesday, "matches/1/")), ".stands") == snapshot


def test_a_scorer_says_who_plays_and_nothing_else() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    scorer, url = browser(tuesday.official(Duty.SCORER)), page_of(tuesday, "matches/1/change/")
    assert [form.action for form in scorer.get(url).context["page"].forms] == ["line_up"]
    fields = {"do": "line_up", "seat-0-0": str(tuesday.members["Cleo"].pk), "seat-1-0": str(tuesday.members["Ben"].pk)}
    assert scorer.post(url, fields).status_code == 302
    assert [(seat.member.name, seat.substitute) for seat in match.seats.all()] == [("Cleo", True), ("Ben", False)]
    for do in ("cancel", "forfeit", "reschedule", "stop", "restore", "go_on"):
        assert scorer.post(url, {"do": do}).status_code == 403
    assert Client().post(url, fields).status_code == 403

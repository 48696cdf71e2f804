"""The bracket of a knock-out: its rounds by name, who comes next, and the podium."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import League, Match, MatchState
from games.pages.league.league_codes import qr_code
from games.rules.league.typed_result import TypedSide
from games.selectors.season.calendar import season_calendar
from games.selectors.season.round_names import round_names
from games.services.season.draws import PairingPlan, draw
from games.services.season.matches import forfeit
from games.services.season.season_close import hide_standings
from games.services.season.typed_results import TypedResult, type_results
from tests.leagues import Club, club
from tests.match_night import browser
from tests.views.reading import says
from tests.views.season_pages import filled, olga, page_of

SIX = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


def cup(*names: str) -> Club:
    return club(*(names or SIX), pairing="knockout")


def next_round(tuesday: Club, **more: Any) -> None:
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(**more), key=f"round {Match.objects.count()}")


def first_named_wins(tuesday: Club) -> None:
    """Whose name comes first in the alphabet wins every open match."""
    for match in Match.objects.filter(state=MatchState.PLANNED):
        names = [side.entrant.member.name for side in match.sides.select_related("entrant__member")]
        sides = tuple(TypedSide(100 if name == min(names) else 40) for name in names)
        type_results(access=tuesday.access, season=tuesday.season, results=[TypedResult(match.number, sides)])


def drawing(tuesday: Club, client: Client | None = None) -> Any:
    return (client or olga(tuesday)).get(page_of(tuesday, "bracket/")).context["page"].drawing


def names(box: Any) -> list[str]:
    return [side.name for side in box.sides]


def test_six_players_from_the_first_round_to_the_podium(db: None) -> None:
    tuesday = cup()
    assert drawing(tuesday) is None
    next_round(tuesday)
    first = drawing(tuesday)
    assert [column.title for column in first.parts[0].rounds] == ["Quarterfinals", "Semifinals", "Final"]
    assert [names(box) for box in first.parts[0].rounds[0].boxes] == [["Ann"], ["Eve", "Dan"], ["Ben"], ["Fay", "Cleo"]]
    assert [names(box) for box in first.parts[0].rounds[1].boxes] == [["Ann", ""], ["Ben", ""]]
    assert first.parts[0].rounds[0].boxes[0].about == "Bye"
    first_named_wins(tuesday)
    assert [names(box) for box in drawing(tuesday).parts[0].rounds[1].boxes] == [["Ann", "Dan"], ["Ben", "Cleo"]]
    next_round(tuesday)
    first_named_wins(tuesday)
    next_round(tuesday, third_place=True)
    assert names(drawing(tuesday).parts[0].third) == ["Cleo", "Dan"] or names(drawing(tuesday).parts[0].third) == [
        "Dan",
        "Cleo",
    ]
    assert drawing(tuesday).podium == ()
    first_named_wins(tuesday)
    podium = drawing(tuesday).podium
    assert [(place.title, place.names) for place in podium] == [
        ("Champion", ("Ann",)),
        ("Runner-up", ("Ben",)),
        ("Third place", ("Cleo",)),
    ]
    page = olga(tuesday).get(page_of(tuesday, "bracket/"))
    assert says(page, "Match for third place")


def test_a_public_bracket_is_shared_by_its_address_and_a_private_one_by_the_leagues_link(db: None) -> None:
    tuesday = cup()
    path = page_of(tuesday, "bracket/")
    assert not says(olga(tuesday).get(path), "Share this bracket")
    next_round(tuesday)
    page = Client().get(path).context["page"]
    assert (page.share_url, page.qr, page.links_url) == (f"http://testserver{path}", qr_code(page.share_url), "")
    League.objects.update(public=False)
    pages = [client.get(path).context["page"] for client in (olga(tuesday), browser(tuesday.phone("Ann")))]
    assert [(page.share_url, page.qr, page.links_url) for page in pages] == [
        ("", "", f"/l/{tuesday.league.public_id}/links/"),
        ("", "", ""),
    ]


@pytest.mark.parametrize(
    ("pairing", "size", "columns"),
    [
        ("knockout", 16, [[]]),
        ("knockout", 32, [[[8, 4, 2, 1]] * 2 + [[1]]]),
        ("double_elimination", 16, [[[4, 2, 1]] * 2 + [[1, 1, 1]], []]),
        ("double_elimination", 32, [[[8, 4, 2, 1]] * 2 + [[1, 1, 1]], [[4, 4, 2, 2, 1, 1]] * 2 + [[1, 1]]]),
    ],
)
def test_a_large_bracket_is_printed_in_parts(db: None, pairing: str, size: int, columns: list[Any]) -> None:
    tuesday = club(*(f"Player {number}" for number in range(size)), pairing=pairing)
    next_round(tuesday)
    parts = drawing(tuesday).parts
    assert [[[len(one.boxes) for one in sheet.rounds] for sheet in part.sheets] for part in parts] == columns
    for part in parts:
        printed = [box for sheet in part.sheets for column in sheet.rounds for box in column.boxes]
        whole = [box for column in part.rounds for box in column.boxes]
        assert not printed or (len(printed) == len(whole) and all(box in printed for box in whole))


def test_rounds_have_their_names_in_lists_results_print_and_calendar(
    db: None, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = cup()
    for third in (False, False, True):
        next_round(tuesday, third_place=third)
        first_named_wins(tuesday)
    client = olga(tuesday)
    listed = client.get(page_of(tuesday, "matches/"), {"show": "played"}).context["page"].groups
    assert [(group.note, len(group.matches)) for group in listed] == [
        ("Final", 1),
        ("Match for third place", 1),
        ("Semifinals", 2),
        ("Quarterfinals", 2),
        # Byes, without a night.
        ("Quarterfinals", 2),
    ]
    results = client.get(page_of(tuesday, "results/")).context["page"]
    assert [line.round for line in results.lines] == [
        "Final",
        "Match for third place",
        *["Semifinals"] * 2,
        *["Quarterfinals"] * 2,
    ]
    assert [option.text for option in results.options][-3:] == ["Quarterfinals", "Semifinals", "Final"]
    assert client.get(page_of(tuesday, "print/pairings/"), {"of": "round-2"}).context["page"].about == "Semifinals"
    assert says(client.get(page_of(tuesday, "matches/8/change/")), "Match for third place")
    assert b"Autumn\\, Semifinals" in season_calendar(tuesday.season, None, "")
    with django_assert_max_num_queries(1):
        round_names(tuesday.season)


def test_rounds_that_are_drawn_side_by_side_have_two_names(db: None) -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan", pairing="double_elimination")
    next_round(tuesday)
    first_named_wins(tuesday)
    next_round(tuesday)
    names = round_names(tuesday.season)
    assert (names.of(1), names.of(2), names.of(3)) == ("Winners' round 1", "Winners' final, Losers' round 1", "Round 3")
    assert [names.of_match(match) for match in tuesday.season.matches.filter(round=2)] == [
        "Winners' final",
        "Losers' round 1",
    ]


@pytest.mark.parametrize("pairing", ["swiss", "round_robin"])
def test_rounds_outside_brackets_have_numbers_and_need_no_query(
    db: None, pairing: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club(*SIX, pairing=pairing)
    with django_assert_num_queries(0):
        assert round_names(tuesday.season).of(3) == "Round 3"


def test_two_share_third_place_without_a_match_for_it(db: None) -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan")
    for _ in range(2):
        next_round(tuesday)
        first_named_wins(tuesday)
    assert drawing(tuesday).podium[2].names == ("Cleo", "Dan")


def test_a_forfeit_is_named_and_sends_the_other_on(db: None) -> None:
    tuesday = cup("Ann", "Ben")
    next_round(tuesday)
    ann = tuesday.entrants["Ann"]
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=[ann], reason="")
    (box,) = drawing(tuesday).parts[0].rounds[0].boxes
    assert (box.about, [side.name for side in box.sides if side.won]) == ("Forfeited", ["Ben"])
    assert drawing(tuesday).podium[0].names == ("Ben",)


def test_a_hidden_bracket_is_for_the_organizer_alone(db: None) -> None:
    tuesday = cup()
    next_round(tuesday)
    hide_standings(access=tuesday.access, season=tuesday.season, until=timezone.now() + timedelta(days=1))
    assert drawing(tuesday) is not None
    assert drawing(tuesday, browser(tuesday.phone("Ann"))) is None
    wall = olga(tuesday).get(page_of(tuesday, "screen/"))
    assert wall.context["page"].bracket is None


def test_the_wall_shows_the_last_four_rounds(db: None) -> None:
    tuesday = cup(*(f"Player {number:02}" for number in range(32)))
    next_round(tuesday)
    shown = olga(tuesday).get(page_of(tuesday, "screen/")).context["page"].bracket
    titles = [column.title for column in shown.parts[0].rounds]
    assert titles == ["Round of 16", "Quarterfinals", "Semifinals", "Final"]
    assert len(drawing(tuesday).parts[0].rounds) == 5


def test_other_seasons_lead_to_their_table(db: None) -> None:
    tuesday = club()
    answer = olga(tuesday).get(page_of(tuesday, "bracket/"))
    assert (answer.status_code, answer.url) == (302, page_of(tuesday))
    assert not says(olga(tuesday).get(page_of(tuesday)), "Bracket")


@pytest.mark.parametrize("players", [4, 16])
def test_the_number_of_queries_does_not_grow_with_players(
    db: None, players: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = cup(*(f"Player {number:02}" for number in range(players)))
    next_round(tuesday)
    client = olga(tuesday)
    client.get(page_of(tuesday, "bracket/"))  # the session is written once
    with django_assert_max_num_queries(16):
        client.get(page_of(tuesday, "bracket/"))


def test_a_round_that_is_drawn_again_keeps_its_night() -> None:
    tuesday = cup("Ann", "Ben", "Cleo", "Dan")
    phone, url = olga(tuesday), page_of(tuesday, "draw/")
    phone.post(url, filled(phone.get(url), "draw") | {"first": "2030-05-07", "do": "draw"})
    assert filled(phone.get(url), "draw")["first"] == "2030-05-07"

"""A season's charts agree with the tables below them, and are hidden with the standings."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Entrant, League, Member, Season
from games.pages.season.bar_chart import BarChart
from games.pages.season.knock_bars import FEWEST_KNOCKS
from games.pages.season.season_places import MOST_ENTRANTS
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import season_rows
from games.services.league.member_erase import erase_member
from games.services.league.ratings import recompute_ratings
from games.services.season.entrants import join_team, make_team
from games.wording.league.ratings import MIN_MATCHES as FEWEST_RATED
from tests.leagues import Club, club
from tests.makers import enter, gin, knock
from tests.pages.test_season_places import long_ago, play
from tests.selectors.test_season_knocks import phone
from tests.views.league_people import browser, member, organizer
from tests.views.reading import says, shown, text, words
from tests.views.test_nasty import NASTY

pytestmark = pytest.mark.django_db


def url(tuesday: Club, rest: str = "") -> str:
    return f"/s/{tuesday.season.public_id}/pictures/{rest}"


def nights(*names: str) -> Club:
    """Four weeks in which Dan came from below, with games behind the last two matches."""
    tuesday = club(*names, house_rules={"target": 70})
    for weeks, one, other in ((4, "Ann", "Ben"), (3, "Ann", "Dan"), (2, "Dan", "Ben"), (1, "Dan", "Cleo")):
        play(tuesday, one, other, weeks)
    long_ago(tuesday)
    at = phone(tuesday, "Dan", "Ann")
    for declaration in (knock(0, 7, 20), knock(1, 7, 3), knock(0, 2, 20), gin(0, 31)):
        enter(at, declaration)
    return tuesday


def points(path: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+) ([\d.]+)", path)]


def test_places_are_drawn_and_written_and_described_for_screen_readers(snapshot: SnapshotAssertion) -> None:
    tuesday = nights()
    answer = Client().get(url(tuesday))
    assert (answer.status_code, answer["Cache-Control"][:9]) == (200, "max-age=0")
    places = answer.context["page"].places
    assert places.columns[-1] == "now"
    assert len(places.columns) == 5
    for trail in places.trails:
        line = points(trail.path)
        assert len(line) == sum(1 for place in trail.places if place)
        # Nobody is listed twice in the table: the place is on the last line, with the name.
        assert line[-1][1] == places.rank_heights[places.trails.index(trail)]
        assert trail.place == trail.places[-1]
        assert all(0 <= x <= places.width and 0 <= y <= places.height for x, y in line)
        assert [x for x, _ in line] == sorted(x for x, _ in line)
        assert says(answer, f"{trail.name} {' '.join(trail.places)}")
    dan = places.trails[0]
    assert (dan.name, dan.chosen) == ("Dan", True)
    assert places.title == snapshot
    numbers = [int(place.rstrip("=")) for place in dan.places]
    first, best, lowest = numbers[0], min(numbers), max(numbers)
    assert says(answer, f"Dan : ranked {first} ({places.columns[0]}), then 1 (now). Best {best}, lowest {lowest}."), (
        words(answer)
    )


def test_one_line_is_highlighted_by_a_link() -> None:
    tuesday = nights()
    for trail in Client().get(url(tuesday)).context["page"].places.trails:
        page = Client().get(trail.url.partition("#")[0]).context["page"]
        assert [one.name for one in page.places.trails if one.chosen] == [trail.name]
        assert page.places.chosen[0] == trail.name
        assert [row.name for row in page.grid.rows if row.chosen] == [trail.name]


def test_viewers_own_line_is_highlighted() -> None:
    tuesday = nights()
    assert member(tuesday, "Cleo").get(url(tuesday)).context["page"].places.chosen[0] == "Cleo"


def test_own_teams_line_is_highlighted() -> None:
    tuesday = club(teams=True)
    here = {"access": tuesday.access, "season": tuesday.season}
    for name, mate in (("Aces", "Ann"), ("Kings", "Ben")):
        tuesday.entrants[name] = make_team(name=name, **here)
        join_team(
            entrant_id=tuesday.entrants[name].pk,
            member_id=tuesday.members[mate].pk,
            day=date_in_league(tuesday.league),
            **here,
        )
    play(tuesday, "Aces", "Kings", 1)
    assert member(tuesday, "Ben").get(url(tuesday)).context["page"].places.chosen[0] == "Kings"
    assert member(tuesday, "Dan").get(url(tuesday)).context["page"].places.chosen[0] == "Aces"


def test_unknown_entrant_in_the_query_highlights_nobody(snapshot: SnapshotAssertion) -> None:
    tuesday = nights()
    for who in ("0", "-1", "1.5", "x", "\u0663", "2147483648", "9" * 5000, "<script>alert(1)</script>"):
        answer = Client().get(url(tuesday), {"who": who})
        assert (who, answer.status_code) == (who, 400)
        assert shown(answer, "#places .error") == snapshot(name="unknown")
        assert answer.context["page"].places.chosen[0] == "Dan"
    for who in NASTY:
        assert Client().get(url(tuesday), {"who": who}).status_code in (200, 400)


def test_each_cell_says_what_came_of_the_matches_of_two(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    for weeks, outcome in ((3, "win"), (2, "win"), (1, "draw")):
        play(tuesday, "Ann", "Ben", weeks, outcome)
    play(tuesday, "Cleo", "Ann", 1)
    long_ago(tuesday)
    answer = Client().get(url(tuesday))
    grid = answer.context["page"].grid
    names = [row.name for row in grid.rows]
    cells = {(row.name, names[at]): cell for row in grid.rows for at, cell in enumerate(row.cells)}
    assert cells["Ann", "Ben"].text == "2–1–0"
    assert cells["Ben", "Ann"].text == "0–1–2"
    assert (cells["Cleo", "Ann"].text, cells["Cleo", "Ann"].kind) == ("1–0–0", "won-4")
    assert (cells["Ann", "Cleo"].text, cells["Ann", "Cleo"].kind) == ("0–0–1", "won-0")
    assert cells["Ann", "Ben"].kind == "won-3"
    assert {cells[name, name].kind for name in names} == {"self"}
    assert cells["Dan", "Ann"].kind == "not-met"
    assert grid.title == snapshot
    assert says(answer, "matches won–drawn–lost")
    row = next(row for row in grid.rows if row.name == "Ann")
    assert says(answer, f"{row.number} Ann {' '.join(cell.text for cell in row.cells if cell.text)}")


def test_without_draws_there_are_two_numbers(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben")
    play(tuesday, "Ann", "Ben", 1)
    long_ago(tuesday)
    grid = Client().get(url(tuesday)).context["page"].grid
    assert [[cell.text for cell in row.cells] for row in grid.rows] == [["", "1–0"], ["0–1", ""]]
    assert grid.title == snapshot
    assert "won–lost" in grid.about


def fits(chart: BarChart) -> bool:
    """Whether bars and their texts (8 units a letter, more than they take) lie within the drawing."""
    return all(
        0 <= bar.top < bar.middle < chart.height
        and bar.top + chart.thickness <= chart.height
        and bar.length >= 0
        and bar.after + 8 * len(bar.text) <= chart.width
        for bar in chart.bars
    )


def test_knocks_are_drawn_and_given_as_numbers(snapshot: SnapshotAssertion) -> None:
    answer = Client().get(url(nights()))
    knocking = answer.context["page"].knocking
    assert knocking.deadwood.rows[0] == ("2", "1", "33%")
    assert knocking.deadwood.rows[-1] == ("7", "2", "67%")
    assert [bar.text for bar in knocking.deadwood.bars] == ["1", "0", "0", "0", "0", "2"]
    assert knocking.deadwood.title == snapshot
    assert knocking.undercut.rows == (("2", "0", "1", "0%"), ("7", "1", "2", "50%"))
    assert [(bar.text, bar.too_few) for bar in knocking.undercut.bars] == [
        ("0 of 1, too few", True),
        ("1 of 2, too few", True),
    ]
    assert knocking.undercut.title == snapshot
    assert knocking.caught.title == snapshot
    for chart in (knocking.deadwood, knocking.undercut, knocking.caught):
        assert fits(chart)
        longest = max(bar.length for bar in chart.bars)
        assert all(bar.length <= longest for bar in chart.bars)
        assert says(answer, chart.title)
        for row in chart.rows:
            assert says(answer, " ".join(row))
    deadwood = knocking.deadwood.bars
    assert deadwood[0].length == pytest.approx(deadwood[-1].length / 2, abs=0.1)


def test_most_undercut_knocks_need_enough_samples(snapshot: SnapshotAssertion) -> None:
    tuesday = club(house_rules={"target": 1000})
    at = phone(tuesday, "Ann", "Ben")
    for _ in range(FEWEST_KNOCKS):
        enter(at, knock(0, 10, 4))
        enter(at, knock(1, 3, 40))
    enter(at, knock(0, 5, 2))
    for _ in range(12):
        enter(at, gin(0, 60))
    answer = Client().get(url(tuesday))
    chart = answer.context["page"].knocking.undercut
    assert [(bar.label, bar.text, bar.too_few) for bar in chart.bars] == [
        ("3", "0%: 0 of 10", False),
        ("5", "1 of 1, too few", True),
        ("10", "100%: 10 of 10", False),
    ]
    assert chart.title == snapshot
    assert says(answer, f"A hollow bar means fewer than {FEWEST_KNOCKS} knocks")
    assert fits(chart)


def hide(tuesday: Club) -> None:
    Season.objects.filter(pk=tuesday.season.pk).update(hidden_until=timezone.now() + timedelta(hours=1))


def test_a_hidden_season_shows_nothing_to_all_but_who_runs_the_league(snapshot: SnapshotAssertion) -> None:
    tuesday = nights()
    hide(tuesday)
    for client in (browser(), member(tuesday, "Ann")):
        answer = client.get(url(tuesday, f"?who={tuesday.entrants['Dan'].pk}"))
        page = answer.context["page"]
        assert (answer.status_code, page.places, page.grid, page.knocking) == (200, None, None, None)
        assert shown(answer, "#places .remark") == snapshot(name="hidden")
        assert "Dan" not in words(answer)
        assert "<svg" not in text(answer).partition("<main")[2]
    assert organizer(tuesday).get(url(tuesday)).context["page"].places


def test_a_private_league_is_not_there_for_others_and_the_page_is_only_read() -> None:
    tuesday = nights()
    assert Client().post(url(tuesday)).status_code == 405
    League.objects.update(public=False)
    assert Client().get(url(tuesday)).status_code == 404
    assert organizer(tuesday).get(url(tuesday)).status_code == 200


def test_erased_member_is_not_named_in_pictures() -> None:
    tuesday = nights()
    before = Client().get(url(tuesday))
    assert says(before, "Dan")
    erase_member(access=tuesday.access, member_id=tuesday.members["Dan"].pk)
    answer = Client().get(url(tuesday))
    assert answer.status_code == 200
    assert "Dan" not in words(answer)
    assert len(answer.context["page"].places.trails) == 4


def test_empty_pictures_say_what_will_be_there(snapshot: SnapshotAssertion) -> None:
    for tuesday in (club(), club("Ann"), club(teams=True)):
        answer = Client().get(url(tuesday))
        assert answer.status_code == 200
        assert shown(answer, "#places > p") == snapshot(name="no match")
        assert shown(answer, "[aria-labelledby=knocks-title] > p") == snapshot(name="no game")
    undated = club()
    play(undated, "Ann", "Ben", None)
    answer = Client().get(url(undated))
    assert shown(answer, "#places > p") == snapshot(name="no date")
    assert answer.context["page"].grid


def test_one_night_is_a_dot_beside_each_name(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben")
    play(tuesday, "Ann", "Ben", 1)
    long_ago(tuesday)
    answer = Client().get(url(tuesday))
    places = answer.context["page"].places
    assert [trail.path.endswith("h0") for trail in places.trails] == [True, True]
    assert places.title == snapshot
    assert says(answer, "Ann : ranked 1 (")


def test_many_names_are_chosen_from_a_list_too() -> None:
    names = [f"Player {number}" for number in range(16)]
    tuesday = club(*names)
    play(tuesday, "Player 3", "Player 4", 1)
    long_ago(tuesday)
    answer = Client().get(url(tuesday))
    assert answer.context["page"].places.compact
    options = re.findall(r'<option value="(\d+)"', text(answer))
    assert sorted(map(int, options)) == sorted(Entrant.objects.values_list("pk", flat=True))


def test_names_are_shown_as_they_are_and_nothing_is_styled_in_place() -> None:
    evil = "<b>\u202e&\"'"
    tuesday = club(evil, "Ben")
    Member.objects.filter(pk=tuesday.members[next(iter(tuesday.members))].pk).update(name=evil)
    play(tuesday, next(iter(tuesday.entrants)), "Ben", 1)
    long_ago(tuesday)
    page = text(Client().get(url(tuesday)))
    assert "<b>\u202e" not in page
    assert '<bdi translate="no">&lt;b&gt;\u202e&amp;&quot;&#x27;</bdi>' in page
    assert not re.search(r"\sstyle=|<style", page)


@pytest.mark.parametrize("weeks", [3, 30])
def test_queries_of_the_page_do_not_grow_with_matches(
    weeks: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club(house_rules={"target": 10})
    for week in range(weeks, 0, -1):
        play(tuesday, "Ann", "Ben", week)
        enter(phone(tuesday, "Ann", "Ben"), knock(0, 3, 40))
    long_ago(tuesday)
    with django_assert_max_num_queries(22):  # the season; names; its course; its knocks
        Client().get(url(tuesday))
    with django_assert_max_num_queries(3):  # the season; names; whether a game was settled since
        Client().get(url(tuesday))


def rated(tuesday: Club, times: int) -> None:
    for week in range(times, 0, -1):
        play(tuesday, "Ann", "Ben", week, "win" if week % 3 else "loss")
    recompute_ratings(tuesday.league)


def player(tuesday: Club, name: str) -> str:
    return f"/l/{tuesday.league.public_id}/players/{tuesday.members[name].pk}/"


def test_player_sees_their_rating_with_its_band_after_each_match() -> None:
    tuesday = club()
    rated(tuesday, FEWEST_RATED + 2)
    answer = Client().get(player(tuesday, "Ann"))
    rating = answer.context["page"].rating
    assert [one.matches for one in rating.matches] == list(range(FEWEST_RATED + 2, 0, -1))
    first, now = rating.matches[-1], rating.now
    assert re.findall(r"\d+", rating.title) == [str(FEWEST_RATED + 2), str(first.rating), str(now.rating)]
    line = [tuple(map(float, pair.split(","))) for pair in rating.drawing.line.split()]
    band = [tuple(map(float, pair.split(","))) for pair in rating.drawing.band.split()]
    assert (len(line), len(band)) == (FEWEST_RATED + 2, 2 * (FEWEST_RATED + 2))
    assert all(rating.drawing.left <= x <= rating.drawing.width and 0 <= y <= rating.drawing.height for x, y in band)
    for (x, y), (_, above), one, before in zip(line, band, rating.matches[::-1], [None, *line], strict=False):
        assert above <= y
        assert one.low < one.rating < one.high
        assert before is None or before[0] < x
    for one in rating.matches:
        assert says(answer, f"{one.matches} {one.night} {one.rating} {one.low}–{one.high}")
    few = Client().get(player(club("Ann"), "Ann"))
    assert few.context["page"].rating.drawing is None


def test_only_the_newest_matches_are_drawn(monkeypatch: pytest.MonkeyPatch, snapshot: SnapshotAssertion) -> None:
    monkeypatch.setattr("games.pages.league.rating_line.MOST_MATCHES", 5)
    tuesday = club()
    rated(tuesday, FEWEST_RATED)
    answer = Client().get(player(tuesday, "Ann"))
    assert [one.matches for one in answer.context["page"].rating.matches] == [10, 9, 8, 7, 6]
    assert shown(answer, ".ratings > .fine") == snapshot


def test_rating_changes_of_a_hidden_season_are_only_for_organizers() -> None:
    tuesday = club()
    rated(tuesday, FEWEST_RATED)
    hide(tuesday)
    assert Client().get(player(tuesday, "Ann")).context["page"].rating.now is None
    assert organizer(tuesday).get(player(tuesday, "Ann")).context["page"].rating.now


def test_too_few_matches_say_when_there_will_be_a_rating(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    rated(tuesday, FEWEST_RATED - 1)
    answer = Client().get(player(tuesday, "Ann"))
    assert shown(answer, ".ratings > p") == snapshot
    assert answer.context["page"].rating.matches == ()


def test_whoever_is_followed_is_drawn_below_the_top(subtests: pytest.Subtests) -> None:
    total = MOST_ENTRANTS + 60
    tuesday = club(*(f"P{number:03}" for number in range(total)))
    long_ago(tuesday)
    for number in range(0, total, 2):
        play(tuesday, f"P{number:03}", f"P{number + 1:03}", 1)
    ranked = [row.entrant for row in season_rows(Season.objects.select_related("league").get(pk=tuesday.season.pk))]
    for line, row in ((1, 40), (40, 40), (41, 41), (total, MOST_ENTRANTS + 6)):
        with subtests.test(line=line):
            chart = Client().get(url(tuesday, f"?who={ranked[line - 1]}")).context["page"].places
            assert [len(chart.trails), chart.trails[-1].chosen] == [40 + (line > 40), line >= 40]
            # The names and what is left blank have a row each, and the last name is beside the end of its line.
            rows = len(chart.trails) + len(chart.skipped_ranks)
            assert [rows, rows + len(chart.empty_ranks)] == [row, len(chart.rank_heights)]
            assert len(chart.choices) == total
            assert [entrant for entrant, _, chosen in chart.choices if chosen] == [ranked[line - 1]]


def test_the_chart_of_many_is_not_as_high_as_all_of_them(snapshot: SnapshotAssertion) -> None:
    names = [f"P{number:03}" for number in range(MOST_ENTRANTS + 60)]
    tuesday = club(*names)
    long_ago(tuesday)
    for number in range(0, len(names), 2):
        play(tuesday, names[number], names[number + 1], 2)
    # Everyone who lost comes back: the top of today was at the foot.
    for number in range(1, len(names), 2):
        for _ in range(2):
            play(tuesday, names[number], names[number - 1], 1)
    answer = Client().get(url(tuesday))
    assert len(answer.context["page"].places.rank_heights) == MOST_ENTRANTS + 6
    assert shown(answer, "#places > .fine") == snapshot

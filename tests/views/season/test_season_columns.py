"""One more column in the standings, places before the first match, and matches being played."""

import re

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import MatchState, Season
from games.rules.league.season import COLUMNS, season_json, season_rules
from games.wording.season.season_table import criterion_title
from tests.leagues import Club, club
from tests.views.reading import HTMX, says
from tests.views.season.test_season_table import moved, result, url

pytestmark = pytest.mark.django_db


def evening(**rules: object) -> Club:
    """Ann beats Ben, and Cleo beats Dan, in a season under these rules."""
    tuesday = club("Ann", "Ben", "Cleo", "Dan")
    Season.objects.filter(pk=tuesday.season.pk).update(rules=season_json(season_rules(rules)))
    result(tuesday, "Ann", "Ben", (60, 20))
    result(tuesday, "Cleo", "Dan", (50, 40))
    return tuesday


def cells(body: str, name: str) -> list[str]:
    """The cells of a player's row, without signs."""
    row = next(
        row for row in re.findall(r"<tr>.*?</tr>", body, re.DOTALL) if f'<bdi translate="no">{name}</bdi>' in row
    )
    return [re.sub(r"<[^>]+>", "", cell).strip() for cell in re.findall(r"<td.*?</td>", row, re.DOTALL)]


def standings(tuesday: Club) -> dict[str, dict[str, object]]:
    """The rows of the standings in the API, by name."""
    answer = Client().get(f"/api/v1/seasons/{tuesday.season.public_id}/standings/")
    return {row["name"]: row for row in answer.json()["rows"]}


def test_a_chosen_criterion_is_one_more_column() -> None:
    tuesday = evening()
    plain = Client().get(url(tuesday)).content.decode()
    # Head-to-head, for a wide screen, is the last before the points.
    assert len(cells(plain, "Ann")) == 7
    shown = Client().get(url(tuesday, "?column=points_scored")).content.decode()
    assert "chosen-column" in shown
    assert [cells(shown, name)[4] for name in ("Ann", "Ben", "Cleo", "Dan")] == ["60", "20", "50", "40"]
    assert 'value="points_scored" selected' in shown


def test_every_criterion_can_be_shown_whatever_the_season_ranks_by(subtests: pytest.Subtests) -> None:
    for column in COLUMNS:
        with subtests.test(column=column):
            answer = Client().get(url(evening(order=["points"]), f"?column={column}"))
            assert answer.status_code == 200
            assert f'value="{column}" selected' in answer.content.decode()


def test_the_chosen_column_is_printed_and_by_default_the_first_that_breaks_ties() -> None:
    tuesday = evening(order=["points", "buchholz", "koya"])
    sheet = url(tuesday, "print/table/")
    assert says(Client().get(sheet), "Buchholz")
    place = url(tuesday, "print/?column=points_scored")
    assert place in Client().get(url(tuesday, "?column=points_scored")).content.decode()
    links = [link.url for link in Client().get(place).context["page"].links]
    assert f"{sheet}?column=points_scored" in links
    printed = Client().get(f"{sheet}?column=points_scored").content.decode()
    assert [cells(printed, name)[-1] for name in ("Ann", "Ben")] == ["60", "20"]
    # The wins are in the standings anyway.
    assert len(cells(Client().get(url(evening(), "print/table/")).content.decode(), "Ann")) == 7


def test_updates_and_earlier_nights_keep_the_column() -> None:
    tuesday = evening()
    result(tuesday, "Ann", "Dan", (60, 0), weeks=1)
    body = Client().get(url(tuesday, "?column=koya")).content.decode()
    assert f'hx-get="{url(tuesday, "moved/?column=koya")}"' in body
    assert "&amp;column=koya" in body
    assert '<input type="hidden" name="column" value="koya">' in body
    part = Client().get(url(tuesday, "moved/?column=koya"), headers=HTMX).content.decode()
    assert "chosen-column" in part


def test_an_unknown_column_is_none() -> None:
    tuesday = evening()
    for column in ("lot", "points", "beauty", "", "<b>"):
        answer = Client().get(url(tuesday), {"column": column})
        assert answer.status_code == 200
        assert "chosen-column" not in answer.content.decode()


def test_a_column_asks_the_database_as_often_for_few_matches_as_for_many(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    tuesday = evening()
    for more in (0, 5):
        for number in range(more):
            result(tuesday, "Ann", "Cleo", (50 + number, 10))
        with django_assert_max_num_queries(21):
            Client().get(url(tuesday, "?column=progressive"))


def test_before_the_first_match_nobody_has_a_place(snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann", "Ben")
    for rest in ("", "screen/"):
        body = Client().get(url(tuesday, rest)).content.decode()
        assert re.findall(r'<td class="place">(.*?)</td>', body, re.DOTALL) == ["", ""]
        assert "Not ranked yet" not in body
    before = Client().get(url(tuesday)).context["page"].table.sentences
    assert before[0] == snapshot
    assert [(name, row["place"], row["lacks"]) for name, row in standings(tuesday).items()] == [
        ("Ann", None, ""),
        ("Ben", None, ""),
    ]
    result(tuesday, "Ben", "Ann", (20, 10))
    assert before[0] not in Client().get(url(tuesday)).context["page"].table.sentences
    assert {name: row["place"] for name, row in standings(tuesday).items()} == {"Ben": 1, "Ann": 2}


def test_a_closed_season_keeps_its_places_though_nothing_was_played() -> None:
    tuesday = club("Ann", "Ben")
    Season.objects.filter(pk=tuesday.season.pk).update(closed_at=tuesday.season.created_at)
    moved(tuesday)
    assert sorted(str(row["place"]) for row in standings(tuesday).values()) == ["1", "2"]


@pytest.mark.parametrize(("running", "points"), [("at_once", [2, 0]), ("when_over", [0, 0])])
def test_a_match_being_played_is_shown_and_counts_as_the_season_says(
    running: str, points: list[int], snapshot: SnapshotAssertion
) -> None:
    tuesday = evening(running=running, order=["points"])
    result(tuesday, "Dan", "Ben", (30, 10), state=MatchState.RUNNING, final=False)
    answer = Client().get(url(tuesday))
    assert answer.context["page"].table.sentences == snapshot
    assert answer.content.decode().count('class="on-now"') == 2
    assert Client().get(url(tuesday, "screen/")).content.decode().count('class="on-now"') == 2
    rows = standings(tuesday)
    assert [rows[name]["points"] for name in ("Dan", "Ben")] == points
    assert [rows[name]["running"] for name in ("Ann", "Ben", "Cleo", "Dan")] == [0, 1, 0, 1]
    counted = 2 if running == "at_once" else 1
    assert [rows["Dan"]["played"], len(rows["Dan"]["form"])] == [counted, counted]  # type: ignore[arg-type]
    # What is still needed takes the match as open either way.
    assert Client().get(url(tuesday, "needs/")).status_code == 200


def test_a_wide_screen_has_a_column_for_each_criterion_of_the_season_or_for_all() -> None:
    tuesday = evening(order=["points", "wins", "buchholz", "koya", "head_to_head", "lot"])
    answer = Client().get(url(tuesday))
    assert answer.context["page"].table.more == ("Buchholz", "Koya", "Head-to-head")
    body = answer.content.decode()
    assert len(re.findall('<th scope="col" class="desk">', body)) == 3
    # What only some rows have is blank in the others.
    assert cells(body, "Ann")[5:8] == ["0", "0", ""]
    assert 'colspan="10"' in body
    assert 'href="?columns=all"' in body
    chosen = Client().get(url(tuesday, "?column=koya"))
    assert [chosen.context["page"].table.column, chosen.context["page"].table.more] == [
        "Koya",
        ("Buchholz", "Head-to-head"),
    ]
    everything = Client().get(url(tuesday, "?columns=all"))
    shown = {"Wins", "Losses", "Point difference", "Boxes"}
    titles = {criterion_title(name) for name in (*COLUMNS, "head_to_head")}  # type: ignore[arg-type]
    assert set(everything.context["page"].table.more) == titles - shown
    body = everything.content.decode()
    assert f'hx-get="{url(tuesday, "moved/?columns=all")}"' in body
    assert '<input type="hidden" name="columns" value="all">' in body
    assert 'href="?"' in body


def test_an_unknown_set_of_columns_is_the_usual_one() -> None:
    tuesday = evening(order=["points"])
    assert Client().get(url(tuesday, "?columns=<b>")).context["page"].table.more == ()

"""A season's standings are the same on every page, in the API and in every export."""

import csv
import io
import random
import re
from datetime import timedelta
from html import unescape
from typing import Any, NamedTuple

import openpyxl
import pytest
from django.test import Client

from games.models import Entrant, Match, MatchSide, MatchState, Pairing, Season
from games.models.match import sides_for
from games.models.season import BRACKETS
from games.pages.season.season_places import season_progress
from games.refusals import RefusedError
from games.rules.league.season import COLUMNS, season_json, season_rules
from games.rules.league.standings import StandingsRow
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_export import table_rows
from games.selectors.season.season_rows import season_rows
from games.services.league.members import add_members
from games.services.season.draws import PairingPlan, draw
from games.services.season.entrants import withdraw
from games.services.season.penalties import give_penalty
from games.services.season.season_close import close_season
from games.services.season.seasons import enter_members, publish_season_change
from games.services.sharing.league_archive import import_league
from tests.leagues import Club, account, archive_text, club

pytestmark = pytest.mark.django_db

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen")
ORDERS = (
    ["points", "wins", "head_to_head", "point_difference", "boxes", "lot"],
    ["points"],
    ["wins", "buchholz"],
    ["points", "gins"],
)


class Line(NamedTuple):
    """A line of the table; ``place`` is "5=" if it is shared and "" if there is none."""

    place: str
    name: str
    points: int
    penalty: int
    played: int
    wins: int
    draws: int
    losses: int
    points_for: int
    points_against: int
    boxes: int
    gins: int


def season_by_chance(pairing: Pairing, seed: int) -> Club:
    """Everything that makes a table hard: who never played, left, came late, was punished, shares a place."""
    chance = random.Random(f"{pairing}{seed}")  # noqa: S311 - seasons by chance need no secrets
    rules = season_rules({"order": ORDERS[seed % len(ORDERS)], "minimum": int(seed == 2)})
    preset = "ginski" if pairing is Pairing.TRIOS else "standard"
    made = club(*PEOPLE[: chance.randint(4, 7)], pairing=str(pairing), rules=rules, preset=preset)
    if pairing in BRACKETS:
        for number in range(1, 4):
            play_a_round(made, chance, str(number), whole=number < 3 or chance.random() < 0.5)
            if number == 1 and chance.random() < 0.7:
                leave(made, chance)
    else:
        for number in range(1, chance.randint(3, 10)):
            entrants = chance.sample(list(made.entrants.values())[1:], 2)
            match = Match.objects.create(season=made.season, number=number, night=date_in_league(made.league))
            MatchSide.objects.bulk_create(sides_for(match, entrants))
            decide(match, chance)
        leave(made, chance)
    (zoe,) = add_members(access=made.access, names=["Zoe"])
    made.entrants["Zoe"] = enter_members(access=made.access, season=made.season, members=[zoe])[0]
    punished = chance.choice(list(made.entrants.values()))
    give_penalty(access=made.access, season=made.season, entrant_id=punished.pk, points=1, reason="late", key="p")
    if chance.random() < 0.5:
        close_season(access=made.access, season=made.season)
    return made


def leave(made: Club, chance: random.Random) -> None:
    """Withdraw the first entrant, who may not have played, and one more."""
    for name in ("Ann", chance.choice(PEOPLE[1:4])):
        withdraw(access=made.access, season=made.season, entrant_id=made.entrants[name].pk, annul=chance.random() < 0.3)


def play_a_round(made: Club, chance: random.Random, key: str, *, whole: bool) -> None:
    try:
        draw(access=made.access, season=made.season, plan=PairingPlan(third_place=chance.random() < 0.5), key=key)
    except RefusedError:
        return
    for match in made.season.matches.filter(state=MatchState.PLANNED):
        if whole or chance.random() < 0.5:
            decide(match, chance, level=False)


def decide(match: Match, chance: random.Random, *, level: bool = True) -> None:
    """Let a match come out somehow, and somewhere in between now and then."""
    state = chance.choice(("played", "played", "played", "forfeited", "running" if level else "played"))
    match.state, match.night = MatchState(state), match.night or date_in_league(match.season.league)
    match.final = state == "forfeited" or chance.random() < 0.5
    match.save()
    points = chance.choices(range(0, 60, 20), k=2)
    if points[0] == points[1] and not level:
        points[0] += 10
    for at, side in enumerate(match.sides.order_by("position")):
        side.points, side.against = points[at], points[1 - at]
        side.outcome = "win" if side.points > side.against else "loss" if side.points < side.against else "draw"
        side.boxes, side.gins = chance.randint(0, 2), chance.randint(0, 1)
        side.save()


def from_rows(rows: tuple[StandingsRow, ...], names: dict[int, str]) -> list[Line]:
    return [
        Line(
            f"{row.place}{'=' if row.shared else ''}" if row.ranked else "",
            names[row.entrant],
            row.points,
            row.penalty,
            *(row.record.played, row.record.wins, row.record.draws, row.record.losses),
            *(row.record.points_for, row.record.points_against, row.record.boxes, row.record.gins),
        )
        for row in rows
    ]


def from_file(rows: list[list[Any]]) -> list[Line]:
    """The lines of a table in a file, by the names of its columns."""
    heading, *lines = rows
    found = []
    for line in lines:
        cells = dict(zip(heading, line, strict=True))
        place = cells["place as shown"] or ""
        assert place.removesuffix("=") == str(cells["place"] or "")
        counts = ("points", "penalty", "matches", "won", "drawn", "lost", "game points", "against", "boxes", "gins")
        found.append(Line(place, cells["name"], *(int(cells[name] or 0) for name in counts)))
    return found


def from_csv(text: bytes) -> list[Line]:
    return from_file(list(csv.reader(io.StringIO(text.decode("utf-8-sig")))))


def from_xlsx(data: bytes) -> list[Line]:
    sheet = openpyxl.load_workbook(io.BytesIO(data)).active
    assert sheet is not None
    return from_file([[cell.value for cell in row] for row in sheet.iter_rows()])


def from_api(json_row: dict[str, Any]) -> list[Line]:
    fields = [field for field in Line._fields if field not in ("place", "name")]
    return [
        Line(
            "" if row["place"] is None else f"{row['place']}{'=' if row['shared'] else ''}",
            row["name"],
            *(row[field] for field in fields),
        )
        for row in json_row["rows"]
    ]


def shown(html: str) -> list[tuple[str, str]]:
    """Place and name of every line of a table on a page."""
    lines = re.findall(r'<td class="place">([^<]*).*?<th scope="row">.*?<bdi[^>]*>(.*?)</bdi>', html, re.DOTALL)
    return [(place.strip(), unescape(name)) for place, name in lines]


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 4))])
@pytest.mark.parametrize("pairing", list(Pairing))
def test_every_outlet_has_the_same_table(pairing: Pairing, seed: int) -> None:
    made = season_by_chance(pairing, seed)
    season = Season.objects.select_related("league").get(pk=made.season.pk)
    publish_season_change(season)
    names = {entrant.pk: name for name, entrant in made.entrants.items()}
    table = from_rows(season_rows(season), names)
    lines, url, browser = [(line.place, line.name) for line in table], f"/s/{season.public_id}/", Client()
    page = browser.get(url)
    found = page.context["page"].table
    assert from_rows(tuple(line.row for line in (*found.rows, *found.unranked)), names) == table
    assert shown(page.content.decode()) == lines
    assert shown(browser.get(f"{url}screen/").content.decode()) == lines
    assert from_api(browser.get(f"/api/v1/seasons/{season.public_id}/standings/").json()) == table
    for where in (f"{url}data/table", f"/api/v1/seasons/{season.public_id}/files/table"):
        answer = browser.get(f"{where}.csv")
        assert from_csv(b"".join(answer)) == table, where
        assert from_xlsx(browser.get(f"{where}.xlsx").getvalue()) == table, where
    assert from_file(table_rows(season, tonight=date_in_league(season.league))) == table
    course = season_progress(season)
    if course.nights:
        last = [(one.name, one.positions[-1]) for one in course.ranked]
        assert [(f"{stop.place}{'=' if stop.shared else ''}" if stop else "", name) for name, stop in last] == [
            line for line in lines if line[0]
        ]
        assert [name for _, name in course.unranked] == [name for place, name in lines if not place]
    league = import_league(account=account("Otto"), text=archive_text(made.league))
    there = league.seasons.get()
    copied = {entrant.pk: entrant.member.name for entrant in there.entrants.all() if entrant.member}
    assert from_rows(season_rows(there), copied) == table


def test_entrant_withdrawn_without_a_match_is_in_no_file() -> None:
    tuesday = club("Ann", "Ben", "Cleo", "Dan")
    match = Match.objects.create(season=tuesday.season, number=1, night=date_in_league(tuesday.league), state="played")
    sides = sides_for(match, [tuesday.entrants["Ben"], tuesday.entrants["Ann"]])
    for side, outcome, points in ((sides[0], "win", 50), (sides[1], "loss", 0)):
        side.outcome, side.points, side.against = outcome, points, 50 - points
    MatchSide.objects.bulk_create(sides)
    withdraw(access=tuesday.access, season=tuesday.season, entrant_id=tuesday.entrants["Dan"].pk)
    url = f"/s/{tuesday.season.public_id}/"
    expected = [("1", "Ben"), ("2", "Cleo"), ("3", "Ann")]
    assert shown(Client().get(url).content.decode()) == expected
    lines = from_csv(b"".join(Client().get(f"{url}data/table.csv")))
    assert [(line.place, line.name) for line in lines] == expected


def test_a_file_keeps_its_columns_where_programs_find_them() -> None:
    tuesday = club("Ann", "Ben")
    Entrant.objects.filter(season=tuesday.season).update(joined_on=date_in_league(tuesday.league) - timedelta(days=1))
    Season.objects.filter(pk=tuesday.season.pk).update(rules=season_json(season_rules({"order": ["points"]})))
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    assert [line[0] for line in table_rows(season, tonight=date_in_league(season.league))[1:]] == [None, None]
    match = Match.objects.create(season=season, number=1, night=date_in_league(season.league), state="played")
    MatchSide.objects.bulk_create(sides_for(match, list(tuesday.entrants.values())))
    match.sides.update(outcome="draw", points=20, against=20, games=1)
    heading, *lines = table_rows(season, tonight=date_in_league(season.league))
    assert heading[:8] == ["place", "name", "points", "penalty", "matches", "won", "drawn", "lost"]
    assert heading[8:13] == ["game points", "against", "boxes", "gins", "place as shown"]
    assert [(line[0], line[12]) for line in lines] == [(1, "1="), (1, "1=")]
    assert heading[13:] == [
        *("games won", "point difference", "buchholz", "buchholz cut 1", "median buchholz", "sonneborn-berger"),
        *("progressive", "koya", "head-to-head", "group"),
        *("extended sonneborn-berger", "head-to-head difference", "head-to-head scored"),
    ]
    # Sonneborn-Berger: half of one point. Head-to-head was not used.
    assert [line[13:] for line in lines] == [[0, 0, 1, 0, 0, 0.5, 1, 1, None, None, 20 * 20, None, None]] * 2


def test_every_criterion_has_a_column_on_the_page_in_the_files_and_in_the_api() -> None:
    """A criterion without a column is a number that nobody can check."""
    tuesday = club("Ann", "Ben")
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    headings = {"wins": "won", "fewest_losses": "lost", "points_scored": "game points"}
    heading = table_rows(season, tonight=date_in_league(season.league))[0]
    spoken = {headings.get(name, name.replace("_", " ")) for name in COLUMNS}
    assert spoken <= {str(cell).replace("-", " ") for cell in heading}
    assert len(heading) == len(set(heading))
    row = Client().get(f"/api/v1/seasons/{season.public_id}/standings/").json()["rows"][0]
    assert set(COLUMNS) <= set(row["values"])

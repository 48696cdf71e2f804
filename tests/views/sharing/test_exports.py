"""Exporting a game: the page, the files, and the link for another app."""

import csv
import io
import json
from datetime import UTC
from urllib.parse import parse_qs, urlsplit

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Role
from games.rules.declaration import Declaration, Ending
from games.services.table.games import start_game
from tests.makers import Phone, current, enter, gin, join, knock, start, team_deal, void
from tests.views.reading import says, text

pytestmark = pytest.mark.django_db


def over() -> Phone:
    """A game that Ann won."""
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def rows(phone: Phone, game: int = 1) -> list[dict[str, str]]:
    answer = phone.browser().get(f"{phone.url}games/{game}/game.csv")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(answer.getvalue().decode("utf-8-sig"))))


def play(phone: Phone) -> dict[str, object]:
    """What the link for Board Game Stats says."""
    url = phone.browser().get(f"{phone.url}games/1/export/").context["page"].bg_stats_url
    parts = urlsplit(url)
    assert f"{parts.scheme}://{parts.netloc}{parts.path}" == "https://app.bgstatsapp.com/createPlay.html"
    return json.loads(parse_qs(parts.query, strict_parsing=True)["data"][0])


def test_export_page_offers_every_format_to_watchers() -> None:
    eve = join(over(), Role.WATCH, "Eve's phone")
    page = text(eve.browser().get(f"{eve.url}games/1/export/"))
    for way in ("games/1/print/", "games/1/game.csv", "games/1/game.json", "text/", "app.bgstatsapp.com"):
        assert way in page
    assert "games/1/export/" in text(eve.browser().get(eve.url))
    assert eve.browser().get(f"{eve.url}games/2/export/").status_code == 404
    assert eve.browser().get(f"{eve.url}games/1/game.pdf").status_code == 404


def test_all_games_of_a_table_can_be_printed() -> None:
    ann = over()
    start_game(access=ann.access, key="g")
    page = ann.browser().get(f"{ann.url}games/2/export/")
    assert says(page, "Game 2") and says(page, "Print all games")
    assert f'href="{ann.url}print/"' in text(page)


def test_the_result_fits_into_a_message(snapshot: SnapshotAssertion) -> None:
    ann = over()
    page = ann.browser().get(f"{ann.url}games/1/export/").context["page"]
    assert page.share == snapshot


def test_rounds_as_lines_void_ones_marked() -> None:
    ann = over()
    void(ann, 2, reason="entered twice")
    ranked = rows(ann)
    assert [row["round"] for row in ranked] == ["1", "2", "3", "4"]
    first, second = ranked[0], ranked[1]
    assert {
        name: first[name] for name in ("event", "ender", "declared", "points Ann", "boxes Ann", "deadwood Ben")
    } == {
        **{"event": "Knock", "ender": "Ann", "declared": "knock"},
        **{"points Ann": "13", "boxes Ann": "1", "deadwood Ben": "20"},
    }
    assert (second["counts"], second["points Ben"], second["reason"]) == ("no", "0", "entered twice")


def test_no_name_is_a_formula_in_a_spreadsheet() -> None:
    ann = start("=1+1", "@SUM(A1)", label="+cmd")
    enter(ann, knock(0, 7, 20))
    raw = ann.browser().get(f"{ann.url}games/1/game.csv").getvalue().decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(raw)) for cell in row]
    assert not [cell for cell in cells if cell[:1] in ("=", "@", "+", "-", "\t", "\r")]
    assert "'=1+1" in cells and "'+cmd" in cells


def test_partners_have_their_hands_deadwood() -> None:
    ann = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    hands = (
        Declaration((0, 1), Ending.KNOCK, 0, {0: 4, 1: 20}),
        Declaration((2, 3), Ending.GIN, 3, {2: 30, 3: 0}),
    )
    enter(ann, team_deal(*hands))
    (row,) = rows(ann)
    assert [row[f"deadwood {name}"] for name in ("Ann", "Ben", "Cleo", "Dan")] == ["4", "20", "30", "0"]
    assert row["ender"] == ""
    assert {name for name in row if name.startswith("total ")} == {"total Ann & Cleo", "total Ben & Dan"}


def test_a_game_as_json_has_its_rules_its_facts_and_its_result() -> None:
    ann = over()
    start_game(access=ann.access, key="again", preset=None, house_rules={"target": 150})
    data = json.loads(ann.browser().get(f"{ann.url}games/1/game.json").getvalue())
    assert (data["format"], data["version"], data["players"]) == ("scorekeeper-game", 1, ["Ann", "Ben"])
    assert data["game"]["parameters"]["target"] == 100
    assert data["game"]["final"]["winner"] == "Ann"
    stored = Entry.objects.filter(table=ann.table, game=1).order_by("revision")
    assert [entry["facts"] for entry in data["entries"]] == [entry.facts for entry in stored]
    second = json.loads(ann.browser().get(f"{ann.url}games/2/game.json").getvalue())
    assert second["game"]["parameters"]["target"] == 150
    assert [entry["kind"] for entry in second["entries"]] == ["start"]


def test_board_game_stats_gets_the_play_with_every_field_it_needs() -> None:
    ann = over()
    final, found = current(ann).final, play(ann)
    assert final is not None
    assert found["sourceName"] == "Scorekeeper"
    assert found["sourcePlayId"] == f"{ann.table.public_id}-1"
    last = Entry.objects.filter(table=ann.table).latest("revision").at.astimezone(UTC)
    assert found["playDate"] == f"{last:%Y-%m-%d %H:%M:%S}"
    assert found["game"] == {
        **{"name": "Gin Rummy", "sourceGameId": "gin-rummy", "highestWins": True, "noPoints": False}
    }
    assert found["players"] == [
        {"name": "Ann", "sourcePlayerId": "ann", "score": final.totals[0], "rank": 1, "winner": True},
        {"name": "Ben", "sourcePlayerId": "ben", "score": final.totals[1], "rank": 2, "winner": False},
    ]


def test_a_game_that_goes_on_is_not_offered_to_another_app() -> None:
    ann = start("Zoë & 🧑🏽‍🚀", "a+b%20")
    assert "bgstatsapp" not in text(ann.browser().get(f"{ann.url}games/1/export/"))
    for declaration in (knock(0, 7, 20), knock(0, 2, 98)):
        enter(ann, declaration)
    players = play(ann)["players"]
    assert isinstance(players, list)
    assert [player["name"] for player in players] == ["Zoë & 🧑🏽‍🚀", "a+b%20"]

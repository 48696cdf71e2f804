"""API: exporting a game as JSON and CSV."""

import csv
import io

import pytest

from games.models import Account, Scope, Table
from games.services.account.api_tokens import make_token
from tests.api.kit import Api, Sitting, gin, knock
from tests.leagues import account, club


def test_a_game_is_one_value_that_says_what_it_is(friday: Sitting) -> None:
    friday.play(knock(7, 20), gin(75))
    answer = friday.watch.get(friday.path + "games/1/export/")
    assert (answer.status, answer.headers["ETag"]) == (200, '"3"')
    body = answer.body
    assert (body["format"], body["version"], body["players"], body["seating"]) == (
        *("scorekeeper-game", 1),
        *(["Ann", "Ben"], [0, 1]),
    )
    assert body["game"] == friday.watch.get(friday.path).body["games"][0]
    assert body["entries"] == friday.watch.get(friday.path + "entries/").body["entries"]
    assert [entry["kind"] for entry in body["entries"]] == ["start", "round", "round"]


def test_a_game_is_lines_for_a_spreadsheet(friday: Sitting) -> None:
    friday.play(knock(7, 20), gin(75))
    answer = friday.watch.get(friday.path + "games/1/export/csv/")
    assert (answer.status, answer.headers["ETag"]) == (200, '"3"')
    rows = list(csv.DictReader(io.StringIO(answer.raw.decode("utf-8-sig"))))
    assert [(row["round"], row["event"], row["points Ann"], row["total Ann"], row["counts"]) for row in rows] == [
        ("1", "Knock", "13", "13", "yes"),
        ("2", "Gin", "100", "113", "yes"),
    ]


def test_who_may_not_watch_and_a_game_that_was_not_played(friday: Sitting) -> None:
    for path in ("games/1/export/", "games/1/export/csv/"):
        assert Api().get(friday.path + path).status == 401
        assert Sitting().watch.get(friday.path + path).status == 404
        answer = friday.watch.get(friday.path + path.replace("1", "2"))
        assert (answer.status, answer.code) == (404, "not_found")


def test_a_program_takes_an_account_along(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    olga = account("Olga")
    Table.objects.update(account=olga)
    club().league.offices.update(account=olga)
    answer = Api(token(olga, Scope.MANAGE)).get("account/archive/")
    assert (answer.status, len(answer.body["tables"]), len(answer.body["leagues"])) == (200, 1, 1)
    assert [entry["kind"] for entry in answer.body["tables"][0]["entries"]] == ["start", "round"]


@pytest.mark.parametrize(("scope", "status"), [(Scope.READ, 403), (Scope.SCORE, 403)])
def test_a_token_of_a_smaller_scope_does_not(db: None, scope: Scope, status: int) -> None:
    assert Api(token(account(), scope)).get("account/archive/").status == status


def test_nor_does_a_tables_token_or_none(friday: Sitting) -> None:
    assert friday.owner.get("account/archive/").status == 401
    assert Api().get("account/archive/").status == 401
    assert Api("nobody").get("account/archive/").status == 401


def token(of: Account, scope: Scope) -> str:
    """A token of an account."""
    return make_token(account=of, label="x", scope=scope, days=90).secret

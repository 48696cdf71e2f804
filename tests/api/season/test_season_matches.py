"""API: a season's matches and draws: lists, permissions, refusals and query counts."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Entrant, Match
from games.selectors import caching
from games.selectors.season.league_dates import date_in_league
from games.selectors.table.table_json import table_json
from tests.api import season_kit
from tests.api.kit import Api
from tests.api.season_kit import ELSEWHERE, Run, key
from tests.leagues import account
from tests.makers import gin
from tests.match_night import place

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")


@pytest.fixture
def night(db: Any) -> Run:
    """A season of free play with Ann, Ben, Cleo and Dan."""
    return season_kit.run()


def numbers(of: Any) -> list[int]:
    return [match["number"] for match in of.body["matches"]]


def test_the_list_is_narrowed_and_comes_in_pages(night: Run) -> None:
    club, tonight = night.club, date_in_league(night.club.league)
    there = place(club)
    for n, pair in enumerate([("Ann", "Ben"), ("Cleo", "Dan"), ("Ann", "Cleo")], 1):
        club.match(*pair, night=tonight if n < 3 else None, place=there if n == 2 else None, number_in_draw=n)
    night.organizer.post(f"{night.path}matches/3/cancel/", {})
    path = f"{night.path}matches/"
    fields = {
        "": [1, 2, 3],
        f"?night={tonight}": [1, 2],
        "?round=2": [2],
        f"?entrant={night.id_of('Ann')}": [1, 3],
        f"?place={there.pk}": [2],
        "?state=canceled": [3],
        f"?state=planned&entrant={night.id_of('Cleo')}": [2],
        f"?entrant={ELSEWHERE}": [],
        "?after=1": [2, 3],
    }
    assert {query: numbers(Api().get(path + query)) for query in fields} == fields
    first = Api().get(f"{path}?limit=1&state=planned")
    assert (numbers(first), first.body["next"]) == ([1], "?after=1&limit=1&state=planned")
    second = Api().get(path + first.body["next"])
    assert (numbers(second), second.body["next"]) == ([2], None)
    for wrong in (
        *("night=tonight", "night=20261006", "round=0", "entrant=Ann", "state=lost", "state="),
        *("limit=0", "place=-1"),
    ):
        assert Api().get(f"{path}?{wrong}").code == "invalid_value"
    etag = Api().get(path).headers["ETag"]
    assert Api().get(path, If_None_Match=etag).status == 304
    night.organizer.post(f"{night.path}matches/3/restore/", {})
    assert Api().get(path, If_None_Match=etag).status == 200


@pytest.mark.parametrize("matches", [1, 9])
def test_lists_ask_as_often_however_long_they_are(
    night: Run, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    club = night.club
    for n in range(matches):
        pair = ("Cleo", "Dan") if n % 2 else ("Ann", "Ben")
        club.play(club.match(*pair), club.access, gin(0, 5))
    for what, queries in (("matches/", 4), ("entrants/", 4), ("history/", 5), ("standings/", 21)):
        caching.clear_caches()
        with django_assert_max_num_queries(queries):
            assert Api().get(night.path + what, documented=False).status == 200
    with django_assert_max_num_queries(2):
        assert Api().get(f"{night.path}standings/", documented=False).status == 200


# --- Entrants ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seeds", "field"),
    [
        ([("Ann", 1), ("Ann", 2)], "seeds"),
        ([("Ann", 1), ("Ben", 1)], "seeds"),
        ([("Ann", 0)], "seeds[0].seed"),
    ],
)
def test_each_seed_belongs_to_one_entrant(night: Run, seeds: Any, field: str, snapshot: SnapshotAssertion) -> None:
    body = {"seeds": [{"entrant": night.id_of(name), "seed": seed} for name, seed in seeds]}
    refused = night.organizer.put(f"{night.path}entrants/seeds/", body)
    assert (refused.status, list(refused.body["fields"])) == (400, [field])
    assert refused.body["fields"][field] == snapshot
    assert not Entrant.objects.filter(seed__gt=0).exists()


@pytest.mark.parametrize("body", [{}, {"by": "ratings", "seeds": []}])
def test_seeds_are_named_or_taken_from_a_source(night: Run, body: Any) -> None:
    refused = night.organizer.put(f"{night.path}entrants/seeds/", body)
    assert (refused.status, refused.body["fields"]) == (400, {"seeds": "seeds or by is required, but not both."})


def test_seeds_from_a_source_that_knows_nobody(night: Run) -> None:
    refused = night.organizer.put(f"{night.path}entrants/seeds/", {"by": "ratings"})
    assert (refused.status, refused.body["code"]) == (409, "not_playable")


def test_where_members_compete_no_team_enters(night: Run, snapshot: SnapshotAssertion) -> None:
    olga, path = night.organizer, f"{night.path}entrants/"
    cases = ({}, {"team": "Reds"}, {"team": "Reds", "members": [night.club.members["Ann"].pk]})
    assert [olga.post(path, wrong).body["fields"] for wrong in cases] == snapshot
    assert olga.post(path, {"members": []}).body["fields"] == {"members": "members must contain at least one number."}


def test_handicaps_are_set_and_shown_and_have_their_limits(night: Run) -> None:
    def put(*entries: tuple[int, object]) -> Any:
        body = {"handicaps": [{"entrant": who, "handicap": points} for who, points in entries]}
        return night.organizer.put(f"{night.path}entrants/handicaps/", body)

    ann, ben = night.id_of("Ann"), night.id_of("Ben")
    assert [one["handicap"] for one in put((ann, 20), (ben, 0)).body["entrants"]] == [20, 0, 0, 0]
    assert put((ann, 1001)).body["fields"].keys() == {"handicaps[0].handicap"}
    assert put((ann, 5), (ann, 6)).body["fields"] == {"handicaps": "handicaps names an entrant twice."}
    assert put((ann, 999)).code == "invalid_value"
    assert put((ELSEWHERE, 5)).code == "not_found"
    table = night.club.table(night.club.match("Ann", "Ben"), night.club.phone("Ann"))
    game = table_json(table.table)["games"][0]
    assert game["handicap"] == game["cumulative"] == {"Ann": 20, "Ben": 0}
    assert "opening" not in game


# --- Draws ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pairing", "made"), [("round_robin", 15), ("double", 30), ("trios", 6), ("swiss", 3), ("knockout", 4)]
)
def test_a_draw_makes_what_its_preview_tells(db: None, pairing: str, made: int) -> None:
    preset = "ginski" if pairing == "trios" else "standard"
    night = season_kit.run(*NAMES, pairing=pairing, preset=preset)
    plan = {"first": "2026-10-06"}
    tried = night.organizer.post(f"{night.path}draw/preview/", plan).body["matches"]
    assert Match.objects.count() == 0
    once, twice = (night.organizer.post(f"{night.path}draw/", plan, Idempotency_Key="d") for _ in range(2))
    assert (once.status, once.body["made"], twice.body["made"]) == (201, made, made)
    body = night.organizer.get(f"{night.path}matches/").body["matches"]
    assert [[x["night"], [side["entrant"] for side in x["sides"]]] for x in tried] == [
        [x["night"], [side["entrant"] for side in x["sides"]]] for x in body
    ]


def test_what_cannot_be_drawn(night: Run) -> None:
    olga, path = night.organizer, f"{night.path}draw/"
    assert olga.post(path, {}, Idempotency_Key=key()).code == "invalid_value"  # free play
    assert olga.post(f"{path}missing/", {}).code == "invalid_value"
    assert olga.post(path, {}).code == "idempotency_key_required"
    for wrong in ({"weeks": 0}, {"at": "7pm"}, {"first": "soon"}, {"places": "Table 2"}, {"again": 1}):
        refused = olga.post(path, wrong, Idempotency_Key=key())
        assert (refused.status, list(refused.body["fields"])) == (400, list(wrong))
    assert olga.post(path, {"places": [ELSEWHERE]}, Idempotency_Key=key()).status == 404


def test_a_script_tells_what_is_wrong_with_its_lines(night: Run, snapshot: SnapshotAssertion) -> None:
    text = "2026-10-06\nAnn - Ben\nAnn - Zoe\nCleo"
    refused = night.organizer.post(f"{night.path}draw/script/", {"text": text}, Idempotency_Key=key())
    assert refused.body["fields"] == snapshot
    assert not Match.objects.exists()


# --- Who may play, and change what ------------------------------------------------------------------------------------


def test_a_member_asks_for_his_own_matches_alone(night: Run) -> None:
    ann, path = night.player("Ann"), f"{night.path}matches/"
    others = {"entrants": [night.id_of("Ben"), night.id_of("Cleo")]}
    assert ann.post(path, others, Idempotency_Key=key()).code == "not_allowed"
    own = {"entrants": [night.id_of("Ann"), night.id_of("Cleo")]}
    assert len({ann.post(path, own, Idempotency_Key="a").body["number"] for _ in range(2)}) == 1
    assert night.player("Ann", "read").post(path, own, Idempotency_Key=key()).status == 403
    assert night.official(Duty.SCORER).post(path, others, Idempotency_Key=key()).status == 201
    for wrong, status in (([night.id_of("Ann")], 400), ([night.id_of("Ann"), ELSEWHERE], 404), (["Ann"], 400)):
        assert ann.post(path, {"entrants": wrong}, Idempotency_Key=key()).status == status


def test_who_may_opens_the_table_and_goes_on_there(night: Run) -> None:
    match = f"{night.path}matches/{night.club.match('Ann', 'Ben').number}/"
    stranger, cleo = night.program(account("Eve"), "score"), night.player("Cleo")
    assert {who.post(f"{match}play/").status for who in (stranger, cleo, night.player("Ann", "read"))} == {403}
    assert Api().post(f"{match}play/").status == 401
    assert Match.objects.get().table is None
    fields = {
        who: api.post(f"{match}play/").body for who, api in (("Ann", night.player("Ann")), ("Olga", night.organizer))
    }
    assert {who: one["role"] for who, one in fields.items()} == {"Ann": "score", "Olga": "owner"}
    assert fields["Ann"]["table"] == fields["Olga"]["table"] == fields["Olga"]["match"]["table"]
    assert cleo.get(f"tables/{fields['Ann']['table']}/").status == 200


def test_a_substitute_is_named_by_who_scores(night: Run) -> None:
    match = f"{night.path}matches/{night.club.match('Ann', 'Ben').number}/"
    ids, members = {n: night.id_of(n) for n in ("Ann", "Ben")}, night.club.members
    sides = [
        {"entrant": ids["Ann"], "members": [members["Dan"].pk]},
        {"entrant": ids["Ben"], "members": [members["Ben"].pk]},
    ]
    scorer = night.official(Duty.SCORER)
    seats = scorer.put(f"{match}line-up/", {"sides": sides}).body["seats"]
    assert [(seat["name"], seat["substitute"]) for seat in seats] == [("Dan", True), ("Ben", False)]
    assert night.player("Ann").put(f"{match}line-up/", {"sides": sides}).code == "not_your_duty"
    for wrong, status in (
        (sides[:1], 400),
        ([*sides, sides[0]], 400),
        ([sides[0], {"entrant": ids["Ben"]}], 400),
        ([sides[0], sides[1] | {"members": [ELSEWHERE]}], 404),
        ([sides[0], sides[1] | {"members": [members["Dan"].pk]}], 409),
    ):
        assert scorer.put(f"{match}line-up/", {"sides": wrong}).status == status


def test_a_match_changes_as_it_stands(night: Run) -> None:
    club, olga = night.club, night.organizer
    match = f"{night.path}matches/{club.match('Ann', 'Ben').number}/"
    for do in ("stop", "go-on", "restore"):
        assert olga.post(f"{match}{do}/").code == "not_playable"
    assert olga.post(f"{match}reschedule/", {"at": "19:30"}).code == "invalid_value"
    assert olga.post(f"{match}reschedule/", {"place": ELSEWHERE}).status == 404
    moved = olga.post(f"{match}reschedule/", {"night": "2026-12-01", "at": "19:30", "place": place(club).pk}).body
    body = olga.post(f"{match}reschedule/", {"at": "20:00"}).body
    assert (body["night"], body["at"], body["place"]) == ("2026-12-01", "20:00", moved["place"])
    assert olga.post(f"{match}forfeit/", {"missing": [night.id_of("Cleo")]}).status == 400
    assert olga.post(f"{match}forfeit/", {"missing": [night.id_of("Ben")]}).body["sides"][0]["outcome"] == "win"
    assert olga.post(f"{match}play/").code == "not_playable"
    assert olga.get(f"{match}").body["may"] == ["forfeit", "cancel", "restore"]
    assert olga.post(f"{night.path}matches/99/cancel/").status == 404

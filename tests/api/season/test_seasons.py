"""API: creating, reading and closing seasons, their rules, hidden standings, and what is refused."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.api.season import examples_season as examples
from games.models import Duty, Match, Penalty, Season, SheetUpload
from games.rules.league.new_season import usual_order
from tests.api import season_kit
from tests.api.kit import Api
from tests.api.season_kit import ELSEWHERE, Run, key
from tests.api.test_schema import without
from tests.leagues import account
from tests.makers import gin
from tests.match_night import place

NEW = {"name": "Winter", "preset": "standard", "pairing": "free"}


@pytest.fixture
def night(db: Any) -> Run:
    """A season of free play with Ann, Ben, Cleo and Dan."""
    return season_kit.run()


def new(night: Run, facts: dict[str, Any], **more: str) -> Any:
    path = f"leagues/{night.club.league.public_id}/seasons/"
    return night.organizer.post(path, facts, **({"Idempotency_Key": key()} | more))


def test_the_examples_are_true(night: Run) -> None:
    place(night.club)
    fields = {"entrants": [night.id_of("Ann"), night.id_of("Dan")]}
    path = night.path
    assert set(fields) == set(examples.challenge_request.value)
    assert night.organizer.post(f"{path}matches/", fields, Idempotency_Key=key()).status == 201
    script = night.organizer.post(f"{path}draw/script/", examples.script_request.value, Idempotency_Key=key())
    assert script.body["made"] == 2
    made = new(night, examples.season_request.value)
    volatile = ("id", "created_at", "league", "url")
    assert set(made.body) == set(examples.season_response.value)
    assert without(made.body, *volatile) == without(examples.season_response.value, *volatile)
    night.club.season = Season.objects.get(public_id=made.body["id"])
    olga, path, members = night.organizer, night.path, night.club.members
    fields = examples.entrants_request.value | {"members": [members[name].pk for name in ("Ann", "Ben")]}
    assert olga.post(f"{path}entrants/", fields).status == 201
    assert olga.post(f"{path}draw/", examples.draw_request.value, Idempotency_Key=key()).status == 201
    assert olga.post(f"{path}rules/preview/", examples.rules_preview_request.value).status == 200
    assert olga.post(f"{path}matches/1/reschedule/", examples.rescheduling_request.value).body["at"] == "20:00"
    assert olga.post(f"{path}imports/", examples.import_request.value).body["results"] == 1
    upload = SheetUpload.objects.latest("pk").pk
    assert olga.post(f"{path}imports/{upload}/").status == 200
    body = olga.get(f"{path}standings/").body
    ids = ("season", "revision", "entrant", "member")
    assert without(body, *ids) == without(examples.standings_response.value, *ids)
    fields = examples.penalty_request.value | {"entrant": night.id_of("Ann")}
    assert olga.post(f"{path}penalties/", fields, Idempotency_Key=key()).status == 201
    revision = olga.get(path).body["revision"]
    assert olga.post(f"{path}rules/", examples.rules_request.value, If_Match=f'"{revision}"').status == 200


def test_a_new_season_has_the_usual_order_of_its_format_and_counts_a_match_once_it_is_over(night: Run) -> None:
    made = new(night, NEW | {"pairing": "swiss"})
    rules = night.organizer.get(f"seasons/{made.body['id']}/rules/").body["rules"]
    assert rules["order"] == list(usual_order("swiss"))
    assert (rules["running"], rules["unplayed"]) == ("when_over", "nothing")
    chosen = {"order": ["points", "koya"], "running": "at_once", "unplayed": "virtual_opponent"}
    made = new(night, NEW | {"pairing": "swiss", "rules": chosen})
    rules = night.organizer.get(f"seasons/{made.body['id']}/rules/").body["rules"]
    assert {name: rules[name] for name in chosen} == chosen


def test_matches_of_several_games_end_early_in_a_new_bracket(night: Run) -> None:
    games = {"length": "games", "count": 3}
    for pairing, more, expected in [
        ("knockout", {}, "when_decided"),
        ("knockout", {"match_end": "all_games"}, "all_games"),
        ("swiss", {}, "all_games"),
    ]:
        made = new(night, NEW | {"pairing": pairing, "rules": games | more})
        body = night.organizer.get(f"seasons/{made.body['id']}/rules/").body
        assert body["rules"]["match_end"] == expected


def test_the_same_key_begins_one_season(night: Run) -> None:
    ids = {new(night, NEW, Idempotency_Key="once").body["id"] for _ in range(2)}
    assert (len(ids), night.club.league.seasons.count()) == (1, 2)


def test_what_cannot_be_a_season_says_which_field(night: Run, subtests: pytest.Subtests) -> None:
    for facts, code, field in [
        ({"name": ""}, "invalid_value", "name"),
        ({"name": 3}, "invalid_value", "name"),
        ({"preset": "bridge"}, "unknown_preset", "preset"),
        ({"pairing": "lottery"}, "invalid_value", "pairing"),
        ({"pairing": "trios", "preset": "mahjong"}, "invalid_value", "pairing"),
        ({"teams": "yes"}, "invalid_value", "teams"),
        ({"rules": {"win": 1, "draw": 2}}, "invalid_value", "rules.draw"),
        ({"rules": {"win": True}}, "invalid_value", "rules.win"),
        ({"rules": {"order": ["lot", "points"]}}, "invalid_value", "rules.order"),
        ({"rules": {"match_end": "sudden_death"}}, "invalid_value", "rules.match_end"),
        ({"rules": {"sudden_death": True}}, "invalid_value", "rules.sudden_death"),
        ({"rules": []}, "invalid_value", "rules"),
        ({"color": "red"}, "unknown_field", "color"),
    ]:
        with subtests.test(facts=facts, code=code, field=field):
            refused = new(night, NEW | facts)
            assert (refused.status, refused.code, field in refused.body["fields"]) == (400, code, True)
            assert night.club.league.seasons.count() == 1


def test_house_rules_that_cannot_be_are_faults(night: Run) -> None:
    assert new(night, NEW | {"house_rules": {"wind": "east"}}).code == "unknown_parameter"
    assert new(night, NEW, Idempotency_Key="").code == "idempotency_key_required"


@pytest.mark.parametrize("scope", ["read", "score"])
def test_only_a_token_to_manage_runs_a_season(night: Run, scope: str) -> None:
    olga = night.program(night.club.organizer, scope)
    for path, body in (("close/", None), ("entrants/", {"members": [1]}), ("hide/", {}), ("draw/missing/", {})):
        refused = olga.post(night.path + path, body)
        assert (refused.status, refused.code) == (403, "not_allowed")
    rita = night.official(Duty.REFEREE, "manage")
    assert rita.post(f"{night.path}close/").code == "not_your_duty"
    assert Season.objects.get().revision == night.club.season.revision


def test_a_season_of_others_is_nowhere(night: Run) -> None:
    night.club.league.public = False
    night.club.league.save()
    stranger = night.program(account("Eve"))
    there, nowhere = stranger.get(night.path), stranger.get("seasons/0123456789abcdef/")
    assert (there.status, there.raw) == (404, nowhere.raw)
    assert Api().get(night.path).status == 401


def test_everybody_reads_a_season_of_a_public_league(night: Run) -> None:
    for what in ("", "rules/", "standings/", "matches/", "entrants/", "needs/", "history/", "calendar/", "draw/"):
        assert Api().get(night.path + what).status == 200
        assert Api().get(f"{night.path}{what}?color=red").status == (200 if what in ("", "rules/") else 400)


# --- Rules ------------------------------------------------------------------------------------------------------------


def test_rules_change_only_from_what_was_looked_at(night: Run) -> None:
    olga, path = night.organizer, f"{night.path}rules/"
    tried = olga.post(f"{path}preview/", {"rules": {"win": 4}})
    assert tried.body["changes"] == {"win": [2, 4]}
    assert (olga.post(path, {"rules": {"win": 4}}).status, olga.get(path).body["rules"]["win"]) == (428, 2)
    olga.post(f"{night.path}hide/", {})
    stale = olga.post(path, {"rules": {"win": 4}}, If_Match=tried.headers["ETag"])
    assert (stale.status, stale.code, olga.get(path).body["rules"]["win"]) == (412, "stale", 2)
    again = olga.post(f"{path}preview/", {"rules": {"win": 4}}).headers["ETag"]
    assert olga.post(path, {"rules": {"win": 4}}, If_Match=again).body["rules"]["win"] == 4
    assert olga.get(path, If_None_Match=again).status == 200
    now = olga.get(path).headers["ETag"]
    assert olga.get(path, If_None_Match=now).status == 304


def test_the_preview_tells_who_would_move_and_moves_nobody(night: Run) -> None:
    night.club.play(night.club.match("Ann", "Ben"), night.club.access, gin(0, 90))
    before = night.organizer.get(f"{night.path}standings/").body
    tried = night.organizer.post(f"{night.path}rules/preview/", {"rules": {"minimum": 2}}).body
    assert {m["name"]: m["place"] for m in tried["movers"]}["Ann"] == {"before": 1, "after": None}
    assert night.organizer.get(f"{night.path}standings/").body == before


def test_under_way_the_rules_of_the_game_stay(night: Run) -> None:
    night.club.play(night.club.match("Ann", "Ben"), night.club.access, gin(0, 90))
    tried = night.organizer.post(f"{night.path}rules/preview/", {"preset": "bicycle"})
    assert (tried.status, tried.code) == (409, "rules_fixed")
    assert night.organizer.get(f"{night.path}rules/").body["fixed"]


def test_another_preset_comes_without_the_house_rules_of_the_old(night: Run) -> None:
    made = new(night, NEW | {"house_rules": {"target": 10}, "rules_title": "To ten"})
    night.club.season = Season.objects.get(public_id=made.body["id"])
    changes = night.organizer.post(f"{night.path}rules/preview/", {"preset": "bicycle"}).body["changes"]
    assert changes == {
        "preset": ["standard", "bicycle"],
        "house_rules": [{"target": 10}, {}],
        "rules_title": ["To ten", ""],
    }


# --- The table behind a curtain, the end ------------------------------------------------------------------------------


def test_a_hidden_table_is_told_to_who_runs_the_league(night: Run) -> None:
    night.club.play(night.club.match("Ann", "Ben"), night.club.access, gin(0, 90))
    until = (timezone.now() + timedelta(days=2)).isoformat()
    ann, olga = night.player("Ann", "read"), night.program(night.club.organizer, "read")
    etag = ann.get(f"{night.path}standings/").headers["ETag"]
    assert night.organizer.post(f"{night.path}hide/", {"until": until}).body["hidden_until"]
    body = ann.get(f"{night.path}standings/", If_None_Match=etag).body
    assert (body["rows"], body["names"]) == ([], ["Ann", "Ben", "Cleo", "Dan"])
    assert len(olga.get(f"{night.path}standings/").body["rows"]) == 4
    assert ann.get(f"{night.path}needs/").body["entrants"] == []
    for what in ("table.csv", "results.csv"):
        assert [who.get(f"{night.path}files/{what}").status for who in (ann, olga)] == [404, 200]
    assert olga.get(f"{night.path}files/table.xlsx").status == 200


@pytest.mark.parametrize(
    "until", ["2020-01-01T00:00:00+00:00", "2099-01-01T00:00:00", "tonight", 5, "9999-12-31T00:00Z"]
)
def test_until_is_a_moment_to_come(night: Run, until: object) -> None:
    refused = night.organizer.post(f"{night.path}hide/", {"until": until})
    assert (refused.status, list(refused.body["fields"])) == (400, ["until"])


def test_in_a_closed_season_nothing_changes(night: Run) -> None:
    olga, path = night.organizer, night.path
    match = night.club.match("Ann", "Ben").number
    assert olga.post(f"{path}close/").status == 200
    at = f"{path}entrants/{night.id_of('Ann')}/"
    responses = [
        olga.post(f"{path}close/"),
        olga.post(f"{path}hide/", {}),
        olga.post(f"{path}entrants/", {"members": [night.club.members["Ann"].pk]}),
        olga.post(f"{at}withdraw/", {}),
        olga.delete(at),
        olga.post(f"{path}draw/script/", {"text": "Ann - Ben"}, Idempotency_Key=key()),
        olga.post(f"{path}draw/preview/", {}),
        olga.post(f"{path}rules/preview/", {"rules": {"win": 5}}),
        olga.post(f"{path}matches/{match}/cancel/", {}),
        olga.post(f"{path}matches/{match}/play/"),
        olga.post(f"{path}penalties/", {"entrant": 1, "points": 1, "reason": "x"}, Idempotency_Key=key()),
    ]
    assert {(answer.status, answer.code) for answer in responses} == {(409, "season_closed")}
    assert olga.get(f"{path}matches/{match}/").body["may"] == []


# --- Penalties, history, files ----------------------------------------------------------------------------------------


def test_a_penalty_is_given_once_a_key(night: Run) -> None:
    fields = {"entrant": night.id_of("Ann"), "points": -2, "reason": "Cooked for all"}
    made = [night.organizer.post(f"{night.path}penalties/", fields, Idempotency_Key="p").body["id"] for _ in range(2)]
    assert (len(set(made)), Penalty.objects.count()) == (1, 1)
    for wrong in ({"points": 0}, {"points": 1001}, {"reason": " "}, {"entrant": "Ann"}):
        refused = night.organizer.post(f"{night.path}penalties/", fields | wrong, Idempotency_Key=key())
        assert (refused.status, list(refused.body["fields"])) == (400, list(wrong))
    nobody = night.organizer.post(f"{night.path}penalties/", fields | {"entrant": ELSEWHERE}, Idempotency_Key=key())
    assert nobody.status == 404


def test_the_history_tells_everybody_what_the_pages_do(night: Run) -> None:
    olga, at = night.organizer, f"{night.path}entrants/{night.id_of('Dan')}/"
    olga.post(f"{at}withdraw/", {"reason": "He is ill"})
    olga.post(f"{night.path}hide/", {})
    mine = olga.get(f"{night.path}history/").body["events"]
    all_see = night.player("Ann").get(f"{night.path}history/").body["events"]
    assert [e["kind"] for e in mine if e not in all_see] == ["withdrawn", "table_hidden"]
    assert [e["reason"] for e in all_see if e["kind"] == "withdrawn"] == [""]
    page = olga.get(f"{night.path}history/?limit=2").body
    assert [e["id"] for e in page["events"]] == [e["id"] for e in mine[:2]]
    assert olga.get(f"{night.path}history/{page['next']}").body["events"] == mine[2:4]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "line 1"),
        ("night,player 1,player 2,points 1,points 2\nsoon,Ann,Ben,1,2\n", "line 2"),
        ("night,player 1\n", "line 1"),
        ("name\nZoe\nBo\nzoe\n", "line 4"),
    ],
)
def test_a_file_that_cannot_be_read_tells_its_lines(
    night: Run, text: str, line: str, snapshot: SnapshotAssertion
) -> None:
    refused = night.organizer.post(f"{night.path}imports/", {"text": text})
    assert (refused.status, list(refused.body["fields"])) == (400, [line])
    assert refused.body["fields"][line] == snapshot
    assert not SheetUpload.objects.exists()


def test_dates_that_can_be_read_in_two_ways_have_to_be_decided(night: Run) -> None:
    path, olga = f"{night.path}imports/", night.organizer
    text = (
        "night,player 1,player 2,points 1,points 2,hall\n3/11/2025,\u00c3nn,Ben,1,2,A\n3/11/2025,Ben,\u00c3nn,2,1,A\n"
    )
    assert olga.post(path, {"text": text}).body["fields"] == {
        "dates": "3/11/2025 can be read in two ways. Send dates: dmy or mdy."
    }
    looked = olga.post(path, {"text": text, "dates": "dmy"}).body
    assert (looked["ignored_columns"], looked["similar"]) == (["hall"], {"\u00c3nn": ["Ann"]})
    assert (looked["results"], looked["mirrored"]) == (1, 1)
    upload = f"{path}{looked['upload']}/"
    assert olga.post(upload).status == olga.post(upload, {"dates": "ydm"}).status == 400
    assert olga.post(upload, {"dates": "dmy"}).body["results"] == 1
    assert Match.objects.get(imported__gt="").night == date(2025, 11, 3)


def test_lines_of_matches_that_are_here_are_left_out_unless_somebody_says(night: Run) -> None:
    path, olga = f"{night.path}imports/", night.organizer
    heading = "night,player 1,player 2,points 1,points 2\n"
    first = olga.post(path, {"text": f"{heading}2025-11-03,Ann,Ben,5,2\n"}).body
    assert (olga.post(f"{path}{first['upload']}/").body["results"], first["doubtful"]) == (1, [])
    body = {"text": f"{heading}2025-11-03,Ann,Ben,5,3\n2025-11-04,Ann,Ben,5,3\n2025-11-04,Ann,Ben,5,3\n"}
    number = Match.objects.get(imported__gt="").number
    looked = olga.post(path, body).body
    assert (looked["results"], looked["doubtful"]) == (
        1,
        [{"line": 2, "match": number, "other_line": None}, {"line": 4, "match": None, "other_line": 3}],
    )
    assert olga.post(path, body | {"further": [2, 4]}).body["results"] == 3
    assert olga.post(f"{path}{looked['upload']}/", {"further": [4]}).body["results"] == 2


def test_files_that_are_none(night: Run) -> None:
    for what in ("table.pdf", "secrets.csv"):
        assert night.organizer.get(f"{night.path}files/{what}").status == 404
    assert night.organizer.post(f"{night.path}imports/{ELSEWHERE}/").status == 404
    answer = night.organizer.get(f"{night.path}files/table.csv")
    assert (answer.headers["Content-Type"], answer.raw[:14]) == ("text/csv; charset=utf-8", b"\xef\xbb\xbfplace,name,")

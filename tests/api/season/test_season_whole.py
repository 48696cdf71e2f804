"""API: a whole season, using every season operation once; each response matches the schema."""

from typing import Any

from games.models import Match
from games.selectors.season.league_dates import date_in_league
from tests.api import season_kit
from tests.api.kit import knock
from tests.api.season_kit import Run, key, operations_on_seasons
from tests.match_night import place


def entered(night: Run, table: str) -> None:
    """One round at a table, which ends a game to 10."""
    ann = night.player("Ann")
    fields = {"game": 1, "round": 1, **knock(3, 20)}
    assert ann.post(f"tables/{table}/rounds/", fields, Idempotency_Key=key()).status == 201


def test_every_operation_on_seasons_is_asked_for(db: None) -> None:
    night = season_kit.run("Ann", "Ben", "Cleo", "Dan", "Eve")
    places = [place(night.club).pk]
    a_season_is_begun_and_drawn(night, places)
    the_desk_is_open(night)
    it_is_played(night)
    it_is_looked_at(night)
    somebody_leaves(night)
    teams_are_made(night)
    a_bracket_is_corrected(night)
    groups_are_followed_by_a_bracket(night)
    free_play(night)
    it_ends(night)
    missing = set(operations_on_seasons()) - {name for name, status in night.called if status < 300}
    assert not missing


def begun(night: Run, **more: Any) -> None:
    """Begin a season and go on with it."""
    fields = {"name": "Winter", "preset": "standard", "house_rules": {"target": 10}, "pairing": "round_robin"} | more
    path = f"leagues/{night.club.league.public_id}/seasons/"
    made = night.organizer.post(path, fields, Idempotency_Key=key())
    assert made.status == 201, made.body
    assert made.headers["Location"] == f"/api/v1/seasons/{made.body['id']}/"
    listed = night.organizer.get(path).body["seasons"]
    assert listed[-1]["id"] == made.body["id"]
    night.club.season = night.club.league.seasons.get(public_id=made.body["id"])


def a_season_is_begun_and_drawn(night: Run, places: list[int]) -> None:
    begun(night, rules={"confirmation": "opponent", "win": 3})
    olga, path = night.organizer, night.path
    assert olga.get(path).body["entrants"] == 0
    members = [night.club.members[name].pk for name in ("Ann", "Ben", "Cleo")]
    assert olga.post(f"{path}entrants/", {"members": members}).status == 201
    assert [one["name"] for one in olga.get(f"{path}entrants/").body["entrants"]] == ["Ann", "Ben", "Cleo"]
    seeds = [{"entrant": night.id_of("Cleo"), "seed": 1}, {"entrant": night.id_of("Ann"), "seed": None}]
    assert olga.put(f"{path}entrants/seeds/", {"seeds": seeds}).body["entrants"][2]["seed"] == 1
    handicaps = [{"entrant": night.id_of("Cleo"), "handicap": 0}]
    assert olga.put(f"{path}entrants/handicaps/", {"handicaps": handicaps}).body["entrants"][2]["handicap"] == 0
    plan = {"first": "2026-10-06", "weeks": 2, "at": "19:30", "places": places}
    tried = olga.post(f"{path}draw/preview/", plan).body["matches"]
    made = olga.post(f"{path}draw/", plan, Idempotency_Key=key())
    assert (made.body["made"], made.body["draw"]["matches"]) == (3, 3)
    listed = olga.get(f"{path}matches/").body["matches"]
    seen = [[x["round"], x["night"], x["at"], x["place"], [s["name"] for s in x["sides"]]] for x in listed]
    assert [[x["round"], x["night"], x["at"], x["place"], [s["name"] for s in x["sides"]]] for x in tried] == seen
    assert olga.get(f"{path}draw/").body["left"] == 3
    assert olga.post(f"{path}entrants/", {"members": [night.club.members["Dan"].pk]}).status == 201
    assert olga.post(f"{path}draw/missing/", {"weeks": 1}).body["made"] == 3
    script = {"text": "2026-11-03 20:00\nAnn - Ben @ Table 2"}
    assert olga.post(f"{path}draw/script/", script, Idempotency_Key=key()).body["made"] == 1


def the_desk_is_open(night: Run) -> None:
    olga, path = night.organizer, night.path
    assert olga.put(f"{path}attendance/", {"here": True}).body["missing"] == []
    assert night.player("Ann").post(f"{path}matches/7/call/").status == 204
    assert [call["match"] for call in olga.get(f"{path}desk/").body["calls"]] == [7]
    assert olga.post(f"{path}matches/7/call/answer/").status == 204
    assert night.player("Ann").delete(f"{path}matches/7/call/").status == 204
    clock = f"{path}clock/"
    assert olga.put(clock, {"minutes": 50, "at_end": "hand"}).body["state"] == "running"
    assert olga.post(f"{clock}pause/").body["state"] == "paused"
    assert olga.post(f"{clock}extra/", {"minutes": 5, "match": 7}).body["extra"] == [{"match": 7, "seconds": 300}]
    assert olga.post(f"{clock}resume/").body["state"] == "running"
    assert olga.post(f"{clock}last-hand/").body == olga.get(clock).body
    assert olga.delete(clock).body["state"] == "off"


def it_is_played(night: Run) -> None:
    olga, ann, ben, path = night.organizer, night.player("Ann"), night.player("Ben"), night.path
    match = f"{path}matches/7/"
    read = ann.get(match).body
    assert ([side["name"] for side in read["sides"]], read["may"]) == (["Ann", "Ben"], ["play"])
    move = {"night": date_in_league(night.club.league).isoformat(), "at": None, "reason": "The heating"}
    assert olga.post(f"{match}reschedule/", move).body["at"] is None
    sides = [
        {"entrant": night.id_of(name), "members": [night.club.members[who].pk]}
        for name, who in (("Ben", "Ben"), ("Ann", "Ann"))
    ]
    assert olga.put(f"{match}line-up/", {"sides": sides}).body["seats"][0]["chosen"]
    opened = ann.post(f"{match}play/")
    assert (opened.status, opened.body["role"]) == (200, "score")
    entered(night, opened.body["table"])
    waiting = ben.get(match).body["rounds"]
    assert [(one["standing"], one["awaited"]) for one in waiting] == [
        ("pending", [night.id_of("Ann"), night.id_of("Ben")])
    ]
    seen = [{name: waiting[0][name] for name in ("game", "round", "revision")}]
    disputed = ben.post(f"{match}checks/", {"verdict": "disputed", "rounds": seen, "reason": "I had 21"})
    assert disputed.body["rounds"][0]["disputes"] == [
        {"entrant": night.id_of("Ben"), "by": "Ben", "reason": "I had 21"}
    ]
    listed = olga.get(f"{path}checks/").body
    assert [one["match"] for one in listed["disputed"]] == [7]
    ticked = olga.post(f"{path}checks/", {"rounds": [{"match": 7, **seen[0]}]})
    assert ticked.body == {"ticked": 1}
    approved = olga.post(f"{match}checks/", {"verdict": "approved", "rounds": seen})
    assert (approved.body["rounds"][0]["standing"], approved.body["final"]) == ("approved", True)
    stopped = f"{path}matches/1/"
    for do, state in (("cancel", "canceled"), ("restore", "planned")):
        assert olga.post(f"{stopped}{do}/", {"reason": "A power cut"}).body["state"] == state
    side = olga.get(stopped).body["sides"][0]["entrant"]
    assert olga.post(f"{stopped}forfeit/", {"missing": [side]}).body["state"] == "forfeited"


def it_is_looked_at(night: Run) -> None:
    olga, path = night.organizer, night.path
    table = olga.get(f"{path}standings/").body
    assert (table["rows"][0]["place"], table["rows"][0]["points"]) == (1, 3)
    assert all(row["played"] == 0 for row in olga.get(f"{path}standings/?on=2026-10-05").body["rows"])
    assert olga.get(f"{path}needs/").body["entrants"]
    for what in ("table.csv", "results.xlsx"):
        assert olga.get(f"{path}files/{what}").status == 200
    assert f"/s/{night.club.season.public_id}/calendar.ics" in olga.get(f"{path}calendar/").body["url"]
    assert "The match was added" not in str(olga.get(f"{path}history/").body)
    rules = olga.get(f"{path}rules/")
    assert rules.body["rules"]["win"] == 3
    assert rules.body["sentences"]
    tried = olga.post(f"{path}rules/preview/", {"rules": {"win": 2}})
    assert tried.body["sentences"] == ["A win: 2 (was 3)"]
    changed = olga.post(f"{path}rules/", {"rules": {"win": 2}, "reason": "As ever"}, If_Match=tried.headers["ETag"])
    assert changed.body["rules"]["win"] == 2
    gave = olga.post(
        f"{path}penalties/", {"entrant": night.id_of("Ann"), "points": 1, "reason": "Late"}, Idempotency_Key=key()
    )
    assert olga.get(f"{path}penalties/").body == [gave.body]
    assert olga.delete(f"{path}penalties/{gave.body['id']}/").body["lifted_at"]
    text = "night,player 1,player 2,points 1,points 2\n2026-10-06,Ben,Eve,120,85\n"
    look = olga.post(f"{path}imports/", {"text": text}).body
    assert (look["entrants"], look["results"]) == (["Eve"], 1)
    assert olga.post(f"{path}imports/{look['upload']}/").body["results"] == 1
    assert olga.post(f"{path}imports/", {"text": text}).body["upload"] is None
    last = olga.get(f"{path}imports/").body["last"]
    assert (last["results"], last["obstacle"]) == (1, None)
    assert olga.post(f"{path}imports/{last['id']}/take-back/").body == {"last": None}


def somebody_leaves(night: Run) -> None:
    olga, at = night.organizer, f"{night.path}entrants/{night.id_of('Cleo')}/"
    assert olga.post(f"{at}withdraw/", {"reason": "Moved away"}).body["left"] == 0
    assert olga.post(f"{at}return/").body["withdrawn_on"] is None


def teams_are_made(night: Run) -> None:
    begun(night, name="Teams", teams=True, house_rules={}, preset="partnership", pairing="free")
    olga, path = night.organizer, night.path
    for name in ("Red", "Blue", "Green"):
        assert olga.post(f"{path}entrants/", {"team": name}).status == 201
    red, blue, green = (f"{path}entrants/{night.id_of(name)}/" for name in ("Red", "Blue", "Green"))
    assert olga.put(red, {"name": "Crimson"}).body["name"] == "Crimson"
    tonight = date_in_league(night.club.league).isoformat()
    joined = olga.post(f"{red}mates/", {"member": night.club.members["Ann"].pk, "on": tonight})
    mate = joined.body["mates"][0]["id"]
    left = olga.post(f"{path}mates/{mate}/leave/", {"on": tonight, "to": night.id_of("Blue")})
    assert [len(one["mates"]) for one in left.body["entrants"]] == [1, 1, 0]
    assert len(olga.delete(green).body["entrants"]) == 2
    assert blue


def a_bracket_is_corrected(night: Run) -> None:
    begun(night, name="Cup", pairing="knockout")
    olga, path = night.organizer, night.path
    olga.post(f"{path}entrants/", {"members": [night.club.members[name].pk for name in ("Ann", "Ben", "Cleo", "Dan")]})
    assert olga.post(f"{path}draw/", {}, Idempotency_Key=key()).body["made"] == 2

    def enter(number: int, *points: int, **more: Any) -> list[dict[str, int]]:
        match = f"{path}matches/{number}/"
        drawn = [side["entrant"] for side in olga.get(match).body["sides"]]
        sides = [{"entrant": entrant, "points": n} for entrant, n in zip(drawn, points, strict=True)]
        assert olga.put(f"{match}result/", {"sides": sides} | more).body["state"] == "played"
        return sides

    first = enter(1, 90, 20)
    enter(2, 90, 20)
    assert olga.post(f"{path}draw/", {}, Idempotency_Key=key()).body["made"] == 1
    assert olga.post(f"{path}matches/3/pair/", {"decision": "put_in"}).code == "not_playable"
    enter(1, 20, 90, replaces=first)
    ((pair,),) = olga.get(f"{path}wrong-pairs/").body["groups"]
    assert (pair["match"], pair["begun"], pair["drawn"] != pair["right"]) == (3, False, True)
    assert olga.post(f"{path}matches/3/pair/", {"decision": "whatever"}).status == 400
    right = olga.post(f"{path}matches/3/pair/", {"decision": "put_in"}).body["sides"]
    assert [side["name"] for side in right] == [one["name"] for one in pair["right"]]
    assert olga.get(f"{path}wrong-pairs/").body["groups"] == []


def groups_are_followed_by_a_bracket(night: Run) -> None:
    begun(night, name="Groups", pairing="groups")
    olga, path = night.organizer, night.path
    names = ("Ann", "Ben", "Cleo", "Dan")
    olga.post(f"{path}entrants/", {"members": [night.club.members[name].pk for name in names]})
    groups = {"written_groups": "Ann, Ben\nCleo, Dan"}
    assert olga.post(f"{path}draw/", groups, Idempotency_Key=key()).body["made"] == 2
    body = {"name": "Finals", "pairing": "knockout", "advance": 1}
    open_groups = olga.post(f"{path}final-stage/", body, Idempotency_Key=key())
    assert (open_groups.status, open_groups.code) == (409, "not_playable")

    def enter(winner: str, loser: str, **more: Any) -> list[dict[str, int]]:
        sides = [{"entrant": night.id_of(name), "points": n} for name, n in ((winner, 90), (loser, 20))]
        drawn = olga.get(f"{path}matches/").body["matches"]
        number = next(one["number"] for one in drawn if any(side["name"] == winner for side in one["sides"]))
        assert olga.put(f"{path}matches/{number}/result/", {"sides": sides} | more).body["state"] == "played"
        return sides

    enter("Ann", "Ben")
    wrong = enter("Cleo", "Dan")
    pairs = olga.post(f"{path}final-stage/preview/", {"advance": 1}).body["pairs"]
    assert [sorted(side["name"] for side in pair["sides"]) for pair in pairs] == [["Ann", "Cleo"]]
    too_many = olga.post(f"{path}final-stage/preview/", {"advance": 3})
    assert (too_many.status, too_many.code) == (409, "not_playable")
    token = key()
    made = [olga.post(f"{path}final-stage/", body, Idempotency_Key=token) for _ in range(2)]
    assert [(answer.status, answer.body["id"]) for answer in made] == [(201, made[0].body["id"])] * 2
    assert made[0].headers["Location"] == f"/api/v1/seasons/{made[0].body['id']}/"
    assert (made[0].body["pairing"], made[0].body["entrants"]) == ("knockout", 2)
    enter("Dan", "Cleo", replaces=wrong)
    bracket = f"seasons/{made[0].body['id']}/"
    assert olga.post(f"{bracket}final-stage/entrants/").body["entrants"] == 2
    assert {one["name"] for one in olga.get(f"{bracket}entrants/").body["entrants"]} == {"Ann", "Dan"}
    assert olga.post(f"{path}final-stage/entrants/").code == "invalid_value"


def free_play(night: Run) -> None:
    begun(night, name="Any time", pairing="free", house_rules={}, rules={"length": "rounds", "count": 2})
    olga, path = night.organizer, night.path
    olga.post(f"{path}entrants/", {"members": [night.club.members[name].pk for name in ("Ann", "Ben")]})
    fields = {"entrants": [night.id_of("Ann"), night.id_of("Ben")]}
    match = night.player("Ann").post(f"{path}matches/", fields, Idempotency_Key=key())
    at = f"{path}matches/{match.body['number']}/"
    entered(night, night.player("Ben").post(f"{at}play/").body["table"])
    assert olga.post(f"{at}stop/", {"reason": "The last bus"}).body["stopped"]
    assert olga.post(f"{at}go-on/").body["state"] == "running"
    assert Match.objects.filter(stopped=True).count() == 0
    sides = [
        {"entrant": entrant, "points": points} for entrant, points in zip(fields["entrants"], (90, 20), strict=True)
    ]
    assert len(olga.post(f"{at}result/preview/", {"sides": sides}).body["movers"]) == 2
    typed = olga.put(f"{at}result/", {"sides": sides}).body["typed_result"]
    assert [side["points"] for side in typed] == [90, 20]
    assert olga.delete(f"{at}result/").body["state"] == "running"
    results = [{"match": match.body["number"], "sides": sides}]
    assert len(olga.post(f"{path}results/preview/", {"results": results}).body["movers"]) == 2
    assert olga.post(f"{path}results/", {"results": results}).body["matches"][0]["state"] == "played"


def it_ends(night: Run) -> None:
    olga, path = night.organizer, night.path
    assert olga.post(f"{path}hide/", {}).body["hidden"]
    assert night.player("Ann", "read").get(f"{path}standings/").body["names"] == ["Ann", "Ben"]
    assert not olga.post(f"{path}show/").body["hidden"]
    assert olga.post(f"{path}close/").body["closed_at"]
    assert olga.post(f"{path}reopen/").body["closed_at"] is None

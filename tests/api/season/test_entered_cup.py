"""Published cups entered by program, with the places that come out.

The FIFA World Cup 2022: groups, their tables, and the bracket after them; a shoot-out counts as one goal more. The
osu! World Cups: double eliminations, in which losers cross over by turns.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from games.models import Pairing, Season
from games.rules.league.season import season_rules
from games.selectors.season.group_stage import Qualification
from games.services.season.final_stage import start_final_stage
from tests.api.season_kit import Run, key
from tests.leagues import Club, club
from tests.rules.league.bracket_walks import slots_for

VECTORS = Path(__file__).parents[2] / "vectors"
CUP: dict[str, Any] = json.loads((VECTORS / "world_cup_2022.json").read_text("utf-8"))
DOUBLE_ELIMINATIONS: list[dict[str, Any]] = json.loads((VECTORS / "osu_world_cups.json").read_text("utf-8"))
ORDER = ["points", "point_difference", "points_scored", "head_to_head"]

pytestmark = pytest.mark.django_db


def entrants(run: Run) -> dict[str, int]:
    return {entrant["name"]: entrant["id"] for entrant in run.organizer.get(f"{run.path}entrants/").body["entrants"]}


def planned(run: Run) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = run.organizer.get(f"{run.path}matches/?state=planned&limit=100").body["matches"]
    return found


def enter(run: Run, results: list[list[Any]]) -> None:
    """Enter results, by name."""
    ids, matches = entrants(run), planned(run)
    numbers = {frozenset(side["entrant"] for side in match["sides"]): match["number"] for match in matches}
    body = [
        {
            "match": numbers[frozenset((ids[home], ids[away]))],
            "sides": [{"entrant": ids[home], "points": goals}, {"entrant": ids[away], "points": against}],
        }
        for home, goals, against, away in results
    ]
    answer = run.organizer.post(f"{run.path}results/", {"results": body})
    assert answer.status == 200, answer.body


def draw(run: Run, **plan: object) -> None:
    assert run.organizer.post(f"{run.path}draw/", plan, Idempotency_Key=key()).status == 201


def test_the_world_cup_of_2022() -> None:
    teams = [team for group in CUP["groups"] for team in group["teams"]]
    groups = Run(club(*teams, pairing="groups", rules=season_rules({"win": 3, "order": ORDER})))
    draw(groups, written_groups="\n".join(", ".join(group["teams"]) for group in CUP["groups"]))
    enter(groups, [match for group in CUP["groups"] for match in group["matches"]])
    rows = groups.organizer.get(f"{groups.path}standings/").body["rows"]
    assert [[row[name] for name in ("name", "points", "points_for", "points_against")] for row in rows] == [
        line for group in CUP["groups"] for line in group["table"]
    ]
    season = start_final_stage(
        access=groups.club.access,
        season=groups.club.season,
        name="Finals",
        pairing=Pairing.KNOCKOUT,
        rule=Qualification(advance=2),
        key="finals",
    )
    made = groups.club
    finals = Run(Club(made.organizer, made.league, Season.objects.get(pk=season.pk), made.members, {}))
    last_16, quarters, semis, third, final = CUP["rounds"]
    # Each of these asks for its pairs by name, so the bracket has to be the published one.
    for results in (last_16, quarters, semis, [*third, *final]):
        draw(finals, third_place=True)
        enter(finals, results)
    rows = finals.organizer.get(f"{finals.path}standings/").body["rows"]
    assert {row["name"]: row["place"] for row in rows} == {
        name: place for name, place in CUP["places"].items() if place < 17
    }


@pytest.mark.parametrize("cup", DOUBLE_ELIMINATIONS, ids=lambda cup: cup["name"][-4:])
def test_a_double_elimination_in_which_losers_cross_over_by_turns(cup: dict[str, Any]) -> None:
    teams = [team for pair in cup["first_round"] for team in pair]
    run = Run(club(*teams, pairing="double_elimination"))
    body = {"rules": {"crossing": "by_turns"}}
    revision = f'"{run.organizer.get(run.path).body["revision"]}"'
    assert run.organizer.post(f"{run.path}rules/", body, If_Match=revision).status == 200
    names = {number: name for name, number in entrants(run).items()}
    seeds = dict(zip(teams, slots_for(range(1, len(teams) + 1)), strict=True))
    body = {"seeds": [{"entrant": number, "seed": seeds[name]} for number, name in names.items()]}
    assert run.organizer.put(f"{run.path}entrants/seeds/", body).status == 200
    left = defaultdict[frozenset[str], list[list[Any]]](list)
    for result in cup["results"]:
        left[frozenset((result[0], result[-1]))].append(result)
    # Those who meet again do so in the published order.
    while any(left.values()):
        draw(run)
        pairs = [frozenset(names[side["entrant"]] for side in match["sides"]) for match in planned(run)]
        enter(run, [left[pair].pop(0) for pair in pairs])
    assert run.organizer.get(f"{run.path}draw/").body["next_round"] is None
    rows = run.organizer.get(f"{run.path}standings/").body["rows"]
    assert {row["name"]: row["place"] for row in rows} == cup["places"]

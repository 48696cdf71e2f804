"""The FIFA World Cup 2022 entered by program: groups, their tables, the bracket after them, and its places.

A shoot-out counts as one goal more.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from games.models import Pairing, Season
from games.rules.league.season import season_rules
from games.selectors.season.group_stage import Qualification
from games.services.season.final_stage import start_final_stage
from tests.api.season_kit import Run, key
from tests.leagues import Club, club

CUP: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "world_cup_2022.json").read_text("utf-8"))
ORDER = ["points", "point_difference", "points_scored", "head_to_head"]

pytestmark = pytest.mark.django_db


def enter(run: Run, results: list[list[Any]]) -> None:
    """Enter results, by name."""
    ids = {entrant["name"]: entrant["id"] for entrant in run.organizer.get(f"{run.path}entrants/").body["entrants"]}
    matches = run.organizer.get(f"{run.path}matches/?state=planned&limit=100").body["matches"]
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

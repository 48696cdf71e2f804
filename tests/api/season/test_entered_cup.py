"""Published cups entered by program, with the places that come out.

The FIFA World Cup 2022 and the Euro 2024: groups, their tables, and the bracket after them; a shoot-out counts as one
goal more. The osu! World Cups: double eliminations, in which losers cross over by turns.
"""

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from games.models import Season
from games.rules.league.season import HEAD_TO_HEAD, season_rules
from tests.api.season_kit import Run, key
from tests.leagues import Club, club
from tests.rules.league.bracket_walks import slots_for

VECTORS = Path(__file__).parents[2] / "vectors"
CUP: dict[str, Any] = json.loads((VECTORS / "world_cup_2022.json").read_text("utf-8"))
DOUBLE_ELIMINATIONS: list[dict[str, Any]] = json.loads((VECTORS / "osu_world_cups.json").read_text("utf-8"))
EURO: dict[str, Any] = json.loads((VECTORS / "euro_2024.json").read_text("utf-8"))
FIFA = ["points", "point_difference", "points_scored", "head_to_head"]
UEFA = ["points", *HEAD_TO_HEAD, "point_difference", "points_scored"]
LEVEL = ["Denmark", "Slovenia"]
"""Level by every score of the Euro: UEFA put Denmark first by something else. Here they share the place."""

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


def groups_of(cup: dict[str, Any], order: list[str]) -> Run:
    """Enter the groups."""
    teams = [team for group in cup["groups"] for team in group["teams"]]
    groups = Run(club(*teams, pairing="groups", rules=season_rules({"win": 3, "order": order})))
    draw(groups, written_groups="\n".join(", ".join(group["teams"]) for group in cup["groups"]))
    enter(groups, [match for group in cup["groups"] for match in group["matches"]])
    return groups


def table(run: Run) -> list[list[Any]]:
    rows = run.organizer.get(f"{run.path}standings/").body["rows"]
    return [[row[name] for name in ("name", "points", "points_for", "points_against")] for row in rows]


def finals_of(groups: Run, **rule: int) -> Run:
    """Start the bracket after the groups."""
    body = {"name": "Finals", "pairing": "knockout"} | rule
    answer = groups.organizer.post(f"{groups.path}final-stage/", body, Idempotency_Key=key())
    assert answer.status == 201, answer.body
    made = groups.club
    season = Season.objects.get(public_id=answer.body["id"])
    return Run(Club(made.organizer, made.league, season, made.members, {}))


def test_the_world_cup_of_2022() -> None:
    groups = groups_of(CUP, FIFA)
    assert table(groups) == [line for group in CUP["groups"] for line in group["table"]]
    finals = finals_of(groups, advance=2)
    last_16, quarters, semis, third, final = CUP["rounds"]
    # Each of these asks for its pairs by name, so the bracket has to be the published one.
    for results in (last_16, quarters, semis, [*third, *final]):
        draw(finals, third_place=True)
        enter(finals, results)
    rows = finals.organizer.get(f"{finals.path}standings/").body["rows"]
    assert {row["name"]: row["place"] for row in rows} == {
        name: place for name, place in CUP["places"].items() if place < 17
    }


@pytest.mark.parametrize(
    "cup",
    [DOUBLE_ELIMINATIONS[0], *(pytest.param(cup, marks=pytest.mark.slow) for cup in DOUBLE_ELIMINATIONS[1:])],
    ids=lambda cup: cup["name"][-4:],
)
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


def test_the_euro_of_2024() -> None:
    groups = groups_of(EURO, UEFA)
    published = [line for group in EURO["groups"] for line in group["table"]]
    assert sorted(table(groups)) == sorted(published)
    rows = groups.organizer.get(f"{groups.path}standings/").body["rows"]
    places = {line[0]: place for group in EURO["groups"] for place, line in enumerate(group["table"], 1)}
    assert {row["name"]: row["place"] for row in rows} == places | dict.fromkeys(LEVEL, 2)
    assert [row["name"] for row in rows if row["shared"]] == LEVEL[::-1]
    # All of group E have as many points, so its table and that of the matches among them are the same.
    values = {row["name"]: [row["values"][name] for name in HEAD_TO_HEAD] for row in rows if row["group"] == 5}
    assert values == {"Romania": [4, 1, 4], "Belgium": [4, 1, 2], "Slovakia": [4, 0, 3], "Ukraine": [4, -2, 2]}

    finals = finals_of(groups, advance=2, best_next=4)
    here = [entrant["name"] for entrant in finals.organizer.get(f"{finals.path}entrants/").body["entrants"]]
    first, *later = EURO["rounds"]
    assert sorted(here) == sorted(name for home, _, _, away in first for name in (home, away))
    assert set(EURO["thirds"]) < set(here)
    # UEFA has a table of its own for who meets whom after the groups, so the first round is written.
    text = "\n".join(["Round 1", *(f"{home} - {away}" for home, _, _, away in first)])
    assert finals.organizer.post(f"{finals.path}draw/script/", {"text": text}, Idempotency_Key=key()).status == 201
    enter(finals, first)
    for results in later:
        draw(finals)
        enter(finals, results)
    rows = finals.organizer.get(f"{finals.path}standings/").body["rows"]
    assert {row["name"]: row["place"] for row in rows} == {
        name: place for name, place in EURO["places"].items() if place < 17
    }

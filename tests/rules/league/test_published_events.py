"""Every table of published Swiss events and round robins comes out cell by cell, by the convention of each column."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.league.results import RequestedBye, pairing_byes, step_of
from games.rules.league.season import SeasonRules, TieBreak, Unplayed
from games.rules.league.standings import MatchResult, Outcome, SideResult, StandingsRow, standings, tally

EVENTS: Final[dict[str, dict[str, Any]]] = {
    event["name"]: event
    for event in json.loads(
        gzip.decompress((Path(__file__).parents[2] / "vectors" / "published_events.json.gz").read_bytes())
    )["events"]
}
CONVENTIONS: Final[dict[str, Unplayed]] = {
    "plain": "nothing",
    "forfeits_count": "nothing",
    "virtual": "fide_2009",
    "fide2023": "fide_2023",
    "fide2026": "fide_2026",
}
"""The season's choice for each convention that the events name."""
CRITERIA: Final[dict[str, TieBreak]] = {
    "wins": "wins",
    "wins_incl_forfeit": "wins",
    "buchholz": "buchholz",
    "buchholz_cut1": "buchholz_cut_1",
    "buchholz_median1": "median_buchholz",
    "sonneborn_berger": "sonneborn_berger",
    "progressive": "progressive",
    "koya": "koya",
}
"""Our criterion for each published column."""
POINTS_TWICE: Final = {"buchholz", "buchholz_cut_1", "median_buchholz", "sonneborn_berger", "progressive", "koya"}
"""Criteria that are twice what is published, because a win has two league points."""
NOT_OURS: Final = {
    # Ratings of opponents.
    *("aro", "aro_cut1", "aro_cut1_unrated1400", "apro_unrated1400", "tpr"),
    # Cuts and sums of tie-breaks that we offer only without.
    *("average_opponents_buchholz", "buchholz_sum", "fore_buchholz", "sonneborn_berger_cut1", "progressive_cut1"),
    # Who had white has no meaning here, and a game elected or on the board no column.
    *("games_black", "games_elected", "wins_black", "wins_played"),
    # Compared by the order it gives.
    *("direct_encounter", "direct_encounter_rank"),
}
"""Published columns that we have no criterion for."""
BYES_AMONG_WINS: Final = ("FIDE tie-break exercises (Held), Swiss after round 5", "wins_incl_forfeit")
"""The only column that differs: FIDE's wins (article 7.1) count the pairing's byes, ours count matches alone."""


def outcome(score: float) -> Outcome:
    return {0: Outcome.LOSS, 0.5: Outcome.DRAW, 1: Outcome.WIN}[score]


def results_of(event: dict[str, Any], ids: dict[str, int]) -> Iterator[MatchResult]:
    """Yield the results as a season has them: who is absent or sits out has no match, the others byes by kind."""
    for number, games in enumerate(event["rounds"], 1):
        for game in games:
            if game["b"] is not None:
                sides = tuple(SideResult(ids[game[side]], outcome(game[f"score_{side}"])) for side in "ab")
                yield MatchResult(1, number, sides, forfeit=bool(game.get("forfeit")), round=number)
            elif game["bye"] not in ("zero", "round_robin_free"):
                requested = RequestedBye(game["bye"]) if game["bye"] in ("full", "half") else None
                sides = (SideResult(ids[game["a"]], Outcome.WIN),)
                yield MatchResult(1, number, sides, round=number, requested_bye=requested)


def table(event: dict[str, Any], unplayed: Unplayed = "nothing", **rules: Any) -> dict[str, StandingsRow]:
    """Return the rows of the event's table by name."""
    ids = {player["name"]: number for number, player in enumerate(event["players"], 1)}
    sits_out = {
        (ids[game["a"]], step_of(number, 0))
        for number, games in enumerate(event["rounds"], 1)
        for game in games
        if game["b"] is None and game["bye"] == "round_robin_free"
    }
    rows = standings(
        list(ids.values()),
        replace(tally(results_of(event, ids)), excused=sits_out),
        SeasonRules(**{"unplayed": unplayed, "order": ("points",)} | rules),
        columns=set(CRITERIA.values()),
    )
    names = {number: name for name, number in ids.items()}
    return {names[row.entrant]: row for row in rows}


def columns() -> Iterator[tuple[str, str, str, Unplayed]]:
    """Yield the event, field and name of every published column of ours, and the convention that gives it."""
    for event in EVENTS.values():
        for field in ("tiebreaks", "tiebreaks_fide2026"):
            for column in sorted({name for row in event["published"] for name in row.get(field, {})} - NOT_OURS):
                named = event.get("check", {}).get(column, "plain") if field == "tiebreaks" else "fide2026"
                yield event["name"], field, column, CONVENTIONS[named]


COLUMNS: Final = list(columns())


@pytest.mark.parametrize("event", EVENTS)
def test_points_are_as_published(event: str) -> None:
    rows = table(EVENTS[event])
    assert {name: row.points for name, row in rows.items()} == {
        row["name"]: 2 * row["points"] for row in EVENTS[event]["published"]
    }


@pytest.mark.parametrize(("event", "field", "column", "unplayed"), COLUMNS)
def test_a_column_is_as_published(event: str, field: str, column: str, unplayed: Unplayed) -> None:
    criterion = CRITERIA[column]
    rows = table(EVENTS[event], unplayed)
    published = {row["name"]: row[field][column] for row in EVENTS[event]["published"] if column in row.get(field, {})}
    expected = {
        name: Fraction(str(value)) * (2 if criterion in POINTS_TWICE else 1) for name, value in published.items()
    }
    byes_are_wins = (event, column) == BYES_AMONG_WINS
    found = {name: rows[name].values[criterion] + byes_are_wins * pairing_byes(rows[name].record) for name in expected}
    assert found == expected


def test_every_published_column_is_compared() -> None:
    compared = {column for _, _, column, _ in COLUMNS}
    published = {
        column
        for event in EVENTS.values()
        for row in event["published"]
        for field in ("tiebreaks", "tiebreaks_fide2026")
        for column in row.get(field, {})
    }
    assert published == compared | NOT_OURS
    assert compared == set(CRITERIA)


@pytest.mark.parametrize("event", EVENTS)
def test_head_to_head_orders_those_level_as_published(event: str) -> None:
    rows = table(EVENTS[event], order=("points", "head_to_head"))
    level = Counter(row.points for row in rows.values())
    first = {row.points: 1 + sum(other.points > row.points for other in rows.values()) for row in rows.values()}
    for line in EVENTS[event]["published"]:
        row, columns = rows[line["name"]], line["tiebreaks"]
        assert line.get("rank_points_then_direct_encounter", row.place) == row.place
        # The place among those who are level, 0 for those who are alone.
        rank = row.place - first[row.points] + 1 if level[row.points] > 1 else 0
        assert columns.get("direct_encounter_rank", rank) == rank
        # Published as 0 for all: it separated nobody.
        assert row.decided_by != "head_to_head" or "direct_encounter" not in columns

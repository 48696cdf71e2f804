"""Published final tables are reproduced, with the tie-breaks that decided them."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from games.rules.league.season import season_rules
from games.rules.league.standings import MatchResult, Outcome, PointsPenalty, SideResult, StandingsRow, standings, tally

EVENTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[2] / "vectors" / "standings.json").read_text(encoding="utf-8")
)
CRITERIA = (
    *("points", "wins", "head_to_head", "boxes", "buchholz", "buchholz_cut_1", "sonneborn_berger"),
    *("progressive", "koya"),
)


def side(entrant: int, own: int, others: int) -> SideResult:
    outcome = Outcome.WIN if own > others else Outcome.DRAW if own == others else Outcome.LOSS
    return SideResult(entrant, outcome, own, others, boxes=own)


def table(event: dict[str, Any], **other_rules: object) -> tuple[StandingsRow, ...]:
    """Return the table of an event under its own rules, or others."""
    matches = [(side(a, x, y), side(b, y, x)) for a, b, x, y in event["matches"]]
    byes = [(SideResult(entrant, Outcome.WIN),) for entrant in event["byes"]]
    rounds = [*event.get("rounds", [None] * len(matches)), *event.get("bye_rounds", [None] * len(byes))]
    results = [
        MatchResult(number, 1, sides, round=round_number)
        for number, (sides, round_number) in enumerate(zip([*matches, *byes], rounds, strict=True), 1)
    ]
    given = [PointsPenalty(int(entrant), -points) for entrant, points in event["given"].items()]
    entrants = range(1, len(event["entrants"]) + 1)
    return standings(entrants, tally(results), season_rules(event["rules"] | other_rules), penalties=given)


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["event"])
def test_a_published_table_comes_out_as_printed(event: dict[str, Any]) -> None:
    rows = {row.entrant: row for row in table(event)}
    for line in event["table"]:
        row = rows[line["entrant"]]
        assert line.get("place", row.place) == row.place
        assert line.get("decided_by", row.decided_by) == row.decided_by
        for criterion in set(CRITERIA) & set(line):
            published = Fraction(str(line[criterion])) * event["scale"][criterion]
            assert row.values[criterion] == published  # type: ignore[index]


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event["event"])
def test_every_table_says_where_it_was_printed_and_how_it_was_verified(event: dict[str, Any]) -> None:
    assert event["source"].startswith("https://")
    assert len(event["verified"]) > 50
    assert event["shows"] in {line.get("decided_by") for line in event["table"]}


def test_the_deciding_tie_breaks_differ() -> None:
    shown = {event["shows"] for event in EVENTS}
    assert shown == {"buchholz", "buchholz_cut_1", "sonneborn_berger", "head_to_head", "koya"}


def test_another_tie_break_would_have_turned_a_published_table_round() -> None:
    (event,) = [event for event in EVENTS if event["shows"] == "sonneborn_berger"]
    assert [row.entrant for row in table(event)][3:5] == [4, 5]
    assert [row.entrant for row in table(event, order=["points", "head_to_head"])][3:5] == [5, 4]

"""Read how the last round of a season was drawn, so that it can be drawn again with the same choices."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from typing import Any

from games.models import Match, MatchState, Pairing, Place, Season
from games.models.season import PLANNED_BRACKETS
from games.rules.league.results import RequestedBye
from games.selectors.season.bracket import drawn_matches, knockout_bracket
from games.selectors.season.draw_state import DrawState
from games.selectors.season.planned_bracket import planned_bracket

WhenAndWhere = tuple[date | None, time | None, tuple[Place, ...]]


@dataclass(frozen=True, slots=True)
class LastDraw:
    """When and where the last round was to be played, and what else was chosen, when it was drawn.

    Matches that were moved since don't change that. ``absent`` are the entrants (primary keys) who were left out,
    ``requested_byes`` the byes that some of them asked for.
    """

    night: date | None
    start_time: time | None
    places: tuple[Place, ...]
    third_place: bool
    accelerate: bool
    absent: frozenset[int]
    requested_byes: Mapping[int, RequestedBye]


def last_draw(season: Season, state: DrawState) -> LastDraw | None:
    """Return how the last round was drawn; None if there is none, or a match of it has begun, so that it stays."""
    if not state.last_round or state.last_round_begun:
        return None
    drawn = list(drawn_matches(season).select_related("place"))
    event = season.events.filter(kind="drawn").last()
    facts = event.facts if event else {}
    latest = [match for match in drawn if match.round == state.last_round]
    night, start_time, places = _planned(season, facts["planned"]) if "planned" in facts else _most_common(latest)
    playing = set(season.entrants.filter(withdrawn_on=None).values_list("pk", flat=True))
    byes = {one["entrant"]: RequestedBye(one["bye"]) for one in facts.get("requested_byes", [])}
    return LastDraw(
        night,
        start_time,
        places,
        _has_third_place(season, drawn, state.last_round),
        bool(facts.get("accelerate")),
        frozenset(facts.get("absent", [])),
        {entrant: bye for entrant, bye in byes.items() if entrant in playing},
    )


def _planned(season: Season, planned: Mapping[str, Any]) -> WhenAndWhere:
    """Return when and where a draw put its matches, from its event; places that are gone are left out."""
    night, start_time = planned["night"], planned["at"]
    places = Place.objects.filter(league=season.league_id).in_bulk(planned["places"])
    return (
        date.fromisoformat(night) if night else None,
        time.fromisoformat(start_time) if start_time else None,
        tuple(places[pk] for pk in planned["places"] if pk in places),
    )


def _most_common(latest: Sequence[Match]) -> WhenAndWhere:
    """Return when and where most matches of a round are, whose draw doesn't tell: an earlier version drew it."""
    times = Counter((match.night, match.at) for match in latest if match.state != MatchState.BYE)
    night, start_time = next(iter(times.most_common(1)), ((latest[0].night, latest[0].at), 1))[0]
    return night, start_time, tuple(dict.fromkeys(match.place for match in latest if match.place))


def _has_third_place(season: Season, drawn: list[Match], number: int) -> bool:
    """Return whether the match for third place is in round ``number``."""
    if season.pairing == Pairing.KNOCKOUT:
        bracket = knockout_bracket(drawn)
        return bool(bracket.rounds) and len(bracket.rounds[-1]) > bracket.sizes[len(bracket.rounds) - 1]
    planned = planned_bracket(season, drawn) if season.pairing in PLANNED_BRACKETS else None
    return planned is not None and any(
        match.round == number and planned.plan.match(planned_number).part == "third"
        for planned_number, match in planned.matches.items()
    )

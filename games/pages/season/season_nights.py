"""Query the nights of a season on which matches counted, and the recent form of its entrants."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from games.models import COUNTING, FixtureSide, FixtureState, Season
from games.pages.season.season_table import OutcomeMark
from games.rules.league.standings import Record
from games.wording.season.season_table import mark_text

FORM_LENGTH: Final = 5
"""How many matches the form shows; only the newest _LOOKED_AT sides of the season are searched for them."""
_MOST_SIDES: Final = 2_000
_OUTCOMES: Final = {"win": "won", "draw": "drawn", "loss": "lost"}
"""The names of outcomes in the API and the stylesheet."""
_PLAYED_STATES: Final = tuple(state for state in COUNTING if state != FixtureState.BYE)


def nights_of(season: Season) -> list[date]:
    """Return the nights on which matches counted, newest first."""
    nights = season.fixtures.filter(state__in=_PLAYED_STATES, night__isnull=False).order_by("-night")
    return [night for night in nights.values_list("night", flat=True).distinct() if night]


def recent_form(
    season: Season, records: Mapping[int, Record], until: date | None
) -> dict[int, tuple[OutcomeMark, ...]]:
    """Return the last outcomes of everyone in ``records`` up to a night, newest last, by entrant (primary key)."""
    sides = FixtureSide.objects.filter(
        fixture__season=season, fixture__state__in=_PLAYED_STATES, fixture__night__isnull=False
    )
    if until is not None:
        sides = sides.filter(fixture__night__lte=until)
    newest = sides.exclude(outcome="").order_by("-fixture__night", "-fixture__number", "position")
    marks_by_entrant: dict[int, list[OutcomeMark]] = {}
    missing = {entrant: min(FORM_LENGTH, record.played) for entrant, record in records.items() if record.played}
    rows = newest.values_list("entrant", "outcome", "fixture__final")[:_MOST_SIDES]
    for entrant, outcome, final in rows.iterator(chunk_size=100):
        if missing.get(entrant):
            mark = OutcomeMark(_OUTCOMES[outcome], *mark_text(outcome), provisional=not final)
            marks_by_entrant.setdefault(entrant, []).append(mark)
            missing[entrant] -= 1
            if not missing[entrant]:
                del missing[entrant]
                if not missing:
                    break
    return {entrant: tuple(reversed(marks)) for entrant, marks in marks_by_entrant.items()}

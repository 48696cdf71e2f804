"""The nights of a season: on which there was something, and how everybody did on the last of them."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from games.models import COUNTING, FixtureSide, FixtureState, Season
from games.pages.season_table import Mark
from games.rules.standings import Record
from games.wording.season_table import mark_text

FORM: Final = 5
"""Matches that make the form, and no older ones than _LOOKED_AT sides of the season ago."""
_LOOKED_AT: Final = 2_000
_OUTCOMES: Final = {"win": "won", "draw": "drawn", "loss": "lost"}
"""How a match came out by the outcome of a side, as the API and the stylesheet have it."""
_PLAYED: Final = tuple(state for state in COUNTING if state != FixtureState.BYE)


def nights_of(season: Season) -> list[date]:
    """The nights on which matches counted, the newest first."""
    nights = season.fixtures.filter(state__in=_PLAYED, night__isnull=False).order_by("-night")
    return [night for night in nights.values_list("night", flat=True).distinct() if night]


def form_of(season: Season, records: Mapping[int, Record], until: date | None) -> dict[int, tuple[Mark, ...]]:
    """The last matches of everybody in ``records`` up to a night, the newest last, by entrant (primary key)."""
    sides = FixtureSide.objects.filter(fixture__season=season, fixture__state__in=_PLAYED, fixture__night__isnull=False)
    if until is not None:
        sides = sides.filter(fixture__night__lte=until)
    newest = sides.exclude(outcome="").order_by("-fixture__night", "-fixture__number", "position")
    found: dict[int, list[Mark]] = {}
    missing = {entrant: min(FORM, record.played) for entrant, record in records.items() if record.played}
    rows = newest.values_list("entrant", "outcome", "fixture__final")[:_LOOKED_AT]
    for entrant, outcome, final in rows.iterator(chunk_size=100):
        if missing.get(entrant):
            found.setdefault(entrant, []).append(Mark(_OUTCOMES[outcome], *mark_text(outcome), provisional=not final))
            missing[entrant] -= 1
            if not missing[entrant]:
                del missing[entrant]
                if not missing:
                    break
    return {entrant: tuple(reversed(marks)) for entrant, marks in found.items()}

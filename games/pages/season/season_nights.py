"""Query the nights of a season on which matches counted, and the recent form of its entrants."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

from games.models import MatchSide, MatchState, Season
from games.rules.league.season import season_rules
from games.rules.league.standings import Record
from games.selectors.season.season_tally import counting_states
from games.wording.season.season_table import mark_text

FORM_LENGTH: Final = 5
"""How many matches the form shows; only the newest _LOOKED_AT sides of the season are searched for them."""
_MOST_SIDES: Final = 2_000
_OUTCOMES: Final = {"win": "won", "draw": "drawn", "loss": "lost"}
"""The names of outcomes in the API and the stylesheet."""


@dataclass(frozen=True, slots=True)
class OutcomeMark:
    """The outcome of one match, "won", "drawn" or "lost", with its letter and word; ``provisional`` if not final."""

    outcome: str
    letter: str
    word: str
    provisional: bool

    @property
    def final(self) -> bool:
        """Whether the result is final."""
        return not self.provisional


def nights_of(season: Season, tonight: date) -> list[date]:
    """Return the nights on which matches counted, newest first; one that comes after ``tonight`` wasn't played.

    A match can be forfeited before its night.
    """
    counted = season.matches.filter(state__in=_played_states(season), night__isnull=False)
    nights = counted.exclude(state=MatchState.FORFEITED, night__gt=tonight).order_by("-night")
    return [night for night in nights.values_list("night", flat=True).distinct() if night]


def recent_form(
    season: Season, records: Mapping[int, Record], until: date | None
) -> dict[int, tuple[OutcomeMark, ...]]:
    """Return the last outcomes of everyone in ``records`` up to a night, newest last, by entrant (primary key)."""
    sides = MatchSide.objects.filter(
        match__season=season, match__state__in=_played_states(season), match__night__isnull=False
    )
    if until is not None:
        sides = sides.filter(match__night__lte=until)
    newest = sides.exclude(outcome="").order_by("-match__night", "-match__number", "position")
    marks = {
        (outcome, final): OutcomeMark(name, *mark_text(outcome), provisional=not final)
        for outcome, name in _OUTCOMES.items()
        for final in (True, False)
    }
    marks_by_entrant: dict[int, list[OutcomeMark]] = {}
    missing = {entrant: min(FORM_LENGTH, record.played) for entrant, record in records.items() if record.played}
    rows = newest.values_list("entrant", "outcome", "match__final")[:_MOST_SIDES]
    for entrant, outcome, final in rows.iterator(chunk_size=100):
        if missing.get(entrant):
            marks_by_entrant.setdefault(entrant, []).append(marks[outcome, final])
            missing[entrant] -= 1
            if not missing[entrant]:
                del missing[entrant]
                if not missing:
                    break
    return {entrant: tuple(reversed(marks)) for entrant, marks in marks_by_entrant.items()}


def _played_states(season: Season) -> tuple[MatchState, ...]:
    """Return the states of matches that count in the season's standings, without byes."""
    return tuple(state for state in counting_states(season_rules(season.rules)) if state != MatchState.BYE)

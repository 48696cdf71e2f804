"""Build the lines of a league's history as its pages show them."""

from typing import Final

from django.db.models import QuerySet

from games.models import LeagueEvent
from games.pages.league.leagues import HistoryLine
from games.selectors.league.league_history import event_sentences
from games.wording.words import day_text

MOST_LINES: Final = 100
"""The most lines of a history that are shown."""


def history_lines(events: QuerySet[LeagueEvent], *, reasons: bool = False) -> tuple[HistoryLine, ...]:
    """Return ``events`` as sentences, newest first; ``reasons`` are only for who runs the league. Three queries."""
    rows = list(events.select_related("member", "season").order_by("-pk")[:MOST_LINES])
    return tuple(
        HistoryLine(text=text, by=row.by, when=day_text(row.at), reason=row.reason if reasons else "")
        for row, text in zip(rows, event_sentences(rows), strict=True)
    )

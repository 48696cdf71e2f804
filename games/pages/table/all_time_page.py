"""Build the page about everything the people of a phone's games have won."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Device
from games.pages.table.all_time import AllTimePage, PersonLine, WinsLine, YearLink
from games.selectors.table.phone_record import (
    GameOutcome,
    PersonRecord,
    outcomes_of,
    person_records,
    settled_of_phone,
    years_of,
)
from games.wording.outcomes import series_text

_MOST_LINES: Final = 6
_WIDTH, _HEIGHT, _TOP, _LABEL_GAP = 240, 150, 12, 16
"""The chart's measures, in units of its view box."""


def all_time_page(device: Device | None, year: int | None) -> AllTimePage:
    """Return the page of ``device``, for one ``year`` or for all."""
    here, csv_url = reverse("all_time"), reverse("all_time_csv")
    if device is None:
        return AllTimePage("", 0, (), (), (), csv_url)
    every_row = settled_of_phone(device)
    years = years_of(every_row)
    rows = every_row.filter(year=year) if year in years else every_row
    records, outcomes = person_records(rows), outcomes_of(rows)
    links = [YearLink(str(one), f"{here}?year={one}", one == year) for one in years]
    return AllTimePage(
        series=series_text([(record.name, record.wins) for record in records]),
        games=len({outcome.game for outcome in outcomes}),
        lines=tuple(_person(record, number, outcomes) for number, record in enumerate(records, 1)),
        years=(YearLink(_("All years"), here, year not in years), *links) if len(years) > 1 else (),
        chart=_chart(records, outcomes),
        csv_url=csv_url,
    )


def _person(record: PersonRecord, number: int, outcomes: Sequence[GameOutcome]) -> PersonLine:
    results = [outcome.won for outcome in outcomes if outcome.folded == record.folded]
    return PersonLine(
        name=record.name,
        style=(number - 1) % 8 + 1,
        games=record.games,
        wins=record.wins,
        points=record.points,
        streak=max((len(list(run)) for won, run in groupby(results) if won), default=0),
        biggest=record.biggest,
        gins=record.gins,
        undercuts=record.undercuts,
        share=round(100 * record.wins / record.games),
    )


def _chart(records: Sequence[PersonRecord], outcomes: Sequence[GameOutcome]) -> tuple[WinsLine, ...]:
    """Return a line for each of the most successful people: games won, game after game."""
    games = list(dict.fromkeys(outcome.game for outcome in outcomes))
    if len(games) < 2 or not records[0].wins:
        return ()
    won = {(outcome.folded, outcome.game) for outcome in outcomes if outcome.won}
    lines, lowest = [], _HEIGHT + _LABEL_GAP
    for number, record in reversed(list(enumerate(records[:_MOST_LINES], 1))):
        wins, path = 0, [f"M0 {_HEIGHT}"]
        for played, game in enumerate(games, 1):
            if (record.folded, game) in won:
                wins += 1
                y = _HEIGHT - (_HEIGHT - _TOP) * wins / records[0].wins
                path.append(f"H{_WIDTH * played / len(games):.0f}V{y:.0f}")
        path.append(f"H{_WIDTH}")
        # Names of people with about as many wins are moved apart, from the bottom up.
        lowest = min(lowest - _LABEL_GAP, round(_HEIGHT - (_HEIGHT - _TOP) * wins / records[0].wins) + 4)
        lines.append(WinsLine(number, record.name, wins, "".join(path), lowest))
    return tuple(reversed(lines))

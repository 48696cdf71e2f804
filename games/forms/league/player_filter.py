"""Read the filter of a player's page from the query string."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.utils.translation import gettext as _

from games.forms.typed_values import parse_date, parse_whole_number


@dataclass(frozen=True, slots=True)
class PlayerFilter:
    """The filter: a season's id, an opponent's member id, a preset's id, and dates; None and "" mean any."""

    season: str = ""
    opponent: int | None = None
    rules: str = ""
    since: date | None = None
    until: date | None = None
    errors: tuple[str, ...] = ()


def read_filter(data: Mapping[str, str]) -> PlayerFilter:
    """Read the filter; a value that cannot be read is left out and noted in ``errors``."""
    errors = []

    def day(name: str) -> date | None:
        text = data.get(name, "").strip()[:20]
        if not text:
            return None
        found = parse_date(text)
        if found is None:
            messages = {
                "since": _("“From” needs a date, like 2026-11-21."),
                "until": _("“Until” needs a date, like 2026-11-21."),
            }
            errors.append(messages[name])
        return found

    opponent = data.get("against", "")[:12]
    if opponent and parse_whole_number(opponent, 12) is None:
        errors.append(_("There's no such opponent."))
        opponent = ""
    since, until = day("since"), day("until")
    if since and until and since > until:
        errors.append(_("“From” is later than “Until”."))
        since = until = None
    return PlayerFilter(
        season=data.get("season", "")[:16],
        opponent=int(opponent) if opponent else None,
        rules=data.get("rules", "")[:40],
        since=since,
        until=until,
        errors=tuple(errors),
    )

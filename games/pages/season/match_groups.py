"""The nights and rounds of a season, to choose one from: to enter its results or to print it."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Match, MatchState, Season
from games.pages.season.season_setup import FieldOption
from games.selectors.season.round_names import RoundNames, round_names
from games.wording.season.season_events import night_text, short_night_text

OPEN_STATES: Final = (MatchState.PLANNED, MatchState.RUNNING)
_UNDATED: Final = "undated"


class MatchGroups:
    """The nights and rounds of a season, each with how many matches it has and how many wait for a result.

    Their keys are "night-2026-10-06", "round-3" and "undated".
    """

    def __init__(self, rows: Iterable[tuple[date | None, int | None, str]], names: RoundNames) -> None:
        """Count matches, each given by its night, its round and its state."""
        self.names = names
        self.matches, self.open = Counter[str](), Counter[str]()
        nights, rounds = Counter[str](), Counter[str]()
        # The matches of each round on a night: how many are over, and how many are open.
        self._rounds: defaultdict[str, defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(lambda: [0, 0]))
        for night, number, state in rows:
            keys = (f"night-{night.isoformat()}" if night else _UNDATED, f"round-{number}" if number else "")
            for key, counter in zip(keys, (nights, rounds), strict=True):
                if key:
                    counter[key] += 1
                    self.open[key] += state in OPEN_STATES
            if night and number:
                self._rounds[keys[0]][number][state in OPEN_STATES] += 1
        for key in sorted(nights):
            self.matches[key] = nights[key]
        for key in sorted(rounds, key=_round_number):
            self.matches[key] = rounds[key]

    @classmethod
    def of(cls, season: Season) -> "MatchGroups":
        """Return the groups of a season's matches, without byes."""
        return cls(
            season.matches.exclude(state=MatchState.BYE).values_list("night", "round", "state"), round_names(season)
        )

    def options(self, chosen: str, today: date) -> tuple[FieldOption, ...]:
        """Return all groups as options of a field."""
        return tuple(
            FieldOption(key, self._option_title(key, today), key == chosen, remaining_text(self.open[key]))
            for key in self.matches
        )

    def title(self, key: str) -> str:
        """Return the title of a group: "Round 3", "Semifinals", "Tuesday, October 6, 2026"."""
        night = _night(key)
        return night_text(night, year=True) if night else self._undated_title(key)

    def headings(self, matches: Sequence[Match]) -> Mapping[int, str]:
        """Return a heading for the round of each of these matches, by number; "" where they all are of one round."""
        found = {match.number: self.names.of_match(match) or _("Matches") for match in matches}
        return found if len(set(found.values())) > 1 else dict.fromkeys(found, "")

    def _option_title(self, key: str, today: date) -> str:
        """Return the title of a group in a list: "Round 3", "Tonight, Tue, Oct 6"."""
        night = _night(key)
        if night is None:
            return self._undated_title(key)
        title = short_night_text(night, year=night.year != today.year)
        return _("Tonight, %(night)s") % {"night": title} if night == today else title

    def _undated_title(self, key: str) -> str:
        return _("No date yet") if key == _UNDATED else self.names.of(_round_number(key))

    def likely(self, today: date) -> str:
        """Return the group that waits for results: tonight, the latest night before, the next one, or a round.

        Without an open match it is tonight, or the last night of all.
        """
        nights = [key for key in self.matches if key.startswith("night-")]
        tonight = f"night-{today.isoformat()}"
        waiting = [key for key in nights if self.open[key]]
        past, coming = [key for key in waiting if key < tonight], [key for key in waiting if key > tonight]
        rounds = [key for key in self.matches if key.startswith("round-") and self.open[key]]
        undated = [_UNDATED] if self.open[_UNDATED] else []
        for keys in ([key for key in waiting if key == tonight], past[-1:], coming, rounds, undated):
            if keys:
                return keys[0]
        return tonight if tonight in nights else (nights or list(self.matches) or [_UNDATED])[-1]

    def likely_on_paper(self, today: date) -> str:
        """Return the group to print: the likely one, or the newest open round of a night that is past its first round.

        A night with several rounds and no result is printed as a whole.
        """
        key = self.likely(today)
        newest, begun = key, False
        for number, (over, waiting) in sorted(self._rounds.get(key, {}).items()):
            if waiting and begun:
                newest = f"round-{number}"
            if not over:
                break
            begun = True
        return newest


def matches_of(season: Season, chosen: str) -> QuerySet[Match]:
    """Return the matches of a group, byes included."""
    if chosen.startswith("round-"):
        return season.matches.filter(round=_round_number(chosen))
    return season.matches.filter(night=_night(chosen))


def _night(key: str) -> date | None:
    return date.fromisoformat(key.removeprefix("night-")) if key.startswith("night-") else None


def remaining_text(count: int) -> str:
    """Return how many matches of a night or round have no result yet: "2 open"; "" for none."""
    # Translators: how many matches of a night or round have no result yet.
    return pgettext("matches without a result", "%(count)d open") % {"count": count} if count else ""


def _round_number(key: str) -> int:
    return int(key.removeprefix("round-"))

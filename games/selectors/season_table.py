"""The page of a season's table: now, or as it was after any night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby

from django.urls import reverse
from django.utils.translation import get_language, pgettext

from games.models import Entrant, Season
from games.models import Penalty as Taken
from games.pages.league import NavLink
from games.pages.season_table import SeasonTablePage, Shift, Standing, StandingRow, Value
from games.rules.season import SeasonRules, season_rules
from games.rules.standings import Row
from games.selectors.entrant_names import called
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.reckoned import reckoned
from games.selectors.season_nav import season_nav
from games.selectors.season_nights import form_of, nights_of
from games.selectors.season_rows import in_the_table, numbered, rows_of, taken_by
from games.selectors.season_tally import season_tally, without
from games.selectors.streams import season_stream_address
from games.wording import MINUS, signed
from games.wording import season_table as words


def is_hidden(at: SeasonAccess, *, for_all: bool = False) -> bool:
    """Whether the table is not for whoever asks; ``for_all``: not for the room, whoever opened the page."""
    return not at.season.table_shown and (for_all or not at.access.may("manage_league"))


def season_table_page(at: SeasonAccess, *, on: date | None = None, error: str = "") -> SeasonTablePage:
    """The page of the table, as it stood after the night of ``on`` where a date is asked for.

    ``error`` says what was wrong with the date that was asked for.
    """
    season, tonight = at.season, today(at.season.league)
    then = on if on is not None and on < tonight else None
    table = standing(at, on=then)
    here = [season.public_id]
    url = reverse("season", args=here)
    live = then is None and season.closed_at is None
    return SeasonTablePage(
        nav=season_nav(at, "season"),
        title=pgettext("standings", "%(season)s: table") % {"season": season.name},
        heading=pgettext("standings", "Final table")
        if season.closed_at and then is None
        else pgettext("standings", "Table"),
        table=table,
        nights=tuple(
            NavLink(words.night_name(night, tonight), f"{url}?on={night}", night == then) for night in table.nights
        ),
        on=then.isoformat() if then else "",
        on_text=words.night_name(then, tonight) if then else "",
        error=error,
        url=url,
        live_url=season_stream_address(at) if live else "",
        poll_url=reverse("season_revision", args=here),
        moved_url=reverse("season_moved", args=here) if live else "",
        needs_url=reverse("season_needs", args=here) if then is None and not is_hidden(at) else "",
        screen_url=reverse("season_screen", args=here),
        hall_url=reverse("season_hall", args=here),
        rating_url=reverse("ratings", args=[season.league.public_id]),
        revision=season.revision,
    )


def standing(at: SeasonAccess, *, on: date | None = None, for_all: bool = False) -> Standing:
    """The table of a season after a night, None: as it stands; see ``is_hidden`` for who sees only names."""
    season = at.season
    if not is_hidden(at, for_all=for_all):
        return _standing(season.pk, season.revision, today(season.league), on, get_language())
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    names = sorted((called(entrant) for entrant in entrants), key=str.casefold)
    return Standing((), (), tuple(names), words.hidden_text(), (), _who(season), ())


@reckoned
def _standing(season_id: int, revision: int, tonight: date, on: date | None, language: str | None) -> Standing:
    """The table of a season at a ``revision``: whatever moves it, names included, makes another one.

    So does the ``language`` that its sentences are in: what is asked for is told in the one that is switched on.
    """
    del revision, language
    season = Season.objects.select_related("league").get(pk=season_id)
    entrants, penalties = season.entrants.select_related("member"), season.penalties.all()
    made = _Made(season, season_rules(season.rules), list(entrants), list(penalties), tonight, on)
    nights = nights_of(season)
    rows = made.rows(nights)
    return Standing(
        rows=tuple(row for row in rows if not row.lacks),
        unranked=tuple(row for row in rows if row.lacks),
        names=(),
        hidden="",
        sentences=made.sentences(rows),
        who=_who(season),
        nights=tuple(nights),
    )


def _who(season: Season) -> str:
    return pgettext("column head", "Team") if season.teams else pgettext("column head", "Player")


@dataclass(slots=True)
class _Made:
    """The table in the making."""

    season: Season
    rules: SeasonRules
    entrants: Sequence[Entrant]
    penalties: Sequence[Taken]
    tonight: date
    on: date | None
    last: date | None = None

    def rows(self, nights: Sequence[date]) -> list[StandingRow]:
        """Every line, those without a place last."""
        season, rules = self.season, self.rules
        tally = season_tally(season, rules, tonight=self.on or self.tonight, until=self.on)
        here = in_the_table(self.entrants, tally, self.on)
        taken = taken_by(season, self.penalties, self.on)
        numbers = numbered(entrant.pk for entrant in self.entrants)
        rows = rows_of(season, [entrant.pk for entrant in here], tally, rules, taken, numbers=numbers)
        self.last = next((night for night in nights if self.on is None or night <= self.on), None)
        was: dict[int, Row] = {}
        if self.last is not None:
            before = without(tally, season_tally(season, rules, tonight=self.last, night=self.last))
            earlier = date.fromordinal(self.last.toordinal() - 1)
            there = [entrant.pk for entrant in in_the_table(here, before, earlier)]
            old = rows_of(season, there, before, rules, taken_by(season, self.penalties, earlier), numbers=numbers)
            was = {row.entrant: row for row in old} if any(row.record.played for row in old) else {}
        form = form_of(season, tally.records, self.on)
        names = {entrant.pk: called(entrant) for entrant in here}
        urls = {entrant.pk: self._player(entrant) for entrant in here}
        shared = {place for place, some in groupby(rows, lambda row: row.place) if len(list(some)) > 1}
        above: Row | None = None
        lines = []
        for row in rows:
            lines.append(
                StandingRow(
                    entrant=row.entrant,
                    place=f"{row.place}{'=' if row.place in shared else ''}" if row.ranked else "",
                    name=names[row.entrant],
                    url=urls[row.entrant],
                    points=str(row.points).replace("-", MINUS),
                    played=row.record.played,
                    wins=row.record.wins,
                    draws=row.record.draws,
                    losses=row.record.losses,
                    difference=signed(row.record.point_difference),
                    boxes=row.record.boxes,
                    form=form.get(row.entrant, ()),
                    shift=self._shift(row, was),
                    provisional=words.provisional_text(row.record.provisional),
                    why=words.why_text(row, above, rules, names[above.entrant]) if above and row.ranked else "",
                    values=tuple(
                        Value(words.criterion_title(criterion), words.value_text(criterion, row.values[criterion]))
                        for criterion in rules.order
                        if criterion in row.values and criterion not in ("boxes", "lot")
                    ),
                    notes=self._notes(row, [one for one in taken if one.entrant_id == row.entrant]),
                    lacks="" if row.ranked else words.lacks_text(rules.minimum - row.record.played),
                    row=row,
                )
            )
            above = row if row.ranked else None
        return lines

    def sentences(self, rows: Sequence[StandingRow]) -> tuple[str, ...]:
        """What is to be known of the whole table."""
        told = []
        if any(row.shift for row in rows) and self.last:
            told.append(words.arrows_text(self.last, self.tonight))
        if any(row.provisional for row in rows):
            told.append(words.running_text())
        if self.rules.best_nights is not None:
            told.append(words.counted_text(self.rules.best_nights))
        if len(self.rules.order) > 1:
            told.append(words.order_text(self.rules.order))
        return tuple(told)

    def _shift(self, row: Row, was: Mapping[int, Row]) -> Shift | None:
        if not was or not row.ranked:
            return None
        old = was.get(row.entrant)
        by = old.place - row.place if old and old.ranked else 0
        way = "new" if old is None or not old.ranked else "up" if by > 0 else "down" if by < 0 else "same"
        return Shift(way, abs(by), words.shift_text(way, abs(by)))

    def _notes(self, row: Row, taken: Sequence[Taken]) -> tuple[str, ...]:
        notes = [words.penalty_text(penalty.points, penalty.reason) for penalty in taken]
        if row.record.byes:
            notes.append(words.byes_text(row.record.byes))
        if self.rules.best_nights is not None and row.counted != row.record:
            notes.append(words.counting_text(row.counted.played, row.record.played))
        return tuple(notes)

    def _player(self, entrant: Entrant) -> str:
        return reverse("player", args=[self.season.league.public_id, entrant.member_id]) if entrant.member_id else ""

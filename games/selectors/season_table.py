"""Build the page of a season's standings, now or as they were after any night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import get_language, pgettext

from games.models import Entrant, Season
from games.models import Penalty as StoredPenalty
from games.pages.league import NavLink
from games.pages.season_table import SeasonTablePage, Shift, Standing, StandingRow, Value
from games.rules.standings import Row
from games.selectors.entrant_names import entrant_name
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.reckoned import reckoned
from games.selectors.seal_note import season_note
from games.selectors.season_nav import season_nav
from games.selectors.season_nights import form_of, nights_of
from games.selectors.season_rows import Ranking, taken_by
from games.selectors.season_tally import season_tally, without
from games.selectors.streams import season_stream_address
from games.wording import season_table as words
from games.wording.words import MINUS, place_text, signed


def is_hidden(season_access: SeasonAccess, *, for_all: bool = False) -> bool:
    """Tell whether the standings are hidden from the reader; with ``for_all``, even from one who runs the league."""
    return not season_access.season.table_shown and (for_all or not season_access.access.may("manage_league"))


def season_table_page(season_access: SeasonAccess, *, on: date | None = None, error: str = "") -> SeasonTablePage:
    """Return the page of the standings, now or after the night ``on``.

    ``error`` says what was wrong with the requested date.
    """
    season, tonight = season_access.season, today(season_access.season.league)
    on_night = on if on is not None and on < tonight else None
    table = standing(season_access, on=on_night)
    args = [season.public_id]
    url = reverse("season", args=args)
    live = on_night is None and season.closed_at is None
    return SeasonTablePage(
        nav=season_nav(season_access, "season"),
        title=pgettext("standings", "%(season)s: table") % {"season": season.name},
        heading=pgettext("standings", "Final table")
        if season.closed_at and on_night is None
        else pgettext("standings", "Table"),
        table=table,
        nights=tuple(
            NavLink(words.night_name(night, tonight), f"{url}?on={night}", night == on_night) for night in table.nights
        ),
        as_of=on_night.isoformat() if on_night else "",
        as_of_text=words.night_name(on_night, tonight) if on_night else "",
        error=error,
        url=url,
        live_url=season_stream_address(season_access) if live else "",
        poll_url=reverse("season_revision", args=args),
        moved_url=reverse("season_moved", args=args) if live else "",
        needs_url=reverse("season_needs", args=args) if on_night is None and not is_hidden(season_access) else "",
        screen_url=reverse("season_screen", args=args),
        hall_url=reverse("season_hall", args=args),
        rating_url=reverse("ratings", args=[season.league.public_id]),
        revision=season.revision,
        seal=season_note(season) if on_night is None else None,
    )


def standing(season_access: SeasonAccess, *, on: date | None = None, for_all: bool = False) -> Standing:
    """Return the standings of a season after the night ``on`` (None: now); if hidden, only names: see ``is_hidden``."""
    season = season_access.season
    if not is_hidden(season_access, for_all=for_all):
        return _cached_standings(season.pk, season.revision, today(season.league), on, get_language())
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    names = sorted((entrant_name(entrant) for entrant in entrants), key=str.casefold)
    return Standing((), (), tuple(names), words.hidden_text(), (), _name_head(season), ())


@reckoned
def _cached_standings(season_id: int, revision: int, tonight: date, on: date | None, language: str | None) -> Standing:
    """Build the standings; cached by the season's ``revision``, which every change, of names too, increases.

    ``language`` is the active language, in which the sentences are written.
    """
    del revision, language
    season = Season.objects.select_related("league").get(pk=season_id)
    builder = _StandingsBuilder(Ranking.of(season), tonight, on)
    nights = nights_of(season)
    rows = builder.rows(nights)
    return Standing(
        rows=tuple(row for row in rows if not row.missing_text),
        unranked=tuple(row for row in rows if row.missing_text),
        names=(),
        hidden="",
        sentences=builder.sentences(rows),
        who=_name_head(season),
        nights=tuple(nights),
    )


def _name_head(season: Season) -> str:
    return pgettext("column head", "Team") if season.teams else pgettext("column head", "Player")


@dataclass(slots=True)
class _StandingsBuilder:
    """Builds the rows and notes of the standings."""

    ranking: Ranking
    tonight: date
    on: date | None
    last: date | None = None

    def rows(self, nights: Sequence[date]) -> list[StandingRow]:
        """Return all rows, unranked entrants last."""
        ranking, season, rules = self.ranking, self.ranking.season, self.ranking.rules
        tally = season_tally(season, rules, tonight=self.on or self.tonight, until=self.on)
        rows = ranking.rows(tally, self.on)
        penalties = taken_by(season, ranking.penalties, self.on)
        self.last = next((night for night in nights if self.on is None or night <= self.on), None)
        old_rows: dict[int, Row] = {}
        if self.last is not None:
            before = without(tally, season_tally(season, rules, tonight=self.last, night=self.last))
            old = ranking.rows(before, date.fromordinal(self.last.toordinal() - 1))
            old_rows = {row.entrant: row for row in old} if any(row.record.played for row in old) else {}
        form = form_of(season, tally.records, self.on)
        names = {entrant.pk: entrant_name(entrant) for entrant in ranking.entrants}
        urls = {entrant.pk: self._player(entrant) for entrant in ranking.entrants}
        above: Row | None = None
        lines = []
        for row in rows:
            lines.append(
                StandingRow(
                    entrant=row.entrant,
                    place=place_text(row.place, shared=row.shared) if row.ranked else "",
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
                    arrow=self._shift(row, old_rows),
                    provisional=words.provisional_text(row.record.provisional),
                    decided_by=self._why(row, above, names),
                    values=tuple(
                        Value(words.criterion_title(criterion), words.value_text(criterion, row.values[criterion]))
                        for criterion in rules.order
                        if criterion in row.values and criterion not in ("boxes", "lot")
                    ),
                    notes=self._notes(row, [penalty for penalty in penalties if penalty.entrant_id == row.entrant]),
                    missing_text="" if row.ranked else self._lacks(row),
                    row=row,
                )
            )
            above = row if row.ranked else None
        return lines

    def sentences(self, rows: Sequence[StandingRow]) -> tuple[str, ...]:
        """Return the notes below the standings."""
        sentences = []
        if any(row.arrow for row in rows) and self.last:
            sentences.append(words.arrows_text(self.last, self.tonight))
        if any(row.provisional for row in rows):
            sentences.append(words.running_text())
        if self.ranking.rules.best_nights is not None:
            sentences.append(words.counted_text(self.ranking.rules.best_nights))
        if brackets := [row.row.bracket for row in rows if row.row.bracket]:
            sentences.append(words.bracket_text(open_final=any(bracket.wins_left for bracket in brackets)))
            sentences.append(words.listed_text(self.ranking.rules.order))
        elif len(self.ranking.rules.order) > 1:
            sentences.append(words.order_text(self.ranking.rules.order))
        return tuple(sentences)

    def _why(self, row: Row, above: Row | None, names: Mapping[int, str]) -> str:
        if row.bracket:
            return words.came_text(row.bracket)
        if above is None or not row.ranked:
            return ""
        return words.why_text(row, above, self.ranking.rules, names[above.entrant])

    def _lacks(self, row: Row) -> str:
        missing = self.ranking.rules.minimum - row.record.played
        return words.lacks_text(missing) if missing > 0 else words.not_drawn_text()

    def _shift(self, row: Row, old_rows: Mapping[int, Row]) -> Shift | None:
        if not old_rows or not row.ranked:
            return None
        old = old_rows.get(row.entrant)
        places_gained = old.place - row.place if old and old.ranked else 0
        direction = (
            "new"
            if old is None or not old.ranked
            else "up"
            if places_gained > 0
            else "down"
            if places_gained < 0
            else "same"
        )
        return Shift(direction, abs(places_gained), words.shift_text(direction, abs(places_gained)))

    def _notes(self, row: Row, penalties: Sequence[StoredPenalty]) -> tuple[str, ...]:
        notes = [words.penalty_text(penalty.points, penalty.reason) for penalty in penalties]
        if row.record.byes:
            notes.append(words.byes_text(row.record.byes))
        if self.ranking.rules.best_nights is not None and row.counted != row.record:
            notes.append(words.counting_text(row.counted.played, row.record.played))
        return tuple(notes)

    def _player(self, entrant: Entrant) -> str:
        league = self.ranking.season.league
        return reverse("player", args=[league.public_id, entrant.member_id]) if entrant.member_id else ""

"""Build the page of a season's standings, now or as they were after any night."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import get_language, pgettext

from games.models import Entrant, Season
from games.models import Penalty as StoredPenalty
from games.pages.league.league import NavLink
from games.pages.season.season_nav import season_nav
from games.pages.season.season_nights import nights_of, recent_form
from games.pages.season.season_table import (
    CriterionValue,
    RankArrow,
    SeasonTablePage,
    StandingsTable,
    StandingsTableRow,
)
from games.pages.sharing.seal_note import season_seal_note
from games.rules.league.standings import StandingsRow
from games.selectors.caching import cached_once
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking, penalties_in_force
from games.selectors.season.season_tally import season_tally, subtracted
from games.selectors.table.streams import season_stream_path
from games.wording.season import season_table as words
from games.wording.words import MINUS, rank_place_text, signed


def is_hidden(season_access: SeasonAccess, *, for_all: bool = False) -> bool:
    """Tell whether the standings are hidden from the reader; with ``for_all``, even from one who runs the league."""
    return not season_access.season.table_shown and (for_all or not season_access.access.may("manage_league"))


def season_table_page(season_access: SeasonAccess, *, on: date | None = None, error: str = "") -> SeasonTablePage:
    """Return the page of the standings, now or after the night ``on``.

    ``error`` says what was wrong with the requested date.
    """
    season, tonight = season_access.season, date_in_league(season_access.season.league)
    on_night = on if on is not None and on < tonight else None
    table = season_standings(season_access, on=on_night)
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
        live_url=season_stream_path(season_access) if live else "",
        poll_url=reverse("season_revision", args=args),
        moved_url=reverse("season_moved", args=args) if live else "",
        needs_url=reverse("season_needs", args=args) if on_night is None and not is_hidden(season_access) else "",
        screen_url=reverse("season_screen", args=args),
        hall_url=reverse("season_hall", args=args),
        rating_url=reverse("ratings", args=[season.league.public_id]),
        revision=season.revision,
        seal=season_seal_note(season) if on_night is None else None,
    )


def season_standings(season_access: SeasonAccess, *, on: date | None = None, for_all: bool = False) -> StandingsTable:
    """Return the standings of a season after the night ``on`` (None: now); if hidden, only names: see ``is_hidden``."""
    season = season_access.season
    if not is_hidden(season_access, for_all=for_all):
        return _cached_standings(season.pk, season.revision, date_in_league(season.league), on, get_language())
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    names = sorted((entrant_name(entrant) for entrant in entrants), key=str.casefold)
    return StandingsTable((), (), tuple(names), words.hidden_text(), (), _name_head(season), ())


@cached_once
def _cached_standings(
    season_id: int, revision: int, tonight: date, on: date | None, language: str | None
) -> StandingsTable:
    """Build the standings; cached by the season's ``revision``, which every change, of names too, increases.

    ``language`` is the active language, in which the sentences are written.
    """
    del revision, language
    season = Season.objects.select_related("league").get(pk=season_id)
    builder = _StandingsBuilder(Ranking.of(season), tonight, on)
    nights = nights_of(season)
    rows = builder.rows(nights)
    return StandingsTable(
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

    def rows(self, nights: Sequence[date]) -> list[StandingsTableRow]:
        """Return all rows, unranked entrants last."""
        ranking, season, rules = self.ranking, self.ranking.season, self.ranking.rules
        tally = season_tally(season, rules, tonight=self.on or self.tonight, until=self.on)
        rows = ranking.rows(tally, self.on)
        penalties = penalties_in_force(season, ranking.penalties, self.on)
        self.last = next((night for night in nights if self.on is None or night <= self.on), None)
        old_rows: dict[int, StandingsRow] = {}
        if self.last is not None:
            before = subtracted(tally, season_tally(season, rules, tonight=self.last, night=self.last))
            old = ranking.rows(before, date.fromordinal(self.last.toordinal() - 1))
            old_rows = {row.entrant: row for row in old} if any(row.record.played for row in old) else {}
        form = recent_form(season, tally.records, self.on)
        names = {entrant.pk: entrant_name(entrant) for entrant in ranking.entrants}
        urls = {entrant.pk: self._player(entrant) for entrant in ranking.entrants}
        above: StandingsRow | None = None
        lines = []
        for row in rows:
            lines.append(
                StandingsTableRow(
                    entrant=row.entrant,
                    place=rank_place_text(row.place, shared=row.shared) if row.ranked else "",
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
                        CriterionValue(
                            words.criterion_title(criterion), words.value_text(criterion, row.values[criterion])
                        )
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

    def sentences(self, rows: Sequence[StandingsTableRow]) -> tuple[str, ...]:
        """Return the notes below the standings."""
        sentences = []
        if any(row.arrow for row in rows) and self.last:
            sentences.append(words.arrows_text(self.last, self.tonight))
        if any(row.provisional for row in rows):
            sentences.append(words.asterisk_text())
        if self.ranking.rules.best_nights is not None:
            sentences.append(words.best_nights_text(self.ranking.rules.best_nights))
        if brackets := [row.row.bracket for row in rows if row.row.bracket]:
            sentences.append(words.bracket_text(open_final=any(bracket.wins_left for bracket in brackets)))
            sentences.append(words.shared_order_text(self.ranking.rules.order))
        elif len(self.ranking.rules.order) > 1:
            sentences.append(words.order_text(self.ranking.rules.order))
        return tuple(sentences)

    def _why(self, row: StandingsRow, above: StandingsRow | None, names: Mapping[int, str]) -> str:
        if row.bracket:
            return words.bracket_result_text(row.bracket)
        if above is None or not row.ranked:
            return ""
        return words.decided_by_text(row, above, self.ranking.rules, names[above.entrant])

    def _lacks(self, row: StandingsRow) -> str:
        missing = self.ranking.rules.minimum - row.record.played
        return words.missing_matches_text(missing) if missing > 0 else words.not_drawn_text()

    def _shift(self, row: StandingsRow, old_rows: Mapping[int, StandingsRow]) -> RankArrow | None:
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
        return RankArrow(direction, abs(places_gained), words.rank_change_text(direction, abs(places_gained)))

    def _notes(self, row: StandingsRow, penalties: Sequence[StoredPenalty]) -> tuple[str, ...]:
        notes = [words.penalty_text(penalty.points, penalty.reason) for penalty in penalties]
        if row.record.byes:
            notes.append(words.byes_text(row.record.byes))
        if self.ranking.rules.best_nights is not None and row.counted != row.record:
            notes.append(words.counted_matches_text(row.counted.played, row.record.played))
        return tuple(notes)

    def _player(self, entrant: Entrant) -> str:
        league = self.ranking.season.league
        return reverse("player", args=[league.public_id, entrant.member_id]) if entrant.member_id else ""

"""The standings of a season, now or as they were after any night: what they hold, and how they are built."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.translation import get_language, pgettext

from games.models import Entrant, MatchSide, MatchState, Season
from games.models import Penalty as StoredPenalty
from games.pages.season.season_nights import OutcomeMark, nights_of, recent_form
from games.rules.league.season import TieBreak
from games.rules.league.standings import StandingsRow
from games.selectors.caching import cached_once
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import Ranking, penalties_in_force
from games.selectors.season.season_state import is_hidden
from games.selectors.season.season_tally import season_tally
from games.wording.season import season_table as words
from games.wording.words import MINUS, rank_place_text, signed

_ALWAYS_SHOWN: Final[tuple[TieBreak, ...]] = (
    *("points", "wins", "fewest_losses", "point_difference", "boxes"),
    "lot",
)
"""The criteria that the standings show on every screen, and the lot, which has no value."""


@dataclass(frozen=True, slots=True)
class RankArrow:
    """How a row moved: ``direction`` is "up", "down", "same" or "new", ``places`` how many ranks, ``text`` says it."""

    direction: str
    places: int
    text: str


@dataclass(frozen=True, slots=True)
class CriterionValue:
    """The value of one tie-break criterion for a row."""

    title: str
    text: str


@dataclass(frozen=True, slots=True)
class StandingsTableRow:
    """One line of the standings; ``place`` is the rank, "" without one. Numbers are formatted text.

    ``column`` is the value of the chosen column, ``more`` are those of ``StandingsTable.more``; ``running`` is the
    number of matches being played.
    ``decided_by`` says what decided against the row above, ``missing_text`` what an unranked entrant lacks; ``notes``
    are sentences about penalties, byes, and nights that do not count.
    """

    entrant: int
    member: int | None
    place: str
    name: str
    url: str
    points: str
    played: int
    wins: int
    draws: int
    losses: int
    difference: str
    column: str
    more: tuple[str, ...]
    boxes: int
    form: tuple[OutcomeMark, ...]
    arrow: RankArrow | None
    running: int
    provisional: str
    decided_by: str
    values: tuple[CriterionValue, ...]
    notes: tuple[str, ...]
    missing_text: str
    group: str
    """The title of the group whose table the row is in; "" without groups."""
    row: StandingsRow
    """The row of values that all of this was made from."""


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """The standings of a season now or at a past date; ``hidden`` says why there are only unranked ``names``.

    ``sentences`` are printed below: what the arrows compare with, what may still change.
    """

    rows: tuple[StandingsTableRow, ...]
    unranked: tuple[StandingsTableRow, ...]
    names: tuple[str, ...]
    hidden: str
    sentences: tuple[str, ...]
    who: str
    """The heading of the names: "Player" or "Team"."""
    nights: tuple[date, ...]
    """The nights with matches, newest first."""
    column: str = ""
    """The title of the chosen column; "" without one."""
    more: tuple[str, ...] = ()
    """The titles of further columns, for which only a wide screen has room."""
    lists_difference: bool = False
    """Whether the point difference is among the values that unfold."""

    @property
    def span(self) -> int:
        """How many columns there are on a wide screen."""
        return 7 + bool(self.column) + len(self.more)


def season_standings(
    season_access: SeasonAccess,
    *,
    on: date | None = None,
    for_all: bool = False,
    column: TieBreak | None = None,
    columns: tuple[TieBreak, ...] = (),
) -> StandingsTable:
    """Return the standings of a season after the night ``on`` (None: now); if hidden, only names: see ``is_hidden``.

    ``column`` is shown as one more column; the rows have values of ``columns``, too, besides the season's criteria.
    """
    season = season_access.season
    if not is_hidden(season_access, for_all=for_all):
        tonight = date_in_league(season.league)
        return _cached_standings(season.pk, season.revision, tonight, _Shown(on, column, columns), get_language())
    entrants = season.entrants.filter(withdrawn_on=None).select_related("member")
    names = sorted((entrant_name(entrant) for entrant in entrants), key=str.casefold)
    return StandingsTable((), (), tuple(names), words.hidden_text(), (), _name_head(season), ())


@dataclass(frozen=True, slots=True)
class _Shown:
    """Which standings are shown: those after the night ``on`` (None: now), with values of these columns."""

    on: date | None
    column: TieBreak | None
    columns: tuple[TieBreak, ...]


@cached_once
def _cached_standings(
    season_id: int, revision: int, tonight: date, shown: _Shown, language: str | None
) -> StandingsTable:
    """Build the standings; cached by the season's ``revision``, which every change, of names too, increases.

    ``language`` is the active language, in which the sentences are written.
    """
    del revision, language
    season = Season.objects.select_related("league").get(pk=season_id)
    builder = _StandingsBuilder(Ranking.of(season), tonight, shown)
    nights = nights_of(season, tonight)
    rows = builder.rows(nights)
    return StandingsTable(
        rows=tuple(row for row in rows if not row.missing_text),
        unranked=tuple(row for row in rows if row.missing_text),
        names=(),
        hidden="",
        sentences=builder.sentences(rows),
        who=_name_head(season),
        nights=tuple(nights),
        column=words.criterion_title(shown.column) if shown.column else "",
        more=tuple(map(words.criterion_title, builder.more)),
        lists_difference="point_difference" in builder.ranking.rules.order,
    )


def _name_head(season: Season) -> str:
    return pgettext("column head", "Team") if season.teams else pgettext("column head", "Player")


def _running_matches(season: Season) -> dict[int, int]:
    """Return the number of matches being played by entrant (primary key); those with none are left out."""
    sides = MatchSide.objects.filter(match__season=season, match__state=MatchState.RUNNING).order_by()
    return Counter(sides.values_list("entrant", flat=True))


@dataclass(slots=True)
class _StandingsBuilder:
    """Builds the rows and notes of the standings."""

    ranking: Ranking
    tonight: date
    shown: _Shown
    last: date | None = None

    @property
    def on(self) -> date | None:
        """The night after which the standings are shown, None for now."""
        return self.shown.on

    @property
    def more(self) -> list[TieBreak]:
        """The criteria with a column on a wide screen only."""
        listed = dict.fromkeys((*self.ranking.rules.order, *self.shown.columns))
        return [criterion for criterion in listed if criterion not in (*_ALWAYS_SHOWN, self.shown.column)]

    def rows(self, nights: Sequence[date]) -> list[StandingsTableRow]:
        """Return all rows, unranked entrants last."""
        ranking, season, rules = self.ranking, self.ranking.season, self.ranking.rules
        column, more = self.shown.column, self.more
        columns = (*([column] if column else []), *self.shown.columns)
        tally = season_tally(season, rules, tonight=self.on or self.tonight, until=self.on, columns=columns)
        rows = ranking.rows(tally, self.on, columns=columns)
        started = season.closed_at is not None or any(row.record.played for row in rows)
        running = {} if self.on else _running_matches(season)
        penalties = penalties_in_force(season, ranking.penalties, self.on)
        self.last = next((night for night in nights if self.on is None or night <= self.on), None)
        old_rows: dict[int, StandingsRow] = {}
        if self.last is not None:
            before = tally - season_tally(season, rules, tonight=self.last, night=self.last)
            old = ranking.rows(before, date.fromordinal(self.last.toordinal() - 1))
            old_rows = {row.entrant: row for row in old} if any(row.record.played for row in old) else {}
        form = recent_form(season, tally.records, self.on)
        names = {entrant.pk: entrant_name(entrant) for entrant in ranking.entrants}
        members = {entrant.pk: entrant.member_id for entrant in ranking.entrants}
        urls = {entrant.pk: self._player(entrant) for entrant in ranking.entrants}
        above: StandingsRow | None = None
        lines = []
        for row in rows:
            if above is not None and above.group != row.group:
                above = None
            lines.append(
                StandingsTableRow(
                    entrant=row.entrant,
                    member=members[row.entrant],
                    place=rank_place_text(row.place, shared=row.shared) if row.ranked else "",
                    name=names[row.entrant],
                    url=urls[row.entrant],
                    points=str(row.points).replace("-", MINUS),
                    played=row.record.played,
                    wins=row.record.wins,
                    draws=row.record.draws,
                    losses=row.record.losses,
                    difference=signed(row.record.point_difference),
                    column=words.value_text(column, row.values[column]) if column else "",
                    more=tuple(
                        words.value_text(criterion, row.values[criterion]) if criterion in row.values else ""
                        for criterion in more
                    ),
                    boxes=row.record.boxes,
                    form=form.get(row.entrant, ()),
                    arrow=self._shift(row, old_rows),
                    running=running.get(row.entrant, 0),
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
                    missing_text="" if row.ranked or not started else self._lacks(row),
                    group=words.group_title(row.group) if row.group else "",
                    row=row,
                )
            )
            above = row if row.ranked else None
        return lines

    def sentences(self, rows: Sequence[StandingsTableRow]) -> tuple[str, ...]:
        """Return the notes below the standings."""
        sentences = []
        started = self.ranking.season.closed_at is not None or any(row.played for row in rows)
        if rows and not started:
            sentences.append(words.before_first_match_text())
        if any(row.running for row in rows):
            sentences.append(words.running_text(self.ranking.rules))
        if any(row.arrow for row in rows) and self.last:
            sentences.append(words.arrows_text(self.last, self.tonight))
        if any(row.provisional for row in rows):
            sentences.append(words.asterisk_text(self.ranking.rules))
        if self.ranking.rules.best_nights is not None:
            sentences.append(words.best_nights_text(self.ranking.rules.best_nights))
        if brackets := [row.row.bracket for row in rows if row.row.bracket]:
            sentences.append(words.bracket_text(open_final=started and any(bracket.wins_left for bracket in brackets)))
            sentences.append(words.shared_order_text(self.ranking.rules.order))
        elif len(self.ranking.rules.order) > 1:
            sentences.append(words.order_text(self.ranking.rules.order))
        return tuple(sentences)

    def _why(self, row: StandingsRow, above: StandingsRow | None, names: Mapping[int, str]) -> str:
        if row.bracket:
            return words.bracket_result_text(row.bracket)
        if above is None or not row.ranked:
            return ""
        return words.decided_by_text(row, self.ranking.rules, names[above.entrant])

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
        return reverse("league:player", args=[league.public_id, entrant.member_id]) if entrant.member_id else ""

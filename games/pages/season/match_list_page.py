"""List the matches of a season in groups by night and round, tonight first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Case, F, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Match, MatchSide, MatchState, Pairing
from games.pages.season.match_list import MatchContext, MatchGroup, SideContext
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.match_titles import with_sides
from games.selectors.season.rematches import earlier_meetings
from games.selectors.season.round_names import RoundNames, round_names
from games.selectors.season.season_state import is_hidden
from games.wording.season.match import requested_bye_text
from games.wording.season.season_events import night_text
from games.wording.words import clock_text, listed

PAGE_SIZE: Final = 60
"""How many matches a page of the list has."""
_OPEN_STATES = (MatchState.PLANNED, MatchState.RUNNING)
PAIRINGS_WITH_SITTING_OUT = (Pairing.ROUND_ROBIN, Pairing.DOUBLE, Pairing.GROUPS, Pairing.TRIOS)
_STATE_TITLES: Final = {
    MatchState.RUNNING: gettext_noop("Being played"),
    MatchState.FORFEITED: gettext_noop("Forfeited"),
    MatchState.BYE: gettext_noop("Bye"),
    MatchState.CANCELED: gettext_noop("Canceled"),
}


@dataclass(frozen=True, slots=True)
class MatchFilters:
    """The filter of the list: "coming" or "played" matches, of one entrant (primary key) or all, and the page."""

    show: str = "coming"
    entrant: int | None = None
    page: int = 1


def listed_matches(
    season_access: SeasonAccess, filters: MatchFilters, tonight: date, names: Mapping[int, str], own: Collection[int]
) -> tuple[tuple[MatchGroup, ...], bool]:
    """Return the filtered matches in groups, and whether there are more; ``own`` are the reader's entrants.

    ``names`` are the names of all entrants.
    """
    first = (filters.page - 1) * PAGE_SIZE
    rows = list(_filtered(season_access, filters, tonight)[first : first + PAGE_SIZE + 1])
    groups, busy = [], _entrants_by_round(season_access, rows, filters)
    rematches = {pk: number for pk, (__, number) in earlier_meetings(season_access.season, rows).items()}
    titles = round_names(season_access.season)
    for __, group in groupby(rows[:PAGE_SIZE], key=lambda row: (row.night, row.round, titles.of_match(row))):
        matches = sorted(group, key=lambda row: not _plays(row, own))
        free = _sitting_out_text(busy, matches[0].round, names)
        groups.append(_group(season_access, matches, tonight, own, free, rematches=rematches, titles=titles))
    return tuple(groups), len(rows) > PAGE_SIZE


def own_entrants(season_access: SeasonAccess) -> frozenset[int]:
    """Return the entrants (primary keys) for which the reader plays."""
    member = season_access.access.member
    if member is None:
        return frozenset()
    plays_for = Q(member=member) | Q(teammates__member=member, teammates__left_on=None)
    return frozenset(season_access.season.entrants.filter(plays_for).values_list("pk", flat=True))


def _filtered(season_access: SeasonAccess, filters: MatchFilters, tonight: date) -> QuerySet[Match]:
    matches = with_sides(season_access.season.matches.all())
    if filters.entrant is not None:
        matches = matches.filter(sides__entrant=filters.entrant)
    coming = Q(state__in=_OPEN_STATES) | Q(night__gte=tonight)
    if filters.show == "played":
        over = matches.exclude(Q(state__in=_OPEN_STATES) | Q(night__gt=tonight))
        return over.order_by(F("night").desc(nulls_last=True), F("round").desc(), "number")
    when = Case(
        When(Q(night=tonight) | Q(state=MatchState.RUNNING), then=Value(0)),
        When(night__lt=tonight, then=Value(1)),
        default=Value(2),
    )
    order = (when, F("night").asc(nulls_last=True), F("round").asc(nulls_last=True), "number")
    return matches.filter(coming).order_by(*order)


def _group(
    season_access: SeasonAccess,
    matches: Sequence[Match],
    tonight: date,
    own: Collection[int],
    free: str,
    *,
    rematches: Mapping[int, int],
    titles: RoundNames,
) -> MatchGroup:
    """Return the view of matches of one night and round; ``rematches`` say in which round two have met before."""
    night, round_title = matches[0].night, titles.of_match(matches[0])
    late = night is not None and night < tonight and any(match.state in _OPEN_STATES for match in matches)
    title = night_text(night, year=night.year != tonight.year) if night else _("No date yet")
    if night == tonight:
        title = _("Tonight, %(night)s") % {"night": title}
    note = [round_title] if round_title else []
    return MatchGroup(
        title=title,
        note=", ".join([*note, _("still to be played")] if late else note),
        tonight=night == tonight,
        matches=tuple(_match(season_access, match, own, rematches.get(match.pk)) for match in matches),
        sitting_out_text=free,
    )


def _match(season_access: SeasonAccess, match: Match, own: Collection[int], met: int | None) -> MatchContext:
    args = [season_access.season.public_id, match.number]
    shown = not is_hidden(season_access)
    counts = shown and match.state in (MatchState.RUNNING, MatchState.PLAYED)
    # The number is the one on the match's slip; a bye has none.
    number = _("Match %(number)s") % {"number": match.number} if match.state != MatchState.BYE else ""
    details = [number, clock_text(match.at) if match.at else "", match.place.name if match.place else ""]
    details += [_("rematch from round %(number)s") % {"number": met}] if met else []
    return MatchContext(
        number=match.number,
        url=reverse("season:match", args=args),
        change_url=reverse("season:change_match", args=args) if season_access.access.may("manage_league") else "",
        sides=tuple(
            SideContext(entrant_name(side.entrant), str(side.points) if counts else "", shown and side.outcome == "win")
            for side in match.sides.all()
        ),
        about=", ".join(text for text in details if text),
        state=_state(match),
        mine=_plays(match, own),
        does_not_count=match.state == MatchState.CANCELED,
    )


def _state(match: Match) -> str:
    if match.state == MatchState.PLAYED:
        if match.stopped:
            return _("Stopped; the score so far counts")
        return "" if match.final else _("Not confirmed yet")
    state = MatchState(match.state)
    if state == MatchState.BYE and match.requested_bye:
        return requested_bye_text(match.requested_bye)
    return _(_STATE_TITLES[state]) if state in _STATE_TITLES else ""


def _plays(match: Match, own: Collection[int]) -> bool:
    return any(side.entrant_id in own for side in match.sides.all())


def _entrants_by_round(
    season_access: SeasonAccess, matches: Iterable[Match], filters: MatchFilters
) -> dict[int, set[int]]:
    """Return the entrants who play in each shown round, on any night; empty if sitting out isn't shown."""
    rounds = {match.round for match in matches if match.round}
    if filters.entrant is not None or season_access.season.pairing not in PAIRINGS_WITH_SITTING_OUT or not rounds:
        return {}
    entrants_by_round: dict[int, set[int]] = {}
    sides = MatchSide.objects.filter(match__season=season_access.season, match__round__in=rounds)
    for number, entrant in sides.values_list("match__round", "entrant"):
        entrants_by_round.setdefault(number or 0, set()).add(entrant)
    return entrants_by_round


def _sitting_out_text(busy: Mapping[int, Collection[int]], number: int | None, names: Mapping[int, str]) -> str:
    """Return who sits out a round, if it is one or two entrants."""
    if number is None or number not in busy:
        return ""
    return sitting_out_text([name for entrant, name in names.items() if entrant not in busy[number]])


def sitting_out_text(names: Sequence[str]) -> str:
    """Return who sits out, for one or two names; "" for others: then the round is not drawn for everybody."""
    # Translators: who has nobody to play in this round.
    return _("Sitting out: %(names)s") % {"names": listed(names)} if 0 < len(names) <= 2 else ""

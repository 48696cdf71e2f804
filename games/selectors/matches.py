"""The matches of a season as a list: by night and round, tonight first."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from django.db.models import Case, F, Prefetch, Q, QuerySet, Value, When
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.models import Fixture, FixtureSide, FixtureState, Pairing
from games.pages.matches import MatchGroup, MatchView, SideView
from games.selectors.league_access import SeasonAccess
from games.selectors.lineups import entrant_name
from games.wording.season_events import night_text
from games.wording.words import listed

A_PAGE: Final = 60
"""Matches on one page of the list."""
_OPEN = (FixtureState.PLANNED, FixtureState.RUNNING)
_SITTING_OUT = (Pairing.ROUND_ROBIN, Pairing.DOUBLE, Pairing.TRIOS)
_STATES: Final = {
    FixtureState.RUNNING: gettext_noop("Being played"),
    FixtureState.FORFEITED: gettext_noop("Forfeited"),
    FixtureState.BYE: gettext_noop("Bye"),
    FixtureState.CANCELLED: gettext_noop("Cancelled"),
}


@dataclass(frozen=True, slots=True)
class Looking:
    """What of the list is asked for: "coming" or "played" ones, of one entrant (primary key) or all, which page."""

    show: str = "coming"
    who: int | None = None
    page: int = 1


def listed_matches(
    at: SeasonAccess, looking: Looking, tonight: date, names: Mapping[int, str], own: Collection[int]
) -> tuple[tuple[MatchGroup, ...], bool]:
    """The matches that are asked for, in groups, and whether there are more; ``own`` are one's entrants.

    ``names`` are those of all entrants.
    """
    first = (looking.page - 1) * A_PAGE
    rows = list(_asked(at, looking, tonight)[first : first + A_PAGE + 1])
    groups, busy = [], _busy(at, rows, looking)
    for __, some in groupby(rows[:A_PAGE], key=lambda row: (row.night, row.round)):
        fixtures = sorted(some, key=lambda row: not _plays(row, own))
        groups.append(_group(at, fixtures, tonight, own, _free(busy, fixtures[0].round, names)))
    return tuple(groups), len(rows) > A_PAGE


def own_entrants(at: SeasonAccess) -> frozenset[int]:
    """The entrants (primary keys) for whom the reader plays."""
    member = at.access.member
    if member is None:
        return frozenset()
    his = Q(member=member) | Q(teammates__member=member, teammates__left_on=None)
    return frozenset(at.season.entrants.filter(his).values_list("pk", flat=True))


def with_sides(fixtures: QuerySet[Fixture]) -> QuerySet[Fixture]:
    """Fixtures with all that names them."""
    sides = FixtureSide.objects.select_related("entrant__member")
    return fixtures.select_related("place").prefetch_related(Prefetch("sides", sides))


def match_names(fixture: Fixture) -> tuple[str, ...]:
    """The names of a fixture's sides, in order; the fixture comes from ``with_sides``."""
    return tuple(entrant_name(side.entrant) for side in fixture.sides.all())


def match_title(fixture: Fixture) -> str:
    """Who meets: "Ann \u2013 Ben", or "Ann has a bye"."""
    names = match_names(fixture)
    return _("%(name)s has a bye") % {"name": names[0]} if len(names) == 1 else " \u2013 ".join(names)


def _asked(at: SeasonAccess, looking: Looking, tonight: date) -> QuerySet[Fixture]:
    fixtures = with_sides(at.season.fixtures.all())
    if looking.who is not None:
        fixtures = fixtures.filter(sides__entrant=looking.who)
    coming = Q(state__in=_OPEN) | Q(night__gte=tonight)
    if looking.show == "played":
        over = fixtures.exclude(Q(state__in=_OPEN) | Q(night__gt=tonight))
        return over.order_by(F("night").desc(nulls_last=True), F("round").desc(), "number")
    when = Case(
        When(Q(night=tonight) | Q(state=FixtureState.RUNNING), then=Value(0)),
        When(night__lt=tonight, then=Value(1)),
        default=Value(2),
    )
    order = (when, F("night").asc(nulls_last=True), F("round").asc(nulls_last=True), "number")
    return fixtures.filter(coming).order_by(*order)


def _group(at: SeasonAccess, fixtures: Sequence[Fixture], tonight: date, own: Collection[int], free: str) -> MatchGroup:
    """The view of some fixtures of one night and round."""
    night, number = fixtures[0].night, fixtures[0].round
    late = night is not None and night < tonight and any(fixture.state in _OPEN for fixture in fixtures)
    title = night_text(night, year=night.year != tonight.year) if night else _("No date yet")
    if night == tonight:
        title = _("Tonight, %(night)s") % {"night": title}
    note = [_("Round %(number)s") % {"number": number}] if number else []
    return MatchGroup(
        title=title,
        note=", ".join([*note, _("still to be played")] if late else note),
        tonight=night == tonight,
        matches=tuple(_match(at, fixture, own) for fixture in fixtures),
        free=free,
    )


def _match(at: SeasonAccess, fixture: Fixture, own: Collection[int]) -> MatchView:
    here = [at.season.public_id, fixture.number]
    counts = fixture.state in (FixtureState.RUNNING, FixtureState.PLAYED)
    about = [f"{fixture.at:%H:%M}" if fixture.at else "", fixture.place.name if fixture.place else ""]
    return MatchView(
        number=fixture.number,
        url=reverse("fixture", args=here),
        change_url=reverse("change_fixture", args=here) if at.access.may("manage_league") else "",
        sides=tuple(
            SideView(entrant_name(side.entrant), str(side.points) if counts else "", side.outcome == "win")
            for side in fixture.sides.all()
        ),
        about=", ".join(text for text in about if text),
        state=_state(fixture),
        mine=_plays(fixture, own),
        off=fixture.state == FixtureState.CANCELLED,
    )


def _state(fixture: Fixture) -> str:
    if fixture.state == FixtureState.PLAYED:
        if fixture.stopped:
            return _("Stopped, counts as it stands")
        return "" if fixture.final else _("Not confirmed yet")
    state = FixtureState(fixture.state)
    return _(_STATES[state]) if state in _STATES else ""


def _plays(fixture: Fixture, own: Collection[int]) -> bool:
    return any(side.entrant_id in own for side in fixture.sides.all())


def _busy(at: SeasonAccess, fixtures: Iterable[Fixture], looking: Looking) -> dict[int, set[int]]:
    """Who plays in each of the rounds that are shown, on whatever night; nothing where nobody is to be told free."""
    rounds = {fixture.round for fixture in fixtures if fixture.round}
    if looking.who is not None or at.season.pairing not in _SITTING_OUT or not rounds:
        return {}
    found: dict[int, set[int]] = {}
    sides = FixtureSide.objects.filter(fixture__season=at.season, fixture__round__in=rounds)
    for number, entrant in sides.values_list("fixture__round", "entrant"):
        found.setdefault(number or 0, set()).add(entrant)
    return found


def _free(busy: Mapping[int, Collection[int]], number: int | None, names: Mapping[int, str]) -> str:
    """Who sits out a round: one or two, of whom each round has others."""
    if number is None or number not in busy:
        return ""
    rest = [name for entrant, name in names.items() if entrant not in busy[number]]
    # Translators: who has nobody to play in this round.
    return _("Free: %(names)s") % {"names": listed(rest)} if 0 < len(rest) <= 2 else ""

"""Build the page of a season's entrants."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.season.handicaps_form import TypedHandicaps
from games.forms.season.seeds_form import TypedSeeds
from games.models import Entrant, LeagueEvent, Match, MatchState, Member, Pairing, Season, Teammate
from games.models.season import DRAWN_BY_ROUND, SEEDED
from games.pages.league.league_history_lines import history_lines
from games.pages.season.entrants import EntrantContext, EntrantsPage, HandicapLine, MateContext, SeedLine
from games.pages.season.name_search import search_names
from games.pages.season.season_nav import season_nav
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import forfeited_on_leaving
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.entrants import entrants_of
from games.selectors.season.handicaps import most_handicap
from games.selectors.season.seed_orders import SeedSource, seed_sources
from games.wording.league.league_history import day_text

ENTRANT_EVENT_KINDS = (
    *("entered", "taken_out", "withdrawn", "returned"),
    *("team_made", "team_renamed", "joined_team", "left_team", "seeded", "handicap_set"),
)
"""Kinds of league events about entrants."""


def entrants_page(
    season_access: SeasonAccess,
    today: date,
    errors: Sequence[str] = (),
    *,
    typed: str = "",
    params: Mapping[str, str] = MappingProxyType({}),
    typed_seeds: TypedSeeds | None = None,
    typed_handicaps: TypedHandicaps | None = None,
) -> EntrantsPage:
    """Return the page of a season's entrants, as of ``today`` in the league's time zone.

    Of the query's ``params``, ``q`` is what to search for; ``seeds`` is the seed that was moved ("up-12"), or "" once
    other seeds were set; ``typed_seeds`` are those that couldn't be set. With either, the seeds are unfolded; the
    handicaps are with ``typed_handicaps``, which couldn't be.
    """
    moved = params.get("seeds")
    season, manage = (
        season_access.season,
        season_access.access.may("manage_league") and season_access.season.closed_at is None,
    )
    forfeited = season.matches.filter(forfeited_on_leaving(season))
    coming = Q(sides__match__state=MatchState.PLANNED)
    if season.pairing in DRAWN_BY_ROUND:
        coming &= Q(sides__match__round=None)
    entrants = list(entrants_of(season).annotate(coming=Count("sides", filter=coming)))
    may_be_handicapped = manage and most_handicap(season) > 0
    forfeited_to = _opponents(forfeited) if manage else {}
    public_id = season_access.access.league.public_id
    first_joined = min((entrant.joined_on for entrant in entrants), default=None)
    events = LeagueEvent.objects.filter(season=season, kind__in=ENTRANT_EVENT_KINDS)
    search = search_names(params, entrants)
    return EntrantsPage(
        public_id=season.public_id,
        search=search,
        total=len(entrants),
        nav=season_nav(season_access, "entrants"),
        teams=season.teams,
        entrants=tuple(
            EntrantContext(
                id=entrant.pk,
                name=entrant.member.name if entrant.member else entrant.name,
                url=_member_url(public_id, entrant.member) if entrant.member else "",
                seed=entrant.seed,
                names=_names(entrant).lower(),
                note=_note(entrant, first_joined),
                withdrawn=entrant.withdrawn_on is not None,
                gone=entrant.member is not None and entrant.member.erased_at is not None,
                handicap=entrant.handicap,
                matches=entrant.matches,
                open=entrant.coming,
                forfeited_to=tuple(forfeited_to.get(entrant.pk, ())),
                mates=tuple(_mate_view(mate, public_id) for mate in entrant.teammates.all()),
            )
            for entrant in sorted(entrants, key=lambda entrant: (entrant.withdrawn_on is not None, entrant.pk))
            if search is None or search.finds(_names(entrant))
        ),
        seeded=season.pairing in SEEDED,
        seeds=_seed_lines(entrants, moved or "", typed_seeds or TypedSeeds()) if manage else (),
        seed_sources=_seed_sources(season) if manage and season.pairing in SEEDED else (),
        seeds_open=moved is not None or typed_seeds is not None,
        handicaps=_handicap_lines(entrants, typed_handicaps or TypedHandicaps()) if may_be_handicapped else (),
        handicaps_open=typed_handicaps is not None,
        manage=manage,
        draw_url=_draw_url(season_access, entrants) if manage else "",
        free=tuple(free_members(season_access).values_list("pk", "name")) if manage else (),
        today=today.isoformat(),
        typed=typed,
        errors=tuple(errors),
        history=history_lines(events, reasons=season_access.access.may("manage_league")),
    )


def _names(entrant: Entrant) -> str:
    return " ".join([entrant_name(entrant), *(mate.member.name for mate in entrant.teammates.all())])


def _opponents(matches: QuerySet[Match]) -> dict[int, list[str]]:
    """Return the names of the opponents of each entrant (primary key) in these matches."""
    found: dict[int, list[str]] = {}
    for match in matches.prefetch_related("sides__entrant__member"):
        sides = list(match.sides.all())
        for side in sides:
            names = [entrant_name(other.entrant) for other in sides if other.entrant_id != side.entrant_id]
            found.setdefault(side.entrant_id, []).extend(names)
    return found


def _seed_lines(entrants: Sequence[Entrant], moved: str, typed: TypedSeeds) -> tuple[SeedLine, ...]:
    """Return the lines in the order of seeds; typed ones stay in the order in which they were sent."""
    order = {entrant: place for place, entrant in enumerate(typed.texts)}
    present = [entrant for entrant in entrants if entrant.withdrawn_on is None]
    present.sort(
        key=lambda entrant: (order.get(entrant.pk, len(order)), entrant.seed is None, entrant.seed or 0, entrant.pk)
    )
    first_error = next((entrant.pk for entrant in present if entrant.pk in typed.errors), None)
    return tuple(
        SeedLine(
            entrant.pk,
            entrant_name(entrant),
            typed.texts.get(entrant.pk, "" if entrant.seed is None else str(entrant.seed)),
            "field"
            if entrant.pk == first_error
            else next((way for way in ("up", "down") if moved == f"{way}-{entrant.pk}"), ""),
            typed.errors.get(entrant.pk, ""),
        )
        for entrant in present
    )


def _handicap_lines(entrants: Sequence[Entrant], typed: TypedHandicaps) -> tuple[HandicapLine, ...]:
    """Return the lines in order of entry."""
    first_error = next(iter(typed.errors), None)
    return tuple(
        HandicapLine(
            entrant.pk,
            entrant_name(entrant),
            typed.texts.get(entrant.pk, str(entrant.handicap)),
            entrant.pk == first_error,
            typed.errors.get(entrant.pk, ""),
        )
        for entrant in entrants
        if entrant.withdrawn_on is None
    )


def _seed_sources(season: Season) -> tuple[tuple[str, str], ...]:
    labels = {SeedSource.RATINGS: _("By rating"), SeedSource.SEASON_BEFORE: _("By last season's standings")}
    return tuple((source.value, labels[source]) for source in seed_sources(season))


def _note(entrant: Entrant, first_joined: date | None) -> str:
    """Return when an entrant joined, if later than the first, or when they withdrew."""
    if entrant.withdrawn_on:
        return _("Withdrew on %(day)s") % {"day": day_text(entrant.withdrawn_on)}
    return _("Since %(day)s") % {"day": day_text(entrant.joined_on)} if entrant.joined_on != first_joined else ""


def _mate_view(mate: Teammate, public_id: str) -> MateContext:
    when = _("since %(day)s") % {"day": day_text(mate.joined_on)}
    if mate.left_on:
        when = _("%(first)s to %(last)s") % {"first": day_text(mate.joined_on), "last": day_text(mate.left_on)}
    return MateContext(
        id=0 if mate.left_on else mate.pk,
        name=mate.member.name,
        url=_member_url(public_id, mate.member),
        when=when,
        gone=mate.left_on is not None,
    )


def _member_url(public_id: str, member: Member) -> str:
    """Return the path of a member's page; empty for an erased member."""
    return "" if member.erased_at else reverse("league:player", args=[public_id, member.pk])


def _draw_url(season_access: SeasonAccess, entrants: Sequence[Entrant]) -> str:
    season = season_access.season
    if len(entrants) < 2 or season.pairing == Pairing.FREE or season.matches.exists():
        return ""
    return reverse("season:draw", args=[season.public_id])


def free_members(season_access: SeasonAccess) -> QuerySet[Member]:
    """Return the members who could enter, or join a team."""
    taken = (
        Q(teams__in=season_access.season.teammates.filter(left_on=None))
        if season_access.season.teams
        else Q(entries__season=season_access.season)
    )
    return season_access.access.league.members.active().exclude(taken)

"""One match of a season: what it is, who could sit there, and what was decided about it."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.models import Fixture, Member, Place
from games.pages.season_setup import Noted
from games.rules.ruleset import preset_named
from games.selectors.league_access import FixtureAccess
from games.selectors.lineups import entrant_name, regulars
from games.selectors.matches import with_sides
from games.wording.season_events import event_text, moment_text, when_text


def whole_fixture(at: FixtureAccess) -> Fixture:
    """The fixture with everything that names it."""
    fixture = with_sides(at.season.fixtures.all()).get(pk=at.fixture.pk)
    fixture.season = at.season
    return fixture


def about_match(fixture: Fixture) -> tuple[str, ...]:
    """When and where a match is, its round, and who sits there."""
    when = when_text(fixture.night, fixture.at)
    lines = [
        _("When: %(when)s") % {"when": when},
        # Translators: the table at which one sits.
        _("Table: %(place)s") % {"place": fixture.place.name} if fixture.place else "",
    ]
    lines.append(_("Round %(number)s") % {"number": fixture.round} if fixture.round else "")
    return tuple(line for line in lines if line)


def fixture_history(fixture: Fixture) -> tuple[Noted, ...]:
    """What was decided about a match, the newest first; the fixture comes from ``whole_fixture``."""
    league = fixture.season.league
    names = {side.entrant_id: entrant_name(side.entrant) for side in fixture.sides.all()}
    places = dict(league.places.values_list("pk", "name"))
    return tuple(
        Noted(
            event_text(event.kind, event.facts, names, places),
            moment_text(event.at, league.zone),
            event.by,
            event.reason,
        )
        for event in fixture.events.order_by("-pk")
    )


def places_of(fixture: Fixture) -> Sequence[Place]:
    """The tables of the league's room."""
    return list(fixture.season.league.places.all())


def members_of(fixture: Fixture) -> Sequence[Member]:
    """Everybody in the league who could sit down."""
    return list(Member.objects.filter(league=fixture.season.league_id, merged_into=None, erased_at=None))


def line_up_of(at: FixtureAccess, fixture: Fixture) -> list[tuple[str, Sequence[Member], Sequence[Member | None]]]:
    """By side: its name, its own members, and who sits there: as was said, or else the usual ones."""
    sides = list(fixture.sides.all())
    usual = regulars(sides)
    rules = preset_named(at.season.preset).rules
    each = 1 if len(sides) > 2 or rules.seating != "teams" else max(2, rules.seats.best // 2)
    found: list[tuple[str, Sequence[Member], Sequence[Member | None]]] = []
    for side in sides:
        said: list[Member | None] = [seat.member for seat in at.seats if seat.side_id == side.pk]
        sitting = said or list(usual[side.pk][:each])
        sitting += [None] * (each - len(sitting))
        found.append((entrant_name(side.entrant), usual[side.pk], sitting))
    return found

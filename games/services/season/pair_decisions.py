"""Decide about drawn matches of a bracket to which others come by now: put them in, draw again, or play on."""

from games.models import FixtureSide, FixtureState, Season
from games.models.fixture import sides_for
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.season.wrong_pairs import WrongPair, wrong_pairs
from games.services.league.leagues import record_event
from games.services.season.draws import earlier_replays, leave_draw, take_number
from games.services.season.fixtures import PlannedFixture, cancel_locked, locked_fixture, make_fixtures
from games.services.season.seasons import open_season


def put_in(*, access: LeagueAccess, season: Season, number: int, again: bool = False) -> None:
    """Put those into the match ``number`` who come to it by now, and so with the matches decided together with it.

    One alone has a bye; a match to which nobody comes is canceled. With ``again``, a match that has begun is canceled
    and drawn again: the new one has its number, round, night, time and place; the canceled one stays in the list of
    matches with another number.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found", "not_playable": the pair is right, or without
    ``again`` one of the matches has begun).
    """
    with open_season(access, season) as locked:
        pairs = _decided_together(locked, number)
        if not again and any(pair.begun for pair in pairs):
            raise RefusedError("not_playable", what="pair_plays")
        for pair in pairs:
            (_draw_again if pair.begun or not pair.right else _change)(access, locked, pair)


def play_on(*, access: LeagueAccess, season: Season, number: int) -> None:
    """Let a match and those decided together with it be played as they were drawn.

    Raises RefusedError as ``put_in`` does ("not_playable" where the pair is right).
    """
    with open_season(access, season) as locked:
        for pair in _decided_together(locked, number):
            facts = {"entrants": sorted(pair.drawn), "instead_of": sorted(pair.right)}
            record_event(access, "played_on", fixture=pair.fixture, facts=facts)


def _decided_together(season: Season, number: int) -> tuple[WrongPair, ...]:
    fixture = locked_fixture(season, number)
    for group in wrong_pairs(season):
        if fixture in (pair.fixture for pair in group):
            for pair in group:
                pair.fixture.season = season
            return group
    raise RefusedError("not_playable", what="pair_is_right")


def _change(access: LeagueAccess, season: Season, pair: WrongPair) -> None:
    """Put the right entrants into a match that has not begun."""
    fixture, entrants = pair.fixture, season.entrants.in_bulk(pair.right)
    leave_draw(earlier_replays(fixture))
    record_event(access, "put_in", fixture=fixture, facts={"before": pair.drawn, "entrants": pair.right})
    fixture.seats.all().delete()
    fixture.sides.all().delete()
    FixtureSide.objects.bulk_create(sides_for(fixture, [entrants[entrant] for entrant in pair.right]))
    bye = len(pair.right) == 1
    fixture.state, fixture.final = (FixtureState.BYE if bye else FixtureState.PLANNED), bye
    fixture.save(update_fields=["state", "final"])


def _draw_again(access: LeagueAccess, season: Season, pair: WrongPair) -> None:
    """Cancel a match, and draw it in its round between the right entrants, if there are any."""
    fixture, entrants = pair.fixture, season.entrants.in_bulk(pair.right)
    plan = PlannedFixture(
        [entrants[entrant] for entrant in pair.right],
        fixture.round,
        fixture.night,
        fixture.at,
        fixture.place if len(pair.right) > 1 else None,
        fixture.bracket_match,
    )
    cancel_locked(fixture)
    leave_draw([fixture, *earlier_replays(fixture)])
    record_event(access, "drawn_again", fixture=fixture, facts={"before": pair.drawn, "entrants": pair.right})
    if pair.right:
        (made,) = make_fixtures(season, [plan])
        take_number(made, fixture)

"""Those who come late to a round robin get the matches that they have not got."""

from collections.abc import Sequence
from datetime import timedelta

from games.models import Entrant, Fixture, FixtureState, Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.rules.pairings import Round
from games.rules.pairings.circle import join
from games.services.draws import Plan, begun, seeded, sides
from games.services.fixtures import Planned, make_fixtures
from games.services.leagues import note
from games.services.seasons import open_season


def add_missing(*, access: LeagueAccess, season: Season, plan: Plan) -> int:
    """Give everybody in a round robin the matches that he has not got, and return how many there are more.

    No match that stands is touched. Where a round that was not begun leaves both free, they meet there, on its night;
    what is left are rounds after the last one, every ``plan.weeks`` weeks. Asking twice adds nothing. Raises Refused
    ("not_your_duty", "season_closed", "invalid_value" for a season of another kind, "too_many").
    """
    with open_season(access, season) as book:
        if book.pairing not in (Pairing.ROUND_ROBIN, Pairing.DOUBLE):
            raise Refused("invalid_value", what="pairing")
        entrants = seeded(book)
        stand = book.fixtures.exclude(state=FixtureState.CANCELLED).prefetch_related("sides").order_by("number")
        fixtures = list(stand)
        # What was added by hand is in no round: it is known as played before the first.
        last = max((fixture.round or 0 for fixture in fixtures), default=0)
        before: list[Round] = [tuple(sides(x) for x in fixtures if (x.round or 0) == n) for n in range(last + 1)]
        over = max((x.round or 0 for x in fixtures if begun(x)), default=0)
        rounds: Sequence[Round] = before
        for one in entrants:
            rounds = join(rounds, list(entrants), one, played=over + 1, double=book.pairing == Pairing.DOUBLE)
        planned = [
            _planned(pairing, number, fixtures, entrants, plan)
            for number, pairs in enumerate(rounds)
            for pairing in pairs
            if number > last or pairing not in before[number]
        ]
        made = make_fixtures(book, planned)
        note(access, "missing_added", season=book, facts={"fixtures": len(made)})
    return len(made)


def _planned(
    pairing: tuple[int, ...],
    number: int,
    fixtures: Sequence[Fixture],
    entrants: dict[int, Entrant],
    plan: Plan,
) -> Planned:
    """A match of round ``number``: on that round's night, or so many weeks after the last one."""
    who = [entrants[one] for one in pairing]
    same = [fixture for fixture in fixtures if fixture.round == number]
    if same:
        return Planned(who, number, same[0].night, same[0].at)
    last = max((fixture.round or 0 for fixture in fixtures), default=0)
    nights = [fixture.night for fixture in fixtures if fixture.night]
    night = max(nights) + timedelta(weeks=plan.weeks * (number - last)) if nights else None
    return Planned(who, number, night, plan.at if night else None, plan.places[0] if plan.places else None)

"""Give latecomers to a round robin the matches they are missing."""

from collections.abc import Sequence
from datetime import timedelta

from games.models import Entrant, Match, MatchState, Pairing, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.pairings import Round
from games.rules.pairings.circle import add_newcomer
from games.selectors.season.advancing import entrant_ids
from games.selectors.season.draw_state import has_begun
from games.selectors.season.next_rounds import seeded
from games.services.league.leagues import record_event
from games.services.season.draws import PairingPlan
from games.services.season.matches import NewMatch, make_matches
from games.services.season.seasons import open_season


def add_missing(*, access: LeagueAccess, season: Season, plan: PairingPlan) -> int:
    """Add the matches that are missing in a round robin, and return how many were added.

    Existing matches are not touched. Two entrants who are both free in a round that has not begun meet there, on its
    night; other matches go into rounds after the last one, every ``plan.weeks`` weeks. A second call adds nothing.
    Raises RefusedError ("not_your_duty", "season_closed", "invalid_value" for a season that is not a round robin,
    "too_many").
    """
    with open_season(access, season) as locked:
        if locked.pairing not in (Pairing.ROUND_ROBIN, Pairing.DOUBLE):
            raise RefusedError("invalid_value", what="pairing")
        entrants = seeded(locked)
        in_order = locked.matches.exclude(state=MatchState.CANCELED).prefetch_related("sides").order_by("number")
        matches = list(in_order)
        # Matches added by hand have no round: they count as played before the first one.
        last = max((match.round or 0 for match in matches), default=0)
        before: list[Round] = [
            tuple(entrant_ids(match) for match in matches if (match.round or 0) == n) for n in range(last + 1)
        ]
        last_begun = max((match.round or 0 for match in matches if has_begun(match)), default=0)
        rounds: Sequence[Round] = before
        for entrant_id in entrants:
            rounds = add_newcomer(
                rounds, list(entrants), entrant_id, played=last_begun + 1, double=locked.pairing == Pairing.DOUBLE
            )
        planned = [
            _planned(pairing, number, matches, entrants, plan)
            for number, pairs in enumerate(rounds)
            for pairing in pairs
            if number > last or pairing not in before[number]
        ]
        made = make_matches(locked, planned)
        record_event(access, "missing_added", season=locked, facts={"matches": len(made)})
    return len(made)


def _planned(
    pairing: tuple[int, ...],
    number: int,
    matches: Sequence[Match],
    entrants: dict[int, Entrant],
    plan: PairingPlan,
) -> NewMatch:
    """Return a match of round ``number``: on that round's night, or so many weeks after the last one."""
    opponents = [entrants[entrant_id] for entrant_id in pairing]
    same_round = [match for match in matches if match.round == number]
    if same_round:
        return NewMatch(opponents, number, same_round[0].night, same_round[0].at)
    last = max((match.round or 0 for match in matches), default=0)
    nights = [match.night for match in matches if match.night]
    night = max(nights) + timedelta(weeks=plan.weeks * (number - last)) if nights else None
    return NewMatch(
        opponents, number, night, plan.start_time if night else None, plan.places[0] if plan.places else None
    )

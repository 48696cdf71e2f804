"""Penalties: league points that the organizer deducts or adds, with a reason, and can lift again."""

from typing import Final

from django.utils import timezone

from games.models import Penalty, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.idempotency import find_by_key
from games.services.league.leagues import record_event
from games.services.season.seasons import open_season

MOST_POINTS: Final = 1_000
"""Points of one penalty."""
MOST_PENALTIES: Final = 500
"""Penalties of a season."""


def give_penalty(
    *, access: LeagueAccess, season: Season, entrant_id: int, points: int, reason: str, key: str
) -> Penalty:
    """Deduct ``points`` league points from an entrant (below 0: add them). ``key`` makes a retry return the same one.

    Raises RefusedError ("not_your_duty", "season_closed", "idempotency_key_reused", "not_found", "invalid_value" for no
    points, too many, or no reason, "too_many").
    """
    with open_season(access, season) as locked:
        event = find_by_key(locked.events.filter(kind="penalty_given"), key, field="facts__key")
        if event and (known := locked.penalties.filter(pk=event.facts["penalty"]).first()):
            return known
        entrant = locked.entrants.filter(pk=entrant_id).first()
        if entrant is None:
            raise RefusedError("not_found")
        if not 1 <= abs(points) <= MOST_POINTS or not reason:
            raise RefusedError("invalid_value", what="points" if reason else "reason")
        if locked.penalties.count() >= MOST_PENALTIES:
            raise RefusedError("too_many", most=MOST_PENALTIES, what="penalties")
        penalty = Penalty.objects.create(season=locked, entrant=entrant, points=points, reason=reason, by=access.label)
        facts = {"penalty": penalty.pk, "entrant": entrant.pk, "points": points, "key": key}
        record_event(access, "penalty_given", season=locked, facts=facts, reason=reason)
    return penalty


def lift_penalty(*, access: LeagueAccess, season: Season, penalty_id: int) -> None:
    """Lift a penalty; it stays in the history. A second time changes nothing.

    Raises RefusedError ("not_your_duty", "season_closed", "not_found").
    """
    with open_season(access, season) as locked:
        penalty = locked.penalties.filter(pk=penalty_id).first()
        if penalty is None:
            raise RefusedError("not_found")
        if penalty.lifted_at is None:
            penalty.lifted_at = timezone.now()
            penalty.save(update_fields=["lifted_at"])
            facts = {"penalty": penalty.pk, "entrant": penalty.entrant_id, "points": penalty.points}
            record_event(access, "penalty_lifted", season=locked, facts=facts, reason=penalty.reason)

"""Calls for the referee that a table still has to see."""

from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from games.models import Match, RefereeCall

ON_THE_WAY_FOR: Final = timedelta(minutes=10)
"""How long after the answer a table reads that the referee is on the way."""


def current_call(match: Match) -> RefereeCall | None:
    """Return the open call from a match's table, or else the one that was answered in the last minutes, if any."""
    answered = Q(answered=True, closed_at__gt=timezone.now() - ON_THE_WAY_FOR)
    return RefereeCall.objects.filter(Q(closed_at=None) | answered, match=match).order_by("pk").last()

"""A member's rating as a line with its range as a band, after each night or after each match."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Member, RatingStep
from games.pages.ratings import Line, PlayerRating, RatingNight
from games.permissions import LeagueAccess
from games.selectors.nights import today
from games.selectors.rating_steps import UNDATED
from games.selectors.scales import Scale, outline
from games.wording.ratings import FEWEST, few_text, line_title, newest_text, shown
from games.wording.season_pictures import night_short

WIDTH: Final = 360
HEIGHT: Final = 200
MOST_MATCHES: Final = 100
"""The newest matches that are drawn."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 8, 10, 10
_LEVELS: Final = (50, 100, 200, 250, 500, 1000)


def player_rating(access: LeagueAccess, member: Member) -> PlayerRating:
    """The rating of ``member`` after each of his matches, the newest of them, as ``access`` may see them. One query.

    What a match of a hidden season did to it is not for those from whom its table is hidden.
    """
    steps = RatingStep.objects.filter(member=member)
    if not access.may("manage_league"):
        until = "fixture__season__hidden_until"
        steps = steps.filter(Q(**{f"{until}__isnull": True}) | Q(**{f"{until}__lte": timezone.now()}))
    found = list(reversed(steps.order_by("-number")[:MOST_MATCHES]))
    last, now = (found[-1].number if found else 0), today(access.league)
    after = [RatingNight(_night(step.night, now), *range_of(step), step.number) for step in found]
    line = drawing(after) if last >= FEWEST and len(after) > 1 else None
    return PlayerRating(
        url=reverse("rating", args=[access.league.public_id, member.pk]),
        title=line_title(after[0].rating, after[-1].rating, len(after)) if line else "",
        now=after[-1] if last >= FEWEST else None,
        drawing=line,
        matches=tuple(reversed(after)) if line else (),
        few="" if last >= FEWEST else few_text(last),
        older=newest_text(len(after), last) if line and last > len(after) else "",
    )


def _night(night: date, now: date) -> str:
    return _("no date") if night == UNDATED else night_short(night, now)


def drawing(nights: Sequence[RatingNight]) -> Line:
    """The line of ratings after two nights, or matches, and more: from first to last, with the range as a band."""
    least, most = min(night.low for night in nights), max(night.high for night in nights)
    step = next((level for level in _LEVELS if (most - least) / level <= 5), _LEVELS[-1])
    bottom, top = least // step * step, -(-most // step) * step

    x, y = Scale(0, len(nights) - 1, _LEFT, WIDTH - _RIGHT), Scale(bottom, top, HEIGHT - _BOTTOM, _TOP)
    above = [(x(at), y(night.high)) for at, night in enumerate(nights)]
    below = [(x(at), y(night.low)) for at, night in enumerate(nights)]
    line = [(x(at), y(night.rating)) for at, night in enumerate(nights)]
    return Line(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        line=outline(line),
        band=outline([*above, *reversed(below)]),
        levels=tuple((y(level), str(level)) for level in range(bottom, top + 1, step)),
        first=nights[0].night,
        last=nights[-1].night,
        end=line[-1],
    )


def range_of(step: RatingStep) -> tuple[int, int, int]:
    """The rating and its range, two standard deviations to either side."""
    return shown(step.mu), shown(step.mu - 2 * step.sigma), shown(step.mu + 2 * step.sigma)

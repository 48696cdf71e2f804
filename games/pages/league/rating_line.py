"""Build the chart of a member's rating: a line with its range as a band, by night or by match."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Member, RatingStep
from games.pages.league.ratings import PlayerRating, RatingChart, RatingNight
from games.pages.table.chart_scales import Scale, svg_points
from games.permissions import LeagueAccess
from games.selectors.league.rating_steps import UNDATED, visible_steps
from games.selectors.season.league_dates import date_in_league
from games.wording.league.ratings import MIN_MATCHES, displayed_rating, line_title, newest_matches_text, not_rated_text
from games.wording.season.season_pictures import night_short

WIDTH: Final = 360
HEIGHT: Final = 200
MOST_MATCHES: Final = 100
"""How many of the newest matches are drawn."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 42, 8, 10, 10
_LEVELS: Final = (50, 100, 200, 250, 500, 1000)


def player_rating(access: LeagueAccess, member: Member) -> PlayerRating:
    """Return the rating of ``member`` after each of the newest matches that ``access`` may see. One query.

    Steps from a season with hidden standings are left out for readers who may not see them.
    """
    steps = visible_steps(access).filter(member=member)
    newest = list(reversed(steps.order_by("-number")[:MOST_MATCHES]))
    last, now = (newest[-1].number if newest else 0), date_in_league(access.league)
    ratings = [RatingNight(_night(step.night, now), *rating_range(step), step.number) for step in newest]
    line = rating_chart(ratings) if last >= MIN_MATCHES and len(ratings) > 1 else None
    return PlayerRating(
        url=reverse("league:rating", args=[access.league.public_id, member.pk]),
        title=line_title(ratings[0].rating, ratings[-1].rating, len(ratings)) if line else "",
        now=ratings[-1] if last >= MIN_MATCHES else None,
        drawing=line,
        matches=tuple(reversed(ratings)) if line else (),
        unrated_text="" if last >= MIN_MATCHES else not_rated_text(last),
        older_text=newest_matches_text(len(ratings), last) if line and last > len(ratings) else "",
    )


def _night(night: date, now: date) -> str:
    return _("no date") if night == UNDATED else night_short(night, now)


def rating_chart(nights: Sequence[RatingNight]) -> RatingChart:
    """Return the chart of at least two ratings from first to last, with their range as a band."""
    least, most = min(night.low for night in nights), max(night.high for night in nights)
    step = next((level for level in _LEVELS if (most - least) / level <= 5), _LEVELS[-1])
    bottom, top = least // step * step, -(-most // step) * step

    x, y = Scale(0, len(nights) - 1, _LEFT, WIDTH - _RIGHT), Scale(bottom, top, HEIGHT - _BOTTOM, _TOP)
    above = [(x(index), y(night.high)) for index, night in enumerate(nights)]
    below = [(x(index), y(night.low)) for index, night in enumerate(nights)]
    line = [(x(index), y(night.rating)) for index, night in enumerate(nights)]
    return RatingChart(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        line=svg_points(line),
        band=svg_points([*above, *reversed(below)]),
        levels=tuple((y(level), str(level)) for level in range(bottom, top + 1, step)),
        first=nights[0].night,
        last=nights[-1].night,
        end=line[-1],
    )


def rating_range(step: RatingStep) -> tuple[int, int, int]:
    """Return the rating and its range of two standard deviations to either side."""
    return (
        displayed_rating(step.mu),
        displayed_rating(step.mu - 2 * step.sigma),
        displayed_rating(step.mu + 2 * step.sigma),
    )

"""Build the pages of a league's ratings, and of one member's rating with its history."""

from collections.abc import Sequence
from itertools import groupby

from django.db.models import OuterRef, Subquery
from django.urls import reverse

from games.models import RatingStep
from games.pages.league.player_page import current_member
from games.pages.league.rating_line import rating_chart, rating_range
from games.pages.league.ratings import RatingNight, RatingPage, RatingRow, RatingsPage
from games.permissions import LeagueAccess
from games.selectors.league.rating_steps import visible_steps
from games.selectors.season.league_dates import date_in_league
from games.wording.league.ratings import MIN_MATCHES, not_rated_text, rating_explanation
from games.wording.season.season_table import night_name


def ratings_page(access: LeagueAccess) -> RatingsPage:
    """Return the page of all ratings, highest first."""
    steps = last_steps(access)
    rated = [step for step in steps if step.number >= MIN_MATCHES]
    ranges = [rating_range(step) for step in rated]
    low = min((low for _, low, _ in ranges), default=0)
    span = max((high for _, _, high in ranges), default=1) - low
    return RatingsPage(
        league=access.league.name,
        league_url=reverse("league:page", args=[access.league.public_id]),
        rows=tuple(
            RatingRow(
                name=step.member.name,
                url=reverse("league:rating", args=[access.league.public_id, step.member_id]),
                rating=rating,
                low=least,
                high=most,
                matches=step.number,
                start=round(100 * (least - low) / span, 2),
                width=round(100 * (most - least) / span, 2),
                mark=round(100 * (rating - low) / span, 2),
            )
            for step, (rating, least, most) in zip(rated, ranges, strict=True)
        ),
        unrated=tuple((step.member.name, step.number) for step in steps if step.number < MIN_MATCHES),
        about=rating_explanation(),
    )


def last_steps(access: LeagueAccess) -> list[RatingStep]:
    """Return the newest rating of every member that the reader may see, with the member, highest first. One query."""
    newest = visible_steps(access).filter(member=OuterRef("pk")).order_by("-number").values("pk")[:1]
    last = access.league.members.active().values(step=Subquery(newest))
    return list(RatingStep.objects.filter(pk__in=last).select_related("member").order_by("-mu", "member__folded"))


def by_night(steps: Sequence[RatingStep]) -> list[RatingStep]:
    """Return the last step of each night."""
    return [list(of_night)[-1] for _, of_night in groupby(steps, lambda step: step.night)]


def rating_page(access: LeagueAccess, number: int) -> RatingPage:
    """Return the page of a member's rating after every night played. Raises RefusedError ("not_found")."""
    member = current_member(access, number)
    steps = list(visible_steps(access).filter(member=member).order_by("number"))
    is_rated = len(steps) >= MIN_MATCHES
    league_today = date_in_league(access.league)
    last = by_night(steps) if is_rated else []
    nights = [RatingNight(night_name(step.night, league_today), *rating_range(step), step.number) for step in last]
    return RatingPage(
        name=member.name,
        player_url=reverse("league:player", args=[access.league.public_id, member.pk]),
        ratings_url=reverse("league:ratings", args=[access.league.public_id]),
        now=nights[-1] if nights else None,
        drawing=rating_chart(nights) if len(nights) > 1 else None,
        nights=tuple(reversed(nights)),
        unrated_text="" if is_rated else not_rated_text(len(steps)),
        about=rating_explanation(),
    )

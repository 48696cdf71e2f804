"""The scale of displayed ratings, and sentences about them.

A rating is displayed as 1500 plus 40 times the difference between the model's estimate and a new player's. So a new
player has 1500, and of two players with certain ratings 260 apart, the stronger wins about three of four matches. The
range is two standard deviations to either side.
"""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MIDDLE: Final = 1500
STEP: Final = 40
INITIAL_ESTIMATE: Final = 25.0
"""The model's estimate of a new player."""
MIN_MATCHES: Final = 10
"""The matches it takes before a rating is shown: until then it is mostly chance."""


def displayed_rating(mu: float) -> int:
    """Return an estimate on the displayed scale."""
    return round(MIDDLE + STEP * (mu - INITIAL_ESTIMATE))


def rating_explanation() -> tuple[str, ...]:
    """Return sentences that explain ratings."""
    return (
        _("Ratings are just statistics. What counts is each season's standings."),
        _("Everyone starts at %(middle)s. Beating a strong player moves a rating more than beating a weak one.")
        % {"middle": MIDDLE},
        _(
            "The range is our best guess at a player's real strength, and it should be right 19 times out of 20. If "
            "two ranges overlap, who's ahead may just be luck."
        ),
        _(
            "Every match played to the end counts once its result is final. All seasons here count, in date order. "
            "Forfeits and byes don't count. The people actually at the table are rated, substitutes included."
        ),
        ngettext(
            "A rating appears after %(n)d match.",
            "A rating appears after %(n)d matches.",
            MIN_MATCHES,
        )
        % {"n": MIN_MATCHES},
    )


def not_rated_text(matches: int) -> str:
    """Return why no rating is shown yet."""
    context = {"n": matches, "fewest": MIN_MATCHES}
    if not matches:
        return _("No matches rated yet. A rating appears after %(fewest)s matches.") % context
    text = ngettext(
        "%(n)d match rated so far. A rating appears after %(fewest)s matches.",
        "%(n)d matches rated so far. A rating appears after %(fewest)s matches.",
        matches,
    )
    return text % context


def line_title(first: int, last: int, matches: int) -> str:
    """Return the description of a rating chart over ``matches``, from the ``first`` to the ``last`` rating."""
    return _("The rating after each of %(n)s matches: %(first)s after the first, %(last)s now.") % {
        "n": matches,
        "first": first,
        "last": last,
    }


def newest_matches_text(drawn: int, played: int) -> str:
    """Return that older matches are not drawn."""
    return _("This shows the latest %(drawn)s of %(played)s matches.") % {"drawn": drawn, "played": played}

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
        _("This is a statistic beside the tables. It decides nothing: places are in the table of each season."),
        _("Everybody begins at %(middle)s. Beating somebody strong moves a rating more than beating somebody weak.")
        % {"middle": MIDDLE},
        _(
            "The range is where the strength most likely is, in 19 of 20 cases, as far as the results can tell. "
            "Where two ranges overlap, which one is ahead may be chance."
        ),
        _(
            "Every match that was played to its end and is final counts, of all seasons here, in the order of nights. "
            "Forfeits and byes count nothing; whoever sat at the table is rated, substitutes too."
        ),
        ngettext(
            "A rating is shown after %(n)d match.",
            "A rating is shown after %(n)d matches.",
            MIN_MATCHES,
        )
        % {"n": MIN_MATCHES},
    )


def not_rated_text(matches: int) -> str:
    """Return why no rating is shown yet."""
    context = {"n": matches, "fewest": MIN_MATCHES}
    if not matches:
        return _("No match rated so far. A rating is shown after %(fewest)s.") % context
    text = ngettext(
        "%(n)d match rated so far. A rating is shown after %(fewest)s.",
        "%(n)d matches rated so far. A rating is shown after %(fewest)s.",
        matches,
    )
    return text % context


def line_title(first: int, last: int, matches: int) -> str:
    """Return the description of a rating chart over ``matches``, from the ``first`` to the ``last`` rating."""
    return _("The rating after each of %(n)s matches: %(first)s after the first of them, %(last)s now.") % {
        "n": matches,
        "first": first,
        "last": last,
    }


def newest_matches_text(drawn: int, played: int) -> str:
    """Return that older matches are not drawn."""
    return _("Drawn are the newest %(drawn)s of %(played)s matches.") % {"drawn": drawn, "played": played}

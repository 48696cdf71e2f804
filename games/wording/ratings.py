"""Ratings in numbers that people read, and what is to be said of them.

A rating is shown as 1500 + 40 times what the model's estimate is above where everybody begins: so 1500 is a beginner's,
and of two who are 260 apart, and well known, the stronger wins about three matches of four. The range beside it is two
standard deviations to either side.
"""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

MIDDLE: Final = 1500
STEP: Final = 40
BEGINNIngettext: Final = 25.0
"""The model's own estimate of somebody nothing is known of."""
FEWEST: Final = 10
"""Matches before a rating is shown: until then it says more of chance than of anybody."""


def shown(mu: float) -> int:
    """An estimate on the scale that is shown."""
    return round(MIDDLE + STEP * (mu - BEGINNIngettext))


def about() -> tuple[str, ...]:
    """What a rating is."""
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
            FEWEST,
        )
        % {"n": FEWEST},
    )


def few_text(matches: int) -> str:
    """Why no rating is shown."""
    facts = {"n": matches, "fewest": FEWEST}
    if not matches:
        return _("No match rated so far. A rating is shown after %(fewest)s.") % facts
    told = ngettext(
        "%(n)d match rated so far. A rating is shown after %(fewest)s.",
        "%(n)d matches rated so far. A rating is shown after %(fewest)s.",
        matches,
    )
    return told % facts


def line_title(first: int, last: int, matches: int) -> str:
    """What is to be seen of a rating after so many matches, from the ``first`` to the ``last`` number."""
    return _("The rating after each of %(n)s matches: %(first)s after the first of them, %(last)s now.") % {
        "n": matches,
        "first": first,
        "last": last,
    }


def newest_text(drawn: int, played: int) -> str:
    """That older matches are not drawn."""
    return _("Drawn are the newest %(drawn)s of %(played)s matches.") % {"drawn": drawn, "played": played}

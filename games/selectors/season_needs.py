"""What each entrant of a season still needs, in sentences."""

from datetime import date
from itertools import groupby
from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Fixture, FixtureState, Pairing, Season
from games.pages.season_table import Needed, NeedsPage
from games.rules.needs import Left, Need, NeedCode, outlook
from games.rules.season import season_rules
from games.rules.standings import Penalty
from games.selectors.entrant_names import called
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.reckoned import reckoned
from games.selectors.season_nav import season_nav
from games.selectors.season_rows import in_the_table, numbered, taken_by
from games.selectors.season_table import is_hidden
from games.selectors.season_tally import season_tally, without
from games.wording import season_table as words
from games.wording.league import need_text

FIRST: Final = 4
"""Entrants of whom the sentences are seen at once."""
_OPEN_ENDED: Final = (Pairing.FREE, Pairing.SWISS, Pairing.KNOCKOUT)
"""Here more matches may come than are known, so that nothing can be said of the end."""
_OF_THE_END: Final = (NeedCode.CHAMPION, NeedCode.OUT, NeedCode.WINS_NEEDED, NeedCode.WINS_ENOUGH)


def needs_page(at: SeasonAccess) -> NeedsPage:
    """The page of what each still needs; of a table that is hidden only that it is."""
    season = at.season
    hidden = is_hidden(at)
    told = () if hidden else needed(season, today(season.league))
    return NeedsPage(
        nav=season_nav(at, "season"),
        title=_("%(season)s: what it takes") % {"season": season.name},
        first=told[:FIRST],
        rest=told[FIRST:],
        hidden=hidden,
        about=about_needs(season, hidden=hidden),
        url=reverse("season_needs", args=[season.public_id]),
        table_url=reverse("season", args=[season.public_id]),
    )


def about_needs(season: Season, *, hidden: bool) -> str:
    """What the sentences about a season rest on; why there are none where its table is ``hidden``."""
    return words.hidden_text() if hidden else words.needs_about(complete=_complete(season))


def needed(season: Season, tonight: date) -> tuple[Needed, ...]:
    """What can be said for certain of each, in the order of the table."""
    needs = _needs(season.pk, season.revision, tonight)
    names = {entrant.pk: called(entrant) for entrant in season.entrants.select_related("member")}
    return tuple(
        Needed(entrant, names[entrant], tuple(need_text(need, names) for need in some))
        for entrant, some in groupby(needs, lambda need: need.entrant)
    )


@reckoned
def _needs(season_id: int, revision: int, tonight: date) -> tuple[Need, ...]:
    """The statements on a season at a ``revision``: whatever moves it, makes another one."""
    del revision
    season = Season.objects.select_related("league").get(pk=season_id)
    rules = season_rules(season.rules)
    # What runs is still to be decided, however it stands.
    tally = without(
        season_tally(season, rules, tonight=tonight),
        season_tally(season, rules, tonight=tonight, state=FixtureState.RUNNING),
    )
    everybody = list(season.entrants.all())
    told = outlook(
        [entrant.pk for entrant in in_the_table(everybody, tally)],
        tally,
        rules,
        _left(season, tonight),
        penalties=[Penalty(one.entrant_id, one.points) for one in taken_by(season, season.penalties.all(), None)],
        seed=season.key,
        numbers=numbered(entrant.pk for entrant in everybody),
    )
    complete = _complete(season)
    return tuple(need for needs in told.values() for need in needs if complete or need.code not in _OF_THE_END)


def _complete(season: Season) -> bool:
    """Whether all matches that will be played are known."""
    return season.closed_at is not None or season.pairing not in _OPEN_ENDED


def _left(season: Season, tonight: date) -> list[Left]:
    """The matches to be played, and byes to come; what runs is first, what has no date last."""
    if season.closed_at is not None:
        return []
    coming = season.fixtures.filter(state__in=(FixtureState.PLANNED, FixtureState.RUNNING))
    byes = season.fixtures.filter(state=FixtureState.BYE, night__gt=tonight)
    matches = sorted((coming | byes).prefetch_related("sides"), key=_when)
    return [Left(match.number, tuple(side.entrant_id for side in match.sides.all())) for match in matches]


def _when(match: Fixture) -> tuple[bool, date, str, int]:
    at = match.at.isoformat() if match.at else "~"
    return match.state != FixtureState.RUNNING, match.night or date.max, at, match.number

"""Say which drawn matches of a bracket have the wrong pair by now, with the buttons that decide about them."""

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from games.pages.league.league import WrongPairLine, WrongPairNote
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_hidden
from games.selectors.season.wrong_pairs import wrong_pairs
from games.wording.season.match import match_title


def wrong_pair_notes(season_access: SeasonAccess) -> tuple[WrongPairNote, ...]:
    """Return the matches with the wrong pair; none while the standings are hidden from the reader."""
    season = season_access.season
    wrong = [] if is_hidden(season_access) else wrong_pairs(season)
    names = names_of_entrants(season) if wrong else {}
    decides = season_access.access.may("manage_league")
    return tuple(
        WrongPairNote(
            tuple(
                WrongPairLine(
                    pair.match.number,
                    reverse("season:match", args=[season.public_id, pair.match.number]),
                    _pair_text(pair.drawn, names),
                    _pair_text(pair.right, names),
                )
                for pair in pairs
            ),
            any(pair.begun for pair in pairs),
            reverse("season:change_match", args=[season.public_id, pairs[0].match.number]) if decides else "",
        )
        for pairs in wrong
    )


def _pair_text(pair: Sequence[int], names: Mapping[int, str]) -> str:
    if len(pair) == 1:
        return _("%(name)s (bye)") % {"name": names[pair[0]]}
    return match_title([names[entrant] for entrant in pair]) if pair else _("nobody")

"""Say which drawn matches of a bracket have the wrong pair by now, with the buttons that decide about them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Season
from games.pages.league.league import ReplayButton, WrongPairLine, WrongPairNote
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_hidden
from games.selectors.season.wrong_pairs import WrongPair, wrong_pairs
from games.wording.season.match import match_title


def wrong_pair_notes(season_access: SeasonAccess) -> tuple[WrongPairNote, ...]:
    """Return the matches with the wrong pair; none while the standings are hidden from the reader."""
    season = season_access.season
    wrong = [] if is_hidden(season_access) else wrong_pairs(season)
    names = names_of_entrants(season) if wrong else {}
    decides = season_access.access.may("manage_league")
    return tuple(_note(season, pairs, names, decides=decides) for pairs in wrong)


def _note(season: Season, pairs: Sequence[WrongPair], names: Mapping[int, str], *, decides: bool) -> WrongPairNote:
    undecided = {one.match.number: one for pair in pairs for one in pair.undecided}
    replayed = sorted(number for number, one in undecided.items() if one.can_be_replayed)
    return WrongPairNote(
        tuple(line for pair in pairs for line in _lines(season, pair, names)),
        any(pair.begun for pair in pairs),
        _url("change_match", season, pairs[0].match.number) if decides else "",
        bool(undecided),
        tuple(ReplayButton(number, _url("change_match", season, number)) for number in replayed),
    )


def _lines(season: Season, pair: WrongPair, names: Mapping[int, str]) -> Iterator[WrongPairLine]:
    """Yield what a match waits for, a line each; else who comes to it."""
    number = pair.match.number
    line = WrongPairLine(number, _url("match", season, number), pair_text(pair.drawn, names), "")
    for before in pair.undecided:
        other = before.match.number
        yield replace(line, undecided=other, undecided_url=_url("match", season, other))
    if not pair.undecided:
        yield replace(line, right=pair_text(pair.right, names))


def _url(page: str, season: Season, number: int) -> str:
    return reverse(f"season:{page}", args=[season.public_id, number])


def pair_text(pair: Sequence[int], names: Mapping[int, str]) -> str:
    """Return who meets in words: two names, one with a bye, or nobody."""
    if len(pair) == 1:
        return _("%(name)s (bye)") % {"name": names[pair[0]]}
    return match_title([names[entrant] for entrant in pair]) if pair else _("nobody")

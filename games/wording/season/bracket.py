"""The words of a bracket: the names of its rounds, its podium, and what is special about a match."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import MatchState
from games.rules.pairings.bracket_plan import Part


def round_title(matches: int) -> str:
    """Return the name of the round with this number of matches.

    >>> round_title(1), round_title(8), round_title(32)
    ('Final', 'Round of 16', 'Round of 64')
    """
    match matches:
        case 1:
            return pgettext("round of a bracket", "Final")
        case 2:
            return pgettext("round of a bracket", "Semifinals")
        case 4:
            return pgettext("round of a bracket", "Quarterfinals")
        case 8:
            return pgettext("round of a bracket", "Round of 16")
        case 16:
            return pgettext("round of a bracket", "Round of 32")
        case _:
            # Translators: a round of a knockout with so many players.
            return _("Round of %(number)d") % {"number": 2 * matches}


def part_title(part: Part) -> str:
    """Return the title of a part of a bracket that is drawn by itself."""
    return {
        "main": _("Main bracket"),
        "consolation": _("Consolation"),
        "winners": _("Winners' bracket"),
        "losers": _("Losers' bracket"),
        "final": _("Grand final"),
        "third": _("Match for third place"),
    }[part]


def round_name(part: str, number: int, *, rounds: int, matches: int) -> str:
    """Return the name of round ``number`` of ``rounds`` in a part of a bracket, with so many places for matches.

    >>> round_name("losers", 1, rounds=4, matches=2), round_name("winners", 3, rounds=3, matches=1)
    ("Losers' round 1", "Winners' final")
    """
    match part:
        case "final":
            return _("Grand final") if number == 1 else _("Second grand final, if needed")
        case "winners" if number == rounds:
            return _("Winners' final")
        case "winners":
            return _("Winners' round %(number)d") % {"number": number}
        case "losers" if number == rounds:
            return _("Losers' final")
        case "losers":
            return _("Losers' round %(number)d") % {"number": number}
        case "consolation" if number == rounds:
            return _("Consolation final")
        case "consolation":
            return _("Consolation round %(number)d") % {"number": number}
        case "third":
            return _("Match for third place")
        case _:
            return round_title(matches)


def drop_text(round_name: str, name: str = "") -> str:
    """Return where the loser of a match plays on; ``name`` is theirs, once it is known."""
    if name:
        return _("%(name)s: on to %(round)s") % {"name": name, "round": round_name}
    return _("Loser: on to %(round)s") % {"round": round_name}


def podium_title(place: int) -> str:
    """Return the title of a place on the podium."""
    return {1: _("Champion"), 2: _("Runner-up"), 3: _("Third place")}[place]


def state_text(state: str) -> str:
    """Return what is special about a match of a bracket; "" for one that was played."""
    return {
        MatchState.RUNNING: _("Being played"),
        MatchState.FORFEITED: _("Forfeited"),
        MatchState.BYE: _("Bye"),
        MatchState.CANCELED: _("Canceled"),
    }.get(MatchState(state), "")

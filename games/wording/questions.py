"""Two phones at one table: who said the same of a round, who said something else, and what was decided."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.scoring import RoundResult
from games.wording.words import Names, clock, listed, signed

WHICH: Final = gettext_noop("Which one is right?")
WATCH: Final = gettext_noop("Whoever keeps the score is asked which one is right.")
STRUCK: Final = gettext_noop("Struck: the round does not count")
"""To be translated where they are shown."""


def question_title(number: int, versions: int, game: int | None = None) -> str:
    """What is in question: "Round 7: two versions"; with the game's number where it is not the one under way."""
    told = {"round": number, "game": game, "versions": _versions(versions)}
    if game is None:
        return _("Round %(round)d: %(versions)s") % told
    return _("Game %(game)d, round %(round)d: %(versions)s") % told


def _versions(n: int) -> str:
    """How many versions there are, the usual numbers as words."""
    match n:
        case 2:
            return _("two versions")
        case 3:
            return _("three versions")
        case 4:
            return _("four versions")
        case 5:
            return _("five versions")
    return ngettext("%(n)d version", "%(n)d versions", n) % {"n": n}


def brings_text(result: RoundResult, sides: Names) -> str:
    """What a version of a round scores: "13 for Ann"; "nobody scores"."""
    gains = [
        _("%(points)s for %(who)s") % {"points": points if points > 0 else signed(points), "who": sides[side]}
        for side, points in _scored(result)
    ]
    return listed(gains) or _("nobody scores")


def _scored(result: RoundResult) -> list[tuple[int, int]]:
    return [(side, points) for side, points in sorted(result.points.items()) if points]


def phones_text(labels: Sequence[str]) -> str:
    """Whose version it is: "Ben's phone and Cleo's phone"."""
    return listed(list(labels))


def also_entered(labels: Sequence[str]) -> str:
    """Who entered a round besides the phone that wrote it: "also entered by Ben's phone"; empty for nobody."""
    return _("also entered by %(phones)s") % {"phones": listed(list(labels))} if labels else ""


def round_also_entered(number: int, by: str) -> str:
    """That a phone confirmed a round: "Round 7: also entered by Ben's phone"."""
    return _("Round %(round)d: also entered by %(phones)s") % {"round": number, "phones": by}


def round_stays(number: int, by: str) -> str:
    """That somebody decided for the version of a round that is on the sheet."""
    return _("Round %(round)d stays as it is: %(by)s decided") % {"round": number, "by": by}


def apart_text(by: str, at: datetime, what: str, reason: str) -> str:
    """What a phone said of a round that is not what stood there."""
    told = {"by": by, "time": clock(at), "what": what, "reason": reason}
    if reason:
        return _("%(by)s entered something else at %(time)s: %(what)s (“%(reason)s”).") % told
    return _("%(by)s entered something else at %(time)s: %(what)s.") % told


def undecided_text() -> str:
    """That nobody said yet which version of a round is right."""
    return _("Nobody has decided yet.")


def kept_text(by: str, at: datetime) -> str:
    """Who decided against a version."""
    return _("%(by)s decided at %(time)s: what is on the sheet is right.") % {"by": by, "time": clock(at)}


def taken_text(by: str, at: datetime) -> str:
    """Who decided for a version."""
    return _("%(by)s decided at %(time)s: this is right.") % {"by": by, "time": clock(at)}


def obsolete_text(at: datetime) -> str:
    """That a version asks no more, because of what came after it."""
    text = _("Since %(time)s it is no question any more: the round was struck or entered anew.")
    return text % {"time": clock(at)}

"""Sentences about rounds that several phones entered: confirmations, differing versions, and decisions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.scoring import RoundResult
from games.wording.words import Names, listed, signed, time_text

DECIDE_TEXT: Final = gettext_noop("Which one is right?")
WAIT_FOR_DECISION_TEXT: Final = gettext_noop("The scorer decides which one is right.")
ROUND_DELETED_TEXT: Final = gettext_noop("Deleted: this round doesn't count")
"""Translated where they are shown."""


def question_title(number: int, versions: int, game: int | None = None) -> str:
    """Return the title of a question: "Round 7: two versions"; with the game's number if it is an earlier game."""
    context = {"round": number, "game": game, "versions": _versions(versions)}
    if game is None:
        return _("Round %(round)d: %(versions)s") % context
    return _("Game %(game)d, round %(round)d: %(versions)s") % context


def _versions(n: int) -> str:
    """Return the number of versions, small numbers as words."""
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
    """Return what a version of a round scores: "13 for Ann"; "nobody scores"."""
    gains = [
        _("%(points)s for %(who)s") % {"points": points if points > 0 else signed(points), "who": sides[side]}
        for side, points in _scored(result)
    ]
    return listed(gains) or _("nobody scores")


def _scored(result: RoundResult) -> list[tuple[int, int]]:
    return [(side, points) for side, points in sorted(result.points.items()) if points]


def phones_text(labels: Sequence[str]) -> str:
    """Return the phones of a version: "Ben's phone and Cleo's phone"."""
    return listed(list(labels))


def also_entered(labels: Sequence[str]) -> str:
    """Return which other phones entered the same: "also entered by Ben's phone"; empty if none did."""
    return _("also entered by %(phones)s") % {"phones": listed(list(labels))} if labels else ""


def round_also_entered(number: int, by: str) -> str:
    """Return that a phone confirmed a round: "Round 7: also entered by Ben's phone"."""
    return _("Round %(round)d: also entered by %(phones)s") % {"round": number, "phones": by}


def round_stays(number: int, by: str) -> str:
    """Return that the version on the sheet was chosen."""
    return _("%(by)s decided that round %(round)d stays as it is") % {"round": number, "by": by}


def differing_entry_text(by: str, moment: datetime, what: str, reason: str) -> str:
    """Return what a phone entered differently."""
    context = {"by": by, "time": time_text(moment), "what": what, "reason": reason}
    if reason:
        return _("%(by)s entered something else at %(time)s: %(what)s (“%(reason)s”).") % context
    return _("%(by)s entered something else at %(time)s: %(what)s.") % context


def undecided_text() -> str:
    """Return that no version has been chosen yet."""
    return _("Nobody has decided yet.")


def sheet_chosen_text(by: str, moment: datetime) -> str:
    """Return who rejected a version for the one on the sheet."""
    return _("%(by)s decided at %(time)s that the sheet is right.") % {"by": by, "time": time_text(moment)}


def version_chosen_text(by: str, moment: datetime) -> str:
    """Return who chose a version."""
    return _("%(by)s decided at %(time)s that this is right.") % {"by": by, "time": time_text(moment)}


def obsolete_text(moment: datetime) -> str:
    """Return that a version became obsolete because the round was deleted or entered anew."""
    text = _("Settled at %(time)s: the round was deleted or entered again.")
    return text % {"time": time_text(moment)}

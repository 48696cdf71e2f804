"""The label of the undo button: which entry it undoes, and how that changes scores and rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ledger import (
    Entry,
    GameFinished,
    GameReopened,
    GameStarted,
    RoundTold,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.wording.words import ARROW


def undo_title(newest: Entry, *, changed: bool, earlier: bool) -> str:
    """Return the button's label: "Undo round 5".

    ``changed`` if the entry was a correction, ``earlier`` if it belongs to an earlier game.
    """
    context = {"round": newest.round, "game": newest.game}
    match newest.body:
        case RoundTold() if changed and earlier:
            return _("Undo the change of round %(round)d of game %(game)d") % context
        case RoundTold() if changed:
            return _("Undo the change of round %(round)d") % context
        case RoundTold() if earlier:
            return _("Undo round %(round)d of game %(game)d") % context
        case RoundTold():
            return _("Undo round %(round)d") % context
        case RoundVoided() if earlier:
            return _("Bring back round %(round)d of game %(game)d") % context
        case RoundVoided():
            return _("Bring back round %(round)d") % context
        case SeatsSwapped():
            return _("Undo the swap")
        case GameFinished():
            return _("Undo the end of the game")
        case GameReopened():
            return _("Undo going on")
        case RulesChanged():
            return _("Undo the change of rules")
        case StakesSet():
            return _("Undo the stakes")
        case GameStarted():
            return _("Undo the start of game %(game)d") % context
    return _("Undo")


def steps_text(steps: Sequence[tuple[int, int]], *, boxes: bool = False) -> str:
    """Return how a score changes: "87 → 62"; in Hollywood columns "45 → 20, 25 → 0"; ``boxes`` if it counts boxes."""
    text = ", ".join(f"{before} {ARROW} {after}" for before, after in steps)
    if not boxes:
        return text
    return ngettext("%(steps)s box", "%(steps)s boxes", steps[-1][1]) % {"steps": text}


def counts_no_more(rounds: Sequence[int]) -> str:
    """Return which rounds would then follow the end of the game and wait for a decision."""
    numbers = ", ".join(str(number) for number in rounds)
    text = ngettext("round %(numbers)s waits for a decision", "rounds %(numbers)s wait for a decision", len(rounds))
    return text % {"numbers": numbers}


def goes_on() -> str:
    """Return that the game continues."""
    return _("the game goes on")


def is_over(who: str) -> str:
    """Return that the game is over; ``who`` is its headline."""
    return _("the game is over, %(who)s") % {"who": who}


def old_rules(first_round: int) -> str:
    """Return that the previous rules hold again from a round on."""
    return _("from round %(round)d on as before") % {"round": first_round}


def old_stakes(*, none: bool) -> str:
    """Return that the previous stakes hold again, or none."""
    return _("for nothing again") if none else _("the stakes before")


def back_to(game: int) -> str:
    """Return that the previous game is the current one again."""
    return _("back to game %(game)d") % {"game": game}


def nothing_moves() -> str:
    """Return that no score changes."""
    return _("no score changes")


def then(scores: Sequence[str]) -> str:
    """Return the new scores if the sides themselves change: "then Ann & Cleo 87, Ben & Dan 40"."""
    return _("then %(scores)s") % {"scores": ", ".join(scores)}

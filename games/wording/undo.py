"""What the button for an undo says: which entry it takes back, and what that changes, before anybody taps it."""

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
    """Which entry is taken back, in few words: "Undo round 5".

    ``changed`` tells that it was a correction, ``earlier`` that it is about a game before the one under way.
    """
    told = {"round": newest.round, "game": newest.game}
    match newest.body:
        case RoundTold() if changed and earlier:
            return _("Undo the change of round %(round)d of game %(game)d") % told
        case RoundTold() if changed:
            return _("Undo the change of round %(round)d") % told
        case RoundTold() if earlier:
            return _("Undo round %(round)d of game %(game)d") % told
        case RoundTold():
            return _("Undo round %(round)d") % told
        case RoundVoided() if earlier:
            return _("Bring back round %(round)d of game %(game)d") % told
        case RoundVoided():
            return _("Bring back round %(round)d") % told
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
            return _("Undo the start of game %(game)d") % told
    return _("Undo")


def steps_text(steps: Sequence[tuple[int, int]], *, boxes: bool = False) -> str:
    """How a score moves: "87 → 62"; in several columns of one sheet "45 → 20, 25 → 0"; boxes say so."""
    text = ", ".join(f"{one} {ARROW} {other}" for one, other in steps)
    if not boxes:
        return text
    return ngettext("%(steps)s box", "%(steps)s boxes", steps[-1][1]) % {"steps": text}


def counts_no_more(rounds: Sequence[int]) -> str:
    """Rounds that would stand behind the end of the game, until somebody decides about them."""
    numbers = ", ".join(str(number) for number in rounds)
    text = ngettext("round %(numbers)s waits for a decision", "rounds %(numbers)s wait for a decision", len(rounds))
    return text % {"numbers": numbers}


def goes_on() -> str:
    """The game, which was over, is not."""
    return _("the game goes on")


def is_over(who: str) -> str:
    """The game ends: ``who`` says who won it, and by how much."""
    return _("the game is over, %(who)s") % {"who": who}


def old_rules(first_round: int) -> str:
    """The rules before, from a round on."""
    return _("from round %(round)d on as before") % {"round": first_round}


def old_stakes(*, none: bool) -> str:
    """The stakes before, or none again."""
    return _("for nothing again") if none else _("the stakes before")


def back_to(game: int) -> str:
    """The game before is the table's again."""
    return _("back to game %(game)d") % {"game": game}


def nothing_moves() -> str:
    """No score is another one afterwards."""
    return _("no score changes")


def then(scores: Sequence[str]) -> str:
    """The scores as they will be, where others play together: "then Ann & Cleo 87, Ben & Dan 40"."""
    return _("then %(scores)s") % {"scores": ", ".join(scores)}

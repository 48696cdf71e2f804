"""The label of the undo button: which entry it undoes, and how that changes scores and rules."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.ledger import (
    GameFinished,
    GameStarted,
    LedgerEntry,
    PlayersChanged,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
)
from games.wording.words import ARROW, listed


def undo_title(newest: LedgerEntry, *, changed: bool, earlier: bool) -> str:
    """Return the button's label: "Undo round 5".

    ``changed`` if the entry was a correction, ``earlier`` if it belongs to an earlier game.
    """
    context = {"round": newest.round, "game": newest.game}
    match newest.body:
        case RoundEntered() if changed and earlier:
            return _("Undo the change to round %(round)d of game %(game)d") % context
        case RoundEntered() if changed:
            return _("Undo the change to round %(round)d") % context
        case RoundEntered() if earlier:
            return _("Undo round %(round)d of game %(game)d") % context
        case RoundEntered():
            return _("Undo round %(round)d") % context
        case RoundVoided() if earlier:
            return _("Bring back round %(round)d of game %(game)d") % context
        case RoundVoided():
            return _("Bring back round %(round)d") % context
        case SeatsSwapped():
            return _("Undo the swap")
        case GameFinished() if earlier:
            return _("Undo the end of game %(game)d") % context
        case GameFinished():
            return _("Undo the end of the game")
        case RulesChanged():
            return _("Undo the rule change")
        case StakesSet():
            return _("Undo the new stakes")
        case GameStarted():
            return _("Undo the start of game %(game)d") % context
    return _("Undo the change of players") if isinstance(newest.body, PlayersChanged) else _("Undo")


def steps_text(steps: Sequence[tuple[int, int]], *, boxes: bool = False) -> str:
    """Return how a score changes: "87 → 62"; in Hollywood columns "45 → 20, 25 → 0"; ``boxes`` if it counts boxes."""
    text = ", ".join(f"{before} {ARROW} {after}" for before, after in steps)
    if not boxes:
        return text
    return ngettext("%(steps)s box", "%(steps)s boxes", steps[-1][1]) % {"steps": text}


def waiting_rounds_text(rounds: Sequence[int]) -> str:
    """Return which rounds would then follow the end of the game and wait for a decision."""
    numbers = ", ".join(str(number) for number in rounds)
    text = ngettext("round %(numbers)s needs a decision", "rounds %(numbers)s need a decision", len(rounds))
    return text % {"numbers": numbers}


def game_continues_text() -> str:
    """Return that the game continues."""
    return _("the game continues")


def game_over_text(who: str) -> str:
    """Return that the game is over; ``who`` is its headline."""
    return _("the game is over, %(who)s") % {"who": who}


def previous_rules_text(first_round: int) -> str:
    """Return that the previous rules hold again from a round on."""
    return _("back to the old rules from round %(round)d on") % {"round": first_round}


def previous_stakes_text(*, none: bool) -> str:
    """Return that the previous stakes hold again, or none."""
    return _("back to no stakes") if none else _("back to the old stakes")


def previous_players_text(names: Sequence[str]) -> str:
    """Return who would play the next game then: "Ann and Ben play the next game"."""
    return _("%(who)s play the next game") % {"who": listed(list(names))}


def previous_game_text(game: int) -> str:
    """Return that the previous game is the current one again."""
    return _("back to game %(game)d") % {"game": game}


def no_score_change_text() -> str:
    """Return that no score changes."""
    return _("the score stays the same")


def new_scores_text(scores: Sequence[str]) -> str:
    """Return the new scores if the sides themselves change: "then Ann & Cleo 87, Ben & Dan 40"."""
    return _("then %(scores)s") % {"scores": ", ".join(scores)}

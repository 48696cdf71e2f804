"""What a change of a round does to the end of its game and match, and the question about a game that lost its end."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.words import listed


def opens_text(number: int, score: str, *, several: bool) -> str:
    """Return that the game would no longer be over; ``several`` if the table has several games."""
    context = {"number": number, "score": score}
    if several:
        return _("With this change, game %(number)d isn't over anymore: %(score)s.") % context
    return _("With this change, the game isn't over anymore: %(score)s.") % context


def closes_text(number: int, result: str, *, several: bool) -> str:
    """Return that the game would be over, with its ``result``: "Ann wins 125–90"."""
    context = {"number": number, "result": result}
    if several:
        return _("With this change, game %(number)d is over: %(result)s.") % context
    return _("With this change, the game is over: %(result)s.") % context


def other_winner_text(number: int, result: str, *, several: bool) -> str:
    """Return that the game would end differently, with its ``result``."""
    context = {"number": number, "result": result}
    if several:
        return _("With this change, game %(number)d ends differently: %(result)s.") % context
    return _("With this change, the game ends differently: %(result)s.") % context


def late_rounds_text(end: int, late: Sequence[int]) -> str:
    """Return that the game ends in round ``end``, before the rounds ``late``, which a person has to decide about."""
    text = ngettext(
        "With this change, the game ends in round %(end)s, but you also played round %(rounds)s. Round %(rounds)s "
        "doesn't count unless you say so.",
        "With this change, the game ends in round %(end)s, but you also played rounds %(rounds)s. Rounds %(rounds)s "
        "don't count unless you say so.",
        len(late),
    )
    return text % {"rounds": listed([str(number) for number in late]), "end": end}


def match_opens_text(score: str) -> str:
    """Return that the match would no longer be over; ``score`` if the game would, "" if it wouldn't be either."""
    if score:
        return _("With this change, the match isn't over anymore: %(score)s.") % {"score": score}
    return _("The match isn't over anymore, either.")


def match_closes_text(score: str) -> str:
    """Return that the match would be over; ``score`` as "2–1"."""
    return _("That also ends the match: %(score)s.") % {"score": score}


def match_changes_text(score: str) -> str:
    """Return that the match would end differently."""
    return _("The match then ends %(score)s.") % {"score": score}


def games_out_text(games: Sequence[int]) -> str:
    """Return that ``games``, played after the one that now decides the match, would no longer count for it."""
    text = ngettext(
        "Game %(games)s doesn't count for the match anymore.",
        "Games %(games)s don't count for the match anymore.",
        len(games),
    )
    return text % {"games": listed([str(number) for number in games])}


def games_in_text(games: Sequence[int]) -> str:
    """Return that ``games``, played after the match was over, would count for it."""
    text = ngettext("Game %(games)s now counts for the match.", "Games %(games)s now count for the match.", len(games))
    return text % {"games": listed([str(number) for number in games])}


def open_again_text(number: int, score: str) -> str:
    """Return that a game has lost its end, as the table says it until people decide."""
    return _("After a change, game %(number)d isn't over anymore: %(score)s.") % {"number": number, "score": score}


def what_now_text(number: int) -> str:
    """Return the question about a game without an end."""
    return _("What should happen to game %(number)d?") % {"number": number}


def end_it_text() -> str:
    """Return the choice to end the game now."""
    return _("End it at this score")


def resume_text(number: int) -> str:
    """Return the choice to go on with the game."""
    return _("Continue game %(number)d") % {"number": number}


def waits_text(waiting: int, number: int) -> str:
    """Return that a later game waits for an earlier one."""
    return _("Game %(waiting)d waits until game %(number)d is over.") % {"waiting": waiting, "number": number}


def decide_later_text(number: int) -> str:
    """Return what a phone is told whose change was saved without a decision."""
    return _("Game %(number)d isn't over anymore. The table's page asks what should happen to it.") % {"number": number}

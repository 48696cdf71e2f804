"""Say how a re-scored game comes out: who wins, and where its end would have been."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.analysis.rescore import GameOutcome, Rescored
from games.rules.settlement import leader
from games.wording.round_numbers import round_numbers
from games.wording.scores import headline, open_headline


def outcome_headline(outcome: GameOutcome, sides: Sequence[str]) -> str:
    """Return who won and by how much; for a game under way, who leads."""
    return headline(outcome.final, sides) if outcome.over else open_headline(outcome.final, sides)


def end_texts(rescored: Rescored, sides: Sequence[str]) -> tuple[str, ...]:
    """Return in sentences that the game would end earlier than it did, or wouldn't be over; empty for neither."""
    return tuple(text for text in (_not_over(rescored), _over_earlier(rescored, sides)) if text)


def _over_earlier(rescored: Rescored, sides: Sequence[str]) -> str:
    uncounted = [pair.number for pair in rescored.rounds if pair.other is None]
    if not uncounted:
        return ""
    other = rescored.other
    leading = leader(other.standing.points)
    values = {"last": other.last, "target": rescored.rules.target, "rounds": round_numbers(uncounted)}
    if other.columns or leading is None:
        text = ngettext(
            "The game is over after round %(last)s, so %(rounds)s doesn't count.",
            "The game is over after round %(last)s, so %(rounds)s don't count.",
            len(uncounted),
        )
        return text % values
    text = ngettext(
        "%(who)s reaches %(target)s in round %(last)s, so %(rounds)s doesn't count.",
        "%(who)s reaches %(target)s in round %(last)s, so %(rounds)s don't count.",
        len(uncounted),
    )
    return text % {"who": sides[leading], **values}


def _not_over(rescored: Rescored) -> str:
    other, target = rescored.other, rescored.rules.target
    if other.over or not rescored.played.over:
        return ""
    if other.columns:
        why = _("The game would go on because some columns are still open")
    elif max(other.standing.points.values()) >= (target or 0):
        why = _("The game would go on because the leaders are tied")
    else:
        why = _("The game would go on because nobody has reached %(target)s") % {"target": target}
    return _("%(open)s. We compared the scores so far.") % {"open": why}

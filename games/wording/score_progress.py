"""The course of a game's score in words."""

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.analysis.progress import ProgressStep
from games.rules.settlement import leader
from games.wording.words import Names


def score_text(points: Mapping[int, int], sides: Names) -> str:
    """Return the score: "Ann 67, Ben 54"."""
    return ", ".join(f"{name} {points[side]}" for side, name in enumerate(sides))


def score_progress_text(points: Mapping[int, int], steps: Sequence[ProgressStep], changes: int, sides: Names) -> str:
    """Return the course of a game in words, as the text alternative of its score chart."""
    count = len(steps)
    message = ngettext("After %(count)d round: %(score)s.", "After %(count)d rounds: %(score)s.", count)
    text = message % {"count": count, "score": score_text(points, sides)}
    first = leader(points)
    if first is None:
        text += " " + _("It's tied at the top.")
    else:
        name = sides[first]
        text += " " + ngettext("%(name)s leads.", "%(name)s leads.", _people(name)) % {"name": name}
    return f"{text} {_changed_hands(changes)}" if changes else text


def _people(side: str) -> int:
    """Return the number of people in a side's name, which verbs agree with in other languages."""
    return side.count(" & ") + 1


def _changed_hands(changes: int) -> str:
    text = ngettext("The lead changed hands once.", "The lead changed hands %(count)d times.", changes)
    return text % {"count": changes}

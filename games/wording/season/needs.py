"""Sentences about what an entrant of a season still needs to win."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.league.needs import Need, NeedCode
from games.wording.words import ordinal


def need_text(need: Need, names: Mapping[int, str]) -> str:
    """Return a need as a sentence; ``names`` are the entrants' names by primary key.

    >>> need_text(Need(NeedCode.WINS_NEEDED, 7, 2), {7: "Ann"})
    'Ann needs 2 more wins to clinch first place, whatever the others do.'
    """
    return _message(need) % {
        "who": names[need.entrant],
        "rival": "" if need.rival is None else names[need.rival],
        "n": need.number,
        "nth": ordinal(need.number),
        "place": ordinal(need.place),
    }


def _message(need: Need) -> str:
    match need.code:
        case NeedCode.CHAMPION:
            return _("Nobody can pass %(who)s now: first place is safe.")
        case NeedCode.OUT:
            if need.number:
                return _("%(who)s can no longer finish first, even by winning every match left.")
            return _("%(who)s can no longer finish first.")
        case NeedCode.WINS_NEEDED:
            return ngettext(
                "%(who)s needs %(n)d more win to clinch first place, whatever the others do.",
                "%(who)s needs %(n)d more wins to clinch first place, whatever the others do.",
                need.number,
            )
        case NeedCode.WINS_ENOUGH:
            return ngettext(
                "%(n)d more win clinches first place for %(who)s, whatever the others do. Less may be enough.",
                "%(n)d more wins clinch first place for %(who)s, whatever the others do. Fewer may be enough.",
                need.number,
            )
        case NeedCode.UNRANKED:
            return ngettext(
                "%(who)s needs %(n)d more match to be ranked.",
                "%(who)s needs %(n)d more matches to be ranked.",
                need.number,
            )
        case _:
            return _in_bracket(need) if need.code in _BRACKET else _next_match(need)


_BRACKET: Final = (NeedCode.FINISHED, NeedCode.WINS_LEFT, NeedCode.SURE_OF, NeedCode.FOR_THIRD)


def _in_bracket(need: Need) -> str:
    """Return the message about an entrant's prospects or final place in a knockout."""
    match need.code:
        case NeedCode.WINS_LEFT:
            return ngettext(
                "%(who)s needs %(n)d more win to take first place.",
                "%(who)s needs %(n)d more wins to take first place.",
                need.number,
            )
        case NeedCode.SURE_OF:
            return _("%(who)s is sure to finish in %(nth)s place or better.")
        case NeedCode.FOR_THIRD:
            return _("%(who)s plays for third place and can't finish below fourth.")
        case _:
            return _finished(need)


def _next_match(need: Need) -> str:
    """Return the message about what the next match can bring."""
    match need.code:
        case NeedCode.NEXT_WIN:
            return _by_win(need)
        case NeedCode.NEXT_DRAW:
            return _by_draw(need)
        case NeedCode.PASS_BY_WIN:
            return _("A win in the next match takes %(who)s past %(rival)s, if nothing else changes before then.")
        case _:
            return _by_margin(need)


def _finished(need: Need) -> str:
    if need.number:
        return _("%(who)s finishes in %(place)s or %(nth)s place.")
    if need.shared:
        return _("%(who)s shares first place.") if need.place == 1 else _("%(who)s is tied for %(place)s place.")
    return _("%(who)s finishes first.") if need.place == 1 else _("%(who)s finishes in %(place)s place.")


def _by_win(need: Need) -> str:
    if need.number == need.place:
        if need.number == 1:
            return _("A win in the next match keeps %(who)s in first place, if nothing else changes before then.")
        return _(
            "A win in the next match keeps %(who)s in %(nth)s place or better, if nothing else changes before then."
        )
    if need.number == 1:
        return _("A win in the next match puts %(who)s in first place, if nothing else changes before then.")
    return _(
        "A win in the next match moves %(who)s up to %(nth)s place or better, if nothing else changes before then."
    )


def _by_draw(need: Need) -> str:
    if need.number == need.place:
        if need.number == 1:
            return _("A draw in the next match keeps %(who)s in first place, if nothing else changes before then.")
        return _(
            "A draw in the next match keeps %(who)s in %(nth)s place or better, if nothing else changes before then."
        )
    if need.number == 1:
        return _("A draw in the next match puts %(who)s in first place, if nothing else changes before then.")
    return _(
        "A draw in the next match moves %(who)s up to %(nth)s place or better, if nothing else changes before then."
    )


def _by_margin(need: Need) -> str:
    if need.criterion == "point_difference":
        return ngettext(
            "Winning the next match by %(n)d point or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            "Winning the next match by %(n)d points or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            need.number,
        )
    if need.criterion == "boxes":
        if need.met:
            # Translators: he has to win so many boxes more than the other one does.
            return ngettext(
                "Winning the next match by %(n)d box or more takes %(who)s past %(rival)s, if nothing else "
                "changes before then.",
                "Winning the next match by %(n)d boxes or more takes %(who)s past %(rival)s, if nothing else "
                "changes before then.",
                need.number,
            )
        return ngettext(
            "Winning the next match with %(n)d box or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            "Winning the next match with %(n)d boxes or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            need.number,
        )
    if need.met:
        # Translators: he has to win so many gins more than the other one does.
        return ngettext(
            "Winning the next match by %(n)d gin or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            "Winning the next match by %(n)d gins or more takes %(who)s past %(rival)s, if nothing else "
            "changes before then.",
            need.number,
        )
    return ngettext(
        "Winning the next match with %(n)d gin or more takes %(who)s past %(rival)s, if nothing else "
        "changes before then.",
        "Winning the next match with %(n)d gins or more takes %(who)s past %(rival)s, if nothing else "
        "changes before then.",
        need.number,
    )

"""Sentences about what an entrant of a season still needs to win."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.league.needs import Need, NeedCode


def need_text(need: Need, names: Mapping[int, str]) -> str:
    """Return a need as a sentence; ``names`` are the entrants' names by primary key.

    >>> need_text(Need(NeedCode.WINS_NEEDED, 7, 2), {7: "Ann"})
    'Ann needs 2 more wins to be sure of first place, whatever the others do.'
    """
    return _message(need) % {
        "who": names[need.entrant],
        "rival": "" if need.rival is None else names[need.rival],
        "n": need.number,
        "place": need.place,
    }


def _message(need: Need) -> str:
    match need.code:
        case NeedCode.CHAMPION:
            return _("Nobody can pass %(who)s any more: first place is safe.")
        case NeedCode.OUT:
            if need.number:
                return _("%(who)s cannot come first any more, even by winning everything that is left.")
            return _("%(who)s cannot come first any more.")
        case NeedCode.WINS_NEEDED:
            return ngettext(
                "%(who)s needs %(n)d more win to be sure of first place, whatever the others do.",
                "%(who)s needs %(n)d more wins to be sure of first place, whatever the others do.",
                need.number,
            )
        case NeedCode.WINS_ENOUGH:
            return ngettext(
                "%(n)d more win makes %(who)s sure of first place, whatever the others do; it may take less.",
                "%(n)d more wins make %(who)s sure of first place, whatever the others do; it may take less.",
                need.number,
            )
        case NeedCode.UNRANKED:
            return ngettext(
                "%(who)s needs %(n)d more match to get a place.",
                "%(who)s needs %(n)d more matches to get a place.",
                need.number,
            )
        case _:
            return _in_bracket(need) if need.code in _BRACKET else _next_match(need)


_BRACKET: Final = (NeedCode.FINISHED, NeedCode.WINS_LEFT, NeedCode.SURE_OF, NeedCode.FOR_THIRD)


def _in_bracket(need: Need) -> str:
    """Return the message about an entrant's prospects or final place in a knock-out."""
    match need.code:
        case NeedCode.WINS_LEFT:
            return ngettext(
                "%(who)s wins the knock-out with %(n)d more win.",
                "%(who)s wins the knock-out with %(n)d more wins.",
                need.number,
            )
        case NeedCode.SURE_OF:
            return _("%(who)s is sure of place %(n)d or better.")
        case NeedCode.FOR_THIRD:
            return _("%(who)s plays for third place, and is fourth at worst.")
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
            return _("By winning the next match %(who)s passes %(rival)s, if nothing else happens before.")
        case _:
            return _by_margin(need)


def _finished(need: Need) -> str:
    if need.number:
        return _("%(who)s finishes in place %(place)d or %(n)d.")
    if need.shared:
        return _("%(who)s shares first place.") if need.place == 1 else _("%(who)s shares place %(place)d.")
    return _("%(who)s finishes first.") if need.place == 1 else _("%(who)s finishes in place %(place)d.")


def _by_win(need: Need) -> str:
    if need.number == need.place:
        if need.number == 1:
            return _("A win in the next match keeps %(who)s in first place, if nothing else happens before.")
        return _("A win in the next match keeps %(who)s in place %(n)d or better, if nothing else happens before.")
    if need.number == 1:
        return _("A win in the next match brings %(who)s to first place, if nothing else happens before.")
    return _("A win in the next match brings %(who)s to place %(n)d or better, if nothing else happens before.")


def _by_draw(need: Need) -> str:
    if need.number == need.place:
        if need.number == 1:
            return _("A draw in the next match keeps %(who)s in first place, if nothing else happens before.")
        return _("A draw in the next match keeps %(who)s in place %(n)d or better, if nothing else happens before.")
    if need.number == 1:
        return _("A draw in the next match brings %(who)s to first place, if nothing else happens before.")
    return _("A draw in the next match brings %(who)s to place %(n)d or better, if nothing else happens before.")


def _by_margin(need: Need) -> str:
    if need.criterion == "point_difference":
        return ngettext(
            "By winning the next match by %(n)d point or more %(who)s passes %(rival)s, "
            "if nothing else happens before.",
            "By winning the next match by %(n)d points or more %(who)s passes %(rival)s, "
            "if nothing else happens before.",
            need.number,
        )
    if need.criterion == "boxes":
        if need.met:
            # Translators: he has to win so many boxes more than the other one does.
            return ngettext(
                "By winning the next match by %(n)d box or more %(who)s passes %(rival)s, "
                "if nothing else happens before.",
                "By winning the next match by %(n)d boxes or more %(who)s passes %(rival)s, "
                "if nothing else happens before.",
                need.number,
            )
        return ngettext(
            "By winning the next match with %(n)d box or more %(who)s passes %(rival)s, "
            "if nothing else happens before.",
            "By winning the next match with %(n)d boxes or more %(who)s passes %(rival)s, "
            "if nothing else happens before.",
            need.number,
        )
    if need.met:
        # Translators: he has to win so many gins more than the other one does.
        return ngettext(
            "By winning the next match by %(n)d gin or more %(who)s passes %(rival)s, if nothing else happens before.",
            "By winning the next match by %(n)d gins or more %(who)s passes %(rival)s, if nothing else happens before.",
            need.number,
        )
    return ngettext(
        "By winning the next match with %(n)d gin or more %(who)s passes %(rival)s, if nothing else happens before.",
        "By winning the next match with %(n)d gins or more %(who)s passes %(rival)s, if nothing else happens before.",
        need.number,
    )

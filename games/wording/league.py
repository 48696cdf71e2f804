"""Sentences about a season: what each still needs."""

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.needs import Need, NeedCode


def need_text(need: Need, names: Mapping[int, str]) -> str:
    """One statement of an outlook as a sentence; ``names`` are those of the entrants.

    >>> need_text(Need(NeedCode.WINS_NEEDED, 7, 2), {7: "Ann"})
    'Ann needs 2 more wins to be sure of first place, whatever the others do.'
    """
    return _message(need) % {
        "who": names[need.entrant],
        "rival": "" if need.rival is None else names[need.rival],
        "n": need.number,
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
        case NeedCode.NEXT_WIN:
            return _by_win(need)
        case NeedCode.NEXT_DRAW:
            return _by_draw(need)
        case NeedCode.PASS_BY_WIN:
            return _("By winning the next match %(who)s passes %(rival)s, if nothing else happens before.")
        case NeedCode.PASS_BY_MARGIN:
            return _by_margin(need)


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

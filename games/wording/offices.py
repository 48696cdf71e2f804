"""The offices of a league in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Duty
from games.wording.words import listed


def duty_title(duty: Duty) -> str:
    """What an office is called, as a heading."""
    return {
        Duty.ORGANISER: pgettext("office", "Organiser"),
        Duty.REFEREE: pgettext("office", "Referee"),
        Duty.SCORER: pgettext("office", "Scorer"),
    }[duty]


def duty_word(duty: Duty) -> str:
    """What an office is called, behind a name or in a list."""
    return {
        Duty.ORGANISER: pgettext("office", "organiser"),
        Duty.REFEREE: pgettext("office", "referee"),
        Duty.SCORER: pgettext("office", "scorer"),
    }[duty]


def duty_text(duty: Duty) -> str:
    """What an office allows."""
    return {
        Duty.ORGANISER: _("Does everything: members, seasons, matches, and who else runs the league."),
        Duty.REFEREE: _("Looks at what is disputed, and approves or corrects it."),
        Duty.SCORER: _("May score any match, for those who have no phone at hand."),
    }[duty]


def invitation_title(duty: Duty) -> str:
    """What a link is for that invites to an office."""
    return {
        Duty.ORGANISER: _("To be organiser"),
        Duty.REFEREE: _("To be referee"),
        Duty.SCORER: _("To be scorer"),
    }[duty]


def invitation_question(duty: Duty, league: str) -> str:
    """What somebody is asked who was invited to an office."""
    asked = {
        Duty.ORGANISER: _("Be organiser of %(league)s?"),
        Duty.REFEREE: _("Be referee of %(league)s?"),
        Duty.SCORER: _("Be scorer of %(league)s?"),
    }[duty]
    return asked % {"league": league}


def you_are_text(member: str, duties: Sequence[Duty]) -> str:
    """What the reader is in a league: a ``member`` ("" for none) and whoever has these offices; "" for neither."""
    told = [member] if member else []
    words = {
        Duty.ORGANISER: pgettext("you are", "an organiser"),
        Duty.REFEREE: pgettext("you are", "a referee"),
        Duty.SCORER: pgettext("you are", "a scorer"),
    }
    told += [words[duty] for duty in duties]
    # Translators: %(words)s is a list, "Ann, an organiser and a referee".
    return _("You are %(words)s here.") % {"words": listed(told)} if told else ""


def own_offices_text(duties: Sequence[Duty]) -> str:
    """What the reader is in a league of a list; "" where he has no office."""
    if not duties:
        return ""
    # Translators: %(words)s is a list, "organiser and referee".
    return _("You are %(words)s") % {"words": listed([duty_word(duty) for duty in duties])}

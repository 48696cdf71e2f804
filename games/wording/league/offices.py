"""The offices of a league (organizer, referee, scorer) in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Duty
from games.wording.words import listed


def duty_title(duty: Duty) -> str:
    """Return the name of an office as a heading."""
    return {
        Duty.ORGANIZER: pgettext("office", "Organizer"),
        Duty.REFEREE: pgettext("office", "Referee"),
        Duty.SCORER: pgettext("office", "Scorer"),
    }[duty]


def duty_word(duty: Duty) -> str:
    """Return the name of an office within a sentence."""
    return {
        Duty.ORGANIZER: pgettext("office", "organizer"),
        Duty.REFEREE: pgettext("office", "referee"),
        Duty.SCORER: pgettext("office", "scorer"),
    }[duty]


def duty_text(duty: Duty) -> str:
    """Return what an office allows."""
    return {
        Duty.ORGANIZER: _("Runs everything: members, seasons, matches and the other officials."),
        Duty.REFEREE: _("Approves or corrects disputed rounds."),
        Duty.SCORER: _("Can score any match, for example when the players don't have a phone."),
    }[duty]


def invitation_title(duty: Duty) -> str:
    """Return the title of an invitation link."""
    return {
        Duty.ORGANIZER: _("Invitation: organizer"),
        Duty.REFEREE: _("Invitation: referee"),
        Duty.SCORER: _("Invitation: scorer"),
    }[duty]


def invitation_question(duty: Duty, league: str) -> str:
    """Return the question that an invitation link asks."""
    question = {
        Duty.ORGANIZER: _("Become an organizer of %(league)s?"),
        Duty.REFEREE: _("Become a referee for %(league)s?"),
        Duty.SCORER: _("Become a scorer for %(league)s?"),
    }[duty]
    return question % {"league": league}


def own_roles_text(member: str, duties: Sequence[Duty]) -> str:
    """Return the user's part in a league: their name as ``member`` ("" for none) and offices; "" for neither."""
    roles = [member] if member else []
    words = {
        Duty.ORGANIZER: pgettext("you are", "an organizer"),
        Duty.REFEREE: pgettext("you are", "a referee"),
        Duty.SCORER: pgettext("you are", "a scorer"),
    }
    roles += [words[duty] for duty in duties]
    # Translators: %(words)s is a list, "Ann, an organizer and a referee".
    return _("You're %(words)s here.") % {"words": listed(roles)} if roles else ""


def own_offices_text(duties: Sequence[Duty]) -> str:
    """Return the user's offices in a league for a list; "" without any."""
    if not duties:
        return ""
    # Translators: %(words)s is a list, "organizer and referee".
    return _("Your role: %(words)s") % {"words": listed([duty_word(duty) for duty in duties])}

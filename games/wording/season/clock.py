"""What the clock of a season's round says."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

_AT_END = {
    "hand": gettext_noop("Time's up! Finish this hand."),
    "game": gettext_noop("Time's up! Finish this game."),
    "nothing": gettext_noop("Time's up!"),
}
_CHOICES = {
    "hand": gettext_noop("Finish the hand"),
    "game": gettext_noop("Finish the game"),
    "nothing": gettext_noop("Just announce that time's up"),
}


def left_text(seconds: int) -> str:
    """Return a time left as the clock shows it: "18:24", "1:05:00". The script of the clock writes the same."""
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def until_text(time: str) -> str:
    """Return until when the round lasts, as a time of day."""
    return _("until %(time)s") % {"time": time}


def paused_text() -> str:
    """Return what a paused clock says."""
    return _("paused")


def last_hand_text() -> str:
    """Return the announcement of the last hand."""
    return _("Last hand!")


def over_text(at_end: str) -> str:
    """Return what the tables are asked when the time is up."""
    return _(_AT_END[at_end])


def at_end_choices() -> dict[str, str]:
    """Return what a season can ask of its tables at the end."""
    return {value: _(text) for value, text in _CHOICES.items()}

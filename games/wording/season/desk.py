"""What the desk of a season's night says."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.words import listed


def group_title(group: str) -> str:
    """Return the title of a group of matches: "playing", "coming" or "over"."""
    return {"playing": _("Playing now"), "coming": _("Not started"), "over": _("Finished")}[group]


def called_text() -> str:
    """Return the mark of a table that calls the referee."""
    return _("Referee called")


def disputed_text() -> str:
    """Return the mark of a match with a disputed round."""
    return _("Disputed")


def draw_button_text(number: int) -> str:
    """Return the text of the button that draws round ``number``."""
    return _("Draw round %(number)s") % {"number": number}


def draw_waits_text(number: int, round_number: int) -> str:
    """Return what the next draw waits for: the open matches of the last round."""
    text = ngettext(
        "One match in round %(round)s isn't over yet.", "%(n)d matches in round %(round)s aren't over yet.", number
    )
    return text % {"n": number, "round": round_number}


def drawn_text(made: int) -> str:
    """Return how many matches the draw made."""
    return ngettext("The draw was made: one match", "The draw was made: %(n)d matches", made) % {"n": made}


def requested_bye_label(name: str) -> str:
    """Return the question which bye someone asked for, who isn't here."""
    # Translators: the options are "Nothing", "As a draw" and "As a win".
    return _("%(name)s: this round counts") % {"name": name}


def absent_text(names: Sequence[str]) -> str:
    """Return the choice to draw without those who aren't here."""
    return _("Leave out everyone who isn't here: %(names)s") % {"names": listed(list(names))}

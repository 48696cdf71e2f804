"""What the desk of a season's night says."""

from collections.abc import Mapping, Sequence

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


def draw_button_text(number: int, names: Mapping[int, str]) -> str:
    """Return the text of the button that draws round ``number``; ``names`` are those of a bracket's rounds."""
    if number in names:
        # Translators: a button; the round is “Semifinals” or “Round of 16”, for example.
        return _("Draw: %(round)s") % {"round": names[number]}
    # In a bracket with a plan, matches of several rounds are drawn together. They have no name before that.
    return _("Draw the next matches") if names else _("Draw round %(number)s") % {"number": number}


def redraw_button_text(number: int, names: Mapping[int, str]) -> str:
    """Return the text of the button that draws round ``number`` again, with ``names`` as for the other button."""
    if number in names:
        return _("Draw again: %(round)s") % {"round": names[number]}
    return _("Draw round %(number)s again") % {"number": number}


def draw_waits_text(number: int, round_name: str) -> str:
    """Return what the next draw waits for: the open matches of a round."""
    text = ngettext("%(round)s: one match isn't over yet.", "%(round)s: %(n)d matches aren't over yet.", number)
    return text % {"n": number, "round": round_name}


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

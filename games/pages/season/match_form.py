"""Build the forms for changing one match (reschedule, line-up, forfeit, cancel …), one form for each action."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Match, MatchState, Member, Place
from games.pages.season.match_list import ChangeForm
from games.pages.season.season_setup import FieldOption, FormField, fields_of
from games.permissions import LeagueAccess
from games.selectors.season.entrant_names import entrant_name

ALL_ACTIONS: Final = ("reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore")
_REASON_NOTE: Final = gettext_noop("Everyone can read this.")

Lineup = Sequence[tuple[str, Sequence[Member], Sequence[Member | None]]]
"""For each side its name, its own members, and the members in its seats, None for an empty seat."""


def allowed_actions(access: LeagueAccess, match: Match) -> tuple[str, ...]:
    """Return which of ALL_ACTIONS the user may take on a match in its present state, in an open season."""
    state = MatchState(match.state)
    planned, running = state == MatchState.PLANNED, state == MatchState.RUNNING
    possible = {
        "reschedule": planned or running,
        "line_up": planned and match.table_id is None,
        "stop": running,
        "go_on": match.stopped,
        "forfeit": state in (MatchState.PLANNED, MatchState.CANCELED, MatchState.FORFEITED),
        "cancel": state != MatchState.CANCELED,
        "restore": state in (MatchState.CANCELED, MatchState.FORFEITED),
    }
    lines_up, running_it = access.may("line_up"), access.may("manage_league")
    return tuple(
        action for action in ALL_ACTIONS if possible[action] and (running_it or (action == "line_up" and lines_up))
    )


def change_form(
    action: str,
    match: Match,
    *,
    places: Sequence[Place],
    lineup: Lineup,
    members: Sequence[Member],
    typed: Mapping[str, str],
    errors: Mapping[str, str],
    submitted_action: str,
) -> ChangeForm:
    """Build the form for the action ``action``.

    ``typed`` and ``errors`` are those of the form that was submitted, whose action is ``submitted_action``.
    """
    is_submitted = action == submitted_action
    texts, faults = (typed, errors) if is_submitted else ({}, {})
    title, lead, button, grave = _ACTION_TEXTS[action]
    fields: tuple[FormField, ...] = ()
    if action == "reschedule":
        fields = _reschedule(match, places, texts, faults)
    elif action == "line_up":
        fields = _line_up(lineup, members, texts)
    elif action == "forfeit":
        fields = (_missing(match, faults),)
    if action not in ("line_up", "go_on"):
        reason = FormField(
            "reason",
            _("Reason"),
            value=texts.get("reason", ""),
            note=_(_REASON_NOTE),
            error=faults.get("reason", ""),
            most=200,
        )
        fields = (*fields, reason)
    return ChangeForm(
        action, _(title), _(lead) if lead else "", fields_of(action, fields), _(button), grave, is_submitted
    )


def _reschedule(
    match: Match, places: Sequence[Place], texts: Mapping[str, str], faults: Mapping[str, str]
) -> tuple[FormField, ...]:
    night = texts.get("night", match.night.isoformat() if match.night else "")
    start_time = texts.get("at", f"{match.at:%H:%M}" if match.at else "")
    chosen_place = texts.get("place", str(match.place_id or ""))
    tables = (
        FieldOption("", pgettext("table of the room", "Any"), not chosen_place),
        *(FieldOption(str(x.pk), x.name, chosen_place == str(x.pk)) for x in places),
    )
    return (
        FormField(
            "night",
            _("Night"),
            "date",
            night,
            note=_("Leave blank if it isn't set yet."),
            error=faults.get("night", ""),
        ),
        FormField("at", _("Start time"), "time", start_time, error=faults.get("at", "")),
        *((FormField("place", pgettext("table of the room", "Table"), "select", options=tables),) if places else ()),
    )


def _line_up(lineup: Lineup, members: Sequence[Member], texts: Mapping[str, str]) -> tuple[FormField, ...]:
    """Return a select for each seat: the side's own members first, then all others as substitutes."""
    fields = []
    for side, (name, own, sitting) in enumerate(lineup):
        others = [member for member in members if member not in own]
        for seat, member in enumerate(sitting):
            field = f"seat-{side}-{seat}"
            chosen = texts.get(field, str(member.pk) if member else "")
            options = [
                FieldOption("", _("Choose"), not chosen),
                *(FieldOption(str(x.pk), x.name, chosen == str(x.pk)) for x in own),
                *(
                    FieldOption(str(x.pk), _("%(name)s (substitute)") % {"name": x.name}, chosen == str(x.pk))
                    for x in others
                ),
            ]
            facts = {"name": name, "number": seat + 1}
            # Translators: who sits there for a side, and on which of its seats.
            label = (_("For %(name)s") if len(sitting) == 1 else _("For %(name)s, player %(number)s")) % facts
            fields.append(FormField(field, label, "select", options=tuple(options)))
    return tuple(fields)


def _missing(match: Match, faults: Mapping[str, str]) -> FormField:
    options = tuple(FieldOption(str(x.entrant_id), entrant_name(x.entrant)) for x in match.sides.all())
    return FormField("missing", _("Who didn't show up"), "several", options=options, error=faults.get("missing", ""))


_ACTION_TEXTS: Final[Mapping[str, tuple[str, str, str, bool]]] = {
    "reschedule": (gettext_noop("Change time or table"), "", gettext_noop("Move match"), False),
    "line_up": (
        gettext_noop("Who plays"),
        gettext_noop("A substitute can play for anyone who can't make it."),
        gettext_noop("Save lineup"),
        False,
    ),
    "stop": (
        gettext_noop("Stop the match"),
        gettext_noop("For a match nobody will finish. The score so far counts."),
        gettext_noop("Stop the match"),
        True,
    ),
    "go_on": (
        gettext_noop("Resume the match"),
        gettext_noop("The match reopens, and the rest can be played."),
        gettext_noop("Resume the match"),
        False,
    ),
    "forfeit": (
        gettext_noop("Someone didn't show up"),
        gettext_noop("Anyone who didn't show up loses, and the other side wins."),
        gettext_noop("Record the forfeit"),
        True,
    ),
    "cancel": (
        gettext_noop("Cancel the match"),
        gettext_noop("It won't count, even if some of it was played."),
        gettext_noop("Cancel the match"),
        True,
    ),
    "restore": (
        gettext_noop("Restore the match"),
        gettext_noop("The match is back on. Any score it already has counts."),
        gettext_noop("Restore the match"),
        False,
    ),
}
"""The title, explanation and button of each action, and whether it is drawn as a dangerous one."""

"""What can be done about one match, each as a form of its own: what it asks, and what came of it."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.models import Fixture, FixtureState, Member, Place
from games.pages.matches import ChangeForm
from games.pages.season_setup import FieldOption, FormField, fields_of
from games.permissions import LeagueAccess
from games.selectors.lineups import entrant_name

ALL_ACTIONS: Final = ("reschedule", "line_up", "stop", "go_on", "forfeit", "cancel", "restore")
_WHY: Final = gettext_noop("Everybody can read it.")

Lineup = Sequence[tuple[str, Sequence[Member], Sequence[Member | None]]]
"""By side: its name, its own members, and who sits there now, None for a seat that nobody has."""


def may_do(access: LeagueAccess, fixture: Fixture) -> tuple[str, ...]:
    """Which of ALL_ACTIONS the reader may take about a match as it stands, in a season that is open."""
    state = FixtureState(fixture.state)
    planned, running = state == FixtureState.PLANNED, state == FixtureState.RUNNING
    possible = {
        "reschedule": planned or running,
        "line_up": planned and fixture.table_id is None,
        "stop": running,
        "go_on": fixture.stopped,
        "forfeit": state in (FixtureState.PLANNED, FixtureState.CANCELLED, FixtureState.FORFEITED),
        "cancel": state != FixtureState.CANCELLED,
        "restore": state in (FixtureState.CANCELLED, FixtureState.FORFEITED),
    }
    scoring, running_it = access.may("score_fixtures"), access.may("manage_league")
    return tuple(do for do in ALL_ACTIONS if possible[do] and (running_it or (do == "line_up" and scoring)))


def change_form(
    do: str,
    fixture: Fixture,
    *,
    places: Sequence[Place],
    lineup: Lineup,
    members: Sequence[Member],
    typed: Mapping[str, str],
    errors: Mapping[str, str],
    open_one: str,
) -> ChangeForm:
    """The form for one of ALL_ACTIONS; ``typed`` and ``errors`` are those of the form that was sent, ``open_one``."""
    mine = do == open_one
    texts, faults = (typed, errors) if mine else ({}, {})
    title, lead, button, grave = _ABOUT[do]
    fields: tuple[FormField, ...] = ()
    if do == "reschedule":
        fields = _reschedule(fixture, places, texts, faults)
    elif do == "line_up":
        fields = _line_up(lineup, members, texts)
    elif do == "forfeit":
        fields = (_missing(fixture, faults),)
    if do not in ("line_up", "go_on"):
        reason = FormField(
            "reason", _("Why"), value=texts.get("reason", ""), note=_(_WHY), error=faults.get("reason", ""), most=200
        )
        fields = (*fields, reason)
    return ChangeForm(do, _(title), _(lead) if lead else "", fields_of(do, fields), _(button), grave, mine)


def _reschedule(
    fixture: Fixture, places: Sequence[Place], texts: Mapping[str, str], faults: Mapping[str, str]
) -> tuple[FormField, ...]:
    night = texts.get("night", fixture.night.isoformat() if fixture.night else "")
    at = texts.get("at", f"{fixture.at:%H:%M}" if fixture.at else "")
    here = texts.get("place", str(fixture.place_id or ""))
    tables = (
        FieldOption("", pgettext("table of the room", "Any"), not here),
        *(FieldOption(str(x.pk), x.name, here == str(x.pk)) for x in places),
    )
    return (
        FormField("night", _("The night"), "date", night, note=_("Empty: not set yet."), error=faults.get("night", "")),
        FormField("at", _("Play begins at"), "time", at, error=faults.get("at", "")),
        *((FormField("place", pgettext("table of the room", "Table"), "select", options=tables),) if places else ()),
    )


def _line_up(lineup: Lineup, members: Sequence[Member], texts: Mapping[str, str]) -> tuple[FormField, ...]:
    """A select for each seat: the side's own members first, then everybody else as a substitute."""
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
            label = (_("For %(name)s") if len(sitting) == 1 else _("For %(name)s, %(number)s.")) % facts
            fields.append(FormField(field, label, "select", options=tuple(options)))
    return tuple(fields)


def _missing(fixture: Fixture, faults: Mapping[str, str]) -> FormField:
    options = tuple(FieldOption(str(x.entrant_id), entrant_name(x.entrant)) for x in fixture.sides.all())
    return FormField("missing", _("Who did not come"), "several", options=options, error=faults.get("missing", ""))


_ABOUT: Final[Mapping[str, tuple[str, str, str, bool]]] = {
    "reschedule": (gettext_noop("Another time or table"), "", gettext_noop("Move it"), False),
    "line_up": (
        gettext_noop("Who plays"),
        gettext_noop("Somebody else may play in the place of who cannot come."),
        gettext_noop("They play"),
        False,
    ),
    "stop": (
        gettext_noop("Count it as it stands"),
        gettext_noop("Nobody will finish it: what was played so far decides."),
        gettext_noop("Count it as it stands"),
        True,
    ),
    "go_on": (
        gettext_noop("Let it go on"),
        gettext_noop("It is no longer over: the rest may be played."),
        gettext_noop("Let it go on"),
        False,
    ),
    "forfeit": (
        gettext_noop("Somebody did not come"),
        gettext_noop("Whoever did not come has lost, the other has won."),
        gettext_noop("Count it as forfeited"),
        True,
    ),
    "cancel": (
        gettext_noop("Cancel it"),
        gettext_noop("It counts nothing, whatever was played of it."),
        gettext_noop("Cancel the match"),
        True,
    ),
    "restore": (
        gettext_noop("Put it back"),
        gettext_noop("It is to be played, or counts again what was played of it."),
        gettext_noop("Put it back"),
        False,
    ),
}
"""Of each action its title, what it means, its button, and whether it is grave."""

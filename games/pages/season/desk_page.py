"""Build the desk of a season's night: calls, disputes, tables, the next draw, and who is here."""

import secrets
from collections.abc import Collection, Mapping, Sequence
from datetime import date
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.season.season_draw_form import is_drawn_by_round
from games.models import Match, MatchState, Pairing, RefereeCall, Season
from games.pages.season.checks_page import disputed_rounds
from games.pages.season.clock_page import desk_clock
from games.pages.season.desk import DeskCall, DeskDraw, DeskGroup, DeskMatch, DeskPage, DeskPerson, DeskSide
from games.pages.season.results_page import may_type_results
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FieldOption, FormField
from games.rules.league.results import RequestedBye
from games.rules.league.season import season_rules
from games.rules.league.standings import Outcome
from games.rules.sheet import TableSheet
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.attendance import attendance
from games.selectors.season.draw_state import draw_state
from games.selectors.season.entrant_names import entrant_name, names_of_entrants
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.selectors.season.match_titles import match_title, with_sides
from games.selectors.season.next_rounds import NextDraw, next_draw
from games.selectors.season.round_names import round_names
from games.selectors.table.ledger import cached_sheets
from games.selectors.table.streams import season_stream_path
from games.wording.refusals import not_playable_text
from games.wording.season import desk as words
from games.wording.season.match import night_text, round_title, state_text
from games.wording.season.season_setup import choices_of
from games.wording.season.season_table import match_state
from games.wording.words import MINUS, time_text

MOST_MATCHES: Final = 250
"""The most matches of a night on the desk."""
_GROUPS: Final = {
    MatchState.RUNNING: "playing",
    MatchState.PLANNED: "coming",
    MatchState.PLAYED: "over",
    MatchState.FORFEITED: "over",
    MatchState.BYE: "over",
}


def desk_page(season_access: SeasonAccess) -> DeskPage:
    """Return the desk of tonight."""
    season, access = season_access.season, season_access.access
    tonight, args = date_in_league(season.league), [season_access.season.public_id]
    names, here = names_of_entrants(season), attendance(season, tonight)
    calls, disputed = list(_open_calls(season)), disputed_rounds(season)
    alerts = {queued.match_number: words.disputed_text() for queued in disputed}
    alerts |= {call.match.number: words.called_text() for call in calls}
    is_open = season.closed_at is None
    return DeskPage(
        nav=season_nav(season_access, "desk"),
        night=night_text(tonight, tonight, calendar_date_in_league(season.league)),
        calls=tuple(_call(call) for call in calls),
        disputed=disputed,
        checks_url=reverse("season:checks", args=args) if access.may("check_rounds") and is_open else "",
        groups=_groups(season, tonight, alerts),
        draw=_draw(season, names, here) if access.may("manage_league") and is_open else None,
        clock=desk_clock(season, may_run=access.may("run_clock") and is_open),
        here=_people(names, [entrant for entrant, present in here.items() if present]),
        missing=_people(names, [entrant for entrant, present in here.items() if not present]),
        here_url=reverse("season:check_in", args=args) if is_open else "",
        results_url=reverse("season:results", args=args) if may_type_results(season_access) and is_open else "",
        hall_url=reverse("season:hall", args=args),
        live_url=season_stream_path(season_access),
        poll_url=reverse("season:revision", args=args),
        moved_url=reverse("season:desk_moved", args=args),
        revision=season.revision,
    )


def _open_calls(season: Season) -> Sequence[RefereeCall]:
    """Return the open calls of a season, oldest first."""
    calls = {
        call.match_id: call
        for call in RefereeCall.objects.filter(match__season=season, closed_at=None).order_by("at", "pk")
    }
    for match in with_sides(season.matches.filter(pk__in=calls)):
        calls[match.pk].match = match
    return list(calls.values())


def _call(call: RefereeCall) -> DeskCall:
    match = call.match
    args = [match.season.public_id, match.number]
    return DeskCall(
        id=call.pk,
        number=match.number,
        place=_place_name(match),
        title=match_title(match),
        time=time_text(call.at),
        url=reverse("season:match", args=args),
        answer_url=reverse("season:answer_call", args=args),
    )


def _place_name(match: Match) -> str:
    return match.place.name if match.place else _("Match %(number)s") % {"number": match.number}


def _groups(season: Season, tonight: date, alerts: Mapping[int, str]) -> tuple[DeskGroup, ...]:
    """Return tonight's matches and all that are being played, by what they are at."""
    tonights = with_sides(season.matches.filter(Q(night=tonight) | Q(state=MatchState.RUNNING)))
    matches = list(
        tonights.exclude(state=MatchState.CANCELED)
        .select_related("place", "table")
        .prefetch_related("table__seats")
        .order_by("place__name", "number")[:MOST_MATCHES]
    )
    running = [match.table for match in matches if match.state == MatchState.RUNNING and match.table]
    sheets = cached_sheets(running)
    several = season_rules(season.rules).length == "games"
    grouped: dict[str, list[DeskMatch]] = {group: [] for group in dict.fromkeys(_GROUPS.values())}
    for match in matches:
        match.season = season
        sheet = sheets.get(match.table_id or 0)
        grouped[_GROUPS[MatchState(match.state)]].append(_match(match, sheet, alerts, several=several))
    return tuple(
        DeskGroup(group, words.group_title(group), tuple(of_group)) for group, of_group in grouped.items() if of_group
    )


def _match(match: Match, sheet: TableSheet | None, alerts: Mapping[int, str], *, several: bool) -> DeskMatch:
    played = match.state in (MatchState.RUNNING, MatchState.PLAYED)
    return DeskMatch(
        number=match.number,
        place=_place_name(match),
        sides=tuple(
            DeskSide(
                name=entrant_name(side.entrant),
                score=str(side.games if several else side.points).replace("-", MINUS) if played else "",
                ahead=side.outcome == Outcome.WIN,
            )
            for side in match.sides.all()
        ),
        state=_state(match, sheet, several=several),
        url=reverse("season:match", args=[match.season.public_id, match.number]),
        alert=alerts.get(match.number, ""),
    )


def _state(match: Match, sheet: TableSheet | None, *, several: bool) -> str:
    if match.state == MatchState.BYE:
        return state_text(match.state)
    if sheet is None or sheet.current.over:
        return match_state(match.state, final=match.final, at=match.at)
    return round_title(sheet.current.number, sheet.current.next_round, games=several)


def _draw(season: Season, names: Mapping[int, str], here: Mapping[int, bool]) -> DeskDraw | None:
    """Return the draw of the next round; None in a season that isn't drawn round by round."""
    if not is_drawn_by_round(season):
        return None
    coming, args = next_draw(season), [season.public_id]
    absent = {entrant: names[entrant] for entrant, present in here.items() if not present}
    may_leave_out = season.pairing == Pairing.SWISS and sum(here.values()) > 1
    return DeskDraw(
        text=words.draw_button_text(coming.round, round_names(season).rounds) if coming.round else "",
        waiting=_waiting_text(season, coming),
        players_url=reverse("season:entrants", args=args) if coming.lacks_entrants else "",
        action=reverse("season:desk_draw", args=args),
        key=secrets.token_hex(16),
        absent=words.absent_text(sorted(absent.values(), key=str.casefold)) if absent and may_leave_out else "",
        absentees=tuple(
            FormField(f"bye-{entrant}", words.requested_bye_label(name), "select", options=_requested_byes())
            for entrant, name in sorted(absent.items(), key=lambda one: one[1].casefold())
        )
        if may_leave_out
        else (),
        third_place=season.pairing == Pairing.KNOCKOUT,
        more_url=reverse("season:draw", args=args),
    )


def _requested_byes() -> tuple[FieldOption, ...]:
    titles = choices_of("bye")
    return (
        FieldOption("", titles["nothing"], chosen=True),
        FieldOption(RequestedBye.HALF, titles["draw"]),
        FieldOption(RequestedBye.FULL, titles["win"]),
    )


def _waiting_text(season: Season, coming: NextDraw) -> str:
    """Return why no round can be drawn now; "" if one can."""
    if coming.waits_for_matches:
        state = draw_state(season)
        return words.draw_waits_text(state.open_matches, round_names(season).of(state.open_round))
    return not_playable_text(coming.obstacle) if coming.obstacle else ""


def _people(names: Mapping[int, str], entrants: Collection[int]) -> tuple[DeskPerson, ...]:
    people = (DeskPerson(entrant, names[entrant]) for entrant in entrants)
    return tuple(sorted(people, key=lambda person: person.name.casefold()))

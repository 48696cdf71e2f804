"""The page that changes a match of a season (move, forfeit, stop, cancel, line-up) and shows its history."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.typed_values import typed_date, typed_time, validated_reason, value_or_error
from games.models import Match, Place
from games.pages.season.match_change import (
    line_up_of,
    loaded_match,
    match_history,
    match_lines,
    members_of,
    places_of,
)
from games.pages.season.match_form import allowed_actions, change_form
from games.pages.season.match_list import MatchChangePage
from games.pages.season.season_nav import season_nav
from games.refusals import RefusedError
from games.selectors.league.league_access import MatchAccess, SeasonAccess
from games.selectors.season.match_titles import match_title
from games.services.season import match_stop, matches, pair_decisions
from games.views.league.league_access import match_access_for
from games.wording.refusals import refusal_text


@dataclass(frozen=True, slots=True)
class RejectedForm:
    """A posted form that failed: its name, the errors of its fields, and other messages."""

    do: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    messages: tuple[str, ...] = ()


NO_FORM: Final = RejectedForm()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a match with its history and, for those who may, the forms that change it; POST applies one."""
    match_access = match_access_for(request, public_id, number)
    match = loaded_match(match_access)
    if request.method != "POST":
        return _page(request, match_access, match)
    button = request.POST.get("do", "")
    action = _ACTIONS.get(button)
    if action is None:
        raise RefusedError("invalid_value", what="do")
    match_access.access.demand("line_up" if button == "line_up" else "manage_league")
    errors: dict[str, str] = {}
    try:
        action(request, match_access, match, errors)
    except RefusedError as refusal:
        if refusal.code not in ("not_playable", "not_found"):
            raise
        return _page(
            request, match_access, match, RejectedForm(button, errors, (refusal_text(refusal),)), refusal.status
        )
    if errors:
        return _page(request, match_access, match, RejectedForm(button, errors), 400)
    return redirect("season:change_match", public_id, number)


def _page(
    request: HttpRequest,
    match_access: MatchAccess,
    match: Match,
    rejected: RejectedForm = NO_FORM,
    status: int = 200,
) -> HttpResponse:
    possible = allowed_actions(match_access.access, match) if match_access.season.closed_at is None else ()
    url_args = [match_access.season.public_id, match.number]
    places = places_of(match) if "reschedule" in possible else ()
    lineup = line_up_of(match_access, match) if "line_up" in possible else ()
    members = members_of(match) if "line_up" in possible else ()
    page = MatchChangePage(
        nav=season_nav(SeasonAccess(match_access.access, match_access.season), "matches"),
        title=match_title(match),
        about=match_lines(match),
        url=reverse("season:match", args=url_args),
        action=reverse("season:change_match", args=url_args),
        forms=tuple(
            change_form(
                action,
                match,
                places=places,
                lineup=lineup,
                members=members,
                typed=request.POST.dict(),
                errors=rejected.errors,
                submitted_action=rejected.do,
            )
            for action in possible
        ),
        errors=rejected.messages,
        history=match_history(match),
    )
    return render(request, "season/match_change.html", {"page": page}, status=status)


# --- The actions: each reads its fields, and does nothing if one of them is invalid ---------------------------------

Action = Callable[[HttpRequest, MatchAccess, Match, dict[str, str]], None]


def _reschedule(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
    night: date | None = value_or_error(errors, "night", lambda: typed_date(request.POST.get("night", "")))
    start: time | None = value_or_error(errors, "at", lambda: typed_time(request.POST.get("at", "")))
    reason = value_or_error(errors, "reason", lambda: validated_reason(request.POST))
    place: Place | None = None
    if place_id := request.POST.get("place", ""):
        place = next((candidate for candidate in places_of(match) if str(candidate.pk) == place_id), None)
        if place is None:
            raise RefusedError("not_found")
    if start and not night and "night" not in errors:
        errors["night"] = _("Please enter the date, too.")
    if not errors:
        matches.reschedule(
            access=match_access.access,
            season=match_access.season,
            number=match.number,
            changed={"night": night, "at": start, "place": place},
            reason=reason or "",
        )


def _forfeit(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
    missing_ids = request.POST.getlist("missing")
    missing = [side.entrant for side in match.sides.all() if str(side.entrant_id) in missing_ids]
    reason = value_or_error(errors, "reason", lambda: validated_reason(request.POST))
    if not missing or len(missing) != len(set(missing_ids)):
        errors["missing"] = _("Please choose who didn't show up.")
    if not errors:
        matches.forfeit(
            access=match_access.access,
            season=match_access.season,
            number=match.number,
            missing=missing,
            reason=reason or "",
        )


def _line_up(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
    members_by_id = {str(member.pk): member for member in members_of(match)}
    members = []
    for side, (*__, sitting) in enumerate(line_up_of(match_access, match)):
        member_ids = [request.POST.get(f"seat-{side}-{seat}", "") for seat in range(len(sitting))]
        if any(member_id and member_id not in members_by_id for member_id in member_ids):
            raise RefusedError("not_found")
        members.append([members_by_id[member_id] for member_id in member_ids if member_id])
    matches.line_up(access=match_access.access, season=match_access.season, number=match.number, members=members)


def _with_reason(use_case: Callable[..., Match]) -> Action:
    def action(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
        reason = value_or_error(errors, "reason", lambda: validated_reason(request.POST))
        if not errors:
            use_case(access=match_access.access, season=match_access.season, number=match.number, reason=reason or "")

    return action


def _about_pair(use_case: Callable[..., None]) -> Action:
    def action(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
        use_case(access=match_access.access, season=match_access.season, number=match.number)

    return action


def _resume(request: HttpRequest, match_access: MatchAccess, match: Match, errors: dict[str, str]) -> None:
    match_stop.resume(access=match_access.access, season=match_access.season, number=match.number)


_ACTIONS: Final[dict[str, Action]] = {
    "reschedule": _reschedule,
    "line_up": _line_up,
    "stop": _with_reason(match_stop.stop),
    "go_on": _resume,
    "forfeit": _forfeit,
    "cancel": _with_reason(matches.cancel),
    "restore": _with_reason(match_stop.restore),
    "put_in": _about_pair(pair_decisions.put_in),
    "draw_again": _about_pair(partial(pair_decisions.put_in, again=True)),
    "play_on": _about_pair(pair_decisions.play_on),
    "replay": _about_pair(pair_decisions.replay),
}

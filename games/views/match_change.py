"""One match of a season as it is changed: moved, forfeited, stopped, cancelled, who plays; and its history."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.match_form import change_form, may_do
from games.forms.typed_values import tried, typed_date, typed_time, typed_why
from games.models import Fixture, Place
from games.pages.matches import MatchPage
from games.refusals import Refused
from games.selectors.league_access import FixtureAccess, SeasonAccess
from games.selectors.match_change import about_match, fixture_history, line_up_of, members_of, places_of, whole_fixture
from games.selectors.matches import match_title
from games.selectors.season_nav import season_nav
from games.services import abandoned, fixtures
from games.views.league_doors import fixture_at
from games.wording import refusal_text


@dataclass(frozen=True, slots=True)
class Tried:
    """The form that was sent and came to nothing: which, what is wrong with its fields, and what else was."""

    do: str = ""
    errors: Mapping[str, str] = field(default_factory=dict)
    told: tuple[str, ...] = ()


NOTHING: Final = Tried()


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """One match with its history, and for who may, the forms that change it."""
    at = fixture_at(request, public_id, number)
    fixture = whole_fixture(at)
    if request.method != "POST":
        return _page(request, at, fixture)
    do = request.POST.get("do", "")
    action = _ACTIONS.get(do)
    if action is None:
        raise Refused("invalid_value", what="do")
    at.access.demand("score_fixtures" if do == "line_up" else "manage_league")
    errors: dict[str, str] = {}
    try:
        action(request, at, fixture, errors)
    except Refused as why:
        if why.code not in ("not_playable", "not_found"):
            raise
        return _page(request, at, fixture, Tried(do, errors, (refusal_text(why),)), why.status)
    if errors:
        return _page(request, at, fixture, Tried(do, errors), 400)
    return redirect("change_fixture", public_id, number)


def _page(
    request: HttpRequest,
    at: FixtureAccess,
    fixture: Fixture,
    tried_form: Tried = NOTHING,
    status: int = 200,
) -> HttpResponse:
    possible = may_do(at.access, fixture) if at.season.closed_at is None else ()
    here = [at.season.public_id, fixture.number]
    places = places_of(fixture) if "reschedule" in possible else ()
    lineup = line_up_of(at, fixture) if "line_up" in possible else ()
    members = members_of(fixture) if "line_up" in possible else ()
    page = MatchPage(
        nav=season_nav(SeasonAccess(at.access, at.season), "fixtures"),
        title=match_title(fixture),
        about=about_match(fixture),
        url=reverse("fixture", args=here),
        action=reverse("change_fixture", args=here),
        forms=tuple(
            change_form(
                one,
                fixture,
                places=places,
                lineup=lineup,
                members=members,
                typed=request.POST.dict(),
                errors=tried_form.errors,
                open_one=tried_form.do,
            )
            for one in possible
        ),
        errors=tried_form.told,
        history=fixture_history(fixture),
    )
    return render(request, "league/match_change.html", {"page": page}, status=status)


# --- What can be done about a match: each reads its fields, and does nothing where one of them is wrong ---------------

Action = Callable[[HttpRequest, FixtureAccess, Fixture, dict[str, str]], None]


def _reschedule(request: HttpRequest, at: FixtureAccess, fixture: Fixture, errors: dict[str, str]) -> None:
    night: date | None = tried(errors, "night", lambda: typed_date(request.POST.get("night", "")))
    start: time | None = tried(errors, "at", lambda: typed_time(request.POST.get("at", "")))
    reason = tried(errors, "reason", lambda: typed_why(request.POST))
    place: Place | None = None
    if wanted := request.POST.get("place", ""):
        place = next((one for one in places_of(fixture) if str(one.pk) == wanted), None)
        if place is None:
            raise Refused("not_found")
    if start and not night and "night" not in errors:
        errors["night"] = _("Please give the night, too.")
    if not errors:
        fixtures.reschedule(
            access=at.access,
            season=at.season,
            number=fixture.number,
            changed={"night": night, "at": start, "place": place},
            reason=reason or "",
        )


def _forfeit(request: HttpRequest, at: FixtureAccess, fixture: Fixture, errors: dict[str, str]) -> None:
    wanted = request.POST.getlist("missing")
    missing = [side.entrant for side in fixture.sides.all() if str(side.entrant_id) in wanted]
    reason = tried(errors, "reason", lambda: typed_why(request.POST))
    if not missing or len(missing) != len(set(wanted)):
        errors["missing"] = _("Please say who did not come.")
    if not errors:
        fixtures.forfeit(
            access=at.access, season=at.season, number=fixture.number, missing=missing, reason=reason or ""
        )


def _line_up(request: HttpRequest, at: FixtureAccess, fixture: Fixture, errors: dict[str, str]) -> None:
    known = {str(member.pk): member for member in members_of(fixture)}
    members = []
    for side, (*__, sitting) in enumerate(line_up_of(at, fixture)):
        wanted = [request.POST.get(f"seat-{side}-{seat}", "") for seat in range(len(sitting))]
        if any(one and one not in known for one in wanted):
            raise Refused("not_found")
        members.append([known[one] for one in wanted if one])
    fixtures.line_up(access=at.access, season=at.season, number=fixture.number, members=members)


def _with_reason(use_case: Callable[..., Fixture]) -> Action:
    def done(request: HttpRequest, at: FixtureAccess, fixture: Fixture, errors: dict[str, str]) -> None:
        reason = tried(errors, "reason", lambda: typed_why(request.POST))
        if not errors:
            use_case(access=at.access, season=at.season, number=fixture.number, reason=reason or "")

    return done


def _go_on(request: HttpRequest, at: FixtureAccess, fixture: Fixture, errors: dict[str, str]) -> None:
    abandoned.go_on(access=at.access, season=at.season, number=fixture.number)


_ACTIONS: Final[dict[str, Action]] = {
    "reschedule": _reschedule,
    "line_up": _line_up,
    "stop": _with_reason(abandoned.stop),
    "go_on": _go_on,
    "forfeit": _forfeit,
    "cancel": _with_reason(fixtures.cancel),
    "restore": _with_reason(abandoned.restore),
}

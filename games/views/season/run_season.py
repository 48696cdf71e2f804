"""The page "Manage" of a season: penalties, withdrawals, hiding the standings, closing the season."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.season.season_manage_form import read_hide, read_penalty, read_withdrawal
from games.forms.typed_values import parse_whole_number
from games.models.season import DRAWN_BY_ROUND
from games.pages.season.run_fields import hide_fields, penalty_fields, withdrawal_fields
from games.pages.season.season_manage import SeasonManagePage
from games.pages.season.season_nav import season_nav
from games.pages.season.season_run import season_run_state
from games.pages.season.season_setup import fields_of
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import entrant_name
from games.services.season import season_close
from games.services.season.entrants import withdraw
from games.services.season.penalties import give_penalty, lift_penalty
from games.views.league.league_access import season_access_for
from games.wording.refusals import refusal_text


@dataclass(slots=True)
class SeasonForm:
    """A posted form: the season, what was typed, and the errors."""

    season_access: SeasonAccess
    names: dict[int, str]
    """The names of entrants who didn't withdraw, by primary key."""
    data: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the page; POST applies one of its forms, named by ``do``."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    if request.method != "POST":
        return _page(request, SeasonForm(season_access, _entrant_names(season_access), {}))
    form = SeasonForm(season_access, _entrant_names(season_access), request.POST.dict())
    action = _ACTIONS.get(form.data.get("do", ""))
    if action is None:
        raise RefusedError("invalid_value", what="do")
    try:
        action(form)
    except RefusedError as refusal:
        if refusal.code not in ("too_many", "season_closed", "not_playable"):
            raise
        return _page(request, form, (refusal_text(refusal),), refusal.status)
    return _page(request, form, status=400) if form.errors else redirect("season:run", public_id)


def _entrant_names(season_access: SeasonAccess) -> dict[int, str]:
    entrants = season_access.season.entrants.filter(withdrawn_on=None).select_related("member")
    return {entrant.pk: entrant_name(entrant) for entrant in entrants}


def _page(
    request: HttpRequest, submitted: SeasonForm, messages: tuple[str, ...] = (), status: int = 200
) -> HttpResponse:
    season_access, button = submitted.season_access, submitted.data.get("do", "")
    entrants = {entrant.pk: entrant for entrant in season_access.season.entrants.select_related("member")}
    state = season_run_state(season_access, entrants, {pk: entrant_name(entrant) for pk, entrant in entrants.items()})

    def typed(form: str) -> tuple[dict[str, str], dict[str, str]]:
        return (submitted.data, submitted.errors) if button == form else ({}, {})

    page = SeasonManagePage(
        nav=season_nav(season_access, "run"),
        action=reverse("season:run", args=[season_access.season.public_id]),
        key=submitted.data.get("key", "")[:100] or secrets.token_hex(16),
        matches_url=reverse("season:matches", args=[season_access.season.public_id]),
        rules_url=reverse("season:rules", args=[season_access.season.public_id]),
        penalty=fields_of("penalty", penalty_fields(submitted.names, *typed("penalty"))),
        withdrawal=fields_of(
            "withdraw",
            withdrawal_fields(
                submitted.names, *typed("withdraw"), by_round=season_access.season.pairing in DRAWN_BY_ROUND
            ),
        ),
        hide=hide_fields(*typed("hide")),
        submitted_form=button if submitted.errors else "",
        errors=messages,
        **{state_field.name: getattr(state, state_field.name) for state_field in fields(state)},
    )
    return render(request, "season/run.html", {"page": page}, status=status)


def _penalty(form: SeasonForm) -> None:
    entrant, points, reason = read_penalty(form.data, form.names, form.errors)
    if not form.errors:
        give_penalty(
            access=form.season_access.access,
            season=form.season_access.season,
            entrant_id=entrant,
            points=points,
            reason=reason,
            key=form.data.get("key", "")[:100],
        )


def _lift(form: SeasonForm) -> None:
    penalty = parse_whole_number(form.data.get("penalty", ""))
    if penalty is None:
        raise RefusedError("not_found")
    lift_penalty(access=form.season_access.access, season=form.season_access.season, penalty_id=penalty)


def _withdraw(form: SeasonForm) -> None:
    entrant, annul, reason = read_withdrawal(form.data, form.names, form.errors)
    if not form.errors:
        withdraw(
            access=form.season_access.access,
            season=form.season_access.season,
            entrant_id=entrant,
            annul=annul,
            reason=reason,
        )


def _hide(form: SeasonForm) -> None:
    until = read_hide(form.data, form.season_access.access.league.zone, timezone.now(), form.errors)
    if not form.errors:
        season_close.hide_standings(access=form.season_access.access, season=form.season_access.season, until=until)


def _show(form: SeasonForm) -> None:
    season_close.show_standings(access=form.season_access.access, season=form.season_access.season)


def _close(form: SeasonForm) -> None:
    season_close.close_season(access=form.season_access.access, season=form.season_access.season)


def _reopen(form: SeasonForm) -> None:
    season_close.reopen_season(access=form.season_access.access, season=form.season_access.season)


_ACTIONS: Final[dict[str, Callable[[SeasonForm], None]]] = {
    "penalty": _penalty,
    "lift": _lift,
    "withdraw": _withdraw,
    "hide": _hide,
    "show": _show,
    "close": _close,
    "reopen": _reopen,
}

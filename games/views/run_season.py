"""Run a season: points taken and given back, who leaves, the table hidden and shown, the end."""

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

from games.forms.run_form import (
    hide_fields,
    penalty_fields,
    read_hiding,
    read_penalty,
    read_withdrawal,
    withdrawal_fields,
)
from games.forms.typed_values import typed_key
from games.pages.run_season import RunPage
from games.pages.season_setup import fields_of
from games.refusals import Refused
from games.selectors.league_access import SeasonAccess
from games.selectors.lineups import entrant_name
from games.selectors.run_page import run_state
from games.selectors.season_nav import season_nav
from games.services import closing
from games.services.entrants import withdraw
from games.services.penalties import give_penalty, lift_penalty
from games.views.league_doors import season_at
from games.wording import refusal_text


@dataclass(slots=True)
class Sent:
    """A form that was sent: by whom in which season, what was typed, and everything that is wrong with it."""

    at: SeasonAccess
    names: dict[int, str]
    """Who competes and did not withdraw, by primary key."""
    data: dict[str, str]
    errors: dict[str, str] = field(default_factory=dict)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def run(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page on which a season is run; each of its forms says in ``do`` what it is for."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    if request.method != "POST":
        return _page(request, Sent(at, _names(at), {}))
    sent = Sent(at, _names(at), request.POST.dict())
    action = _ACTIONS.get(sent.data.get("do", ""))
    if action is None:
        raise Refused("invalid_value", what="do")
    try:
        action(sent)
    except Refused as why:
        if why.code not in ("too_many", "season_closed", "not_playable"):
            raise
        return _page(request, sent, (refusal_text(why),), why.status)
    return _page(request, sent, status=400) if sent.errors else redirect("run_season", public_id)


def _names(at: SeasonAccess) -> dict[int, str]:
    here = at.season.entrants.filter(withdrawn_on=None).select_related("member")
    return {entrant.pk: entrant_name(entrant) for entrant in here}


def _page(request: HttpRequest, sent: Sent, told: tuple[str, ...] = (), status: int = 200) -> HttpResponse:
    at, do = sent.at, sent.data.get("do", "")
    entrants = {entrant.pk: entrant for entrant in at.season.entrants.select_related("member")}
    state = run_state(at, entrants, {pk: entrant_name(entrant) for pk, entrant in entrants.items()})

    def typed(form: str) -> tuple[dict[str, str], dict[str, str]]:
        return (sent.data, sent.errors) if do == form else ({}, {})

    page = RunPage(
        nav=season_nav(at, "run_season"),
        action=reverse("run_season", args=[at.season.public_id]),
        key=sent.data.get("key", "")[:100] or secrets.token_hex(16),
        matches_url=reverse("fixtures", args=[at.season.public_id]),
        rules_url=reverse("season_rules", args=[at.season.public_id]),
        penalty=fields_of("penalty", penalty_fields(sent.names, *typed("penalty"))),
        withdrawal=fields_of("withdraw", withdrawal_fields(sent.names, *typed("withdraw"))),
        hide=hide_fields(*typed("hide")),
        open_form=do if sent.errors else "",
        errors=told,
        **{one.name: getattr(state, one.name) for one in fields(state)},
    )
    return render(request, "league/run.html", {"page": page}, status=status)


def _penalty(sent: Sent) -> None:
    entrant, points, reason = read_penalty(sent.data, sent.names, sent.errors)
    if not sent.errors:
        give_penalty(
            access=sent.at.access,
            season=sent.at.season,
            entrant_id=entrant,
            points=points,
            reason=reason,
            key=sent.data.get("key", "")[:100],
        )


def _lift(sent: Sent) -> None:
    penalty = typed_key(sent.data.get("penalty", ""))
    if penalty is None:
        raise Refused("not_found")
    lift_penalty(access=sent.at.access, season=sent.at.season, penalty_id=penalty)


def _withdraw(sent: Sent) -> None:
    entrant, annul, reason = read_withdrawal(sent.data, sent.names, sent.errors)
    if not sent.errors:
        withdraw(access=sent.at.access, season=sent.at.season, entrant_id=entrant, annul=annul, reason=reason)


def _hide(sent: Sent) -> None:
    until = read_hiding(sent.data, sent.at.access.league.zone, timezone.now(), sent.errors)
    if not sent.errors:
        closing.hide_table(access=sent.at.access, season=sent.at.season, until=until)


def _show(sent: Sent) -> None:
    closing.show_table(access=sent.at.access, season=sent.at.season)


def _close(sent: Sent) -> None:
    closing.close_season(access=sent.at.access, season=sent.at.season)


def _reopen(sent: Sent) -> None:
    closing.reopen_season(access=sent.at.access, season=sent.at.season)


_ACTIONS: Final[dict[str, Callable[[Sent], None]]] = {
    "penalty": _penalty,
    "lift": _lift,
    "withdraw": _withdraw,
    "hide": _hide,
    "show": _show,
    "close": _close,
    "reopen": _reopen,
}

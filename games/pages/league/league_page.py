"""Build the page of a league: its seasons, members and officials."""

from typing import Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import (
    Duty,
    Entrant,
    League,
    LeaguePass,
    MatchState,
    Office,
    Season,
    Teammate,
)
from games.pages.league.leagues import LeaguePage, MemberEntry, SeasonEntry
from games.pages.season.own_matches import matches_of
from games.permissions import LeagueAccess
from games.rules.presets import preset_named
from games.wording.league.offices import duty_word, own_roles_text
from games.wording.words import listed

_FINISHED_STATES: Final = (MatchState.PLAYED, MatchState.FORFEITED)
"""The states of a finished match; a bye isn't a match."""


def league_page(access: LeagueAccess) -> LeaguePage:
    """Return the page of a league with its seasons and members, as ``access`` may see it."""
    league = access.league
    played = Q(matches__state__in=_FINISHED_STATES)
    due = Q(matches__state__in=(*_FINISHED_STATES, MatchState.PLANNED, MatchState.RUNNING))
    member = access.member.pk if access.member else 0
    seasons = league.seasons.annotate(
        played=Count("matches", filter=played),
        due=Count("matches", filter=due),
        mine=Exists(Entrant.objects.filter(season=OuterRef("pk"), member=member, withdrawn_on=None))
        | Exists(Teammate.objects.filter(season=OuterRef("pk"), member=member, left_on=None)),
    )
    views = [
        (season.closed_at is not None, _season(season, season.played, season.due, season.mine)) for season in seasons
    ]
    return LeaguePage(
        name=league.name,
        place=league.place,
        seen_by=_("Anyone can see this league.")
        if league.public
        else _("Only people with a link can see this league."),
        mine=_own_part_text(access),
        matches=matches_of([access.member] if access.member else []),
        open=tuple(view for closed, view in views if not closed),
        closed=tuple(view for closed, view in views if closed),
        members=member_entries(access, "player"),
        officials=_officials(access),
        manage=_manage(access),
        members_url=reverse("league:members", args=[league.public_id]) if access.may("manage_league") else "",
        leave_url=reverse("league:leave", args=[league.public_id])
        if access.duties or access.member or (access.device and _holds_pass(access))
        else "",
        guide_url=reverse("league:guide", args=[league.public_id]),
    )


def member_entries(access: LeagueAccess, page: str) -> tuple[MemberEntry, ...]:
    """Return the members of a league by name, each with a link to ``page``, a URL name of the league. One query."""
    return tuple(
        MemberEntry(
            name=member.name,
            url=reverse(f"league:{page}", args=[access.league.public_id, member.pk]),
            claimed=member.account_id is not None or member.phone,
            mine=access.member is not None and member.pk == access.member.pk,
        )
        for member in members_with_phones(access.league)
    )


def members_with_phones(league: League) -> QuerySet[Any]:
    """Return the members of a league except merged and erased ones; ``phone``: whether a device claimed the name."""
    phones = LeaguePass.objects.filter(link__member=OuterRef("pk"), link__revoked_at=None)
    return league.members.active().annotate(phone=Exists(phones))


def _season(season: Season, played: int, due: int, mine: bool) -> SeasonEntry:
    note = _("No matches yet")
    if due:
        text = ngettext("%(played)d of %(n)d match played", "%(played)d of %(n)d matches played", due)
        note = text % {"played": played, "n": due}
    return SeasonEntry(
        name=season.name,
        url=reverse("season:page", args=[season.public_id]),
        rules=season.rules_title or _(preset_named(season.preset).title),
        note=_("%(note)s · closed") % {"note": note} if season.closed_at else note,
        entrants_url=reverse("season:entrants", args=[season.public_id]),
        mine=mine,
    )


def _own_part_text(access: LeagueAccess) -> str:
    """Return sentences about the reader's own part in the league."""
    you_are = own_roles_text(
        access.member.name if access.member else "", [duty for duty in Duty if duty in access.duties]
    )
    stands = _("This device is at %(place)s.") % {"place": access.place.name} if access.place else ""
    return " ".join(sentence for sentence in (you_are, stands) if sentence)


def _officials(access: LeagueAccess) -> str:
    names: dict[str, list[str]] = {}
    for office in Office.objects.filter(league=access.league).select_related("account").order_by("pk"):
        names.setdefault(office.account.name, []).append(office.duty)
    rank = list(Duty.values)
    order = sorted(names.items(), key=lambda item: (min(map(rank.index, item[1])), item[0]))
    return listed(
        [
            f"{name} ({listed([duty_word(Duty(duty)) for duty in sorted(duties, key=rank.index)])})"
            for name, duties in order
        ]
    )


def _manage(access: LeagueAccess) -> tuple[tuple[str, str], ...]:
    if not access.may("manage_league"):
        return ()
    pages = {
        "members": _("Members"),
        "new_season": _("New season"),
        "codes": _("Member codes"),
        "offices": _("Officials"),
        "places": _("Tables"),
        "links": _("Link and history"),
        "settings": _("Settings"),
    }
    return tuple((text, reverse(f"league:{name}", args=[access.league.public_id])) for name, text in pages.items())


def _holds_pass(access: LeagueAccess) -> bool:
    return LeaguePass.objects.filter(device=access.device, link__league=access.league, link__revoked_at=None).exists()

"""Build the pages of a league's members: the list, one member, and the codes to claim names."""

from datetime import date

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.league.members_form import TypedMembers
from games.models import LeagueEvent, LeagueLink, LeaguePass, LinkTarget, Member, Season
from games.pages.league.league_codes import code_view, link_url, qr_code
from games.pages.league.league_history_lines import history_lines
from games.pages.league.league_page import member_entries
from games.pages.league.leagues import CodeContext
from games.pages.league.members import CodeCard, CodesPage, MemberPage, MembersPage, MergedContext
from games.pages.season.season_setup import FieldOption, FormField
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.merged_members import merged_member_ids
from games.wording.league.league_history import day_text
from games.wording.words import listed


def members_page(
    access: LeagueAccess,
    *,
    typed: TypedMembers | None = None,
    errors: tuple[str, ...] = (),
    notice: str = "",
) -> MembersPage:
    """Return the page of all members, with the form that adds more as it was ``typed``."""
    return MembersPage(
        public_id=access.league.public_id,
        league=access.league.name,
        league_url=reverse("league:page", args=[access.league.public_id]),
        members=member_entries(access, "member"),
        typed=typed.text if typed else "",
        faults=typed.faults if typed else (),
        errors=errors,
        notice=notice,
        commas=_commas_field(typed) if typed and typed.commas else None,
    )


def _commas_field(typed: TypedMembers) -> FormField:
    """Return the question whether lines with commas are one person or several."""
    several = _("Different people: %(names)s") % {"names": listed(typed.commas)}
    options = (
        FieldOption("several", several, typed.people == "several"),
        FieldOption("one", _("One person"), typed.people == "one"),
    )
    label = _("“%(line)s”: is a line with commas one person or several?") % {"line": ", ".join(typed.commas)}
    return FormField("people", label, "radio", options=options)


def member_page(
    access: LeagueAccess, member_id: int, base_url: str, errors: tuple[str, ...] = (), typed: str | None = None
) -> MemberPage:
    """Return a member's page. Raises RefusedError ("not_found") for one of another league, merged or erased."""
    members = access.league.members.active()
    member = members.select_related("account").filter(pk=member_id).first()
    if member is None:
        raise RefusedError("not_found")
    manage, people = access.may("manage_league"), merged_member_ids(member)
    events = LeagueEvent.objects.filter(league=access.league, member__in=people, match_number=None)
    return MemberPage(
        public_id=access.league.public_id,
        league=access.league.name,
        league_url=reverse("league:page", args=[access.league.public_id]),
        id=member.pk,
        name=member.name,
        record_url=reverse("league:player", args=[access.league.public_id, member.pk]),
        mine=access.member is not None and member.pk == access.member.pk,
        seasons=_seasons(people),
        history=history_lines(events, reasons=manage),
        manage=manage,
        claim=_claim_code(member, access.league.public_id, base_url) if manage else None,
        claimed=_claimed_text(member) if manage else "",
        merged=_merged(member, access.league.public_id) if manage else (),
        others=tuple(members.exclude(pk=member.pk).values_list("pk", "name")) if manage else (),
        typed=member.name if typed is None else typed,
        errors=errors,
    )


def codes_page(access: LeagueAccess, base_url: str) -> CodesPage:
    """Return the printable sheet of codes with which members claim their names."""
    members = access.league.members.active()
    links = LeagueLink.objects.filter(league=access.league, opens=LinkTarget.MEMBER, revoked_at=None).order_by("-pk")
    by_member = {link.member_id: link for link in links}
    codes = []
    for member in members:
        if address := link_url(by_member[member.pk], base_url) if member.pk in by_member else "":
            codes.append(CodeCard(name=member.name, qr=qr_code(address), url=address))
    return CodesPage(
        public_id=access.league.public_id,
        league=access.league.name,
        league_url=reverse("league:page", args=[access.league.public_id]),
        codes=tuple(codes),
        missing=sum(1 for member in members if member.pk not in by_member),
    )


def _seasons(people: frozenset[int]) -> tuple[str, ...]:
    """Return the seasons of these members in words, newest first."""
    seasons = Season.objects.filter(Q(entrants__member__in=people) | Q(teammates__member__in=people)).distinct()
    lines = []
    for season in seasons.prefetch_related("entrants", "teammates__entrant"):
        for entrant in season.entrants.all():
            if entrant.member_id in people:
                lines.append(_membership_text(season.name, entrant.joined_on, entrant.withdrawn_on))
        for mate in season.teammates.all():
            if mate.member_id in people:
                lines.append(_team_membership_text(season.name, mate.entrant.name, mate.joined_on, mate.left_on))
    return tuple(lines)


def _membership_text(season: str, since: date, until: date | None) -> str:
    facts = {"season": season, "since": day_text(since)}
    if until is None:
        return _("%(season)s, since %(since)s") % facts
    return _("%(season)s, from %(since)s to %(until)s") % (facts | {"until": day_text(until)})


def _team_membership_text(season: str, team: str, since: date, until: date | None) -> str:
    facts = {"season": season, "team": team, "since": day_text(since)}
    if until is None:
        return _("%(season)s, for %(team)s since %(since)s") % facts
    return _("%(season)s, for %(team)s from %(since)s to %(until)s") % (facts | {"until": day_text(until)})


def _claim_code(member: Member, public_id: str, base_url: str) -> CodeContext | None:
    link = member.links.filter(revoked_at=None).order_by("-pk").first()
    return code_view(link, public_id, base_url) if link else None


def _claimed_text(member: Member) -> str:
    phones = LeaguePass.objects.filter(link__member=member, link__revoked_at=None).values("device").distinct().count()
    facts = {"name": member.account.name if member.account else "", "n": phones}
    if member.account and phones:
        text = ngettext(
            "Claimed by %(name)s's account and %(n)d phone.",
            "Claimed by %(name)s's account and %(n)d phones.",
            phones,
        )
    elif member.account:
        text = _("Claimed by %(name)s's account.")
    else:
        text = ngettext("Claimed by %(n)d phone.", "Claimed by %(n)d phones.", phones) if phones else ""
    return text % facts


def _merged(member: Member, public_id: str) -> tuple[MergedContext, ...]:
    """Return who was merged into a member, newest first; only the newest merge can be undone."""
    events = (
        LeagueEvent.objects.filter(kind="merged", member__merged_into=member).select_related("member").order_by("-pk")
    )
    names = {event.member.pk: event.member.name for event in events if event.member}
    return tuple(
        MergedContext(name=name, part_url="" if index else reverse("league:unmerge_member", args=[public_id, pk]))
        for index, (pk, name) in enumerate(names.items())
    )

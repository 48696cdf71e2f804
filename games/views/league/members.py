"""Views of the members of a league: the list, one member, and what can be done with one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.league.members_form import read_members
from games.forms.single_fields import typed_name, typed_row
from games.forms.typed_values import parse_whole_number
from games.pages.league.leagues import ConfirmPage
from games.pages.league.member_pages import codes_page, member_page, members_page
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.league import members as services
from games.services.league.member_erase import erase_member
from games.services.league.member_merge import merge_members, split_members
from games.views.league.league_access import league_access_for, organizer_access_for
from games.web.base_url import base_url
from games.wording.refusals import refusal_text

_MAX_LIST_LENGTH = 40_000
"""The most characters that are read of a list of names."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def members(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the members; POST adds all that were typed, or none."""
    access = organizer_access_for(request, public_id)
    if request.method != "POST":
        added = parse_whole_number(request.GET.get("added", ""), 3)
        notice = "" if added is None else ngettext("%(n)d member added", "%(n)d members added", added) % {"n": added}
        return render(request, "league/members.html", {"page": members_page(access, notice=notice)})
    names, people = request.POST.get("names", "")[:_MAX_LIST_LENGTH], request.POST.get("people", "")
    typed, status = read_members(names, access.league, people), 400
    errors = (typed.error,) if typed.error else ()
    if typed.ready:
        try:
            new_members = services.add_members(access=access, names=typed.names)
            return redirect(f"{reverse('league:members', args=[public_id])}?added={len(new_members)}")
        except RefusedError as refusal:
            errors, status = (refusal_text(refusal),), refusal.status
    page = members_page(access, typed=typed, errors=errors)
    return render(request, "league/members.html", {"page": page}, status=status)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def codes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the sheet of claim codes to cut out; POST makes the missing ones."""
    access = organizer_access_for(request, public_id)
    if request.method == "POST":
        services.claim_links(access=access)
        return redirect("league:codes", public_id)
    return render(request, "league/codes.html", {"page": codes_page(access, base_url(request))})


@never_cache
@require_http_methods(["GET", "HEAD"])
def member(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Show a member."""
    return _page(request, league_access_for(request, public_id), member)


@never_cache
@require_POST
def rename(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Rename a member."""
    access = organizer_access_for(request, public_id)
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, access, member, error=fault, status=400, typed=name)
    try:
        services.rename_member(access=access, member_id=member, name=name)
    except RefusedError as refusal:
        return _page(request, access, member, error=refusal_text(refusal), status=refusal.status, typed=name)
    return redirect("league:member", public_id, member)


@never_cache
@require_POST
def make_claim_link(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Make the link by which a member claims their name."""
    services.claim_link(access=league_access_for(request, public_id), member_id=member)
    return redirect("league:member", public_id, member)


@never_cache
@require_POST
def release(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Release a name from the account and phones that claimed it."""
    services.release_member(access=league_access_for(request, public_id), member_id=member)
    return redirect("league:member", public_id, member)


@never_cache
@require_POST
def merge(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Merge a member into another one and go to that one."""
    access = organizer_access_for(request, public_id)
    try:
        into = merge_members(access=access, member_id=member, into_id=typed_row(request.POST, "into"))
    except RefusedError as refusal:
        if refusal.status == 404:
            raise
        return _page(request, access, member, error=refusal_text(refusal), status=refusal.status)
    return redirect("league:member", public_id, into.pk)


@never_cache
@require_POST
def unmerge(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Undo a merge and go to the member who is separate again."""
    split_members(access=league_access_for(request, public_id), member_id=member)
    return redirect("league:member", public_id, member)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def erase(request: HttpRequest, public_id: str, member: int) -> HttpResponse:
    """Ask for confirmation; POST erases the member."""
    access, refusal = organizer_access_for(request, public_id), None
    page_of_member = member_page(access, member, base_url(request))
    if request.method == "POST":
        try:
            erase_member(access=access, member_id=member)
            return redirect("league:members", public_id)
        except RefusedError as error:
            refusal = error
    page = ConfirmPage(
        title=_("Erase %(name)s?") % {"name": page_of_member.name},
        text=(
            _("The name disappears everywhere: from the league, every table and the history."),
            _(
                "The results stay, under “Somebody”. The account and phones are disconnected. Open seasons continue "
                "without this player."
            ),
            _("This can't be undone."),
        ),
        action=request.path,
        button=_("Erase name"),
        destructive=True,
        back_url=reverse("league:member", args=[public_id, member]),
        back_text=page_of_member.name,
        errors=(refusal_text(refusal),) if refusal else (),
    )
    return render(request, "league/question.html", {"page": page}, status=refusal.status if refusal else 200)


def _page(
    request: HttpRequest,
    access: LeagueAccess,
    member_id: int,
    *,
    error: str = "",
    status: int = 200,
    typed: str | None = None,
) -> HttpResponse:
    page = member_page(access, member_id, base_url(request), (error,) if error else (), typed)
    return render(request, "league/member.html", {"page": page}, status=status)

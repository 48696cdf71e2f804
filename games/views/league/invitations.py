"""Views that open a link into a league. Only the page's button accepts it, and leads to an address without a secret."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Account, Duty, LeagueLink, LeaguePass, LinkTarget
from games.pages.league.leagues import ConfirmPage, LinkAcceptPage
from games.refusals import RefusedError
from games.selectors.league.league_access import follow_merges, league_link_by_secret
from games.services.league import offices
from games.services.league.leagues import accept_league_link
from games.views.account.authentication import account_required, current_account
from games.views.devices import acting_device, known_device, set_device_cookie
from games.web.throttles import check_rate
from games.wording.league.offices import duty_text, invitation_question


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def accept_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Show what a link opens; POST accepts it."""
    link = league_link_by_secret(secret)
    if link is None:
        check_rate(request, "wrong_link")
        raise RefusedError("not_found")
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    account = current_account(request)
    if request.method == "POST":
        return _accept(request, secret, account)
    return render(request, "league/take_up.html", {"page": _page(link, account, request.path)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def accept_office(request: HttpRequest, account: Account, public_id: str, link: int) -> HttpResponse:
    """Accept an office that this phone was invited to, with the account that is logged in."""
    device = known_device(request)
    passes = LeaguePass.objects.filter(device=device, link=link, link__league__public_id=public_id)
    invitation = passes.select_related("link__league").first() if device else None
    if invitation is None or invitation.link.opens != LinkTarget.OFFICE:
        raise RefusedError("not_found")
    if invitation.link.revoked_at is not None:
        raise RefusedError("link_revoked")
    if request.method == "POST":
        offices.accept_office(account=account, device=device, link_id=link)
        return redirect("league:page", public_id)
    duty = Duty(invitation.link.duty)
    page = ConfirmPage(
        title=invitation_question(duty, invitation.link.league.name),
        text=(duty_text(duty), _("You're logged in as %(name)s. That account gets the role.") % {"name": account.name}),
        action=request.path,
        button=_("Yes, I'm in"),
        destructive=False,
        back_url="",
        back_text="",
    )
    return render(request, "league/question.html", {"page": page})


def _accept(request: HttpRequest, secret: str, account: Account | None) -> HttpResponse:
    """Accept a link. A member's name is tied to the account only if the button says so."""
    link = league_link_by_secret(secret)
    account_to_bind = (
        account if link and (link.opens == LinkTarget.OFFICE or request.POST.get("account") == "yes") else None
    )
    device, created = acting_device(request)
    accepted_link = accept_league_link(secret=secret, account=account_to_bind, device=device)
    public_id = accepted_link.league.public_id
    if accepted_link.opens == LinkTarget.OFFICE and account is None:
        return set_device_cookie(request, redirect("league:accept_office", public_id, accepted_link.pk), created)
    response = redirect("tablet") if accepted_link.opens == LinkTarget.PLACE else redirect("league:page", public_id)
    return set_device_cookie(request, response, created)


def _page(link: LeagueLink, account: Account | None, action: str) -> LinkAcceptPage:
    league, with_account = link.league.name, ""
    if link.opens == LinkTarget.MEMBER and (member := follow_merges(link.member)):
        title = _("Are you %(name)s?") % {"name": member.name}
        button = _("Yes, I'm %(name)s") % {"name": member.name}
        template = _("This phone will find your matches in %(league)s, and can score and confirm them.")
        text = template % {"league": league}
        if account is not None and member.account_id is None:
            with_account = _("Yes, on every device where I log in")
    elif link.opens == LinkTarget.OFFICE:
        title = invitation_question(Duty(link.duty), league)
        button = _("Yes") if account else _("Yes, log in")
        text = duty_text(Duty(link.duty))
        if account is None:
            account_needed_text = _("You need an account for this. In the next step, log in or create one.")
            text = f"{text} {account_needed_text}"
    elif link.place:
        title = _("Is this the tablet for %(place)s?") % {"place": link.place.name}
        button = _("Yes, it is")
        template = _(
            "Matches in %(league)s planned for that table will appear on this tablet. Anyone who sits down "
            "can score them."
        )
        text = template % {"league": league}
    else:
        title, button = league, _("View the league")
        text = _("This phone will be able to see the league, but not change anything.")
    return LinkAcceptPage(title=title, text=text, button=button, with_account=with_account, action=action)

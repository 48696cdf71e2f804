"""Webhooks of an account: the list, the form that makes one, and one with its last answers."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.webhook_form import TypedWebhook, read_webhook, webhooks_page
from games.models import Account, HookEvent, League, Table, Webhook
from games.refusals import Refused
from games.selectors.webhook_pages import webhook_page
from games.selectors.webhooks import own_webhooks
from games.services import webhooks as services
from games.views.signed_in import needs_account
from games.web.outside import BadAddress, target_of
from games.web.throttles import check_rate
from games.wording import refusal_text
from games.wording.webhooks import ADDRESS_FAULTS

_DONE: Final = {
    "test": gettext_noop("A message is on its way. Load this page again to see how it was taken."),
    "on": gettext_noop("Switched on"),
    "off": gettext_noop("Switched off. What was waiting is not sent any more."),
}
"""What is said on a webhook's page after each change, by the word in its address."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def webhooks(request: HttpRequest, own: Account) -> HttpResponse:
    """Show the webhooks, or make one and tell its secret this once."""
    if request.method != "POST":
        return render(request, "webhooks.html", {"page": webhooks_page(TypedWebhook(), own)})
    typed = read_webhook(request.POST, own)
    try:
        target_of(typed.url, inside=settings.WEBHOOKS_INSIDE)
    except BadAddress as bad:
        typed.errors["url"] = (_(ADDRESS_FAULTS[bad.code]),)
    secret, status = "", 400
    if typed.ready:
        check_rate(request, "webhook")
        kind, __, public_id = typed.place.partition(":")
        place: Table | League = (Table if kind == "table" else League).objects.get(public_id=public_id)
        try:
            made = services.make_webhook(holder=own, place=place, url=typed.url, events=typed.events)
            secret, status, typed = made.secret, 201, TypedWebhook()
        except Refused as why:
            typed.general, status = (refusal_text(why),), why.status
    return render(request, "webhooks.html", {"page": webhooks_page(typed, own, secret)}, status=status)


@never_cache
@require_safe
@needs_account
def webhook(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Show one webhook, with how its last messages were taken."""
    done = request.GET.get("done", "")
    notice = _(_DONE[done]) if done in _DONE else ""
    return render(request, "webhook.html", {"page": webhook_page(_own(own, public_id), notice)})


@never_cache
@require_POST
@needs_account
def test_webhook(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Send it something to try it with."""
    hook = _own(own, public_id)
    check_rate(request, "webhook")
    services.ping(webhook=hook)
    return _done(hook, "test")


@never_cache
@require_POST
@needs_account
def switch_webhook(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Switch it on or off."""
    hook = _own(own, public_id)
    active = request.POST.get("active") == "yes"
    events = [HookEvent(event) for event in hook.events]
    services.change_webhook(webhook=hook, url=hook.url, events=events, active=active)
    return _done(hook, "on" if active else "off")


@never_cache
@require_POST
@needs_account
def webhook_secret(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Give it another secret, and tell that this once."""
    made = services.rotate_secret(webhook=_own(own, public_id))
    page = webhook_page(_own(own, public_id), secret=made.secret)
    return render(request, "webhook.html", {"page": page})


@never_cache
@require_POST
@needs_account
def delete_webhook(request: HttpRequest, own: Account, public_id: str) -> HttpResponse:
    """Take it away."""
    services.delete_webhook(webhook=_own(own, public_id))
    return redirect("webhooks")


def _own(account: Account, public_id: str) -> Webhook:
    """A webhook of this account. Raises Refused ("not_found")."""
    found = own_webhooks(account).filter(public_id=public_id).first()
    if found is None:
        raise Refused("not_found")
    return found


def _done(hook: Webhook, what: str) -> HttpResponse:
    return redirect(f"{reverse('webhook', args=[hook.public_id])}?done={what}")

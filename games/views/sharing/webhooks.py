"""Views of an account's webhooks: the list, making one, and one with its last deliveries."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.sharing.webhook_form import TypedWebhook, read_webhook
from games.models import Account, HookEvent, League, Table, Webhook
from games.pages.account.webhook_pages import webhook_page
from games.pages.account.webhooks_page import webhooks_page
from games.refusals import RefusedError
from games.selectors.sharing.webhooks import own_webhooks
from games.services.sharing import webhooks as services
from games.views.account.authentication import account_required
from games.web.outbound_addresses import AddressError, parse_target
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text
from games.wording.webhooks import ADDRESS_FAULTS

_NOTICES: Final = {
    "test": gettext_noop("A test message is on its way. Reload this page to see the answer."),
    "on": gettext_noop("Turned on"),
    "off": gettext_noop("Turned off. Messages that were waiting won't be sent."),
}
"""Notices on a webhook's page after a change, by the value of ``?done=``."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def webhooks(request: HttpRequest, account: Account) -> HttpResponse:
    """List the webhooks; POST makes one and shows its secret once."""
    if request.method != "POST":
        return render(request, "sharing/webhooks.html", {"page": webhooks_page(TypedWebhook(), account)})
    typed = read_webhook(request.POST, account)
    try:
        parse_target(typed.url, allow_private=settings.WEBHOOKS_INSIDE)
    except AddressError as error:
        typed.errors["url"] = (_(ADDRESS_FAULTS[error.code]),)
    secret, status = "", 400
    if typed.ready:
        check_rate(request, "webhook")
        kind, __, public_id = typed.place.partition(":")
        target: Table | League = (Table if kind == "table" else League).objects.get(public_id=public_id)
        try:
            created = services.make_webhook(holder=account, place=target, url=typed.url, events=typed.events)
            secret, status, typed = created.secret, 201, TypedWebhook()
        except RefusedError as refusal:
            typed.non_field_errors, status = (refusal_text(refusal),), refusal.status
    return render(request, "sharing/webhooks.html", {"page": webhooks_page(typed, account, secret)}, status=status)


@never_cache
@require_safe
@account_required
def webhook(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Show a webhook with its last deliveries."""
    notice_key = request.GET.get("done", "")
    notice = _(_NOTICES[notice_key]) if notice_key in _NOTICES else ""
    return render(request, "sharing/webhook.html", {"page": webhook_page(_webhook_of(account, public_id), notice)})


@never_cache
@require_POST
@account_required
def test_webhook(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Send a test message."""
    hook = _webhook_of(account, public_id)
    check_rate(request, "webhook")
    services.send_test(webhook=hook)
    return _redirect_with_notice(hook, "test")


@never_cache
@require_POST
@account_required
def switch_webhook(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Turn a webhook on or off."""
    hook = _webhook_of(account, public_id)
    active = request.POST.get("active") == "yes"
    events = [HookEvent(event) for event in hook.events]
    services.change_webhook(webhook=hook, url=hook.url, events=events, active=active)
    return _redirect_with_notice(hook, "on" if active else "off")


@never_cache
@require_POST
@account_required
def webhook_secret(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Give a webhook a new secret and show it once."""
    created = services.rotate_secret(webhook=_webhook_of(account, public_id))
    page = webhook_page(_webhook_of(account, public_id), secret=created.secret)
    return render(request, "sharing/webhook.html", {"page": page})


@never_cache
@require_POST
@account_required
def delete_webhook(request: HttpRequest, account: Account, public_id: str) -> HttpResponse:
    """Delete a webhook."""
    services.delete_webhook(webhook=_webhook_of(account, public_id))
    return redirect("webhooks")


def _webhook_of(account: Account, public_id: str) -> Webhook:
    """Return a webhook of this account. Raises RefusedError ("not_found")."""
    own_webhook = own_webhooks(account).filter(public_id=public_id).first()
    if own_webhook is None:
        raise RefusedError("not_found")
    return own_webhook


def _redirect_with_notice(hook: Webhook, notice_key: str) -> HttpResponse:
    return redirect(f"{reverse('webhook', args=[hook.public_id])}?done={notice_key}")

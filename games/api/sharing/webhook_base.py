"""The base class of the API views of webhooks, and the reading of their bodies."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework import exceptions

from games.api.base import BaseAPIView
from games.api.parsing import InvalidFieldsError
from games.api.sharing.webhook_request_serializers import EVENTS
from games.models import ApiToken, HookEvent, Scope, Webhook
from games.refusals import RefusedError
from games.selectors.access import access_by_link, link_by_secret
from games.selectors.sharing.webhooks import own_webhooks, webhooks_of_table
from games.web.outbound_addresses import AddressError, parse_target
from games.wording.webhooks import ADDRESS_FAULTS


class WebhookAPIView(BaseAPIView):
    """An API view of the webhooks of the account or table whose token came."""

    def required_account_token(self) -> ApiToken:
        """Return the account's token of this request. Its scope must be "manage".

        Raises NotAuthenticated without a token, AuthenticationFailed if it isn't a valid account's token, and
        RefusedError ("not_allowed") if its scope is smaller.
        """
        token = self._account_token_or_none()
        if token is None:
            raise exceptions.AuthenticationFailed(
                "This needs a token of an account, which begins with gin_.", "invalid_token"
            )
        _demand_manage_scope(token)
        return token

    def webhook(self, public_id: str) -> Webhook:
        """Return a webhook that belongs to the account or table whose token came.

        Raises as ``required_account_token`` does. Raises RefusedError: "not_found" for the webhook of somebody else,
        the same as for one that doesn't exist; "link_revoked"; and "not_allowed" for a token of the table that isn't
        its owner's.
        """
        if token := self._account_token_or_none():
            webhook = own_webhooks(token.account).filter(public_id=public_id).first()
            if webhook is None:
                raise RefusedError("not_found")
            _demand_manage_scope(token)
            return webhook
        link = link_by_secret(self._bearer_token())
        if link is None:
            raise exceptions.AuthenticationFailed("There is no such token.", "invalid_token")
        webhook = webhooks_of_table(link.table).filter(public_id=public_id).first()
        if webhook is None:
            raise RefusedError("not_found")
        if link.revoked_at is not None:
            raise RefusedError("link_revoked")
        access_by_link(link, None).demand("manage_links")
        return webhook

    def _account_token_or_none(self) -> ApiToken | None:
        """Return the account's token; None for a table's. Raises NotAuthenticated, AuthenticationFailed."""
        if not self._bearer_token():
            raise exceptions.NotAuthenticated("This needs a token: Authorization: Bearer ….")
        return self.account_token()


def url_in(body: Mapping[str, Any]) -> str:
    """Return the ``url`` of a body. Raises InvalidFieldsError if nothing can be sent to it."""
    url = body["url"]
    try:
        parse_target(url if isinstance(url, str) else "", allow_private=settings.WEBHOOKS_INSIDE)
    except AddressError as bad:
        raise InvalidFieldsError({"url": ADDRESS_FAULTS[bad.code]}) from None
    return str(url)


def events_in(body: Mapping[str, Any]) -> list[HookEvent]:
    """Return the ``events`` of a body. Raises InvalidFieldsError if it isn't a list of known events."""
    events = body["events"]
    valid = isinstance(events, list) and all(isinstance(event, str) and event in EVENTS for event in events)
    if not valid or not events or len(set(events)) < len(events):
        raise InvalidFieldsError({"events": f"events must be a list of some of: {', '.join(EVENTS)}."})
    return [HookEvent(event) for event in events]


def _demand_manage_scope(token: ApiToken) -> None:
    if token.scope != Scope.MANAGE:
        raise RefusedError("not_allowed", action="manage", role="token")

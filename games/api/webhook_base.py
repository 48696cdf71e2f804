"""What the API views of webhooks share: whose token came, which webhook it holds, and what a body says of one."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework import exceptions

from games.api.asks_webhooks import EVENTS
from games.api.base import View
from games.api.reading import InvalidFields
from games.models import ApiToken, HookEvent, Scope, Webhook
from games.refusals import Refused
from games.selectors.access import access_through, link_of
from games.selectors.webhooks import own_webhooks, webhooks_of_table
from games.web.outside import BadAddress, target_of
from games.wording.webhooks import ADDRESS_FAULTS


class WebhookView(View):
    """A view of webhooks: those of the account, or of the table, whose token came."""

    def own_token(self) -> ApiToken:
        """The account's token of this request. Its scope has to be "manage".

        Raises NotAuthenticated without a token, AuthenticationFailed for one that is no good account's, and Refused
        ("not_allowed") for one of a smaller scope.
        """
        token = self._token()
        if token is None:
            raise exceptions.AuthenticationFailed(
                "This needs a token of an account, which begins with gin_.", "invalid_token"
            )
        _demand_manage(token)
        return token

    def webhook(self, public_id: str) -> Webhook:
        """A webhook that the account or the table holds whose token came.

        Raises as ``own_token`` does, and Refused: "not_found" for one of others, the same as for none, "link_revoked",
        and "not_allowed" for a token of the table that is not its owner's.
        """
        if token := self._token():
            found = own_webhooks(token.account).filter(public_id=public_id).first()
            if found is None:
                raise Refused("not_found")
            _demand_manage(token)
            return found
        link = link_of(self._bearer())
        if link is None:
            raise exceptions.AuthenticationFailed("There is no such token.", "invalid_token")
        found = webhooks_of_table(link.table).filter(public_id=public_id).first()
        if found is None:
            raise Refused("not_found")
        if link.revoked_at is not None:
            raise Refused("link_revoked")
        access_through(link, None).demand("manage_links")
        return found

    def _token(self) -> ApiToken | None:
        """The account's token, None for a table's. Raises NotAuthenticated, AuthenticationFailed."""
        if not self._bearer():
            raise exceptions.NotAuthenticated("This needs a token: Authorization: Bearer ….")
        return self.account_token()


def url_in(given: Mapping[str, Any]) -> str:
    """The ``url`` of a body. Raises InvalidFields for one that nothing can be sent to."""
    url = given["url"]
    try:
        target_of(url if isinstance(url, str) else "", inside=settings.WEBHOOKS_INSIDE)
    except BadAddress as bad:
        raise InvalidFields({"url": ADDRESS_FAULTS[bad.code]}) from None
    return str(url)


def events_in(given: Mapping[str, Any]) -> list[HookEvent]:
    """The ``events`` of a body. Raises InvalidFields for what is no list of some of them."""
    events = given["events"]
    known = isinstance(events, list) and all(isinstance(event, str) and event in EVENTS for event in events)
    if not known or not events or len(set(events)) < len(events):
        raise InvalidFields({"events": f"events must be a list of some of: {', '.join(EVENTS)}."})
    return [HookEvent(event) for event in events]


def _demand_manage(token: ApiToken) -> None:
    if token.scope != Scope.MANAGE:
        raise Refused("not_allowed", action="manage", role="token")

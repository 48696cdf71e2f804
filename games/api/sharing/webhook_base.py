"""The base class of the API views of one webhook, and their permission."""

from typing import Any

from rest_framework.exceptions import NotAuthenticated
from rest_framework.request import Request

from games.api.authentication import AccountTokenAuthentication, TableTokenAuthentication
from games.api.base import BaseAPIView
from games.api.permissions import NO_TOKEN, DeclaredPermission
from games.models import ApiToken, Scope, Webhook
from games.refusals import RefusedError
from games.selectors.access import access_by_link
from games.selectors.account.api_tokens import demand_scope
from games.selectors.sharing.webhooks import own_webhooks, webhooks_of_table


class HoldsWebhook(DeclaredPermission):
    """Needs the token that holds the webhook of the address: its account's, or the owner's of its table.

    Raises NotAuthenticated without a token. Raises RefusedError: "not_found" for the webhook of somebody else, the same
    as for one that doesn't exist; "link_revoked"; and "not_allowed" for a token that may do less.
    """

    scope = Scope.MANAGE.value

    def has_permission(self, request: Request, view: Any) -> bool:
        """Set the view's ``webhook``. Raises as the class says."""
        token: Any = request.auth
        if token is None:
            raise NotAuthenticated(NO_TOKEN)
        of_account = isinstance(token, ApiToken)
        webhooks = own_webhooks(token.account) if of_account else webhooks_of_table(token.table)
        webhook = webhooks.filter(public_id=view.kwargs["public_id"]).first()
        if webhook is None:
            raise RefusedError("not_found")
        if of_account:
            demand_scope(token, Scope.MANAGE)
        elif token.revoked_at is not None:
            raise RefusedError("link_revoked")
        else:
            access_by_link(token, None).demand("manage_links")
        view.webhook = webhook
        return True


class WebhookAPIView(BaseAPIView):
    """An API view of a webhook. Its methods declare ``HoldsWebhook`` as their permission."""

    authentication_classes = (AccountTokenAuthentication, TableTokenAuthentication)
    webhook: Webhook

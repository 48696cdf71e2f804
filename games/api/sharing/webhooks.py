"""API views of webhooks: list, make, change and delete them, test one, and list its deliveries."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import TableAPIView
from games.api.describe import DELIVERY, LOCATION, TABLE, WEBHOOK, describe
from games.api.league.league_base import AccountAPIView
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtTable, OfAccount
from games.api.sharing import examples_webhooks as examples
from games.api.sharing.webhook_base import HoldsWebhook, WebhookAPIView
from games.api.sharing.webhook_request_serializers import (
    ChangedWebhookSerializer,
    NewTableWebhookSerializer,
    NewWebhookSerializer,
)
from games.api.sharing.webhook_response_serializers import (
    DeliveriesSerializer,
    DeliverySerializer,
    MadeWebhookSerializer,
    WebhookSerializer,
)
from games.models import ApiToken, League, Scope, Table
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import league_access
from games.selectors.sharing.webhooks import (
    deliveries_of,
    delivery_json,
    own_webhooks,
    webhook_json,
    webhooks_of_table,
)
from games.services.sharing import webhooks as services
from games.services.sharing.webhooks import MadeWebhook
from games.web.throttles import check_rate

PAGE_SIZE: Final = 50


class WebhookListView(AccountAPIView):
    """List the webhooks of an account; make one."""

    @describe(
        tag="Webhooks",
        operation_id="list_webhooks",
        summary="List the account's webhooks",
        permission=OfAccount(Scope.MANAGE),
        responses={200: (WebhookSerializer(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request) -> Response:
        """Return every webhook of the account, for its tables and leagues, including those turned off."""
        return Response([webhook_json(webhook) for webhook in own_webhooks(self.account)])

    @describe(
        tag="Webhooks",
        operation_id="create_webhook",
        summary="Create a webhook",
        permission=OfAccount(Scope.MANAGE),
        request_body=NewWebhookSerializer,
        modifies=True,
        responses={201: (MadeWebhookSerializer, "The webhook and its secret.")},
        response_headers=[LOCATION(201)],
        error_codes=["not_found", "not_your_duty", "link_revoked", "too_many", "too_many_requests"],
        examples=[examples.webhook_request],
    )
    def post(self, request: Request) -> Response:
        """Send events to `url` as JSON from now on. See `webhooks` in this schema for the messages.

        A webhook can be for a table that the account owns or referees, or for a league that it runs. Each can have
        ten. The secret is only shown once.

        Messages are signed as in Standard Webhooks. Join the header `webhook-id`, a dot, the header
        `webhook-timestamp`, a dot, and the unchanged body. The key is the base64 part of the secret, after `whsec_`.
        Compute the HMAC-SHA256, encode it as base64, and put `v1,` in front. The header `webhook-signature` must
        contain the result. It can contain several signatures, separated by spaces. Refuse messages whose
        `webhook-timestamp` is minutes away from now.

        Any status from 200 to 299 within ten seconds means success. Redirects are not followed. After a failure, the
        message is sent again after 10 seconds, 1, 5 and 30 minutes, 2 and 6 hours, and then every 12 hours, for up to
        three days. Messages stay in order, so later ones wait. The status 410, or five days without success, switches
        the webhook off. A message can arrive twice, with the same `webhook-id`.
        """
        data = self.read_body()
        place = _table_or_league(data, self.token)
        check_rate(request._request, "webhook")
        made = services.make_webhook(holder=self.account, place=place, url=data["url"], events=data["events"])
        return _response_with_secret(made)


class TableWebhookListView(TableAPIView):
    """List the webhooks of a table; make one."""

    @describe(
        tag="Webhooks",
        operation_id="list_table_webhooks",
        summary="List a table's webhooks",
        permission=AtTable("manage_links"),
        parameters=[TABLE],
        responses={200: (WebhookSerializer(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return webhooks created with a table token or, for an account token, the account's own webhooks here."""
        token = self.access.link.api_token
        webhooks = own_webhooks(token.account).filter(table=self.table) if token else webhooks_of_table(self.table)
        return Response([webhook_json(webhook) for webhook in webhooks])

    @describe(
        tag="Webhooks",
        operation_id="create_table_webhook",
        summary="Create a webhook for a table",
        permission=AtTable("manage_links"),
        parameters=[TABLE],
        request_body=NewTableWebhookSerializer,
        modifies=True,
        responses={201: (MadeWebhookSerializer, "The webhook and its secret.")},
        response_headers=[LOCATION(201)],
        error_codes=["too_many", "too_many_requests"],
        examples=[examples.table_webhook_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a webhook like `create_webhook`, but without an account. It belongs to the table's owner token.

        It ends when that token is turned off.
        """
        data = self.read_body()
        check_rate(request._request, "webhook")
        token = self.access.link.api_token
        holder = token.account if token else self.access.link
        made = services.make_webhook(holder=holder, place=self.table, url=data["url"], events=data["events"])
        return _response_with_secret(made)


class WebhookDetailView(WebhookAPIView):
    """Read, change or delete a webhook."""

    @describe(
        tag="Webhooks",
        operation_id="get_webhook",
        summary="Get a webhook",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK],
        responses={200: (WebhookSerializer, "The webhook.")},
        error_codes=["link_revoked"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return a webhook's settings and the number of waiting messages. A table's webhook needs the table's token."""
        return Response(webhook_json(self.webhook))

    @describe(
        tag="Webhooks",
        operation_id="change_webhook",
        summary="Update a webhook",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK],
        request_body=ChangedWebhookSerializer,
        modifies=True,
        responses={200: (WebhookSerializer, "The webhook.")},
        error_codes=["link_revoked"],
        examples=[examples.webhook_change_request],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Change the URL or the events, or turn it on or off. Turning it off drops its waiting messages."""
        changed = services.change_webhook(webhook=self.webhook, **{"active": True} | self.read_body())
        return Response(webhook_json(changed))

    @describe(
        tag="Webhooks",
        operation_id="delete_webhook",
        summary="Delete a webhook",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK],
        modifies=True,
        responses={204: (None, "The webhook and its deliveries have been deleted.")},
        error_codes=["link_revoked"],
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Delete the webhook and stop sending its messages at once."""
        self.read_body()
        services.delete_webhook(webhook=self.webhook)
        return Response(status=204)


class WebhookSecretView(WebhookAPIView):
    """Give a webhook a new secret."""

    @describe(
        tag="Webhooks",
        operation_id="rotate_webhook_secret",
        summary="Create a new secret for a webhook",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK],
        modifies=True,
        responses={200: (MadeWebhookSerializer, "The webhook and its new secret.")},
        error_codes=["link_revoked"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Return a new secret, shown only once. For one day, messages are signed with the old one as well."""
        self.read_body()
        return _response_with_secret(services.rotate_secret(webhook=self.webhook), status=200)


class WebhookTestView(WebhookAPIView):
    """Send a webhook a test message."""

    @describe(
        tag="Webhooks",
        operation_id="test_webhook",
        summary="Send a test message",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK],
        modifies=True,
        responses={202: (DeliverySerializer, "The test message is queued.")},
        error_codes=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Send a message with the event `ping`, whatever its other events. Its deliveries show the result."""
        self.read_body()
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.send_test(webhook=self.webhook)), status=202)


class DeliveryListView(WebhookAPIView):
    """List the deliveries to a webhook."""

    @describe(
        tag="Webhooks",
        operation_id="list_deliveries",
        summary="List a webhook's deliveries",
        permission=HoldsWebhook(),
        parameters=[
            WEBHOOK,
            OpenApiParameter(
                "before",
                {"type": "integer", "minimum": 1, "maximum": 10**18},
                OpenApiParameter.QUERY,
                description="Continue before this `id`. Defaults to the newest.",
            ),
        ],
        responses={200: (DeliveriesSerializer, f"Up to {PAGE_SIZE} deliveries.")},
        error_codes=["link_revoked", "unknown_field", "invalid_value"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the messages of the last thirty days, newest first, each with the last response.

        Message bodies are not stored. Each attempt builds the message again, with the table at `revision`.
        """
        before_id = _before_param(request)
        deliveries = deliveries_of(self.webhook)
        rows = list((deliveries.filter(pk__lt=before_id) if before_id else deliveries)[: PAGE_SIZE + 1])
        page = rows[:PAGE_SIZE]
        next_query = f"?before={page[-1].pk}" if len(rows) > PAGE_SIZE else None
        return Response({"deliveries": [delivery_json(delivery) for delivery in page], "next": next_query})


class DeliveryRetryView(WebhookAPIView):
    """Send a delivery again."""

    @describe(
        tag="Webhooks",
        operation_id="send_delivery_again",
        summary="Send a message again",
        permission=HoldsWebhook(),
        parameters=[WEBHOOK, DELIVERY],
        modifies=True,
        responses={202: (DeliverySerializer, "The message is queued.")},
        error_codes=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str, delivery: int) -> Response:
        """Send a message again with the same `webhook-id`. One that waits for its next attempt is sent at once."""
        self.read_body()
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.send_again(webhook=self.webhook, delivery_id=delivery)), status=202)


def _response_with_secret(created: MadeWebhook, status: int = 201) -> Response:
    """Return a webhook with its secret, which no proxy may store."""
    headers = {"Cache-Control": "no-store"}
    if status == 201:
        headers["Location"] = reverse("api-webhook", args=[created.webhook.public_id])
    return Response(webhook_json(created.webhook) | {"secret": created.secret}, status=status, headers=headers)


def _table_or_league(data: dict[str, Any], token: ApiToken) -> Table | League:
    """Return the table or league that a body names, if the account may have a webhook there. Raises RefusedError."""
    if "table" in data:
        access = access_by_account(data["table"], token)
        access.demand("manage_links")
        return access.table
    league_permissions = league_access(data["league"], token.account, None)
    league_permissions.demand("manage_league")
    return league_permissions.league


def _before_param(request: Request) -> int | None:
    text = query_params_of(request, "before").get("before")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidFieldsError({"before": "before must be the id of a delivery."})
    return int(text)

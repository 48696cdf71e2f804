"""API views of webhooks: list, make, change and delete them, test one, and list its deliveries."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.base import BaseAPIView
from games.api.describe import DELIVERY, LOCATION, TABLE, WEBHOOK, describe
from games.api.parsing import InvalidFieldsError, bool_in
from games.api.sharing import examples_webhooks as examples
from games.api.sharing.webhook_base import WebhookAPIView, events_in, url_in
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
from games.models import ApiToken, League, Table
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
_MAX_ID_LENGTH: Final = 16


class WebhookListView(WebhookAPIView):
    """List the webhooks of an account; make one."""

    @describe(
        tag="Webhooks",
        operation_id="list_webhooks",
        summary="All webhooks of the account",
        scope="manage",
        responses={200: (WebhookSerializer(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request) -> Response:
        """Every webhook that the account made, at its tables and at its leagues, also those that are switched off."""
        return Response([webhook_json(webhook) for webhook in own_webhooks(self.required_account_token().account)])

    @describe(
        tag="Webhooks",
        operation_id="create_webhook",
        summary="Make a webhook",
        scope="manage",
        request_body=NewWebhookSerializer,
        modifies=True,
        responses={201: (MadeWebhookSerializer, "The webhook and its secret.")},
        response_headers=[LOCATION(201)],
        error_codes=["not_found", "not_your_duty", "link_revoked", "too_many", "too_many_requests"],
        examples=[examples.webhook_request],
    )
    def post(self, request: Request) -> Response:
        """From now on what happens is posted to `url` as JSON: each message as `webhooks` of this schema has it.

        At a table that the account owns, or judges at in a league, or at a whole league that it runs; ten at each. The
        secret is told this once.

        A message is signed as Standard Webhooks has it. Take the header `webhook-id`, a dot, the header
        `webhook-timestamp`, a dot, and the body, byte for byte as it came. The HMAC-SHA256 of that, under the key that
        stands in base64 behind `whsec_` in the secret, in base64 and behind `v1,`, is one of the texts in
        `webhook-signature`, which has spaces between them. Refuse a message whose second in `webhook-timestamp` is
        minutes away.

        Any answer from 200 to 299 within ten seconds is a yes. Redirects are not followed. Otherwise it is sent again
        after 10 seconds, 1, 5 and 30 minutes, 2, 6 and then every 12 hours, and given up after three days; messages
        come in order, so those after it wait. An answer of 410 switches the webhook off, and so do five days in which
        nothing is taken. A message may come twice, with the same `webhook-id`.
        """
        token = self.required_account_token()
        body = self.body({"url", "events"}, {"table", "league"})
        url, events = url_in(body), events_in(body)
        target = _table_or_league_in(body, token)
        check_rate(request._request, "webhook")
        return _response_with_secret(services.make_webhook(holder=token.account, place=target, url=url, events=events))


class TableWebhookListView(BaseAPIView):
    """List the webhooks of a table; make one."""

    @describe(
        tag="Webhooks",
        operation_id="list_table_webhooks",
        summary="All webhooks of a table",
        role="owner",
        parameters=[TABLE],
        responses={200: (WebhookSerializer(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Those that were made with a token of the table; with an account's token, those of the account there."""
        access = self.access(public_id, "manage_links")
        token = access.link.api_token
        webhooks = own_webhooks(token.account).filter(table=access.table) if token else webhooks_of_table(access.table)
        return Response([webhook_json(webhook) for webhook in webhooks])

    @describe(
        tag="Webhooks",
        operation_id="create_table_webhook",
        summary="Make a webhook at a table",
        role="owner",
        parameters=[TABLE],
        request_body=NewTableWebhookSerializer,
        modifies=True,
        responses={201: (MadeWebhookSerializer, "The webhook and its secret.")},
        response_headers=[LOCATION(201)],
        error_codes=["too_many", "too_many_requests"],
        examples=[examples.table_webhook_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """As `create_webhook` does, without an account: whoever has the owner's token of the table holds it.

        It ends when that token is switched off.
        """
        access = self.access(public_id, "manage_links")
        body = self.body({"url", "events"})
        url, events = url_in(body), events_in(body)
        check_rate(request._request, "webhook")
        token = access.link.api_token
        holder = token.account if token else access.link
        return _response_with_secret(services.make_webhook(holder=holder, place=access.table, url=url, events=events))


class WebhookDetailView(WebhookAPIView):
    """Read, change or delete a webhook."""

    @describe(
        tag="Webhooks",
        operation_id="get_webhook",
        summary="Read a webhook",
        scope="manage",
        parameters=[WEBHOOK],
        responses={200: (WebhookSerializer, "The webhook.")},
        error_codes=["link_revoked"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """How a webhook stands: whether it is on, and how many messages wait. A table's own is read with its token."""
        return Response(webhook_json(self.webhook(public_id)))

    @describe(
        tag="Webhooks",
        operation_id="change_webhook",
        summary="Change a webhook",
        scope="manage",
        parameters=[WEBHOOK],
        request_body=ChangedWebhookSerializer,
        modifies=True,
        responses={200: (WebhookSerializer, "The webhook.")},
        error_codes=["link_revoked"],
        examples=[examples.webhook_change_request],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Another address, other events, on or off. What waits for one that is switched off is given up."""
        webhook = self.webhook(public_id)
        body = self.body({"url", "events"}, {"active"})
        active = bool_in(body, "active") if "active" in body else True
        changed = services.change_webhook(webhook=webhook, url=url_in(body), events=events_in(body), active=active)
        return Response(webhook_json(changed))

    @describe(
        tag="Webhooks",
        operation_id="delete_webhook",
        summary="Take a webhook away",
        scope="manage",
        parameters=[WEBHOOK],
        modifies=True,
        responses={204: (None, "It is gone, with the list of what it was sent.")},
        error_codes=["link_revoked"],
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Nothing more is sent to it, from this moment on."""
        webhook = self.webhook(public_id)
        self.body(set())
        services.delete_webhook(webhook=webhook)
        return Response(status=204)


class WebhookSecretView(WebhookAPIView):
    """Give a webhook a new secret."""

    @describe(
        tag="Webhooks",
        operation_id="rotate_webhook_secret",
        summary="Give a webhook another secret",
        scope="manage",
        parameters=[WEBHOOK],
        modifies=True,
        responses={200: (MadeWebhookSerializer, "The webhook and its new secret.")},
        error_codes=["link_revoked"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The new secret is told this once. For a day messages are signed with the one before as well."""
        webhook = self.webhook(public_id)
        self.body(set())
        return _response_with_secret(services.rotate_secret(webhook=webhook), status=200)


class WebhookTestView(WebhookAPIView):
    """Send a webhook a test message."""

    @describe(
        tag="Webhooks",
        operation_id="test_webhook",
        summary="Try a webhook",
        scope="manage",
        parameters=[WEBHOOK],
        modifies=True,
        responses={202: (DeliverySerializer, "It is on its way, after what waits already.")},
        error_codes=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Send it a message with the event `ping`, whatever it is told of. Its deliveries say how that was taken."""
        webhook = self.webhook(public_id)
        self.body(set())
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.send_test(webhook=webhook)), status=202)


class DeliveryListView(WebhookAPIView):
    """List the deliveries to a webhook."""

    @describe(
        tag="Webhooks",
        operation_id="list_deliveries",
        summary="Read what a webhook was sent",
        scope="manage",
        parameters=[
            WEBHOOK,
            OpenApiParameter(
                "before",
                {"type": "integer", "minimum": 1, "maximum": 10**18},
                OpenApiParameter.QUERY,
                description="The last `id` seen. Without it, the newest.",
            ),
        ],
        responses={200: (DeliveriesSerializer, f"At most {PAGE_SIZE} deliveries.")},
        error_codes=["link_revoked", "unknown_field", "invalid_value"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The messages of the last thirty days, newest first, each with the last answer to it.

        What they said is not kept: a message is read anew whenever it is sent, as its table stood at `revision`.
        """
        webhook = self.webhook(public_id)
        before_id = _before_param(request)
        deliveries = deliveries_of(webhook)
        rows = list((deliveries.filter(pk__lt=before_id) if before_id else deliveries)[: PAGE_SIZE + 1])
        page = rows[:PAGE_SIZE]
        next_query = f"?before={page[-1].pk}" if len(rows) > PAGE_SIZE else None
        return Response({"deliveries": [delivery_json(delivery) for delivery in page], "next": next_query})


class DeliveryRetryView(WebhookAPIView):
    """Send a delivery again."""

    @describe(
        tag="Webhooks",
        operation_id="send_delivery_again",
        summary="Send a message once more",
        scope="manage",
        parameters=[WEBHOOK, DELIVERY],
        modifies=True,
        responses={202: (DeliverySerializer, "It waits to be sent.")},
        error_codes=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str, delivery: int) -> Response:
        """Send it again, under the same `webhook-id`. One that waits after an attempt in vain is tried at once."""
        webhook = self.webhook(public_id)
        self.body(set())
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.send_again(webhook=webhook, delivery_id=delivery)), status=202)


def _response_with_secret(created: MadeWebhook, status: int = 201) -> Response:
    """Return a webhook with its secret, which no proxy may store."""
    headers = {"Cache-Control": "no-store"}
    if status == 201:
        headers["Location"] = reverse("api-webhook", args=[created.webhook.public_id])
    return Response(webhook_json(created.webhook) | {"secret": created.secret}, status=status, headers=headers)


def _table_or_league_in(body: dict[str, Any], token: ApiToken) -> Table | League:
    """Return the table or league that a body names, if the account may have a webhook there.

    Raises InvalidFieldsError, Refused.
    """
    places: dict[str, Any] = {name: body[name] for name in ("table", "league") if name in body}
    errors = {
        name: f"{name} must be the id of one."
        for name, value in places.items()
        if not (isinstance(value, str) and 0 < len(value) <= _MAX_ID_LENGTH)
    }
    if len(places) != 1:
        errors = {"table": "Name a table or a league: one of the two."}
    if errors:
        raise InvalidFieldsError(errors)
    if "table" in places:
        access = access_by_account(places["table"], token)
        access.demand("manage_links")
        return access.table
    league_permissions = league_access(places["league"], token.account, None)
    league_permissions.demand("manage_league")
    return league_permissions.league


def _before_param(request: Request) -> int | None:
    unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key != "before"}
    if unknown:
        raise InvalidFieldsError(unknown, "unknown_field")
    text = request.query_params.get("before")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidFieldsError({"before": "before must be the id of a delivery."})
    return int(text)

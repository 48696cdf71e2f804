"""Webhooks: list them, make one, change it, take it away, try it, and see how its messages were taken."""

from typing import Any, Final

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_webhooks as asks
from games.api import examples_webhooks as examples
from games.api import shapes_webhooks as shapes
from games.api.base import View
from games.api.describe import DELIVERY, LOCATION, TABLE, WEBHOOK, describe
from games.api.reading import InvalidFields, truth_in
from games.api.webhook_base import WebhookView, events_in, url_in
from games.models import ApiToken, League, Table
from games.selectors.api_tokens import access_by_account
from games.selectors.league_access import league_access
from games.selectors.webhooks import (
    deliveries_of,
    delivery_json,
    own_webhooks,
    webhook_json,
    webhooks_of_table,
)
from games.services import webhooks as services
from games.services.webhooks import MadeWebhook
from games.web.throttles import check_rate

PAGE_SIZE: Final = 50
_LONGEST_ID: Final = 16


class Webhooks(WebhookView):
    """The webhooks of an account."""

    @describe(
        tag="Webhooks",
        operation="list_webhooks",
        summary="All webhooks of the account",
        scope="manage",
        gives={200: (shapes.Webhook(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request) -> Response:
        """Every webhook that the account made, at its tables and at its leagues, also those that are switched off."""
        return Response([webhook_json(webhook) for webhook in own_webhooks(self.own_token().account)])

    @describe(
        tag="Webhooks",
        operation="create_webhook",
        summary="Make a webhook",
        scope="manage",
        takes=asks.NewWebhook,
        changes=True,
        gives={201: (shapes.MadeWebhook, "The webhook and its secret.")},
        sends=[LOCATION(201)],
        refuses=["not_found", "not_your_duty", "link_revoked", "too_many", "too_many_requests"],
        examples=[examples.webhook_ask],
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
        token = self.own_token()
        given = self.body({"url", "events"}, {"table", "league"})
        url, events = url_in(given), events_in(given)
        place = _place(given, token)
        check_rate(request._request, "webhook")
        return _told_once(services.make_webhook(holder=token.account, place=place, url=url, events=events))


class TableWebhooks(View):
    """The webhooks of one table."""

    @describe(
        tag="Webhooks",
        operation="list_table_webhooks",
        summary="All webhooks of a table",
        role="owner",
        at=[TABLE],
        gives={200: (shapes.Webhook(many=True), "The webhooks, oldest first, without their secrets.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Those that were made with a token of the table; with an account's token, those of the account there."""
        access = self.access(public_id, "manage_links")
        token = access.link.api_token
        held = own_webhooks(token.account).filter(table=access.table) if token else webhooks_of_table(access.table)
        return Response([webhook_json(webhook) for webhook in held])

    @describe(
        tag="Webhooks",
        operation="create_table_webhook",
        summary="Make a webhook at a table",
        role="owner",
        at=[TABLE],
        takes=asks.NewTableWebhook,
        changes=True,
        gives={201: (shapes.MadeWebhook, "The webhook and its secret.")},
        sends=[LOCATION(201)],
        refuses=["too_many", "too_many_requests"],
        examples=[examples.table_webhook_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """As `create_webhook` does, without an account: whoever has the owner's token of the table holds it.

        It ends when that token is switched off.
        """
        access = self.access(public_id, "manage_links")
        given = self.body({"url", "events"})
        url, events = url_in(given), events_in(given)
        check_rate(request._request, "webhook")
        token = access.link.api_token
        holder = token.account if token else access.link
        return _told_once(services.make_webhook(holder=holder, place=access.table, url=url, events=events))


class OneWebhook(WebhookView):
    """One webhook."""

    @describe(
        tag="Webhooks",
        operation="get_webhook",
        summary="Read a webhook",
        scope="manage",
        at=[WEBHOOK],
        gives={200: (shapes.Webhook, "The webhook.")},
        refuses=["link_revoked"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """How a webhook stands: whether it is on, and how many messages wait. A table's own is read with its token."""
        return Response(webhook_json(self.webhook(public_id)))

    @describe(
        tag="Webhooks",
        operation="change_webhook",
        summary="Change a webhook",
        scope="manage",
        at=[WEBHOOK],
        takes=asks.ChangedWebhook,
        changes=True,
        gives={200: (shapes.Webhook, "The webhook.")},
        refuses=["link_revoked"],
        examples=[examples.webhook_change],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Another address, other events, on or off. What waits for one that is switched off is given up."""
        webhook = self.webhook(public_id)
        given = self.body({"url", "events"}, {"active"})
        active = truth_in(given, "active") if "active" in given else True
        changed = services.change_webhook(webhook=webhook, url=url_in(given), events=events_in(given), active=active)
        return Response(webhook_json(changed))

    @describe(
        tag="Webhooks",
        operation="delete_webhook",
        summary="Take a webhook away",
        scope="manage",
        at=[WEBHOOK],
        changes=True,
        gives={204: (None, "It is gone, with the list of what it was sent.")},
        refuses=["link_revoked"],
    )
    def delete(self, request: Request, public_id: str) -> Response:
        """Nothing more is sent to it, from this moment on."""
        webhook = self.webhook(public_id)
        self.body(set())
        services.delete_webhook(webhook=webhook)
        return Response(status=204)


class Secret(WebhookView):
    """The secret of a webhook."""

    @describe(
        tag="Webhooks",
        operation="rotate_webhook_secret",
        summary="Give a webhook another secret",
        scope="manage",
        at=[WEBHOOK],
        changes=True,
        gives={200: (shapes.MadeWebhook, "The webhook and its new secret.")},
        refuses=["link_revoked"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The new secret is told this once. For a day messages are signed with the one before as well."""
        webhook = self.webhook(public_id)
        self.body(set())
        return _told_once(services.rotate_secret(webhook=webhook), status=200)


class Test(WebhookView):
    """A try."""

    @describe(
        tag="Webhooks",
        operation="test_webhook",
        summary="Try a webhook",
        scope="manage",
        at=[WEBHOOK],
        changes=True,
        gives={202: (shapes.Delivery, "It is on its way, after what waits already.")},
        refuses=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Send it a message with the event `ping`, whatever it is told of. Its deliveries say how that was taken."""
        webhook = self.webhook(public_id)
        self.body(set())
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.ping(webhook=webhook)), status=202)


class Deliveries(WebhookView):
    """What a webhook was told."""

    @describe(
        tag="Webhooks",
        operation="list_deliveries",
        summary="Read what a webhook was sent",
        scope="manage",
        at=[
            WEBHOOK,
            OpenApiParameter(
                "before",
                {"type": "integer", "minimum": 1, "maximum": 10**18},
                OpenApiParameter.QUERY,
                description="The last `id` seen. Without it, the newest.",
            ),
        ],
        gives={200: (shapes.Deliveries, f"At most {PAGE_SIZE} deliveries.")},
        refuses=["link_revoked", "unknown_field", "invalid_value"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The messages of the last thirty days, newest first, each with the last answer to it.

        What they said is not kept: a message is read anew whenever it is sent, as its table stood at `revision`.
        """
        webhook = self.webhook(public_id)
        before = _before(request)
        found = deliveries_of(webhook)
        rows = list((found.filter(pk__lt=before) if before else found)[: PAGE_SIZE + 1])
        shown = rows[:PAGE_SIZE]
        more = f"?before={shown[-1].pk}" if len(rows) > PAGE_SIZE else None
        return Response({"deliveries": [delivery_json(delivery) for delivery in shown], "next": more})


class Again(WebhookView):
    """A delivery, to be sent once more."""

    @describe(
        tag="Webhooks",
        operation="send_delivery_again",
        summary="Send a message once more",
        scope="manage",
        at=[WEBHOOK, DELIVERY],
        changes=True,
        gives={202: (shapes.Delivery, "It waits to be sent.")},
        refuses=["link_revoked", "webhook_off", "too_many_requests"],
    )
    def post(self, request: Request, public_id: str, delivery: int) -> Response:
        """Send it again, under the same `webhook-id`. One that waits after an attempt in vain is tried at once."""
        webhook = self.webhook(public_id)
        self.body(set())
        check_rate(request._request, "webhook")
        return Response(delivery_json(services.send_again(webhook=webhook, delivery_id=delivery)), status=202)


def _told_once(made: MadeWebhook, status: int = 201) -> Response:
    """A webhook with its secret, which nobody may keep on the way."""
    headers = {"Cache-Control": "no-store"}
    if status == 201:
        headers["Location"] = reverse("api-webhook", args=[made.webhook.public_id])
    return Response(webhook_json(made.webhook) | {"secret": made.secret}, status=status, headers=headers)


def _place(given: dict[str, Any], token: ApiToken) -> Table | League:
    """The table or league that a body names, where the account may hold a webhook. Raises InvalidFields, Refused."""
    places: dict[str, Any] = {name: given[name] for name in ("table", "league") if name in given}
    wrong = {
        name: f"{name} must be the id of one."
        for name, value in places.items()
        if not (isinstance(value, str) and 0 < len(value) <= _LONGEST_ID)
    }
    if len(places) != 1:
        wrong = {"table": "Name a table or a league: one of the two."}
    if wrong:
        raise InvalidFields(wrong)
    if "table" in places:
        access = access_by_account(places["table"], token)
        access.demand("manage_links")
        return access.table
    at = league_access(places["league"], token.account, None)
    at.demand("manage_league")
    return at.league


def _before(request: Request) -> int | None:
    unknown = {key[:60]: f"Unknown parameter: {key[:60]}." for key in request.query_params if key != "before"}
    if unknown:
        raise InvalidFields(unknown, "unknown_field")
    text = request.query_params.get("before")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise InvalidFields({"before": "before must be the id of a delivery."})
    return int(text)

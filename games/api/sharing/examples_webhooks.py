"""Examples for the OpenAPI schema: webhooks to make and to change. The tests send them."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample


def _request_example(title: str, value: Any) -> OpenApiExample:
    return OpenApiExample(title, value, request_only=True)


_URL: Final = "https://club.example/scores"
webhook_request: Final = _request_example(
    "All events of a league", {"url": _URL, "events": ["match", "standings"], "league": "5b1de8a2c40f7e93"}
)
table_webhook_request: Final = _request_example("Rounds and games", {"url": _URL, "events": ["round", "game"]})
webhook_change_request: Final = _request_example(
    "Turn the webhook off", {"url": _URL, "events": ["match"], "active": False}
)

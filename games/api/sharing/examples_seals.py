"""An example for the OpenAPI schema: a seal that was read off a sheet of paper."""

from typing import Final

from drf_spectacular.utils import OpenApiExample

checked_seal_response: Final = OpenApiExample(
    "A seal from a printed sheet, without a token",
    {"seal": "K1DD-RKE7-T4AG-ZCRQ", "kind": "game", "state": "as_sealed", "details": None},
    response_only=True,
    status_codes=[200],
)

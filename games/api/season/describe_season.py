"""OpenAPI parameters, headers and arguments that operations on seasons share."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.api.describe import ID

ENTRANT: Final = ID("entrant", "The entrant's `id`.")
TEAMMATE: Final = ID("mate", "The `id` of a member's time in a team.")
PENALTY: Final = ID("penalty", "The penalty's `id`.")
MATCH: Final = ID("number", "The match's `number` in its season.")
UPLOAD: Final = ID("upload", "The `upload` of the trial.")
IF_MATCH_SEASON: Final = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The `revision` of the season at which it was looked who would move, in quotes: `"7"`. Without it 428.',
)
INVALID_KEY_ERRORS: Final = ("idempotency_key_invalid",)
"""Codes for an Idempotency-Key, besides the one for a missing key."""
FILE_CONTENT: Final = OpenApiParameter(
    "what", OpenApiTypes.STR, OpenApiParameter.PATH, required=True, enum=["table", "results"], description="Which file."
)
FILE_FORMAT: Final = OpenApiParameter(
    "kind", OpenApiTypes.STR, OpenApiParameter.PATH, required=True, enum=["csv", "xlsx"], description="Of which kind."
)
ORGANISER_WRITE: Final[dict[str, Any]] = {"scope": "manage", "duty": True, "modifies": True}
"""Arguments of ``describe`` for a write that only the league's organisers may do."""

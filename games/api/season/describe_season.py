"""OpenAPI parameters, headers and arguments that operations on seasons share."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.api.describe import ID, SEASON
from games.api.permissions import AtMatch, InSeason
from games.api.season.match_response_serializers import MatchSerializer
from games.models import Scope

ENTRANT: Final = ID("entrant", "Entrant `id`.")
TEAMMATE: Final = ID("mate", "`id` of a member's time in a team.")
PENALTY: Final = ID("penalty", "Penalty `id`.")
MATCH: Final = ID("number", "The match's `number` in its season.")
UPLOAD: Final = ID("upload", "The `upload` from the preview.")
IMPORT: Final = ID("event", "The `id` of the last import.")
IF_MATCH_SEASON: Final = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    required=True,
    description='The `revision` of the season that you previewed, in quotes: `"7"`. Without it, the response is 428.',
)
INVALID_KEY_ERRORS: Final = ("idempotency_key_invalid",)
"""Codes for an Idempotency-Key, besides the one for a missing key."""
FILE_CONTENT: Final = OpenApiParameter(
    "what",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    required=True,
    enum=["table", "results"],
    description="The file's content.",
)
FILE_FORMAT: Final = OpenApiParameter(
    "kind",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    required=True,
    enum=["csv", "xlsx"],
    description="The file's format.",
)
ORGANIZER_WRITE: Final[dict[str, Any]] = {"permission": InSeason(Scope.MANAGE, "manage_league"), "modifies": True}
"""Arguments of ``describe`` for a write that only the league's organizers may do."""
MATCH_WRITE: Final[dict[str, Any]] = {
    "tag": "Matches",
    "permission": AtMatch(Scope.MANAGE, "manage_league"),
    "parameters": [SEASON, MATCH],
    "responses": {200: (MatchSerializer, "The updated match.")},
    "modifies": True,
    "error_codes": ["season_closed", "not_playable"],
}
"""The same for a match of the season."""

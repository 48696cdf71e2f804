"""OpenAPI parameters and headers that operations on seasons share."""

from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.api.parameters import ID

ENTRANT: Final = ID("entrant", "Entrant `id`.")
TEAMMATE: Final = ID("mate", "`id` of a member's time on a team.")
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

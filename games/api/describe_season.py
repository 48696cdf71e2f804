"""What operations on seasons have in common for the schema: the parts of their addresses, and their headers."""

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from games.api.describe import ID

ENTRANT: Final = ID("entrant", "The entrant's `id`.")
MATE: Final = ID("mate", "The `id` of a member's time in a team.")
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
KEYED: Final = ("idempotency_key_invalid",)
"""What a key may be refused for besides that it is missing."""
WHAT: Final = OpenApiParameter(
    "what", OpenApiTypes.STR, OpenApiParameter.PATH, required=True, enum=["table", "results"], description="Which file."
)
KIND: Final = OpenApiParameter(
    "kind", OpenApiTypes.STR, OpenApiParameter.PATH, required=True, enum=["csv", "xlsx"], description="Of which kind."
)
MOVES: Final[dict[str, Any]] = {"scope": "manage", "duty": True, "changes": True}
"""Of whatever only who runs the league may do."""

"""OpenAPI path parameters, headers and problem documents that operations share.

The parameters of a query are the fields of a ``QuerySerializer``, see ``filtered`` in ``games.api.viewsets``.
"""

from collections.abc import Collection
from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api.problem_codes import CODE_MEANINGS, status_of

PROBLEM_TYPE: Final = "application/problem+json"
PROBLEM: Final[dict[str, Any]] = {"$ref": "#/components/schemas/Problem"}


def _path(name: str, value_type: Any, text: str) -> OpenApiParameter:
    return OpenApiParameter(name, value_type, OpenApiParameter.PATH, required=True, description=text)


def _request_header(name: str, text: str, *, required: bool) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, required=required, description=text)


def _response_header(name: str, text: str, *statuses: int) -> OpenApiParameter:
    return OpenApiParameter(name, OpenApiTypes.STR, OpenApiParameter.HEADER, description=text, response=list(statuses))


TABLE: Final = _path("public_id", OpenApiTypes.STR, "Table `id`.")
GAME: Final = _path("game", OpenApiTypes.INT, "Number of the game at the table, from 1.")
NUMBER: Final = _path("number", OpenApiTypes.INT, "Number of the round in the game, from 1.")
SEAL: Final = _path(
    "seal", OpenApiTypes.STR, "The seal as printed. Lowercase letters, O instead of 0 and missing hyphens are accepted."
)
LINK: Final = _path("link", OpenApiTypes.INT, "Link `id`.")
TOKEN: Final = _path("public_id", OpenApiTypes.STR, "Token `id`.")
LEAGUE: Final = _path("public_id", OpenApiTypes.STR, "League `id`.")
SEASON: Final = _path("public_id", OpenApiTypes.STR, "Season `id`.")
QUESTION: Final = _path("question", OpenApiTypes.INT, "Question `id`.")
PRESET: Final = _path("preset", OpenApiTypes.STR, "Preset `id`.")

_KEY: Final = (
    "Your own text for this one action, for example a UUID: printable, at most 200 characters. Send the same key "
    "again after a lost response, and nothing is stored twice."
)
IDEMPOTENCY_KEY: Final = _request_header("Idempotency-Key", _KEY, required=True)
IDEMPOTENCY_KEY_MAY: Final = _request_header(
    "Idempotency-Key", _KEY + " Defaults to the revision you send.", required=False
)
IF_MATCH_ROUND: Final = _request_header(
    "If-Match",
    'The round\'s `revision` that you last read, in quotes: `"7"`. Without it, the response is 428.',
    required=True,
)
IF_MATCH_TABLE: Final = _request_header(
    "If-Match",
    'The table\'s `revision` that you last read, in quotes: `"7"`. Without it, the response is 428.',
    required=True,
)
IF_MATCH_ENTRY: Final = _request_header(
    "If-Match",
    'The `revision` of the newest entry that has not been undone, as in the ledger, in quotes: `"7"`. '
    "Without it, the response is 428.",
    required=True,
)
IF_NONE_MATCH: Final = _request_header(
    "If-None-Match",
    "The `ETag` of the last response. If the table hasn't changed, the response is 304. After a change "
    "without a revision, such as a new question, it is 200.",
    required=False,
)
IF_NONE_MATCH_ANSWER: Final = _request_header(
    "If-None-Match", "The `ETag` of the last response. If nothing has changed, the response is 304.", required=False
)


def ID(name: str, text: str) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return a path parameter that is a whole number."""
    return _path(name, OpenApiTypes.INT, text)


def ETAG(*statuses: int) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return the response header ``ETag`` with a revision, for answers with these statuses."""
    return _response_header("ETag", "The revision, in quotes.", *statuses)


def VERSION(*statuses: int) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return the response header ``ETag`` made from the body, for answers with these statuses."""
    return _response_header("ETag", "Identifies this version of the response.", *statuses)


def REPLAYED(*statuses: int) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return the response header ``Idempotent-Replayed``, for answers with these statuses."""
    return _response_header(
        "Idempotent-Replayed", "`true` if this key was already used and nothing was written this time.", *statuses
    )


def LOCATION(*statuses: int) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return the response header ``Location``, for answers with these statuses."""
    return _response_header("Location", "URL of the new resource.", *statuses)


ALWAYS: Final = (
    _response_header("Retry-After", "Seconds to wait before trying again.", 429, 503, 507),
    _response_header("WWW-Authenticate", "`Bearer`.", 401),
)


def problem_responses(codes: Collection[str]) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problem documents by status and content type; each says which of the codes it may have."""
    documented = {}
    for status in sorted({status_of(code) for code in codes}):
        listed = [code for code in CODE_MEANINGS if code in codes and status_of(code) == status]
        text = "\n\n".join(f"`{code}`: {CODE_MEANINGS[code]}" for code in listed)
        schema = PROBLEM | {"properties": {"code": {"enum": listed}}}
        documented[status, PROBLEM_TYPE] = OpenApiResponse(schema, description=text)
    return documented

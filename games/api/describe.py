"""Describe API methods in the OpenAPI schema: a decorator, and the parameters and headers that operations share."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.serializers import BaseSerializer

from games.api.pagination import DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE
from games.api.permissions import DeclaredPermission
from games.api.problem_codes import (
    BODY_ERRORS,
    CODE_MEANINGS,
    FIELD_ERRORS,
    HOUSE_RULE_ERRORS,
    ROUND_FAULT_CODES,
    SERVER_ERRORS,
    status_of,
)
from games.api.serializers import NoFieldsSerializer

Handler = TypeVar("Handler", bound=Callable[..., Any])
SerializerType = type[BaseSerializer[Any]] | BaseSerializer[Any] | OpenApiTypes

PROBLEM_TYPE: Final = "application/problem+json"
PROBLEM: Final = {"$ref": "#/components/schemas/Problem"}


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
    "The `ETag` of the last response. If the table has not changed, the response is 304. After a change "
    "without a revision, such as a new question, it is 200.",
    required=False,
)
IF_NONE_MATCH_ANSWER: Final = _request_header(
    "If-None-Match", "The `ETag` of the last response. If nothing has changed, the response is 304.", required=False
)


def ID(name: str, text: str) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return a path parameter that is a whole number."""
    return _path(name, OpenApiTypes.INT, text)


def QUERY(name: str, text: str, value_type: Any = OpenApiTypes.STR, **options: Any) -> OpenApiParameter:  # noqa: N802 - named like the constants beside it
    """Return an optional query parameter."""
    return OpenApiParameter(name, value_type, OpenApiParameter.QUERY, description=text, **options)


_NUMBER: Final = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
_LIMIT: Final = {"type": "integer", "minimum": 1, "maximum": MAX_PAGE_SIZE, "default": DEFAULT_PAGE_SIZE}
AFTER: Final = QUERY("after", "Continue after this value. The `next` query of a response contains it.", _NUMBER)
LIMIT: Final = QUERY("limit", "Maximum number of items.", _LIMIT)


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
    """Return the problem documents with these codes, by status and content type."""
    documented = {}
    for status in sorted({status_of(code) for code in codes}):
        explanations = [
            f"`{code}`: {text}" for code, text in CODE_MEANINGS.items() if code in codes and status_of(code) == status
        ]
        documented[status, PROBLEM_TYPE] = OpenApiResponse(PROBLEM, description="\n\n".join(explanations))
    return documented


@dataclass(frozen=True, slots=True)
class Declaration:
    """What ``describe`` declares of a method and BaseAPIView enforces: its permission, body and rate."""

    permission: DeclaredPermission | None = None
    body: Any = NoFieldsSerializer
    throttle: str = ""


def describe(
    *,
    tag: str,
    operation_id: str,
    summary: str,
    responses: Mapping[Any, tuple[SerializerType | OpenApiTypes | None, str]],
    parameters: Sequence[OpenApiParameter] = (),
    request_headers: Sequence[OpenApiParameter] = (),
    request_body: SerializerType | None = None,
    response_headers: Sequence[OpenApiParameter] = (),
    writes_ledger: bool = False,
    error_codes: Sequence[str] = (),
    rule_faults: bool = False,
    house_rules: bool = False,
    checks_fields: bool = True,
    modifies: bool = False,
    examples: Sequence[OpenApiExample] = (),
    permission: DeclaredPermission | None = None,
    throttle: str = "",
) -> Callable[[Handler], Handler]:
    """Return a decorator that declares what an API method needs and takes, and describes it in the OpenAPI schema.

    Its docstring is the description.

    Args:
        tag: The group of operations it is listed in.
        operation_id: Its stable name in the schema.
        summary: Its title.
        responses: Status of each good answer (with its content type where that is not JSON) to serializer and sentence.
        parameters: Parameters of the path and of the query.
        request_headers: Headers of the request.
        request_body: Serializer of the body.
        response_headers: Headers of the answers.
        writes_ledger: Whether it adds an entry to the ledger of a table.
        error_codes: Codes of refusals besides those that follow from the other arguments.
        rule_faults: Whether the rules of the game may refuse the round.
        house_rules: Whether the body chooses rules.
        checks_fields: Whether unknown and missing fields of the body are refused.
        modifies: Whether it changes something outside the ledger.
        examples: Examples of bodies.
        permission: What the request needs; checked before the method runs.
        throttle: The rate, of ``settings.RATES``, that each request counts for; "" for none.
    """
    needs = permission or DeclaredPermission()
    codes = [*SERVER_ERRORS, *error_codes, *needs.codes]
    codes += ["not_found"] if needs.scope and parameters else []
    codes += BODY_ERRORS if request_body is not None or writes_ledger or modifies else ()
    codes += ["disk_full"] if modifies else []
    codes += ["too_many_requests"] if throttle else []
    codes += (
        ("unknown_field", "invalid_value")
        if any(parameter.location == OpenApiParameter.QUERY for parameter in parameters)
        else ()
    )
    codes = codes if checks_fields else [code for code in codes if code not in FIELD_ERRORS]
    codes += ["idempotency_key_invalid", "idempotency_key_reused", "disk_full"] if writes_ledger else []
    codes += ["idempotency_key_required"] if IDEMPOTENCY_KEY in request_headers else []
    codes += ROUND_FAULT_CODES if rule_faults else ()
    codes += HOUSE_RULE_ERRORS if house_rules else ()
    documented: dict[Any, Any] = {
        status: OpenApiResponse(shape, description=text) for status, (shape, text) in responses.items()
    }
    documented |= problem_responses(codes)
    in_schema = extend_schema(
        tags=[tag],
        operation_id=operation_id,
        summary=summary,
        parameters=[*parameters, *request_headers, *response_headers, *ALWAYS],
        request=request_body,
        responses=documented,
        auth=needs.security,  # type: ignore[arg-type] # its own type forbids what its documentation shows
        examples=list(examples),
        extensions={"x-role": needs.shown_role} if needs.shown_role else None,
    )

    def declare(handler: Handler) -> Handler:
        declaration = Declaration(permission, request_body or NoFieldsSerializer, throttle)
        handler.declaration = declaration  # type: ignore[attr-defined]
        described: Handler = in_schema(handler)
        return described

    return declare


def describe_read(
    *,
    tag: str,
    operation_id: str,
    summary: str,
    response: tuple[SerializerType, str],
    parameters: Sequence[OpenApiParameter] = (),
    error_codes: Sequence[str] = (),
    examples: Sequence[OpenApiExample] = (),
    permission: DeclaredPermission | None = None,
) -> Callable[[Handler], Handler]:
    """Describe a method that reads something of an account or a league, and may answer 304 ("not modified")."""
    return describe(
        tag=tag,
        operation_id=operation_id,
        summary=summary,
        permission=permission,
        parameters=parameters,
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: response, 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
        error_codes=error_codes,
        examples=examples,
    )

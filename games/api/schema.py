"""The OpenAPI schema: generated from the views, completed here, and served as YAML or JSON."""

import json
from functools import cache
from threading import Lock
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import extend_schema
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request

from games.api import request_serializers
from games.api.base import BaseAPIView
from games.api.cached_responses import cached_response, negotiated_response
from games.api.examples import void_request
from games.api.league import league_request_serializers
from games.api.parsing import MAX_REASON_LENGTH
from games.api.season import season_request_serializers
from games.api.sharing import webhook_request_serializers, webhook_schema

Schema = dict[str, Any]

INTRODUCTION: Final = """\
Keep the score of a table and run a league by program. The pages and this API do the same, on the same ledger.

A table has three tokens from its start: the owner's, the scorers' and the spectators'. One of them goes into the \
header `Authorization: Bearer …`. Bodies are JSON objects in UTF-8, of 64 KiB at most; fields that are not known are \
refused. People are named by the names they were seated under.

What is written is an entry in a ledger that only grows. Facts are told, points follow from the rules. Every entry \
raises the table's revision by one, and that is the only clock: it is the `ETag` of a table, and what `If-Match` \
names. A write carries an `Idempotency-Key`: send it again after a lost answer, and nothing is written twice.

Long lists come a page at a time: `next` is the query of the next page, null on the last. Where an answer has an \
`ETag`, send it as `If-None-Match`, and nothing is sent again that you have.

Whatever is refused is answered with a problem document (RFC 9457): `type` is the address of its explanation on this \
server's page of the API, `code` its stable name, `detail` a sentence for people. Nothing changes by a request that is \
refused.
"""

REQUEST_SERIALIZERS: Final[tuple[Any, ...]] = (
    *request_serializers.REQUEST_SERIALIZERS,
    *league_request_serializers.REQUEST_SERIALIZERS,
    *season_request_serializers.REQUEST_SERIALIZERS,
    *webhook_request_serializers.REQUEST_SERIALIZERS,
)

_PROBLEM: Final[Schema] = {
    "type": "object",
    "description": "Why something was refused (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "Where the code is explained."},
        "title": {"type": "string", "description": "The code in words."},
        "status": {"type": "integer", "description": "The HTTP status."},
        "detail": {"type": "string", "description": "What is wrong this time, in a sentence for people."},
        "code": {"type": "string", "description": "The stable name of what is wrong."},
        "faults": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Fault"},
            "description": "Everything the rules find wrong with what was told.",
        },
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Field to sentence, where fields cannot be used.",
        },
        "request_id": {
            "type": "string",
            "description": "Where the server failed: the number under which its log tells more, as in X-Request-ID.",
        },
        "current": {"$ref": "#/components/schemas/Round", "description": "The round as it stands."},
        "yours": {"type": "object", "additionalProperties": {}, "description": "What was sent."},
        "missing_rounds": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "The numbers of the rounds to send first.",
        },
    },
}
_FAULT: Final[Schema] = {
    "type": "object",
    "description": "One thing the rules find wrong.",
    "required": ["code", "player", "cards", "message"],
    "properties": {
        "code": {"type": "string"},
        "player": {"type": ["string", "null"], "description": "Whom it is about; null where it is about nobody."},
        "cards": {"type": "array", "items": {"type": "string"}, "description": "The cards it is about."},
        "message": {"type": "string"},
    },
}
_VOID: Final[Schema] = {
    "type": "object",
    "description": "Why a round is void.",
    "additionalProperties": False,
    "properties": {"reason": {"type": "string", "maxLength": MAX_REASON_LENGTH, "description": "Why, for the ledger."}},
}
_TOKEN: Final[Schema] = {
    "type": "http",
    "scheme": "bearer",
    "description": "A token of the table: the owner's, a scorers' or a spectators'. Or a token of an account, which "
    "begins with `gin_` and is made on the account's page: of the scope `read` it watches, of `score` it scores, of "
    "`manage` it does what the owner may, at tables that its account started and at those of leagues, as far as the "
    "account's part in the league goes. In leagues one of `read` sees what its account sees, one of `score` does at "
    "matches what its account does there as player, scorer or referee, and one of `manage` does everything else. "
    "Leagues for everybody's eyes are read without a token, too.",
}


_generating: Final = Lock()


def complete_schema(result: Schema, generator: Any, request: Any, public: Any) -> Schema:
    """Complete the generated schema with what the views can't express (drf-spectacular's postprocessing hook)."""
    result["info"]["description"] = INTRODUCTION
    components = result["components"]
    components["securitySchemes"] = {"token": _TOKEN}
    components["schemas"] |= {"Problem": _PROBLEM, "Fault": _FAULT, "Void": _VOID} | webhook_schema.MESSAGE_SCHEMAS
    result["webhooks"] = webhook_schema.webhooks()
    for serializer in REQUEST_SERIALIZERS:
        components["schemas"][serializer.__name__.removesuffix("Serializer")]["additionalProperties"] = False
    # drf-spectacular ignores the body of a DELETE, but voiding a round may give a reason.
    voiding = result["paths"]["/api/v1/tables/{public_id}/rounds/{game}/{number}/"]["delete"]
    example = {"summary": void_request.name, "value": void_request.value}
    content = {"schema": {"$ref": "#/components/schemas/Void"}, "examples": {"Why": example}}
    voiding["requestBody"] = {"content": {"application/json": content}}
    without_marks: Schema = _without_enum_ids(result)
    return without_marks


def _without_enum_ids(part: Any) -> Any:
    """Return ``part`` of the schema without the ids that drf-spectacular adds to choices for an unused hook."""
    if isinstance(part, dict):
        return {key: _without_enum_ids(value) for key, value in part.items() if key != "x-spec-enum-id"}
    return [_without_enum_ids(value) for value in part] if isinstance(part, list) else part


@cache
def document() -> Schema:
    """Return the whole schema. It depends on nothing but the program, so it's generated once.

    Two threads must not generate it at once: drf-spectacular sets up its extensions for all threads meanwhile.
    """
    with _generating:
        schema: Schema = SchemaGenerator().get_schema(request=None, public=True)
    return schema


def schema_bytes(schema_format: str) -> bytes:
    """Return the schema as "yaml" or "json"."""
    if schema_format == "json":
        # Without indentation it's less than half as long, for clients that don't accept compression.
        return json.dumps(document(), ensure_ascii=False, separators=(",", ":")).encode()
    text: bytes = OpenApiYamlRenderer().render(document(), OpenApiYamlRenderer.media_type, {})
    return text


class SchemaView(BaseAPIView):
    """Serve the schema."""

    content_negotiation_class = DefaultContentNegotiation
    renderer_classes = (OpenApiYamlRenderer, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiJsonRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """Return the schema as YAML, or as JSON if ``Accept`` or ``?format=json`` asks for it."""
        renderer = request.accepted_renderer
        return negotiated_response(request._request, cached_response(f"schema.{renderer.format}"), renderer.media_type)

"""The OpenAPI schema: generated from the views, completed here, and served as YAML or JSON."""

import json
from functools import cache
from threading import Lock
from typing import Any, Final

from django.http import HttpResponse
from drf_spectacular.extensions import OpenApiSerializerExtension
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

from games.api.base import BaseAPIView
from games.api.cached_responses import cached_response, negotiated_response
from games.api.serializers import BodySerializer

Schema = dict[str, Any]

INTRODUCTION: Final = """\
Keep score at a table or run a league from a program. The API and the pages do the same things and share one ledger.

Every table has three tokens: for the owner, the scorers and the spectators. Send one in the header \
`Authorization: Bearer …`. Request bodies are JSON objects in UTF-8, up to 64 KiB. Unknown fields are refused. Players \
are identified by their names at the table.

Every write adds an entry to an append-only ledger. You send the facts, and Scorekeeper computes the points. Each \
entry raises the table's revision by one. The revision is the table's `ETag` and the value for `If-Match`. Send an \
`Idempotency-Key` with each write: if the response is lost, send the same request again and nothing is stored twice.

Long lists have pages: `next` is the query of the next page, and null on the last page. If a response has an `ETag`, \
send it as `If-None-Match` next time. If nothing has changed, you get 304 without a body.

Errors are problem documents (RFC 9457). `type` is the URL of the error's documentation on this server, `code` is \
stable, and `detail` is for people. A refused request changes nothing.
"""

_PROBLEM: Final[Schema] = {
    "type": "object",
    "description": "Error response (RFC 9457).",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "format": "uri-reference", "description": "URL of the error code's documentation."},
        "title": {"type": "string", "description": "Human-readable name of the error code."},
        "status": {"type": "integer", "description": "HTTP status."},
        "detail": {"type": "string", "description": "Human-readable explanation of this error."},
        "code": {"type": "string", "description": "Stable error code."},
        "faults": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/Fault"},
            "description": "All faults that the rules found in the declaration.",
        },
        "fields": {
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "Error messages by field name.",
        },
        "request_id": {
            "type": "string",
            "description": "For a server error: the request ID to look up in the log, as in X-Request-ID.",
        },
        "current": {"$ref": "#/components/schemas/Round", "description": "The round on the server."},
        "yours": {"type": "object", "additionalProperties": {}, "description": "The round that was sent."},
        "missing_rounds": {
            "type": "array",
            "items": {"type": "integer"},
            "description": "Numbers of the rounds to send first.",
        },
    },
}
_FAULT: Final[Schema] = {
    "type": "object",
    "description": "A fault that the rules found.",
    "required": ["code", "player", "cards", "message"],
    "properties": {
        "code": {"type": "string"},
        "player": {"type": ["string", "null"], "description": "The player concerned, or null."},
        "cards": {"type": "array", "items": {"type": "string"}, "description": "The cards concerned."},
        "message": {"type": "string"},
    },
}
_TOKEN: Final[Schema] = {
    "type": "http",
    "scheme": "bearer",
    "description": (
        "A table token (owner, scorer or spectator), or an account token, which starts with `gin_` and is created "
        "on the account page. At tables that the account started, and at league tables within its role, a `read` "
        "token watches, a `score` token scores and a `manage` token acts as the owner. In leagues, a `read` token "
        "sees what its account sees. A `score` token can do what its account may do at matches as a player, scorer "
        "or referee. A `manage` token can do everything else that the account may do. Public leagues can be read "
        "without a token."
    ),
}


class RefusesUnknownFields(OpenApiSerializerExtension):
    """Say of every body that refuses unknown fields that it has no others; drf-spectacular finds this class itself."""

    target_class = BodySerializer
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: str) -> Schema:
        """Return the schema of the serializer."""
        schema: Schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return schema | {"additionalProperties": False}


_generating: Final = Lock()


def complete_schema(result: Schema, generator: Any, request: Any, public: Any) -> Schema:
    """Complete the generated schema with what the views can't express (drf-spectacular's postprocessing hook)."""
    result["info"]["description"] = INTRODUCTION
    components = result["components"]
    components["securitySchemes"] = {"token": _TOKEN}
    components["schemas"] |= {"Problem": _PROBLEM, "Fault": _FAULT}
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

"""The OpenAPI schema: made once from the views, finished here, and served as YAML or JSON."""

from functools import cache
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

from games.api import asks, asks_league, asks_season, asks_webhooks, webhook_schema
from games.api.base import View
from games.api.examples import void_ask
from games.api.reading import LONGEST_REASON

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

TAKEN: Final[tuple[Any, ...]] = (
    *asks.TAKEN,
    *asks_league.TAKEN,
    *asks_season.TAKEN,
    *asks_webhooks.TAKEN,
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
    "properties": {"reason": {"type": "string", "maxLength": LONGEST_REASON, "description": "Why, for the ledger."}},
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


def finish(result: Schema, generator: Any, request: Any, public: Any) -> Schema:
    """What the views cannot say themselves: drf-spectacular calls this with the schema it made."""
    result["info"]["description"] = INTRODUCTION
    components = result["components"]
    components["securitySchemes"] = {"token": _TOKEN}
    components["schemas"] |= {"Problem": _PROBLEM, "Fault": _FAULT, "Void": _VOID} | webhook_schema.SHAPES
    result["webhooks"] = webhook_schema.webhooks()
    for shape in TAKEN:
        components["schemas"][shape.__name__]["additionalProperties"] = False
    # drf-spectacular knows no body on a DELETE, but to void a round one may say why.
    voiding = result["paths"]["/api/v1/tables/{public_id}/rounds/{game}/{number}/"]["delete"]
    example = {"summary": void_ask.name, "value": void_ask.value}
    content = {"schema": {"$ref": "#/components/schemas/Void"}, "examples": {"Why": example}}
    voiding["requestBody"] = {"content": {"application/json": content}}
    without_marks: Schema = _without_marks(result)
    return without_marks


def _without_marks(part: Any) -> Any:
    """``part`` of the schema without the marks that drf-spectacular leaves on choices for a hook that is not used."""
    if isinstance(part, dict):
        return {key: _without_marks(value) for key, value in part.items() if key != "x-spec-enum-id"}
    return [_without_marks(value) for value in part] if isinstance(part, list) else part


@cache
def document() -> Schema:
    """The whole schema. It hangs on nothing but the program, so one is enough."""
    made: Schema = SchemaGenerator().get_schema(request=None, public=True)
    return made


@cache
def _rendered(form: str) -> bytes:
    renderer = OpenApiJsonRenderer() if form == "json" else OpenApiYamlRenderer()
    text: bytes = renderer.render(document(), renderer.media_type, {})
    return text


class SchemaView(View):
    """The schema, for programs."""

    content_negotiation_class = DefaultContentNegotiation
    renderer_classes = (OpenApiYamlRenderer, OpenApiYamlRenderer2, OpenApiJsonRenderer, OpenApiJsonRenderer2)

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        """The schema as YAML, or as JSON where ``Accept`` or ``?format=json`` wishes so."""
        wished = request.accepted_renderer
        return HttpResponse(_rendered(wished.format), content_type=wished.media_type)

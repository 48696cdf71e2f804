"""The section ``webhooks`` of the OpenAPI schema: the messages that this server sends."""

from typing import Any, Final

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_INTEGER: Final[Schema] = {"type": "integer"}
_HAPPENED_AT: Final[Schema] = {"type": "string", "format": "date-time", "description": "When it happened."}
_POINTS: Final[Schema] = {"type": "object", "additionalProperties": _INTEGER}


def _object(text: str, **properties: Schema) -> Schema:
    return {"type": "object", "description": text, "required": list(properties), "properties": properties}


def _nullable(shape: str, text: str) -> Schema:
    return {"oneOf": [{"$ref": f"#/components/schemas/{shape}"}, {"type": "null"}], "description": text}


def _message(text: str, event: str, actions: str, **properties: Schema) -> Schema:
    return _object(
        text,
        id={**_TEXT, "description": "The same however often the message comes; also the header `webhook-id`."},
        event={"type": "string", "enum": [event]},
        action={"type": "string", "enum": actions.split()},
        at=_HAPPENED_AT,
        **properties,
    )


_TABLE_PROPERTIES: Final[Schema] = {
    "table": {**_TEXT, "description": "The table's `id`."},
    "revision": {**_INTEGER, "description": "The table's, after it happened."},
    "game": {**_INTEGER, "description": "The game's number at the table."},
    "match": _nullable("MessageMatch", "The match that is played there; null where none is."),
    "standing": _nullable("MessageStanding", "How the game stood then; null once its start was undone."),
}
_SIDE: Final = _object(
    "A side of a match.",
    name=_TEXT,
    outcome={"type": "string", "enum": ["win", "draw", "loss", ""]},
    points=_INTEGER,
    boxes=_INTEGER,
)

MESSAGE_SCHEMAS: Final[dict[str, Schema]] = {
    "MessageMatch": _object("Which match it is.", league=_TEXT, season=_TEXT, number=_INTEGER),
    "MessageStanding": _object(
        "How a game stands, by name.",
        cumulative=_POINTS,
        boxes=_POINTS,
        over={"type": "boolean"},
        final=_nullable("Final", "How it ended; null while it goes on."),
    ),
    "MessageSide": _SIDE,
    "RoundMessage": _message(
        "A round was entered or changed.",
        "round",
        "entered corrected void undone",
        **_TABLE_PROPERTIES,
        round=_nullable("Round", "The round as it stood then; null once its game's start was undone."),
    ),
    "GameMessage": _message(
        "A game began, ended or was changed; `corrected` tells that one that is over ended otherwise.",
        "game",
        "began over corrected reopened changed undone",
        **_TABLE_PROPERTIES,
    ),
    "MatchMessage": _message(
        "A match of a league came to something; as it stands when the message is sent.",
        "match",
        "decided corrected confirmed doubted reopened cancelled",
        match={"$ref": "#/components/schemas/MessageMatch"},
        table={"type": ["string", "null"], "description": "The table's `id`; null before it was opened."},
        state=_TEXT,
        final={"type": "boolean", "description": "Whether it was confirmed as the season asks."},
        sides={"type": "array", "items": {"$ref": "#/components/schemas/MessageSide"}},
    ),
    "StandingsMessage": _message(
        "The table of a season moved. Of several moves that wait to be told, one message tells.",
        "standings",
        "moved",
        league=_TEXT,
        season=_TEXT,
        revision={**_INTEGER, "description": "The season's, when the message is sent."},
    ),
    "PingMessage": _message("Somebody tries the webhook.", "ping", "test"),
}
"""Schemas of the messages and of their parts, by component name."""

_HEADERS: Final = {
    "webhook-id": "The message's `id`.",
    "webhook-timestamp": "The second at which it was sent, since 1970.",
    "webhook-signature": "`v1,` and a signature, for each secret that holds, with spaces between them.",
}


def webhooks() -> Schema:
    """Return the section ``webhooks`` of the schema: one POST for each event."""
    return {name.removesuffix("Message").lower(): _post(name) for name in MESSAGE_SCHEMAS if name.endswith("Message")}


def _post(name: str) -> Schema:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {
        "post": {
            "operationId": f"on_{name.removesuffix('Message').lower()}",
            "tags": ["Webhooks"],
            "summary": MESSAGE_SCHEMAS[name]["description"],
            "parameters": [
                {"name": header, "in": "header", "required": True, "schema": _TEXT, "description": text}
                for header, text in _HEADERS.items()
            ],
            "requestBody": {"required": True, "content": content},
            "responses": {
                "2XX": {"description": "Taken."},
                "410": {"description": "Nothing more is wanted: the webhook is switched off."},
                "default": {"description": "Not taken: it is sent again, later and later, for three days."},
            },
            "security": [],
        }
    }

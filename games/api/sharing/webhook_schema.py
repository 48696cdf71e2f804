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
        id={**_TEXT, "description": "Message id, the same for every attempt. Also in the header `webhook-id`."},
        event={"type": "string", "enum": [event]},
        action={"type": "string", "enum": actions.split()},
        at=_HAPPENED_AT,
        **properties,
    )


_TABLE_PROPERTIES: Final[Schema] = {
    "table": {**_TEXT, "description": "Table `id`."},
    "revision": {**_INTEGER, "description": "Table revision after the event."},
    "game": {**_INTEGER, "description": "Number of the game at the table."},
    "match": _nullable("MessageMatch", "The match played at this table, or null."),
    "standing": _nullable("MessageStanding", "State of the game at that time. Null once its start has been undone."),
}
_SIDE: Final = _object(
    "A side of a match.",
    name=_TEXT,
    outcome={"type": "string", "enum": ["win", "draw", "loss", ""]},
    points=_INTEGER,
    boxes=_INTEGER,
)

MESSAGE_SCHEMAS: Final[dict[str, Schema]] = {
    "MessageMatch": _object("The match.", league=_TEXT, season=_TEXT, number=_INTEGER),
    "MessageStanding": _object(
        "Score of the game, by player name.",
        cumulative=_POINTS,
        boxes=_POINTS,
        over={"type": "boolean"},
        final=_nullable("Final", "Final result, or null while the game is running."),
    ),
    "MessageSide": _SIDE,
    "RoundMessage": _message(
        "A round was entered or changed.",
        "round",
        "entered corrected void undone",
        **_TABLE_PROPERTIES,
        round=_nullable("Round", "The round at that time. Null once its game's start has been undone."),
    ),
    "GameMessage": _message(
        "A game started, ended or changed. `corrected`: the result of a finished game changed.",
        "game",
        "began over corrected reopened changed undone",
        **_TABLE_PROPERTIES,
    ),
    "MatchMessage": _message(
        "The state of a league match changed. The message contains the state when it is sent.",
        "match",
        "decided corrected confirmed doubted reopened cancelled",
        match={"$ref": "#/components/schemas/MessageMatch"},
        table={"type": ["string", "null"], "description": "Table `id`, or null before the table is opened."},
        state=_TEXT,
        final={"type": "boolean", "description": "Whether the result has been confirmed as the season requires."},
        sides={"type": "array", "items": {"$ref": "#/components/schemas/MessageSide"}},
    ),
    "StandingsMessage": _message(
        "The season's standings changed. One message covers all changes still waiting.",
        "standings",
        "moved",
        league=_TEXT,
        season=_TEXT,
        revision={**_INTEGER, "description": "Season revision when the message is sent."},
    ),
    "PingMessage": _message("A test message.", "ping", "test"),
}
"""Schemas of the messages and of their parts, by component name."""

_HEADERS: Final = {
    "webhook-id": "Message id.",
    "webhook-timestamp": "Unix time when the message was sent, in seconds.",
    "webhook-signature": "`v1,` and a signature for each valid secret, separated by spaces.",
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
                "410": {"description": "Messages are no longer wanted: the webhook is turned off."},
                "default": {
                    "description": ("Not accepted. The message is sent again, at growing intervals, for three days.")
                },
            },
            "security": [],
        }
    }

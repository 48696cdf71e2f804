"""The messages to webhooks as the schema has them: what this server sends, where everything else is what it is sent."""

from typing import Any, Final

Schema = dict[str, Any]

_TEXT: Final[Schema] = {"type": "string"}
_WHOLE: Final[Schema] = {"type": "integer"}
_AT: Final[Schema] = {"type": "string", "format": "date-time", "description": "When it happened."}
_POINTS: Final[Schema] = {"type": "object", "additionalProperties": _WHOLE}


def _object(text: str, **properties: Schema) -> Schema:
    return {"type": "object", "description": text, "required": list(properties), "properties": properties}


def _maybe(shape: str, text: str) -> Schema:
    return {"oneOf": [{"$ref": f"#/components/schemas/{shape}"}, {"type": "null"}], "description": text}


def _message(text: str, event: str, actions: str, **properties: Schema) -> Schema:
    return _object(
        text,
        id={**_TEXT, "description": "The same however often the message comes; also the header `webhook-id`."},
        event={"type": "string", "enum": [event]},
        action={"type": "string", "enum": actions.split()},
        at=_AT,
        **properties,
    )


_AT_TABLE: Final[Schema] = {
    "table": {**_TEXT, "description": "The table's `id`."},
    "revision": {**_WHOLE, "description": "The table's, after it happened."},
    "game": {**_WHOLE, "description": "The game's number at the table."},
    "match": _maybe("MessageMatch", "The match that is played there; null where none is."),
    "standing": _maybe("MessageStanding", "How the game stood then; null once its start was undone."),
}
_SIDE: Final = _object(
    "A side of a match.",
    name=_TEXT,
    outcome={"type": "string", "enum": ["win", "draw", "loss", ""]},
    points=_WHOLE,
    boxes=_WHOLE,
)

SHAPES: Final[dict[str, Schema]] = {
    "MessageMatch": _object("Which match it is.", league=_TEXT, season=_TEXT, number=_WHOLE),
    "MessageStanding": _object(
        "How a game stands, by name.",
        cumulative=_POINTS,
        boxes=_POINTS,
        over={"type": "boolean"},
        final=_maybe("Final", "How it ended; null while it goes on."),
    ),
    "MessageSide": _SIDE,
    "RoundMessage": _message(
        "A round was entered or changed.",
        "round",
        "entered corrected void undone",
        **_AT_TABLE,
        round=_maybe("Round", "The round as it stood then; null once its game's start was undone."),
    ),
    "GameMessage": _message(
        "A game began, ended or was changed; `corrected` tells that one that is over ended otherwise.",
        "game",
        "began over corrected reopened changed undone",
        **_AT_TABLE,
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
        revision={**_WHOLE, "description": "The season's, when the message is sent."},
    ),
    "PingMessage": _message("Somebody tries the webhook.", "ping", "test"),
}
"""The messages and what they are made of, by the names that they have among the shapes."""

_HEADERS: Final = {
    "webhook-id": "The message's `id`.",
    "webhook-timestamp": "The second at which it was sent, since 1970.",
    "webhook-signature": "`v1,` and a signature, for each secret that holds, with spaces between them.",
}


def webhooks() -> Schema:
    """The section ``webhooks`` of the schema: one post for each event."""
    return {name.removesuffix("Message").lower(): _post(name) for name in SHAPES if name.endswith("Message")}


def _post(name: str) -> Schema:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {
        "post": {
            "operationId": f"on_{name.removesuffix('Message').lower()}",
            "tags": ["Webhooks"],
            "summary": SHAPES[name]["description"],
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

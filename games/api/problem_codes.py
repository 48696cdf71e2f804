"""Every code that a problem document may have, with its HTTP status and its meaning, for all documentation.

A use case's code is added in ``games.refusals``, with its status, meaning and texts. Here are only those of requests
that can't be read, and of rounds that aren't legal.
"""

from typing import Final

from games.refusals import REFUSAL_KINDS
from games.rules.faults import Code

CODE_MEANINGS: Final[dict[str, str]] = {
    # The request can't be read, or has no token.
    "invalid_json": "The body isn't valid UTF-8 JSON. NaN and infinity aren't allowed.",
    "duplicate_key": "A JSON object contains the same key twice.",
    "json_too_deep": "The JSON is nested more than 20 levels deep.",
    "expected_object": "The body must be a JSON object.",
    "unknown_field": "A field or query parameter is unknown. See `fields`.",
    "missing_field": "A required field is missing. See `fields`.",
    "invalid_request": "The URL can't be parsed.",
    "too_large": "The body is larger than 64 KiB.",
    "unsupported_media_type": "The body must be `application/json` in UTF-8.",
    "method_not_allowed": "This URL doesn't support the HTTP method. See the `Allow` header.",
    "not_authenticated": "The request needs an `Authorization` header with a token.",
    "invalid_token": "The token is unknown, revoked or expired, or its account is closed.",
    # The round isn't legal.
    "unknown_card": "A card isn't in this deck.",
    "duplicate_card": "A card appears twice.",
    "wrong_hand_size": "A hand has too many or too few cards.",
    "not_a_meld": "The cards are neither a set nor a run.",
    "card_in_two_melds": "A card appears in two melds of one hand.",
    "card_not_in_hand": "A card was melded or laid off by a player who doesn't hold it.",
    "layoff_not_allowed": "The layoff isn't allowed: wrong card, meld, player or moment.",
    "too_many_cards": "The question contains too many cards.",
    "over_knock_limit": "The deadwood is above the knock limit.",
    "not_gin": "Gin was declared, but the hand has deadwood.",
    "unknown_player": "No player has that name, or the player who ended the round is missing.",
    "not_active": "The player sits out this round.",
    "missing_deadwood": "A player's deadwood is missing.",
    "deadwood_mismatch": "A player's deadwood doesn't match the cards shown.",
    "missing_knock_card": "The card that sets the knock limit is missing.",
    "out_of_range": "The deadwood is below 0 or more than a hand can hold.",
    "unknown_preset": "No preset has that `id`.",
    "unknown_parameter": "No house rule has that name.",
    # The use case is refused: the codes of ``games.refusals``.
    **{code: kind.meaning for code, kind in REFUSAL_KINDS.items()},
    "server_error": "Internal server error. Everything saved before that is safe.",
}
"""Code to meaning, in the order in which a request is checked."""

_STATUS: Final[dict[str, int]] = {
    "not_authenticated": 401,
    "invalid_token": 401,
    "method_not_allowed": 405,
    "too_large": 413,
    "unsupported_media_type": 415,
    "server_error": 500,
}

SERVER_ERRORS: Final = ("invalid_request", "busy", "unavailable")
"""Codes that any request may get."""

FIELD_ERRORS: Final = ("unknown_field", "missing_field")
"""Codes for unknown and missing fields of a body."""

BODY_ERRORS: Final = (
    "invalid_json",
    "duplicate_key",
    "json_too_deep",
    "expected_object",
    *FIELD_ERRORS,
    "invalid_value",
    "too_large",
    "unsupported_media_type",
)
"""Codes for a body that can't be read; any request with a body may get them."""

ROUND_FAULT_CODES: Final = tuple(
    code.value for code in Code if code not in (Code.UNKNOWN_PRESET, Code.UNKNOWN_PARAMETER)
)
"""Codes for a round that the rules of its game don't allow."""

HOUSE_RULE_ERRORS: Final = (Code.UNKNOWN_PRESET.value, Code.UNKNOWN_PARAMETER.value)
"""Codes for a choice of rules, besides the one for invalid values."""


def status_of(code: str) -> int:
    """Return the HTTP status of a problem code."""
    kind = REFUSAL_KINDS.get(code)
    return kind.status if kind else _STATUS.get(code, 400)

"""Every code that a problem document may have, with its HTTP status and its meaning, for all documentation."""

from typing import Final

from games.refusals import REFUSAL_STATUS
from games.rules.faults import Code

CODE_MEANINGS: Final[dict[str, str]] = {
    # The request can't be read.
    "invalid_json": "The body is not valid UTF-8 JSON. NaN and infinity are not allowed.",
    "duplicate_key": "A JSON object contains the same key twice.",
    "json_too_deep": "The JSON is nested more than 20 levels deep.",
    "expected_object": "The body must be a JSON object.",
    "unknown_field": "A field or query parameter is unknown. See `fields`.",
    "missing_field": "A required field is missing. See `fields`.",
    "invalid_value": "A value is not allowed. See `fields` or `faults`.",
    "invalid_request": "The URL cannot be parsed.",
    "too_large": "The body is larger than 64 KiB.",
    "unsupported_media_type": "The body must be `application/json` in UTF-8.",
    "method_not_allowed": "This URL does not support the HTTP method. See the `Allow` header.",
    # The token.
    "not_authenticated": "The request needs an `Authorization` header with a token.",
    "invalid_token": "The token is unknown, revoked or expired, or its account is closed.",
    "not_found": "There is nothing at this URL, or the token has no access to it. Both responses are identical.",
    "not_allowed": (
        "The token is valid, but not for this action. For example, a watch token can only watch, and only the "
        "owner manages links."
    ),
    "link_revoked": "The link was turned off. Ask the table's owner for a new one.",
    # The round isn't legal.
    "unknown_card": "A card is not in this deck.",
    "duplicate_card": "A card appears twice.",
    "wrong_hand_size": "A hand has too many or too few cards.",
    "not_a_meld": "The cards are neither a set nor a run.",
    "card_in_two_melds": "A card appears in two melds of one hand.",
    "card_not_in_hand": "A card was melded or laid off by a player who doesn't hold it.",
    "layoff_not_allowed": "The layoff is not allowed: wrong card, meld, player or moment.",
    "too_many_cards": "The question contains too many cards.",
    "over_knock_limit": "The deadwood is above the knock limit.",
    "not_gin": "Gin was declared, but the hand has deadwood.",
    "unknown_player": "No player has that name, or the player who ended the round is missing.",
    "not_active": "The player sits out this round.",
    "missing_deadwood": "A player's deadwood is missing.",
    "deadwood_mismatch": "A player's deadwood does not match the cards shown.",
    "missing_knock_card": "The card that sets the knock limit is missing.",
    "out_of_range": "The deadwood is below 0 or more than a hand can hold.",
    "unknown_preset": "No preset has that `id`.",
    "unknown_parameter": "No house rule has that name.",
    # It contradicts the ledger.
    "unknown_round": "The game has no such round.",
    "unknown_question": "The table has no such question.",
    "idempotency_key_required": "The request needs an `Idempotency-Key` header, so that a retry is not stored twice.",
    "idempotency_key_invalid": "The key must be printable and at most 200 characters long.",
    "idempotency_key_reused": (
        "The key was already used for a different request, whose result is unchanged. Use a new key."
    ),
    "round_conflict": (
        "The round already exists with other facts. `current` is on the sheet, `yours` is what was sent. It is "
        "kept among the table's `questions` until a person decides."
    ),
    "question_decided": "The question was already decided, or the round now has the same facts.",
    "round_void": "The round was voided. A correction restores it, and a new round takes the next number.",
    "missing_rounds": "Earlier rounds are missing: send those in `missing_rounds` first.",
    "wrong_game": "Another game is being played, or the game does not exist.",
    "game_finished": "The game is over.",
    "game_not_finished": "The game is not over yet.",
    "table_full": "The table is full. Start a new one.",
    "too_many_links": "The table has too many links. Turn one off first.",
    "nothing_to_undo": "There's nothing to undo.",
    "seats_changed": "The seats were swapped in the meantime.",
    "hand_laid_down": "Another phone has already laid down that hand. Only pages can lay hands down.",
    "rules_fixed": "That rule cannot change during a game.",
    "target_reached": "A player has already reached the new target.",
    "revision_required": "The request needs an `If-Match` header with the revision you last read.",
    "stale": "The `If-Match` revision is out of date: something was entered since.",
    # The server can't do it now, or only the pages can.
    "email_taken": "An account with this e-mail already exists.",
    "wrong_code": "A code of the two-step login, or to join a table, is wrong, used or expired. Only pages ask for it.",
    "second_factor_on": "Two-step login is already on.",
    "wrong_passkey": "The passkey response is wrong, already used or too late. Only pages ask for one.",
    "passkey_known": "The passkey is already in use.",
    "too_many_passkeys": "The account already has ten passkeys.",
    "email_unconfirmed": "The account's e-mail is not confirmed yet. Its account page can send the link.",
    # Leagues.
    "not_your_duty": "Only people who run the league can do that.",
    "sign_in": "This needs an account. Log in first.",
    "name_taken": "That name is already taken.",
    "season_closed": "The season is closed and cannot change.",
    "not_playable": "The match is over, canceled, forfeited or a bye, or its players are missing.",
    "clock_off": "The round's clock is off. Start it first.",
    "too_many": "The limit has been reached.",
    "last_organizer": "A league needs an organizer. Hand it over first.",
    "holds_office": "The member helps run the league. Remove the office first.",
    "not_mergeable": (
        "The two members have played each other, sat at the same table, or been on teams in the same season."
    ),
    "in_team": "The member is on a team at that time.",
    "wrong_day": "The date is before the start, or in the future.",
    "too_many_requests": "Too many requests. Wait for the number of seconds in `Retry-After`.",
    "busy": "The server is busy. Retry after `Retry-After` with the same key.",
    "unavailable": "The database is unavailable. Retry after `Retry-After` with the same key: nothing is stored twice.",
    "disk_full": "The disk is full and nothing was saved. Retry later with the same key.",
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

IDEMPOTENCY_ERRORS: Final = ("idempotency_key_required", "idempotency_key_invalid", "idempotency_key_reused")
"""Codes for a missing, invalid or reused Idempotency-Key."""

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
    return REFUSAL_STATUS.get(code) or _STATUS.get(code, 400)

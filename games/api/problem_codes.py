"""Every code that a problem document may have, with its HTTP status and its meaning, for all documentation."""

from typing import Final

from games.refusals import REFUSAL_STATUS
from games.rules.faults import Code

CODE_MEANINGS: Final[dict[str, str]] = {
    # The request can't be read.
    "invalid_json": "The body is no JSON in UTF-8. NaN and infinities are none either.",
    "duplicate_key": "A key appears twice in one object.",
    "json_too_deep": "The JSON is nested more than 20 levels deep.",
    "expected_object": "The body has to be a JSON object.",
    "unknown_field": "A field, or a parameter in the address, that is not known here. `fields` names it.",
    "missing_field": "A field is missing. `fields` names it.",
    "invalid_value": "A value that cannot be. `fields` or `faults` say which and why.",
    "invalid_request": "The address cannot be read.",
    "too_large": "The body has more than 64 KiB.",
    "unsupported_media_type": "The body has to be `application/json` in UTF-8.",
    "method_not_allowed": "This cannot be done at this address. The header `Allow` tells what can.",
    # The token.
    "not_authenticated": "No token came with the request.",
    "invalid_token": "No such token; or an account's that was revoked or is too old, or whose account is closed.",
    "not_found": "There is nothing here, or it belongs to another table. Both answers are the same, to the byte.",
    "not_allowed": "The token is good, but for less: a watch token only watches, links are the owner's.",
    "link_revoked": "The token was switched off. Ask the owner of the table for a new one.",
    # The round isn't legal.
    "unknown_card": "No card of this deck.",
    "duplicate_card": "A card appears twice.",
    "wrong_hand_size": "A hand shown with too many cards, or too few.",
    "not_a_meld": "Cards that are neither a set nor a run.",
    "card_in_two_melds": "A card in two melds of one hand.",
    "card_not_in_hand": "A card melded or laid off by somebody who does not hold it.",
    "layoff_not_allowed": "A card laid off where or when it may not be, or by whom it may not be.",
    "too_many_cards": "More cards than are looked at.",
    "over_knock_limit": "The deadwood is more than one may knock with.",
    "not_gin": "Gin was declared with deadwood left.",
    "unknown_player": "Nobody of that name plays here, or nobody is named as the one who ended the round.",
    "not_active": "The player does not play this round.",
    "missing_deadwood": "A player's deadwood is missing.",
    "deadwood_mismatch": "A count that is not what the cards shown come to.",
    "missing_knock_card": "The card that sets the knock limit is missing.",
    "out_of_range": "The deadwood is below 0 or more than a hand can hold.",
    "unknown_preset": "There are no rules of that name.",
    "unknown_parameter": "There is no house rule of that name.",
    # It contradicts the ledger.
    "unknown_round": "There is no such round in this game.",
    "unknown_question": "There is no such question at this table.",
    "idempotency_key_required": "A write needs an `Idempotency-Key`, so that a retry is no second entry.",
    "idempotency_key_invalid": "The key has to be printable and 200 characters at most.",
    "idempotency_key_reused": "The key was used before for something else. What that was stands unchanged.",
    "round_conflict": "The round is there with other facts. `current` is what stands, `yours` what was sent, which is "
    "kept among the `questions` of the table until somebody decides.",
    "question_decided": "Somebody has decided that already, or the round says the same by now.",
    "round_void": "The round is void. A correction revives it; a new round takes the next number.",
    "missing_rounds": "Rounds before this one are missing: `missing_rounds`. Send those first.",
    "wrong_game": "Another game is under way, or there is no such game.",
    "game_finished": "The game is over.",
    "game_not_finished": "The game is not over.",
    "table_full": "The table holds no more. Start a new one.",
    "too_many_links": "So many links are switched on that one has to be switched off first.",
    "nothing_to_undo": "There is nothing to undo.",
    "seats_changed": "The seats were swapped in the meantime.",
    "hand_laid_down": "Another phone laid that hand down. Only pages lay hands down.",
    "rules_fixed": "That rule cannot change in the middle of a game.",
    "target_reached": "Somebody is at the new target already.",
    "revision_required": "The request needs `If-Match`: the revision that was seen.",
    "stale": "Something was entered since the revision that `If-Match` names.",
    # The server can't do it now, or only the pages can.
    "email_taken": "There is an account with this e-mail.",
    "wrong_code": "The code of the two-step login is wrong, used or too old. Only pages ask for one.",
    "second_factor_on": "Two-step login is on already.",
    "wrong_passkey": "The answer of the passkey is wrong, was used, or came too late. Only pages ask for one.",
    "passkey_known": "The passkey is in use already.",
    "too_many_passkeys": "The account has ten passkeys.",
    "email_unconfirmed": "The account's e-mail was not confirmed yet. Its page sends the link that does.",
    # Leagues.
    "not_your_duty": "Only those who run the league may do that.",
    "sign_in": "It is for an account: log in first.",
    "name_taken": "There is one of that name already.",
    "season_closed": "The season is closed; nothing in it changes any more.",
    "not_playable": "The match is over, cancelled, forfeited or a bye, or nobody said who plays.",
    "too_many": "There are as many as there can be.",
    "webhook_off": "The webhook is switched off. Switch it on first.",
    "last_organiser": "A league needs an organiser: hand it over first.",
    "holds_office": "The member helps to run the league: take the office away first.",
    "not_mergeable": "The two cannot be one person: they met, sat at one table, or were in teams of one season.",
    "in_team": "The member is in a team at that time.",
    "wrong_day": "The day is before its beginning, or after today.",
    "too_many_requests": "That was very often. `Retry-After` says when to ask again.",
    "busy": "The server is busy. Send the same again after `Retry-After`, with the same key.",
    "unavailable": "The database is away. Send the same again after `Retry-After`, with the same key; it is made once.",
    "disk_full": "The disk is full; nothing was saved. Send the same again later, with the same key.",
    "server_error": "A fault of the program. What was saved before is safe.",
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

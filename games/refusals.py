"""Refusals of use cases: the exception, and each stable code with its HTTP status."""

from typing import Any, Final

from games.observing import REFUSALS

REFUSAL_STATUS: Final[dict[str, int]] = {
    "not_found": 404,
    "unknown_round": 404,
    "unknown_question": 404,
    "not_allowed": 403,
    "link_revoked": 410,
    "idempotency_key_required": 400,
    "idempotency_key_invalid": 400,
    "idempotency_key_reused": 422,
    "invalid_value": 400,
    "round_conflict": 409,
    "round_void": 409,
    "missing_rounds": 409,
    "wrong_game": 409,
    "game_finished": 409,
    "game_not_finished": 409,
    "table_full": 409,
    "too_many_links": 409,
    "nothing_to_undo": 409,
    "seats_changed": 409,
    "question_decided": 409,
    "hand_laid_down": 409,
    "rules_fixed": 409,
    "target_reached": 409,
    "not_your_duty": 403,
    "sign_in": 403,
    "name_taken": 409,
    "season_closed": 409,
    "not_playable": 409,
    "clock_off": 409,
    "too_many": 409,
    "last_organizer": 409,
    "holds_office": 409,
    "not_mergeable": 409,
    "in_team": 409,
    "wrong_day": 409,
    "revision_required": 428,
    "stale": 412,
    "email_taken": 409,
    "email_unconfirmed": 403,
    "wrong_code": 400,
    "second_factor_on": 409,
    "wrong_passkey": 400,
    "passkey_known": 409,
    "too_many_passkeys": 409,
    "too_many_requests": 429,
    "busy": 503,
    "unavailable": 503,
    "disk_full": 507,
}


class RefusedError(Exception):
    """A use case was refused and nothing changed.

    ``code`` is a key of REFUSAL_STATUS; ``context`` holds the values that its sentence and the response need.
    """

    def __init__(self, code: str, **context: Any) -> None:
        super().__init__(code)
        REFUSALS.increment(code)
        self.code = code
        self.context = context

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return REFUSAL_STATUS[self.code]

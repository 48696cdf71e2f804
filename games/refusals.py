"""Refusals of use cases: the exception, and for each stable code its HTTP status, its meaning and its sentence."""

from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext_noop

from games.observing import REFUSALS


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """What a code stands for.

    ``meaning`` explains it in the API's documentation. ``text`` is what people read, with values of the context; "" if
    it depends on the context (``games.wording.refusals``). ``to_program`` is what programs read instead, about headers
    and tokens rather than phones and pages.
    """

    status: int
    meaning: str
    text: str = ""
    to_program: str = ""


REFUSAL_KINDS: Final[dict[str, RefusalKind]] = {
    "invalid_value": RefusalKind(
        400,
        "A value isn't allowed. See `fields` or `faults`.",
    ),
    "not_found": RefusalKind(
        404,
        "There's nothing at this URL, or the token has no access to it. Both responses are identical.",
        text=gettext_noop("There's nothing here, or this phone isn't allowed to see it."),
        to_program=gettext_noop("There's nothing here, or this token isn't allowed to see it."),
    ),
    "not_allowed": RefusalKind(
        403,
        "The token is valid, but not for this action. For example, a watch token can only watch, and only the owner "
        "manages links.",
    ),
    "link_revoked": RefusalKind(
        410,
        "The link was turned off. Ask the table's owner for a new one.",
    ),
    "unknown_round": RefusalKind(
        404,
        "The game has no such round.",
        text=gettext_noop("This game has no round %(round)s."),
    ),
    "unknown_question": RefusalKind(
        404,
        "The table has no such question.",
        text=gettext_noop("We couldn't find that question at this table."),
    ),
    "idempotency_key_required": RefusalKind(
        400,
        "The request needs an `Idempotency-Key` header, so that a retry isn't stored twice.",
        text=gettext_noop("This request needs an Idempotency-Key header."),
    ),
    "idempotency_key_invalid": RefusalKind(
        400,
        "The key must be printable and at most 200 characters long.",
        text=gettext_noop("The Idempotency-Key must be printable and at most 200 characters long."),
    ),
    "idempotency_key_reused": RefusalKind(
        422,
        "The key was already used for a different request, whose result is unchanged. Use a new key.",
        text=gettext_noop("This form was already sent with different numbers. Open the round to change it."),
        to_program=gettext_noop("This Idempotency-Key was already used for a different request. Send a new key."),
    ),
    "round_conflict": RefusalKind(
        409,
        "The round already exists with different facts. `current` is on the sheet, and `yours` is what you sent. It's "
        "kept among the table's `questions` until someone decides.",
        text=gettext_noop("Round %(round)s is already on the sheet with different numbers."),
    ),
    "question_decided": RefusalKind(
        409,
        "The question was already decided, or the round now has the same facts.",
    ),
    "round_void": RefusalKind(
        409,
        "The round was voided. A correction restores it, and a new round takes the next number.",
        text=gettext_noop("Round %(round)s has been deleted. The next round is %(next)s."),
    ),
    "missing_rounds": RefusalKind(
        409,
        "Earlier rounds are missing: send those in `missing_rounds` first.",
    ),
    "wrong_game": RefusalKind(
        409,
        "Another game is being played, or the game doesn't exist.",
        text=gettext_noop("Game %(current)s is being played now."),
    ),
    "game_finished": RefusalKind(
        409,
        "The game is over.",
        text=gettext_noop("The game is over."),
    ),
    "game_not_finished": RefusalKind(
        409,
        "The game isn't over yet.",
        text=gettext_noop("The game isn't over yet."),
    ),
    "table_full": RefusalKind(
        409,
        "The table is full. Start a new one.",
    ),
    "too_many_links": RefusalKind(
        409,
        "The table has too many links. Turn one off first.",
        text=gettext_noop("You already have %(most)s links. Turn one off first."),
    ),
    "nothing_to_undo": RefusalKind(
        409,
        "There's nothing to undo.",
        text=gettext_noop("There's nothing to undo."),
    ),
    "seats_changed": RefusalKind(
        409,
        "The seats were swapped in the meantime.",
        text=gettext_noop("The seats were swapped on another phone. Please check the names."),
    ),
    "hand_laid_down": RefusalKind(
        409,
        "Another phone has already laid down that hand. Only pages can lay hands down.",
    ),
    "rules_fixed": RefusalKind(
        409,
        "That rule can't change during a game.",
        text=gettext_noop("You can't change that during a game. Start a new game to change it."),
    ),
    "target_reached": RefusalKind(
        409,
        "A player has already reached the new target.",
    ),
    "revision_required": RefusalKind(
        428,
        "The request needs an `If-Match` header with the revision you last read.",
        text=gettext_noop("This has changed since you opened it. Please take another look."),
        to_program=gettext_noop("This request needs an If-Match header with the revision you last read."),
    ),
    "stale": RefusalKind(
        412,
        "The `If-Match` revision is out of date: something has been entered since.",
        text=gettext_noop("This has changed since you opened it. Please take another look."),
        to_program=gettext_noop("This revision is out of date. Read the newest one and try again."),
    ),
    "email_taken": RefusalKind(
        409,
        "An account with this e-mail already exists.",
        text=gettext_noop("An account with this e-mail already exists. Log in, or reset your password."),
    ),
    "wrong_code": RefusalKind(
        400,
        "A code of the two-step login, or to join a table, is wrong, used or expired. Only pages ask for it.",
    ),
    "email_unconfirmed": RefusalKind(
        403,
        "The account's e-mail isn't confirmed yet. Its account page can send the link.",
        text=gettext_noop("Please confirm your e-mail first. Your account page can send you the link."),
    ),
    "not_your_duty": RefusalKind(
        403,
        "Only people who run the league can do that.",
        text=gettext_noop("Only people who run the league can do that."),
    ),
    "sign_in": RefusalKind(
        403,
        "This needs an account. Log in first.",
        text=gettext_noop("You need an account for this. Please log in first."),
        to_program=gettext_noop("This request needs an account token."),
    ),
    "name_taken": RefusalKind(
        409,
        "That name is already taken.",
    ),
    "season_closed": RefusalKind(
        409,
        "The season is closed and can't change.",
        text=gettext_noop("This season is closed and can't be changed."),
    ),
    "not_playable": RefusalKind(
        409,
        "The match is over, canceled, forfeited or a bye, or its players are missing.",
    ),
    "clock_off": RefusalKind(
        409,
        "The round's clock is off. Start it first.",
        text=gettext_noop("The clock isn't running. Start it first."),
    ),
    "too_many": RefusalKind(
        409,
        "The limit has been reached.",
    ),
    "last_organizer": RefusalKind(
        409,
        "A league needs an organizer. Hand it over first.",
    ),
    "holds_office": RefusalKind(
        409,
        "The member helps run the league. Remove the office first.",
    ),
    "not_mergeable": RefusalKind(
        409,
        "The two members have played each other, sat at the same table, or been on teams in the same season.",
    ),
    "in_team": RefusalKind(
        409,
        "The member is on a team at that time.",
    ),
    "wrong_day": RefusalKind(
        409,
        "The date is before the start, or in the future.",
        text=gettext_noop("Please choose a date that isn't in the future or before the player joined the team."),
    ),
    "too_many_requests": RefusalKind(
        429,
        "Too many requests. Wait for the number of seconds in `Retry-After`.",
    ),
    "busy": RefusalKind(
        503,
        "The server is busy. Retry after `Retry-After` with the same key.",
        text=gettext_noop("The server is busy. Nothing was lost: please try again in a moment."),
    ),
    "unavailable": RefusalKind(
        503,
        "The database is unavailable. Retry after `Retry-After` with the same key: nothing is stored twice.",
        text=gettext_noop("We can't reach the scores right now. Please try again: nothing is ever saved twice."),
    ),
    "disk_full": RefusalKind(
        507,
        "The disk is full and nothing was saved. Retry later with the same key.",
        text=gettext_noop("The server's disk is full. Nothing was saved, but your entry is still on this page."),
        to_program=gettext_noop("The server's disk is full. Nothing was saved: retry later with the same key."),
    ),
}
"""By code, in the order in which a request is checked."""


class RefusedError(Exception):
    """A use case was refused and nothing changed.

    ``code`` is a key of REFUSAL_KINDS; ``context`` holds the values that its sentence and the response need.
    """

    def __init__(self, code: str, **context: Any) -> None:
        super().__init__(code)
        REFUSALS.increment(code)
        self.code = code
        self.context = context

    @property
    def status(self) -> int:
        """The HTTP status of the code."""
        return REFUSAL_KINDS[self.code].status

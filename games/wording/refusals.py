"""Why a use case was refused."""

from math import ceil
from typing import Any, Final

from django.utils.translation import gettext

from games.refusals import Refused

_CANNOT_BE: Final = {"member": "Please tick somebody first.", "night": "Please give the night, too."}


def refusal_text(refused: Refused) -> str:
    """Why a use case was refused, in a sentence."""
    told: dict[str, Any] = {"last": None, "most": 0, "what": "", "next": 0, "round": 0, "current": 0} | refused.context
    gap = [str(n) for n in told.get("missing", ())]
    missing = f"Round {gap[0]} is" if len(gap) == 1 else f"Rounds {gap[0]} to {gap[-1]} are" if gap else "Rounds are"
    texts = {
        "not_found": "There is nothing here, or it is not for this phone.",
        "unknown_round": f"There is no round {told['round']} in this game.",
        "not_allowed": _NOT_ALLOWED.get(told.get("role", "league"), "Only the owner of the table may do that."),
        "link_revoked": _switched_off(told["what"]),
        "unknown_question": "There is no such question at this table.",
        "idempotency_key_required": "The request needs an Idempotency-Key.",
        "idempotency_key_invalid": "The Idempotency-Key must be printable and 200 characters at most.",
        "idempotency_key_reused": "This form was sent before with other numbers. Open the round to change it.",
        "invalid_value": _CANNOT_BE.get(told["what"], "That cannot be."),
        "round_conflict": f"Round {told['round']} is on the sheet already, with other numbers.",
        "round_void": f"Round {told['round']} is void. The next round is {told['next']}.",
        "missing_rounds": f"{missing} missing.",
        "wrong_game": f"Game {told['current']} is under way.",
        "game_finished": "The game is over.",
        "game_not_finished": "The game is not over.",
        "table_full": f"This table is full: {told['most']} {told['what']}. Start a new one.",
        "too_many_links": f"There are {told['most']} links. Switch one off first.",
        "nothing_to_undo": "There is nothing to undo.",
        "rules_fixed": "That cannot change in the middle of a game. Start a new game for it.",
        "target_reached": f"Somebody is at {told['what'] or 'that target'} already. End the game instead.",
        "seats_changed": "The seats were swapped on another phone. Please look at the names again.",
        "question_decided": f"{told.get('by') or 'The sheet'} has decided that already. Please look again.",
        "hand_laid_down": f"{told.get('by') or 'Another phone'} laid that hand down already.",
        "not_your_duty": "Only those who run the league may do that.",
        "sign_in": "Please sign in first: this is for an account.",
        "name_taken": f"There is already {told.get('name') or 'one of that name'} here.",
        "season_closed": "This season is closed. Nothing in it changes any more.",
        "not_playable": _not_playable(told["what"]),
        "too_many": f"There are {told['most']} {told['what']} already.",
        "webhook_off": "This webhook is switched off. Switch it on first.",
        "last_organiser": f"{told.get('name') or 'A league'} needs an organiser. Hand it over to somebody first.",
        "holds_office": f"{told.get('name') or 'This member'} helps to run the league. Take the office away first.",
        "not_mergeable": _not_mergeable(told["what"], str(told.get("name", ""))),
        "in_team": f"{told.get('name') or 'This member'} is in {told.get('team') or 'a team'} at that time.",
        "wrong_day": "That day cannot be: not before the day it began, and not after today.",
        "revision_required": "It is not said which version this is to change. Please look again.",
        "stale": "Something was entered in the meantime. Please look again.",
        "email_taken": "There is an account with this e-mail already. Log in, or have a new password sent.",
        "too_many_requests": f"That was very often. Please {_again(told.get('wait', 0))}.",
        "busy": "The server is busy. Please try again in a moment; nothing was lost.",
        "unavailable": "The scores cannot be reached at the moment. Please send it again: nothing is ever saved twice.",
        "disk_full": "The server's disk is full. Nothing was saved; your entry is still on this page.",
    }
    return texts[refused.code]


_NOT_ALLOWED: Final = {
    "watch": "This link can only watch.",
    "token": "This token may not do that: its scope, or its account's part in the league, is too small for it.",
    "league": "Only those who play this match, or score for the league, may do that.",
}
"""Why somebody may not, by his role at a table, or in a league."""


def _switched_off(what: str) -> str:
    """Why a link opens nothing any more."""
    if what == "tryout":
        return gettext("This was a table to play with, and its time is over. Start one of your own.")
    return "This link was switched off. Ask for a new one."


def _not_playable(what: str) -> str:
    """Why a fixture cannot be played, or changed, as asked."""
    return {
        "cancelled": "This match was cancelled.",
        "forfeited": "This match was forfeited.",
        "bye": "This is a bye: there is nobody to play.",
        "running": "This match is being played.",
        "played": "This match was played.",
        "planned": "This match has not begun.",
        "line_up": "Please say who plays.",
        "himself": "Nobody plays against himself.",
        "so_many": "The rules of this season are not for so many at one table.",
        "withdrawn": "Somebody who withdrew cannot play.",
        "has_matches": "There are matches for this one already. Let it withdraw instead.",
        "round_open": "The round before has matches that are not over.",
        "too_few": "There are too few players for that. Let more of them in first.",
        "no_rematch": "Everybody has met everybody whom he could: there is no further round without a rematch.",
        "no_winner": "A match of the last round has no winner yet. Say who did not come, and the other goes on.",
        "final_played": "The final was played: there is no further round.",
    }.get(what, "This match cannot be played.")


def _not_mergeable(what: str, name: str) -> str:
    """Why two members cannot be made one, or one two again."""
    return {
        "himself": "Please choose somebody else.",
        "met": f"{name} met in a match, so they are two people.",
        "table": f"{name} sat at one table, so they are two people.",
        "teams": f"{name} were both in a team of one season. Nobody plays for two.",
        "later": f"{name} was merged later. Undo that first.",
    }.get(what, "These two cannot be merged.")


def _again(wait: int) -> str:
    """When to try again, after so many seconds: "wait a moment", "try again in 12 minutes"."""
    if wait <= 120:
        return "wait a moment"
    return f"try again in {ceil(wait / 60)} minutes" if wait <= 7200 else f"try again in {ceil(wait / 3600)} hours"

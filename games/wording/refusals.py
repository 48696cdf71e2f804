"""Sentences for refusals: why a use case could not be carried out, by the refusal's code and context."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.refusals import RefusedError

_Context = Mapping[str, Any]


def refusal_text(refused: RefusedError) -> str:
    """Return the sentence why a use case was refused."""
    context: dict[str, Any] = {
        "last": None,
        "most": 0,
        "what": "",
        "next": 0,
        "round": 0,
        "current": 0,
    } | refused.context
    if refused.code in _TEXTS:
        return _(_TEXTS[refused.code]) % context
    return _SENTENCES[refused.code](context)


_TEXTS: Final = {
    "not_found": gettext_noop("There is nothing here, or it is not for this phone."),
    "unknown_round": gettext_noop("There is no round %(round)s in this game."),
    "unknown_question": gettext_noop("There is no such question at this table."),
    "idempotency_key_required": gettext_noop("The request needs an Idempotency-Key."),
    "idempotency_key_invalid": gettext_noop("The Idempotency-Key must be printable and 200 characters at most."),
    "idempotency_key_reused": gettext_noop(
        "This form was sent before with other numbers. Open the round to change it."
    ),
    "round_conflict": gettext_noop("Round %(round)s is on the sheet already, with other numbers."),
    "round_void": gettext_noop("Round %(round)s is void. The next round is %(next)s."),
    "wrong_game": gettext_noop("Game %(current)s is under way."),
    "game_finished": gettext_noop("The game is over."),
    "game_not_finished": gettext_noop("The game is not over."),
    "too_many_links": gettext_noop("There are %(most)s links. Switch one off first."),
    "nothing_to_undo": gettext_noop("There is nothing to undo."),
    "rules_fixed": gettext_noop("That cannot change in the middle of a game. Start a new game for it."),
    "seats_changed": gettext_noop("The seats were swapped on another phone. Please look at the names again."),
    "not_your_duty": gettext_noop("Only those who run the league may do that."),
    "sign_in": gettext_noop("Please sign in first: this is for an account."),
    "season_closed": gettext_noop("This season is closed. Nothing in it changes any more."),
    "webhook_off": gettext_noop("This webhook is switched off. Switch it on first."),
    "wrong_day": gettext_noop("That day cannot be: not before the day it began, and not after today."),
    "revision_required": gettext_noop("It is not said which version this is to change. Please look again."),
    "stale": gettext_noop("Something was entered in the meantime. Please look again."),
    "email_taken": gettext_noop("There is an account with this e-mail already. Log in, or have a new password sent."),
    "email_unconfirmed": gettext_noop("Confirm your e-mail first. Your account's page sends you the link."),
    "wrong_code": gettext_noop("That code isn't right. Wait for the next one and try again."),
    "second_factor_on": gettext_noop("Two-step login is on already."),
    "wrong_passkey": gettext_noop("That passkey didn't work. Try again, or use a code."),
    "passkey_known": gettext_noop("This passkey is in use already."),
    "too_many_passkeys": gettext_noop("You have ten passkeys. Remove one first."),
    "busy": gettext_noop("The server is busy. Please try again in a moment; nothing was lost."),
    "unavailable": gettext_noop(
        "The scores cannot be reached at the moment. Please send it again: nothing is ever saved twice."
    ),
    "disk_full": gettext_noop("The server's disk is full. Nothing was saved; your entry is still on this page."),
}
"""Codes with one message each; it may contain values of the context."""

_NOT_ALLOWED: Final = {
    "watch": gettext_noop("This link can only watch."),
    "token": gettext_noop(
        "This token may not do that: its scope, or its account's part in the league, is too small for it."
    ),
    "league": gettext_noop("Only those who play this match, or score for the league, may do that."),
}
"""Messages of "not_allowed", by the user's role at a table or in a league."""

_CANNOT_BE: Final = {
    "member": gettext_noop("Please tick somebody first."),
    "night": gettext_noop("Please give the night, too."),
}

_NOT_PLAYABLE: Final = {
    "cancelled": gettext_noop("This match was cancelled."),
    "forfeited": gettext_noop("This match was forfeited."),
    "bye": gettext_noop("This is a bye: there is nobody to play."),
    "running": gettext_noop("This match is being played."),
    "played": gettext_noop("This match was played."),
    "planned": gettext_noop("This match has not begun."),
    "line_up": gettext_noop("Please say who plays."),
    "himself": gettext_noop("Nobody plays against himself."),
    "so_many": gettext_noop("The rules of this season are not for so many at one table."),
    "withdrawn": gettext_noop("Somebody who withdrew cannot play."),
    "has_matches": gettext_noop("There are matches for this one already. Let it withdraw instead."),
    "round_open": gettext_noop("The round before has matches that are not over."),
    "too_few": gettext_noop("There are too few players for that. Let more of them in first."),
    "no_rematch": gettext_noop(
        "Everybody has met everybody whom he could: there is no further round without a rematch."
    ),
    "no_winner": gettext_noop(
        "A match of the last round has no winner yet. Say who did not come, and the other goes on."
    ),
    "final_played": gettext_noop("The final was played: there is no further round."),
}
"""Messages of "not_playable": why a fixture cannot be played or changed as requested."""

_NOT_MERGEABLE: Final = {
    "himself": gettext_noop("Please choose somebody else."),
    "met": gettext_noop("%(name)s met in a match, so they are two people."),
    "table": gettext_noop("%(name)s sat at one table, so they are two people."),
    "teams": gettext_noop("%(name)s were both in a team of one season. Nobody plays for two."),
    "later": gettext_noop("%(name)s was merged later. Undo that first."),
}
"""Messages of "not_mergeable": why two members cannot be merged, or parted again.

%(name)s are both names, except in the last message, where it is that of one member.
"""

_FULL: Final[Mapping[str, Callable[[int], str]]] = {
    "rounds": lambda n: ngettext(
        "This table is full: %(most)s round. Start a new one.",
        "This table is full: %(most)s rounds. Start a new one.",
        n,
    ),
    "entries": lambda n: ngettext(
        "This table is full: %(most)s entry. Start a new one.",
        "This table is full: %(most)s entries. Start a new one.",
        n,
    ),
}
_TOO_MANY: Final[Mapping[str, Callable[[int], str]]] = {
    "tokens": lambda n: ngettext("There is %(most)s token already.", "There are %(most)s tokens already.", n),
    "members": lambda n: ngettext("There is %(most)s member already.", "There are %(most)s members already.", n),
    "leagues of yours": lambda n: ngettext(
        "There is %(most)s league of yours already.", "There are %(most)s leagues of yours already.", n
    ),
    "players in threes": lambda n: ngettext(
        "There is %(most)s player in threes already.", "There are %(most)s players in threes already.", n
    ),
    "invitations": lambda n: ngettext(
        "There is %(most)s invitation already.", "There are %(most)s invitations already.", n
    ),
    "teams": lambda n: ngettext("There is %(most)s team already.", "There are %(most)s teams already.", n),
    "penalties": lambda n: ngettext("There is %(most)s penalty already.", "There are %(most)s penalties already.", n),
    "fixtures": lambda n: ngettext("There is %(most)s fixture already.", "There are %(most)s fixtures already.", n),
    "webhooks": lambda n: ngettext("There is %(most)s webhook already.", "There are %(most)s webhooks already.", n),
    "tables in this room": lambda n: ngettext(
        "There is %(most)s table in this room already.", "There are %(most)s tables in this room already.", n
    ),
}
"""Messages of "too_many", by what there are too many of, as the services call it."""


def _not_allowed(context: _Context) -> str:
    return _(_NOT_ALLOWED.get(context.get("role", "league"), gettext_noop("Only the owner of the table may do that.")))


def _switched_off(context: _Context) -> str:
    """Return why a link no longer works."""
    if context["what"] == "tryout":
        return _("This was a table to play with, and its time is over. Start one of your own.")
    if context["what"] == "shared":
        return _("This summary of a game was taken back by those who had shared it.")
    return _("This link was switched off. Ask for a new one.")


def _cannot_be(context: _Context) -> str:
    return _(_CANNOT_BE.get(context["what"], gettext_noop("That cannot be.")))


def _missing_rounds(context: _Context) -> str:
    """Return which earlier rounds are missing."""
    missing = context.get("missing", ())
    if not missing:
        return _("Rounds are missing.")
    if len(missing) == 1:
        return _("Round %(first)s is missing.") % {"first": missing[0]}
    return _("Rounds %(first)s to %(last)s are missing.") % {"first": missing[0], "last": missing[-1]}


def _full(context: _Context) -> str:
    return _FULL[context["what"] or "rounds"](context["most"]) % context


def _target_reached(context: _Context) -> str:
    if context["what"]:
        return _("Somebody is at %(what)s already. End the game instead.") % context
    return _("Somebody is at that target already. End the game instead.")


def _question_decided(context: _Context) -> str:
    if context.get("by"):
        return _("%(by)s has decided that already. Please look again.") % context
    return _("The sheet has decided that already. Please look again.")


def _hand_laid_down(context: _Context) -> str:
    if context.get("by"):
        return _("%(by)s laid that hand down already.") % context
    return _("Another phone laid that hand down already.")


def _name_taken(context: _Context) -> str:
    if context.get("name"):
        return _("There is already %(name)s here.") % context
    return _("There is already one of that name here.")


def _not_playable(context: _Context) -> str:
    return _(_NOT_PLAYABLE.get(context["what"], gettext_noop("This match cannot be played.")))


def _not_mergeable(context: _Context) -> str:
    text = _NOT_MERGEABLE.get(context["what"], gettext_noop("These two cannot be merged."))
    return _(text) % {"name": context.get("name", "")}


def _too_many(context: _Context) -> str:
    if not context["what"]:
        return _("There are too many already.")
    return _TOO_MANY[context["what"]](context["most"]) % context


def _last_organiser(context: _Context) -> str:
    if context.get("name"):
        return _("%(name)s needs an organiser. Hand it over to somebody first.") % context
    return _("A league needs an organiser. Hand it over to somebody first.")


def _holds_office(context: _Context) -> str:
    if context.get("name"):
        return _("%(name)s helps to run the league. Take the office away first.") % context
    return _("This member helps to run the league. Take the office away first.")


def _in_team(context: _Context) -> str:
    named = {"name": context.get("name"), "team": context.get("team")}
    if named["name"] and named["team"]:
        return _("%(name)s is in %(team)s at that time.") % named
    if named["name"]:
        return _("%(name)s is in a team at that time.") % named
    if named["team"]:
        return _("This member is in %(team)s at that time.") % named
    return _("This member is in a team at that time.")


def _too_many_requests(context: _Context) -> str:
    """Return when to try again, from the seconds to wait."""
    wait = context.get("wait", 0)
    if wait <= 120:
        return _("That was very often. Please wait a moment.")
    if wait <= 7200:
        n = ceil(wait / 60)
        text = ngettext(
            "That was very often. Please try again in %(n)d minute.",
            "That was very often. Please try again in %(n)d minutes.",
            n,
        )
        return text % {"n": n}
    n = ceil(wait / 3600)
    text = ngettext(
        "That was very often. Please try again in %(n)d hour.",
        "That was very often. Please try again in %(n)d hours.",
        n,
    )
    return text % {"n": n}


_SENTENCES: Final[Mapping[str, Callable[[_Context], str]]] = {
    "not_allowed": _not_allowed,
    "link_revoked": _switched_off,
    "invalid_value": _cannot_be,
    "missing_rounds": _missing_rounds,
    "table_full": _full,
    "target_reached": _target_reached,
    "question_decided": _question_decided,
    "hand_laid_down": _hand_laid_down,
    "name_taken": _name_taken,
    "not_playable": _not_playable,
    "too_many": _too_many,
    "last_organiser": _last_organiser,
    "holds_office": _holds_office,
    "not_mergeable": _not_mergeable,
    "in_team": _in_team,
    "too_many_requests": _too_many_requests,
}
"""Codes whose message depends on the context."""

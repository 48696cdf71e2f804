"""Sentences for refusals: why a use case could not be carried out, by the refusal's code and context."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.refusals import REFUSAL_KINDS, RefusedError

_Context = Mapping[str, Any]


def refusal_text(refused: RefusedError, *, to_program: bool = False) -> str:
    """Return the sentence why a use case was refused; ``to_program`` in terms of the API's headers and tokens."""
    context: dict[str, Any] = {
        "last": None,
        "most": 0,
        "what": "",
        "next": 0,
        "round": 0,
        "current": 0,
    } | refused.context
    kind = REFUSAL_KINDS[refused.code]
    if to_program and kind.to_program:
        return _(kind.to_program)
    return _(kind.text) % context if kind.text else _SENTENCES[refused.code](context)


_NOT_ALLOWED: Final = {
    "watch": gettext_noop("This link is only for watching."),
    "token": gettext_noop(
        "This token isn't allowed to do that: its scope, or its account's role in the league, doesn't include it."
    ),
    "league": gettext_noop("Only this match's players and the league's scorers can do that."),
}
"""Messages of "not_allowed", by the user's role at a table or in a league."""

_CANNOT_BE: Final = {
    "member": gettext_noop("Please select someone first."),
    "night": gettext_noop("Please enter the date, too."),
    "same_players": gettext_noop("You haven't changed anything. Choose different players or rules first."),
    "player_count": gettext_noop(
        "These rules don't work with that many players. Choose other rules for the next game."
    ),
    "reason": gettext_noop("Please give a reason."),
    "player": gettext_noop("Please choose a player at this table."),
    "own_link": gettext_noop("You can't turn off the link you're using."),
    "link": gettext_noop("This link only works on a phone."),
    "handicap": gettext_noop("A handicap has to be below the game's target, and Hollywood games have none."),
    "opening": gettext_noop("A game with several columns can't continue from paper totals."),
    "minutes": gettext_noop("Please enter a number of minutes from 1 to 600."),
    "pairing": gettext_noop("This season's format doesn't set up matches that way."),
}

_WRONG_CODE: Final = {
    "join": gettext_noop("No table has this code. Check the four letters on the Invite page again."),
    "join_expired": gettext_noop("This code has expired. Type the one that the Invite page shows now."),
    "ask_expired": gettext_noop("This person asked more than ten minutes ago. Ask them to type the code again."),
    "move": gettext_noop("No phone is showing this code. Check the eight letters on your old phone again."),
    "move_expired": gettext_noop("This code has expired. Get a new one on your old phone, under My games."),
    "move_used": gettext_noop("This code has already been used. Your games are on the phone that used it."),
    "move_here": gettext_noop("This is the phone with the code and your games. Type the code on your new phone."),
}
"""Messages of "wrong_code", by which kind of code it is; without a kind it is that of a two-step login."""

_NOT_PLAYABLE: Final = {
    "canceled": gettext_noop("This match was canceled."),
    "forfeited": gettext_noop("This match was forfeited."),
    "bye": gettext_noop("This is a bye: there's no opponent."),
    "running": gettext_noop("This match is being played. Let the players finish it, or cancel it and set it up again."),
    "played": gettext_noop("This match has already been played."),
    "planned": gettext_noop("This match hasn't started yet."),
    "line_up": gettext_noop("Please choose who plays."),
    "himself": gettext_noop("Nobody can play against themselves."),
    "so_many": gettext_noop("This season's rules don't allow that many players at a table."),
    "withdrawn": gettext_noop("A player who has withdrawn can't play."),
    "has_matches": gettext_noop("You can't remove an entrant who already has matches. Withdraw them instead."),
    "round_open": gettext_noop(
        "Round %(round)s still has unfinished matches. Play them, enter their results, or enter who didn't show up."
    ),
    "round_begun": gettext_noop("A match in round %(round)s has started, so you can't draw that round again."),
    "too_few": gettext_noop("There are too few players for that. Add more first."),
    "too_few_for_groups": gettext_noop(
        "Each group needs at least two players. With the players you have, you can make up to %(most)s groups."
    ),
    "groups_played": gettext_noop(
        "A match of these groups has been played, so they stay as they are. Leave the fields for groups blank."
    ),
    "not_in_groups": gettext_noop("The players have changed in the meantime. Please write the groups again."),
    "no_groups_yet": gettext_noop("The groups haven't been drawn yet, or nobody in them is ranked."),
    "too_few_in_group": gettext_noop("One of the groups has fewer than %(most)s ranked players. Let fewer advance."),
    "bracket_full": gettext_noop(
        "A bracket takes %(most)s players at most. Choose Swiss, or divide the players into two seasons."
    ),
    "rounds_by_plan": gettext_noop("In this format, only the draw creates rounds. Leave out lines like “Round 1”."),
    "in_round": gettext_noop("%(name)s already has a match in round %(round)s. Cancel that one first."),
    "no_winner": gettext_noop(
        "Match %(number)s has no winner yet. Enter who didn't show up, and the other side advances."
    ),
    "match_players": gettext_noop(
        "You can't change the players in a league match. To play with others, start a table of your own."
    ),
    "no_ratings": gettext_noop("Nobody in this season has a rating yet."),
    "no_season_before": gettext_noop("Nobody in this season was ranked in the previous one."),
    "pair_is_right": gettext_noop("This match has the right players now, so there's nothing to change."),
    "pair_plays": gettext_noop(
        "This match has started in the meantime. Let the players finish it, or cancel it and draw it again."
    ),
    "import_newer": gettext_noop("Something else has been imported since then. Undo that import first."),
    "import_drawn": gettext_noop(
        "A round drawn after this import has already started, so you can't undo the whole import. You can cancel "
        "individual matches and withdraw players."
    ),
    "import_match": gettext_noop(
        "Match %(number)s has changed since this import, so you can't undo the whole import. You can cancel "
        "individual matches."
    ),
    "import_person": gettext_noop(
        "%(name)s has been active in the league since this import, so you can't undo the whole import. You can cancel "
        "individual matches."
    ),
    "nobody_left": gettext_noop("Nobody is left to play: there are no more rounds."),
    "final_played": gettext_noop("The final has been played: there are no more rounds."),
}
"""Messages of "not_playable": why a match cannot be played or changed as requested.

They may contain values of the context.
"""

_NOT_MERGEABLE: Final = {
    "himself": gettext_noop("Please choose someone else."),
    "met": gettext_noop("%(name)s have played each other in a match, so they can't be the same person."),
    "table": gettext_noop("%(name)s have sat at the same table, so they can't be the same person."),
    "teams": gettext_noop("%(name)s were both on a team in the same season, so they can't be the same person."),
    "later": gettext_noop("%(name)s has since been merged again. Undo that first."),
}
"""Messages of "not_mergeable": why two members cannot be merged, or parted again.

%(name)s are both names, except in the last message, where it is that of one member.
"""

_FULL: Final[Mapping[str, Callable[[int], str]]] = {
    "rounds": lambda n: ngettext(
        "This table is full: %(most)s round is the limit. Start a new one.",
        "This table is full: %(most)s rounds is the limit. Start a new one.",
        n,
    ),
    "entries": lambda n: ngettext(
        "This table is full: %(most)s entry is the limit. Start a new one.",
        "This table is full: %(most)s entries is the limit. Start a new one.",
        n,
    ),
}
_TOO_MANY: Final[Mapping[str, Callable[[int], str]]] = {
    "tokens": lambda n: ngettext("You can have %(most)s token at most.", "You can have %(most)s tokens at most.", n),
    "people": lambda n: ngettext(
        "A table can have %(most)s person at most. Start a new one.",
        "A table can have %(most)s people at most. Start a new one.",
        n,
    ),
    "members": lambda n: ngettext(
        "A league can have %(most)s member at most.", "A league can have %(most)s members at most.", n
    ),
    "leagues of yours": lambda n: ngettext(
        "You can have %(most)s league at most.", "You can have %(most)s leagues at most.", n
    ),
    "players in threes": lambda n: ngettext(
        "Tables of three take %(most)s player at most.",
        "Tables of three take %(most)s players at most.",
        n,
    ),
    "round_robin": lambda n: ngettext(
        "A round robin takes %(most)s player at most. Choose Swiss, or divide the players into two seasons.",
        "A round robin takes %(most)s players at most. Choose Swiss, or divide the players into two seasons.",
        n,
    ),
    "double_round_robin": lambda n: ngettext(
        "A double round robin takes %(most)s player at most. Choose a single one, or Swiss.",
        "A double round robin takes %(most)s players at most. Choose a single one, or Swiss.",
        n,
    ),
    "invitations": lambda n: ngettext(
        "A league can have %(most)s open invitation at most.", "A league can have %(most)s open invitations at most.", n
    ),
    "teams": lambda n: ngettext(
        "A season can have %(most)s team at most.", "A season can have %(most)s teams at most.", n
    ),
    "penalties": lambda n: ngettext(
        "A season can have %(most)s penalty at most.", "A season can have %(most)s penalties at most.", n
    ),
    "matches": lambda n: ngettext(
        "A season can have %(most)s match at most.", "A season can have %(most)s matches at most.", n
    ),
    "requests": lambda n: ngettext(
        "%(most)s phone is already waiting to be let in. Ask at the table, then try again.",
        "%(most)s phones are already waiting to be let in. Ask at the table, then try again.",
        n,
    ),
    "tables in this room": lambda n: ngettext(
        "A room can have %(most)s table at most.", "A room can have %(most)s tables at most.", n
    ),
}
"""Messages of "too_many", by what there are too many of, as the services call it."""


def _not_allowed(context: _Context) -> str:
    sentence = _NOT_ALLOWED.get(context.get("role", "league"))
    return _(sentence) if sentence else _("Only the table's owner can do that.")


def _switched_off(context: _Context) -> str:
    """Return why a link no longer works."""
    if context["what"] == "moved":
        return _("Your games are on your new phone now. To join here again, scan the table's invite or type its code.")
    if context["what"] == "tryout":
        return _("This was a practice table, and its time is up. Start one of your own.")
    if context["what"] == "shared":
        return _("The people who shared this summary have withdrawn it.")
    return _("This link was turned off. Ask for a new one.")


def _cannot_be(context: _Context) -> str:
    sentence = _CANNOT_BE.get(context["what"])
    return _(sentence) if sentence else _("That isn't possible.")


def _wrong_code(context: _Context) -> str:
    default = gettext_noop("That code isn't right. Wait for the next one and try again.")
    return _(_WRONG_CODE.get(context["what"], default))


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
        return _("Someone has already reached %(what)s points. End the game instead.") % context
    return _("Someone has already reached that target. End the game instead.")


def _question_decided(context: _Context) -> str:
    if context.get("by"):
        return _("%(by)s has already decided that. Please take another look.") % context
    return _("That's already settled on the score sheet. Please take another look.")


def _hand_laid_down(context: _Context) -> str:
    if context.get("by"):
        return _("%(by)s has already laid that hand down.") % context
    return _("That hand has already been laid down on another phone.")


def _name_taken(context: _Context) -> str:
    if context["what"] == "table":
        text = _(
            "%(name)s is already here, on another phone. Tap your own name, or add an initial to the name you typed."
        )
        return text % {"name": context["name"]}
    if context.get("name"):
        return _("The name %(name)s is already taken.") % context
    return _("That name is already taken.")


def not_playable_text(context: _Context) -> str:
    """Return why a match can't be played or changed, by ``what`` of the refusal's context."""
    sentence = _NOT_PLAYABLE.get(context["what"])
    return _(sentence) % context if sentence else _("This match can't be played.")


def _not_mergeable(context: _Context) -> str:
    text = _NOT_MERGEABLE.get(context["what"], gettext_noop("These two can't be merged."))
    return _(text) % {"name": context.get("name", "")}


def _too_many(context: _Context) -> str:
    if not context["what"]:
        return _("You've reached the limit.")
    return _TOO_MANY[context["what"]](context["most"]) % context


def _last_organizer(context: _Context) -> str:
    if context.get("name"):
        return _("%(name)s needs an organizer. Hand it over to someone first.") % context
    return _("A league needs an organizer. Hand it over to someone first.")


def _holds_office(context: _Context) -> str:
    if context.get("name"):
        return _("%(name)s helps run the league. Remove them from that role first.") % context
    return _("This member helps run the league. Remove them from that role first.")


def _in_team(context: _Context) -> str:
    named = {"name": context.get("name"), "team": context.get("team")}
    if named["name"] and named["team"]:
        return _("%(name)s is already on %(team)s on that date.") % named
    if named["name"]:
        return _("%(name)s is already on a team on that date.") % named
    if named["team"]:
        return _("This member is already on %(team)s on that date.") % named
    return _("This member is already on a team on that date.")


def _too_many_requests(context: _Context) -> str:
    """Return when to try again, from the seconds to wait."""
    wait = context.get("wait", 0)
    if context["what"] == "join":
        return _("Too many wrong codes. Scan the QR code on the Invite page instead, or try again in a few minutes.")
    if wait <= 120:
        return _("Too many tries. Please wait a moment.")
    if wait <= 7200:
        n = ceil(wait / 60)
        text = ngettext(
            "Too many tries. Please try again in %(n)d minute.",
            "Too many tries. Please try again in %(n)d minutes.",
            n,
        )
        return text % {"n": n}
    n = ceil(wait / 3600)
    text = ngettext(
        "Too many tries. Please try again in %(n)d hour.",
        "Too many tries. Please try again in %(n)d hours.",
        n,
    )
    return text % {"n": n}


_SENTENCES: Final[Mapping[str, Callable[[_Context], str]]] = {
    "not_allowed": _not_allowed,
    "link_revoked": _switched_off,
    "invalid_value": _cannot_be,
    "wrong_code": _wrong_code,
    "missing_rounds": _missing_rounds,
    "table_full": _full,
    "target_reached": _target_reached,
    "question_decided": _question_decided,
    "hand_laid_down": _hand_laid_down,
    "name_taken": _name_taken,
    "not_playable": not_playable_text,
    "too_many": _too_many,
    "last_organizer": _last_organizer,
    "holds_office": _holds_office,
    "not_mergeable": _not_mergeable,
    "in_team": _in_team,
    "too_many_requests": _too_many_requests,
}
"""Codes whose message depends on the context."""

"""Sentences about webhooks: faults of a URL, events, deliveries, and why one is turned off.

The messages by code are translated where they are shown.
"""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

ADDRESS_FAULTS: Final = {
    "not_an_address": gettext_noop("Enter an address that starts with https:// and has at most 500 characters."),
    "needs_https": gettext_noop("The address must start with https://."),
    "has_a_password": gettext_noop(
        "The address can't contain a user name or password. Every message is signed instead."
    ),
    "port": gettext_noop("We don't send messages to this port."),
    "inside": gettext_noop("This address is inside a private network. Messages only go to the public internet."),
}
"""Why a URL is not accepted."""

DELIVERY_ERRORS: Final = {
    **ADDRESS_FAULTS,
    "no_address": gettext_noop("We couldn't find a server at this address."),
    "refused": gettext_noop("The server at this address refused the connection."),
    "timeout": gettext_noop("There was no response within ten seconds."),
    "tls": gettext_noop("The server's certificate isn't valid."),
    "broken": gettext_noop("The connection was lost."),
    "unreadable": gettext_noop("This message can no longer be sent."),
}
"""Why a delivery failed."""

EVENTS: Final = {
    "round": gettext_noop("Rounds: entered, corrected, deleted, undone"),
    "game": gettext_noop("Games: started, ended, corrected, reopened, changed"),
    "match": gettext_noop("League matches: decided, corrected, confirmed, reopened, canceled"),
    "standings": gettext_noop("Season standings, whenever they change"),
}
"""The events that a webhook can subscribe to."""

# Translators: what a webhook is told of, as a list: "rounds, games and the season's table".
EVENT_NAMES: Final = {
    "round": gettext_noop("rounds"),
    "game": gettext_noop("games"),
    "match": gettext_noop("matches"),
    "standings": gettext_noop("the season standings"),
}
"""The events in a word."""

OFF_REASONS: Final = {
    "by_hand": gettext_noop("Turned off"),
    "failing": gettext_noop("Turned off: no message was accepted for five days"),
    "gone": gettext_noop("Turned off: the server at that address answered 410 (Gone)"),
    "no_right": gettext_noop("Turned off: the person who made it can no longer see these events"),
    "new_key": gettext_noop("Turned off: the server's key has changed. Create a new secret, then turn it on"),
}
"""Why a webhook is turned off."""


_HAPPENED: Final = {
    ("round", "entered"): gettext_noop("Round entered"),
    ("round", "corrected"): gettext_noop("Round corrected"),
    ("round", "void"): gettext_noop("Round deleted"),
    ("round", "undone"): gettext_noop("Round undone"),
    ("game", "began"): gettext_noop("Game started"),
    ("game", "over"): gettext_noop("Game over"),
    ("game", "corrected"): gettext_noop("Game corrected"),
    ("game", "reopened"): gettext_noop("Game reopened"),
    ("game", "changed"): gettext_noop("Game changed"),
    ("game", "undone"): gettext_noop("Game undone"),
    ("match", "decided"): gettext_noop("Match decided"),
    ("match", "corrected"): gettext_noop("Match corrected"),
    ("match", "doubted"): gettext_noop("Match disputed"),
    ("match", "confirmed"): gettext_noop("Match confirmed"),
    ("match", "reopened"): gettext_noop("Match reopened"),
    ("match", "cancelled"): gettext_noop("Match canceled"),
    ("standings", "moved"): gettext_noop("Standings changed"),
    ("ping", "test"): gettext_noop("Test message"),
}
"""What a delivery reports, by event and action."""


def happened_text(event: str, action: str, game: int | None, round_number: int | None, match: int | None) -> str:
    """Return what a delivery reports: "Round entered, game 1, round 7"."""
    places = [
        _("game %(number)d") % {"number": game} if game else "",
        _("round %(number)d") % {"number": round_number} if round_number else "",
        _("match %(number)d") % {"number": match} if match else "",
    ]
    return ", ".join(filter(None, (_(_HAPPENED.get((event, action), action)), *places)))


def delivery_text(state: str, status: int | None, error: str, attempts: int) -> str:
    """Return the state of a delivery in a few words."""
    reason = _(DELIVERY_ERRORS[error]) if error in DELIVERY_ERRORS else ""
    if not reason and status:
        reason = _("The server answered %(status)d.") % {"status": status}
    if state == "delivered":
        return _("Delivered (%(status)s)") % {"status": status}
    if state == "given_up":
        given_up = _("Gave up.")
        return f"{given_up} {reason}".rstrip()
    if not attempts:
        return _("Waiting")
    tried = _("Tried once.") if attempts == 1 else ngettext("Tried %(n)d time.", "Tried %(n)d times.", attempts)
    return f"{tried % {'n': attempts}} {reason}".rstrip()

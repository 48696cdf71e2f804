"""Sentences about webhooks: faults of a URL, events, deliveries, and why one is switched off.

The messages by code are translated where they are shown.
"""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

ADDRESS_FAULTS: Final = {
    "not_an_address": gettext_noop(
        "This is no address that begins with https://, or it is longer than 500 characters."
    ),
    "needs_https": gettext_noop("The address has to begin with https://."),
    "has_a_password": gettext_noop(
        "An address with a name and a password in it is not taken. Every message is signed instead."
    ),
    "port": gettext_noop("Messages are not sent to this port."),
    "inside": gettext_noop("This address leads into a network of its own. Messages go out to the internet only."),
}
"""Why a URL is not accepted."""

DELIVERY_ERRORS: Final = {
    **ADDRESS_FAULTS,
    "no_address": gettext_noop("The name in the address is not known."),
    "refused": gettext_noop("Nobody answers at the address."),
    "timeout": gettext_noop("There was no answer within ten seconds."),
    "tls": gettext_noop("The address has no good certificate."),
    "broken": gettext_noop("The connection broke off."),
    "unreadable": gettext_noop("It cannot be told any more."),
}
"""Why a delivery failed."""

EVENTS: Final = {
    "round": gettext_noop("Rounds: entered, corrected, void, undone"),
    "game": gettext_noop("Games: began, over, corrected, reopened, changed"),
    "match": gettext_noop("Matches of a league: decided, corrected, confirmed, reopened, cancelled"),
    "standings": gettext_noop("The table of a season, whenever it moves"),
}
"""The events that a webhook can subscribe to."""

# Translators: what a webhook is told of, as a list: "rounds, games and the season's table".
EVENT_NAMES: Final = {
    "round": gettext_noop("rounds"),
    "game": gettext_noop("games"),
    "match": gettext_noop("matches"),
    "standings": gettext_noop("the season's table"),
}
"""The events in a word."""

OFF_REASONS: Final = {
    "by_hand": gettext_noop("Switched off"),
    "failing": gettext_noop("Switched off: nothing was taken for five days"),
    "gone": gettext_noop("Switched off: the address wants no more (410)"),
    "no_right": gettext_noop("Switched off: whoever made it may not hear of it any more"),
    "new_key": gettext_noop("Switched off: the server's key changed. Make another secret, then switch it on"),
}
"""Why a webhook is switched off."""


_HAPPENED: Final = {
    ("round", "entered"): gettext_noop("Round entered"),
    ("round", "corrected"): gettext_noop("Round corrected"),
    ("round", "void"): gettext_noop("Round void"),
    ("round", "undone"): gettext_noop("Round undone"),
    ("game", "began"): gettext_noop("Game began"),
    ("game", "over"): gettext_noop("Game over"),
    ("game", "corrected"): gettext_noop("Game corrected"),
    ("game", "reopened"): gettext_noop("Game reopened"),
    ("game", "changed"): gettext_noop("Game changed"),
    ("game", "undone"): gettext_noop("Game undone"),
    ("match", "decided"): gettext_noop("Match decided"),
    ("match", "corrected"): gettext_noop("Match corrected"),
    ("match", "doubted"): gettext_noop("Match doubted"),
    ("match", "confirmed"): gettext_noop("Match confirmed"),
    ("match", "reopened"): gettext_noop("Match reopened"),
    ("match", "cancelled"): gettext_noop("Match cancelled"),
    ("standings", "moved"): gettext_noop("Standings moved"),
    ("ping", "test"): gettext_noop("Ping test"),
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
        reason = _("The answer was %(status)d.") % {"status": status}
    if state == "delivered":
        return _("Taken (%(status)s)") % {"status": status}
    if state == "given_up":
        given_up = _("Given up.")
        return f"{given_up} {reason}".rstrip()
    if not attempts:
        return _("Waits")
    tried = _("Tried once.") if attempts == 1 else ngettext("Tried %(n)d time.", "Tried %(n)d times.", attempts)
    return f"{tried % {'n': attempts}} {reason}".rstrip()

"""What is said about webhooks: of an address, of what they are told, and of how it was taken."""

from typing import Final

ADDRESS_FAULTS: Final = {
    "not_an_address": "This is no address that begins with https://, or it is longer than 500 characters.",
    "needs_https": "The address has to begin with https://.",
    "has_a_password": "An address with a name and a password in it is not taken. Every message is signed instead.",
    "port": "Messages are not sent to this port.",
    "inside": "This address leads into a network of its own. Messages go out to the internet only.",
}
"""Why nothing is sent to an address."""

DELIVERY_ERRORS: Final = {
    **ADDRESS_FAULTS,
    "no_address": "The name in the address is not known.",
    "refused": "Nobody answers at the address.",
    "timeout": "There was no answer within ten seconds.",
    "tls": "The address has no good certificate.",
    "broken": "The connection broke off.",
    "unreadable": "It cannot be told any more.",
}
"""Why no answer came."""

EVENTS: Final = {
    "round": "Rounds: entered, corrected, void, undone",
    "game": "Games: began, over, corrected, reopened, changed",
    "match": "Matches of a league: decided, corrected, confirmed, reopened, cancelled",
    "standings": "The table of a season, whenever it moves",
}
"""What a webhook can be told of."""

EVENT_NAMES: Final = {
    "round": "rounds",
    "game": "games",
    "match": "matches",
    "standings": "the season's table",
}
"""The same in a word."""

OFF: Final = {
    "by_hand": "Switched off",
    "failing": "Switched off: nothing was taken for five days",
    "gone": "Switched off: the address wants no more (410)",
    "no_right": "Switched off: whoever made it may not hear of it any more",
    "new_key": "Switched off: the server's key changed. Make another secret, then switch it on",
}
"""Why a webhook is switched off."""


def delivery_text(state: str, status: int | None, error: str, attempts: int) -> str:
    """How a delivery stands, in a few words."""
    said = DELIVERY_ERRORS.get(error, "") or (f"The answer was {status}." if status else "")
    if state == "delivered":
        return f"Taken ({status})"
    if state == "given_up":
        return f"Given up. {said}".rstrip()
    return f"Tried {'once' if attempts == 1 else f'{attempts} times'}. {said}".rstrip() if attempts else "Waits"

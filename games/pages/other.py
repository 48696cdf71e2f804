"""Links, joining, and what could not be done."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkView:
    """One link to the table. ``url`` and ``qr`` are empty where the link can no longer be shown or is switched off."""

    id: int
    role: str
    """"watch", "score" or "owner"."""
    title: str
    explains: str
    label: str
    url: str
    qr: str
    """The QR code as a data URI of an SVG image, for an ``img`` element."""
    revoke_url: str
    revoked: bool
    used: str


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The owner's links: to watch, to score, and those switched off."""

    table_title: str
    table_url: str
    links: tuple[LinkView, ...]
    create_url: str
    takeover_url: str
    """Where it is set whether players may take over the scoring; empty at a table of a league."""
    takeover: bool
    board_url: str
    """The table's scoreboard, for a big screen."""
    board_link: str
    """A link to watch that leads there, for another device; empty where all of these are switched off."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """What a link opens: one button. Nothing is changed by opening it, and no name is shown."""

    action: str
    role: str
    """"watch", "score" or "owner"."""
    label: str
    """What this device will be called on the sheet, for instance "iPhone"; the person may change it."""
    error: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """Something could not be done: a title and a sentence, and a way on.

    ``again`` are the fields of a form that could not be saved now, to be sent to ``again_url`` once more; ``number``
    tells which request failed, for whoever keeps the server.
    """

    status: int
    title: str
    text: str
    back_url: str
    back_text: str
    again: tuple[tuple[str, str], ...] = ()
    again_url: str = ""
    number: str = ""

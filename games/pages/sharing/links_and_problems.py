"""Template context of a table's links, of the page that a link opens, and of error pages."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LinkContext:
    """One link to the table; ``url`` and ``qr`` are empty if it can no longer be shown or is switched off."""

    id: int
    role: str
    """"watch", "score" or "owner"."""
    title: str
    explains: str
    label: str
    url: str
    qr: str
    """The QR code as a data URI of an SVG image."""
    revoke_url: str
    revoked: bool
    used: str


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The owner's links: to watch, to score, and those switched off."""

    table_title: str
    table_url: str
    links: tuple[LinkContext, ...]
    create_url: str
    takeover_url: str
    """Where the owner sets whether players may take over the scoring; empty at a league's table."""
    takeover: bool
    board_url: str
    """The table's scoreboard for a large screen."""
    board_link: str
    """A watch link that opens the scoreboard on another device; empty if all are switched off."""
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The page that a link opens: one button. Opening it changes nothing and shows no names."""

    action: str
    role: str
    """"watch", "score" or "owner"."""
    label: str
    """The device's name on the sheet, for instance "iPhone", which the user may change."""
    error: str


@dataclass(frozen=True, slots=True)
class ProblemPage:
    """An error page: a title, a sentence, and a link back.

    ``retry_fields`` are the fields of a form that could not be saved, to be sent to ``retry_url`` once more;
    ``request_id`` is the id of the failed request, for the server's operator.
    """

    status: int
    title: str
    text: str
    back_url: str
    back_text: str
    retry_fields: tuple[tuple[str, str], ...] = ()
    retry_url: str = ""
    request_id: str = ""

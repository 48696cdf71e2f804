"""Template context of a table's links, of the page that a link opens, and of error pages."""

import secrets
from dataclasses import dataclass, field

from games.pages.sharing.join_code import InviteCode, LinkUse


@dataclass(frozen=True, slots=True)
class LinkContext:
    """One link to the table; ``url`` and ``qr`` are empty if it can no longer be shown or is turned off."""

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
    use: LinkUse


@dataclass(frozen=True, slots=True)
class LinksPage:
    """The owner's links: to watch, to score, and those turned off."""

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
    """A watch link that opens the scoreboard on another device; empty if all are turned off."""
    errors: tuple[str, ...]
    code: InviteCode
    """The short code with which somebody may ask to join."""

    @property
    def guest_links(self) -> tuple[LinkContext, ...]:
        """The links to hand out."""
        return tuple(link for link in self.links if link.role != "owner")

    @property
    def own_links(self) -> tuple[LinkContext, ...]:
        """The links that make another phone the owner's; they are shown apart, so that nobody hands one out."""
        return tuple(link for link in self.links if link.role == "owner")


@dataclass(frozen=True, slots=True)
class JoinPage:
    """The page that a link opens. Opening it changes nothing and shows no names: chat programs open links, too.

    The names come in the answer to a POST, which the page sends by itself where it has script.
    """

    action: str
    role: str
    """"watch", "score" or "owner"."""
    label: str
    """The device's name on the sheet, for instance "iPhone", which the user may change."""
    error: str
    table_title: str = ""
    """Whose table it is: "Ann and Ben"; empty as long as nobody is named."""
    rules: str = ""
    players: tuple["JoiningPlayer", ...] = ()
    may_watch: bool = False
    """Whether this phone may also just watch, with a link that lets it do more."""
    once: str = field(default_factory=lambda: secrets.token_hex(16))
    """The form's key: a phone that sends the form again, as it got no response, is still one phone."""


@dataclass(frozen=True, slots=True)
class JoiningPlayer:
    """Somebody at the table who may be holding this phone; ``taken`` if another phone has that name."""

    number: int
    name: str
    taken: bool


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

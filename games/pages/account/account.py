"""Template context of the account page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SessionContext:
    """A browser that is logged in; ``end_url`` logs it out, and is empty for the browser that shows the page."""

    label: str
    since: str
    seen: str
    end_url: str


@dataclass(frozen=True, slots=True)
class TokenContext:
    """An API token; ``state`` says why it no longer works and is empty while it does, when ``end_url`` revokes it."""

    label: str
    scope: str
    """What it allows, in words."""
    until: str
    used: str
    state: str
    end_url: str


@dataclass(frozen=True, slots=True)
class AccountPage:
    """The overview of one's own account: name, sessions, tokens, and links to the rest."""

    email: str
    confirm: bool
    """Whether the e-mail is unconfirmed and the server can send a confirmation link."""
    two_step: bool
    """Whether two-step login is on."""
    codes_left: int
    organizer: bool
    """Whether the account runs a league, and so should turn two-step login on."""
    sessions: tuple[SessionContext, ...]
    tokens: tuple[TokenContext, ...]

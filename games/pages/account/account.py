"""Template context of the account pages: login and account forms, tokens, passkeys, and the account overview."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AccountField:
    """A form field; ``kind`` is "text", "email", "url", "password", or "code" (digits from an authenticator app).

    A submitted password or code is never sent back.
    """

    name: str
    label: str
    kind: str
    autocomplete: str
    """The value of the HTML attribute ``autocomplete``."""
    value: str = ""
    note: str = ""
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PasskeyForm:
    """A button that calls WebAuthn: to register a passkey if ``registering``, else to log in with one."""

    registering: bool
    action: str
    options: str
    """The options for WebAuthn, as JSON."""
    button: str


@dataclass(frozen=True, slots=True)
class AccountFormPage:
    """A page with one account form: to log in, to sign up, to change the password."""

    title: str
    action: str
    fields: tuple[AccountField, ...]
    button: str
    lead: str = ""
    errors: tuple[str, ...] = ()
    next: str = ""
    """The path to go to afterwards; empty for the account's page."""
    username: str = ""
    """The account's e-mail as a hidden user name for password managers; empty if the form has an e-mail field."""
    destructive: bool = False
    """Whether the button does something that cannot be undone."""
    confirm_only: bool = False
    """Whether the form is only a button to confirm."""
    links: tuple[tuple[str, str], ...] = ()
    """Links to related pages, as text and path."""
    passkey: PasskeyForm | None = None
    back_url: str = ""
    back_text: str = ""


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
class TokenChoice:
    """One option of a field."""

    value: str
    text: str
    picked: bool


@dataclass(frozen=True, slots=True)
class TokenFormPage:
    """The form that makes an API token; ``secret`` is the token itself, shown once after it was made."""

    action: str
    label: AccountField
    password: AccountField
    scopes: tuple[TokenChoice, ...]
    lifetimes: tuple[TokenChoice, ...]
    username: str
    errors: tuple[str, ...]
    back_url: str
    secret: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class TwoStepPage:
    """The page that turns on two-step login, or, with ``codes``, shows the recovery codes."""

    action: str
    nonce: str
    qr: str
    """The QR code as a data URI."""
    secret: str
    """The secret for typing, in groups of four letters."""
    app_url: str
    """The link that opens the authenticator app on this device."""
    code: AccountField
    password: AccountField
    username: str
    errors: tuple[str, ...]
    codes: tuple[str, ...] = ()
    """The recovery codes, shown only once."""
    codes_text: str = ""
    just_enabled: bool = False
    """Whether two-step login was just turned on; else only the codes are new."""


@dataclass(frozen=True, slots=True)
class PasskeyContext:
    """A passkey; ``elsewhere`` is the host it works on if that is not this one, else empty."""

    label: str
    since: str
    used: str
    elsewhere: str
    remove_url: str


@dataclass(frozen=True, slots=True)
class PasskeysPage:
    """Passkeys of an account; ``supported`` if they work on this host, ``limit_reached`` if there can be no more."""

    passkeys: tuple[PasskeyContext, ...]
    supported: bool
    limit_reached: bool
    notice: str


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
    name: AccountField
    sessions: tuple[SessionContext, ...]
    tokens: tuple[TokenContext, ...]
    notice: str
    """A sentence about what was just done; empty if nothing was."""

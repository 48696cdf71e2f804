"""Accounts: the forms before and behind the log-in, and the page where somebody finds all about the own one."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AccountField:
    """One field of a form. ``kind`` is "text", "email", "url" or "password"; a password is never shown again."""

    name: str
    label: str
    kind: str
    autocomplete: str
    """What the browser or its password manager may fill in, as HTML calls it."""
    value: str = ""
    note: str = ""
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AccountFormPage:
    """A page with one form: to log in, to make an account, to choose another password."""

    title: str
    action: str
    fields: tuple[AccountField, ...]
    button: str
    lead: str = ""
    errors: tuple[str, ...] = ()
    next: str = ""
    """The path to go on to; empty where that is the account's page."""
    whose: str = ""
    """The e-mail that the password belongs to, for password managers; empty where the form asks for it."""
    grave: bool = False
    """Whether the button does what cannot be undone."""
    onward: tuple[tuple[str, str], ...] = ()
    """Other ways to go, as text and path."""
    back_url: str = ""
    back_text: str = ""


@dataclass(frozen=True, slots=True)
class SessionView:
    """A browser that is logged in. ``end_url`` is empty for the one that shows the page."""

    label: str
    since: str
    seen: str
    end_url: str


@dataclass(frozen=True, slots=True)
class TokenView:
    """A token for programs. ``state`` says how it ended; while it is good that is empty, and ``end_url`` is not."""

    label: str
    scope: str
    """What it may do, in words."""
    until: str
    used: str
    state: str
    end_url: str


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """One value of a field to pick from."""

    value: str
    text: str
    picked: bool


@dataclass(frozen=True, slots=True)
class TokenFormPage:
    """The form that makes a token for programs; with ``secret`` it was made, and is told this once."""

    action: str
    label: AccountField
    password: AccountField
    scopes: tuple[TokenChoice, ...]
    lifetimes: tuple[TokenChoice, ...]
    whose: str
    errors: tuple[str, ...]
    back_url: str
    secret: str = ""
    until: str = ""


@dataclass(frozen=True, slots=True)
class AccountPage:
    """Somebody's own account: the name, where it is logged in, and the ways to everything else."""

    email: str
    name: AccountField
    sessions: tuple[SessionView, ...]
    tokens: tuple[TokenView, ...]
    notice: str
    """What was done a moment ago, in a sentence; empty where nothing was."""

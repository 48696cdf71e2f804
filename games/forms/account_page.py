"""The pages with a form about accounts, as they are shown empty and as they come back with what is wrong."""

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from games.forms.account_form import TypedAccount
from games.models import Account
from games.pages import AccountField, AccountFormPage


def sign_up_page(typed: TypedAccount, following: str) -> AccountFormPage:
    """The form that makes an account and goes on to ``following``, a path or ""."""
    return AccountFormPage(
        title="Make an account",
        lead="For those who run a league. Everybody else plays, watches and keeps the score without one.",
        action=reverse("sign_up"),
        fields=(
            name_field(typed, note="As others in your league see it."),
            _email_field(typed, note="To log in, and to get a new password. Nobody else sees it."),
            _new_password("password", "Password", typed),
        ),
        button="Make the account",
        errors=typed.general,
        next=following,
        onward=(("Log in instead", _with_next("log_in", following)),),
    )


def log_in_page(typed: TypedAccount, following: str, lead: str = "") -> AccountFormPage:
    """The form that logs in and goes on to ``following``, a path or ""; ``lead`` is said above it."""
    return AccountFormPage(
        title="Log in",
        lead=lead,
        action=reverse("log_in"),
        fields=(_email_field(typed), _password("Password")),
        button="Log in",
        errors=typed.general,
        next=following,
        onward=(
            ("Forgot the password?", reverse("reset")),
            ("Make an account", _with_next("sign_up", following)),
        ),
    )


def reset_page(typed: TypedAccount) -> AccountFormPage:
    """The form that asks for a link by e-mail."""
    return AccountFormPage(
        title="A new password",
        lead="Type the e-mail of your account. It gets a link with which you choose another password.",
        action=reverse("reset"),
        fields=(_email_field(typed),),
        button="Send the link",
        errors=typed.general,
        onward=(("Log in instead", reverse("log_in")),),
    )


def reset_sent_page() -> AccountFormPage:
    """What is said to everybody who asked for a link."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    return AccountFormPage(
        title="Look into your e-mail",
        lead=f"If there is an account with that e-mail, a link is on its way. It works once, within {hours} hours.",
        action="",
        fields=(),
        button="",
        onward=(("Log in", reverse("log_in")), ("Send it again", reverse("reset"))),
    )


def choose_password_page(typed: TypedAccount, account: Account, action: str) -> AccountFormPage:
    """The form behind such a link, whose path is ``action``."""
    return AccountFormPage(
        title="Choose a new password",
        lead="Then log in with it, on every device that was logged in. Every token for programs ends.",
        action=action,
        fields=(_new_password("new-password", "New password", typed),),
        button="Take this password",
        errors=typed.general,
        whose=account.email,
    )


def change_password_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """The form that changes one's own password."""
    return AccountFormPage(
        title="Change the password",
        lead="Every other device that is logged in has to log in again, and every token for programs ends.",
        action=reverse("change_password"),
        fields=(
            _password("Password so far", typed.errors.get("password", ())),
            _new_password("new-password", "New password", typed),
        ),
        button="Change it",
        errors=typed.general,
        whose=account.email,
        back_url=reverse("account"),
        back_text="Your account",
    )


def delete_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """The form that deletes one's own account."""
    return AccountFormPage(
        title="Delete your account",
        lead=(
            "Your name, your e-mail and every log-in are deleted for good. "
            "The tables of your phones, and their scores, stay."
        ),
        action=reverse("delete_account"),
        fields=(_password("Your password", typed.errors.get("password", ())),),
        button="Delete the account",
        errors=typed.general,
        whose=account.email,
        grave=True,
        back_url=reverse("account"),
        back_text="Your account",
    )


def name_field(typed: TypedAccount, note: str = "") -> AccountField:
    """The name that others see."""
    return AccountField("name", "Your name", "text", "name", typed.name, note, typed.errors.get("name", ()))


def _email_field(typed: TypedAccount, note: str = "") -> AccountField:
    return AccountField("email", "E-mail", "email", "username", typed.email, note, typed.errors.get("email", ()))


def _password(label: str, errors: tuple[str, ...] = ()) -> AccountField:
    return AccountField("password", label, "password", "current-password", errors=errors)


def _new_password(name: str, label: str, typed: TypedAccount) -> AccountField:
    note = f"{settings.SHORTEST_PASSWORD} characters or more. A few words in a row are easy to keep in mind."
    return AccountField(name, label, "password", "new-password", note=note, errors=typed.errors.get(name, ()))


def _with_next(name: str, following: str) -> str:
    return reverse(name) + (f"?{urlencode({'next': following})}" if following else "")

"""The pages with a form about accounts, as they are shown empty and as they come back with what is wrong."""

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.account_form import TypedAccount
from games.models import Account
from games.pages import AccountField, AccountFormPage


def sign_up_page(typed: TypedAccount, following: str) -> AccountFormPage:
    """The form that makes an account and goes on to ``following``, a path or ""."""
    return AccountFormPage(
        title=_("Make an account"),
        lead=_("For those who run a league. Everybody else plays, watches and keeps the score without one."),
        action=reverse("sign_up"),
        fields=(
            name_field(typed, note=_("As others in your league see it.")),
            _email_field(typed, note=_("To log in, and to get a new password. Nobody else sees it.")),
            _new_password("password", _("Password"), typed),
        ),
        button=_("Make the account"),
        errors=typed.general,
        next=following,
        onward=((_("Log in instead"), _with_next("log_in", following)),),
    )


def log_in_page(typed: TypedAccount, following: str, lead: str = "") -> AccountFormPage:
    """The form that logs in and goes on to ``following``, a path or ""; ``lead`` is said above it."""
    return AccountFormPage(
        title=_("Log in"),
        lead=lead,
        action=reverse("log_in"),
        fields=(_email_field(typed), _password(_("Password"))),
        button=_("Log in"),
        errors=typed.general,
        next=following,
        onward=(
            (_("Forgot the password?"), reverse("reset")),
            (_("Make an account"), _with_next("sign_up", following)),
        ),
    )


def reset_page(typed: TypedAccount) -> AccountFormPage:
    """The form that asks for a link by e-mail."""
    return AccountFormPage(
        title=_("A new password"),
        lead=_("Type the e-mail of your account. It gets a link with which you choose another password."),
        action=reverse("reset"),
        fields=(_email_field(typed),),
        button=_("Send the link"),
        errors=typed.general,
        onward=((_("Log in instead"), reverse("log_in")),),
    )


def reset_sent_page() -> AccountFormPage:
    """What is said to everybody who asked for a link."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    return AccountFormPage(
        title=_("Look into your e-mail"),
        lead=ngettext(
            "If there is an account with that e-mail, a link is on its way. It works once, within %(hours)d hour.",
            "If there is an account with that e-mail, a link is on its way. It works once, within %(hours)d hours.",
            hours,
        )
        % {"hours": hours},
        action="",
        fields=(),
        button="",
        onward=((_("Log in"), reverse("log_in")), (_("Send it again"), reverse("reset"))),
    )


def choose_password_page(typed: TypedAccount, account: Account, action: str) -> AccountFormPage:
    """The form behind such a link, whose path is ``action``."""
    return AccountFormPage(
        title=_("Choose a new password"),
        lead=_("Then log in with it, on every device that was logged in. Every token for programs ends."),
        action=action,
        fields=(_new_password("new-password", _("New password"), typed),),
        button=_("Take this password"),
        errors=typed.general,
        whose=account.email,
    )


def change_password_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """The form that changes one's own password."""
    return AccountFormPage(
        title=_("Change the password"),
        lead=_("Every other device that is logged in has to log in again, and every token for programs ends."),
        action=reverse("change_password"),
        fields=(
            _password(_("Password so far"), typed.errors.get("password", ())),
            _new_password("new-password", _("New password"), typed),
        ),
        button=_("Change it"),
        errors=typed.general,
        whose=account.email,
        back_url=reverse("account"),
        back_text=_("Your account"),
    )


def delete_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """The form that deletes one's own account."""
    return AccountFormPage(
        title=_("Delete your account"),
        lead=_(
            "Your name, your e-mail and every log-in are deleted for good. "
            "The tables of your phones, and their scores, stay."
        ),
        action=reverse("delete_account"),
        fields=(_password(_("Your password"), typed.errors.get("password", ())),),
        button=_("Delete the account"),
        errors=typed.general,
        whose=account.email,
        grave=True,
        back_url=reverse("account"),
        back_text=_("Your account"),
    )


def name_field(typed: TypedAccount, note: str = "") -> AccountField:
    """The name that others see."""
    return AccountField("name", _("Your name"), "text", "name", typed.name, note, typed.errors.get("name", ()))


def _email_field(typed: TypedAccount, note: str = "") -> AccountField:
    return AccountField("email", _("E-mail"), "email", "username", typed.email, note, typed.errors.get("email", ()))


def _password(label: str, errors: tuple[str, ...] = ()) -> AccountField:
    return AccountField("password", label, "password", "current-password", errors=errors)


def _new_password(name: str, label: str, typed: TypedAccount) -> AccountField:
    shortest = settings.SHORTEST_PASSWORD
    note = ngettext(
        "%(shortest)d character or more. A few words in a row are easy to keep in mind.",
        "%(shortest)d characters or more. A few words in a row are easy to keep in mind.",
        shortest,
    ) % {"shortest": shortest}
    return AccountField(name, label, "password", "new-password", note=note, errors=typed.errors.get(name, ()))


def _with_next(name: str, following: str) -> str:
    return reverse(name) + (f"?{urlencode({'next': following})}" if following else "")

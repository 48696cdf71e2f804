"""Build the account pages (sign up, log in, e-mail, password), empty or with the errors of a submitted form."""

from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.account.account_form import TypedAccount
from games.models import Account
from games.pages.account.account import AccountField, AccountFormPage, PasskeyForm


def sign_up_page(typed: TypedAccount, next_path: str) -> AccountFormPage:
    """Build the sign-up page; ``next_path`` is the path to go to afterwards, or "".

    Where the server can send mail, the account is made by a link in a mail.
    """
    email = _email_field(typed, note=_("For logging in and resetting your password. Nobody else sees it."))
    return AccountFormPage(
        title=_("Create an account"),
        lead=_("You need an account only to run a league. Anyone can play, watch and keep score without one."),
        action=reverse("account:sign_up"),
        fields=(email,)
        if settings.SENDS_MAIL
        else (_own_name_field(typed), email, _new_password("password", _("Password"), typed)),
        button=_("Send me the link") if settings.SENDS_MAIL else _("Create account"),
        errors=typed.non_field_errors,
        next=next_path,
        links=((_("Log in instead"), _with_next("account:log_in", next_path)),),
    )


def sign_up_sent_page(next_path: str) -> AccountFormPage:
    """Build the page after signing up by mail; it is the same whether or not the e-mail has an account."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    works = ngettext("The link works for %(hours)d hour.", "The link works for %(hours)d hours.", hours)
    sent = _("We've sent you a link. Open it, choose a name and a password, and your account is ready.")
    return AccountFormPage(
        title=_("Check your e-mail"),
        lead=f"{sent} {works % {'hours': hours}}",
        action="",
        fields=(),
        button="",
        links=(
            (_("Log in"), _with_next("account:log_in", next_path)),
            (_("Send it again"), _with_next("account:sign_up", next_path)),
        ),
    )


def new_account_page(typed: TypedAccount, action: str) -> AccountFormPage:
    """Build the page behind the sign-up link; ``action`` is the link's path."""
    return AccountFormPage(
        title=_("Create your account"),
        lead=_("Your e-mail is confirmed. Two more things, and you're in."),
        action=action,
        fields=(_own_name_field(typed), _new_password("password", _("Password"), typed)),
        button=_("Create account"),
        errors=typed.non_field_errors,
        username=typed.email,
    )


def code_page(typed: TypedAccount, *, recovery: bool, passkey: PasskeyForm | None = None) -> AccountFormPage:
    """Build the second login step: a code from the app or a ``recovery`` code, and a button for the ``passkey``."""
    code_url = reverse("account:log_in_code")
    return AccountFormPage(
        title=_("One more step"),
        lead=_("Type one of your recovery codes. Each works once.")
        if recovery
        else _("Open your authenticator app and type the six digits it shows for Scorekeeper."),
        action=code_url + ("?recovery" if recovery else ""),
        fields=(recovery_field(typed) if recovery else code_field(typed),),
        button=_("Log in"),
        errors=typed.non_field_errors,
        links=(
            (_("Use your authenticator app"), code_url)
            if recovery
            else (_("Use a recovery code"), f"{code_url}?recovery"),
            (_("Log in as someone else"), reverse("account:log_in")),
        ),
        passkey=passkey,
    )


def change_email_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the page that changes the account's e-mail, or confirms the present one."""
    if settings.SENDS_MAIL:
        confirm = account.email_confirmed_at is None
        lead = _("We'll send a link to the e-mail below. Open the link and tap the button to finish.")
        title, button = _("Confirm your e-mail") if confirm else _("Change e-mail"), _("Send the link")
    else:
        title, button, lead = _("Change e-mail"), _("Change it"), ""
    return AccountFormPage(
        title=title,
        lead=lead,
        action=reverse("account:change_email"),
        fields=(_email_field(typed), password_field(_("Your password"), typed.errors.get("password", ()))),
        button=button,
        errors=typed.non_field_errors,
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def email_sent_page() -> AccountFormPage:
    """Build the page shown after the confirmation link was mailed."""
    return AccountFormPage(
        title=_("Check your e-mail"),
        lead=_("A link is on its way. Nothing changes until you open it."),
        action="",
        fields=(),
        button="",
        links=((_("Send it again"), reverse("account:change_email")),),
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def confirm_email_page(email: str, action: str) -> AccountFormPage:
    """Build the page behind the confirmation link (path ``action``): nothing changes until its button is pressed."""
    return AccountFormPage(
        title=_("Is this your e-mail?"),
        lead=_("You'll log in with %(email)s from now on.") % {"email": email},
        action=action,
        fields=(),
        button=_("Yes, use this e-mail"),
        confirm_only=True,
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def email_link_invalid_page() -> AccountFormPage:
    """Build the page for a link that was used, has expired, or belongs to another account."""
    return AccountFormPage(
        title=_("This link doesn't work"),
        lead=_("It's been used, it's expired, or it belongs to another account."),
        action="",
        fields=(),
        button="",
        links=((_("Send another link"), reverse("account:change_email")),),
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def new_codes_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the page that makes new recovery codes."""
    return confirmed_form(
        typed,
        account,
        back=(reverse("account:two_step"), _("Two-step login")),
        title=_("New recovery codes"),
        lead=_("You'll get ten new ones, and the old ones stop working."),
        action=reverse("account:new_recovery_codes"),
        button=_("Make new codes"),
    )


def two_step_off_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the page that turns two-step login off."""
    return confirmed_form(
        typed,
        account,
        back=(reverse("account:two_step"), _("Two-step login")),
        title=_("Turn off two-step login"),
        lead=_("You'll log in with just your password."),
        action=reverse("account:two_step_off"),
        button=_("Turn off two-step login"),
        destructive=True,
    )


def code_field(typed: TypedAccount, note: str = "") -> AccountField:
    """Return the field for a code from the authenticator app."""
    label = _("Code from your authenticator app")
    return AccountField("code", label, "code", "one-time-code", note=note, errors=typed.errors.get("code", ()))


def recovery_field(typed: TypedAccount, label: str = "") -> AccountField:
    """Return the field for a recovery code."""
    return AccountField("code", label or _("Recovery code"), "text", "off", errors=typed.errors.get("code", ()))


def confirmed_form(
    typed: TypedAccount,
    account: Account,
    *,
    title: str,
    lead: str,
    action: str,
    button: str,
    back: tuple[str, str],
    fields: tuple[AccountField, ...] = (),
    destructive: bool = False,
) -> AccountFormPage:
    """Build a form that asks for the password and a code, after ``fields``; ``back`` is a path and its text."""
    return AccountFormPage(
        title=title,
        lead=lead,
        action=action,
        fields=(
            *fields,
            password_field(_("Your password"), typed.errors.get("password", ())),
            recovery_field(typed, _("Code from your authenticator app, or a recovery code")),
        ),
        button=button,
        errors=typed.non_field_errors,
        username=account.email,
        destructive=destructive,
        back_url=back[0],
        back_text=back[1],
    )


def log_in_page(typed: TypedAccount, next_path: str, lead: str = "") -> AccountFormPage:
    """Build the login page; ``next_path`` is the path to go to afterwards or "", ``lead`` the text above the form."""
    return AccountFormPage(
        title=_("Log in"),
        lead=lead,
        action=reverse("account:log_in"),
        fields=(_email_field(typed), password_field(_("Password"))),
        button=_("Log in"),
        errors=typed.non_field_errors,
        next=next_path,
        links=(
            (_("Forgot your password?"), reverse("account:reset")),
            (_("Create an account"), _with_next("account:sign_up", next_path)),
        ),
    )


def reset_page(typed: TypedAccount) -> AccountFormPage:
    """Build the page that requests a password reset link."""
    return AccountFormPage(
        title=_("Reset your password"),
        lead=_("Type your account's e-mail. We'll send you a link to choose a new password."),
        action=reverse("account:reset"),
        fields=(_email_field(typed),),
        button=_("Send the link"),
        errors=typed.non_field_errors,
        links=((_("Log in instead"), reverse("account:log_in")),),
    )


def reset_sent_page() -> AccountFormPage:
    """Build the page after a reset was requested; it is the same whether or not the account exists."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    return AccountFormPage(
        title=_("Check your e-mail"),
        lead=ngettext(
            "If there's an account with that e-mail, a link is on its way. It works once, within %(hours)d hour.",
            "If there's an account with that e-mail, a link is on its way. It works once, within %(hours)d hours.",
            hours,
        )
        % {"hours": hours},
        action="",
        fields=(),
        button="",
        links=((_("Log in"), reverse("account:log_in")), (_("Send it again"), reverse("account:reset"))),
    )


def choose_password_page(typed: TypedAccount, account: Account, action: str) -> AccountFormPage:
    """Build the page behind a reset link; ``action`` is the link's path."""
    return AccountFormPage(
        title=_("Choose a new password"),
        lead=_(
            "Every device will be logged out, and all API tokens will stop working. Then log in with the new password."
        ),
        action=action,
        fields=(_new_password("new-password", _("New password"), typed),),
        button=_("Save password"),
        errors=typed.non_field_errors,
        username=account.email,
    )


def change_password_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the page that changes the account's password."""
    return AccountFormPage(
        title=_("Change password"),
        lead=_("Every other device will be logged out, and all API tokens will stop working."),
        action=reverse("account:change_password"),
        fields=(
            password_field(_("Current password"), typed.errors.get("password", ())),
            _new_password("new-password", _("New password"), typed),
        ),
        button=_("Change it"),
        errors=typed.non_field_errors,
        username=account.email,
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def delete_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the page that deletes the account."""
    return AccountFormPage(
        title=_("Delete your account"),
        lead=_("Your name, e-mail and logins are deleted for good. The games on your phones stay, with their scores."),
        action=reverse("account:delete"),
        fields=(password_field(_("Your password"), typed.errors.get("password", ())),),
        button=_("Delete account"),
        errors=typed.non_field_errors,
        username=account.email,
        destructive=True,
        back_url=reverse("account:page"),
        back_text=_("Your account"),
    )


def _own_name_field(typed: TypedAccount) -> AccountField:
    return name_field(typed, note=_("This is what others in your league see."))


def name_field(typed: TypedAccount, note: str = "") -> AccountField:
    """Return the field for the name that others see."""
    return AccountField("name", _("Your name"), "text", "name", typed.name, note, typed.errors.get("name", ()))


def _email_field(typed: TypedAccount, note: str = "") -> AccountField:
    return AccountField("email", _("E-mail"), "email", "username", typed.email, note, typed.errors.get("email", ()))


def password_field(label: str, errors: tuple[str, ...] = ()) -> AccountField:
    """Return the field for the current password."""
    return AccountField("password", label, "password", "current-password", errors=errors)


def _new_password(name: str, label: str, typed: TypedAccount) -> AccountField:
    shortest = settings.SHORTEST_PASSWORD
    note = ngettext(
        "At least %(shortest)d character. A few words in a row are easy to remember.",
        "At least %(shortest)d characters. A few words in a row are easy to remember.",
        shortest,
    ) % {"shortest": shortest}
    return AccountField(name, label, "password", "new-password", note=note, errors=typed.errors.get(name, ()))


def _with_next(name: str, next_path: str) -> str:
    return reverse(name) + (f"?{urlencode({'next': next_path})}" if next_path else "")

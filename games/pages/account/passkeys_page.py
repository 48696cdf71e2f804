"""Build the passkey pages: the list, and the forms that add, use and remove a passkey."""

from datetime import UTC, datetime

from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from games.forms.account.account_form import TypedAccount
from games.models import Account, Passkey
from games.pages.account.account import AccountField, AccountFormPage, PasskeyContext, PasskeyForm, PasskeysPage
from games.pages.account.account_form_pages import confirmed_form
from games.services.account.passkeys import MOST_PASSKEYS, PasskeySite
from games.wording.words import day_text


def passkeys_page(passkeys: list[Passkey], site: PasskeySite | None, notice: str) -> PasskeysPage:
    """Build the list of ``passkeys``; ``site`` is the WebAuthn relying party, None where passkeys cannot be used."""
    return PasskeysPage(
        passkeys=tuple(_view(passkey, site) for passkey in passkeys),
        supported=site is not None,
        limit_reached=len(passkeys) >= MOST_PASSKEYS,
        notice=notice,
    )


def new_passkey_page(typed: TypedAccount, account: Account) -> AccountFormPage:
    """Build the first step of a new passkey: its name, the password and a code."""
    label = AccountField(
        "name",
        _("Name of this device"),
        "text",
        "off",
        typed.name,
        _("So you'll recognize it: “My phone”, “Blue key”."),
        typed.errors.get("name", ()),
    )
    return confirmed_form(
        typed,
        account,
        back=(reverse("account:passkeys"), _("Passkeys")),
        title=_("Add a passkey"),
        lead=_(
            "With a passkey, you log in with your fingerprint, your face or your device's PIN. Nobody can trick you "
            "into giving it away."
        ),
        action=reverse("account:new_passkey"),
        button=_("Continue"),
        fields=(label,),
    )


def finish_passkey_page(options: str) -> AccountFormPage:
    """Build the second step, where the authenticator makes the passkey; ``options`` are the browser's, as JSON."""
    return AccountFormPage(
        title=_("Add a passkey"),
        lead=_("Tap the button. Your device then asks for your fingerprint, your face or its PIN."),
        action="",
        fields=(),
        button="",
        passkey=PasskeyForm(
            registering=True, action=reverse("account:new_passkey"), options=options, button=_("Create passkey")
        ),
        back_url=reverse("account:passkeys"),
        back_text=_("Passkeys"),
    )


def use_passkey(options: str) -> PasskeyForm:
    """Return the passkey button of the login page; ``options`` are the browser's, as JSON."""
    action = f"{reverse('account:log_in_code')}?passkey"
    return PasskeyForm(registering=False, action=action, options=options, button=_("Use your passkey"))


def remove_passkey_page(typed: TypedAccount, account: Account, passkey: Passkey) -> AccountFormPage:
    """Build the page that removes ``passkey``."""
    return confirmed_form(
        typed,
        account,
        back=(reverse("account:passkeys"), _("Passkeys")),
        title=_("Remove a passkey"),
        lead=_("You won't be able to log in with “%(label)s”. Every other device will be logged out.")
        % {"label": passkey.label},
        action=f"{reverse('account:remove_passkey')}?{urlencode({'passkey': passkey.public_id})}",
        button=_("Remove passkey"),
        destructive=True,
    )


def _view(passkey: Passkey, site: PasskeySite | None) -> PasskeyContext:
    return PasskeyContext(
        label=passkey.label,
        since=day_text(passkey.created_at),
        used=day_text(datetime.fromtimestamp(passkey.last_challenge / 1_000_000, UTC)),
        elsewhere="" if site and site.rp_id == passkey.rp_id else passkey.rp_id,
        remove_url=f"{reverse('account:remove_passkey')}?{urlencode({'passkey': passkey.public_id})}",
    )

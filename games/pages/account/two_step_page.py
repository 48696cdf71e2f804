"""Build the page that turns on two-step login and shows the recovery codes once."""

import base64
from urllib.parse import quote, urlencode

import segno
from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.account.account_form import TypedAccount
from games.models import Account
from games.pages.account.account import TwoStepPage
from games.pages.account.account_form_pages import code_field, password_field
from games.selectors.secrets import app_secret

_ISSUER = "Scorekeeper"


def two_step_page(typed: TypedAccount, account: Account, nonce: str) -> TwoStepPage:
    """Build the form that turns it on; the secret for the authenticator app is derived from ``nonce``."""
    secret = base64.b32encode(app_secret(nonce)).decode()
    label = quote(f"{_ISSUER}:{account.email}", safe="@:")
    url = f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': _ISSUER})}"
    return TwoStepPage(
        action=reverse("account:two_step"),
        nonce=nonce,
        qr=segno.make(url, error="m").svg_data_uri(scale=4, border=3, dark="#000", light="#fff"),
        secret=" ".join(secret[start : start + 4] for start in range(0, len(secret), 4)),
        app_url=url,
        code=code_field(typed),
        password=password_field(_("Your password"), typed.errors.get("password", ())),
        username=account.email,
        errors=typed.non_field_errors,
    )


def recovery_codes_page(account: Account, codes: tuple[str, ...], *, fresh: bool) -> TwoStepPage:
    """Build the page with new recovery codes; ``fresh`` if two-step login was just turned on."""
    return TwoStepPage(
        action="",
        nonce="",
        qr="",
        secret="",
        app_url="",
        code=code_field(TypedAccount()),
        password=password_field(""),
        username=account.email,
        errors=(),
        codes=codes,
        codes_text="\n".join(codes),
        just_enabled=fresh,
    )

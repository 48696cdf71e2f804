"""The settings of django-allauth: accounts and two-step login."""

from typing import Any


def allauth_settings(*, sends_mail: bool, passkeys: bool) -> dict[str, Any]:
    """Return allauth's settings by name, for a server that can or can't send mail and offer passkeys."""
    return {
        "ACCOUNT_ADAPTER": "games.views.account.adapter.AccountAdapter",
        "ACCOUNT_FORMS": {
            "add_email": "games.forms.account.allauth_forms.AddEmailForm",
            "change_password": "games.forms.account.allauth_forms.ChangePasswordForm",
            "login": "games.forms.account.allauth_forms.LoginForm",
            "reauthenticate": "games.forms.account.allauth_forms.ReauthenticateForm",
            "reset_password": "games.forms.account.allauth_forms.ResetPasswordForm",
            "reset_password_from_key": "games.forms.account.allauth_forms.ResetPasswordKeyForm",
            "signup": "games.forms.account.allauth_forms.SignupForm",
        },
        "ACCOUNT_LOGIN_METHODS": {"email"},
        "ACCOUNT_SIGNUP_FIELDS": ["email*", "password1*"],
        "ACCOUNT_USER_MODEL_USERNAME_FIELD": None,
        "ACCOUNT_USER_DISPLAY": "games.models.account.display_name",
        "ACCOUNT_CHANGE_EMAIL": True,
        "ACCOUNT_EMAIL_VERIFICATION": "mandatory" if sends_mail else "none",
        "ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS": False,
        "ACCOUNT_EMAIL_NOTIFICATIONS": True,
        "ACCOUNT_EMAIL_SUBJECT_PREFIX": "",
        "ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION": True,
        "ACCOUNT_LOGOUT_REDIRECT_URL": "start",
        # Django's own, because allauth's writes to the database, which isn't possible for an e-mail without an account:
        # the time it takes would reveal who has one.
        "ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR": "django.contrib.auth.tokens.PasswordResetTokenGenerator",
        "ACCOUNT_REAUTHENTICATION_METHODS": ["password", "mfa"],
        "ACCOUNT_REAUTHENTICATION_REQUIRED": True,
        "ACCOUNT_SESSION_REMEMBER": True,
        # This site counts wrong passwords and codes itself (games/web/login_attempts.py), and apart for browsers that
        # have logged in before: otherwise anyone could lock the owner out.
        "ACCOUNT_RATE_LIMITS": {
            "change_password": None,
            "confirm_email": "5/h/key",
            "login": None,
            "login_failed": None,
            "manage_email": "30/h/user",
            "reauthenticate": None,
            "reset_password": "30/h/ip,5/h/key",
            "reset_password_from_key": "60/m/ip",
            "signup": "30/h/ip",
        },
        "ALLAUTH_RATE_LIMIT_IPV6_PREFIX": 64,
        "MFA_ADAPTER": "games.views.account.mfa_adapter.MFAAdapter",
        "MFA_FORMS": {
            "add_webauthn": "games.views.account.mfa_forms.AddWebAuthnForm",
            "authenticate": "games.views.account.mfa_forms.AuthenticateForm",
            "authenticate_webauthn": "games.views.account.mfa_forms.AuthenticateWebAuthnForm",
            "edit_webauthn": "games.views.account.mfa_forms.EditWebAuthnForm",
            "reauthenticate": "games.views.account.mfa_forms.ReauthenticateForm",
            "reauthenticate_webauthn": "games.views.account.mfa_forms.ReauthenticateWebAuthnForm",
        },
        "MFA_SUPPORTED_TYPES": ["totp", "recovery_codes", *(["webauthn"] if passkeys else [])],
        # Where mail can be sent, nobody logs in without a confirmed e-mail; where it can't, nobody has one.
        "MFA_ALLOW_UNVERIFIED_EMAIL": True,
        "MFA_RECOVERY_CODE_DIGITS": 12,
        "MFA_RECOVERY_CODES_SHOW_ONCE": True,
        "MFA_TOTP_ISSUER": "Scorekeeper",
        # In steps of 30 seconds: a phone's clock may be off.
        "MFA_TOTP_TOLERANCE": 1,
    }

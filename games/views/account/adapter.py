"""What allauth does differently here: guesses are counted by this site's counters, and mail leaves by the queue."""

from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Account
from games.models.table import new_public_id
from games.selectors.account.emails import has_confirmed_email
from games.services.account.accounts import change_password, clear_sessions, clear_unconfirmed
from games.services.account.mail_queue import send_soon
from games.services.account.security_log import log_security_event
from games.views.account.authentication import is_path_here, verify_password
from games.views.devices import device_label, renew_device_cookie
from games.web.base_url import base_url
from games.web.known_browsers import remember_browser
from games.web.login_attempts import hash_one_at_a_time


class AccountAdapter(DefaultAccountAdapter):
    """allauth's adapter for the accounts of this site."""

    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        "duplicate_email": _("That's already your e-mail."),
        "email_password_mismatch": _("Wrong e-mail or password."),
        "email_taken": _("An account with this e-mail already exists. Log in, or reset your password."),
        "enter_current_password": _("That isn't your password."),
        "incorrect_password": _("That isn't your password."),
    }

    def is_ajax(self, request: HttpRequest) -> bool:
        """Answer with pages only: the JSON that allauth has for scripts would lose cookies."""
        return False

    def is_safe_url(self, url: str) -> bool:
        """Return whether it is a path of this site."""
        return is_path_here(url)

    def save_user(self, request: HttpRequest, user: Account, form: Any, commit: bool = True) -> Account:
        """Store a new account with its name, and the password that the form has hashed."""
        clear_unconfirmed()
        super().save_user(request, user, form, commit=False)
        user.name, user.password = form.cleaned_data["name"], form.hashed_password
        user.save()
        log_security_event("account_made", account=user.pk)
        return user

    def hashed(self, password: str) -> str:
        """Return the hash of a password. It takes its time, so it has to be made before a transaction begins.

        Raises RefusedError ("busy") while too many passwords are hashed.
        """
        account = Account()
        with hash_one_at_a_time():
            account.set_password(password)
        return account.password

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Account | None:
        """Return the active account with this e-mail and password, or None. Wrong attempts are counted.

        Raises RefusedError ("too_many_requests", "busy").
        """
        find = super().authenticate

        def check() -> Account | None:
            account = find(request, **credentials)
            return account if account is not None and account.is_active else None

        return verify_password(request, credentials["email"], credentials["password"], check)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count nothing more than ``authenticate`` does."""

    def login(self, request: HttpRequest, user: Account) -> None:
        """Log in, and note the device in the session."""
        clear_sessions()
        super().login(request, user)
        log_security_event("logged_in", account=user.pk)
        now = timezone.now().isoformat()
        request.session.update({"label": device_label(request), "since": now, "seen": now, "id": new_public_id()})

    def post_login(self, request: HttpRequest, user: Account, **about: Any) -> HttpResponse:
        """Redirect with the cookies of a browser that has logged in."""
        response = renew_device_cookie(request, super().post_login(request, user, **about))
        remember_browser(request, response, user.email)
        return response

    def set_password(self, user: Account, password: str) -> None:
        """Set a new password, which ends sessions and tokens."""
        user.password = self.hashed(password)
        change_password(account=user)

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Return the path of the account page."""
        return reverse("account:page")

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an e-mail; return whether it is confirmed now. A new one takes a login to that account.

        Otherwise the account would be anyone's whose address its owner has mistyped. Another account with this e-mail
        goes if it neither confirmed it nor ever logged in.
        """
        if email_address.email != email_address.user.email and request.user.pk != email_address.user_id:
            refused = _("Log in to the account whose e-mail you're changing, then open the link again.")
        else:
            others = Account.objects.filter(email=email_address.email).exclude(pk=email_address.user_id)
            others.filter(last_login=None).exclude(emailaddress__verified=True).delete()
            if not others.exists():
                return super().confirm_email(request, email_address)
            refused = self.error_messages["email_taken"]
        self.add_message(request, messages.ERROR, message=str(refused))
        return False

    def get_reauthentication_methods(self, user: Account) -> list[dict[str, Any]]:
        """Return the ways to prove again who one is, in this site's words."""
        words = {
            "reauthenticate": _("Use your password"),
            "mfa_reauthenticate": _("Use a code"),
            "mfa_reauthenticate:webauthn": _("Use your passkey"),
        }
        return [method | {"description": words[method["id"]]} for method in super().get_reauthentication_methods(user)]

    def get_email_confirmation_url(self, request: HttpRequest, emailconfirmation: Any) -> str:
        """Return the link at this server's public address."""
        return base_url(request) + reverse("account_confirm_email", args=[emailconfirmation.key])

    def get_reset_password_from_key_url(self, key: str) -> str:
        """Return the link at this server's public address."""
        number, _, token = key.partition("-")
        return base_url(self.request) + reverse("account_reset_password_from_key", args=[number, token])

    def send_account_already_exists_mail(self, email: str) -> None:
        """Mail the owner of an account that someone tried to sign up with the same e-mail; see ``base_url``."""
        site = base_url(self.request)
        links = {"login_url": site + reverse("account_login"), "reset_url": site + reverse("account_reset_password")}
        self.send_mail("account/email/account_already_exists", email, links)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue the mail, so that the response doesn't wait for the mail server."""
        message = self.render_mail(template_prefix, email, {"request": self.request, "email": email, **context})
        send_soon(message)

    def send_password_reset_mail(self, user: Account, email: str, context: dict[str, Any]) -> None:
        """Queue the mail with the link; for an account that doesn't exist only the work is done."""
        message = self.render_mail("account/email/password_reset_key", email, context)
        if user.pk:
            send_soon(message)

    def send_notification_mail(self, template_prefix: str, user: Account, *args: Any, **kwargs: Any) -> None:
        """Mail a notice of a change, if this server sends mail and the address is confirmed."""
        if settings.SENDS_MAIL and has_confirmed_email(user):
            super().send_notification_mail(template_prefix, user, *args, **kwargs)

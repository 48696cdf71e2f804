"""Template context of the webhook pages of an account."""

from dataclasses import dataclass

from games.pages.account.account import AccountField, TokenChoice


@dataclass(frozen=True, slots=True)
class WebhookContext:
    """A webhook in the list; ``state`` is its state in words, ``switched_off`` if it is turned off."""

    place: str
    """The table or league whose events it gets."""
    url: str
    events: str
    state: str
    switched_off: bool
    page_url: str


@dataclass(frozen=True, slots=True)
class DeliveryContext:
    """A delivery to a webhook: its event, its time, its state, and the beginning of the last response."""

    what: str
    time: str
    state: str
    answer: str


@dataclass(frozen=True, slots=True)
class WebhooksPage:
    """The webhooks of an account and the form that makes one; ``secret`` is shown once after it was made."""

    webhooks: tuple[WebhookContext, ...]
    url: AccountField
    events: tuple[TokenChoice, ...]
    places: tuple[TokenChoice, ...]
    """The tables and leagues where the account may have a webhook; without any there is no form."""
    errors: tuple[str, ...]
    secret: str
    action: str
    back_url: str


@dataclass(frozen=True, slots=True)
class WebhookPage:
    """One webhook, with its latest deliveries."""

    webhook: WebhookContext
    deliveries: tuple[DeliveryContext, ...]
    notice: str
    secret: str
    test_url: str
    switch_url: str
    secret_url: str
    delete_url: str
    back_url: str
